import { learnGround } from '../src/table/ground.svelte';
import { describe, expect, it } from 'vitest';
import { inside } from '../src/lib/geometry';
import type { Base, Point, Ruling, Terrain } from '../src/lib/wire.gen';
import { edgeOfWater, EDGES, nearestEdge, pitched, rearLine, toSide, toTable, zoneOf } from '../src/battle/setup/board';
import { objections } from '../src/battle/setup/checking.svelte';
import { renumbered } from '../src/battle/setup/edges.svelte';
import { fits, nextPlace } from '../src/battle/setup/lining';
import { centrePiece, newPiece } from '../src/battle/setup/making';
import { changed } from '../src/battle/setup/modify.svelte';
import { lineOf } from '../src/battle/setup/orders.svelte';
import { calledName, cornersOf, groundOf, mentions, middleOf, moved, nameFor, overTheEdge, scaled, sized, told, toTheEdge, turned, withCorner, withExtra, without } from '../src/battle/setup/pieces';
import { extent, heart } from '../src/battle/setup/shapes';
import { base, table } from './helpers';

const SIZE: Point = [600, 600];
const close = (a: Point, b: Point): void => {
  expect(a[0]).toBeCloseTo(b[0], 4);
  expect(a[1]).toBeCloseTo(b[1], 4);
};
const blank = (kind: string): Terrain => ({ id: kind, kind, outline: [], line: [], width: 0, crest: [], owner: null, occupant: null, nature: null, home: null });
const square = (x: number, y: number, side = 60): Terrain => ({ ...blank('woods'), outline: [[x, y], [x + side, y], [x + side, y + side], [x, y + side]] });
const onTable = (piece: Terrain): boolean => piece.outline.every(([x, y]) => x >= -0.01 && y >= -0.01 && x <= 600.01 && y <= 600.01);

learnGround({
  dba22: {
    camp: { name: 'camp', look: 'camp', form: 'place', letter: '=', keeper: 'followers' },
    bua: { name: 'town', look: 'bua', form: 'place', letter: '#', keeper: 'denizens' },
  },
});

describe('the board from a side', () => {
  it('goes to the side and back', () => {
    for (const edge of EDGES) close(toTable(toSide([130, 410], edge, SIZE), edge, SIZE), [130, 410]);
  });

  it('knows the nearest edge', () => {
    expect(nearestEdge([20, 300], SIZE)).toEqual({ edge: 'west', at: [0, 300] });
    expect(nearestEdge([300, 700], SIZE).edge).toBe('north');
  });

  it('has a zone before each edge', () => {
    const zone = zoneOf(table(), 'north', { depth: 150, margin: 75 });
    expect(inside([300, 500], zone)).toBe(true);
    expect(inside([300, 440], zone)).toBe(false);
    expect(inside([60, 580], zone)).toBe(false);
  });

  it('measures the zone from the shore of a waterway', () => {
    const water = newPiece('waterway', [], SIZE, 40);
    const position = { ...table(), terrain: [water] };
    const edge = edgeOfWater(water, SIZE);
    const zone = zoneOf(position, edge, { depth: 150, margin: 75 });
    expect(inside(toTable([300, 180], edge, SIZE), zone)).toBe(true);
    expect(inside(toTable([300, 20], edge, SIZE), zone)).toBe(false);
    expect(rearLine(position, edge).length).toBeGreaterThan(4);
  });

  it('pitches a camp along its rear', () => {
    expect(pitched([[0, 0], [600, 0]], 100, 180, 40)).toEqual([[100, 0], [180, 0], [180, 40], [100, 40]]);
    const bent = pitched([[0, 50], [150, 50], [600, 80]], 100, 200, 40);
    expect(bent).toHaveLength(5);
  });
});

