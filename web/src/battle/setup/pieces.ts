/** Pieces of terrain as one shifts them about: moved, turned, resized, and their corners pulled; always on the board. */

import { add, apart, around, bounds, dot, inside, minus, strip, times } from '../../lib/geometry';
import type { Point, Terrain } from '../../lib/wire.gen';
import { groundKind, isPlace } from '../../table/ground.svelte';
import { between, EDGES, edgeAt, edgeOfWater, nearestEdge, onBoard, shoreOf, toSide, toTable, INWARD, lengthOf, type Edge } from './board';
import { extent, heart } from './shapes';

/** The parts of a piece that have corners one can pull. */
export type Part = 'outline' | 'line' | 'crest';

export const isStrip = (piece: Terrain): boolean => piece.line.length > 0;
export const isWater = (piece: Terrain): boolean => piece.kind === 'waterway';
export const isArea = (piece: Terrain): boolean => !isStrip(piece) && !isWater(piece);

export function groundOf(piece: Terrain): Point[] {
  return piece.outline.length ? piece.outline : strip(piece.line, piece.width);
}

/** A name of its own: "woods", "woods 2". */
export function nameFor(kind: string, pieces: Terrain[]): string {
  const word = groundKind(kind).name;
  const taken = new Set(pieces.map((piece) => piece.id));
  for (let n = 1; ; n++) {
    const name = n === 1 ? word : `${word} ${n}`;
    if (!taken.has(name)) return name;
  }
}

export function middleOf(piece: Terrain): Point {
  if (isStrip(piece)) return piece.line[Math.floor(piece.line.length / 2)] as Point;
  return heart(piece.outline);
}

const carry = (piece: Terrain, to: (p: Point) => Point): Terrain => ({
  ...piece,
  outline: piece.outline.map(to),
  line: piece.line.map(to),
  crest: piece.crest.map(to),
});

/** A piece shifted as a whole so far that it lies on the board. */
function pulledIn(piece: Terrain, size: Point): Terrain {
  const box = bounds(piece.outline);
  const x = box.west < 0 ? -box.west : Math.min(0, size[0] - box.east);
  const y = box.south < 0 ? -box.south : Math.min(0, size[1] - box.north);
  return x || y ? carry(piece, (p) => add(p, [x, y])) : piece;
}

/** A piece moved. Rivers and roads keep their ends on their edges; a waterway reaches further in or less far. */
export function moved(piece: Terrain, by: Point, size: Point): Terrain {
  if (isWater(piece)) return deepened(piece, dot(by, INWARD[edgeOfWater(piece, size)]), size);
  if (!isStrip(piece)) return pulledIn(carry(piece, (p) => add(p, by)), size);
  const last = piece.line.length - 1;
  const line = piece.line.map((p, i) => {
    const there = onBoard(add(p, by), size);
    const edge = i === 0 || i === last ? edgeAt(p, size) : null;
    return edge ? toTable([toSide(there, edge, size)[0], 0], edge, size) : there;
  });
  return { ...piece, line };
}

/** A piece turned clockwise about its middle. A waterway goes on to the next edge. */
export function turned(piece: Terrain, degrees: number, size: Point): Terrain {
  if (isWater(piece)) return nextEdge(piece, degrees > 0 ? 1 : -1, size);
  const about = middleOf(piece);
  const there = carry(piece, (p) => around(p, about, degrees));
  if (!isStrip(piece)) return pulledIn(there, size);
  const last = piece.line.length - 1;
  const line = there.line.map((p, i) =>
    (i === 0 || i === last) && edgeAt(piece.line[i] as Point, size) ? outwards(about, p, size) : onBoard(p, size),
  );
  return { ...piece, line };
}

/** Where the line from a point of the board towards another leaves the board. */
function outwards(from: Point, to: Point, [w, h]: Point): Point {
  const way = minus(to, from);
  const far = [
    way[0] > 0 ? (w - from[0]) / way[0] : way[0] < 0 ? -from[0] / way[0] : Infinity,
    way[1] > 0 ? (h - from[1]) / way[1] : way[1] < 0 ? -from[1] / way[1] : Infinity,
  ];
  return onBoard(add(from, times(way, Math.min(...far))), [w, h]);
}

