import { direction } from '../src/lib/geometry';
import type { Base, Point, Position, Side } from '../src/lib/wire.gen';

/** A base standing somewhere, facing so many degrees clockwise from north. */
export function base(id: string, side: Side, front: Point, facing = 0, depth = 15, more: Partial<Base> = {}): Base {
  return {
    id, side, code: '4Bd', kind: 'blades', width: 40, depth, front, facing: direction(facing), general: false,
    dismounts: null, inside: null, crossing: null, moved: false, recoiled: false, sacking: false,
    dismounted_this_bound: false, attached: null, ...more,
  };
}

export function table(...bases: Base[]): Position {
  return {
    edition: 'dba22', size: [600, 600], bases, terrain: [],
    scale: { name: '15mm', base_width: 40, mm_per_100_paces: 25 },
    active: 'red', bound: 2, lost: {}, unlanded: {}, options: {},
  };
}

/** A line of red bases side by side, from left to right as they face, beginning at a place. */
export function line(count: number, at: Point, facing = 0): Base[] {
  const [x, y] = direction(facing);
  return Array.from({ length: count }, (_, i) => base(`R${i + 1}`, 'red', [at[0] + y * 40 * i, at[1] - x * 40 * i], facing));
}
