/** The hand at the table: how pointer and keyboard choose bases and change the plan. */

import { add, inside, minus } from '../../lib/geometry';
import type { Base, Point, Pose, Step } from '../../lib/wire.gen';
import type { Hand as TableHand } from '../battle.svelte';
import { settings } from '../settings.svelte';
import { groupFollows, handAhead, reined, reinedIn, wheelTo } from './following';
import { keyed } from './keys';
import { march, stepsBetween, stride, tidy, type Hand } from './marching';
import { Planning, spunAbout } from './planning.svelte';
import { stepsOf, toPlaces, withSteps } from './plans';
import { boxed, toggled } from './selecting';
import { snapFacing, snapNear, snapSlide, type Snap } from './snapping';

/** What the hand took hold of: the bases, or one of the handles about them. */
export type Grip = 'move' | 'advance' | 'shift' | 'wheel-left' | 'wheel-right';

interface Drag {
  grip: Grip | 'box';
  held: Point;
  /** The members where they were (as ghosts or really) when the hand took hold. */
  from: Base[];
  before: Step[];
  /** How far it followed a road already. */
  far: number;
  legs: Pose[];
  turn: number;
  screen: Point;
  begun: boolean;
  /** The hand took hold of the plan itself, so that a mere click says nothing. */
  ghost: boolean;
  last: { at: Point; free: boolean };
}

/** A press that goes no further than this is a click (pixels). */
const CLICK = 5;
/** A move a little too far is cut to the limit (mm). */
const GIVE = 6;

export class Mover extends Planning implements TableHand {
  box = $state.raw<[Point, Point] | null>(null);
  /** On touch a finger on the felt draws a box instead of moving the table. */
  boxing = $state(false);
  dragging = $state(false);
  #drag: Drag | null = null;

  press(id: string | null, at: Point, event: PointerEvent): boolean {
    const target = event.target as Element;
    if (target.closest('[data-nearest]')) {
      void this.takeNearest();
      return true;
    }
    const grip = target.closest('[data-handle]')?.getAttribute('data-handle') as Grip | null | undefined;
    if (grip || target.closest('[data-ghost]')) return this.#hold(grip ?? 'move', at, event, true);
    if (id === null) {
      if (!event.shiftKey && !this.boxing) return false;
      this.#hold('box', at, event);
      return true;
    }
    const base = this.battle.base(id);
    if (!base || base.side !== this.battle.side) return false;
    if (event.shiftKey) this.choose(toggled(this.battle.selected, id));
    else if (!this.battle.selected.has(id)) this.choose([id]);
    return this.able ? this.#hold('move', at, event) : false;
  }

