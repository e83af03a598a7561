/** Taking the table in hand, and keeping the keyboard where the decision is. */

import { tick } from 'svelte';
import type { Battle, Hand } from '../battle.svelte';

/** Take the table in hand for as long as an effect lasts. */
export function inHand(battle: Battle, hand: Hand): () => void {
  battle.hand = hand;
  return () => {
    if (battle.hand === hand) battle.hand = null;
  };
}

/** The keys of a panel that rolls: R rolls what is chosen, once for a press; C goes to the next, with Shift back. */
export function rollKeys(roll: () => void, next: (back: boolean) => void): (event: KeyboardEvent) => boolean {
  return (event) => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || (key !== 'r' && key !== 'c')) return false;
    if (key === 'c') next(event.shiftKey);
    else if (!event.repeat) roll();
    return true;
  };
}

/** Bring what is chosen in a form into sight. */
export async function inSight(form: HTMLElement): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('label:has(input:checked)')?.scrollIntoView({ block: 'nearest' });
}

/** When what had the focus is gone, give it to what is chosen in a form; never take it from anything else. */
export async function focusLost(form: HTMLElement): Promise<void> {
  await tick();
  const on = document.activeElement;
  if (on !== null && on !== document.body) return;
  form?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
}

/** The keys that take the decision of a panel with only one: R, D or Enter. */
export function keyThatDecides(decide: () => void): (event: KeyboardEvent) => boolean {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
    if (!['r', 'd', 'enter'].includes(event.key.toLowerCase())) return false;
    decide();
    return true;
  };
}
