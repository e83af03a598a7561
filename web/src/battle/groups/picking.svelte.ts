/** Choosing one of the legal decisions: by the unit groups they are about, in a list, or by keys. */

import type { Action, Fault, Ruling } from '../../lib/wire.gen';
import { groupNamed, groupOf } from '../../table/unitGroups';
import type { Battle } from '../battle.svelte';
import { actors, targets } from './subjects';

/** At most so many decisions of a kind are asked for. */
const ROOM = 60;
/** Decisions that end one's part in a sub-phase, or leave it for later. */
const ASIDE = ['pass', 'delay', 'offer-draw'];

export class Picking {
  found = $state.raw<Action[]>([]);
  waiting = $state(true);
  fault = $state('');
  /** The unit group of one's own that is looked at, and the enemy. */
  unit = $state<string | null>(null);
  target = $state<string | null>(null);
  #chosen = $state(0);

  constructor(readonly battle: Battle) {}

  /** Ask for the legal decisions of some kinds, those of each kind apart. */
  async look(kinds: readonly string[] | null): Promise<void> {
    const { number } = this.battle.shown;
    this.waiting = true;
    try {
      const found = kinds === null
        ? await this.battle.live.suggest(ROOM)
        : (await Promise.all(kinds.map((kind) => this.battle.live.suggestOf(kind as Action['do'], ROOM)))).flat();
      if (number !== this.battle.shown.number) return;
      this.found = found;
      this.waiting = false;
    } catch (wrong) {
      if (number !== this.battle.shown.number) return;
      this.fault = (wrong as Fault).says ?? String(wrong);
      this.waiting = false;
    }
  }

  /** The decisions proper, without passing and delays. */
  get proper(): Action[] {
    return this.found.filter((action) => !ASIDE.includes(action.do));
  }

  get passes(): boolean {
    return this.battle.may('pass');
  }

  get delays(): Action[] {
    return this.found.filter((action) => action.do === 'delay');
  }

  /** Those about the unit groups one looks at. */
  get listed(): Action[] {
    const { position } = this.battle;
    return this.proper.filter(
      (action) => (!this.unit || actors(action, position).includes(this.unit)) && (!this.target || targets(action, position).includes(this.target)),
    );
  }

  get action(): Action | null {
    const all = this.listed;
    return all[Math.min(this.#chosen, all.length - 1)] ?? null;
  }

  /** The unit groups that may act, each once. */
  get units(): string[] {
    return [...new Set(this.proper.flatMap((action) => actors(action, this.battle.position)))];
  }

  choose(action: Action): void {
    this.#chosen = Math.max(0, this.listed.indexOf(action));
  }

  next(back = false): void {
    const many = this.listed.length;
    if (many) this.#chosen = (Math.min(this.#chosen, many - 1) + (back ? -1 : 1) + many) % many;
  }

  /** Look at the next unit group that may act. */
  nextUnit(back = false): void {
    const all = this.units;
    if (!all.length) return;
    const at = this.unit ? all.indexOf(this.unit) : back ? 0 : -1;
    this.turnTo(all[(at + (back ? -1 : 1) + all.length) % all.length] ?? null);
  }

  turnTo(unit: string | null): void {
    this.unit = unit;
    this.target = null;
    this.#chosen = 0;
    this.battle.select(...(unit ? (groupNamed(this.battle.position, unit)?.bases.map((base) => base.id) ?? []) : []));
  }

  /** A click on the table: one of one's own is looked at, an enemy is the target. */
  point(id: string | null): void {
    const base = id === null ? undefined : this.battle.base(id);
    if (!base) {
      this.turnTo(null);
      return;
    }
    const unit = groupOf(base);
    if (base.side === this.battle.shown.pending.side) {
      const exact = this.proper.filter((action) => action.do === 'fight' && 'file' in action && action.file === id);
      this.turnTo(unit === this.unit && !exact.length ? null : unit);
      if (exact[0]) this.choose(exact[0]);
    } else {
      this.target = unit === this.target ? null : unit;
      this.#chosen = 0;
    }
  }
}

/** A ruling on what is chosen, the newest one only. */
export class Ruled {
  ruling = $state.raw<Ruling | null>(null);
  #of: Action | null = null;

  constructor(readonly battle: Battle) {}

  ask(action: Action | null): void {
    this.#of = action;
    this.ruling = null;
    if (action) void this.battle.live.check(action).then((ruling) => { if (this.#of === action) this.ruling = ruling; }, () => undefined);
  }
}
