/** What an event changed on the table: who went where, who fell, who fought with which dice. */

import { apart, centre } from '../../lib/geometry';
import type { Account, Base, Point, Position } from '../../lib/wire.gen';
import { settled } from '../fighting/fates';

export interface Going {
  before: Base;
  from: Point;
  to: Point;
}

export interface Thrown {
  base: Base;
  value: number;
}

export interface Changes {
  gone: Going[];
  /** Where those stood that are on the table no more. */
  fallen: Base[];
  thrown: Thrown[];
  /** Two who fought, from middle to middle. */
  fights: [Point, Point][];
}

export const NOTHING: Changes = { gone: [], fallen: [], thrown: [], fights: [] };

/** A base that turned on the spot by more than this went somewhere, too (the cosine of about two degrees). */
const TURNED = 0.9994;
const MOVED = 0.05;

/** What changed between two positions, and the dice of the event between them. */
export function changes(before: Position | null, after: Position, item: Account | null): Changes {
  if (before === null) return NOTHING;
  const there = new Map(after.bases.map((base) => [base.id, base]));
  const standing = before.bases.filter((base) => base.inside === null);
  const gone = standing.flatMap((was): Going[] => {
    const now = there.get(was.id);
    return now && now.inside === null && wentElsewhere(was, now) ? [{ before: was, from: centre(was), to: centre(now) }] : [];
  });
  const fallen = standing.filter((was) => !there.has(was.id));
  const fights = (item?.said ?? []).map((event) => settled(event.ruling)).filter((one) => one !== null);
  const at = (id: string): Base | undefined => before.bases.find((base) => base.id === id);
  return {
    gone,
    fallen,
    thrown: fights.flatMap((one) => one.ids.flatMap((id, i) => {
      const base = at(id);
      return base ? [{ base, value: one.dice[i] as number }] : [];
    })),
    fights: fights.flatMap((one): [Point, Point][] => {
      const [a, b] = one.ids.map(at);
      return a && b ? [[centre(a), centre(b)]] : [];
    }),
  };
}

function wentElsewhere(was: Base, now: Base): boolean {
  const turn = was.facing[0] * now.facing[0] + was.facing[1] * now.facing[1];
  return apart(was.front, now.front) > MOVED || turn < TURNED;
}

/** How long an event is looked at, in milliseconds: dice longest, and nothing at all where nothing is to be seen. */
export function patience(item: Account, seen: Changes, waiting: number): number {
  const hurry = 1 + Math.max(0, waiting - 6) / 12;
  if (item.dice.length > 1 || seen.thrown.length) return 2600 / hurry;
  if (seen.gone.length || seen.fallen.length) return 1500 / hurry;
  return item.said.length ? 1000 / hurry : 0;
}
