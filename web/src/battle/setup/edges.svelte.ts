/** The invader's numbers for the edges: one has 4, 5 and 6, the others 1, 2 and 3. */

import type { Action } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { EDGES, type Edge } from './board';
import { Checker } from './checking.svelte';
import type { Plan } from './taking';

export type Numbers = Record<Edge, number[]>;

/** The numbers when an edge gets another one: whoever had it gets the old one. */
export function renumbered(numbers: Numbers, edge: Edge, wanted: number[]): Numbers {
  const other = EDGES.find((one) => numbers[one].join() === wanted.join());
  return { ...numbers, ...(other ? { [other]: numbers[edge] } : {}), [edge]: wanted };
}

export class EdgesPlan implements Plan {
  numbers = $state.raw<Numbers>({ north: [4, 5, 6], east: [1], south: [2], west: [3] });
  readonly checker: Checker;

  constructor(readonly battle: Battle) {
    this.checker = new Checker(battle.live);
  }

  get action(): Action {
    return { do: 'number_edges', ...this.numbers };
  }

  show(): void {
    this.checker.ask(this.action);
  }

  set(edge: Edge, wanted: number[]): void {
    this.numbers = renumbered(this.numbers, edge, wanted);
    this.show();
  }

  take(numbers: Numbers): void {
    this.numbers = numbers;
    this.show();
  }

  /** Move on to the next number with every press. */
  next(edge: Edge): void {
    const order = [[4, 5, 6], [1], [2], [3]];
    const now = order.findIndex((one) => one.join() === this.numbers[edge].join());
    this.set(edge, order[(now + 1) % 4] as number[]);
    this.battle.say(`${edge}: ${this.numbers[edge].join(', ')}`);
  }

  press(_base: string | null, _at: unknown, event: PointerEvent): boolean {
    return (event.target as Element).closest('[data-edge]') !== null;
  }

  release(_base: string | null, _at: unknown, event: PointerEvent): void {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-edge]')?.getAttribute('data-edge');
    if (found) this.next(found as Edge);
  }

  key(event: KeyboardEvent): boolean {
    const found = (event.target as Element | null)?.closest?.('[data-edge]')?.getAttribute('data-edge');
    if (!found || (event.key !== 'Enter' && event.key !== ' ')) return false;
    this.next(found as Edge);
    return true;
  }
}
