/** The odds of a phase as they are shown: chances of losing none, one, two, three or more; the order as numbers. */

import type { Action, Estimated, LossesTold, Report } from '../../lib/wire.gen';

export interface Loss {
  /** How many elements; the last stands for as many or more. */
  lost: number;
  words: string;
  chance: number;
}

/** So many and more are put together. */
const MANY = 3;

/** The chances of losing 0, 1, 2, 3 or more; those that cannot be are left out. */
export function chancesOf(losses: LossesTold): Loss[] {
  const found = Array.from({ length: MANY + 1 }, () => 0);
  for (const [number, { value }] of Object.entries(losses.elements)) {
    const at = Math.min(Number(number), MANY);
    found[at] = (found[at] ?? 0) + value;
  }
  return found.map((chance, lost) => ({ lost, words: wordsOf(lost), chance })).filter((one) => one.chance > 0);
}

function wordsOf(lost: number): string {
  return ['none', 'one', 'two', 'three or more'][lost] ?? '';
}

/** "41 %", "under 1 %": never a chance that is there as none, or one that is not certain as all. */
export function chanceWords(chance: number): string {
  if (chance > 0 && chance < 0.005) return 'under 1 %';
  if (chance < 1 && chance >= 0.995) return 'over 99 %';
  return `${Math.round(chance * 100)} %`;
}

/** "0.95", or with what it may be out by where it is sampled: "0.97 ± 0.12". */
export function expectedWords(expected: Estimated): string {
  const off = Math.max(expected.high - expected.value, expected.value - expected.low);
  return expected.value.toFixed(2) + (expected.fraction === null && off >= 0.005 ? ` ± ${off.toFixed(2)}` : '');
}

/** How sure the numbers are, in a sentence. */
export function sureWords(report: Report): string {
  if (report.exact) return 'Exact: every roll of every combat is counted.';
  const off = Math.max(...Object.values(report.losses).flatMap(({ elements }) => Object.values(elements).map((one) => one.high - one.low))) / 2;
  return `Estimated from ${report.samples} samples: chances are within ${Math.ceil(off * 100)} percentage points (95 % sure).`;
}

/** How good the order is, in a sentence. */
export function orderWords(report: Report): string {
  if (report.combats.length < 2 || report.order.length < 2) return '';
  if (!report.every_order) return 'Found by comparing every two combats.';
  const stake = report.worst === null ? 0 : Math.abs(report.worth.value - report.worst);
  return stake < 0.0005 ? 'All orders were compared: they are worth the same.' : 'All orders were compared: this is the best.';
}

/** The place of a combat in the recommended order, from 1; null if it has none. */
export function placeOf(report: Report | null, is: (actions: Action[]) => boolean): number | null {
  const at = report ? report.order.findIndex((i) => is((report.combats[i]?.actions ?? []) as Action[])) : -1;
  return at < 0 ? null : at + 1;
}

/** Whether it is the fight of these two. */
export function fightOf(one: string, two: string): (actions: Action[]) => boolean {
  return ([first]) => first?.do === 'fight' && 'attacker' in first && (first.attacker === one ? first.defender === two : first.attacker === two && first.defender === one);
}

/** Whether it is the shot of this one. */
export function shotOf(shooter: string): (actions: Action[]) => boolean {
  return (actions) => actions.some((action) => (action.do === 'pick_shooter' || action.do === 'shoot') && 'shooter' in action && action.shooter === shooter);
}
