/** The commands of armies that have several: each with a letter, a colour and a pattern, so that nothing depends on seeing colours. */

import type { Base, Command, Position, Side } from '../lib/wire.gen';

export const COLOURS = ['#7a4b12', '#00664b', '#5b3b8c', '#1257a8', '#8a2a4b', '#4d5a00'];
/** What is drawn on a colour, on a square of 8. */
export const PATTERNS = ['', 'M0 8L8 0', 'M4 0V8', 'M0 4H8', 'M0 0L8 8M0 8L8 0', 'M4 0V8M0 4H8'];

/** How a command is drawn. */
export interface CommandLook {
  id: string;
  side: Side;
  letter: string;
  /** Which colour and pattern it has. */
  index: number;
}

/** The commands as they are drawn, by their names; none where armies are one command. */
export function commandLooks(position: Position): ReadonlyMap<string, CommandLook> {
  const found = new Map<string, CommandLook>();
  const all = position.commands ?? [];
  for (const side of ['red', 'blue'] as const) {
    const ids = all.filter((one) => one.side === side).map((one) => one.id);
    const letters = lettersOf(ids);
    ids.forEach((id, index) => found.set(id, { id, side, letter: letters[index] as string, index: index % COLOURS.length }));
  }
  return found;
}

/** A letter for each name: the first after what all begin with, or A, B, C where these are not different. */
export function lettersOf(ids: readonly string[]): string[] {
  const [first = ''] = ids;
  let same = 0;
  while (ids.length > 1 && same < first.length && ids.every((id) => id[same] === first[same])) same += 1;
  const letters = ids.map((id) => id.slice(same, same + 1).toUpperCase());
  const distinct = new Set(letters).size === ids.length && letters.every(Boolean);
  return distinct ? letters : ids.map((_, i) => String.fromCharCode(65 + i));
}

/** The command a base serves in; null where there are none. */
export const commandOf = (base: Base): string | null => base.service?.command ?? null;

export const commandsOf = (position: Position, side: Side): Command[] => (position.commands ?? []).filter((one) => one.side === side);
