/** The hand at the table: how pointer and keyboard choose bases and change the plan. */

import { add, inside, minus, sameWay } from '../../lib/geometry';
import type { Base, Point, Pose, Step } from '../../lib/wire.gen';
import type { Hand as TableHand } from '../battle.svelte';
import { isPlace } from '../../table/ground.svelte';
import { settings } from '../settings.svelte';
import { said } from '../../lib/units';
import { beyond, groupFollows, handAhead, reined, reinedIn, straightOn, wheelTo } from './following';
import { keyed } from './keys';
import { march, stepsBetween, tidy, type Hand } from './marching';
import { Planning, spunAbout } from './planning.svelte';
import { ghosts, stepsOf, toPlaces, type Plan } from './plans';
import { boxed, toggled } from './selecting';
import { placeKey, snapFacing, snapSlide, snapsNear, turning, turnWords, type Snap } from './snapping';

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
  /** Places it snapped to that the umpire refused. */
  refused: Set<string>;
  /** The plan it led to last. */
  plan: Plan | null;
}

/** A press that goes no further than this is a click (pixels). */
const CLICK = 5;

export class Mover extends Planning implements TableHand {
  box = $state.raw<[Point, Point] | null>(null);
  /** On touch a finger on the felt draws a box instead of moving the table. */
  boxing = $state(false);
  dragging = $state(false);
  #drag: Drag | null = null;
  /** What the hand let go last, while the umpire still judges it. */
  #let: Drag | null = null;

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
      refused: new Set(),
      plan: null,
    };
    this.#let = null;
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
      this.#let = drag;
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
    this.#drag = this.#let = null;
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

  /** What it snapped to is refused: the next best place near the hand is tried. */
  protected override refused(): boolean {
    if (super.refused()) return true;
    const drag = this.#drag ?? this.#let;
    if (!drag || drag.plan !== this.plan || !this.snap) return false;
    drag.refused.add(placeKey(this.snap));
    this.#follow(drag);
    return true;
  }

  /** Those that stay go on in the hand. */
  protected override planAgain(plan: Plan): void {
    const drag = this.#drag ?? this.#let;
    if (!drag || drag.grip === 'box') {
      super.planAgain(plan);
      return;
    }
    drag.from = drag.from.filter((base) => this.battle.selected.has(base.id));
    this.#follow(drag);
  }

  /** The hand asks for too much: the ghost goes as far on that way as it may, and says so when it is turned there. */
  protected override carry(): void {
    const { plan, judge } = this;
    if (!plan || (this.#drag ?? this.#let)?.plan !== plan) return;
    const wheels = plan.kind === 'steps' && plan.steps.some((step) => step.wheel);
    const turn = wheels || !judge.nearest ? '' : turnWords(ghosts(plan), judge.nearest.poses);
    const why = this.battle.plain(judge.ruling?.answer?.faults?.[0] ?? 'the rest is not allowed');
    this.showNearest(`${turn ? `is ${turn}, ` : ''}goes no further: ${why}`);
  }

  get #atLimit(): string {
    return this.limit === null ? '' : `stops at the ${said(this.battle.position, this.limit)} it may go`;
  }

  // Following the hand.

  #follow(drag: Drag): void {
    if (this.track && drag.grip === 'advance') this.follow(drag.far + handAhead(drag.from, drag.held, drag.last.at)[1]);
    else if (drag.from.length === 1) this.#followSingle(drag);
    else this.#followGroup(drag);
    drag.plan = this.plan;
  }

  #followSingle(drag: Drag): void {
    const { grip, held, from, legs, turn, last } = drag;
    const [start] = from as [Base];
    const [base] = this.members as [Base];
    if (grip === 'move') {
      const piece = this.battle.position.terrain.find(
        (one) => isPlace(one.kind, this.battle.position.edition) && one.id !== base.inside && inside(last.at, one.outline),
      );
      const asked = add(start.front, minus(last.at, held));
      const front = turn || legs.length || base.inside !== null ? asked : reinedIn(asked, base.front, this.limit);
      const pose: Pose = spunAbout({ ...start, front }, turn);
      if (piece) this.show({ kind: 'single', members: [base], legs: [...legs, pose], enters: piece.id });
      else this.#place(drag, base, pose, front === asked ? '' : this.#atLimit);
      return;
    }
    const { step, snap } = this.#stepOf(drag);
    const whole = legs.length || start.front !== base.front ? null : this.limit;
    const far = beyond(from, [step], whole);
    const [end] = march(from, reined(from, [step], whole)) as [Base];
    this.show({ kind: 'single', members: [base], legs: [...legs, { front: end.front, facing: end.facing }], enters: null }, far ? null : snap, [], far ? this.#atLimit : '');
  }

  /** Put a single base to a pose, or to a place near it that it snaps to. */
  #place(drag: Drag, base: Base, pose: Pose, stopped: string): void {
    const straight = !drag.turn && straightOn(base.facing, drag.held, drag.last.at);
    const snap = this.#snapped(drag, [base], [{ ...base, ...pose }], (one) => !straight || !this.#bends(one, base));
    const end = snap ? (snap.poses[base.id] as Pose) : pose;
    this.show({ kind: 'single', members: [base], legs: [...drag.legs, end], enters: null }, snap, [], snap ? '' : stopped);
  }

  /** Whether a snap turns a base onto a road. */
  #bends(snap: Snap, base: Base): boolean {
    const onRoad = this.battle.position.terrain.some((piece) => piece.id === snap.to && piece.kind === 'road');
    return onRoad && !sameWay((snap.poses[base.id] as Pose).facing, base.facing);
  }

  /** The best place near where the members would be that the umpire has not refused yet. */
  #snapped(drag: Drag, members: Base[], there: Base[], fits: (snap: Snap) => boolean): Snap | null {
    if (drag.last.free) return null;
    const found = snapsNear(this.battle.position, members, there).find((snap) => !drag.refused.has(placeKey(snap)) && fits(snap));
    return found ? { ...found, words: turning(found, there) } : null;
  }

  #followGroup(drag: Drag): void {
    const { grip, held, from, before, last } = drag;
    const { members } = this;
    if (grip !== 'move') {
      const { step, snap } = this.#stepOf(drag);
      const steps = tidy([...before, step]);
      const far = beyond(members, steps, this.limit);
      this.show({ kind: 'steps', members, steps: reined(members, steps, this.limit) }, far ? null : snap, [], far ? this.#atLimit : '');
      return;
    }
    const asked = tidy([...before, ...groupFollows(from, held, last.at)]);
    const steps = reined(members, asked, this.limit);
    const snap = this.#snapped(drag, members, march(members, steps), (one) =>
      stepsBetween(members, members.map((base) => ({ ...base, ...(one.poses[base.id] as Pose) }))) !== null);
    if (snap) {
      this.show(toPlaces(members, snap.poses), snap);
      return;
    }
    const [right, ahead] = handAhead(from, held, last.at);
    const onward = right && ahead > 0 ? reined(members, [...before, { advance: ahead }], this.limit) : [];
    this.show({ kind: 'steps', members, steps }, null, onward, beyond(members, asked, this.limit) ? this.#atLimit : '');
  }

  /** The one step a handle makes, snapped to what is near. */
  #stepOf({ grip, from, held, refused, last: { at, free } }: Drag): { step: Step; snap: Snap | null } {
    const { position } = this.battle;
    if (grip === 'wheel-left' || grip === 'wheel-right') {
      const pivot: Hand = grip === 'wheel-left' ? 'left' : 'right';
      const asked = wheelTo(from, pivot, at);
      const wheel = this.members.length > 1 ? Math.max(0, asked) : asked;
      const rounded = Math.round(wheel * 2) / 2;
      return { step: { wheel: free ? rounded : (snapFacing(position, from, pivot, wheel) ?? rounded), pivot }, snap: null };
    }
    const [right, ahead] = handAhead(from, held, at);
    const whole = (value: number): number => Math.round(value / this.battle.unit.mm) * this.battle.unit.mm;
    if (grip === 'shift') return { step: { shift: whole(right) }, snap: null };
    const slide = free ? null : snapSlide(position, from, ahead);
    if (slide && !refused.has(placeKey(slide.snap))) return { step: { advance: slide.advance }, snap: slide.snap };
    return { step: { advance: whole(ahead) }, snap: null };
  }

  /** The battle has gone on. */
  changed(): void {
    this.#drag = this.#let = null;
    this.dragging = false;
    this.drop();
    const standing = this.battle.chosen.filter((base) => base.side === this.battle.side).map((base) => base.id);
    if (standing.length < this.battle.selected.size) this.choose(standing);
  }
}
