/** Changing a draft: each function answers a new one and leaves the old as it was. */

import { groundKind } from '../table/ground.svelte';
import { aboutFace, add, around, centre, degrees, times, turned, type Standing } from '../lib/geometry';
import type { Base, Point, Position, Side } from '../lib/wire.gen';
import { isRelation, newBase, newTerrain, type Draft, type DraftBase, type DraftStep, type DraftTerrain, type Place } from './draft';

export const round = (x: number, digits = 4): number => Number(x.toFixed(digits));
export const roundPoint = (p: Point, digits = 4): Point => [round(p[0], digits), round(p[1], digits)];
/** Degrees from 0 up to 360, with few digits. */
export const roundAngle = (angle: number, digits = 4): number => {
  const found = round((((angle % 360) + 360) % 360), digits);
  return found === 360 ? 0 : found;
};

/** A place of its own for something that stands there. */
export function freeAt(pose: { front: Point; facing: Point }): Place {
  return { by: 'front', front: roundPoint(pose.front), facing: roundAngle(degrees(pose.facing)) };
}

export function names(draft: Draft): Set<string> {
  return new Set([...draft.bases.map((one) => one.id), ...draft.terrain.map((one) => one.id)]);
}

/** A short new name for a base: R1, R2, ... and B1, B2, ... */
export function nextId(draft: Draft, side: Side): string {
  const taken = names(draft);
  const letter = side === 'red' ? 'R' : 'B';
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

export function addTerrain(draft: Draft, kind: string, shape: Partial<DraftTerrain>): [Draft, string] {
  const id = featureId(draft, kind);
  return [{ ...draft, terrain: [...draft.terrain, { ...newTerrain(id, kind), ...shape }] }, id];
}

export function changeBase(draft: Draft, id: string, change: Partial<DraftBase>): Draft {
  return { ...draft, bases: draft.bases.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export function changeTerrain(draft: Draft, id: string, change: Partial<DraftTerrain>): Draft {
  return { ...draft, terrain: draft.terrain.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export function changeStep(draft: Draft, key: number, change: Partial<DraftStep>): Draft {
  return { ...draft, steps: draft.steps.map((one) => (one.key === key ? { ...one, ...change } : one)) };
}

/** Whom a base is placed by. */
export function placedBy(base: DraftBase): string | null {
  if (base.place.by === 'attached') return base.attached;
  return isRelation(base.place.by) ? (base.place as { to: string }).to : null;
}

/** The given bases and all that are placed by them, or by those in turn. */
export function withFollowers(draft: Draft, ids: Iterable<string>): Set<string> {
  const found = new Set(ids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const base of draft.bases) if (found.has(placedBy(base) ?? '')) found.add(base.id);
  }
  return found;
}

/** Bases, and features, moved as one by so much. Who is placed by one that goes along keeps that. */
export function movePieces(draft: Draft, position: Position, ids: ReadonlySet<string>, by: Point): Draft {
  const shift = (pose: Standing): Place => freeAt({ front: add(pose.front, by), facing: pose.facing });
  return {
    ...draft,
    bases: loosened(draft, position, ids, shift),
    terrain: draft.terrain.map((one) => (ids.has(one.id) ? shiftTerrain(one, by) : one)),
  };
}

/** Bases and features turned clockwise as one about a point, or each about its own middle if none is given. */
export function turnPieces(draft: Draft, position: Position, ids: ReadonlySet<string>, by: number, about?: Point): Draft {
  const turn = (base: Standing): Place => {
    const pivot = about ?? centre(base);
    return freeAt({ front: around(base.front, pivot, by), facing: turned(base.facing, by) });
  };
  return {
    ...draft,
    bases: loosened(draft, position, ids, turn),
    terrain: draft.terrain.map((one) => (ids.has(one.id) ? turnTerrain(one, by, about ?? middle(one)) : one)),
  };
}

/** Bases turned about on their own ground. */
export function aboutTurn(draft: Draft, position: Position, ids: ReadonlySet<string>): Draft {
  return { ...draft, bases: loosened(draft, position, ids, (base) => freeAt(aboutFace(base))) };
}

function loosened(draft: Draft, position: Position, ids: ReadonlySet<string>, put: (base: Base) => Place): DraftBase[] {
  const standing = new Map(position.bases.map((base) => [base.id, base]));
  return draft.bases.map((one) => {
    const base = standing.get(one.id);
    if (!ids.has(one.id) || !base || base.inside !== null || ids.has(placedBy(one) ?? '')) return one;
    return { ...one, place: put(base) };
  });
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

/** What is gone from the table: those placed by it stand where they stood, and questions no longer name it. */
export function removePieces(draft: Draft, position: Position, ids: ReadonlySet<string>): Draft {
  const standing = new Map(position.bases.map((base) => [base.id, base]));
  const left = draft.bases.filter((one) => !ids.has(one.id)).map((one): DraftBase => {
    const base = standing.get(one.id);
    const lost = ids.has(placedBy(one) ?? '') || (one.place.by === 'in' && ids.has(one.place.to));
    const place: Place = !lost ? one.place : base && base.inside === null ? freeAt(base) : { by: 'undeployed' };
    return { ...one, place, attached: ids.has(one.attached ?? '') ? null : one.attached };
  });
  return {
    ...draft,
    bases: left,
    terrain: draft.terrain.filter((one) => !ids.has(one.id)),
    steps: draft.steps.map((step) => ({ ...step, args: forgotten(step.args, ids) })),
  };
}

function forgotten(args: Record<string, unknown>, ids: ReadonlySet<string>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    if (typeof value === 'string' && ids.has(value)) continue;
    found[key] = Array.isArray(value) ? value.filter((item) => !ids.has(item as string)) : value;
  }
  return found;
}

/** A base or feature under another name, everywhere it is named. */
export function renamed(draft: Draft, from: string, to: string): Draft {
  const name = (id: string): string => (id === from ? to : id);
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return name(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item)]));
  };
  const moved = (place: Place): Place => ('to' in place ? { ...place, to: name(place.to) } : place);
  return {
    ...draft,
    bases: draft.bases.map((one) => ({
      ...one, id: name(one.id), place: moved(one.place), attached: one.attached === null ? null : name(one.attached),
    })),
    terrain: draft.terrain.map((one) => ({ ...one, id: name(one.id) })),
    steps: draft.steps.map((one) => ({
      ...one, args: deep(one.args) as Record<string, unknown>, answer: deep(one.answer),
    })),
  };
}

