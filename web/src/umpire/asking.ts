/** Questions as forms: what each argument wants, what is missing, and how to say it. */

import type { ArgumentInfo, QuestionInfo, TroopsInfo } from '../lib/wire.gen';
import type { DraftStep } from './draft';

/** What is clicked on the table for an argument; a `body` is a unit group or camp, a `part` also a file or base of one. */
export type What = 'base' | 'place' | 'feature' | 'unit' | 'camp' | 'body' | 'general' | 'file' | 'part';

export type Field =
  | { type: 'pick'; what: What; many: boolean }
  | { type: 'number'; whole: boolean }
  | { type: 'die' | 'dice' | 'flag' | 'text' | 'texts' | 'troops' }
  | { type: 'pose' | 'poses' | 'steps' | 'point' | 'points' | 'spot' }
  | { type: 'ends'; key: 'id' | 'base' | 'unit' }
  | { type: 'pairs'; second: 'base' | 'place' | 'text' }
  | { type: 'choice' | 'choices'; choices: string[] }
  | { type: 'raw' };

const one = (what: What): Field => ({ type: 'pick', what, many: false });
const several = (what: What): Field => ({ type: 'pick', what, many: true });

const SIMPLE: Record<string, Field> = {
  base: one('base'),
  'base, camp or town': one('place'),
  feature: one('feature'),
  'unit group': one('unit'),
  'unit group, on the table or not': one('unit'),
  camp: one('camp'),
  'unit group or camp': one('body'),
  'unit group or camp on the table': one('body'),
  'unit group, camp, file or base': one('part'),
  file: one('file'),
  general: one('general'),
  'list of base': several('base'),
  'list of feature': several('feature'),
  'list of unit group': several('unit'),
  'list of unit group, on the table or not': several('unit'),
  'list of unit group or camp on the table': several('body'),
  'unit groups or block': several('unit'),
  'unit groups or camps': several('body'),
  'list of file': several('file'),
  number: { type: 'number', whole: false },
  'whole number': { type: 'number', whole: true },
  '0 or 1, for the first or second player': { type: 'number', whole: true },
  die: { type: 'die' },
  'list of die': { type: 'dice' },
  'true or false': { type: 'flag' },
  text: { type: 'text' },
  'prompted action or move': { type: 'text' },
  'list of text': { type: 'texts' },
  'pose { front, facing }': { type: 'pose' },
  '{ front = [x, y], facing = degrees }': { type: 'pose' },
  place: { type: 'pose' },
  'unit group, file or place': { type: 'spot' },
  'list of pose { front, facing }': { type: 'poses' },
  'list of place of an element': { type: 'poses' },
  'list of step': { type: 'steps' },
  'list of { id, front, facing }': { type: 'ends', key: 'id' },
  'list of end of a base': { type: 'ends', key: 'base' },
  'list of end of a unit group': { type: 'ends', key: 'unit' },
  'list of [shooter, target]': { type: 'pairs', second: 'place' },
  'list of list of base': { type: 'pairs', second: 'base' },
  'list of list of text': { type: 'pairs', second: 'text' },
  point: { type: 'point' },
  'list of point': { type: 'points' },
};

const SIDES = ['red', 'blue'];

/** The field an argument is filled in by. */
export function fieldOf(name: string, told: ArgumentInfo): Field {
  if (told.choices.length) return { type: 'choice', choices: told.choices };
  if (told.kind === 'text' && name === 'side') return { type: 'choice', choices: SIDES };
  if (told.kind === 'text' && name === 'troops') return { type: 'troops' };
  const simple = SIMPLE[told.kind];
  if (simple) return simple;
  if (told.kind.startsWith('list of ') && told.kind.includes(' | ')) {
    return { type: 'choices', choices: told.kind.slice('list of '.length).split(' | ') };
  }
  return told.kind.includes(' | ') ? { type: 'choice', choices: told.kind.split(' | ') } : { type: 'raw' };
}

/** A name of the rules in words: "may_shoot" is "May shoot". */
export function inWords(name: string): string {
  const plain = name.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function toldOf(troops: TroopsInfo | null, step: Pick<DraftStep, 'kind' | 'name'>): QuestionInfo | null {
  const list = step.kind === 'ask' ? troops?.questions : troops?.actions;
  return list?.find((one) => one.name === step.name) ?? null;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The arguments a question cannot do without and has not. */
export function missing(told: QuestionInfo | null, args: Record<string, unknown>): string[] {
  return Object.entries(told?.arguments ?? {})
    .filter(([name, argument]) => !argument.optional && isEmpty(args[name]))
    .map(([name]) => name);
}

/** The arguments shown in a form: those needed, those given, the steps of a move, and the first few of a question that needs none. */
export function shownArguments(told: QuestionInfo | null, args: Record<string, unknown>, asked: ReadonlySet<string>): string[] {
  const all = Object.entries(told?.arguments ?? {});
  const few = all.every(([, one]) => one.optional) ? all.slice(0, 3).map(([name]) => name) : [];
  return all.filter(([name, one]) => !one.optional || name === 'steps' || name in args || asked.has(name) || few.includes(name)).map(([name]) => name);
}

/** What something on the table is to an argument: its name there, or null if it is nothing of that sort. */
export type Fits = (what: What, id: string) => string | null;

/** The arguments filled from what is selected on the table, in its order. */
export function filledFrom(told: QuestionInfo, selected: string[], fits: Fits): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const left = [...selected];
  const all = Object.entries(told.arguments);
  const needed = all.filter(([, argument]) => !argument.optional);
  for (const [name, argument] of needed.length ? needed : all.slice(0, 2)) {
    const field = fieldOf(name, argument);
    if (field.type !== 'pick') continue;
    const found = left.flatMap((id) => fits(field.what, id) ?? []);
    const taken = left.filter((id) => fits(field.what, id) !== null).slice(0, field.many ? undefined : 1);
    if (!taken.length) continue;
    args[name] = field.many ? found : found[0];
    for (const id of taken) left.splice(left.indexOf(id), 1);
  }
  const bases = selected.flatMap((id) => fits('base', id) ?? []);
  if (!needed.length && bases.length > 1 && 'group' in told.arguments) return { group: bases };
  const units = selected.flatMap((id) => fits('unit', id) ?? []);
  if (units.length === 1 && 'unit' in told.arguments && !('unit' in args)) args['unit'] = units[0];
  if (units.length > 1 && 'unit' in told.arguments && 'block' in told.arguments && !needed.some(([name]) => name in args)) args['block'] = units;
  return args;
}

/** The first argument one would fill by clicking on the table. */
export function firstToPick(told: QuestionInfo | null, args: Record<string, unknown>): string | null {
  const names = missing(told, args);
  return names.find((name) => told?.arguments[name] && pickable(fieldOf(name, told.arguments[name]))) ?? null;
}

/** Whether an argument is filled by clicking, and takes more than one. */
export function pickable(field: Field): 'one' | 'many' | null {
  return field.type !== 'pick' ? null : field.many ? 'many' : 'one';
}
