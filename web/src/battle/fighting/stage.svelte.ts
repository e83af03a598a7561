/** What is shown on the table while things happen: first the dice of a combat, then where they drove the bases. */

import type { Account, Position } from '../../lib/wire.gen';
import { motion } from './motion.svelte';
import { differs, isCombat, pauses } from './pacing';

interface Scene {
  from: Position;
  to: Position;
  item: Account | null;
}

const MOST = 40;

export class Stage {
  /** What is still shown of the past; null when the present is. */
  position = $state.raw<Position | null>(null);
  /** What is being told. */
  item = $state.raw<Account | null>(null);
  #last: Position | null = null;
  #waiting: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  /** The battle has come to a new position by an event; `at_once` if one saw it move already. */
  show(to: Position, item: Account | null, atOnce = false): void {
    const from = this.#last;
    this.#last = to;
    if (from === null || from === to || !motion.on || document.hidden) {
      this.skip();
      return;
    }
    if (!this.#running && (atOnce || (!isCombat(item) && !differs(from, to)))) return;
    this.#waiting.push({ from, to, item });
    if (this.#waiting.length > MOST) this.skip();
    else if (!this.#running) this.#next();
  }

  #next(): void {
    const scene = this.#waiting.shift();
    if (!scene) {
      this.skip();
      return;
    }
    this.#running = true;
    this.position = scene.from;
    this.item = scene.item;
    const [before, after] = pauses(scene.item, differs(scene.from, scene.to), this.#waiting.length);
    this.#timer = setTimeout(() => {
      this.position = scene.to;
      this.#timer = setTimeout(() => this.#next(), after);
    }, before);
  }

  /** To the present. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#running = false;
    this.position = null;
    this.item = null;
  }
}
