import { describe, expect, it } from 'vitest';
import { oddsOfTest, percent, sure } from '../src/battle/groups/chances';
import { decisionNow } from '../src/battle/groups/flow';
import { aboutWords, groupWords } from '../src/battle/groups/wording';
import type { Action, Position } from '../src/lib/wire.gen';
import { breakPoint } from '../src/table/unitGroups';

const KEPT = import.meta.glob<string>('../../tests/battles/meg/*.jsonl', { query: '?raw', import: 'default', eager: true });
const POSITION = { edition: 'meg', bases: [], units: [], terrain: [], scale: { base_width: 40 }, moment: { phase: '2.5' } } as unknown as Position;
const BEFORE = ['prepare', 'roll_for_invader', 'take_part', 'play_card', 'choose_territory', 'set_marker', 'secure_flank', 'choose_item', 'take_item', 'place_terrain', 'adjust_terrain', 'place_camp', 'write_notes', 'deploy', 'place_generals'];

/** Every decision of the kept battles. */
function decisions(): Action[] {
  return Object.values(KEPT)
    .flatMap((log) => log.trim().split('\n'))
    .map((line) => (JSON.parse(line) as { action?: Action }).action)
    .filter((action) => action !== undefined);
}

describe('decisions about unit groups', () => {
  it('are told in words of their own, not by the names of their fields', () => {
    const kinds = new Set<string>();
    for (const action of decisions().filter((one) => !BEFORE.includes(one.do))) {
      kinds.add(action.do);
      const words = groupWords(action, POSITION);
      expect(words, JSON.stringify(action)).toMatch(/^[A-Z]/);
      expect(words, JSON.stringify(action)).not.toMatch(/undefined|_|: (files|pairs|to|base|general|unit) /);
    }
    for (const kind of ['hold-files', 'pair-up', 'remove-base', 'free-move', 'respond', 'meet', 'charge', 'fight']) expect([...kinds]).toContain(kind);
  });

  it('say which files hold back, and from what', () => {
    const held = { do: 'hold-files', files: ['R1/1.1', 'R1/2.1'] } as Action;
    expect(groupWords(held, POSITION)).toBe('R1/1 and R1/2 hold their fire');
    expect(groupWords(held, { ...POSITION, moment: { phase: '2.6' } } as unknown as Position)).toBe('R1/1 and R1/2 stay back');
    expect(groupWords({ do: 'hold-files', files: [] } as Action, POSITION)).toBe('All shoot');
  });

  it('say whom they are about', () => {
    expect(aboutWords('2.5', ['R1', 'B1'], POSITION)).toBe('R1, charged by B1');
    expect(aboutWords('pairs', ['red'], POSITION)).toBe('');
  });
});

describe('phases of a turn', () => {
  it('have a title and a sentence', () => {
    for (const phase of ['2.5', 'volley', 'press', 'pairs', 'remove', 'free-move', 'draw', 'begin', 'end']) {
      expect(decisionNow(phase)?.title, phase).toBeTruthy();
      expect(decisionNow(phase)?.does, phase).toMatch(/\.$/);
    }
  });
});

describe('chances', () => {
  it('are never rounded to nothing or to certainty', () => {
    expect(percent({ value: 0.001, fraction: '1/1000' })).toBe('< 1 %');
    expect(percent({ value: 0.999, fraction: '999/1000' })).toBe('> 99 %');
    expect(percent({ value: 1 / 3, fraction: '1/3' })).toBe('33 %');
    expect(sure({ value: 1, fraction: '1' })).toBe('');
  });
  it('of tests name what may happen, and nothing that cannot', () => {
    const no = { value: 0, fraction: '0' };
    const third = { value: 1 / 3, fraction: '1/3' };
    expect(oddsOfTest({ bases: { 0: { value: 2 / 3, fraction: '2/3' }, 1: third }, wounded: no, broken: third })).toEqual([['a base lost', third], ['broken', third]]);
    expect(oddsOfTest({ killed: no, stunned: third, wounded: third })).toEqual([['stunned', third], ['wounded', third]]);
  });
});

describe('unit groups', () => {
  it('break with more than half of their bases, skirmishers with more than a third', () => {
    const troops = { order: 'close', traits: [] };
    expect(breakPoint({ kind: 'TuG', original: 6, troops } as never)).toBe(4);
    expect(breakPoint({ kind: 'SuG', original: 6, troops } as never)).toBe(3);
  });
});
