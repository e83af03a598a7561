/** Where one looks: the part of the table shown, in millimetres. Pan, zoom and fit. */

import type { Point } from '../lib/wire.gen';

const MARGIN = 16;
const CLOSEST = 90;

export class Camera {
  west = $state(0);
  south = $state(0);
  wide = $state(600);
  high = $state(600);
  #size: Point = [600, 600];
  #screen = $state.raw<Point>([600, 600]);
  /** Millimetres of the table to a pixel of the screen: what is drawn in this measure is as large at every zoom. */
  px = $derived(Math.max(this.wide / this.#screen[0], this.high / this.#screen[1]));

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

  /** The viewBox; north is up, so heights are negative. */
  get box(): string {
    return `${this.west} ${-(this.south + this.high)} ${this.wide} ${this.high}`;
  }
}
