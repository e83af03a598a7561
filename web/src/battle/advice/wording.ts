/** A decision in a player's words, as a hint says it. */

import { part } from '../../lib/parts';
import type { Action, Position } from '../../lib/wire.gen';
import { actionWords } from '../actions';
import { groupWords } from '../groups/wording';
import { listed, named } from '../fighting/naming';
import { moversOf } from '../moving/ending';

/** So many are named. */
const FEW = 4;

/** "Move 4Bd R3", "R1 fights B2", "End the moves". */
export function hintWords(action: Action, position: Position): string {
  const name = (id: unknown): string => named(position, String(id)).short;
  switch (action.do) {
    case 'move': return 'units' in action ? groupWords(action, position) : moved(part(action, 'march') ? 'March' : 'Move', moversOf(action), position);
    case 'move_together': return `Move ${some(moversOf(action), position)} at the same time`;
    case 'land': return 'vessel' in action ? `Land from ${name(action.vessel)}` : 'Land the troops held back';
    case 'board': return `${name(action.element)} goes aboard ${name(action.vessel)}`;
    case 'arrive': return `Bring on ${some(moversOf(action), position)}`;
    case 'halt': return `Halt ${some(action.elements, position)}`;
    case 'dismount': return `Dismount ${some(action.elements, position)}`;
    case 'mount': return `Mount ${some(action.elements, position)}`;
    case 'end_moves': return 'End the moves';
    case 'decline_shot': return 'Leave this shot';
    case 'choose': return optionWords(action.option, position);
    case 'end_bound': return 'End the bound';
    case 'allot_dice': return `The highest score to ${action.highest}, the lowest to ${action.lowest}`;
    case 'hold': return action.groups?.length ? `Hold ${listed(action.groups.map((group) => some(group, position)))}` : 'Hold nobody';
    case 'revolt': return action.place ? `Let ${action.place} revolt${action.command ? `, paid by ${action.command}` : ''}` : 'Let no town revolt';
    case 'attach_general': return `Attach the general to ${name(action.element)}`;
    case 'turn_fleer': return `Turn ${action.hand}`;
    case 'go_next': return `${name(action.element)} goes first${action.enemy ? `, to ${name(action.enemy)}` : ''}`;
    case 'add_to_score': return action.add ? 'Add to the score' : 'Leave the score as it is';
    case 'allot_pips': return `Give ${listed(Object.entries(action.dice).map(([command, die]) => `${die} to ${command}`))}`;
    case 'advance': return `Let ${name(action.element)} go${action.choice ? ` for ${name(action.choice)}` : ''}`;
    case 'turn_to_face': return `${name(action.element)} turns to face${action.first ? ` ${name(action.first)}` : ''} next`;
    case 'spring_ambush': return action.elements?.length ? `Show ${some(action.elements, position)}` : 'Show nobody';
    case 'press': return `${some(action.elements, position)} ${action.elements.length === 1 ? 'presses' : 'press'} forward ${Math.round(action.far)} mm`;
    case 'storm': return `${name(action.element)} storms the works`;
    case 'fight': return 'attacker' in action ? `${name(action.attacker)} fights ${name(action.defender)}` : groupWords(action, position);
    case 'pick_shooter': return `Let ${name(action.shooter)} shoot next`;
    case 'shoot': return 'aims' in action ? groupWords(action, position) : `${'shooter' in action ? `${name(action.shooter)} shoots` : 'Shoot'} at ${name(action.target)}${helped(action.helpers)}`;
    default: {
      if (position.units) return groupWords(action, position);
      const words = actionWords(action);
      return words.charAt(0).toUpperCase() + words.slice(1);
    }
  }
}

/** What an owner may choose where a result may go on in several ways. */
const OPTIONS: Record<string, string> = {
  pass: 'Pass through them', push: 'Push them back', left: 'Turn left', right: 'Turn right', nobody: 'Nobody',
};

function optionWords(option: string, position: Position): string {
  return OPTIONS[option] ?? named(position, option).short;
}

function some(elements: readonly string[], position: Position): string {
  if (elements.length === 1) return named(position, elements[0] as string).short;
  return elements.length > FEW ? `the ${elements.length} that are outlined` : listed([...elements]);
}

function moved(how: string, elements: string[], position: Position): string {
  if (elements.length === 1) return `${how} ${named(position, elements[0] as string).short}`;
  return elements.length > FEW ? `${how} the ${elements.length} together that are outlined` : `${how} the group of ${listed(elements)}`;
}

function helped(helpers: string[] = []): string {
  return helpers.length ? `, helped by ${listed(helpers)}` : '';
}
