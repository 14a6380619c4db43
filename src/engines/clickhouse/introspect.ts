import type { Column, ScalarType, Schema, Table } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { kindOf, parseType, withoutWrappers } from './values.ts';

/** One row a column: table, engine, comment, rows, then the column, then the table's database; null for that of bare names. */
export const introspectionOf = (databases: string): Statement => ({
  sql: `
SELECT t.name, t.engine, t.comment, t.total_rows, c.name, c.type, c.default_kind, c.comment, c.is_in_primary_key, nullIf(t.database, currentDatabase())
FROM system.tables AS t
JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
WHERE t.database ${databases} AND NOT t.is_temporary AND NOT startsWith(t.name, '.inner') AND c.default_kind <> 'EPHEMERAL'
ORDER BY t.database <> currentDatabase(), t.database, t.name, c.position`,
  params: [],
});

/** Of the session's own database alone. */
export const OWN = '= currentDatabase()';
export const INTROSPECTION = introspectionOf(OWN);

/**
 * The schema from the rows of `INTROSPECTION`. ClickHouse knows neither foreign keys nor unique columns: its primary key sorts
 * the table, and nothing keeps two rows from having the same one.
 */
export function schemaFrom(rows: readonly (readonly unknown[])[]): Schema {
  const tables = new Map<string, Filling>();
  for (const row of rows) {
    const [name, engine, comment, total, column, type, defaultKind, columnComment, isKey, database = null] = row;
    const key = JSON.stringify([database, name]);
    const table = tables.get(key) ?? emptyTable(String(name), { database, engine: String(engine), comment: String(comment), total });
    tables.set(key, table);
    table.columns.push(columnOf(String(column), String(type), String(defaultKind), String(columnComment)));
    if (isKey === 1 || isKey === true) table.primaryKey.push(String(column));
  }
  const built = withNames([...tables.values()]);
  return { fingerprint: fingerprintOf(built), tables: built };
}

/** A table of the session's own database has its own name; another too, unless two tables have it. */
function withNames(tables: readonly Table[]): Table[] {
  const count = new Map<string, number>();
  for (const { name } of tables) count.set(name, (count.get(name) ?? 0) + 1);
  return tables.map((table) =>
    table.place && count.get(table.name) !== 1 ? { ...table, name: `${table.place.schema}.${table.name}` } : table,
  );
}

/** What a column of this native type is to a plan. */
export const scalarType = (nativeType: string): ScalarType => TYPES[kindOf(parseType(withoutWrappers(nativeType)).name)] ?? 'other';

const isNullable = (nativeType: string): boolean => /^(LowCardinality\()?Nullable\(/.test(nativeType);

type Filling = Table & { columns: Column[]; primaryKey: string[] };

interface Described {
  readonly database: unknown;
  readonly engine: string;
  readonly comment: string;
  readonly total: unknown;
}

const emptyTable = (name: string, { database, engine, comment, total }: Described): Filling => ({
  name,
  ...(database === null ? {} : { place: { schema: String(database), name } }),
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
    ...labelsOf(nativeType),
  };
}

/** Of an enumeration, in the order of its numbers. */
function labelsOf(nativeType: string): Pick<Column, 'labels'> {
  const { name, args } = parseType(withoutWrappers(nativeType));
  if (!/^Enum\d+$/.test(name)) return {};
  return { labels: args.flatMap((arg) => /^'((?:[^'\\]|\\.)*)' = -?\d+$/s.exec(arg)?.[1]?.replaceAll(/\\(.)/gs, '$1') ?? []) };
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

/** Changes with every name, type, default and comment of columns. */
export const schemaVersionOf = (databases: string): Statement => ({
  sql: `
SELECT toString(sumWithOverflow(cityHash64(database, table, name, type, default_kind, comment, is_in_primary_key, position)))
FROM system.columns WHERE database ${databases} AND NOT startsWith(table, '.inner')`,
  params: [],
});

export const SCHEMA_VERSION = schemaVersionOf(OWN);
