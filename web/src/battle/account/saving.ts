/** Saving a dispute as a file. */

import { api } from '../../lib/api';
import type { Account, Ruling, Shown } from '../../lib/wire.gen';
import { disputeOf, fileName } from './dispute';
import { standing } from './telling';

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save what is disputed: an event with its ruling and the position before it, or a ruling on what stands now. */
export async function saveDispute(
  seat: string, shown: Shown, account: Account[], about: { event: number; said: string[]; ruling: Ruling | null } | null,
): Promise<string> {
  const log = await api.log(seat).catch(() => null);
  const before = about && standing(account).filter((item) => item.number < about.event).at(-1);
  const past = before ? await api.moment(seat, before.number).catch(() => shown) : shown;
  const { event, said, ruling } = about ?? { event: shown.number, said: [], ruling: null };
  const file = disputeOf(shown, account, event, said, ruling, past.view.position, log, new Date());
  const name = fileName(file);
  download(name, JSON.stringify(file, null, 1));
  return name;
}
