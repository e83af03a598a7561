/** Places a question asks about, drawn on the table as ghosts one can drag. */

import { carried, direction } from '../lib/geometry';
import type { Base, Point, Pose } from '../lib/wire.gen';
import { fieldOf, toldOf } from './asking';
import { pieceNamed } from './bodies';
import type { Desk } from './desk.svelte';
import { newBase, type DraftStep } from './draft';
import { unplaced } from './resolving';
import { walkedBases } from './walks';

/** Which pose of which argument of a question; `base` is whose it is. */
export interface PoseRef {
  step: number;
  argument: string;
  /** Its number in a list of poses, or null if it stands alone. */
  index: number | null;
  base: string | null;
  /** It is where the steps of the argument lead, not a place that is written. */
  walks?: boolean;
}

interface Written {
  front?: unknown;
  facing?: unknown;
  id?: unknown;
  base?: unknown;
  unit?: unknown;
  troops?: unknown;
}

export interface Ghost {
  ref: PoseRef;
  bases: Base[];
}

/** Whom a question is about, when it does not say so with the pose. */
export function subject(step: DraftStep): string | null {
  for (const name of ['element', 'unit', 'mover', 'attacker']) {
    const value = step.args[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

function poseIn(value: unknown): Pose | null {
  const { front, facing } = (value ?? {}) as Written;
  if (!Array.isArray(front) || front.length !== 2 || typeof facing !== 'number') return null;
  return { front: front as Point, facing: direction(facing) };
}

/** All the poses of a question, as ghosts of the bases they are of. */
export function ghostsOf(desk: Desk): Ghost[] {
  const step = desk.active === null ? null : ((desk.preview ?? desk.draft).steps.find((one) => one.key === desk.active) ?? null);
  const told = step && toldOf(desk.troops, step);
  if (!step || !told) return [];
  const found: Ghost[] = [];
  for (const [argument, one] of Object.entries(told.arguments)) {
    const { type } = fieldOf(argument, one);
    const value = step.args[argument];
    const unit = step.args['unit'];
    if (type === 'steps' && typeof unit === 'string') {
      const bases = walkedBases(desk.position, unit, value);
      if (bases.length) found.push({ ref: { step: step.key, argument, index: null, base: unit, walks: true }, bases });
    }
    if (type === 'pose') found.push(...ghost(desk, step, argument, null, value));
    if ((type === 'poses' || type === 'ends') && Array.isArray(value)) {
      value.forEach((item, index) => found.push(...ghost(desk, step, argument, index, item)));
    }
  }
  return found;
}

function ghost(desk: Desk, step: DraftStep, argument: string, index: number | null, value: unknown): Ghost[] {
  const pose = poseIn(value);
  if (!pose) return [];
  const { id, base, unit, troops } = value as Written;
  const name = [id, base, unit].find((one) => typeof one === 'string') ?? subject(step);
  const bases = whose(desk, step, (name as string | null) ?? null, typeof troops === 'string' ? troops : step.args['troops'], pose);
  return [{ ref: { step: step.key, argument, index, base: (name as string | null) ?? null }, bases }];
}

/** The bases of whoever a pose is of, put there: a unit group as one. */
function whose(desk: Desk, step: DraftStep, name: string | null, troops: unknown, pose: Pose): Base[] {
  const all = [...desk.shown.bases, ...desk.resolved.waiting];
  const known = all.find((one) => one.id === name) ?? all.find((one) => one.id === `${name}.1`);
  if (known) return [{ ...known, ...pose, inside: null }];
  const group = all.filter((one) => one.unit && one.unit.unit === name);
  const from = (name && pieceNamed(desk.shown, name)) || NORTH;
  if (group.length) return group.map((base) => ({ ...base, ...carried(base, from, pose) }));
  const side = step.args['side'] === 'blue' ? 'blue' : 'red';
  const plain = unplaced(desk.draft, desk.troops, newBase(name ?? '', side, typeof troops === 'string' ? troops : '', { by: 'undeployed' }));
  return [{ ...plain, ...pose, inside: null }];
}

const NORTH: Pose = { front: [0, 0], facing: [0, 1] };

/** Where a pose of a question is now. */
export function posed(desk: Desk, ref: PoseRef): Pose | null {
  const step = desk.draft.steps.find((one) => one.key === ref.step);
  const value = step?.args[ref.argument];
  return poseIn(ref.index === null ? value : (value as unknown[] | undefined)?.[ref.index]);
}
