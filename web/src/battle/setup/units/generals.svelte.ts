/** Generals while they are placed: the file that each of them joins. */

import type { Action, General, GeneralToPlace, Point, Position, SetUpTask } from '../../../lib/wire.gen';
import { inside, corners } from '../../../lib/geometry';
import { part } from '../../../lib/parts';
import { filesOf, groupNamed, groupOf } from '../../../table/unitGroups';
import type { Battle } from '../../battle.svelte';
import { Checker } from '../checking.svelte';
import type { Plan } from '../taking';
import { plainKey, takes } from './keys';

export class GeneralsPlan implements Plan {
  /** The front base of the file of each general. */
  files = $state.raw<Record<string, string>>({});
  /** The general who joins the file one presses next. */
  name: string;
  readonly checker: Checker;

  constructor(readonly battle: Battle, readonly task: SetUpTask) {
    this.checker = new Checker(battle.live, true);
    this.name = $state(task.joins[0]?.name ?? '');
  }

  get table(): Position {
    return this.battle.shown.view.position;
  }

  get general(): GeneralToPlace | undefined {
    return this.task.joins.find((one) => one.name === this.name);
  }

  get action(): Action {
    return { do: 'place_generals', files: this.files };
  }

  /** Begin as it is suggested: every general with a file. */
  async suggest(): Promise<void> {
    const found = await this.battle.live.suggestOf('place_generals', 6).catch(() => []);
    const most = found.reduce<Record<string, string>>((best, one) => (Object.keys(one.files ?? {}).length > Object.keys(best).length ? (one.files ?? {}) : best), {});
    if (!Object.keys(this.files).length) this.#put(most);
  }

  #put(files: Record<string, string>): void {
    this.files = files;
    this.show();
  }

  show(): void {
    const leaders = part(this.battle.shown.view, 'leaders') ?? [];
    const placed = leaders.flatMap<General>((one) => {
      const file = this.files[one.id];
      const base = this.table.bases.find((other) => other.id === file);
      return base ? [{ ...one, unit: groupOf(base), file: base.id }] : [];
    });
    this.battle.staged = { ...this.table, generals: [...(this.table.generals ?? []), ...placed] };
    this.battle.marked = new Set(this.general?.files ?? []);
    this.checker.ask(this.action);
  }

  choose(name: string): void {
    this.name = name;
    this.show();
  }

  /** The front base of the file in which a base stands. */
  frontOf(id: string): string | null {
    const base = this.table.bases.find((one) => one.id === id);
    const group = base && groupNamed(this.table, groupOf(base));
    if (!base || !group) return null;
    const file = filesOf(group.bases, group.frame.facing).find((all) => all.some((one) => one.id === id));
    return file?.[0]?.id ?? null;
  }

  /** Let a general join the file of a base; nowhere takes him off the table. */
  join(name: string, base: string): void {
    const { [name]: _, ...others } = this.files;
    const front = base ? this.frontOf(base) : null;
    this.name = name;
    this.#put(front ? { ...others, [name]: front } : others);
    this.battle.say(front ? `${name} joins the file of ${front}.` : `${name} stays away.`);
  }

  baseAt(at: Point): string | null {
    return this.table.bases.find((base) => inside(at, [...corners(base)]))?.id ?? null;
  }

  take(action: Action): void {
    if (action.do !== 'place_generals') return;
    this.#put(action.files ?? {});
    this.battle.say('The nearest that is allowed.');
  }

  click(id: string | null): void {
    if (id !== null && this.name) this.join(this.name, id);
  }

  pick(id: string): void {
    this.click(id);
  }

  /** The next general in hand, or the next file for him. */
  #next(back: boolean, of: readonly string[], now: string): string {
    const at = of.indexOf(now);
    return of[(at + (back ? of.length - 1 : 1) + of.length) % of.length] ?? now;
  }

  key(event: KeyboardEvent): boolean {
    const key = plainKey(event);
    if (key === 'm') {
      this.choose(this.#next(event.shiftKey, this.task.joins.map((one) => one.name), this.name));
      this.battle.say(this.general?.title ?? '');
    } else if (key === 'c') this.join(this.name, this.#next(event.shiftKey, this.general?.files ?? [], this.files[this.name] ?? ''));
    else return takes(event, this.battle, this.checker, this.action, (near) => this.take(near));
    return true;
  }
}
