/** Carrying something from a panel to the table with the pointer. */

import type { Point } from '../../lib/wire.gen';

/** A press that goes no further than this many pixels is no drag. */
const FAR = 6;

/** Where on the table a pointer is; null when it is not on the table. */
export function onTable(event: PointerEvent): Point | null {
  const svg = document.querySelector<SVGSVGElement>('.board .sheet svg') ?? document.querySelector<SVGSVGElement>('.table svg');
  const matrix = svg?.querySelector<SVGGElement>('[data-felt]')?.getScreenCTM();
  if (!svg || !matrix) return null;
  const box = svg.getBoundingClientRect();
  if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return null;
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [p.x, -p.y];
}

/** What happens to the thing one carries. `at` is null off the table. */
export interface Carrier<T> {
  over(what: T, at: Point | null): void;
  drop(what: T, at: Point | null): void;
  /** It was pressed and not dragged. */
  press(what: T): void;
}

/** The pointer handlers of things that can be carried to the table. */
export class Carrying<T> {
  #held: { what: T; from: Point; far: boolean } | null = null;

  constructor(readonly carrier: Carrier<T>) {}

  down(event: PointerEvent, what: T): void {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#held = { what, from: [event.clientX, event.clientY], far: false };
  }

  move(event: PointerEvent): void {
    const held = this.#held;
    if (!held) return;
    held.far ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > FAR;
    if (held.far) this.carrier.over(held.what, onTable(event));
  }

  up(event: PointerEvent): void {
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    if (held.far) this.carrier.drop(held.what, onTable(event));
    else this.carrier.press(held.what);
  }

  cancel(): void {
    const held = this.#held;
    this.#held = null;
    if (held?.far) this.carrier.drop(held.what, null);
  }
}
