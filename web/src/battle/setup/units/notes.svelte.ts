/** The secret notes of a side while they are written: cards under generals, who marches with them, who lies in ambush. */

import { inside } from '../../../lib/geometry';
import { part } from '../../../lib/parts';
import type { Action, MegWriteNotes, Point, SetUpTask, Terrain, Unit } from '../../../lib/wire.gen';
import type { Battle } from '../../battle.svelte';
import { Checker } from '../checking.svelte';
import { groundOf } from '../pieces';
import type { Plan } from '../taking';
import { takes } from './keys';

export const BLUFF = 'bluff';

export class NotesPlan implements Plan {
  cards = $state.raw<Record<string, string>>({});
  marches = $state.raw<Record<string, string[]>>({});
  ambushes = $state.raw<Record<string, string>>({});
  /** The unit group that is hidden in the piece of terrain one presses next. */
  hiding = $state<string | null>(null);
  readonly checker: Checker;

  constructor(readonly battle: Battle, readonly task: SetUpTask) {
    this.checker = new Checker(battle.live, true);
    this.cards = Object.fromEntries(task.marches.map((one) => [one.name, BLUFF]));
  }

  get action(): Action {
    return { do: 'write_notes', cards: this.cards, marches: this.marches, ambushes: this.ambushes };
  }

  /** The unit groups not yet on the table. */
  get units(): Unit[] {
    return part(this.battle.shown.view, 'reserve') ?? [];
  }

  unit(id: string): Unit | undefined {
    return this.units.find((one) => one.id === id);
  }

  /** Those of a general's own contingent, who alone may march with him. */
  followers(general: string): Unit[] {
    const he = part(this.battle.shown.view, 'leaders')?.find((one) => one.id === general);
    return this.units.filter((unit) => unit.contingent === (he?.contingent ?? '') && unit.kind !== 'camp');
  }

  /** The general with whom a unit group marches. */
  marchesWith(unit: string): string | null {
    return Object.keys(this.marches).find((name) => this.marches[name]?.includes(unit)) ?? null;
  }

  piece(id: string): Terrain | undefined {
    return this.battle.shown.view.position.terrain.find((one) => one.id === id);
  }

  show(): void {
    this.checker.ask(this.action);
  }

  /** Lay a card under a general. Who marches takes an ally's whole contingent, or those chosen. */
  lay(name: string, card: string): void {
    const whole = this.task.marches.find((one) => one.name === name)?.whole;
    this.cards = { ...this.cards, [name]: card };
    const { [name]: with_, ...others } = this.marches;
    this.marches = card === BLUFF ? others : { ...others, [name]: whole ? this.followers(name).map((unit) => unit.id) : (with_ ?? []) };
    if (whole && card !== BLUFF) this.#unhide(...(this.marches[name] ?? []));
    this.show();
  }

  /** Let a unit group march with a general, or not. */
  send(name: string, unit: string, goes: boolean): void {
    const now = (this.marches[name] ?? []).filter((one) => one !== unit);
    this.marches = { ...this.marches, [name]: goes ? [...now, unit] : now };
    if (goes) this.#unhide(unit);
    this.show();
  }

  /** Hide a unit group in a piece of terrain, or nowhere. */
  hide(unit: string, piece: string): void {
    const { [unit]: _, ...others } = this.ambushes;
    this.ambushes = piece ? { ...others, [unit]: piece } : others;
    this.hiding = null;
    this.show();
    this.battle.say(piece ? `${unit} lies in ambush.` : `${unit} does not hide.`);
  }

  #unhide(...units: string[]): void {
    this.ambushes = Object.fromEntries(Object.entries(this.ambushes).filter(([unit]) => !units.includes(unit)));
  }

  take(action: Action): void {
    const notes = action as MegWriteNotes;
    const cards = Object.fromEntries(this.task.marches.map((one) => [one.name, BLUFF]));
    this.cards = { ...cards, ...notes.cards };
    this.marches = notes.marches ?? {};
    this.ambushes = notes.ambushes ?? {};
    this.show();
    this.battle.say('The nearest notes that are allowed.');
  }

  click(_base: string | null, at: Point): void {
    const { hiding } = this;
    const piece = this.battle.shown.view.position.terrain.find((one) => inside(at, groundOf(one)));
    if (hiding && piece) this.hide(hiding, piece.id);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && this.hiding) {
      this.hiding = null;
      return true;
    }
    return takes(event, this.battle, this.checker, this.action, (near) => this.take(near));
  }
}
