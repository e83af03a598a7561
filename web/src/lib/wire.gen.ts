/** Types of everything that goes over the wire. Written by tools/wire.py from the server's structures: do not edit. */

/** A point or a vector on the table, in mm: x east, y north. */
export type Point = [number, number];

export type Side = 'red' | 'blue';

export type Role = 'red' | 'blue' | 'both' | 'spectator';

/**
 * One item of the account of a battle: a decision, its dice, what happened, and the reason of a computer.
 *
 * `decided` has, for each event in `said`, the few clauses that decided it; the event itself has all.
 * `takes_back` is how many decisions it took back, the last ones that stood.
 */
export interface Account {
  number: number;
  kind: string;
  by: Side | null;
  dice: number[];
  said: Event[];
  reason: string | null;
  decided: string[][];
  takes_back: number;
}

/** A decision. `key` makes it safe to send it twice; `number` is the last event the sender has seen. */
export interface Act {
  type: 'act';
  key: string;
  number: number;
  action: Action;
  dice?: number[];
}

/** A unit group that may lie in ambush in one of some pieces of terrain. */
export interface AmbushToNote {
  unit: string;
  title: string;
  pieces: string[];
}

/** Agrees to a take-back that the other side asked for, or declines it. */
export interface AnswerBack {
  type: 'answer_back';
  key: string;
  number: number;
  agrees: boolean;
}

/** The kind of an argument in words, and whether it may be left out. `choices` has all values, if they are few. */
export interface ArgumentInfo {
  kind: string;
  optional: boolean;
  choices: string[];
}

/**
 * One thing that is wrong with an army: a sentence, the clauses, and the command and line that it is about.
 *
 * `points` is the cost of what is too much, or of what is missing.
 */
export interface ArmyFault {
  says: string;
  clauses: string[];
  command: string | null;
  line: string | null;
  points: number | null;
}

/**
 * One army list. If there are `alternatives`, exactly one of these blocks is taken whole.
 *
 * `id` is its number in the printed rules, or a name if the printed rules do not have it. `facts` says in a few words
 * each what decides before the battle where that is not the aggression of the list.
 */
export interface ArmyInfo {
  id: string;
  name: string;
  years: string;
  topography: string;
  aggression: number;
  general: string[];
  elements: Slot[];
  conf: string;
  alternatives: Slot[][];
  note: string;
  facts: string[];
}

/** Everything that a list lets a player choose, and the armies that are ready to be taken as they are. */
export interface ArmyOffers {
  army: string;
  name: string;
  years: string;
  sizes: Sizes;
  lines: OfferedLine[];
  works: OfferedWorks[];
  allies: OfferedAllies[];
  ready: ChosenArmy[];
  note: string;
}

/** A question about the table as it is now. */
export interface Ask {
  type: 'ask';
  id: number;
  question: string;
  arguments?: Record<string, any>;
}

/** Asks the other side to take back one's own last decision, and all that were taken since. */
export interface AskBack {
  type: 'ask_back';
  key: string;
  number: number;
}

/** A side asks to take back its last decision and all later ones. `says` is the request in one sentence. */
export interface BackAsked {
  by: Side;
  says: string;
}

/**
 * A base whose fault refused the action of several, so that the others may be able to act without it.
 *
 * `wherever` says that the fault is the same wherever they go: the base has moved already, for example.
 */
export interface Barred {
  base: string;
  wherever: boolean;
}

/**
 * One base on the table, or inside a camp or town.
 *
 * `code` is the edition's notation without remarks ("4Bd"), `kind` the edition's troop type ("blades"), `dismounts`
 * the code of the foot it may become. A base inside a camp or town has no position; `inside` names the camp or town.
 * Only editions with commands set `service`, only those with units set `unit`, and only those of DBA set `moved`,
 * `recoiled`, `sacking` and `dismounted_this_bound`. Elsewhere they are unset, and unset fields are not written.
 */
export interface Base {
  id: string;
  side: Side;
  code: string;
  kind: string;
  width: number;
  depth: number;
  front: Point;
  facing: Point;
  general: boolean;
  dismounts: string | null;
  inside: string | null;
  crossing: number | null;
  moved?: boolean;
  recoiled?: boolean;
  sacking?: boolean;
  dismounted_this_bound?: boolean;
  attached: string | null;
  service?: Service;
  unit?: UnitPlace;
}

/** One base of troops of a type and order, `mounted` or not: its short sign, width and depth in mm by scale. */
export interface BaseInfo {
  type: string;
  order: string;
  mounted: boolean;
  code: string;
  sizes: Record<string, Point>;
}

/** A battle to begin after event `at` of another one. Dice are rolled if a computer plays. */
export interface Branch {
  at: number;
  red?: Player;
  blue?: Player;
  same_screen?: boolean;
}

/** An edition with army lists: the size of its armies, and whether the page can play its battles. */
export interface BuildingInfo {
  edition: string;
  title: string;
  playable: boolean;
  sizes: Sizes;
}

/** Cards by general: their colours, or only their number where a hand is hidden; and the open pile of discards. */
export interface Cards {
  kind: 'cards';
  hands: Record<string, string[] | number>;
  discards: string[];
}

/** Summary of a case of the casebook. */
export interface CaseInfo {
  file: string;
  edition: string;
  subject: string;
  title: string;
  clauses: string[];
  questions: string[];
}

/**
 * A case with its position, every ruling, and the values as they were written.
 *
 * `order` gives the kind and number of its questions and actions, in the order in which they stand in the text.
 */
export interface CaseSeen {
  title: string;
  edition: string;
  position: Position;
  clauses: string[];
  asked: Looked[];
  text: string;
  written: Record<string, any>;
  order: ['ask' | 'do', number][];
}

/**
 * A charge declared this turn: who charges whom, and how. `origin` is where it began.
 *
 * `wheel` is in degrees, about the front corner of the hand `pivot`. `flank` are those it strikes in flank or rear
 * with the right to the claim for it, where that is given and not worked out.
 */
export interface Charge {
  by: string[];
  on: string[];
  kind: string;
  wheel: number;
  pivot: string;
  origin: Pose | null;
  flank: string[] | null;
  moved: boolean;
}

/**
 * Asks whether this decision is allowed now.
 *
 * With `nearest` the answer to a refused decision has a legal one near it. The server searches by itself first, then
 * tries `also` in order.
 */
export interface Check {
  type: 'check';
  id: number;
  action: Action;
  nearest?: boolean;
  also?: Action[];
}

/**
 * A chosen army and all its faults.
 *
 * `size` is what the army costs or how many elements it has, `most` what it may have. `setup` is the value for this
 * army in the set-up of a battle.
 */
export interface CheckedArmy {
  legal: boolean;
  faults: ArmyFault[];
  unit: string;
  size: number;
  most: number;
  elements: number;
  commands: CommandTally[];
  lines: LineTally[];
  setup: Record<string, any>;
  baggage: number | null;
  works: number;
  strength: number | null;
  breaks_at: number | null;
}

/**
 * An army chosen from a list. `name` is the player's own name for it, `points` the agreed size.
 *
 * `works` are fortifications by kind. Without `baggage` the army has as much as it must have.
 */
export interface ChosenArmy {
  army: string;
  commands: ChosenCommand[];
  name: string;
  points: number | null;
  works: Record<string, number>;
  baggage: number | null;
}

/**
 * One command of a chosen army: the number of elements by offer.
 *
 * `ally` names the list of an allied contingent.
 */
export interface ChosenCommand {
  elements: Record<string, number>;
  name: string;
  ally: string | null;
}

/**
 * One clause in our own words. `idle` says of one that is not automatable why nothing enforces it.
 *
 * `acts` says where one that is automatable decides: in battles that are played ("play"), or in answers alone ("ask"),
 * and then `acts_why` says why no battle comes to it.
 */
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
  idle: string | null;
  acts: string;
  acts_why: string | null;
}

/** A clause, the title of its document, and the cases that prove it. */
export interface ClauseSeen {
  clause: Clause;
  source: string;
  cases: CaseInfo[];
}

/** One combat or shot as it stands: the actions that choose it, the bases, their factors, and the outcomes. */
export interface CombatTold {
  actions: (Record<string, any>)[];
  sides: [string, string];
  factors: [number, number];
  outcomes: OutcomeTold[];
}

/**
 * A command of an army: the words its edition records about it ("demoralised"), and its strength.
 *
 * `strength` is what it had at the start and `gone` what it has lost of that, in the edition's measure.
 */
