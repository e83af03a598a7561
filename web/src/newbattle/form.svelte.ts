/** The battle one is about to begin: what was chosen, what the umpire says to it, and the request it becomes. */

import { api, Refusal } from '../lib/api';
import type { ArmyInfo, EditionInfo, Ruling, Seated, Side } from '../lib/wire.gen';
import { CHOOSING, USUAL_CHARACTER, USUAL_LEVEL } from './generals';
import { elementsOf, usual, type Picks, type Troops } from './roster';
import { switches, unusual, type Switch } from './readings';

export type Opponent = 'computer' | 'screen' | 'friend' | 'table';
export type Preparing = 'automatic' | 'deploy' | 'hand';

export interface Chosen {
  army: ArmyInfo;
  picks: Picks;
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

  /** Dice that people roll are rolled at every step, so nothing is set up without them. */
  get byHand(): boolean {
    return this.opponent === 'table';
  }

  /** Whether the general of a side could choose its elements himself. */
  couldChoose(side: Side): boolean {
    return side === 'blue' && this.opponent === 'computer' && CHOOSING.includes(this.level);
  }

  /** Whether he does. */
  chooses(side: Side): boolean {
    return this.leaves && this.couldChoose(side);
  }

  async load(): Promise<void> {
    try {
      this.editions = await api.editions();
    } catch (wrong) {
      this.fault = sentence(wrong);
      return;
    }
    await this.choose(this.edition);
  }

  /** Play by an edition: its scales, switches and armies. */
  async choose(edition: string): Promise<void> {
    this.edition = edition;
    this.fault = '';
    const told = this.told;
    this.scale = told?.scales.includes(this.scale) ? this.scale : (told?.scales[0] ?? '15mm');
    this.options = {};
    this.chosen = null;
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

  take(side: Side, army: ArmyInfo): void {
    this.field({ [side]: { army, picks: usual(army) } });
  }

  swap(): void {
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
    const answer = this.rulings[side]?.answer as { faults?: string[] } | undefined;
    return answer?.faults ?? [];
  }

  get request(): Record<string, unknown> {
    const red = { kind: 'person', name: this.names.red.trim() };
    const blue = this.opponent === 'computer' ? { kind: 'computer', level: this.level, character: this.character } : { kind: 'person', name: this.names.blue.trim() };
    const army = (side: Side) => ({ army: this.chosen?.[side].army.id, ...(this.chooses(side) ? {} : { elements: this.elements(side) }) });
    return {
      edition: this.edition,
      setup: {
        red: army('red'),
        blue: army('blue'),
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
