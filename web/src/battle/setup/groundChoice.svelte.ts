/** Features while they are chosen: kinds and sizes, and what the umpire says to them. */

import { part } from '../../lib/parts';
import type { Action, Fault, SetUpTask } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { Checker } from './checking.svelte';

export interface Wanted {
  kind: string;
  size: number;
}

/** So many choices are suggested one after another; the first alone comes at once. */
const SUGGESTED = 8;

export class GroundChoice {
  chosen = $state.raw<Wanted[]>([]);
  readonly checker: Checker;
  #offered = -1;

  constructor(readonly battle: Battle, readonly task: SetUpTask) {
    this.checker = new Checker(battle.live, true);
    this.chosen = task.offers.filter((offer) => offer.must).map((offer) => ({ kind: offer.kind, size: middle(offer.sizes) })).filter(firstOfKind);
  }

  get action(): Action {
    return { do: this.task.action, features: this.chosen } as Action;
  }

  show(): void {
    this.checker.ask(this.action);
  }

  set(chosen: Wanted[]): void {
    this.chosen = chosen;
    this.show();
  }

  add(kind: string, size: number): void {
    this.set([...this.chosen, { kind, size }]);
  }

  resize(index: number, size: number): void {
    this.set(this.chosen.map((one, i) => (i === index ? { ...one, size } : one)));
  }

  drop(index: number): void {
    this.set(this.chosen.filter((_, i) => i !== index));
  }

  take(action: Action): void {
    this.set((part(action, 'features') ?? []).map(({ kind, size }) => ({ kind, size })));
  }

  /** Take over the next choice that the server suggests. */
  async suggest(): Promise<string> {
    try {
      const found = await this.battle.live.suggest(this.#offered < 0 ? 1 : SUGGESTED);
      this.#offered = (this.#offered + 1) % (found.length || 1);
      const action = found[this.#offered];
      if (!action) return 'Nothing is suggested.';
      this.take(action);
      return '';
    } catch (wrong) {
      return (wrong as Fault).says;
    }
  }
}

const middle = (sizes: readonly number[]): number => sizes[Math.floor(sizes.length / 2)] ?? 0;
const firstOfKind = (one: Wanted, i: number, all: Wanted[]): boolean => all.findIndex((other) => other.kind === one.kind) === i;
