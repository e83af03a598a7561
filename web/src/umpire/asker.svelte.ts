/** One draft asked again whenever it changes; answers that come too late are dropped. */

import { api } from '../lib/api';
import type { CaseSeen } from '../lib/wire.gen';
import { writeCase } from './casefile';
import { said } from './desk.svelte';
import type { Draft } from './draft';

export class Asker {
  seen = $state.raw<CaseSeen | null>(null);
  fault = $state('');
  asking = $state(false);
  #turn = 0;

  async ask(draft: Draft): Promise<CaseSeen | null> {
    const turn = ++this.#turn;
    this.asking = true;
    try {
      const seen = await api.ask(writeCase(draft));
      if (turn !== this.#turn) return null;
      this.seen = seen;
      this.fault = '';
      return seen;
    } catch (wrong) {
      if (turn !== this.#turn) return null;
      this.seen = null;
      this.fault = said(wrong);
      return null;
    } finally {
      if (turn === this.#turn) this.asking = false;
    }
  }
}
