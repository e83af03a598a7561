/** Two troop types and their circumstances as a position: what the odds page asks about behind the scenes. */

import type { GroundKind, Point, Side, TroopsInfo } from '../lib/wire.gen';
import { emptyDraft, newBase, newStep, newTerrain, type Draft, type DraftBase, type DraftStep, type DraftTerrain, type Relation } from './draft';
import { rectangle } from './editing';
import { codeOf } from './resolving';

/** What stands beside the fight on one hand. */
export type Beside = '' | 'red_overlaps' | 'blue_overlaps' | 'red_flanks' | 'blue_flanks';
export type Height = '' | 'red_uphill' | 'blue_uphill' | 'red_bank' | 'blue_bank';
/** Where Blue fights from: in the open, in a place of some kind ("camp"), or who keeps it by itself ("camp followers"). */
export type Shelter = string;

export interface Side2 {
  troops: string;
  general: boolean;
  behind: string;
  ground: string;
}

export interface Fight {
  edition: string;
  red: Side2;
  blue: Side2;
  left: Beside;
  right: Beside;
  height: Height;
  shelter: Shelter;
  active: Side;
  charged: boolean;
}

export interface Shot {
  edition: string;
  shooter: string;
  shooters: number;
  target: string;
  general: boolean;
  ground: string;
  shelter: Shelter;
  facing: 'front' | 'side' | 'rear';
}

const MIDDLE: Point = [300, 300];
const NEAR = 40;

export const BESIDE_WORDS: Record<Beside, string> = {
  '': 'nobody', red_overlaps: 'a red overlap', blue_overlaps: 'a blue overlap',
  red_flanks: 'Red in flank contact', blue_flanks: 'Blue in flank contact',
};
export const HEIGHT_WORDS: Record<Height, string> = {
  '': 'level ground', red_uphill: 'Red uphill', blue_uphill: 'Blue uphill',
  red_bank: 'Red defends a river bank', blue_bank: 'Blue defends a river bank',
};
/** Where one can fight from in an edition, in words. */
export function shelters(ground: Record<string, GroundKind>): [Shelter, string][] {
  const places = Object.entries(ground).filter(([, kind]) => kind.form === 'place');
  return [
    ['', 'in the open'],
    ...places.flatMap(([key, { name, keeper }]): [Shelter, string][] => [
      [key, `in its own ${name}`],
      ...(keeper ? [[`${key} ${keeper}`, `${keeper} in their ${name}`] as [Shelter, string]] : []),
    ]),
  ];
}

export function newSide(troops: string): Side2 {
  return { troops, general: false, behind: '', ground: '' };
}

/** Whether the place is held by people and not by a base. */
export const byPeople = (shelter: Shelter): boolean => shelter.includes(' ');

/** How each hand of the fight is taken: relations to the one overlapped or flanked. */
const HANDS: Record<'left' | 'right', Record<Exclude<Beside, ''>, [Side, Relation, string]>> = {
  left: {
    red_overlaps: ['red', 'overlapping_right_of', 'B1'],
    blue_overlaps: ['blue', 'overlapping_left_of', 'R1'],
    red_flanks: ['red', 'on_right_flank_of', 'B1'],
    blue_flanks: ['blue', 'on_left_flank_of', 'R1'],
  },
  right: {
    red_overlaps: ['red', 'overlapping_left_of', 'B1'],
    blue_overlaps: ['blue', 'overlapping_right_of', 'R1'],
    red_flanks: ['red', 'on_left_flank_of', 'B1'],
    blue_flanks: ['blue', 'on_right_flank_of', 'R1'],
  },
};

function ask(name: string, args: Record<string, unknown>): DraftStep {
  return { ...newStep('ask', name), args };
}

/** A general in the edition's manner: a word in the notation, or a base of his own behind. */
function withGeneral(troops: TroopsInfo, base: DraftBase, rear: string): DraftBase[] {
  if (troops.general) return [{ ...base, troops: `${base.troops} general` }];
  const code = troops.codes.find((one) => one.general)?.code ?? '';
  const general = newBase(`${base.id[0]}G`, base.side, code, { by: 'behind', to: rear });
  return [base, { ...general, attached: base.id }];
}

function column(troops: TroopsInfo, one: Side2, base: DraftBase): DraftBase[] {
  const rank = one.behind ? [newBase(`${base.id[0]}2`, base.side, one.behind, { by: 'behind', to: base.id })] : [];
  const front = one.general ? withGeneral(troops, base, rank[0]?.id ?? base.id) : [base];
  return [...front, ...rank];
}

/** The case of a close combat: red R1 against blue B1, or against a camp or town. */
export function fightCase(fight: Fight, troops: TroopsInfo): Draft {
  const red = newBase('R1', 'red', fight.red.troops, { by: 'front', front: MIDDLE, facing: 0 });
  const blue = newBase('B1', 'blue', fight.blue.troops, fight.shelter ? { by: 'in', to: 'place' } : { by: 'against', to: 'R1' });
  const open = fight.shelter === '';
  const bases = [
    ...column(troops, fight.red, red),
    ...(open ? column(troops, fight.blue, blue) : byPeople(fight.shelter) ? [] : column(troops, { ...fight.blue, behind: '' }, blue)),
    ...(open ? [...beside(fight, 'left'), ...beside(fight, 'right')] : []),
  ];
  const defender = open ? 'B1' : 'place';
  const charged = fight.charged ? { moved_into_front_contact: [fight.active === 'red' ? 'R1' : 'B1'] } : {};
  return {
    ...emptyDraft(fight.edition),
    title: 'Odds of a close combat',
    active: fight.active,
    terrain: [...grounds(fight), ...(open ? [] : [place(fight.shelter, [MIDDLE[0], MIDDLE[1] + 40])])],
    bases,
    steps: [ask('odds', { attacker: 'R1', defender, ...(fight.charged && (open || fight.active === 'red') ? charged : {}) })],
  };
}

