/** What may become of a side: the umpire's probabilities as rolls out of 36, in words. */

import type { Reason, Ruling, Sheet } from '../../lib/wire.gen';

export const ROLLS = 36;
export const FATES = ['no_effect', 'recoil', 'flee', 'destroyed', 'change_sides'] as const;
export type Fate = (typeof FATES)[number];

export const FATE_WORDS: Record<Fate, string> = {
  no_effect: 'Stands',
  recoil: 'Recoils',
  flee: 'Flees',
  destroyed: 'Destroyed',
  change_sides: 'Changes sides',
};

export interface Chance {
  fate: Fate;
  words: string;
  /** Of 36 equally likely rolls. */
  rolls: number;
  share: number;
}

/** The fates of a side as the umpire answers them: each with its chance as a decimal and as a fraction. */
export type Fates = Partial<Record<string, { value: number; fraction: string }>>;

/** Every fate of a side that can happen, from unharmed to worst; together they are all 36 rolls. */
export function chances(fates: Fates): Chance[] {
  return FATES.map((fate) => {
    const share = fates[fate]?.value ?? 0;
    return { fate, words: FATE_WORDS[fate], rolls: Math.round(share * ROLLS), share };
  }).filter((chance) => chance.rolls > 0);
}

export function percent(share: number): string {
  const found = share * 100;
  return `${found >= 10 || found === 0 || found === 100 ? found.toFixed(0) : found.toFixed(1)} %`;
}

/** One sentence for who cannot see the bar. */
export function inWords(name: string, found: Chance[]): string {
  return `${name}: ${found.map((one) => `${one.words.toLowerCase()} ${one.rolls} in ${ROLLS}`).join(', ')}`;
}

export function sumOf(sheet: Sheet): number {
  return sheet.lines.reduce((sum, line) => sum + line.value, 0);
}

/** A factor with its sign, with a true minus. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

const OF_AN_OUTCOME = / (level with|beaten by|doubled by) .+ (in close combat|by shooting): /;

/** Of all the clauses behind a combat, those that settled it: of the row of the outcome lists, or the last word where no row is read. */
export function outcomeReasons(ruling: Ruling): Reason[] {
  const found = ruling.because.filter((reason) => OF_AN_OUTCOME.test(reason.says));
  return found.length ? found : ruling.because.slice(-1);
}

export interface Settled {
  ids: [string, string];
  sums: [number, number];
  dice: [number, number];
  totals: [number, number];
  comparison: string;
  loser: string | null;
  outcome: string;
  reasons: Reason[];
}

const COMPARED: Record<string, string> = { equal: 'level', beaten: 'beaten', doubled: 'doubled' };

/** How a combat went, from the ruling its event carries; null if there is none. */
export function settled(ruling: Ruling | null | undefined): Settled | null {
  const [one, two] = ruling?.sheets ?? [];
  const dice = ruling?.answer?.dice as number[] | undefined;
  if (!ruling || !one || !two || dice?.length !== 2) return null;
  const sums: [number, number] = [sumOf(one), sumOf(two)];
  return {
    ids: [one.of, two.of],
    sums,
    dice: [dice[0] as number, dice[1] as number],
    totals: ruling.answer.totals as [number, number],
    comparison: COMPARED[ruling.answer.comparison as string] ?? '',
    loser: (ruling.answer.loser as string | undefined) ?? null,
    outcome: ruling.answer.outcome as string,
    reasons: outcomeReasons(ruling),
  };
}

const BECAME: Record<string, string> = {
  no_effect: 'holds',
  recoil: 'recoils',
  flee: 'flees',
  destroyed: 'is destroyed',
  change_sides: 'changes sides',
};

export function became(found: Settled): string {
  return found.loser === null ? 'Nothing happens' : `${found.loser} ${BECAME[found.outcome] ?? found.outcome}`;
}
