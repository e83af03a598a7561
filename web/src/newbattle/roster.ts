/** Choosing the elements of an army from its list: one code for every element, slot by slot. */

import type { ArmyInfo, Slot, TroopInfo } from '../lib/wire.gen';
import { inYear } from './years';

/** What was chosen: the block of the alternatives, and the code of every element by slot. */
export interface Picks {
  block: number;
  codes: string[][];
}

export type Troops = Record<string, TroopInfo>;

/** The slots of a list with one of its alternative blocks. */
export function slotsOf(army: ArmyInfo, block: number): Slot[] {
  return [...army.elements, ...(army.alternatives[block] ?? [])];
}

/** The first choice everywhere. */
export function usual(army: ArmyInfo, block = 0): Picks {
  return { block, codes: slotsOf(army, block).map((slot) => Array.from({ length: slot.count }, () => slot.any_of[0] ?? '')) };
}

/** Another code for an element; for all of its slot where they must be the same. */
export function withCode(army: ArmyInfo, picks: Picks, slot: number, element: number, code: string): Picks {
  const alike = slotsOf(army, picks.block)[slot]?.all_same ?? false;
  const codes = picks.codes.map((of, s) => (s === slot ? of.map((old, e) => (alike || e === element ? code : old)) : of));
  return { ...picks, codes };
}

/** Another block of the alternatives; what was chosen from the rest of the list stays. */
export function withBlock(army: ArmyInfo, picks: Picks, block: number): Picks {
  const fresh = usual(army, block);
  return { block, codes: fresh.codes.map((of, s) => (s < army.elements.length ? (picks.codes[s] ?? of) : of)) };
}

/** The elements as a battle's set-up wants them, the general marked unless he is an element of his own. */
export function elementsOf(army: ArmyInfo, picks: Picks, troops: Troops): string[] {
  return slotsOf(army, picks.block).flatMap((slot, s) =>
    (picks.codes[s] ?? []).map((code, e) => (slot.general && e === 0 && !troops[code]?.general ? `${code} general` : code)),
  );
}

/** Whether there is anything to choose in a list. */
export function hasChoices(army: ArmyInfo): boolean {
  return army.alternatives.length > 1 || slotsOf(army, 0).some((slot) => slot.any_of.length > 1);
}

const BY_CODE: Record<string, string> = {
  HCh: 'Heavy Chariots', LCh: 'Light Chariots', '2Cm': 'Camel Scouts', Lit: 'Litter',
  '3Lb': 'Longbows', '4Lb': 'Longbows', '8Lb': 'Longbows', '3Cb': 'Crossbows', '4Cb': 'Crossbows', '8Cb': 'Crossbows',
};

/** A code in words: "Blades", "Heavy Chariots (Knights)", "Knights or dismounted Blades". */
export function inWords(code: string, troops: Troops): string {
  const [mounted = code, foot] = code.split('//');
  if (foot) return `${inWords(mounted, troops)} or dismounted ${inWords(foot, troops)}`;
  const name = troops[code]?.name ?? code;
  const own = BY_CODE[code];
  return own ? `${own} (${name})` : name;
}

/** "6 Blades, 2 Spears": what an army consists of. */
export function summary(codes: string[], troops: Troops): string {
  const counted = new Map<string, number>();
  for (const code of codes) {
    const bare = code.replace(/ general$/, '');
    const name = troops[bare.split('//')[0] ?? bare]?.name ?? bare;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  return [...counted].map(([name, count]) => `${count} ${name}`).join(', ');
}

/** The lists that fit what was typed: a year, or words of name, number, topography and troops. */
export function search(armies: ArmyInfo[], typed: string, troops: Troops): ArmyInfo[] {
  const words = typed.trim().toLowerCase();
  if (!words) return armies;
  return armies.filter((army) => {
    if (inYear(words, army.years)) return true;
    const codes = [...army.elements, ...army.alternatives.flat()].flatMap((slot) => slot.any_of);
    const names = codes.flatMap((code) => code.split('//')).map((code) => `${code} ${troops[code]?.name ?? ''}`);
    const text = [army.id, army.name, army.years, army.topography, ...names].join(' ').toLowerCase();
    return words.split(/\s+/).every((word) => text.includes(word));
  });
}