export interface Command {
  id: string;
  side: Side;
  notes: string[];
  strength: number;
  gone: number;
}

/** What a command amounts to. `strength` and `breaks_at` are None in families whose commands do not break. */
export interface CommandTally {
  name: string;
  general: string | null;
  elements: number;
  points: number;
  strength: number | null;
  breaks_at: number | null;
}

/**
 * A command for which orders are written. `marches` says whether it may come on later over another edge.
 *
 * `hides` are the bases that may be placed in ambush.
 */
export interface CommandToOrder {
  name: string;
  title: string;
  marches: boolean;
  hides: string[];
}

/** Whether the commander-in-chief adds to his score now that he has seen it, as he may once in a big battle. */
export interface DbaAddToScore {
  do: 'add_to_score';
  add: boolean;
}

/** Written down in a big battle: the commands that always get the highest and the lowest PIP score. */
export interface DbaAllotDice {
  do: 'allot_dice';
  highest: string;
  lowest: string;
}

/** Which element a general is attached to who stands behind one that supports another. */
export interface DbaAttachGeneral {
  do: 'attach_general';
  element: string;
}

/** A choice that came up while a decision was carried out: who makes it, what it is about, and its options. */
export interface DbaChoosing {
  side: Side;
  what: string;
  options: string[][];
}

/**
 * All of a side's elements: `places` on the table, `inside` a camp or town, `held_back` for a landing.
 *
 * In a big battle the defender first deploys one or two commands, and the rest after the invader.
 */
export interface DbaDeploy {
  do: 'deploy';
  places: Record<string, Pose>;
  inside?: Record<string, string>;
  held_back?: string[];
}

/** No more tactical moves this bound. */
export interface DbaEndMoves {
  do: 'end_moves';
}

/** The defender's exchanges after the invader has deployed. There may be none. */
export interface DbaExchange {
  do: 'exchange';
  pairs?: [string, string][];
}

/** The active player names the close combat to be fought next. */
export interface DbaFight {
  do: 'fight';
  attacker: string;
  defender: string;
}

/** Which of several elements is next to recoil, to flee, to line up or to turn, and to which enemy. */
export interface DbaGoNext {
  do: 'go_next';
  element: string;
  enemy?: string | null;
}

/**
 * The elements and groups of demoralised commands that are held for PIPs. All others that do not fight flee.
 *
 * `turned` are those held alone that also turn where they stand: left, right or about.
 */
export interface DbaHold {
  do: 'hold';
  groups?: string[][];
  turned?: Record<string, string>;
}

/** Land the elements held back, all in one group. */
export interface DbaLand {
  do: 'land';
  places: Record<string, Pose>;
}

/**
 * The invader's change to the board after his dice: a piece shifted, or turned clockwise, or left as it lies, or a
 * new piece. Without a piece he leaves all the others as they lie.
 */
export interface DbaModifyTerrain {
  do: 'modify_terrain';
  piece?: string | null;
  shift?: Point;
  turn?: number;
  new?: Terrain | null;
}

/**
 * A tactical move of one element (`path`: the pose at the end of each leg) or of a group (`steps`, or `ends`).
 *
 * `road` names the road it moves along, `enters` the place it ends in, `through` the place it passes through,
 * `dismount` the elements exchanged for their foot at the end. A mover inside a place leaves it.
 */
export interface DbaMove {
  elements: string[];
  path?: Pose[];
  steps?: Step[];
  ends?: Record<string, Pose>;
  road?: string | null;
  enters?: string | null;
  through?: string | null;
  dismount?: string[];
}

/** A tactical move of an element or group. */
export interface DbaMoveElements {
  do: 'move';
  move: DbaMove;
}

/** The invader's numbers for the four edges; the die for his own is rolled at once. */
export interface DbaNumberEdges {
  do: 'number_edges';
  north: number[];
  east: number[];
  south: number[];
  west: number[];
}

/** The active player names the next shooter, of either side. */
export interface DbaPickShooter {
  do: 'pick_shooter';
  shooter: string;
}

/** A side's camp, and its occupant if no troops are in it: "followers" or "none". */
export interface DbaPlaceCamp {
  do: 'place_camp';
  outline: Point[];
  occupant?: string;
}

/** The defender's whole board. */
export interface DbaPlaceTerrain {
  do: 'place_terrain';
  pieces: Terrain[];
}

/** Whether a captured town revolts, for all six PIPs of a score: which one, or none, and which command pays. */
export interface DbaRevolt {
  do: 'revolt';
  place?: string | null;
  command?: string | null;
}

/** Roll the aggression dice. They are rolled again while they tie. */
export interface DbaRollForInvader {
  do: 'roll_for_invader';
}

/** Begin a bound. */
export interface DbaRollPips {
  do: 'roll_pips';
}

/**
 * A combat whose dice lie on the table while a commander-in-chief may still add to his score.
 *
 * `decides` are the sides that have yet to say so, `adds` those that do add.
 */
export interface DbaRolled {
  one: string;
  two: string;
  dice: [number, number];
  decides: string[];
  adds: string[];
  helpers?: string[];
  edge?: string;
}

/**
 * The picked shooter's owner names the target, the helpers, and the edge they all aim at if he wants to choose
 * it.
 */
export interface DbaShoot {
  do: 'shoot';
  target: string;
  helpers?: string[];
  edge?: string | null;
}

/** The owner of an element that flees says to which hand it turns, where both are as good. */
export interface DbaTurnFleer {
  do: 'turn_fleer';
  hand: string;
}

/**
 * The battle as one side (or a spectator) sees it: no seed, no future dice, nothing that the other side has not
 * shown.
 *
 * `armies` are the names of the lists, `topographies` where they come from. `own` are the elements of the viewing
 * side, deployed or not. `purse` belongs to the side whose bound it is. `chances` are the changes to the board that
 * the invader's dice allow. In a big battle `dice_order` has the commands of a side from the highest PIP score to the
 * lowest, and `rolled` is the combat for which a commander-in-chief may add to his score. `choice` must be made before
 * a decision is carried out further.
 */
export interface DbaView {
  phase: string;
  turn: Side;
  position: Position;
  armies: Record<Side, string>;
  own: Base[];
  invader: Side | null;
  edges: Record<string, string>;
  bounds: Record<string, number>;
  purse: Pips | Cards;
  picked: string | null;
  shot: string[];
  targeted: string[];
  melees: [string, string][];
  held_back: Record<string, number>;
  winner: Side | null;
  why: string | null;
  topographies: Record<Side, string>;
  chances: string[];
  dice_order?: Record<string, string[]>;
  rolled?: DbaRolled;
  choice?: DbaChoosing;
}

/**
 * The next element that moves on its own: an impetuous one advances, one of a demoralised command retreats.
 *
 * `choice` is among targets equally near; `steps` are the way it advances, as they are written in questions. Without
 * steps it goes the first way the umpire finds, which then stands in the log; `stays` in a log says that he found
 * none.
 */
export interface DbmAdvance {
  do: 'advance';
  element: string;
  choice?: string | null;
  steps?: (Record<string, any>)[];
  stays?: boolean;
}

/** Which of the dice thrown together goes to which command of a regular general. */
export interface DbmAllotPips {
  do: 'allot_pips';
  dice: Record<string, number>;
}

/** Elements of one command that come on over a table edge as one group: where each stands after its first march. */
export interface DbmArrive {
  do: 'arrive';
  places: Record<string, Pose>;
}

/** An element ashore goes aboard a beached vessel that carries nobody. */
export interface DbmBoard {
  do: 'board';
  element: string;
  vessel: string;
}

/** A feature somebody wants on the table: its kind, its feature equivalents, and whether it is compulsory. */
export interface DbmChoice {
  kind: string;
  size: number;
  compulsory: boolean;
}

/** How a recoil or flight goes on, of the options its owner has. */
export interface DbmChoose {
  do: 'choose';
  option: string;
}

/** The invader chooses the season; the time of day is thrown for. */
export interface DbmChooseSeason {
  do: 'choose_season';
  season: string;
}

/** The features the deciding side wants now, water and towns first; none is a choice too. Their dice are thrown. */
export interface DbmChooseTerrain {
  do: 'choose_terrain';
  features?: DbmChoice[];
}

