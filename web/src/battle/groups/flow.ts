/** The course of a turn: its phases and sub-phases, what is decided in each, and by whom. */

export interface SubPhase {
  id: string;
  title: string;
  /** What is decided there, for who must do it. */
  does: string;
}

export interface TurnPhase {
  number: string;
  title: string;
  parts: SubPhase[];
}

const part = (id: string, title: string, does: string): SubPhase => ({ id, title, does });

export const TURN: TurnPhase[] = [
  { number: '1', title: 'Cards', parts: [
    part('1.1', 'Discards', 'Each side may throw cards away, the active side first. New ones are dealt for them.'),
    part('1.2', 'Deal', 'Every general is dealt cards up to his number.'),
    part('1.3', 'Gifts', 'An army commander may give cards to his generals.'),
  ] },
  { number: '2', title: 'Charges', parts: [
    part('2.1', 'Generals', 'In turn: move a general with a card, or pass.'),
    part('2.2', 'Charges', 'In turn: declare a charge, or pass. When both pass in succession, no more are declared.'),
    part('2.3', 'Forced charges', 'Impetuous troops charge by themselves unless a card stops them.'),
    part('2.4', 'Going to meet', 'The side that is charged may countercharge or intercept with a card.'),
    part('2.5', 'Answers', 'Those who may get away from a charge stand, skirmish or run away. All who can shoot at the chargers do.'),
    part('2.6', 'Charge moves', 'In turn: move one of your charges.'),
    part('2.7', 'Charge combat', 'In turn: pick the next file that fights.'),
    part('2.8', 'Outcomes', 'Broken unit groups rout. Victors pursue, or a card holds them back.'),
  ] },
  { number: '3', title: 'Shooting', parts: [
    part('3.1', 'Shooting', 'In turn: name a unit group that shoots, or pass. Losses are taken together at the end.'),
    part('3.2', 'Outcomes', 'Unit groups broken by fire rout.'),
  ] },
  { number: '4', title: 'Movement', parts: [
    part('4.1', 'Successors', 'Dead generals are replaced.'),
    part('4.2', 'Aligning', 'In turn: align a unit group that touches enemy, or pass.'),
    part('4.3', 'Movement', 'In turn: move a unit group or a block with cards, or pass.'),
  ] },
  { number: '5', title: 'Melee', parts: [
    part('5.1', 'Aligning', 'In turn: align a unit group that fights, or pass.'),
    part('5.2', 'Melee', 'In turn: pick the next file that fights.'),
    part('5.3', 'Outcomes', 'Broken unit groups rout. Victors pursue, or a card holds them back.'),
    part('5.4', 'Breaking off', 'In turn: break off a combat with a card, or pass.'),
    part('5.5', 'Moves in combat', 'In turn: bring up bases in a combat with a card, or pass.'),
  ] },
  { number: '6', title: 'End of turn', parts: [
    part('6.1', 'Recovery', 'In turn: a general clears a wound with a card, or pass.'),
    part('6.2', 'Successors', 'Dead generals are replaced.'),
    part('6.3', 'Camps', 'Unit groups in an enemy camp sack it.'),
    part('end', 'Cards kept', 'Generals give up the cards above the number they may keep.'),
  ] },
];

/** What is decided before the first turn of a battle that was taken up, and in the middle of the other side's action. */
const RESPONSES: Record<string, SubPhase> = Object.fromEntries([
  part('begin', 'The battle begins', 'Cards are dealt to the generals, and the battle goes on from where it stands.'),
  part('chased', 'A pursuit comes', 'It may stand, or get out of the way of the pursuers.'),
  part('surprised', 'A charge comes on', 'The charge uncovers it: it may stand or get away.'),
  part('volley', 'Fire at a charge', 'Every file that can shoots at the charge. Files may hold their fire.'),
  part('shoot-first', 'Shooting with the charge', 'It shoots as it declares its charge. Name the targets of its files, or pass.'),
  part('press', 'Pressing forward', 'Files of the charge that touch nobody go on into contact. Some may stay back.'),
  part('tidy', 'Aligning after contact', 'It may line up with the enemy it has met.'),
  part('pairs', 'Who fights whom', 'Some of your files touch several enemies. Choose whom they fight, or leave it to the umpire.'),
  part('lead', 'A general in the combat', 'The enemy attacks the file he is with. He may fight in its front rank, which helps and endangers him.'),
  part('support', 'A file between two fights', 'It can lend its die to one of the files beside it. This one has just rolled; the other has still to fight.'),
  part('rout', 'A rout', 'It runs, and somebody stands in its way. A shift of up to half a base may lead past.'),
  part('remove', 'A base is lost', 'The rules count some bases equal. Choose which of them goes.'),
  part('new-file', 'A file for a general', 'The file he was with is no longer there. Choose with which file he is now.'),
  part('free-move', 'A general goes elsewhere', 'He has lost his place. Choose where he goes, free of cards.'),
  part('cover', 'Shield cover', 'It is shot at and may take cover behind its shields. Then it does nothing else this turn.'),
  part('push', 'Pushed back', 'An enemy moves into it. It falls back or runs away.'),
  part('aside', 'Out of the way', 'Enemy comes on here from a flank march. It falls back or runs away.'),
  part('ambush', 'An ambush is discovered', 'Enemy has found your hidden troops. Put them on the table.'),
  part('join', 'A bluff is turned up', 'This general was with the army all along. Place him with a file.'),
  part('draw', 'A draw is offered', 'The other side offers to end the battle as a draw. Accept it, or fight on.'),
].map((one) => [one.id, one]));

const ALL = TURN.flatMap((phase) => phase.parts);

/** What is decided now: a sub-phase, or an answer in the middle of one. */
export function decisionNow(phase: string): SubPhase | undefined {
  return RESPONSES[phase] ?? ALL.find((one) => one.id === phase);
}

export function turnPhase(subPhase: string): TurnPhase | undefined {
  return TURN.find((phase) => phase.parts.some((one) => one.id === subPhase));
}

/** What comes after a sub-phase in the same phase. */
export function stillToCome(subPhase: string): SubPhase[] {
  const parts = turnPhase(subPhase)?.parts ?? [];
  return parts.slice(parts.findIndex((one) => one.id === subPhase) + 1);
}
