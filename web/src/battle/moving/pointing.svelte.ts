/** What one points at: the base under the pointer or the focus, and what the umpire knows about it. */

import type { Mark, Ruling } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';

/** What the question "about" answers. */
export interface About {
  name: string;
  class: string;
  unit: string;
  move: { good: number; bad: number; road: number };
  mm: { good: number; bad: number };
  range: number;
  factors: { foot: number; mounted: number };
  going: string;
  group: string[];
  command?: { distance: number; held: boolean } | null;
}

const PATIENCE = 50;

export class Pointing {
  id = $state<string | null>(null);
  #ruling = $state.raw<{ id: string; ruling: Ruling } | null>(null);
  #kept = new Map<string, Ruling>();
  #number = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly battle: Battle) {}

  get about(): About | null {
    return this.#ruling && this.#ruling.id === this.id ? (this.#ruling.ruling.answer as About) : null;
  }

  get marks(): Mark[] {
    const found = this.#ruling && this.#ruling.id === this.id ? this.#ruling.ruling.drawing : [];
    return found.map((mark) => ({ ...mark, role: mark.role === 'reach' ? 'ahead' : mark.role, label: '' }));
  }

  /** Point at a base, or at none. */
  at(id: string | null): void {
    if (id === this.id) return;
    this.id = id;
    clearTimeout(this.#timer);
    if (id !== null && !this.battle.position.units) this.#timer = setTimeout(() => void this.#look(id), PATIENCE);
  }

  /** Look again at what one points at: the table has changed. */
  again(): void {
    if (this.id !== null && !this.battle.position.units) void this.#look(this.id);
  }

  async #look(id: string): Promise<void> {
    const ruling = await this.of(id);
    if (ruling && this.id === id) this.#ruling = { id, ruling };
  }

  /** What the umpire knows about a base where it stands now. */
  async of(id: string): Promise<Ruling | null> {
    const { number } = this.battle.shown;
    if (number !== this.#number) {
      this.#kept.clear();
      this.#number = number;
    }
    const known = this.#kept.get(id);
    if (known) return known;
    try {
      const ruling = await this.battle.ask('about', { element: id });
      if (number === this.#number) this.#kept.set(id, ruling);
      return ruling;
    } catch {
      return null;
    }
  }
}
