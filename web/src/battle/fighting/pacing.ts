/** How long one looks at the dice before the bases move, and at the bases before the next thing happens. */

import type { Account, Position } from '../../lib/wire.gen';

const DICE = 800;
const GLIDE = 420;
const HURRY = 4;

/** Whether any base stands otherwise, or is gone. */
export function differs(from: Position, to: Position): boolean {
  const after = new Map(to.bases.map((base) => [base.id, base]));
  return from.bases.length !== to.bases.length || from.bases.some((was) => {
    const now = after.get(was.id);
    if (!now || now.inside !== was.inside) return true;
    const [dx, dy] = [now.front[0] - was.front[0], now.front[1] - was.front[1]];
    return Math.hypot(dx, dy) > 0.05 || now.facing[0] * was.facing[0] + now.facing[1] * was.facing[1] < 0.99999;
  });
}

export function isCombat(item: Account | null): boolean {
  return item?.said.some((event) => event.ruling) ?? false;
}

/** Milliseconds before the bases move and after; less when more is waiting to be shown. */
export function pauses(item: Account | null, moves: boolean, waiting: number): [number, number] {
  const hurry = 1 + waiting / HURRY;
  return [(isCombat(item) ? DICE : 0) / hurry, (moves ? GLIDE : 0) / hurry];
}
