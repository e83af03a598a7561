/** What one can do with what is selected on the umpire's table. */

import { apart, bounds, centre, degrees } from '../lib/geometry';
import type { Point } from '../lib/wire.gen';
import { fieldOf, pickable, toldOf } from './asking';
import type { Desk } from './desk.svelte';
import {
  aboutTurn, addBase, addTerrain, changedSides, changeTerrain, doubled, movePieces, removePieces, round, roundAngle,
  roundPoint, turnPieces, usualShape,
} from './editing';

/** Something of the palette. */
export type Stock = { troops: string } | { terrain: string };

export function usual(desk: Desk, kind: string, at: Point): ReturnType<typeof usualShape> {
  return usualShape(kind, at, desk.position.scale.base_width, desk.position.size);
}

export function move(desk: Desk, by: Point): void {
  desk.change(movePieces(desk.draft, desk.position, desk.selected, by));
}

/** Turn what is selected: one about its own middle, several as one about theirs. */
export function turn(desk: Desk, by: number): void {
  const ids = desk.selected;
  const bases = desk.position.bases.filter((one) => ids.has(one.id) && one.inside === null);
  const about = bases.length > 1 ? middleOf(bases.map((one) => centre(one))) : undefined;
  desk.change(turnPieces(desk.draft, desk.position, ids, by, about));
  const one = desk.position.bases.find((base) => ids.has(base.id));
  if (one) desk.saying = `Facing ${roundAngle(degrees(one.facing), 1)} degrees.`;
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
  const facing = desk.side === 'red' ? 0 : 180;
  const [draft, id] = addBase(desk.draft, desk.side, what.troops, { by: 'front', front: roomNear(desk, at), facing });
  desk.change(draft, `${what.troops} ${id} placed.`);
  desk.select(id);
}

/** A place near a point where no base stands: further and further off in a widening row. */
function roomNear(desk: Desk, at: Point): Point {
  const { bases, size, scale } = desk.position;
  const step = scale.base_width * 1.5;
  const taken = (p: Point): boolean => bases.some((one) => one.inside === null && apart(centre(one), p) < one.width * 1.3);
  for (let i = 0; i < 400; i += 1) {
    const column = (i % 9) % 2 ? -Math.ceil((i % 9) / 2) : Math.ceil((i % 9) / 2);
    const p: Point = [at[0] + column * step, at[1] - Math.floor(i / 9) * step];
    if (p[0] > 20 && p[0] < size[0] - 20 && p[1] > 40 && !taken(p)) return roundPoint(p, 0);
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

/** The argument that waits for a click gets this base or feature. */
export function pick(desk: Desk, id: string): void {
  const { tool } = desk;
  if (tool.kind !== 'pick') return;
  const step = desk.draft.steps.find((one) => one.key === tool.step);
  const told = step && toldOf(desk.troops, step)?.arguments[tool.argument];
  if (!step || !told) return;
  const field = fieldOf(tool.argument, told);
  const isBase = desk.draft.bases.some((one) => one.id === id);
  const wantsGround = field.type === 'feature' || field.type === 'features';
  if (isBase === wantsGround && field.type !== 'place') return;
  const many = pickable(field) === 'many';
  const before = (step.args[tool.argument] as string[] | undefined) ?? [];
  const value = !many ? id : before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  desk.setArgument(step, tool.argument, value);
  if (!many) desk.pickNext();
}

/** A click on a base or feature, or beside them all: choose it, or fill the argument that waits for it. */
export function choose(desk: Desk, id: string | null, more: boolean): void {
  if (desk.tool.kind === 'pick') {
    if (id !== null) pick(desk, id);
    return;
  }
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
