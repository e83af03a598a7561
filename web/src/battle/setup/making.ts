/** New pieces of terrain, put where there is room for them. */

import { groundKind, isPlace } from '../../table/ground.svelte';
import { apart, bounds, inside } from '../../lib/geometry';
import type { PieceToPlace, Point, Terrain } from '../../lib/wire.gen';
import { EDGES, edgeOfWater, lengthOf, nearestEdge, OPPOSITE, toTable, type Edge } from './board';
import { groundOf, middleOf, nameFor, waterway } from './pieces';
import { fromLine, rounded } from './shapes';

/** Length and width of a new area in base widths. */
const SIZES: Record<string, [number, number]> = {
  gentle_hill: [3.4, 2.4], steep_hill: [3.2, 2.2], woods: [3, 2.1], marsh: [2.8, 1.8], rough: [2.8, 1.9], dunes: [3, 2],
  oasis: [2, 1.6], bua: [2.2, 1.7],
};
const isHill = (kind: string): boolean => groundKind(kind).form === 'hill';

const blank = (kind: string, pieces: Terrain[]): Terrain => ({
  id: nameFor(kind, pieces), kind, outline: [], line: [], width: 0, crest: [], owner: null, occupant: null, nature: null, home: null,
});

/** A new piece of a kind, where it is least in the way of the others; as large as wanted, and where it is wanted. */
export function newPiece(kind: string, pieces: Terrain[], size: Point, bw: number, want?: PieceToPlace): Terrain {
  const piece = blank(kind, pieces);
  if (kind === 'waterway') return newWaterway(piece, pieces, size, bw);
  if (kind === 'river') return newRiver(piece, pieces, size, bw);
  if (kind === 'road') return newRoad(piece, pieces, size, bw);
  const usual = (SIZES[kind] ?? [2.8, 2]).map((n) => n * bw) as [number, number];
  const [long, wide] = want?.across ? [0.35 * want.across[0] + 0.6 * want.across[1], 0.35 * (want.across[0] + want.across[1])] : usual;
  if (want?.ready.length) {
    const half = bounds(want.ready).east;
    const [x, y] = freeSpot(pieces, half, size, want.area);
    return { ...piece, outline: want.ready.map((p): Point => [p[0] + x, p[1] + y]), crest: isHill(kind) ? ridge([x, y], 2 * half, 0) : [] };
  }
  if (want?.area.length) {
    const at = freeSpot(pieces, long / 2, size, want.area);
    return { ...piece, outline: rounded(at, long, wide, 0, pieces.length + kind.length * 7), crest: isHill(kind) ? ridge(at, long, 0) : [] };
  }
  const at = isPlace(kind) ? bestOf(inCorners(size, long / 2 + 0.35 * bw), pieces) : freeSpot(pieces, long / 2, size);
  const turn = isPlace(kind) ? 0 : (pieces.length * 47) % 180;
  const outline = rounded(at, long, wide, turn, pieces.length + kind.length * 7, isPlace(kind) ? 8 : 12);
  const crest = isHill(kind) ? ridge(at, long, turn) : [];
  return { ...piece, outline, crest };
}

/** A small piece about the centre of the board. */
export function centrePiece(kind: string, pieces: Terrain[], size: Point, across: number): Terrain {
  const centre: Point = [size[0] / 2, size[1] / 2];
  const outline = rounded(centre, across, across * 0.9, 0, 3);
  return { ...blank(kind, pieces), outline, crest: isHill(kind) ? ridge(centre, across, 0) : [] };
}

function ridge([x, y]: Point, long: number, turn: number): Point[] {
  const angle = (turn * Math.PI) / 180;
  return [-0.26, -0.08, 0.1, 0.26].map((k, i) => {
    const [on, off] = [k * long, (i % 2 ? 0.02 : -0.02) * long];
    return [x + on * Math.cos(angle) + off * Math.sin(angle), y - on * Math.sin(angle) + off * Math.cos(angle)];
  });
}

/** How far a point is from the nearest of some pieces; none of it inside one. */
function clearance(p: Point, pieces: Terrain[]): number {
  return Math.min(
    Infinity,
    ...pieces.map((piece) => (inside(p, groundOf(piece)) ? 0 : fromLine(p, piece.line.length ? piece.line : piece.outline, !piece.line.length) - piece.width / 2)),
  );
}

const bestOf = (spots: Point[], pieces: Terrain[]): Point =>
  spots.reduce((best, spot) => (clearance(spot, pieces) > clearance(best, pieces) ? spot : best));

const inCorners = ([w, h]: Point, off: number): Point[] => [[off, off], [w - off, off], [off, h - off], [w - off, h - off]];

