/** The invader's change to the board after his dice: a piece shifted or turned, or bad going brought to the centre. */

import { add, around, degrees, length, minus } from '../../lib/geometry';
import { part } from '../../lib/parts';
import type { Action, SettingUpInfo, Point, Terrain } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { Checker } from './checking.svelte';
import { centrePiece } from './making';
import { middleOf, moved } from './pieces';
import { heart } from './shapes';
import type { Plan } from './taking';

export const CENTRE = 'the centre';

interface Change {
  piece: string | null;
  shift: Point;
  turn: number;
  added: Terrain | null;
}

const NONE: Change = { piece: null, shift: [0, 0], turn: 0, added: null };

/** A piece as the umpire will shift it, or turn it clockwise about its centre of gravity. */
export function changed(piece: Terrain, shift: Point, turn: number): Terrain {
  const middle = heart(piece.outline);
  const to = (p: Point): Point => add(turn ? around(p, middle, turn) : p, shift);
  return { ...piece, outline: piece.outline.map(to), crest: piece.crest.map(to), line: piece.line.map(to) };
}

export class ModifyPlan implements Plan {
  change = $state.raw<Change>(NONE);
  readonly checker: Checker;
  #drag: { what: 'move' | 'turn'; from: Point; before: Change } | null = null;

  constructor(readonly battle: Battle, readonly info: SettingUpInfo) {
    this.checker = new Checker(battle.live);
  }

  get chances(): string[] {
    return part(this.battle.shown.view, 'chances') ?? [];
  }

  get centre(): boolean {
    return this.chances.length === 1 && this.chances[0] === CENTRE;
  }

  get terrain(): Terrain[] {
    return this.battle.shown.view.position.terrain;
  }

  /** The pieces one may take hold of. */
  get movable(): Terrain[] {
    return this.terrain.filter((piece) => (this.centre ? this.info.areas.includes(piece.kind) : this.chances.includes(piece.id)));
  }

  /** The kinds a new piece may be of. */
  get kinds(): string[] {
    const { view } = this.battle.shown;
    const defender = view.invader === 'red' ? 'blue' : 'red';
    const ground = this.info.topographies[part(view, 'topographies')?.[defender] ?? ''];
    const kinds = [...(ground?.must ?? []), ...(ground?.may.flat() ?? [])];
    return [...new Set(kinds)].filter((kind) => this.info.areas.includes(kind) && kind !== 'gentle_hill');
  }

  /** The piece in hand, as it would lie. */
  get piece(): Terrain | null {
    const { piece, shift, turn, added } = this.change;
    if (added) return added;
    const found = this.terrain.find((one) => one.id === piece);
    return found ? changed(found, shift, turn) : null;
  }

  get action(): Action {
    const { piece, shift, turn, added } = this.change;
    if (added) return { do: 'modify_terrain', new: added };
    if (piece === null || (!this.moves && !this.centre)) return { do: 'modify_terrain' };
    return { do: 'modify_terrain', piece, shift, turn };
  }

  get moves(): boolean {
    return length(this.change.shift) > 0 || this.change.turn !== 0 || this.change.added !== null;
  }

  show(): void {
    const { position } = this.battle.shown.view;
    const now = this.piece;
    const terrain = now ? [...position.terrain.filter((one) => one.id !== now.id), now] : position.terrain;
    this.battle.staged = { ...position, terrain };
    this.checker.ask(this.action);
  }

  set(change: Partial<Change>): void {
    this.change = { ...this.change, ...change };
    this.show();
  }

  choose(id: string | null): void {
    if (id !== this.change.piece || id === null) this.set({ ...NONE, piece: id });
  }

  add(kind: string): void {
    const unit = this.battle.unit.mm;
    this.set({ ...NONE, added: centrePiece(kind, this.terrain, this.battle.position.size, 4 * unit - 1) });
    this.battle.say(`A new piece is at the centre.`);
  }

  leave(): void {
    this.change = NONE;
    this.show();
  }

  async suggest(): Promise<void> {
    const [found] = await this.battle.live.suggestOf('modify_terrain', 1);
    if (!found) return;
    this.set({
      piece: found.piece ?? null,
      shift: found.shift ?? [0, 0],
      turn: found.turn ?? 0,
      added: found.new ?? null,
    });
    this.battle.say(this.moves ? 'A change is suggested.' : 'It is suggested to leave the board as it lies.');
  }

  shift(by: Point): void {
    const { added, shift } = this.change;
    if (added) this.set({ added: moved(added, by, this.battle.position.size) });
    else if (this.change.piece) this.set({ shift: add(shift, by), turn: 0 });
  }

  turn(by: number): void {
    const { added, turn, piece } = this.change;
    if (added) this.set({ added: changed(added, [0, 0], by) });
    else if (piece) this.set({ turn: turn + by, shift: this.centre ? this.change.shift : [0, 0] });
  }

  press(_base: string | null, at: Point, event: PointerEvent): boolean {
    const target = event.target as Element;
    if (target.closest('[data-handle="turn"]') && this.piece) {
      this.#drag = { what: 'turn', from: at, before: this.change };
      return true;
    }
    const id = target.closest('[data-movable]')?.getAttribute('data-movable');
    if (!id) return false;
    if (this.change.added?.id !== id) this.choose(id);
    this.#drag = { what: 'move', from: at, before: this.change };
    return true;
  }

  drag(_base: string | null, at: Point): void {
    const drag = this.#drag;
    if (!drag) return;
    this.change = drag.before;
    if (drag.what === 'move') this.shift(minus(at, drag.from));
    else {
      const middle = this.piece ? middleOf(this.piece) : at;
      this.turn(Math.round(degrees(minus(at, middle)) - degrees(minus(drag.from, middle))));
    }
  }

  release(): void {
    this.#drag = null;
  }

  cancel(): void {
    if (this.#drag) this.set(this.#drag.before);
    this.#drag = null;
  }

  click(): void {
    this.leave();
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.piece) return false;
    const step = this.battle.camera.arrow(event.key);
    const far = event.shiftKey ? 1 : 5;
    if (step) this.shift([step[0] * far, step[1] * far]);
    else if (event.key === ',' || event.key === '<') this.turn(event.shiftKey ? -1 : -5);
    else if (event.key === '.' || event.key === '>') this.turn(event.shiftKey ? 1 : 5);
    else if (event.key === 'Escape') this.leave();
    else return false;
    return true;
  }
}
