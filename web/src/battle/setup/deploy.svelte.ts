/** A deployment in the making: who stands where, who is in a camp or town, who is held back. */

import { isWater } from './pieces';
import { isPlace } from '../../table/ground.svelte';
import { add, times } from '../../lib/geometry';
import { part } from '../../lib/parts';
import type { Action, Base, Fault, SettingUpInfo, Point, Pose, Position, Side } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { snapNear } from '../moving/snapping';
import { settings } from '../settings.svelte';
import { INWARD, lengthOf, rearLine, toTable, zoneOf, type Edge } from './board';
import { Checker, type Objection } from './checking.svelte';
import { nextPlace } from './lining';
import { straight, turnedAll } from './poses';

export interface Lay {
  places: Record<string, Pose>;
  inside: Record<string, string>;
  held: string[];
}

/** How near a place beside another must be to be snapped to (mm): there is nothing yet to be careful about. */
const NEAR = 15;

export class DeployPlan {
  lay = $state.raw<Lay>({ places: {}, inside: {}, held: [] });
  /** The element of the tray that is put where one presses next. */
  inHand = $state<string | null>(null);
  snapped = $state('');
  /** An element of the tray on its way to the table. */
  ghost = $state.raw<Base | null>(null);
  readonly checker: Checker;
  readonly side: Side;
  readonly edge: Edge;
  readonly own: Base[];
  readonly zone: Point[];
  readonly facing: Point;
  #before: Lay[] = $state.raw([]);
  /** The one put down last: the next goes beside it. */
  #last: string | null = null;

  constructor(readonly battle: Battle, readonly info: SettingUpInfo) {
    const { view } = battle.shown;
    this.checker = new Checker(battle.live);
    this.side = view.turn;
    this.edge = view.edges[view.turn] as Edge;
    this.own = view.own;
    const zone = info.zones[view.position.scale.name] ?? { depth: 150, margin: 0 };
    this.zone = zoneOf(view.position, this.edge, zone);
    this.facing = INWARD[this.edge];
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
    return { do: 'deploy', places: this.lay.places, inside: this.lay.inside, held_back: this.lay.held };
  }

  /** The camps and towns of this side. */
  get rooms(): string[] {
    return this.table.terrain.filter((piece) => isPlace(piece.kind) && piece.owner === this.side).map((piece) => piece.id);
  }

  get mayHoldBack(): boolean {
    return part(this.battle.shown.view, 'topographies')?.[this.side] === 'littoral' && this.table.terrain.some((piece) => piece.kind === 'waterway');
  }

  /** What is wrong, element by element; that some are still in the tray goes without saying. */
  get objections(): Objection[] {
    const { ruling } = this.checker;
    const by = (ruling?.answer?.elements ?? {}) as Record<string, string[]>;
    const told = Object.entries(by).flatMap(([id, faults]) => faults.map((fault) => ({ id, fault })));
    const general = this.checker.objections.filter((one) => !told.some(({ fault }) => fault === one.says)).slice(this.tray.length ? 1 : 0);
    const reasons = (says: string) => ruling?.because.filter((reason) => reason.says === says) ?? [];
    return [...general, ...told.map(({ id, fault }) => ({ says: `${this.named(id)}: ${fault}`, reasons: reasons(fault) }))];
  }

  get refused(): Set<string> {
    return new Set(Object.keys((this.checker.ruling?.answer?.elements ?? {}) as object));
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

  /** Put one beside those that stand already, or in the middle. */
  placeNext(id: string): void {
    const base = this.element(id);
    if (!base) return;
    const last = this.standing.find((one) => one.id === this.#last) ?? null;
    const across = lengthOf(this.edge, this.table.size) / 2;
    const deep = this.info.zones[this.table.scale.name]?.depth ?? 150;
    const shore = Math.min(...rearLine(this.table, this.edge).map((p) => p[1]));
    const first: Pose = { front: toTable([across, shore + deep], this.edge, this.table.size), facing: this.facing };
    const barred = this.table.terrain.filter((piece) => isPlace(piece.kind) || isWater(piece)).map((piece) => piece.outline);
    this.place({ [id]: nextPlace(base, last, this.standing, this.table.bases, this.zone, first, barred) });
    this.battle.select(id);
    this.inHand = null;
    this.battle.say(`${this.named(id)} placed. ${this.tray.length} left.`);
  }

  placeAll(): void {
    for (const base of this.tray) this.placeNext(base.id);
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

  /** Take over the deployment the server suggests. */
  async suggest(): Promise<string> {
    try {
      const [found] = await this.battle.live.suggestOf('deploy', 1);
      if (!found) return 'Nothing is suggested for this ground.';
      this.#put({ places: found.places, inside: part(found, 'inside') ?? {}, held: part(found, 'held_back') ?? [] });
      this.battle.select();
      this.battle.say('A deployment is suggested; it can still be changed.');
      return '';
    } catch (wrong) {
      return (wrong as Fault).says;
    }
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
