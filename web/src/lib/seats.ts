/** The battles this browser has a seat in: kept here, since the server never tells a secret again. */

import type { Role, Shown } from './wire.gen';

export interface Kept {
  id: string;
  edition: string;
  title: string;
  seats: Partial<Record<Role, string>>;
  made: number;
  /** The seat one plays from, where one has several links. */
  mine?: Role;
  /** The phases of setting up that are done with the first suggestion, without asking. */
  hasty?: string[];
}

const KEY = 'debellis.battles';
const MOST = 60;

export function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

function write(battles: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(battles.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the address holds the seat.
  }
}

/** Keep a battle, first in the list; seats of it that were kept before stay. */
export function keep(battle: Kept): void {
  const all = kept();
  const before = all.find((one) => one.id === battle.id);
  const seats = { ...before?.seats, ...battle.seats };
  write([{ ...before, ...battle, seats }, ...all.filter((one) => one.id !== battle.id)]);
}

export function forget(id: string): void {
  write(kept().filter((one) => one.id !== id));
}

/** Keep the seat a link gave. */
export function keepSeat(secret: string, shown: Shown, hasty?: string[]): void {
  const before = kept().find((one) => one.id === shown.id);
  keep({
    id: shown.id,
    edition: shown.edition,
    title: before?.title ?? titleOf(shown),
    seats: { [shown.role]: secret },
    made: before?.made ?? Date.now(),
    mine: before?.mine ?? shown.role,
    ...(hasty ? { hasty } : {}),
  });
}

export function titleOf(shown: Shown): string {
  return `${shown.view.armies.red} against ${shown.view.armies.blue}`;
}

/** The battle a seat belongs to, if this browser keeps it. */
export function battleOf(secret: string): Kept | undefined {
  return kept().find((battle) => Object.values(battle.seats).includes(secret));
}

/** The seat one plays from: one's own, or a side before looking on. */
export function bestSeat(battle: Kept): string | null {
  const { both, red, blue, spectator } = battle.seats;
  return (battle.mine && battle.seats[battle.mine]) ?? both ?? red ?? blue ?? spectator ?? null;
}

/** The address that gives a seat to whoever opens it. */
export function linkTo(secret: string, hasty: string[] = []): string {
  const address = new URL(location.href);
  address.hash = `/join/${encodeURIComponent(secret)}${hasty.length ? `?hasty=${hasty.join(',')}` : ''}`;
  return address.href;
}
