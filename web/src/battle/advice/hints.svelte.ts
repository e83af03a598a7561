/** A hint in one's own bound: asked for, shown, and done or dismissed. */

import type { Fault, Hinted } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { sentence } from '../account/telling';
import { hintWords } from './wording';

/** The decisions there is something to choose in. */
const CHOICES = ['move', 'end_moves', 'pick_shooter', 'shoot', 'fight'];

export class Hints {
  found = $state.raw<Hinted | null>(null);
  asking = $state(false);
  fault = $state.raw<Fault | null>(null);

  constructor(readonly battle: Battle) {}

  /** Whether one may ask for a hint now. */
  get offered(): boolean {
    if (!this.battle.ready) return false;
    const { shown } = this.battle;
    return Boolean(shown.hints) && !shown.pending.setting_up && CHOICES.some((kind) => this.battle.may(kind));
  }

  /** What it says to do. */
  get words(): string {
    return this.found ? hintWords(this.found.action, this.battle.position) : '';
  }

  async ask(): Promise<void> {
    if (!this.offered || this.asking) return;
    const { number } = this.battle.shown;
    this.asking = true;
    this.fault = null;
    try {
      const found = await this.battle.live.hint();
      if (found.number !== this.battle.shown.number) return;
      this.found = found;
      this.battle.say(`Hint: ${sentence(this.words)} ${sentence(found.reason)}`);
    } catch (wrong) {
      if (number === this.battle.shown.number) this.fault = wrong as Fault;
    } finally {
      this.asking = false;
    }
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
  }
}
