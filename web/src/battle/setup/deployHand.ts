/** The hand of one who deploys: what the pointer and the keyboard do on the table. */

import { add, centre, degrees, minus, times } from '../../lib/geometry';
import type { Base, Point, Pose } from '../../lib/wire.gen';
import { wholeGroup } from '../moving/grouping';
import type { DeployPlan } from './deploy.svelte';
import { middleOf, posesOf, toggled, turnedAll } from './poses';
import type { Plan } from './taking';
import type { Lay } from './troops';

interface Drag {
  what: 'move' | 'turn' | 'box';
  from: Point;
  start: Record<string, Pose>;
  lay: Lay;
  changed: boolean;
}


export class DeployHand implements Plan {
  #drag: Drag | null = null;

  constructor(readonly plan: DeployPlan) {}

  show(): void {
    this.plan.show();
  }

  press(id: string | null, at: Point, event: PointerEvent): boolean {
    if ((event.target as Element).closest('[data-handle="turn"]') && this.plan.members.length) {
      this.#drag = { what: 'turn', from: at, start: posesOf(this.plan.members), lay: this.plan.lay, changed: false };
      return true;
    }
    if (id === null && event.shiftKey) {
      this.#drag = { what: 'box', from: at, start: {}, lay: this.plan.lay, changed: false };
      return true;
    }
    if (id === null || !this.plan.element(id)) return false;
    if (!(id in this.plan.lay.places)) return false;
    if (event.shiftKey) {
      this.plan.battle.selected = toggled(this.plan.battle.selected, id);
      return true;
    }
    if (!this.plan.battle.selected.has(id)) this.plan.battle.select(id);
    this.#drag = { what: 'move', from: at, start: posesOf(this.plan.members), lay: this.plan.lay, changed: false };
    return true;
  }

  drag(_id: string | null, at: Point): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.changed && Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) < 2) return;
    drag.changed = true;
    if (drag.what === 'box') {
      this.plan.box = [drag.from, at];
      return;
    }
    const members = this.plan.own.filter((base) => base.id in drag.start).map((base) => ({ ...base, ...(drag.start[base.id] as Pose) }));
    let there: Base[];
    if (drag.what === 'turn') {
      const middle = middleOf(members);
      const by = Math.round(degrees(minus(at, middle)) - degrees(minus(drag.from, middle)));
      const poses = turnedAll(members, by);
      there = members.map((base) => ({ ...base, ...(poses[base.id] as Pose) }));
    } else {
      const by = minus(at, drag.from);
      there = this.plan.snap(members, members.map((base) => ({ ...base, front: add(base.front, by) })));
    }
    this.plan.tryOut({ ...drag.lay, places: { ...drag.lay.places, ...posesOf(there) } });
  }

  release(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.what === 'box') {
      this.#choose();
      return;
    }
    if (drag?.changed) {
      this.plan.settle(drag.lay, Object.keys(drag.start).at(-1));
      if (this.plan.snapped) this.plan.battle.say(this.plan.snapped);
    }
    this.plan.snapped = '';
  }

  /** Choose those whose middle lies in the box. */
  #choose(): void {
    const { box } = this.plan;
    this.plan.box = null;
    if (!box) return;
    const within = (p: Point): boolean => [0, 1].every((k) => Math.min(box[0][k]!, box[1][k]!) <= p[k]! && p[k]! <= Math.max(box[0][k]!, box[1][k]!));
    const found = this.plan.standing.filter((base) => within(centre(base)));
    this.plan.battle.select(...found.map((base) => base.id));
    this.plan.battle.say(`${found.length} elements chosen.`);
  }

  cancel(): void {
    this.plan.box = null;
    if (this.#drag?.what !== 'box' && this.#drag?.changed) this.plan.tryOut(this.#drag.lay);
    this.#drag = null;
    this.plan.snapped = '';
  }

  click(id: string | null, at: Point): void {
    if (id !== null) return;
    if (this.plan.inHand) this.plan.drop(this.plan.inHand, at);
    else this.plan.battle.select();
  }

  double(id: string): void {
    this.plan.battle.select(...wholeGroup(this.plan.standing, id).map((base) => base.id));
  }

  wheel(event: WheelEvent): boolean {
    if (!event.altKey || this.#drag || !this.plan.members.length) return false;
    this.plan.turn(event.deltaY > 0 ? 5 : -5);
    return true;
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === 'z') this.plan.undo();
      else if (key === 'a') this.plan.battle.select(...Object.keys(this.plan.lay.places));
      else return false;
      return true;
    }
    const on = (event.target as Element | null)?.closest?.('[data-base]')?.getAttribute('data-base');
    if (on && this.plan.element(on) && (event.key === 'Enter' || event.key === ' ')) {
      this.plan.battle.selected = event.shiftKey ? toggled(this.plan.battle.selected, on) : new Set([on]);
      return true;
    }
    const { members } = this.plan;
    if (!members.length || event.altKey) return false;
    const step = this.plan.battle.camera.arrow(event.key);
    if (step) {
      const by = times(step, event.shiftKey ? 1 : 10);
      this.plan.place(Object.fromEntries(members.map((base) => [base.id, { front: add(base.front, by), facing: base.facing }])));
      return true;
    }
    switch (event.key) {
      case ',': case '<': this.plan.turn(event.shiftKey ? -1 : -15); return true;
      case '.': case '>': this.plan.turn(event.shiftKey ? 1 : 15); return true;
      case 'Escape': this.plan.battle.select(); this.plan.inHand = null; return true;
      case 'Delete': case 'Backspace': this.plan.back(members.map((base) => base.id)); return true;
      default: return false;
    }
  }
}
