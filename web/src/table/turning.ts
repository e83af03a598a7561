/** Views of the table turned by quarters: which way is up, and how words stay upright. */

import { getContext, setContext } from 'svelte';
import { centre } from '../lib/geometry';
import type { Base, Point, Side } from '../lib/wire.gen';

export type Quarter = 0 | 1 | 2 | 3;

const KEY = Symbol('turn of the view');

/** Any number of quarter turns as one of the four. */
export function quarters(turns: number): Quarter {
  return (((turns % 4) + 4) % 4) as Quarter;
}

/** Tells what is drawn inside a table how far the table is turned. */
export function tellTurn(turn: () => Quarter): void {
  setContext(KEY, turn);
}

/** How far the table that this is drawn on is turned; not at all outside a table. */
export function turnHere(): () => Quarter {
  return getContext<(() => Quarter) | undefined>(KEY) ?? (() => 0);
}

/** The turn that brings an edge to the bottom. */
const BOTTOM: Record<string, Quarter> = { south: 0, east: 1, north: 2, west: 3 };

/**
 * The turn that puts a side at the bottom: by the edge it came from, else by where it stands against the other side.
 * Null when neither is known yet.
 */
export function turnFor(side: Side, edges: Record<string, string>, bases: readonly Base[]): Quarter | null {
  const edge = BOTTOM[edges[side] ?? ''];
  if (edge !== undefined) return edge;
  const mine = middle(bases.filter((base) => base.side === side && base.inside === null));
  const theirs = middle(bases.filter((base) => base.side !== side && base.inside === null));
  if (!mine || !theirs) return null;
  const [x, y] = [mine[0] - theirs[0], mine[1] - theirs[1]];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 1 : 3;
  return y > 0 ? 2 : 0;
}

function middle(bases: readonly Base[]): Point | null {
  if (!bases.length) return null;
  const sum = bases.map(centre).reduce<Point>((total, p) => [total[0] + p[0], total[1] + p[1]], [0, 0]);
  return [sum[0] / bases.length, sum[1] / bases.length];
}
