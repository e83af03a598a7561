/** The zones of all enemies at once, for those who like to see them. */

import type { Mark, Ruling } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';

/** As many are asked about at the same time: armies may be large. */
const AT_ONCE = 12;

export class EnemyZones {
  marks = $state.raw<Mark[]>([]);

  constructor(readonly battle: Battle) {}

  /** Look at the table as it is after an event. */
  look(number: number, wanted: boolean): void {
    if (!wanted || number < 0 || this.battle.position.units) this.marks = [];
    else void this.#gather(number);
  }

  async #gather(number: number): Promise<void> {
    const { battle } = this;
    const side = battle.side;
    const enemies = battle.position.bases.filter((base) => base.side !== side && base.inside === null);
    const found: (Ruling | null)[] = [];
    for (let at = 0; at < enemies.length; at += AT_ONCE) {
      found.push(...(await Promise.all(enemies.slice(at, at + AT_ONCE).map((base) => battle.pointing.of(base.id)))));
      if (battle.live.shown?.number !== number) return;
    }
    this.marks = found.flatMap((ruling) => ruling?.drawing.filter((mark) => mark.role === 'zone') ?? []).map((mark) => ({ ...mark, label: '' }));
  }
}
