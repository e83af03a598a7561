/** Battles one can begin with one click: two armies that met, everything set up. */

import { api } from '../lib/api';
import { keep, type Kept } from '../lib/seats';
import { USUAL_LEVEL } from './generals';

/** An army of a ready battle: its list, and the troops chosen from it so that it is the army of the title. */
export interface Host {
  army: string;
  elements: string[];
}

export interface Ready {
  edition: string;
  /** An army, or the name of a list that fields its ready army. */
  red: Host | string;
  blue: Host | string;
  title: string;
  says: string;
  /** Whether it is a big battle; then a name may have allies, like "II/32+II/11". */
  big?: boolean;
}

/** "6 4Bd" is six elements of that code. */
const host = (army: string, ...troops: string[]): Host => ({
  army,
  elements: troops.flatMap((one) => {
    const [, count, code] = /^(\d+) (.+)$/.exec(one) ?? ['', '1', one];
    return Array.from({ length: Number(count) }, () => code as string);
  }),
});

/** The first of each edition is its usual one. */
export const READY: Ready[] = [
  {
    edition: 'dba22', title: 'Rome against Carthage', says: 'Legions in three lines meet elephants and mercenaries.',
    red: host('II/33', '3Cv general', '1 3Cv', '6 4Bd', '2 4Sp', '2 2Ps'),
    blue: host('II/32', '3Cv general', '1 2LH', '3 4Sp', '1 3Ax', '3 3Wb', '2 El', '1 2Ps'),
  },
  {
    edition: 'dba22', title: 'Alexander against Darius', says: 'Pikes and Companions against scythes and horse.',
    red: host('II/12', '3Kn general', '1 3Cv', '1 2LH', '1 4Ax', '6 4Pk', '2 2Ps'),
    blue: host('II/7', 'LCh general', '2 3Cv', '2 2LH', '1 SCh', '2 2Ps', '2 4Sp', '2 3Ax'),
  },
  {
    edition: 'dba22', title: 'Harold against William', says: 'A wall of shields on foot, and knights to break it.',
    red: host('III/71', '4Bd general', '2 4Bd', '8 4Sp', '1 2Ps'),
    blue: host('III/51', '3Kn general', '6 3Kn', '1 3Cv', '2 4Sp', '2 3Bw'),
  },
  {
    edition: 'dba22', title: 'Longbows against lances', says: 'The Hundred Years War at its muddiest.',
    red: host('IV/62', '3Kn//4Bd general', '2 3Kn//4Bd', '6 4Lb', '1 3Sp', '1 4Lb', '1 3Cb'),
    blue: host('IV/64b', '3Kn//4Bd general', '5 3Kn//4Bd', '1 4Bd', '1 3Cv', '2 4Cb', '2 3Sp'),
  },
  {
    edition: 'dba22', title: 'Cannae, a big battle', says: 'Three commands a side on a wide table: legions against Carthage and its Gauls.',
    red: 'II/33', blue: 'II/32+II/11', big: true,
  },
  {
    edition: 'dbm32', title: 'Zama', says: 'Four hundred points a side: three commands each, legions against elephants and Numidians.',
    red: 'polybian_roman', blue: 'later_carthaginian',
  },
  {
    edition: 'dbm32', title: 'The Ganges', says: 'Alexander’s pikes and Companions against a host with elephants and chariots.',
    red: 'alexandrian_macedonian', blue: 'classical_indian',
  },
  {
    edition: 'meg', title: 'Sparta against Pyrrhos', says: 'A first battle of Magna size: hoplites in line against pikes, elephants and a king who leads from the front.',
    red: 'magna-spartan', blue: 'magna-pyrrhic',
  },
  {
    edition: 'rrr', title: 'King against Parliament', says: 'Pike, shot and headlong horse.',
    red: host('royalist', '1 Gen', '4 Pi', '1 Dr', '2 Pk', '4 Sh', '1 Gun'),
    blue: host('parliamentarian', '1 Gen', '1 Dr', '2 Pk', '4 Sh', '1 Gun', '2 Cv', '1 Pi', '1 Sh'),
  },
  {
    edition: 'rrr', title: 'Tercios against the Dutch', says: 'Great squares against small battalions.',
    red: host('spanish', '1 Gen', '4 Pk', '4 Sh', '1 LH', '1 Can', '1 Kn', '1 Bd'),
    blue: host('dutch', '1 Gen', '4 Pk', '4 Sh', '2 Pi', '1 Cv', '1 Gun'),
  },
];

/** Begin a ready battle against the computer; the kept battle. */
export async function begin(ready: Ready): Promise<Kept> {
  const seated = await api.begin({
    edition: ready.edition,
    setup: { red: ready.red, blue: ready.blue, ...(ready.big ? { big: true } : {}), variety: Math.floor(Math.random() * 1_000_000) },
    automatic: true,
    red: { kind: 'person' },
    blue: { kind: 'computer', level: USUAL_LEVEL },
  });
  const battle: Kept = { id: seated.id, edition: ready.edition, title: ready.title, seats: seated.seats, made: Date.now(), mine: 'red' };
  keep(battle);
  return battle;
}
