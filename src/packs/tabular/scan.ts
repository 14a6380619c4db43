import { isAscii, isUtf8 } from 'node:buffer';
import { LIMITS } from '../../contract/limits.ts';
import type { Job } from '../job.ts';
import type { Portion, TableState } from '../state.ts';
import { unreadable } from '../unreadable.ts';
import type { Scanner } from './apart/scanner.ts';
import { LINE_ENDS } from './csv-rows.ts';
import { decodeLatin } from './decode.ts';
import { addLearned } from './learn.ts';
import type { ScannedRows } from './scan-rows.ts';

/**
 * Reads the next few megabytes of a table: counts rows, learns what its columns hold, and notes where the rows stand, so that they can be sent on as they
 * are. Rows that are not to be sent as they are, are written down otherwise.
 */
export async function scanNext(job: Job, index: number, scan: Scanner['scan']): Promise<void> {
  const table = job.state.tables[index];
  if (!table || table.isScanned) return;
  const { pieces, isLast } = await nextPieces(job, table);
  if (job.signal.aborted) return;
  const columns = table.columns.map(({ kinds, looked }) => ({ kinds, looked }));
  const from = table.at;
  for (const scanned of await scan({ delimiter: table.delimiter, columns }, pieces, isLast)) {
    if (scanned.kind === 'broken') throw unreadable(scanned.reason, { file: table.from, row: rowNumber(table, table.seen + scanned.row) });
    if (scanned.kind === 'not utf-8') {
      await notUtf8(job, table, Buffer.concat(pieces).subarray(table.at - from), isLast);
      return;
    }
    await addRows(job, index, table, scanned);
  }
  table.isScanned = table.at >= table.bytes;
  if (!table.isScanned && table.at === from)
    throw unreadable('A row is longer than is read.', { file: table.from, row: rowNumber(table, table.seen) });
}

async function addRows(job: Job, index: number, table: TableState, scanned: ScannedRows): Promise<void> {
  const { rows, seen, skipped, consumed, learned, rewritten, lineEnds } = scanned;
  for (const [cell, column] of table.columns.entries()) {
    const of = learned[cell];
    if (of) addLearned(column, of, (row) => rowNumber(table, table.seen + row));
  }
  table.hasWide ||= scanned.isWide;
  table.rows += rows;
  table.seen += seen;
  table.skipped += skipped;
  if (rows > 0) {
    if (rewritten === null) addPortion(job, { table: index, rows, lineEnds, file: table.no, from: table.at, to: table.at + consumed });
    else job.state.portions.push({ table: index, rows, ...(await rewrite(job, rewritten)) });
  }
  table.at += consumed;
}

/** Rows that follow on those before, with the same line ends, are written together with them, up to so many bytes: each transaction has a cost of its own. */
function addPortion({ state: { portions } }: Job, next: Portion): void {
  const last = portions.at(-1);
  const isNext = last?.table === next.table && last.file === next.file && last.to === next.from;
  const isAlike = last?.lineEnds === next.lineEnds || next.lineEnds === LINE_ENDS.none;
  if (last && isNext && isAlike && next.to - last.from <= WRITTEN_BYTES)
    portions[portions.length - 1] = { ...last, to: next.to, rows: last.rows + next.rows };
  else portions.push(next);
}

const WRITTEN_BYTES = 32 * 1024 * 1024;

/** As a person counts them: the header is the first. */
const rowNumber = (table: TableState, row: number): number => table.rowsBefore + row + 1;

/** A stretch of the file, longer where one row is. */
async function nextPieces(job: Job, table: TableState): Promise<{ pieces: readonly Buffer[]; isLast: boolean }> {
  let wanted = LIMITS.importPortionBytes;
  for (;;) {
    const to = Math.min(table.at + wanted, table.bytes);
    const pieces: Buffer[] = [];
    for await (const piece of job.files.read(job.row.id, table.no, table.at, to)) pieces.push(piece);
    const isLast = to >= table.bytes;
    if (isLast || hasLineEnd(pieces) || wanted > LIMITS.importRowMaxBytes) return { pieces, isLast };
    wanted *= 2;
  }
}

/** In its last part: where no line ends in so many bytes, one row may be longer than the stretch. */
function hasLineEnd(pieces: readonly Buffer[]): boolean {
  let left = LONG_ROW;
  for (const piece of [...pieces].reverse()) {
    if (piece.includes(0x0a, Math.max(0, piece.length - left))) return true;
    left -= piece.length;
    if (left <= 0) return false;
  }
  return false;
}

const LONG_ROW = 1024 * 1024;

/** Adds the rows to the import's file of rewritten ones. */
async function rewrite({ row, state, files }: Job, content: Uint8Array): Promise<{ file: number; from: number; to: number }> {
  const target = state.rewritten ?? { no: state.nextFile++, bytes: 0 };
  state.rewritten = target;
  const from = target.bytes;
  await files.rewrite(
    row.id,
    { no: target.no, name: 'rewritten' },
    from,
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  );
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
