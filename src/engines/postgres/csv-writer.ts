import { encodeJson } from '../../lib/encode-json.ts';
import { LongArray } from './array-json.ts';

/** How a column's text as the engine sends it becomes a CSV field. */
export type CsvKind = 'plain' | 'text' | 'moment' | 'instant' | ((text: string) => unknown);

const COMMA = 0x2c;
const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const FIRST_BYTES = 64 * 1024;
/** From here on a field is made into lines when they are taken, a part at a time: tens of megabytes would hold up everybody. */
const LARGE = 1024 * 1024;
const PART_BYTES = 256 * 1024;
/** From here on the platform's own search and copy, which cost a call each, are faster than a loop. */
const LONG = 512;

/**
 * Lines of a CSV file (RFC 4180) from rows as PostgreSQL sends them, byte for byte, since most values are in a file as
 * they are on the wire. NULL is an empty field and an empty text a quoted one, as in PostgreSQL's own CSV; where there is
 * one column alone NULL is quoted too, since readers take an empty line for none.
 */
export class CsvWriter {
  rows = 0;
  readonly #kinds: readonly CsvKind[];
  /** What stands before `#out`. */
  #parts: Part[] = [];
  #out = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  constructor(kinds: readonly CsvKind[]) {
    this.#kinds = kinds;
  }

  /** The lines since the last time; at least one buffer. */
  take(): Iterable<Buffer> {
    const parts = [...this.#parts, this.#out.subarray(0, this.#length)];
    this.#parts = [];
    // What was taken is on its way out while the next rows come.
    this.#out = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.#length));
    this.#length = 0;
    return buffersOf(parts);
  }

  /** @param end of the row's fields, each a length in four bytes, -1 for NULL, and that many bytes */
  row(bytes: Buffer, from: number, end: number): void {
    const kinds = this.#kinds;
    const isLarge = end - from > LARGE;
    // Every byte may be a quote that is doubled; each field has quotes and a comma, for which its length leaves room.
    this.#makeRoom(isLarge ? ROOM : (end - from) * 2 + 4);
    let at = from;
    for (let index = 0; index < kinds.length; index++) {
      if (index > 0) this.#out[this.#length++] = COMMA;
      const size = bytes.readInt32BE(at);
      at += 4;
      if (size > end - at) throw new Error('A field of the server is longer than its row.');
      if (size < 0) {
        if (kinds.length === 1) this.#quotes();
        continue;
      }
      const kind = kinds[index] ?? 'text';
      if (isLarge) {
        if (size > LARGE && kind === 'text') this.#setAside({ text: bytes.subarray(at, at + size) });
        else {
          this.#makeRoom(size * 2 + ROOM);
          this.#field(kind, bytes, at, at + size);
          this.#makeRoom(ROOM);
        }
      } else {
        this.#field(kind, bytes, at, at + size);
        if (typeof kind === 'function') this.#makeRoom((end - at - size) * 2 + 4);
      }
      at += size;
    }
    this.#out[this.#length++] = CR;
    this.#out[this.#length++] = LF;
    this.rows += 1;
  }

  #field(kind: CsvKind, bytes: Buffer, from: number, end: number): void {
    if (typeof kind === 'function') {
      const value = kind(bytes.toString('utf8', from, end));
      if (value instanceof LongArray) {
        this.#setAside(value);
        return;
      }
      const text = Buffer.from(typeof value === 'string' ? value : encodeJson(value));
      if (text.length > LARGE) this.#setAside({ text });
      else {
        this.#makeRoom(text.length * 2 + 4);
        this.#text(text, 0, text.length);
      }
    } else if (kind === 'text') this.#text(bytes, from, end);
    else if (kind === 'plain') this.#copy(bytes, from, end);
    else {
      const isUtc = kind === 'instant' && end - from > 3 && bytes[end - 3] === PLUS && bytes[end - 2] === ZERO && bytes[end - 1] === ZERO;
      const start = this.#length;
      this.#copy(bytes, from, isUtc ? end - 3 : end);
      const space = this.#out.indexOf(SPACE, start);
      if (space >= 0 && space < this.#length) this.#out[space] = T;
      if (isUtc) this.#out[this.#length++] = Z;
    }
  }

  #copy(bytes: Buffer, from: number, end: number): void {
    if (end - from > LONG) {
      bytes.copy(this.#out, this.#length, from, end);
      this.#length += end - from;
      return;
    }
    const out = this.#out;
    let length = this.#length;
    for (let at = from; at < end; at++) out[length++] = bytes[at] as number;
    this.#length = length;
  }

  #text(bytes: Buffer, from: number, end: number): void {
    if (from === end) {
      this.#quotes();
      return;
    }
    if (end - from > LONG) {
      const field = bytes.subarray(from, end);
      if (hasToBeQuoted(field)) this.#longQuoted(field);
      else this.#copy(bytes, from, end);
      return;
    }
    const out = this.#out;
    let length = this.#length;
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === COMMA || byte === QUOTE || byte === CR || byte === LF) {
        this.#quoted(bytes, from, end);
        return;
      }
      out[length++] = byte;
    }
    this.#length = length;
  }

  #quoted(bytes: Buffer, from: number, end: number): void {
    const out = this.#out;
    let length = this.#length;
    out[length++] = QUOTE;
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) out[length++] = QUOTE;
      out[length++] = byte;
    }
    out[length++] = QUOTE;
    this.#length = length;
  }

  #longQuoted(field: Buffer): void {
    this.#out[this.#length++] = QUOTE;
    this.#length += doubleQuotes(field, this.#out, this.#length);
    this.#out[this.#length++] = QUOTE;
  }

  #setAside(large: LargeText | LongArray): void {
    this.#parts.push(this.#out.subarray(0, this.#length), large);
    this.#out = Buffer.allocUnsafe(FIRST_BYTES);
    this.#length = 0;
  }

  #quotes(): void {
    this.#out[this.#length++] = QUOTE;
    this.#out[this.#length++] = QUOTE;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#out.length * 2, this.#length + bytes));
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

