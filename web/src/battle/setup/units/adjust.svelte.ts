/** An item of terrain just placed, as the other side may move it, pivot it, remove it or leave it. */

import { add, degrees, length, minus } from '../../../lib/geometry';
import { part } from '../../../lib/parts';
import type { Action, Point, Terrain } from '../../../lib/wire.gen';
import type { Battle } from '../../battle.svelte';
import { Checker } from '../checking.svelte';
import { changed } from '../modify.svelte';
import { middleOf } from '../pieces';
import type { Plan } from '../taking';
import { takes } from './keys';

type How = 'leave' | 'move' | 'pivot' | 'remove';

interface Change {
  by: Point;
  turn: number;
  gone: boolean;
}

const NONE: Change = { by: [0, 0], turn: 0, gone: false };

export class AdjustPlan implements Plan {
  change = $state.raw<Change>(NONE);
  readonly checker: Checker;
  #drag: { what: 'move' | 'turn'; from: Point; before: Change } | null = null;

  constructor(readonly battle: Battle) {
    this.checker = new Checker(battle.live, true);
  }

  /** The item as it lies. */
  get lies(): Terrain | undefined {
    const { view } = this.battle.shown;
    return view.position.terrain.find((piece) => piece.id === part(view, 'before')?.piece);
  }

  /** The item as it would lie; null when it would be gone. */
  get piece(): Terrain | null {
    const { by, turn, gone } = this.change;
    return this.lies && !gone ? changed(this.lies, by, turn) : null;
  }

  get how(): How {
    const { by, turn, gone } = this.change;
    if (gone) return 'remove';
    return turn ? 'pivot' : length(by) > 0 ? 'move' : 'leave';
  }

  get action(): Action {
    const { by, turn } = this.change;
    const fields = this.how === 'move' ? { by } : this.how === 'pivot' ? { degrees: turn } : {};
    return { do: 'adjust_terrain', how: this.how, ...fields } as Action;
  }

  show(): void {
    const { position } = this.battle.shown.view;
    const others = position.terrain.filter((piece) => piece !== this.lies);
    this.battle.staged = { ...position, terrain: this.piece ? [...others, this.piece] : others };
    this.checker.ask(this.action);
  }

  set(change: Partial<Change>): void {
    this.change = { ...NONE, ...change };
    this.show();
  }

  take(action: Action): void {
    if (action.do !== 'adjust_terrain') return;
    const { how, by = [0, 0], degrees: turn = 0 } = action;
    this.set(how === 'move' ? { by } : how === 'pivot' ? { turn } : { gone: how === 'remove' });
    this.battle.say(this.words);
  }

  /** What would be done, in a few words. */
  get words(): string {
    const { by, turn } = this.change;
    const { unit } = this.battle;
    if (this.how === 'move') return `Moved by ${(length(by) / unit.mm).toFixed(1)} ${unit.name}.`;
    if (this.how === 'pivot') return `Pivoted ${Math.abs(turn)}° to the ${turn > 0 ? 'right' : 'left'}.`;
    return this.how === 'remove' ? 'Removed.' : 'Left as it lies.';
  }

  press(_base: string | null, at: Point, event: PointerEvent): boolean {
    const target = event.target as Element;
    if (target.closest('[data-handle="turn"]')) this.#drag = { what: 'turn', from: at, before: this.change };
    else if (target.closest('[data-movable]')) this.#drag = { what: 'move', from: at, before: this.change };
    else return false;
    return true;
  }

  drag(_base: string | null, at: Point): void {
    const drag = this.#drag;
    if (!drag || !this.lies) return;
    if (drag.what === 'move') this.set({ by: add(drag.before.by, minus(at, drag.from)) });
    else {
      const middle = middleOf(this.lies);
      this.set({ turn: Math.round(drag.before.turn + degrees(minus(at, middle)) - degrees(minus(drag.from, middle))) });
    }
  }

  release(): void {
    if (this.#drag) this.battle.say(this.words);
    this.#drag = null;
  }

  cancel(): void {
    if (this.#drag) this.set(this.#drag.before);
    this.#drag = null;
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = this.battle.camera.arrow(event.key);
    const far = event.shiftKey ? 1 : 10;
    const { by, turn } = this.change;
    if (step) this.set({ by: [by[0] + step[0] * far, by[1] + step[1] * far] });
    else if (event.key === ',' || event.key === '<') this.set({ turn: turn - (event.shiftKey ? 1 : 15) });
    else if (event.key === '.' || event.key === '>') this.set({ turn: turn + (event.shiftKey ? 1 : 15) });
    else if (event.key === 'Delete' || event.key === 'Backspace') this.set({ gone: true });
    else if (event.key === 'Escape') this.set({});
    else return takes(event, this.battle, this.checker, this.action, (near) => this.take(near));
    this.battle.say(this.words);
    return true;
  }
}
