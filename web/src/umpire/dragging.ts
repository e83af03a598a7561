/** Where things would be if what is held were let go: a draft, and the exact relation it snapped to. */

import { carried, centre, degrees, minus } from '../lib/geometry';
import type { Point, Pose, Position, Side, TroopsInfo } from '../lib/wire.gen';
import { pieceNamed, piecesOf, type Piece } from './bodies';
import type { Draft, DraftStep, GeneralPlace, Place } from './draft';
import { changeGeneral, changeStep, freeAt, movePieces, putPiece, round, roundPoint, turnPieces, withFollowers, writtenPose } from './editing';
import type { PoseRef } from './poses';
import { resolve } from './resolving';
import { companyAt, snapNear, type PieceSnap, type Snap } from './snapping';
import { lay, type Laid } from './stock';
import { stepsTo } from './walks';

/** The table as it was when something was taken up. */
export interface Start {
  draft: Draft;
  position: Position;
}

export interface Dragged {
  draft: Draft;
  snap: Snap | null;
}

/** How things are dragged: `near` is how far a snap reaches in mm, 0 for none; fine goes by tenths. */
export interface Manner {
  near: number;
  fine: boolean;
}

/** An angle sticks to multiples of so many degrees when it is within so many of them. */
const [STICKY, STICKS_WITHIN] = [15, 3];

const digits = (manner: Manner): number => (manner.fine ? 1 : 0);

function near(start: Start, piece: Piece, moving: ReadonlySet<string>, manner: Manner): PieceSnap | null {
  return manner.near > 0 ? snapNear(start.position, piece, moving, manner.near) : null;
}

/** Pieces dragged as one; the one by which they are held may snap, and then all turn with it. */
export function dragPieces(start: Start, ids: ReadonlySet<string>, leader: string | null, from: Point, at: Point, manner: Manner): Dragged {
  const lead = pieceNamed(start.position, leader);
  const moving = withFollowers(start.draft, ids);
  if (lead?.inside) return placeOne(start, { ...lead, front: roundPoint(at, 0) }, moving, manner);
  const by = roundPoint(minus(at, from), digits(manner));
  const draft = movePieces(start.draft, start.position, ids, by);
  if (!lead) return { draft, snap: null };
  const there: Piece = { ...lead, front: [lead.front[0] + by[0], lead.front[1] + by[1]] };
  const snap = near(start, there, moving, manner);
  const oneByOne = start.draft.units.some((one) => one.id === lead.id && one.place.by === 'at');
  if (!snap || oneByOne || (snap.pose === null && ids.size > 1)) return { draft, snap: null };
  if (snap.pose === null) return { draft: putPiece(draft, lead.id, snap.place), snap };
  return { draft: carriedTo(start, ids, lead, snap.place, snap.pose), snap };
}

/** All that is held put where its lead snaps to, turned with it. */
function carriedTo(start: Start, ids: ReadonlySet<string>, lead: Piece, place: Place, pose: Pose): Draft {
  let found = movePieces(start.draft, start.position, ids, [0, 0]);
  for (const piece of piecesOf(start.position)) {
    const free = [...found.bases, ...found.units].some((one) => one.id === piece.id && one.place.by === 'front');
    if (ids.has(piece.id) && free) found = putPiece(found, piece.id, freeAt(carried(piece, lead, pose)));
  }
  return putPiece(found, lead.id, place);
}

/** One piece put where it is held, or into the exact relation it comes near to. */
export function placeOne(start: Start, held: Piece, moving: ReadonlySet<string>, manner: Manner): Dragged {
  const standing: Piece = { ...held, inside: null };
  const snap = near(start, standing, moving, manner);
  return { draft: putPiece(start.draft, held.id, snap?.place ?? freeAt(standing)), snap };
}

/** A new base, unit group or camp held over the table by its middle. */
export function dragNew(start: Start, told: TroopsInfo | null, side: Side, what: Laid, at: Point, manner: Manner): Dragged {
  const facing = side === 'red' ? 0 : 180;
  const [draft, id] = lay(start.draft, side, what, { by: 'front', front: at, facing });
  const piece = pieceNamed(resolve(draft, told).position, id);
  if (!piece) return { draft: start.draft, snap: null };
  const north = facing === 0 ? 1 : -1;
  const front = roundPoint([at[0], at[1] + (north * piece.depth) / 2], digits(manner));
  return placeOne({ draft, position: start.position }, { ...piece, front }, new Set([id]), manner);
}

/** A general held over the table: over a file of his side he joins it. */
export function dragGeneral(start: Start, id: string, at: Point, manner: Manner): Dragged {
  const side = start.draft.generals.find((one) => one.id === id)?.side ?? '';
  const snap = companyAt(start.position, side, at);
  const place = (snap?.place as GeneralPlace | undefined) ?? { by: 'front', front: roundPoint(at, digits(manner)) };
  return { draft: changeGeneral(start.draft, id, { place }), snap };
}

/** A piece turned about its middle by a handle that is so many degrees off its front; angles stick to round ones unless `free`. */
export function turnTo(start: Start, id: string, offset: number, at: Point, free: boolean, manner: Manner): Draft {
  const base = pieceNamed(start.position, id);
  if (!base) return start.draft;
  const angle = degrees(minus(at, centre(base))) - offset;
  const sticky = Math.round(angle / STICKY) * STICKY;
  const wanted = free || Math.abs(sticky - angle) > STICKS_WITHIN ? round(angle, digits(manner)) : sticky;
  return turnPieces(start.draft, start.position, new Set([id]), wanted - degrees(base.facing));
}

/** A place a question asks about, dragged. */
export function dragPose(start: Start, ref: PoseRef, pose: Pose, by: Point, manner: Manner): Dragged {
  const base = pieceNamed(start.position, ref.base);
  const front = roundPoint([pose.front[0] + by[0], pose.front[1] + by[1]], digits(manner));
  const snap = base ? near(start, { ...base, front, facing: pose.facing, inside: null }, new Set([base.id]), manner) : null;
  const there = snap?.pose ?? { front, facing: pose.facing };
  return { draft: changeStep(start.draft, ref.step, { args: withPose(start.draft, ref, there) }), snap: snap?.pose ? snap : null };
}

/** The arguments of a question with one of its poses changed. */
function withPose(draft: Draft, ref: PoseRef, pose: Pose): Record<string, unknown> {
  const step = draft.steps.find((one) => one.key === ref.step) as DraftStep;
  const written = writtenPose(pose);
  const before = step.args[ref.argument];
  if (ref.index === null) return { ...step.args, [ref.argument]: { ...(before as object), ...written } };
  const list = [...((before as object[] | undefined) ?? [])];
  list[ref.index] = { ...list[ref.index], ...written };
  return { ...step.args, [ref.argument]: list };
}

/** The steps a question asks about, as the unit group follows the hand that drags it, with the action they make up. */
export function dragWalk(start: Start, ref: PoseRef, from: Point, at: Point): Dragged {
  const step = start.draft.steps.find((one) => one.key === ref.step) as DraftStep;
  const { steps, action } = stepsTo(start.position, ref.base ?? '', from, at);
  const named = action && 'action' in step.args ? { action } : {};
  return { draft: changeStep(start.draft, ref.step, { args: { ...step.args, ...named, [ref.argument]: steps } }), snap: null };
}
