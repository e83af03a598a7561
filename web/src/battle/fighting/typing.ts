/** What each die of a decision is for, as the umpire asks for them one by one. */

/** The reasons so far, with that of the die asked for now after those given. */
export function asked(before: string[], given: number, why: string): string[] {
  const known = Array.from({ length: given }, (_, i) => before[i] ?? `Die ${i + 1}`);
  return [...known, why.charAt(0).toUpperCase() + why.slice(1)];
}
