/** The steps of a unit group: where its bases end, exactly as the umpire works it out, and how far the front corners go. */

import { add, apart, around, corners, COINCIDE, dot, rightOf, sameWay, times, turned, type Standing } from '../../lib/geometry';
import type { Base, MegStep, Point, Step, Unit } from '../../lib/wire.gen';
import { filesOf } from '../../table/unitGroups';

export type Hand = 'left' | 'right';

export interface Walked {
  bases: Base[];
  facing: Point;
  /** How far the front corner went that went farthest, in mm. */
  used: number;
}

/** The steps of a drag as steps of a unit group. */
export function fromSteps(steps: readonly Step[]): MegStep[] {
  return steps.flatMap((one) => [
    ...(one.wheel ? [step('wheel', one.wheel, one.pivot === 'right' ? 'right' : 'left')] : []),
    ...(one.advance ? [step(one.advance > 0 ? 'advance' : 'back', Math.abs(one.advance))] : []),
    ...(one.shift ? [step('shift', one.shift)] : []),
  ]);
}

export const step = (kind: string, amount: number, hand: Hand | '' = '', form = ''): MegStep => ({ kind, amount, hand, form });

/** The footprints that face the front; all if none does. */
function facingFront(bases: readonly Base[], facing: Point): readonly Base[] {
  const found = bases.filter((base) => dot(base.facing, facing) > 0.9);
  return found.length ? found : bases;
}

/** The left or right end of the front edge. */
export function frontCorner(bases: readonly Base[], facing: Point, hand: Hand): Point {
  const ahead = facingFront(bases, facing);
  const right = rightOf(facing);
  const top = Math.max(...ahead.map((base) => dot(base.front, facing)));
  const ends = ahead.filter((base) => dot(base.front, facing) >= top - COINCIDE).map((base) => corners(base)[hand === 'left' ? 0 : 1]);
  return ends.reduce((best, p) => (dot(p, right) * (hand === 'left' ? -1 : 1) > dot(best, right) * (hand === 'left' ? -1 : 1) ? p : best));
}

/** Where the bases of a unit group stand after some steps; null if it has no shape for one of them. */
export function walked(bases: readonly Base[], facing: Point, steps: readonly MegStep[]): Walked | null {
  let here: Base[] = [...bases];
  let ahead = facing;
  let [left, right] = [0, 0];
  for (const one of steps) {
    const amount = one.amount ?? 0;
    const hand: Hand = one.hand === 'right' ? 'right' : 'left';
    if (one.kind === 'advance' || one.kind === 'back' || one.kind === 'shift') {
      const by = one.kind === 'shift' ? times(rightOf(ahead), amount) : times(ahead, one.kind === 'back' ? -amount : amount);
      here = here.map((base) => ({ ...base, front: add(base.front, by) }));
      if (one.kind !== 'shift') [left, right] = [left + amount, right + amount];
    } else if (one.kind === 'wheel') {
      const pivot = frontCorner(here, ahead, hand);
      const clockwise = hand === 'right' ? amount : -amount;
      const far = (apart(pivot, frontCorner(here, ahead, hand === 'left' ? 'right' : 'left')) * amount * Math.PI) / 180;
      if (hand === 'left') right += far;
      else left += far;
      here = here.map((base) => ({ ...base, front: around(base.front, pivot, clockwise), facing: turned(base.facing, clockwise) }));
      ahead = turned(ahead, clockwise);
    } else if (one.kind !== 'form') {
      const found = reformed(here, ahead, one, hand);
      if (!found) return null;
      here = found;
      if (one.kind === 'turn') ahead = (here[0] as Base).facing;
    }
  }
  return { bases: here, facing: ahead, used: Math.max(left, right) };
}

/** Files and ranks with a place for every cell of the body. */
class Body {
  readonly files: Base[][];
  constructor(readonly bases: Base[], readonly facing: Point) {
    this.files = filesOf(bases, facing);
  }

  get first(): Base {
    return (this.files[0] as Base[])[0] as Base;
  }

  get ranks(): number {
    return Math.max(...this.files.map((file) => file.length));
  }

  place(file: number, rank: number): Point {
    const { front, width, depth } = this.first;
    return add(front, add(times(rightOf(this.facing), file * width), times(this.facing, -rank * depth)));
  }

  /** The bases on new places: who stands on one stays there, the others fill the rest from the rear. */
  on(cells: Point[]): Base[] {
    const left = [...cells];
    const places = new Map<string, Point>();
    for (const base of this.bases) {
      const at = left.findIndex((cell) => apart(cell, base.front) <= COINCIDE);
      if (at >= 0) places.set(base.id, left.splice(at, 1)[0] as Point);
    }
    const waiting = this.bases.filter((base) => !places.has(base.id)).sort((a, b) => dot(a.front, this.facing) - dot(b.front, this.facing));
    waiting.forEach((base, i) => places.set(base.id, left[i] as Point));
    return this.bases.map((base) => ({ ...base, front: places.get(base.id) ?? base.front, facing: this.facing }));
  }

