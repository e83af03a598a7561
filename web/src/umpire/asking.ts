/** Questions as forms: what each argument wants, what is missing, and how to say it. */

import type { ArgumentInfo, QuestionInfo, TroopsInfo } from '../lib/wire.gen';
import type { DraftStep } from './draft';

export type Field =
  | { type: 'base' | 'place' | 'feature' | 'bases' | 'features' }
  | { type: 'number'; whole: boolean }
  | { type: 'die' | 'dice' | 'flag' | 'text' | 'texts' | 'troops' }
  | { type: 'pose' | 'poses' | 'steps' | 'ends' | 'point' | 'points' }
  | { type: 'pairs'; second: 'base' | 'place' | 'text' }
  | { type: 'choice' | 'choices'; choices: string[] }
  | { type: 'raw' };

const SIMPLE: Record<string, Field> = {
  base: { type: 'base' },
  'base, camp or town': { type: 'place' },
  feature: { type: 'feature' },
  'list of base': { type: 'bases' },
  'list of feature': { type: 'features' },
  number: { type: 'number', whole: false },
  'whole number': { type: 'number', whole: true },
  '0 or 1, for the first or second player': { type: 'number', whole: true },
  die: { type: 'die' },
  'list of die': { type: 'dice' },
  'true or false': { type: 'flag' },
  text: { type: 'text' },
  'list of text': { type: 'texts' },
  'pose { front, facing }': { type: 'pose' },
  '{ front = [x, y], facing = degrees }': { type: 'pose' },
  'list of pose { front, facing }': { type: 'poses' },
  'list of step': { type: 'steps' },
  'list of { id, front, facing }': { type: 'ends' },
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
    .filter(([name, one]) => !one.optional && isEmpty(args[name]))
    .map(([name]) => name);
}

/** The arguments shown in a form: those needed, those given, and the first few of a question that needs none. */
export function shownArguments(told: QuestionInfo | null, args: Record<string, unknown>, asked: ReadonlySet<string>): string[] {
  const all = Object.entries(told?.arguments ?? {});
  const few = all.every(([, one]) => one.optional) ? all.slice(0, 3).map(([name]) => name) : [];
  return all.filter(([name, one]) => !one.optional || name in args || asked.has(name) || few.includes(name)).map(([name]) => name);
}

/** The arguments filled from what is selected on the table, in its order. */
export function filledFrom(told: QuestionInfo, bases: string[], features: string[]): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const [left, ground] = [[...bases], [...features]];
  const all = Object.entries(told.arguments);
  const wanted = all.some(([, one]) => !one.optional) ? all.filter(([, one]) => !one.optional) : all.slice(0, 2);
  for (const [name, one] of wanted) {
    const field = fieldOf(name, one);
    const taken = { base: left, place: left.length ? left : ground, feature: ground }[field.type as 'base'];
    if (taken?.length) args[name] = taken.shift();
    else if (field.type === 'bases' && left.length) args[name] = left.splice(0);
  }
  if (!all.some(([, one]) => !one.optional) && bases.length > 1 && 'group' in told.arguments) return { group: bases };
  return args;
}

/** The first argument one would fill by clicking on the table. */
export function firstToPick(told: QuestionInfo | null, args: Record<string, unknown>): string | null {
  const names = missing(told, args);
  return names.find((name) => {
    const one = told?.arguments[name];
    return one && ['base', 'place', 'feature', 'bases', 'features'].includes(fieldOf(name, one).type);
  }) ?? null;
}

/** Whether an argument is filled by clicking, and takes more than one. */
export function pickable(field: Field): 'one' | 'many' | null {
  if (field.type === 'base' || field.type === 'place' || field.type === 'feature') return 'one';
  return field.type === 'bases' || field.type === 'features' ? 'many' : null;
}
