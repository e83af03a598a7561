/** Exact relations a base comes near to while it is dragged: those a case file has words for. */

import { isPlace } from '../table/ground.svelte';
import { together } from '../battle/moving/snapping';
import { apart, centre, COINCIDE, inside, penetration, place, turnBetween } from '../lib/geometry';
import type { Base, Point, Pose, Position } from '../lib/wire.gen';
import { RELATION_WORDS, type Place, type Relation } from './draft';

export interface Snap {
  place: Place;
  pose: Pose | null;
  /** "to the left of 4Bd R2". */
  words: string;
  /** Edges that lie together there. */
  edges: [Point, Point][];
}

const OF_FRIENDS: Relation[] = ['left_of', 'right_of', 'behind'];
const OF_ENEMIES: Relation[] = [
  'against', 'on_left_flank_of', 'on_right_flank_of', 'on_rear_of', 'overlapping_left_of', 'overlapping_right_of',
];
/** A quarter turn counts as so many millimetres more. */
const QUARTER = 4;

/** The relation nearest to where a base is held, within `near` millimetres; `moving` are those that go with it. */
export function snapNear(position: Position, base: Base, moving: ReadonlySet<string>, near: number): Snap | null {
  const others = position.bases.filter((one) => !moving.has(one.id) && one.id !== base.id && one.inside === null);
  let best: { weight: number; snap: Snap } | null = null;
  for (const other of others) {
    if (apart(centre(base), centre(other)) > base.width + base.depth + other.width + other.depth + near) continue;
    for (const relation of other.side === base.side ? OF_FRIENDS : OF_ENEMIES) {
      const pose = place(relation, other, base.width, base.depth);
      const there = { ...base, ...pose };
      const away = apart(centre(base), centre(there));
      const weight = away + (Math.abs(turnBetween(base.facing, pose.facing)) / 90) * QUARTER;
      if (away > near || (best && best.weight <= weight)) continue;
      if (others.some((one) => penetration(there, one) > COINCIDE)) continue;
      best = { weight, snap: snapTo(relation, other, pose, there, others) };
    }
  }
  return best?.snap ?? inPlace(position, base);
}

function snapTo(relation: Relation, other: Base, pose: Pose, there: Base, others: Base[]): Snap {
  return {
    place: { by: relation, to: other.id },
    pose,
    words: `${RELATION_WORDS[relation]} ${other.code} ${other.id}`,
    edges: others.flatMap((one) => together(there, one)),
  };
}

/** Into a camp or town it is held over. */
function inPlace(position: Position, base: Base): Snap | null {
  const found = position.terrain.find(
    (piece) => isPlace(piece.kind) && inside(centre(base), piece.outline),
  );
  if (!found) return null;
  return { place: { by: 'in', to: found.id }, pose: null, words: `in ${found.id}`, edges: [] };
}
