/** Exact relations something comes near to while it is dragged: those a case file has words for. */

import { isPlace } from '../table/ground.svelte';
import { together } from '../battle/moving/snapping';
import { apart, centre, COINCIDE, corners, dot, inside, minus, penetration, place, rightOf, turnBetween } from '../lib/geometry';
import type { Point, Pose, Position } from '../lib/wire.gen';
import { fileOf, piecesOf, placeBody, type Piece } from './bodies';
import { RELATION_WORDS, type GeneralPlace, type Place, type Relation } from './draft';
import { round } from './editing';

export interface Snap {
  place: Place | GeneralPlace;
  pose: Pose | null;
  /** "to the left of 4Bd R2". */
  words: string;
  /** Edges that lie together there. */
  edges: [Point, Point][];
}

/** A snap of something that has edges. */
export type PieceSnap = Snap & { place: Place };

const OF_FRIENDS: Relation[] = ['left_of', 'right_of', 'behind'];
const OF_ENEMIES: Relation[] = [
  'against', 'on_left_flank_of', 'on_right_flank_of', 'on_rear_of', 'overlapping_left_of', 'overlapping_right_of',
];
/** Relations in which a body may be shifted along the edge it stands at. */
const SHIFTED: Relation[] = ['against', 'behind', 'on_rear_of', 'on_left_flank_of', 'on_right_flank_of'];
/** A quarter turn counts as so many millimetres more. */
const QUARTER = 4;

/** The relation nearest to where something is held, within `near` millimetres; `moving` are those that go with it. */
export function snapNear(position: Position, held: Piece, moving: ReadonlySet<string>, near: number): PieceSnap | null {
  const others = piecesOf(position).filter((one) => !moving.has(one.id) && one.id !== held.id && one.inside === null);
  let best: { weight: number; snap: PieceSnap } | null = null;
  for (const other of others) {
    if (apart(centre(held), centre(other)) > held.width + held.depth + other.width + other.depth + near) continue;
    for (const relation of other.side === held.side ? OF_FRIENDS : OF_ENEMIES) {
      for (const [pose, shift] of posesBy(relation, other, held)) {
        const there = { ...held, ...pose };
        const away = apart(centre(held), centre(there));
        const weight = away + (Math.abs(turnBetween(held.facing, pose.facing)) / 90) * QUARTER;
        if (away > near || (best && best.weight <= weight)) continue;
        if (others.some((one) => penetration(there, one) > COINCIDE)) continue;
        best = { weight, snap: snapTo(relation, other, shift, pose, there, others) };
      }
    }
  }
  return best?.snap ?? inPlace(position, held);
}

/** Where something would stand in a relation: a body also shifted, so that its files stand edge to edge with the other's. */
function posesBy(relation: Relation, other: Piece, held: Piece): [Pose, number][] {
  const { file } = held;
  if (file === null) return [[place(relation, other, held.width, held.depth), 0]];
  if (relation.startsWith('overlapping')) return [];
  const plain = placeBody(relation, other, held.width);
  if (!SHIFTED.includes(relation)) return [[plain, 0]];
  const flank = relation.includes('flank');
  const along: Point = flank ? [-other.facing[0], -other.facing[1]] : rightOf(other.facing);
  const wanted = dot(minus(centre(held), centre({ ...held, ...plain })), along);
  const room = flank ? other.depth : other.width;
  const shift = round(Math.min(Math.max(Math.round(wanted / file) * file, file - held.width), room - (flank ? file / 2 : file)), 4);
  return [[placeBody(relation, other, held.width, shift), shift]];
}

function snapTo(relation: Relation, other: Piece, shift: number, pose: Pose, there: Piece, others: Piece[]): PieceSnap {
  return {
    place: { by: relation, to: other.id, ...(shift ? { shift } : {}) },
    pose,
    words: `${RELATION_WORDS[relation]} ${other.title}${shift ? `, shifted by ${shift} mm` : ''}`,
    edges: others.flatMap((one) => together(there, one)),
  };
}

/** Into a camp or town it is held over. */
function inPlace(position: Position, held: Piece): PieceSnap | null {
  if (held.file !== null) return null;
  const found = position.terrain.find((piece) => isPlace(piece.kind) && inside(centre(held), piece.outline));
  if (!found) return null;
  return { place: { by: 'in', to: found.id }, pose: null, words: `in ${found.id}`, edges: [] };
}

/** A general held over a base of his own side joins its file. */
export function companyAt(position: Position, side: string, at: Point): Snap | null {
  const base = position.bases.find((one) => one.unit && one.side === side && inside(at, corners(one)));
  if (!base?.unit) return null;
  const to = fileOf(position, base.id);
  return { place: { by: 'with', to }, pose: null, words: `with ${base.unit.unit}, in file ${to.split('/')[1] ?? ''}`, edges: [] };
}
