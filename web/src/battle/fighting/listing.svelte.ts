/** What there is to fight or shoot, asked anew after every event: whose moment it is of is known, and old answers are dropped. */

import type { Ruling } from '../../lib/wire.gen';
import type { Umpire } from './odds.svelte';

export class Listing<T> {
  found: T;
  /** The event after which this was the list. */
  asOf = $state(-1);
  #asked = -1;

  constructor(
    private readonly umpire: Umpire,
    private readonly question: string,
    none: T,
  ) {
    this.found = $state.raw(none);
  }

  /** Ask after event `number`; `otherwise` is the list when there is no answer. */
  async ask(number: number, read: (answer: Ruling['answer']) => T, otherwise: T): Promise<void> {
    this.#asked = number;
    const found = await this.umpire.ask(this.question, {}).then(
      (ruling) => read(ruling.answer),
      () => otherwise,
    );
    if (this.#asked !== number) return;
    this.found = found;
    this.asOf = number;
  }
}
