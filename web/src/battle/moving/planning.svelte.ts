/** The plan in hand: how it is changed, the umpire's ruling on it, and making the move. */

import { aboutFace, carried, centre, turned, type Standing } from '../../lib/geometry';
import type { Action, Barred, Base, Pose, Step } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { settings } from '../settings.svelte';
import { Choosing } from './choosing.svelte';
import { columnEnds } from './columns';
import { hinderers, isColumn } from './grouping';
import { Judge } from './judging.svelte';
import { march, posesOf, stepsBetween, stride, tidy } from './marching';
import { ghosts, moveOf, stepsOf, toPlaces, withSteps, type Plan } from './plans';
import { roadPath } from './roads';
import { shiftsOpposite, snapsAround, snapsWithin, type Snap } from './snapping';
import { moveAction, moveIn } from './writing';

/** How many contacts are tried at the most before one gives up. */
const TRIES = 60;
/** How many places close by are tried when the umpire finds no legal part of a plan. */
const ALTERNATIVES = 8;
/** How many shorter shifts are tried. */
const SHIFTS = 6;

export class Planning extends Choosing {
  plan = $state.raw<Plan | null>(null);
  snap = $state.raw<Snap | null>(null);
  /** Something to say to who planned, until the next thing is planned. */
  note = $state('');
  /** The order in which enemies conform, as one chose it. */
  conform = $state.raw<string[]>([]);
  /** The event after which one was asked whether the moves are to end. */
  endingAfter = $state(-1);
  /** Whether anything could still be done is being asked. */
  asking = $state(false);
  /** Why the plan goes no further than it does, though the hand did. */
  stopped = $state('');
  /** Who was left out of the selection because it cannot come, and why. */
  leftOut = $state.raw<{ ids: string[]; why: string } | null>(null);
  /** The plan that was refused because of some, when it stopped short of what they cannot do. */
  spare = $state.raw<{ ids: string[]; plan: Plan } | null>(null);
  /** Bases that are where the hand put them already, and need no animation. */
  still = $state.raw<ReadonlySet<string>>(new Set());
  readonly judge: Judge;
  #round: { snaps: Snap[]; at: number } | null = null;

  constructor(battle: Battle) {
    super(battle);
    this.judge = new Judge(battle.live, { refused: () => this.refused(), found: () => this.carry() });
  }

  /** Where the selection is in the plan, or stands. */
  get there(): Base[] {
    return this.plan ? ghosts(this.plan) : this.members;
  }

  /** Whether one was asked just now whether the moves are to end, and has done nothing else since. */
  get ending(): boolean {
    return this.endingAfter === this.battle.shown.number && this.note !== '';
  }

  /** How far the selection may go, as far as one knows. */
  get limit(): number | null {
    const limit: unknown = this.plan ? this.judge.ruling?.answer?.limit : undefined;
    return typeof limit === 'number' && limit > 0 ? limit : this.reach;
  }

  override choose(ids: Iterable<string>): void {
    super.choose(ids);
    this.leftOut = null;
  }

  /** The umpire refuses the plan: true when there is another at once. Who cannot come wherever the others go is left out. */
  protected refused(): boolean {
    const ids = hinderers(this.plan?.members ?? [], this.#barred.filter((one) => one.wherever));
    if (!ids.length) return false;
    this.without(ids);
    return true;
  }

  get #barred(): Barred[] {
    return this.judge.legal === false ? (this.judge.ruling?.barred ?? []) : [];
  }

  /** Who keeps the plan from being allowed, so that one may go without them. */
  get hindering(): string[] {
    return this.spare?.ids ?? (this.plan && this.judge.legal === false ? hinderers(this.plan.members, this.#barred) : []);
  }

  /** A legal move near the refused plan is found. */
  protected carry(): void {}

  show(plan: Plan, snap: Snap | null = null, onward: Step[] = [], stopped = ''): void {
    this.plan = plan;
    this.snap = snap;
    this.stopped = stopped;
    this.spare = null;
    this.note = '';
    this.conform = [];
    this.#round = null;
    this.#ask(onward);
  }

  /** The enemies who conform to the planned move, in their order, where there are several. */
  get conforming(): string[] {
    return this.plan && this.judge.legal ? ((this.judge.ruling?.answer?.conforms as string[] | undefined) ?? []) : [];
  }

  /** Let an enemy conform before all others. */
  conformFirst(id: string): void {
    this.conform = [id, ...this.conforming.filter((one) => one !== id)];
    this.#ask();
    this.battle.say(`${id} conforms first.`);
  }

  #ask(onward: Step[] = []): void {
    const { plan } = this;
    if (!plan) return;
    this.judge.ask(this.#action(plan), () => this.#instead(plan, onward));
  }

  /** What might be done instead of a refused plan: contacts and line-ups close by, and the same way straight on. */
  #instead(plan: Plan, onward: Step[]): Action[] {
    const { position } = this.battle;
    const near = snapsAround(position, plan.members, ghosts(plan), position.scale.base_width).slice(0, ALTERNATIVES);
    const plans = near.map((snap) => toPlaces(plan.members, snap.poses)).filter((one) => plan.kind === 'single' || stepsOf(one));
    if (onward.length) plans.push({ kind: 'steps', members: plan.members, steps: onward });
    return [...this.#shorterShifts(plan), ...plans].map((one) => this.#action(one));
  }

  /** The plan as a decision of these rules. */
  #action(plan: Plan): Action {
    return moveAction(this.battle.shown.moves, moveOf(plan, this));
  }

  /** A shift ends before an enemy: the same with less of it. */
  #shorterShifts(plan: Plan): Plan[] {
    const last = plan.kind === 'steps' ? plan.steps.at(-1) : undefined;
    if (plan.kind !== 'steps' || !last?.shift) return [];
    const before = plan.steps.slice(0, -1);
    const ahead = tidy([{ advance: last.advance ?? 0 }]);
    const shifts = shiftsOpposite(this.battle.position, march(plan.members, [...before, ...ahead]), last.shift);
    return shifts.slice(0, SHIFTS).map((shift) => ({ ...plan, steps: tidy([...before, { ...last, shift }]) }));
  }

