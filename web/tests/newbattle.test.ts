import { describe, expect, it } from 'vitest';
import type { ArmyInfo, Shown, TroopInfo } from '../src/lib/wire.gen';
import { switches, unusual } from '../src/newbattle/readings';
import { elementsOf, hasChoices, inWords, search, slotsOf, summary, usual, withBlock, withCode } from '../src/newbattle/roster';
import { ago, standing } from '../src/newbattle/standing';
import { inYear, sameTime, stretches } from '../src/newbattle/years';

const slot = (count: number, any_of: string[], more = {}) => ({ count, any_of, general: false, all_same: false, ...more });

const HAN: ArmyInfo = {
  id: 'II/41a', name: 'Han Chinese', years: '202 BC - 9 AD', topography: 'arable', aggression: 3, general: ['HCh', '3Cv'], note: '', facts: [], conf: 'S',
  elements: [slot(1, ['HCh', '3Cv'], { general: true }), slot(2, ['3Cv']), slot(2, ['2LH'])],
  alternatives: [[slot(3, ['4Cb']), slot(3, ['4Sp', '3Sp'], { all_same: true }), slot(1, ['2Ps'])], [slot(3, ['3Cv']), slot(4, ['2LH'])]],
};
const troop = (name: string, general = false): TroopInfo => ({ code: name, kind: name.toLowerCase(), name, arm: 'foot', mounted: false, shoots: false, general, depths: {} });
const TROOPS = {
  HCh: troop('Knights'), '3Cv': troop('Cavalry'), '2LH': troop('Light Horse'), '4Cb': troop('Bows'), '4Sp': troop('Spears'),
  '3Sp': troop('Spears'), '2Ps': troop('Psiloi'), '3Kn': troop('Knights'), '4Bd': troop('Blades'), Gen: troop('General', true),
};

describe('years', () => {
  it('reads what the lists print', () => {
    expect(stretches('275-105 BC')).toEqual([[-275, -105]]);
    expect(stretches('500 BC - 545 AD')).toEqual([[-500, 545]]);
    expect(stretches('1419-1434 and 1464-1471 AD')).toEqual([[1419, 1434], [1464, 1471]]);
    expect(stretches('1500-1521')).toEqual([[1500, 1521]]);
  });

  it('knows who could have met', () => {
    expect(sameTime('275-105 BC', '275-146 BC')).toBe(true);
    expect(sameTime('275-105 BC', '105-25 BC')).toBe(true);
    expect(sameTime('275-105 BC', '1014-1075 AD')).toBe(false);
  });

  it('finds a year in them', () => {
    expect(inYear('216 BC', '275-105 BC')).toBe(true);
    expect(inYear('216', '275-105 BC')).toBe(true);
    expect(inYear('216 AD', '275-105 BC')).toBe(false);
    expect(inYear('elephants', '275-105 BC')).toBe(null);
  });
});

describe('the elements of a list', () => {
  it('takes the first of everything to begin with, and marks the general', () => {
    expect(elementsOf(HAN, usual(HAN), TROOPS)).toEqual([
      'HCh general', '3Cv', '3Cv', '2LH', '2LH', '4Cb', '4Cb', '4Cb', '4Sp', '4Sp', '4Sp', '2Ps',
    ]);
    expect(hasChoices(HAN)).toBe(true);
  });

  it('does not mark a general who is an element of his own', () => {
    const army = { ...HAN, elements: [slot(1, ['Gen'], { general: true })], alternatives: [] };
    expect(elementsOf(army, usual(army), TROOPS)).toEqual(['Gen']);
  });

  it('changes one element, or all where they must be alike', () => {
    const general = withCode(HAN, usual(HAN), 0, 0, '3Cv');
    expect(elementsOf(HAN, general, TROOPS)[0]).toBe('3Cv general');
    const alike = withCode(HAN, usual(HAN), 4, 1, '3Sp');
    expect(alike.codes[4]).toEqual(['3Sp', '3Sp', '3Sp']);
  });

  it('keeps the rest of the choice when another block is taken', () => {
    const other = withBlock(HAN, withCode(HAN, usual(HAN), 0, 0, '3Cv'), 1);
    expect(slotsOf(HAN, 1)).toHaveLength(5);
    expect(elementsOf(HAN, other, TROOPS)).toHaveLength(12);
    expect(elementsOf(HAN, other, TROOPS)[0]).toBe('3Cv general');
    expect(other.codes[4]).toEqual(['2LH', '2LH', '2LH', '2LH']);
  });

  it('says what codes are', () => {
    expect(inWords('HCh', TROOPS)).toBe('Heavy Chariots (Knights)');
    expect(inWords('3Kn//4Bd', TROOPS)).toBe('Knights or dismounted Blades');
    expect(summary(['3Kn//4Bd general', '4Bd', '4Bd'], TROOPS)).toBe('1 Knights, 2 Blades');
  });

  it('is found by name, year, ground and troops', () => {
    for (const typed of ['han', '100 BC', 'arable', 'light horse', 'II/41a', 'bows han']) expect(search([HAN], typed, TROOPS)).toEqual([HAN]);
    for (const typed of ['roman', '100 AD', 'elephants']) expect(search([HAN], typed, TROOPS)).toEqual([]);
  });
});

describe('readings of the rules', () => {
  const all = switches({ tournament: [true, false], knights_move: [4, 5], only: [1], army_options_vary: [false, true], some_new_one: ['a_b', 'c'] }, {
    knights_move: { asks: 'How far do Knights move?', values: { 4: '4 MU', 5: '5 MU, as printed' }, agreed: false, idle: false },
    army_options_vary: { asks: 'Chosen anew?', values: {}, agreed: false, idle: true },
  });

  it('asks only what leaves a choice, in words', () => {
    expect(all.map((one) => one.name)).toEqual(['tournament', 'knights_move', 'some_new_one']);
    expect(all[1]?.values.map((one) => one.says)).toEqual(['4 MU', '5 MU, as printed']);
    expect(all[2]).toEqual({ name: 'some_new_one', asks: 'Some new one', agreed: false, values: [{ value: 'a_b', says: 'A b' }, { value: 'c', says: 'C' }] });
  });

  it('sends only what is unusual', () => {
    expect(unusual(all, { tournament: false, knights_move: 4 })).toEqual({ tournament: false });
  });
});

describe('how a battle stands', () => {
  const shown = (more: object): Shown => ({
    role: 'red', decides: true, result: null, frozen: null, players: { red: { kind: 'person', name: '' }, blue: { kind: 'computer', name: '' } },
    pending: { side: 'red', what: 'roll for PIPs' }, ...more,
  }) as unknown as Shown;

  it('says whose turn it is', () => {
    expect(standing(shown({}))).toEqual({ kind: 'yours', says: 'Your turn: roll for PIPs.' });
    expect(standing(shown({ role: 'both' })).says).toBe('Red’s turn: roll for PIPs.');
    expect(standing(shown({ decides: false, pending: { side: 'blue', what: 'deploy' } })).says).toBe('Blue (the computer) is to deploy.');
  });

  it('says who won', () => {
    expect(standing(shown({ result: { winner: 'red', why: 'blue lost 4 elements' } })).says).toBe('You won. Blue lost 4 elements.');
    expect(standing(shown({ role: 'spectator', result: { winner: 'blue', why: 'red resigned' } })).says).toBe('Blue won. Red resigned.');
  });

  it('says how long ago', () => {
    expect(ago(0, 20_000)).toBe('just now');
    expect(ago(0, 3 * 3_600_000)).toBe('3 hours ago');
  });
});
