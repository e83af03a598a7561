/** The odds of the shots or combats to come, asked anew after every event, and the order one may choose to fight in. */

import type { Action, Fault, Reckoned, Report } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { placeOf } from './losses';

/** Whether the next combat of the recommended order is chosen after each: until one says otherwise. */
export const following = $state({ order: true });

/** Whether nothing is left to work out. */
function complete(report: Report): boolean {
  return report.exact && report.every_order;
}

export class Reckoning {
  /** The odds after event `number`. */
  report = $state.raw<Report | null>(null);
  number = $state(-1);
  advises = $state(false);
  waiting = $state(false);
  fault = $state.raw<Fault | null>(null);

  /** The event after which one last chose by hand: that choice is left alone. */
  byHand = $state(-1);

  constructor(readonly battle: Battle) {}

  /** Whether one goes by the order now, and has not chosen by hand. */
  get follows(): boolean {
    return following.order && this.byHand !== this.battle.shown.number;
  }

  /** Whether the next combat is to be that of the order. */
  get leads(): boolean {
    return this.follows && this.now !== null;
  }

  /** One has chosen by hand. */
  chosen(): void {
    this.byHand = this.battle.shown.number;
  }

  /** Go by the recommended order from now on, after a choice by hand too; or no longer. */
  follow(): void {
    following.order = !this.follows;
    this.byHand = -1;
  }

  /** The key O does the same, where there is an order. */
  key(event: KeyboardEvent): boolean {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (!plain || event.key.toLowerCase() !== 'o' || (this.now?.order.length ?? 0) < 2) return false;
    this.follow();
    return true;
  }

  /** The odds of the moment shown now; those of an older one are not shown. */
  get now(): Report | null {
    return this.number === this.battle.shown.number ? this.report : null;
  }

  /** Ask about the moment after an event: first for what can be said at once, then for all of it. */
  async look(number: number): Promise<void> {
    if (number === this.number) return;
    this.waiting = true;
    this.fault = null;
    try {
      const first = await this.battle.live.reckon(true);
      const done = !first.report || complete(first.report);
      this.take(first, done);
      if (!done) this.take(await this.battle.live.reckon(false), true);
    } catch (wrong) {
      if (number === this.battle.shown.number) this.fault = wrong as Fault;
    } finally {
      if (number === this.battle.shown.number) this.waiting = false;
    }
  }

  /** Show an answer, unless it is about another moment. An estimate recommends no order. */
  private take(found: Reckoned, done: boolean): void {
    if (found.number !== this.battle.shown.number) return;
    this.report = done || !found.report ? found.report : { ...found.report, order: [], first: [] };
    this.advises = found.advises;
    this.number = found.number;
  }

  place(is: (actions: Action[]) => boolean): number | null {
    return placeOf(this.now, is);
  }
}