describe('pieces', () => {
  it('have names of their own', () => {
    expect(nameFor('woods', [])).toBe('woods');
    expect(nameFor('woods', [square(0, 0)])).toBe('woods 2');
  });

  it('stay on the board when they are moved, turned or resized', () => {
    expect(onTable(moved(square(500, 500), [300, 300], SIZE))).toBe(true);
    close(moved(square(500, 500), [300, 300], SIZE).outline[2] as Point, [600, 600]);
    expect(onTable(turned(square(540, 540), 45, SIZE))).toBe(true);
    expect(onTable(scaled(square(540, 540), 2, SIZE))).toBe(true);
  });

  it('are stretched to a length', () => {
    const long = sized(square(100, 100), 'length', 120, SIZE);
    expect(extent(long.outline).length).toBeCloseTo(120);
    expect(extent(long.outline).width).toBeCloseTo(60);
    close(middleOf(long), [130, 130]);
  });

  it('keep the ends of a river on its edges', () => {
    const river = newPiece('river', [], SIZE, 40);
    const ends = (piece: Terrain): (Point | undefined)[] => [piece.line[0], piece.line.at(-1)];
    const shifted = moved(river, [30, 30], SIZE);
    for (const end of ends(shifted)) expect(nearestEdge(end as Point, SIZE).at).toEqual(end);
    const pulled = withCorner(river, 'line', 0, [200, 590], SIZE);
    expect(pulled.line[0]).toEqual([200, 600]);
    close(toTheEdge(overTheEdge(pulled, SIZE), SIZE).line[0] as Point, [200, 600]);
    expect(groundOf(overTheEdge(pulled, SIZE)).some(([, y]) => y > 600)).toBe(true);
  });

  it('let a road end in a town, and nowhere else off the edges', () => {
    const town = { ...square(60, 60, 80), kind: 'bua', id: 'town' };
    const road = newPiece('road', [town], SIZE, 40);
    expect(inside(road.line[0] as Point, town.outline)).toBe(true);
    expect(told(road, SIZE)).toMatch(/^Road from the town to/);
    expect(withCorner(road, 'line', 0, [300, 300], SIZE, [town]).line[0]).not.toEqual([300, 300]);
    expect(withCorner(road, 'line', 0, [90, 90], SIZE, [town]).line[0]).toEqual([90, 90]);
  });

  it('gain and lose corners', () => {
    const more = withExtra(square(0, 0), 'outline', 3);
    expect(more.outline[4]).toEqual([0, 30]);
    expect(without(more, 'outline', 4).outline).toHaveLength(4);
    expect(without({ ...square(0, 0), outline: [[0, 0], [1, 0], [0, 1]] }, 'outline', 0).outline).toHaveLength(3);
  });

  it('take a waterway round the board', () => {
    const water = newPiece('waterway', [], SIZE, 40);
    const edge = edgeOfWater(water, SIZE);
    const next = edgeOfWater(turned(water, 15, SIZE), SIZE);
    expect(EDGES.indexOf(next)).toBe((EDGES.indexOf(edge) + 1) % 4);
    expect(cornersOf(water)).toHaveLength(water.outline.length - 2);
    const deep = withCorner(water, 'outline', 3, toTable([300, 90], edge, SIZE), SIZE);
    close(toSide(deep.outline[3] as Point, edge, SIZE), [300, 90]);
  });
});

describe('wanted pieces', () => {
  const area: Point[] = [[600, 0], [1200, 0], [1200, 600], [600, 600]];
  const want = { name: 'woods2', kind: 'woods', says: '', area, across: [240, 320] as [number, number], wide: null, ready: [], natures: [] };

  it('are put down in their area, as large as they must be', () => {
    const piece = newPiece('woods', [], [1800, 1200], 40, want);
    expect(piece.outline.every((p) => inside(p, area))).toBe(true);
    const { length } = extent(piece.outline);
    expect(length).toBeGreaterThanOrEqual(240);
    expect(length).toBeLessThanOrEqual(320);
  });

  it('are called by their kind and number', () => {
    expect(calledName({ id: 'woods2', kind: 'woods' })).toBe('Woods 2');
    expect(calledName({ id: 'red camp', kind: 'camp' })).toBe('Red camp');
    expect(mentions('The second woods lies in the river.', { id: 'woods2', kind: 'woods' }, 'dbm32')).toBe(true);
    expect(mentions('The second woods lies in the river.', { id: 'woods', kind: 'woods' }, 'dbm32')).toBe(false);
  });
});

