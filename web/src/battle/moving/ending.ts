/** Ending the moves: what is left then is lost, and often it cannot be taken back. */

import type { Position, Side } from '../../lib/wire.gen';
import { hasMoved } from '../../table/looks';
import { countOf, purseWords, type Purse } from '../purse';
import type { Mover } from './mover.svelte';

/** What could still be done: "3 PIPs left, and 5 bases have not moved"; nothing when nobody or nothing is left. */
export function leftUndone(position: Position, side: Side | null, purse: Purse): string {
  const still = position.bases.filter((base) => base.side === side && !hasMoved(position, base)).length;
  if (!still || countOf(purse) <= 0) return '';
  return `${purseWords(purse)} left, and ${still === 1 ? '1 base has' : `${still} bases have`} not moved`;
}

/** End the moves; while something could still be done, ask once before. `again` says how one insists. */
export function endMoves(mover: Mover, again: string): void {
  const { battle } = mover;
  const undone = leftUndone(battle.position, battle.side, battle.shown.view.purse);
  if (!undone || mover.ending) void battle.decide({ do: 'end_moves' });
  else {
    mover.note = `${undone}: ${again} to end the moves.`;
    mover.endingAfter = battle.shown.number;
  }
}
