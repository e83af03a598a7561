/** The defender's exchanges: pairs of his own elements that take each other's place. */

import { direction } from '../../lib/geometry';
import type { Action, Base, Point } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { Checker } from './checking.svelte';
import type { Plan } from './taking';

type Pair = [string, string];

export class ExchangePlan implements Plan {
  pairs = $state.raw<Pair[]>([]);
  first = $state<string | null>(null);
  readonly checker: Checker;

  constructor(readonly battle: Battle, readonly most: number) {
    this.checker = new Checker(battle.live);
  }

  get own(): Base[] {
    const { view } = this.battle.shown;
    return view.position.bases.filter((base) => base.side === view.turn);
  }

  get action(): Action {
    return { do: 'exchange', pairs: this.pairs };
  }

  named(id: string): string {
    return `${this.own.find((base) => base.id === id)?.code ?? ''} ${id}`;
  }

  show(): void {
    this.battle.selected = new Set(this.first ? [this.first] : []);
    this.battle.marked = new Set(this.pairs.flat());
    this.checker.ask(this.action);
  }

  /** The table as it would be after the exchanges. */
  stage(): void {
    const answer = this.checker.ruling?.answer as { fronts?: Record<string, Point>; facings?: Record<string, number>; inside?: Record<string, string> } | undefined;
    const { position } = this.battle.shown.view;
    if (!this.pairs.length || !answer?.fronts) {
      this.battle.staged = null;
      return;
    }
    const bases = position.bases.map((base) => {
      const front = answer.fronts?.[base.id];
      const inside = answer.inside?.[base.id];
      if (inside) return { ...base, inside };
      return front ? { ...base, front, facing: direction(answer.facings?.[base.id] ?? 0), inside: null } : base;
    });
    this.battle.staged = { ...position, bases };
  }

  pick(id: string): void {
    if (!this.own.some((base) => base.id === id)) return;
    if (this.first === null) {
      this.first = id;
      this.battle.say(`${this.named(id)}: with whom?`);
    } else if (this.first === id) {
      this.first = null;
    } else {
      this.pairs = [...this.pairs, [this.first, id]];
      this.battle.say(`${this.named(this.first)} and ${this.named(id)} change places.`);
      this.first = null;
    }
    this.show();
  }

  drop(index: number): void {
    this.pairs = this.pairs.filter((_, i) => i !== index);
    this.show();
  }

  click(id: string | null): void {
    if (id) this.pick(id);
  }

  key(event: KeyboardEvent): boolean {
    const on = (event.target as Element | null)?.closest?.('[data-base]')?.getAttribute('data-base');
    if (event.key === 'Escape' && this.first) {
      this.first = null;
      this.show();
      return true;
    }
    if (!on || (event.key !== 'Enter' && event.key !== ' ')) return false;
    this.pick(on);
    return true;
  }
}
