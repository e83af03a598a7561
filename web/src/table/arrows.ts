/** Arrows and lines over the table, as SVG paths. */

import { add, apart, minus, times } from '../lib/geometry';
import type { Point } from '../lib/wire.gen';

/** A line through points of the table. */
export const line = (points: readonly Point[]): string => points.map((p, i) => `${i ? 'L' : 'M'}${p[0].toFixed(2)} ${(-p[1]).toFixed(2)}`).join('');

/** An arrow as one shape, its shaft and its head, for a screen pixel of `px` mm; empty if it would be too short to see. */
export function arrow(from: Point, to: Point, px: number): string {
  const far = apart(from, to);
  if (far < 4 * px) return '';
  const way = times(minus(to, from), 1 / far);
  const side: Point = [-way[1], way[0]];
  const at = (along: number, aside: number): Point => add(from, add(times(way, along), times(side, aside)));
  const [half, wing, head] = [1.8 * px, 5.5 * px, Math.min(12 * px, far * 0.6)];
  return line([at(0, half), at(far - head, half), at(far - head, wing), at(far, 0), at(far - head, -wing), at(far - head, -half), at(0, -half)]) + 'Z';
}
