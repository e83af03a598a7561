/** Keys that work wherever the focus is, except where one types or a sheet is open. */

import type { Hints } from './advice/hints.svelte';
import type { Battle } from './battle.svelte';
import { endMoves } from './moving/ending';
import { walked } from './moving/keys';
import type { Mover } from './moving/mover.svelte';
import { set, settings } from './settings.svelte';

/** What is decided by a roll alone. */
const ROLLS = ['roll_pips', 'roll_for_invader'] as const;
const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea, select';

export function pageKey(battle: Battle, mover: Mover, hints: Hints, event: KeyboardEvent, open: (sheet: 'help') => void): void {
  if (!battle.ready || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (owns(event.target as Element, event.key)) return;
  const taken = watched(battle, event) || hinted(hints, event) || decided(battle, mover, event) || asked(battle, event, open) || (battle.hand ?? mover).key?.(event);
  if (taken || walked(mover, event)) event.preventDefault();
}

/** Whether what has the focus has a use of its own for a key. */
function owns(target: Element, key: string): boolean {
  if (target.matches(TYPED)) return key !== 'Escape';
  if (key === 'Enter' || key === ' ') return target.matches('button, a, summary, input');
  return key.startsWith('Arrow') && target.matches('input, [role="log"]');
}

/** While one watches the other side: back, on, pause, skip. A watches its last bound again. */
function watched({ watcher }: Battle, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (!watcher.watching) {
    if (key.toLowerCase() !== 'a' || !watcher.canAgain) return false;
    watcher.again();
  } else if (key === 'Escape') watcher.skip();
  else if (key === '[') watcher.step(-1);
  else if (key === ']') watcher.step(1);
  else if (key === ' ' && !(event.target as Element).closest('[data-base]')) watcher.toggle();
  else return false;
  return true;
}

/** H asks for a hint, Shift+H for the plan of the whole bound; while there is one, Enter or N does it and Escape dismisses it. */
function hinted(hints: Hints, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const key = event.key.toLowerCase();
  if (hints.found && (key === 'enter' || key === 'n')) void hints.take();
  else if (hints.found && key === 'escape') hints.dismiss();
  else if (key === 'h' && hints.offered) void hints.ask(event.shiftKey);
  else return false;
  return true;
}

/** The decisions that have a key of their own; a key held down decides once. */
function decided(battle: Battle, mover: Mover, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z' && (event.ctrlKey || event.metaKey)) return takeBack(battle);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === 'u' && event.shiftKey) return askBack(battle);
  if (key === 'u') return takeBack(battle);
  if (battle.deciding || event.repeat) return false;
  const roll = ROLLS.find((kind) => battle.may(kind));
  if (key === 'r' && roll) void battle.decide({ do: roll });
  else if (key === 'd' && battle.may('end_moves')) void endMoves(mover, 'press D again');
  else return false;
  return true;
}

function takeBack(battle: Battle): boolean {
  void battle.undo();
  return true;
}

function askBack(battle: Battle): boolean {
  void battle.askBack();
  return true;
}

function asked(battle: Battle, event: KeyboardEvent, open: (sheet: 'help') => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === '?') open('help');
  else if (event.key.toLowerCase() === 'p') document.querySelector<HTMLElement>('[data-phase]')?.focus();
  else if (/^[1-6]$/.test(event.key)) return lookedAt(Number(event.key));
  else if (event.key.toLowerCase() === 'i') set('legend', !settings.legend);
  else if (event.key.toLowerCase() === 'l') set('names', !settings.names);
  else if (event.key.toLowerCase() === 'v') battle.camera.turnBy(event.shiftKey ? -1 : 1);
  else if (event.key.toLowerCase() === 'z') set('zones', !settings.zones);
  else return false;
  return true;
}

/** Look at the command of one's own with this number. */
function lookedAt(number: number): boolean {
  const found = document.querySelectorAll<HTMLElement>('[data-own-command]')[number - 1];
  found?.click();
  return found !== undefined;
}