/** A piece larger or smaller by a factor; all corners keep their direction from its middle. */
export function scaled(piece: Terrain, by: number, size: Point): Terrain {
  if (!isArea(piece)) return piece;
  const about = middleOf(piece);
  return pulledIn(carry(piece, (p) => add(about, times(minus(p, about), by))), size);
}

/** A piece of another length or width, in mm, stretched along or across its length. */
export function sized(piece: Terrain, side: 'length' | 'width', mm: number, size: Point): Terrain {
  if (!isArea(piece) || mm <= 0) return piece;
  const now = extent(piece.outline);
  const by = mm / (now[side] || mm);
  const about = middleOf(piece);
  const way: Point = side === 'length' ? now.way : [now.way[1], -now.way[0]];
  return pulledIn(carry(piece, (p) => add(p, times(way, dot(minus(p, about), way) * (by - 1)))), size);
}

/** A waterway reaching further in everywhere. */
function deepened(piece: Terrain, by: number, size: Point): Terrain {
  const edge = edgeOfWater(piece, size);
  return waterway(piece, shoreOf(piece, edge, size).map(([across, out]) => [across, Math.max(4, out + by)]), edge, size);
}

/** A waterway with this shore, told from left to right as the side of its edge sees it. */
export function waterway(piece: Terrain, shore: Point[], edge: Edge, size: Point): Terrain {
  const outline: Point[] = [...shore, [lengthOf(edge, size), 0], [0, 0]];
  return { ...piece, outline: outline.map((p) => toTable(p, edge, size)) };
}

function nextEdge(piece: Terrain, by: number, size: Point): Terrain {
  const edge = edgeOfWater(piece, size);
  const next = EDGES[(EDGES.indexOf(edge) + by + 4) % 4] as Edge;
  const stretch = lengthOf(next, size) / lengthOf(edge, size);
  return waterway(piece, shoreOf(piece, edge, size).map(([across, out]) => [across * stretch, out]), next, size);
}

/** The corners of a piece one can pull, with the part they belong to. */
export function cornersOf(piece: Terrain): { part: Part; index: number; at: Point }[] {
  const of = (part: Part, points: Point[]) => points.map((at, index) => ({ part, index, at }));
  if (isStrip(piece)) return of('line', piece.line);
  const outline = isWater(piece) ? piece.outline.slice(0, -2) : piece.outline;
  return [...of('outline', outline), ...of('crest', piece.crest)];
}

/** A piece with one corner pulled somewhere. */
export function withCorner(piece: Terrain, part: Part, index: number, to: Point, size: Point, pieces: Terrain[] = []): Terrain {
  const p = onBoard(to, size);
  if (isWater(piece)) return withShore(piece, index, p, size);
  const ends = part === 'line' && (index === 0 || index === piece.line.length - 1);
  const at = ends && !(piece.kind === 'road' && inTown(p, pieces)) ? nearestEdge(p, size).at : p;
  return { ...piece, [part]: piece[part].map((old, i) => (i === index ? at : old)) };
}

const inTown = (p: Point, pieces: Terrain[]): boolean => pieces.some((piece) => isPlace(piece.kind) && inside(p, piece.outline));

function withShore(piece: Terrain, index: number, p: Point, size: Point): Terrain {
  const edge = edgeOfWater(piece, size);
  const shore = piece.outline.slice(0, -2).map((q) => toSide(q, edge, size));
  const [across, out] = toSide(p, edge, size);
  const [before, after] = [shore[index - 1], shore[index + 1]];
  const old = shore[index] as Point;
  const held = before && after ? between(across, Math.min(before[0], after[0]) + 1, Math.max(before[0], after[0]) - 1) : old[0];
  shore[index] = [held, Math.max(4, out)];
  return { ...piece, outline: [...shore.map((q) => toTable(q, edge, size)), ...piece.outline.slice(-2)] };
}

/** A piece with one more corner, half way to the next. */
export function withExtra(piece: Terrain, part: Part, index: number): Terrain {
  const points = piece[part];
  const closed = part === 'outline' && !isWater(piece);
  const next = index + 1 < points.length - (isWater(piece) ? 2 : 0) ? index + 1 : closed ? 0 : null;
  const at = next === null ? index - 1 : next;
  const [a, b] = [points[index], points[at]];
  if (!a || !b) return piece;
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const place = next === null ? index : index + 1;
  return { ...piece, [part]: [...points.slice(0, place), middle, ...points.slice(place)] };
}

