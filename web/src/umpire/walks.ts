/** Steps of a unit group in a question: written as in a case file, walked as the umpire walks them, and made by dragging. */

import { actionOf, fromSteps, step, walked, type Hand } from '../battle/groups/walking';
import { groupFollows } from '../battle/moving/following';
import { carried } from '../lib/geometry';
import type { Base, MegStep, Point, Position } from '../lib/wire.gen';
import { frameOf, groupNamed } from '../table/unitGroups';
import { round } from './editing';

type WrittenStep = Record<string, unknown>;

/** What each kind of step counts, and the key beside it that names a hand. */
export const STEPS: Record<string, { words: string; beside?: string; usual: number | string }> = {
  advance: { words: 'Straight ahead, mm', usual: 40 },
  back: { words: 'Straight back, mm', usual: 20 },
  wheel: { words: 'Wheel, degrees', beside: 'pivot', usual: 20 },
  shift: { words: 'To the right, mm', usual: 20 },
  turn: { words: 'Turn, degrees', usual: 90 },
  expand: { words: 'Expand, files', beside: 'add', usual: 1 },
  contract: { words: 'Contract, files', beside: 'drop', usual: 1 },
  form: { words: 'Take the form', usual: 'skirmisher' },
};

export function kindOfStep(written: WrittenStep): string {
  return Object.keys(STEPS).find((kind) => kind in written) ?? 'advance';
}

export function newWrittenStep(kind: string): WrittenStep {
  const known = STEPS[kind];
  return { [kind]: known?.usual ?? 20, ...(known?.beside ? { [known.beside]: 'left' } : {}) };
}

function readStep(written: WrittenStep): MegStep {
  const kind = kindOfStep(written);
  const hand = written[STEPS[kind]?.beside ?? ''] === 'right' ? 'right' : 'left';
  if (kind === 'form') return step(kind, 0, '', String(written['form']));
  return step(kind, Number(written[kind]), STEPS[kind]?.beside ? (hand as Hand) : '');
}

function writeStep(one: MegStep): WrittenStep {
  const beside = STEPS[one.kind]?.beside;
  return { [one.kind]: round(one.amount ?? 0, 1), ...(beside ? { [beside]: one.hand || 'left' } : {}) };
}

/** Where the bases of a unit group stand after the steps of a question; none if it cannot walk so. */
export function walkedBases(position: Position, unit: string, steps: unknown): Base[] {
  const group = groupNamed(position, unit);
  if (!group || !Array.isArray(steps) || !steps.length) return [];
  return walked(group.bases, group.frame.facing, (steps as WrittenStep[]).map(readStep))?.bases ?? [];
}

/** The steps by which a unit group follows a hand that holds it: as in a battle. */
export function stepsTo(position: Position, unit: string, held: Point, hand: Point): { steps: WrittenStep[]; action: string | null } {
  const group = groupNamed(position, unit);
  if (!group) return { steps: [], action: null };
  const steps = fromSteps(groupFollows([group.frame], held, hand));
  return { steps: steps.map(writeStep), action: actionOf(group.unit, steps) };
}

/** Where the point at which the walked unit group is held was before it walked. */
export function heldBefore(position: Position, unit: string, steps: unknown, at: Point): Point {
  const [after, group] = [walkedBases(position, unit, steps), groupNamed(position, unit)];
  const facing = after[0]?.facing;
  if (!facing || !group) return at;
  return carried({ front: at, facing }, frameOf(after, facing), group.frame).front;
}
