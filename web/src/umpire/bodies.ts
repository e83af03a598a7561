/** Unit groups and camps of a draft as bodies: their bases in files and ranks, where they stand, and what the table knows of them. */

import { add, carried, direction, rightOf, times, type Standing } from '../lib/geometry';
import type { Base, BaseInfo, Charge, General, Point, Pose, Position, ScaleInfo, Side, TroopDescription, TroopsInfo, Unit } from '../lib/wire.gen';
import { filesOf, groupNamed, groupOf, groupsOf } from '../table/unitGroups';
import type { BasePlace, Draft, DraftGeneral, DraftUnit, Relation, Told } from './draft';

const DESCRIBED = ['type', 'order', 'training', 'quality', 'protection', 'horse', 'melee', 'shoot', 'skill'] as const;
const NORTH: Pose = { front: [0, 0], facing: [0, 1] };

const text = (told: Told, key: string): string => (typeof told[key] === 'string' ? (told[key] as string) : '');
const texts = (told: Told, key: string): string[] => {
  const value = told[key];
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
};
const whole = (told: Told, key: string): number | null => (typeof told[key] === 'number' ? (told[key] as number) : null);

interface Part {
  bases: number;
  ranks: number[];
  now: number;
  troops: TroopDescription;
}

function troopsOf(told: Told, like: Partial<TroopDescription> = {}): TroopDescription {
  const words = Object.fromEntries(DESCRIBED.map((key) => [key, text(told, key) || (like[key] ?? '')]));
  return { ...(words as Omit<TroopDescription, 'traits'>), traits: 'traits' in told ? texts(told, 'traits') : (like.traits ?? []) };
}

/** The troops of a unit group; camps are a type of their own. */
export function unitTroops(one: DraftUnit): TroopDescription {
  return one.camp ? troopsOf({ type: 'camp' }) : troopsOf(one.told);
}

function partsOf(one: DraftUnit): Part[] {
  const written = Array.isArray(one.told['mixed']) ? (one.told['mixed'] as Told[]) : [];
  return written.map((part) => {
    const bases = whole(part, 'bases') ?? 1;
    return { bases, ranks: (part['ranks'] as number[] | undefined) ?? [], now: whole(part, 'now') ?? bases, troops: troopsOf(part, unitTroops(one)) };
  });
}

/** How many bases it has now. */
export function countOf(one: DraftUnit): number {
  if (one.place.by === 'at') return one.place.bases.length;
  const parts = partsOf(one);
  return parts.length ? parts.reduce((sum, part) => sum + part.now, 0) : Math.max(1, whole(one.told, 'bases') ?? 1);
}

/** How many files wide it stands. */
export function filesWide(one: DraftUnit): number {
  const count = countOf(one);
  return Math.min(count, whole(one.told, 'files') ?? (one.camp ? count : Math.ceil(count / 2)));
}

function infoOf(troops: TroopsInfo | null, { type, order }: TroopDescription, mounted: boolean): BaseInfo | undefined {
  return troops?.units?.bases.find((info) => info.type === type.toLowerCase() && info.order === order.toLowerCase() && info.mounted === mounted);
}

/** The size of one of its bases. */
export function baseSize(one: DraftUnit, troops: TroopsInfo | null, scale: ScaleInfo): [number, number] {
  const known = infoOf(troops, unitTroops(one), one.told['mounted'] === true)?.sizes[scale.name];
  return [known?.[0] ?? scale.base_width, whole(one.told, 'depth') ?? known?.[1] ?? scale.base_width / 2];
}

/** Width and depth of the whole body. */
export function bodySize(one: DraftUnit, troops: TroopsInfo | null, scale: ScaleInfo): [number, number] {
  const [width, depth] = baseSize(one, troops, scale);
  const files = filesWide(one);
  return [files * width, Math.ceil(countOf(one) / files) * depth];
}

