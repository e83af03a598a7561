/** Asking the server, with faults as values one can show. */

import type { ArmyInfo, ArmyOffers, BuildingInfo, CaseSeen, CaseInfo, CheckedArmy, ChosenArmy, Clause, EditionInfo, Fault, Seated, SettingUpInfo, SetUpTask, Shown, Source, StandingInfo, Tally, TroopsInfo } from './wire.gen';
import type { Grounds } from '../table/ground.svelte';

export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.says);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal(broken('The server does not answer.'));
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  throw new Refusal((body as Fault | null)?.says ? (body as Fault) : broken(`The server answered ${answer.status}.`));
}

/** A fault found by the page itself. */
export function broken(says: string): Fault {
  return { type: 'fault', kind: 'broken', says, ruling: null, key: null, id: null, number: null, sides: null };
}

function post<T>(path: string, body: unknown, seat?: string): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (seat) headers['X-Seat'] = seat;
  return call<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

export const api = {
  editions: () => call<EditionInfo[]>('/api/editions'),
  ground: () => call<Grounds>('/api/ground'),
  armies: (edition: string) => call<ArmyInfo[]>(`/api/armies/${edition}`),
  building: () => call<BuildingInfo[]>('/api/building'),
  offers: (edition: string, army: string) => call<ArmyOffers>(`/api/offers/${encodeURIComponent(edition)}?army=${encodeURIComponent(army)}`),
  checkArmy: (edition: string, chosen: ChosenArmy) => post<CheckedArmy>(`/api/offers/${encodeURIComponent(edition)}`, chosen),
  settingUp: (edition: string) => call<SettingUpInfo>(`/api/setting_up/${encodeURIComponent(edition)}`),
  clause: (id: string) => call<{ clause: Clause; source: string; cases: CaseInfo[] }>(`/api/clauses/${encodeURIComponent(id)}`),
  clauses: () => call<Clause[]>('/api/clauses'),
  sources: () => call<Source[]>('/api/sources'),
  summary: () => call<Tally[]>('/api/summary'),
  standings: () => call<StandingInfo[]>('/api/standings'),
  troops: (edition: string) => call<TroopsInfo>(`/api/troops/${encodeURIComponent(edition)}`),
  cases: () => call<CaseInfo[]>('/api/cases'),
  case: (file: string) => call<CaseSeen>(`/api/case?file=${encodeURIComponent(file)}`),
  ask: (text: string) => post<CaseSeen>('/api/case', { text }),
  begin: (wanted: unknown) => post<Seated>('/api/battles', wanted),
  branch: (seat: string, wanted: unknown) => post<Seated>('/api/battles/branch', wanted, seat),
  shown: (seat: string) =>
    call<{ shown: Shown; account: import('./wire.gen').Account[] }>('/api/battles/seat', { headers: { 'X-Seat': seat } }),
  task: (seat: string) => call<SetUpTask | null>('/api/battles/task', { headers: { 'X-Seat': seat } }),
  moment: (seat: string, number: number) =>
    call<Shown>(`/api/battles/moment/${number}`, { headers: { 'X-Seat': seat } }),
  log: async (seat: string): Promise<string> => {
    const answer = await fetch('/api/battles/log', { headers: { 'X-Seat': seat } });
    if (!answer.ok) throw new Refusal((await answer.json()) as Fault);
    return answer.text();
  },
};
