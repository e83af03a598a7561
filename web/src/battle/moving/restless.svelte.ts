/** Who will move on its own at the end of the moves: asked of the umpire after every event, while moves are made. */

import type { Base } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';

export class Restless {
  advance = $state.raw<string[]>([]);
  retreat = $state.raw<string[]>([]);
  #asked = -1;
  /** These rules know nothing of the kind. */
  #none = false;

  constructor(readonly battle: Battle) {}

  look(number: number, wanted: boolean): void {
    if (number === this.#asked || this.#none) return;
    this.#asked = number;
    if (wanted) void this.#ask(number);
    else this.advance = this.retreat = [];
  }

  async #ask(number: number): Promise<void> {
    try {
      const { answer } = await this.battle.ask('restless', {});
      if (number !== this.#asked) return;
      this.advance = answer.advance;
      this.retreat = answer.retreat;
    } catch {
      this.#none = true;
    }
  }

  /** Those that advance, in groups that stand together. */
  groups(together: (id: string) => Base[]): string[][] {
    const left = new Set(this.advance);
    const found: string[][] = [];
    for (const id of this.advance) {
      if (!left.has(id)) continue;
      const group = together(id).map((base) => base.id).filter((one) => left.has(one));
      const members = group.length ? group : [id];
      for (const one of members) left.delete(one);
      found.push(members);
    }
    return found;
  }
}
