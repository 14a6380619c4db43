import { isUtf8 } from 'node:buffer';

/** What is wrong with a row, which its reader names. */
export class BrokenRow extends Error {
  /** Of the rows that were read, from 0. */
  readonly row: number;

  constructor(row: number, reason: string) {
    super(reason);
    this.row = row;
  }
}

/** The cells of one row: where each begins and ends, without its quotes. */
export interface RowView {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 for a cell in quotes. */
  readonly quoted: Uint8Array;
  cells: number;
  /** Of the row itself, without and with its line end. */
  start: number;
  end: number;
  next: number;
}

export const LINE_ENDS = { none: 0, lf: 1, crlf: 2, cr: 4 } as const;

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

export interface ReadRows {
  /** The byte behind the last whole row. */
  readonly consumed: number;
  /** Kinds of line ends that were met (`LINE_ENDS`). */
  readonly lineEnds: number;
}

/**
 * Reads the whole rows of some bytes of CSV (RFC 4180, with any delimiter and any line end), as PostgreSQL's COPY reads them: where the two
 * would differ, as at a quote inside of a cell that has none around it, the row is broken. Values are left where they are, since looking at
 * bytes takes a fraction of the time that making texts of them takes, and a file may be of hundreds of megabytes.
 * @throws BrokenRow
 */
export function readCsvRows(
  bytes: Buffer,
  { delimiter, isLast, cellsMax }: { readonly delimiter: number; readonly isLast: boolean; readonly cellsMax: number },
  take: (row: RowView, index: number) => void,
): ReadRows {
  const { length } = bytes;
  const row: RowView = {
    bytes,
    starts: new Int32Array(cellsMax + 1),
    ends: new Int32Array(cellsMax + 1),
    quoted: new Uint8Array(cellsMax + 1),
    cells: 0,
    start: 0,
    end: 0,
    next: 0,
  };
  const isEnd = endsOf(delimiter);
  let lineEnds = 0;
  let index = 0;
  let at = 0;
  while (at < length) {
    row.start = at;
    row.cells = 0;
    let isWhole = false;
    for (;;) {
      const cell = Math.min(row.cells, cellsMax);
      let byte = bytes[at];
      if (byte === QUOTE && at < length) {
        const end = endOfQuoted(bytes, at, isLast);
        if (end === null) break;
        if (end < 0) throw new BrokenRow(index, 'A quote is opened and not closed.');
        row.starts[cell] = at + 1;
        row.ends[cell] = end;
        row.quoted[cell] = 1;
        at = end + 1;
        byte = bytes[at];
        if (at < length && byte !== delimiter && byte !== LF && byte !== CR)
          throw new BrokenRow(index, 'Something follows a closing quote.');
      } else {
        row.starts[cell] = at;
        row.quoted[cell] = 0;
        while (at < length && isEnd[bytes[at] as number] === 0) at += 1;
        byte = bytes[at];
        if (at < length && byte === QUOTE) throw new BrokenRow(index, 'A quote stands inside of a cell that is not in quotes.');
        if (at < length && byte === 0) throw new BrokenRow(index, 'There is a NUL byte, as in UTF-16 without a byte order mark.');
        row.ends[cell] = at;
      }
      if (at >= length && !isLast) break;
      row.cells += 1;
      if (at < length && byte === delimiter) {
        at += 1;
        continue;
      }
      // A line end may be cut in two.
      if (byte === CR && at + 1 >= length && !isLast) break;
      row.end = at;
      isWhole = true;
      break;
    }
    if (!isWhole) return { consumed: row.start, lineEnds };
    if (at < length) {
      const isCrLf = bytes[at] === CR && bytes[at + 1] === LF;
      lineEnds |= isCrLf ? LINE_ENDS.crlf : bytes[at] === CR ? LINE_ENDS.cr : LINE_ENDS.lf;
      at += isCrLf ? 2 : 1;
    }
    row.next = at;
    take(row, index);
    index += 1;
  }
  return { consumed: at, lineEnds };
}

/** 1 for each byte that a cell without quotes ends at, or breaks at. Looking it up takes less time than comparing does. */
function endsOf(delimiter: number): Uint8Array {
  const isEnd = new Uint8Array(256);
  for (const byte of [delimiter, LF, CR, QUOTE, 0]) isEnd[byte] = 1;
  return isEnd;
}

/** Where the closing quote is; null where it may come yet, -1 where none comes. */
function endOfQuoted(bytes: Buffer, open: number, isLast: boolean): number | null {
  let at = open + 1;
  for (;;) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return isLast ? -1 : null;
    if (at + 1 >= bytes.length && !isLast) return null;
    if (bytes[at + 1] !== QUOTE) return at;
    at += 2;
  }
}

/** The text of a cell; of one that is not UTF-8, as Western European. */
export function cellText({ bytes, starts, ends, quoted }: RowView, cell: number): string {
  const own = bytes.subarray(starts[cell], ends[cell]);
  const text = isUtf8(own) ? own.toString('utf8') : new TextDecoder('windows-1252').decode(own);
  return quoted[cell] === 1 ? text.replaceAll('""', '"') : text;
}