describe('orders of a line', () => {
  it('give the order of commands, and those without a place at the end', () => {
    expect(lineOf([['RL', 'left_of', 'RC'], ['RC', 'left_of', 'RR']], ['RC', 'RL', 'RR', 'RA'])).toEqual(['RL', 'RC', 'RR', 'RA']);
  });
});

describe('new pieces', () => {
  it('do not lie on each other', () => {
    learnGround({ dba22: { steep_hill: { name: 'steep hill', look: 'steep_hill', form: 'hill', letter: '^', keeper: '' } } });
    let pieces: Terrain[] = [];
    for (const kind of ['woods', 'steep_hill', 'marsh', 'woods']) pieces = [...pieces, newPiece(kind, pieces, SIZE, 40)];
    for (const piece of pieces) {
      expect(onTable(piece)).toBe(true);
      for (const other of pieces) if (other !== piece) expect(other.outline.some((p) => inside(p, piece.outline))).toBe(false);
    }
    expect(new Set(pieces.map((piece) => piece.id)).size).toBe(4);
    expect(pieces[1]?.crest.length).toBeGreaterThan(1);
  });

  it('are small at the centre', () => {
    const piece = centrePiece('woods', [], SIZE, 79);
    expect(extent(piece.outline).length).toBeLessThan(80);
    expect(inside([300, 300], piece.outline)).toBe(true);
  });

  it('turn about their centre of gravity', () => {
    const piece = square(100, 100);
    close(heart(changed(piece, [0, 0], 30).outline), [130, 130]);
    close(heart(changed(piece, [10, 5], 0).outline), [140, 135]);
  });
});

describe('lining up', () => {
  const zone: Point[] = [[75, 0], [525, 0], [525, 150], [75, 150]];
  const first = { front: [300, 150] as Point, facing: [0, 1] as Point };

  it('puts the first on the front of the zone, the next to its right, then to the left, then behind', () => {
    const own: Base[] = [];
    for (let i = 0; i < 12; i++) {
      const one = base(`R${i}`, 'red', [0, 0]);
      const last = own.at(-1) ?? null;
      own.push({ ...one, ...nextPlace(one, last, own, [], zone, first) });
    }
    expect(own[0]?.front).toEqual([300, 150]);
    expect(own[1]?.front).toEqual([340, 150]);
    for (const one of own) expect(fits(one, own.filter((other) => other !== one), zone)).toBe(true);
    expect(own.some((one) => one.front[1] < 150)).toBe(true);
  });

  it('keeps out of camps and water', () => {
    const camp: Point[] = [[280, 120], [320, 120], [320, 150], [280, 150]];
    const one = base('R1', 'red', [0, 0]);
    expect(fits({ ...one, ...nextPlace(one, null, [], [], zone, first, [camp]) }, [], zone, [camp])).toBe(true);
    expect(fits({ ...one, front: [300, 145] }, [], zone, [camp])).toBe(false);
  });
});

describe('rulings and numbers', () => {
  it('gives every fault its clauses', () => {
    const ruling = {
      answer: { legal: false, faults: ['One.', 'Two.', 'One.'] },
      because: [{ clause: 'A', says: 'One.' }, { clause: 'B', says: 'One.' }, { clause: 'C', says: 'Two.' }],
    } as unknown as Ruling;
    expect(objections(ruling).map((one) => [one.says, one.reasons.map((reason) => reason.clause)])).toEqual([['One.', ['A', 'B']], ['Two.', ['C']]]);
    expect(objections(null)).toEqual([]);
  });

  it('swaps the numbers of two edges', () => {
    const numbers = { north: [4, 5, 6], east: [1], south: [2], west: [3] };
    expect(renumbered(numbers, 'south', [4, 5, 6])).toEqual({ north: [2], east: [1], south: [4, 5, 6], west: [3] });
  });
});
