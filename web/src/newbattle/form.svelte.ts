/** The battle one is about to begin: what was chosen, what the umpire says to it, and the request it becomes. */

import { api, Refusal } from '../lib/api';
import type { OwnArmy } from '../army/ownArmies';
import type { ArmyInfo, BuildingInfo, CheckedArmy, EditionInfo, Ruling, Seated, Side } from '../lib/wire.gen';
import { CHOOSING, USUAL_CHARACTER, USUAL_LEVEL } from './generals';
import { elementsOf, usual, type Picks, type Troops } from './roster';
import { switches, unusual, type Switch } from './readings';

export type Opponent = 'computer' | 'screen' | 'friend' | 'table';
export type Preparing = 'automatic' | 'deploy' | 'hand';

export interface Chosen {
  army: ArmyInfo;
  picks: Picks;
}

/** An army of the player's own, and what the umpire says to it. */
export interface Mine {
  own: OwnArmy;
  checked: CheckedArmy;
}

/** What the first suggestion decides when only the troops are to be deployed by hand. */
export const BEFORE_DEPLOYMENT = ['invader', 'terrain', 'modify', 'edges', 'camps'];

/** Two armies that did meet, to begin with. */
const MEETINGS: Record<string, [string, string]> = { dba22: ['II/33', 'II/32'], rrr: ['royalist', 'parliamentarian'] };
const PATIENCE = 180;

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
  mine = $state.raw<Partial<Record<Side, Mine>>>({});
  building = $state.raw<BuildingInfo[]>([]);
  rulings = $state.raw<Partial<Record<Side, Ruling>>>({});
  fault = $state('');
  busy = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  get told(): EditionInfo | undefined {
    return this.editions.find((one) => one.name === this.edition);
  }

  get switches(): Switch[] {
    return switches(this.told?.options ?? {});
  }

  /** Whether armies are bought for points. Then a list by name is its ready army. */
  get byPoints(): boolean {
    return this.building.find((one) => one.edition === this.edition)?.sizes.unit === 'points';
  }

  /** Dice that people roll are rolled at every step, so nothing is set up without them. */
  get byHand(): boolean {
    return this.opponent === 'table';
  }

  /** Whether the general of a side could choose its elements himself. */
  couldChoose(side: Side): boolean {
    return side === 'blue' && !this.mine.blue && !this.byPoints && this.opponent === 'computer' && CHOOSING.includes(this.level);
  }

  /** Whether he does. */
  chooses(side: Side): boolean {
    return this.leaves && this.couldChoose(side);
  }

  /** Fetch what there is to choose from; `own` is an army to begin with. */
  async load(own?: OwnArmy): Promise<void> {
    const building = api.building().then((found) => (this.building = found));
    try {
      this.editions = await api.editions();
    } catch (wrong) {
      building.catch(() => undefined);
      this.fault = sentence(wrong);
      return;
    }
    const first = own && this.editions.some((one) => one.name === own.edition) ? own : undefined;
    await this.choose(first?.edition ?? this.edition);
    await building.catch((wrong: unknown) => (this.fault = sentence(wrong)));
    if (first) await this.takeOwn('red', first);
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
    this.rulings = {};
    try {
      const [armies, known] = await Promise.all([api.armies(edition), api.troops(edition)]);
      if (edition !== this.edition) return;
      this.armies = armies;
      this.troops = Object.fromEntries(known.codes.map((one) => [one.code, one]));
      this.#meet(armies);
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  #meet(armies: ArmyInfo[]): void {
    const [one, two] = MEETINGS[this.edition] ?? ['', ''];
    const red = armies.find((army) => army.id === one) ?? armies[0];
    const blue = armies.find((army) => army.id === two) ?? armies[1] ?? red;
    if (red && blue) this.field({ red: { army: red, picks: usual(red) }, blue: { army: blue, picks: usual(blue) } });
  }

  /** Field these armies; the umpire is asked about them when the choosing rests. */
  field(chosen: Partial<Record<Side, Chosen>>): void {
    this.chosen = { ...this.chosen, ...chosen } as Record<Side, Chosen>;
    this.judge();
  }

  /** Field an army of the player's own. */
  async takeOwn(side: Side, own: OwnArmy): Promise<void> {
    try {
      const checked = await api.checkArmy(own.edition, own.chosen);
      const army = this.armies.find((one) => one.id === checked.setup.army);
      if (army) this.take(side, army);
      this.mine = { ...this.mine, [side]: { own, checked } };
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  take(side: Side, army: ArmyInfo): void {
    this.mine = { ...this.mine, [side]: undefined };
    this.field({ [side]: { army, picks: usual(army) } });
  }

  swap(): void {
    this.mine = { red: this.mine.blue, blue: this.mine.red };
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
    if (!chosen || this.byPoints) return;
    try {
      const seen = await api.ask(caseText(this, chosen));
      if (asked !== this.#asked) return;
      const [red, blue] = seen.asked.map((one) => one.ruling ?? undefined);
      this.rulings = { red, blue };
    } catch {
      this.rulings = {};
    }
  }

  /** What the umpire has against an army. */
  faults(side: Side): string[] {
    const mine = this.mine[side];
    if (mine) return mine.checked.faults.map((one) => one.says);
    const answer = this.rulings[side]?.answer as { faults?: string[] } | undefined;
    return answer?.faults ?? [];
  }

  get request(): Record<string, unknown> {
    const red = { kind: 'person', name: this.names.red.trim() };
    const blue = this.opponent === 'computer' ? { kind: 'computer', level: this.level, character: this.character } : { kind: 'person', name: this.names.blue.trim() };
    const army = (side: Side) =>
      this.mine[side]?.checked.setup ?? { army: this.chosen?.[side].army.id, ...(this.chooses(side) || this.byPoints ? {} : { elements: this.elements(side) }) };
    const sizes = this.building.find((one) => one.edition === this.edition)?.sizes;
    const agreed = Math.max(sizes?.usual ?? 0, ...(['red', 'blue'] as const).map((side) => this.mine[side]?.own.chosen.points ?? 0));
    return {
      edition: this.edition,
      setup: {
        red: army('red'),
        blue: army('blue'),
        ...(this.byPoints ? { points: agreed } : {}),
        scale: this.scale,
        options: unusual(this.switches, this.options),
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

  /** The phases done without asking, where only the deployment is by hand. */
  get hasty(): string[] {
    return this.preparing === 'deploy' && !this.byHand ? BEFORE_DEPLOYMENT : [];
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
