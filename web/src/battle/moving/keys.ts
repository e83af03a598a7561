/** The keyboard: what each key does, and the list of them that "?" shows. */

import type { Base, Step } from '../../lib/wire.gen';
import { hasMoved } from '../../table/looks';
import { formation } from './grouping';
import type { Mover } from './mover.svelte';
import { nextInWay, nextOf } from './selecting';

/** Keys of one kind under a title: what to press, and what it does. */
export interface Shortcuts {
  title: string;
  keys: [string, string][];
}

export const SHORTCUTS: Shortcuts[] = [
  {
    title: 'The bound',
    keys: [
      ['R', 'roll: for PIPs, the shot or the combat that is chosen; do what is chosen'],
      ['D', 'done: end the moves, the shooting, the bound; let all go that move on their own'],
      ['C', 'next shooter, next combat (Shift+C back)'],
      ['O', 'choose the next of the recommended order after each roll, or no longer'],
      ['H', 'a hint: what the computer would do here'],
      ['Shift+H', 'the plan of the whole bound, as numbered arrows'],
      ['Enter or N, Escape', 'do what the hint says, or dismiss it'],
      ['U or Ctrl+Z', 'take your last decision back'],
      ['Shift+U', 'ask the other side to take your last decision back'],
      ['P', 'to the panel of what is to be decided; Tab goes on from there'],
      ['?', 'this list'],
    ],
  },
  {
    title: 'Choosing',
    keys: [
      ['M', 'your next base that has not moved (Shift+M back)'],
      ['Arrows', 'to the next base that way, while nothing is chosen'],
      ['Tab', 'from base to base'],
      ['Enter or Space', 'choose the base; with Shift add it or take it out'],
      ['G', 'choose its whole group'],
      ['Escape', 'give up the plan, then the choice'],
    ],
  },
  {
    title: 'Moving what is chosen',
    keys: [
      ['Up, Down', 'advance, go back'],
      ['Left, Right', 'shift sideways'],
      ['Q, E', 'wheel left, wheel right'],
      [', and .', 'turn a single base on the spot'],
      ['Shift with these', 'a fine step'],
      ['T', 'about-face'],
      ['F', 'form column behind the base chosen last'],
      ['S', 'march, or no longer, where the rules have marches'],
      ['K', 'halt them, where troops move on their own'],
      ['C', 'next legal contact or line-up (Shift+C back)'],
      ['W', 'turn a corner here, then go on (single base)'],
      ['Backspace', 'take back the last step of the plan'],
      ['N', 'take the nearest legal place'],
      ['X', 'go without those who cannot come'],
      ['Enter', 'move here'],
    ],
  },
  { title: 'The table', keys: [['+ and -', 'closer, further'], ['0', 'the whole table'], ['1 to 6', 'look at one of your commands'], ['V', 'turn the view by a quarter (Shift+V back)'], ['L', 'numbers of all bases'], ['I', 'legend of the marks'], ['Z', 'zones of all enemies']] },
  {
    title: 'What the other side did',
    keys: [
      ['A', 'watch its last bound again'],
      ['[ and ]', 'one step back, one step on'],
      ['Space', 'pause, play'],
      ['Escape', 'skip to the present'],
      ['Up, Down in the account', 'from line to line: its bases light up'],
      ['Enter in the account', 'look at that moment'],
    ],
  },
  {
    title: 'Before a battle of unit groups',
    keys: [
      ['C', 'next card, next choice, next file for a general (Shift+C back)'],
      ['M', 'next unit group in reserve, next general (Shift+M back)'],
      ['R', 'put it on the table; decide so'],
      ['N', 'take the nearest that is allowed'],
      ['Arrows', 'move the marker, the item or the unit group; with Shift a fine step'],
      [', and .', 'turn it'],
      ['[ and ]', 'one file less, one file more; resize an item'],
      ['Delete', 'take it back'],
    ],
  },
  {
    title: 'The pointer',
    keys: [
      ['Click, Shift+click', 'choose, add'],
      ['Double-click', 'the whole group'],
      ['Shift+drag on the felt', 'choose with a box'],
      ['Alt while dragging', 'no snapping'],
      ['Q, E or the wheel while dragging', 'turn a single base'],
      ['Ctrl on release', 'keep the ghost and plan on'],
    ],
  },
];

