/** Going along a road: the poses of a base at the bends and at the end, and those of a column that follows it. */

import { add, apart, dot, minus, times, type Standing } from '../../lib/geometry';
import type { Base, Point, Pose, Terrain } from '../../lib/wire.gen';

interface Stretch {
  from: Point;
  way: Point;
  long: number;
  /** How far from the beginning of the road it begins. */
  begins: number;
}

/** The stretches of a road in the direction a base faces along it. */
export function stretches(road: Terrain, at: Pose): Stretch[] {
  const along = cut(road.line);
  const here = along.length ? nearest(along, at.front) : undefined;
  return here && dot(here.way, at.facing) < 0 ? cut([...road.line].reverse()) : along;
}

function cut(line: readonly Point[]): Stretch[] {
  const found: Stretch[] = [];
  let begins = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] as Point, line[i] as Point];
    const long = apart(from, to);
    if (long < 0.01) continue;
    found.push({ from, way: times(minus(to, from), 1 / long), long, begins });
    begins += long;
  }
  return found;
}

const onto = (one: Stretch, p: Point): number => Math.min(one.long, Math.max(0, dot(minus(p, one.from), one.way)));

function nearest(found: readonly Stretch[], p: Point): Stretch {
  const away = (one: Stretch): number => apart(p, add(one.from, times(one.way, onto(one, p))));
  return found.reduce((best, one) => (away(one) <= away(best) ? one : best));
}

function measure(found: readonly Stretch[], p: Point): number {
  const one = nearest(found, p);
  return one.begins + onto(one, p);
}

function at(found: readonly Stretch[], far: number): Pose {
  const one = found.filter((stretch) => stretch.begins <= far).at(-1) ?? (found[0] as Stretch);
  return { front: add(one.from, times(one.way, far - one.begins)), facing: one.way };
}

/** The way of a single base so far along a road: a pose at each bend it rounds and one at the end. */
export function roadPath(road: Terrain, base: Standing, far: number): Pose[] {
  const found = stretches(road, base);
  if (!found.length) return [];
  const begins = measure(found, base.front);
  const bends = found.filter((one) => one.begins > begins + 0.01 && one.begins < begins + far - 0.01);
  return [...bends.map((one) => ({ front: one.from, facing: one.way })), at(found, begins + far)];
}

/** Where the members of a column stand when each has gone so far along a road. */
export function roadColumn(road: Terrain, members: readonly Base[], far: number): Base[] {
  return members.map((base) => {
    const found = stretches(road, base);
    return found.length ? { ...base, ...at(found, measure(found, base.front) + far) } : base;
  });
}

/** The pose on a road nearest to a base, facing along it as the base does; none when it stands athwart or is not near. */
export function ontoRoad(road: Terrain, base: Standing): Pose | null {
  const found = stretches(road, base);
  if (!found.length) return null;
  const one = nearest(found, base.front);
  if (dot(one.way, base.facing) < 0.8) return null;
  return { front: add(one.from, times(one.way, onto(one, base.front))), facing: one.way };
}
