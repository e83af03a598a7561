import { describe, expect, it } from 'vitest';
import { nextOf } from '../src/battle/moving/selecting';
import { Teller } from '../src/battle/telling';
import { resultWords } from '../src/battle/words';
import type { Account, Shown } from '../src/lib/wire.gen';

function item(number: number, ...says: string[]): Account {
  const said = says.map((one) => ({ kind: 'move', says: one, clauses: [], bases: [], ruling: null }));
  return { number, kind: 'decision', by: 'red', dice: [], said, reason: null, decided: [], takes_back: 0 };
}

function shown(what: string, more: Partial<Shown> = {}): Shown {
  const view = { phase: 'moves', turn: 'red', bounds: { red: 2 }, armies: { red: 'Roman', blue: 'Pyrrhic' } };
  return { view, decides: true, role: 'red', result: null, pending: { side: 'red', what, setting_up: false }, ...more } as unknown as Shown;
}

describe('what is said aloud', () => {
  it('is the last event at first, then everything new, each once', () => {
    const teller = new Teller();
    const account = [item(1, 'one'), item(2, 'two')];
    expect(teller.tell(account, shown('make moves'))).toBe('Two. Your bound 2. Make moves.');
    expect(teller.tell(account, shown('make moves'))).toBe('');
    const more = [...account, item(3, 'three'), item(4, 'four', 'five')];
    expect(teller.tell(more, shown('make moves'))).toBe('Three. Four. Five.');
  });

  it('says what is next when that changes, and nothing of it to who waits', () => {
    const teller = new Teller();
    teller.tell([item(1, 'one')], shown('make moves'));
    expect(teller.tell([item(1, 'one'), item(2)], shown('pick the next melee'))).toBe('Pick the next melee.');
    expect(teller.tell([item(1, 'one'), item(2), item(3, 'three')], shown('roll', { decides: false }))).toBe('Three.');
  });
});

describe('the end', () => {
  it('names the beaten army and why', () => {
    expect(resultWords(shown('', { result: { winner: 'red', why: 'elements lost' } }))).toBe('Pyrrhic: elements lost.');
    expect(resultWords(shown('', { result: { winner: null, why: 'the agreed number of bounds' } }))).toBe('The agreed number of bounds.');
  });
});

describe('the next in a row', () => {
  it('goes round, forwards and back', () => {
    expect(nextOf(['a', 'b', 'c'], null)).toBe('a');
    expect(nextOf(['a', 'b', 'c'], 'c')).toBe('a');
    expect(nextOf(['a', 'b', 'c'], 'a', true)).toBe('c');
    expect(nextOf(['a', 'b', 'c'], 'gone', true)).toBe('c');
  });

  it('is nobody when there is no other', () => {
    expect(nextOf(['a'], 'a')).toBeNull();
    expect(nextOf([], null)).toBeNull();
  });
});
