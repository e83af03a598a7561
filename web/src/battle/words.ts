/** Saying what goes on, in a player's words. */

import { part } from '../lib/parts';
import type { Shown, Side } from '../lib/wire.gen';
import { named } from './fighting/naming';
import { decisionNow } from './groups/flow';

export const SIDES: Side[] = ['red', 'blue'];
export const sideWord = (side: Side): string => (side === 'red' ? 'Red' : 'Blue');

const PHASES: Record<string, string> = {
  invader: 'Who invades', terrain: 'Terrain', modify: 'Changing the terrain', edges: 'Base edges', camps: 'Camps',
  deploy: 'Deployment', exchange: 'Exchanges', pips: 'PIPs', moves: 'Tactical moves', shooting: 'Distant shooting',
  melee: 'Close combat', over: 'The battle is over', allot: 'PIP dice', advance: 'Moves of their own', turning: 'Turning to face',
  part: 'Invader or defender', card: 'Pre-battle cards', territory: 'Territory', intercept: 'The marker', marker: 'The marker', flank: 'Secure flank',
  secure: 'Secure flank', choose: 'Choosing terrain', next: 'Placing terrain', place: 'Placing terrain', adjust: 'Adjusting terrain', camp: 'Camps',
  notes: 'Secret notes', generals: 'Placing generals', springing: 'Ambushes', press: 'Pressing forward', hold: 'Demoralised commands', bonus: 'The commander-in-chief',
};

export function phaseWords(shown: Shown): string {
  const now = 'sub_phase' in shown.view ? decisionNow(shown.view.phase) : undefined;
  if (now) return now.title;
  return PHASES[shown.view.phase] ?? shown.pending.what;
}

/** Who is who at a side: "You", "Computer, legate", or a name. */
export function playerWords(shown: Shown, side: Side): string {
  const player = shown.players[side];
  if (player.kind === 'computer') return ['Computer', player.level].filter(Boolean).join(', ');
  if (shown.role === side) return 'You';
  return player.name || (shown.role === 'both' ? 'Same screen' : 'Opponent');
}

/** Whose bound it is: "Your bound 3", "Blue bound 3". */
export function boundWords(shown: Shown): string {
  const { view, pending, role } = shown;
  if (pending.setting_up) return 'Before the battle';
  if ('sub_phase' in view) return turnWords(shown);
  const n = (view.bounds[view.turn] ?? 0) + (view.phase === 'pips' ? 1 : 0);
  return `${role === view.turn ? 'Your' : `${sideWord(view.turn)}’s`} bound ${n}`;
}

/** Which turn it is, where both sides act in it, and whose: "Turn 3, yours". */
export function turnWords({ view, role }: Shown): string {
  return `Turn ${view.bounds[view.turn] ?? 0}, ${role === view.turn ? 'yours' : `${sideWord(view.turn)}’s`}`;
}

/** What one should do now, or whom one waits for. */
export function taskWords(shown: Shown): string {
  const { pending, decides, thinking } = shown;
  if (!pending.side) return 'The battle is over';
  if (decides) return pending.what.charAt(0).toUpperCase() + pending.what.slice(1);
  if (thinking || shown.players[pending.side].kind === 'computer') return 'The computer is thinking…';
  return `Waiting for ${sideWord(pending.side)} to ${pending.what}`;
}

/** What an owner has to choose before a result is carried out further. */
export function forkWords({ view }: Shown): string {
  const fork = part(view, 'fork');
  if (!fork) return '';
  const { short } = named(view.position, fork.element);
  switch (fork.kind) {
    case 'way': return `${short} goes back and meets friends: it may pass through them or push them back.`;
    case 'hand': return `${short} must turn to get past what is in its way: both hands are equally small.`;
    case 'order': return 'Several go one after the other, and the order matters: who is next?';
    case 'target': return `${short} is shot at and shoots too: at whom, of those equally straight ahead?`;
    case 'face': return `${short} is struck by several at once: to whom does it turn?`;
    case 'main': return 'Several could be the main fighter: which of them?';
    case 'aid': return `${short} shoots back: who aids it?`;
    default: return `It is about ${short}.`;
  }
}

/** How the battle ended: "Pyrrhic: elements lost." */
export function resultWords({ result, view }: Shown): string {
  if (!result) return '';
  const beaten = result.winner && view.armies[result.winner === 'red' ? 'blue' : 'red'];
  return `${beaten ? `${beaten}: ${result.why}` : result.why.charAt(0).toUpperCase() + result.why.slice(1)}.`;
}

export const pipsWords = (count: number): string => `${count} PIP${count === 1 ? '' : 's'}`;
