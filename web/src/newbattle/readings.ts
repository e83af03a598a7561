/** The switches of a game in the words of the edition: where tables read a rule differently, and what players agree on. */

import type { OptionWords } from '../lib/wire.gen';

const humbly = (name: string): string => {
  const words = name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A switch one can set: its name, what it asks, and its values with words for each; the first is the usual one. */
export interface Switch {
  name: string;
  asks: string;
  values: { value: unknown; says: string }[];
  agreed: boolean;
}

/** The switches of an edition that leave something to choose. */
export function switches(options: Record<string, unknown[]>, words: Record<string, OptionWords>): Switch[] {
  return Object.entries(options)
    .filter(([name, values]) => values.length > 1 && !words[name]?.idle)
    .map(([name, values]) => ({
      name,
      asks: words[name]?.asks ?? humbly(name),
      values: values.map((value) => ({ value, says: words[name]?.values[String(value)] ?? humbly(String(value)) })),
      agreed: words[name]?.agreed ?? false,
    }));
}

/** What was set that is not the usual reading, with a friendly game where that is needed to allow it. */
export function unusual(all: Switch[], chosen: Record<string, unknown>): Record<string, unknown> {
  const different = all.filter((one) => one.name in chosen && chosen[one.name] !== one.values[0]?.value);
  return Object.fromEntries(different.map((one) => [one.name, chosen[one.name]]));
}
