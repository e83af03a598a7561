import { describe, expect, it } from 'vitest';
import { centre, coincide, corners, degrees } from '../src/lib/geometry';
import type { CaseSeen, Point, TroopsInfo } from '../src/lib/wire.gen';
import { basesNamed } from '../src/table/unitGroups';
import { fieldOf, filledFrom, type Fits } from '../src/umpire/asking';
import { fileNames, fileOf, pieceNamed, pieceOf, placeBody } from '../src/umpire/bodies';
import { readCase, writeCase } from '../src/umpire/casefile';
import { choicesOf } from '../src/umpire/choices';
import { emptyDraft, type Draft } from '../src/umpire/draft';
import { dragGeneral, dragNew, dragPieces } from '../src/umpire/dragging';
import { addGeneral, addUnit, changedSides, changeUnit, doubled, movePieces, removePieces, renamed, turnPieces } from '../src/umpire/editing';
import { resolve } from '../src/umpire/resolving';
import { heldBefore, stepsTo, walkedBases } from '../src/umpire/walks';

const words = { kind: ['TuG', 'SuG'] };
const TROOPS: TroopsInfo = {
  edition: 'meg', unit: 'BW', general: true, codes: [], questions: [], actions: [],
  scales: [{ name: '15mm', base_width: 40, mm_per_100_paces: 25, table: [1800, 1200] }],
  units: {
    unit: words, camp: {}, general: {}, charge: {}, case: {}, lists: [],
    bases: [
      { type: 'infantry', order: 'close', mounted: false, code: 'CF', sizes: { '15mm': [40, 20] } },
      { type: 'cavalry', order: 'loose', mounted: false, code: 'Cv', sizes: { '15mm': [40, 40] } },
      { type: 'camp', order: '', mounted: false, code: 'Camp', sizes: { '15mm': [40, 40] } },
    ],
  },
};
const FOOT = { kind: 'TuG', type: 'infantry', order: 'close', bases: 8, files: 4 };
const HORSE = { kind: 'TuG', type: 'cavalry', order: 'loose', bases: 4, files: 2 };
const manner = { near: 14, fine: false };

/** R1, eight bases of foot four wide facing north, and blue horse B1 two wide against it. */
function facing(): Draft {
  let draft = emptyDraft('meg');
  [draft] = addUnit(draft, 'red', false, FOOT, { by: 'front', front: [600, 400], facing: 0 });
  [draft] = addUnit(draft, 'blue', false, HORSE, { by: 'against', to: 'R1', shift: 40 });
  return draft;
}

const position = (draft: Draft) => resolve(draft, TROOPS).position;
const frame = (draft: Draft, id: string) => {
  const found = pieceNamed(position(draft), id);
  if (!found) throw new Error(id);
  return found;
};
const start = (draft: Draft) => ({ draft, position: position(draft) });

