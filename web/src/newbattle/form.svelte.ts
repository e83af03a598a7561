/** The battle one is about to begin: what was chosen, what the umpire says to it, and the request it becomes. */

import { api, Refusal } from '../lib/api';
import type { OwnArmy } from '../army/ownArmies';
import type { ArmyFault, ArmyInfo, BuildingInfo, CheckedArmy, ChosenArmy, EditionInfo, Ruling, Seated, SettingUpInfo, Side, Sizes } from '../lib/wire.gen';
import { CHOOSING, USUAL_CHARACTER, USUAL_LEVEL } from './generals';
import { elementsOf, usual, type Picks, type Troops } from './roster';
import { switches, unusual, type Switch } from './readings';
import { READY, type Host } from './ready';

export type Opponent = 'computer' | 'screen' | 'friend' | 'table';
export type Preparing = 'automatic' | 'deploy' | 'hand';

export interface Chosen {
  army: ArmyInfo;
  picks: Picks;
}

const PATIENCE = 180;
/** The option that says whether the steps before the battle are taken one by one. */
const BEFORE = 'before_the_battle';
const SIDES = ['red', 'blue'] as const;

export class Form {
  editions = $state.raw<EditionInfo[]>([]);
  armies = $state.raw<ArmyInfo[]>([]);
  troops = $state.raw<Troops | null>(null);
  edition = $state('dba22');
  scale = $state('15mm');
  options = $state<Record<string, unknown>>({});
  opponent = $state<Opponent>('computer');
  level = $state(USUAL_LEVEL);
  character = $state(USUAL_CHARACTER);
  /** Whether the computer may choose the elements of its list, if it knows how. */
  leaves = $state(false);
  /** Hints between two people, if both want them. */
  hints = $state(false);
  preparing = $state<Preparing>('automatic');
  names = $state<Record<Side, string>>({ red: '', blue: '' });
  chosen = $state.raw<Record<Side, Chosen> | null>(null);
  /** Armies the player built, in place of the choice from a list. */
  mine = $state.raw<Partial<Record<Side, OwnArmy>>>({});
  /** What the umpire says to armies that were built or are bought for points. */
  checked = $state.raw<Partial<Record<Side, CheckedArmy>>>({});
  /** The points that both armies may cost, where they are bought for points. */
  points = $state(0);
  /** After how many bounds of each side the battle ends. */
  limit = $state<number | null>(null);
  #settingUp = $state.raw<SettingUpInfo | null>(null);
  building = $state.raw<BuildingInfo[]>([]);
  /** Whether it is a big battle, where the rules have them, and the lists of the allied commands. */
  big = $state(false);
  allies = $state.raw<Record<Side, string[]>>({ red: [], blue: [] });
  rulings = $state.raw<Partial<Record<Side, Ruling>>>({});
  fault = $state('');
  busy = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #ready = new Map<string, Promise<ChosenArmy | undefined>>();

  get told(): EditionInfo | undefined {
    return this.editions.find((one) => one.name === this.edition);
  }

  get switches(): Switch[] {
    return switches(this.told?.options ?? {}, this.told?.option_words ?? {});
  }

