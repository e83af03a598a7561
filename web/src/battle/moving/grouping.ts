/** Which bases hold together: joined edge to edge and corner to corner, all facing the same way. */

import { COINCIDE, local, sameWay, type Standing } from '../../lib/geometry';
import type { Barred, Base } from '../../lib/wire.gen';

const same = (a: number, b: number): boolean => Math.abs(a - b) <= COINCIDE;

/** Whether two bases stand side by side, level at the front or at the rear. */
export function beside(a: Standing, b: Standing): boolean {
  if (!sameWay(a.facing, b.facing)) return false;
  const [right, ahead] = local(a, b.front);
  return same(Math.abs(right), (a.width + b.width) / 2) && (same(ahead, 0) || same(ahead - b.depth, -a.depth));
}

/** Whether the second stands directly behind the first. */
export function follows(first: Standing, second: Standing): boolean {
  if (!sameWay(first.facing, second.facing) || !same(first.width, second.width)) return false;
  const [right, ahead] = local(first, second.front);
  return same(right, 0) && same(ahead, -first.depth);
}

export const joined = (a: Standing, b: Standing): boolean => beside(a, b) || follows(a, b) || follows(b, a);

/** The whole group a base belongs to, itself first; only itself when it stands alone. */
export function wholeGroup(bases: readonly Base[], id: string): Base[] {
  const first = bases.find((base) => base.id === id);
  if (!first || first.inside !== null) return [];
  const friends = bases.filter((base) => base.side === first.side && base.inside === null);
  const found = [first];
  for (const one of found) {
    found.push(...friends.filter((friend) => !found.includes(friend) && joined(one, friend)));
  }
  return found;
}

/** Whether some bases are one group. */
export function isGroup(bases: readonly Base[]): boolean {
  const [first] = bases;
  return first !== undefined && wholeGroup(bases, first.id).length === bases.length;
}

/** The members to leave out so that the others may go: the barred ones, and those that would no longer belong to the largest part. */
export function hinderers(members: readonly Base[], barred: readonly Barred[]): string[] {
  const free = members.filter((base) => !barred.some((one) => one.base === base.id));
  if (members.length < 2 || free.length === members.length) return [];
  const parts = free.map((base) => wholeGroup(free, base.id));
  const largest = parts.reduce<Base[]>((best, part) => (part.length > best.length ? part : best), []);
  return largest.length ? members.filter((base) => !largest.includes(base)).map((base) => base.id) : [];
}

/** How many files wide bases that face alike stand. */
export function frontage(bases: readonly Standing[]): number {
  const [first] = bases;
  if (!first) return 0;
  const files: number[] = [];
  for (const base of bases) {
    const right = local(first, base.front)[0];
    if (!files.some((file) => same(file, right))) files.push(right);
  }
  return files.length;
}

export const isColumn = (bases: readonly Base[]): boolean => bases.length > 1 && frontage(bases) === 1 && isGroup(bases);

/** What some bases are together, in a player's words. */
export function formation(bases: readonly Base[]): string {
  if (bases.length === 1) return 'a single base';
  if (!isGroup(bases)) return `${bases.length} bases that are no group`;
  const wide = frontage(bases);
  if (wide === 1) return `a column of ${bases.length}`;
  return wide === bases.length ? `a line of ${bases.length}` : `a group of ${bases.length}, ${wide} wide`;
}
