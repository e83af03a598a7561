import { describe, expect, it } from 'vitest';
import { Early } from '../src/battle/early';

describe('a press that comes too early', () => {
  it('is done once, when there is something to decide', () => {
    const early = new Early();
    expect(early.due(3)).toBe(false);
    early.keep(3);
    expect(early.due(3, 'R1 B1')).toBe(true);
    expect(early.due(3, 'R1 B1')).toBe(false);
  });

  it('is dropped after another decision, and about something that is no longer there', () => {
    const early = new Early();
    early.keep(3);
    expect(early.due(4)).toBe(false);
    early.keep(4, 'R1 B1');
    expect(early.due(4, 'R2 B2')).toBe(false);
    expect(early.due(4, 'R1 B1')).toBe(true);
  });
});
