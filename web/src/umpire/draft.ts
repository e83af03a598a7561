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

/** Where a base stands: freely, by another base, in a camp or town, by the element it is attached to, or nowhere yet. */
export type Place =
  | { by: 'front'; front: Point; facing: number }
  | { by: Relation; to: string }
  | { by: 'in'; to: string }
  | { by: 'attached' }
  | { by: 'undeployed' };

/** Remarks of a file, kept as they are. */
export type Remarks = Record<string, unknown>;

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
  dice: number[];
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
  steps: DraftStep[];
  remarks: Remarks;
}

export function emptyDraft(edition = 'dba22'): Draft {
  return {
    title: '', edition, clauses: [], scale: null, table: null, active: null, bound: null, phase: null, pips: null,
    lost: {}, unlanded: {}, options: {}, terrain: [], bases: [], steps: [], remarks: {},
  };
}

export function newBase(id: string, side: Side, troops: string, place: Place): DraftBase {
  return {
    id, side, troops, place, depth: null, crossing: null, moved: false, recoiled: false, sacking: false,
    dismounted_this_bound: false, attached: null, remarks: {},
  };
}

export function newTerrain(id: string, kind: string): DraftTerrain {
  return { id, kind, outline: [], line: [], width: null, crest: [], owner: null, occupant: null, nature: null, remarks: {} };
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
