/** Looking things up by words. */

import type { CaseInfo, Clause, StandingInfo } from '../lib/wire.gen';

/** Whether a text holds every word that was typed, in any order and case. */
export function holds(text: string, words: string): boolean {
  const there = text.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => there.includes(word));
}

export interface CaseFilter {
  words: string;
  edition: string;
  subject: string;
  clause: string;
}

export function casesLike(cases: CaseInfo[], { words, edition, subject, clause }: CaseFilter): CaseInfo[] {
  const id = clause.trim().toLowerCase();
  return cases.filter(
    (one) =>
      (!edition || one.edition === edition) &&
      (!subject || one.subject === subject) &&
      (!id || one.clauses.some((name) => name.toLowerCase().startsWith(id))) &&
      holds(`${one.title} ${one.subject} ${one.questions.join(' ')} ${one.clauses.join(' ')} ${one.file}`.replaceAll('_', ' '), words.replaceAll('_', ' ')),
  );
}

export interface ClauseFilter {
  words: string;
  edition: string;
  source: string;
  topic: string;
  state: '' | 'open' | 'enforced' | 'judged' | 'ambiguous';
}

export function clausesLike(clauses: Clause[], filter: ClauseFilter, standings: ReadonlyMap<string, StandingInfo> | null): Clause[] {
  return clauses.filter(
    (one) =>
      (!filter.edition || one.edition === filter.edition) &&
      (!filter.source || one.source === filter.source) &&
      (!filter.topic || one.topic === filter.topic) &&
      inState(one, filter.state, standings?.get(one.id)) &&
      holds(`${one.id} ${one.title} ${one.rule} ${one.example} ${one.topic} ${one.ref}`, filter.words),
  );
}

function inState(clause: Clause, state: ClauseFilter['state'], standing: StandingInfo | undefined): boolean {
  if (state === 'open') return standing?.open ?? false;
  if (state === 'enforced') return standing?.enforced ?? false;
  if (state === 'judged') return !clause.automatable;
  return state !== 'ambiguous' || clause.ambiguity !== null;
}

/** The different values there are, in order of first appearance or by name. */
export function distinct(values: string[], sorted = true): string[] {
  const found = [...new Set(values)];
  return sorted ? found.sort((a, b) => a.localeCompare(b)) : found;
}
