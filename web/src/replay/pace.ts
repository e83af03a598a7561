/** How fast a replay goes, and what it fetches before it is asked. */

import type { Account } from '../lib/wire.gen';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 800;
const ROLL = 1600;
const FETCHED = 4;

/** How long a moment is looked at, in milliseconds: longer where dice were rolled. */
export function pauseAfter(item: Pick<Account, 'dice'> | null, speed: number): number {
  return ((item?.dice.length ?? 0) > 1 ? ROLL : STEP) / speed;
}

/** The places in the line worth having next. */
export function ahead(index: number, last: number): number[] {
  return Array.from({ length: FETCHED }, (_, i) => index + 1 + i).filter((place) => place <= last);
}

/** Where a replay opens: when both armies stand ready, before the first PIPs; -1 if they do not yet. */
export function opening(line: Pick<Account, 'said'>[]): number {
  const first = line.findIndex((item) => item.said.some((event) => event.kind === 'pips'));
  return first < 0 ? -1 : Math.max(first - 1, 0);
}

/** What a key does to a replay: a step, a place, or playing on; null if nothing. */
export function keyed(key: string, last: number): { step: number } | { place: number } | 'toggle' | null {
  switch (key) {
    case 'ArrowLeft': return { step: -1 };
    case 'ArrowRight': return { step: 1 };
    case 'PageUp': return { step: -10 };
    case 'PageDown': return { step: 10 };
    case 'Home': return { place: 0 };
    case 'End': return { place: last };
    case ' ': return 'toggle';
    default: return null;
  }
}
