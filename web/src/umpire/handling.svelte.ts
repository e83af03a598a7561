/** Hands on the umpire's table: what the pointer holds, from the press to the release. */

import { apart, minus } from '../lib/geometry';
import type { Point, Pose } from '../lib/wire.gen';
import { pieceOf } from './bodies';
import { choose, finishDrawing, usual } from './commands';
import type { Desk } from './desk.svelte';
import { dragGeneral, dragNew, dragPieces, dragPose, dragWalk, turnTo, type Dragged, type Manner, type Start } from './dragging';
import { piecesIn } from './draft';
import { addGeneral, addTerrain, changeTerrain, round, roundPoint } from './editing';
import { keyOn } from './keys';
import { posed, type PoseRef } from './poses';
import type { Stock } from './stock';
import { heldBefore } from './walks';

interface Corner {
  id: string;
  shape: 'outline' | 'line' | 'crest';
  index: number;
}

type Held =
  | { kind: 'pieces'; ids: ReadonlySet<string>; lead: string | null; from: Point }
  | { kind: 'general'; id: string }
  | { kind: 'walk'; ref: PoseRef; from: Point }
  | { kind: 'turn'; id: string; offset: number }
  | { kind: 'corner'; corner: Corner }
  | { kind: 'pose'; ref: PoseRef; from: Point; pose: Pose }
  | { kind: 'stock'; what: Stock }
  | { kind: 'drawing' };

/** A pointer that moved less than this (px) only clicked. */
const STILL = 4;
/** How near to an exact relation something must be to snap to it (px). */
const SNAP = 12;

export class Handling {
  /** Where on the table a pointer is; null when it is elsewhere. Set by the table. */
  at: (event: PointerEvent) => Point | null = () => null;
  #held: Held | null = null;
  #start: Start | null = null;
  #screen: Point = [0, 0];
  #moved = false;
  #dropped = false;
  /** The feature or general the last press was on: the release is told to the whole table. */
  #ground: string | null = null;

  constructor(readonly desk: Desk) {}