/**
 * A command that comes on over a table edge from some bound of its side on: who of it is still to come.
 *
 * `late` says that some of it is on the table already, so that the others are stragglers.
 */
export interface DbmComing {
  edge: string;
  bound: number;
  elements: string[];
  late: boolean;
}

/** The picked shooter leaves its shot, because it could drive the target into friends. */
export interface DbmDeclineShot {
  do: 'decline_shot';
}

/** A whole command, without baggage. `aboard` names the vessel of each element that starts aboard one. */
export interface DbmDeploy {
  do: 'deploy';
  command: string;
  places: Record<string, Pose>;
  aboard?: Record<string, string>;
}

/**
 * Elements dismount where they stand, each by a tactical move of its own.
 *
 * Ranks behind may `close_up`. `holders` says whether horse holders are placed. A double base becomes two "singles"
 * or stays one ("double").
 */
export interface DbmDismount {
  do: 'dismount';
  elements: string[];
  close_up?: boolean;
  holders?: boolean;
  double_base?: string | null;
}

/** A feature that is to be placed, with the dice thrown for it: the sector and the place in it. */
export interface DbmDrawn {
  choice: DbmChoice;
  dice: number[];
}

/** Nobody (else) presses forward. */
export interface DbmEndBound {
  do: 'end_bound';
}

/** No more moves and halts this bound. */
export interface DbmEndMoves {
  do: 'end_moves';
}

/** The close combat that is fought next. */
export interface DbmFight {
  do: 'fight';
  attacker: string;
  defender: string;
}

/** What an owner must choose before a result is carried out further: for which element, between which options. */
export interface DbmFork {
  side: Side;
  kind: string;
  element: string;
  options: string[];
}

/** Keep an element or group from moving on its own in this bound. */
export interface DbmHalt {
  do: 'halt';
  elements: string[];
}

/** The element aboard a beached vessel steps off to a place ashore. */
export interface DbmLand {
  do: 'land';
  vessel: string;
  to: Pose;
}

/** The works of a side laid on the table, as many widths as it bought or fewer; `bua` is a town they go round. */
export interface DbmLayWorks {
  do: 'lay_works';
  sections?: DbmWorksSection[];
  bua?: string | null;
}

/** Which of several equally near defenders comes to stand opposite an element that assaults works. */
export interface DbmManWorks {
  do: 'man_works';
  element: string;
  defender: string;
}

/** Elements that dismounted mount again where they stand, each by a tactical move of its own. */
export interface DbmMount {
  do: 'mount';
  elements: string[];
  close_up?: boolean;
}

/**
 * A tactical or march move of one element (`path`: the pose at the end of each leg) or of a group.
 *
 * A group moves by `steps`, or to the `ends` of its members by a `manoeuvre` ("column", "expand"); `about` says that
 * it first turns about. `conform` names enemies whom a group goes straight into, in the order they conform to it.
 * A single element may expand on the head of its column (`expands_on`) or file in behind one (`contracts_behind`).
 */
export interface DbmMoveElements {
  do: 'move';
  elements: string[];
  path?: Pose[];
  steps?: Step[];
  ends?: Record<string, Pose>;
  manoeuvre?: string | null;
  about?: boolean;
  march?: boolean;
  conform?: string[];
  expands_on?: string;
  contracts_behind?: string;
}

/** Elements that move at the same time so that enemy can be contacted: partial moves (element, pose) in order. */
export interface DbmMoveTogether {
  do: 'move_together';
  sequence: [string, Pose][];
}

/**
 * What a side has written and not shown yet: who hides where, and which commands march round which flank.
 *
 * `relations` say how its commands are to be deployed.
 */
export interface DbmOrders {
  relations: [string, string, string][];
  ambushes: Record<string, Pose>;
  flank_marches: Record<string, string>;
}

/** The element of either side whose shooting is settled next; its owner says at whom and with whom it shoots. */
export interface DbmPickShooter {
  do: 'pick_shooter';
  shooter: string;
}

/** All the baggage of a side, and the command it belongs to from now on. */
export interface DbmPlaceBaggage {
  do: 'place_baggage';
  command: string;
  places: Record<string, Pose>;
}

/** The chosen features that the dice allowed, each where its dice say; one that fits nowhere is left out. */
export interface DbmPlaceTerrain {
  do: 'place_terrain';
  pieces?: Terrain[];
}

/** A group that presses forward after its fights, straight ahead so far (mm). */
export interface DbmPress {
  do: 'press';
  elements: string[];
  far: number;
}

/** Throw the aggression dice, again while they tie. */
export interface DbmRollForInvader {
  do: 'roll_for_invader';
}

/** Begin a bound: a die for each command. */
export interface DbmRollPips {
  do: 'roll_pips';
}

/** Throw for the weather. */
export interface DbmRollWeather {
  do: 'roll_weather';
}

/** The main shooter, its target and who aids it; `edge` is the one it shoots from, where any edge may be front. */
export interface DbmShoot {
  do: 'shoot';
  shooter: string;
  target: string;
  helpers?: string[];
  edge?: string | null;
}

/**
 * The season, the time at which the battle began, and after how many bounds of both sides it is dark.
 *
 * `fog` is after how many bounds of both sides fog lifts, 0 if there is none.
 */
export interface DbmSky {
  season: string;
  time: string;
  dark: number;
  fog: number;
}

/** The hidden elements that are shown now in order to shoot; nobody is a choice too. */
export interface DbmSpringAmbush {
  do: 'spring_ambush';
  elements?: string[];
}

/** The assault on works that is fought next; at a corner that nobody defends `main` is the main attacker. */
export interface DbmStorm {
  do: 'storm';
  element: string;
  main?: string | null;
}

/** The element that turns to face next, struck in flank or rear; `first` is the enemy it turns to, of several. */
export interface DbmTurnToFace {
  do: 'turn_to_face';
  element: string;
  first?: string | null;
}

/**
 * The battle as one side (or a bystander) sees it: no seed, no dice to come, of those not deployed only its own.
 *
 * `purse` is that of the side whose bound it is, by command. `orders` are the side's own; of others
 * it is only known that they have `written` theirs. `coming` are the commands that are announced at an edge, `fork` is
 * what an owner has to choose, `picked` who shoots next.
 */
export interface DbmView {
  phase: string;
  turn: Side;
  position: Position;
  armies: Record<Side, string>;
  own: Base[];
  invader: Side | null;
  edges: Record<string, string>;
  bounds: Record<string, number>;
  purse: Pips | Cards;
  thrown: number[];
  acts: Record<string, string[]>;
  shot: string[];
  melees: [string, string][];
  drawn: DbmDrawn[];
  score: Record<string, number>;
  winner: Side | null;
  why: string | null;
  orders: DbmOrders | null;
  written: string[];
  coming: Record<string, DbmComing>;
  sky: DbmSky | null;
  fork: DbmFork | null;
  picked: string | null;
}

/** A section of works: its name, the kind that was bought, and its inside and outside edge. */
export interface DbmWorksSection {
  id: string;
  kind: string;
  inside: [Point, Point];
  outside: [Point, Point];
}

/**
 * The secret orders of a side: how its commands stand to one another, who hides where, who marches round a flank.
 *
 * Each of `relations` is two commands with left_of, right_of, behind or in_front_of between them. `ambushes` are
 * elements with their places; `flank_marches` are commands with the short edge over which they will come.
 */
export interface DbmWriteOrders {
  do: 'write_orders';
  relations?: [string, string, string][];
  ambushes?: Record<string, Pose>;
  flank_marches?: Record<string, string>;
}

/** The decision with this key is stored as event `number`. */
export interface Done {
  type: 'done';
  key: string;
  number: number;
}

/**
 * A playable edition: its scales, kinds of ground, options with words for them, and questions.
 *
 * `singly` says whether single bases fight each other, so that the odds of two troop types can be told. Unit groups
 * fight file by file; their odds are questions about a position.
 */
export interface EditionInfo {
  name: string;
  title: string;
  about: string;
  scales: string[];
  ground: Record<string, GroundKind>;
  options: Record<string, any[]>;
  option_words: Record<string, OptionWords>;
  questions: Record<string, string>;
  levels: string[];
  characters: string[];
  table: Point;
  unit: string;
  singly: boolean;
}

/** A number with its 95 % interval, and as a fraction if it is exact. */
export interface Estimated {
  value: number;
  low: number;
  high: number;
  fraction: string | null;
}

