import { describe, expect, it } from 'vitest';
import { apart, centre, corners, direction, penetration, place, sameWay } from '../src/lib/geometry';
import type { Base, Point, Pose } from '../src/lib/wire.gen';
import { shiftsOpposite, snapFacing, snapNear, snapSlide, snapsNear, snapsWithin, together, turning } from '../src/battle/moving/snapping';
import { base, line, table } from './helpers';

const put = (one: Base, pose: Pose): Base => ({ ...one, ...pose });
const nudged = (pose: Pose, by: Point): Pose => ({ front: [pose.front[0] + by[0], pose.front[1] + by[1]], facing: pose.facing });

describe('snapping a single base', () => {
  const enemy = base('B1', 'blue', [300, 300], 213);
  const mover = base('R1', 'red', [200, 100], 20, 30);
  const position = table(mover, enemy);

  it.each([
    ['against', 'front contact with 4Bd B1'],
    ['on_left_flank_of', 'contact with the left flank of 4Bd B1'],
    ['on_right_flank_of', 'contact with the right flank of 4Bd B1'],
    ['on_rear_of', 'contact with the rear of 4Bd B1'],
  ] as const)('finds %s', (relation, words) => {
    const wanted = place(relation, enemy, 40, 30);
    const snap = snapNear(position, [mover], [put(mover, nudged(wanted, [5, -4]))]);
    expect(snap?.words).toBe(words);
    expect(apart(snap?.poses.R1?.front as Point, wanted.front)).toBeLessThan(1e-9);
    expect(sameWay(snap?.poses.R1?.facing as Point, wanted.facing)).toBe(true);
    expect(snap?.edges.length).toBeGreaterThan(0);
  });

  it('turns a base that is not turned yet, by its middle', () => {
    const wanted = place('on_left_flank_of', enemy, 40, 30);
    const middle = centre({ ...mover, ...wanted });
    const askew = { ...mover, facing: direction(350) };
    const off = centre(askew);
    const there = { ...askew, front: [askew.front[0] + middle[0] - off[0] + 3, askew.front[1] + middle[1] - off[1]] as Point };
    expect(snapNear(position, [mover], [there])?.words).toBe('contact with the left flank of 4Bd B1');
  });

  it('finds nothing far off', () => {
    expect(snapNear(position, [mover], [put(mover, nudged(place('against', enemy, 40, 30), [14, 14]))])).toBeNull();
  });

  it('never snaps on top of another', () => {
    const wanted = place('against', enemy, 40, 30);
    const friend = put(base('R2', 'red', [0, 0], 0), wanted);
    expect(snapNear(table(mover, enemy, friend), [mover], [put(mover, nudged(wanted, [2, 2]))])?.words ?? '').not.toContain('front contact');
  });

  it('overlaps only an enemy that fights', () => {
    const wanted = place('overlapping_left_of', enemy, 40, 30);
    const near = [put(mover, nudged(wanted, [1, 1]))];
    expect(snapNear(position, [mover], near)?.words ?? '').not.toContain('overlapping');
    const friend = put(base('R2', 'red', [0, 0], 0), place('against', enemy, 40, 15));
    expect(snapNear(table(mover, enemy, friend), [mover], near)?.words).toMatch(/overlapping|to the right of/);
  });

  it('stands beside and behind friends', () => {
    const friend = base('R2', 'red', [300, 300], 20);
    for (const relation of ['left_of', 'right_of', 'behind'] as const) {
      const wanted = place(relation, friend, 40, 30);
      const snap = snapNear(table(mover, friend), [mover], [put(mover, nudged(wanted, [-6, 3]))]);
      expect(apart(snap?.poses.R1?.front as Point, wanted.front)).toBeLessThan(1e-9);
    }
  });

  it('lines up before an enemy as far off as it is', () => {
    const north = base('B1', 'blue', [300, 300], 180);
    const there = base('R1', 'red', [305, 270], 4);
    const snap = snapNear(table(there, north), [base('R1', 'red', [250, 200], 4)], [there]);
    expect(snap?.words).toBe('opposite 4Bd B1');
    expect(snap?.poses.R1?.front).toEqual([300, 270]);
  });
});

