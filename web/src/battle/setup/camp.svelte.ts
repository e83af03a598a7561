/** A camp as one shoves it along the base edge or the shore: where it begins, how wide and deep it is. */

import { apart } from '../../lib/geometry';
import type { Action, Point, Terrain } from '../../lib/wire.gen';
import type { Battle } from '../battle.svelte';
import { between, lengthOfLine, pitched, rearLine, toSide, toTable, type Edge } from './board';
import { Checker } from './checking.svelte';
import type { Plan } from './taking';

type Held = 'body' | 'start' | 'end' | 'deep';

export class CampPlan implements Plan {
  start: number;
  wide: number;
  deep: number;
  occupant = $state<'followers' | 'none'>('followers');
  /** No camp at all: only where there is no room for one. */
  none = $state(false);
  readonly checker: Checker;
  readonly edge: Edge;
  readonly rear: Point[];
  readonly most: number;
  #drag: { what: Held; from: Point; start: number; wide: number; deep: number } | null = null;
  #offers: Point[][] = [];
  #offered = -1;

  /** Camps are ground of a kind that the edition names. */
  constructor(readonly battle: Battle, readonly kind: string) {
    const { view } = battle.shown;
    this.checker = new Checker(battle.live);
    this.edge = view.edges[view.turn] as Edge;
    this.rear = rearLine(view.position, this.edge);
    this.most = lengthOfLine(this.rear);
    const bw = view.position.scale.base_width;
    this.wide = $state(2 * bw);
    this.deep = $state(bw);
    this.start = $state((this.most - 2 * bw) / 2);
  }

  get size(): Point {
    return this.battle.shown.view.position.size;
  }

  get outline(): Point[] {
    if (this.none) return [];
    return pitched(this.rear, this.start, this.start + this.wide, this.deep).map((p) => toTable(p, this.edge, this.size));
  }

  get action(): Action {
    return { do: 'place_camp', outline: this.outline, occupant: this.occupant };
  }

  get piece(): Terrain {
    const owner = this.battle.shown.view.turn;
    // An army with allies has more camps than one.
    return { id: `new ${owner} camp`, kind: this.kind, outline: this.outline, line: [], width: 0, crest: [], owner, occupant: this.occupant, nature: null, home: owner };
  }

  show(): void {
    const { position } = this.battle.shown.view;
    this.battle.staged = this.none ? position : { ...position, terrain: [...position.terrain, this.piece] };
    this.checker.ask(this.action);
  }

  set(start: number, wide = this.wide, deep = this.deep): void {
    this.none = false;
    this.wide = between(wide, 10, Math.min(300, this.most));
    this.deep = between(deep, 10, 300);
    this.start = between(start, 0, this.most - this.wide);
    this.show();
  }

  /** Take the next place the server suggests. */
  async suggest(): Promise<void> {
    if (!this.#offers.length) this.#offers = (await this.battle.live.suggestOf('place_camp', 12)).flatMap((one) => ('outline' in one ? [one.outline] : []));
    if (!this.#offers.length) return;
    this.#offered = (this.#offered + 1) % this.#offers.length;
    const outline = this.#offers[this.#offered] as Point[];
    if (!outline.length) {
      this.none = true;
      this.show();
      this.battle.say('There is no room for a camp.');
      return;
    }
    const [first, last] = [outline[0] as Point, outline.at(-3) as Point];
    this.set(this.along(first), this.along(last) - this.along(first), apart(first, outline.at(-1) as Point));
  }

  /** How far along the rear line the point of it nearest to a point of the table is. */
  along(p: Point): number {
    const [x, y] = toSide(p, this.edge, this.size);
    let [at, best, least] = [0, 0, Infinity];
    this.rear.slice(1).forEach((b, i) => {
      const a = this.rear[i] as Point;
      const step = apart(a, b);
      const share = between(((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / (step * step || 1), 0, 1);
      const off = Math.hypot(x - a[0] - (b[0] - a[0]) * share, y - a[1] - (b[1] - a[1]) * share);
      if (off < least) [best, least] = [at + step * share, off];
      at += step;
    });
    return best;
  }

  press(_base: string | null, at: Point, event: PointerEvent): boolean {
    const target = event.target as Element;
    const what = target.closest('[data-camp]')?.getAttribute('data-camp') as Held | null | undefined;
    if (!what) return false;
    this.#drag = { what, from: at, start: this.start, wide: this.wide, deep: this.deep };
    return true;
  }

  drag(_base: string | null, at: Point): void {
    const drag = this.#drag;
    if (!drag) return;
    const by = this.along(at) - this.along(drag.from);
    const out = toSide(at, this.edge, this.size)[1] - toSide(drag.from, this.edge, this.size)[1];
    if (drag.what === 'body') this.set(drag.start + by, drag.wide, drag.deep);
    else if (drag.what === 'end') this.set(drag.start, Math.round(drag.wide + by), drag.deep);
    else if (drag.what === 'start') {
      const wide = between(Math.round(drag.wide - by), 10, drag.start + drag.wide);
      this.set(drag.start + drag.wide - wide, wide, drag.deep);
    } else this.set(drag.start, drag.wide, Math.round(drag.deep + out));
  }

  release(): void {
    this.#drag = null;
    this.tell();
  }

  click(_base: string | null, at: Point): void {
    this.set(this.along(at) - this.wide / 2);
    this.tell();
  }

  tell(): void {
    this.battle.say(`Camp ${Math.round(this.wide)} by ${Math.round(this.deep)} mm, ${Math.round(this.start)} mm from the left end of your edge.`);
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = this.battle.camera.arrow(event.key);
    if (!step) return false;
    const far = event.shiftKey ? 1 : 10;
    const from = toSide([0, 0], this.edge, this.size);
    const to = toSide([step[0] * far, step[1] * far], this.edge, this.size);
    if (to[0] !== from[0]) this.set(this.start + to[0] - from[0]);
    else this.set(this.start, this.wide, this.deep + to[1] - from[1]);
    this.tell();
    return true;
  }
}
