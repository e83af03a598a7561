/** What is said aloud as a battle goes on: all that happened since the last time, and what one is to do next. */

import type { Account, Shown } from '../lib/wire.gen';
import { plainly, sentence } from './account/telling';
import { boundWords, taskWords } from './words';

/** What is said of one event, and why a computer decided so. */
function toldOf(item: Account): string[] {
  const said = plainly(item).map((event) => sentence(event.says));
  return said.length > 0 && item.reason ? [...said, `Why: ${sentence(item.reason)}`] : said;
}

export class Teller {
  #told = -1;
  #task = '';
  #bound = '';

  /** The words for what is new; none when nothing is. On sitting down only the last event is told. */
  tell(account: Account[], shown: Shown): string {
    const news = this.#told < 0 ? account.slice(-1) : account.filter((item) => item.number > this.#told);
    this.#told = Math.max(account.at(-1)?.number ?? -1, this.#told);
    const said = news.flatMap(toldOf);
    const task = shown.decides && !shown.result ? sentence(taskWords(shown)) : '';
    const bound = boundWords(shown);
    if (task && (task !== this.#task || bound !== this.#bound)) said.push(bound === this.#bound ? task : `${bound}. ${task}`);
    this.#task = task;
    this.#bound = bound;
    return said.join(' ');
  }
}
