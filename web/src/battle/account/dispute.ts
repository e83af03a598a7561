/** A dispute: everything an umpire needs to look at a ruling again, in one file. */

import type { Account, Position, Ruling, Shown } from '../../lib/wire.gen';

export interface Dispute {
  debellis: string;
  battle: string;
  edition: string;
  /** The event in question, and what was said of it. */
  event: number;
  said: string[];
  ruling: Ruling | null;
  /** How everybody stood before it. */
  position: Position;
  account: Account[];
  /** The log as `debellis replay --check` reads it, where this seat may have it. */
  log: string | null;
  saved: string;
}

export function disputeOf(
  shown: Shown, account: Account[], event: number, said: string[], ruling: Ruling | null, position: Position, log: string | null, now: Date,
): Dispute {
  return {
    debellis: shown.version,
    battle: shown.id,
    edition: shown.edition,
    event,
    said,
    ruling,
    position,
    account: account.filter((item) => item.number <= Math.max(event, 0)),
    log,
    saved: now.toISOString(),
  };
}

export function fileName(dispute: Dispute): string {
  return `dispute-${dispute.edition}-${dispute.battle}-${dispute.event}.json`;
}
