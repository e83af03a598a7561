/** A case as it is being written: what stands in its file, with relations as relations. */

import type { Relation as Stands } from '../lib/geometry';
import type { Point, Side } from '../lib/wire.gen';

export type Relation = Exclude<Stands, 'ahead_of'>;

export const RELATIONS: readonly Relation[] = [
  'against', 'behind', 'left_of', 'right_of', 'on_left_flank_of', 'on_right_flank_of', 'on_rear_of',
  'overlapping_left_of', 'overlapping_right_of',
];

export const RELATION_WORDS: Record<Relation, string> = {
  against: 'front to front against',
  behind: 'behind',
  left_of: 'to the left of',
  right_of: 'to the right of',
  on_left_flank_of: 'on the left flank of',
  on_right_flank_of: 'on the right flank of',
  on_rear_of: 'on the rear of',
  overlapping_left_of: 'overlapping the left of',
  overlapping_right_of: 'overlapping the right of',
};

/** The relations of unit groups; they differ in width, so one stands by a corner of the other and may be shifted along it. */
export const UNIT_RELATIONS: readonly Relation[] = ['against', 'behind', 'on_rear_of', 'left_of', 'right_of', 'on_left_flank_of', 'on_right_flank_of'];

/** One base of a unit group whose bases are placed one by one. */
export interface BasePlace {
  id: string;
  front: Point;
  facing: number;
}

/**
 * Where something stands: freely, by another, in a camp, a town or (hidden) in terrain, by the element it is attached
 * to, base by base, or nowhere yet.
 */
export type Place =
  | { by: 'front'; front: Point; facing: number }
  | { by: Relation; to: string; shift?: number }
  | { by: 'at'; bases: BasePlace[] }
  | { by: 'in'; to: string }
  | { by: 'attached' }
  | { by: 'undeployed' };

/** Remarks of a file, kept as they are. */
export type Remarks = Record<string, unknown>;

/** What else a file says of something, by key and as it is written there. */
export type Told = Record<string, unknown>;

export interface DraftBase {
  id: string;
  side: Side;
  /** The edition's notation: "3Kn//4Bd general". */
  troops: string;
  place: Place;
  depth: number | null;
  crossing: number | null;
  moved: boolean;
  recoiled: boolean;
  sacking: boolean;
  dismounted_this_bound: boolean;
  attached: string | null;
  /** What else the file says of it, such as its command: kept as it is. */
  told: Told;
  remarks: Remarks;
}

/** A unit group or camp: bases in files and ranks that are one body. Its kind, troops, files, losses, ... are `told`. */
export interface DraftUnit {
  id: string;
  side: Side;
  camp: boolean;
  place: Place;
  told: Told;
  remarks: Remarks;
}

/** Where a general is: with a unit group or file, at a place of his own, or not on the table. */
export type GeneralPlace = { by: 'with'; to: string } | { by: 'front'; front: Point } | { by: 'undeployed' };

export interface DraftGeneral {
  id: string;
  side: Side;
  place: GeneralPlace;
  told: Told;
  remarks: Remarks;
}

/** A charge that was declared; who charges whom is told by its keys. */
export interface DraftCharge {
  told: Told;
  remarks: Remarks;
}

export interface DraftTerrain {
  id: string;
  kind: string;
  outline: Point[];
  line: Point[];
  width: number | null;
  crest: Point[];
  owner: Side | null;
  occupant: string | null;
  nature: string | null;
  /** What a field is bounded by. */
  boundary: string | null;
  remarks: Remarks;
}

export interface DraftStep {
  /** Its own number on this desk, never written. */
  key: number;
  kind: 'ask' | 'do';
  /** The question, or the action. */
  name: string;
  args: Record<string, unknown>;
  /** The dice of an action. */
  dice: (number | string)[];
  /** The answer expected; undefined while none is. */
  answer: unknown;
  because: string[];
  spared: string[];
  remarks: Remarks;
}

export interface Draft {
  title: string;
  edition: string;
  clauses: string[];
  scale: string | null;
  table: Point | null;
  active: Side | null;
  bound: number | null;
  phase: string | null;
  pips: number | null;
  lost: Partial<Record<Side, string[]>>;
  unlanded: Partial<Record<Side, number>>;
  options: Record<string, unknown>;
  terrain: DraftTerrain[];
  bases: DraftBase[];
  units: DraftUnit[];
  generals: DraftGeneral[];
  charges: DraftCharge[];
  steps: DraftStep[];
  /** What a case with unit groups says besides: the turn, the edges of the sides, the territory, ... */
  told: Told;
  remarks: Remarks;
}

export function emptyDraft(edition = 'dba22'): Draft {
  return {
    title: '', edition, clauses: [], scale: null, table: null, active: null, bound: null, phase: null, pips: null,
    lost: {}, unlanded: {}, options: {}, terrain: [], bases: [], units: [], generals: [], charges: [], steps: [], told: {}, remarks: {},
  };
}

export function newBase(id: string, side: Side, troops: string, place: Place): DraftBase {
  return {
    id, side, troops, place, depth: null, crossing: null, moved: false, recoiled: false, sacking: false,
    dismounted_this_bound: false, attached: null, told: {}, remarks: {},
  };
}

/** Everything with a name that a draft puts on the table. */
export function piecesIn(draft: Draft): { id: string }[] {
  return [...draft.bases, ...draft.units, ...draft.generals, ...draft.terrain];
}

export function isEmpty(draft: Draft): boolean {
  return !piecesIn(draft).length && !draft.steps.length;
}

export function newTerrain(id: string, kind: string): DraftTerrain {
  return { id, kind, outline: [], line: [], width: null, crest: [], owner: null, occupant: null, nature: null, boundary: null, remarks: {} };
}

let keys = 0;

export function newStep(kind: 'ask' | 'do', name: string): DraftStep {
  keys += 1;
  return { key: keys, kind, name, args: {}, dice: [], answer: undefined, because: [], spared: [], remarks: {} };
}

/** Whether a place is one by another base. */
export function isRelation(by: string): by is Relation {
  return (RELATIONS as readonly string[]).includes(by);
}

/** A notation taken apart: "3Kn//4Bd general". */
export interface Notation {
  code: string;
  foot: string | null;
  general: boolean;
}

export function readNotation(text: string): Notation {
  const words = text.trim().split(/\s+/).join(' ');
  const general = words.endsWith(' general');
  const [code = '', foot = ''] = (general ? words.slice(0, -' general'.length) : words).split('//');
  return { code, foot: foot || null, general };
}

export function writeNotation({ code, foot, general }: Notation): string {
  return `${code}${foot ? `//${foot}` : ''}${general ? ' general' : ''}`;
}
