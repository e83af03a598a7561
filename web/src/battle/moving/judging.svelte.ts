/** The live ruling on a move being planned: the last move asked about wins. When it rests refused, a legal one near it is looked for. */

import type { Live } from '../../lib/live.svelte';
import type { Action, Fault, Pose, Ruling } from '../../lib/wire.gen';

/** At most one check in so many milliseconds, and a rest before the nearest legal place is looked for. */
const PACE = 28;
const REST = 110;

/** A legal move near a refused one, and where its bases would stand. */
export interface Offer {
  action: Action;
  poses: Record<string, Pose>;
}

/** Who is told how it goes with the last move asked about. */
export interface Heard {
  /** It is refused. True when something else is asked about instead. */
  refused(): boolean;
  /** A legal move near it is found. */
  found(): void;
}

interface Wanted {
  action: Action;
  others: () => Action[];
}

export class Judge {
  /** The ruling on `judged`, the last move that was answered. */
  ruling = $state.raw<Ruling | null>(null);
  judged = $state.raw<Action | null>(null);
  /** Why there is no ruling. */
  fault = $state.raw<Fault | null>(null);
  nearest = $state.raw<Offer | null>(null);
  /** The ruling is of an older move than the one asked about last. */
  waiting = $state(false);
  /** The nearest legal place is being looked for. */
  looking = $state(false);

  #wanted: Wanted | null = null;
  #running = false;
  #last = 0;
  #pace: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #settling: ((ruling: Ruling | null) => void)[] = [];

  constructor(
    readonly live: Live,
    private readonly heard: Heard,
  ) {}

  get legal(): boolean | null {
    return this.ruling ? Boolean(this.ruling.answer?.legal) : null;
  }

  /** Ask about a move. When it is refused and the server finds no legal one near it, the first legal one of `others` is offered. */
  ask(action: Action, others: () => Action[] = () => []): void {
    this.#wanted = { action, others };
    this.nearest = null;
    this.waiting = true;
    this.looking = false;
    clearTimeout(this.#rest);
    this.#next();
  }

  clear(): void {
    this.#wanted = null;
    this.waiting = this.looking = false;
    clearTimeout(this.#rest);
    this.ruling = this.judged = this.nearest = this.fault = null;
    this.#settle(null);
  }

  /** The ruling on the last move asked about, once it is there. */
  settled(): Promise<Ruling | null> {
    if (!this.#wanted) return Promise.resolve(null);
    if (this.#wanted.action === this.judged) return Promise.resolve(this.ruling);
    return new Promise((resolve) => this.#settling.push(resolve));
  }

  #settle(ruling: Ruling | null): void {
    for (const resolve of this.#settling.splice(0)) resolve(ruling);
  }

  #next(): void {
    clearTimeout(this.#pace);
    if (this.#running || !this.#wanted) return;
    const early = this.#last + PACE - performance.now();
    if (early > 0) this.#pace = setTimeout(() => this.#next(), early);
    else void this.#check();
  }

  async #check(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    this.#running = true;
    this.#last = performance.now();
    try {
      const ruling = await this.live.check(wanted.action);
      if (this.#wanted) {
        this.ruling = ruling;
        this.judged = wanted.action;
        this.fault = null;
      }
    } catch (wrong) {
      if (this.#wanted) {
        this.ruling = null;
        this.judged = wanted.action;
        this.fault = wrong as Fault;
      }
    } finally {
      this.#running = false;
    }
    if (this.#wanted === wanted) {
      this.waiting = false;
      this.looking = this.legal === false;
      if (this.looking && this.heard.refused()) return;
      this.#settle(this.ruling);
      if (this.looking) this.#rest = setTimeout(() => void this.#findNearest(wanted), REST);
    } else this.#next();
  }

  /** Let the server look for a legal move near a refused one, once the hand rests. */
  async #findNearest(wanted: Wanted): Promise<void> {
    if (this.#wanted !== wanted) return;
    const found = await this.live.nearest(wanted.action, wanted.others()).catch(() => null);
    if (this.#wanted !== wanted) return;
    this.nearest = found && { action: found.action as Action, poses: found.places };
    this.looking = false;
    if (this.nearest) this.heard.found();
  }
}
