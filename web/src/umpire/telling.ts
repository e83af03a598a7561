/** Rulings in words: the verdict, the answer line by line, and what was measured. */

import { unitOf } from '../lib/units';
import type { Measure, Position } from '../lib/wire.gen';
import { inWords } from './asking';
import { round } from './editing';

export interface Verdict {
  words: string;
  good: boolean;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Yes or no, allowed or not; null for an answer of another sort. */
export function verdictOf(answer: unknown): Verdict | null {
  if (typeof answer === 'boolean') return { words: answer ? 'Yes' : 'No', good: answer };
  const legal = isTable(answer) ? answer['legal'] : undefined;
  return typeof legal === 'boolean' ? { words: legal ? 'Allowed' : 'Not allowed', good: legal } : null;
}

/** A length in mm, and in the rules' unit. */
export function lengthInWords(position: Position, mm: number): string {
  const unit = unitOf(position.edition, position.scale);
  const count = round(mm / unit.mm, 1);
  const name = unit.name === 'p' ? (count === 1 ? 'pace' : 'paces') : unit.name;
  return `${round(mm, 2)} mm (${count} ${name})`;
}

export function measureInWords(position: Position, measure: Measure): string {
  const say = (value: number): string => {
    if (measure.unit === 'mm') return lengthInWords(position, value);
    if (measure.unit === 'degrees') return `${round(value, 2)}°`;
    return `${round(value, 2)} ${measure.unit === 'pips' ? (value === 1 ? 'PIP' : 'PIPs') : measure.unit}`.trim();
  };
  const limit = measure.limit === null ? '' : `, the limit being ${say(measure.limit)}`;
  const exact = measure.limit !== null && Math.abs(measure.value - measure.limit) <= 0.01 ? ' (exactly at it)' : '';
  return `${say(measure.value)}${limit}${exact}`;
}

const LENGTHS = ['distance', 'limit', 'gap'];

export type Labels = Record<string, string>;

/** A label in the middle of a sentence. */
const within = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1));

/** A value of an answer as people say it; `labels` are what they call the keys of its tables. */
export function valueInWords(value: unknown, key = '', position: Position | null = null, labels: Labels = {}): string {
  if (value === null || value === undefined || value === 'none') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return position && LENGTHS.includes(key) ? lengthInWords(position, value) : String(round(value, 4));
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  if (Array.isArray(value)) {
    if (value.length === 2 && value.every((x) => typeof x === 'number')) return `${round(value[0] as number, 2)}, ${round(value[1] as number, 2)}`;
    return value.length ? value.map((item) => valueInWords(item, '', position, labels)).join(isTable(value[0]) ? '; ' : ', ') : 'none';
  }
  if (!isTable(value)) return String(value);
  if ('front' in value && 'facing' in value) return poseInWords(value);
  return Object.entries(value).map(([name, item]) => `${labels[name] ? within(labels[name]) : name.replaceAll('_', ' ')} ${valueInWords(item, name, position, labels)}`).join(', ') || 'none';
}

function poseInWords({ front, facing, ...rest }: Record<string, unknown>): string {
  const who = Object.values(rest).filter((one) => typeof one === 'string').join(' ');
  return `${who ? `${who} ` : ''}at ${valueInWords(front)} facing ${valueInWords(facing)}°`;
}

/** The rest of an answer, line by line, under the labels of the server. */
export function answerRows(answer: unknown, position: Position, labels: Labels): { key: string; label: string; words: string }[] {
  if (!isTable(answer)) return typeof answer === 'boolean' ? [] : [{ key: '', label: 'Answer', words: valueInWords(answer, '', position) }];
  return Object.entries(answer)
    .filter(([key]) => key !== 'legal' && key !== 'faults')
    .map(([key, value]) => ({ key, label: labels[key] ?? inWords(key), words: valueInWords(value, key, position, labels) }));
}

/** The sentences that say why something is refused. */
export function faultsOf(answer: unknown): string[] {
  const faults = isTable(answer) ? answer['faults'] : undefined;
  return Array.isArray(faults) ? faults.map(String) : [];
}

/** The arguments of a question in words: "shooter A, target B". */
export function argumentsInWords(args: Record<string, unknown>, labels: Labels = {}): string {
  return Object.entries(args).map(([key, value]) => `${labels[key] ? within(labels[key]) : key.replaceAll('_', ' ')} ${valueInWords(value, key, null, labels)}`).join(', ');
}
