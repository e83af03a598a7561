/** Whom decisions about unit groups are about: those who act, those they act on, and where bases would stand. */

import type { Action, Base, MegAction, Point, Position } from '../../lib/wire.gen';
import { groupNamed } from '../../table/unitGroups';
import { walked } from './walking';
import { unitIn } from './wording';

/** The unit groups that act. */
export function actors(of: Action, position: Position): string[] {
  const action = of as MegAction;
  switch (action.do) {
    case 'move': case 'charge': return action.units;
    case 'fight': return 'file' in action ? [unitIn(position, action.file)] : [];
    case 'remove-base': return [unitIn(position, action.base)];
    case 'free-move': return typeof action.to === 'string' ? [unitIn(position, action.to)] : [];
    case 'move-general': return [position.generals?.find((one) => one.id === action.general)?.unit ?? ''].filter(Boolean);
    default: return 'unit' in action ? [action.unit ?? ''].filter(Boolean) : [];
  }
}

/** The unit groups they act on. */
export function targets(of: Action, position: Position): string[] {
  const action = of as MegAction;
  switch (action.do) {
    case 'charge': return action.on;
    case 'fight': return 'against' in action ? [unitIn(position, action.against)] : [];
    case 'shoot': return [...new Set(action.aims.map((aim) => unitIn(position, aim.target)))];
    case 'move-charge': return action.toward ? [action.toward] : [];
    case 'move-general': return typeof action.to === 'string' ? [unitIn(position, action.to)] : [];
    default: return [];
  }
}

/** The single bases that are pointed out: files that fight or shoot, and those they do it to. */
export function bases(of: Action, position: Position): string[] {
  const action = of as MegAction;
  if (action.do === 'fight' && 'file' in action) return [action.file, action.against];
  if (action.do === 'shoot') return action.aims.flatMap((aim) => [aim.file, aim.target]);
  if (action.do === 'remove-base') return [action.base];
  if (action.do === 'hold-files') return action.files ?? [];
  if (action.do === 'pair-up') return Object.entries(action.pairs ?? {}).flat();
  if (action.do === 'free-move') return typeof action.to === 'string' ? [action.to] : [];
  if (action.do === 'rearrange') return action.ends.map((end) => end.base);
  if (action.do === 'move-general' && typeof action.to === 'string') return [`${action.to}.1`];
  return [...actors(of, position), ...targets(of, position)].flatMap((id) => groupNamed(position, id)?.bases.map((base) => base.id) ?? []);
}

/** Where the bases that a decision moves would stand; empty when it does not say. */
export function ghosts(of: Action, position: Position): Base[] {
  const action = of as MegAction;
  if (action.do === 'rearrange') {
    return action.ends.flatMap((end) => position.bases.filter((base) => base.id === end.base).map((base) => ({ ...base, ...end.pose })));
  }
  if (action.do === 'align') {
    const group = groupNamed(position, action.unit);
    if (!group) return [];
    const all = [action.unit, ...(action.block ?? [])].flatMap((id) => groupNamed(position, id)?.bases ?? []);
    return carriedTo(all, group.frame.front, group.frame.facing, action.to.front, action.to.facing);
  }
  if (action.do !== 'move' && action.do !== 'meet') return [];
  const units = 'units' in action ? action.units : [action.unit];
  const group = groupNamed(position, units[0] ?? '');
  const all = units.flatMap((id) => groupNamed(position, id)?.bases ?? []);
  if (!group || !all.length) return [];
  const first = walked(all, group.frame.facing, action.steps);
  const then = 'then' in action && action.then?.length && first ? walked(first.bases, first.facing, action.then) : first;
  return then?.bases ?? [];
}

function carriedTo(all: Base[], front: Point, facing: Point, to: Point, way: Point): Base[] {
  const sine = facing[1] * way[0] - facing[0] * way[1];
  const cosine = facing[0] * way[0] + facing[1] * way[1];
  const spun = ([x, y]: Point): Point => [x * cosine + y * sine, y * cosine - x * sine];
  return all.map((base) => {
    const [x, y] = spun([base.front[0] - front[0], base.front[1] - front[1]]);
    return { ...base, front: [to[0] + x, to[1] + y], facing: spun(base.facing) };
  });
}
