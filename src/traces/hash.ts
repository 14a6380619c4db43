import { createHash } from 'node:crypto';
import type { ResultSet } from '../contract/ask.ts';
import type { Receipt } from '../contract/traces.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { createPace } from '../lib/pace.ts';
import { Verbatim } from '../lib/verbatim.ts';

/** Over column names and rows: sorted, since SQL promises no order unless one is asked for, and as they came. */
export async function hashOf({
  columns,
  data,
  truncated,
}: Pick<ResultSet, 'columns' | 'data' | 'truncated'>): Promise<NonNullable<Receipt['resultHash']>> {
  const head = encodeJson([columns.map(({ name }) => name), truncated]);
  const wide = new Set(columns.filter(({ type }) => WIDE_ARRAYS.has(type)).map(({ name }) => name));
  const rows: string[] = [];
  const pace = createPace();
  for (const row of data) {
    rows.push(encodeJson(Object.entries(row).map(([name, value]) => plain(value, wide.has(name)))));
    await pace();
  }
  return { order: await sha256(head, rows), rows: await sha256(head, rows.sort()) };
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
  const hash = createHash('sha256').update(head);
  const pace = createPace();
  for (const row of rows) {
    hash.update('\n').update(row);
    await pace();
  }
  return hash.digest('hex');
}
