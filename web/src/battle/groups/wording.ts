/** Decisions about unit groups in a player's words. */

import { unitOf } from '../../lib/units';
import type { Action, MegAction, MegStep, Position } from '../../lib/wire.gen';
import { groupOf, groupTitle } from '../../table/unitGroups';
import { actionWords } from '../actions';

/** What the prompted actions are called. */
const ACTIONS: Record<string, string> = {
  M1: 'redress', M2: 'advance', M3: 'wheel', M4: 'two wheels', M5: 'advance and shift', M6: 'advance and contract', M7: 'expand', M8: 'contract',
  M9: 'turn', M10: 'turn about and move', M11: 'turn aside and move', M12: 'move back', M13: 'fall back', M14: 'double move', M15: 'move',
  MF1: 'make a file', MF2: 'turn to face', F2: 'break off', F3: 'break off', F4: 'break off',
};

export const named = (action: string): string => ACTIONS[action] ?? action;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const and = (names: readonly string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);

/** Cards as they are paid: "green and white". */
export function paidWords(general: string, cards: readonly string[]): string {
  return cards.length ? `${general} pays ${and(cards)}` : '';
}

/** Steps in words: "ahead 3 BW, wheel left 15°". */
export function stepWords(steps: readonly MegStep[], position: Position): string {
  const unit = unitOf(position.edition, position.scale);
  const far = (mm: number): string => `${Number((Math.abs(mm) / unit.mm).toFixed(1))} ${unit.name}`;
  return steps.map((step) => {
    const amount = step.amount ?? 0;
    switch (step.kind) {
      case 'advance': return `ahead ${far(amount)}`;
      case 'back': return `back ${far(amount)}`;
      case 'shift': return `${far(amount)} to the ${amount < 0 ? 'left' : 'right'}`;
      case 'wheel': return `wheel ${step.hand} ${Number(amount.toFixed(1))}°`;
      case 'turn': return Math.abs(amount) === 180 ? 'turn about' : `turn ${amount > 0 ? 'right' : 'left'}`;
      case 'expand': return `${amount} file${amount === 1 ? '' : 's'} more on the ${step.hand}`;
      case 'contract': return `${amount} file${amount === 1 ? '' : 's'} less on the ${step.hand}`;
      default: return step.form ? `take the ${step.form} form` : step.kind;
    }
  }).join(', ');
}

/** From whom troops break off. */
const BREAKS: Record<string, string> = { F2: 'from slower foot', F3: 'from slower enemy, with a test', F4: 'from enemy as fast, with a test' };
const RESPONSES: Record<string, string> = { stand: 'stand', skirmish: 'skirmish', run_away: 'run away', countercharge: 'countercharge', fall_back: 'fall back', rout: 'run straight away' };

/** The unit group of a file or base named as rules name them: "R3/1.1" is of R3. */
export const unitIn = (position: Position, name: string): string => {
  const base = position.bases.find((one) => one.id === name || one.id === `${name}.1`);
  return base ? groupOf(base) : (name.split('/')[0] ?? name);
};
export const fileWords = (name: string): string => name.replace(/^(.+\/\d+)\.1$/, '$1');

