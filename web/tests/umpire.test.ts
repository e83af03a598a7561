import { learnGround } from '../src/table/ground.svelte';
import { describe, expect, it } from 'vitest';
import { corners, coincide } from '../src/lib/geometry';
import type { CaseSeen, Point, QuestionInfo, Ruling, TroopsInfo } from '../src/lib/wire.gen';
import { fieldOf, filledFrom, firstToPick, missing, shownArguments, type Fits } from '../src/umpire/asking';
import { fileName, readCase, writeCase } from '../src/umpire/casefile';
import { emptyDraft, newBase, newStep, readNotation, writeNotation, type Draft } from '../src/umpire/draft';
import { dragNew, dragPieces, turnTo } from '../src/umpire/dragging';
import { addBase, addTerrain, doubled, movePieces, moveStep, removePieces, renamed, turnPieces, usualShape, withFollowers } from '../src/umpire/editing';
import { expectedOf, expects, toggled } from '../src/umpire/expecting';
import { placed } from '../src/table/labels';
import { resolve } from '../src/umpire/resolving';
import { partsOf } from '../src/umpire/ruletext';
import { casesLike, holds } from '../src/umpire/searching';
import { fromLetters, pack, toLetters, unpack } from '../src/umpire/sharing';
import { fightCase, newSide, type Fight } from '../src/umpire/stage';
import { answerRows, argumentsInWords, measureInWords, valueInWords, verdictOf } from '../src/umpire/telling';

const code = (name: string, kind: string, depth: number, arm = 'foot') =>
  ({ code: name, kind, name: kind, arm, mounted: arm === 'mounted', depths: { '15mm': depth }, shoots: kind === 'bows', general: false });

const TROOPS: TroopsInfo = {
  edition: 'dba22', unit: 'paces', general: true,
  scales: [{ name: '15mm', base_width: 40, mm_per_100_paces: 25, table: [600, 600] }],
  codes: [code('4Bd', 'blades', 15), code('3Kn', 'knights', 30, 'mounted'), code('4Bw', 'bows', 20)],
  questions: [], actions: [], units: null,
};

/** R1 with R2 to its right, and blue B1 against R1. */
function small(): Draft {
  let draft = emptyDraft();
  [draft] = addBase(draft, 'red', '3Kn', { by: 'front', front: [300, 300], facing: 30 });
  [draft] = addBase(draft, 'red', '4Bd', { by: 'right_of', to: 'R1' });
  [draft] = addBase(draft, 'blue', '4Bd', { by: 'against', to: 'R1' });
  return draft;
}

const at = (draft: Draft, id: string) => {
  const base = resolve(draft, TROOPS).position.bases.find((one) => one.id === id);
  if (!base) throw new Error(id);
  return base;
};

learnGround({
  dba22: {
    camp: { name: 'camp', look: 'camp', form: 'place', letter: '=', keeper: 'followers' },
    bua: { name: 'town', look: 'bua', form: 'place', letter: '#', keeper: 'denizens' },
  },
});

describe('a draft resolved', () => {
  it('puts related bases exactly where they belong', () => {
    const draft = small();
    const [left, right] = corners(at(draft, 'R1'));
    const [blueLeft, blueRight] = corners(at(draft, 'B1'));
    expect(coincide(left, blueRight) && coincide(right, blueLeft)).toBe(true);
    expect(coincide(corners(at(draft, 'R2'))[0], right)).toBe(true);
    expect(resolve(draft, TROOPS).wrong).toEqual([]);
  });

  it('says what is wrong and draws the rest', () => {
    let draft = small();
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'front', front: [305, 302], facing: 180 });
    [draft] = addBase(draft, 'blue', '9Xx', { by: 'front', front: [100, 100], facing: 180 });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'left_of', to: 'B5' });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'left_of', to: 'B4' });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'in', to: 'nowhere' });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'front', front: [900, 900], facing: 0 });
    const { wrong, position } = resolve(draft, TROOPS);
    expect(new Map(wrong.map((one) => [one.id, one.says])).get('B3')).toMatch(/no troop notation/);
    expect(wrong.some((one) => /each other|no edges/.test(one.says))).toBe(true);
    expect(wrong.some((one) => one.id === 'B6' && /no camp or town/.test(one.says))).toBe(true);
    expect(wrong.some((one) => one.id === 'B7' && /off the table/.test(one.says))).toBe(true);
    expect(wrong.some((one) => /overlaps/.test(one.says))).toBe(true);
    expect(position.bases.map((one) => one.id)).not.toContain('B6');
  });

  it('keeps who is not deployed apart', () => {
    const [draft] = addBase(emptyDraft(), 'red', '4Bd', { by: 'undeployed' });
    const { position, waiting, wrong } = resolve(draft, TROOPS);
    expect([position.bases.length, waiting.length, wrong.length]).toEqual([0, 1, 0]);
  });
});

