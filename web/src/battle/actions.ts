/** Actions of any edition, in words made from their own fields. */

import type { Action, QuestionInfo } from '../lib/wire.gen';

export interface Choice {
  kind: string;
  about: string;
  actions: Action[];
}

const spaced = (name: string): string => name.replaceAll('_', ' ');

/** The kinds of action to decide between, each with what the edition says about it and the legal ones found. */
export function choices(kinds: readonly string[], forms: readonly QuestionInfo[], found: readonly Action[]): Choice[] {
  return kinds.map((kind) => ({
    kind,
    about: forms.find((form) => form.name === kind)?.about ?? spaced(kind),
    actions: found.filter((action) => action.do === kind),
  }));
}

/** An action in a few words: its kind, and the fields that are names or numbers. */
export function actionWords(action: Action): string {
  const told = Object.entries(action).filter(([name]) => name !== 'do').flatMap(([name, value]) => fieldWords(name, value));
  return [spaced(action.do), told.join(', ')].filter(Boolean).join(': ');
}

function fieldWords(name: string, value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [`${spaced(name)} ${value}`];
  if (value === true) return [spaced(name)];
  if (Array.isArray(value) && value.length && value.every((one) => typeof one === 'string' || typeof one === 'number')) return [`${spaced(name)} ${value.join(' ')}`];
  if (value && typeof value === 'object' && !Array.isArray(value)) {
    const inner = Object.entries(value).flatMap(([key, one]) => fieldWords(key, one));
    return inner.length ? [`${spaced(name)} ${inner.join(', ')}`] : [];
  }
  return [];
}