  /** How the move is made has changed (by road, dismounting): ask again. */
  reconsider(): void {
    if (this.track) this.drop();
    else this.#ask();
  }

  /** Follow the road so far. */
  follow(far: number, snap: Snap | null = null): void {
    const { members, track } = this;
    const [first] = members;
    if (!track || !first) return;
    if (members.length > 1) this.show({ kind: 'steps', members, steps: tidy([{ advance: far }]), road: track }, snap);
    else this.show({ kind: 'single', members, legs: roadPath(track, first, far), enters: null, far }, snap);
  }

  /** How far the plan follows the road already. */
  protected get followed(): number {
    const { plan } = this;
    return plan?.kind === 'single' ? (plan.far ?? 0) : plan?.kind === 'steps' && plan.road ? (plan.steps[0]?.advance ?? 0) : 0;
  }

  /** Add a step to the plan: from the keyboard, or typed. */
  nudge(step: Step): void {
    if (!this.able) return;
    const { members, plan } = this;
    if (this.track && step.advance) {
      this.follow(this.followed + step.advance);
      return;
    }
    if (plan?.kind === 'ends' && plan.column && step.advance) {
      this.formColumn(plan.column.further + step.advance);
      return;
    }
    if (members.length > 1) {
      this.show(withSteps(members, (plan && stepsOf(plan)) ?? [], [step]));
      return;
    }
    const [end] = stride(this.there, step) as [Base];
    const legs = plan?.kind === 'single' ? plan.legs.slice(0, -1) : [];
    this.show({ kind: 'single', members, legs: [...legs, { front: end.front, facing: end.facing }], enters: null });
  }

  /** Turn a single base on the spot, clockwise. */
  turn(by: number): void {
    const [base] = this.there;
    if (!this.able || !base || this.members.length > 1) return;
    const legs = this.plan?.kind === 'single' ? this.plan.legs.slice(0, -1) : [];
    this.show({ kind: 'single', members: this.members, legs: [...legs, spunAbout(base, by)], enters: null });
  }

  aboutFace(): void {
    if (!this.able) return;
    this.show(toPlaces(this.members, Object.fromEntries(this.there.map((base) => [base.id, aboutFace(base)]))));
  }

  /** Form column behind the base that was chosen last. */
  formColumn(further = 0): void {
    const { members } = this;
    const head = members.at(-1);
    if (!this.able || !head || members.length < 2 || isColumn(members)) return;
    const kept = this.plan?.kind === 'ends' ? this.plan.column?.head : undefined;
    const first = members.find((base) => base.id === kept) ?? head;
    this.show({ kind: 'ends', members, ends: columnEnds(members, first, further), column: { head: first.id, further } });
  }

  /** March, or no longer; false where the rules have no marches. */
  toggleMarch(): boolean {
    if (!this.battle.shown.moves.fields.includes('march')) return false;
    this.march = !this.march;
    this.battle.say(this.march ? 'Marching.' : 'No longer marching.');
    this.reconsider();
    return true;
  }

  /** Halt the selection, where troops would move on their own. */
  halt(): boolean {
    if (!this.able || !this.battle.may('halt')) return false;
    void this.battle.decide({ do: 'halt', elements: this.members.map((base) => base.id) });
    return true;
  }

  /** Go by way of where the ghost is now. */
  addLeg(): void {
    const { plan } = this;
    const last = plan?.kind === 'single' ? plan.legs.at(-1) : undefined;
    if (plan?.kind === 'single' && last && !plan.enters) this.show({ ...plan, legs: [...plan.legs, last] });
  }

  /** Take back the last step of the plan. */
  stepBack(): void {
    const { plan } = this;
    const steps = plan && stepsOf(plan);
    if (plan?.kind === 'single' && plan.legs.length > 1) this.show({ ...plan, legs: plan.legs.slice(0, -1), enters: null });
    else if (plan && steps && steps.length > 1) this.show(withSteps(plan.members, steps.slice(0, -1), []));
    else this.drop();
  }

