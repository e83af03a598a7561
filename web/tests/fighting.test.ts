import { describe, expect, it } from 'vitest';
import { became, chances, inWords, outcomeReasons, percent, settled, signed, sumOf } from '../src/battle/fighting/fates';
import { Listing } from '../src/battle/fighting/listing.svelte';
import { letter, listed, named } from '../src/battle/fighting/naming';
import { aftermath } from '../src/battle/fighting/odds.svelte';
import { differs, isCombat, pauses } from '../src/battle/fighting/pacing';
import { choiceOf, NONE, pointed, volleyOf, withHelper, type Shots } from '../src/battle/fighting/shots';
import { asked, canShow } from '../src/battle/fighting/typing';
import type { Account, Base, Position, Ruling } from '../src/lib/wire.gen';

function base(id: string, more: Partial<Base> = {}): Base {
  return {
    id, side: 'red', code: '4Bd', kind: 'blades', width: 40, depth: 15, front: [100, 100], facing: [0, 1], general: false,
    dismounts: null, inside: null, crossing: null, moved: false, recoiled: false, sacking: false,
    dismounted_this_bound: false, attached: null, ...more,
  };
}

function position(...bases: Base[]): Position {
  return {
    edition: 'dba22', size: [600, 600], bases, terrain: [], scale: { name: '15mm', base_width: 40, mm_per_100_paces: 25 },
    active: 'red', bound: 1, lost: {}, unlanded: {}, options: {},
  };
}

const FOUGHT: Ruling = {
  question: 'fight',
  answer: { totals: [10, 5], comparison: 'doubled', loser: 'B', outcome: 'destroyed', lost: ['B'], dice: [5, 4] },
  because: [
    { clause: 'BOB-RES-1a', says: 'one die for each side, once' },
    { clause: 'DBA22-B28', says: 'B (Cavalry) doubled by A (Knights) in close combat: destroyed' },
  ],
  measures: [],
  drawing: [],
  sheets: [
    { of: 'A', lines: [{ value: 3, reason: 'Knights', clauses: [] }, { value: 2, reason: 'general', clauses: [] }] },
    { of: 'B', lines: [{ value: 3, reason: 'Cavalry', clauses: [] }, { value: -2, reason: 'overlaps', clauses: [] }] },
  ],
};

describe('chances', () => {
  const of = (rolls: number) => ({ value: rolls / 36, fraction: `${rolls}/36` });

  it('are all 36 rolls, from unharmed to worst, without what cannot happen', () => {
    const found = chances({ no_effect: of(19), recoil: of(13), flee: of(0), destroyed: of(4) });
    expect(found.map((one) => [one.fate, one.rolls])).toEqual([['no_effect', 19], ['recoil', 13], ['destroyed', 4]]);
    expect(found.reduce((sum, one) => sum + one.rolls, 0)).toBe(36);
  });

  it('are told in words', () => {
    expect(inWords('Blades R1', chances({ no_effect: of(30), destroyed: of(6) }))).toBe('Blades R1: stands 30 in 36, destroyed 6 in 36');
    expect([percent(0.5), percent(4 / 36 / 4), percent(1)]).toEqual(['50 %', '2.8 %', '100 %']);
  });
});

describe('a combat that was fought', () => {
  it('has sums, dice, totals and the clause of its outcome', () => {
    const found = settled(FOUGHT);
    expect(found).toMatchObject({ ids: ['A', 'B'], sums: [5, 1], dice: [5, 4], totals: [10, 5], comparison: 'doubled', loser: 'B' });
    expect(found?.reasons.map((reason) => reason.clause)).toEqual(['DBA22-B28']);
    expect(found && became(found)).toBe('B is destroyed');
  });

  it('is none without dice or ruling', () => {
    expect(settled(null)).toBeNull();
    expect(settled({ ...FOUGHT, answer: { totals: [1, 1] } })).toBeNull();
    expect(outcomeReasons({ ...FOUGHT, because: [] })).toEqual([]);
  });

  it('that no row of the lists settles cites the last word', () => {
    const because = [
      { clause: 'A', says: 'factor, tactical factors and die make 5 against 7' },
      { clause: 'B', says: 'B5 has the higher total and hurts nobody, for it does not shoot' },
    ] as Ruling['because'];
    expect(outcomeReasons({ ...FOUGHT, because }).map((reason) => reason.clause)).toEqual(['B']);
  });

  it('that ended level hurts nobody', () => {
    const level = settled({ ...FOUGHT, answer: { ...FOUGHT.answer, comparison: 'equal', loser: undefined, outcome: 'no_effect' } });
    expect(level && became(level)).toBe('Nothing happens');
  });

  it('adds its factors with their signs', () => {
    expect(sumOf(FOUGHT.sheets[1]!)).toBe(1);
    expect([signed(2), signed(0), signed(-1)]).toEqual(['+2', '+0', '−1']);
  });
});

