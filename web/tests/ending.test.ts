import { expect, it } from 'vitest';
import { leftUndone, moversOf } from '../src/battle/moving/ending';
import type { Action } from '../src/lib/wire.gen';
import { line, table } from './helpers';

const pips = (left: number) => ({ kind: 'pips' as const, left: { red: left } });
const move: Action = { do: 'move', move: { elements: ['R2'], steps: [{ advance: 10 }] } };
const end: Action = { do: 'end_moves' };

it('tells what could still be done', () => {
  const [a, b] = line(2, [100, 100]);
  const moved = { ...a!, moved: true };
  expect(leftUndone(table(a!, b!), 'red', pips(3), move)).toBe('3 PIPs left, and 2 bases have not moved');
  expect(leftUndone(table(moved, b!), 'red', pips(1), move)).toBe('1 PIP left, and 1 base has not moved');
  expect(leftUndone(table(moved, { ...b!, moved: true }), 'red', pips(1), move)).toBe('1 PIP left, and R2 could still move');
});

it('has nothing to ask when no PIP is left or no legal move is known', () => {
  const [a] = line(1, [100, 100]);
  expect(leftUndone(table(a!), 'red', pips(0), move)).toBe('');
  expect(leftUndone(table(a!), 'red', pips(4), end)).toBe('');
  expect(leftUndone(table(a!), 'red', pips(4), null)).toBe('');
});

it('finds who moves in the actions of any rules', () => {
  expect(moversOf(move)).toEqual(['R2']);
  expect(moversOf({ do: 'move', elements: ['R1', 'R2'] } as unknown as Action)).toEqual(['R1', 'R2']);
  expect(moversOf({ do: 'land', places: { R9: { front: [0, 0], facing: [0, 1] } } })).toEqual(['R9']);
  expect(moversOf(end)).toEqual([]);
});
