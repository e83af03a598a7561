/** Terrain as it is laid out: pieces, the one in hand, what the umpire says, and the pointer and keys on the table. */

import { add, degrees, minus } from '../../lib/geometry';
import type { ActionOf } from '../../lib/live.svelte';
import type { Action, PieceToPlace, Point, Terrain } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { Checker, type Objection } from './checking.svelte';
import { newPiece } from './making';
import type { Plan } from './taking';
import { takes } from './units/keys';
import { mentions, middleOf, moved, nameFor, overTheEdge, scaled, told, toTheEdge, turned, withCorner, withExtra, without, type Part } from './pieces';

interface Drag {
  what: 'body' | 'turn' | 'size' | 'corner';
  part: Part;
  index: number;
  from: Point;
  piece: Terrain;
  changed: boolean;
}

/** So many boards are suggested one after another; the first alone comes at once. */
const SUGGESTED = 6;

export class GroundPlan implements Plan {
  pieces = $state.raw<Terrain[]>([]);
  chosen = $state<string | null>(null);
  /** Whether corners are pulled, rather than the whole. */
  corners = $state(false);
  /** The corner the keyboard is on. */
  corner = $state.raw<{ part: Part; index: number } | null>(null);
  readonly checker: Checker;
  #before: Terrain[][] = $state.raw([]);
  #drag: Drag | null = null;
  #offered = -1;

  /** Pieces of any kind, or only those `wanted`, each under the name it must have; only a `single` one of them. */
  constructor(readonly battle: Battle, readonly topography: string, readonly wanted: readonly PieceToPlace[] = [], readonly single = false) {
    this.checker = new Checker(battle.live, true);
  }

  /** The wanted pieces that do not lie on the table yet. */
  get left(): PieceToPlace[] {
    if (this.single && this.pieces.length) return [];
    return this.wanted.filter((want) => !this.pieces.some((piece) => piece.id === want.name));
  }

  /** What is known of the piece in hand, where it is one of those wanted. */
  get want(): PieceToPlace | null {
    return this.wanted.find((want) => want.name === this.chosen) ?? null;
  }

  /** What is wrong; that some pieces are still to be put down goes without saying. */
  get objections(): Objection[] {
    const { edition } = this.battle.shown.view.position;
    const left = this.left.map((want) => ({ id: want.name, kind: want.kind }));
    return this.checker.objections.filter((one) => !left.some((piece) => mentions(one.says, piece, edition)));
  }

  /** What lies on the table already. */
  get there(): Terrain[] {
    return this.battle.shown.view.position.terrain;
  }

  get size(): Point {
    return this.battle.shown.view.position.size;
  }

  get piece(): Terrain | null {
    return this.pieces.find((piece) => piece.id === this.chosen) ?? null;
  }

  get action(): ActionOf<'place_terrain'> {
    return { do: 'place_terrain', pieces: this.pieces.map((piece) => overTheEdge(piece, this.size)) };
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** Show the board and ask about it. */
  show(): void {
    const action = this.action;
    this.battle.staged = { ...this.battle.shown.view.position, terrain: [...this.there, ...(action.pieces ?? [])] };
    this.checker.ask(action);
  }

  #remember(): void {
    this.#before = [...this.#before.slice(-40), this.pieces];
  }

  set(pieces: Terrain[]): void {
    this.#remember();
    this.pieces = pieces;
    this.show();
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.pieces = last;
    if (!last.some((piece) => piece.id === this.chosen)) this.chosen = null;
    this.corner = null;
    this.show();
    this.battle.say('The last change is undone.');
  }

  add(kind: string): void {
    const piece = newPiece(kind, this.pieces, this.size, this.battle.position.scale.base_width);
    this.set([...this.pieces, piece]);
    this.choose(piece.id);
    this.battle.say(`${told(piece, this.size)} added.`);
  }

