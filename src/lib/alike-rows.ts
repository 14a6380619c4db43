import { patternOf } from './alike-pattern.ts';
import { type ColumnSeen, newColumn, seeValue } from './alike-value.ts';
import { ByteParts } from './byte-parts.ts';
import type { Pace } from './pace.ts';
import { readWrittenJson } from './read-json.ts';

export type { ColumnSeen } from './alike-value.ts';

interface Limits {
  readonly rows: number;
  /** Members of all rows together. */
  readonly values: number;
}

/**
 * Rows of a JSON array that all have the same keys in the same order, with values that hold nothing: what most programs send. They are
 * still bytes, of which it is known that they are valid JSON on one line, and what the values of each column are.
 */
export class AlikeRows {
  readonly count: number;
  readonly columns: readonly ColumnSeen[];
  /** Objects with commas between. */
  readonly json: ByteParts;
  readonly #cuts: readonly number[];

  /** @param cuts where the bytes may be cut, each at the comma between two rows */
  constructor(json: ByteParts, count: number, columns: readonly ColumnSeen[], cuts: readonly number[]) {
    this.json = json;
    this.count = count;
    this.columns = columns;
    this.#cuts = cuts;
  }

  /** No number has more digits than a double holds, but a fraction may end in a zero. */
  async read(pace: Pace): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    const parse = this.columns.some(({ fraction }) => fraction > 0) ? readWrittenJson : JSON.parse;
    let from = 0;
    for (const cut of [...this.#cuts, this.json.length]) {
      for (const row of parse(`[${this.json.text('utf8', from, cut)}]`) as Record<string, unknown>[]) rows.push(row);
      from = cut + 1;
      await pace();
    }
    return rows;
  }
}

interface Found {
  readonly rows: AlikeRows;
  /** The object with the first row alone in the field, valid where the whole text is. */
  readonly others: string;
}

/**
 * The rows in a field of the outermost object of JSON, where they are alike and within the limits; null where they are not, or it is not plain
 * to see. The bytes are looked at a window at a time, one character a byte, since text of all of them would have to be made first.
 */
export async function alikeRowsIn(bytes: ByteParts, field: string, limits: Limits, pace: Pace): Promise<Found | null> {
  const from = startOf(bytes.text('latin1', 0, REST_MAX), field);
  if (from === null) return null;
  /** Where the window begins; places below are of the window. */
  let base = from;
  let text = bytes.text('latin1', base, base + WINDOW_LENGTH);
  const first = firstRow(text);
  if (first === null) return null;
  const { columns, close } = first;
  const max = Math.min(limits.rows, limits.values / columns.length);
  const separator = separatorAt(text, first.end);
  const between = `${close}${separator}${first.open}`;
  const comma = close.length + separator.indexOf(',');
  const cuts: number[] = [];
  /** After the last value of a row. */
  let at = first.end - close.length;
  let count = 1;
  let pattern: RegExp | null = null;
  let others = 0;
  let [cut, rested] = [from, from];
  for (;;) {
    if (count > max) return null;
    const next = nextRow(text, at, between, columns, pattern);
    // What ends with the window may go on after it.
    const mayGoOn = base + text.length < bytes.length && (next.end < 0 || next.end === text.length);
    if (mayGoOn && (at > 0 || text.length < WINDOW_LENGTH)) {
      base += at;
      text = at > 0 ? windowOf(bytes, base) : bytes.text('latin1', base, base + WINDOW_LENGTH);
      at = 0;
      continue;
    }
    if (next.end < 0) break;
    if (base + at - cut > PIECE_LENGTH) {
      cut = base + at + comma;
      cuts.push(cut - from);
    }
    at = next.end;
    count += 1;
    if (!next.isKnown) {
      others += 1;
      if (others % ROWS_A_PATTERN === 0) pattern = patternOf(between, columns);
    }
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    if (base + at - rested <= REST_AFTER) continue;
    rested = base + at;
    const turn = pace();
    if (turn) await turn;
  }
  if (!text.startsWith(close, at)) return null;
  const to = base + at + close.length;
  if (bytes.length - to > REST_MAX) return null;
  const rest = bytes.text('utf8', to).replace(/^ +/, '');
  if (!rest.startsWith(']')) return null;
  // Of two fields of one name the second would count.
  if (rest.includes(field) || rest.includes('\\')) return null;
  const head = bytes.text('utf8', 0, from + first.end);
  return { rows: new AlikeRows(new ByteParts(bytes.slices(from, to)), count, columns, cuts), others: head + rest };
}