describe('editing', () => {
  it('moves followers along and frees who is taken away', () => {
    const draft = small();
    const { position } = resolve(draft, TROOPS);
    const moved = movePieces(draft, position, new Set(['R1']), [10, 0]);
    expect(at(moved, 'B1').front[0]).toBeCloseTo(310);
    expect(moved.bases[2]?.place).toEqual({ by: 'against', to: 'R1' });
    const away = movePieces(draft, position, new Set(['B1']), [0, 50]);
    expect(away.bases[2]?.place.by).toBe('front');
    expect(at(away, 'B1').front[1]).toBeCloseTo(350);
    const both = movePieces(draft, position, new Set(['R1', 'R2']), [0, 5]);
    expect(both.bases[1]?.place).toEqual({ by: 'right_of', to: 'R1' });
    expect(withFollowers(draft, ['R1'])).toEqual(new Set(['R1', 'R2', 'B1']));
  });

  it('turns a base about its middle', () => {
    const draft = small();
    const { position } = resolve(draft, TROOPS);
    const turned = turnPieces(draft, position, new Set(['R1']), 60);
    expect(turned.bases[0]?.place).toMatchObject({ by: 'front', facing: 90 });
    const [a, c] = [corners(at(draft, 'R1')), corners(at(turned, 'R1'))];
    const mid = (ps: Point[]): Point => [ps.reduce((s, p) => s + p[0], 0) / 4, ps.reduce((s, p) => s + p[1], 0) / 4];
    expect(mid(a)[0]).toBeCloseTo(mid(c)[0], 3);
    expect(mid(a)[1]).toBeCloseTo(mid(c)[1], 3);
  });

  it('leaves those placed by one that is removed where they stood', () => {
    let draft = small();
    draft = { ...draft, steps: [{ ...newStep('ask', 'odds'), args: { attacker: 'R1', defender: 'B1', first: ['R1', 'R2'] } }] };
    const before = at(draft, 'B1');
    const after = removePieces(draft, resolve(draft, TROOPS).position, new Set(['R1']));
    expect(after.bases.map((one) => one.id)).toEqual(['R2', 'B1']);
    expect(coincide(at(after, 'B1').front, before.front)).toBe(true);
    expect(after.steps[0]?.args).toEqual({ defender: 'B1', first: ['R2'] });
  });

  it('renames everywhere', () => {
    let draft = small();
    draft = { ...draft, steps: [{ ...newStep('ask', 'may_move'), args: { group: ['R1', 'R2'], ends: [{ id: 'R1' }] }, answer: { loser: 'R1' } }] };
    const after = renamed(draft, 'R1', 'A');
    expect(after.bases[2]?.place).toEqual({ by: 'against', to: 'A' });
    expect(after.steps[0]?.args).toEqual({ group: ['A', 'R2'], ends: [{ id: 'A' }] });
    expect(after.steps[0]?.answer).toEqual({ loser: 'A' });
  });

  it('doubles to the right, past who stands there already', () => {
    const [after, made] = doubled(small(), new Set(['R1']));
    expect(made).toEqual(['R3']);
    expect(after.bases.at(-1)?.place).toEqual({ by: 'right_of', to: 'R2' });
    expect(resolve(after, TROOPS).wrong).toEqual([]);
  });

  it('moves questions about', () => {
    const steps = ['a', 'b', 'c'].map((name) => newStep('ask', name));
    const draft = { ...emptyDraft(), steps };
    expect(moveStep(draft, steps[2]?.key ?? 0, -1).steps.map((one) => one.name)).toEqual(['a', 'c', 'b']);
    expect(moveStep(draft, steps[0]?.key ?? 0, -1)).toBe(draft);
  });
});