const ARROWS: Record<string, Step> = {
  ArrowUp: { advance: 1 },
  ArrowDown: { advance: -1 },
  ArrowLeft: { shift: -1 },
  ArrowRight: { shift: 1 },
};

/** One step of the keyboard in mm: half a hundred paces, or half a movement unit; a tenth of it when fine. */
export function stepSize(mover: Mover, fine: boolean): number {
  const { unit } = mover.battle;
  const step = unit.name === 'p' ? 50 * unit.mm : unit.mm / 2;
  return fine ? step / 10 : step;
}

/** Do what a key says; false when it says nothing here. */
export function keyed(mover: Mover, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[event.key];
  if (arrow) return mover.able && nudged(mover, arrow, event.shiftKey);
  if (event.key === 'Escape') return escaped(mover);
  if (event.key === 'Enter' && mover.plan) {
    void mover.commit();
    return true;
  }
  return (mover.battle.may('move') && chosen(mover, event)) || (mover.able && lettered(mover, event));
}

function nudged(mover: Mover, step: Step, fine: boolean): boolean {
  const by = stepSize(mover, fine);
  mover.nudge({ advance: (step.advance ?? 0) * by, shift: (step.shift ?? 0) * by });
  return true;
}

/** Move the focus to the next base in the way of an arrow key. */
export function walked(mover: Mover, event: KeyboardEvent): boolean {
  const way = mover.battle.camera.arrow(event.key);
  if (!way || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { pointing, position, side } = mover.battle;
  const bases = position.bases;
  const at = bases.find((base) => base.id === pointing.id) ?? bases.find((base) => base.side === side && base.inside === null);
  const next: Base | null | undefined = pointing.id === null ? at : at && nextInWay(bases, at, way);
  if (!next) return false;
  focus(next.id);
  return true;
}

function focus(id: string): void {
  document.querySelector<SVGElement>(`[data-base="${CSS.escape(id)}"]`)?.focus();
}

/** Choosing who moves: the next that has not, or the whole group of who is chosen or has the focus. */
function chosen(mover: Mover, event: KeyboardEvent): boolean {
  const { battle } = mover;
  const last = [...battle.selected].at(-1) ?? battle.pointing.id;
  const key = event.key.toLowerCase();
  if (key === 'm') {
    const left = battle.position.bases.filter((base) => base.side === battle.side && (!hasMoved(battle.position, base) || base.id === last));
    const next = nextOf(left.map((base) => base.id), last, event.shiftKey);
    if (next === null) mover.note = 'All your bases have moved.';
    else {
      mover.choose([next]);
      focus(next);
    }
  } else if (key === 'g' && last !== null) {
    mover.double(last);
    battle.say(`${formation(mover.members)}.`);
  } else return false;
  return true;
}

function escaped(mover: Mover): boolean {
  if (mover.dragging) mover.cancel();
  else if (mover.plan) mover.drop();
  else if (mover.battle.selected.size) mover.choose([]);
  else return false;
  return true;
}

function lettered(mover: Mover, event: KeyboardEvent): boolean {
  const fine = event.shiftKey;
  switch (event.key.toLowerCase()) {
    case 'q':
    case 'e': {
      const left = event.key.toLowerCase() === 'q';
      const by = fine ? 1 : 5;
      if (!mover.turnInHand(left ? -by : by)) mover.nudge({ wheel: by, pivot: left ? 'left' : 'right' });
      return true;
    }
    case ',':
    case '<': mover.turn(fine ? -1 : -5); return true;
    case '.':
    case '>': mover.turn(fine ? 1 : 5); return true;
    case 't': mover.aboutFace(); return true;
    case 's': return mover.toggleMarch();
    case 'k': return mover.halt();
    case 'f': mover.formColumn(); return true;
    case 'c': void mover.nextContact(fine); return true;
    case 'n': void mover.takeNearest(); return true;
    case 'x': mover.without(mover.hindering); return true;
    case 'w': mover.addLeg(); return true;
    case 'backspace': mover.stepBack(); return true;
    default: return false;
  }
}
