/** What a side pays for its actions with, in words and numbers. */

import type { Cards, Pips } from '../lib/wire.gen';

export type Purse = Pips | Cards;

/** How many actions a purse pays for at the most: PIPs of all commands, or cards of all generals. */
export function countOf(purse: Purse): number {
  const parts = purse.kind === 'pips' ? Object.values(purse.left) : Object.values(purse.hands).map((hand) => (typeof hand === 'number' ? hand : hand.length));
  return parts.reduce((sum, one) => sum + one, 0);
}

/** What is counted: "1 PIP", "3 cards". */
export function purseWords(purse: Purse, count = countOf(purse)): string {
  const one = purse.kind === 'pips' ? 'PIP' : 'card';
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** The parts of a purse where it has several: each command or general with what it has. */
export function partsOf(purse: Purse): [string, string][] {
  const parts: [string, string][] =
    purse.kind === 'pips'
      ? Object.entries(purse.left).map(([name, left]) => [name, String(left)])
      : Object.entries(purse.hands).map(([name, hand]) => [name, typeof hand === 'number' ? String(hand) : hand.join(', ') || 'none']);
  return parts.length > 1 || purse.kind === 'cards' ? parts : [];
}
