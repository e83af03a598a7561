/** Years of an army list, as they are printed, and whether two armies could have met. */

/** A stretch of years; those before Christ are negative. */
export type Stretch = [number, number];

const STRETCH = /(\d+)\s*(BC|AD)?\s*(?:-|–|to)\s*(\d+)\s*(BC|AD)?/i;
const YEAR = /^(\d{1,4})\s*(BC|AD)?$/i;

const signed = (year: string, era: string): number => (era.toUpperCase() === 'BC' ? -Number(year) : Number(year));

/** "275-105 BC", "500 BC - 545 AD" or "1419-1434 and 1464-1471 AD" as stretches of years. */
export function stretches(years: string): Stretch[] {
  const last = /(BC|AD)\s*$/i.exec(years)?.[1] ?? 'AD';
  return years
    .split(/\band\b|,/)
    .map((part) => STRETCH.exec(part))
    .filter((found) => found !== null)
    .map(([, from, fromEra, to, toEra]) => {
      const end = toEra ?? last;
      return [signed(from as string, fromEra ?? end), signed(to as string, end)];
    });
}

/** Whether two armies were in the field at the same time. */
export function sameTime(a: string, b: string): boolean {
  return stretches(a).some(([from, to]) => stretches(b).some(([start, end]) => from <= end && start <= to));
}

/** Whether something typed is a year in which an army was in the field; null when it is no year. */
export function inYear(typed: string, years: string): boolean | null {
  const found = YEAR.exec(typed.trim());
  if (!found) return null;
  const [, year, era] = found as unknown as [string, string, string | undefined];
  const meant = era ? [signed(year, era)] : [Number(year), -Number(year)];
  return stretches(years).some(([from, to]) => meant.some((one) => from <= one && one <= to));
}
