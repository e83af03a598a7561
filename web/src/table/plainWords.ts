/** Sentences without the names files give to ground, sides' camps and kinds: "steep_hill2" is "the steep hill". */

import { unitOf } from '../lib/units';
import type { Position } from '../lib/wire.gen';
import { describedGround } from './ground.svelte';
import { words } from './looks';

/** A name as files write it: words joined by underlines, or a known kind of ground, perhaps with a number. */
const RAW = /\b([a-z]+(?:_[a-z]+)+|bua|tf|pf)[ _]?(\d*)\b/g;

/** Lengths as sentences give them: "30 mm", "30 mm of 50", "30 of 50 mm", "30 mm of the 50". */
const LENGTH = /\b(\d+(?:\.\d+)?)(?:( of (?:the )?)(\d+(?:\.\d+)?))? mm\b(?:( of (?:the )?)(\d+(?:\.\d+)?))?/g;

/** A sentence with its lengths in the unit of its rules instead of millimetres. */
export function inUnits(says: string, position: Pick<Position, 'edition' | 'scale'>): string {
  const unit = unitOf(position.edition, position.scale);
  const name = unit.name === 'p' ? 'paces' : unit.name;
  const count = (mm: string): string => String(Number((Number(mm) / unit.mm).toFixed(unit.name === 'p' ? 0 : 1)));
  return says.replace(LENGTH, (_, first: string, before?: string, of?: string, after?: string, limit?: string) =>
    `${count(first)}${before && of ? before + count(of) : ''} ${name}${after && limit ? after + count(limit) : ''}`,
  );
}

/** A sentence for people: raw names are replaced by the words for what they name. */
export function inPlainWords(says: string, position: Pick<Position, 'edition' | 'terrain'> | null = null): string {
  return says.replace(RAW, (whole: string, kind: string, number: string) => {
    const several = (position?.terrain ?? []).filter((piece) => piece.kind === kind).length > 1;
    const word = describedGround(kind, position?.edition)?.name;
    if (word) return word + (number && several ? ` ${number}` : '');
    return kind.includes('_') ? words(kind).toLowerCase() + (number ? ` ${number}` : '') : whole;
  });
}
