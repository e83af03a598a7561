import { describe, expect, it } from 'vitest';
import { groundKind, groundName, learnGround } from '../src/table/ground.svelte';
import { inPlainWords } from '../src/table/plainWords';

describe('kinds of ground', () => {
  learnGround({
    one: { bua: { name: 'town', look: 'bua', form: 'place', letter: '#', keeper: '' } },
    two: { bua: { name: 'village', look: 'bua', form: 'place', letter: '#', keeper: '' }, scrub: { name: 'scrub land', look: 'brush', form: 'area', letter: ':', keeper: '' } },
  });

  it('have the names of their edition', () => {
    expect(groundName('bua', 'one')).toBe('Town');
    expect(groundName('bua', 'two')).toBe('Village');
    expect(inPlainWords('It is in bua2.', { edition: 'two', terrain: [] })).toBe('It is in village.');
  });

  it('are found in another edition where none is given', () => {
    expect(groundKind('scrub')).toMatchObject({ name: 'scrub land', look: 'brush' });
  });

  it('are plain and in words where nobody describes them', () => {
    expect(groundKind('salt_flat', 'one')).toMatchObject({ name: 'salt flat', look: '', form: 'area' });
  });
});