describe('unit groups of a draft', () => {
  it('stand in files and ranks under the names of the umpire', () => {
    const found = position(facing());
    expect(found.bases.filter((base) => base.side === 'red').map((base) => base.id)).toEqual(
      ['R1/1.1', 'R1/2.1', 'R1/3.1', 'R1/4.1', 'R1/1.2', 'R1/2.2', 'R1/3.2', 'R1/4.2'],
    );
    expect(found.bases[0]?.front).toEqual([540, 400]);
    expect(found.bases[4]?.front).toEqual([540, 380]);
    expect(resolve(facing(), TROOPS).wrong).toEqual([]);
  });

  it('are placed by a corner of another and shifted along it', () => {
    const [, right] = corners(frame(facing(), 'B1'));
    expect(coincide(right as Point, [560, 400])).toBe(true);
    const named = { front: [100, 100] as Point, facing: [0, 1] as Point, width: 160, depth: 40 };
    expect(placeBody('left_of', named, 80).front).toEqual([-20, 100]);
    expect(placeBody('right_of', named, 80).front).toEqual([220, 100]);
    expect(placeBody('behind', named, 80, 10).front).toEqual([70, 60]);
    expect(placeBody('on_left_flank_of', named, 80)).toEqual({ front: [20, 60], facing: [1, -0] });
    expect(placeBody('on_right_flank_of', named, 80, 5).front).toEqual([180, 55]);
  });

  it('put a short last rank and the parts of a mixed unit group where the umpire does', () => {
    const mixed = [{ bases: 3, ranks: [2], shoot: 'bow' }, { bases: 3, ranks: [1], melee: 'long spear', now: 2 }];
    const [draft] = addUnit(emptyDraft('meg'), 'red', false, { ...FOOT, bases: undefined, files: 3, last_rank: 'right', mixed }, { by: 'front', front: [300, 300], facing: 90 });
    const found = position(draft);
    expect(found.bases.map((base) => [base.id, base.unit?.part])).toEqual([['R1/1.1', 1], ['R1/2.1', 1], ['R1/3.1', 0], ['R1/2.2', 0], ['R1/3.2', 0]]);
    expect(found.units?.[0]?.original).toBe(6);
  });

  it('are said to be wrong when they overlap, or stand by nobody', () => {
    const apart = changeUnit(facing(), 'B1', { place: { by: 'front', front: [600, 395], facing: 180 } });
    expect(resolve(apart, TROOPS).wrong[0]?.says).toMatch(/overlaps/);
    const lost = changeUnit(facing(), 'B1', { place: { by: 'against', to: 'R9' } });
    expect(resolve(lost, TROOPS).wrong[0]?.says).toMatch(/R9/);
  });

  it('name their files, bases and choices', () => {
    const found = position(facing());
    expect(fileNames(found, 'R1')).toEqual(['R1/1', 'R1/2', 'R1/3', 'R1/4']);
    expect(fileOf(found, 'R1/2.2')).toBe('R1/2');
    expect(pieceOf(found, 'R1/2.2')).toBe('R1');
    expect([...basesNamed(found, new Set(['R1/2', 'B1']))].sort()).toEqual(['B1/1.1', 'B1/1.2', 'B1/2.1', 'B1/2.2', 'R1/2.1', 'R1/2.2']);
    expect(choicesOf(facing(), found, 'unit').map((one) => one.id)).toEqual(['R1', 'B1']);
    expect(choicesOf(facing(), found, 'file')).toHaveLength(6);
  });
});

describe('generals', () => {
  it('stand with the middle file of their unit group, or the file that is named', () => {
    const [draft] = addGeneral(facing(), 'red', { role: 'AC' }, { by: 'with', to: 'R1' });
    expect(position(draft).generals?.[0]).toMatchObject({ id: 'RG1', unit: 'R1', file: 'R1/2.1', role: 'AC' });
    const [other] = addGeneral(facing(), 'red', {}, { by: 'with', to: 'R1/4' });
    expect(position(other).generals?.[0]?.file).toBe('R1/4.1');
  });

  it('join the file they are dragged over, and stand alone elsewhere', () => {
    const [draft, id] = addGeneral(facing(), 'red', {}, { by: 'front', front: [200, 200] });
    const over = dragGeneral(start(draft), id, [620, 370], manner);
    expect(over.draft.generals[0]?.place).toEqual({ by: 'with', to: 'R1/3' });
    expect(over.snap?.words).toBe('with R1, in file 3');
    expect(dragGeneral(start(draft), id, [620, 420], manner).draft.generals[0]?.place).toEqual({ by: 'front', front: [620, 420] });
    const free = movePieces(over.draft, position(over.draft), new Set([id]), [0, -100]);
    expect(free.generals[0]?.place.by).toBe('front');
  });
});

