/** Secret orders while they are written: relations of commands, marches round a flank, and troops in hiding. */

import { part } from '../../lib/parts';
import type { Action, Fault, Pose, SetUpTask } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { DeployPlan } from './deploy.svelte';
import { NOBODY, standingIn } from './troops';

export type Relation = [string, string, string];
/** So many orders are suggested one after another; the first alone comes at once. */
const SUGGESTED = 6;

export class OrdersPlan {
  relations = $state.raw<Relation[]>([]);
  /** The edge over which each marching command comes on. */
  marches = $state.raw<Record<string, string>>({});
  /** Those in ambush, placed like any others. The decision is asked about as a whole through it. */
  readonly hidden: DeployPlan;
  #offered = -1;

  constructor(readonly battle: Battle, readonly task: SetUpTask) {
    const ids = task.commands.flatMap((command) => command.hides);
    this.hidden = new DeployPlan(battle, {
      ...standingIn(battle, task, ids),
      optional: new Set(ids),
      action: (lay) => ({ do: task.action, relations: this.relations, ambushes: lay.places, flank_marches: this.marches }) as Action,
      read: (action) => (action.do === task.action ? { ...NOBODY, places: (part(action, 'ambushes') ?? {}) as Record<string, Pose> } : null),
    });
  }

  /** The commands that do not march round a flank. */
  get deployed(): string[] {
    return this.task.commands.map((command) => command.name).filter((name) => !(name in this.marches));
  }

  march(name: string, edge: string): void {
    const { [name]: _, ...others } = this.marches;
    const line = lineOf(this.relations, this.task.commands.map((command) => command.name));
    this.marches = edge ? { ...others, [name]: edge } : others;
    // The others close the gap; who comes back stands at the end.
    this.relations = this.#side(line.filter((one) => !(one in this.marches)));
    const gone = Object.keys(this.hidden.lay.places).filter((id) => edge && this.hidden.element(id)?.service?.command === name);
    if (gone.length) this.hidden.back(gone);
    else this.hidden.show();
    this.battle.say(edge ? `${name} marches round, over the ${edge} edge.` : `${name} is deployed.`);
  }

  #side(line: string[]): Relation[] {
    const word = Object.keys(this.task.relations)[0] ?? '';
    return line.slice(1).map((name, i) => [line[i] as string, word, name]);
  }

  change(index: number, part: 0 | 1 | 2, to: string): void {
    this.relations = this.relations.map((row, i) => (i === index ? (row.map((old, k) => (k === part ? to : old)) as Relation) : row));
    this.hidden.show();
  }

  add(): void {
    const [one = '', two = ''] = this.deployed;
    this.relations = [...this.relations, [one, Object.keys(this.task.relations)[0] ?? '', two]];
    this.hidden.show();
  }

  drop(index: number): void {
    this.relations = this.relations.filter((_, i) => i !== index);
    this.hidden.show();
  }

  take(action: Action): void {
    this.relations = (part(action, 'relations') as Relation[] | undefined) ?? [];
    this.marches = part(action, 'flank_marches') ?? {};
    this.hidden.take(action);
  }

  /** Take over the next orders that the server suggests. */
  async suggest(): Promise<string> {
    try {
      const found = await this.battle.live.suggest(this.#offered < 0 ? 1 : SUGGESTED);
      this.#offered = (this.#offered + 1) % (found.length || 1);
      const action = found[this.#offered];
      if (!action) return 'No orders are suggested.';
      this.take(action);
      return '';
    } catch (wrong) {
      return (wrong as Fault).says;
    }
  }
}

/** Commands in the order that relations give them, from the first to the last; those without a place at the end. */
export function lineOf(relations: readonly Relation[], commands: readonly string[]): string[] {
  const named = relations.flatMap(([one, , two]) => [one, two]);
  return [...new Set([...named, ...commands])];
}
