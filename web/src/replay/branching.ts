/** Playing on from a moment of a battle: who then plays which side. */

import type { Role, Shown } from '../lib/wire.gen';
import { USUAL_LEVEL } from '../newbattle/generals';

export type Way = 'both' | 'red' | 'blue';

export const WAYS: Record<Way, string> = {
  both: 'Both sides',
  red: 'Red v computer',
  blue: 'Blue v computer',
};

/** The ways open for a battle: the computer cannot roll dice on a real table. */
export function waysOf(shown: Pick<Shown, 'dice'>): Way[] {
  return shown.dice === 'typed' ? ['both'] : ['both', 'red', 'blue'];
}

/** What the server is asked for. */
export function wantedFor(way: Way, at: number): Record<string, unknown> {
  const person = { kind: 'person', name: 'You' };
  const computer = { kind: 'computer', level: USUAL_LEVEL };
  return {
    at,
    red: way === 'blue' ? computer : person,
    blue: way === 'red' ? computer : person,
    same_screen: way === 'both',
  };
}

export function roleFor(way: Way): Role {
  return way;
}
