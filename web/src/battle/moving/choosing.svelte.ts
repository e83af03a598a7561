/** Who is chosen to move, where they stand, and how far they may go. */

import { add, times } from '../../lib/geometry';
import type { Base, Point, Terrain } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { wholeGroup } from './grouping';
import { toggled } from './selecting';

export abstract class Choosing {
  road = $state<string | null>(null);
  dismount = $state(false);
  /** Moves are marches, where the rules have them. */
  march = $state(false);
  protected reach: number | null = null;

  constructor(readonly battle: Battle) {}

  abstract drop(): void;

  /** Whether the selection may be moved now. */
  get able(): boolean {
    const { chosen } = this.battle;
    return this.battle.may('move') && this.battle.shown.moves.fields.length > 0 && chosen.length > 0 && chosen.every((base) => base.side === this.battle.shown.pending.side);
  }

  /** The road to be followed, if one is. */
  get track(): Terrain | null {
    return this.battle.position.terrain.find((piece) => piece.id === this.road) ?? null;
  }

  /** The selected bases as they stand, those in a camp or town in the middle of it. */
  get members(): Base[] {
    return this.battle.chosen.map((base) => this.#standing(base));
  }

  #standing(base: Base): Base {
    const piece = base.inside === null ? undefined : this.battle.position.terrain.find((one) => one.id === base.inside);
    if (!piece) return base;
    const sum = piece.outline.reduce<Point>((all, p) => add(all, p), [0, 0]);
    return { ...base, front: add(times(sum, 1 / piece.outline.length), times(base.facing, base.depth / 2)) };
  }

  choose(ids: Iterable<string>): void {
    this.drop();
    this.battle.selected = new Set(ids);
    this.reach = null;
    this.road = null;
    this.dismount = false;
    void this.#learnReach();
  }

  pick(id: string, more: boolean): void {
    const { selected } = this.battle;
    const base = this.battle.base(id);
    if (!base || base.side !== this.battle.side) return;
    this.choose(more ? toggled(selected, id) : selected.size === 1 && selected.has(id) ? [] : [id]);
  }

  chooseGroup(id: string): void {
    this.choose(wholeGroup(this.battle.position.bases, id).map((base) => base.id));
  }

  async #learnReach(): Promise<void> {
    const ids = [...this.battle.selected];
    const alike = new Map(this.battle.chosen.map((base) => [base.code, base.id]));
    const found = await Promise.all([...alike.values()].map((id) => this.battle.pointing.of(id)));
    if (ids.join() !== [...this.battle.selected].join()) return;
    const reaches = found.map((ruling) => Number(ruling?.answer?.mm?.good ?? Infinity));
    this.reach = Math.min(...reaches);
  }
}
