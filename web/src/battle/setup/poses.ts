/** Bases shifted about together before the battle. */

import { add, around, centre, times, turned } from '../../lib/geometry';
import type { Base, Point, Pose } from '../../lib/wire.gen';

/** Where some bases stand, by id. */
export const posesOf = (bases: readonly Base[]): Record<string, Pose> =>
  Object.fromEntries(bases.map((base) => [base.id, { front: base.front, facing: base.facing }]));

/** The middle of some bases. */
export function middleOf(bases: readonly Base[]): Point {
  return times(bases.reduce<Point>((sum, base) => add(sum, centre(base)), [0, 0]), 1 / (bases.length || 1));
}

/** Some bases turned clockwise about their common middle. */
export function turnedAll(bases: readonly Base[], by: number): Record<string, Pose> {
  const middle = middleOf(bases);
  return Object.fromEntries(bases.map((base) => [base.id, { front: around(base.front, middle, by), facing: turned(base.facing, by) }]));
}

/** A base facing another way about its own middle. */
export function straight(base: Base, facing: Point): Pose {
  return { front: add(centre(base), times(facing, base.depth / 2)), facing };
}

/** A set with one more, or without it. */
export function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
