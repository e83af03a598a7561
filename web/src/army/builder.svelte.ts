/** An army while it is built: the list, what was taken from it for each command, and what the umpire says to it. */

import { api, Refusal } from '../lib/api';
import type { ArmyFault, ArmyInfo, ArmyOffers, BuildingInfo, CheckedArmy, ChosenArmy, ChosenCommand, Offer, OfferedLine } from '../lib/wire.gen';
import { keepArmy, newId, type OwnArmy } from './ownArmies';

const PATIENCE = 120;
const LETTERS = ['C', 'L', 'R', 'A', 'B', 'D', 'E', 'F'];

export class Builder {
  editions = $state.raw<BuildingInfo[]>([]);
  edition = $state('');
  lists = $state.raw<ArmyInfo[]>([]);
  offers = $state.raw<ArmyOffers | null>(null);
  chosen = $state.raw<ChosenArmy | null>(null);
  checked = $state.raw<CheckedArmy | null>(null);
  fault = $state('');
  /** The kept army that is being changed. */
  id = $state('');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #wanted = 0;

  get told(): BuildingInfo | undefined {
    return this.editions.find((one) => one.edition === this.edition);
  }

  get byPoints(): boolean {
    return this.offers?.sizes.unit === 'points';
  }

  /** Fetch the editions and begin with one of them, one of its lists, or an army of the player's own. */
  async load(edition: string, own?: OwnArmy, list?: string): Promise<void> {
    try {
      this.editions = await api.building();
      const known = this.editions.some((one) => one.edition === edition) ? edition : (this.editions.find((one) => one.sizes.unit === 'points') ?? this.editions[0])?.edition;
      if (own) await this.open(own);
      else if (known) await this.choose(known, known === edition ? list : undefined);
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  /** Build by the lists of an edition, beginning with the first. */
  async choose(edition: string, army?: string): Promise<void> {
    this.edition = edition;
    this.#wanted += 1;
    this.offers = this.chosen = this.checked = null;
    try {
      const lists = await api.armies(edition);
      if (edition !== this.edition) return;
      this.lists = lists;
      const first = army ?? lists[0]?.id;
      if (first) await this.take(first);
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  /** Begin with the ready army of a list. */
  async take(army: string): Promise<void> {
    this.fault = '';
    const wanted = ++this.#wanted;
    try {
      const offers = await api.offers(this.edition, army);
      // Another list was chosen meanwhile.
      if (wanted !== this.#wanted) return;
      this.offers = offers;
      this.id = '';
      this.#set(offers.ready[0] ?? this.#empty(offers));
    } catch (wrong) {
      this.fault = sentence(wrong);
    }
  }

  /** Go on with a kept army. */
  async open(own: OwnArmy): Promise<void> {
    await this.choose(own.edition, own.chosen.army);
    if (this.fault || this.edition !== own.edition || this.offers?.army !== own.chosen.army) return;
    this.id = own.id;
    this.#set(own.chosen);
  }

  ready(): void {
    if (this.offers) this.#set({ ...(this.offers.ready[0] ?? this.#empty(this.offers)), name: this.chosen?.name ?? '' });
  }

  clear(): void {
    if (this.offers) this.#set({ ...this.#empty(this.offers), name: this.chosen?.name ?? '' });
  }

  #empty(offers: ArmyOffers): ChosenArmy {
    const commands = Array.from({ length: Math.max(1, offers.sizes.commands[0]) }, (_, i) => ({
      name: this.byPoints ? (LETTERS[i] ?? '') : '', elements: {}, ally: null,
    }));
    return { army: offers.army, commands, name: '', points: this.chosen?.points ?? null, works: {}, baggage: null };
  }

  #set(chosen: ChosenArmy): void {
    const points = this.byPoints ? (chosen.points ?? this.offers?.sizes.usual ?? null) : null;
    this.chosen = { ...chosen, points };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PATIENCE);
  }

  /** Change something about the army. */
  change(some: Partial<ChosenArmy>): void {
    if (this.chosen) this.#set({ ...this.chosen, ...some });
  }

  changeCommand(index: number, some: Partial<ChosenCommand>): void {
    const commands = this.chosen?.commands.map((one, i) => (i === index ? { ...one, ...some } : one));
    if (commands) this.change({ commands });
  }

  count(index: number, offer: string): number {
    return this.chosen?.commands[index]?.elements[offer] ?? 0;
  }

  /** Have a number of an offer in a command. */
  put(index: number, offer: string, count: number): void {
    const { [offer]: _, ...others } = this.chosen?.commands[index]?.elements ?? {};
    const whole = Math.max(0, Math.min(999, Math.round(count) || 0));
    this.changeCommand(index, { elements: whole ? { ...others, [offer]: whole } : others });
  }

  /** The elements of a line in the army's own commands, or in one contingent. */
  taken(line: OfferedLine, commands: number[]): number {
    return line.offers.reduce((sum, offer) => sum + offer.bases * commands.reduce((all, i) => all + this.count(i, offer.id), 0), 0);
  }

  /** The offer that leads a command. */
  general(index: number, lines: OfferedLine[]): Offer | undefined {
    return generalsOf(lines).find((offer) => this.count(index, offer.id) > 0);
  }

  /** Let another general lead a command, or nobody. */
  lead(index: number, lines: OfferedLine[], id: string): void {
    const generals = generalsOf(lines).map((offer) => offer.id);
    const others = Object.entries(this.chosen?.commands[index]?.elements ?? {}).filter(([offer]) => !generals.includes(offer));
    this.changeCommand(index, { elements: Object.fromEntries(id ? [[id, 1], ...others] : others) });
  }

  /** The places of the army's own commands, and of its contingents. */
  get own(): number[] {
    return (this.chosen?.commands ?? []).flatMap((one, i) => (one.ally ? [] : [i]));
  }

  get contingents(): number[] {
    return (this.chosen?.commands ?? []).flatMap((one, i) => (one.ally ? [i] : []));
  }

  get mayAdd(): boolean {
    return (this.chosen?.commands.length ?? 0) < (this.offers?.sizes.commands[1] ?? 1);
  }

  /** One command more, with a letter that is free. */
  add(ally: string | null = null): void {
    const commands = this.chosen?.commands ?? [];
    const name = LETTERS.find((letter) => !commands.some((one) => one.name === letter)) ?? `X${commands.length}`;
    this.change({ commands: [...commands, { name, elements: {}, ally }] });
  }

  drop(index: number): void {
    this.change({ commands: this.chosen?.commands.filter((_, i) => i !== index) ?? [] });
  }

  faultsOf(line: string, command: string | null = null): ArmyFault[] {
    return (this.checked?.faults ?? []).filter((one) => one.line === line && one.command === command);
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked;
    const { chosen, edition } = this;
    if (!chosen) return;
    try {
      const checked = await api.checkArmy(edition, chosen);
      if (asked !== this.#asked) return;
      this.checked = checked;
      this.fault = '';
    } catch (wrong) {
      if (asked !== this.#asked) return;
      this.checked = null;
      this.fault = sentence(wrong);
    }
  }

  /** Keep the army in this browser; null if the browser keeps nothing. */
  keep(): OwnArmy | null {
    if (!this.chosen || !this.offers) return null;
    const name = this.chosen.name.trim() || this.offers.name;
    const own: OwnArmy = { id: this.id || newId(), edition: this.edition, list: this.offers.name, chosen: { ...this.chosen, name }, made: Date.now() };
    if (!keepArmy(own)) return null;
    this.id = own.id;
    return own;
  }
}

export function generalsOf(lines: OfferedLine[]): Offer[] {
  return lines.filter((line) => line.rank).flatMap((line) => line.offers);
}

function sentence(wrong: unknown): string {
  return wrong instanceof Refusal ? wrong.message : String(wrong);
}