  reshaped(first: number, files: number, fromLeft: boolean): Base[] {
    const cells = this.bases.map((_, i) => {
      const [rank, file] = [Math.floor(i / files), i % files];
      return this.place(first + (fromLeft ? file : files - 1 - file), rank);
    });
    return this.on(cells);
  }
}

function reformed(bases: Base[], facing: Point, one: MegStep, hand: Hand): Base[] | null {
  if (!bases.every((base) => sameWay(base.facing, facing))) return null;
  const body = new Body(bases, facing);
  const count = one.amount ?? 0;
  if (one.kind === 'expand') {
    const wide = body.files.length + count;
    return wide <= bases.length ? body.reshaped(hand === 'left' ? -count : 0, wide, hand === 'right') : null;
  }
  if (one.kind === 'contract') {
    const wide = body.files.length - count;
    return wide >= 1 ? body.reshaped(hand === 'left' ? count : 0, wide, hand === 'left') : null;
  }
  return Math.abs(count) === 180 ? turnedAbout(body) : turnedAside(body, count > 0 ? 'right' : 'left');
}

/** Each base turns about on its spot; gaps of the new front rank are filled from the rear. */
function turnedAbout(body: Body): Base[] {
  const places = new Map<string, Point>();
  body.files.forEach((file, n) => {
    const short = file.length < body.ranks;
    const order = short ? [...file.slice(1), file[0] as Base] : file;
    order.forEach((base, i) => places.set(base.id, add(body.place(n, i + (short ? 1 : 0)), times(body.facing, -base.depth))));
  });
  return body.bases.map((base) => ({ ...base, front: places.get(base.id) as Point, facing: times(body.facing, -1) }));
}

/** Turned by 90 degrees, the new front edge on the line of the old side edge. */
function turnedAside(body: Body, hand: Hand): Base[] {
  const { first, facing } = body;
  const files = Math.max(1, Math.floor((body.ranks * first.depth) / first.width + 0.5));
  const corner = frontCorner(body.bases, facing, hand);
  const faces = times(rightOf(facing), hand === 'right' ? 1 : -1);
  const order = (hand === 'right' ? [...body.files].reverse() : body.files).flat();
  const places = new Map<string, Point>();
  order.forEach((base, n) => {
    const [rank, file] = [Math.floor(n / files), n % files];
    places.set(base.id, add(corner, add(times(facing, -(file + 0.5) * first.width), times(faces, -rank * first.depth))));
  });
  return body.bases.map((base) => ({ ...base, front: places.get(base.id) as Point, facing: faces }));
}

/** The action whose steps these are, for a unit group of some type: "M2" straight ahead, "M3" with a wheel, ...; null if none. */
export function actionFor(steps: readonly MegStep[], type: string, light: boolean): string | null {
  const kinds = steps.map((one) => (one.kind === 'turn' ? (Math.abs(one.amount ?? 0) === 180 ? 'u' : 't') : (LETTERS[one.kind] ?? '?')));
  const shifts = steps.filter((one) => one.kind === 'shift').length;
  const written = kinds.join('').replace(/a+/g, 'a');
  if (type === 'artillery') return /^(a|w|t|u)$/.test(written) ? 'M15' : null;
  if (shifts && /^(as|sa|asa)$/.test(written)) return 'M5';
  const bare = written.replace('s', '');
  if (bare === 'f' || bare === '') return steps.length && bare === '' ? null : 'M1';
  if (bare === 'b') return light ? 'M12' : 'M13';
  for (const [action, pattern] of PATTERNS) if (pattern.test(bare)) return action;
  return null;
}

/** The action whose steps these are, for a unit group. */
export function actionOf({ kind, troops }: Unit, steps: readonly MegStep[]): string | null {
  return actionFor(steps, troops.type, kind === 'SuG' || troops.type === 'cavalry' || troops.type === 'camelry');
}

const LETTERS: Record<string, string> = { advance: 'a', back: 'b', wheel: 'w', shift: 's', expand: 'e', contract: 'c', form: 'f' };
const PATTERNS: [string, RegExp][] = [
  ['M2', /^a$/], ['M3', /^a?wa?$/], ['M4', /^a?wawa?$/], ['M6', /^(ac|ca|aca)$/], ['M7', /^ee?$/], ['M8', /^cc?$/], ['M9', /^(t|u)$/], ['M10', /^ua$/], ['M11', /^ta$/],
];

/** The rectangle round a walked body. */
export const standingOf = (walk: Walked): Standing[] => walk.bases;
