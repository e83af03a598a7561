/** Which part of a table a question is about: the bases and ground it names. */

import { bounds, corners } from '../lib/geometry';
import type { Point, Position } from '../lib/wire.gen';
import type { Camera } from './camera.svelte';
import { basesNamed } from './unitGroups';

/** How much of the table is shown around the bases of a question, in mm. */
const AROUND = 45;

/** Every name in the arguments of a question, however deep. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value).flatMap(namesIn)] : [];
}

/** The corners of the bases a question names; of the ground it names when it names no base, and of all bases when it names neither. */
export function pointsOf(position: Position, args: unknown): Point[] {
  const named = new Set(namesIn(args));
  const standing = position.bases.filter((base) => base.inside === null);
  const known = basesNamed(position, named);
  const bases = standing.filter((base) => known.has(base.id)).flatMap((base) => corners(base));
  const places = position.terrain.filter((piece) => named.has(piece.id) || position.bases.some((base) => base.inside === piece.id && named.has(base.id)));
  const found = [...bases, ...(bases.length ? [] : places.flatMap((piece) => [...piece.outline, ...piece.line]))];
  return found.length ? found : standing.flatMap((base) => corners(base));
}

/** Come close to what a question is about. */
export function frameQuestion(camera: Camera, position: Position, args: unknown): void {
  const points = pointsOf(position, args);
  if (points.length) camera.frame(bounds(points), AROUND);
}