/**
 * Something that happened: `kind` for programs, `says` for people, and the clauses that made it so.
 *
 * `ruling` is how a combat was settled, with the factor sheets of both sides.
 */
export interface Event {
  kind: string;
  says: string;
  clauses: string[];
  bases: string[];
  ruling: Ruling | null;
}

/** A chance as a decimal and, exactly, as a fraction in its lowest terms ("5/36", "0", "1"). */
export interface ExactChance {
  value: number;
  fraction: string;
}

/**
 * Why a request was not carried out, in one sentence; with the ruling if the rules forbid it.
 *
 * `kind` is one of refused, conflict, dice_needed, not_yours, not_found, bad_message, too_fast, too_large, frozen,
 * foreign, broken, disk_full, database_away. `key` or `id` are those of the answered message; `number` is the last
 * event for a conflict, the dice already given for dice_needed, and the line for a case that cannot be read. `sides`
 * is the greatest number that the die of dice_needed can show.
 */
export interface Fault {
  type: 'fault';
  kind: string;
  says: string;
  ruling: Ruling | null;
  key: string | null;
  id: number | null;
  number: number | null;
  sides: number | null;
}

/**
 * A kind of ground that may be chosen: the sizes it may have, and one sentence about it.
 *
 * It has no `sizes` if there is nothing to choose. `must` says that it, or ground like it, has to be chosen.
 */
export interface FeatureOffer {
  kind: string;
  sizes: number[];
  must: boolean;
  note: string;
}

/**
 * A general. `unit` and `file` say with whom he is, `front` where he stands if he is with nobody.
 *
 * `file` is the id of the front base of the file. `cards` is the number of cards he has, where it is no longer that of
 * his rank; `hand` are the cards he holds, where they are known.
 */
export interface General {
  id: string;
  side: Side;
  role: string;
  rank: string;
  style: string;
  floating: boolean;
  cards: number | null;
  hand: string[] | null;
  unit: string;
  file: string;
  front: Point | null;
  fighting: boolean;
  state: string;
  moved: string[];
  contingent: string;
}

/** A general who joins one of some files, by their front bases. He may stay away unless he `must` be placed. */
export interface GeneralToPlace {
  name: string;
  title: string;
  files: string[];
  must: boolean;
}

/** The features of which a topography must have one, and those it may have. Only one of each entry counts. */
export interface GroundInfo {
  must: string[];
  may: string[][];
}

/**
 * What people call a kind of ground, and how it is drawn.
 *
 * `look` names its colours and signs in the drawings and on the page. A "line" is drawn as a strip along its middle,
 * a "hill" has slopes, a "place" holds troops. `keeper` is who holds a place when no troops do. `letter` stands for
 * it on a terminal.
 */
export interface GroundKind {
  name: string;
  look: string;
  form: 'area' | 'hill' | 'line' | 'place';
  letter: string;
  keeper: string;
}

/** Asks for the decision a computer would take now; with `plan` also for all that follow in the same bound. */
export interface Hint {
  type: 'hint';
  id: number;
  plan?: boolean;
}

/**
 * A decision to send as it is, with its reason, for the battle after event `number`.
 *
 * `places` is where the bases of a move would stand then. `plan` is the plan of the whole bound, if it was asked for:
 * this decision first, the end of the moves last.
 */
export interface Hinted {
  type: 'hinted';
  id: number;
  number: number;
  action: Action;
  reason: string;
  places: Record<string, Pose>;
  plan: PlannedMove[];
}

/** One modifier: its value, the reason in words, the clauses it comes from. */
export interface Line {
  value: number;
  reason: string;
  clauses: string[];
}

/** How many elements of a line an army has, and how many it may have. `command` is set for an allied contingent. */
export interface LineTally {
  key: string;
  taken: number;
  least: number;
  most: number;
  command: string | null;
}

/** The units of an army list, each kind once. */
export interface ListedUnits {
  army: string;
  units: UnitLine[];
}

/**
 * One question or action of a case with its ruling; `error` if it could not be asked.
 *
 * `differs` says how the ruling differs from the expected answer. `position` is the table at that moment, if earlier
 * actions changed it. `labels` are what people call the keys of the answer.
 */
export interface Looked {
  question: string;
  kind: 'ask' | 'do';
  number: number;
  line: number;
  ruling: Ruling | null;
  expected: any;
  error: string | null;
  arguments: Record<string, any>;
  because: string[];
  spared: string[];
  differs: string[];
  position: Position | null;
  labels: Record<string, string>;
}

/** What one side may lose in the phase: elements, the chance of each number, its general; and the chance to win. */
export interface LossesTold {
  expected: Estimated;
  elements: Record<string, Estimated>;
  general: Estimated;
  wins: Estimated;
}

/** A general under whom one of `cards` is laid in secret. Some of `units`, or their `whole`, march with him. */
export interface MarchToNote {
  name: string;
  title: string;
  cards: string[];
  units: string[];
  whole: boolean;
}

/**
 * Something to draw over the position as evidence.
 *
 * `shape` is "line" (open), "area" (closed) or "point". `role` says what it shows: "open", "blocked", "zone", "range",
 * "contact", "distance", "ghost" (a place where a base could go).
 */
export interface Mark {
  shape: string;
  points: Point[];
  role: string;
  label: string;
}

/**
 * A grid with a marker, which may go so many `steps` from the cell (column and row) that it is `at`.
 *
 * `notes` say what a column or a row means.
 */
export interface MarkerGrid {
  columns: string[];
  rows: string[];
  at: [string, string];
  steps: number;
  notes: Record<string, string>;
}

/**
 * A measurement for a ruling, in "mm", "paces", "degrees", "pips" or as a plain number.
 *
 * `limit` is the value it was compared with, if any. A ruling that was within tolerance of its limit says so.
 */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  limit: number | null;
}

/** What is done to the item just placed: leave, move (mm east and north), pivot (degrees clockwise) or remove. */
export interface MegAdjustTerrain {
  do: 'adjust_terrain';
  how?: string;
  by?: Point;
  degrees?: number;
}

/** A file that shoots, by its front base, and the base it shoots at. */
export interface MegAim {
  file: string;
  target: string;
}

/** Align a unit group in contact, or it and others of its block as one body; the place is that of the first. */
export interface MegAlign {
  do: 'align';
  unit: string;
  to: Pose;
  block?: string[];
}

/** What a unit group says to a charge on it: the way it takes, and the generals with it who stay behind. */
export interface MegAnswer {
  charger: string;
  unit: string;
  response: string;
  shift: number;
  hand: string;
  toward: string;
  stays: string[];
}

/** Accept or refuse a draw. */
export interface MegAnswerDraw {
  do: 'answer-draw';
  accepts?: boolean;
}

/**
 * The unit group with which the successor of a dead general begins, and the file, by its front base.
 *
 * The file is the middle one if none is named. `heir` is the sub-general who becomes army commander in place of a dead
 * one; he need not be named where only one is of the highest rank.
 */
export interface MegAppoint {
  do: 'appoint';
  unit: string;
  file?: string;
  heir?: string;
}

/** Unit groups of a flank march that come on, with the places of their bases; the general joins a file. */
export interface MegArrive {
  do: 'arrive';
  general: string;
  places: Record<string, Record<string, Pose>>;
  forms?: Record<string, string>;
  file?: string;
}

/** Where one base ends. */
export interface MegBaseEnd {
  base: string;
  pose: Pose;
}

/**
 * What a side, or a spectator, knows of the steps before the first turn.
 *
 * `hand` are its own PBS cards and `counts` how many each side has; `named` are the sides whose card lies face down.
 * `share` is known to the outscouted side only, because it tells how many unit groups are hidden. The rest is open.
 */
export interface MegBeforeView {
  hand: string[];
  counts: Record<string, number>;
  named: string[];
  round: number;
  mover: string;
  steps: number;
  cell: [string, string];
  sort: string;
  left: Record<string, number>;
  picked: Record<string, string[]>;
  items: MegItem[];
  item: MegItem | null;
  die: number | null;
  piece: string;
  adjusting: number;
  outscouted: [string, number];
  share: number;
  more: number;
}

/** Begin a battle that was taken up in a position: deal what is not given, and go on from there. */
export interface MegBegin {
  do: 'begin';
}

/** Break off a combat. */
export interface MegBreakOff {
  do: 'break-off';
  unit: string;
  action: string;
  general: string;
  card: string;
  shift?: number;
  hand?: string;
}