describe('unit groups in the hand', () => {
  it('move and turn as one, with those placed by them', () => {
    const draft = facing();
    const moved = movePieces(draft, position(draft), new Set(['R1']), [50, 25]);
    expect(frame(moved, 'R1').front).toEqual([650, 425]);
    expect(moved.units[1]?.place).toEqual({ by: 'against', to: 'R1', shift: 40 });
    expect(frame(moved, 'B1').front).toEqual([frame(draft, 'B1').front[0] + 50, 425]);
    const turned = turnPieces(draft, position(draft), new Set(['R1']), 30);
    expect(degrees(frame(turned, 'R1').facing)).toBeCloseTo(30);
    expect(coincide(centre(frame(turned, 'R1')), centre(frame(draft, 'R1')))).toBe(true);
  });

  it('snap into contact with their files edge to edge', () => {
    const [draft] = addUnit(emptyDraft('meg'), 'red', false, FOOT, { by: 'front', front: [600, 400], facing: 0 });
    const { draft: after, snap } = dragNew(start(draft), TROOPS, 'blue', { unit: { name: 'Companions', told: HORSE } }, [603, 444], manner);
    expect(after.units[1]?.place).toEqual({ by: 'against', to: 'R1', shift: 40 });
    expect(snap?.words).toContain('against R1');
    const beside = dragNew(start(draft), TROOPS, 'red', { unit: { name: '', told: HORSE } }, [724, 362], manner);
    expect(beside.draft.units[1]?.place).toEqual({ by: 'right_of', to: 'R1' });
  });

  it('come loose when they are dragged away, and bases placed one by one go along', () => {
    const away = dragPieces(start(facing()), new Set(['B1']), 'B1', [560, 430], [700, 700], manner);
    expect(away.draft.units[1]?.place).toMatchObject({ by: 'front', facing: 180 });
    const bases = [{ id: 'x', front: [100, 100] as Point, facing: 0 }, { id: 'y', front: [140, 100] as Point, facing: 90 }];
    const [draft] = addUnit(emptyDraft('meg'), 'red', false, { ...FOOT, facing: 0, bases: undefined, files: undefined }, { by: 'at', bases });
    const moved = movePieces(draft, position(draft), new Set(['R1']), [10, 20]);
    expect(moved.units[0]?.place).toMatchObject({ by: 'at', bases: [{ id: 'x', front: [110, 120], facing: 0 }, { id: 'y', front: [150, 120], facing: 90 }] });
  });

  it('are renamed with their files, doubled, handed over and removed', () => {
    let [draft] = addGeneral(facing(), 'red', {}, { by: 'with', to: 'R1/2' });
    draft = { ...draft, charges: [{ told: { by: 'B1', on: 'R1' }, remarks: {} }] };
    draft = { ...draft, steps: [{ key: 1, kind: 'ask', name: 'claims', args: { file: 'R1/2', against: 'B1/1' }, dice: [], answer: undefined, because: [], spared: [], remarks: {} }] };
    const other = renamed(draft, 'R1', 'Guard');
    expect(other.steps[0]?.args).toEqual({ file: 'Guard/2', against: 'B1/1' });
    expect(other.generals[0]?.place).toEqual({ by: 'with', to: 'Guard/2' });
    expect(other.charges[0]?.told['on']).toBe('Guard');
    expect(other.units[1]?.place).toMatchObject({ to: 'Guard' });
    expect(doubled(draft, new Set(['R1']))[0].units.at(-1)?.place).toEqual({ by: 'right_of', to: 'R1' });
    expect(changedSides(draft, new Set(['R1', 'RG1'])).generals[0]?.side).toBe('blue');
    const gone = removePieces(draft, position(draft), new Set(['R1']));
    expect(gone.units).toHaveLength(1);
    expect(gone.units[0]?.place).toMatchObject({ by: 'front', facing: 180 });
    expect(gone.generals[0]?.place.by).toBe('front');
    expect(gone.steps[0]?.args).toEqual({ against: 'B1/1' });
    expect(removePieces(draft, position(draft), new Set(['B1'])).charges).toEqual([]);
  });
});

describe('steps of a question', () => {
  it('lead where the hand drags the unit group', () => {
    const found = position(facing());
    expect(stepsTo(found, 'R1', [600, 390], [600, 470])).toEqual({ steps: [{ advance: 80 }], action: 'M2' });
    expect(stepsTo(found, 'R1', [600, 390], [600, 360])).toEqual({ steps: [{ back: 30 }], action: 'M13' });
    expect(stepsTo(found, 'R1', [600, 390], [640, 400])).toEqual({ steps: [{ advance: 10 }, { shift: 40 }], action: 'M5' });
    expect(stepsTo(found, 'R1', [600, 390], [640, 480])).toMatchObject({ steps: [{ pivot: 'right' }, {}], action: 'M3' });
    expect(walkedBases(found, 'R1', [{ advance: 80 }])[0]?.front).toEqual([540, 480]);
    expect(walkedBases(found, 'R1', [{ turn: 90 }])[0]?.facing[0]).toBeCloseTo(1);
    expect(heldBefore(found, 'R1', [{ advance: 30 }], [600, 420])).toEqual([600, 390]);
    expect(coincide(heldBefore(found, 'R1', [{ turn: 180 }], [600, 380]), [600, 380])).toBe(true);
  });
});

