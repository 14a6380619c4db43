import { createHash, hash } from 'node:crypto';
import type { ResultSet } from '../contract/ask.ts';
import type { Receipt } from '../contract/traces.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { hasLongText, LONG_TEXT } from '../lib/long-text.ts';
import { createPace } from '../lib/pace.ts';
import { Verbatim } from '../lib/verbatim.ts';

type ResultHash = NonNullable<Receipt['resultHash']>;
type Hashed = Pick<ResultSet, 'columns' | 'data' | 'truncated'>;

/** Over column names and rows: sorted, since SQL promises no order unless one is asked for, and as they came. A few short rows are hashed at once. */
export function hashOf(result: Hashed): ResultHash | Promise<ResultHash> {
  if (result.data.length > AT_ONCE_ROWS || result.data.some(hasLongText)) return hashInTurns(result);
  const rows = result.data.map(rowWriter(result));
  const order = hash('sha256', [headOf(result), ...rows].join('\n'));
  return { order, rows: rows.length < 2 ? order : hash('sha256', [headOf(result), ...rows.sort()].join('\n')) };
}

const AT_ONCE_ROWS = 20;

async function hashInTurns(result: Hashed): Promise<ResultHash> {
  const write = rowWriter(result);
  const rows: string[] = [];
  const pace = createPace();
  for (const row of result.data) {
    rows.push(write(row));
    await pace();
  }
  const order = await sha256(headOf(result), rows);
  return { order, rows: await sha256(headOf(result), rows.sort()) };
}

const headOf = ({ columns, truncated }: Hashed): string => encodeJson([columns.map(({ name }) => name), truncated]);

function rowWriter({ columns }: Hashed): (row: Record<string, unknown>) => string {
  const wide = columns.filter(({ type }) => WIDE_ARRAYS.has(type)).map(({ name }) => name);
  return (row) => encodeJson(Object.keys(row).map((name) => plain(row[name], wide.includes(name))));
}

/** A number and its text are one: the request chooses which of them it gets. */
const plain = (value: unknown, isWideArray = false): unknown => {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  // A large array is its JSON text.
  if (isWideArray && value instanceof Verbatim) return value.json.replaceAll('"', '');
  return typeof value === 'number' || value instanceof Verbatim ? String(value) : value;
};

const WIDE_ARRAYS: ReadonlySet<string> = new Set(['bigint[]', 'numeric[]']);

async function sha256(head: string, rows: readonly string[]): Promise<string> {
  const digest = createHash('sha256').update(head);
  const pace = createPace();
  for (const row of rows) {
    digest.update('\n');
    for (let from = 0; from < row.length; ) {
      const to = pieceEnd(row, from + LONG_TEXT);
      digest.update(row.slice(from, to));
      from = to;
      await pace();
    }
  }
  return digest.digest('hex');
}

/** Half of a surrogate pair would be hashed as another character. */
const pieceEnd = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at + 1 : at);
