/** The armies this browser keeps: chosen from a list, with a name of the player's own. */

import type { ChosenArmy } from '../lib/wire.gen';
import { writeText, writeValue } from '../lib/toml';

export interface OwnArmy {
  id: string;
  edition: string;
  /** The name of its list. */
  list: string;
  chosen: ChosenArmy;
  made: number;
}

const KEY = 'debellis.armies';
const MOST = 100;

export function ownArmies(edition?: string): OwnArmy[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const all = Array.isArray(found) ? (found as OwnArmy[]) : [];
    return edition ? all.filter((one) => one.edition === edition) : all;
  } catch {
    return [];
  }
}

/** Keep an army, first in the list. False if the browser keeps nothing. */
export function keepArmy(army: OwnArmy): boolean {
  return write([army, ...ownArmies().filter((one) => one.id !== army.id)]);
}

export function forgetArmy(id: string): boolean {
  return write(ownArmies().filter((one) => one.id !== id));
}

function write(armies: OwnArmy[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(armies.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

export const newId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** An army as the file that `debellis armies` checks. */
export function armyFile(chosen: ChosenArmy): string {
  const lines = [`army = ${writeText(chosen.army)}`];
  if (chosen.name) lines.push(`name = ${writeText(chosen.name)}`);
  if (chosen.points !== null) lines.push(`points = ${chosen.points}`);
  if (chosen.baggage !== null) lines.push(`baggage = ${chosen.baggage}`);
  if (Object.keys(chosen.works).length) lines.push(`works = ${writeValue(chosen.works)}`);
  for (const command of chosen.commands) {
    lines.push('', '[[command]]');
    if (command.name) lines.push(`name = ${writeText(command.name)}`);
    if (command.ally) lines.push(`ally = ${writeText(command.ally)}`);
    lines.push(`elements = ${writeValue(command.elements)}`);
  }
  return `${lines.join('\n')}\n`;
}
