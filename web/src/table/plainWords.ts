/** Sentences without the names files give to ground, sides' camps and kinds: "steep_hill2" is "the steep hill". */

import type { Position } from '../lib/wire.gen';
import { TERRAIN_WORDS, words } from './looks';

/** A name as files write it: words joined by underlines, or a known kind of ground, perhaps with a number. */
const RAW = /\b([a-z]+(?:_[a-z]+)+|bua|tf|pf)[ _]?(\d*)\b/g;

/** A sentence for people: raw names are replaced by the words for what they name. */
export function inPlainWords(says: string, position: Pick<Position, 'terrain'> | null = null): string {
  return says.replace(RAW, (whole: string, kind: string, number: string) => {
    const several = (position?.terrain ?? []).filter((piece) => piece.kind === kind).length > 1;
    const word = TERRAIN_WORDS[kind];
    if (word) return word.toLowerCase() + (number && several ? ` ${number}` : '');
    return kind.includes('_') ? words(kind).toLowerCase() + (number ? ` ${number}` : '') : whole;
  });
}
