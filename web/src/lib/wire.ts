/** What goes over the wire: the server's structures, as this page reads them. */

export type Point = [number, number];
export type Side = 'red' | 'blue';
export type Role = Side | 'both' | 'spectator';

export interface Base {
  id: string;
  side: Side;
  code: string;
  kind: string;
  width: number;
  depth: number;
  front: Point;
  /** The unit vector it faces. */
  facing: Point;
  general: boolean;
  dismounts: string | null;
  inside: string | null;
  crossing: number | null;
  moved: boolean;
  recoiled: boolean;
  sacking: boolean;
  dismounted_this_bound: boolean;
  attached: string | null;
}

export interface Terrain {
  id: string;
  kind: string;
  outline: Point[];
  line: Point[];
  width: number;
  crest: Point[];
  owner: Side | null;
  occupant: string | null;
  nature: string | null;
  home: Side | null;
}

export interface Scale {
  name: string;
  base_width: number;
  mm_per_100_paces: number;
}

export interface Position {
  edition: string;
  size: Point;
  bases: Base[];
  terrain: Terrain[];
  scale: Scale;
  active: Side | null;
  bound: number | null;
  lost: Record<string, string[]>;
  unlanded: Record<string, number>;
  options: Record<string, unknown>;
}

export interface View {
  phase: string;
  turn: Side;
  position: Position;
  armies: Record<Side, string>;
  own: Base[];
  invader: Side | null;
  edges: Record<string, string>;
  bounds: Record<string, number>;
  pips: number;
  picked: string | null;
  shot: string[];
  targeted: string[];
  melees: [string, string][];
  held_back: Record<string, number>;
  winner: Side | null;
  why: string | null;
  /** Where the armies come from. */
  topographies: Record<Side, string>;
  /** What the invader's dice let him change on the board: pieces by name, or the centre. */
  chances: string[];
}

export interface Pending {
  side: Side | null;
  what: string;
  kinds: string[];
  setting_up: boolean;
}

export interface Happening {
  kind: string;
  says: string;
  clauses: string[];
  bases: string[];
  /** How a combat was settled, with both factor sheets. */
  ruling?: Ruling | null;
}

export interface Account {
  number: number;
  kind: string;
  by: Side | null;
  dice: number[];
  said: Happening[];
  /** Why the computer decided so. */
  reason?: string | null;
}

export interface Player {
  kind: 'person' | 'computer';
  level: string;
  name: string;
  character?: string;
}

export interface Shown {
  id: string;
  edition: string;
  version: string;
  role: Role;
  number: number;
  view: View;
  pending: Pending;
  decides: boolean;
  can_undo: boolean;
  players: Record<Side, Player>;
  dice: 'rolled' | 'typed';
  seed_hash: string | null;
  seed: string | null;
  result: { winner: Side | null; why: string } | null;
  thinking: boolean;
  frozen: string | null;
  /** Whether this seat may ask for hints. */
  hints?: boolean;
}

export interface Reason {
  clause: string;
  says: string;
}

export interface Measure {
  name: string;
  value: number;
  unit: string;
  limit: number | null;
}

export interface Mark {
  shape: 'line' | 'area' | 'point';
  points: Point[];
  role: string;
  label: string;
}

export interface FactorLine {
  value: number;
  reason: string;
  clauses: string[];
}

export interface Sheet {
  of: string;
  lines: FactorLine[];
}

export interface Ruling {
  question: string;
  answer: any;
  because: Reason[];
  measures: Measure[];
  drawing: Mark[];
  sheets: Sheet[];
}

export interface Fault {
  type: 'fault';
  kind: string;
  says: string;
  ruling: Ruling | null;
  key: string | null;
  id: number | null;
  number: number | null;
}

export interface Pose {
  front: Point;
  facing: Point;
}

export interface Step {
  advance?: number;
  wheel?: number;
  pivot?: 'left' | 'right';
  shift?: number;
}

export interface Move {
  elements: string[];
  path?: Pose[];
  steps?: Step[];
  ends?: Record<string, Pose>;
  road?: string;
  enters?: string;
  through?: string;
  dismount?: string[];
}

/** A decision as the edition reads it: `do` names its kind. */
export type Action = { do: string } & Record<string, unknown>;

/** What the computer would do in one's place after event `number`, why, and where the bases of a move would stand. */
export interface Hinted {
  type: 'hinted';
  id: number;
  number: number;
  action: Action;
  reason: string;
  places: Record<string, Pose>;
}

/** A number with its interval of 95 %, and as a fraction where it is exact. */
export interface Estimated {
  value: number;
  low: number;
  high: number;
  fraction: string | null;
}

/** What one side may lose: each number of elements with its chance. */
export interface Losses {
  expected: Estimated;
  elements: Record<string, Estimated>;
  general: Estimated;
  wins: Estimated;
}