  /** Put down a wanted piece, near where it must lie. */
  putDown(want: PieceToPlace): void {
    const { scale } = this.battle.position;
    const piece = { ...newPiece(want.kind, [...this.there, ...this.pieces], this.size, scale.base_width, want), id: want.name };
    this.set([...(this.single ? [] : this.pieces), piece]);
    this.choose(piece.id);
    this.battle.say(`${told(piece, this.size)} added.`);
  }

  /** Put a wanted piece with its middle at a point of the table; null takes it off. */
  carry(want: PieceToPlace, at: Point | null): void {
    const lies = this.pieces.find((piece) => piece.id === want.name);
    if (!at) {
      if (lies) this.set(this.pieces.filter((piece) => piece !== lies));
      return;
    }
    const { scale } = this.battle.position;
    const piece = lies ?? { ...newPiece(want.kind, [...this.there, ...this.pieces], this.size, scale.base_width, want), id: want.name };
    const there = moved(piece, minus(at, middleOf(piece)), this.size);
    this.set([...(this.single ? [] : this.pieces.filter((one) => one.id !== want.name)), there]);
    this.choose(want.name);
  }

  remove(id: string): void {
    this.set(this.pieces.filter((piece) => piece.id !== id));
    if (this.chosen === id) this.choose(null);
    this.battle.say(`${id} removed.`);
  }

  choose(id: string | null): void {
    if (id !== this.chosen) this.corner = null;
    this.chosen = id;
    if (id === null) this.corners = false;
  }

  /** Change the piece in hand. */
  change(to: (piece: Terrain) => Terrain, say = true): void {
    const { piece } = this;
    if (!piece) return;
    const after = to(piece);
    if (after === piece) return;
    this.set(this.pieces.map((one) => (one === piece ? after : one)));
    if (say) this.battle.say(told(after, this.size));
  }

  /** Say of what nature the boundary of a piece is; null leaves it to the default. */
  bound(id: string, nature: string | null): void {
    this.set(this.pieces.map((one) => (one.id === id ? { ...one, nature } : one)));
    this.battle.say(nature ? `The boundary is a ${nature}.` : 'The boundary is as usual.');
  }

  turn(by: number): void {
    this.change((piece) => turned(piece, by, this.size));
  }

  scale(by: number): void {
    this.change((piece) => scaled(piece, by, this.size));
  }

  /** One corner more, after the one the keyboard is on. */
  extra(): void {
    const { corner } = this;
    if (corner) this.change((piece) => withExtra(piece, corner.part, corner.index), false);
  }

  less(): void {
    const { corner } = this;
    if (corner) this.change((piece) => without(piece, corner.part, corner.index), false);
    this.corner = null;
  }

