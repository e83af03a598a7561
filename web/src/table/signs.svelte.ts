/** Which signs are drawn over a table now: ghosts, arrows and the like, so that its legend can explain them. */

import { getContext, setContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

const KEY = Symbol('signs over the table');

export class Signs {
  #count = new SvelteMap<string, number>();

  has(sign: string): boolean {
    return (this.#count.get(sign) ?? 0) > 0;
  }

  /** Something carries a sign, until the answer is called. */
  carry(sign: string): () => void {
    this.#add(sign, 1);
    return () => this.#add(sign, -1);
  }

  #add(sign: string, by: number): void {
    untrack(() => this.#count.set(sign, (this.#count.get(sign) ?? 0) + by));
  }
}

/** The signs of a table, told to all that is drawn over it. */
export function tellSigns(): Signs {
  return setContext(KEY, new Signs());
}

/** The signs of the table that this is drawn on; null outside a table. */
export function signsHere(): Signs | null {
  return getContext<Signs | undefined>(KEY) ?? null;
}
