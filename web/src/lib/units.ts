/** Distances in the edition's own unit: paces for DBA 2.2, movement units for the Renaissance sheet, base widths where there are unit groups. */

import type { Position, Scale } from './wire.gen';

export interface Unit {
  name: string;
  mm: number;
}

export function unitOf(edition: string, scale: Scale): Unit {
  if (edition === 'meg') return { name: 'BW', mm: scale.base_width };
  if (edition === 'rrr') return { name: 'MU', mm: scale.base_width / 2 };
  return { name: 'p', mm: scale.mm_per_100_paces / 100 };
}

/** A length in mm, said in the edition's unit. */
export function said(position: Position, mm: number): string {
  const unit = unitOf(position.edition, position.scale);
  const count = mm / unit.mm;
  return `${count.toFixed(unit.name === 'p' ? 0 : 1)} ${unit.name}`;
}

/** The ruler drawn on the table: a round number of units. */
export function rulerOf(position: Position): Unit {
  const unit = unitOf(position.edition, position.scale);
  return unit.name === 'p' ? { name: '100 paces', mm: unit.mm * 100 } : { name: `4 ${unit.name}`, mm: unit.mm * 4 };
}