/** An item of terrain that a side chooses; "none" chooses no more optional ones. */
export interface MegChooseItem {
  do: 'choose_item';
  kind: string;
}

/** The territory in which the battle is fought, from the defender's list. */
export interface MegChooseTerritory {
  do: 'choose_territory';
  territory: string;
}

/** A unit group that found no place at deployment comes on at its own edge, for a white card. */
export interface MegComeOn {
  do: 'come_on';
  command: string;
  places: Record<string, Pose>;
  general: string;
  card: string;
  form?: string;
}

/**
 * Declare a charge of a unit group, or of several as a block.
 *
 * A unit group in combat charges with one free `file`, named by its front base.
 */
export interface MegDeclareCharge {
  do: 'charge';
  units: string[];
  on: string[];
  kind?: string;
  wheel?: number;
  pivot?: string;
  general?: string;
  cards?: string[];
  file?: string;
}

/** Give up a card to leave the choice to the other side. */
export interface MegDelay {
  do: 'delay';
  general: string;
  card: string;
}

/**
 * One unit group is placed, base by base. No places only if there is no legal one.
 *
 * `form` is that of flexible troops. Infantry with horses begins `mounted` unless its owner says otherwise.
 */
export interface MegDeploy {
  do: 'deploy';
  command: string;
  places?: Record<string, Pose>;
  form?: string;
  mounted?: boolean;
}

/** Cards that a side throws away in SP 1.1, by general. */
export interface MegDiscard {
  do: 'discard';
  cards?: Record<string, string[]>;
}

/** Open a combat with enemy that a unit group touches, by a wheel or a turn of so many degrees clockwise. */
export interface MegEngage {
  do: 'engage';
  unit: string;
  enemy: string;
  by: Side;
  general: string;
  cards: string[];
  turned?: number;
}

/** The combat of a file, by its front base, with an enemy base; perhaps with a general in the front rank. */
export interface MegFight {
  do: 'fight';
  file: string;
  against: string;
  general?: boolean;
}

/** Where a general goes by a free move: a file, or a place of his own. */
export interface MegFreeMove {
  do: 'free-move';
  to: string | Point;
}

/** Cards that an army commander gives to another general. */
export interface MegGift {
  giver: string;
  to: string;
  cards: string[];
}

/** The gifts and distributions of a side in SP 1.3. */
export interface MegGive {
  do: 'give';
  gifts?: MegGift[];
}

/** The cards above his allowance that each general gives up at the end of a turn. */
export interface MegGiveUp {
  do: 'give-up';
  cards: Record<string, string[]>;
}

/**
 * How a unit group that is pushed back gives way: it falls back or runs away, perhaps with a shift.
 *
 * It goes as those who push it go, or `toward` its own rear. It need not be named where only one is pushed. Its
 * generals go along, but for those who stay.
 */
export interface MegGiveWay {
  do: 'give-way';
  response?: string;
  shift?: number;
  hand?: string;
  toward?: string;
  unit?: string;
  stays?: string[];
}

/** What a shot did, before the losses are taken: the unit group hit, the base aimed at, and the face. */
export interface MegHit {
  unit: string;
  base: string;
  face: string;
}

/** Hold a unit group back by a card; it may move so far ahead (mm). It need not be named where only one may. */
export interface MegHoldBack {
  do: 'hold-back';
  general: string;
  card: string;
  advance?: number;
  unit?: string;
}

/** The files, by their front bases, that do not shoot at a charge, or do not press forward after one. */
export interface MegHoldFiles {
  do: 'hold-files';
  files?: string[];
}

/** An item of terrain that a side has chosen and has still to place. `sort` is compulsory or optional. */
export interface MegItem {
  owner: Side;
  kind: string;
  sort: string;
}

/** The file that a general joins whose bluff had to be turned up, or whose own file is gone. */
export interface MegJoinFile {
  do: 'join_file';
  file: string;
}

/** Whether the general with a file that is attacked fights in its front rank. */
export interface MegLead {
  do: 'lead';
  fights?: boolean;
}

/** Whether a file between two fighting ones supports the one that has just rolled, or waits for the other. */
export interface MegLendDie {
  do: 'lend-die';
  lends?: boolean;
}

/** Let a forced charge that is due take place: that of a unit group, or the first. */
export interface MegLetCharge {
  do: 'let-charge';
  unit?: string;
}

/**
 * Go to meet a charge: the countercharge of a target, or the interception of another unit group.
 *
 * Its generals go along, but for those who stay.
 */
export interface MegMeet {
  do: 'meet';
  unit: string;
  how: string;
  steps: MegStep[];
  general: string;
  card: string;
  stays?: string[];
}

/**
 * A prompted move of a unit group or a block.
 *
 * For M14 `first` and `second` are the actions of its parts, `steps` and `then` the steps of each. `formation` is the
 * orb or the Cantabrian circle that it forms, or "normal" if it leaves it. Its generals go along, but for those who
 * stay.
 */
export interface MegMove {
  do: 'move';
  units: string[];
  action: string;
  steps: MegStep[];
  general: string;
  cards: string[];
  pulls?: string | null;
  first?: string;
  second?: string;
  then?: MegStep[];
  formation?: string;
  stays?: string[];
}

/**
 * Move a charge, perhaps after a target that has moved, perhaps with cards that win back what fire took.
 *
 * If files have to drop back for it to reach its target, so many of them are those of the left end. The generals with
 * the chargers go along, but for those who stay.
 */
export interface MegMoveCharge {
  do: 'move-charge';
  unit: string;
  toward?: string | null;
  general?: string;
  cards?: string[];
  drops_left?: number | null;
  stays?: string[];
}

/** Move a general to a file, or to a place of his own. */
export interface MegMoveGeneral {
  do: 'move-general';
  general: string;
  to: string | Point;
  payer: string;
  card: string;
}

/** Offer a draw to the other side. */
export interface MegOfferDraw {
  do: 'offer-draw';
}

/** The enemies that files which touch several will fight, by their front bases; the others by the default. */
export interface MegPairUp {
  do: 'pair-up';
  pairs?: Record<string, string>;
}

/** Do nothing now. */
export interface MegPass {
  do: 'pass';
}

/** Where the elements of a camp stand. No places only if there is no legal one. */
export interface MegPlaceCamp {
  do: 'place_camp';
  command: string;
  places?: Record<string, Pose>;
}

/** The file of each general who is placed now, by its front base. Bluffs that are named are turned up. */
export interface MegPlaceGenerals {
  do: 'place_generals';
  files?: Record<string, string>;
}

/** The item in hand where it is placed. None at all only if there is no legal place for it. */
export interface MegPlaceTerrain {
  do: 'place_terrain';
  pieces?: Terrain[];
}

/** A PBS card laid face down; "pass" for none. */
export interface MegPlayCard {
  do: 'play_card';
  card: string;
}

/** Roll for invader and defender, lay out the ground and deploy both armies. */
export interface MegPrepare {
  do: 'prepare';
}

/** Let a unit group pursue; it need not be named where only one may. */
export interface MegPursue {
  do: 'pursue';
  unit?: string;
}

/** Bases of a unit group in combat that make a file (MF1) or turn to face enemy (MF2). */
export interface MegRearrange {
  do: 'rearrange';
  unit: string;
  action: string;
  ends: MegBaseEnd[];
  general: string;
  card: string;
}

/** A general clears the wound of a unit group. */
export interface MegRecover {
  do: 'recover';
  unit: string;
  general: string;
  card: string;
}

/** The base that is lost, among those that the rules count equal. */
export interface MegRemoveBase {
  do: 'remove-base';
  base: string;
}

/**
 * The answer of a charged unit group: stand, skirmish or run away, perhaps with a shift of half a base.
 *
 * It runs straight from the charger, or `toward` its own rear. Its generals go along, but for those who stay.
 */
export interface MegRespond {
  do: 'respond';
  response: string;
  shift?: number;
  hand?: string;
  toward?: string;
  stays?: string[];
}

/** A unit group in ambush is revealed and placed in its piece of terrain. */
export interface MegReveal {
  do: 'reveal';
  command: string;
  places: Record<string, Pose>;
  form?: string;
}

/** The two army commanders roll; the winner chooses to invade or to defend. */
export interface MegRollForInvader {
  do: 'roll_for_invader';
}

