/** Exact chances as the page writes them. */

export interface Chance {
  value: number;
  fraction: string;
}

/** A chance in percent; one that is not nothing is never written as 0. */
export function percent(chance: Chance | undefined): string {
  if (!chance) return '';
  const whole = Math.round(100 * chance.value);
  if (whole === 0 && chance.value > 0) return '< 1 %';
  if (whole === 100 && chance.value < 1) return '> 99 %';
  return `${whole} %`;
}

/** What a test may do to those who take it, with the chance of each: of a unit group or a general. */
export function oddsOfTest(answer: { bases?: Record<string, Chance>; [fate: string]: unknown }): [string, Chance][] {
  const of = (name: string): Chance => (answer[name] as Chance | undefined) ?? { value: 0, fraction: '0' };
  const fates: [string, Chance][] = answer.bases
    ? [...Object.entries(answer.bases).filter(([lost]) => lost !== '0').map<[string, Chance]>(([lost, chance]) => [lost === '1' ? 'a base lost' : `${lost} bases lost`, chance]), ['left with a wound', of('wounded')], ['broken', of('broken')]]
    : [['killed', of('killed')], ['stunned', of('stunned')], ['wounded', of('wounded')]];
  return fates.filter(([, chance]) => chance.value > 0);
}

/** The fraction, where it says more than the percents: not of what is sure or cannot be. */
export const sure = (chance: Chance | undefined): string => (chance && chance.value > 0 && chance.value < 1 ? chance.fraction : '');
