/**
 * The state of a battle's page: what is shown, what is selected and pointed at, and the one way to decide.
 *
 * Every panel gets it as its `battle`. To decide, `await battle.decide(action)`; to draw on the table, set `marks`,
 * `marked`, `staged` or `overlay`; to take over the pointer and the keyboard on the table, set `hand`.
 */

import type { Component } from 'svelte';
import { Live } from '../lib/live.svelte';
import { unitOf, type Unit } from '../lib/units';
import type { Account, Action, Base, Fault, Mark, Point, Position, Ruling, Shown, Side } from '../lib/wire.gen';
import { Camera } from '../table/camera.svelte';
import { inPlainWords, inUnits } from '../table/plainWords';
import { withHidden } from './hidden';
import { Pointing } from './moving/pointing.svelte';
import { Watcher } from './watching/watcher.svelte';

/** What a panel may do with the table while it has it in hand. A press or key it takes is answered with true. */
export interface Hand {
  press?(base: string | null, at: Point, event: PointerEvent): boolean;
  drag?(base: string | null, at: Point, event: PointerEvent): void;
  release?(base: string | null, at: Point, event: PointerEvent): void;
  /** A press that was not taken and went nowhere. */
  click?(base: string | null, at: Point, event: PointerEvent): void;
  cancel?(): void;
  double?(base: string): void;
  /** A base chosen by keyboard, with Shift added to those chosen. */
  pick?(base: string, more: boolean): void;
  wheel?(event: WheelEvent): boolean;
  key?(event: KeyboardEvent): boolean;
}

/** Dice the players roll on their own table: what the next one is for, how many sides it has, and those typed so far. */
export interface Typing {
  why: string;
  sides: number;
  given: number[];
  action: Action;
}

/** A base drawn over the table where it might stand: allowed, refused, the nearest legal place, or not judged yet. */
export interface Shade {
  base: Base;
  how: 'allowed' | 'refused' | 'nearest' | 'asked';
}

/** How many things said are kept. */
const SAYINGS = 6;

export class Battle {
  readonly live: Live;
  readonly camera = new Camera();
  readonly pointing: Pointing;
  readonly watcher: Watcher;

  selected = $state.raw<ReadonlySet<string>>(new Set());
  /** The clause whose drawer is open. */
  clause = $state<string | null>(null);
  /** Said to screen readers, politely: the last few things, each added as it is said so that none is lost. */
  sayings = $state.raw<{ n: number; words: string }[]>([]);
  /** Why the last decision was not taken. */
  fault = $state.raw<Fault | null>(null);
  /** The decision that is on its way, by the number of the event it follows. */
  #sent = $state.raw<{ after: number } | null>(null);
  typing = $state.raw<Typing | null>(null);

  /** Drawn instead of the battle's own position, while something is being set up or replayed. */
  staged = $state.raw<Position | null>(null);
  /** Marks a panel draws on the table, and bases it points out. */
  marks = $state.raw<Mark[]>([]);
  marked = $state.raw<ReadonlySet<string>>(new Set());
  /** Bases lit up because one reads about them. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What a panel draws over the table, in millimetres with north as negative y. */
  overlay = $state.raw<Component<{ battle: Battle }> | null>(null);
  hand = $state.raw<Hand | null>(null);
  /** Bases of unit groups drawn where they might stand. */
  shades = $state.raw<Shade[]>([]);

  constructor(readonly seat: string) {
    this.live = new Live(seat);
    this.pointing = new Pointing(this);
    this.watcher = new Watcher(this.live);
  }

  /** The battle as it is, or as it was at the moment one watches; only to be read when `ready`. */
  get shown(): Shown {
    return this.watcher.shown ?? (this.live.shown as Shown);
  }

  get ready(): boolean {
    return this.live.shown !== null;
  }

  #open = $derived.by(() => withHidden(this.shown.view));

  /** What stands where, with one's own ambushers. */
  get position(): Position {
    return this.staged ?? this.#open;
  }

  get account(): Account[] {
    return this.watcher.account(this.live.account);
  }

  get unit(): Unit {
    return unitOf(this.shown.edition, this.position.scale);
  }

  /** Whether a decision is on its way. It is no longer when its news is here: that comes before word that it is kept. */
  get deciding(): boolean {
    return this.#sent !== null && this.#sent.after === this.live.shown?.number;
  }

  /** Note that a decision goes out; what it gives back is called when it is answered. */
  #sending(): () => void {
    const sent = { after: this.live.shown?.number ?? 0 };
    this.#sent = sent;
    this.fault = null;
    return () => {
      if (this.#sent === sent) this.#sent = null;
    };
  }

  /** Whether one may decide something of this kind now. */
  may(kind: string): boolean {
    return this.shown.decides && this.shown.pending.kinds.includes(kind);
  }

  /** The side one plays now: that which must decide when one plays both. */
  get side(): Side | null {
    const { role, pending } = this.shown;
    return role === 'red' || role === 'blue' ? role : role === 'both' ? pending.side : null;
  }

  base(id: string): Base | undefined {
    return this.position.bases.find((base) => base.id === id);
  }

  /** The selected bases that still stand, in the order they were chosen. */
  get chosen(): Base[] {
    return [...this.selected].map((id) => this.base(id)).filter((base) => base !== undefined);
  }

  select(...ids: string[]): void {
    this.selected = new Set(ids);
  }

  /** A sentence without the names files give to ground and kinds, in the unit of the rules. */
  plain(says: string): string {
    const { position } = this.shown.view;
    return inUnits(inPlainWords(says, position), position);
  }

  say(words: string): void {
    const n = (this.sayings.at(-1)?.n ?? 0) + 1;
    this.sayings = [...this.sayings.slice(1 - SAYINGS), { n, words }];
  }

  /** Decide; true when it is kept. A refusal is put into `fault`; dice to be typed are asked for in `typing`. */
  async decide(action: Action, dice: number[] = []): Promise<boolean> {
    const answered = this.#sending();
    try {
      await this.live.act(action, dice);
      this.typing = null;
      return true;
    } catch (wrong) {
      const fault = wrong as Fault;
      if (fault.kind === 'dice_needed') this.typing = { why: fault.says, sides: fault.sides ?? 6, given: dice, action };
      else this.#refused(fault);
      return false;
    } finally {
      answered();
    }
  }

  /** Take the last decision back, while that may be done. */
  async undo(): Promise<boolean> {
    return this.shown.can_undo && this.#back(() => this.live.undo());
  }

  /** Ask the other side to take one's last decision back; a computer answers at once. */
  async askBack(): Promise<boolean> {
    return this.shown.can_ask_back && this.#back(() => this.live.askBack());
  }

  /** Agree to what the other side asks to take back, or decline it. */
  async answerBack(agrees: boolean): Promise<boolean> {
    return this.#back(() => this.live.answerBack(agrees));
  }

  async #back(send: () => Promise<number>): Promise<boolean> {
    if (this.deciding) return false;
    const answered = this.#sending();
    try {
      await send();
      return true;
    } catch (wrong) {
      this.#refused(wrong as Fault);
      return false;
    } finally {
      answered();
    }
  }

  #refused(fault: Fault): void {
    this.fault = fault;
    this.typing = null;
  }

  /** Ask the umpire about the position as it stands. */
  ask(question: string, args: Record<string, unknown>): Promise<Ruling> {
    return this.live.ask(question, args);
  }

  close(): void {
    this.watcher.skip();
    this.live.close();
  }
}