/** With which shift a broken unit group runs past those in its way; straight into them if it has none. */
export interface MegRout {
  do: 'rout';
  shift?: number;
  hand?: string;
}

/** The unit group that sacks the enemy camp. */
export interface MegSack {
  do: 'sack';
  unit: string;
}

/** Which flank of the defender is secure. Deep water is a river or a coast so many BW wide. */
export interface MegSecureFlank {
  do: 'secure_flank';
  flank: string;
  water?: string;
  width?: number;
}

/** The cell of the grid to which the marker goes, or on which it stays: a density and a kind of flank. */
export interface MegSetMarker {
  do: 'set_marker';
  column: string;
  row: string;
}

/** The shots of one unit group; files that are not named do not shoot. */
export interface MegShoot {
  do: 'shoot';
  unit: string;
  aims: MegAim[];
}

/** One step of a move: how far, by how many degrees or files, on which hand; or the form that is taken. */
export interface MegStep {
  kind: string;
  amount?: number;
  hand?: string;
  form?: string;
}

/** Stop a forced charge that is due: that of a unit group, or the first. */
export interface MegStopCharge {
  do: 'stop-charge';
  general: string;
  card: string;
  unit?: string;
}

/** Whether a unit group that is shot at uses shield cover. */
export interface MegTakeCover {
  do: 'take-cover';
  covers?: boolean;
}

/** The kind of item that a side places next. Its placement die is rolled. */
export interface MegTakeItem {
  do: 'take_item';
  kind: string;
}

/** The winner of the roll invades or defends. Who won with a skull and invades may choose a strategic intercept. */
export interface MegTakePart {
  do: 'take_part';
  part: string;
  intercept?: boolean;
}

/** The bluff under a general is turned up, and he joins a file. */
export interface MegTurnUp {
  do: 'turn_up';
  general: string;
  file: string;
}

/**
 * The battle as one side, or a spectator, sees it.
 *
 * `reserve` and `leaders` are the unit groups and generals of the viewing side that are not on the table; `own` is
 * empty, because single bases are nothing without their unit group. `hands` are the cards of its generals; `counts` is
 * how many each general of both sides holds, and `purse` says both in the form of all families. `deck` is how many are
 * left to draw. `sub_phase` is where the turn stands, also while a response interrupts it, and `subject` whom the
 * decision is about: the unit group that answers first, then the enemy it answers. `fired` and `lying` are what the
 * combats to come depend on beside the position, `hits` the shots whose losses are still to be taken, and `answers`
 * what the targets of charges have said. `tally` is each side's TuGs lost and counted.
 *
 * `before` is what is known before the first turn. Of generals off the table with a card face down (`face_down`) the
 * own cards are `under` and the own notes `marches`; `late` are own unit groups that wait at the edge. Open to all are
 * the `flanks` of marches, the cards `shown` and `laid` beside markers, allies who are `wavering`, and the ambush just
 * `revealed`.
 */
export interface MegView {
  phase: string;
  turn: Side;
  decides: string;
  number: number;
  limit: number;
  position: Position;
  armies: Record<Side, string>;
  invader: Side | null;
  own: Base[];
  edges: Record<string, string>;
  bounds: Record<string, number>;
  purse: Pips | Cards;
  sub_phase: string;
  reserve: Unit[];
  leaders: General[];
  hands: Record<string, string[]>;
  counts: Record<string, number>;
  deck: number;
  pile: string[];
  queue: string[];
  waiting: string[];
  charging: string[];
  rolled: string[];
  subject: string[];
  fired: string[];
  lying: Record<string, string>;
  tally: Record<string, [number, number]>;
  winner: Side | null;
  why: string | null;
  before: MegBeforeView | null;
  under: Record<string, string>;
  marches: Record<string, string[]>;
  late: string[];
  face_down: string[];
  flanks: Record<string, string>;
  shown: Record<string, string[]>;
  laid: Record<string, string[]>;
  wavering: string[];
  revealed: string;
  hits: MegHit[];
  answers: MegAnswer[];
}

/**
 * The secret notes of a side.
 *
 * `cards` is the card under each sub-general and ally: left, right or bluff. `marches` are the unit groups that go
 * with a marching general, `ambushes` the piece of terrain in which a unit group lies.
 */
export interface MegWriteNotes {
  do: 'write_notes';
  cards?: Record<string, string>;
  marches?: Record<string, string[]>;
  ambushes?: Record<string, string>;
}

/**
 * Where a battle of units stands, and what was settled before it. `edges` is each side's own edge of the table.
 *
 * `fought` names the enemies that each unit has to its front in the combats of the present phase, from the moment in
 * which these are fixed until its outcomes are settled; units that fight nobody to their front are left out.
 */
export interface Moment {
  phase: string;
  turn: number;
  edges: Record<string, string>;
  secure_flank: string;
  territory: string;
  defender: string;
  year: Record<string, number>;
  fought?: Record<string, string[]>;
}

/** The fields of a move, and the field of the action that holds them: None if the action itself has them. */
export interface MoveForm {
  within: string | null;
  fields: string[];
}

/** A legal action near one that was refused, and where each of its bases would stand then. */
export interface Nearest {
  action: any;
  places: Record<string, Pose>;
}

/**
 * A battle to begin. `setup` has the form of the edition.
 *
 * `dice` are "rolled" by the server or "typed" in from a real table. `same_screen` gives two people one seat for
 * both sides; `automatic` lets the computer place terrain and armies; `hints` allows them between two people too.
 */
export interface NewBattle {
  edition?: string;
  setup?: Record<string, any>;
  red?: Player;
  blue?: Player;
  dice?: 'rolled' | 'typed';
  same_screen?: boolean;
  automatic?: boolean;
  hints?: boolean;
}

/** The least and greatest numbers of features (compulsory, optional and in all), and which may occur only once. */
export interface NumbersInfo {
  compulsory: [number, number];
  optional: [number, number];
  total: [number, number] | null;
  alike: number;
  single: string[];
}

/**
 * One kind of element or unit that a line offers: how it is chosen, what it is, and its cost.
 *
 * `bases` is how many bases it has.
 */
export interface Offer {
  id: string;
  troops: string;
  points: number;
  bases: number;
}

/** A list from which an allied contingent may be taken, and its lines with the numbers of a contingent. */
export interface OfferedAllies {
  army: string;
  name: string;
  lines: OfferedLine[];
}

/**
 * A line of a list: from `least` to `most` of its offers together. An `optional` line may be left out completely.
 *
 * `rank` is set if its elements are generals, who each lead a command. Of lines with a `block`, only those of one
 * block may be taken.
 */
export interface OfferedLine {
  key: string;
  name: string;
  least: number;
  most: number;
  offers: Offer[];
  optional: boolean;
  rank: string | null;
  block: number | null;
  note: string;
}

/** Fortifications that a list allows, counted in element widths, and the cost of each. */
export interface OfferedWorks {
  kind: string;
  name: string;
  least: number;
  most: number;
  points: number;
}

/**
 * An option in words for people: what it asks, and each of its values, by the value as text.
 *
 * `agreed` says that players agree on it before a battle, and that it is no reading of a rule. One that is `idle`
 * changes nothing in a single battle.
 */
export interface OptionWords {
  asks: string;
  values: Record<string, string>;
  agreed: boolean;
  idle: boolean;
}

/** One way a combat can end, as in `Outcome`; equal endings are merged. */
export interface OutcomeTold {
  chance: ExactChance;
  loser: string | null;
  outcome: string;
  lost: Record<string, string[]>;
  also: string[];
}

/** One kind of bases of a mixed unit: how many it began with, the ranks they hold, and what they are. */
export interface Part {
  bases: number;
  ranks: number[];
  troops: TroopDescription;
}

/**
 * Who must decide what now. `side` is None when the battle is over; `kinds` names the actions to choose from.
 *
 * `setting_up` is true before the first bound.
 */
export interface Pending {
  side: Side | null;
  what: string;
  kinds: string[];
  setting_up: boolean;
}

/**
 * A piece of ground that has to be placed under this name, and what is known about it in one sentence.
 *
 * `area` is where it must lie, if that is one outline. `across` are the least and the greatest longest dimension of
 * an area, `wide` the least and the greatest width of a strip (mm). `ready` is a shape about the origin that it may
 * have. `natures` are what its owner may make it, the default first, if he has a choice.
 */
export interface PieceToPlace {
  name: string;
  kind: string;
  says: string;
  area: Point[];
  across: Point | null;
  wide: Point | null;
  ready: Point[];
  natures: string[];
}

