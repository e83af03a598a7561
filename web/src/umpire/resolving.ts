/** What stands where in a draft: relations worked out, and what is wrong with it in a sentence each. */

import { isPlace } from '../table/ground.svelte';
import { COINCIDE, corners, direction, penetration, place, type Standing } from '../lib/geometry';
import type { Base, TroopInfo, Point, Pose, Position, ScaleInfo, Terrain, TroopsInfo } from '../lib/wire.gen';
import { bodiesOf, bodyBases, bodySize, placeBody } from './bodies';
import { isRelation, readNotation, type Draft, type DraftBase, type DraftUnit } from './draft';

export interface Wrong {
  /** The base or feature at fault. */
  id: string;
  says: string;
}

export interface Resolved {
  position: Position;
  wrong: Wrong[];
  /** The bases that have no place on the table yet. */
  waiting: Base[];
}

const PLAIN: ScaleInfo = { name: '15mm', base_width: 40, mm_per_100_paces: 25, table: [600, 600] };

export function scaleOf(draft: Draft, troops: TroopsInfo | null): ScaleInfo {
  return troops?.scales.find((one) => one.name === draft.scale) ?? troops?.scales[0] ?? PLAIN;
}

export function codeOf(troops: TroopsInfo | null, notation: string): TroopInfo | null {
  const { code } = readNotation(notation);
  return troops?.codes.find((one) => one.code === code) ?? null;
}

/** A base of some troops, standing at the corner of the table. */
export function unplaced(draft: Draft, troops: TroopsInfo | null, one: DraftBase): Base {
  const scale = scaleOf(draft, troops);
  const found = codeOf(troops, one.troops);
  const { code, foot, general } = readNotation(one.troops);
  return {
    id: one.id, side: one.side, code, kind: found?.kind ?? 'unknown',
    width: scale.base_width, depth: one.depth ?? found?.depths[scale.name] ?? scale.base_width / 2,
    front: [0, 0], facing: [0, 1], general: general || (found?.general ?? false), dismounts: foot, inside: null,
    crossing: one.crossing, moved: one.moved, recoiled: one.recoiled, sacking: one.sacking,
    dismounted_this_bound: one.dismounted_this_bound, attached: one.attached,
  };
}

/** The position of a draft. What cannot be placed is left out and said to be wrong. */
export function resolve(draft: Draft, troops: TroopsInfo | null): Resolved {
  const scale = scaleOf(draft, troops);
  const size: Point = draft.table ?? scale.table;
  const ground = new Set(draft.terrain.filter((one) => draft.units.length || isPlace(one.kind)).map((one) => one.id));
  const wrong: Wrong[] = [];
  const waiting: Base[] = [];
  const bodies = new Map<string, Body>();
  const written = new Map<string, DraftBase | DraftUnit>([...draft.bases, ...draft.units].map((one) => [one.id, one]));

  function standing(one: DraftBase | DraftUnit, trail: string[]): Body | null {
    const known = bodies.get(one.id);
    if (known) return known;
    const body = 'troops' in one ? singleBody(draft, troops, one) : groupBody(one, troops, scale);
    const pose = one.place.by === 'at' ? body.frame : poseOf(one, body, trail);
    if (pose === null) return null;
    const inside = 'inside' in pose ? pose.inside : null;
    const placed = 'inside' in pose ? { ...body, inside } : { ...body, frame: { ...body.frame, ...pose }, bases: body.put(pose) };
    bodies.set(one.id, inside === null ? placed : { ...placed, bases: body.bases.map((base) => ({ ...base, inside })) });
    return placed;
  }

  function poseOf(one: DraftBase | DraftUnit, body: Body, trail: string[]): Pose | { inside: string } | null {
    const where = one.place;
    if (where.by === 'front') return { front: where.front, facing: direction(where.facing) };
    if (where.by === 'in' && 'troops' in one) return ground.has(where.to) ? { inside: where.to } : fail(one.id, `${where.to} is no camp or town on this table.`);
    if (where.by === 'undeployed' || where.by === 'in' || where.by === 'at') return null;
    const to = where.by === 'attached' ? ('attached' in one ? one.attached : null) : where.to;
    const named = to === null ? undefined : written.get(to);
    if (!named || to === null) return fail(one.id, `${one.id} is placed by ${to ?? 'nobody'}, who is not on the table.`);
    if (trail.includes(to)) return fail(one.id, `${one.id} and ${to} are placed by each other; give one of them a place of its own.`);
    const other = standing(named, [...trail, one.id]);
    if (other === null || other.inside !== null || named.place.by === 'at') return fail(one.id, `${to} has no edges to stand by.`);
    const relation = isRelation(where.by) ? where.by : 'behind';
    const shift = 'shift' in where ? (where.shift ?? 0) : 0;
    return 'troops' in one ? place(relation, other.frame, body.frame.width, body.frame.depth) : placeBody(relation, other.frame, body.frame.width, shift);
  }

  function fail(id: string, says: string): null {
    if (!wrong.some((one) => one.id === id)) wrong.push({ id, says });
    return null;
  }

  for (const one of draft.bases) {
    if (troops && !codeOf(troops, one.troops)) fail(one.id, `${one.troops} is no troop notation of this edition.`);
    if (one.place.by === 'undeployed') waiting.push(unplaced(draft, troops, one));
    else standing(one, [one.id]);
  }
  for (const one of draft.units) {
    if (one.place.by === 'in' && !ground.has(one.place.to)) fail(one.id, `${one.place.to} is no terrain on this table.`);
    if (one.place.by === 'undeployed' || one.place.by === 'in') waiting.push(...groupBody(one, troops, scale).bases);
    else standing(one, [one.id]);
  }
  const bases = [...draft.bases, ...draft.units].flatMap((one) => bodies.get(one.id)?.bases ?? []);
  for (const one of draft.generals) {
    if (one.place.by === 'with' && !written.has(one.place.to.split('/')[0] ?? '')) fail(one.id, `${one.id} is with ${one.place.to}, who is not on the table.`);
  }
  wrong.push(...standingFaults(bases, size));
  return { position: positionOf(draft, size, scale, bases), wrong, waiting };
}

