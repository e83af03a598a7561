/** Which troops a step before the battle places, where they may stand, and the decision they become. */

import { corners, minus, times } from '../../lib/geometry';
import { part } from '../../lib/parts';
import type { Action, Base, Point, Pose, SettingUpInfo, SetUpTask, TroopsToPlace } from '../../lib/wire.gen';
import { isPlace } from '../../table/ground.svelte';
import type { Battle } from '../battle.svelte';
import { rearLine, toSide, toTable, lengthOf, zoneOf, type Edge } from './board';

/** Who stands where, who is in a camp or town, who is held back. */
export interface Lay {
  places: Record<string, Pose>;
  inside: Record<string, string>;
  held: string[];
}

export const NOBODY: Lay = { places: {}, inside: {}, held: [] };

export interface Troops {
  says: string;
  button: string;
  /** What the button says that places them as they are suggested. */
  forMe: string;
  /** All that may be placed now. Those in `optional` may be left out. */
  own: Base[];
  optional: ReadonlySet<string>;
  /** Those of the side whom only it sees. */
  unseen: Base[];
  edge: Edge;
  zone: Point[];
  /** Where the first stands: in the middle of the zone, on its front. */
  first: Point;
  /** Camps and towns that troops may begin in, and whether some may stay aboard to land. */
  rooms: string[];
  mayHoldBack: boolean;
  action(lay: Lay): Action;
  /** How a decision that the server suggests lays them out; null if it is about others. */
  read(action: Action): Lay | null;
}

/** A whole army at once, with its camps, towns and ships; or those commands of it that a task names. */
export function wholeArmy(battle: Battle, info: SettingUpInfo, task: SetUpTask | null = null): Troops {
  const { view } = battle.shown;
  const { position } = view;
  const edge = view.edges[view.turn] as Edge;
  const zone = info.zones[position.scale.name] ?? { depth: 150, margin: 0 };
  const shore = Math.min(...rearLine(position, edge).map((p) => p[1]));
  const wet = position.terrain.some((piece) => piece.kind === 'waterway');
  return {
    says: task?.says ?? `Your edge is the ${edge}; your troops stand in the dashed zone.`,
    button: task?.button ?? 'This is my deployment',
    forMe: 'Deploy for me',
    own: task ? view.own.filter((base) => task.troops.some((group) => group.bases.includes(base.id))) : view.own,
    optional: new Set(task?.troops.flatMap((group) => group.optional)),
    unseen: [],
    edge,
    zone: zoneOf(position, edge, zone),
    first: toTable([lengthOf(edge, position.size) / 2, shore + zone.depth], edge, position.size),
    rooms: position.terrain.filter((piece) => isPlace(piece.kind, position.edition) && piece.owner === view.turn).map((piece) => piece.id),
    mayHoldBack: wet && part(view, 'topographies')?.[view.turn] === 'littoral',
    action: (lay) => ({ do: 'deploy', places: lay.places, inside: lay.inside, held_back: lay.held }),
    read: (action) => (action.do === 'deploy' ? { places: action.places ?? {}, inside: part(action, 'inside') ?? {}, held: part(action, 'held_back') ?? [] } : null),
  };
}

/** One of the groups that a task names. Where it has owners, the group goes to the `owner` of the moment. */
export function groupOf(battle: Battle, task: SetUpTask, group: TroopsToPlace, owner: () => string): Troops {
  return {
    ...standingIn(battle, task, group.bases),
    optional: new Set(group.optional),
    action: (lay) => ({ do: task.action, command: task.owners.length ? owner() : group.name, places: lay.places }) as Action,
    read: (action) => {
      if (action.do !== task.action || (!task.owners.length && part(action, 'command') !== group.name)) return null;
      return { ...NOBODY, places: (part(action, 'places') ?? {}) as Lay['places'] };
    },
  };
}

/** Sections of works, laid as bases are placed: the front of each is its outside. They may go round the `town` of the moment. */
export function worksOf(battle: Battle, task: SetUpTask, town: () => string): Troops {
  const own = task.works;
  const section = (base: Base) => {
    const [a, b, c, d] = corners(base) as [Point, Point, Point, Point];
    return { id: base.id, kind: base.code, inside: [d, c], outside: [a, b] };
  };
  return {
    ...standingIn(battle, task, []),
    own,
    optional: new Set(own.map((base) => base.id)),
    action: (lay) =>
      ({ do: task.action, sections: own.filter((base) => base.id in lay.places).map((base) => section({ ...base, ...(lay.places[base.id] as Pose) })), bua: town() || null }) as Action,
    read: (action) => (action.do === task.action ? { ...NOBODY, places: Object.fromEntries((part(action, 'sections') ?? []).map((one) => [one.id, laidAs(one)])) } : null),
  };
}

/** A section as a base: on the middle of its outside, facing away from its inside. */
function laidAs({ inside, outside }: { inside: Point[]; outside: Point[] }): Pose {
  const middle = ([a, b]: Point[]): Point => [((a?.[0] ?? 0) + (b?.[0] ?? 0)) / 2, ((a?.[1] ?? 0) + (b?.[1] ?? 0)) / 2];
  const [front, rear] = [middle(outside), middle(inside)];
  const way = minus(front, rear);
  return { front, facing: times(way, 1 / (Math.hypot(way[0], way[1]) || 1)) };
}

/** Some bases that stand in the zone of a task. */
export function standingIn(battle: Battle, task: SetUpTask, ids: readonly string[]): Omit<Troops, 'action' | 'read' | 'optional'> {
  const { view } = battle.shown;
  const edge = (task.edge ?? view.edges[view.turn] ?? 'south') as Edge;
  const deep = Math.max(...task.zone.map((p) => toSide(p, edge, view.position.size)[1]));
  return {
    says: task.says,
    button: task.button,
    forMe: 'Place them for me',
    own: view.own.filter((base) => ids.includes(base.id)),
    unseen: task.unseen,
    edge,
    zone: task.zone,
    first: toTable([lengthOf(edge, view.position.size) / 2, deep], edge, view.position.size),
    rooms: [],
    mayHoldBack: false,
  };
}
