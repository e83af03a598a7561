/** Shapes of terrain: rounded outlines, their middle, and the least rectangle about them. */

import { add, apart, around, bounds, direction, dot, minus, rightOf, times } from '../../lib/geometry';
import type { Point } from '../../lib/wire.gen';

/** Numbers that look like chance but are the same for the same seed. */
function* chances(seed: number): Generator<number, never> {
  let state = (seed * 2654435761 + 12345) >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 4294967296;
  }
}

/** A rounded outline about a point, filling a rectangle of that length and width, its length turned so many degrees. */
export function rounded(at: Point, long: number, wide: number, turn: number, seed: number, corners = 12): Point[] {
  const chance = chances(seed);
  const next = (): number => chance.next().value;
  const [twice, thrice] = [next() * 2 * Math.PI, next() * 2 * Math.PI];
  const raw = Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * (i + (next() - 0.5) * 0.3)) / corners;
    const reach = 1 + 0.1 * (0.6 * Math.sin(2 * angle + twice) + 0.4 * Math.sin(3 * angle + thrice));
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  const box = bounds(raw);
  return raw.map(([x, y]) => {
    const p: Point = [
      ((x - box.west) / (box.east - box.west) - 0.5) * long,
      ((y - box.south) / (box.north - box.south) - 0.5) * wide,
    ];
    return tidy(add(at, around(p, [0, 0], turn)));
  });
}

export const tidy = ([x, y]: Point): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10];

/** The centre of gravity of an outline. */
export function heart(outline: Point[]): Point {
  const a = outline[0] ?? [0, 0];
  let [x, y, total] = [0, 0, 0];
  for (let i = 1; i < outline.length - 1; i++) {
    const [b, c] = [outline[i] as Point, outline[i + 1] as Point];
    const part = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    x += (part * (a[0] + b[0] + c[0])) / 3;
    y += (part * (a[1] + b[1] + c[1])) / 3;
    total += part;
  }
  const box = bounds(outline);
  return Math.abs(total) > 0.01 ? [x / total, y / total] : [(box.west + box.east) / 2, (box.south + box.north) / 2];
}

export interface Extent {
  length: number;
  width: number;
  /** The direction of its length. */
  way: Point;
}

/** The least rectangle about an outline. */
export function extent(outline: Point[]): Extent {
  let best: (Extent & { area: number }) | null = null;
  const hull = hullOf(outline);
  hull.forEach((p, i) => {
    const q = hull[(i + 1) % hull.length] as Point;
    const long = apart(p, q);
    if (long < 1e-9) return;
    const way = times(minus(q, p), 1 / long);
    const span = (axis: Point): number => {
      const at = hull.map((r) => dot(r, axis));
      return Math.max(...at) - Math.min(...at);
    };
    const [one, other] = [span(way), span(rightOf(way))];
    if (!best || one * other < best.area - 1e-9) {
      best = { area: one * other, length: Math.max(one, other), width: Math.min(one, other), way: one >= other ? way : rightOf(way) };
    }
  });
  return best ?? { length: 0, width: 0, way: direction(90) };
}

function hullOf(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (order: Point[]): Point[] => {
    const found: Point[] = [];
    for (const p of order) {
      while (found.length > 1 && turns(found.at(-2) as Point, found.at(-1) as Point, p) <= 0) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turns = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** How far a point is from a stretch. */
export function fromStretch(p: Point, a: Point, b: Point): number {
  const way = minus(b, a);
  const share = Math.min(1, Math.max(0, dot(minus(p, a), way) / (dot(way, way) || 1)));
  return apart(p, add(a, times(way, share)));
}

/** How far a point is from a line or, when closed, an outline. */
export function fromLine(p: Point, line: Point[], closed: boolean): number {
  let least = Infinity;
  for (let i = closed ? 0 : 1; i < line.length; i++) {
    least = Math.min(least, fromStretch(p, line.at(i - 1) as Point, line[i] as Point));
  }
  return least;
}
