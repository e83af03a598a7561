/** What a drag means: how a single base or a group follows the hand that took hold of it. */

import { add, apart, COINCIDE, dot, length, local, minus, rightOf, times, turnBetween, type Standing } from '../../lib/geometry';
import type { Point, Step } from '../../lib/wire.gen';
import { marched, pivotOf, tidy, type Hand } from './marching';

/** A hand that strays less than this from straight ahead means straight ahead (mm, or a share of the way). */
const RAIL = 4;
const RAIL_SHARE = 0.07;
/** Wheels of less than this are not meant (degrees). */
const LEAST_WHEEL = 1.5;

/** Whether the hand goes straight ahead or straight back. */
export function straightOn(facing: Point, held: Point, hand: Point): boolean {
  const way = minus(hand, held);
  return Math.abs(dot(way, rightOf(facing))) <= Math.max(RAIL, RAIL_SHARE * Math.abs(dot(way, facing)));
}

/**
 * The steps by which a group follows: straight ahead while the hand goes straight; a wheel and then an advance that
 * bring the point it holds under the hand; and where only a step sideways does that, an advance with a shift.
 */
export function groupFollows(members: readonly Standing[], held: Point, hand: Point): Step[] {
  const first = members[0] as Standing;
  const way = minus(hand, held);
  const [right, ahead] = [dot(way, rightOf(first.facing)), dot(way, first.facing)];
  if (straightOn(first.facing, held, hand)) return tidy([{ advance: ahead }]);
  if (ahead > 0.6 * Math.abs(right)) {
    const found = wheelThenAdvance(members, held, hand, right > 0 ? 'right' : 'left');
    if (found) return found;
  }
  return tidy([{ advance: ahead, shift: right }]);
}

/** A wheel about one front corner and an advance that bring a point under the hand, as well as they can. */
export function wheelThenAdvance(members: readonly Standing[], held: Point, hand: Point, pivot: Hand): Step[] | null {
  const first = members[0] as Standing;
  const corner = pivotOf(members, pivot);
  const [arm, to] = [minus(held, corner), minus(hand, corner)];
  const on = dot(arm, first.facing);
  const room = on * on - dot(arm, arm) + dot(to, to);
  const advance = room > 0 ? Math.max(0, Math.sqrt(room) - on) : 0;
  const turn = turnBetween(add(arm, times(first.facing, advance)), to);
  const wheel = pivot === 'right' ? turn : -turn;
  if (wheel < 0 || wheel > 120) return null;
  return wheel < LEAST_WHEEL ? tidy([{ advance }]) : tidy([{ wheel, pivot }, { advance }]);
}

/** How far a group wheels about a corner when the hand takes hold of the other front corner. */
export function wheelTo(members: readonly Standing[], pivot: Hand, hand: Point): number {
  const corner = pivotOf(members, pivot);
  const other = pivotOf(members, pivot === 'left' ? 'right' : 'left');
  const turn = turnBetween(minus(other, corner), minus(hand, corner));
  return pivot === 'right' ? turn : -turn;
}

/** How far ahead, and how far to the right, the hand is of where it took hold. */
export function handAhead(members: readonly Standing[], held: Point, hand: Point): Point {
  const first = members[0] as Standing;
  return local({ front: held, facing: first.facing }, hand);
}

/** Whether steps go further than the limit. */
export function beyond(members: readonly Standing[], steps: readonly Step[], limit: number | null): boolean {
  return limit !== null && marched(members, steps) > limit + COINCIDE;
}

/** Steps that would go too far, cut to end at the limit exactly; others as they are. */
export function reined(members: readonly Standing[], steps: readonly Step[], limit: number | null): Step[] {
  const over = limit === null ? 0 : marched(members, steps) - limit;
  const last = steps.at(-1);
  if (limit === null || over <= 0 || !last) return [...steps];
  const before = steps.slice(0, -1);
  const whole = marched(members, steps) - marched(members, before);
  if (over >= whole) return reined(members, before, limit);
  const share = (whole - over) / whole;
  const part: Step = {};
  if (last.advance) part.advance = last.advance * share;
  if (last.shift) part.shift = last.shift * share;
  if (last.wheel) Object.assign(part, { wheel: last.wheel * share, pivot: last.pivot });
  return tidy([...before, part]);
}

/** A point outside a circle about another, pulled back to it. */
export function reinedIn(p: Point, about: Point, limit: number | null): Point {
  const far = apart(p, about);
  if (limit === null || far <= limit) return p;
  const way = minus(p, about);
  return add(about, times(way, limit / length(way)));
}
