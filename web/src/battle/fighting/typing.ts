/** What each die of a decision is for, as the umpire asks for them one by one. */

/** A die the umpire asks for: what it is for, and the greatest number it can show. */
export interface Asked {
  why: string;
  sides: number;
}

/** The dice asked for so far, with the one asked for now after those given. */
export function asked(before: Asked[], given: number, why: string, sides: number): Asked[] {
  const known = Array.from({ length: given }, (_, i) => before[i] ?? { why: `Die ${i + 1}`, sides });
  return [...known, { why: why.charAt(0).toUpperCase() + why.slice(1), sides }];
}

/** Whether a die can show what was typed for it. */
export function canShow(die: Asked | undefined, typed: number | null | undefined): typed is number {
  return die !== undefined && typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= die.sides;
}