describe('names', () => {
  it('are those on the base, or of the camp', () => {
    const here = position(base('R1', { general: true }));
    expect(named(here, 'R1')).toMatchObject({ short: '4Bd R1', long: 'Blades R1, the general', side: 'red' });
    const camp = { id: 'blue camp', kind: 'camp', outline: [], line: [], width: 0, crest: [], owner: 'blue' as const, occupant: null, nature: null, home: null };
    expect(named({ ...here, terrain: [camp] }, 'blue camp')).toMatchObject({ short: 'blue camp', side: 'blue' });
    expect(named(here, 'gone')).toMatchObject({ short: 'gone', side: null });
    expect([letter('red'), letter('blue'), letter(null)]).toEqual(['R', 'B', '']);
    expect([listed([]), listed(['A']), listed(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C']);
  });
});

describe('a shot', () => {
  const shots: Shots = {
    picked: null,
    most_helpers: 2,
    shooters: [
      { shooter: 'A', side: 'red', targets: [{ target: 'X', helpers: ['B', 'C', 'D'], edges: ['front', 'rear'] }, { target: 'Y', helpers: [], edges: [] }] },
      { shooter: 'B', side: 'red', targets: [{ target: 'X', helpers: ['A'], edges: ['front'] }] },
    ],
  };

  it('is the first there is until somebody chooses', () => {
    expect(choiceOf(shots, {})).toEqual({ shooter: 'A', target: 'X', helpers: [], edge: null });
    expect(choiceOf(NONE, {})).toBeNull();
  });

  it('has the main shooter that is wanted only if it may lead and takes part', () => {
    const led = {
      picked: 'A',
      most_helpers: 2,
      shooters: [{ shooter: 'A', side: 'red' as const, targets: [{ target: 'X', helpers: ['B', 'C'], edges: [], mains: ['A', 'B'] }] }],
    };
    const wanted = { shooter: 'A', target: 'X', helpers: ['B', 'C'], main: 'B' };
    expect(volleyOf(choiceOf(led, wanted)!)).toEqual(['B', ['A', 'C']]);
    expect(volleyOf(choiceOf(led, { ...wanted, main: 'C' })!)).toEqual(['A', ['B', 'C']]);
    expect(volleyOf(choiceOf(led, { ...wanted, helpers: ['C'] })!)).toEqual(['A', ['C']]);
  });

  it('keeps what is wanted as far as it can be had', () => {
    const wanted = { shooter: 'A', target: 'X', helpers: ['B', 'Z', 'C', 'D'], edge: 'rear' };
    expect(choiceOf(shots, wanted)).toEqual({ shooter: 'A', target: 'X', helpers: ['B', 'C'], edge: 'rear' });
    expect(choiceOf(shots, { ...wanted, target: 'Y' })).toEqual({ shooter: 'A', target: 'Y', helpers: [], edge: null });
    expect(choiceOf(shots, { ...wanted, shooter: 'gone' })).toEqual({ shooter: 'A', target: 'X', helpers: [], edge: null });
  });

  it('is that of who was picked', () => {
    expect(choiceOf({ ...shots, picked: 'B' }, { shooter: 'A' })).toMatchObject({ shooter: 'B', target: 'X' });
    expect(choiceOf({ ...shots, picked: 'gone' }, {})).toBeNull();
  });

  it('takes and loses helpers, never more than may help', () => {
    const one = withHelper(choiceOf(shots, {})!, 'B', true, 2);
    const two = withHelper(one, 'C', true, 2);
    expect(withHelper(two, 'D', true, 2).helpers).toEqual(['C', 'D']);
    expect(withHelper(two, 'B', false, 2).helpers).toEqual(['C']);
  });
});

describe('pointing at a base', () => {
  const shots: Shots = {
    picked: null,
    most_helpers: 2,
    shooters: [
      { shooter: 'A', side: 'red', targets: [{ target: 'X', helpers: ['B'], edges: [] }, { target: 'Y', helpers: [], edges: [] }] },
      { shooter: 'B', side: 'red', targets: [{ target: 'X', helpers: ['A'], edges: [] }] },
    ],
  };
  const first = choiceOf(shots, {});

  it('chooses a target, another shooter, or nothing new', () => {
    expect(pointed(shots, first, 'Y')).toEqual({ shooter: 'A', target: 'Y' });
    expect(pointed(shots, first, 'B')).toEqual({ shooter: 'B' });
    expect(pointed(shots, first, 'Z')).toEqual(first);
    expect(pointed(shots, first, null)).toEqual(first);
    expect(pointed(shots, null, 'A')).toEqual({});
  });

  it('calls for help once the shooter is picked', () => {
    const picked = { ...shots, picked: 'A' };
    expect(pointed(picked, first, 'B')).toMatchObject({ shooter: 'A', helpers: ['B'] });
    expect(pointed(picked, { ...first!, helpers: ['B'] }, 'B')).toMatchObject({ helpers: [] });
  });
});

describe('what a recoil would come to', () => {
  const asking = (answer: unknown) => ({ ask: async () => ({ ...FOUGHT, answer }) as Ruling });
  it('is noted where there is no room for it', async () => {
    const who = { id: 'B', fates: { recoil: { value: 0.5, fraction: '1/2' }, flee: { value: 0, fraction: '0' } }, opponent: 'A' };
    expect(await aftermath(asking({ destroyed: ['B'] }), who)).toEqual({ recoil: 'It has no room to recoil: destroyed' });
    expect(await aftermath(asking({ destroyed: ['C'] }), who)).toEqual({});
    expect(await aftermath({ ask: () => Promise.reject(new Error()) }, who)).toEqual({});
  });
});

describe('the pace of what is shown', () => {
  const fought: Account = { number: 3, kind: 'decision', by: 'red', dice: [5, 4], reason: null, decided: [], takes_back: 0, said: [{ kind: 'fight', says: '', clauses: [], bases: [], ruling: FOUGHT }] };
  it('shows dice before bases move, and hurries when more waits', () => {
    expect(isCombat(fought)).toBe(true);
    const [before, after] = pauses(fought, true, 0);
    expect(before).toBeGreaterThan(500);
    expect(after).toBeGreaterThan(0);
    expect(pauses(fought, true, 8)[0]).toBeLessThan(before / 2);
    expect(pauses({ ...fought, said: [] }, false, 0)).toEqual([0, 0]);
  });

  it('sees what moved, turned or is gone', () => {
    const here = position(base('A'), base('B', { front: [200, 100] }));
    expect(differs(here, position(base('A'), base('B', { front: [200, 100] })))).toBe(false);
    expect(differs(here, position(base('A'), base('B', { front: [200, 101] })))).toBe(true);
    expect(differs(here, position(base('A'), base('B', { front: [200, 100], facing: [1, 0] })))).toBe(true);
    expect(differs(here, position(base('A')))).toBe(true);
  });
});

describe('dice typed at a real table', () => {
  it('are asked for one by one, each with its reason', () => {
    const first = asked([], 0, 'A fights B', 6);
    expect(first).toEqual([{ why: 'A fights B', sides: 6 }]);
    expect(asked(first, 1, 'a card for red', 20)).toEqual([...first, { why: 'A card for red', sides: 20 }]);
    expect(asked([], 1, 'B fights A', 6)).toEqual([{ why: 'Die 1', sides: 6 }, { why: 'B fights A', sides: 6 }]);
  });

  it('show a whole number from 1 to their sides', () => {
    const die = { why: 'how far', sides: 10 };
    expect([1, 10].every((number) => canShow(die, number))).toBe(true);
    expect([0, 11, 2.5, null, undefined].some((number) => canShow(die, number))).toBe(false);
    expect(canShow(undefined, 1)).toBe(false);
  });
});

describe('the list of what there is to fight', () => {
  function answering(pairs: string[]): Ruling {
    return { ...FOUGHT, question: 'melees', answer: { pairs } };
  }

  it('drops an answer of an older moment that comes late', async () => {
    const waiting: ((ruling: Ruling) => void)[] = [];
    const listing = new Listing<string[]>(
      { ask: () => new Promise((answer) => waiting.push(answer)) },
      'melees',
      [],
    );
    const read = (answer: Ruling['answer']) => answer.pairs as string[];
    const older = listing.ask(4, read, []);
    const newer = listing.ask(5, read, []);
    waiting[1]!(answering(['new']));
    await newer;
    waiting[0]!(answering(['old']));
    await older;
    expect([listing.found, listing.asOf]).toEqual([['new'], 5]);
  });

  it('is what was known otherwise when there is no answer', async () => {
    const listing = new Listing<string[]>({ ask: () => Promise.reject(new Error('gone')) }, 'melees', []);
    await listing.ask(7, () => ['answered'], ['shown']);
    expect([listing.found, listing.asOf]).toEqual([['shown'], 7]);
  });
});
