/** The account of a battle as it is told: what stands and what was taken back, under a heading for each bound. */

import type { Account, Event as Happening, Side } from '../../lib/wire.gen';

export interface Told extends Account {
  /** Whether it was taken back afterwards. */
  undone: boolean;
}

export interface Chapter {
  title: string;
  side: Side | null;
  items: Told[];
}

/** What happened in the battle itself; the rest is about taking it back. */
const HAPPENED: ReadonlySet<string> = new Set(['start', 'decision']);

/** Whether the battle stood otherwise after an event: one can look at that moment. */
export const isMoment = (item: Told): boolean => HAPPENED.has(item.kind) && !item.undone;

/** Every event of the account, those taken back marked so; the events that took them back stay too. */
export function told(account: Account[]): Told[] {
  const items: Told[] = account.map((item) => ({ ...item, undone: false }));
  const line: Told[] = [];
  for (const item of items) {
    if (item.takes_back) for (const last of line.splice(-item.takes_back)) last.undone = true;
    else if (HAPPENED.has(item.kind)) line.push(item);
  }
  return items;
}

/** The events that stand: those a replay goes through. */
export function standing(account: Account[]): Told[] {
  return told(account).filter(isMoment);
}

/** The newest roll of dice there was. */
export function lastRoll(account: Account[]): Account | null {
  return account.filter((item) => item.dice.length > 0).at(-1) ?? null;
}

const BOUND = /^(red|blue) bound (\d+)/;
const TURN = /^turn (\d+): (red|blue) is active/;

/** The account in chapters: before the battle, then bound by bound. */
export function chapters(account: Account[]): Chapter[] {
  const found: Chapter[] = [{ title: 'Before the battle', side: null, items: [] }];
  for (const item of told(account)) {
    const begins = item.said.map((event) => BOUND.exec(event.says)).find((match) => match !== null);
    const turns = item.said.map((event) => TURN.exec(event.says)).find((match) => match !== null);
    if (turns && !item.undone) {
      // What ended the turn before is told with it; the new turn begins with the next decision.
      found.at(-1)?.items.push(item);
      found.push({ title: `Turn ${turns[1]}, ${turns[2] === 'red' ? 'Red' : 'Blue'} active`, side: turns[2] as Side, items: [] });
      continue;
    }
    if (begins && !item.undone) {
      const side = begins[1] as Side;
      found.push({ title: `${side === 'red' ? 'Red' : 'Blue'}, bound ${begins[2]}`, side, items: [] });
    }
    found.at(-1)?.items.push(item);
  }
  return found.filter((chapter) => chapter.items.length > 0);
}

/** A sentence begins with a capital, unless with the name of a base ("a1"), and ends with a stop. */
export function sentence(says: string): string {
  const first = /^[a-z]+\d/.test(says) ? says : says.charAt(0).toUpperCase() + says.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** What there is to say of an event: nothing of a decision that led to nothing yet, as to end one's moves. */
export function plainly(item: Account): Happening[] {
  if (item.said.length > 0 || item.kind === 'decision') return item.said;
  const who = item.by === 'red' ? 'Red' : item.by === 'blue' ? 'Blue' : '';
  const says = item.kind === 'undo' ? `${who} takes the last decision back` : 'The armies meet';
  return [{ kind: item.kind, says, clauses: [], bases: [], ruling: null }];
}

/** The last event up to a number of which there is something to say; null if there is none. */
export function lastSaid(account: Account[], upTo: number): number | null {
  return account.filter((item) => item.number <= upTo && plainly(item).length > 0).at(-1)?.number ?? null;
}