  #hold(grip: Grip | 'box', at: Point, event: PointerEvent, ghost = false): boolean {
    const plan = this.plan;
    this.#drag = {
      grip, held: at, from: this.there, turn: 0, begun: false, ghost,
      before: (plan && stepsOf(plan)) ?? [],
      far: this.followed,
      legs: plan?.kind === 'single' ? plan.legs.slice(0, -1) : [],
      screen: [event.clientX, event.clientY],
      last: { at, free: event.altKey },
    };
    if (plan?.kind === 'ends' && !stepsOf(plan)) this.#drag.from = this.members;
    return true;
  }

  drag(_id: string | null, at: Point, event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.begun && Math.hypot(event.clientX - drag.screen[0], event.clientY - drag.screen[1]) < CLICK) return;
    drag.begun = true;
    drag.last = { at, free: event.altKey || !settings.snap };
    if (drag.grip === 'box') this.box = [drag.held, at];
    else {
      this.dragging = true;
      this.#follow(drag);
    }
  }

  release(id: string | null, at: Point, event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = null;
    this.dragging = false;
    if (!drag) return;
    if (drag.grip === 'box') {
      this.box = null;
      const own = this.battle.position.bases.filter((base) => base.side === this.battle.side);
      const found = drag.begun ? boxed(own, drag.held, at).map((base) => base.id) : [];
      this.choose(event.shiftKey && drag.begun ? [...this.battle.selected, ...found] : found);
    } else if (drag.begun) {
      if (settings.moveOnRelease && !event.ctrlKey && !event.metaKey) void this.dropped();
    } else if (!drag.ghost) this.click(id, at, event);
  }

  /** A click that dragged nothing: one of several is taken alone, and the felt clears plan or choice. */
  click(id: string | null, _at: Point, event: PointerEvent): void {
    const { selected } = this.battle;
    if (id === null && this.plan) this.drop();
    else if (id === null && !event.shiftKey) this.choose([]);
    else if (id !== null && !event.shiftKey && selected.size > 1 && selected.has(id)) this.choose([id]);
  }

  cancel(): void {
    this.#drag = null;
    this.dragging = false;
    this.box = null;
    this.drop();
  }

  double(id: string): void {
    if (this.battle.base(id)?.side === this.battle.side) this.chooseGroup(id);
  }

  /** The wheel of the mouse turns what is being dragged. */
  wheel(event: WheelEvent): boolean {
    if (!this.#drag?.begun || this.#drag.grip !== 'move' || this.#drag.from.length !== 1) return false;
    this.turnInHand(Math.sign(event.deltaY) * (event.shiftKey ? 1 : 5));
    return true;
  }

  turnInHand(by: number): boolean {
    if (!this.#drag || this.#drag.from.length !== 1 || this.#drag.grip !== 'move') return false;
    this.#drag.turn += by;
    this.#follow(this.#drag);
    return true;
  }

  key(event: KeyboardEvent): boolean {
    return keyed(this, event);
  }

  // Following the hand.

  #follow(drag: Drag): void {
    if (this.track && drag.grip === 'advance') this.follow(drag.far + handAhead(drag.from, drag.held, drag.last.at)[1]);
    else if (drag.from.length === 1) this.#followSingle(drag);
    else this.#followGroup(drag);
  }

  #followSingle({ grip, held, from, legs, turn, last }: Drag): void {
    const [start] = from as [Base];
    const [base] = this.members as [Base];
    if (grip === 'move') {
      const piece = this.battle.position.terrain.find(
        (one) => (one.kind === 'camp' || one.kind === 'bua') && one.id !== base.inside && inside(last.at, one.outline),
      );
      let front = add(start.front, minus(last.at, held));
      if (!turn && !legs.length && base.inside === null && !last.free) front = reinedIn(front, base.front, this.limit, GIVE);
      const pose: Pose = spunAbout({ ...start, front }, turn);
      if (piece) this.show({ kind: 'single', members: [base], legs: [...legs, pose], enters: piece.id });
      else this.#place(base, legs, pose, last.free);
      return;
    }
    const step = this.#stepOf(grip as Grip, from, held, last);
    const [end] = stride(from, step.step) as [Base];
    this.show({ kind: 'single', members: [base], legs: [...legs, { front: end.front, facing: end.facing }], enters: null }, step.snap);
  }

  /** Put a single base to a pose, or to a place near it that it snaps to. */
  #place(base: Base, legs: Pose[], pose: Pose, free: boolean): void {
    const snap = free ? null : snapNear(this.battle.position, [base], [{ ...base, ...pose }]);
    const end = snap ? (snap.poses[base.id] as Pose) : pose;
    this.show({ kind: 'single', members: [base], legs: [...legs, end], enters: null }, snap);
  }

  #followGroup({ grip, held, from, before, last }: Drag): void {
    const { members } = this;
    if (grip !== 'move') {
      const { step, snap } = this.#stepOf(grip as Grip, from, held, last);
      this.show(withSteps(members, before, [step]), snap);
      return;
    }
    const more = groupFollows(from, held, last.at);
    const raw = last.free ? tidy([...before, ...more]) : reined(members, tidy([...before, ...more]), this.limit, GIVE);
    const there = march(members, raw);
    const snap = last.free ? null : snapNear(this.battle.position, members, there);
    if (snap && stepsBetween(members, members.map((base) => ({ ...base, ...(snap.poses[base.id] as Pose) })))) {
      this.show(toPlaces(members, snap.poses), snap);
      return;
    }
    const [right, ahead] = handAhead(from, held, last.at);
    const onward = right && ahead > 0 ? reined(members, [...before, { advance: ahead }], this.limit, Infinity) : [];
    this.show({ kind: 'steps', members, steps: raw }, null, onward);
  }

  /** The one step a handle makes, snapped to what is near. */
  #stepOf(grip: Grip, from: Base[], held: Point, { at, free }: Drag['last']): { step: Step; snap: Snap | null } {
    const { position } = this.battle;
    if (grip === 'wheel-left' || grip === 'wheel-right') {
      const pivot: Hand = grip === 'wheel-left' ? 'left' : 'right';
      const asked = wheelTo(from, pivot, at);
      const wheel = this.members.length > 1 ? Math.max(0, asked) : asked;
      const rounded = Math.round(wheel * 2) / 2;
      const step: Step = { wheel: free ? rounded : (snapFacing(position, from, pivot, wheel) ?? rounded), pivot };
      return { step: free ? step : (reined(from, [step], this.limit, GIVE)[0] ?? step), snap: null };
    }
    const [right, ahead] = handAhead(from, held, at);
    const whole = (value: number): number => Math.round(value / this.battle.unit.mm) * this.battle.unit.mm;
    if (grip === 'shift') return { step: { shift: whole(right) }, snap: null };
    const snap = free ? null : snapSlide(position, from, ahead);
    if (snap) return { step: { advance: snap.advance }, snap: snap.snap };
    const step: Step = { advance: whole(ahead) };
    return { step: free ? step : (reined(from, [step], this.limit, GIVE)[0] ?? step), snap: null };
  }

  /** The battle has gone on. */
  changed(): void {
    this.#drag = null;
    this.dragging = false;
    this.drop();
    const standing = this.battle.chosen.filter((base) => base.side === this.battle.side).map((base) => base.id);
    if (standing.length < this.battle.selected.size) this.choose(standing);
  }
}
