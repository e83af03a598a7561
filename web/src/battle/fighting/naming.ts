/** What players call those who fight: "4Bd R3", or a camp or town by its owner. */

import type { Position, Side } from '../../lib/wire.gen';
import { groundName } from '../../table/ground.svelte';
import { words } from '../../table/looks';

export interface Named {
  id: string;
  /** As on the base: "4Bd R3". */
  short: string;
  /** In words: "Blades R3, the general". */
  long: string;
  side: Side | null;
}

export function named(position: Position, id: string): Named {
  const base = position.bases.find((one) => one.id === id);
  if (base) {
    const place = base.inside === null ? '' : ` in ${base.inside}`;
    const long = `${words(base.kind)} ${id}${base.general ? ', the general' : ''}${place}`;
    return { id, short: `${base.code} ${id}`, long, side: base.side };
  }
  const piece = position.terrain.find((one) => one.id === id);
  if (piece) {
    const word = groundName(piece.kind, position.edition);
    const whose = id.toLowerCase().includes(word.toLowerCase()) ? id : `${word} ${id}`;
    return { id, short: whose, long: whose, side: piece.owner };
  }
  return { id, short: id, long: id, side: null };
}

/** The letter that stands for a side wherever its colour does. */
export function letter(side: Side | null): string {
  return side === 'red' ? 'R' : side === 'blue' ? 'B' : '';
}

/** Ids as people read them: "A", "A and B", "A, B and C". */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