/** Its bases about a pose of the middle of its front edge; or each at its own place, where they are placed one by one. */
export function bodyBases(one: DraftUnit, troops: TroopsInfo | null, scale: ScaleInfo, at: Pose): Base[] {
  const size = baseSize(one, troops, scale);
  const parts = partsOf(one);
  const order = parts.map((_, i) => i).sort((a, b) => Math.min(...(parts[a] as Part).ranks, 99) - Math.min(...(parts[b] as Part).ranks, 99));
  const partOf = order.flatMap((i) => Array.from({ length: (parts[i] as Part).now }, () => i));
  const base = (id: string, i: number, pose: Pose): Base => {
    const part = partOf[i] ?? 0;
    const code = infoOf(troops, parts[part]?.troops ?? unitTroops(one), false)?.code ?? '';
    return {
      id, side: one.side, code, kind: unitTroops(one).type, width: size[0], depth: size[1], ...pose, general: false, dismounts: null,
      inside: null, crossing: null, attached: null, unit: { unit: one.id, part },
    };
  };
  if (one.place.by === 'at') {
    return one.place.bases.map((each, i) => base(`${one.id}/${each.id.replace(`${one.id}/`, '')}`, i, { front: each.front, facing: direction(each.facing) }));
  }
  const [count, files] = [countOf(one), filesWide(one)];
  return Array.from({ length: count }, (_, i) => {
    const [rank, n] = [Math.floor(i / files), i % files];
    const short = count - rank * files;
    const file = short < files && one.told['last_rank'] === 'right' ? n + files - short : n;
    const name = one.camp && rank === 0 ? `${one.id}/${file + 1}` : `${one.id}/${file + 1}.${rank + 1}`;
    const front: Point = [(file - (files - 1) / 2) * size[0], -rank * size[1]];
    return base(name, i, carried({ front, facing: [0, 1] }, NORTH, at));
  });
}

/** Where a body of some width stands that is placed by another: one corner of it on a corner of that one, then shifted along it. */
export function placeBody(relation: Relation, named: Standing, width: number, shift = 0): Pose {
  const { facing } = named;
  const right = rightOf(facing);
  const point = (across: number, on: number): Point => add(named.front, add(times(right, across), times(facing, on)));
  const [half, own] = [named.width / 2, width / 2];
  switch (relation) {
    case 'against': return { front: point(-half + own + shift, 0), facing: times(facing, -1) };
    case 'left_of': return { front: point(-half - own + shift, 0), facing };
    case 'right_of': return { front: point(half + own + shift, 0), facing };
    case 'on_left_flank_of': return { front: point(-half, -own - shift), facing: right };
    case 'on_right_flank_of': return { front: point(half, -own - shift), facing: times(right, -1) };
    default: return { front: point(-half + own + shift, -named.depth), facing };
  }
}

/** A unit group as the table knows it. */
export function unitOf(one: DraftUnit): Unit {
  const { told } = one;
  const parts = partsOf(one);
  const began = parts.reduce((sum, part) => sum + part.bases, 0);
  const facing = one.place.by === 'at' ? (whole(told, 'facing') ?? one.place.bases[0]?.facing ?? 0) : null;
  return {
    id: one.id, side: one.side, kind: one.camp ? 'camp' : text(told, 'kind'), troops: unitTroops(one),
    original: whole(told, 'original') ?? (began || countOf(one)), name: text(told, 'name'),
    parts: parts.map(({ bases, ranks, troops }) => ({ bases, ranks, troops })),
    facing: facing === null ? null : direction(facing), form: one.camp ? text(told, 'kind') : text(told, 'form'), mounted: told['mounted'] === true,
    formation: text(told, 'formation'), block: text(told, 'block'), contingent: text(told, 'contingent'), defends: text(told, 'defends'),
    hidden_in: one.place.by === 'in' ? one.place.to : '', did: texts(told, 'did'), evaded_from: text(told, 'evaded_from'), was: null,
    slowed: whole(told, 'slowed') ?? 0, wounds: whole(told, 'wounds') ?? 0, broken: told['broken'] === true, broken_by: text(told, 'broken_by'),
  };
}

