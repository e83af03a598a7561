/** The odds of a combat, asked anew whenever what is asked or the battle changes; old answers are dropped. */

import type { Fault, Ruling } from '../../lib/wire.gen';
import type { Fates } from './fates';

/** Whoever can be asked: a battle. */
export interface Umpire {
  ask(question: string, args: Record<string, unknown>): Promise<Ruling>;
}

type Notes = Partial<Record<string, string>>;

export interface Suffers {
  id: string;
  fates: Fates;
  opponent: string | null;
}

/** What a recoil or flight would come to for one who stands on the table: a note where it cannot be made. */
export async function aftermath(umpire: Umpire, who: Suffers): Promise<Notes> {
  const notes: Notes = {};
  for (const fate of ['recoil', 'flee'] as const) {
    if (!who.fates[fate]?.value) continue;
    const args = who.opponent === null ? { element: who.id } : { element: who.id, opponent: who.opponent };
    try {
      const { answer } = await umpire.ask(fate, args);
      if ((answer.destroyed as string[]).includes(who.id)) notes[fate] = fate === 'recoil' ? 'It has no room to recoil: destroyed' : 'It cannot flee: destroyed';
    } catch {
      // It depends on dice of its own (a river), or has no place on the table: then there is nothing to add.
    }
  }
  return notes;
}

export function about(question: string, args: Record<string, unknown>): string {
  return JSON.stringify([question, args]);
}

export class Odds {
  ruling = $state.raw<Ruling | null>(null);
  /** What the ruling is about: an older one never passes for the odds of what is chosen now. */
  about = $state('');
  fault = $state.raw<Fault | null>(null);
  notes = $state.raw<[Notes, Notes]>([{}, {}]);
  #turn = 0;

  constructor(private readonly umpire: Umpire) {}

  /** Ask; `sides` says of an answer who suffers what, for the notes. */
  async ask(
    question: string,
    args: Record<string, unknown>,
    sides: (ruling: Ruling) => [Suffers, Suffers],
  ): Promise<void> {
    const turn = ++this.#turn;
    try {
      const ruling = await this.umpire.ask(question, args);
      if (turn !== this.#turn) return;
      this.ruling = ruling;
      this.about = about(question, args);
      this.fault = null;
      this.notes = [{}, {}];
      if (ruling.sheets.length < 2) return;
      const [one, two] = sides(ruling);
      const notes: [Notes, Notes] = [await aftermath(this.umpire, one), await aftermath(this.umpire, two)];
      if (turn === this.#turn) this.notes = notes;
    } catch (wrong) {
      if (turn !== this.#turn) return;
      this.ruling = null;
      this.fault = wrong as Fault;
    }
  }

  clear(): void {
    this.#turn += 1;
    this.ruling = null;
    this.fault = null;
  }
}
