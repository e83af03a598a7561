import { describe, expect, it } from 'vitest';
import { disputeOf, fileName } from '../src/battle/account/dispute';
import { markWords, tierWords } from '../src/battle/account/marks';
import { chapters, lastRoll, lastSaid, plainly, sentence, standing, told } from '../src/battle/account/telling';
import type { Account, Position, Shown } from '../src/lib/wire.gen';
import { roleFor, wantedFor, waysOf } from '../src/replay/branching';
import { ahead, keyed, opening, pauseAfter } from '../src/replay/pace';

function item(number: number, kind: string, says: string[] = [], dice: number[] = []): Account {
  const said = says.map((one) => ({ kind: /bound \d/.test(one) ? 'pips' : 'move', says: one, clauses: [], bases: [], ruling: null }));
  return { number, kind, by: 'red', dice, said, reason: null, decided: [], takes_back: kind === 'undo' ? 1 : 0 };
}

const ACCOUNT = [
  item(0, 'start'),
  item(1, 'decision', ['red deploys 12 elements']),
  item(2, 'decision', ['red bound 1: 4 PIPs'], [4]),
  item(3, 'decision', ['4Bd R1 moves 50 mm of 50 for 1 PIP']),
  item(4, 'decision', ['4Bd R2 moves 50 mm of 50 for 1 PIP']),
  item(5, 'undo'),
  item(6, 'undo'),
  item(7, 'decision'),
  item(8, 'decision', ['blue bound 1: 1 PIPs'], [1]),
];

describe('the account', () => {
  it('marks what was taken back', () => {
    expect(told(ACCOUNT).filter((one) => one.undone).map((one) => one.number)).toEqual([3, 4]);
    expect(standing(ACCOUNT).map((one) => one.number)).toEqual([0, 1, 2, 7, 8]);
  });

  it('marks all that was taken back by agreement, and requests are no moments', () => {
    const agreed: Account = { ...item(10, 'take_back', ['red takes back its decision and 1 later one; blue agrees']), takes_back: 2 };
    const account = [...ACCOUNT, item(9, 'ask_back', ['red asks to take back its last decision']), agreed, item(11, 'decline_back', ['blue does not agree'])];
    expect(told(account).filter((one) => one.undone).map((one) => one.number)).toEqual([3, 4, 7, 8]);
    expect(standing(account).map((one) => one.number)).toEqual([0, 1, 2]);
  });

  it('has a chapter for each bound', () => {
    expect(chapters(ACCOUNT).map((one) => [one.title, one.side, one.items.length])).toEqual([
      ['Before the battle', null, 2],
      ['Red, bound 1', 'red', 6],
      ['Blue, bound 1', 'blue', 1],
    ]);
    expect(chapters([])).toEqual([]);
  });

  it('knows the newest roll', () => {
    expect(lastRoll(ACCOUNT)?.number).toBe(8);
    expect(lastRoll([])).toBeNull();
  });

  it('says what nothing else says', () => {
    expect(plainly(ACCOUNT[0]!)[0]?.says).toBe('The armies meet');
    expect(plainly(ACCOUNT[5]!)[0]?.says).toBe('Red takes the last decision back');
    expect(plainly(ACCOUNT[7]!)).toEqual([]);
    expect([lastSaid(ACCOUNT, 7), lastSaid(ACCOUNT, 8), lastSaid([], 3)]).toEqual([6, 8, null]);
    expect([sentence('red wins'), sentence('No.')]).toEqual(['Red wins.', 'No.']);
  });
});

describe('a dispute', () => {
  it('holds ruling, position, account up to the event, and the log if there is one', () => {
    const shown = { version: '0.3.0', id: 'abc', edition: 'dba22' } as Shown;
    const file = disputeOf(shown, ACCOUNT, 4, ['R2 moves'], null, { edition: 'dba22' } as Position, null, new Date(0));
    expect(file.account.map((one) => one.number)).toEqual([0, 1, 2, 3, 4]);
    expect(file).toMatchObject({ debellis: '0.3.0', battle: 'abc', event: 4, log: null, saved: '1970-01-01T00:00:00.000Z' });
    expect(fileName(file)).toBe('dispute-dba22-abc-4.json');
  });
});

describe('marks of clauses', () => {
  it('are told in words', () => {
    expect(markWords('S:COM, WAD')).toBe('found in 2 published sources');
    expect(markWords('S:CHT, COM; S:COM')).toBe('found in 2 published sources');
    expect(markWords('S:CHT; D')).toBe('found in a published source; designed here to close a gap');
    expect([markWords('R-'), markWords('R'), tierWords('base'), tierWords('other')]).toEqual(['recalled, not certain', 'recalled', 'Base rules', 'Other']);
  });
});

describe('a replay', () => {
  it('opens when both armies stand ready', () => {
    expect(opening(standing(ACCOUNT))).toBe(1);
    expect(opening(ACCOUNT.slice(0, 2))).toBe(-1);
  });

  it('looks longer at dice, and shorter when it goes fast', () => {
    expect(pauseAfter({ dice: [3, 4] }, 1)).toBeGreaterThan(pauseAfter({ dice: [] }, 1));
    expect(pauseAfter({ dice: [] }, 4)).toBe(pauseAfter(null, 1) / 4);
  });

  it('fetches a little ahead', () => {
    expect(ahead(3, 5)).toEqual([4, 5]);
    expect(ahead(5, 5)).toEqual([]);
  });

  it('goes by the keys', () => {
    expect(keyed('ArrowLeft', 9)).toEqual({ step: -1 });
    expect(keyed('End', 9)).toEqual({ place: 9 });
    expect(keyed(' ', 9)).toBe('toggle');
    expect(keyed('x', 9)).toBeNull();
  });

  it('branches with the players wanted', () => {
    expect(wantedFor('both', 7)).toMatchObject({ at: 7, same_screen: true, red: { kind: 'person' }, blue: { kind: 'person' } });
    expect(wantedFor('blue', 7)).toMatchObject({ same_screen: false, red: { kind: 'computer' }, blue: { kind: 'person' } });
    expect([waysOf({ dice: 'typed' }), roleFor('red')]).toEqual([['both'], 'red']);
  });
});
