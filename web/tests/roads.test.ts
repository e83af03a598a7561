import { expect, it } from 'vitest';
import type { Terrain } from '../src/lib/wire.gen';
import { ontoRoad, roadColumn, roadPath } from '../src/battle/moving/roads';
import { base } from './helpers';

const road: Terrain = {
  id: 'road', kind: 'road', outline: [], line: [[100, 0], [100, 200], [300, 200]], width: 40, crest: [],
  owner: null, occupant: null, nature: null, home: null,
};

it('follows a road round its bend', () => {
  expect(roadPath(road, base('R1', 'red', [100, 150]), 80)).toEqual([
    { front: [100, 200], facing: [1, 0] },
    { front: [130, 200], facing: [1, 0] },
  ]);
  expect(roadPath(road, base('R1', 'red', [100, 150]), 30)).toEqual([{ front: [100, 180], facing: [0, 1] }]);
});

it('follows it the other way when it faces so', () => {
  const [bend, end] = roadPath(road, base('R1', 'red', [130, 200], 270), 50);
  expect(bend?.front).toEqual([100, 200]);
  expect(end?.front).toEqual([100, 180]);
  expect(end?.facing[1]).toBe(-1);
});

it('takes every member of a column as far', () => {
  const there = roadColumn(road, [base('A', 'red', [100, 190]), base('B', 'red', [100, 175])], 20);
  expect(there.map((one) => one.front)).toEqual([[110, 200], [100, 195]]);
});

it('finds the place on the road beside a base that faces along it', () => {
  expect(ontoRoad(road, base('R1', 'red', [112, 60], 10))).toEqual({ front: [100, 60], facing: [0, 1] });
  expect(ontoRoad(road, base('R1', 'red', [112, 60], 80))).toBeNull();
});
