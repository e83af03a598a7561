/** Moving unit groups as one: chosen by a click, planned by drag, keys or buttons, judged and paid for as one goes. */

import type { Standing } from '../../lib/geometry';
import { part } from '../../lib/parts';
import type { Action, Base, Fault, MegMove, MegStep, Point, Pose, Ruling } from '../../lib/wire.gen';
import { groupNamed, groupOf, groupTitle, type Group } from '../../table/unitGroups';
import type { Battle, Hand as TableHand, Shade } from '../battle.svelte';
import { groupFollows } from '../moving/following';
import { settings } from '../settings.svelte';
import { payments } from './cards';
import { actionOf, fromSteps, step, walked } from './walking';
import { stepWords } from './wording';

/** At most one question in so many milliseconds. */
const PACE = 70;
/** What a key moves: base widths straight on and aside, degrees of a wheel; with Shift the fine measures. */
const STRIDE = { far: 0.5, aside: 0.25, wheel: 5 };
const FINE = { far: 0.1, aside: 0.1, wheel: 1 };

interface Paid {
  general: string;
  cards: string[];
}

export class GroupMover implements TableHand {
  units = $state.raw<string[]>([]);
  steps = $state.raw<MegStep[]>([]);
  /** The steps of the first part, while the second part of a double move is planned. */
  first = $state.raw<MegStep[] | null>(null);
  /** The cards that the player chose to pay with; null leaves it to the umpire. */
  paid = $state.raw<Paid | null>(null);
  /** The generals with those who move who stay behind. */
  stays = $state.raw<string[]>([]);
  dragging = $state(false);
  ruling = $state.raw<Ruling | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** The legal move that would be made: the plan itself as somebody can pay for it, or the nearest one to it. */
  offer = $state.raw<{ action: MegMove; poses: Record<string, Pose> } | null>(null);
  /** Another legal decision, where those who are chosen may make no move like the plan. */
  instead = $state.raw<Action | null>(null);
  waiting = $state(false);

  #held: Point | null = null;
  #number = -1;
  #asked: MegMove | null = null;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;
  #payer: Paid | null = null;

  constructor(readonly battle: Battle) {}

  get groups(): Group[] {
    return this.units.map((id) => groupNamed(this.battle.position, id)).filter((one) => one !== undefined);
  }

  get members(): Base[] {
    return this.groups.flatMap((group) => group.bases);
  }

  /** Whether the umpire allows what is planned, as it is; null while he has not answered. */
  get legal(): boolean | null {
    if (!this.ruling) return null;
    return Boolean(this.ruling.answer?.legal) || this.same;
  }

  /** Whether the offer is the plan itself, only paid for otherwise. */
  get same(): boolean {
    const { offer } = this;
    return offer !== null && offer.action.action === this.#asked?.action && offer.action.units.length === this.units.length && offer.action.steps.every((one, i) => Math.abs((one.amount ?? 0) - (this.steps[i]?.amount ?? 0)) < 0.02) && offer.action.steps.length === this.steps.length;
  }

