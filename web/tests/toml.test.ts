import { describe, expect, it } from 'vitest';
import { readValue, writeDocument, writeLines, writeText, writeValue } from '../src/lib/toml';

describe('writing', () => {
  it('writes values as TOML does', () => {
    expect(writeValue(300)).toBe('300');
    expect(writeValue(-0)).toBe('0');
    expect(writeValue(356.64)).toBe('356.64');
    expect(writeValue(true)).toBe('true');
    expect(writeValue([1, [2, 3]])).toBe('[1, [2, 3]]');
    expect(writeValue({ front: [1, 2.5], facing: 0 })).toBe('{ front = [1, 2.5], facing = 0 }');
    expect(writeValue({})).toBe('{}');
    expect(writeValue(null)).toBe('"none"');
    expect(writeValue({ 'a b': 'c' })).toBe('{ "a b" = "c" }');
  });

  it('refuses what is no number', () => {
    expect(() => writeValue(NaN)).toThrow();
    expect(() => writeValue(Infinity)).toThrow();
  });

  it('escapes what would end a text', () => {
    expect(writeText('say "no"\\\n\u0001')).toBe('"say \\"no\\"\\\\\\n\\u0001"');
    expect(writeText('\ud800')).toBe('"\ufffd"');
  });

  it('leaves out what is not there', () => {
    expect(writeLines({ id: 'A', depth: undefined, moved: true })).toEqual(['id = "A"', 'moved = true']);
  });

  it('writes tables in their order', () => {
    const text = writeDocument({ title: 'x' }, [['base', { id: 'A' }], ['ask', { question: 'about' }]]);
    expect(text).toBe('title = "x"\n\n[[base]]\nid = "A"\n\n[[ask]]\nquestion = "about"\n');
  });
});

describe('reading', () => {
  it('reads back whatever was written', () => {
    const values = [
      1, -2.5, 1e21, 1e-7, 'plain', 'say "no"\\ \n\t\u0007é𝔸', true, false, [], {}, [[1, 2], ['a']],
      { a: { b: [1, { c: 'd' }] }, 'odd key': 1, __proto: 2 },
    ];
    for (const value of values) expect(readValue(writeValue(value))).toEqual(value);
  });

  it('allows what people write', () => {
    expect(readValue(" [ 1,\n 2, ] ")).toEqual([1, 2]);
    expect(readValue("'C:\\x'")).toBe('C:\\x');
    expect(readValue('1_000')).toBe(1000);
    expect(readValue('+5')).toBe(5);
  });

  it('says what is wrong', () => {
    const wrong: [string, RegExp][] = [
      ['', /missing/], ['red', /quotes/], ['[1, 2', /missing/], ['"open', /not closed/], ['1 2', /more than one/],
      ['{ a = 1, a = 2 }', /twice/], ['{ a 1 }', /= is missing/], ['"\\q"', /means nothing/], ['['.repeat(50), /deep/],
    ];
    for (const [text, says] of wrong) expect(() => readValue(text), text).toThrow(says);
  });
});
