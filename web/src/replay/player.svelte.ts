/** A battle looked at again: moment by moment, forwards and back, or played at a speed. */

import { api, Refusal } from '../lib/api';
import type { Account, Shown } from '../lib/wire.gen';
import { standing, type Told } from '../battle/account/telling';
import { ahead, opening, pauseAfter } from './pace';

export class Replayer {
  /** How the battle stands in the end, or now. */
  latest = $state.raw<Shown | null>(null);
  account = $state.raw<Account[]>([]);
  line = $state.raw<Told[]>([]);
  index = $state(0);
  /** The moment looked at. */
  now = $state.raw<Shown | null>(null);
  playing = $state(false);
  speed = $state(1);
  fault = $state('');

  #moments = new Map<number, Promise<Shown>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly seat: string) {}

  get item(): Told | null {
    return this.line[this.index] ?? null;
  }

  get last(): number {
    return Math.max(this.line.length - 1, 0);
  }

  async load(at?: number): Promise<void> {
    try {
      const { shown, account } = await api.shown(this.seat);
      this.latest = shown;
      this.account = account;
      this.line = standing(account);
      const found = at === undefined ? opening(this.line) : this.line.findIndex((item) => item.number >= at);
      await this.goTo(found < 0 ? this.last : found);
    } catch (wrong) {
      this.fault = wrong instanceof Refusal ? wrong.message : String(wrong);
    }
  }

  /** Look at a moment by its place in the line. */
  async goTo(index: number): Promise<void> {
    this.index = Math.min(Math.max(index, 0), this.last);
    const item = this.item;
    if (item === null) return;
    try {
      const moment = await this.#moment(item.number);
      if (this.item?.number !== item.number) return;
      this.now = moment;
      this.fault = '';
    } catch (wrong) {
      this.pause();
      this.fault = wrong instanceof Refusal ? wrong.message : String(wrong);
      return;
    }
    for (const next of ahead(this.index, this.last)) {
      const item = this.line[next];
      if (item) void this.#moment(item.number).catch(() => undefined);
    }
  }

  /** Look at the moment after an event. */
  look(number: number): void {
    const index = this.line.findIndex((item) => item.number === number);
    if (index >= 0) {
      this.pause();
      void this.goTo(index);
    }
  }

  step(by: number): void {
    this.pause();
    void this.goTo(this.index + by);
  }

  play(): void {
    if (this.line.length < 2) return;
    this.playing = true;
    void this.#run(this.index >= this.last ? 0 : this.index);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  async #run(index: number): Promise<void> {
    await this.goTo(index);
    if (!this.playing) return;
    if (this.index >= this.last) {
      this.playing = false;
      return;
    }
    this.#timer = setTimeout(() => void this.#run(this.index + 1), pauseAfter(this.item, this.speed));
  }

  #moment(number: number): Promise<Shown> {
    let found = this.#moments.get(number);
    if (!found) {
      found = api.moment(this.seat, number);
      this.#moments.set(number, found);
      found.catch(() => this.#moments.delete(number));
    }
    return found;
  }
}
