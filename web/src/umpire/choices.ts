/** What one can choose for an argument from all that is on the table. */

import { isPlace } from '../table/ground.svelte';
import type { Position } from '../lib/wire.gen';
import type { What } from './asking';
import { fileNames } from './bodies';
import type { Draft, DraftUnit } from './draft';

export interface Choice {
  id: string;
  words: string;
}

export function unitChoice(one: DraftUnit): Choice {
  return { id: one.id, words: `${one.id} ${one.camp ? 'camp' : String(one.told['name'] ?? '')}`.trim() };
}

const plain = (id: string): Choice => ({ id, words: id });

/** All that an argument of some sort may name, in the order of the case. */
export function choicesOf(draft: Draft, position: Position, what: What): Choice[] {
  const singles = draft.bases.map((one) => ({ id: one.id, words: `${one.id} ${one.troops}` }));
  const inGroups = position.bases.filter((base) => base.unit).map((base) => plain(base.id));
  const files = (units: DraftUnit[]): Choice[] => units.flatMap((one) => fileNames(position, one.id).map(plain));
  switch (what) {
    case 'base': return [...singles, ...inGroups];
    case 'place': return [...singles, ...draft.terrain.filter((one) => isPlace(one.kind)).map((one) => plain(one.id))];
    case 'feature': return draft.terrain.map((one) => plain(one.id));
    case 'unit': return draft.units.filter((one) => !one.camp).map(unitChoice);
    case 'camp': return draft.units.filter((one) => one.camp).map(unitChoice);
    case 'body': return draft.units.map(unitChoice);
    case 'general': return draft.generals.map((one) => plain(one.id));
    case 'file': return files(draft.units.filter((one) => !one.camp));
    case 'part': return [...draft.units.map(unitChoice), ...files(draft.units), ...inGroups.filter((one) => !draft.units.some((unit) => fileNames(position, unit.id).includes(one.id)))];
  }
}
