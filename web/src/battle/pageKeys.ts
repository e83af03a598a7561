/** Keys that work wherever the focus is, except where one types or a sheet is open. */

import type { Battle } from './battle.svelte';
import type { Mover } from './moving/mover.svelte';
import { set, settings } from './settings.svelte';
import { pipsWords } from './words';

const TYPED = new Set(['INPUT', 'TEXTAREA', 'SELECT']);
const PRESSED = new Set(['BUTTON', 'A', 'SUMMARY']);

export function pageKey(battle: Battle, mover: Mover, event: KeyboardEvent, open: (sheet: 'help') => void): void {
  if (!battle.ready || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const target = event.target as HTMLElement;
  if (TYPED.has(target.tagName) && event.key !== 'Escape') return;
  if ((event.key === 'Enter' || event.key === ' ') && PRESSED.has(target.tagName)) return;
  if (decided(battle, mover, event) || asked(event, open) || (battle.hand ?? mover).key?.(event)) event.preventDefault();
}

/** The decisions that have a key of their own. */
function decided(battle: Battle, mover: Mover, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z' && (event.ctrlKey || event.metaKey)) return takeBack(battle);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === 'u') return takeBack(battle);
  if (battle.deciding) return false;
  if (key === 'r' && battle.may('roll_pips')) void battle.decide({ do: 'roll_pips' });
  else if (key === 'd' && battle.may('end_moves')) endMoves(battle, mover);
  else return false;
  return true;
}

/** PIPs that are left are lost, and often it cannot be taken back: the key asks once more. */
function endMoves(battle: Battle, mover: Mover): void {
  const { pips } = battle.shown.view;
  const says = `${pipsWords(pips)} left: press D again to end the moves.`;
  if (pips > 0 && mover.note !== says) mover.note = says;
  else void battle.decide({ do: 'end_moves' });
}

function takeBack(battle: Battle): boolean {
  void battle.undo();
  return true;
}

function asked(event: KeyboardEvent, open: (sheet: 'help') => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === '?') open('help');
  else if (event.key.toLowerCase() === 'z') set('zones', !settings.zones);
  else return false;
  return true;
}