describe('dragging', () => {
  const start = (draft: Draft) => ({ draft, position: resolve(draft, TROOPS).position });
  const manner = { near: 10, fine: false };

  it('snaps an enemy to a front edge, exactly', () => {
    const [draft] = addBase(emptyDraft(), 'red', '3Kn', { by: 'front', front: [300, 300], facing: 0 });
    const { draft: after, snap } = dragNew(start(draft), TROOPS, 'blue', { troops: '4Bd' }, [303, 311], manner);
    expect(after.bases[1]?.place).toEqual({ by: 'against', to: 'R1' });
    expect(snap?.words).toBe('front to front against 3Kn R1');
    expect(snap?.edges.length).toBeGreaterThan(0);
  });

  it('snaps a friend beside and behind, an enemy to a flank by turning it', () => {
    const [draft] = addBase(emptyDraft(), 'red', '3Kn', { by: 'front', front: [300, 300], facing: 0 });
    const put = (side: 'red' | 'blue', p: Point) => dragNew(start(draft), TROOPS, side, { troops: '4Bd' }, p, manner).draft.bases[1]?.place;
    expect(put('red', [342, 290])).toEqual({ by: 'right_of', to: 'R1' });
    expect(put('red', [299, 261])).toEqual({ by: 'behind', to: 'R1' });
    expect(put('blue', [272, 281])).toEqual({ by: 'on_left_flank_of', to: 'R1' });
    expect(put('blue', [260, 310])).toEqual({ by: 'overlapping_left_of', to: 'R1' });
    expect(put('red', [420, 290])).toMatchObject({ by: 'front' });
  });

  it('puts a base into a camp it is held over, and takes a whole line along', () => {
    let [draft] = addBase(emptyDraft(), 'red', '3Kn', { by: 'front', front: [300, 300], facing: 0 });
    [draft] = addTerrain(draft, 'camp', usualShape('camp', [100, 100], 40, [600, 600]));
    expect(dragNew(start(draft), TROOPS, 'red', { troops: '4Bd' }, [100, 100], manner).draft.bases[1]?.place).toEqual({ by: 'in', to: 'camp' });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'front', front: [300, 400], facing: 170 });
    [draft] = addBase(draft, 'blue', '4Bd', { by: 'front', front: [350, 400], facing: 170 });
    const { draft: after, snap } = dragPieces(start(draft), new Set(['B1', 'B2']), 'B1', [300, 400], [301, 303], manner);
    expect(snap?.place).toEqual({ by: 'against', to: 'R1' });
    expect(after.bases[2]?.place).toMatchObject({ by: 'front', facing: 180 });
  });

  it('goes without when asked to, and sticks to round angles', () => {
    const [draft] = addBase(emptyDraft(), 'red', '3Kn', { by: 'front', front: [300, 300], facing: 0 });
    expect(dragNew(start(draft), TROOPS, 'blue', { troops: '4Bd' }, [303, 311.23], { near: 0, fine: true }).draft.bases[1]?.place).toMatchObject({ by: 'front' });
    expect(turnTo(start(draft), 'R1', 0, [380, 286], false, manner).bases[0]?.place).toMatchObject({ facing: 90 });
    expect(turnTo(start(draft), 'R1', 90, [300, 200], false, manner).bases[0]?.place).toMatchObject({ facing: 90 });
  });
});

