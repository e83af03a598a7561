/** Areas that overlap, drawn as one: their ground without darker patches, and only the outline of all together. */

import { add, inside, minus, times } from '../lib/geometry';
import type { Point } from '../lib/wire.gen';

/** Edges are looked at in bits of about this length, in mm. */
const BIT = 3;
/** How far beside an edge one looks whether another area goes on there, in mm. */
const BESIDE = 0.2;

const at = (p: Point): string => `${p[0].toFixed(1)} ${(-p[1]).toFixed(1)}`;

/** The same area with its points anticlockwise. */
function anticlockwise(area: Point[]): Point[] {
  const twice = area.reduce((sum, p, i) => {
    const q = area[(i + 1) % area.length] as Point;
    return sum + p[0] * q[1] - q[0] * p[1];
  }, 0);
  return twice < 0 ? [...area].reverse() : area;
}

/** The path of the ground of all areas, to be filled by the rule `nonzero`. */
export function groundOf(areas: Point[][]): string {
  return areas.map((area) => `M${anticlockwise(area).map(at).join('L')}Z`).join('');
}

/** The path of what of their edges lies in no other area. */
export function edgeOf(areas: Point[][]): string {
  const shapes = areas.map(anticlockwise);
  let path = '';
  for (const [n, area] of shapes.entries()) {
    let drawing = false;
    area.forEach((from, i) => {
      const way = minus(area[(i + 1) % area.length] as Point, from);
      const far = Math.hypot(...way);
      const bits = Math.max(1, Math.ceil(far / BIT));
      const out: Point = far ? [(way[1] / far) * BESIDE, (-way[0] / far) * BESIDE] : [0, 0];
      for (let bit = 0; bit < bits; bit++) {
        const beside = add(add(from, times(way, (bit + 0.5) / bits)), out);
        const covered = shapes.some((other, m) => m !== n && inside(beside, other));
        if (!covered && !drawing) path += `M${at(add(from, times(way, bit / bits)))}`;
        if (!covered) path += `L${at(add(from, times(way, (bit + 1) / bits)))}`;
        drawing = !covered;
      }
    });
  }
  return path;
}
