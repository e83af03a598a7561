/** Where things would be if what is held were let go: a draft, and the exact relation it snapped to. */

import { carried, centre, degrees, minus } from '../lib/geometry';
import type { Base, Point, Pose, Position, Side, TroopsInfo } from '../lib/wire.gen';
import type { Draft, DraftStep, Place } from './draft';
import { addBase, changeBase, changeStep, freeAt, movePieces, round, roundAngle, roundPoint, turnPieces, withFollowers } from './editing';
import type { PoseRef } from './poses';
import { unplaced } from './resolving';
import { snapNear, type Snap } from './snapping';

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

function near(start: Start, base: Base, moving: ReadonlySet<string>, manner: Manner): Snap | null {
  return manner.near > 0 ? snapNear(start.position, base, moving, manner.near) : null;
}

/** Pieces dragged as one; the base by which they are held may snap, and then all turn with it. */
export function dragPieces(start: Start, ids: ReadonlySet<string>, leader: string | null, from: Point, at: Point, manner: Manner): Dragged {
  const lead = start.position.bases.find((one) => one.id === leader);
  const moving = withFollowers(start.draft, ids);
  if (lead?.inside) return placeOne(start, { ...lead, front: roundPoint(at, 0) }, moving, manner);
  const by = roundPoint(minus(at, from), digits(manner));
  const draft = movePieces(start.draft, start.position, ids, by);
  if (!lead) return { draft, snap: null };
  const there: Base = { ...lead, front: [lead.front[0] + by[0], lead.front[1] + by[1]] };
  const snap = near(start, there, moving, manner);
  if (!snap || (snap.pose === null && ids.size > 1)) return { draft, snap: null };
  if (snap.pose === null) return { draft: changeBase(draft, lead.id, { place: snap.place }), snap };
  return { draft: carriedTo(start, ids, lead, snap.place, snap.pose), snap };
}

/** All that is held put where its lead snaps to, turned with it. */
function carriedTo(start: Start, ids: ReadonlySet<string>, lead: Base, place: Place, pose: Pose): Draft {
  let found = movePieces(start.draft, start.position, ids, [0, 0]);
  for (const base of start.position.bases) {
    const free = found.bases.some((one) => one.id === base.id && one.place.by === 'front');
    if (ids.has(base.id) && free) found = changeBase(found, base.id, { place: freeAt(carried(base, lead, pose)) });
  }
  return changeBase(found, lead.id, { place });
}

/** One base put where it is held, or into the exact relation it comes near to. */
export function placeOne(start: Start, held: Base, moving: ReadonlySet<string>, manner: Manner): Dragged {
  const standing: Base = { ...held, inside: null };
  const snap = near(start, standing, moving, manner);
  return { draft: changeBase(start.draft, held.id, { place: snap?.place ?? freeAt(standing) }), snap };
}

/** A new base held over the table. */
export function dragNew(start: Start, told: TroopsInfo | null, side: Side, troops: string, at: Point, manner: Manner): Dragged {
  const facing = side === 'red' ? 0 : 180;
  const [draft, id] = addBase(start.draft, side, troops, { by: 'front', front: at, facing });
  const written = draft.bases.find((one) => one.id === id);
  if (!written) return { draft: start.draft, snap: null };
  const base = unplaced(draft, told, written);
  const north = facing === 0 ? 1 : -1;
  const front = roundPoint([at[0], at[1] + (north * base.depth) / 2], digits(manner));
  return placeOne({ draft, position: start.position }, { ...base, front, facing: [0, north] }, new Set([id]), manner);
}

/** A base turned about its middle by a handle that is so many degrees off its front; angles stick to round ones unless `free`. */
export function turnTo(start: Start, id: string, offset: number, at: Point, free: boolean, manner: Manner): Draft {
  const base = start.position.bases.find((one) => one.id === id);
  if (!base) return start.draft;
  const angle = degrees(minus(at, centre(base))) - offset;
  const sticky = Math.round(angle / STICKY) * STICKY;
  const wanted = free || Math.abs(sticky - angle) > STICKS_WITHIN ? round(angle, digits(manner)) : sticky;
  return turnPieces(start.draft, start.position, new Set([id]), wanted - degrees(base.facing));
}

/** A place a question asks about, dragged. */
export function dragPose(start: Start, ref: PoseRef, pose: Pose, by: Point, manner: Manner): Dragged {
  const base = start.position.bases.find((one) => one.id === ref.base);
  const front = roundPoint([pose.front[0] + by[0], pose.front[1] + by[1]], digits(manner));
  const snap = base ? near(start, { ...base, front, facing: pose.facing, inside: null }, new Set([base.id]), manner) : null;
  const there = snap?.pose ?? { front, facing: pose.facing };
  return { draft: changeStep(start.draft, ref.step, { args: withPose(start.draft, ref, there) }), snap: snap?.pose ? snap : null };
}

/** The arguments of a question with one of its poses changed. */
function withPose(draft: Draft, ref: PoseRef, pose: Pose): Record<string, unknown> {
  const step = draft.steps.find((one) => one.key === ref.step) as DraftStep;
  const written = { front: roundPoint(pose.front), facing: roundAngle(degrees(pose.facing)) };
  const before = step.args[ref.argument];
  if (ref.index === null) return { ...step.args, [ref.argument]: { ...(before as object), ...written } };
  const list = [...((before as object[] | undefined) ?? [])];
  list[ref.index] = { ...list[ref.index], ...written };
  return { ...step.args, [ref.argument]: list };
}
