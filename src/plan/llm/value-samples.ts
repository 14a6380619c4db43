import type { ValueIndex } from '../planner.ts';
import type { Table } from '../schema.ts';
import type { ValueHit } from './value-hits.ts';

const DISTINCT_MAX = 12;
const LENGTH_MAX = 30;
const COLUMNS_MAX = 25;

/** Columns with few short values, such as a status: those of tables that the request names values of come first. */
export function distinctSamples(
  tables: readonly Table[],
  values: ValueIndex,
  hits: readonly ValueHit[],
): { table: string; column: string; values: readonly string[] }[] {
  const named = new Set(hits.map(({ table }) => table));
  const ordered = [...tables].sort((a, b) => Number(named.has(b.name)) - Number(named.has(a.name)));
  return ordered
    .flatMap(({ name, columns }) =>
      columns.flatMap((column) => {
        const found = values.of(name, column.name);
        if (found === null || found.length === 0 || found.length > DISTINCT_MAX) return [];
        if (found.some((value) => value.length > LENGTH_MAX)) return [];
        return [{ table: name, column: column.name, values: found }];
      }),
    )
    .slice(0, COLUMNS_MAX);
}
