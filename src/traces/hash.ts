import { createHash } from 'node:crypto';
import type { ResultSet } from '../contract/ask.ts';
import type { Receipt } from '../contract/traces.ts';

/** Over column names and rows: sorted, since SQL promises no order unless one is asked for, and as they came. */
export function hashOf({
  columns,
  data,
  truncated,
}: Pick<ResultSet, 'columns' | 'data' | 'truncated'>): NonNullable<Receipt['resultHash']> {
  const head = JSON.stringify([columns.map(({ name }) => name), truncated]);
  const rows = data.map((row) => JSON.stringify(row));
  return { order: sha256(head, rows), rows: sha256(head, rows.sort()) };
}

function sha256(head: string, rows: readonly string[]): string {
  const hash = createHash('sha256').update(head);
  for (const row of rows) hash.update('\n').update(row);
  return hash.digest('hex');
}