/** The spot with most room about it, in a quarter without features if there is one; within an area where one is given. */
export function freeSpot(pieces: Terrain[], radius: number, [w, h]: Point, area: Point[] = []): Point {
  const box = area.length ? bounds(area) : { west: 0, east: w, south: 0, north: h };
  const quarter = ([x, y]: Point): number => (x < w / 2 ? 0 : 1) + (y < h / 2 ? 0 : 2);
  const held = new Set(pieces.map((piece) => quarter(middleOf(piece))));
  const step = radius / 2;
  let best: { at: Point; worth: number } = { at: [(box.west + box.east) / 2, (box.south + box.north) / 2], worth: -Infinity };
  for (let x = box.west + radius; x <= box.east - radius; x += step) {
    for (let y = box.south + radius; y <= box.north - radius; y += step) {
      const at: Point = [x, y];
      const room = Math.min(clearance(at, pieces) - radius, radius);
      const homely: Point = [x < w / 2 ? w / 4 : (3 * w) / 4, y < h / 2 ? h / 4 : (3 * h) / 4];
      const worth = room + (held.has(quarter(at)) ? 0 : radius / 2) - 0.12 * apart(at, homely);
      if (worth > best.worth) best = { at, worth };
    }
  }
  return best.at;
}

function newWaterway(piece: Terrain, pieces: Terrain[], size: Point, bw: number): Terrain {
  const edge = EDGES.reduce((best, one) => (room(one) > room(best) ? one : best));
  const long = lengthOf(edge, size);
  const shore = Array.from({ length: 7 }, (_, i): Point => [(long * i) / 6, bw * (1.25 + 0.18 * Math.sin(i * 1.7))]);
  return waterway(piece, shore, edge, size);

  function room(one: Edge): number {
    const all = [0.15, 0.4, 0.6, 0.85].map((share) => clearance(toTable([share * lengthOf(one, size), bw], one, size), pieces));
    return Math.min(1e6, ...all);
  }
}

/** Straight ways across the board from an edge to the one opposite, some way off the edges beside. */
function crossings(size: Point, shares: number[], edges: Edge[]): Point[][] {
  return edges.flatMap((edge) => {
    const across = lengthOf(edge, size);
    return shares.map((share): Point[] => {
      const from = toTable([share * across, 0], edge, size);
      return [from, toTable([(1 - share) * across, 0], OPPOSITE[edge], size)];
    });
  });
}

const worst = (way: Point[], pieces: Terrain[]): number => {
  const [a, b] = way as [Point, Point];
  return Math.min(...[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((t) => clearance([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], pieces)));
};

const clearest = (ways: Point[][], pieces: Terrain[]): Point[] =>
  ways.reduce((best, way) => (worst(way, pieces) > worst(best, pieces) + 1 ? way : best));

function newRiver(piece: Terrain, pieces: Terrain[], size: Point, bw: number): Terrain {
  const water = pieces.find((one) => one.kind === 'waterway');
  const edges: Edge[] = water ? [edgeOfWater(water, size)] : ['north', 'west'];
  const others = pieces.filter((one) => one.kind !== 'road' && one.kind !== 'waterway');
  const [a, b] = clearest(crossings(size, [0.5, 0.42, 0.58, 0.36, 0.64], edges), others) as [Point, Point];
  const sway: Point = Math.abs(b[0] - a[0]) > Math.abs(b[1] - a[1]) ? [0, bw] : [bw, 0];
  const line = [0, 0.3, -0.3, 0.25, 0].map((bend, i): Point => {
    const t = i / 4;
    return [a[0] + (b[0] - a[0]) * t + sway[0] * bend, a[1] + (b[1] - a[1]) * t + sway[1] * bend];
  });
  return { ...piece, line, width: Math.round(0.6 * bw) };
}

function newRoad(piece: Terrain, pieces: Terrain[], size: Point, bw: number): Terrain {
  const width = Math.round(0.5 * bw);
  const town = pieces.find((one) => isPlace(one.kind));
  const reached = pieces.some((one) => one.kind === 'road' && town && one.line.some((p) => inside(p, town.outline)));
  if (town && !reached) {
    const gate = middleOf(town);
    const far = OPPOSITE[nearestEdge(gate, size).edge];
    const ways = [0.25, 0.4, 0.55, 0.75].map((share): Point[] => [gate, toTable([share * lengthOf(far, size), 0], far, size)]);
    return { ...piece, width, line: clearest(ways, pieces.filter((one) => one !== town)) };
  }
  const ways = crossings(size, [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8], ['west', 'north']);
  return { ...piece, width, line: clearest(ways, pieces) };
}
