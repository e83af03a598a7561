/** The invader's numbers for the edges: the one that he likes best has most of them. */

import type { Action } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { EDGES, lengthOf, type Edge } from './board';
import { Checker } from './checking.svelte';
import type { Plan } from './taking';

export type Numbers = Record<Edge, number[]>;

/** The numbers when an edge gets another one: whoever had it gets the old one. */
export function renumbered(numbers: Numbers, edge: Edge, wanted: number[]): Numbers {
  const other = EDGES.find((one) => one !== edge && numbers[one].join() === wanted.join());
  return { ...numbers, ...(other ? { [other]: numbers[edge] } : {}), [edge]: wanted };
}

export class EdgesPlan implements Plan {
  numbers: Numbers;
  /** The edges that get numbers: all, or only the longest where there are fewer numbers than edges. */
  readonly edges: readonly Edge[];
  readonly checker: Checker;

  constructor(readonly battle: Battle, readonly choices: readonly number[][]) {
    const { size } = battle.shown.view.position;
    const long = [...EDGES].sort((a, b) => lengthOf(b, size) - lengthOf(a, size)).slice(0, choices.length);
    this.edges = EDGES.filter((edge) => long.includes(edge));
    this.numbers = $state.raw(Object.fromEntries(EDGES.map((edge) => [edge, [...(choices[this.edges.indexOf(edge)] ?? [])]])) as Numbers);
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
    const now = this.choices.findIndex((one) => one.join() === this.numbers[edge].join());
    this.set(edge, this.choices[(now + 1) % this.choices.length] as number[]);
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
