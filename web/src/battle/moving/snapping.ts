/** Places worth snapping to: contacts with enemies and line-ups with friends, built exactly by how bases stand to one another. */

import { add, apart, carried, centre, COINCIDE, corners, dot, freeSlide, from, furthest, length, local, minus, penetration, place,
  rightOf, times, turnBetween, type Relation, type Standing } from '../../lib/geometry';
import type { Base, Point, Pose, Position, Terrain } from '../../lib/wire.gen';
import { groundKind, isPlace } from '../../table/ground.svelte';
import { ontoRoad } from './roads';

/** How near a place must be to be snapped to (mm). */
export const NEAR = 12;

export interface Snap {
  /** Where each member ends, by id. */
  poses: Record<string, Pose>;
  /** What it is, for the eye and the ear: "front contact with 4Sp B5". */
  words: string;
  kind: 'contact' | 'line';
  /** The base or place snapped to. */
  to: string;
  away: number;
  /** Edges that lie together there. */
  edges: [Point, Point][];
}

const CONTACTS: [Relation, string][] = [
  ['against', 'front contact with'],
  ['on_left_flank_of', 'contact with the left flank of'],
  ['on_right_flank_of', 'contact with the right flank of'],
  ['on_rear_of', 'contact with the rear of'],
];
const OVERLAPS: [Relation, string][] = [
  ['overlapping_left_of', 'overlapping the left of'],
  ['overlapping_right_of', 'overlapping the right of'],
];
const LINES: [Relation, string][] = [
  ['left_of', 'to the left of'],
  ['right_of', 'to the right of'],
  ['behind', 'behind'],
  ['ahead_of', 'in front of'],
];

const named = (base: Base): string => `${base.code} ${base.id}`;

/** One place a member could be put to, before anyone asked whether it fits. */
interface Offer {
  pose: Pose;
  words: string;
  /** What it is to, and what several such together are called, with # for their number. */
  name: string;
  several: string;
  kind: 'contact' | 'line';
  to: string;
}

/** The best snap near where the members would be; none when nothing is near. */
export function snapNear(position: Position, members: readonly Base[], there: readonly Base[], near = NEAR): Snap | null {
  return snapsNear(position, members, there, near)[0] ?? null;
}

/** What the members might snap to, the best first: every contact before every line-up, and the nearest of each. */
export function snapsNear(position: Position, members: readonly Base[], there: readonly Base[], near = NEAR): Snap[] {
  return offers(position, members, there, near).sort(contactFirst);
}

const contactFirst = (a: Snap, b: Snap): number => Number(a.kind === 'line') - Number(b.kind === 'line') || a.away - b.away;

/** The place a snap leads to: snaps to the same place have the same. */
export function placeKey(snap: Snap): string {
  return Object.values(snap.poses).flatMap((one) => [...one.front, ...one.facing].map((value) => value.toFixed(2))).join();
}

/** What a snap gives, and by how much it turns what is in the hand when that is to be seen: "along the road, turned 4° left". */
export function turning(snap: Snap, there: readonly Base[]): string {
  return [snap.words, turnWords(there, snap.poses)].filter(Boolean).join(', ');
}

/** By how much the first of some bases is turned at its new place: "turned 4° left"; nothing when that is not to be seen. */
export function turnWords(there: readonly Base[], poses: Record<string, Pose>): string {
  const [first] = there;
  const end = first && poses[first.id];
  const turn = end ? Math.round(turnBetween(first.facing, end.facing)) : 0;
  return turn ? `turned ${Math.abs(turn)}° ${turn > 0 ? 'right' : 'left'}` : '';
}

/** All contacts and line-ups in reach of where the members start, the nearest to a place first. */
export function snapsWithin(position: Position, members: readonly Base[], there: readonly Base[], reach: number): Snap[] {
  const found = offers(position, members, there, Infinity).filter((snap) =>
    members.every((base) => furthest(base, { ...base, ...(snap.poses[base.id] as Pose) }) <= reach + COINCIDE),
  );
  return found.sort(contactFirst);
}

/** The snaps nearest to where the members would be, within so many mm. */
export function snapsAround(position: Position, members: readonly Base[], there: readonly Base[], near: number): Snap[] {
  return offers(position, members, there, near).sort((a, b) => a.away - b.away);
}

function offers(position: Position, members: readonly Base[], there: readonly Base[], near: number): Snap[] {
  const ids = new Set(members.map((base) => base.id));
  const others = position.bases.filter((base) => !ids.has(base.id) && base.inside === null);
  const found: Found[] = [];
  for (const base of there) {
    for (const offer of offersFor(position, base, others, ids, near)) {
      const ends = there.map((one) => ({ ...one, ...carried(one, base, offer.pose) }));
      const away = there.length === 1 ? apart(centre(base), centre({ ...base, ...offer.pose })) : farOff(there, ends);
      if (away > near || stays(members, ends) || ends.some((end) => others.some((o) => penetration(end, o) > COINCIDE))) continue;
      found.push({
        poses: Object.fromEntries(ends.map((end) => [end.id, { front: end.front, facing: end.facing }])),
        words: offer.words, kind: offer.kind, to: offer.to, away, name: offer.name, several: offer.several,
        edges: ends.flatMap((end) => others.flatMap((other) => together(end, other))),
      });
    }
  }
  return once(found);
}

