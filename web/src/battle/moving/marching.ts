/** A group that keeps its formation through some steps: where every member ends, exactly as the umpire works it out. */

import { add, apart, around, corners, COINCIDE, dot, local, minus, rightOf, spun, times, turnBetween, turned, turnFrom,
  sameWay, coincide, type Standing } from '../../lib/geometry';
import type { Point, Pose, Step } from '../../lib/wire.gen';

export type Hand = 'left' | 'right';

/** How well places must fit a formation to be read as steps. */
const FIT = 2 * COINCIDE;

/** The left or right front corner of a group: that of the foremost base in its outermost file. */
export function pivotOf(members: readonly Standing[], hand: Hand): Point {
  const first = members[0] as Standing;
  const sense = hand === 'left' ? -1 : 1;
  const seen = members.map((base) => {
    const corner = corners(base)[hand === 'left' ? 0 : 1];
    const [right, ahead] = local(first, corner);
    return { corner, out: sense * right, ahead };
  });
  const outmost = Math.max(...seen.map((one) => one.out));
  const ends = seen.filter((one) => one.out >= outmost - COINCIDE);
  return ends.reduce((best, one) => (one.ahead > best.ahead ? one : best)).corner;
}

/** The hand whose front corner a wheel goes about. */
const handOf = (step: Step): Hand => (step.pivot === 'right' ? 'right' : 'left');

/** Where members stand after one step. */
export function stride<T extends Standing>(members: readonly T[], step: Step): T[] {
  if (step.wheel) {
    const hand = handOf(step);
    const pivot = pivotOf(members, hand);
    const clockwise = hand === 'left' ? -step.wheel : step.wheel;
    return members.map((base) => ({
      ...base,
      front: around(base.front, pivot, clockwise),
      facing: turned(base.facing, clockwise),
    }));
  }
  const facing = (members[0] as T).facing;
  const by = add(times(facing, step.advance ?? 0), times(rightOf(facing), step.shift ?? 0));
  return members.map((base) => ({ ...base, front: add(base.front, by) }));
}

export function march<T extends Standing>(members: readonly T[], steps: readonly Step[]): T[] {
  return steps.reduce<T[]>((here, step) => stride(here, step), [...members]);
}

/** Steps with those that say nothing left out and those that go on in the same way put together. */
export function tidy(steps: readonly Step[]): Step[] {
  const found: Step[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (step.wheel) {
      if (last?.wheel && last.pivot === step.pivot) found[found.length - 1] = { ...last, wheel: last.wheel + step.wheel };
      else found.push({ wheel: step.wheel, pivot: step.pivot ?? 'left' });
    } else if (step.advance || step.shift) {
      if (last && !last.wheel) found[found.length - 1] = straight((last.advance ?? 0) + (step.advance ?? 0), (last.shift ?? 0) + (step.shift ?? 0));
      else found.push(straight(step.advance ?? 0, step.shift ?? 0));
    }
  }
  return found.filter((step) => !blank(step));
}

const blank = (step: Step): boolean =>
  [step.advance, step.wheel, step.shift].every((value) => Math.abs(value ?? 0) < 1e-9);

const straight = (advance: number, shift: number): Step => ({
  ...(Math.abs(advance) > 1e-9 ? { advance } : {}),
  ...(Math.abs(shift) > 1e-9 ? { shift } : {}),
});

/** How far the member goes that goes furthest: arcs of outer front corners, and straight parts from start to end. */
export function marched(members: readonly Standing[], steps: readonly Step[]): number {
  let here: Standing[] = [...members];
  const gone = members.map(() => 0);
  for (const step of steps) {
    const pivot = step.wheel ? pivotOf(here, handOf(step)) : null;
    const there = stride(here, step);
    here.forEach((base, i) => {
      const [left, right] = corners(base);
      const far = pivot
        ? (Math.max(apart(left, pivot), apart(right, pivot)) * Math.abs(step.wheel ?? 0) * Math.PI) / 180
        : apart(base.front, (there[i] as Standing).front);
      gone[i] = (gone[i] as number) + far;
    });
    here = there;
  }
  return Math.max(0, ...gone);
}

/** Whether every member keeps its place in the formation, wherever that goes. */
export function keepsFormation(here: readonly Standing[], there: readonly Standing[]): boolean {
  const [a, b] = [here[0], there[0]];
  if (!a || !b) return true;
  const by = turnFrom(a.facing, b.facing);
  return here.every((base, i) => {
    const end = there[i] as Standing;
    const at = add(b.front, spun(minus(base.front, a.front), by));
    return apart(at, end.front) <= FIT && sameWay(spun(base.facing, by), end.facing);
  });
}

/**
 * The steps that lead from one place of a formation to another: straight ahead, a wheel with advances before and after
 * it, or else an advance with a shift. None when the formation is not kept, or only steps back would lead there.
 */
export function stepsBetween(here: readonly Standing[], there: readonly Standing[]): Step[] | null {
  const [a, b] = [here[0], there[0]];
  if (!a || !b || !keepsFormation(here, there)) return null;
  if (sameWay(a.facing, b.facing)) {
    const [right, ahead] = local(a, b.front);
    if (ahead < -COINCIDE) return null;
    return tidy([straight(Math.abs(ahead) <= COINCIDE ? 0 : ahead, Math.abs(right) <= COINCIDE ? 0 : right)]);
  }
  const degrees = turnBetween(a.facing, b.facing);
  const hand: Hand = degrees > 0 ? 'right' : 'left';
  const pivot = pivotOf(here, hand);
  const end = add(b.front, spun(minus(pivot, a.front), turnFrom(a.facing, b.facing)));
  const split = splitWay(minus(end, pivot), a.facing, b.facing);
  if (!split) return null;
  return tidy([{ advance: split[0] }, { wheel: Math.abs(degrees), pivot: hand }, { advance: split[1] }]);
}

/** A way split into a part in the first direction and one in the second; none when either would be backward. */
function splitWay(gone: Point, before: Point, after: Point): Point | null {
  if (coincide(gone, [0, 0])) return [0, 0];
  const cross = before[0] * after[1] - before[1] * after[0];
  if (Math.abs(cross) < 1e-9) return null;
  const a = (gone[0] * after[1] - gone[1] * after[0]) / cross;
  const b = (before[0] * gone[1] - before[1] * gone[0]) / cross;
  if (Math.abs(a) <= FIT && b > -FIT) return [0, Math.max(0, dot(gone, after))];
  if (Math.abs(b) <= FIT && a > -FIT) return [Math.max(0, dot(gone, before)), 0];
  return a >= 0 && b >= 0 ? [a, b] : null;
}

/** The pose of each member, by id. */
export function posesOf(bases: readonly (Standing & { id: string })[]): Record<string, Pose> {
  return Object.fromEntries(bases.map((base) => [base.id, { front: base.front, facing: base.facing }]));
}
