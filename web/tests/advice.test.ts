import { expect, test } from 'vitest';
import type { Action, Estimated, LossesTold, Report, Position } from '../src/lib/wire.gen';
import { Teller } from '../src/battle/telling';
import { chancesOf, chanceWords, expectedWords, fightOf, orderWords, placeOf, shotOf, sureWords } from '../src/battle/advice/losses';
import { hintWords } from '../src/battle/advice/wording';
import { charactersOf, levelsOf, USUAL_CHARACTER, USUAL_LEVEL } from '../src/newbattle/generals';
import type { Account, Shown } from '../src/lib/wire.gen';

const exact = (value: number): Estimated => ({ value, low: value, high: value, fraction: 'x' });
const about = (value: number, off: number): Estimated => ({ value, low: value - off, high: value + off, fraction: null });
const losses = (elements: Record<string, Estimated>): LossesTold => ({ expected: exact(0), elements, general: exact(0), wins: exact(0) });
const fight = (attacker: string, defender: string): Action => ({ do: 'fight', attacker, defender });

const report: Report = {
  edition: 'dba22', work: 0, reconsidered: null, first: [], side: 'red', phase: 'melee', order: [1, 0], worth: exact(2), worst: 1.5, every_order: true, exact: true, samples: 0,
  combats: [
    { actions: [fight('R1', 'B1')], sides: ['R1', 'B1'], factors: [3, 4], outcomes: [] },
    { actions: [fight('R2', 'B2')], sides: ['R2', 'B2'], factors: [5, 4], outcomes: [] },
  ],
  losses: { red: losses({ 0: exact(1) }), blue: losses({ 0: exact(1) }) },
};

test('three elements lost and more are one chance, and what cannot be is left out', () => {
  const found = chancesOf(losses({ 0: exact(0.5), 1: exact(0), 3: exact(0.25), 4: exact(0.125), 5: exact(0.125) }));
  expect(found.map(({ words, chance }) => [words, chance])).toEqual([['none', 0.5], ['three or more', 0.5]]);
});

test('a small chance is never told as none, nor a large one as certain', () => {
  expect([0, 0.001, 0.124, 0.999, 1].map(chanceWords)).toEqual(['0 %', 'under 1 %', '12 %', 'over 99 %', '100 %']);
});

test('a sampled number says what it may be out by', () => {
  expect(expectedWords(exact(0.9471))).toBe('0.95');
  expect(expectedWords(about(0.967, 0.114))).toBe('0.97 ± 0.11');
  expect(sureWords(report)).toMatch(/^Exact/);
  const sampled = { ...report, exact: false, samples: 400, losses: { ...report.losses, red: losses({ 0: about(0.4, 0.05) }) } };
  expect(sureWords(sampled)).toBe('Estimated from 400 samples: chances are within 5 percentage points (95 % sure).');
});

test('the order is told by places, whoever of the two is named first', () => {
  expect(placeOf(report, fightOf('B2', 'R2'))).toBe(1);
  expect(placeOf(report, fightOf('R1', 'B1'))).toBe(2);
  expect(placeOf(report, fightOf('R1', 'B2'))).toBeNull();
  expect(placeOf(null, fightOf('R1', 'B1'))).toBeNull();
  expect(shotOf('R8')([{ do: 'pick_shooter', shooter: 'R8' }, { do: 'shoot', target: 'B5' }])).toBe(true);
});

test('how good the order is', () => {
  expect(orderWords(report)).toMatch(/the best/);
  expect(orderWords({ ...report, worst: 2 })).toMatch(/worth the same/);
  expect(orderWords({ ...report, every_order: false })).toMatch(/every two/);
  expect(orderWords({ ...report, order: [] })).toBe('');
});

test('a hint names what it would do', () => {
  const position = { bases: [{ id: 'R1', code: '4Bd', kind: 'Bd', side: 'red', general: false, inside: null }], terrain: [] } as unknown as Position;
  const words = (action: Action): string => hintWords(action, position);
  expect(words({ do: 'move', move: { elements: ['R1'] } })).toBe('Move 4Bd R1');
  expect(words({ do: 'move', move: { elements: ['R1', 'R2'] } })).toBe('Move the group of R1 and R2');
  expect(words({ do: 'move', move: { elements: ['1', '2', '3', '4', '5'] } })).toMatch(/^Move the 5 together/);
  expect(words(fight('R1', 'B2'))).toBe('4Bd R1 fights B2');
  expect(words({ do: 'shoot', target: 'B2', helpers: ['R3'] })).toBe('Shoot at B2, helped by R3');
  expect(words({ do: 'end_moves' })).toBe('End the moves');
});

test('a server that has other generals offers those worth choosing, the usual ones among them', () => {
  const levels = levelsOf(['eager', 'random', 'recruit', 'centurion', 'legate']).map((one) => one.value);
  expect(levels).toEqual(['recruit', 'centurion', 'legate']);
  expect(levels).toContain(USUAL_LEVEL);
  expect(charactersOf(['steady', 'bold', 'cautious']).map((one) => one.value)).toContain(USUAL_CHARACTER);
  expect(levelsOf(['eager'])).toEqual([]);
});

test('the reason of a move is said after it', () => {
  const item: Account = { number: 4, kind: 'decision', by: 'blue', dice: [], reason: 'B1 moves to close the line.', decided: [], takes_back: 0, said: [{ kind: 'move', says: 'B1 moves', clauses: [], bases: [], ruling: null }] };
  const shown = { decides: false, result: null, pending: { side: 'blue', setting_up: false }, view: { turn: 'blue', bounds: {}, phase: 'moves' }, role: 'red', players: {} } as unknown as Shown;
  expect(new Teller().tell([item], shown)).toBe('B1 moves. Why: B1 moves to close the line.');
});
