/** Where the selected bases may really get to with one move: asked of the umpire, and kept until the table changes. */

import type { Mark, Point } from '../lib/wire.gen';
import type { Battle } from './battle.svelte';

/** So long one waits before one asks, in milliseconds: selections change quickly. */
const PATIENCE = 80;

export class Reach {
  #areas = $state.raw<Point[][]>([]);
  #kept = new Map<string, Point[][]>();
  #number = -1;
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly battle: Battle) {}

  get marks(): Mark[] {
    return this.#areas.map((points) => ({ shape: 'area', points, role: 'reach', label: '' }));
  }

  /** Look at the reach of some bases after an event; of none when the list is empty. */
  look(number: number, ids: string[]): void {
    if (number !== this.#number) this.#kept.clear();
    this.#number = number;
    this.#wanted = ids.join(' ');
    clearTimeout(this.#timer);
    const known = this.#kept.get(this.#wanted);
    this.#areas = known ?? [];
    if (ids.length && !known) this.#timer = setTimeout(() => void this.#ask(number, ids), PATIENCE);
  }

  async #ask(number: number, ids: string[]): Promise<void> {
    const wanted = ids.join(' ');
    try {
      const found = await this.battle.live.reach(ids);
      if (found.number !== number || number !== this.#number) return;
      this.#kept.set(wanted, found.areas);
      if (wanted === this.#wanted) this.#areas = found.areas;
    } catch {
      // It was given up because something else is asked about, or the battle went on: nothing is drawn.
    }
  }
}
