/** The live ruling on a move being planned: the last move asked about wins, and the nearest legal one is found when it rests. */

import { degrees, direction } from '../../lib/geometry';
import type { Live } from '../../lib/live.svelte';
import type { Base, Fault, DbaMove as Move, Pose, Ruling } from '../../lib/wire.gen';

/** At most one check in so many milliseconds, and a rest before the nearest legal place is looked for. */
const PACE = 28;
const REST = 110;

export interface Offer {
  move: Move;
  poses: Record<string, Pose>;
}

interface Wanted {
  move: Move;
  members: Base[];
  others: () => Offer[];
}

export class Judge {
  /** The ruling on `judged`, the last move that was answered. */
  ruling = $state.raw<Ruling | null>(null);
  judged = $state.raw<Move | null>(null);
  /** Why there is no ruling. */
  fault = $state.raw<Fault | null>(null);
  nearest = $state.raw<Offer | null>(null);
  /** The ruling is of an older move than the one asked about last. */
  waiting = $state(false);
  /** The nearest legal place is being looked for. */
  looking = $state(false);

  #wanted: Wanted | null = null;
  #running = false;
  #last = 0;
  #pace: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #settling: ((ruling: Ruling | null) => void)[] = [];

  constructor(readonly live: Live) {}

  get legal(): boolean | null {
    return this.ruling ? Boolean(this.ruling.answer?.legal) : null;
  }

  /** Ask about a move; `others` are offered when it is refused and the umpire himself finds no part of it legal. */
  ask(move: Move, members: Base[], others: () => Offer[] = () => []): void {
    this.#wanted = { move, members, others };
    this.nearest = null;
    this.waiting = true;
    this.looking = false;
    clearTimeout(this.#rest);
    this.#next();
  }

  clear(): void {
    this.#wanted = null;
    this.waiting = this.looking = false;
    clearTimeout(this.#rest);
    this.ruling = this.judged = this.nearest = this.fault = null;
    this.#settle(null);
  }

  /** The ruling on the last move asked about, once it is there. */
  settled(): Promise<Ruling | null> {
    if (!this.#wanted) return Promise.resolve(null);
    if (this.#wanted.move === this.judged) return Promise.resolve(this.ruling);
    return new Promise((resolve) => this.#settling.push(resolve));
  }

  #settle(ruling: Ruling | null): void {
    for (const resolve of this.#settling.splice(0)) resolve(ruling);
  }

  #next(): void {
    clearTimeout(this.#pace);
    if (this.#running || !this.#wanted) return;
    const early = this.#last + PACE - performance.now();
    if (early > 0) this.#pace = setTimeout(() => this.#next(), early);
    else void this.#check();
  }

  async #check(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    this.#running = true;
    this.#last = performance.now();
    try {
      const ruling = await this.live.check({ do: 'move', move: wanted.move });
      if (this.#wanted) {
        this.ruling = ruling;
        this.judged = wanted.move;
        this.fault = null;
      }
    } catch (wrong) {
      if (this.#wanted) {
        this.ruling = null;
        this.judged = wanted.move;
        this.fault = wrong as Fault;
      }
    } finally {
      this.#running = false;
    }
    if (this.#wanted === wanted) {
      this.waiting = false;
      this.looking = this.legal === false;
      this.#settle(this.ruling);
      if (this.looking) this.#rest = setTimeout(() => void this.#findNearest(wanted.move), REST);
    } else this.#next();
  }

  async #findNearest(move: Move): Promise<void> {
    const wanted = this.#wanted;
    if (wanted?.move !== move) return;
    await this.#tryOffers(wanted);
    if (this.#wanted?.move === move) this.looking = false;
  }

  async #tryOffers(wanted: Wanted): Promise<void> {
    const { move } = wanted;
    const part = await this.#partOf(move, wanted.members);
    for (const offer of part ? [part, ...wanted.others()] : wanted.others()) {
      if (this.#wanted?.move !== move) return;
      const ruling = await this.live.check({ do: 'move', move: offer.move }).catch(() => null);
      if (this.#wanted?.move !== move) return;
      if (ruling?.answer?.legal) {
        this.nearest = offer;
        return;
      }
    }
  }

  /** The nearest legal place the umpire finds for a move, if any. */
  async #partOf(move: Move, members: Base[]): Promise<Offer | null> {
    const turned = (pose: Pose): { front: Pose['front']; facing: number } => ({ front: pose.front, facing: degrees(pose.facing) });
    const args: Record<string, unknown> = {};
    const group = Boolean(move.steps || move.ends);
    if (group) args.group = move.elements;
    else args.element = move.elements[0];
    if (move.path?.length) args.path = move.path.map(turned);
    if (move.steps) args.steps = move.steps;
    if (move.ends) args.ends = Object.entries(move.ends).map(([id, pose]) => ({ id, ...turned(pose) }));
    for (const key of ['road', 'enters', 'through', 'dismount'] as const) if (move[key]) args[key] = move[key];
    const again = members.filter((base) => base.moved).map((base) => [base.id, 1]);
    if (again.length) args.moves = Object.fromEntries(again);
    try {
      const { answer } = await this.live.ask('may_move', args);
      return answer?.nearest ? toOffer(move, answer.nearest as Nearest) : null;
    } catch {
      return null;
    }
  }
}

interface Nearest {
  front: Pose['front'];
  facing: number;
  ends?: { id: string; front: Pose['front']; facing: number }[];
}

function toOffer(move: Move, nearest: Nearest): Offer {
  const pose = (one: { front: Pose['front']; facing: number }): Pose => ({ front: one.front, facing: direction(one.facing) });
  const { path, steps: _steps, ends: _ends, enters: _enters, ...kept } = move;
  if (nearest.ends) {
    const poses = Object.fromEntries(nearest.ends.map((end) => [end.id, pose(end)]));
    return { move: { ...kept, ends: poses }, poses };
  }
  const last = pose(nearest);
  return { move: { ...kept, path: [...(path ?? []).slice(0, -1), last] }, poses: { [move.elements[0] as string]: last } };
}
