/** A unit group or a camp that is placed as one body: where it stands, how wide, which way it faces. */

import { add, bounds, carried, centre, corners, degrees, minus, rightOf, times, turned } from '../../../lib/geometry';
import { part } from '../../../lib/parts';
import type { Action, Base, Point, Pose, Position, SetUpTask, TroopsToPlace, Unit } from '../../../lib/wire.gen';
import { frameOf, groupsOf } from '../../../table/unitGroups';
import type { Battle } from '../../battle.svelte';
import { snapNear } from '../../moving/snapping';
import { settings } from '../../settings.svelte';
import { INWARD, toSide, type Edge } from '../board';
import { Checker } from '../checking.svelte';
import { nextPlace } from '../lining';
import type { Plan } from '../taking';
import { plainKey, takes } from './keys';

/** How near a place beside others, or within the zone, must be to be snapped to (mm). */
const NEAR = 15;

/** How a body stands: the middle of its front, the way it faces, and its files. */
export interface Stand {
  front: Point;
  facing: Point;
  files: number;
}

/** Where the bases of a body stand: full ranks from the left, a short one at the rear, or in front where the `rear` is full. */
export function ranked(count: number, width: number, depth: number, { front, facing, files }: Stand, rear = false): Pose[] {
  const right = rightOf(facing);
  const last = Math.ceil(count / files) - 1;
  return Array.from({ length: count }, (_, i) => {
    const [row, file] = [Math.floor(i / files), i % files];
    const rank = rear ? last - row : row;
    const across = times(right, (file - (files - 1) / 2) * width);
    return { front: add(front, add(across, times(facing, -rank * depth))), facing };
  });
}

export class BodyPlan implements Plan {
  name = $state('');
  stand = $state.raw<Stand | null>(null);
  files = $state(1);
  form = $state('');
  mounted = $state(true);
  snapped = $state('');
  readonly checker: Checker;
  readonly edge: Edge;
  readonly facing: Point;
  #drag: { what: 'move' | 'turn'; from: Point; before: Stand | null } | null = null;

  constructor(readonly battle: Battle, readonly task: SetUpTask) {
    this.checker = new Checker(battle.live, true);
    this.edge = (task.edge ?? 'south') as Edge;
    this.facing = INWARD[this.edge];
    const [first] = task.troops;
    if (first) this.choose(first.name);
  }

  get camp(): boolean {
    return this.task.action === 'place_camp';
  }

  get troops(): TroopsToPlace | undefined {
    return this.task.troops.find((one) => one.name === this.name);
  }

  get zone(): Point[] {
    const zone = this.troops?.zone ?? [];
    return zone.length ? zone : this.task.zone;
  }

  get table(): Position {
    return this.battle.shown.view.position;
  }

  /** The unit group as its side knows it; a camp is none. */
  unitOf(name: string): Unit | undefined {
    return part(this.battle.shown.view, 'reserve')?.find((one) => one.id === name);
  }

  /** The bases of the body about the origin, in the size that they have mounted or on foot. */
  get drawn(): Base[] {
    const { troops } = this;
    const own = this.task.bases.filter((base) => troops?.bases.includes(base.id));
    const afoot = this.mounted ? null : troops?.afoot;
    return afoot ? own.map((base) => ({ ...base, width: afoot[0], depth: afoot[1] })) : own;
  }

  get ranks(): number {
    return Math.ceil(this.drawn.length / this.files);
  }

  /** The bases as they would stand. */
  bases(stand: Stand | null = this.stand): Base[] {
    const own = this.drawn;
    const [first] = own;
    if (!stand || !first) return [];
    const poses = ranked(own.length, first.width, first.depth, stand, this.camp);
    return own.map((base, i) => ({ ...base, ...(poses[i] as Pose) }));
  }

  get action(): Action | null {
    if (!this.stand) return null;
    const places = Object.fromEntries(this.bases().map((base) => [base.id, { front: base.front, facing: base.facing }]));
    const { troops } = this;
    const more = { ...(troops?.forms.length ? { form: this.form } : {}), ...(troops?.afoot ? { mounted: this.mounted } : {}) };
    return { do: this.task.action, command: this.name, places, ...more } as Action;
  }

