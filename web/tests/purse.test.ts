import { describe, expect, it } from 'vitest';
import { countOf, partsOf, purseWords, type Purse } from '../src/battle/purse';

const one: Purse = { kind: 'pips', left: { red: 1 } };
const commands: Purse = { kind: 'pips', left: { centre: 3, left: 0, right: 2 } };
const cards: Purse = { kind: 'cards', hands: { Caesar: ['red', 'green'], Labienus: 3, Antonius: [] }, discards: ['white'] };

describe('a purse', () => {
  it('is counted over commands and generals', () => {
    expect([one, commands, cards].map(countOf)).toEqual([1, 5, 5]);
  });

  it('is told by what it holds', () => {
    expect([one, commands, cards].map((purse) => purseWords(purse))).toEqual(['1 PIP', '5 PIPs', '5 cards']);
    expect(purseWords(cards, 1)).toBe('1 card');
  });

  it('names its parts where there are several', () => {
    expect(partsOf(one)).toEqual([]);
    expect(partsOf(commands)).toEqual([['centre', '3'], ['left', '0'], ['right', '2']]);
    expect(partsOf(cards)).toEqual([['Caesar', 'red, green'], ['Labienus', '3'], ['Antonius', 'none']]);
  });
});
