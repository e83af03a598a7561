/** Where the words on marks stand: near what they are about, not over each other and not over bases. */

import { corners, inside, type Standing } from '../lib/geometry';
import type { Mark, Point } from '../lib/wire.gen';

export interface Label {
  words: string;
  at: Point;
  /** What it is about, when the words had to go some way from there. */
  from: Point | null;
}

/** Half the height of a line of words, and half the width of a letter, in pixels. */
const [HIGH, WIDE] = [7, 3.3];
/** How far words go at most, and from where on a line leads to them, in pixels. */
const [FURTHEST, LED] = [90, 16];
/** Down first, for that is where one looks for words. */
const WAYS: Point[] = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]];

const middle = (points: Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];

/** One label for each different thing said; `px` are mm to a pixel. */
export function placed(marks: Mark[], px: number, bases: Standing[] = []): Label[] {
  const found: Label[] = [];
  const outlines = bases.map(corners);
  for (const mark of marks) {
    if (!mark.label || !mark.points.length) continue;
    const about = middle(mark.points);
    if (found.some((one) => one.words === mark.label && apart(one.from ?? one.at, about) < 40 * px)) continue;
    const clashes = (p: Point): boolean =>
      found.some((one) => Math.abs(one.at[1] - p[1]) < 2 * HIGH * px && Math.abs(one.at[0] - p[0]) < (one.words.length + mark.label.length) * WIDE * px);
    const covers = (p: Point): boolean => {
      const half = mark.label.length * WIDE * px;
      return outlines.some((outline) => grid(p, half, (HIGH - 2) * px).some((point) => inside(point, outline)));
    };
    const at = near(about, px, (p) => !clashes(p) && !covers(p)) ?? near(about, px, (p) => !clashes(p)) ?? about;
    found.push({ words: mark.label, at, from: apart(at, about) > LED * px ? about : null });
  }
  return found;
}

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Points all over a box of words. */
function grid([x, y]: Point, half: number, high: number): Point[] {
  return [-1, -0.5, 0, 0.5, 1].flatMap((i) => [-1, 0, 1].map((j): Point => [x + i * half, y + j * high]));
}

/** The nearest place that is free, looking round in growing circles. */
function near(about: Point, px: number, free: (p: Point) => boolean): Point | null {
  if (free(about)) return about;
  for (let far = HIGH; far <= FURTHEST; far += HIGH) {
    for (const [x, y] of WAYS) {
      const at: Point = [about[0] + x * far * px, about[1] + y * far * px];
      if (free(at)) return at;
    }
  }
  return null;
}