/** Another of the same beside each of the given bases, and a copy of each feature a little off. */
export function doubled(draft: Draft, ids: ReadonlySet<string>): [Draft, string[]] {
  const made: string[] = [];
  let found = draft;
  for (const one of draft.bases.filter((base) => ids.has(base.id))) {
    let last = one.id;
    const right = (id: string): DraftBase | undefined => found.bases.find((b) => b.place.by === 'right_of' && b.place.to === id);
    for (let next = right(last); next; next = right(last)) last = next.id;
    const [after, id] = addBase(found, one.side, one.troops.replace(/ general$/, ''), { by: 'right_of', to: last });
    found = after;
    made.push(id);
  }
  for (const one of draft.terrain.filter((piece) => ids.has(piece.id))) {
    const id = featureId(found, one.kind);
    found = { ...found, terrain: [...found.terrain, { ...shiftTerrain(one, [20, -20]), id }] };
    made.push(id);
  }
  return [found, made];
}

/** The other side for bases, camps and towns. */
export function changedSides(draft: Draft, ids: ReadonlySet<string>): Draft {
  const other = (side: Side): Side => (side === 'red' ? 'blue' : 'red');
  return {
    ...draft,
    bases: draft.bases.map((one) => (ids.has(one.id) ? { ...one, side: other(one.side) } : one)),
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

/** The ordinary shape of a feature about a point, for the size of bases in use. */
export function usualShape(kind: string, at: Point, unit: number, size: Point): Partial<DraftTerrain> {
  const k = unit / 40;
  if (kind === 'road') return { line: [[0, at[1]], [size[0], at[1]]].map((p) => roundPoint(p as Point, 1)), width: round(24 * k, 1) };
  if (kind === 'river') return { line: [[0, at[1]], [size[0], at[1]]].map((p) => roundPoint(p as Point, 1)), width: round(30 * k, 1) };
  if (kind === 'waterway') return { outline: rectangle([size[0] / 2, size[1] - 30 * k], size[0], 60 * k) };
  const { form, keeper } = groundKind(kind);
  if (form === 'place') return { outline: rectangle(at, 80 * k, 40 * k), owner: 'red', ...(keeper ? { occupant: keeper } : {}) };
  const outline = oval(at, 85 * k, 60 * k, 12);
  if (!kind.endsWith('_hill')) return { outline };
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