interface LargeText {
  readonly text: Buffer;
}

type Part = Buffer | LargeText | LongArray;

function* buffersOf(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else if (part instanceof LongArray) {
      yield Buffer.of(QUOTE);
      for (const piece of part.pieces()) yield Buffer.from(piece.replaceAll('"', '""'));
      yield Buffer.of(QUOTE);
    } else if (!hasToBeQuoted(part.text)) yield part.text;
    else {
      yield Buffer.of(QUOTE);
      for (let from = 0; from < part.text.length; from += PART_BYTES) {
        const slice = part.text.subarray(from, from + PART_BYTES);
        const out = Buffer.allocUnsafe(slice.length * 2);
        yield out.subarray(0, doubleQuotes(slice, out, 0));
      }
      yield Buffer.of(QUOTE);
    }
  }
}

const hasToBeQuoted = (field: Buffer): boolean =>
  field.includes(COMMA) || field.includes(QUOTE) || field.includes(CR) || field.includes(LF);

/**
 * Up to the next quote at once, and what is near to it, where there may be more, byte for byte.
 * @returns the bytes written into `out` from `start` on
 */
function doubleQuotes(field: Buffer, out: Buffer, start: number): number {
  let length = start;
  for (let at = 0; at < field.length; ) {
    const quote = field.indexOf(QUOTE, at);
    const end = quote < 0 ? field.length : quote;
    length += field.copy(out, length, at, end);
    at = end;
    for (const stop = Math.min(field.length, end + LONG); at < stop; at++) {
      const byte = field[at] as number;
      if (byte === QUOTE) out[length++] = QUOTE;
      out[length++] = byte;
    }
  }
  return length - start;
}

/** For the comma, the quotes and the line's end around a field. */
const ROOM = 16;
const PLUS = 0x2b;
const ZERO = 0x30;
const T = 0x54;
const Z = 0x5a;
