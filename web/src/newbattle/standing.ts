/** How a battle stands, in one line for the list of one's battles. */

import type { Shown } from '../lib/wire.gen';

export interface Standing {
  says: string;
  kind: 'yours' | 'waiting' | 'over' | 'gone';
}

const SIDES = { red: 'Red', blue: 'Blue' };

export function standing(shown: Shown): Standing {
  const { result, pending, role } = shown;
  if (result) {
    const who = result.winner ? `${SIDES[result.winner]} won` : 'Drawn';
    const yours = result.winner && result.winner === role ? 'You won' : result.winner && role !== 'spectator' && role !== 'both' ? 'You lost' : who;
    return { kind: 'over', says: `${yours}. ${sentence(result.why)}` };
  }
  if (shown.frozen) return { kind: 'over', says: shown.frozen };
  if (shown.decides) {
    const whose = role === 'both' && pending.side ? `${SIDES[pending.side]}’s turn` : 'Your turn';
    return { kind: 'yours', says: `${whose}: ${pending.what}.` };
  }
  const player = pending.side ? shown.players[pending.side] : null;
  const name = player?.name || (player?.kind === 'computer' ? 'the computer' : '');
  const side = pending.side ? SIDES[pending.side] : 'Nobody';
  return { kind: 'waiting', says: `${side}${name ? ` (${name})` : ''} is to ${pending.what}.` };
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed ? `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${trimmed.endsWith('.') ? '' : '.'}` : '';
}

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'], [60, 'minute'], [24, 'hour'], [7, 'day'], [5, 'week'], [12, 'month'], [Infinity, 'year'],
];

/** "3 hours ago". */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
  let count = Math.max(0, (now - then) / 1000);
  for (const [size, unit] of STEPS) {
    if (count < size) return unit === 'second' ? 'just now' : format.format(-Math.round(count), unit);
    count /= size;
  }
  return '';
}