describe('case files', () => {
  it('are written with relations and only what is said', () => {
    const draft = small();
    draft.title = 'Knights "ride"';
    draft.steps = [{ ...newStep('ask', 'odds'), args: { attacker: 'R1', defender: 'B1' }, answer: { equal: 0.1 }, because: ['BOB-EQ-1'] }];
    const text = writeCase(draft);
    expect(text).toContain('title = "Knights \\"ride\\""\nedition = "dba22"\n\n[[base]]');
    expect(text).toContain('[[base]]\nid = "B1"\nside = "blue"\ntroops = "4Bd"\nagainst = "R1"\n');
    expect(text).toContain('[[ask]]\nquestion = "odds"\nattacker = "R1"\ndefender = "B1"\nanswer = { equal = 0.1 }\nbecause = ["BOB-EQ-1"]\n');
    expect(text).not.toContain('moved');
    expect(fileName(draft)).toBe('knights-ride.toml');
    expect(fileName(emptyDraft())).toBe('case.toml');
  });

  it('are read from what the server read, in the order of the file', () => {
    const seen = {
      title: 't', edition: 'dba22', clauses: [], asked: [], text: '', order: [['do', 1], ['ask', 1]],
      position: { ...resolve(emptyDraft(), TROOPS).position, terrain: [{ id: 'woods' }] },
      written: {
        edition: 'dba22', note: 'kept', table: [500, 400], terrain: [{ kind: 'woods', outline: [[0, 0], [1, 0], [0, 1]] }],
        base: [{ id: 'A', side: 'red', troops: '4Bd', attached: 'B', moved: true }, { id: 'B', side: 'red', troops: '4Bd', in: 'woods' }],
        ask: [{ question: 'combat', attacker: 'A', dice: [6, 1], answer: true, note: 'n' }],
        do: [{ action: 'fight', attacker: 'A', dice: [6, 1] }],
      },
    } as unknown as CaseSeen;
    const draft = readCase(seen);
    expect(draft.remarks).toEqual({ note: 'kept' });
    expect(draft.terrain[0]?.id).toBe('woods');
    expect(draft.bases[0]).toMatchObject({ place: { by: 'attached' }, attached: 'B', moved: true });
    expect(draft.bases[1]?.place).toEqual({ by: 'in', to: 'woods' });
    expect(draft.steps.map((one) => one.kind)).toEqual(['do', 'ask']);
    expect(draft.steps[0]).toMatchObject({ dice: [6, 1], args: { attacker: 'A' } });
    expect(draft.steps[1]).toMatchObject({ args: { attacker: 'A', dice: [6, 1] }, answer: true, remarks: { note: 'n' } });
    expect(writeCase(draft)).toContain('[[do]]\naction = "fight"\nattacker = "A"\ndice = [6, 1]');
  });

  it('keep what the table has no place for: commands, frames, the service of a base', () => {
    const seen = {
      edition: 'dbm31', order: [], position: { terrain: [] },
      written: {
        edition: 'dbm31', frames: false, command: [{ id: 'left', side: 'red', notes: ['demoralised'] }],
        base: [{ id: 'A', side: 'red', troops: 'Irr Kn (O)', front: [300, 300], facing: 90, command: 'left', rank: 'ally' }],
      },
    } as unknown as CaseSeen;
    const text = writeCase(readCase(seen));
    expect(text).toContain('frames = false');
    expect(text).toContain('[[command]]\nid = "left"\nside = "red"\nnotes = ["demoralised"]');
    expect(text).toContain('front = [300, 300]\nfacing = 90\ncommand = "left"\nrank = "ally"');
  });

  it('take notations apart and put them together', () => {
    expect(readNotation(' 3Kn//4Bd  general')).toEqual({ code: '3Kn', foot: '4Bd', general: true });
    expect(readNotation('Gen foot')).toEqual({ code: 'Gen foot', foot: null, general: false });
    for (const text of ['4Bd', '3Kn//4Bd general', 'Gen foot']) expect(writeNotation(readNotation(text))).toBe(text);
  });

  it('fit into links and come back whole', async () => {
    const text = writeCase(small()).repeat(20);
    const packed = await pack(text);
    expect(packed).toMatch(/^[pz][A-Za-z0-9_-]+$/);
    expect(packed.length).toBeLessThan(text.length / 3);
    expect(await unpack(packed)).toBe(text);
    expect(await unpack(`p${toLetters(new TextEncoder().encode('Ä'))}`)).toBe('Ä');
    for (const bad of ['', 'x', 'pÄ', `${packed.slice(0, 40)}`, 'zAAAA', 'p_w']) await expect(unpack(bad)).rejects.toThrow(/whole case/);
    expect(fromLetters(toLetters(Uint8Array.from([0, 255, 62, 63])))).toEqual(Uint8Array.from([0, 255, 62, 63]));
  });
});

