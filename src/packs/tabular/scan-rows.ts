import { isAscii, isUtf8 } from 'node:buffer';
import { LIMITS } from '../../contract/limits.ts';
import { secretsIn } from '../secrets.ts';
import { BrokenRow, LINE_ENDS, type ReadRows, type RowView, readCsvRows } from './csv-rows.ts';
import { beginLesson, endLesson, type Known, type Learned, type Lesson, learn } from './learn.ts';

/** How the rows of a table are written, and what is known of its columns. */
export interface Table {
  readonly delimiter: string;
  readonly columns: readonly Known[];
}

export type Scanned =
  | ScannedRows
  /** A row that cannot be read, counted from the first of these. */
  | { readonly kind: 'broken'; readonly row: number; readonly reason: string }
  | { readonly kind: 'not utf-8' };

export interface ScannedRows {
  readonly kind: 'rows';
  /** The byte behind the last whole row. */
  readonly consumed: number;
  readonly rows: number;
  /** Rows that look like secrets. */
  readonly skipped: number;
  /** With those, and with empty lines. */
  readonly seen: number;
  readonly learned: readonly Learned[];
  /** Null where the bytes can be sent as they are. */
  readonly rewritten: Uint8Array | null;
  readonly isWide: boolean;
  /** Kinds of line ends that were met (`LINE_ENDS`). */
  readonly lineEnds: number;
}

/** The rows so far, each by its bytes; `start` is -1 for an empty line. */
interface Lines {
  readonly starts: number[];
  readonly ends: number[];
  /** Indexes of those that look like secrets. */
  readonly secret: Set<number>;
  empty: number;
}

/** Texts up to this length cost next to nothing; of twice the length, the engine takes memory of its own for each, from the system. */
const SLICE_BYTES = 64 * 1024;

/** Counts the whole rows of some bytes, and learns what their columns hold. Rows that are not to be sent as they are, are written down otherwise. */
export function scanRows(table: Table, bytes: Buffer, isLast: boolean): Scanned {
  if (!isAscii(bytes) && !isUtf8(bytes.subarray(0, isLast ? bytes.length : wholeRows(bytes)))) return { kind: 'not utf-8' };
  const lines: Lines = { starts: [], ends: [], secret: new Set(), empty: 0 };
  const lesson = beginLesson(table.columns);
  let isPlain = true;
  let lineEnds = 0;
  let consumed = 0;
  let length = SLICE_BYTES;
  while (consumed < bytes.length) {
    const to = Math.min(consumed + length, bytes.length);
    const first = lines.starts.length;
    let found: ReadRows & { readonly isPlain: boolean };
    try {
      found = scanSlice(table, lesson, lines, { bytes, from: consumed, to, isLast: isLast && to === bytes.length });
    } catch (error) {
      if (error instanceof BrokenRow) return { kind: 'broken', row: first + error.row, reason: error.message };
      throw error;
    }
    isPlain &&= found.isPlain;
    lineEnds |= found.lineEnds;
    consumed += found.consumed;
    if (found.consumed > 0) length = SLICE_BYTES;
    else if (to === bytes.length) break;
    else length *= 2;
  }
  const { starts, secret, empty } = lines;
  // COPY wants all lines to end alike.
  const isAlike = lineEnds === LINE_ENDS.lf || lineEnds === LINE_ENDS.crlf || lineEnds === LINE_ENDS.none;
  return {
    kind: 'rows',
    consumed,
    rows: starts.length - empty - secret.size,
    skipped: secret.size,
    seen: starts.length,
    learned: endLesson(lesson, table.columns),
    rewritten: isPlain && isAlike && secret.size === 0 ? null : rewrittenRows(bytes, lines),
    isWide: !isAscii(bytes),
    lineEnds,
  };
}

/** Up to the last line end, behind which a character may be cut. */
const wholeRows = (bytes: Buffer): number => bytes.lastIndexOf(0x0a) + 1;

interface Slice {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

function scanSlice(
  { delimiter, columns: { length: columns } }: Table,
  lesson: Lesson,
  lines: Lines,
  { bytes, from, to, isLast }: Slice,
): ReadRows & { isPlain: boolean } {
  const { starts, ends, secret } = lines;
  const first = starts.length;
  let isPlain = true;
  // A row that is left out tells nothing of its columns: one with a value in each row that is kept is full.
  const secrets = [...secretsIn(bytes.toString('latin1', from, to))].sort((one, other) => one - other);
  let passed = 0;
  const take = (row: RowView, index: number): void => {
    const known = passed;
    while (passed < secrets.length && (secrets[passed] as number) < row.next) passed += 1;
    if (row.start === row.end) {
      // An empty line is no row.
      lines.empty += 1;
      isPlain = false;
      starts.push(-1);
      ends.push(-1);
      return;
    }
    let { end } = row;
    if (row.cells !== columns) {
      const spare = row.cells > columns ? firstSpare(row, columns) : null;
      if (spare === null)
        throw new BrokenRow(index, `It has ${row.cells} ${row.cells === 1 ? 'cell' : 'cells'}, where there are ${columns} columns.`);
      end = spare;
      isPlain = false;
    }
    if (row.end - row.start > LIMITS.importRowMaxBytes) throw new BrokenRow(index, `It is longer than ${LIMITS.importRowMaxBytes} bytes.`);
    if (end - row.start === 2 && row.bytes[row.start] === 0x5c && row.bytes[row.start + 1] === 0x2e) isPlain = false;
    starts.push(from + row.start);
    ends.push(from + end);
    if (passed > known) secret.add(first + index);
    else learn(lesson, row, first + index);
  };
  const found = readCsvRows(bytes.subarray(from, to), { delimiter: delimiter.charCodeAt(0), isLast, cellsMax: columns }, take);
  return { ...found, isPlain };
}

/** Cells beyond the columns do no harm where they are empty: the byte where the first of them begins, its delimiter left out. */
function firstSpare(row: RowView, columns: number): number | null {
  const last = row.cells - 1;
  // Of many cells the view holds the last one alone, in the place behind the columns.
  if (last > columns) {
    const from = (row.ends[columns - 1] ?? 0) + (row.quoted[columns - 1] ?? 0);
    for (let at = from; at < row.end; at++) if (row.bytes[at] !== row.bytes[from]) return null;
    return from;
  }
  if ((row.ends[columns] ?? 0) > (row.starts[columns] ?? 0)) return null;
  return (row.ends[columns - 1] ?? 0) + (row.quoted[columns - 1] ?? 0);
}

function rewrittenRows(bytes: Buffer, { starts, ends, secret }: Lines): Buffer {
  const pieces: Buffer[] = [];
  for (const [index, start] of starts.entries()) {
    if (start < 0 || secret.has(index)) continue;
    const line = bytes.subarray(start, ends[index]);
    // To COPY this line alone is the end of all.
    pieces.push(line.length === 2 && line.toString('latin1') === '\\.' ? Buffer.from('"\\."') : line, LINE_END);
  }
  return Buffer.concat(pieces);
}

const LINE_END = Buffer.from('\n');