  /** Pieces of the server as they are worked on; those that are not wanted get names of their own. */
  #read(pieces: readonly Terrain[]): Terrain[] {
    if (this.wanted.length) return pieces.map((piece) => ({ ...toTheEdge(piece, this.size), id: this.#wantedName(piece) }));
    const named: Terrain[] = [];
    for (const piece of pieces) {
      named.push({ ...toTheEdge(piece, this.size), id: nameFor(piece.kind, named), owner: null, home: null, occupant: null, nature: null });
    }
    return named;
  }

  /** The name that a piece of the server has here: its own, or that of the wanted piece of its kind. */
  #wantedName(piece: Terrain): string {
    const named = this.wanted.some((want) => want.name === piece.id);
    return named ? piece.id : (this.wanted.find((want) => want.kind === piece.kind)?.name ?? piece.id);
  }

  /** Take over a board near the one that was refused. */
  take(action: Action): void {
    if (action.do !== 'place_terrain') return;
    this.set(this.#read((action.pieces ?? []) as Terrain[]));
    this.battle.say('The nearest board that is allowed.');
  }

  /** Take over the next board the server suggests. */
  async suggest(): Promise<void> {
    const found = await this.battle.live.suggestOf('place_terrain', this.#offered < 0 ? 1 : SUGGESTED);
    this.#offered = (this.#offered + 1) % (found.length || 1);
    const named = this.#read(found[this.#offered]?.pieces ?? []);
    this.set(named);
    this.choose(this.wanted.length === 1 ? (named[0]?.id ?? null) : null);
    this.battle.say(`A board of ${named.length} pieces is suggested.`);
  }

  // What the pointer and the keyboard do on the table.

  press(_base: string | null, at: Point, event: PointerEvent): boolean {
    const target = event.target as Element;
    const handle = target.closest('[data-handle]');
    const id = target.closest('[data-terrain]')?.getAttribute('data-terrain') ?? null;
    if (handle && this.piece) {
      const [what, part, index] = (handle.getAttribute('data-handle') ?? '').split(':');
      this.#begin(what as Drag['what'], at, this.piece, part as Part, Number(index));
      if (what === 'corner') this.corner = { part: part as Part, index: Number(index) };
      return true;
    }
    const piece = this.pieces.find((one) => one.id === id);
    if (!piece) return false;
    this.choose(piece.id);
    this.#begin('body', at, piece);
    return true;
  }

  #begin(what: Drag['what'], from: Point, piece: Terrain, part: Part = 'outline', index = 0): void {
    this.#drag = { what, from, piece, part, index, changed: false };
  }

  drag(_base: string | null, at: Point): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.changed) {
      if (Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) < 1.5) return;
      this.#remember();
      drag.changed = true;
    }
    const after = this.#dragged(drag, at);
    this.pieces = this.pieces.map((piece) => (piece.id === after.id ? after : piece));
    this.show();
  }

  #dragged({ what, from, piece, part, index }: Drag, at: Point): Terrain {
    const middle = middleOf(piece);
    if (what === 'body') return moved(piece, minus(at, from), this.size);
    if (what === 'turn') {
      const by = degrees(minus(at, middle)) - degrees(minus(from, middle));
      return turned(piece, Math.round(by), this.size);
    }
    if (what === 'size') {
      const far = (p: Point): number => Math.hypot(p[0] - middle[0], p[1] - middle[1]);
      return scaled(piece, Math.max(0.2, far(at) / (far(from) || 1)), this.size);
    }
    return withCorner(piece, part, index, at, this.size, this.pieces);
  }

  release(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.changed && this.piece) this.battle.say(told(this.piece, this.size));
  }

  cancel(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.changed) this.undo();
  }

  click(base: string | null): void {
    if (base === null) this.choose(null);
  }

  key(event: KeyboardEvent): boolean {
    const { piece } = this;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'z') return false;
      this.undo();
      return true;
    }
    if (event.altKey) return false;
    if (this.wanted.length && takes(event, this.battle, this.checker, this.action, (near) => this.take(near))) return true;
    const focused = (event.target as Element | null)?.closest?.('[data-corner]')?.getAttribute('data-corner');
    if (focused) {
      const [part, index] = focused.split(':');
      this.corner = { part: part as Part, index: Number(index) };
    }
    if (!piece) return false;
    const step = this.battle.camera.arrow(event.key);
    const far = event.shiftKey ? 1 : 10;
    if (step) {
      const by: Point = [step[0] * far, step[1] * far];
      const { corner } = this;
      if (focused && corner) this.change((one) => withCorner(one, corner.part, corner.index, add(one[corner.part][corner.index] as Point, by), this.size, this.pieces), false);
      else this.change((one) => moved(one, by, this.size));
      return true;
    }
    switch (event.key) {
      case ',': case '<': this.turn(event.shiftKey ? -1 : -15); return true;
      case '.': case '>': this.turn(event.shiftKey ? 1 : 15); return true;
      case '[': case '{': this.scale(0.95); return true;
      case ']': case '}': this.scale(1 / 0.95); return true;
      case 'Insert': this.extra(); return true;
      case 'c': case 'C': this.corners = !this.corners; return true;
      case 'Escape': this.choose(null); return true;
      case 'Delete': case 'Backspace':
        if (focused && this.corner) this.less();
        else this.remove(piece.id);
        return true;
      default: return false;
    }
  }
}