describe('snapping a group', () => {
  it('brings the whole line into front contact, keeping its places', () => {
    const members = line(3, [200, 200], 10);
    const enemy = put(base('B1', 'blue', [0, 0]), { front: [0, 0], facing: direction(190) });
    const [x, y] = direction(10);
    const there = members.map((one) => ({ ...one, front: [one.front[0] + 40 * x + 4, one.front[1] + 40 * y] as Point }));
    const foe = { ...enemy, front: [there[1]!.front[0] + x * 3, there[1]!.front[1] + y * 3] as Point };
    const snap = snapNear(table(...members, foe), members, there);
    expect(snap?.words).toContain('front contact');
    expect(apart(snap?.poses.R2?.front as Point, foe.front)).toBeLessThan(1e-9);
    expect(apart(snap?.poses.R1?.front as Point, snap?.poses.R3?.front as Point)).toBeCloseTo(80, 9);
  });

  it('tells two enemies met at once as one place', () => {
    const members = line(2, [200, 200]);
    const foes = [base('B1', 'blue', [200, 230], 180), base('B2', 'blue', [240, 230], 180)];
    const found = snapsWithin(table(...members, ...foes), members, members, 50).filter((snap) => snap.words.startsWith('front'));
    expect(found.map((snap) => snap.poses.R1?.front)).toContainEqual([200, 230]);
    expect(found.filter((snap) => apart(snap.poses.R1?.front as Point, [200, 230]) < 1)).toHaveLength(1);
  });
});

describe('contact and line-up', () => {
  it('snaps to contact, even where a line-up is nearer', () => {
    const foe = base('B1', 'blue', [300, 300], 180);
    const beyond = base('B2', 'blue', [305, 340], 180);
    const wanted = place('against', foe, 40, 30);
    const mover = base('R1', 'red', [300, 200], 0, 30);
    const friend = base('R2', 'red', [258, 296]);
    for (const off of [2, 6, 10]) {
      const there = put(mover, nudged(wanted, [0, -off]));
      const snap = snapNear(table(mover, foe, beyond, friend), [mover], [there]);
      expect(snap?.words).toBe('front contact with 4Bd B1');
    }
    expect(snapsNear(table(mover, foe, friend), [mover], [put(mover, nudged(wanted, [0, -4]))]).map((one) => one.kind)).toEqual(['contact', 'line']);
  });

  it('counts many enemies instead of listing them', () => {
    const members = line(4, [200, 200]);
    const foes = [0, 1, 2, 3].map((i) => base(`B${i}`, 'blue', [200 + 40 * i, 230], 180));
    const there = (up: number): Base[] => members.map((one) => ({ ...one, front: [one.front[0] + 3, one.front[1] + up] as Point }));
    expect(snapNear(table(...members, ...foes), members, there(26))?.words).toBe('contact with 4 enemies');
    expect(snapNear(table(...members, ...foes), members, there(10))?.words).toBe('opposite 4 enemies');
  });

  it('tells when it turns what is in the hand', () => {
    const foe = base('B1', 'blue', [300, 300], 184);
    const mover = base('R1', 'red', [300, 200], 0, 30);
    const there = [put(mover, { front: [300, 296], facing: direction(0) })];
    const snap = snapNear(table(mover, foe), [mover], there);
    expect(snap && turning(snap, there)).toBe('front contact with 4Bd B1, turned 4° right');
  });
});

describe('handles', () => {
  it('stop straight ahead at what stands there', () => {
    const members = line(2, [200, 200]);
    const position = table(...members, base('B1', 'blue', [215, 237], 180));
    expect(snapSlide(position, members, 41)?.advance).toBeCloseTo(37, 9);
    expect(snapSlide(position, members, 20)).toBeNull();
  });

  it('stop at an enemy that stands at an angle, by the first corner that touches', () => {
    const mover = base('R1', 'red', [200, 200]);
    const foe = base('B1', 'blue', [200, 260], 150);
    const far = snapSlide(table(mover, foe), [mover], 50)?.advance as number;
    expect(penetration({ ...mover, front: [200, 200 + far] }, foe)).toBeCloseTo(0, 6);
    expect(penetration({ ...mover, front: [200, 200 + far + 0.1] }, foe)).toBeGreaterThan(0.01);
  });

  it('shift to stand straight before an enemy, no further than asked', () => {
    const members = line(2, [200, 200]);
    const position = table(...members, base('B1', 'blue', [255, 235], 180), base('B2', 'blue', [330, 235], 180));
    expect(shiftsOpposite(position, members, 60).map(Math.round)).toEqual([55, 15]);
    expect(shiftsOpposite(position, members, -60)).toEqual([]);
  });

  it('wheel to face an enemy squarely', () => {
    const members = line(2, [200, 200]);
    const foe = base('B1', 'blue', [230, 280], 193.5);
    expect(snapFacing(table(...members, foe), members, 'right', 12)).toBeCloseTo(13.5, 9);
    expect(snapFacing(table(...members, foe), members, 'left', 12)).toBeNull();
  });
});

it('tells the stretch over which edges lie together', () => {
  const a = base('R1', 'red', [200, 200]);
  const b = base('B1', 'blue', [210, 200], 180);
  expect(together(a, b)).toHaveLength(1);
  const [p, q] = together(a, b)[0] as [Point, Point];
  expect(apart(p, q)).toBeCloseTo(30, 9);
  expect(together(a, { ...b, front: [300, 200] })).toEqual([]);
  expect(corners(a)).toHaveLength(4);
});