/** A snap that may yet be one of several to the same place: what it is to, and what several such are called. */
interface Found extends Snap {
  name: string;
  several: string;
}

/** Each place once, and told shortly: a line that meets several enemies is one snap, and a contact is told before a line-up. */
function once(all: Found[]): Snap[] {
  const places = new Map<string, Found[]>();
  for (const one of all) {
    const key = placeKey(one);
    places.set(key, [...(places.get(key) ?? []), one]);
  }
  return [...places.values()].map((same) => {
    const best = [...same].sort(contactFirst)[0] as Found;
    const { name, several, ...snap } = best;
    const alike = new Map(same.filter((one) => one.several === several).map((one) => [one.to, one.name]));
    if (alike.size === 2) snap.words += ` and ${[...alike.values()].find((other) => other !== name)}`;
    else if (alike.size > 2) snap.words = several.replace('#', String(alike.size));
    return snap;
  });
}

function* offersFor(position: Position, base: Base, others: Base[], own: Set<string>, near: number): Generator<Offer> {
  const close = near + 120;
  for (const other of others) {
    if (near !== Infinity && apart(centre(base), centre(other)) > close) continue;
    const enemy = other.side !== base.side;
    const relations = enemy ? [...CONTACTS, ...(fights(position, other, own) ? OVERLAPS : [])] : LINES;
    for (const [relation, words] of relations) {
      if (relation === 'behind' && !alike(other.width, base.width)) continue;
      const pose = place(relation, other, base.width, base.depth);
      const turn = Math.abs(turnBetween(base.facing, pose.facing));
      if (near !== Infinity && turn > (enemy ? 100 : 45)) continue;
      if (near === Infinity && !enemy && turn > 90) continue;
      const kind = enemy ? 'contact' : 'line';
      yield { pose, words: `${words} ${named(other)}`, name: named(other), several: enemy ? 'contact with # enemies' : 'in line with # friends', kind, to: other.id };
    }
    if (enemy && near !== Infinity) yield* linedUp(base, other, near);
  }
  for (const piece of position.terrain) {
    if (isHostilePlace(piece, base, position.edition)) yield* atPlace(base, piece, position.edition);
    const along = piece.kind === 'road' && near !== Infinity ? ontoRoad(piece, base) : null;
    if (along) yield { pose: along, words: 'along the road', name: piece.id, several: 'along # roads', kind: 'line', to: piece.id };
  }
}

/** Before an enemy, facing it corner to corner, as far off as the base is now. */
function* linedUp(base: Base, enemy: Base, near: number): Generator<Offer> {
  const [right, ahead] = local(enemy, base.front);
  const back = times(enemy.facing, -1);
  if (ahead < near || ahead > 100 || Math.abs(right) > near || Math.abs(turnBetween(base.facing, back)) > 12) return;
  const pose: Pose = { front: from(enemy, 0, ahead), facing: back };
  yield { pose, words: `opposite ${named(enemy)}`, name: named(enemy), several: 'opposite # enemies', kind: 'line', to: enemy.id };
}

/** With the front edge along a side of an enemy camp or town. */
function* atPlace(base: Base, piece: Terrain, edition: string): Generator<Offer> {
  const outline = piece.outline;
  const middle = times(outline.reduce<Point>((sum, p) => add(sum, p), [0, 0]), 1 / outline.length);
  for (const [i, b] of outline.entries()) {
    const a = outline[(i + outline.length - 1) % outline.length] as Point;
    const long = apart(a, b);
    if (long < base.width / 2) continue;
    const side = times(minus(b, a), 1 / long);
    let inward = rightOf(side);
    if (dot(minus(middle, a), inward) < 0) inward = times(inward, -1);
    if (Math.abs(turnBetween(base.facing, inward)) > 60) continue;
    const along = Math.min(long, Math.max(0, dot(minus(base.front, a), side)));
    const what = `the ${groundKind(piece.kind, edition).name}`;
    const pose: Pose = { front: add(a, times(side, along)), facing: inward };
    yield { pose, words: `front against ${what}`, name: what, several: 'against # places', kind: 'contact', to: piece.id };
  }
}

function isHostilePlace(piece: Terrain, base: Base, edition: string): boolean {
  return isPlace(piece.kind, edition) && piece.owner !== null && piece.owner !== base.side;
}

