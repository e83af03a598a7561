/** The commands of an army, in the order of its elements. */

import type { Base } from '../../lib/wire.gen';

/** The names of the commands that some bases belong to. */
export function commandsOf(bases: readonly Base[]): string[] {
  return [...new Set(bases.map((base) => base.service?.command ?? '').filter(Boolean))];
}

/** The letter of a command: its own name without the letter of its side. */
export function commandLetter(name: string): string {
  return name.length > 1 ? name.slice(1) : name;
}