/** A piece with a corner less, as long as enough are left. */
export function without(piece: Terrain, part: Part, index: number): Terrain {
  const least = part === 'outline' ? (isWater(piece) ? 4 : 3) : 2;
  const ends = isWater(piece) && (index === 0 || index === piece.outline.length - 3);
  if (piece[part].length <= least || ends) return piece;
  return { ...piece, [part]: piece[part].filter((_, i) => i !== index) };
}

/** A strip as it is sent and drawn: its ends on the edges reach a little over them, so that it is cut off cleanly. */
export function overTheEdge(piece: Terrain, size: Point): Terrain {
  if (!isStrip(piece)) return piece;
  const line = [...piece.line];
  for (const [end, next] of [[0, 1], [line.length - 1, line.length - 2]] as const) {
    const [p, q] = [line[end] as Point, line[next] as Point];
    const long = apart(p, q);
    if (edgeAt(p, size) && long > 0.1) line[end] = add(p, times(minus(p, q), piece.width / long));
  }
  return { ...piece, line };
}

/** A strip as it is worked on: its ends where it leaves the board. */
export function toTheEdge(piece: Terrain, size: Point): Terrain {
  if (!isStrip(piece)) return piece;
  const line = [...piece.line];
  for (const [end, next] of [[0, 1], [line.length - 1, line.length - 2]] as const) {
    const p = line[end] as Point;
    const off = p[0] < 0 || p[1] < 0 || p[0] > size[0] || p[1] > size[1];
    if (off) line[end] = outwards(line[next] as Point, p, size);
  }
  return { ...piece, line };
}

/** Where a piece lies, in words. */
export function whereabouts(p: Point, [w, h]: Point): string {
  const y = p[1] > h * 0.6 ? 'north' : p[1] < h * 0.4 ? 'south' : '';
  const x = p[0] > w * 0.6 ? 'east' : p[0] < w * 0.4 ? 'west' : '';
  return (y && x ? `${y}-${x}` : y || x) || 'centre';
}

/** What people call a piece: by its name, or by its kind and number where that is its name. */
export function calledName(piece: { id: string; kind: string }): string {
  const number = piece.id.startsWith(piece.kind) ? piece.id.slice(piece.kind.length).trim() : null;
  const name = number === null || (number && !/^\d+$/.test(number)) ? piece.id : [groundKind(piece.kind).name, number].filter(Boolean).join(' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const ORDINALS = ['', '', 'second ', 'third ', 'fourth ', 'fifth ', 'sixth ', 'seventh ', 'eighth ', 'ninth '];

/** Whether a sentence is about a piece: by its id, or as the umpire calls it, "the second steep hill". */
export function mentions(says: string, one: { id: string; kind: string }, edition: string): boolean {
  const place = Number(/\d$/.exec(one.id)?.[0] ?? 1);
  const called = `the ${ORDINALS[place] ?? ''}${groundKind(one.kind, edition).name}`;
  if (one.id.startsWith(one.kind) && says.toLowerCase().includes(called)) return true;
  const numbered = new RegExp(`(${ORDINALS.filter(Boolean).join('|')})${one.id}`, 'g');
  return new RegExp(`(^|[^a-z0-9])${one.id}($|[^a-z0-9 ]| (?!\\d))`).test(says.replace(numbered, ''));
}

/** A piece in words: what it is, how large, where. */
export function told(piece: Terrain, size: Point): string {
  const name = calledName(piece);
  if (isWater(piece)) return `${name} along the ${edgeOfWater(piece, size)} edge`;
  if (isStrip(piece)) {
    const elsewhere = piece.kind === 'road' ? 'the town' : 'the waterway';
    const ends = [piece.line[0], piece.line.at(-1)].map((p) => (p ? (edgeAt(p, size) ?? elsewhere) : ''));
    return `${name} from ${ends[0]} to ${ends[1]}`;
  }
  const { length, width } = extent(piece.outline);
  return `${name}, ${Math.round(length)} × ${Math.round(width)} mm, ${whereabouts(middleOf(piece), size)}`;
}
