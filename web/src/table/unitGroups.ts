/** Unit groups: bases that are one body under one name, as the table draws them and people describe them. */

import { add, corners, dot, local, rightOf, sameWay, times, type Standing } from '../lib/geometry';
import type { Base, General, Point, Position, TroopDescription, Unit } from '../lib/wire.gen';

export interface Group {
  unit: Unit;
  bases: Base[];
  /** The smallest rectangle round its bases that faces as it does. */
  frame: Standing;
  /** Its outline: one line round the body, or one round each base where they face different ways. */
  outline: Point[][];
  /** The first base of each file, from the left. */
  front: Base[];
  lost: number;
}

const known = new WeakMap<Position, Group[]>();

/** The id of the unit group a base belongs to; empty where the rules have none. */
export const groupOf = (base: Base): string => base.unit?.unit ?? '';

/** The unit groups on the table, in the order of the position. */
export function groupsOf(position: Position): Group[] {
  const found = known.get(position) ?? made(position);
  known.set(position, found);
  return found;
}

export function groupNamed(position: Position, id: string): Group | undefined {
  return groupsOf(position).find((group) => group.unit.id === id);
}

function made(position: Position): Group[] {
  const bases = new Map<string, Base[]>();
  for (const base of position.bases) {
    const id = groupOf(base);
    if (id && base.inside === null) bases.set(id, [...(bases.get(id) ?? []), base]);
  }
  return (position.units ?? []).flatMap((unit) => {
    const own = bases.get(unit.id);
    return own ? [bodyOf(unit, own)] : [];
  });
}

function bodyOf(unit: Unit, bases: Base[]): Group {
  const facing = unit.facing ?? (bases[0] as Base).facing;
  const alike = bases.every((base) => sameWay(base.facing, facing));
  return {
    unit, bases, frame: frameOf(bases, facing), front: frontRank(bases, facing), lost: Math.max(0, unit.original - bases.length),
    outline: alike ? runsOf(filesOf(bases, facing), facing).map(aroundFiles) : bases.map((base) => [...corners(base)]),
  };
}

/** The smallest rectangle round some bases that faces a given way. */
export function frameOf(bases: readonly Standing[], facing: Point): Standing {
  const right = rightOf(facing);
  const points = bases.flatMap((base) => corners(base));
  const [across, along] = [points.map((p) => dot(p, right)), points.map((p) => dot(p, facing))];
  const [west, east, top] = [Math.min(...across), Math.max(...across), Math.max(...along)];
  const front = add(times(right, (west + east) / 2), times(facing, top));
  return { front, facing, width: east - west, depth: top - Math.min(...along) };
}

/** The files of bases that face alike, from the left, each from front to rear. */
export function filesOf<T extends Standing>(bases: readonly T[], facing: Point): T[][] {
  const first = bases[0] as T;
  const seen = bases.map((base) => ({ base, at: local({ front: first.front, facing }, base.front) }));
  seen.sort((a, b) => a.at[0] - b.at[0] || b.at[1] - a.at[1]);
  const files: { x: number; bases: { base: T; at: Point }[] }[] = [];
  for (const one of seen) {
    const last = files.at(-1);
    if (last && Math.abs(last.x - one.at[0]) < 0.5) last.bases.push(one);
    else files.push({ x: one.at[0], bases: [one] });
  }
  return files.map((file) => file.bases.sort((a, b) => b.at[1] - a.at[1]).map((one) => one.base));
}

function frontRank(bases: Base[], facing: Point): Base[] {
  const alike = bases.filter((base) => sameWay(base.facing, facing));
  return filesOf(alike.length ? alike : bases, facing).map((file) => file[0] as Base);
}

/** Files side by side: where one is missing between others, the body is in parts. */
function runsOf(files: Base[][], facing: Point): Base[][][] {
  const found: Base[][][] = [];
  for (const file of files) {
    const [last, first] = [found.at(-1)?.at(-1)?.[0], file[0] as Base];
    const next = last && Math.abs(local({ front: last.front, facing }, first.front)[0]) <= (last.width + first.width) / 2 + 0.5;
    if (next) found.at(-1)?.push(file);
    else found.push([file]);
  }
  return found;
}

/** The line round files side by side: along their fronts, and back along their rears. */
function aroundFiles(files: Base[][]): Point[] {
  const fronts = files.flatMap((file) => corners(file[0] as Base).slice(0, 2));
  const rears = files.flatMap((file) => {
    const [, , rearRight, rearLeft] = corners(file.at(-1) as Base);
    return [rearLeft, rearRight];
  });
  return [...fronts, ...rears.reverse()];
}

/** What troops are, in the words of their rules: "close, formed, average, protected infantry with pike". */
export function troopWords(unit: Unit): string {
  return unit.kind === 'camp' ? 'camp' : troopLine(unit.troops);
}

export function troopLine(told: Partial<TroopDescription>): string {
  const troops = { type: '', traits: [], ...told };
  const before = [troops.order, troops.training, troops.quality, troops.protection, troops.horse].filter(Boolean).join(', ');
  const arms = [troops.melee, troops.shoot && `${troops.skill ? `${troops.skill} ` : ''}${troops.shoot}`, ...troops.traits].filter(Boolean).join(', ');
  return `${before} ${troops.type}${arms ? ` with ${arms}` : ''}`.trim().replaceAll('_', ' ');
}

