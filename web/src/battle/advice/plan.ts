/** The plan of a bound as arrows: which bases each move carries, and from where to where. */

import { add, centre, times } from '../../lib/geometry';
import type { Base, PlannedMove, Point } from '../../lib/wire.gen';

/** One numbered arrow: the middle of the bases it moves, before and after, and how they stand after it. */
export interface PlanArrow {
  number: number;
  from: Point;
  to: Point;
  moved: Base[];
}

/** The arrows of a plan in order. A decision that moves nobody has none. */
export function planArrows(bases: readonly Base[], plan: readonly PlannedMove[]): PlanArrow[] {
  const standing = new Map(bases.map((base) => [base.id, base]));
  const arrows: PlanArrow[] = [];
  plan.forEach(({ places }, i) => {
    const before = Object.keys(places).map((id) => standing.get(id)).filter((base): base is Base => base !== undefined);
    if (!before.length) return;
    const moved = before.map<Base>((base) => ({ ...base, ...places[base.id], inside: null }));
    for (const base of moved) standing.set(base.id, base);
    arrows.push({ number: i + 1, from: middle(before), to: middle(moved), moved });
  });
  return arrows;
}

function middle(bases: Base[]): Point {
  return times(bases.map(centre).reduce(add), 1 / bases.length);
}