describe('questions about unit groups', () => {
  it('take what is selected', () => {
    const one = (kind: string, optional = false) => ({ kind, optional, choices: [] });
    const fits: Fits = (what, id) => (what === 'unit' || what === 'part' ? id : null);
    const move = { name: 'may_move', about: '', arguments: { unit: one('unit group', true), block: one('unit groups or block', true), action: one('prompted action') } };
    expect(filledFrom(move, ['R1'], fits)).toEqual({ unit: 'R1' });
    expect(filledFrom(move, ['R1', 'R2'], fits)).toEqual({ block: ['R1', 'R2'] });
    const distance = { name: 'distance', about: '', arguments: { a: one('unit group, camp, file or base'), b: one('unit group, camp, file or base') } };
    expect(filledFrom(distance, ['R1', 'B1'], fits)).toEqual({ a: 'R1', b: 'B1' });
    expect(fieldOf('ends', one('list of end of a base'))).toEqual({ type: 'ends', key: 'base' });
  });
});

describe('case files with unit groups', () => {
  it('are written as they were read', () => {
    const written = {
      title: 'A charge', edition: 'meg', active: 'red', phase: '2.6', turn: 3, base_edge: { red: 'west', blue: 'east' },
      terrain: [{ id: 'field', kind: 'boundaried_field', outline: [[0, 0], [10, 0], [10, 10]], boundary: 'obstacle' }],
      unit: [
        { id: 'A', side: 'red', ...FOOT, traits: ['shove'], did: ['C2'], front: [600, 400], facing: 0 },
        { id: 'B', side: 'blue', ...HORSE, against: 'A', shift: 40, note: 'a remark' },
        { id: 'C', side: 'blue', kind: 'SuG', type: 'infantry', order: 'skirmisher', bases: 6, files: 3, in: 'field' },
        { id: 'D', side: 'red', kind: 'TuG', type: 'infantry', order: 'close', at: [{ id: 'x', front: [1, 2], facing: 3 }], facing: 9 },
        { id: 'E', side: 'red', kind: 'TuG', type: 'infantry', order: 'close', bases: 4, files: 2, undeployed: true },
      ],
      camp: [{ id: 'K', side: 'red', kind: 'fortified', bases: 3, files: 3, front: [600, 100], facing: 0, wounds: 1 }],
      general: [{ id: 'G', side: 'red', role: 'AC', hand: ['red', 'black'], with: 'A/2', fighting: true }, { id: 'H', side: 'blue', front: [5, 6] }, { id: 'I', side: 'blue', state: 'dead' }],
      charge: [{ by: 'A', on: ['B'], kind: 'free', wheel: { degrees: 20, pivot: 'left' } }],
      ask: [{ question: 'charge_move', unit: 'A', answer: { moves: true } }],
    };
    const seen = { title: 'A charge', edition: 'meg', written, order: [['ask', 1]], position: position(facing()), clauses: [], asked: [], text: '' } as unknown as CaseSeen;
    const draft = readCase(seen);
    const again = writeCase(draft);
    for (const part of [
      'turn = 3', 'base_edge = { red = "west", blue = "east" }', 'phase = "2.6"', 'boundary = "obstacle"', 'traits = ["shove"]', 'did = ["C2"]', 'against = "A"\nshift = 40',
      'note = "a remark"', 'in = "field"', 'at = [{ id = "x", front = [1, 2], facing = 3 }]', 'facing = 9', 'undeployed = true', '[[camp]]\nid = "K"', 'with = "A/2"', 'fighting = true',
      'hand = ["red", "black"]', 'front = [5, 6]', 'state = "dead"', '[[charge]]\nby = "A"\non = ["B"]\nkind = "free"', 'wheel = { degrees = 20, pivot = "left" }',
    ]) expect(again).toContain(part);
    expect(again).not.toContain('[[base]]');
    expect(resolve(draft, TROOPS).position.charges?.[0]).toMatchObject({ by: ['A'], on: ['B'], kind: 'free', moved: false });
  });
});
