/** A deployment in the making: who stands where, who is in a camp or town, who is held back. */

import { isWater } from './pieces';
import { isPlace } from '../../table/ground.svelte';
import { add, times } from '../../lib/geometry';
import type { Action, Base, Fault, Point, Pose, Position } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { snapNear } from '../moving/snapping';
import { settings } from '../settings.svelte';
import { INWARD, type Edge } from './board';
import { Checker, type Objection } from './checking.svelte';
import { nextPlace } from './lining';
import { straight, turnedAll } from './poses';
import { NOBODY, type Lay, type Troops } from './troops';

/** How near a place beside another must be to be snapped to (mm): there is nothing yet to be careful about. */
const NEAR = 15;
/** So many suggestions are looked through for one about these troops: few at first. */
const SUGGESTED = [4, 24];

export class DeployPlan {
  lay = $state.raw<Lay>(NOBODY);
  /** The element of the tray that is put where one presses next. */
  inHand = $state<string | null>(null);
  snapped = $state('');
  /** An element of the tray on its way to the table. */
  ghost = $state.raw<Base | null>(null);
  /** The box with which some are being chosen, from corner to corner. */
  box = $state.raw<[Point, Point] | null>(null);
  readonly checker: Checker;
  readonly facing: Point;
  #before: Lay[] = $state.raw([]);
  /** The one put down last: the next goes beside it. */
  #last: string | null = null;
  #offered = -1;

  constructor(readonly battle: Battle, readonly troops: Troops) {
    this.checker = new Checker(battle.live, true);
    this.facing = INWARD[troops.edge];
  }

  get own(): Base[] {
    return this.troops.own;
  }

  get edge(): Edge {
    return this.troops.edge;
  }

  get zone(): Point[] {
    return this.troops.zone;
  }

  get table(): Position {
    return this.battle.shown.view.position;
  }

  element(id: string): Base | undefined {
    return this.own.find((base) => base.id === id);
  }

  get tray(): Base[] {
    const { places, inside, held } = this.lay;
    return this.own.filter((base) => !(base.id in places) && !(base.id in inside) && !held.includes(base.id));
  }

  /** Those on the table, as they would stand. */
  get standing(): Base[] {
    return this.own.filter((base) => base.id in this.lay.places).map((base) => ({ ...base, ...(this.lay.places[base.id] as Pose) }));
  }

  get action(): Action {
    return this.troops.action(this.lay);
  }

  /** Those still in the tray who may not be left out. */
  get missing(): Base[] {
    return this.tray.filter((base) => !this.troops.optional.has(base.id));
  }

  /** What is wrong, element by element; that some are still in the tray goes without saying. */
  get objections(): Objection[] {
    const { ruling } = this.checker;
    const by = (ruling?.answer?.elements ?? {}) as Record<string, string[]>;
    const told = Object.entries(by).flatMap(([id, faults]) => faults.map((fault) => ({ id, fault })));
    const general = this.checker.objections.filter((one) => !told.some(({ fault }) => fault === one.says)).slice(this.missing.length ? 1 : 0);
    const reasons = (says: string) => ruling?.because.filter((reason) => reason.says === says) ?? [];
    return [...general, ...told.map(({ id, fault }) => ({ says: `${this.named(id)}: ${fault}`, reasons: reasons(fault) }))];
  }

  /** Those about whom something is wrong: the answer names them, or the sentences do. */
  get refused(): Set<string> {
    const by = Object.keys((this.checker.ruling?.answer?.elements ?? {}) as object);
    const words = new Set(this.checker.objections.flatMap((one) => one.says.split(/[^\w]+/)));
    return new Set([...by, ...this.own.map((base) => base.id).filter((id) => words.has(id))]);
  }

  named(id: string): string {
    return `${this.element(id)?.code ?? ''} ${id}`;
  }

  show(): void {
    const lodged = this.own.filter((base) => base.id in this.lay.inside).map((base) => ({ ...base, facing: this.facing, inside: this.lay.inside[base.id] as string }));
    this.battle.staged = { ...this.table, bases: [...this.table.bases, ...this.standing, ...lodged] };
    this.checker.ask(this.action);
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  #put(lay: Lay): void {
    this.#before = [...this.#before.slice(-60), this.lay];
    this.lay = lay;
    this.show();
  }

  /** Show a layout that is not yet settled on. */
  tryOut(lay: Lay): void {
    this.lay = lay;
    this.show();
  }

  /** Settle on what was tried out; `before` is what an undo goes back to. */
  settle(before: Lay, last: string | undefined): void {
    this.#before = [...this.#before.slice(-60), before];
    this.#last = last ?? this.#last;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.lay = last;
    this.battle.select(...[...this.battle.selected].filter((id) => id in last.places));
    this.show();
    this.battle.say('The last change is undone.');
  }

