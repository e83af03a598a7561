/** The keys of the umpire's table. */

import { changeSides, double, finishDrawing, move, remove, turn, turnAbout } from './commands';
import type { Desk } from './desk.svelte';

export const KEYS: [string, string][] = [
  ['Tab, Enter', 'go from base to base, choose one (Shift: one more)'],
  ['Arrows', 'move 10 mm (Shift 1 mm, Alt 0.1 mm)'],
  ['[ and ]', 'turn by 15 degrees (Shift 1 degree)'],
  ['A', 'turn about'],
  ['S', 'change sides'],
  ['D', 'another of the same beside it'],
  ['Delete', 'take it off the table'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['+, -, 0', 'closer, further, the whole table'],
  ['I', 'what the marks mean'],
  ['V', 'turn the view by a quarter (Shift: back)'],
  ['Escape', 'let go'],
];

/** A key pressed on the table; true if it meant something. */
export function keyOn(desk: Desk, event: KeyboardEvent): boolean {
  if (desk.tool.kind === 'draw' && event.key === 'Enter') {
    finishDrawing(desk);
    return true;
  }
  if (event.ctrlKey || event.metaKey) return withControl(desk, event);
  if (!desk.selected.size || desk.later) return false;
  const step = event.altKey ? 0.1 : event.shiftKey ? 1 : 10;
  const way = desk.camera.arrow(event.key);
  if (way) move(desk, [way[0] * step, way[1] * step]);
  else if (event.key === '[' || event.key === '{') turn(desk, event.shiftKey ? -1 : -15);
  else if (event.key === ']' || event.key === '}') turn(desk, event.shiftKey ? 1 : 15);
  else if (event.key === 'a') turnAbout(desk);
  else if (event.key === 's') changeSides(desk);
  else if (event.key === 'd') double(desk);
  else if (event.key === 'Delete' || event.key === 'Backspace') remove(desk);
  else return false;
  return true;
}

/** Undo and redo work anywhere on the page; the others on the table. */
export function withControl(desk: Desk, event: KeyboardEvent, onTable = true): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) desk.undo();
  else if (key === 'y' || key === 'z') desk.redo();
  else if (key === 'a' && onTable) desk.select(...[...desk.draft.bases, ...desk.draft.units, ...desk.draft.generals].map((one) => one.id));
  else if (key === 'd' && onTable && desk.selected.size) double(desk);
  else return false;
  return true;
}
