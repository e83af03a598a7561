/**
 * A press that comes before the umpire has said what there is to decide: it is kept and done as soon as that is known,
 * if nothing was decided meanwhile and what it was about is still there.
 */
export class Early {
  #number = -1;
  #about = '';

  /** Keep a press of the moment `number` about something; about anything with an empty name. */
  keep(number: number, about = ''): void {
    [this.#number, this.#about] = [number, about];
  }

  /** Whether a press of this moment waits for what is known now: it is given out once. */
  due(number: number, about = ''): boolean {
    const found = this.#number === number && (!this.#about || this.#about === about);
    if (found) this.#number = -1;
    return found;
  }
}
