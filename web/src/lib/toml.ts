/** TOML, as much of it as case files need: values written and read, and whole tables written. */

const BARE = /^[A-Za-z0-9_-]+$/;
const ESCAPES: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

export type Table = Record<string, unknown>;

/** A text in quotes. */
export function writeText(text: string): string {
  const whole = text.replace(/[\ud800-\udfff]/gu, '\ufffd');
  const safe = whole.replace(/["\\\u0000-\u001f\u007f]/g, (c) => {
    return ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${safe}"`;
}

function writeKey(key: string): string {
  return BARE.test(key) ? key : writeText(key);
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value on one line. Nothing at all is written as "none", the word cases have for it. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return '"none"';
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} is no number one can write`);
    return String(value === 0 ? 0 : value);
  }
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (isTable(value)) {
    const inside = entries(value).map(([key, item]) => `${writeKey(key)} = ${writeValue(item)}`);
    return inside.length ? `{ ${inside.join(', ')} }` : '{}';
  }
  throw new Error(`a ${typeof value} cannot be written`);
}

function entries(table: Table): [string, unknown][] {
  return Object.entries(table).filter(([, value]) => value !== undefined);
}

/** The lines of a table; what is undefined is left out. */
export function writeLines(table: Table): string[] {
  return entries(table).map(([key, value]) => `${writeKey(key)} = ${writeValue(value)}`);
}

/** A document: the values at its top, then repeated tables in their order. */
export function writeDocument(top: Table, tables: [name: string, values: Table][]): string {
  const parts = [writeLines(top).join('\n')];
  for (const [name, values] of tables) parts.push([`[[${writeKey(name)}]]`, ...writeLines(values)].join('\n'));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The value some text stands for; an Error with one sentence if it stands for none. */
export function readValue(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return value;
}

const NUMBER = /^[+-]?\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?/;
const UNESCAPED: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class Reader {
  #at = 0;
  #deep = 0;

  constructor(readonly text: string) {}

  #skip(): void {
    while (/\s/.test(this.text.charAt(this.#at)) && this.#at < this.text.length) this.#at += 1;
  }

  #next(): string {
    this.#skip();
    return this.text.charAt(this.#at);
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #need(sign: string): void {
    if (!this.#take(sign)) throw new Error(`${sign} is missing${this.#here()}`);
  }

  #here(): string {
    const rest = this.text.slice(this.#at, this.#at + 12).trim();
    return rest ? ` before ${rest}` : ' at the end';
  }

  end(): void {
    if (this.#next() !== '') throw new Error(`there is more than one value${this.#here()}`);
  }

  value(): unknown {
    const next = this.#next();
    if (next === '') throw new Error('a value is missing');
    if (next === '"' || next === "'") return this.#string();
    if (next === '[') return this.#nested(() => this.#list());
    if (next === '{') return this.#nested(() => this.#table());
    return this.#plain();
  }

  #nested<T>(read: () => T): T {
    if (++this.#deep > 40) throw new Error('lists are nested too deeply');
    const found = read();
    this.#deep -= 1;
    return found;
  }

  #list(): unknown[] {
    const found: unknown[] = [];
    this.#need('[');
    while (!this.#take(']')) {
      found.push(this.value());
      if (this.#next() !== ']') this.#need(',');
    }
    return found;
  }

  #table(): Table {
    const found: Table = {};
    this.#need('{');
    while (!this.#take('}')) {
      const key = this.#key();
      if (Object.hasOwn(found, key)) throw new Error(`${key} stands there twice`);
      this.#need('=');
      Object.defineProperty(found, key, { value: this.value(), enumerable: true, writable: true, configurable: true });
      if (this.#next() !== '}') this.#need(',');
    }
    return found;
  }

  #key(): string {
    const next = this.#next();
    if (next === '"' || next === "'") return this.#string();
    const word = /^[A-Za-z0-9_-]+/.exec(this.text.slice(this.#at))?.[0];
    if (!word) throw new Error(`a name is missing${this.#here()}`);
    this.#at += word.length;
    return word;
  }

  #string(): string {
    const quote = this.text.charAt(this.#at++);
    let found = '';
    for (;;) {
      const c = this.text.charAt(this.#at++);
      if (c === '' || c === '\n') throw new Error(`a text is not closed with ${quote}`);
      if (c === quote) return found;
      found += c === '\\' && quote === '"' ? this.#escaped() : c;
    }
  }

  #escaped(): string {
    const c = this.text.charAt(this.#at++);
    const digits = c === 'u' ? 4 : c === 'U' ? 8 : 0;
    if (!digits) {
      const found = UNESCAPED[c];
      if (found === undefined) throw new Error(`\\${c} means nothing in a text`);
      return found;
    }
    const code = this.text.slice(this.#at, this.#at + digits);
    const point = parseInt(code, 16);
    if (!/^[0-9a-fA-F]+$/.test(code) || code.length !== digits || point > 0x10ffff) throw new Error(`\\${c}${code} is no character`);
    this.#at += digits;
    return String.fromCodePoint(point);
  }

  #plain(): unknown {
    const rest = this.text.slice(this.#at);
    const word = /^[A-Za-z]+/.exec(rest)?.[0];
    if (word === 'true' || word === 'false') {
      this.#at += word.length;
      return word === 'true';
    }
    const number = NUMBER.exec(rest)?.[0];
    if (!number) throw new Error(`${word ? `${word} is no value; a text stands in quotes` : `a value is missing${this.#here()}`}`);
    this.#at += number.length;
    return Number(number.replaceAll('_', ''));
  }
}