describe('asking', () => {
  const one = (kind: string, optional = false, choices: string[] = []) => ({ kind, optional, choices });
  const told: QuestionInfo = { name: 'may_shoot', about: '', arguments: { shooter: one('base'), target: one('base, camp or town'), edge: one('front | rear', true) } };

  it('knows the form of every kind', () => {
    expect(fieldOf('x', one('base'))).toEqual({ type: 'pick', what: 'base', many: false });
    expect(fieldOf('side', one('text'))).toEqual({ type: 'choice', choices: ['red', 'blue'] });
    expect(fieldOf('x', one('left | right'))).toEqual({ type: 'choice', choices: ['left', 'right'] });
    expect(fieldOf('x', one('list of woods | marsh'))).toEqual({ type: 'choices', choices: ['woods', 'marsh'] });
    expect(fieldOf('x', one('topography', false, ['arable']))).toEqual({ type: 'choice', choices: ['arable'] });
    expect(fieldOf('x', one('table of number')).type).toBe('raw');
    expect(fieldOf('to', one('pose { front, facing }')).type).toBe('pose');
  });

  it('fills from the selection and says what is missing', () => {
    const fits: Fits = (what, id) => (what === 'place' || (what === 'base') === (id === 'R1') ? id : null);
    const args = filledFrom(told, ['R1', 'camp'], fits);
    expect(args).toEqual({ shooter: 'R1', target: 'camp' });
    expect(missing(told, { shooter: 'R1' })).toEqual(['target']);
    expect(firstToPick(told, { shooter: 'R1' })).toBe('target');
    expect(shownArguments(told, {}, new Set())).toEqual(['shooter', 'target']);
    expect(shownArguments(told, {}, new Set(['edge']))).toContain('edge');
  });
});

