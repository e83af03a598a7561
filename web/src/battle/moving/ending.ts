/** Ending the moves: what is left then is lost, and often it cannot be taken back. */

import type { Action, Position, Side } from '../../lib/wire.gen';
import { hasMoved } from '../../table/looks';
import { countOf, purseWords, type Purse } from '../purse';
import type { Mover } from './mover.svelte';

/** What could still be done, when a legal decision is known: "3 PIPs left, and 5 bases have not moved", or who could move on. */
export function leftUndone(position: Position, side: Side | null, purse: Purse, could: Action | null): string {
  const movers = could ? moversOf(could) : [];
  if (!could || !movers.length || countOf(purse) <= 0) return '';
  const still = position.bases.filter((base) => base.side === side && !hasMoved(position, base)).length;
  const who = still ? `${still === 1 ? '1 base has' : `${still} bases have`} not moved` : `${movers.join(', ')} could still move`;
  return `${purseWords(purse)} left, and ${who}`;
}

/** The bases that an action moves, in whatever form its rules have; none when it moves nobody. */
export function moversOf(action: Action): string[] {
  const found = action as { elements?: string[]; places?: Record<string, unknown>; move?: { elements?: string[] }; sequence?: [string, unknown][] };
  return found.move?.elements ?? found.elements ?? (found.sequence ? [...new Set(found.sequence.map(([id]) => id))] : Object.keys(found.places ?? {}));
}

/** End the moves; while a legal move is worth making, ask once before. `again` says how one insists. */
export async function endMoves(mover: Mover, again: string): Promise<void> {
  const { battle } = mover;
  if (mover.asking) return;
  if (!mover.ending && countOf(battle.shown.view.purse) > 0) {
    mover.asking = true;
    const { number } = battle.shown;
    const [could = null] = await battle.live.suggest(1).catch(() => []);
    mover.asking = false;
    if (battle.shown.number !== number) return;
    const undone = leftUndone(battle.position, battle.side, battle.shown.view.purse, could);
    if (undone) {
      mover.note = `${undone}: ${again} to end the moves.`;
      mover.endingAfter = number;
      return;
    }
  }
  await battle.decide({ do: 'end_moves' });
}
