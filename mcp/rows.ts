import type { ResultSet } from '../src/contract/ask.ts';
import { encodeJson } from '../src/lib/encode-json.ts';

/** Characters of one cell, and of all cells of one reply, that a model is given. */
const CELL_MAX = 10_000;
const CELLS_MAX = 60_000;

/** A result by column: repeated names cost a model more than the values do. */
export interface Columnar {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Rows shown of a read; rows changed by a write. */
  readonly rowCount: number;
  /** True when there are more rows than these. */
  readonly truncated: boolean;
}

/** Cut to what a model can hold: at least one row, however large. */
export function columnar({ data, columns, rowCount, truncated, kind }: ResultSet & { kind: 'query' | 'write' }, maxRows: number): Columnar {
  const rows: unknown[][] = [];
  let size = 0;
  for (const record of data.slice(0, maxRows)) {
    const row = columns.map(({ name }) => clipped(record[name]));
    size += encodeJson(row).length;
    if (rows.length > 0 && size > CELLS_MAX) break;
    rows.push(row);
  }
  return { columns, rows, rowCount: kind === 'query' ? rows.length : rowCount, truncated: truncated || rows.length < data.length };
}

export function clipped(value: unknown): unknown {
  const text = typeof value === 'string' ? value : typeof value === 'object' && value !== null ? encodeJson(value) : '';
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX)}… (${text.length - CELL_MAX} more characters)` : value;
}
