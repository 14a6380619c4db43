import { patternOf } from './alike-pattern.ts';
import { type ColumnSeen, newColumn, seeValue } from './alike-value.ts';
import { readWrittenJson } from './read-json.ts';

export type { ColumnSeen } from './alike-value.ts';

interface Limits {
  readonly rows: number;
  /** Members of all rows together. */
  readonly values: number;
}

/** Between portions of the work; null where nobody has to be waited for. */
type Pace = () => Promise<void> | null;

/**
 * Rows of a JSON array that all have the same keys in the same order, with values that hold nothing: what most programs send. They are
 * still text, of which it is known that it is valid JSON on one line, and what the values of each column are.
 */
export class AlikeRows {
  readonly count: number;
  readonly columns: readonly ColumnSeen[];
  /** Objects with commas between. */
  readonly json: string;
  readonly #cuts: readonly number[];

  /** @param cuts where the text may be cut, each at the comma between two rows */
  constructor(json: string, count: number, columns: readonly ColumnSeen[], cuts: readonly number[]) {
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
      for (const row of parse(`[${this.json.slice(from, cut)}]`) as Record<string, unknown>[]) rows.push(row);
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

/** The rows in a field of the outermost object of JSON text, where they are alike and within the limits; null where they are not, or it is not plain to see. */
export async function alikeRowsIn(text: string, field: string, limits: Limits, pace: Pace): Promise<Found | null> {
  const from = startOf(text, field);
  if (from === null) return null;
  const first = firstRow(text, from);
  if (first === null) return null;
  const { columns, close } = first;
  const max = Math.min(limits.rows, limits.values / columns.length);
  const between = `${close}${separatorAt(text, first.end)}${first.open}`;
  const cuts: number[] = [];
  let at = first.end - close.length;
  let count = 1;
  let pattern: RegExp | null = null;
  let others = 0;
  let rested = from;
  for (let cut = from; ; count += 1) {
    if (count > max) return null;
    if (at - cut > PIECE_LENGTH) {
      cut = text.indexOf(',', at + close.length);
      cuts.push(cut - from);
    }
    if (pattern !== null) pattern.lastIndex = at;
    if (pattern?.test(text)) at = pattern.lastIndex;
    else {
      if (!text.startsWith(between, at)) break;
      at = rowEnd(text, at + between.length, columns);
      if (at < 0) return null;
      others += 1;
      if (others % ROWS_A_PATTERN === 0) pattern = patternOf(between, columns);
    }
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    if (at - rested <= REST_AFTER) continue;
    rested = at;
    const turn = pace();
    if (turn) await turn;
  }
  if (!text.startsWith(close, at)) return null;
  const to = at + close.length;
  const end = afterSpaces(text, to);
  if (text.charCodeAt(end) !== CLOSE_ARRAY) return null;
  const rest = text.slice(end);
  // Of two fields of one name the second would count.
  if (rest.length > REST_MAX || rest.includes(field) || rest.includes('\\')) return null;
  return { rows: new AlikeRows(text.slice(from, to), count, columns, cuts), others: text.slice(0, first.end) + rest };
}

/** Characters that are parsed at once, and those after which the clock is looked at. */
const PIECE_LENGTH = 32 * 1024;
const REST_AFTER = 16 * 1024;
/** Rows that the pattern does not know, after which it is made anew. */
const ROWS_A_PATTERN = 64;
/** What stands beside the rows is short. */
const REST_MAX = 4 * 1024;

/** Where the first row of the field begins, after fields of plain values. */
function startOf(text: string, field: string): number | null {
  const head = text.slice(0, REST_MAX);
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

/** `"rows": [`, or a field of a plain value with the comma after it. */
const FIELD = / *"(\w{1,64})" *: *(?:(\[) *|(?:"[^"\\\p{Cc}]*"|[\w.+-]{1,32}) *,)/uy;

/** A row by which the next ones are read: what stands before its first value, and after its last one; each column has what stands before its own. */
function firstRow(text: string, from: number): { open: string; close: string; columns: ColumnSeen[]; end: number } | null {
  const columns: ColumnSeen[] = [];
  const names = new Set<string>();
  let at = from;
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

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

const SPACE = 0x20;
const CLOSE_ARRAY = 0x5d;
