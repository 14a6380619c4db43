import { serialize } from 'node:v8';
import { LIMITS } from '../../contract/limits.ts';
import { unreadable } from '../unreadable.ts';
import type { ReadSheets } from './sheet.ts';
import { isTooLarge } from './too-large.ts';

const BOUNDS = {
  rows: 5_000_000,
  cells: LIMITS.importCellsMax,
  bytes: LIMITS.importUnpackedMaxBytes,
  /** Of one page, which says itself how long it is unpacked. */
  pageBytes: 64 * 1024 * 1024,
  /** What the reader's numbers hold. */
  digits: 15,
  /** Rows that are measured at once. */
  portion: 2_000,
};

/**
 * The rows of a file of Parquet, by `hyparquet`. What a file says of its sizes is looked at before and after: the groups' own counts of rows are what the library
 * reads, and its pages' are seen only in what they unpack to. Moments keep every digit, where a Date has milliseconds alone.
 * @throws Fault source_unreadable
 */
export async function readParquetSheets(bytes: Buffer, from: string, name: string): Promise<ReadSheets> {
  const { parquetMetadata, parquetRead, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const refuse = (reason: string): never => {
    throw new Refused(reason);
  };
  try {
    const file = content(bytes);
    const metadata = parquetMetadata(file);
    const groups = metadata.row_groups.map(({ num_rows: rows, total_byte_size: size, columns }) => ({
      rows: Number(rows),
      bytes: Math.max(
        Number(size),
        columns.reduce((sum, { meta_data: of }) => sum + Number(of?.total_uncompressed_size ?? 0), 0),
      ),
      cells: Math.max(
        Number(rows) * columns.length,
        columns.reduce((sum, { meta_data: of }) => sum + Number(of?.num_values ?? 0), 0),
      ),
    }));
    const sum = (of: 'rows' | 'bytes' | 'cells') => groups.reduce((total, group) => total + group[of], 0);
    if (sum('bytes') > BOUNDS.bytes || sum('rows') > BOUNDS.rows || sum('cells') > BOUNDS.cells) refuse(TOO_MUCH);
    if (groups.some((group) => !(group.rows >= 0)) || sum('rows') !== Number(metadata.num_rows)) refuse(OTHER_ROWS);
    const fields = parquetSchema(metadata).children.map(({ element }) => element);
    let rows: unknown[][] = [];
    await parquetRead({
      file,
      metadata,
      compressors: Object.fromEntries(
        Object.entries(compressors).map(([codec, unpack]) => [
          codec,
          (input: Uint8Array, length: number) => (length > BOUNDS.pageBytes ? refuse(TOO_MUCH) : unpack(input, length)),
        ]),
      ),
      parsers: {
        timestampFromMilliseconds: (count: bigint) => moment(count, 1_000n, 3),
        timestampFromMicroseconds: (count: bigint) => moment(count, 1_000_000n, 6),
        timestampFromNanoseconds: (count: bigint) => moment(count, 1_000_000_000n, 9),
        dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
      },
      rowFormat: 'array',
      onComplete: (found: unknown[][]) => {
        rows = found;
      },
    });
    if (rows.length !== sum('rows')) refuse(OTHER_ROWS);
    if (isLonger(rows, BOUNDS.bytes)) refuse(TOO_MUCH);
    const long = fields.filter(({ converted_type: type, precision = 0 }) => type === 'DECIMAL' && precision > BOUNDS.digits);
    return {
      sheets: [{ from, name, columns: fields.map((field) => field.name), rowsBefore: 0, rows }],
      assumptions: long.map((field) => `${from}: decimals of ${field.name} have at most ${BOUNDS.digits} digits that count`),
    };
  } catch (error) {
    if (isTooLarge(error)) throw error;
    throw unreadable(error instanceof Refused ? error.message : 'It is no file of Parquet that can be read.', { file: from });
  }
}

class Refused extends Error {}

const TOO_MUCH = `It unpacks to more than ${BOUNDS.bytes} bytes, ${BOUNDS.rows} rows or ${BOUNDS.cells} cells: export it as CSV.`;
const OTHER_ROWS = 'Its groups have other rows than it says.';

const content = (bytes: Buffer): ArrayBuffer => (bytes.buffer as ArrayBuffer).slice(bytes.byteOffset, bytes.byteOffset + bytes.length);

/** One value that stands in every row is long only once it is written down. */
function isLonger(rows: readonly unknown[], bytesMax: number): boolean {
  let size = 0;
  for (let at = 0; at < rows.length && size <= bytesMax; at += BOUNDS.portion)
    size += serialize(rows.slice(at, at + BOUNDS.portion)).length;
  return size > bytesMax;
}

/** ISO 8601 with at most six digits of a second. */
function moment(count: bigint, perSecond: bigint, digits: number): string {
  const seconds = count / perSecond - (count % perSecond < 0n ? 1n : 0n);
  const fraction = ((count % perSecond) + perSecond) % perSecond;
  const whole = new Date(Number(seconds) * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(digits, '0').slice(0, 6)}Z`;
}
