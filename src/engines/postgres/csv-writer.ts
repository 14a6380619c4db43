import { encodeJson } from '../../lib/encode-json.ts';

/** How a column's text as the engine sends it becomes a CSV field. */
export type CsvKind = 'plain' | 'text' | 'moment' | 'instant' | ((text: string) => unknown);

const COMMA = 0x2c;
const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const FIRST_BYTES = 64 * 1024;

/**
 * Lines of a CSV file (RFC 4180) from rows as PostgreSQL sends them, byte for byte, since most values are in a file as
 * they are on the wire. NULL is an empty field and an empty text a quoted one, as in PostgreSQL's own CSV; where there is
 * one column alone NULL is quoted too, since readers take an empty line for none.
 */
export class CsvWriter {
  rows = 0;
  readonly #kinds: readonly CsvKind[];
  #out = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  constructor(kinds: readonly CsvKind[]) {
    this.#kinds = kinds;
  }

  /** The lines since the last time. */
  take(): Buffer {
    const lines = this.#out.subarray(0, this.#length);
    // What was taken is on its way out while the next rows come.
    this.#out = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.#length));
    this.#length = 0;
    return lines;
  }

  /** @param end of the row's fields, each a length in four bytes, -1 for NULL, and that many bytes */
  row(bytes: Buffer, from: number, end: number): void {
    const kinds = this.#kinds;
    // Every byte may be a quote that is doubled; each field has quotes and a comma, for which its length leaves room.
    this.#makeRoom((end - from) * 2 + 4);
    let at = from;
    for (let index = 0; index < kinds.length; index++) {
      if (index > 0) this.#out[this.#length++] = COMMA;
      const size = bytes.readInt32BE(at);
      at += 4;
      if (size < 0) {
        if (kinds.length === 1) this.#quotes();
        continue;
      }
      this.#field(kinds[index] ?? 'text', bytes, at, at + size);
      if (typeof kinds[index] === 'function') this.#makeRoom((end - at - size) * 2 + 4);
      at += size;
    }
    this.#out[this.#length++] = CR;
    this.#out[this.#length++] = LF;
    this.rows += 1;
  }

  #field(kind: CsvKind, bytes: Buffer, from: number, end: number): void {
    if (typeof kind === 'function') {
      const value = kind(bytes.toString('utf8', from, end));
      const text = Buffer.from(typeof value === 'string' ? value : encodeJson(value));
      this.#makeRoom(text.length * 2 + 4);
      this.#text(text, 0, text.length);
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

const PLUS = 0x2b;
const ZERO = 0x30;
const T = 0x54;
const Z = 0x5a;