function beside(fight: Fight, hand: 'left' | 'right'): DraftBase[] {
  const what = fight[hand];
  if (!what) return [];
  const [side, relation, to] = HANDS[hand][what];
  return [newBase(`${side === 'red' ? 'R' : 'B'}${hand === 'left' ? 3 : 4}`, side, fight[side].troops, { by: relation, to })];
}

/** Going and height: bad going lies under one side up to the line where the fronts meet. */
function grounds(fight: Fight): DraftTerrain[] {
  const found: DraftTerrain[] = [];
  const [x, y] = MIDDLE;
  const under = { red: rectangle([x, y - 60], 240, 120), blue: rectangle([x, y + 60], 240, 120) };
  for (const side of ['red', 'blue'] as const) {
    const kind = fight[side].ground;
    if (kind && (side === 'red' || !fight.shelter)) found.push({ ...newTerrain(`${side} ${kind}`, kind), outline: under[side] });
  }
  if (fight.shelter) return found;
  const [who, what] = fight.height.split('_');
  const north = who === 'blue' ? 1 : -1;
  if (what === 'uphill') {
    const crest: Point[] = [[x - 100, y + north * 160], [x + 100, y + north * 160]];
    found.push({ ...newTerrain('hill', 'gentle_hill'), outline: rectangle([x, y + north * 80], 320, 360), crest });
  }
  if (what === 'bank') {
    const middle = y - north * 40;
    found.push({ ...newTerrain('river', 'river'), line: [[0, middle], [600, middle]], width: 80, nature: 'normal' });
  }
  return found;
}

function place(shelter: Shelter, at: Point): DraftTerrain {
  const [kind = '', occupant = 'none'] = shelter.split(' ');
  return { ...newTerrain('place', kind), outline: rectangle(at, 120, 80), owner: 'blue', occupant };
}

/** The case of a shot: red shooters in a row at a blue target before them. */
export function shotCase(shot: Shot, troops: TroopsInfo): Draft {
  const [x, y] = MIDDLE;
  const first = newBase('R1', 'red', shot.shooter, { by: 'front', front: MIDDLE, facing: 0 });
  const helpers: [string, Relation][] = [['R2', 'left_of'], ['R3', 'right_of']];
  const row = helpers.slice(0, shot.shooters - 1).map(([id, by]) => newBase(id, 'red', shot.shooter, { by, to: 'R1' }));
  const depth = codeOf(troops, shot.target)?.depths['15mm'] ?? 20;
  const facing = { front: 180, side: 90, rear: 0 }[shot.facing];
  const at: Point = shot.facing === 'front' ? [x, y + NEAR] : shot.facing === 'rear' ? [x, y + NEAR + depth] : [x + depth / 2, y + NEAR + 20];
  const open = shot.shelter === '';
  const target = newBase('B1', 'blue', shot.target, open ? { by: 'front', front: at, facing } : { by: 'in', to: 'place' });
  const people = byPeople(shot.shelter);
  // It stands in the edge of the ground: wholly inside woods nobody could shoot at it.
  const ground = shot.ground && open ? [{ ...newTerrain(`blue ${shot.ground}`, shot.ground), outline: rectangle([x, y + NEAR + 45], 200, 80) }] : [];
  return {
    ...emptyDraft(shot.edition),
    title: 'Odds of a shot',
    active: 'red',
    terrain: [...ground, ...(open ? [] : [place(shot.shelter, [x, y + NEAR + 40])])],
    bases: [first, ...row, ...(people ? [] : shot.general ? withGeneral(troops, target, 'B1') : [target])],
    steps: [ask('odds_of_shot', { shooters: ['R1', ...row.map((one) => one.id)], target: open ? 'B1' : 'place' })],
  };
}

/** A position asked only for its fights and shots. */
export function surveyCase(draft: Draft): Draft {
  return { ...draft, phase: null, pips: null, steps: [ask('melees', {}), ask('shots', {})] };
}

interface Shots {
  shooters: { shooter: string; targets: { target: string; helpers?: string[] }[] }[];
}

/** The odds of every fight and shot a survey found. */
export function combatsCase(draft: Draft, pairs: [string, string][], shots: Shots | null): Draft {
  const fights = pairs.map(([attacker, defender]) => ask('odds', { attacker, defender }));
  const shot = (shots?.shooters ?? []).flatMap(({ shooter, targets }) =>
    targets.map(({ target, helpers }) => ask('odds_of_shot', { shooters: [shooter, ...(helpers ?? [])].slice(0, 3), target })),
  );
  return { ...draft, phase: null, pips: null, steps: [...fights, ...shot].slice(0, 60) };
}
