import { describe, expect, it } from 'vitest';
import { actionWords, choices } from '../src/battle/actions';
import type { Action } from '../src/lib/wire.gen';

const shoot: Action = { do: 'shoot', target: 'B3', helpers: ['R2', 'R4'], edge: null };

describe('actions without a panel of their own', () => {
  it('are told by their fields', () => {
    expect(actionWords(shoot)).toBe('shoot: target B3, helpers R2 R4');
    expect(actionWords({ do: 'roll_pips' })).toBe('roll pips');
    expect(actionWords({ do: 'move', move: { elements: ['R1'], steps: [{ advance: 40 }], path: [] } })).toBe('move: move elements R1');
  });

  it('are sorted by kind, with what the edition says about each', () => {
    const forms = [{ name: 'shoot', about: 'Shoot at a target', arguments: {} }];
    expect(choices(['shoot', 'end_moves'], forms, [shoot, { do: 'resign' }])).toEqual([
      { kind: 'shoot', about: 'Shoot at a target', actions: [shoot] },
      { kind: 'end_moves', about: 'end moves', actions: [] },
    ]);
  });
});
