import { describe, expect, it } from 'vitest';
import type { Account, Position } from '../src/lib/wire.gen';
import { changes } from '../src/battle/watching/changes';
import { Camera } from '../src/table/camera.svelte';
import { namesIn, pointsOf } from '../src/table/framing';
import { learnGround } from '../src/table/ground.svelte';
import { inPlainWords, inUnits } from '../src/table/plainWords';
import { ART, artOf, troopsOf } from '../src/table/troops';
import { turnFor } from '../src/table/turning';
import { READY, type Host } from '../src/newbattle/ready';
import { base, table as tableOf } from './helpers';

const at = (id: string, side: 'red' | 'blue', x: number, y: number, facing = 0) => base(id, side, [x, y], facing);
const position = (bases: Position['bases']): Position => tableOf(...bases);

describe('a turned view', () => {
  it('leads there and back in all four quarters', () => {
    const camera = new Camera();
    for (const turn of [0, 1, 2, 3] as const) {
      camera.turn = turn;
      const [x, y] = camera.toTable(camera.toView([12, 34]));
      expect([x, y]).toEqual([12, 34]);
    }
  });

  it('puts a side at the bottom by its edge, else by where it stands', () => {
    const bases = [at('R1', 'red', 500, 300), at('B1', 'blue', 100, 300)];
    expect(turnFor('red', { red: 'north' }, bases)).toBe(2);
    expect(turnFor('red', {}, bases)).toBe(1);
    expect(turnFor('blue', {}, bases)).toBe(3);
    expect(turnFor('blue', {}, [bases[0] as (typeof bases)[0]])).toBeNull();
  });
});

describe('plain words', () => {
  learnGround({
    dba22: {
      bua: { name: 'town', look: 'bua', form: 'place', letter: '#', keeper: '' },
      steep_hill: { name: 'steep hill', look: 'steep_hill', form: 'hill', letter: '^', keeper: '' },
    },
  });

  it('name ground as people do', () => {
    expect(inPlainWords('R1 enters steep_hill2 beside the bua')).toBe('R1 enters steep hill beside the town');
    expect(inPlainWords('4Bd R1 moves')).toBe('4Bd R1 moves');
  });

  it('give lengths in the unit of the rules', () => {
    expect(inUnits('4Bd R1 moves 30 mm of 50 for 1 PIP', position([]))).toBe('4Bd R1 moves 120 paces of 200 for 1 PIP');
    expect(inUnits('stops after 10 of 40 mm', position([]))).toBe('stops after 40 of 160 paces');
  });
});

describe('what an event changed', () => {
  it('is who went, who turned and who fell', () => {
    const before = position([at('R1', 'red', 100, 100), at('R2', 'red', 200, 100), at('B1', 'blue', 100, 140), at('B2', 'blue', 300, 300)]);
    const after = position([at('R1', 'red', 100, 120), at('R2', 'red', 200, 100, 90), at('B2', 'blue', 300, 300)]);
    const found = changes(before, after, { dice: [], said: [] } as unknown as Account);
    expect(found.gone.map((one) => one.before.id)).toEqual(['R1', 'R2']);
    expect(found.fallen.map((base) => base.id)).toEqual(['B1']);
  });
});

describe('the picture of a question', () => {
  it('is of the bases it names, however deep', () => {
    expect(namesIn({ attacker: 'A', others: ['B', { C: 1 }] })).toEqual(['attacker', 'others', 'A', 'B', 'C']);
    const table = position([at('A', 'red', 100, 100), at('B', 'blue', 400, 400)]);
    expect(pointsOf(table, { element: 'A' })).toHaveLength(4);
    expect(pointsOf(table, {})).toHaveLength(8);
  });
});

describe('figures', () => {
  it('are the same for the same troops of every edition, and different for different troops', () => {
    expect(troopsOf('Bd', 'Reg Bd (O)')).toBe(troopsOf('blades', '4Bd'));
    expect(troopsOf('bows', '8Lb')).toBe('longbows');
    expect(artOf(troopsOf('El')).figure).toBe('elephant');
    const shared = Object.values(ART).map((art) => `${art.figure} ${art.count}`);
    expect(new Set(shared).size).toBe(shared.length);
  });
});

describe('ready battles', () => {
  it('have the troops of their titles', () => {
    const troops = (host: Host | string | undefined): string[] => (typeof host === 'object' ? host.elements : []);
    const of = (title: string) => READY.find((ready) => ready.title === title);
    expect(troops(of('Longbows against lances')?.blue).filter((code) => code.startsWith('3Kn'))).toHaveLength(6);
    expect(troops(of('Longbows against lances')?.red).filter((code) => code === '4Lb')).toHaveLength(7);
    expect(troops(of('Alexander against Darius')?.blue)).toContain('SCh');
    expect(troops(of('Rome against Carthage')?.blue).filter((code) => code === 'El')).toHaveLength(2);
  });
});
