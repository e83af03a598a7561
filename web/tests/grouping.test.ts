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

  it('is named by the fault, when the others are still a group', () => {
    expect(hinderers(members, ['R3 has already moved this bound, and 4Bd make only one move'])).toEqual(['R3']);
    expect(hinderers(members, ['4Bd R1 goes 90 mm, more than the 50 mm of Blades'])).toEqual(['R1']);
  });

  it('is nobody when the rest would fall apart, all are named or none is', () => {
    expect(hinderers(members, ['R2 has already moved'])).toEqual([]);
    expect(hinderers(members, ['R1 goes too far', 'R2 goes too far', 'R3 goes too far'])).toEqual([]);
    expect(hinderers(members, ['the group would meet R30'])).toEqual([]);
  });
});