  /** What would be decided now; null while nothing legal is known. */
  get ready(): MegMove | null {
    if (this.waiting || !this.#asked) return null;
    return this.ruling?.answer?.legal ? this.#asked : (this.offer?.action ?? null);
  }

  get planned(): boolean {
    return this.steps.length > 0 || this.first !== null;
  }

  get facing(): Point {
    return this.groups[0]?.frame.facing ?? [0, 1];
  }

  /** Where the bases would stand by the plan. */
  get ghosts(): Base[] {
    const before = this.first ? walked(this.members, this.facing, this.first) : null;
    const start = before ?? { bases: this.members, facing: this.facing };
    return walked(start.bases, start.facing, this.steps)?.bases ?? [];
  }

  get words(): string {
    const { position } = this.battle;
    return [this.first && stepWords(this.first, position), stepWords(this.steps, position)].filter(Boolean).join(', then ');
  }

  choose(...units: string[]): void {
    this.drop();
    this.units = units;
    this.stays = [];
    this.#payer = null;
    this.battle.selected = new Set(this.members.map((base) => base.id));
    if (units.length) this.battle.say(units.map((id) => groupTitle(this.battle.position, id)).join(', '));
  }

  drop(): void {
    this.steps = [];
    this.first = null;
    this.#asked = null;
    this.ruling = this.fault = this.offer = this.instead = null;
    this.waiting = false;
    clearTimeout(this.#timer);
  }

  /** The table changed: what is chosen stays, plans do not. */
  changed(number: number): void {
    if (number === this.#number) return;
    this.#number = number;
    this.drop();
    this.stays = [];
    this.#payer = null;
    this.units = this.units.filter((id) => groupNamed(this.battle.position, id));
    this.battle.selected = new Set(this.members.map((base) => base.id));
  }

  plan(steps: MegStep[]): void {
    this.steps = tidy(steps);
    if (!this.planned) {
      this.drop();
      return;
    }
    this.#ask();
  }

  nudge(...more: MegStep[]): void {
    if (this.units.length) this.plan([...this.steps, ...more]);
  }

  stepBack(): void {
    this.plan(this.steps.slice(0, -1));
  }

  /** The plan so far is the first part of a double move; what follows is the second. */
  second(): void {
    if (!this.steps.length || this.first) return;
    this.first = this.steps;
    this.steps = [];
    this.offer = this.instead = null;
    this.ruling = null;
  }

  payBy(paid: Paid | null): void {
    this.paid = paid;
    this.#payer = null;
    if (this.planned) this.#ask();
  }

  /** The generals who go along with those who move, or stay behind. */
  get along(): string[] {
    return (this.battle.position.generals ?? []).filter((one) => one.unit && this.units.includes(one.unit) && one.state !== 'dead').map((one) => one.id);
  }

  /** Let a general stay behind, or go along again. */
  leave(general: string): void {
    this.stays = this.stays.includes(general) ? this.stays.filter((one) => one !== general) : [...this.stays, general];
    if (this.planned) this.#ask();
  }

  /** The move as an action; null when its steps are those of none. */
  #move(): MegMove | null {
    const [group] = this.groups;
    if (!group) return null;
    const name = (steps: readonly MegStep[]): string => actionOf(group.unit, steps) ?? 'M2';
    const pays = this.paid ?? this.#payer ?? this.#guess();
    const steps = this.steps.map((one) => ({ ...one, amount: Number((one.amount ?? 0).toFixed(2)) }));
    const action = { do: 'move' as const, units: this.units, general: pays?.general ?? '', cards: pays?.cards ?? [], ...(this.stays.length ? { stays: this.stays } : {}) };
    if (this.first) return { ...action, action: 'M14', steps: this.first, first: name(this.first), second: name(steps), then: steps };
    return { ...action, action: name(steps), steps };
  }

  get #hands(): Record<string, string[]> {
    const side = this.battle.shown.pending.side;
    const own = new Set((this.battle.position.generals ?? []).filter((one) => one.side === side).map((one) => one.id));
    return Object.fromEntries(Object.entries(part(this.battle.shown.view, 'hands') ?? {}).filter(([id, cards]) => own.has(id) && cards.length));
  }

  #guess(): Paid | null {
    return payments(this.#hands, [this.units.length > 1 || this.first ? 2 : 1], 1)[0] ?? null;
  }

  #ask(): void {
    this.#asked = this.#move();
    this.waiting = true;
    this.#schedule();
  }

