import type { ScalarType, Table } from '../../src/plan/schema.ts';

/** A table with every column optional, whose first column is its key; `keys` are [column, table, column there]. */
export function table(name: string, columns: Record<string, ScalarType>, keys: readonly [string, string, string][] = []): Table {
  return {
    name,
    kind: 'table',
    comment: null,
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      nativeType: type,
      nullable: true,
      hasDefault: false,
      generated: false,
      comment: null,
    })),
    primaryKey: Object.keys(columns).slice(0, 1),
    uniques: [],
    foreignKeys: keys.map(([from, to, references]) => ({ columns: [from], table: to, references: [references], onDelete: 'no action' })),
    rowEstimate: 100,
  };
}

/** The same where every key is called `id`: `keys` are column → table. */
export const idTable = (name: string, columns: Record<string, ScalarType>, keys: Record<string, string> = {}): Table =>
  table(
    name,
    columns,
    Object.entries(keys).map(([from, to]) => [from, to, 'id']),
  );
