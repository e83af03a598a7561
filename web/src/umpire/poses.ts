/** Places a question asks about, drawn on the table as ghosts one can drag. */

import { direction } from '../lib/geometry';
import type { Base, Point, Pose } from '../lib/wire.gen';
import { fieldOf, toldOf } from './asking';
import type { Desk } from './desk.svelte';
import { newBase, type DraftStep } from './draft';
import { unplaced } from './resolving';

/** Which pose of which argument of a question; `base` is whose it is. */
export interface PoseRef {
  step: number;
  argument: string;
  /** Its number in a list of poses, or null if it stands alone. */
  index: number | null;
  base: string | null;
}

interface Written {
  front?: unknown;
  facing?: unknown;
  id?: unknown;
  troops?: unknown;
}

export interface Ghost {
  ref: PoseRef;
  base: Base;
}

/** Whom a question is about, when it does not say so with the pose. */
function subject(step: DraftStep): string | null {
  for (const name of ['element', 'mover', 'attacker']) {
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
  const { id, troops } = value as Written;
  const name = typeof id === 'string' ? id : subject(step);
  const base = whose(desk, step, name, typeof troops === 'string' ? troops : step.args['troops']);
  return [{ ref: { step: step.key, argument, index, base: name }, base: { ...base, ...pose, inside: null } }];
}

function whose(desk: Desk, step: DraftStep, name: string | null, troops: unknown): Base {
  const known = desk.shown.bases.find((one) => one.id === name) ?? desk.resolved.waiting.find((one) => one.id === name);
  if (known) return known;
  const side = step.args['side'] === 'blue' ? 'blue' : 'red';
  return unplaced(desk.draft, desk.troops, newBase(name ?? '', side, typeof troops === 'string' ? troops : '', { by: 'undeployed' }));
}

/** Where a pose of a question is now. */
export function posed(desk: Desk, ref: PoseRef): Pose | null {
  const step = desk.draft.steps.find((one) => one.key === ref.step);
  const value = step?.args[ref.argument];
  return poseIn(ref.index === null ? value : (value as unknown[] | undefined)?.[ref.index]);
}
