/** Command cards: their colours from the lowest to the highest, with a letter for each. */

export const COLOURS = ['black', 'white', 'green', 'yellow', 'red'] as const;
export const LETTERS: Record<string, string> = { black: 'K', white: 'W', green: 'G', yellow: 'Y', red: 'R' };

export const worth = (card: string): number => COLOURS.indexOf(card as (typeof COLOURS)[number]);

/** The different ways to pay with one to three cards of a hand, the cheapest first. */
export function waysToPay(hand: readonly string[], counts: readonly number[]): string[][] {
  const found = new Map<string, string[]>();
  const take = (from: number, left: number, taken: string[]): void => {
    if (left === 0) {
      found.set(taken.join(), taken);
      return;
    }
    for (let i = from; i < hand.length; i++) take(i + 1, left - 1, [...taken, hand[i] as string]);
  };
  for (const count of counts) take(0, count, []);
  const sum = (cards: string[]): number => cards.reduce((all, card) => all + worth(card) + 1, 0);
  return [...found.values()].sort((a, b) => a.length - b.length || sum(a) - sum(b));
}

/** Payments worth trying by any of some hands, the cheapest of each first; at most so many. */
export function payments(hands: Record<string, readonly string[]>, counts: readonly number[], most = 16): { general: string; cards: string[] }[] {
  const each = Object.entries(hands).map(([general, hand]) => waysToPay(hand, counts).map((cards) => ({ general, cards })));
  const found: { general: string; cards: string[] }[] = [];
  for (let i = 0; found.length < most && each.some((ways) => i < ways.length); i++) {
    for (const ways of each) if (ways[i] && found.length < most) found.push(ways[i] as { general: string; cards: string[] });
  }
  return found;
}
