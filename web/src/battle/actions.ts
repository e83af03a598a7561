/** Decisions of any edition: whom they are about, where these would stand, and words made from their own fields. */

import type { Action, Base, Pose, QuestionInfo } from '../lib/wire.gen';

export interface Choice {
  kind: string;
  about: string;
  actions: Action[];
}

export const spaced = (name: string): string => name.replaceAll('_', ' ');

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

/** The fields that name one base, and those that name several. */
const ONE = ['element', 'vessel', 'shooter', 'target', 'attacker', 'defender', 'first', 'choice'];
const SEVERAL = ['elements', 'helpers'];

/** Whom an action is about, in whatever form its rules have. */
export function basesOf(action: Action): string[] {
  const fields = { ...action, ...('move' in action ? (action.move as object) : {}) } as Record<string, unknown>;
  const found = ONE.map((name) => fields[name]).filter((one): one is string => typeof one === 'string');
  for (const name of SEVERAL) found.push(...((fields[name] as string[] | undefined) ?? []));
  return [...new Set([...found, ...Object.keys(placesOf(action))])];
}

/** Where bases would stand after an action that says so by itself. */
export function placesOf(action: Action): Record<string, Pose> {
  const fields = action as unknown as { places?: Record<string, Pose>; sequence?: [string, Pose][] };
  return fields.places ?? Object.fromEntries(fields.sequence ?? []);
}

/** The bases as they would stand after an action that says where. */
export function ghostsOf(action: Action, bases: readonly Base[]): Base[] {
  const places = placesOf(action);
  return bases.flatMap((base) => (places[base.id] ? [{ ...base, ...(places[base.id] as Pose), inside: null }] : []));
}

/** Whether an action only ends something: it says nothing but its name. */
export const isEnding = (action: Action): boolean => action.do.startsWith('end_');
