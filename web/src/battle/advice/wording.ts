/** A decision in a player's words, as a hint says it. */

import type { Action, Position } from '../../lib/wire.gen';
import { listed, named } from '../fighting/naming';
import { moversOf } from '../moving/ending';

/** So many are named. */
const FEW = 4;

/** "Move 4Bd R3", "R1 fights B2", "End the moves". */
export function hintWords(action: Action, position: Position): string {
  const name = (id: unknown): string => named(position, String(id)).short;
  switch (action.do) {
    case 'move': return moved(moversOf(action), position);
    case 'land': return 'Land the troops held back';
    case 'end_moves': return 'End the moves';
    case 'fight': return `${name(action.attacker)} fights ${name(action.defender)}`;
    case 'pick_shooter': return `Let ${name(action.shooter)} shoot next`;
    case 'shoot': return `Shoot at ${name(action.target)}${helped(action.helpers as string[] | undefined)}`;
    default: return String(action.do).replaceAll('_', ' ');
  }
}

function moved(elements: string[], position: Position): string {
  if (elements.length === 1) return `Move ${named(position, elements[0] as string).short}`;
  return elements.length > FEW ? `Move the ${elements.length} together that are outlined` : `Move the group of ${listed(elements)}`;
}

function helped(helpers: string[] = []): string {
  return helpers.length ? `, helped by ${listed(helpers)}` : '';
}