/** PIPs left, by side or by command. */
export interface Pips {
  kind: 'pips';
  left: Record<string, number>;
}

/** One decision of the plan of a bound, its reason, and where the bases that it moves would stand after it. */
export interface PlannedMove {
  action: Action;
  reason: string;
  places: Record<string, Pose>;
}

/** The player of a side: a "person", or the "computer" with a level and a character. */
export interface Player {
  kind: 'computer' | 'person';
  level: string;
  name: string;
  character: string;
}

/** The midpoint of a front edge and the direction faced. */
export interface Pose {
  front: Point;
  facing: Point;
}

/**
 * What stands where, whose bound it is, and what has already been lost.
 *
 * `bound` counts the active side's own bounds from 1. `lost` gives the notations of elements already lost by side, and
 * `unlanded` how many never landed. `options` are switches agreed for this game. Only editions with commands set
 * `commands`, and only those with units set `units`, `generals`, `charges` and `moment`; elsewhere these fields are
 * unset and not written.
 */
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
  options: Record<string, any>;
  commands?: Command[];
  turn_notes?: Record<string, string[]>;
  units?: Unit[];
  generals?: General[];
  charges?: Charge[];
  moment?: Moment;
}

/** A question or an action: its subject and its arguments. */
export interface QuestionInfo {
  name: string;
  about: string;
  arguments: Record<string, ArgumentInfo>;
}

/** Asks where these bases may get to with one move together. */
export interface Reach {
  type: 'reach';
  id: number;
  bases: string[];
}

/** The ground that some bases may cover with one move after event `number`: areas that may overlap. */
export interface Reached {
  type: 'reached';
  id: number;
  number: number;
  areas: Point[][];
}

/** One clause that decided a ruling, with what it says here in one plain sentence. */
export interface Reason {
  clause: string;
  says: string;
}

/**
 * Asks for the odds of the pending shots or close combats, and the best order.
 *
 * `quick` asks for what can be said at once: many combats are then estimated, with the intervals.
 */
export interface Reckon {
  type: 'reckon';
  id: number;
  quick?: boolean;
}

/**
 * The combats after event `number`; no report where nobody shoots or fights.
 *
 * `advises` is false where hints are not allowed: then the report says what may be lost, and nothing of the order.
 */
export interface Reckoned {
  type: 'reckoned';
  id: number;
  number: number;
  report: Report | null;
  advises: boolean;
}

/**
 * A phase before it is fought. `order` and `first` use the indices of the combats in `combats`.
 *
 * `every_order` says that all orders were compared. `worst` is the worth of the worst order to `side`. `first` is the
 * worth of starting with each combat if the next is chosen again after every result, and `reconsidered` the best of
 * these.
 */
export interface Report {
  edition: string;
  side: Side;
  phase: string;
  combats: CombatTold[];
  order: number[];
  worth: Estimated;
  every_order: boolean;
  exact: boolean;
  samples: number;
  work: number;
  losses: Record<Side, LossesTold>;
  worst: number | null;
  reconsidered: number | null;
  first: number[];
}

/** The deciding side gives up: an action of every family. */
export interface Resign {
  do: 'resign';
}

/** How a battle ended. `winner` is None if it was stopped by agreement or limit. */
export interface Result {
  winner: Side | null;
  why: string;
}

/**
 * The ruling on a check or a question.
 *
 * `nearest` is a legal decision near a refused one, for a check that asked for it. Send its `action` as it is;
 * `places` is where the bases would stand after it.
 */
export interface Ruled {
  type: 'ruled';
  id: number;
  ruling: Ruling;
  nearest: Nearest | null;
}

/** An umpire's verdict on one question. `barred` names the bases at fault when that is not all of them. */
export interface Ruling {
  question: string;
  answer: any;
  because: Reason[];
  measures: Measure[];
  drawing: Mark[];
  sheets: Sheet[];
  barred?: Barred[];
}

/** The battle after a change or at the beginning, and the account since the last message. */
export interface Says {
  type: 'shown';
  shown: Shown;
  account: Account[];
}

/** Converts the units of the rules to millimetres on this table. */
export interface Scale {
  name: string;
  base_width: number;
  mm_per_100_paces: number;
}

/** A scale of an edition, with the size of its table in mm. */
export interface ScaleInfo {
  name: string;
  base_width: number;
  mm_per_100_paces: number;
  table: Point;
}

/** A new battle, with the secrets of its seats by role. Each secret is the link of a seat. */
export interface Seated {
  id: string;
  seats: Record<string, string>;
}

/**
 * Where a base serves in an army of several commands, and what its edition records about it.
 *
 * `rank` is that of the general on the base, if there is one. `notes` are words of the edition ("marched").
 */
export interface Service {
  command: string;
  rank: string | null;
  notes: string[];
}

/**
 * A step before the battle: its name, and the heading of each of its phases.
 *
 * `troops` says that a side places what is its own, not only ground. A step with an `option` exists only if that
 * option is on, and one that is `rare` in few battles.
 */
export interface SetUpStep {
  title: string;
  headings: Record<string, string>;
  troops: boolean;
  option: string | null;
  rare: boolean;
}

/**
 * The decision that is to be taken now before the battle. What a step does not need is empty.
 *
 * `action` is its name in the log, `says` the task in a sentence or two, `button` the words on the button that takes
 * it. `offers` are kinds of ground to choose from, with sizes in `unit`; `pieces` and `troops` are to be placed, the
 * troops in `zone` facing away from `edge`; the name of the group of troops is sent with them, or one of `owners`. If
 * the groups are placed `together`, one decision places them all. `fields` are those of a decision that give something
 * to different `owners`, each with its words.
 * `works` are sections of works that may be laid in `zone`, each written as a base; they may go round one of `towns`.
 * `commands` get orders: `relations` are the words between two of them, by the words for people, and `edges` those
 * over which they may come on later. `unseen` are the side's own bases that the other side does not see. `bases` are
 * those named in `troops`, where the view does not have them. `marches` and `ambushes` are noted in secret.
 * Generals in `joins` are placed with their troops. Only `one_piece` of several may be asked for. `grid` is the one on
 * which a marker is moved, or on which it will be moved.
 */
export interface SetUpTask {
  action: string;
  says: string;
  button: string;
  offers: FeatureOffer[];
  unit: string;
  total: string;
  pieces: PieceToPlace[];
  edge: string | null;
  zone: Point[];
  troops: TroopsToPlace[];
  owners: string[];
  works: Base[];
  towns: string[];
  commands: CommandToOrder[];
  relations: Record<string, string>;
  edges: string[];
  unseen: Base[];
  together: boolean;
  fields: Record<string, string>;
  bases: Base[];
  marches: MarchToNote[];
  ambushes: AmbushToNote[];
  joins: GeneralToPlace[];
  one_piece: boolean;
  grid: MarkerGrid | null;
}

/**
 * Topographies by name, numbers of features, deployment zones by scale.
 *
 * `reserve` is how many elements may be held back for a landing, `exchanges` how many pairs may exchange places, and
 * `modifies` whether the invader may change the board. `steps` are those before the battle in their order. `camp` is
 * the kind of ground that camps are. `limit` is after how many bounds of each side a battle ends, unless another
 * number is agreed. `edge_numbers` are the numbers that an invader gives to the edges: one for each edge, or only for
 * the longest ones. `commands` is how many commands an army is drawn up in, if that is fixed, and `big` has the same
 * values for big battles, if there are any.
 */
export interface SettingUpInfo {
  topographies: Record<string, GroundInfo>;
  numbers: NumbersInfo;
  areas: string[];
  zones: Record<string, ZoneInfo>;
  reserve: number;
  exchanges: number;
  modifies: boolean;
  steps: SetUpStep[];
  camp: string | null;
  limit: number | null;
  edge_numbers: number[][];
  commands: number | null;
  big: SettingUpInfo | null;
}

/** All the modifiers of one side of a combat. */
export interface Sheet {
  of: string;
  lines: Line[];
}

