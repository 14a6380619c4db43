import type { Expr, Query } from '../plan.ts';
import type { Table } from '../schema.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, listOf, nodeOf } from './tree.ts';

interface InsertRows {
  readonly columns: readonly string[];
  readonly rows: readonly Expr[][];
  readonly query?: Query;
}

/** What INSERT puts in. Without a list of columns the table's own come in order, as many as there are values. */
export function readInsertRows(source: unknown, written: readonly string[], table: Table, place: Place): InsertRows {
  if (source === undefined) throw unsupported('INSERT … DEFAULT VALUES');
  if (new Set(written).size < written.length) throw unsupported('one column named twice');
  const select = nodeOf(source).body;
  const isValues =
    select.valuesLists !== undefined &&
    select.sortClause === undefined &&
    select.limitCount === undefined &&
    select.withClause === undefined;
  if (!isValues) {
    const { query, columns: given } = place.lower.query(select, place);
    return { columns: columnsFor(given.length, written, table), rows: [], query };
  }
  const lists = listOf(select.valuesLists).map((row) => listOf(bodyIf(row, 'List')?.items));
  const width = lists[0]?.length ?? 0;
  if (lists.some((row) => row.length !== width))
    throw unsupported('VALUES of different widths', 'The rows of VALUES have different numbers of values');
  return withoutDefaults(columnsFor(width, written, table), lists, place);
}

function columnsFor(width: number, written: readonly string[], table: Table): readonly string[] {
  const columns = written.length > 0 ? written : table.columns.map(({ name }) => name).slice(0, width);
  if (columns.length === width) return columns;
  const counts = `${width} values stand for ${written.length > 0 ? columns.length : table.columns.length} columns`;
  throw unsupported('INSERT of another number of values', `In INSERT, ${counts}`);
}

/** A column that is DEFAULT in every row is left out. */
function withoutDefaults(columns: readonly string[], rows: readonly (readonly unknown[])[], place: Place): InsertRows {
  const isDefault = (item: unknown): boolean => bodyIf(item, 'SetToDefault') !== null;
  const kept = columns.map((_, at) => !rows.every((row) => isDefault(row[at])));
  if (!kept.includes(true)) throw unsupported('INSERT … DEFAULT VALUES');
  return {
    columns: columns.filter((_, at) => kept[at]),
    rows: rows.map((row) =>
      row.flatMap((item, at) => {
        if (kept[at] !== true) return [];
        if (isDefault(item)) throw unsupported('DEFAULT in some of the rows alone');
        return [place.lower.expr(item, place)];
      }),
    ),
  };
}
