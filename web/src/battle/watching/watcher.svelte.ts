/**
 * Watching what the other side did: each of its events is shown as it happens, at a human pace, and can be stepped
 * through again. While it watches, the page shows the moment watched instead of the present.
 */

import { api } from '../../lib/api';
import type { Live } from '../../lib/live.svelte';
import type { Account, Position, Shown } from '../../lib/wire.gen';
import { chapters, isMoment, standing, type Told } from '../account/telling';
import { settings } from '../settings.svelte';
import { changes, NOTHING, patience, type Changes } from './changes';

/** How many moments are kept. */
const MOST = 80;

export class Watcher {
  /** The events watched, in order; empty when the present is shown. */
  line = $state.raw<Told[]>([]);
  index = $state(-1);
  playing = $state(false);
  /** The moment shown; null for the present. */
  moment = $state.raw<Shown | null>(null);
  /** What the event just shown changed. */
  seen = $state.raw<Changes>(NOTHING);

  /** What is watched is news, not seen before. */
  fresh = $state(false);

  #moments = new Map<number, Shown>();
  #heard = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  constructor(readonly live: Live) {}

  get watching(): boolean {
    return this.line.length > 0;
  }

  get item(): Told | null {
    return this.line[this.index] ?? null;
  }

  get atEnd(): boolean {
    return this.index >= this.line.length - 1;
  }

  /** The battle as it is shown while one watches; the present at the newest event. */
  get shown(): Shown | null {
    const { moment, live } = this;
    if (!moment || !live.shown || moment.number >= live.shown.number) return null;
    return { ...moment, decides: false, can_undo: false, can_ask_back: false, hints: false };
  }

  /** What is told of the battle: while news are shown one after the other, nothing that comes later. */
  get told(): Account[] {
    return this.fresh ? this.account(this.live.account) : this.live.account;
  }

  /** The account up to the moment shown. */
  account(all: Account[]): Account[] {
    const { shown } = this;
    return shown ? all.filter((item) => item.number <= shown.number) : all;
  }

  /** The battle has gone on, or one has just sat down. */
  heard(): void {
    const { shown, account } = this.live;
    if (!shown) return;
    this.#keep(shown);
    const last = account.at(-1)?.number ?? -1;
    const first = this.#heard < 0;
    const news = first ? [] : standing(account).filter((item) => item.number > this.#heard);
    const back = !first && account.some((item) => item.number > this.#heard && item.takes_back > 0);
    this.#heard = last;
    if (back) this.skip();
    if (!news.length || back) return;
    const worth = settings.follow && !document.hidden && !shown.pending.setting_up && news.some((item) => this.#others(item));
    if (!worth) this.skip();
    else if (this.watching) this.#more(news);
    else this.#begin(news, true);
  }

  /** Watch the other side's last bound again. */
  again(): void {
    const found = this.#lastOfOthers();
    if (found.length) this.#begin(found, false);
  }

  /** Whether the other side has had a bound that can be watched again. */
  get canAgain(): boolean {
    const { shown } = this.live;
    if (!shown?.view || shown.pending.setting_up) return false;
    const begun = Object.entries(shown.view.bounds ?? {}).some(([side, count]) => count > 0 && this.#isOther(side));
    return begun && this.#lastOfOthers().length > 0;
  }

  /** Whether a side is the other one: of two played on one screen, the one that does not decide. */
  #isOther(side: string): boolean {
    const { role, pending } = this.live.shown as Shown;
    return role === 'spectator' || side !== (role === 'both' ? pending.side : role);
  }

  /** Look at the moment after one event of the battle, and stay there. */
  look(number: number): void {
    const line = standing(this.live.account);
    const index = line.findIndex((item) => item.number === number);
    if (index < 0) return;
    this.line = line;
    this.fresh = false;
    this.pause();
    void this.#show(index);
  }

  step(by: number): void {
    this.pause();
    void this.#show(Math.min(Math.max(this.index + by, 0), this.line.length - 1));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else {
      this.playing = true;
      void this.#run(this.atEnd ? 0 : this.index + 1);
    }
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** To the present. */
  skip(): void {
    this.pause();
    this.#wanted += 1;
    this.line = [];
    this.index = -1;
    this.moment = null;
    this.seen = NOTHING;
  }

  #others(item: Account): boolean {
    const role = this.live.shown?.role;
    return role === 'both' ? false : role === 'spectator' ? item.by !== null : item.by !== null && item.by !== role;
  }

  #lastOfOthers(): Told[] {
    const theirs = chapters(this.live.account).filter((part) => part.side !== null && this.#isOther(part.side));
    const line = (theirs.at(-1)?.items ?? []).filter(isMoment);
    if (line.length) return line;
    const all = standing(this.live.account);
    while (all.length && !this.#others(all.at(-1) as Told)) all.pop();
    const own = all.map((item) => this.#others(item)).lastIndexOf(false);
    return all.slice(own + 1);
  }

  #begin(line: Told[], fresh: boolean): void {
    this.line = line;
    this.fresh = fresh;
    this.playing = true;
    void this.#run(0);
  }

  #more(news: Told[]): void {
    const waits = this.playing && this.atEnd;
    this.line = [...this.line, ...news];
    if (waits && this.#timer === undefined) void this.#run(this.index + 1);
  }

  async #run(index: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => undefined, 0);
    if (!(await this.#show(index)) || !this.playing) return;
    const { item } = this;
    if (!item) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.playing) return;
      if (!this.atEnd) void this.#run(this.index + 1);
      else if (!this.#waitsForOthers()) this.skip();
    }, patience(item, this.seen, this.line.length - 1 - this.index));
  }

  /** Whether the other side goes on, so that more is coming. */
  #waitsForOthers(): boolean {
    const { shown } = this.live;
    if (!shown || shown.result || this.item?.number !== shown.number) return false;
    const { side } = shown.pending;
    return side !== null && shown.role !== 'both' && side !== shown.role;
  }

  /** Show the moment after an event of the line; false when something else is shown meanwhile. */
  async #show(index: number): Promise<boolean> {
    const item = this.line[index];
    if (!item) return false;
    const wanted = ++this.#wanted;
    const all = standing(this.live.account);
    const before = all[all.findIndex((one) => one.number === item.number) - 1];
    try {
      const [was, now] = await Promise.all([before ? this.#at(before.number) : null, this.#at(item.number)]);
      if (wanted !== this.#wanted) return false;
      this.index = index;
      this.moment = now;
      this.seen = changes(positionOf(was), positionOf(now) as Position, item);
      return true;
    } catch {
      if (wanted === this.#wanted) this.skip();
      return false;
    }
  }

  async #at(number: number): Promise<Shown> {
    const known = this.#moments.get(number);
    if (known) return known;
    const found = await api.moment(this.live.seat, number);
    this.#keep(found);
    return found;
  }

  #keep(shown: Shown): void {
    this.#moments.set(shown.number, shown);
    const [oldest] = this.#moments.keys();
    if (this.#moments.size > MOST && oldest !== undefined) this.#moments.delete(oldest);
  }
}

function positionOf(shown: Shown | null): Position | null {
  return shown?.view?.position ?? null;
}