/** One base or one unit group while it is put in its place: the rectangle round it and its bases, and how they go to a pose. */
interface Body {
  frame: Standing;
  inside: string | null;
  bases: Base[];
  put: (pose: Pose) => Base[];
}

function singleBody(draft: Draft, troops: TroopsInfo | null, one: DraftBase): Body {
  const base = unplaced(draft, troops, one);
  return { frame: base, inside: null, bases: [base], put: (pose) => [{ ...base, ...pose }] };
}

function groupBody(one: DraftUnit, troops: TroopsInfo | null, scale: ScaleInfo): Body {
  const put = (pose: Pose): Base[] => bodyBases(one, troops, scale, pose);
  const [width, depth] = bodySize(one, troops, scale);
  const pose: Pose = { front: [0, 0], facing: [0, 1] };
  return { frame: { ...pose, width, depth }, inside: null, bases: put(pose), put };
}

/** A line without a width is drawn this thin (mm), as the umpire takes it. */
const THIN = 2;

/** Bases that overlap, or stand wholly off the table. */
export function standingFaults(bases: Base[], size: Point): Wrong[] {
  const wrong: Wrong[] = [];
  const standing = bases.filter((base) => base.inside === null);
  const table: Base = { ...(standing[0] as Base), front: [size[0] / 2, size[1]], facing: [0, 1], width: size[0], depth: size[1] };
  standing.forEach((base, i) => {
    if (penetration(base, table) <= COINCIDE) wrong.push({ id: base.id, says: `${base.id} is off the table.` });
    for (const other of standing.slice(i + 1)) {
      if (base.unit && base.unit.unit === other.unit?.unit) continue;
      if (Math.hypot(base.front[0] - other.front[0], base.front[1] - other.front[1]) > 300) continue;
      const deep = penetration(base, other);
      if (deep > COINCIDE) wrong.push({ id: other.id, says: `${other.id} overlaps ${base.id} by ${deep.toFixed(1)} mm; bases may touch but not overlap.` });
    }
  });
  return wrong;
}

function positionOf(draft: Draft, size: Point, scale: ScaleInfo, bases: Base[]): Position {
  return {
    edition: draft.edition, size, bases,
    terrain: draft.terrain.map(({ boundary, ...piece }): Terrain => ({ ...piece, nature: boundary ?? piece.nature, width: piece.width ?? (piece.line.length ? THIN : 0), home: null })),
    scale: { name: scale.name, base_width: scale.base_width, mm_per_100_paces: scale.mm_per_100_paces },
    active: draft.active, bound: draft.bound,
    lost: draft.lost as Record<string, string[]>, unlanded: draft.unlanded as Record<string, number>, options: draft.options,
    ...bodiesOf(draft, bases),
  };
}

/** The corners of all that stands, to look at it closely. */
export function extent(position: Position): Point[] {
  const alone = (position.generals ?? []).flatMap((one) => (one.front ? [one.front] : []));
  return [...position.bases.filter((base) => base.inside === null).flatMap((base) => corners(base)), ...alone];
}
