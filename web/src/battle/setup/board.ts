/** The board and its edges: as a side sees it from its own edge, with shores and deployment zones. */

import { add, apart, minus, times } from '../../lib/geometry';
import type { Point, Position, Terrain } from '../../lib/wire.gen';

export type Edge = 'north' | 'east' | 'south' | 'west';
export const EDGES: Edge[] = ['north', 'east', 'south', 'west'];
export const OPPOSITE: Record<Edge, Edge> = { north: 'south', south: 'north', east: 'west', west: 'east' };

/** The direction from an edge into the board. */
export const INWARD: Record<Edge, Point> = { north: [0, -1], south: [0, 1], east: [-1, 0], west: [1, 0] };

const CLOSE = 0.01;

/** A point as (across from the left, out from the edge) of the side whose edge that is. */
export function toSide([x, y]: Point, edge: Edge, [w, h]: Point): Point {
  if (edge === 'south') return [x, y];
  if (edge === 'north') return [w - x, h - y];
  return edge === 'east' ? [y, w - x] : [h - y, x];
}

export function toTable([across, out]: Point, edge: Edge, [w, h]: Point): Point {
  if (edge === 'south') return [across, out];
  if (edge === 'north') return [w - across, h - out];
  return edge === 'east' ? [w - out, across] : [out, h - across];
}

export function lengthOf(edge: Edge, [w, h]: Point): number {
  return edge === 'north' || edge === 'south' ? w : h;
}

export const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The point of the board nearest to a point. */
export function onBoard([x, y]: Point, [w, h]: Point): Point {
  return [between(x, 0, w), between(y, 0, h)];
}

/** The edge nearest to a point, and the point of it nearest. */
export function nearestEdge(p: Point, size: Point): { edge: Edge; at: Point } {
  const inside = onBoard(p, size);
  const all = EDGES.map((edge) => ({ edge, at: toTable([toSide(inside, edge, size)[0], 0], edge, size) }));
  return all.reduce((best, one) => (apart(p, one.at) < apart(p, best.at) ? one : best));
}

/** The edge a point lies on, if it lies on one. */
export function edgeAt(p: Point, size: Point): Edge | null {
  return EDGES.find((edge) => toSide(p, edge, size)[1] <= CLOSE) ?? null;
}

/** The edge a waterway lies along: the one of which it covers most. */
export function edgeOfWater(water: Terrain, size: Point): Edge {
  const covers = (edge: Edge): number => {
    const ground = water.outline.map((p) => toSide(p, edge, size));
    return ground.reduce((sum, p, i) => {
      const q = ground.at(i - 1) as Point;
      return p[1] <= CLOSE && q[1] <= CLOSE ? sum + Math.abs(p[0] - q[0]) : sum;
    }, 0) / lengthOf(edge, size);
  };
  return EDGES.reduce((best, edge) => (covers(edge) > covers(best) + 1e-9 ? edge : best));
}

/** The shore of a waterway, from left to right as the side of its edge sees it. */
export function shoreOf(water: Terrain, edge: Edge, size: Point): Point[] {
  const ground = water.outline.map((p) => toSide(p, edge, size));
  const dry = ground.findIndex((p, i) => p[1] <= CLOSE && (ground[(i + 1) % ground.length] as Point)[1] > CLOSE);
  const round = dry < 0 ? ground : [...ground.slice(dry), ...ground.slice(0, dry)];
  const shore = round.filter((p) => p[1] > CLOSE);
  return (shore[0]?.[0] ?? 0) <= (shore.at(-1)?.[0] ?? 0) ? shore : shore.reverse();
}

/** The line the rear of a camp lies on, as its side sees it: the base edge, or the shore along it. */
export function rearLine(position: Position, edge: Edge): Point[] {
  const water = position.terrain.find((piece) => piece.kind === 'waterway' && edgeOfWater(piece, position.size) === edge);
  return water ? shoreOf(water, edge, position.size) : [[0, 0], [lengthOf(edge, position.size), 0]];
}

/** The outline of a camp whose rear follows a line from start to end and that reaches so far out of it. */
export function pitched(rear: Point[], start: number, end: number, deep: number): Point[] {
  const along: Point[] = [];
  const put = (p: Point): void => {
    const last = along.at(-1);
    if (!last || apart(p, last) > CLOSE) along.push(p);
  };
  let at = 0;
  rear.slice(1).forEach((b, i) => {
    const a = rear[i] as Point;
    const step = apart(a, b);
    for (const mark of [start, end]) {
      if (step > 0 && at <= mark && mark <= at + step) put(add(a, times(minus(b, a), (mark - at) / step)));
    }
    at += step;
    if (start < at && at < end) put(b);
  });
  const [first, last] = [along[0], along.at(-1)];
  if (!first || !last || first === last) return [];
  const long = apart(first, last);
  const out: Point = [((first[1] - last[1]) / long) * deep, ((last[0] - first[0]) / long) * deep];
  return [...along, add(last, out), add(first, out)];
}

export function lengthOfLine(line: Point[]): number {
  return line.slice(1).reduce((sum, p, i) => sum + apart(p, line[i] as Point), 0);
}

/** How far out a line is at some place across. */
function outAt(line: Point[], across: number): number {
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] as Point, line[i] as Point];
    if (across >= a[0] && across <= b[0]) return b[0] === a[0] ? b[1] : a[1] + ((b[1] - a[1]) * (across - a[0])) / (b[0] - a[0]);
  }
  return (across < (line[0]?.[0] ?? 0) ? line[0] : line.at(-1))?.[1] ?? 0;
}

/** The ground on which a side deploys, as an outline on the table. */
export function zoneOf(position: Position, edge: Edge, zone: { depth: number; margin: number }): Point[] {
  const rear = rearLine(position, edge);
  const [left, right] = [zone.margin, lengthOf(edge, position.size) - zone.margin];
  const inner = rear.filter((p) => p[0] > left && p[0] < right);
  const near: Point[] = [[left, outAt(rear, left)], ...inner, [right, outAt(rear, right)]];
  const far = near.map<Point>(([across, out]) => [across, out + zone.depth]).reverse();
  return [...near, ...far].map((p) => toTable(p, edge, position.size));
}
