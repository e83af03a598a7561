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

/** The fraction, where it says more than the percents: not of what is sure or cannot be. */
export const sure = (chance: Chance | undefined): string => (chance && chance.value > 0 && chance.value < 1 ? chance.fraction : '');