describe('answers', () => {
  const ruling = (answer: unknown): Ruling => ({ question: 'q', answer, because: [], measures: [], drawing: [], sheets: [] });
  const position = resolve(small(), TROOPS).position;

  it('are taken over in few words, without helps for the eye', () => {
    expect(expectedOf(ruling({ attacker: { recoil: { value: 0.25, fraction: '1/4' } } }))).toEqual({ attacker: { recoil: '1/4' } });
    expect(expectedOf(ruling({ legal: true, faults: [] }))).toBe(true);
    expect(expectedOf(ruling({ legal: false, distance: 12.34567, nearest: {}, who: null }))).toEqual({ legal: false, distance: 12.3457, who: 'none' });
    expect(expectedOf(ruling(['A']))).toEqual(['A']);
  });

  it('can be expected key by key', () => {
    const answer = { legal: true, cost: 2 };
    const more = toggled(true, answer, 'cost');
    expect(more).toEqual({ legal: true, cost: 2 });
    expect(toggled(more, answer, 'cost')).toBe(true);
    expect(toggled(true, answer, 'legal')).toBeUndefined();
    expect([expects(true, 'legal'), expects({ destroyed_includes: [] }, 'destroyed'), expects({}, 'cost')]).toEqual([true, true, false]);
  });

  it('are said in words', () => {
    expect(verdictOf({ legal: false })).toEqual({ words: 'Not allowed', good: false });
    expect(verdictOf('x')).toBeNull();
    expect(measureInWords(position, { name: 'distance', value: 50, unit: 'mm', limit: 50 })).toBe('50 mm (200 paces), the limit being 50 mm (200 paces) (exactly at it)');
    expect(valueInWords({ front: [1, 2], facing: 90, id: 'A' })).toBe('A at 1, 2 facing 90°');
    expect(argumentsInWords({ shooter: 'A', closed: [] })).toBe('shooter A, closed none');
    expect(answerRows({ legal: true, distance: 25 }, position, {})).toEqual([{ key: 'distance', label: 'Distance', words: '25 mm (100 paces)' }]);
    const labels = { kind: 'Kind of contact', cost: 'PIPs', who: 'Who is who', attacker: 'Attacker' };
    expect(answerRows({ kind: 'partial', who: { attacker: 'A', cost: 1 } }, position, labels)).toEqual([
      { key: 'kind', label: 'Kind of contact', words: 'partial' },
      { key: 'who', label: 'Who is who', words: 'attacker A, PIPs 1' },
    ]);
  });

  it('label their marks without covering each other', () => {
    const mark = (label: string, p: Point) => ({ shape: 'point' as const, points: [p], role: 'x', label });
    const [a, b, ...rest] = placed([mark('one', [0, 0]), mark('two', [1, 0]), mark('one', [2, 0])], 1);
    expect(rest).toEqual([]);
    expect(Math.abs((a?.at[1] ?? 0) - (b?.at[1] ?? 0))).toBeGreaterThanOrEqual(14);
  });

  it('tell the tables of a clause from its words', () => {
    expect(partsOf('One line.\nAnother | with a bar.')).toEqual(['One line.\nAnother | with a bar.']);
    expect(partsOf('Before.\nBlades | v foot: 5 | v mounted: 3\nElephants | v foot: 4 | v mounted: 5\nFlee | Result: yes')).toEqual([
      'Before.',
      { heads: ['', 'v foot', 'v mounted'], rows: [['Blades', '5', '3'], ['Elephants', '4', '5']] },
      { heads: ['', 'Result'], rows: [['Flee', 'yes']] },
    ]);
  });

  it('label their marks beside the bases, with a line that leads there', () => {
    const base = { front: [0, 10] as Point, facing: [0, 1] as Point, width: 40, depth: 20 };
    const [free] = placed([{ shape: 'point', points: [[0, 0]], role: 'x', label: 'front' }], 1);
    expect(free).toEqual({ words: 'front', at: [0, 0], from: null });
    const [label] = placed([{ shape: 'point', points: [[0, 0]], role: 'x', label: 'front' }], 1, [base]);
    expect(label?.at[1]).toBeLessThanOrEqual(-15);
    expect(label?.from).toEqual([0, 0]);
  });
});

describe('the rest', () => {
  it('finds cases by words, subject and clause', () => {
    const cases = [{ file: 'dba22/zone/a.toml', edition: 'dba22', subject: 'zone', title: 'Into a zone', clauses: ['BOB-ZOC-1'], questions: ['in_zone'] }];
    const like = (change: object) => casesLike(cases, { words: '', edition: '', subject: '', clause: '', ...change }).length;
    expect([like({}), like({ words: 'ZONE into' }), like({ words: 'fire' }), like({ clause: 'bob-zoc' }), like({ clause: 'zoc' }), like({ edition: 'rrr' })]).toEqual([1, 1, 0, 1, 0, 0]);
    expect(holds('in zone', 'in_zone'.replace('_', ' '))).toBe(true);
  });

  it('stages fights that stand as they should', () => {
    const fight: Fight = {
      edition: 'dba22', red: { ...newSide('3Kn'), general: true }, blue: { ...newSide('4Bd'), behind: '4Bd', ground: 'rough' },
      left: 'red_flanks', right: 'blue_overlaps', height: 'blue_uphill', shelter: '', active: 'red', charged: true,
    };
    const draft = fightCase(fight, TROOPS);
    expect(resolve(draft, TROOPS).wrong).toEqual([]);
    expect(draft.bases.map((one) => one.id).sort()).toEqual(['B1', 'B2', 'B4', 'R1', 'R3']);
    expect(draft.steps[0]?.args).toEqual({ attacker: 'R1', defender: 'B1', moved_into_front_contact: ['R1'] });
    const inCamp = fightCase({ ...fight, shelter: 'camp followers' }, TROOPS);
    expect(inCamp.bases.map((one) => one.id)).toEqual(['R1']);
    expect(inCamp.terrain[0]).toMatchObject({ kind: 'camp', owner: 'blue', occupant: 'followers' });
    expect(newBase('x', 'red', '4Bd', { by: 'undeployed' }).attached).toBeNull();
  });
});
