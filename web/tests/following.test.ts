import { describe, expect, it } from 'vitest';
import { apart, around, carried } from '../src/lib/geometry';
import type { Point } from '../src/lib/wire.gen';
import { groupFollows, reined, reinedIn, wheelThenAdvance, wheelTo } from '../src/battle/moving/following';
import { march, marched, pivotOf } from '../src/battle/moving/marching';
import { line } from './helpers';

describe('a group in the hand', () => {
  const here = line(4, [200, 200]);
  const held: Point = [260, 193];

  it('goes straight ahead while the hand hardly strays', () => {
    expect(groupFollows(here, held, [262, 233])).toEqual([{ advance: 40 }]);
  });

  it('goes back when the hand does, for the umpire to refuse', () => {
    expect(groupFollows(here, held, [260, 173])).toEqual([{ advance: -20 }]);
  });

  it('wheels and then advances so that what it holds is under the hand', () => {
    const hand: Point = [310, 300];
    const steps = groupFollows(here, held, hand);
    expect(steps.map((step) => Object.keys(step)[0])).toEqual(['wheel', 'advance']);
    expect(steps[0]?.pivot).toBe('right');
    const there = march(here, steps);
    const point = carried({ front: held, facing: [0, 1] }, here[0]!, there[0]!);
    expect(apart(point.front, hand)).toBeLessThan(1e-6);
  });

  it('only wheels when the hand goes round on the arc', () => {
    const far = pivotOf(here, 'left');
    const steps = wheelThenAdvance(here, far, around(far, pivotOf(here, 'right'), 20), 'right');
    expect(steps?.[0]?.wheel).toBeCloseTo(20, 4);
    expect(steps?.[1]?.advance ?? 0).toBeLessThan(0.001);
  });

  it('shifts where only a step sideways brings it there', () => {
    expect(groupFollows(here, held, [290, 198])).toEqual([{ advance: 5, shift: 30 }]);
  });

  it('reads the angle off the other front corner', () => {
    const other = pivotOf(here, 'right');
    expect(wheelTo(here, 'left', [other[0], other[1] + 160])).toBeCloseTo(45, 9);
    expect(wheelTo(here, 'left', [other[0], other[1] - 160])).toBeCloseTo(-45, 9);
  });
});

describe('the limit', () => {
  it('cuts a move that is too far to the limit exactly', () => {
    const here = line(3, [200, 200], 40);
    const steps = reined(here, [{ wheel: 10, pivot: 'left' }, { advance: 40 }], 55);
    expect(marched(here, steps)).toBeCloseTo(55, 9);
    expect(marched(here, reined(here, [{ advance: 90 }], 55))).toBeCloseTo(55, 9);
    expect(reined(here, [{ advance: 50 }], 55)).toEqual([{ advance: 50 }]);
    expect(marched(here, reined(here, [{ wheel: 90, pivot: 'left' }, { advance: 40 }], 55))).toBeCloseTo(55, 9);
    expect(reined(here, [{ wheel: 40, pivot: 'right' }], 50)[0]?.wheel).toBeCloseTo((50 / 120 / Math.PI) * 180, 9);
  });

  it('pulls a single base back to the circle', () => {
    expect(reinedIn([0, 105], [0, 0], 100)).toEqual([0, 100]);
    expect(reinedIn([0, 320], [0, 0], 100)).toEqual([0, 100]);
    expect(reinedIn([0, 80], [0, 0], 100)).toEqual([0, 80]);
  });
});
