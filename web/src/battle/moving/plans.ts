/** A move being planned: what is sent to the umpire, where its bases would stand, and how to say it. */

import type { Unit } from '../../lib/units';
import type { Base, Pose, Step, Terrain } from '../../lib/wire.gen';
import { march, posesOf, stepsBetween, tidy } from './marching';
import { roadColumn } from './roads';
import type { Move } from './writing';

/** One base going to a pose, perhaps by way of others, or into a camp or town. */
export interface Single {
  kind: 'single';
  members: Base[];
  legs: Pose[];
  enters: string | null;
  /** Set when it follows a road, so many mm. */
  far?: number;
}

/** A group moving by steps. */
export interface Steps {
  kind: 'steps';
  members: Base[];
  steps: Step[];
  /** The road it follows, if any: then its steps are straight on. */
  road?: Terrain | null;
}

/** A group whose members end at given places: snapped, or forming column. */
export interface Ends {
  kind: 'ends';
  members: Base[];
  ends: Record<string, Pose>;
  /** Set when it forms column behind this one, so far ahead of the least. */
  column?: { head: string; further: number };
}

export type Plan = Single | Steps | Ends;

export interface Manner {
  road: string | null;
  dismount: boolean;
  march: boolean;
  conform: string[];
}

/** The bases as they would stand at the end. */
export function ghosts(plan: Plan): Base[] {
  switch (plan.kind) {
    case 'single': {
      const [base] = plan.members as [Base];
      return [{ ...base, ...(plan.legs.at(-1) ?? {}), inside: null }];
    }
    case 'steps':
      return plan.road ? roadColumn(plan.road, plan.members, plan.steps[0]?.advance ?? 0) : march(plan.members, plan.steps);
    case 'ends': return plan.members.map((base) => ({ ...base, ...(plan.ends[base.id] ?? {}) }));
  }
}

/** The move as the umpire reads it. */
export function moveOf(plan: Plan, manner: Manner): Move {
  const move: Move = { elements: plan.members.map((base) => base.id) };
  if (plan.kind === 'single') {
    move.path = plan.enters ? plan.legs.slice(0, -1) : plan.legs;
    if (plan.enters) move.enters = plan.enters;
  } else if (plan.kind === 'steps') move.steps = plan.steps;
  else move.ends = plan.ends;
  if (manner.road) move.road = manner.road;
  if (manner.march) move.march = true;
  if (manner.conform.length) move.conform = manner.conform;
  if (manner.dismount) move.dismount = plan.members.filter((base) => base.dismounts).map((base) => base.id);
  return move;
}

/** The steps of a plan of a group, so far as it is made of steps; none when it forms column. */
export function stepsOf(plan: Plan): Step[] | null {
  if (plan.kind === 'steps') return plan.steps;
  if (plan.kind === 'ends' && !plan.column) return stepsBetween(plan.members, ghosts(plan));
  return null;
}

/** A plan of a group with more steps added. */
export function withSteps(members: Base[], before: Step[], more: Step[]): Steps {
  return { kind: 'steps', members, steps: tidy([...before, ...more]) };
}

export function toPlaces(members: Base[], poses: Record<string, Pose>): Plan {
  const [first] = members as [Base];
  if (members.length === 1) return { kind: 'single', members, legs: [poses[first.id] as Pose], enters: null };
  return { kind: 'ends', members, ends: posesOf(members.map((base) => ({ ...base, ...(poses[base.id] ?? {}) }))) };
}

const round = (value: number, unit: Unit): string => (value / unit.mm).toFixed(unit.name === 'p' ? 0 : 1);

/** A step in words: "advance 150 p", "wheel left 20°". */
export function stepWords(step: Step, unit: Unit): string {
  if (step.wheel) return `wheel ${step.pivot} ${Number(step.wheel.toFixed(1))}°`;
  const parts: string[] = [];
  if (step.advance) parts.push(`${step.advance < 0 ? 'back' : 'advance'} ${round(Math.abs(step.advance), unit)} ${unit.name}`);
  if (step.shift) parts.push(`shift ${step.shift < 0 ? 'left' : 'right'} ${round(Math.abs(step.shift), unit)} ${unit.name}`);
  return parts.join(' and ');
}

/** A whole plan in words. */
export function planWords(plan: Plan, unit: Unit): string {
  if (plan.kind === 'ends' && plan.column) return `form column behind ${plan.column.head}`;
  const steps = stepsOf(plan);
  if (steps?.length) return steps.map((step) => stepWords(step, unit)).join(', then ');
  if (plan.kind === 'single' && plan.far !== undefined) return `${round(plan.far, unit)} ${unit.name} along the road`;
  if (plan.kind === 'single' && plan.enters) return `into ${plan.enters}`;
  return plan.kind === 'single' && plan.legs.length > 1 ? `in ${plan.legs.length} legs` : '';
}