/** The place after the last value of the row that comes next; negative where what comes is none, or not like the others. */
function nextRow(text: string, at: number, between: string, columns: readonly ColumnSeen[], pattern: RegExp | null) {
  if (pattern !== null) pattern.lastIndex = at;
  if (pattern?.test(text)) return { end: pattern.lastIndex, isKnown: true };
  return { end: text.startsWith(between, at) ? rowEnd(text, at + between.length, columns) : -1, isKnown: false };
}

/** To the end of the part that it begins in, which is read where it stands; a little further where nearly nothing of that is left. */
function windowOf(bytes: ByteParts, from: number): string {
  const end = bytes.partEnd(from);
  return bytes.text('latin1', from, end - from >= NEXT_LENGTH ? Math.min(end, from + WINDOW_LENGTH) : end + NEXT_LENGTH);
}

/** A row that is longer is left to who reads all. */
const WINDOW_LENGTH = 64 * 1024;
const NEXT_LENGTH = 2 * 1024;
/** Bytes that are parsed at once, and those after which the clock is looked at. */
const PIECE_LENGTH = 32 * 1024;
const REST_AFTER = 16 * 1024;
/** Rows that the pattern does not know, after which it is made anew. */
const ROWS_A_PATTERN = 64;
/** What stands beside the rows is short. */
const REST_MAX = 4 * 1024;

/** Where the first row of the field begins, after fields of plain values. */
function startOf(head: string, field: string): number | null {
  let at = /^ *\{/.exec(head)?.[0].length ?? -1;
  while (at >= 0) {
    FIELD.lastIndex = at;
    const found = FIELD.exec(head);
    if (found === null) return null;
    at += found[0].length;
    if (found[1] === field && found[2] === '[') return at;
    if (found[2] === '[') return null;
  }
  return null;
}

/** `"rows": [`, or a field of a plain value with the comma after it. A text holds any byte but a quote, a backslash and control characters, which JSON has none of. */
const FIELD = / *"(\w{1,64})" *: *(?:(\[) *|(?:"[ !#-[\]-\xff]*"|[\w.+-]{1,32}) *,)/y;

/** A row by which the next ones are read: what stands before its first value, and after its last one; each column has what stands before its own. */
function firstRow(text: string): { open: string; close: string; columns: ColumnSeen[]; end: number } | null {
  const columns: ColumnSeen[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let before = OPEN; ; before = NEXT) {
    before.lastIndex = at;
    const found = before.exec(text);
    const name = found?.[1];
    if (found === null || name === undefined || names.has(name) || names.size >= COLUMNS_MAX) return null;
    names.add(name);
    const column = newColumn(name, found[0]);
    columns.push(column);
    at = seeValue(text, at + found[0].length, column);
    if (at < 0) return null;
    CLOSE.lastIndex = at;
    const close = CLOSE.exec(text)?.[0];
    if (close !== undefined) return { open: columns[0]?.before ?? '', close, columns, end: at + close.length };
  }
}

const OPEN = /\{ *"([a-z]\w{0,62})" *: */y;
const NEXT = / *, *"([a-z]\w{0,62})" *: */y;
const CLOSE = / *\}/y;
const COLUMNS_MAX = 1_000;

/** The place after the last value of a row whose first one begins here; -1 where it is not like the others. */
function rowEnd(text: string, from: number, columns: readonly ColumnSeen[]): number {
  let at = from;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as ColumnSeen;
    if (index > 0) {
      if (!text.startsWith(column.before, at)) return -1;
      at += column.before.length;
    }
    at = seeValue(text, at, column);
    if (at < 0) return -1;
  }
  return at;
}

function separatorAt(text: string, from: number): string {
  SEPARATOR.lastIndex = from;
  return SEPARATOR.exec(text)?.[0] ?? ',';
}

const SEPARATOR = / *, */y;