/** Whether an enemy is in front contact with one that stays where it is. */
function fights(position: Position, enemy: Base, moving: Set<string>): boolean {
  return position.bases.some(
    (base) =>
      base.side !== enemy.side && base.inside === null && !moving.has(base.id) &&
      apart(base.front, enemy.front) <= COINCIDE && dot(base.facing, enemy.facing) < -0.999,
  );
}

const alike = (a: number, b: number): boolean => Math.abs(a - b) <= COINCIDE;

/** How far the front corners would be put off, at the most. */
function farOff(there: readonly Standing[], ends: readonly Standing[]): number {
  return Math.max(
    ...there.map((base, i) => {
      const [left, right] = corners(base);
      const [endLeft, endRight] = corners(ends[i] as Standing);
      return Math.max(apart(left, endLeft), apart(right, endRight));
    }),
  );
}

function stays(members: readonly Base[], ends: readonly Base[]): boolean {
  return members.every((base, i) => furthest(base, { ...base, ...pose(ends[i] as Base) }) <= COINCIDE);
}

const pose = (base: Base): Pose => ({ front: base.front, facing: base.facing });

/** The stretches over which edges of two bases lie together. */
export function together(a: Standing, b: Standing): [Point, Point][] {
  const found: [Point, Point][] = [];
  if (apart(centre(a), centre(b)) > length([a.width, a.depth]) + length([b.width, b.depth])) return found;
  for (const [p, q] of edgesOf(a)) {
    const long = apart(p, q);
    const way = times(minus(q, p), 1 / long);
    for (const [r, s] of edgesOf(b)) {
      if ([r, s].some((t) => Math.abs(dot(minus(t, p), rightOf(way))) > 2 * COINCIDE)) continue;
      const at = [dot(minus(r, p), way), dot(minus(s, p), way)].sort((x, y) => x - y) as [number, number];
      const [low, high] = [Math.max(0, at[0]), Math.min(long, at[1])];
      if (high - low > 1) found.push([add(p, times(way, low)), add(p, times(way, high))]);
    }
  }
  return found;
}

function edgesOf(base: Standing): [Point, Point][] {
  const found = corners(base);
  return found.map((p, i) => [p, found[(i + 1) % 4] as Point]);
}

/** Straight ahead up to what stands there, when that is near; none when nothing is. */
export function snapSlide(position: Position, members: readonly Base[], ahead: number, near = NEAR): { advance: number; snap: Snap } | null {
  const ids = new Set(members.map((base) => base.id));
  const facing = (members[0] as Base).facing;
  let best: { far: number; other: Base } | null = null;
  for (const other of position.bases) {
    if (ids.has(other.id) || other.inside !== null) continue;
    const far = Math.min(...members.map((base) => freeSlide(base, facing, other)));
    if (far < (best?.far ?? Infinity)) best = { far, other };
  }
  if (!best || best.far < 0.5 || Math.abs(ahead - best.far) > near) return null;
  const { far, other } = best;
  const ends = members.map((base) => ({ ...base, front: add(base.front, times(facing, far)) }));
  const snap: Snap = {
    poses: Object.fromEntries(ends.map((end) => [end.id, pose(end)])),
    words: `up to ${named(other)}`, kind: 'contact', to: other.id, away: Math.abs(ahead - far),
    edges: ends.flatMap((end) => together(end, other)),
  };
  return { advance: far, snap };
}

/** The shifts on the way to the one asked for that put a member straight before an enemy it faces, the furthest first. */
export function shiftsOpposite(position: Position, members: readonly Base[], shift: number, within = 100): number[] {
  const found = new Set<number>();
  for (const base of members) {
    for (const enemy of position.bases) {
      if (enemy.side === base.side || enemy.inside !== null || dot(base.facing, enemy.facing) > -0.999) continue;
      const [right, ahead] = local(base, enemy.front);
      if (ahead >= 0 && ahead <= within && right * shift > 0 && Math.abs(right) <= Math.abs(shift)) found.add(right);
    }
  }
  return [...found].sort((a, b) => Math.abs(b) - Math.abs(a));
}

/** The wheel near the one asked for that faces an enemy squarely or stands parallel to a friend; none when none is near. */
export function snapFacing(position: Position, members: readonly Base[], pivot: 'left' | 'right', wheel: number, near = 3): number | null {
  const ids = new Set(members.map((base) => base.id));
  const first = members[0] as Base;
  const sense = pivot === 'right' ? 1 : -1;
  let best: number | null = null;
  for (const other of position.bases) {
    if (ids.has(other.id) || other.inside !== null || apart(centre(first), centre(other)) > 250) continue;
    const goal = other.side === first.side ? other.facing : times(other.facing, -1);
    const turn = sense * turnBetween(first.facing, goal);
    if (turn > 0.5 && Math.abs(turn - wheel) <= Math.min(near, Math.abs((best ?? Infinity) - wheel))) best = turn;
  }
  return best;
}
