/**
 * Where one looks: the part of the table shown, in millimetres, and from which side. Pan, zoom, fit and turn.
 *
 * Places are those of the table, however it is turned; `toView` and `toTable` lead from one frame to the other.
 */

import type { Point } from '../lib/wire.gen';
import { quarters, type Quarter } from './turning';

const MARGIN = 16;
const CLOSEST = 90;
const ARROWS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Camera {
  west = $state(0);
  south = $state(0);
  wide = $state(600);
  high = $state(600);
  #size: Point = [600, 600];
  #screen = $state.raw<Point>([600, 600]);
  /** Quarter turns clockwise: 1 brings the east edge to the bottom, 2 the north edge, 3 the west edge. */
  turn = $state<Quarter>(0);
  /** The player turned the view by hand: it no longer follows the seat. */
  held = false;
  /** Millimetres of the table to a pixel of the screen: what is drawn in this measure is as large at every zoom. */
  px = $derived(Math.max(this.view.wide / this.#screen[0], this.view.high / this.#screen[1]));

  /** The size of the picture on the screen, in pixels. */
  resize(wide: number, high: number): void {
    if (wide > 0 && high > 0) this.#screen = [wide, high];
  }

  /** Show the whole table. */
  fit(size: Point): void {
    this.#size = size;
    this.west = -MARGIN;
    this.south = -MARGIN;
    this.wide = size[0] + 2 * MARGIN;
    this.high = size[1] + 2 * MARGIN;
  }

  /** Show a part of the table, with some room about it. */
  frame(box: { west: number; south: number; east: number; north: number }, room = 60): void {
    const wide = Math.max(box.east - box.west + 2 * room, CLOSEST);
    const high = Math.max(box.north - box.south + 2 * room, CLOSEST);
    this.west = (box.west + box.east - wide) / 2;
    this.south = (box.south + box.north - high) / 2;
    this.wide = wide;
    this.high = high;
  }

  /** Zoom by a factor (less than one comes closer) about a point that stays where it is. */
  zoom(by: number, about?: Point): void {
    const most = Math.max(this.#size[0], this.#size[1]) * 1.6;
    const wide = Math.min(Math.max(this.wide * by, CLOSEST), most);
    const k = wide / this.wide;
    const [x, y] = about ?? [this.west + this.wide / 2, this.south + this.high / 2];
    this.west = x - (x - this.west) * k;
    this.south = y - (y - this.south) * k;
    this.wide = wide;
    this.high *= k;
  }

  pan(x: number, y: number): void {
    this.west += x;
    this.south += y;
  }

  /** Turn the view by quarters, clockwise. */
  turnBy(by: number): void {
    this.held = true;
    this.turn = quarters(this.turn + by);
  }

  /** Turn the view so that an edge is at the bottom, unless the player turned it by hand. */
  face(turn: Quarter): void {
    if (!this.held) this.turn = turn;
  }

  /** A point or direction of the table as the screen shows it: x to the right, y up. */
  toView([x, y]: Point): Point {
    return this.turn === 0 ? [x, y] : this.turn === 1 ? [y, -x] : this.turn === 2 ? [-x, -y] : [-y, x];
  }

  /** A point or direction of the screen on the table. */
  toTable([x, y]: Point): Point {
    return this.turn === 0 ? [x, y] : this.turn === 1 ? [-y, x] : this.turn === 2 ? [-x, -y] : [y, -x];
  }

  /** The way of the table in which an arrow key points on the screen; null for other keys. */
  arrow(key: string): Point | null {
    const way = ARROWS[key];
    return way ? this.toTable(way) : null;
  }

  /** The part of the table shown, as the screen shows it. */
  get view(): { west: number; south: number; wide: number; high: number } {
    const [a, b] = [this.toView([this.west, this.south]), this.toView([this.west + this.wide, this.south + this.high])];
    return { west: Math.min(a[0], b[0]), south: Math.min(a[1], b[1]), wide: Math.abs(a[0] - b[0]), high: Math.abs(a[1] - b[1]) };
  }

  /** The viewBox; up is negative. */
  get box(): string {
    const { west, south, wide, high } = this.view;
    return `${west} ${-(south + high)} ${wide} ${high}`;
  }
}
