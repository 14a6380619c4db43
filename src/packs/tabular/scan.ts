import { isAscii, isUtf8 } from 'node:buffer';
import { LIMITS } from '../../contract/limits.ts';
import { createPace } from '../../lib/pace.ts';
import type { Job } from '../job.ts';
import { secretsIn } from '../secrets.ts';
import type { Portion, TableState } from '../state.ts';
import { unreadable } from '../unreadable.ts';
import { BrokenRow, LINE_ENDS, type ReadRows, type RowView, readCsvRows } from './csv-rows.ts';
import { decodeLatin } from './decode.ts';
import { looksLike } from './forms.ts';
import { DAYS, KIND, kindOfCell, NUMBERS } from './kinds.ts';

/**
 * Reads the next few megabytes of a table: counts rows, learns what its columns hold, and notes where the rows stand, so that they can be sent on as they
 * are. Rows that are not to be sent as they are, are written down otherwise.
 */
export async function scanNext(job: Job, index: number): Promise<void> {
  const table = job.state.tables[index];
  if (!table || table.isScanned) return;
  const { bytes, isLast } = await nextBytes(job, table);
  if (job.signal.aborted) return;
  if (!isAscii(bytes) && !isUtf8(bytes.subarray(0, isLast ? bytes.length : wholeRows(bytes)))) {
    await notUtf8(job, table, bytes, isLast);
    return;
  }
  const found = await scanRows(table, bytes, isLast);
  table.hasWide ||= found.isWide;
  if (found.rows > 0) {
    const portion = { table: index, rows: found.rows };
    if (found.rewritten === null) addPortion(job, { ...portion, file: table.no, from: table.at, to: table.at + found.consumed });
    else job.state.portions.push({ ...portion, ...(await rewrite(job, found.rewritten)) });
  }
  table.at += found.consumed;
  table.isScanned = table.at >= table.bytes;
  if (!table.isScanned && found.consumed === 0)
    throw unreadable('A row is longer than is read.', { file: table.from, row: rowNumber(table, table.seen) });
}

/** Rows that follow on those before are written together with them, up to so many bytes: each transaction has a cost of its own. */
function addPortion({ state: { portions } }: Job, next: Portion): void {
  const last = portions.at(-1);
  const isNext = last?.table === next.table && last.file === next.file && last.to === next.from;
  if (last && isNext && next.to - last.from <= WRITTEN_BYTES)
    portions[portions.length - 1] = { ...next, from: last.from, rows: last.rows + next.rows };
  else portions.push(next);
}

const WRITTEN_BYTES = 16 * 1024 * 1024;

/** As a person counts them: the header is the first. */
const rowNumber = (table: TableState, row: number): number => table.rowsBefore + row + 1;

