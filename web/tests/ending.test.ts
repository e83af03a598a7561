import { expect, it } from 'vitest';
import { leftUndone } from '../src/battle/moving/ending';
import { line, table } from './helpers';

const pips = (left: number) => ({ kind: 'pips' as const, left: { red: left } });

it('tells what could still be done', () => {
  const [a, b] = line(2, [100, 100]);
  const moved = { ...a!, moved: true };
  expect(leftUndone(table(a!, b!), 'red', pips(3))).toBe('3 PIPs left, and 2 bases have not moved');
  expect(leftUndone(table(moved, b!), 'red', pips(1))).toBe('1 PIP left, and 1 base has not moved');
});

it('has nothing to ask when no PIP is left or everybody has moved', () => {
  const [a] = line(1, [100, 100]);
  expect(leftUndone(table(a!), 'red', pips(0))).toBe('');
  expect(leftUndone(table({ ...a!, moved: true }), 'red', pips(4))).toBe('');
  expect(leftUndone(table(a!), 'blue', pips(4))).toBe('');
});
