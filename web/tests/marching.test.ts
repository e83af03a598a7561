import { describe, expect, it } from 'vitest';
import { apart, corners, direction } from '../src/lib/geometry';
import type { Step } from '../src/lib/wire.gen';
import { keepsFormation, march, marched, pivotOf, stepsBetween, tidy } from '../src/battle/moving/marching';
import { base, line } from './helpers';

describe('marching', () => {
  it('advances straight ahead whatever way it faces', () => {
    const there = march(line(3, [100, 100], 30), [{ advance: 50 }]);
    expect(there[0]?.front[0]).toBeCloseTo(125, 9);
    expect(there[0]?.front[1]).toBeCloseTo(100 + 50 * Math.cos(Math.PI / 6), 9);
  });

  it('wheels about a front corner that stays where it is', () => {
    const here = line(4, [100, 100], 77);
    for (const pivot of ['left', 'right'] as const) {
      const there = march(here, [{ wheel: 31, pivot }]);
      expect(apart(pivotOf(here, pivot), pivotOf(there, pivot))).toBeLessThan(1e-9);
      expect(keepsFormation(here, there)).toBe(true);
    }
  });

  it('takes the corner of the foremost base of the outermost file', () => {
    const front = base('A', 'red', [100, 100]);
    const rear = base('B', 'red', [100, 85]);
    expect(pivotOf([rear, front], 'left')).toEqual(corners(front)[0]);
  });

  it('measures a wheel by the arc of the outer front corner', () => {
    expect(marched(line(4, [100, 100]), [{ wheel: 90, pivot: 'left' }])).toBeCloseTo((160 * Math.PI) / 2, 9);
  });

  it('puts steps of the same kind together and leaves out those that undo each other', () => {
    expect(tidy([{ advance: 10 }, { advance: 5 }, { wheel: 3, pivot: 'left' }, { wheel: 4, pivot: 'left' }])).toEqual([
      { advance: 15 }, { wheel: 7, pivot: 'left' },
    ]);
    expect(tidy([{ advance: 10 }, { advance: -10 }])).toEqual([]);
  });
});

describe('reading steps out of places', () => {
  const steps: Step[][] = [
    [{ advance: 40 }],
    [{ wheel: 25, pivot: 'left' }],
    [{ wheel: 25, pivot: 'right' }],
    [{ advance: 12 }, { wheel: 33, pivot: 'right' }],
    [{ wheel: 10, pivot: 'left' }, { advance: 30 }],
    [{ advance: 12 }, { wheel: 33, pivot: 'right' }, { advance: 21 }],
    [{ advance: 20, shift: -7 }],
  ];
  it.each(steps.map((one) => [JSON.stringify(one), one] as const))('finds %s again', (_, one) => {
    for (const facing of [0, 90, 213.7]) {
      const here = line(4, [300, 300], facing);
      const found = stepsBetween(here, march(here, one));
      expect(found).toHaveLength(one.length);
      one.forEach((step, i) => {
        for (const key of ['advance', 'wheel', 'shift'] as const) expect(found?.[i]?.[key] ?? 0).toBeCloseTo(step[key] ?? 0, 6);
        expect(found?.[i]?.pivot).toBe(step.pivot);
      });
    }
  });

  it('finds none where the formation is not kept or only a step back leads', () => {
    const here = line(2, [100, 100]);
    expect(stepsBetween(here, [here[0]!, { ...here[1]!, front: [150, 100] }])).toBeNull();
    expect(stepsBetween(here, march(here, [{ advance: -5 }]))).toBeNull();
    const turnedBack = here.map((one) => ({ ...one, facing: direction(180) }));
    expect(stepsBetween(here, turnedBack)).toBeNull();
  });
});