  /** Go to the next legal contact or line-up within reach. */
  async nextContact(back = false): Promise<void> {
    if (!this.able) return;
    const { members } = this;
    const reach = this.limit ?? this.reach ?? 0;
    const round = this.#round ?? { snaps: this.#reachable(members, reach), at: back ? 0 : -1 };
    const count = round.snaps.length;
    for (let tried = 0; tried < Math.min(count, TRIES); tried++) {
      round.at = (round.at + (back ? -1 : 1) + count) % count;
      const snap = round.snaps[round.at] as Snap;
      const plan = toPlaces(members, snap.poses);
      const ruling = await this.battle.live.check(this.#action(plan)).catch(() => null);
      if (!ruling?.answer?.legal) continue;
      this.show(plan, snap);
      this.#round = round;
      this.battle.say(snap.words);
      return;
    }
    this.note = 'No legal contact or line-up is within reach.';
  }

  #reachable(members: Base[], reach: number): Snap[] {
    const found = snapsWithin(this.battle.position, members, members, reach);
    if (members.length === 1) return found;
    return found.filter((snap) => stepsBetween(members, members.map((base) => ({ ...base, ...(snap.poses[base.id] as Pose) }))));
  }

  /** Plan the same without some who cannot come. */
  without(ids: readonly string[]): void {
    const plan = this.spare?.plan ?? this.plan;
    if (!plan || !ids.length) return;
    const faults: string[] = this.judge.legal === false ? (this.judge.ruling?.answer?.faults ?? []) : [];
    const why = faults.find((says) => says.split(/[\s,:;]+/).some((word) => ids.includes(word))) ?? this.stopped;
    this.choose(plan.members.map((base) => base.id).filter((id) => !ids.includes(id)));
    this.leftOut = { ids: [...ids], why: this.battle.plain(why) };
    this.planAgain(plan);
    this.battle.say(`Without ${ids.join(', ')}. ${this.leftOut.why}`);
  }

  /** Plan for the members what was planned for more. */
  protected planAgain(plan: Plan): void {
    const { members } = this;
    const steps = stepsOf(plan);
    if (members.length > 1 && steps && !steps.some((step) => step.wheel)) this.show(withSteps(members, steps, []));
    else this.show(toPlaces(members, posesOf(ghosts(plan))));
  }

  /** Make the nearest legal move instead of the refused one. */
  async takeNearest(): Promise<void> {
    if (!this.judge.nearest || !this.plan) return;
    this.showNearest();
    if (settings.moveOnRelease) await this.commit();
  }

  /** Plan the nearest legal move instead of the refused one. */
  protected showNearest(stopped = ''): void {
    const { nearest } = this.judge;
    if (!nearest || !this.plan) return;
    const { members } = this.plan;
    const spare = { ids: this.hindering, plan: this.plan };
    const { steps, path } = moveIn(this.battle.shown.moves, nearest.action) ?? {};
    const road = this.plan.kind === 'steps' ? this.plan.road : null;
    if (steps?.length) this.show({ kind: 'steps', members, steps, road }, null, [], stopped);
    else if (path?.length) this.show({ kind: 'single', members, legs: path, enters: null }, null, [], stopped);
    else this.show(toPlaces(members, nearest.poses), null, [], stopped);
    this.spare = spare.ids.length ? spare : null;
  }

  protected async dropped(): Promise<void> {
    const ruling = await this.judge.settled();
    const { plan } = this;
    if (plan && ruling?.answer?.legal && !ruling.answer.needs && !ruling.answer.conforms) {
      this.still = new Set(plan.members.map((base) => base.id));
      await this.commit();
    }
  }

  /** Make the move, if it is allowed. */
  async commit(): Promise<boolean> {
    const { plan } = this;
    if (!plan || this.battle.deciding) return false;
    const ruling = await this.judge.settled();
    if (this.plan !== plan || !ruling?.answer?.legal) return false;
    const { selected } = this.battle;
    const done = await this.battle.decide(this.judge.judged as Action);
    // Whoever chose others meanwhile keeps them.
    if (done && [...this.battle.selected].every((id) => selected.has(id))) this.choose([]);
    setTimeout(() => (this.still = new Set()), 500);
    return done;
  }

  /** Give the plan up; the bases stay chosen. */
  drop(): void {
    this.plan = null;
    this.snap = null;
    this.stopped = '';
    this.spare = null;
    this.note = '';
    this.conform = [];
    this.#round = null;
    this.judge.clear();
  }
}

/** A base turned about its middle, clockwise. */
export function spunAbout(base: Standing, by: number): Pose {
  if (!by) return { front: base.front, facing: base.facing };
  const middle = centre(base);
  const facing = turned(base.facing, by);
  const still: Pose = { front: middle, facing: base.facing };
  return carried({ front: base.front, facing: base.facing }, still, { front: middle, facing });
}
