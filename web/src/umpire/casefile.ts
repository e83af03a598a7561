/** Case files: a draft written as TOML, and a draft made of what the server read. */

import { writeDocument, type Table } from '../lib/toml';
import type { CaseSeen, Point, Position, Side } from '../lib/wire.gen';
import { fileNames } from './bodies';
import {
  emptyDraft, isRelation, newBase, newStep, newTerrain, RELATIONS, UNIT_RELATIONS, type BasePlace, type Draft, type DraftBase,
  type DraftGeneral, type DraftStep, type DraftTerrain, type DraftUnit, type GeneralPlace, type Place, type Remarks,
} from './draft';

const REMARKS = ['topic', 'basis', 'reconstructed', 'note'];
/** What a draft has places for. Everything else a file says is kept as it is: commands, the turn, frames. */
const KNOWN = [
  'title', 'edition', 'clauses', 'scale', 'table', 'active', 'bound', 'phase', 'pips', 'lost', 'unlanded', 'options',
  'terrain', 'base', 'unit', 'camp', 'general', 'charge', 'ask', 'do', ...REMARKS,
];
const FLAGS = ['moved', 'recoiled', 'sacking', 'dismounted_this_bound'] as const;
const OF_A_BASE = ['id', 'side', 'troops', 'depth', 'crossing', 'attached', ...FLAGS, ...REMARKS];
const OF_A_PLACE = ['front', 'facing', 'shift', 'at', 'in', 'undeployed', ...RELATIONS];

/** The text of a case file. */
export function writeCase(draft: Draft): string {
  const more = Object.entries(draft.told).filter(([, value]) => isListOfTables(value));
  return writeDocument(writeTop(draft), [
    ...more.flatMap(([name, value]) => tables(value).map((one): [string, Table] => [name, one])),
    ...draft.terrain.map((piece): [string, Table] => ['terrain', writeTerrain(piece)]),
    ...draft.bases.map((base): [string, Table] => ['base', writeBase(base)]),
    ...draft.units.map((unit): [string, Table] => [unit.camp ? 'camp' : 'unit', writeUnit(unit)]),
    ...draft.generals.map((general): [string, Table] => ['general', writeGeneral(general)]),
    ...draft.charges.map((charge): [string, Table] => ['charge', { ...charge.remarks, ...charge.told }]),
    ...draft.steps.map((step): [string, Table] => [step.kind, writeStep(step)]),
  ]);
}

const some = <T>(value: T | null): T | undefined => value ?? undefined;
const filled = <T extends object>(value: T): T | undefined => (Object.keys(value).length ? value : undefined);

function writeTop(draft: Draft): Table {
  return {
    title: draft.title.trim() || undefined,
    ...draft.remarks,
    edition: draft.edition,
    clauses: filled(draft.clauses),
    table: some(draft.table),
    scale: some(draft.scale),
    active: some(draft.active),
    bound: some(draft.bound),
    phase: some(draft.phase),
    pips: some(draft.pips),
    lost: filled(draft.lost),
    unlanded: filled(draft.unlanded),
    options: filled(draft.options),
    ...Object.fromEntries(Object.entries(draft.told).filter(([, value]) => !isListOfTables(value))),
  };
}

const isListOfTables = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && !Array.isArray(one));

function writeTerrain(piece: DraftTerrain): Table {
  return {
    id: piece.id,
    ...piece.remarks,
    kind: piece.kind,
    outline: filled(piece.outline),
    line: filled(piece.line),
    width: some(piece.width),
    crest: filled(piece.crest),
    owner: some(piece.owner),
    occupant: some(piece.occupant),
    nature: some(piece.nature),
    boundary: some(piece.boundary),
  };
}

function writeBase(base: DraftBase): Table {
  return {
    id: base.id,
    ...base.remarks,
    side: base.side,
    troops: base.troops,
    ...writePlace(base.place),
    depth: some(base.depth),
    crossing: some(base.crossing),
    moved: base.moved || undefined,
    recoiled: base.recoiled || undefined,
    sacking: base.sacking || undefined,
    dismounted_this_bound: base.dismounted_this_bound || undefined,
    attached: some(base.attached),
    ...base.told,
  };
}

function writePlace(place: Place): Table {
  switch (place.by) {
    case 'front': return { front: place.front, facing: place.facing };
    case 'attached': return {};
    case 'undeployed': return { undeployed: true };
    case 'at': return { at: place.bases };
    case 'in': return { in: place.to };
    default: return { [place.by]: place.to, shift: place.shift || undefined };
  }
}

function writeUnit(unit: DraftUnit): Table {
  return { id: unit.id, ...unit.remarks, side: unit.side, ...unit.told, ...writePlace(unit.place) };
}

function writeGeneral({ id, side, place, told, remarks }: DraftGeneral): Table {
  const where = place.by === 'with' ? { with: place.to } : place.by === 'front' ? { front: place.front } : {};
  return { id, ...remarks, side, ...told, ...where };
}

function writeStep(step: DraftStep): Table {
  return {
    ...step.remarks,
    [step.kind === 'ask' ? 'question' : 'action']: step.name,
    ...step.args,
    dice: step.kind === 'do' ? filled(step.dice) : step.args['dice'],
    answer: step.answer,
    because: filled(step.because),
    spared: filled(step.spared),
  };
}

