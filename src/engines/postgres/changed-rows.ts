import type { Rows } from '../engine.ts';
import { SEEN_COLUMNS } from './seen-write.ts';

export interface Changed {
  readonly affected: number;
  readonly seen: string;
  readonly kept: string | null;
  readonly rows: Rows;
}

/** Takes the columns of `seenWrite` off. */
export function changedRows({ columns, rows, truncated }: Rows): Changed {
  const [affected, seen, kept] = rows[0] ?? [0, '', null];
  return {
    affected: Number(affected),
    seen: String(seen),
    kept: typeof kept === 'string' ? kept : null,
    rows: { columns: columns.slice(SEEN_COLUMNS), rows: rows.map((row) => row.slice(SEEN_COLUMNS)), truncated, affected: null },
  };
}
