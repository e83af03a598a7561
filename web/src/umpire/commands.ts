/** What one can do with what is selected on the umpire's table. */

import { apart, bounds, centre, degrees, wheeled } from '../lib/geometry';
import type { Point } from '../lib/wire.gen';
import { fieldOf, toldOf, type What } from './asking';
import { fileNames, fileOf, pieceNamed, pieceOf, piecesOf, type Piece } from './bodies';
import type { Desk } from './desk.svelte';
import {
  aboutTurn, addGeneral, addTerrain, atPose, changedSides, changeTerrain, doubled, movePieces, removePieces, round, roundAngle,
  roundPoint, turnPieces, usualShape,
} from './editing';
import { resolve } from './resolving';
import { lay, stockName, type Stock } from './stock';

export function usual(desk: Desk, kind: string, at: Point): ReturnType<typeof usualShape> {
  return usualShape(kind, at, desk.position.scale.base_width, desk.position.size, desk.draft.edition);
}

export function move(desk: Desk, by: Point): void {
  desk.change(movePieces(desk.draft, desk.position, desk.selected, by));
}

/** Turn what is selected: one about its own middle, several as one about theirs. */
export function turn(desk: Desk, by: number): void {
  const ids = desk.selected;
  const chosen = piecesOf(desk.position).filter((one) => ids.has(one.id) && one.inside === null);
  const about = chosen.length > 1 ? middleOf(chosen.map((one) => centre(one))) : undefined;
  desk.change(turnPieces(desk.draft, desk.position, ids, by, about));
  const one = piecesOf(desk.position).find((piece) => ids.has(piece.id));
  if (one) desk.saying = `Facing ${roundAngle(degrees(one.facing), 1)} degrees.`;
}

/** Wheel a unit group forward about one of its front corners. */
export function wheel(desk: Desk, hand: 'left' | 'right', by: number): void {
  const [id] = desk.selected;
  const unit = desk.draft.units.find((one) => one.id === id);
  const piece = pieceNamed(desk.position, id ?? null);
  if (!unit || !piece) return;
  const to = wheeled(piece, hand, hand === 'right' ? by : -by);
  desk.change({ ...desk.draft, units: desk.draft.units.map((one) => (one.id === unit.id ? atPose(one, piece, to) : one)) }, `Wheeled, facing ${roundAngle(degrees(to.facing), 1)} degrees.`);
}

export function turnAbout(desk: Desk): void {
  desk.change(aboutTurn(desk.draft, desk.position, desk.selected), 'Turned about.');
}

export function changeSides(desk: Desk): void {
  desk.change(changedSides(desk.draft, desk.selected), 'Changed sides.');
}

export function double(desk: Desk): void {
  const [draft, made] = doubled(desk.draft, desk.selected);
  desk.change(draft, `${made.join(', ')} added.`);
  desk.select(...made);
}

export function remove(desk: Desk): void {
  const gone = [...desk.selected].join(', ');
  desk.change(removePieces(desk.draft, desk.position, desk.selected), `${gone} removed.`);
}

/** Put something of the palette in the middle of what is in sight, where there is room. */
export function putMiddle(desk: Desk, what: Stock): void {
  const { camera, position } = desk;
  const [wide, high] = position.size;
  const clamp = (x: number, most: number): number => Math.min(Math.max(round(x, 0), 30), most - 30);
  const at: Point = [clamp(camera.west + camera.wide / 2, wide), clamp(camera.south + camera.high / 2, high)];
  if ('terrain' in what) {
    const [draft, id] = addTerrain(desk.draft, what.terrain, usual(desk, what.terrain, at));
    desk.change(draft, `${id} placed.`);
    desk.select(id);
    return;
  }
  if ('general' in what) {
    const [draft, id] = addGeneral(desk.draft, desk.side, { role: what.general }, companyOf(desk) ?? { by: 'front', front: roomNear(desk, at, 0, 0) });
    desk.change(draft, `${stockName(what)} ${id} placed.`);
    desk.select(id);
    return;
  }
  const facing = desk.side === 'red' ? 0 : 180;
  const [tried, name] = lay(desk.draft, desk.side, what, { by: 'front', front: at, facing });
  const piece = pieceNamed(resolve(tried, desk.troops).position, name);
  const front = roomNear(desk, at, piece?.width ?? 0, piece?.depth ?? 0);
  const [draft, id] = lay(desk.draft, desk.side, what, { by: 'front', front, facing });
  desk.change(draft, `${stockName(what)} ${id} placed.`);
  desk.select(id);
}

/** A general who is put on the table while a unit group of his side is selected joins it. */
function companyOf(desk: Desk): { by: 'with'; to: string } | null {
  const unit = desk.draft.units.find((one) => desk.selected.has(one.id) && one.side === desk.side && !one.camp);
  return unit ? { by: 'with', to: unit.id } : null;
}

