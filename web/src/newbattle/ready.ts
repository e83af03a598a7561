/** Battles one can begin with one click: two armies that met, everything set up. */

import { api } from '../lib/api';
import { keep, type Kept } from '../lib/seats';
import { USUAL_LEVEL } from './generals';

export interface Ready {
  edition: string;
  red: string;
  blue: string;
  title: string;
  says: string;
}

/** The first of each edition is its usual one. */
export const READY: Ready[] = [
  { edition: 'dba22', red: 'II/33', blue: 'II/32', title: 'Rome against Carthage', says: 'Legions in three lines meet elephants and mercenaries.' },
  { edition: 'dba22', red: 'II/12', blue: 'II/7', title: 'Alexander against Darius', says: 'Pikes and Companions against scythes and horse.' },
  { edition: 'dba22', red: 'III/71', blue: 'III/51', title: 'Harold against William', says: 'A wall of shields on foot, and knights to break it.' },
  { edition: 'dba22', red: 'IV/62', blue: 'IV/64b', title: 'Longbows against lances', says: 'The Hundred Years War at its muddiest.' },
  { edition: 'rrr', red: 'royalist', blue: 'parliamentarian', title: 'King against Parliament', says: 'Pike, shot and headlong horse.' },
  { edition: 'rrr', red: 'spanish', blue: 'dutch', title: 'Tercios against the Dutch', says: 'Great squares against small battalions.' },
];

/** Begin a ready battle against the computer; the kept battle. */
export async function begin(ready: Ready): Promise<Kept> {
  const seated = await api.begin({
    edition: ready.edition,
    setup: { red: ready.red, blue: ready.blue, variety: Math.floor(Math.random() * 1_000_000) },
    automatic: true,
    red: { kind: 'person' },
    blue: { kind: 'computer', level: USUAL_LEVEL },
  });
  const battle: Kept = { id: seated.id, edition: ready.edition, title: ready.title, seats: seated.seats, made: Date.now(), mine: 'red' };
  keep(battle);
  return battle;
}
