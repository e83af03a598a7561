/** The kinds of ground of every edition, as the server describes them: names for people, and how they are drawn. */

import type { GroundKind } from '../lib/wire.gen';

export type Grounds = Record<string, Record<string, GroundKind>>;

let known = $state.raw<Grounds>({});

/** Keep the descriptions of the server. */
export function learnGround(told: Grounds): void {
  known = told;
}

/** A kind of ground in an edition, or in the first that has it; null where nobody describes it. */
export function describedGround(kind: string, edition = ''): GroundKind | null {
  return known[edition]?.[kind] ?? Object.values(known).find((kinds) => kind in kinds)?.[kind] ?? null;
}

/** A kind of ground; one that nobody describes has its key in words and a plain look. */
export function groundKind(kind: string, edition = ''): GroundKind {
  return describedGround(kind, edition) ?? { name: kind.replaceAll('_', ' '), look: '', form: 'area', letter: ':', keeper: '' };
}

/** Whether ground of a kind is a place that troops can be in: a camp, a town. */
export function isPlace(kind: string, edition = ''): boolean {
  return groundKind(kind, edition).form === 'place';
}

/** What people call a kind of ground: "Steep hill". */
export function groundName(kind: string, edition = ''): string {
  const { name } = groundKind(kind, edition);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