/** A place near a point where nothing of that size would overlap others: further and further off in a widening row. */
function roomNear(desk: Desk, at: Point, width: number, depth: number): Point {
  const { size, scale } = desk.position;
  const [across, down] = [Math.max(width, scale.base_width) + scale.base_width / 2, Math.max(depth, scale.base_width) + scale.base_width / 2];
  const reach = (one: Piece): Point => [(one.width + Math.max(width, 12)) / 2 + 4, (one.depth + Math.max(depth, 12)) + 4];
  const taken = (p: Point): boolean => piecesOf(desk.position).some((one) => {
    const [x, y] = centre(one);
    const [wide, deep] = Math.abs(one.facing[1]) > 0.5 ? reach(one) : [Math.hypot(...reach(one)), Math.hypot(...reach(one))];
    return one.inside === null && Math.abs(x - p[0]) < wide && Math.abs(y - p[1]) < deep;
  });
  for (let i = 0; i < 400; i += 1) {
    const column = (i % 9) % 2 ? -Math.ceil((i % 9) / 2) : Math.ceil((i % 9) / 2);
    const p: Point = [at[0] + column * across, at[1] - Math.floor(i / 9) * down];
    if (p[0] > width / 2 && p[0] < size[0] - width / 2 && p[1] > depth && p[1] < size[1] - depth && !taken(p)) return roundPoint(p, 0);
  }
  return at;
}

/** The outline or line drawn so far is what is wanted. */
export function finishDrawing(desk: Desk): void {
  const { tool } = desk;
  if (tool.kind !== 'draw') return;
  desk.tool = { kind: 'select' };
  const points = tool.points.filter((p, i) => i === 0 || apart(p, tool.points[i - 1] as Point) > 0.5);
  const least = tool.shape === 'outline' ? 3 : tool.shape === 'line' ? 2 : 1;
  if (points.length < least) {
    desk.saying = 'Too few points; nothing is drawn.';
    return;
  }
  if (tool.of !== null) {
    desk.change(changeTerrain(desk.draft, tool.of, { [tool.shape]: points }));
    return;
  }
  const like = usual(desk, tool.terrain, middleOf(points));
  const shape = tool.shape === 'line' ? { ...like, line: points } : { ...like, outline: points, crest: [] };
  const [draft, id] = addTerrain(desk.draft, tool.terrain, shape);
  desk.change(draft, `${id} drawn.`);
  desk.select(id);
}

/** Arguments that mean a file where they might mean a whole unit group. */
const FINE = ['against', 'shooter'];

/** What something that was clicked or chosen is to an argument: the base, its file, its unit group, a general, a feature. */
export function named(desk: Desk, what: What, id: string, fine = false): string | null {
  const { draft, shown } = desk;
  const unit = draft.units.find((one) => one.id === pieceOf(shown, id));
  const ground = draft.terrain.some((one) => one.id === id);
  const base = draft.bases.some((one) => one.id === id) || shown.bases.some((one) => one.id === id);
  const file = unit ? (base ? fileOf(shown, id) : (fileNames(shown, unit.id)[0] ?? null)) : null;
  switch (what) {
    case 'feature': return ground ? id : null;
    case 'place': return base || ground ? id : null;
    case 'base': return base ? id : null;
    case 'general': return draft.generals.some((one) => one.id === id) ? id : null;
    case 'unit': return unit && !unit.camp ? unit.id : null;
    case 'camp': return unit?.camp ? unit.id : null;
    case 'body': return unit?.id ?? null;
    case 'file': return file;
    case 'part': return fine && !unit?.camp ? file : (unit?.id ?? null);
  }
}

/** The argument that waits for a click gets what was clicked: a base, its file or unit group, a general or a feature. */
export function pick(desk: Desk, clicked: string): void {
  const { tool } = desk;
  if (tool.kind !== 'pick') return;
  const step = desk.draft.steps.find((one) => one.key === tool.step);
  const told = step && toldOf(desk.troops, step)?.arguments[tool.argument];
  if (!step || !told) return;
  const field = fieldOf(tool.argument, told);
  if (field.type !== 'pick') return;
  const id = named(desk, field.what, clicked, FINE.includes(tool.argument));
  if (id === null) return;
  const { many } = field;
  const before = (step.args[tool.argument] as string[] | undefined) ?? [];
  const value = !many ? id : before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  desk.setArgument(step, tool.argument, value);
  if (!many) desk.pickNext();
}

/** A click on a base or feature, or beside them all: choose it, or fill the argument that waits for it. */
export function choose(desk: Desk, clicked: string | null, more: boolean): void {
  if (desk.tool.kind === 'pick') {
    if (clicked !== null) pick(desk, clicked);
    return;
  }
  const id = clicked === null ? null : pieceOf(desk.shown, clicked);
  if (id === null) {
    if (!more) desk.select();
    return;
  }
  desk.tab = 'selected';
  if (!more) desk.select(id);
  else desk.select(...(desk.selected.has(id) ? [...desk.selected].filter((one) => one !== id) : [...desk.selected, id]));
}

function middleOf(points: Point[]): Point {
  const box = bounds(points);
  return [(box.west + box.east) / 2, (box.south + box.north) / 2];
}
