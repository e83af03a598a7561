/** Keys that the steps before a battle of unit groups share. */

import type { Action } from '../../../lib/wire.gen';
import type { Battle } from '../../battle.svelte';
import type { Checker } from '../checking.svelte';

/** A letter pressed by itself, or the name of another key; empty with Ctrl, Alt or the like. */
export function plainKey(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey) return '';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** R and Enter take a decision that is allowed, N the legal one near it. */
export function takes(event: KeyboardEvent, battle: Battle, checker: Checker, action: Action | null, take: (near: Action) => void): boolean {
  const key = plainKey(event);
  if (key === 'n' && checker.offer) {
    take(checker.offer);
    return true;
  }
  if ((key !== 'r' && key !== 'Enter') || event.repeat) return false;
  if (action && checker.legal && !battle.deciding) void battle.decide(action);
  return true;
}
