/** The steps before a battle of unit groups: who does what now, what comes next, and the choices in words. */

import { part } from '../../../lib/parts';
import type { Action, MegAction, Shown, Side } from '../../../lib/wire.gen';
import { groundName } from '../../../table/ground.svelte';
import { sideWord } from '../../words';

/** What a side does: "lay a card", "lays a card"; and what follows. */
interface Moment {
  you: string;
  they: string;
  next: string;
}

const moment = (you: string, they: string, next: string): Moment => ({ you, they, next });

const MOMENTS: Record<string, Moment> = {
  prepare: moment('have everything set up by the defaults of the rules', 'has everything set up by the defaults of the rules', 'the first turn begins'),
  invader: moment('roll the dice of both army commanders', 'rolls the dice of both army commanders', 'the winner chooses to invade or to defend'),
  part: moment('choose to invade or to defend', 'chooses to invade or to defend', 'both sides draw their pre-battle cards'),
  card: moment('lay a card face down', 'lays a card face down', 'when both cards lie there they are shown'),
  territory: moment('choose the territory', 'chooses the territory', 'four rounds of cards move the marker that sets the ground'),
  intercept: moment('set the marker for the strategic intercept', 'sets the marker for the strategic intercept', 'four rounds of cards move the marker'),
  marker: moment('move the marker or leave it', 'moves the marker or leaves it', 'the next round of cards, or the terrain'),
  flank: moment('say which flank is secure', 'says which flank is secure', 'the terrain is chosen'),
  secure: moment('place terrain that secures the flank', 'places terrain that secures the flank', 'the other side places one too, then the terrain is chosen'),
  choose: moment('choose an item of terrain', 'chooses an item of terrain', 'the sides go on in turn; then the items are placed'),
  next: moment('say which of your items is placed next', 'says which of its items is placed next', 'the placement die names its sector'),
  place: moment('place the item', 'places the item', 'the other side rolls the adjustment die'),
  adjust: moment('adjust the item or leave it', 'adjusts the item or leaves it', 'the next item, and after the last one the camps'),
  camp: moment('place your camp', 'places its camp', 'both sides write their secret notes'),
  notes: moment('write your secret notes', 'writes its secret notes', 'unit groups are deployed in steps'),
  deploy: moment('deploy a unit group', 'deploys a unit group', 'when all stand, the generals are placed'),
  generals: moment('place your generals', 'places its generals', 'when both sides have, the first turn begins'),
};

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who does what now, and what comes next; null for rules that have other steps. */
export function guideOf(shown: Shown): { now: string; next: string } | null {
  const found = MOMENTS[shown.view.phase];
  const { side } = shown.pending;
  if (!found || !side || part(shown.view, 'sub_phase') === undefined) return null;
  const own = shown.decides && shown.role !== 'both';
  return { now: own ? `You ${found.you}` : `${sideWord(side)} ${found.they}`, next: upper(found.next) };
}

/** What is settled so far, and open to all: "Blue invades", "Mountain country". */
export function settled(shown: Shown): string[] {
  const { view } = shown;
  const before = part(view, 'before');
  const found: string[] = [];
  if (view.invader) found.push(`${sideWord(view.invader as Side)} invades`);
  const territory = view.position.moment?.territory;
  if (territory) found.push(`${upper(territory)} country`);
  if (before?.cell[0]) found.push(`${upper(before.cell[0].toLowerCase())} ground${before.cell[1] === 'none' ? '' : `, flank secured by ${before.cell[1]}`}`);
  const outscouted = before?.outscouted;
  if (outscouted?.[0]) found.push(`${sideWord(outscouted[0] as Side)} is outscouted by ${outscouted[1]} %`);
  return found;
}

/** One thing of a few that may be chosen, in a few words; null where its fields say enough. */
export function choiceWords(of: Action, edition: string): string | null {
  const action = of as MegAction;
  const ground = (kind: string): string => groundName(kind, edition);
  switch (action.do) {
    case 'take_part': return action.part === 'invade' ? (action.intercept ? 'Invade, with a strategic intercept' : 'Invade') : 'Defend';
    case 'choose_territory': return action.territory;
    case 'choose_item': return action.kind === 'none' ? 'No more terrain' : ground(action.kind);
    case 'take_item': return ground(action.kind);
    default: return null;
  }
}

/** The kind of ground that a choice is about. */
export function groundChosen(of: Action): string | null {
  const action = of as MegAction;
  return (action.do === 'choose_item' || action.do === 'take_item') && action.kind !== 'none' ? action.kind : null;
}