/**
 * A battle as a seat sees it. `number` is the number of its last event; the next decision must repeat it.
 *
 * `view` has the form of the edition, and is null if this version cannot read the states of the battle. `frozen` says
 * why a battle can only be watched, `trouble` why a computer player has stopped. `hints` says whether this seat may
 * ask for one. `can_ask_back` says whether it may ask the other side to take back its last decision, and `back_asked`
 * is such a request that waits for an answer. `moves` says how moves are written in this edition,
 * and `orders` are the decisions that need nothing but the bases they are for.
 */
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
  result: Result | null;
  thinking: boolean;
  frozen: string | null;
  trouble: string | null;
  hints: boolean;
  can_ask_back: boolean;
  back_asked: BackAsked | null;
  moves: MoveForm;
  orders: string[];
}

/** How large an army may be, in "points" or "elements", and the least and greatest number of commands. */
export interface Sizes {
  unit: string;
  least: number;
  most: number;
  usual: number;
  commands: [number, number];
}

/** Some elements of a list: `count` of them, each any one of `any_of`, or all the same one. */
export interface Slot {
  count: number;
  any_of: string[];
  general: boolean;
  all_same: boolean;
}

/** One source document. Its clauses share a prefix. A base source holds the rules the documents presume. */
export interface Source {
  edition: string;
  prefix: string;
  title: string;
  tier: string;
  base: boolean;
}

/** Whether a clause is enforced, what is missing, and how many questions prove it on either side. */
export interface StandingInfo {
  id: string;
  enforced: boolean;
  open: boolean;
  missing: string[];
  bites: number;
  spares: number;
}

/**
 * One step of a group move.
 *
 * `advance` mm straight ahead, a `wheel` in degrees about the left or right front corner of the group (`pivot`), or a
 * `shift` in mm to its own right.
 */
export interface Step {
  advance?: number;
  wheel?: number;
  pivot?: string | null;
  shift?: number;
}

/** Asks for some legal decisions, `most` at most; with `kind` only for those of one kind. */
export interface Suggest {
  type: 'suggest';
  id: number;
  most?: number;
  kind?: string | null;
}

/** Some legal decisions. */
export interface Suggested {
  type: 'suggested';
  id: number;
  actions: Action[];
}

/** The count of one source document: `enforced` in rulings; of those that act in play (`acts`), `in_play`. */
export interface Tally {
  source: string;
  edition: string;
  prefix: string;
  clauses: number;
  automatable: number;
  enforced: number;
  open: number;
  acts: number;
  in_play: number;
}

/**
 * One feature. Its ground is `outline` or, for a strip, the band of `width` along `line`.
 *
 * `owner` is the side that controls a camp, town or works; `home` is the side it belonged to at first, if known.
 */
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

/** What troops are: an empty word where the edition says nothing about them. */
export interface TroopDescription {
  type: string;
  order: string;
  training: string;
  quality: string;
  protection: string;
  horse: string;
  melee: string;
  shoot: string;
  skill: string;
  traits: string[];
}

/** What a list code stands for: its type in a word and in full, foot or mounted, its depth in mm by scale. */
export interface TroopInfo {
  code: string;
  kind: string;
  name: string;
  arm: string;
  mounted: boolean;
  shoots: boolean;
  general: boolean;
  depths: Record<string, number>;
}

/**
 * What is needed to set up a position of an edition and ask about it.
 *
 * `general` says whether a general is a remark on a notation ("4Bd general"); otherwise he is an element of his own.
 * Troops are laid base by base, by `codes`, or as `units`.
 */
export interface TroopsInfo {
  edition: string;
  unit: string;
  general: boolean;
  scales: ScaleInfo[];
  codes: TroopInfo[];
  questions: QuestionInfo[];
  actions: QuestionInfo[];
  units: UnitsInfo | null;
}

/**
 * Bases that are placed together. Those in `optional` may be left out.
 *
 * If they stand as one body, it has so many `files` at first, and `zone` is where it may stand. It takes one of
 * `forms`, if there are any. `afoot` is the width and depth of its bases if it may begin dismounted.
 */
export interface TroopsToPlace {
  name: string;
  title: string;
  bases: string[];
  optional: string[];
  files: number;
  zone: Point[];
  forms: string[];
  afoot: Point | null;
}

/** Takes back one's own last decision, which rolled and revealed nothing. */
export interface Undo {
  type: 'undo';
  key: string;
  number: number;
}

/**
 * A unit or a camp. Its bases are those of the position that name it.
 *
 * `original` is the number of bases it began with. `facing` is its original front, where its bases have turned. `was`
 * is where it stood before it moved this turn. `hidden_in` names the terrain in which it lies in ambush, `did` what it
 * has done this turn, in order.
 */
export interface Unit {
  id: string;
  side: Side;
  kind: string;
  troops: TroopDescription;
  original: number;
  name: string;
  parts: Part[];
  facing: Point | null;
  form: string;
  mounted: boolean;
  formation: string;
  block: string;
  contingent: string;
  defends: string;
  hidden_in: string;
  did: string[];
  evaded_from: string;
  was: Pose | null;
  slowed: number;
  wounds: number;
  broken: boolean;
  broken_by: string;
}

/** A unit of an army list: its name, and what a case file says of it, by key. */
export interface UnitLine {
  name: string;
  told: Record<string, any>;
}

/** Where a base belongs: the id of its unit, and which part of a mixed unit it is. */
export interface UnitPlace {
  unit: string;
  part: number;
}

/**
 * How armies of units are written: the words allowed under each key of a unit, camp, general, charge and case.
 *
 * `bases` has the sizes of single bases, and `lists` the units of the army lists.
 */
export interface UnitsInfo {
  unit: Record<string, string[]>;
  camp: Record<string, string[]>;
  general: Record<string, string[]>;
  charge: Record<string, string[]>;
  case: Record<string, string[]>;
  bases: BaseInfo[];
  lists: ListedUnits[];
}

/** The text of a case file. */
export interface Written {
  text: string;
}

/** How far from their base edge troops deploy, and how far they stay from the side edges (mm). */
export interface ZoneInfo {
  depth: number;
  margin: number;
}

export type FromPage = Act | Undo | AskBack | AnswerBack | Check | Ask | Suggest | Hint | Reckon | Reach;

export type FromServer = Says | Done | Ruled | Suggested | Hinted | Reckoned | Reached | Fault;

export type DbaAction = DbaRollForInvader | DbaPlaceTerrain | DbaModifyTerrain | DbaNumberEdges | DbaAllotDice | DbaPlaceCamp | DbaDeploy | DbaExchange | DbaRollPips | DbaHold | DbaMoveElements | DbaLand | DbaEndMoves | DbaPickShooter | DbaShoot | DbaAddToScore | DbaFight | DbaRevolt | DbaTurnFleer | DbaGoNext | DbaAttachGeneral | Resign;

export type DbmAction = DbmRollForInvader | DbmChooseTerrain | DbmPlaceTerrain | DbmChooseSeason | DbmRollWeather | DbmLayWorks | DbmWriteOrders | DbmDeploy | DbmPlaceBaggage | DbmRollPips | DbmAllotPips | DbmMoveElements | DbmArrive | DbmMoveTogether | DbmDismount | DbmMount | DbmBoard | DbmLand | DbmHalt | DbmEndMoves | DbmAdvance | DbmSpringAmbush | DbmTurnToFace | DbmPickShooter | DbmShoot | DbmDeclineShot | DbmFight | DbmManWorks | DbmStorm | DbmPress | DbmEndBound | DbmChoose | Resign;

export type MegAction = MegPrepare | MegDiscard | MegGive | MegPass | MegDelay | MegMoveGeneral | MegDeclareCharge | MegStopCharge | MegLetCharge | MegMeet | MegRespond | MegMoveCharge | MegAlign | MegFight | MegLead | MegLendDie | MegRout | MegPursue | MegHoldBack | MegShoot | MegTakeCover | MegAppoint | MegMove | MegRearrange | MegGiveWay | MegBreakOff | MegRecover | MegSack | MegGiveUp | MegBegin | MegEngage | MegRemoveBase | MegFreeMove | MegPairUp | MegHoldFiles | MegOfferDraw | MegAnswerDraw | MegRollForInvader | MegTakePart | MegPlayCard | MegChooseTerritory | MegSetMarker | MegSecureFlank | MegChooseItem | MegTakeItem | MegPlaceTerrain | MegAdjustTerrain | MegPlaceCamp | MegWriteNotes | MegDeploy | MegPlaceGenerals | MegTurnUp | MegJoinFile | MegArrive | MegComeOn | MegReveal | Resign;

export type View = DbaView | DbmView | MegView;

export type Action = DbaAction | DbmAction | MegAction;
