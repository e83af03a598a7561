/** Changing a draft: each function answers a new one and leaves the old as it was. */

import { groundKind } from '../table/ground.svelte';
import { aboutFace, add, around, centre, degrees, times, turned, type Standing } from '../lib/geometry';
import type { Point, Pose, Position, Side } from '../lib/wire.gen';
import { generalAt } from '../table/unitGroups';
import { carriedBases, pieceNamed, piecesOf, type Piece } from './bodies';
import {
  isRelation, newBase, newTerrain, piecesIn, type Draft, type DraftBase, type DraftGeneral, type DraftStep, type DraftTerrain,
  type DraftUnit, type GeneralPlace, type Place, type Told,
} from './draft';

export const round = (x: number, digits = 4): number => Number(x.toFixed(digits));
export const roundPoint = (p: Point, digits = 4): Point => [round(p[0], digits), round(p[1], digits)];
/** Degrees from 0 up to 360, with few digits. */
export const roundAngle = (angle: number, digits = 4): number => {
  const found = round((((angle % 360) + 360) % 360), digits);
  return found === 360 ? 0 : found;
};

/** A place of its own for something that stands there. */
export function freeAt(pose: Pose): { by: 'front' } & Written {
  return { by: 'front', ...writtenPose(pose) };
}

interface Written {
  front: Point;
  facing: number;
}

export function writtenPose(pose: Pose): Written {
  return { front: roundPoint(pose.front), facing: roundAngle(degrees(pose.facing)) };
}

export function names(draft: Draft): Set<string> {
  return new Set(piecesIn(draft).map((one) => one.id));
}