/** A general as the table knows him: with the front base of his file, the middle one if only his unit group is named. */
export function generalOf(one: DraftGeneral, bases: Base[]): General {
  const { told, place } = one;
  const named = place.by === 'with' ? place.to : '';
  const unit = named.split('/')[0] ?? '';
  const own = bases.filter((base) => groupOf(base) === unit).map((base) => base.id);
  const fronts = own.filter((id) => id.endsWith('.1'));
  const middle = fronts[Math.floor((fronts.length - 1) / 2)] ?? own[0] ?? '';
  const file = unit === named ? middle : (own.find((id) => id === `${named}.1`) ?? own.find((id) => id === named) ?? middle);
  return {
    id: one.id, side: one.side, role: text(told, 'role') || 'sub', rank: text(told, 'rank') || 'competent', style: text(told, 'style') || 'professional',
    floating: told['floating'] === true, cards: whole(told, 'cards'), hand: 'hand' in told ? texts(told, 'hand') : null,
    unit, file: unit ? file : '', front: place.by === 'front' ? place.front : null, fighting: told['fighting'] === true,
    state: text(told, 'state'), moved: texts(told, 'moved'), contingent: text(told, 'contingent'),
  };
}

function chargeOf({ told }: { told: Told }): Charge {
  const wheel = (told['wheel'] as { degrees?: number; pivot?: string } | undefined) ?? {};
  return {
    by: texts(told, 'by').map((id) => id.split('/')[0] ?? id), on: texts(told, 'on'), kind: text(told, 'kind') || 'prompted', wheel: wheel.degrees ?? 0,
    pivot: wheel.pivot ?? '', origin: null, flank: null, moved: told['moved'] === true,
  };
}

/** The unit groups, generals and charges of a draft, for a position; nothing where the rules have none. */
export function bodiesOf(draft: Draft, bases: Base[]): Pick<Position, 'units' | 'generals' | 'charges'> {
  if (!draft.units.length && !draft.generals.length) return {};
  return {
    units: draft.units.map(unitOf),
    generals: draft.generals.map((one) => generalOf(one, bases)),
    charges: draft.charges.map(chargeOf),
  };
}

/** One thing that stands on the table and is moved as one: a single base, or a whole unit group or camp. */
export interface Piece extends Standing {
  id: string;
  side: Side;
  /** "4Bd R2", or the name of a unit group. */
  title: string;
  inside: string | null;
  /** Whether it is a body of several bases in files, and how wide one of them is. */
  file: number | null;
}

const known = new WeakMap<Position, Piece[]>();

/** All that stands on the table as one each. */
export function piecesOf(position: Position): Piece[] {
  const found = known.get(position) ?? [
    ...position.bases.filter((base) => !groupOf(base)).map((base): Piece => ({ ...base, title: `${base.code} ${base.id}`, file: null })),
    ...groupsOf(position).map(({ unit, frame, bases }): Piece => ({ ...frame, id: unit.id, side: unit.side, title: unit.id, inside: null, file: bases[0]?.width ?? 0 })),
  ];
  known.set(position, found);
  return found;
}

export function pieceNamed(position: Position, id: string | null): Piece | undefined {
  return piecesOf(position).find((one) => one.id === id);
}

/** The piece a base belongs to: its unit group, or itself. */
export function pieceOf(position: Position, base: string): string {
  const found = position.bases.find((one) => one.id === base);
  return (found && groupOf(found)) || base;
}

/** The name of the file in which a base stands: "A/2"; of its front base where bases have names of their own. */
export function fileOf(position: Position, id: string): string {
  const base = position.bases.find((one) => one.id === id);
  const group = base && groupNamed(position, groupOf(base));
  if (!base || !group) return id;
  if (/\.\d+$/.test(id)) return id.replace(/\.\d+$/, '');
  return filesOf(group.bases, group.frame.facing).find((file) => file.some((one) => one.id === id))?.[0]?.id ?? id;
}

/** The files of a unit group from the left, by name. */
export function fileNames(position: Position, id: string): string[] {
  const group = groupNamed(position, id);
  if (!group) return [];
  return [...new Set(filesOf(group.bases, group.frame.facing).map((file) => fileOf(position, (file[0] as Base).id)))];
}

/** Bases that are placed one by one, carried along with their body. */
export function carriedBases(bases: BasePlace[], from: Pose, to: Pose, write: (pose: Pose) => { front: Point; facing: number }): BasePlace[] {
  return bases.map((one) => ({ id: one.id, ...write(carried({ front: one.front, facing: direction(one.facing) }, from, to)) }));
}

