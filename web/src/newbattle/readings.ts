/** The switches of a game in the words of the edition: where tables read a rule differently, and what players agree on. */

<<<<<<< HEAD
interface Reading {
  asks: string;
  values: Record<string, string>;
  /** Whether players agree on it before any battle, and it is no reading of the rules. */
  agreed?: boolean;
}

/** Switches that change nothing in a single battle, or that the form sets by another choice. */
const IDLE = ['army_options_vary', 'before_the_battle'];

const READINGS: Record<string, Reading> = {
  tournament: {
    asks: 'What kind of game is it?',
    values: { true: 'By the published rules: printed lists only', false: 'A friendly game: other readings allowed' },
  },
  support_against_places: {
    asks: 'Do second ranks support against whoever holds a camp or town?',
    values: { always: 'Always', supported_kinds: 'Only against the kinds they support against elsewhere' },
  },
  shooting_within_woods: {
    asks: 'May elements partly in the same wood shoot at each other?',
    values: { true: 'Yes', false: 'No' },
  },
  knights_into_bows: {
    asks: 'How long do Knights who charged Bows risk dying by them?',
    values: { this_bound: 'In that bound', whole_fight: 'As long as the fight lasts' },
  },
  shot_at_in_bad_going: {
    asks: 'When is a target of shooting in bad going?',
    values: { wholly: 'When wholly in it', partly: 'When partly in it' },
  },
  followers_in_camp_bonus: {
    asks: 'Do followers in their own camp have the +2 of foot defending it?',
    values: { false: 'No', true: 'Yes' },
  },
  camp_moves_cost_extra: {
    asks: 'Do moves in and out of a camp cost the extra PIP?',
    values: { true: 'Yes, as those of a town do', false: 'No' },
  },
  knights_move: { asks: 'How far do Knights move?', values: { 4: '4 MU', 5: '5 MU, as printed' } },
  elephants_move: { asks: 'How far do Elephants move?', values: { 4: '4 MU', 3: '3 MU, as printed' } },
  raiders_move: { asks: 'How far do Raiders move?', values: { 3: '3 MU', 4: '4 MU' } },
  sky: {
    asks: 'Are season, time of day and weather thrown for?',
    values: { false: 'No, it is a clear, long day', true: 'Yes; the battle ends at dark' },
    agreed: true,
  },
  weather: {
    asks: 'What is the weather like, where it is not thrown for?',
    values: { clear: 'Clear', fog: 'Fog', snow: 'Snow', mud: 'Mud', wind: 'Strong wind', dust: 'Blowing dust' },
    agreed: true,
  },
  wind: { asks: 'Where does the wind blow from?', values: {}, agreed: true },
  net_claim_to_dice: { asks: 'How do claims become dice?', values: { ladder: 'One colour for each point', steep: 'By the steep ladder' } },
  flank_to_front_before_melee: { asks: 'May a contact with a flank become one to the front before melee?', values: { false: 'No', true: 'Yes' } },
  flank_marcher_discards_in_1_1: { asks: 'May a general on a flank march discard cards?', values: { true: 'Yes', false: 'No' } },
  raiders_bad_going: { asks: 'What do Raiders suffer in bad going?', values: { 0: 'Nothing', '-1': 'A minus of 1' } },
};
=======
import type { OptionWords } from '../lib/wire.gen';
>>>>>>> 0e7c723 (DBM on the page: order of conforming, early presses kept, options in the words of the edition; advances stay on the table; one battle from the builder to its end)

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