/** A short new name for a base or a unit group: R1, R2, ... and B1, B2, ...; with a letter more for generals and camps. */
export function nextId(draft: Draft, side: Side, more = ''): string {
  const taken = names(draft);
  const letter = (side === 'red' ? 'R' : 'B') + more;
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** A new name for a feature: woods, woods2, ... */
export function featureId(draft: Draft, kind: string): string {
  const taken = names(draft);
  let n = 1;
  while (taken.has(n === 1 ? kind : `${kind}${n}`)) n += 1;
  return n === 1 ? kind : `${kind}${n}`;
}

export function addBase(draft: Draft, side: Side, troops: string, place: Place): [Draft, string] {
  const id = nextId(draft, side);
  return [{ ...draft, bases: [...draft.bases, newBase(id, side, troops, place)] }, id];
}

export function addUnit(draft: Draft, side: Side, camp: boolean, told: Told, place: Place): [Draft, string] {
  const id = nextId(draft, side, camp ? 'C' : '');
  return [{ ...draft, units: [...draft.units, { id, side, camp, place, told, remarks: {} }] }, id];
}

export function addGeneral(draft: Draft, side: Side, told: Told, place: GeneralPlace): [Draft, string] {
  const id = nextId(draft, side, 'G');
  return [{ ...draft, generals: [...draft.generals, { id, side, place, told, remarks: {} }] }, id];
}

export function addTerrain(draft: Draft, kind: string, shape: Partial<DraftTerrain>): [Draft, string] {
  const id = featureId(draft, kind);
  return [{ ...draft, terrain: [...draft.terrain, { ...newTerrain(id, kind), ...shape }] }, id];
}

export function changeBase(draft: Draft, id: string, change: Partial<DraftBase>): Draft {
  return { ...draft, bases: draft.bases.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export function changeUnit(draft: Draft, id: string, change: Partial<DraftUnit>): Draft {
  return { ...draft, units: draft.units.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export function changeGeneral(draft: Draft, id: string, change: Partial<DraftGeneral>): Draft {
  return { ...draft, generals: draft.generals.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

/** What is told of something with one key changed; an empty value is no longer told. */
export function retold(told: Told, key: string, value: unknown): Told {
  const found = { ...told, [key]: value };
  if (value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length)) delete found[key];
  return found;
}

/** A base, unit group or camp put somewhere. */
export function putPiece(draft: Draft, id: string, place: Place): Draft {
  return draft.units.some((one) => one.id === id) ? changeUnit(draft, id, { place }) : changeBase(draft, id, { place });
}

export function changeTerrain(draft: Draft, id: string, change: Partial<DraftTerrain>): Draft {
  return { ...draft, terrain: draft.terrain.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export function changeStep(draft: Draft, key: number, change: Partial<DraftStep>): Draft {
  return { ...draft, steps: draft.steps.map((one) => (one.key === key ? { ...one, ...change } : one)) };
}

/** Whom a base or unit group is placed by. */
export function placedBy(one: DraftBase | DraftUnit): string | null {
  if (one.place.by === 'attached') return 'attached' in one ? one.attached : null;
  return isRelation(one.place.by) ? (one.place as { to: string }).to : null;
}

/** The given pieces and all that are placed by them, or by those in turn. */
export function withFollowers(draft: Draft, ids: Iterable<string>): Set<string> {
  const found = new Set(ids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const one of [...draft.bases, ...draft.units]) if (found.has(placedBy(one) ?? '')) found.add(one.id);
  }
  return found;
}

/** Bases, unit groups, generals and features moved as one by so much. Who is placed by one that goes along keeps that. */
export function movePieces(draft: Draft, position: Position, ids: ReadonlySet<string>, by: Point): Draft {
  return {
    ...draft,
    ...loosened(draft, position, ids, (pose) => ({ front: add(pose.front, by), facing: pose.facing })),
    generals: draft.generals.map((one) => (ids.has(one.id) ? walkedOff(one, position, (p) => add(p, by)) : one)),
    terrain: draft.terrain.map((one) => (ids.has(one.id) ? shiftTerrain(one, by) : one)),
  };
}

/** A general who stands alone after he was moved from where he is. */
function walkedOff(one: DraftGeneral, position: Position, move: (p: Point) => Point): DraftGeneral {
  const known = position.generals?.find((general) => general.id === one.id);
  const at = known && generalAt(position, known);
  return at ? { ...one, place: { by: 'front', front: roundPoint(move(at), 1) } } : one;
}

/** Bases, unit groups and features turned clockwise as one about a point, or each about its own middle if none is given. */
export function turnPieces(draft: Draft, position: Position, ids: ReadonlySet<string>, by: number, about?: Point): Draft {
  const turn = (base: Standing): Pose => {
    const pivot = about ?? centre(base);
    return { front: around(base.front, pivot, by), facing: turned(base.facing, by) };
  };
  return {
    ...draft,
    ...loosened(draft, position, ids, turn),
    terrain: draft.terrain.map((one) => (ids.has(one.id) ? turnTerrain(one, by, about ?? middle(one)) : one)),
  };
}

/** Bases and unit groups turned about on their own ground. */
export function aboutTurn(draft: Draft, position: Position, ids: ReadonlySet<string>): Draft {
  return { ...draft, ...loosened(draft, position, ids, aboutFace) };
}

/** The bases and unit groups of a draft, the given ones put on places of their own. */
function loosened(draft: Draft, position: Position, ids: ReadonlySet<string>, put: (piece: Piece) => Pose): Pick<Draft, 'bases' | 'units'> {
  const standing = new Map(piecesOf(position).map((piece) => [piece.id, piece]));
  const found = (one: DraftBase | DraftUnit): Piece | null => {
    const piece = standing.get(one.id);
    return ids.has(one.id) && piece && piece.inside === null && !ids.has(placedBy(one) ?? '') ? piece : null;
  };
  return {
    bases: draft.bases.map((one) => {
      const piece = found(one);
      return piece ? { ...one, place: freeAt(put(piece)) } : one;
    }),
    units: draft.units.map((one) => {
      const piece = found(one);
      return piece ? atPose(one, piece, put(piece)) : one;
    }),
  };
}

/** A unit group put at a pose of its own; bases that are placed one by one are carried along. */
export function atPose(one: DraftUnit, from: Pose, to: Pose): DraftUnit {
  if (one.place.by !== 'at') return { ...one, place: freeAt(to) };
  const bases = carriedBases(one.place.bases, from, to, writtenPose);
  const turn = degrees(to.facing) - degrees(from.facing);
  const facing = typeof one.told['facing'] === 'number' ? { facing: roundAngle(one.told['facing'] + turn) } : {};
  return { ...one, place: { by: 'at', bases }, told: { ...one.told, ...facing } };
}

export function middle(piece: DraftTerrain): Point {
  const points = piece.outline.length ? piece.outline : piece.line;
  return times(points.reduce<Point>((sum, p) => add(sum, p), [0, 0]), 1 / (points.length || 1));
}

function mapTerrain(piece: DraftTerrain, put: (p: Point) => Point): DraftTerrain {
  return { ...piece, outline: piece.outline.map(put), line: piece.line.map(put), crest: piece.crest.map(put) };
}

function shiftTerrain(piece: DraftTerrain, by: Point): DraftTerrain {
  return mapTerrain(piece, (p) => roundPoint(add(p, by), 2));
}

function turnTerrain(piece: DraftTerrain, by: number, about: Point): DraftTerrain {
  return mapTerrain(piece, (p) => roundPoint(around(p, about, by), 2));
}

/** Pieces taken from the table: those placed by them stand where they stood, and questions no longer name them. */
export function removePieces(draft: Draft, position: Position, ids: ReadonlySet<string>): Draft {
  const lostPlace = (one: DraftBase | DraftUnit): boolean =>
    ids.has(placedBy(one) ?? '') || (one.place.by === 'in' && ids.has(one.place.to));
  const place = (one: DraftBase | DraftUnit): Place => {
    if (!lostPlace(one)) return one.place;
    const piece = pieceNamed(position, one.id);
    return piece && piece.inside === null ? freeAt(piece) : { by: 'undeployed' };
  };
  return {
    ...draft,
    bases: draft.bases.filter((one) => !ids.has(one.id))
      .map((one) => ({ ...one, place: place(one), attached: ids.has(one.attached ?? '') ? null : one.attached })),
    units: draft.units.filter((one) => !ids.has(one.id)).map((one) => ({ ...one, place: place(one) })),
    generals: draft.generals.filter((one) => !ids.has(one.id))
      .map((one) => (one.place.by === 'with' && ids.has(unitIn(one.place.to)) ? walkedOff(one, position, (p) => p) : one)),
    charges: draft.charges.map((one) => ({ ...one, told: forgotten(one.told, ids) })).filter((one) => listOf(one.told['by']).length),
    terrain: draft.terrain.filter((one) => !ids.has(one.id)),
    steps: draft.steps.map((step) => ({ ...step, args: forgotten(step.args, ids) })),
  };
}

/** The unit group of a file or base: "A" of "A/2.1". */
const unitIn = (name: string): string => name.split('/')[0] ?? name;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function forgotten(args: Record<string, unknown>, ids: ReadonlySet<string>): Record<string, unknown> {
  const gone = (value: unknown): boolean => typeof value === 'string' && (ids.has(value) || (value.includes('/') && ids.has(unitIn(value))));
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    if (gone(value)) continue;
    found[key] = Array.isArray(value) ? value.filter((item) => !gone(item)) : value;
  }
  return found;
}

/** A piece under another name, everywhere it is named; files and bases of a unit group with it. */
export function renamed(draft: Draft, from: string, to: string): Draft {
  const group = draft.units.some((one) => one.id === from);
  const name = (id: string): string => (id === from ? to : group && id.startsWith(`${from}/`) ? to + id.slice(from.length) : id);
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return name(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item)]));
  };
  const moved = (place: Place): Place => ('to' in place ? { ...place, to: name(place.to) } : place);
  const evaded = (told: Told): Told => ('evaded_from' in told ? { ...told, evaded_from: deep(told['evaded_from']) } : told);
  return {
    ...draft,
    bases: draft.bases.map((one) => ({
      ...one, id: name(one.id), place: moved(one.place), attached: one.attached === null ? null : name(one.attached),
    })),
    units: draft.units.map((one) => ({ ...one, id: name(one.id), place: moved(one.place), told: evaded(one.told) })),
    generals: draft.generals.map((one) => ({
      ...one, id: name(one.id), place: one.place.by === 'with' ? { by: 'with', to: name(one.place.to) } : one.place,
    })),
    charges: draft.charges.map((one) => ({ ...one, told: deep(one.told) as Told })),
    terrain: draft.terrain.map((one) => ({ ...one, id: name(one.id) })),
    steps: draft.steps.map((one) => ({
      ...one, args: deep(one.args) as Record<string, unknown>, answer: deep(one.answer),
    })),
  };
}

/** Another of the same beside each of the given pieces, and a copy of each feature a little off. */
export function doubled(draft: Draft, ids: ReadonlySet<string>): [Draft, string[]] {
  const made: string[] = [];
  let found = draft;
  const beside = (id: string): Place => {
    let last = id;
    const all = [...found.bases, ...found.units];
    const right = (to: string): DraftBase | DraftUnit | undefined => all.find((b) => b.place.by === 'right_of' && b.place.to === to);
    for (let next = right(last); next; next = right(last)) last = next.id;
    return { by: 'right_of', to: last };
  };
  const add = ([after, id]: [Draft, string]): void => {
    found = after;
    made.push(id);
  };
  for (const one of draft.bases.filter((base) => ids.has(base.id))) add(addBase(found, one.side, one.troops.replace(/ general$/, ''), beside(one.id)));
  for (const one of draft.units.filter((unit) => ids.has(unit.id))) {
    const told = retold(one.told, 'facing', undefined);
    const bases = one.place.by === 'at' ? { bases: one.place.bases.length } : {};
    add(addUnit(found, one.side, one.camp, { ...told, ...bases }, one.place.by === 'at' ? { by: 'undeployed' } : beside(one.id)));
  }
  for (const one of draft.generals.filter((general) => ids.has(general.id))) {
    const place: GeneralPlace = one.place.by === 'front' ? { by: 'front', front: [one.place.front[0] + 20, one.place.front[1]] } : { by: 'undeployed' };
    add(addGeneral(found, one.side, retold(one.told, 'fighting', undefined), place));
  }
  for (const one of draft.terrain.filter((piece) => ids.has(piece.id))) {
    const id = featureId(found, one.kind);
    add([{ ...found, terrain: [...found.terrain, { ...shiftTerrain(one, [20, -20]), id }] }, id]);
  }
  return [found, made];
}

/** The other side for bases, unit groups, generals, camps and towns. */
export function changedSides(draft: Draft, ids: ReadonlySet<string>): Draft {
  const other = (side: Side): Side => (side === 'red' ? 'blue' : 'red');
  const changed = <T extends { id: string; side: Side }>(list: T[]): T[] => list.map((one) => (ids.has(one.id) ? { ...one, side: other(one.side) } : one));
  return {
    ...draft,
    bases: changed(draft.bases),
    units: changed(draft.units),
    generals: changed(draft.generals),
    terrain: draft.terrain.map((one) => (ids.has(one.id) && one.owner ? { ...one, owner: other(one.owner) } : one)),
  };
}

export function moveStep(draft: Draft, key: number, by: number): Draft {
  const at = draft.steps.findIndex((one) => one.key === key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= draft.steps.length) return draft;
  const steps = [...draft.steps];
  const [one] = steps.splice(at, 1);
  if (one) steps.splice(to, 0, one);
  return { ...draft, steps };
}

/** The ordinary shape of a feature of an edition about a point, for the size of bases in use. */
export function usualShape(kind: string, at: Point, unit: number, size: Point, edition = ''): Partial<DraftTerrain> {
  const k = unit / 40;
  const { form, keeper } = groundKind(kind, edition);
  const level = (west: number, east: number): Point[] => [roundPoint([west, at[1]], 1), roundPoint([east, at[1]], 1)];
  if (kind === 'road') return { line: level(0, size[0]), width: round(24 * k, 1) };
  if (kind === 'river' && edition && form === 'area') return { outline: rectangle([size[0] / 2, at[1]], size[0], 30 * k) };
  if (kind === 'river') return { line: level(0, size[0]), width: round(30 * k, 1) };
  if (kind === 'waterway' || kind === 'coast') return { outline: rectangle([size[0] / 2, size[1] - 30 * k], size[0], 60 * k) };
  if (form === 'place') return { outline: rectangle(at, 80 * k, 40 * k), owner: 'red', ...(keeper ? { occupant: keeper } : {}) };
  if (form === 'line') return { line: level(at[0] - 80 * k, at[0] + 80 * k) };
  const outline = oval(at, 85 * k, 60 * k, 12);
  if (form !== 'hill' && !kind.endsWith('_hill')) return { outline };
  const crest: Point[] = [[at[0] - 45 * k, at[1]], [at[0] + 45 * k, at[1]]];
  return { outline, crest: crest.map((p) => roundPoint(p, 1)) };
}

export function rectangle(at: Point, wide: number, deep: number): Point[] {
  const half: Point = [wide / 2, deep / 2];
  const signs: Point[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  return signs.map((s) => roundPoint([at[0] + s[0] * half[0], at[1] + s[1] * half[1]], 1));
}

function oval(at: Point, a: number, b: number, corners: number): Point[] {
  return Array.from({ length: corners }, (_, i): Point => {
    const turn = (i / corners) * 2 * Math.PI;
    return roundPoint([at[0] + a * Math.cos(turn), at[1] + b * Math.sin(turn)], 1);
  });
}