/** The draft of a case the server has read. */
export function readCase(seen: CaseSeen): Draft {
  const top = seen.written;
  return {
    ...emptyDraft(seen.edition),
    title: text(top['title']) ?? '',
    clauses: texts(top['clauses']),
    scale: text(top['scale']),
    table: (top['table'] as Point | undefined) ?? null,
    active: text(top['active']) as Side | null,
    bound: number(top['bound']),
    phase: text(top['phase']),
    pips: number(top['pips']),
    lost: (top['lost'] as Draft['lost'] | undefined) ?? {},
    unlanded: (top['unlanded'] as Draft['unlanded'] | undefined) ?? {},
    options: (top['options'] as Draft['options'] | undefined) ?? {},
    terrain: tables(top['terrain']).map((one, i) => readTerrain(one, seen.position.terrain[i]?.id)),
    bases: tables(top['base']).map(readBase),
    units: [
      ...tables(top['unit']).map((one) => readUnit(one, false, seen.position)),
      ...tables(top['camp']).map((one) => readUnit(one, true, seen.position)),
    ],
    generals: tables(top['general']).map(readGeneral),
    charges: tables(top['charge']).map((one) => ({ told: without(one, REMARKS), remarks: remarks(one) })),
    told: without(top, KNOWN),
    steps: seen.order.map(([kind, n]) => readStep(kind, tables(top[kind])[n - 1] ?? {})),
    remarks: remarks(top),
  };
}

function readTerrain(one: Table, name: string | undefined): DraftTerrain {
  return {
    ...newTerrain(text(one['id']) ?? name ?? '', text(one['kind']) ?? ''),
    outline: points(one['outline']),
    line: points(one['line']),
    width: number(one['width']),
    crest: points(one['crest']),
    owner: text(one['owner']) as Side | null,
    occupant: text(one['occupant']),
    nature: text(one['nature']),
    boundary: text(one['boundary']),
    remarks: remarks(one),
  };
}

function readBase(one: Table): DraftBase {
  const base = newBase(String(one['id']), one['side'] as Side, String(one['troops']), readPlace(one));
  for (const flag of FLAGS) base[flag] = one[flag] === true;
  base.depth = number(one['depth']);
  base.crossing = number(one['crossing']);
  base.attached = text(one['attached']);
  base.told = without(one, [...OF_A_BASE, ...OF_A_PLACE]);
  base.remarks = remarks(one);
  return base;
}

/** A unit group; how many files wide it stands is always written down, also where the file leaves that to the rules. */
function readUnit(one: Table, camp: boolean, position: Position): DraftUnit {
  const id = String(one['id']);
  const told = without(one, ['id', 'side', 'front', 'shift', 'at', 'in', 'undeployed', ...UNIT_RELATIONS, ...REMARKS]);
  const wide = fileNames(position, id).length;
  if (one['at'] === undefined) delete told['facing'];
  if (one['at'] === undefined && told['files'] === undefined && wide) told['files'] = wide;
  return { id, side: one['side'] as Side, camp, place: readPlace(one, { by: 'undeployed' }), told, remarks: remarks(one) };
}

function readGeneral(one: Table): DraftGeneral {
  const place: GeneralPlace =
    one['with'] !== undefined ? { by: 'with', to: String(one['with']) } : one['front'] ? { by: 'front', front: one['front'] as Point } : { by: 'undeployed' };
  return { id: String(one['id']), side: one['side'] as Side, place, told: without(one, ['id', 'side', 'with', 'front', ...REMARKS]), remarks: remarks(one) };
}

function readPlace(one: Table, otherwise: Place = { by: 'attached' }): Place {
  if (one['at']) return { by: 'at', bases: one['at'] as BasePlace[] };
  if (one['front']) return { by: 'front', front: one['front'] as Point, facing: Number(one['facing']) };
  const relation = RELATIONS.find((name) => one[name] !== undefined);
  if (relation && isRelation(relation)) {
    const shift = number(one['shift']);
    return { by: relation, to: String(one[relation]), ...(shift ? { shift } : {}) };
  }
  if (one['in'] !== undefined) return { by: 'in', to: String(one['in']) };
  return one['undeployed'] === true ? { by: 'undeployed' } : otherwise;
}

function readStep(kind: 'ask' | 'do', one: Table): DraftStep {
  const own = [kind === 'ask' ? 'question' : 'action', 'answer', 'because', 'spared', ...REMARKS];
  if (kind === 'do') own.push('dice');
  return {
    ...newStep(kind, String(one[kind === 'ask' ? 'question' : 'action'] ?? '')),
    args: Object.fromEntries(Object.entries(one).filter(([key]) => !own.includes(key))),
    dice: kind === 'do' ? ((one['dice'] as (number | string)[] | undefined) ?? []) : [],
    answer: one['answer'],
    because: texts(one['because']),
    spared: texts(one['spared']),
    remarks: remarks(one),
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const points = (value: unknown): Point[] => (Array.isArray(value) ? (value as Point[]) : []);
const tables = (value: unknown): Table[] => (Array.isArray(value) ? (value as Table[]) : []);

const without = (one: Table, keys: readonly string[]): Table => Object.fromEntries(Object.entries(one).filter(([key]) => !keys.includes(key)));

function remarks(one: Table): Remarks {
  return Object.fromEntries(REMARKS.filter((key) => one[key] !== undefined).map((key) => [key, one[key]]));
}

/** A name for the file of a case. */
export function fileName(draft: Draft): string {
  const words = draft.title.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `${words.slice(0, 60).replace(/-+$/, '') || 'case'}.toml`;
}