/** A portion of the file, more where one row is longer than that. */
async function nextBytes(job: Job, table: TableState): Promise<{ bytes: Buffer; isLast: boolean }> {
  let wanted = LIMITS.importPortionBytes;
  for (;;) {
    const to = Math.min(table.at + wanted, table.bytes);
    const pieces: Buffer[] = [];
    for await (const piece of job.files.read(job.row.id, table.no, table.at, to)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const isLast = to >= table.bytes;
    if (isLast || bytes.includes(0x0a, bytes.length - Math.min(bytes.length, LONG_ROW)) || wanted > LIMITS.importRowMaxBytes)
      return { bytes, isLast };
    wanted *= 2;
  }
}

/** Where no line ends in so many bytes, one row may be longer than the portion. */
const LONG_ROW = 1024 * 1024;

/** Up to the last line end, behind which a character may be cut. */
const wholeRows = (bytes: Buffer): number => bytes.lastIndexOf(0x0a) + 1;

interface Scanned {
  readonly consumed: number;
  readonly rows: number;
  /** Null where the bytes can be sent as they are. */
  readonly rewritten: Buffer | null;
  readonly isWide: boolean;
}

/** The rows of a portion, each by its bytes; `start` is -1 for an empty line. */
interface Lines {
  readonly starts: number[];
  readonly ends: number[];
  /** Indexes of those that look like secrets. */
  readonly secret: Set<number>;
}

/** Between these others have their turn. Texts up to this length cost next to nothing; of twice the length, the engine takes memory of its own for each, from the system. */
const SLICE_BYTES = 64 * 1024;

async function scanRows(table: TableState, bytes: Buffer, isLast: boolean): Promise<Scanned> {
  const lines: Lines = { starts: [], ends: [], secret: new Set() };
  const pace = createPace();
  const lesson = beginLesson(table);
  let isPlain = true;
  let lineEnds = 0;
  let consumed = 0;
  let length = SLICE_BYTES;
  while (consumed < bytes.length) {
    const to = Math.min(consumed + length, bytes.length);
    const found = scanSlice(table, lesson, lines, { bytes, from: consumed, to, isLast: isLast && to === bytes.length });
    isPlain &&= found.isPlain;
    lineEnds |= found.lineEnds;
    consumed += found.consumed;
    if (found.consumed > 0) length = SLICE_BYTES;
    else if (to === bytes.length) break;
    else length *= 2;
    await pace();
  }
  endLesson(table, lesson);
  const { starts, secret } = lines;
  table.skipped += secret.size;
  const rows = starts.length - lesson.empty - secret.size;
  table.rows += rows;
  table.seen += starts.length;
  // COPY wants all lines to end alike.
  const isAlike = lineEnds === LINE_ENDS.lf || lineEnds === LINE_ENDS.crlf || lineEnds === LINE_ENDS.none;
  const rewritten = isPlain && isAlike && secret.size === 0 ? null : rewrittenRows(bytes, lines);
  return { consumed, rows, rewritten, isWide: !isAscii(bytes) };
}

interface Slice {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

function scanSlice(table: TableState, lesson: Lesson, lines: Lines, { bytes, from, to, isLast }: Slice): ReadRows & { isPlain: boolean } {
  const { starts, ends, secret } = lines;
  const columns = table.columns.length;
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
      lesson.empty += 1;
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
  let found: ReadRows;
  try {
    found = readCsvRows(bytes.subarray(from, to), { delimiter: table.delimiter.charCodeAt(0), isLast, cellsMax: columns }, take);
  } catch (error) {
    if (error instanceof BrokenRow)
      throw unreadable(error.message, { file: table.from, row: rowNumber(table, table.seen + first + error.row) });
    throw error;
  }
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

/** What the rows of a portion tell of their columns, in arrays, since it is touched with every cell. */
interface Lesson {
  readonly kinds: Uint16Array;
  readonly values: Float64Array;
  readonly looked: Uint16Array;
  readonly numbers: Uint16Array;
  readonly days: Uint16Array;
  /** Of each column that becomes text: the row of its first one, counted from the portion's beginning, and the values before it. */
  readonly texts: Map<number, { readonly row: number; readonly after: number }>;
  empty: number;
}

const beginLesson = ({ columns }: TableState): Lesson => ({
  kinds: Uint16Array.from(columns, ({ kinds }) => kinds),
  values: Float64Array.from(columns, ({ values }) => values),
  looked: Uint16Array.from(columns, ({ looked }) => looked),
  numbers: Uint16Array.from(columns, ({ numbers }) => numbers),
  days: Uint16Array.from(columns, ({ days }) => days),
  texts: new Map(),
  empty: 0,
});

/** Kinds that nothing else changes. */
const SETTLED = KIND.text | KIND.jsonb;

function learn(lesson: Lesson, { bytes, starts, ends }: RowView, row: number): void {
  const { kinds, values, texts, looked } = lesson;
  for (let cell = 0; cell < kinds.length; cell++) {
    const start = starts[cell] as number;
    const end = ends[cell] as number;
    if (start === end) continue;
    const known = kinds[cell] as number;
    const isOpen = (known & SETTLED) === 0;
    if (isOpen || (looked[cell] as number) < LOOKED_MAX) {
      const kind = kindOfCell(bytes, start, end);
      if (isOpen) {
        if (kind === KIND.text) texts.set(cell, { row, after: values[cell] as number });
        kinds[cell] = known | kind;
      }
      if ((looked[cell] as number) < LOOKED_MAX) look(lesson, cell, kind, end - start > LIKE_MAX ? '' : bytes.toString('utf8', start, end));
    }
    values[cell] = (values[cell] as number) + 1;
  }
}

/** So many values tell what a column mostly holds. */
const LOOKED_MAX = 1_000;
/** No number or day is longer. */
const LIKE_MAX = 40;

function look({ looked, numbers, days }: Lesson, cell: number, kind: number, text: string): void {
  const like = kind === KIND.text ? looksLike(text) : null;
  looked[cell] = (looked[cell] as number) + 1;
  if ((kind & NUMBERS) !== 0 || like === 'number') numbers[cell] = (numbers[cell] as number) + 1;
  if ((kind & (DAYS | KIND.timestamptz)) !== 0 || like === 'day') days[cell] = (days[cell] as number) + 1;
}

function endLesson(table: TableState, { kinds, values, texts, looked, numbers, days }: Lesson): void {
  for (const [cell, column] of table.columns.entries()) {
    const text = texts.get(cell);
    if (text) Object.assign(column, { textAt: rowNumber(table, table.seen + text.row), textAfter: text.after });
    column.kinds = kinds[cell] ?? 0;
    column.values = values[cell] ?? 0;
    column.looked = looked[cell] ?? 0;
    column.numbers = numbers[cell] ?? 0;
    column.days = days[cell] ?? 0;
  }
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

/** Adds the rows to the import's file of rewritten ones. */
async function rewrite({ row, state, files }: Job, content: Buffer): Promise<{ file: number; from: number; to: number }> {
  const target = state.rewritten ?? { no: state.nextFile++, bytes: 0 };
  state.rewritten = target;
  const from = target.bytes;
  await files.rewrite(row.id, { no: target.no, name: 'rewritten' }, from, content);
  target.bytes = from + content.length;
  return { file: target.no, from, to: target.bytes };
}

/** Another encoding, or two in one file. */
async function notUtf8(job: Job, table: TableState, bytes: Buffer, isLast: boolean): Promise<void> {
  let start = 0;
  let row = table.seen;
  let isWide = table.hasWide;
  let broken: number | null = null;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    if (end === bytes.length && !isLast && bytes[end - 1] !== 0x0a) break;
    const line = bytes.subarray(start, end);
    if (!isUtf8(line)) broken ??= row;
    else isWide ||= !isAscii(line);
    start = end;
    row += 1;
  }
  if (isWide || table.isDecoded)
    throw unreadable('Its characters are not UTF-8, where those of other rows are: the file mixes two encodings.', {
      file: table.from,
      row: rowNumber(table, broken ?? row),
    });
  await decodeLatin(job, table);
}
