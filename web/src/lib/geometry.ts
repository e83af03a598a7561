/** Where bases stand: millimetres, x east, y north; a place is the middle of the front edge and the way it faces. */

import type { Base, Point, Pose } from './wire.gen';

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const length = (a: Point): number => Math.hypot(a[0], a[1]);
/** The direction to one's right hand. */
export const rightOf = (facing: Point): Point => [facing[1], -facing[0]];

/** Degrees clockwise from north of a direction. */
export function degrees(facing: Point): number {
  const found = (Math.atan2(facing[0], facing[1]) * 180) / Math.PI;
  return (found + 360) % 360;
}

/** The direction of degrees clockwise from north; exact for right angles. */
export function direction(angle: number): Point {
  const turn = ((angle % 360) + 360) % 360;
  if (turn === 0) return [0, 1];
  if (turn === 90) return [1, 0];
  if (turn === 180) return [0, -1];
  if (turn === 270) return [-1, 0];
  const radians = (turn * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

/** A rectangle standing somewhere: a pose with the size of the base. */
export type Standing = Pick<Base, 'front' | 'facing' | 'width' | 'depth'>;

/** Points this close coincide (mm), and directions whose angle has at most this sine are parallel: as the umpire holds. */
export const COINCIDE = 0.01;
export const PARALLEL = 1.745329243133368e-4;

/** The corners of a base: front left, front right, rear right, rear left. */
export function corners(base: Standing): [Point, Point, Point, Point] {
  const right = times(rightOf(base.facing), base.width / 2);
  const back = times(base.facing, -base.depth);
  const frontLeft = minus(base.front, right);
  const frontRight = add(base.front, right);
  return [frontLeft, frontRight, add(frontRight, back), add(frontLeft, back)];
}

export function centre(base: Standing): Point {
  return add(base.front, times(base.facing, -base.depth / 2));
}

/** Where a point is to a pose: how far to its right and how far ahead of its front. */
export function local(pose: Pose, p: Point): Point {
  const d = minus(p, pose.front);
  return [dot(d, rightOf(pose.facing)), dot(d, pose.facing)];
}

/** The point so far to the right and ahead of a pose. */
export function from(pose: Pose, right: number, on: number): Point {
  return add(pose.front, add(times(rightOf(pose.facing), right), times(pose.facing, on)));
}

/** A vector turned clockwise by the angle whose bearing vector is `by`; exact when that is a quarter. */
export const spun = (v: Point, by: Point): Point => [v[0] * by[1] + v[1] * by[0], v[1] * by[1] - v[0] * by[0]];

/** The bearing vector of the turn that leads from one direction to another: no angle is computed, so it is exact. */
export const turnFrom = (u: Point, v: Point): Point => [u[1] * v[0] - u[0] * v[1], dot(u, v)];

/** Degrees clockwise from one direction to another, above -180 and up to 180. */
export function turnBetween(u: Point, v: Point): number {
  const [sine, cosine] = turnFrom(u, v);
  return sine === 0 ? (cosine >= 0 ? 0 : 180) : (Math.atan2(sine, cosine) * 180) / Math.PI;
}

export const sameWay = (u: Point, v: Point): boolean => dot(u, v) > 0 && Math.abs(turnFrom(u, v)[0]) <= PARALLEL;
export const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const coincide = (a: Point, b: Point): boolean => apart(a, b) <= COINCIDE;

/** A pose carried along when one place moves rigidly to another. */
export function carried(pose: Pose, first: Pose, last: Pose): Pose {
  const by = turnFrom(first.facing, last.facing);
  return { front: add(last.front, spun(minus(pose.front, first.front), by)), facing: spun(pose.facing, by) };
}

/** How far the corner goes that goes furthest from one place to another. */
export function furthest(a: Standing, b: Standing): number {
  const there = corners(b);
  return Math.max(...corners(a).map((p, i) => apart(p, there[i] as Point)));
}

/** How deep two rectangles overlap along the shallowest direction; zero or negative when they are apart. */
export function penetration(a: Standing, b: Standing): number {
  const [ca, cb] = [corners(a), corners(b)];
  let least = Infinity;
  for (const axis of [a.facing, rightOf(a.facing), b.facing, rightOf(b.facing)]) {
    const [sa, sb] = [ca.map((p) => dot(p, axis)), cb.map((p) => dot(p, axis))];
    least = Math.min(least, Math.max(...sa) - Math.min(...sb), Math.max(...sb) - Math.min(...sa));
  }
  return least;
}

/** How far a rectangle can slide in a direction before it touches another; infinite when it never does. */
export function freeSlide(a: Standing, way: Point, other: Standing): number {
  if (penetration(a, other) > COINCIDE) return 0;
  const [mine, theirs] = [corners(a), corners(other)];
  const back = times(way, -1);
  const far = [
    ...mine.flatMap((p) => sides(theirs).map((side) => reachOf(p, way, side))),
    ...theirs.flatMap((p) => sides(mine).map((side) => reachOf(p, back, side))),
  ];
  const aside = (ps: readonly Point[]): number[] => ps.map((p) => dot(p, rightOf(way)));
  const grazes =
    Math.min(...aside(theirs)) >= Math.max(...aside(mine)) - COINCIDE ||
    Math.max(...aside(theirs)) <= Math.min(...aside(mine)) + COINCIDE;
  return grazes ? Infinity : Math.min(...far);
}

const sides = (ps: readonly Point[]): [Point, Point][] => ps.map((p, i) => [p, ps[(i + 1) % ps.length] as Point]);

/** How far a point goes in a direction until it meets a segment; infinite when it does not. */
function reachOf(p: Point, way: Point, [a, b]: [Point, Point]): number {
  const [side, to] = [minus(b, a), minus(a, p)];
  const cross = way[0] * side[1] - way[1] * side[0];
  if (Math.abs(cross) < 1e-12) return Infinity;
  const far = (to[0] * side[1] - to[1] * side[0]) / cross;
  const share = (to[0] * way[1] - to[1] * way[0]) / cross;
  return far >= -COINCIDE && share >= -1e-9 && share <= 1 + 1e-9 ? Math.max(0, far) : Infinity;
}

export type Relation =
  | 'against' | 'behind' | 'left_of' | 'right_of' | 'ahead_of'
  | 'on_left_flank_of' | 'on_right_flank_of' | 'on_rear_of'
  | 'overlapping_left_of' | 'overlapping_right_of';

/** The pose of a base of some size standing in a relation to a named one: exact. Left and right are the named one's. */
export function place(relation: Relation, named: Standing, width: number, depth: number): Pose {
  const [frontLeft, frontRight] = corners(named);
  const right = rightOf(named.facing);
  const back = times(named.facing, -1);
  const beside = (hand: number): Pose => ({
    front: add(named.front, times(right, (hand * (named.width + width)) / 2)),
    facing: named.facing,
  });
  switch (relation) {
    case 'against': return { front: named.front, facing: back };
    case 'behind':
    case 'on_rear_of': return { front: add(named.front, times(back, named.depth)), facing: named.facing };
    case 'ahead_of': return { front: add(named.front, times(named.facing, depth)), facing: named.facing };
    case 'left_of': return beside(-1);
    case 'right_of': return beside(1);
    case 'on_left_flank_of': return byCorner(frontLeft, right, 'left', width);
    case 'on_right_flank_of': return byCorner(frontRight, times(right, -1), 'right', width);
    case 'overlapping_left_of': return byCorner(frontLeft, back, 'left', width);
    case 'overlapping_right_of': return byCorner(frontRight, back, 'right', width);
  }
}

/** The pose of a base facing a given way with its left or right front corner at a point. */
function byCorner(corner: Point, facing: Point, hand: 'left' | 'right', width: number): Pose {
  return { front: add(corner, times(rightOf(facing), hand === 'left' ? width / 2 : -width / 2)), facing };
}

/** A direction turned clockwise by degrees; exact for right angles. */
export function turned(facing: Point, by: number): Point {
  return by === 0 ? facing : spun(facing, direction(by));
}

/** A point turned clockwise about another by degrees. */
export function around(p: Point, pivot: Point, by: number): Point {
  return add(pivot, spun(minus(p, pivot), direction(by)));
}

export function ahead(pose: Pose, by: number): Pose {
  return { front: add(pose.front, times(pose.facing, by)), facing: pose.facing };
}

/** A base wheeled about its own front corner, clockwise positive. */
export function wheeled(base: Standing, hand: 'left' | 'right', by: number): Pose {
  const [left, right] = corners(base);
  const pivot = hand === 'left' ? left : right;
  return { front: around(base.front, pivot, by), facing: turned(base.facing, by) };
}

/** Turned about, standing on the same ground. */
export function aboutFace(base: Standing): Pose {
  return { front: add(base.front, times(base.facing, -base.depth)), facing: times(base.facing, -1) };
}

/** The outline of a strip of some width along a line. */
export function strip(line: Point[], width: number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach((p, i) => {
    const before = line[Math.max(0, i - 1)] ?? p;
    const after = line[Math.min(line.length - 1, i + 1)] ?? p;
    const way = minus(after, before);
    const size = length(way) || 1;
    const side = times(rightOf(times(way, 1 / size)), width / 2);
    left.push(minus(p, side));
    right.push(add(p, side));
  });
  return [...left, ...right.reverse()];
}

export function bounds(points: Point[]): { west: number; south: number; east: number; north: number } {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

/** Whether a point lies inside a polygon. */
export function inside(p: Point, polygon: Point[]): boolean {
  let found = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i] as Point;
    const b = polygon[j] as Point;
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) found = !found;
  }
  return found;
}
