/** Answers taken over from a ruling as what a case expects. */

import type { Ruling } from '../lib/wire.gen';
import { round } from './editing';

/** Parts of an answer that say again what stands elsewhere, or only help the eye. */
const LEFT_OUT = ['faults', 'nearest', 'says'];

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a case would write it: few digits, and a word for nothing. */
export function plainly(value: unknown): unknown {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number') return round(value);
  if (Array.isArray(value)) return value.map(plainly);
  if (isTable(value) && 'value' in value && 'fraction' in value) return value['fraction'];
  if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainly(item)]));
  return value;
}

/** The keys of an answer one may expect, or null when it is no table. */
export function answerKeys(answer: unknown): string[] | null {
  return isTable(answer) ? Object.keys(answer) : null;
}

/** What a case would expect of this ruling: the whole answer in few words. */
export function expectedOf(ruling: Ruling): unknown {
  const answer: unknown = ruling.answer;
  if (!isTable(answer)) return plainly(answer);
  const kept = Object.entries(answer).filter(([key]) => !LEFT_OUT.includes(key));
  const table = Object.fromEntries(kept.map(([key, value]) => [key, plainly(value)]));
  return Object.keys(table).length === 1 && typeof table['legal'] === 'boolean' ? table['legal'] : table;
}

/** The expected answer with one key more or fewer. */
export function toggled(expected: unknown, answer: Record<string, unknown>, key: string): unknown {
  const table: Record<string, unknown> = isTable(expected) ? { ...expected } : typeof expected === 'boolean' ? { legal: expected } : {};
  if (key in table) delete table[key];
  else table[key] = plainly(answer[key]);
  const keys = Object.keys(table);
  if (keys.length === 0) return undefined;
  return keys.length === 1 && typeof table['legal'] === 'boolean' ? table['legal'] : table;
}

/** Whether a key of an answer is expected. */
export function expects(expected: unknown, key: string): boolean {
  if (typeof expected === 'boolean') return key === 'legal';
  return isTable(expected) && (key in expected || `${key}_includes` in expected);
}
