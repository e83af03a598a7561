/** What a side alone knows of the table: its own that hide, shown to it where they are. */

import { part } from '../lib/parts';
import type { Base, Position, View } from '../lib/wire.gen';

/** The position with the side's own ambushers, each with a note that says so. */
export function withHidden(view: View): Position {
  const places = part(view, 'orders')?.ambushes ?? {};
  const there = new Set(view.position.bases.map((base) => base.id));
  const hidden = view.own.filter((base) => places[base.id] !== undefined && !there.has(base.id));
  if (!hidden.length) return view.position;
  const shown = hidden.map<Base>((base) => ({
    ...base, ...places[base.id],
    service: { command: '', rank: null, ...base.service, notes: [...(base.service?.notes ?? []), 'ambush'] },
  }));
  return { ...view.position, bases: [...view.position.bases, ...shown] };
}