  #without(lay: Lay, ids: string[]): Lay {
    const keep = <T>(of: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(of).filter(([id]) => !ids.includes(id)));
    return { places: keep(lay.places), inside: keep(lay.inside), held: lay.held.filter((id) => !ids.includes(id)) };
  }

  /** Put elements somewhere on the table. */
  place(poses: Record<string, Pose>): void {
    const bare = this.#without(this.lay, Object.keys(poses));
    this.#put({ ...bare, places: { ...bare.places, ...poses } });
    this.#last = Object.keys(poses).at(-1) ?? this.#last;
  }

  /** Where an element would stand beside the others, or in the middle. */
  #next(base: Base, standing: Base[], last: string | null): Pose {
    const barred = this.table.terrain.filter((piece) => isPlace(piece.kind, this.table.edition) || isWater(piece)).map((piece) => piece.outline);
    const others = [...this.table.bases, ...this.troops.unseen];
    const first: Pose = { front: this.troops.first, facing: this.facing };
    return nextPlace(base, standing.find((one) => one.id === last) ?? null, standing, others, this.zone, first, barred);
  }

  /** Put one beside those that stand already, or in the middle. */
  placeNext(id: string): void {
    const base = this.element(id);
    if (!base) return;
    this.place({ [id]: this.#next(base, this.standing, this.#last) });
    this.battle.select(id);
    this.inHand = null;
    this.battle.say(`${this.named(id)} placed. ${this.tray.length} left.`);
  }

  /** Put all of the tray in line beside those that stand already. */
  placeAll(): void {
    const standing = this.standing;
    const poses: Record<string, Pose> = {};
    let last = this.#last;
    for (const base of this.tray) {
      const pose = this.#next(base, standing, last);
      poses[base.id] = pose;
      standing.push({ ...base, ...pose });
      last = base.id;
    }
    this.place(poses);
    this.battle.select(...Object.keys(poses));
    this.battle.say(`${Object.keys(poses).length} elements placed in line.`);
  }

  back(ids: string[]): void {
    this.#put(this.#without(this.lay, ids));
    this.battle.select();
    this.battle.say(`${ids.map((id) => this.named(id)).join(', ')} back in the tray.`);
  }

  lodge(id: string, place: string): void {
    const bare = this.#without(this.lay, [id]);
    this.#put({ ...bare, inside: { ...bare.inside, [id]: place } });
    this.battle.select();
    this.battle.say(`${this.named(id)} is in the ${place}.`);
  }

  hold(id: string): void {
    const bare = this.#without(this.lay, [id]);
    this.#put({ ...bare, held: [...bare.held, id] });
    this.battle.select();
    this.battle.say(`${this.named(id)} is held back for a landing.`);
  }

  /** Take over the next deployment of these troops that the server suggests. */
  async suggest(): Promise<string> {
    try {
      let found: Lay[] = [];
      for (const most of SUGGESTED) {
        found = (await this.battle.live.suggest(most)).map((action) => this.troops.read(action)).filter((lay) => lay !== null);
        if (found.length > this.#offered + 1) break;
      }
      this.#offered = (this.#offered + 1) % (found.length || 1);
      const lay = found[this.#offered];
      if (!lay) return 'Nothing is suggested for this ground.';
      this.#put(lay);
      this.battle.select();
      this.battle.say('A deployment is suggested; it can still be changed.');
      return '';
    } catch (wrong) {
      return (wrong as Fault).says;
    }
  }

  /** Take over a decision near the one that was refused. */
  take(action: Action): void {
    const lay = this.troops.read(action);
    if (!lay) return;
    this.#put(lay);
    this.battle.say('The nearest deployment that is allowed.');
  }

  /** The selected elements that stand on the table. */
  get members(): Base[] {
    return this.standing.filter((base) => this.battle.selected.has(base.id));
  }

  /** Turn the selected about their common middle. */
  turn(by: number): void {
    const { members } = this;
    if (!members.length) return;
    this.place(turnedAll(members, by));
    this.battle.say(`Turned ${Math.abs(by)} degrees to the ${by > 0 ? 'right' : 'left'}.`);
  }

  /** Face the enemy squarely again. */
  straighten(): void {
    const { members } = this;
    if (members.length) this.place(Object.fromEntries(members.map((base) => [base.id, straight(base, this.facing)])));
  }

  /** Where some would stand, snapped to those near. */
  snap(members: Base[], there: Base[]): Base[] {
    this.snapped = '';
    if (!settings.snap) return there;
    const ids = new Set(members.map((base) => base.id));
    const rest = { ...this.table, bases: [...this.table.bases, ...this.standing.filter((base) => !ids.has(base.id))] };
    const found = snapNear(rest, members, there, NEAR);
    if (!found || !rest.bases.some((base) => base.id === found.to)) return there;
    this.snapped = found.words;
    return there.map((base) => ({ ...base, ...(found.poses[base.id] ?? {}) }));
  }

  /** Put an element of the tray where the pointer is: its middle there. */
  drop(id: string, at: Point): void {
    const [there] = this.hovering(id, at);
    if (!there) return;
    this.place({ [id]: { front: there.front, facing: there.facing } });
    this.battle.select(id);
    this.inHand = null;
    this.snapped = '';
    this.battle.say(`${this.named(id)} placed. ${this.tray.length} left.`);
  }

  /** How an element would stand with its middle at a point, snapped to the others. */
  hovering(id: string, at: Point): Base[] {
    const base = this.element(id);
    if (!base) return [];
    const there = { ...base, facing: this.facing, front: add(at, times(this.facing, base.depth / 2)) };
    return this.snap([base], [there]);
  }
}
