/** Taking the table in hand for a step of setting up, and giving it back. */

import type { Component } from 'svelte';
import type { Battle, Hand } from '../battle.svelte';

/** What a step does with the table. `show` draws what is being prepared. */
export interface Plan extends Hand {
  show?(): void;
}

interface Taken {
  plan: Plan;
  drawn: Component<{ battle: Battle }>;
}

/** Who has the table: the last has it in hand. A step may come before the one it follows has gone. */
const takers = new WeakMap<Battle, Taken[]>();

/** Take the table for a hand and what it works on, drawn over by a component; answers how to give it back. */
export function takeTable<P>(battle: Battle, hand: Plan, plan: P, Drawn: Component<{ battle: Battle; plan: P }>): () => void {
  // The table draws a component that knows of the battle only: this one hands it the plan as well.
  const drawn = (internals: unknown, props: { battle: Battle }): unknown =>
    (Drawn as unknown as (internals: unknown, props: unknown) => unknown)(internals, { battle: props.battle, plan });
  const taken: Taken = { plan: hand, drawn: drawn as unknown as Component<{ battle: Battle }> };
  takers.set(battle, [...(takers.get(battle) ?? []), taken]);
  handTo(battle, taken);
  return () => {
    const left = (takers.get(battle) ?? []).filter((one) => one !== taken);
    takers.set(battle, left);
    if (battle.hand === hand) handTo(battle, left.at(-1));
  };
}

function handTo(battle: Battle, taken: Taken | undefined): void {
  battle.hand = taken?.plan ?? null;
  battle.overlay = taken?.drawn ?? null;
  battle.staged = null;
  battle.marks = [];
  battle.marked = new Set();
  battle.selected = new Set();
  taken?.plan.show?.();
}
