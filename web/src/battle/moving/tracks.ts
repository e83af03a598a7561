/** The ways a plan leads: the lines the outer front corners go, and where to hold it by its handles. */

import { add, corners, local, rightOf, times, type Standing } from '../../lib/geometry';
import type { Base, Point } from '../../lib/wire.gen';
import { pivotOf, stride } from './marching';
import { ghosts, stepsOf, type Plan } from './plans';

/** How finely the arc of a wheel is drawn (degrees). */
const FINE = 4;

/** The lines that the left and right front corners of the whole go. */
export function tracks(plan: Plan): Point[][] {
  const steps = stepsOf(plan);
  if (plan.kind === 'single') {
    const [base] = plan.members as [Base];
    if (base.inside !== null) return [];
    const places = [base, ...plan.legs.map((leg) => ({ ...base, ...leg }))];
    return ([0, 1] as const).map((i) => places.map((one) => corners(one)[i]));
  }
  if (!steps || (plan.kind === 'steps' && plan.road)) {
    const there = ghosts(plan);
    return plan.members.map((base, i) => [base.front, (there[i] as Base).front]);
  }
  const found: [Point[], Point[]] = [[pivotOf(plan.members, 'left')], [pivotOf(plan.members, 'right')]];
  let here: Standing[] = plan.members;
  for (const step of steps) {
    const pieces = step.wheel ? Math.max(1, Math.ceil(Math.abs(step.wheel) / FINE)) : 1;
    const start = here;
    for (let i = 1; i <= pieces; i++) {
      here = stride(start, step.wheel ? { ...step, wheel: (step.wheel * i) / pieces } : step);
      found[0].push(pivotOf(here, 'left'));
      found[1].push(pivotOf(here, 'right'));
    }
  }
  return found;
}

export interface Holds {
  facing: Point;
  left: Point;
  right: Point;
  ahead: Point;
  rear: Point;
  side: Point;
}

/** Where the handles of some bases are, so far off them (mm). */
export function holdsOf(members: readonly Standing[], off: number): Holds {
  const first = members[0] as Standing;
  const seen = members.flatMap((base) => corners(base).map((p) => local(first, p)));
  const [west, east] = [Math.min(...seen.map((p) => p[0])), Math.max(...seen.map((p) => p[0]))];
  const [back, front] = [Math.min(...seen.map((p) => p[1])), Math.max(...seen.map((p) => p[1]))];
  const at = (right: number, ahead: number): Point =>
    add(first.front, add(times(rightOf(first.facing), right), times(first.facing, ahead)));
  const mid = (west + east) / 2;
  return {
    facing: first.facing,
    left: at(west - off * 0.5, front + off * 0.5),
    right: at(east + off * 0.5, front + off * 0.5),
    ahead: at(mid, front + off * 1.6),
    rear: at(mid, back - off),
    side: at(east + off, back - off * 0.35),
  };
}