  choose(name: string): void {
    if (name === this.name && this.stand) return;
    this.name = name;
    this.stand = null;
    this.files = this.troops?.files || 1;
    this.form = this.troops?.forms[0] ?? '';
    this.mounted = true;
    if (this.battle.hand) this.show();
  }

  show(): void {
    const bases = this.bases();
    const unit = this.unitOf(this.name);
    const units = unit && bases.length ? [...(this.table.units ?? []), { ...unit, form: this.form || unit.form, mounted: this.mounted }] : this.table.units;
    this.battle.staged = { ...this.table, units, bases: [...this.table.bases, ...bases] };
    this.battle.selected = new Set(bases.map((base) => base.id));
    const { action } = this;
    if (action) this.checker.ask(action);
    else this.checker.clear();
  }

  #put(stand: Stand | null): void {
    this.stand = stand;
    this.show();
  }

  /** A place within the zone, or on the own edge for a camp, where it is nearly there. */
  #within(stand: Stand): Stand {
    const box = bounds(this.bases(stand).flatMap((base) => corners(base)));
    const zone = bounds(this.zone);
    const near = this.camp ? Infinity : NEAR;
    const pull = (low: number, high: number, least: number, most: number): number => {
      if (low < least && least - low <= near) return least - low;
      return high > most && high - most <= near ? most - high : 0;
    };
    let by: Point = [pull(box.west, box.east, zone.west, zone.east), pull(box.south, box.north, zone.south, zone.north)];
    if (this.camp) {
      const { size } = this.table;
      const off = Math.min(...this.bases(stand).flatMap((base) => corners(base)).map((p) => toSide(p, this.edge, size)[1]));
      const out = times(this.facing, -off);
      by = [this.facing[0] ? out[0] : by[0], this.facing[1] ? out[1] : by[1]];
    }
    return { ...stand, front: add(stand.front, by) };
  }

  /** A place beside others that stand near. */
  #snap(stand: Stand): Stand {
    this.snapped = '';
    if (!settings.snap || this.camp) return this.#within(stand);
    const there = this.bases(stand);
    const found = snapNear(this.table, there, there, NEAR);
    const [first] = there;
    const pose = found && first && this.table.bases.some((base) => base.id === found.to) ? found.poses[first.id] : undefined;
    if (!found || !first || !pose) return this.#within(stand);
    this.snapped = found.words;
    return { ...stand, ...carried(stand, first, pose) };
  }

  /** Put it with its middle at a point. */
  placeAt(at: Point): void {
    const facing = this.stand?.facing ?? this.facing;
    const [first] = this.drawn;
    const half = ((first?.depth ?? 0) * this.ranks) / 2;
    this.#put(this.#snap({ front: add(at, times(facing, half)), facing, files: this.files }));
  }

  /** Put it beside those that stand already, or in the middle of the zone. */
  placeNext(): void {
    const own = groupsOf(this.table).filter((group) => group.unit.side === this.battle.side && group.unit.kind !== 'camp');
    const body = (frame: { front: Point; facing: Point; width: number; depth: number }): Base => ({ ...(this.drawn[0] as Base), ...frame });
    const frames = own.map((group) => body(group.frame));
    const zone = bounds(this.zone);
    const middle: Point = [(zone.west + zone.east) / 2, (zone.south + zone.north) / 2];
    const frame = body(frameOf(this.bases({ front: middle, facing: this.facing, files: this.files }), this.facing));
    const deep = Math.abs(this.facing[0]) ? zone.east - zone.west : zone.north - zone.south;
    // The first stands one base depth behind the front of the zone, so that others may stand before it.
    const first: Pose = { front: add(middle, times(this.facing, deep / 2 - (this.camp ? 0 : (this.drawn[0]?.depth ?? 0)))), facing: this.facing };
    const barred = this.camp ? this.table.terrain.map((piece) => piece.outline) : [];
    const pose = nextPlace(frame, frames.at(-1) ?? null, frames.slice().reverse(), this.table.bases, this.zone, first, barred);
    this.#put(this.#within({ ...pose, files: this.files }));
    this.battle.say(`${this.troops?.title ?? ''} placed.`);
  }

  back(): void {
    this.#put(null);
    this.battle.say(`${this.troops?.title ?? ''} taken back.`);
  }

  /** So many files, about the same middle of the front. */
  wide(files: number): void {
    this.files = Math.max(1, Math.min(this.drawn.length, files));
    if (this.stand) this.#put(this.#within({ ...this.stand, files: this.files }));
    this.battle.say(`${this.files} files, ${this.ranks} ranks.`);
  }

  set(how: { form?: string; mounted?: boolean }): void {
    this.form = how.form ?? this.form;
    this.mounted = how.mounted ?? this.mounted;
    this.show();
  }

  /** Turn it about its middle. */
  turn(by: number): void {
    const { stand } = this;
    if (!stand || this.camp) return;
    const frame = frameOf(this.bases(), stand.facing);
    const facing = turned(stand.facing, by);
    this.#put({ ...stand, facing, front: add(centre(frame), times(facing, frame.depth / 2)) });
  }

  ahead(): void {
    const { stand } = this;
    if (!stand) return;
    const frame = frameOf(this.bases(), stand.facing);
    this.#put({ ...stand, facing: this.facing, front: add(centre(frame), times(this.facing, frame.depth / 2)) });
  }

  /** Take over a decision of the server: as its bases stand. */
  take(action: Action): void {
    const poses = Object.values((part(action, 'places') ?? {}) as Record<string, Pose>);
    const [first] = poses;
    const [size] = this.drawn;
    if (!first || !size) return;
    const frame = frameOf(poses.map((pose) => ({ ...size, ...pose })), first.facing);
    this.files = Math.round(frame.width / size.width);
    this.#put({ front: frame.front, facing: first.facing, files: this.files });
    this.battle.say('The nearest place that is allowed.');
  }

  press(id: string | null, at: Point, event: PointerEvent): boolean {
    const turns = (event.target as Element).closest('[data-handle="turn"]') !== null;
    if (!this.stand || (!turns && !this.bases().some((base) => base.id === id))) return false;
    this.#drag = { what: turns ? 'turn' : 'move', from: at, before: this.stand };
    return true;
  }

  drag(_id: string | null, at: Point): void {
    const before = this.#drag?.before;
    if (!this.#drag || !before) return;
    if (this.#drag.what === 'move') {
      this.#put(this.#snap({ ...before, front: add(before.front, minus(at, this.#drag.from)) }));
      return;
    }
    const middle = centre(frameOf(this.bases(before), before.facing));
    this.stand = before;
    this.turn(Math.round(degrees(minus(at, middle)) - degrees(minus(this.#drag.from, middle))));
  }

  release(): void {
    this.#drag = null;
    if (this.snapped) this.battle.say(this.snapped);
    this.snapped = '';
  }

  cancel(): void {
    if (this.#drag) this.#put(this.#drag.before);
    this.#drag = null;
    this.snapped = '';
  }

  click(id: string | null, at: Point): void {
    if (id === null && this.name) this.placeAt(at);
  }

  /** The next group of troops to place. */
  next(back: boolean): void {
    const names = this.task.troops.map((one) => one.name);
    const at = names.indexOf(this.name);
    this.choose(names[(at + (back ? names.length - 1 : 1)) % names.length] ?? this.name);
    this.battle.say(this.troops?.title ?? '');
  }

  key(event: KeyboardEvent): boolean {
    const key = plainKey(event);
    if (!key) return false;
    const step = this.battle.camera.arrow(event.key);
    if (key === 'm') this.next(event.shiftKey);
    else if (key === '[' || key === '{') this.wide(this.files - 1);
    else if (key === ']' || key === '}') this.wide(this.files + 1);
    else if (!this.stand) {
      if (key !== 'r' && key !== 'Enter' && !step) return false;
      this.placeNext();
    } else if (step) this.#put({ ...this.stand, front: add(this.stand.front, times(step, event.shiftKey ? 1 : 10)) });
    else if (key === ',' || key === '<') this.turn(event.shiftKey ? -1 : -15);
    else if (key === '.' || key === '>') this.turn(event.shiftKey ? 1 : 15);
    else if (key === 'Escape' || key === 'Delete' || key === 'Backspace') this.back();
    else return takes(event, this.battle, this.checker, this.action, (near) => this.take(near));
    return true;
  }
}