/** An action in a sentence without its stop. */
export function groupWords(of: Action, position: Position): string {
  const action = of as MegAction;
  const title = (id: string): string => groupTitle(position, id);
  switch (action.do) {
    case 'prepare': return 'Set everything up';
    case 'discard': return Object.values(action.cards ?? {}).some((cards) => cards.length) ? `Discard ${handsWords(action.cards ?? {})}` : 'Keep all cards';
    case 'give-up': return `Give up ${handsWords(action.cards)}`;
    case 'give': return action.gifts?.length ? upper(and(action.gifts.map((gift) => `${gift.giver} gives ${gift.to} ${and(gift.cards)}`))) : 'Give no cards';
    case 'pass': return 'Pass';
    case 'delay': return `Delay: ${action.general} gives up ${action.card}`;
    case 'move-general': return `${action.general} goes to ${typeof action.to === 'string' ? `file ${action.to} of ${title(unitIn(position, action.to))}` : 'a place of his own'} (${action.card}${action.payer === action.general ? '' : ` of ${action.payer}`})`;
    case 'charge': return `${and(action.units.map(title))} ${action.units.length === 1 ? 'charges' : 'charge'} ${and(action.on.map(title))}${action.wheel ? ` after a wheel ${action.pivot} of ${Number(action.wheel.toFixed(1))}°` : ''}${chargeCost(action.kind ?? 'prompted', action.general ?? '', action.cards ?? [])}`;
    case 'stop-charge': return `${action.general} stops ${action.unit ? title(action.unit) : 'the charge'} (${action.card})`;
    case 'let-charge': return action.unit ? `Let ${title(action.unit)} charge` : 'Let it charge';
    case 'meet': return `${title(action.unit)} ${action.how === 'countercharge' ? 'countercharges' : 'intercepts'}: ${stepWords(action.steps, position)} (${action.general}, ${action.card})${staysWords(action.stays)}`;
    case 'respond': return `${wayWords(action, position)}${staysWords(action.stays)}`;
    case 'move-charge': return `${title(action.unit)} charges ${action.toward ? `after ${title(action.toward)}` : 'straight on'}${action.cards?.length ? `, driven through the fire (${paidWords(action.general ?? '', action.cards)})` : ''}${typeof action.drops_left === 'number' ? `, ${action.drops_left} of the files that drop back from the left` : ''}${staysWords(action.stays)}`;
    case 'align': return `Align ${and([action.unit, ...(action.block ?? [])].map(title))}${action.block?.length ? ' as one body' : ''}`;
    case 'fight': return 'file' in action ? `${fileWords(action.file)} fights ${fileWords(action.against)}${action.general ? ', its general in the front rank' : ''}` : 'Fight';
    case 'lead': return action.fights ? 'He fights in the front rank' : 'He stays behind the front';
    case 'lend-die': return action.lends === false ? 'It waits for the file on its other side' : 'It supports this file';
    case 'rout': return wayWords({ ...action, response: 'rout' }, position);
    case 'pursue': return action.unit ? `${title(action.unit)} pursues` : 'Pursue';
    case 'hold-back': return `${action.general} holds ${action.unit ? title(action.unit) : 'them'} back${action.advance ? `, and they go on ${stepWords([{ kind: 'advance', amount: action.advance }], position).replace('ahead ', '')}` : ''} (${action.card})`;
    case 'shoot': return `${title(action.unit)} shoots: ${and(action.aims.map((aim) => `${fileWords(aim.file)} at ${unitIn(position, aim.target)}`))}`;
    case 'take-cover': return action.covers ? 'Take cover behind the shields' : 'No cover';
    case 'appoint': return `The successor begins with ${action.file ? `file ${fileWords(action.file)} of ` : ''}${title(action.unit)}${action.heir ? `; ${action.heir} is army commander` : ''}`;
    case 'move': return `${and(action.units.map(title))}: ${named(action.action)}${action.formation ? `, ${action.formation === 'normal' ? 'back to normal formation' : `form ${action.formation}`}` : ''}${action.steps.length ? `, ${stepWords(action.steps, position)}` : ''}${action.then?.length ? `, then ${stepWords(action.then, position)}` : ''} (${paidWords(action.general, action.cards)})${staysWords(action.stays)}`;
    case 'rearrange': return `${title(action.unit)}: ${named(action.action)} with ${and(action.ends.map((end) => end.base))} (${action.general}, ${action.card})`;
    case 'give-way': return `${action.unit ? `${title(action.unit)}: ` : ''}${wayWords(action, position)}${staysWords(action.stays)}`;
    case 'break-off': return `${title(action.unit)} breaks off ${BREAKS[action.action] ?? `by ${action.action}`}${action.shift ? ` with a shift to the ${action.hand}` : ''} (${action.general}, ${action.card})`;
    case 'recover': return `${action.general} clears the wound of ${title(action.unit)} (${action.card})`;
    case 'sack': return `${title(action.unit)} sacks the camp`;
    case 'begin': return 'Begin the battle';
    case 'engage': return `${title(action.unit)} opens a combat with ${title(action.enemy)} by a ${action.by} (${paidWords(action.general, action.cards)})`;
    case 'remove-base': return `${title(unitIn(position, action.base))} loses ${action.base}`;
    case 'free-move': return typeof action.to === 'string' ? `He goes to file ${fileWords(action.to)} of ${title(unitIn(position, action.to))}` : 'He goes to a place of his own';
    case 'pair-up': return Object.keys(action.pairs ?? {}).length ? upper(and(Object.entries(action.pairs ?? {}).map(([file, enemy]) => `${fileWords(file)} fights ${fileWords(enemy)}`))) : 'Fight as the rules pair them';
    case 'hold-files': return holdWords(action.files ?? [], position.moment?.phase === '2.6');
    case 'resign': return 'Give up the battle';
    case 'offer-draw': return 'Offer a draw';
    case 'answer-draw': return action.accepts ? 'Accept the draw' : 'Fight on';
    case 'turn_up': return `${action.general} turns up with file ${fileWords(action.file)}`;
    case 'join_file': return `He joins file ${fileWords(action.file)}`;
    case 'reveal': return `${title(action.command)} comes out of ambush`;
    case 'arrive': return `The flank march of ${action.general} arrives with ${and(Object.keys(action.places))}`;
    case 'come_on': return `${title(action.command)} comes on (${action.general}, ${action.card})`;
    default: return upper(actionWords(of));
  }
}

