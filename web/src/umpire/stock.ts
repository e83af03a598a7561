/** What the palette of the umpire's table holds: bases, unit groups, camps, generals and ground. */

import type { Side, UnitLine } from '../lib/wire.gen';
import { roleWords } from '../table/unitGroups';
import type { Draft, Place } from './draft';
import { addBase, addUnit } from './editing';

/** Something with edges that is laid on the table. */
export type Laid = { troops: string } | { unit: UnitLine } | { camp: string };
export type Stock = Laid | { general: string } | { terrain: string };

/** How many elements a camp has unless it is told otherwise. */
const CAMP_BASES = 6;

/** Something of the palette laid somewhere; a unit group keeps the name it has in its list. */
export function lay(draft: Draft, side: Side, what: Laid, place: Place): [Draft, string] {
  if ('troops' in what) return addBase(draft, side, what.troops, place);
  if ('camp' in what) return addUnit(draft, side, true, { kind: what.camp, bases: CAMP_BASES, files: CAMP_BASES }, place);
  const { name, told } = what.unit;
  return addUnit(draft, side, false, { ...(name ? { name } : {}), ...told }, place);
}

export function isLaid(what: Stock): what is Laid {
  return 'troops' in what || 'unit' in what || 'camp' in what;
}

/** What something of the palette is called. */
export function stockName(what: Stock): string {
  if ('troops' in what) return what.troops;
  if ('unit' in what) return what.unit.name || 'the unit group';
  if ('camp' in what) return `a ${what.camp} camp`;
  return 'general' in what ? roleWords({ role: what.general }) : what.terrain;
}

export function sameStock(one: Stock, other: Stock): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
