/** What players call a set of rules, where there is little room. */

const SHORT: Record<string, string> = { dba22: 'DBA 2.2', rrr: 'Renaissance', dbm31: 'DBM 3.1', dbm32: 'DBM 3.2', meg: 'Mortem et Gloriam' };

export function shortTitle(edition: string): string {
  return SHORT[edition] ?? edition;
}
