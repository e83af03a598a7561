/** How troops look: figures suggested by simple signs, and words for those who cannot see them. */

import { add, times } from '../lib/geometry';
import type { Base, Point, Position } from '../lib/wire.gen';
import { troopsOf } from './troops';

export type Figure =
  | 'foot' | 'spear' | 'bow' | 'shield' | 'horde' | 'loose' | 'horse' | 'heavy' | 'big' | 'wagon' | 'gun' | 'camp';

/** The figures on a base of a kind: what they are, and how many stand in a row. */
const FIGURES: Record<string, [Figure, number]> = {
  spears: ['spear', 4], pikes: ['spear', 4], blades: ['foot', 4], warband: ['horde', 4], hordes: ['horde', 5],
  raiders: ['shield', 3], shot: ['bow', 4], bows: ['bow', 4], auxilia: ['shield', 3],
  psiloi: ['loose', 2], skirmishers: ['loose', 2], dragoons: ['loose', 3],
  knights: ['heavy', 3], cavalry: ['horse', 3], pistols: ['heavy', 3], light_horse: ['horse', 2], camelry: ['horse', 2],
  scythed_chariots: ['wagon', 1], elephants: ['big', 1], artillery: ['gun', 1], cannon: ['gun', 1], guns: ['gun', 1],
  war_wagons: ['wagon', 1], camp_followers: ['camp', 3], general_mtd: ['heavy', 1], general_foot: ['foot', 1],
  longbows: ['bow', 4], crossbows: ['bow', 4], mounted_foot: ['horse', 3], chariots: ['wagon', 1], light_chariots: ['wagon', 1],
  litter: ['wagon', 1], expendables: ['big', 1], baggage: ['wagon', 1], boats: ['wagon', 2], galleys: ['wagon', 1], ships: ['wagon', 1],
};

/** A base narrower than this on the screen, in pixels, is drawn plainer: a large code and no figures. */
export const SMALL = 34;
/** A base narrower than this on the screen is a block with the band of its command. */
export const TINY = 21;

export function figures(kind: string): [Figure, number] {
  return FIGURES[kind] ?? ['foot', 2];
}

/** A kind in words: "light_horse" is "Light Horse". */
export function words(kind: string): string {
  if (kind === 'general_mtd') return 'General';
  if (kind === 'general_foot') return 'General on foot';
  return troopsOf(kind).split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

const POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** The point of the compass nearest to degrees clockwise from north. */
export function compass(angle: number): string {
  return POINTS[Math.round((((angle % 360) + 360) % 360) / 45) % 8] as string;
}

/** Whether a base has moved this bound: its own flag, or a note of the turn where the edition keeps those. */
export function hasMoved(position: Position, base: Base): boolean {
  return base.moved === true || (position.turn_notes?.[base.id] ?? []).some((note) => note === 'moved' || note === 'marched' || note === 'halted');
}

/** Whether a base was halted this bound, so that it does not move on its own. */
export function isHalted(position: Position, base: Base): boolean {
  return (position.turn_notes?.[base.id] ?? []).includes('halted');
}

/** Whether only its own side knows where it stands. */
export const isHidden = (base: Base): boolean => (base.service?.notes ?? []).includes('ambush');

/** The bases in camps and towns, drawn as tokens one behind the other in the middle of the place. */
export function lodged(position: Position): Base[] {
  const count = new Map<string, number>();
  return position.bases.flatMap((base) => {
    const piece = position.terrain.find((one) => one.id === base.inside);
    if (!piece?.outline.length) return [];
    const n = count.get(piece.id) ?? 0;
    count.set(piece.id, n + 1);
    const middle = times(piece.outline.reduce<Point>((sum, p) => add(sum, p), [0, 0]), 1 / piece.outline.length);
    return [{ ...base, front: add(middle, times(base.facing, base.depth / 2 - n * (base.depth + 2))) }];
  });
}
