/** Choosing bases: by a box drawn on the felt, and with the arrow keys from one to the next. */

import { bounds, centre, corners, dot, inside, length, minus, type Standing } from '../../lib/geometry';
import type { Base, Point } from '../../lib/wire.gen';

/** The bases any part of which lies in the upright box between two points. */
export function boxed(bases: readonly Base[], a: Point, b: Point): Base[] {
  const box = bounds([a, b]);
  const frame: Point[] = [[box.west, box.south], [box.east, box.south], [box.east, box.north], [box.west, box.north]];
  const held = (p: Point): boolean => p[0] >= box.west && p[0] <= box.east && p[1] >= box.south && p[1] <= box.north;
  return bases.filter((base) => base.inside === null && ([...corners(base), centre(base)].some(held) || frame.some((p) => within(base, p))));
}

const within = (base: Standing, p: Point): boolean => inside(p, corners(base));

/** The base one comes to from another by going in a direction: near, and not too far aside. */
export function nextInWay(bases: readonly Base[], at: Base, way: Point): Base | null {
  let best: Base | null = null;
  let least = Infinity;
  for (const base of bases) {
    if (base.id === at.id || base.inside !== null) continue;
    const to = minus(centre(base), centre(at));
    const on = dot(to, way);
    const aside = Math.sqrt(Math.max(0, length(to) ** 2 - on ** 2));
    if (on <= 1 || aside > on * 2) continue;
    const far = on + aside * 2;
    if (far < least) [best, least] = [base, far];
  }
  return best;
}

/** The one after another in a row, or before it, and round again; null if there is no other. */
export function nextOf(row: readonly string[], after: string | null, back = false): string | null {
  const at = after === null ? -1 : row.indexOf(after);
  const next = at < 0 ? (back ? row.length - 1 : 0) : (at + (back ? -1 : 1) + row.length) % row.length;
  const found = row[next] ?? null;
  return found === after ? null : found;
}

/** A set with one taken in, or out if it was in. */
export function toggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const found = new Set(chosen);
  if (!found.delete(id)) found.add(id);
  return found;
}