  /** What there is to know of the steps before this battle. */
  get settingUp(): SettingUpInfo | null {
    return this.isBig ? (this.#settingUp?.big ?? null) : this.#settingUp;
  }

  /** Whether these rules have big battles, and this is one. */
  get hasBig(): boolean {
    return Boolean(this.#settingUp?.big);
  }

  get isBig(): boolean {
    return this.big && this.hasBig;
  }

  /** How many commands of a side are of its own list, and how many allies it may have. */
  ownCommands(side: Side): number {
    return Math.max(1, (this.#settingUp?.big?.commands ?? 1) - this.allies[side].length);
  }

  /** Choose the list of an allied command; none with an empty name. */
  ally(side: Side, at: number, army: string): void {
    const found = [...this.allies[side]];
    if (army) found[at] = army;
    else found.splice(at, 1);
    this.allies = { ...this.allies, [side]: found.filter(Boolean) };
  }

  /** Whether armies are bought for points. Then a list by name is its ready army. */
  get byPoints(): boolean {
    return this.sizes?.unit === 'points';
  }

  /** Whether the players agree on the points. Where an army is one command, its list says for which size of game it is. */
  get agreesPoints(): boolean {
    return this.byPoints && (this.sizes?.commands[1] ?? 0) > 1;
  }

  /** The points of both armies, where their lists are for different sizes of game; null if they fit. */
  get apart(): [number, number] | null {
    const [red, blue] = [this.checked.red?.most, this.checked.blue?.most];
    return this.byPoints && !this.agreesPoints && red && blue && red !== blue ? [red, blue] : null;
  }

  /** The option by which the steps before the battle are taken one by one, where the rules have it. */
  get #stepByStep(): Record<string, unknown> {
    return BEFORE in (this.told?.options ?? {}) && (this.byHand || this.preparing !== 'automatic') ? { [BEFORE]: 'by_hand' } : {};
  }

  get sizes(): Sizes | undefined {
    return this.building.find((one) => one.edition === this.edition)?.sizes;
  }

  /** Dice that people roll are rolled at every step, so nothing is set up without them. */
  get byHand(): boolean {
    return this.opponent === 'table';
  }

  /** Whether the general of a side could choose its elements himself. */
  couldChoose(side: Side): boolean {
    return side === 'blue' && !this.mine.blue && !this.byPoints && !this.isBig && this.opponent === 'computer' && CHOOSING.includes(this.level);
  }

  /** Whether he does. */
  chooses(side: Side): boolean {
    return this.leaves && this.couldChoose(side);
  }

  /** Fetch what there is to choose from; `own` is an army to begin with, `edition` the rules. */
  async load(own?: OwnArmy, edition = ''): Promise<void> {
    try {
      [this.editions, this.building] = await Promise.all([api.editions(), api.building()]);
    } catch (wrong) {
      this.fault = sentence(wrong);
      return;
    }
    const first = own && this.editions.some((one) => one.name === own.edition) ? own : undefined;
    await this.choose(first?.edition ?? (this.editions.some((one) => one.name === edition) ? edition : this.edition));
    if (first) this.takeOwn('red', first);
  }

  /** Play by an edition: its scales, switches and armies. */
  async choose(edition: string): Promise<void> {
    this.edition = edition;
    this.fault = '';
    const told = this.told;
    this.scale = told?.scales.includes(this.scale) ? this.scale : (told?.scales[0] ?? '15mm');
    this.options = {};
    this.chosen = null;
    this.mine = {};
    this.checked = {};
    this.rulings = {};
    this.points = this.sizes?.usual ?? 0;
    this.big = false;
    this.allies = { red: [], blue: [] };
    try {
      const troops = api.troops(edition).then((known) => {
        if (edition === this.edition) this.troops = Object.fromEntries(known.codes.map((one) => [one.code, one]));
      });
      // The ready armies of lists need no troops to be shown.
      const [armies, settingUp] = await Promise.all([api.armies(edition), api.settingUp(edition), this.byPoints ? null : troops]);
      if (this.byPoints) troops.catch((wrong: unknown) => (this.fault = sentence(wrong)));
      if (edition !== this.edition) return;
      this.armies = armies;
      this.#settingUp = settingUp;
      this.limit = settingUp.limit;
      this.#meet(armies);
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  #meet(armies: ArmyInfo[]): void {
    const met = READY.find((one) => one.edition === this.edition);
    const list = (host: Host | string | undefined): string | undefined => (typeof host === 'object' ? host.army : host);
    const red = armies.find((army) => army.id === list(met?.red)) ?? armies[0];
    const blue = armies.find((army) => army.id === list(met?.blue)) ?? armies[1] ?? red;
    if (red && blue) this.field({ red: { army: red, picks: usual(red) }, blue: { army: blue, picks: usual(blue) } });
  }

  /** Field these armies; the umpire is asked about them when the choosing rests. */
  field(chosen: Partial<Record<Side, Chosen>>): void {
    this.chosen = { ...this.chosen, ...chosen } as Record<Side, Chosen>;
    this.judge();
  }

  /** Field an army of the player's own, for the points it was built for. */
  takeOwn(side: Side, own: OwnArmy): void {
    const army = this.armies.find((one) => one.id === own.chosen.army);
    if (army) this.take(side, army);
    this.mine = { ...this.mine, [side]: own };
    if (this.byPoints) this.points = own.chosen.points ?? this.points;
    this.judge();
  }

  /** Agree on other points. */
  agree(points: number): void {
    const sizes = this.sizes;
    this.points = Number.isFinite(points) && points > 0 ? points : (sizes?.usual ?? 0);
    this.judge();
  }

  take(side: Side, army: ArmyInfo): void {
    this.mine = { ...this.mine, [side]: undefined };
    this.allies = { ...this.allies, [side]: [] };
    this.field({ [side]: { army, picks: usual(army) } });
  }

  swap(): void {
    this.mine = { red: this.mine.blue, blue: this.mine.red };
    this.allies = { red: this.allies.blue, blue: this.allies.red };
    if (this.chosen) this.field({ red: this.chosen.blue, blue: this.chosen.red });
  }

  set(name: string, value: unknown): void {
    this.options = { ...this.options, [name]: value };
    this.judge();
  }

  elements(side: Side): string[] {
    const chosen = this.chosen?.[side];
    return chosen && this.troops ? elementsOf(chosen.army, chosen.picks, this.troops) : [];
  }

  judge(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PATIENCE);
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const { chosen } = this;
    if (!chosen) return;
    try {
      const checked = await this.#check(chosen);
      const listed = SIDES.some((side) => !checked[side]);
      const seen = listed ? await api.ask(caseText(this, chosen)) : null;
      if (asked !== this.#asked) return;
      const [red, blue] = seen?.asked.map((one) => one.ruling ?? undefined) ?? [];
      this.checked = checked;
      this.rulings = { red, blue };
    } catch (wrong) {
      if (asked !== this.#asked) return;
      this.checked = {};
      this.rulings = {};
      if (this.byPoints) this.fault = sentence(wrong);
    }
  }

  /** What the umpire says to built armies, and to the ready armies of lists where armies are bought for points. */
  async #check(chosen: Record<Side, Chosen>): Promise<Partial<Record<Side, CheckedArmy>>> {
    const found = await Promise.all(
      SIDES.map(async (side) => {
        const own = this.mine[side]?.chosen ?? (this.byPoints ? await this.#readyArmy(chosen[side].army.id) : undefined);
        return own ? api.checkArmy(this.edition, this.agreesPoints ? { ...own, points: this.points } : own) : undefined;
      }),
    );
    return { red: found[0], blue: found[1] };
  }

  /** The ready army of a list. */
  #readyArmy(army: string): Promise<ChosenArmy | undefined> {
    const key = `${this.edition} ${army}`;
    const known = this.#ready.get(key) ?? api.offers(this.edition, army).then((offers) => offers.ready[0]);
    this.#ready.set(key, known);
    return known;
  }

  /** What the umpire has against an army, with clauses and points. */
  faults(side: Side): ArmyFault[] {
    const checked = this.checked[side];
    if (checked) return checked.faults;
    const ruling = this.rulings[side];
    const answer = ruling?.answer as { faults?: string[] } | undefined;
    const clauses = (ruling?.because ?? []).map((reason) => reason.clause);
    return (answer?.faults ?? []).map((says, i, all) => ({ says, clauses: i === all.length - 1 ? clauses : [], command: null, line: null, points: null }));
  }

  /** Whether the umpire is still to say something to an army that is bought for points. */
  get waiting(): boolean {
    return this.byPoints && SIDES.some((side) => !this.checked[side]);
  }

  get request(): Record<string, unknown> {
    const red = { kind: 'person', name: this.names.red.trim() };
    const blue = this.opponent === 'computer' ? { kind: 'computer', level: this.level, character: this.character } : { kind: 'person', name: this.names.blue.trim() };
    const army = (side: Side) =>
      this.isBig ? this.#bigArmy(side) :
      this.checked[side]?.setup ?? { army: this.chosen?.[side].army.id, ...(this.chooses(side) || this.byPoints ? {} : { elements: this.elements(side) }) };
    return {
      edition: this.edition,
      setup: {
        red: army('red'),
        blue: army('blue'),
        ...(this.agreesPoints ? { points: this.points } : {}),
        ...(this.isBig ? { big: true } : {}),
        ...(this.limit && this.limit !== this.settingUp?.limit ? { limit: this.limit } : {}),
        scale: this.scale,
        options: { ...unusual(this.switches, this.options), ...this.#stepByStep },
        variety: Math.floor(Math.random() * 1_000_000),
      },
      red,
      blue,
      dice: this.opponent === 'table' ? 'typed' : 'rolled',
      same_screen: this.opponent === 'screen' || this.opponent === 'table',
      automatic: this.preparing === 'automatic' && !this.byHand,
      hints: this.opponent === 'friend' && this.hints,
    };
  }

  /** The army of a side in a big battle: the elements chosen from its list for each command of its own, and its allies. */
  #bigArmy(side: Side): Record<string, unknown> {
    const elements = (this.checked[side]?.setup.elements as string[] | undefined) ?? this.elements(side);
    return { army: this.chosen?.[side].army.id, allies: this.allies[side], commands: Array.from({ length: this.ownCommands(side) }, () => elements) };
  }

  /** The phases done without asking, where only the deployment is by hand. */
  get hasty(): string[] {
    const steps = this.settingUp?.steps.filter((step) => !step.troops) ?? [];
    return this.preparing === 'deploy' && !this.byHand ? steps.flatMap((step) => Object.keys(step.headings)) : [];
  }

  async begin(): Promise<Seated | null> {
    this.busy = true;
    this.fault = '';
    try {
      return await api.begin(this.request);
    } catch (wrong) {
      this.fault = sentence(wrong);
      return null;
    } finally {
      this.busy = false;
    }
  }
}

function sentence(wrong: unknown): string {
  return wrong instanceof Refusal ? wrong.message : String(wrong);
}

/** The two armies as questions to the umpire: strings of JSON are strings of TOML too. */
function caseText(form: Form, chosen: Record<Side, Chosen>): string {
  const options = Object.entries(unusual(form.switches, form.options)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const asks = (['red', 'blue'] as const).map((side) =>
    [
      '[[ask]]',
      'question = "may_field"',
      `army = ${JSON.stringify(chosen[side].army.id)}`,
      `elements = ${JSON.stringify(form.elements(side))}`,
      'answer = true',
    ].join('\n'),
  );
  return [
    'title = "Two armies"',
    `edition = ${JSON.stringify(form.edition)}`,
    `scale = ${JSON.stringify(form.scale)}`,
    ...(options.length ? ['[options]', ...options] : []),
    ...asks,
    '',
  ].join('\n');
}
