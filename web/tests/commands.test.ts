import { describe, expect, it } from 'vitest';
import { basesOf, ghostsOf, isEnding } from '../src/battle/actions';
import { withHidden } from '../src/battle/hidden';
import { moveAction, moveIn } from '../src/battle/moving/writing';
import type { Action, Base, MoveForm, View } from '../src/lib/wire.gen';
import { commandLooks, lettersOf } from '../src/table/commands';

const base = (id: string, command = 'RC'): Base =>
  ({ id, side: 'red', code: 'Reg Bd (O)', kind: 'Bd', width: 40, depth: 15, front: [0, 0], facing: [0, 1], general: false, inside: null, service: { command, rank: null, notes: [] } }) as unknown as Base;

describe('commands', () => {
  it('have letters of their own', () => {
    expect(lettersOf(['RC', 'RL', 'RR'])).toEqual(['C', 'L', 'R']);
    expect(lettersOf(['left', 'line'])).toEqual(['E', 'I']);
    expect(lettersOf(['one', 'one two', 'other'])).toEqual(['A', 'B', 'C']);
    expect(lettersOf(['RC'])).toEqual(['R']);
  });

  it('look different on each side of the table, and not by colour alone', () => {
    const command = (id: string, side: string) => ({ id, side, notes: [], strength: 10, gone: 0 });
    const looks = commandLooks({ commands: [command('RC', 'red'), command('RL', 'red'), command('BC', 'blue')] } as never);
    expect([...looks.values()].map((one) => [one.letter, one.index])).toEqual([['C', 0], ['L', 1], ['B', 0]]);
  });
});

describe('moves', () => {
  const nested: MoveForm = { within: 'move', fields: ['elements', 'steps', 'road'] };
  const flat: MoveForm = { within: null, fields: ['elements', 'steps', 'march'] };
  const move = { elements: ['R1'], steps: [{ advance: 40 }], road: 'road', march: true };

  it('are written as the rules write them', () => {
    expect(moveAction(nested, move)).toEqual({ do: 'move', move: { elements: ['R1'], steps: [{ advance: 40 }], road: 'road' } });
    expect(moveAction(flat, move)).toEqual({ do: 'move', elements: ['R1'], steps: [{ advance: 40 }], march: true });
  });

  it('are read again', () => {
    expect(moveIn(nested, moveAction(nested, move))?.elements).toEqual(['R1']);
    expect(moveIn(flat, moveAction(flat, move))?.elements).toEqual(['R1']);
    expect(moveIn(flat, { do: 'end_moves' })).toBeNull();
  });
});

describe('decisions of any rules', () => {
  it('say whom they are about and where these would stand', () => {
    const arrive: Action = { do: 'arrive', places: { R7: { front: [10, 20], facing: [0, 1] } } };
    expect(basesOf(arrive)).toEqual(['R7']);
    expect(ghostsOf(arrive, [base('R7'), base('R8')]).map((one) => one.front)).toEqual([[10, 20]]);
    expect(basesOf({ do: 'shoot', shooter: 'R1', target: 'B1', helpers: ['R2'] })).toEqual(['R1', 'B1', 'R2']);
    expect(basesOf({ do: 'move', move: { elements: ['R1', 'R2'] } })).toEqual(['R1', 'R2']);
    expect([{ do: 'end_bound' } as Action, arrive].map(isEnding)).toEqual([true, false]);
  });
});

describe('ambushers', () => {
  it('stand on the table of their own side, and say what they are', () => {
    const view = { position: { bases: [base('R1')] }, own: [base('R1'), base('R2')], orders: { relations: [], ambushes: { R2: { front: [5, 6], facing: [1, 0] } }, flank_marches: {} } };
    const shown = withHidden(view as unknown as View).bases;
    expect(shown.map((one) => [one.id, one.front, one.service?.notes])).toEqual([['R1', [0, 0], []], ['R2', [5, 6], ['ambush']]]);
    expect(withHidden({ ...view, orders: null } as unknown as View).bases).toHaveLength(1);
  });
});