/** How troops stand or get away: "Run away towards its own rear, shifting 0.5 BW to the left". */
function wayWords(action: { response?: string; shift?: number; hand?: string; toward?: string }, position: Position): string {
  const shift = action.shift ?? 0;
  const aside = shift ? `, shifting ${stepWords([{ kind: 'shift', amount: action.hand === 'left' ? -shift : shift }], position)}` : '';
  return upper(RESPONSES[action.response ?? ''] ?? action.response ?? '') + (action.toward ? ' towards its own rear' : '') + aside;
}

/** Generals who do not go along. */
function staysWords(stays: readonly string[] | undefined): string {
  return stays?.length ? `, and ${and(stays)} ${stays.length === 1 ? 'stays' : 'stay'} behind` : '';
}

function chargeCost(kind: string, general: string, cards: readonly string[]): string {
  if (kind === 'forced') return ' (forced, costs no card)';
  return kind === 'free' ? ' (costs no card)' : ` (${paidWords(general, cards)})`;
}

/** Files that do not shoot at a charge, or do not press forward after one. */
function holdWords(files: readonly string[], pressing: boolean): string {
  if (!files.length) return pressing ? 'All press forward' : 'All shoot';
  const who = and(files.map(fileWords));
  if (pressing) return `${who} ${files.length === 1 ? 'stays' : 'stay'} back`;
  return `${who} ${files.length === 1 ? 'holds its' : 'hold their'} fire`;
}

/** Whom a decision is about, where the rules and not the player say so. */
export function aboutWords(phase: string, subject: readonly string[], position: Position): string {
  const [first = '', second = ''] = subject.map((name) => nameWords(name, position));
  if (!first) return '';
  switch (phase) {
    case '2.3': return `${first} wants to charge`;
    case '2.4': case 'volley': case 'press': return `The charge of ${first}`;
    case 'shoot-first': return `${first}, which charges`;
    case '2.5': case 'surprised': return second ? `${first}, charged by ${second}` : `The charge of ${first}`;
    case '2.8': case '3.2': case '5.3': return `${first} may pursue`;
    case 'chased': return `${first}, before the pursuit of ${second}`;
    case 'lead': return `${first} against ${second}`;
    case 'rout': return `${first} runs`;
    case 'support': return `${first} beside ${second}`;
    case 'cover': return `${first}, shot at by ${second}`;
    case 'push': return `${first}, pushed back by ${second}`;
    case 'aside': return `${first}, in the way of ${second}`;
    case 'remove': return `${first} has lost ${second}`;
    case 'pairs': case 'draw': return '';
    default: return first;
  }
}

/** A unit group by its title, a file as it is called, anything else by its name. */
function nameWords(name: string, position: Position): string {
  return position.units?.some((unit) => unit.id === name) ? groupTitle(position, name) : fileWords(name);
}

function handsWords(hands: Record<string, readonly string[]>): string {
  return and(Object.entries(hands).filter(([, cards]) => cards.length).map(([general, cards]) => `${and(cards)} of ${general}`));
}
