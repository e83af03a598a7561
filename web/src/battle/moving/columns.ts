/** Forming column: one goes ahead, the others fall in behind it, and nobody ends further back than he began. */

import { add, local, times, type Standing } from '../../lib/geometry';
import type { Base, Pose } from '../../lib/wire.gen';

/** The order in which bases fall in behind a head: those already in its file first, then the nearest to either side. */
export function fallIn(members: readonly Base[], head: Base): Base[] {
  const seen = (base: Base): [number, number] => {
    const [right, ahead] = local(head, base.front);
    return [Math.abs(right), -ahead];
  };
  const others = members.filter((base) => base.id !== head.id);
  return [head, ...others.sort((a, b) => seen(a)[0] - seen(b)[0] || seen(a)[1] - seen(b)[1] || a.id.localeCompare(b.id))];
}

/** Where a column of these bases behind a head stands, with as short an advance as the rules can allow and `further` mm. */
export function columnEnds(members: readonly Base[], head: Base, further = 0): Record<string, Pose> {
  const order = fallIn(members, head);
  let back = 0;
  let least = 0;
  const places = order.map((base) => {
    const offset = back;
    back += base.depth;
    const ahead = local(head, base.front)[1];
    if (base.id !== head.id) least = Math.max(least, ahead + offset);
    return { base, offset };
  });
  return Object.fromEntries(places.map(({ base, offset }) => [base.id, ahead(head, least + further - offset)]));
}

const ahead = (head: Standing, by: number): Pose => ({ front: add(head.front, times(head.facing, by)), facing: head.facing });
