import { describe, expect, it } from 'vitest';
import { columnEnds, fallIn } from '../src/battle/moving/columns';
import { formation, frontage, hinderers, isColumn, isGroup, wholeGroup } from '../src/battle/moving/grouping';
import { boxed, nextInWay, toggled } from '../src/battle/moving/selecting';
import { base, line } from './helpers';

describe('groups', () => {
  it('hold together side by side and in file, by whatever way', () => {
    const [a, b, c] = line(3, [100, 100], 33) as [ReturnType<typeof base>, ReturnType<typeof base>, ReturnType<typeof base>];
    const deep = { ...base('D', 'red', [0, 0], 33, 30), front: [a.front[0] - a.facing[0] * 15, a.front[1] - a.facing[1] * 15] as [number, number] };
    const other = base('E', 'red', [400, 400], 33);
    const enemy = { ...b, id: 'X', side: 'blue' as const };
    expect(wholeGroup([a, b, c, deep, other, enemy], 'R3').map((one) => one.id).sort()).toEqual(['D', 'R1', 'R2', 'R3']);
    expect(formation([a, b, c])).toBe('a line of 3');
    expect(formation([a, deep])).toBe('a column of 2');
    expect(formation([a, b, deep])).toBe('a group of 3, 2 wide');
    expect(formation([a, c])).toBe('2 bases that are no group');
    expect(formation([a])).toBe('a single base');
    expect(isGroup([a, c])).toBe(false);
    expect(isColumn([a, deep])).toBe(true);
    expect(frontage([a, b, c, deep])).toBe(3);
  });

  it('are not joined when they stand a little off or a little turned', () => {
    const [a, b] = line(2, [100, 100]) as [ReturnType<typeof base>, ReturnType<typeof base>];
    expect(isGroup([a, { ...b, front: [b.front[0] + 0.05, b.front[1]] }])).toBe(false);
    expect(isGroup([a, { ...b, front: [b.front[0], b.front[1] + 1] }])).toBe(false);
    expect(isGroup([a, { ...b, facing: [0.001, 1] }])).toBe(false);
  });

  it('stand level at the rear too when they differ in depth', () => {
    const a = base('A', 'red', [100, 100], 0, 15);
    const b = base('B', 'red', [140, 115], 0, 30);
    expect(isGroup([a, b])).toBe(true);
  });
});

describe('forming column', () => {
  it('puts the others behind the head, and nobody further back than he was', () => {
    const members = line(3, [100, 100]);
    const head = members[2]!;
    expect(fallIn(members, head).map((one) => one.id)).toEqual(['R3', 'R2', 'R1']);
    const ends = columnEnds(members, head);
    expect(ends.R3?.front).toEqual([180, 130]);
    expect(ends.R2?.front).toEqual([180, 115]);
    expect(ends.R1?.front).toEqual([180, 100]);
    expect(columnEnds(members, head, 10).R3?.front).toEqual([180, 140]);
  });
});

describe('choosing', () => {
  it('with a box takes every base of which any part is in it', () => {
    const bases = line(3, [100, 100]);
    expect(boxed(bases, [75, 80], [125, 120]).map((one) => one.id)).toEqual(['R1', 'R2']);
    expect(boxed(bases, [138, 92], [142, 96]).map((one) => one.id)).toEqual(['R2']);
    expect(boxed(bases, [0, 0], [10, 10])).toEqual([]);
  });

  it('with an arrow goes to the next base that way', () => {
    const bases = line(3, [100, 100]);
    expect(nextInWay(bases, bases[0]!, [1, 0])?.id).toBe('R2');
    expect(nextInWay(bases, bases[0]!, [-1, 0])).toBeNull();
  });

  it('takes in and out', () => {
    expect([...toggled(new Set(['A']), 'B')]).toEqual(['A', 'B']);
    expect([...toggled(new Set(['A', 'B']), 'A')]).toEqual(['B']);
  });
});

describe('who keeps a group back', () => {
  const members = line(3, [100, 100]);

  it('is left out, with those that would stand apart without it', () => {
    expect(hinderers(members, [{ base: 'R3', wherever: true }])).toEqual(['R3']);
    expect(hinderers(members, [{ base: 'R1', wherever: false }])).toEqual(['R1']);
    expect(hinderers(members, [{ base: 'R2', wherever: true }])).toEqual(['R2', 'R3']);
    const five = line(5, [100, 100]);
    expect(hinderers(five, [{ base: 'R2', wherever: true }])).toEqual(['R1', 'R2']);
  });

  it('is nobody when all are barred, none is, or it stands alone', () => {
    expect(hinderers(members, members.map((base) => ({ base: base.id, wherever: true })))).toEqual([]);
    expect(hinderers(members, [])).toEqual([]);
    expect(hinderers(members, [{ base: 'R30', wherever: true }])).toEqual([]);
    expect(hinderers(members.slice(0, 1), [{ base: 'R1', wherever: true }])).toEqual([]);
  });
});
