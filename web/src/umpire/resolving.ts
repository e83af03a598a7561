/** What stands where in a draft: relations worked out, and what is wrong with it in a sentence each. */

import { isPlace } from '../table/ground.svelte';
import { COINCIDE, corners, direction, penetration, place } from '../lib/geometry';
import type { Base, TroopInfo, Point, Pose, Position, ScaleInfo, Terrain, TroopsInfo } from '../lib/wire.gen';
import { isRelation, readNotation, type Draft, type DraftBase } from './draft';

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

/** The position of a draft. Bases that cannot be placed are left out and said to be wrong. */
export function resolve(draft: Draft, troops: TroopsInfo | null): Resolved {
  const scale = scaleOf(draft, troops);
  const size: Point = draft.table ?? scale.table;
  const places = new Set(draft.terrain.filter((one) => isPlace(one.kind)).map((one) => one.id));
  const wrong: Wrong[] = [];
  const waiting: Base[] = [];
  const found = new Map<string, Base>();
  const written = new Map(draft.bases.map((base) => [base.id, base]));

  function standing(one: DraftBase, trail: string[]): Base | null {
    const known = found.get(one.id);
    if (known) return known;
    const base = unplaced(draft, troops, one);
    const pose = poseOf(one, base, trail);
    if (pose === null) return null;
    const placed: Base = 'inside' in pose ? { ...base, inside: pose.inside } : { ...base, ...pose };
    found.set(one.id, placed);
    return placed;
  }

  function poseOf(one: DraftBase, base: Base, trail: string[]): Pose | { inside: string } | null {
    const where = one.place;
    if (where.by === 'front') return { front: where.front, facing: direction(where.facing) };
    if (where.by === 'in') return places.has(where.to) ? { inside: where.to } : fail(one.id, `${where.to} is no camp or town on this table.`);
    if (where.by === 'undeployed') return null;
    const to = where.by === 'attached' ? one.attached : where.to;
    const named = to === null ? undefined : written.get(to);
    if (!named || to === null) return fail(one.id, `${one.id} is placed by ${to ?? 'nobody'}, who is not on the table.`);
    if (trail.includes(to)) return fail(one.id, `${one.id} and ${to} are placed by each other; give one of them a place of its own.`);
    const other = standing(named, [...trail, one.id]);
    if (other === null || other.inside !== null) return fail(one.id, `${to} has no edges to stand by.`);
    return place(isRelation(where.by) ? where.by : 'behind', other, base.width, base.depth);
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
  const bases = draft.bases.flatMap((one) => found.get(one.id) ?? []);
  wrong.push(...standingFaults(bases, size));
  return { position: positionOf(draft, size, scale, bases), wrong, waiting };
}

/** Bases that overlap, or stand wholly off the table. */
export function standingFaults(bases: Base[], size: Point): Wrong[] {
  const wrong: Wrong[] = [];
  const standing = bases.filter((base) => base.inside === null);
  const table: Base = { ...(standing[0] as Base), front: [size[0] / 2, size[1]], facing: [0, 1], width: size[0], depth: size[1] };
  standing.forEach((base, i) => {
    if (penetration(base, table) <= COINCIDE) wrong.push({ id: base.id, says: `${base.id} is off the table.` });
    for (const other of standing.slice(i + 1)) {
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
    terrain: draft.terrain.map((piece): Terrain => ({ ...piece, width: piece.width ?? 0, home: null })),
    scale: { name: scale.name, base_width: scale.base_width, mm_per_100_paces: scale.mm_per_100_paces },
    active: draft.active, bound: draft.bound,
    lost: draft.lost as Record<string, string[]>, unlanded: draft.unlanded as Record<string, number>, options: draft.options,
  };
}

/** The corners of all that stands, to look at it closely. */
export function extent(position: Position): Point[] {
  return position.bases.filter((base) => base.inside === null).flatMap((base) => corners(base));
}
