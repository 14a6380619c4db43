import type { Column, ScalarType, Schema, Table } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { parseType } from './values.ts';

/** One row a column of the session's own database: table, engine, comment, rows, then the column. */
export const INTROSPECTION: Statement = {
  sql: `
SELECT t.name, t.engine, t.comment, t.total_rows, c.name, c.type, c.default_kind, c.comment, c.is_in_primary_key
FROM system.tables AS t
JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
WHERE t.database = currentDatabase() AND NOT t.is_temporary AND NOT startsWith(t.name, '.inner')
ORDER BY t.name, c.position`,
  params: [],
};

/**
 * The schema from the rows of `INTROSPECTION`. ClickHouse knows neither foreign keys nor unique columns: its primary key sorts
 * the table, and nothing keeps two rows from having the same one.
 */
export function schemaFrom(rows: readonly (readonly unknown[])[]): Schema {
  const tables = new Map<string, Filling>();
  for (const row of rows) {
    const [name, engine, comment, total, column, type, defaultKind, columnComment, isKey] = row;
    const table = tables.get(String(name)) ?? emptyTable(String(name), String(engine), String(comment), total);
    tables.set(table.name, table);
    table.columns.push(columnOf(String(column), String(type), String(defaultKind), String(columnComment)));
    if (isKey === 1 || isKey === true) table.primaryKey.push(String(column));
  }
  const built = [...tables.values()];
  return { fingerprint: fingerprintOf(built), tables: built };
}

/** What a column of this native type is to a plan. */
export function scalarType(nativeType: string): ScalarType {
  const { name, args } = parseType(nativeType);
  if (name === 'Nullable' || name === 'LowCardinality' || name === 'SimpleAggregateFunction') return scalarType(args.at(-1) ?? '');
  return TYPES[name.replace(/\d+$/, '')] ?? 'other';
}

const isNullable = (nativeType: string): boolean => /^(LowCardinality\()?Nullable\(/.test(nativeType);

type Filling = Table & { columns: Column[]; primaryKey: string[] };

const emptyTable = (name: string, engine: string, comment: string, total: unknown): Filling => ({
  name,
  kind: engine.endsWith('View') ? 'view' : 'table',
  comment: comment === '' ? null : comment,
  columns: [],
  primaryKey: [],
  uniques: [],
  foreignKeys: [],
  rowEstimate: typeof total === 'number' ? total : -1,
});

function columnOf(name: string, nativeType: string, defaultKind: string, comment: string): Column {
  return {
    name,
    type: scalarType(nativeType),
    nativeType,
    nullable: isNullable(nativeType),
    hasDefault: defaultKind === 'DEFAULT',
    generated: defaultKind !== '' && defaultKind !== 'DEFAULT',
    comment: comment === '' ? null : comment,
  };
}

const TYPES: Record<string, ScalarType> = {
  Int: 'integer',
  UInt: 'integer',
  Decimal: 'decimal',
  Float: 'float',
  BFloat: 'float',
  String: 'text',
  FixedString: 'text',
  Enum: 'text',
  Bool: 'boolean',
  Date: 'date',
  DateTime: 'timestamp',
  Time: 'time',
  UUID: 'uuid',
  JSON: 'json',
  Map: 'json',
  Tuple: 'json',
  Array: 'array',
};