/** The shots or close combats of a phase before they are rolled; `order` goes by their places in `combats`. */
export interface PhaseOdds {
  side: Side;
  phase: string;
  combats: { actions: Action[]; sides: [string, string]; factors: [number, number] }[];
  order: number[];
  worth: Estimated;
  worst: number | null;
  every_order: boolean;
  exact: boolean;
  samples: number;
  losses: Record<Side, Losses>;
}

export interface Reckoned {
  type: 'reckoned';
  id: number;
  number: number;
  report: PhaseOdds | null;
  /** Whether the order is told too. */
  advises: boolean;
}

export type FromServer =
  | { type: 'shown'; shown: Shown; account: Account[] }
  | { type: 'done'; key: string; number: number }
  | { type: 'ruled'; id: number; ruling: Ruling }
  | { type: 'suggested'; id: number; actions: Action[] }
  | Hinted
  | Reckoned
  | Fault;

export interface Clause {
  id: string;
  edition: string;
  source: string;
  ref: string;
  title: string;
  topic: string;
  rule: string;
  example: string;
  tier: string;
  automatable: boolean;
  ambiguity: string | null;
  support: string | null;
  reconstructed: boolean;
  restates: string[];
  depends: string[];
  mark: string | null;
}

export interface CaseTold {
  file: string;
  edition: string;
  subject: string;
  title: string;
  clauses: string[];
  questions: string[];
}

export interface Looked {
  question: string;
  kind: 'ask' | 'do';
  /** Its number among the questions or the actions of the case, from 1. */
  number: number;
  line: number;
  ruling: Ruling | null;
  expected: unknown;
  error: string | null;
  arguments: Record<string, unknown>;
  because: string[];
  spared: string[];
  /** How the ruling differs from what is expected. */
  differs: string[];
  /** What stands on the table then, where actions changed it. */
  position: Position | null;
}

export interface CaseSeen {
  title: string;
  edition: string;
  position: Position;
  clauses: string[];
  asked: Looked[];
  text: string;
  /** The values as they stand in the file, and the order of its questions and actions. */
  written: Record<string, any>;
  order: ['ask' | 'do', number][];
}

export interface EditionTold {
  name: string;
  title: string;
  scales: string[];
  terrain: string[];
  options: Record<string, unknown[]>;
  questions: Record<string, string>;
  levels: string[];
  characters: string[];
  table: Point;
}

/** What a list code stands for; its depth in mm by scale. */
export interface TroopTold {
  kind: string;
  name: string;
  mounted: boolean;
  general: boolean;
  depths: Record<string, number>;
}

/** What one must know to set up a battle of an edition. */
export interface Muster {
  troops: Record<string, TroopTold>;
  topographies: Record<string, { must: string[]; may: string[][] }>;
  numbers: {
    compulsory: [number, number];
    optional: [number, number];
    total: [number, number] | null;
    alike: number;
    single: string[];
  };
  areas: string[];
  /** How far from their edge troops deploy and how far from the side edges, in mm by scale. */
  zones: Record<string, { depth: number; margin: number }>;
  reserve: number;
  exchanges: number;
  modifies: boolean;
}

export interface Slot {
  count: number;
  any_of: string[];
  general: boolean;
  all_same: boolean;
}

export interface Army {
  id: string;
  name: string;
  years: string;
  topography: string;
  aggression: number;
  general: string[];
  elements: Slot[];
  alternatives: Slot[][];
  note: string;
}

export interface Seated {
  id: string;
  seats: Partial<Record<Role, string>>;
}

export interface ScaleTold extends Scale {
  table: Point;
}

/** A list code of an edition. */
export interface CodeTold {
  code: string;
  kind: string;
  name: string;
  arm: string;
  /** In mm, by scale. */
  depth: Record<string, number>;
  shoots: boolean;
  general: boolean;
}

export interface ArgumentTold {
  kind: string;
  optional: boolean;
  choices: string[];
}

export interface QuestionTold {
  name: string;
  about: string;
  arguments: Record<string, ArgumentTold>;
}

/** What one needs to set up a position of an edition and to ask about it. */
export interface TroopsTold {
  edition: string;
  unit: string;
  /** Whether a general is a remark on a notation, not an element of his own. */
  general: boolean;
  scales: ScaleTold[];
  codes: CodeTold[];
  questions: QuestionTold[];
  actions: QuestionTold[];
}

export interface SourceTold {
  edition: string;
  prefix: string;
  title: string;
  tier: string;
  base: boolean;
}

export interface Tally {
  source: string;
  edition: string;
  prefix: string;
  clauses: number;
  automatable: number;
  enforced: number;
  open: number;
}

export interface StandingTold {
  id: string;
  enforced: boolean;
  open: boolean;
  missing: string[];
  bites: number;
  spares: number;
}
