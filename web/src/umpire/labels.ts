/** Where the words on marks stand: over everything, and not over each other. */

import type { Mark, Point } from '../lib/wire';

export interface Label {
  words: string;
  at: Point;
}

/** Half the height of a line of words, and half the width of a letter, in pixels. */
const [HIGH, WIDE] = [7, 3.2];

const middle = (points: Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];

/** One label for each different thing said, moved down where another is in its way; `px` are mm to a pixel. */
export function placed(marks: Mark[], px: number): Label[] {
  const found: Label[] = [];
  for (const mark of marks) {
    if (!mark.label || !mark.points.length) continue;
    let at = middle(mark.points);
    if (found.some((one) => one.words === mark.label && Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) < 40 * px)) continue;
    const clashes = (p: Point): boolean =>
      found.some((one) => Math.abs(one.at[1] - p[1]) < 2 * HIGH * px && Math.abs(one.at[0] - p[0]) < (one.words.length + mark.label.length) * WIDE * px);
    for (let i = 0; i < 20 && clashes(at); i += 1) at = [at[0], at[1] - HIGH * px];
    found.push({ words: mark.label, at });
  }
  return found;
}
