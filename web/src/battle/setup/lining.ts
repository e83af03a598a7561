/** Where to put the next element: beside the last, behind the line, or in the middle of the zone. */

import { COINCIDE, inside, penetration, place, corners, type Standing } from '../../lib/geometry';
import type { Base, Point, Pose } from '../../lib/wire.gen';

/** Whether a base stands free of others and of ground one may not be on, wholly in a zone. */
export function fits(base: Standing, others: readonly Standing[], zone: Point[], barred: readonly Point[][] = []): boolean {
  const within = corners(base).every((p) => inside(p, zone) || nearOutline(p, zone));
  return within && others.every((other) => penetration(base, other) <= COINCIDE) && !barred.some((ground) => meets(base, ground));
}

/** Whether a base lies on some ground, near enough to know where not to put it. */
function meets(base: Standing, ground: Point[]): boolean {
  const own = corners(base);
  const between = own.flatMap((p, i) => {
    const q = own[(i + 1) % 4] as Point;
    return [0, 0.25, 0.5, 0.75].map((t): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
  });
  return between.some((p) => inside(p, ground)) || ground.some((p) => inside(p, own));
}

function nearOutline(p: Point, zone: Point[]): boolean {
  return zone.some((b, i) => {
    const a = zone.at(i - 1) as Point;
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const off = Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / (long || 1);
    const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (long * long || 1);
    return off <= COINCIDE && along >= -1e-6 && along <= 1 + 1e-6;
  });
}

/**
 * The place for the next element: to the right of the last one, to the left of the line, behind it, or, when none is
 * there yet, so far ahead of the middle of the edge that its front is on the front of the zone.
 */
export function nextPlace(base: Base, last: Base | null, own: readonly Base[], others: readonly Base[], zone: Point[], first: Pose, barred: readonly Point[][] = []): Pose {
  const all = [...own, ...others];
  const free = (pose: Pose): boolean => fits({ ...base, ...pose }, all, zone, barred);
  const by = [...(last ? [last] : []), ...own.filter((one) => one !== last)];
  for (const relation of ['right_of', 'left_of', 'behind'] as const) {
    for (const one of by) {
      const pose = place(relation, one, base.width, base.depth);
      if (free(pose)) return pose;
    }
  }
  for (let step = 0; step < 40; step++) {
    const off = (step % 2 ? 1 : -1) * Math.ceil(step / 2) * base.width;
    const front: Point = [first.front[0] + first.facing[1] * off, first.front[1] - first.facing[0] * off];
    if (free({ front, facing: first.facing })) return { front, facing: first.facing };
  }
  return first;
}
