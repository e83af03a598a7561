/** A hint in one's own bound: asked for, shown, and done or dismissed. */

import type { Fault, Hinted, PlannedMove } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { sentence } from '../account/telling';
import { hintWords } from './wording';

/** Whether there is something to choose in decisions of a kind: not where only dice are thrown. */
const isChoice = (kind: string): boolean => !kind.startsWith('roll_');

export class Hints {
  found = $state.raw<Hinted | null>(null);
  asking = $state(false);
  /** The number of the planned move that is pointed at or has the focus; 0 for none. */
  step = $state(0);
  fault = $state.raw<Fault | null>(null);

  constructor(readonly battle: Battle) {}

  /** Whether one may ask for a hint now. */
  get offered(): boolean {
    if (!this.battle.ready) return false;
    const { shown } = this.battle;
    return Boolean(shown.hints) && !shown.pending.setting_up && shown.pending.kinds.some((kind) => isChoice(kind) && this.battle.may(kind));
  }

  /** The plan of the bound, empty if it was not asked for. */
  get plan(): PlannedMove[] {
    return this.found?.plan ?? [];
  }

  /** Whether the plan of the bound may be asked for: while moves are to be made. */
  get canPlan(): boolean {
    return this.offered && this.battle.may('end_moves');
  }

  /** A move of the plan in words. */
  wordsOf(move: PlannedMove): string {
    return hintWords(move.action, this.battle.position);
  }

  /** What it says to do. */
  get words(): string {
    return this.found ? hintWords(this.found.action, this.battle.position) : '';
  }

  /** Ask for a hint, with the plan of the whole bound or without. */
  async ask(whole = false): Promise<void> {
    if (!this.offered || this.asking || (whole && !this.canPlan)) return;
    const { number } = this.battle.shown;
    this.asking = true;
    this.fault = null;
    try {
      const found = await this.battle.live.hint(whole);
      if (found.number !== this.battle.shown.number) return;
      this.found = found;
      this.step = 0;
      this.battle.say(whole ? `Plan of the bound: ${this.#told()}` : `Hint: ${sentence(this.words)} ${sentence(found.reason)}`);
    } catch (wrong) {
      if (number === this.battle.shown.number) this.fault = wrong as Fault;
    } finally {
      this.asking = false;
    }
  }

  #told(): string {
    return this.plan.map((move, i) => `${i + 1}, ${sentence(this.wordsOf(move))}`).join(' ');
  }

  /** Do what it says. */
  async take(): Promise<void> {
    const { found } = this;
    if (!found || this.battle.deciding) return;
    this.dismiss();
    await this.battle.decide(found.action);
  }

  dismiss(): void {
    this.found = null;
    this.fault = null;
    this.step = 0;
  }
}
