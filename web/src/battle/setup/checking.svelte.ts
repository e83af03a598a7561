/** The live ruling on a decision being prepared: the last one asked about wins. */

import type { Live } from '../../lib/live.svelte';
import type { Action, Fault, Reason, Ruling } from '../../lib/wire.gen';

/** At most one check in so many milliseconds. */
const PACE = 45;
/** A refused decision that rests so long is worth looking for one near it. */
const REST = 350;

/** One thing that is wrong, with the clauses behind it. */
export interface Objection {
  says: string;
  reasons: Reason[];
}

/** What a ruling has against a decision, each with its clauses. */
export function objections(ruling: Ruling | null): Objection[] {
  const faults = (ruling?.answer?.faults ?? []) as string[];
  return [...new Set(faults)].map((says) => ({ says, reasons: ruling?.because.filter((reason) => reason.says === says) ?? [] }));
}

export class Checker {
  ruling = $state.raw<Ruling | null>(null);
  /** The decision the ruling is about. */
  judged = $state.raw<Action | null>(null);
  fault = $state.raw<Fault | null>(null);
  wanted = $state.raw<Action | null>(null);
  /** A legal decision near the refused one, where the server finds one. */
  offer = $state.raw<Action | null>(null);

  #next: Action | null = null;
  #done: Action | null = null;
  #running = false;
  #last = 0;
  #pace: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** With `offers`, a legal decision near a refused one is looked for. */
  constructor(readonly live: Live, readonly offers = false) {}

  /** Whether what was asked about last is allowed; null while that is not known. */
  get legal(): boolean | null {
    return this.ruling && this.judged === this.wanted ? Boolean(this.ruling.answer?.legal) : null;
  }

  /** Whether the last ruling allowed it: a button that comes and goes with every step would lose the focus. */
  get ready(): boolean {
    return Boolean(this.ruling?.answer?.legal);
  }

  get objections(): Objection[] {
    return objections(this.ruling);
  }

  ask(action: Action): void {
    this.wanted = this.#next = action;
    this.offer = null;
    clearTimeout(this.#rest);
    this.#go();
  }

  clear(): void {
    clearTimeout(this.#pace);
    clearTimeout(this.#rest);
    this.#next = this.wanted = this.ruling = this.judged = this.fault = this.offer = null;
  }

  #go(): void {
    clearTimeout(this.#pace);
    const action = this.#next;
    if (this.#running || !action || action === this.#done) return;
    const early = this.#last + PACE - performance.now();
    if (early > 0) this.#pace = setTimeout(() => this.#go(), early);
    else void this.#check(action);
  }

  async #check(action: Action): Promise<void> {
    this.#running = true;
    this.#last = performance.now();
    try {
      this.#take(action, await this.live.check(action), null);
    } catch (wrong) {
      this.#take(action, null, wrong as Fault);
    } finally {
      this.#running = false;
    }
    this.#go();
  }

  #take(action: Action, ruling: Ruling | null, fault: Fault | null): void {
    this.#done = action;
    if (this.#next) [this.ruling, this.judged, this.fault] = [ruling, action, fault];
    if (this.offers && this.legal === false) this.#rest = setTimeout(() => void this.#look(action), REST);
  }

  /** Look for a legal decision near the one that was refused. */
  async #look(action: Action): Promise<void> {
    try {
      const found = await this.live.nearest(action, []);
      if (this.wanted === action) this.offer = (found?.action as Action | undefined) ?? null;
    } catch {
      // Without an offer the refusal says what is wrong.
    }
  }
}
