/** Choosing a shot among those the umpire offers: who, at whom, with whom, at which edge. */

import type { Side } from '../../lib/wire.gen';

export interface Target {
  target: string;
  helpers: string[];
  edges: string[];
  /** Who may be the main shooter of a volley, in rules in which its owner says so. */
  mains?: string[];
}

export interface Shooter {
  shooter: string;
  side: Side;
  targets: Target[];
}

/** The answer to the question `shots`. */
export interface Shots {
  picked: string | null;
  shooters: Shooter[];
  /** As many as may help one shooter. */
  most_helpers: number;
}

export const NONE: Shots = { picked: null, shooters: [], most_helpers: 0 };

export interface Choice {
  shooter: string;
  target: string;
  helpers: string[];
  edge: string | null;
  /** The main shooter, if that is not who was picked. */
  main?: string | null;
}

/** What is wanted, as far as it can be had; the first there is where nothing is wanted. Null if nobody shoots. */
export function choiceOf(shots: Shots, wanted: Partial<Choice>): Choice | null {
  const name = shots.picked ?? wanted.shooter;
  const shooter = shots.shooters.find((one) => one.shooter === name) ?? (shots.picked === null ? shots.shooters[0] : undefined);
  const same = shooter?.shooter === wanted.shooter;
  const target = shooter?.targets.find((one) => same && one.target === wanted.target) ?? shooter?.targets[0];
  if (!shooter || !target) return null;
  const kept = same && target.target === wanted.target;
  const helpers = kept ? (wanted.helpers ?? []).filter((one) => target.helpers.includes(one)) : [];
  const edge = kept && wanted.edge && target.edges.includes(wanted.edge) ? wanted.edge : null;
  const main = kept && wanted.main && helpers.includes(wanted.main) && target.mains?.includes(wanted.main) ? wanted.main : null;
  return { shooter: shooter.shooter, target: target.target, helpers: helpers.slice(0, shots.most_helpers), edge, ...(main ? { main } : {}) };
}

/** The main shooter of a choice and who aids it. */
export function volleyOf({ shooter, helpers, main }: Choice): [string, string[]] {
  return main ? [main, [shooter, ...helpers].filter((one) => one !== main)] : [shooter, helpers];
}

/** The same with a helper added or taken away. */
export function withHelper(choice: Choice, name: string, on: boolean, most: number): Choice {
  const others = choice.helpers.filter((one) => one !== name);
  return { ...choice, helpers: on ? [...others, name].slice(-most) : others };
}

/** What is wanted when somebody points at a base: a target of the shooter, one to help it, or another shooter. */
export function pointed(shots: Shots, choice: Choice | null, id: string | null): Partial<Choice> {
  if (choice === null || id === null) return choice ?? {};
  const shooter = shots.shooters.find((one) => one.shooter === choice.shooter);
  if (shooter?.targets.some((one) => one.target === id)) return { shooter: choice.shooter, target: id };
  const target = shooter?.targets.find((one) => one.target === choice.target);
  if (shots.picked !== null && target?.helpers.includes(id)) {
    return withHelper(choice, id, !choice.helpers.includes(id), shots.most_helpers);
  }
  return shots.shooters.some((one) => one.shooter === id) ? { shooter: id } : choice;
}