const FOOT: [string, string][] = [
  ['pike', 'pikes'], ['spear', 'spears'], ['bow', 'bows'], ['sling', 'psiloi'], ['javelin', 'auxilia'], ['impact', 'warband'], ['two', 'blades'], ['polearm', 'blades'],
];

/** The figures that stand on its bases. */
export function figuresOf(unit: Unit): string {
  const { troops } = unit;
  if (unit.kind === 'camp') return 'camp_followers';
  if (troops.type === 'infantry') {
    if (troops.order === 'skirmisher' || unit.kind === 'SuG') return troops.shoot.includes('bow') ? 'bows' : 'psiloi';
    return FOOT.find(([word]) => `${troops.melee} ${troops.shoot}`.includes(word))?.[1] ?? 'blades';
  }
  if (troops.type === 'cavalry') return unit.kind === 'SuG' ? 'light_horse' : troops.melee.includes('lance') ? 'knights' : 'cavalry';
  return troops.type;
}

const isFlexible = ({ troops }: Unit): boolean => troops.order === 'flexible' || troops.traits.includes('flexible');

/** How many bases a unit group must have lost to be broken: more than half, of skirmishers more than a third. */
export function breakPoint(unit: Unit): number {
  return Math.floor(unit.original / (unit.kind === 'SuG' && !isFlexible(unit) ? 3 : 2)) + 1;
}

/** Whether the loss of one more base breaks it. */
export const isNearBreaking = ({ unit, lost }: Group): boolean => !unit.broken && unit.kind !== 'camp' && lost + 1 >= breakPoint(unit);

/** How a unit group stands now, in a few words: "5 of 6 bases, 1 wound, has charged". */
export function stateWords(group: Group): string {
  const { unit, bases } = group;
  const wounds = unit.wounds ? `, ${unit.wounds} wound${unit.wounds === 1 ? '' : 's'}` : '';
  const how = unit.broken ? ', broken' : isNearBreaking(group) && group.lost ? ', breaks with one base more' : '';
  return `${bases.length}${group.lost ? ` of ${unit.original}` : ''} base${bases.length === 1 && !group.lost ? '' : 's'}${wounds}${how}`;
}

/** A unit group by name: "R3 Hoplites". */
export function groupTitle(position: Position, id: string): string {
  const unit = position.units?.find((one) => one.id === id);
  return unit ? (unit.kind === 'camp' ? `camp ${id}` : `${id} ${unit.name}`.trim()) : id;
}

const ROLES: Record<string, string> = { AC: 'army commander', sub: 'sub-general', ally: 'ally general' };
export const roleWords = (general: Pick<General, 'role'>): string => ROLES[general.role] ?? general.role;

/** Where a general stands: behind the file he is with by `clear` mm, in its front rank while he fights, or at a place of his own. */
export function generalAt(position: Position, general: General, clear = 1): Point | null {
  if (general.front) return general.front;
  const base = position.bases.find((one) => one.id === general.file) ?? position.bases.find((one) => groupOf(one) === general.unit);
  if (!base || !general.unit) return null;
  if (general.fighting) return add(base.front, times(base.facing, -base.depth * 0.3));
  const file = position.bases.filter((one) => groupOf(one) === general.unit && Math.abs(local(base, one.front)[0]) < 1 && sameWay(one.facing, base.facing));
  const back = Math.min(...file.map((one) => local(base, one.front)[1] - one.depth));
  return add(base.front, times(base.facing, back - clear));
}

/** The generals who are on the table. */
export function generalsOn(position: Position, clear = 1): { general: General; at: Point }[] {
  return (position.generals ?? []).flatMap((general) => {
    const at = general.state === 'dead' ? null : generalAt(position, general, clear);
    return at ? [{ general, at }] : [];
  });
}

/** The bases of all that is named: bases, files ("A/2") and unit groups. */
export function basesNamed(position: Position, names: ReadonlySet<string>): Set<string> {
  const named = (base: Base): boolean =>
    names.has(base.id) || (groupOf(base) !== '' && (names.has(groupOf(base)) || names.has(base.id.replace(/\.\d+$/, ''))));
  return new Set(position.bases.filter(named).map((base) => base.id));
}

/** What each base of a unit group is to the whole: its figures, and whether it is the one that stands for it. */
export interface Part {
  troops: string;
  lead: boolean;
  rear: boolean;
  told: string;
}

export function partsOf(position: Position): Map<string, Part> {
  const found = new Map<string, Part>();
  for (const group of groupsOf(position)) {
    const front = new Set(group.front.map((base) => base.id));
    const alike = group.bases.every((base) => sameWay(base.facing, group.frame.facing));
    const lead = group.front[Math.floor((group.front.length - 1) / 2)]?.id;
    const general = (position.generals ?? []).find((one) => one.unit === group.unit.id && one.state !== 'dead');
    const told = `${groupTitle(position, group.unit.id)}, ${stateWords(group)}${general ? `, with ${roleWords(general)} ${general.id}` : ''}`;
    for (const base of group.bases) {
      found.set(base.id, { troops: figuresOf(group.unit), lead: base.id === lead, rear: alike && !front.has(base.id), told });
    }
  }
  return found;
}
