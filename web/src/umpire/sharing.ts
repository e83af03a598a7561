/** A case in a link: its text compressed where the browser can, in letters an address may hold. */

/** Longer links are refused by some programs that carry them. */
export const LONGEST_LINK = 8000;

const PLAIN = 'p';
const DEFLATED = 'z';
/** No case is larger when unpacked. */
const LARGEST = 200_000;

export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const small = await through(bytes, () => new CompressionStream('deflate-raw'));
  return small && small.length < bytes.length ? DEFLATED + toLetters(small) : PLAIN + toLetters(bytes);
}

/** The text of a packed case; an Error with one sentence if it is none. */
export async function unpack(packed: string): Promise<string> {
  try {
    const bytes = fromLetters(packed.slice(1));
    const found = packed.startsWith(DEFLATED) ? await through(bytes, () => new DecompressionStream('deflate-raw')) : bytes;
    if (!found || !/^[pz]/.test(packed)) throw new Error('unknown');
    return new TextDecoder('utf-8', { fatal: true }).decode(found);
  } catch {
    throw new Error('This link does not hold a whole case; ask for it again, or for the file.');
  }
}

type Way = { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> };

/** Bytes through a stream; null where the browser has no such stream. */
async function through(bytes: Uint8Array<ArrayBuffer>, make: () => Way): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') return null;
  const way = make();
  const writer = way.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = way.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > LARGEST) throw new Error('too large');
    parts.push(next.value);
  }
  await written;
  const found = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

export function toLetters(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(letters)) throw new Error('not base64url');
  const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** The whole link to a packed case. */
export function linkTo(packed: string, page = 'umpire'): string {
  return `${location.origin}${location.pathname}#/${page}?case=${packed}`;
}