  #take(held: Held, event: PointerEvent): true {
    this.#held = held;
    this.#start = { draft: this.desk.draft, position: this.desk.position };
    this.#screen = [event.clientX, event.clientY];
    this.#moved = false;
    return true;
  }

  /** A press on the table; true if something is held now. */
  press(base: string | null, at: Point, event: PointerEvent): boolean {
    const { desk } = this;
    const { tool } = desk;
    const target = event.target as Element;
    this.#ground = groundAt(target);
    if (tool.kind === 'stamp') {
      this.#take({ kind: 'stock', what: tool.what }, event);
      this.drag(at, event);
      return true;
    }
    if (tool.kind === 'draw') return this.#draw(at, event);
    if (tool.kind === 'pick' || desk.later) return false;
    const corner = target.closest('[data-corner]')?.getAttribute('data-corner');
    if (corner) return this.#take({ kind: 'corner', corner: this.#corner(corner) }, event);
    const offset = target.closest('[data-turn]')?.getAttribute('data-turn');
    if (offset) return this.#take({ kind: 'turn', id: [...desk.selected][0] ?? '', offset: Number(offset) }, event);
    const ref = target.closest('[data-pose]')?.getAttribute('data-pose');
    if (ref) return this.#takePose(JSON.parse(ref) as PoseRef, at, event);
    const general = desk.draft.generals.some((one) => one.id === this.#ground);
    const id = base === null ? this.#ground : pieceOf(desk.shown, base);
    if (id === null || event.shiftKey || (base === null && !general && !desk.selected.has(id))) return false;
    const ids = desk.selected.has(id) ? desk.selected : new Set([id]);
    if (general && ids.size === 1) return this.#take({ kind: 'general', id }, event);
    return this.#take({ kind: 'pieces', ids, lead: base === null ? null : id, from: at }, event);
  }

  /** The corner taken hold of; a new one between two others if that is where the hand is. */
  #corner(data: string): Corner {
    const { id, shape, index, between } = JSON.parse(data) as Corner & { between?: boolean };
    if (between) {
      const points = [...(this.desk.draft.terrain.find((one) => one.id === id)?.[shape] ?? [])];
      const [a, b] = [points[index - 1], points[index % points.length]];
      if (a && b) points.splice(index, 0, [round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1)]);
      this.desk.change(changeTerrain(this.desk.draft, id, { [shape]: points }));
    }
    return { id, shape, index };
  }

  #takePose(ref: PoseRef, at: Point, event: PointerEvent): boolean {
    const args = this.desk.draft.steps.find((one) => one.key === ref.step)?.args ?? {};
    if (ref.walks) return this.#take({ kind: 'walk', ref, from: heldBefore(this.desk.position, ref.base ?? '', args[ref.argument], at) }, event);
    const pose = posed(this.desk, ref);
    return pose ? this.#take({ kind: 'pose', ref, from: at, pose }, event) : false;
  }

  #draw(at: Point, event: PointerEvent): boolean {
    const { desk } = this;
    const { tool } = desk;
    if (tool.kind !== 'draw') return false;
    const first = tool.points[0];
    if (first && tool.shape === 'outline' && tool.points.length > 2 && apart(first, at) < 10 * desk.camera.px) {
      finishDrawing(desk);
      return true;
    }
    desk.tool = { ...tool, points: [...tool.points, roundPoint(at, 0)] };
    return this.#take({ kind: 'drawing' }, event);
  }

  /** Something of the palette is taken up, and followed wherever the pointer goes. */
  takeStock(what: Stock, event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.desk.later) this.desk.active = null;
    this.#dropped = false;
    this.#take({ kind: 'stock', what }, event);
    const move = (e: PointerEvent): void => this.drag(this.at(e), e);
    document.body.style.userSelect = 'none';
    const end = (e: PointerEvent): void => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      document.body.style.userSelect = '';
      this.#dropped = this.#moved;
      if (e.type === 'pointerup' && this.#moved) this.release(null, this.at(e), e);
      else this.cancel();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** Whether the last press on the palette was a drag, so that the click after it means nothing. */
  dropped(): boolean {
    return this.#dropped;
  }

  drag(at: Point | null, event: PointerEvent): void {
    const held = this.#held;
    const start = this.#start;
    if (!held || !start) return;
    this.#moved ||= Math.hypot(event.clientX - this.#screen[0], event.clientY - this.#screen[1]) > STILL;
    const { desk } = this;
    if (held.kind === 'drawing') {
      if (at && desk.tool.kind === 'draw') desk.tool = { ...desk.tool, points: [...desk.tool.points.slice(0, -1), roundPoint(at, 0)] };
      return;
    }
    const still = !this.#moved && held.kind !== 'stock';
    const found = at === null || still ? null : this.#dragged(held, start, at, event);
    desk.preview = found?.draft ?? null;
    desk.snap = found?.snap ?? null;
  }

  #dragged(held: Exclude<Held, { kind: 'drawing' }>, start: Start, at: Point, event: PointerEvent): Dragged {
    const { desk } = this;
    const fine = event.altKey;
    const manner: Manner = { fine, near: fine || !desk.snapping ? 0 : SNAP * desk.camera.px };
    switch (held.kind) {
      case 'pieces': return dragPieces(start, held.ids, held.lead, held.from, at, manner);
      case 'turn': return { draft: turnTo(start, held.id, held.offset, at, event.shiftKey, manner), snap: null };
      case 'pose': return dragPose(start, held.ref, held.pose, minus(at, held.from), manner);
      case 'general': return dragGeneral(start, held.id, at, manner);
      case 'walk': return dragWalk(start, held.ref, held.from, at);
      case 'stock': return this.#dragStock(held.what, start, at, manner);
      case 'corner': {
        const { id, shape, index } = held.corner;
        const points = desk.draft.terrain.find((one) => one.id === id)?.[shape] ?? [];
        const put = points.map((p, i): Point => (i === index ? roundPoint(at, fine ? 1 : 0) : p));
        return { draft: changeTerrain(desk.draft, id, { [shape]: put }), snap: null };
      }
    }
  }

  #dragStock(what: Stock, start: Start, at: Point, manner: Manner): Dragged {
    const { desk } = this;
    if ('terrain' in what) return { draft: addTerrain(start.draft, what.terrain, usual(desk, what.terrain, roundPoint(at, 0)))[0], snap: null };
    if (!('general' in what)) return dragNew(start, desk.troops, desk.side, what, at, manner);
    const [draft, id] = addGeneral(start.draft, desk.side, { role: what.general }, { by: 'undeployed' });
    return dragGeneral({ draft, position: start.position }, id, at, manner);
  }

  release(base: string | null, at: Point | null, event: PointerEvent): void {
    const held = this.#held;
    const { desk } = this;
    const { preview, snap } = desk;
    this.#held = null;
    if (!held || held.kind === 'drawing') return;
    if (preview && at !== null) {
      const before = new Set(piecesIn(desk.draft).map((one) => one.id));
      const made = piecesIn(preview).find((one) => !before.has(one.id));
      desk.change(preview, snap ? `${made?.id ?? ''} ${snap.words}.` : made ? `${made.id} placed.` : '');
      if (made) desk.select(made.id);
      else if (held.kind === 'pieces') desk.selected = held.ids;
      else if (held.kind === 'general') desk.select(held.id);
      return;
    }
    this.cancel();
    if (held.kind === 'pieces' || held.kind === 'general') this.click(base, event);
  }

  cancel(): void {
    this.#held = null;
    this.desk.preview = null;
    this.desk.snap = null;
  }

  /** A click or an Enter that dragged nothing. */
  click(base: string | null, event: PointerEvent | KeyboardEvent): void {
    choose(this.desk, base ?? this.#ground, event.shiftKey);
  }

  key(event: KeyboardEvent): boolean {
    return event.key === 'Escape' ? this.escape() : keyOn(this.desk, event);
  }

  /** Let go of what is held, of the tool, or of what is selected. */
  escape(): boolean {
    const { desk } = this;
    if (this.#held) this.cancel();
    else if (desk.tool.kind !== 'select') desk.tool = { kind: 'select' };
    else if (desk.selected.size) desk.select();
    else return false;
    return true;
  }
}

/** The feature or the general under the pointer. */
function groundAt(target: Element): string | null {
  return target.closest('[data-general-of]')?.getAttribute('data-general-of') ?? target.closest('[data-terrain]')?.getAttribute('data-terrain') ?? null;
}
