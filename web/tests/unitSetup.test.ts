import { describe, expect, it } from 'vitest';
import { ranked } from '../src/battle/setup/units/body.svelte';
import { choiceWords, guideOf, settled } from '../src/battle/setup/units/moments';
import type { Action, Shown } from '../src/lib/wire.gen';

const told = (poses: { front: [number, number] }[]): [number, number][] => poses.map((pose) => pose.front);

describe('a body', () => {
  it('has full ranks from the left and a short one at the rear', () => {
    const poses = ranked(5, 40, 20, { front: [100, 100], facing: [0, 1], files: 2 });
    expect(told(poses)).toEqual([[80, 100], [120, 100], [80, 80], [120, 80], [80, 60]]);
  });

  it('faces any way', () => {
    const poses = ranked(2, 40, 20, { front: [100, 100], facing: [0, -1], files: 2 });
    expect(told(poses)).toEqual([[120, 100], [80, 100]]);
  });

  it('has its short rank in front where its rear is full, as a camp on its edge', () => {
    const poses = ranked(3, 40, 50, { front: [100, 100], facing: [0, 1], files: 2 }, true);
    expect(told(poses)).toEqual([[80, 50], [120, 50], [80, 100]]);
  });
});

const shown = (of: Partial<Shown>, view: object): Shown => ({ role: 'red', decides: true, pending: { side: 'red', what: '', kinds: [], setting_up: true }, ...of, view: { phase: 'card', sub_phase: 'card', invader: 'blue', position: { moment: { territory: 'forest' } }, before: { cell: ['Dense', 'terrain'], outscouted: ['blue', 30] }, ...view } }) as unknown as Shown;

describe('the guide', () => {
  it('addresses who decides, and names who is waited for', () => {
    expect(guideOf(shown({}, {}))?.now).toBe('You lay a card face down');
    expect(guideOf(shown({ decides: false, pending: { side: 'blue' } as Shown['pending'] }, {}))?.now).toBe('Blue lays a card face down');
    expect(guideOf(shown({ role: 'both' }, {}))?.now).toBe('Red lays a card face down');
  });

  it('says nothing of rules with other steps', () => {
    expect(guideOf(shown({}, { sub_phase: undefined }))).toBeNull();
  });

  it('tells what is settled', () => {
    expect(settled(shown({}, {}))).toEqual(['Blue invades', 'Forest country', 'Dense ground, flank secured by terrain', 'Blue is outscouted by 30 %']);
  });
});

describe('choices in words', () => {
  it('name parts and items plainly', () => {
    const said = (action: object): string | null => choiceWords(action as Action, 'meg');
    expect(said({ do: 'take_part', part: 'invade', intercept: true })).toBe('Invade, with a strategic intercept');
    expect(said({ do: 'take_part', part: 'defend' })).toBe('Defend');
    expect(said({ do: 'choose_item', kind: 'none' })).toBe('No more terrain');
    expect(said({ do: 'choose_item', kind: 'tall_crops' })).toBe('Tall crops');
    expect(said({ do: 'roll_for_invader' })).toBeNull();
  });
});