  #schedule(): void {
    const early = this.#last + PACE - performance.now();
    clearTimeout(this.#timer);
    if (!this.#running) this.#timer = setTimeout(() => void this.#judge(), Math.max(0, early));
  }

  async #judge(): Promise<void> {
    const asked = this.#asked;
    if (!asked) return;
    this.#running = true;
    this.#last = performance.now();
    try {
      const also = this.paid ? [] : payments(this.#hands, this.first ? [1, 2, 3] : this.units.length > 1 ? [2, 3] : [1, 2], 16).map((one) => ({ ...asked, ...one }) as unknown as Action);
      const found = await this.battle.live.judged(asked as unknown as Action, also);
      if (this.#asked !== asked) return;
      this.ruling = found.ruling;
      this.fault = null;
      const near = found.nearest?.action as Action | undefined;
      this.offer = near && this.#ours(near) ? { action: near, poses: found.nearest?.places ?? {} } : null;
      this.instead = near && !this.offer ? near : null;
      if (this.offer && !this.paid) this.#payer = { general: this.offer.action.general, cards: this.offer.action.cards };
    } catch (wrong) {
      if (this.#asked !== asked) return;
      this.ruling = this.offer = this.instead = null;
      this.fault = wrong as Fault;
    } finally {
      this.#running = false;
      if (this.#asked === asked) this.waiting = false;
      else if (this.#asked) this.#schedule();
    }
  }

  /** Whether a decision is a move of those who are chosen, or of some of them. */
  #ours(action: Action): action is Action & MegMove {
    return action.do === 'move' && 'units' in action && (action as unknown as MegMove).units.every((one) => this.units.includes(one));
  }

  async commit(): Promise<boolean> {
    const { ready } = this;
    if (!ready || this.battle.deciding) return false;
    return this.battle.decide(ready as unknown as Action);
  }

  /** Take the other decision that is offered where no move of theirs is allowed. */
  async takeInstead(): Promise<boolean> {
    return this.instead && !this.waiting && !this.battle.deciding ? this.battle.decide(this.instead) : false;
  }

  // The table in hand.

  press(id: string | null, at: Point, event: PointerEvent): boolean {
    const base = id === null ? undefined : this.battle.base(id);
    if (!base || base.side !== this.battle.shown.pending.side) return false;
    const unit = groupOf(base);
    if (event.shiftKey) this.choose(...(this.units.includes(unit) ? this.units.filter((one) => one !== unit) : [...this.units, unit]));
    else if (!this.units.includes(unit)) this.choose(unit);
    this.#held = at;
    return true;
  }

  drag(_: string | null, at: Point): void {
    if (!this.#held || !this.members.length) return;
    if (!this.dragging && Math.hypot(at[0] - this.#held[0], at[1] - this.#held[1]) < 4) return;
    if (!this.dragging) this.drop();
    this.dragging = true;
    const members = this.groups.map<Standing>((group) => group.frame);
    this.plan(fromSteps(groupFollows(members.length > 1 ? this.members : members, this.#held, at)));
  }

  release(): void {
    const moved = this.dragging;
    this.dragging = false;
    this.#held = null;
    if (moved && settings.moveOnRelease) void this.#whenJudged();
  }

  /** Move as soon as the umpire has answered, unless something else is planned meanwhile. */
  async #whenJudged(): Promise<void> {
    const asked = this.#asked;
    for (let i = 0; i < 100 && this.#asked === asked && this.waiting; i++) await new Promise((resolve) => setTimeout(resolve, 40));
    if (asked && this.#asked === asked && this.legal) await this.commit();
  }

  click(id: string | null): void {
    if (id === null) this.choose();
  }

  cancel(): void {
    this.dragging = false;
    this.#held = null;
    this.drop();
  }

  pick(id: string, more: boolean): void {
    const base = this.battle.base(id);
    if (!base || base.side !== this.battle.shown.pending.side) return;
    const unit = groupOf(base);
    if (more) this.choose(...(this.units.includes(unit) ? this.units.filter((one) => one !== unit) : [...this.units, unit]));
    else this.choose(...(this.units.length === 1 && this.units[0] === unit ? [] : [unit]));
  }

  /** Those of one's own that stand on the table and are not camps. */
  get movers(): Group[] {
    const side = this.battle.shown.pending.side;
    return (this.battle.position.units ?? [])
      .filter((unit) => unit.side === side && unit.kind !== 'camp' && !unit.broken)
      .flatMap((unit) => groupNamed(this.battle.position, unit.id) ?? []);
  }

  next(back: boolean): void {
    const all = this.movers.map((group) => group.unit.id);
    if (!all.length) return;
    const at = this.units[0] ? all.indexOf(this.units[0]) : back ? 0 : -1;
    this.choose(all[(at + (back ? -1 : 1) + all.length) % all.length] as string);
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key } = event;
    if (key.toLowerCase() === 'm') this.next(event.shiftKey);
    else if (!this.units.length) return false;
    else if (key === 'Escape') {
      if (this.planned) this.drop();
      else this.choose();
    } else if (key === 'Enter' || key.toLowerCase() === 'n') {
      if (!this.planned || event.repeat) return false;
      if (this.instead && key !== 'Enter') void this.takeInstead();
      else void this.commit();
    } else if (key === 'Backspace') this.stepBack();
    else return this.#steps(key, event.shiftKey);
    return true;
  }

  #steps(key: string, fine: boolean): boolean {
    const by = fine ? FINE : STRIDE;
    const mm = this.battle.unit.mm;
    const steps: Record<string, MegStep> = {
      ArrowUp: step('advance', by.far * mm), ArrowDown: step('back', by.far * mm),
      ArrowLeft: step('shift', -by.aside * mm), ArrowRight: step('shift', by.aside * mm),
      q: step('wheel', by.wheel, 'left'), e: step('wheel', by.wheel, 'right'), Q: step('wheel', by.wheel, 'left'), E: step('wheel', by.wheel, 'right'),
      t: step('turn', 180), ',': step('turn', -90), '.': step('turn', 90),
      f: step('contract', 1, 'right'), F: step('contract', 1, 'left'), x: step('expand', 1, 'right'), X: step('expand', 1, 'left'),
    };
    const found = steps[key];
    if (found) this.nudge(found);
    return found !== undefined;
  }

  /** What is drawn on the table: the plan, and the nearest legal place beside a refused one. */
  get shades(): Shade[] {
    if (!this.planned) return [];
    const { offer, legal } = this;
    const near = offer && !this.same && !this.ruling?.answer?.legal ? this.members.flatMap((base) => (offer.poses[base.id] ? [{ ...base, ...(offer.poses[base.id] as Pose) }] : [])) : [];
    return [
      ...near.map<Shade>((base) => ({ base, how: 'nearest' })),
      ...this.ghosts.map<Shade>((base) => ({ base, how: legal === null ? 'asked' : legal ? 'allowed' : 'refused' })),
    ];
  }
}

/** Steps with those that go on alike put together, and those that undo each other gone. */
export function tidy(steps: readonly MegStep[]): MegStep[] {
  const found: MegStep[] = [];
  for (const one of steps) {
    const last = found.at(-1);
    const amount = one.amount ?? 0;
    if (!last) found.push(one);
    else if (last.kind === one.kind && last.hand === one.hand && ['advance', 'back', 'shift', 'wheel', 'expand', 'contract'].includes(one.kind)) {
      found[found.length - 1] = { ...last, amount: (last.amount ?? 0) + amount };
    } else if ((last.kind === 'advance' && one.kind === 'back') || (last.kind === 'back' && one.kind === 'advance')) {
      const left = (last.amount ?? 0) - amount;
      found.pop();
      if (Math.abs(left) > 0.01) found.push(left > 0 ? { ...last, amount: left } : { ...one, amount: -left });
    } else if (last.kind === 'wheel' && one.kind === 'wheel') {
      const left = (last.amount ?? 0) - amount;
      found.pop();
      if (Math.abs(left) > 0.01) found.push(left > 0 ? { ...last, amount: left } : { ...one, amount: -left });
    } else found.push(one);
  }
  return found.filter((one) => one.kind === 'form' || Math.abs(one.amount ?? 0) > 0.001);
}
