import type { DatabaseSchemaReply } from '../../../../src/client/index.ts';
import { kindOf } from '../ask/column-kind.ts';
import type { Row } from './row.ts';

export type Engine = DatabaseSchemaReply['engine'];
export type Table = DatabaseSchemaReply['tables'][number];
export type Column = Table['columns'][number];

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export const COMPARISONS = { contains: 'contains', '=': 'is', '<': 'is less than', '>': 'is more than', null: 'is empty' } as const;
export type Comparison = keyof typeof COMPARISONS;

export interface Filter {
  readonly column: string;
  readonly comparison: Comparison;
  readonly value: string;
}

/** Both engines take a name in double quotes, and in it a quote twice. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** ClickHouse reads a backslash in a name as the beginning of an escape. */
const nameOf = (name: string, engine: Engine): string => quoted(engine === 'clickhouse' ? name.replaceAll('\\', '\\\\') : name);

/** A name of two parts, `schema.table`, is one that another schema has as well: its own name is what follows its schema. */
function tableName({ name, schema }: Table, engine: Engine): string {
  const bare = name.startsWith(`${schema}.`) ? name.slice(schema.length + 1) : name;
  return engine === 'clickhouse' ? nameOf(bare, engine) : `${quoted(schema)}.${quoted(bare)}`;
}

/** One page of a table's rows, in the order of its key. */
export function pageOf(table: Table, engine: Engine, filter: Filter | null, page: { size: number; offset: number }): Statement {
  const where = filter === null ? null : conditionOf(filter, table, engine);
  const order = table.primaryKey.map((name) => nameOf(name, engine)).join(', ');
  const sql = [
    `SELECT * FROM ${tableName(table, engine)}`,
    where === null ? '' : `WHERE ${where.sql}`,
    order === '' ? '' : `ORDER BY ${order}`,
    `LIMIT ${page.size} OFFSET ${page.offset}`,
  ];
  return { sql: sql.filter((part) => part !== '').join(' '), params: where?.params ?? [] };
}

function conditionOf({ column, comparison, value }: Filter, table: Table, engine: Engine): Statement {
  const name = nameOf(column, engine);
  if (comparison === 'null') return { sql: `${name} IS NULL`, params: [] };
  const text = engine === 'clickhouse' ? `toString(${name})` : `CAST(${name} AS text)`;
  if (comparison === 'contains') return { sql: `${text} ILIKE $1`, params: [`%${value.replace(/[\\%_]/g, '\\$&')}%`] };
  const found = table.columns.find((one) => one.name === column);
  const isNumber = found !== undefined && kindOf(found) === 'number';
  if (comparison === '=' && !isNumber) return { sql: `${text} = $1`, params: [value] };
  return { sql: `${name} ${comparison} $1`, params: [isNumber ? typed(found, value) : value] };
}

type Values = Readonly<Record<string, string | null>>;

export function insertOf(table: Table, engine: Engine, values: Values): Statement {
  const columns = table.columns.filter(({ name }) => name in values);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const names = columns.map(({ name }) => nameOf(name, engine)).join(', ');
  const params = columns.map((column) => typed(column, values[column.name] ?? null));
  return { sql: `INSERT INTO ${tableName(table, engine)} (${names}) VALUES (${places})`, params };
}

export function updateOf(table: Table, engine: Engine, row: Row, values: Values): Statement {
  const columns = table.columns.filter(({ name }) => name in values);
  const sets = columns.map(({ name }, index) => `${nameOf(name, engine)} = $${index + 1}`).join(', ');
  const where = keyOf(table, engine, row, columns.length);
  const params = columns.map((column) => typed(column, values[column.name] ?? null));
  return { sql: `UPDATE ${tableName(table, engine)} SET ${sets} WHERE ${where.sql}`, params: [...params, ...where.params] };
}

export function deleteOf(table: Table, engine: Engine, row: Row): Statement {
  const where = keyOf(table, engine, row, 0);
  return { sql: `DELETE FROM ${tableName(table, engine)} WHERE ${where.sql}`, params: where.params };
}

function keyOf({ primaryKey }: Table, engine: Engine, row: Row, before: number): Statement {
  return {
    sql: primaryKey.map((name, index) => `${nameOf(name, engine)} = $${before + index + 1}`).join(' AND '),
    params: primaryKey.map((name) => row[name]),
  };
}

/** What was typed, as a value of its column: text where it is none, so that the service says what it takes. */
function typed(column: Column, text: string | null): unknown {
  if (text === null) return null;
  const kind = kindOf({ name: column.name, type: column.baseType ?? column.type });
  if (kind === 'number' && /^-?\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (kind === 'number' && String(Number(text)) === text) return Number(text);
  if (/^bool/i.test(column.type) && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
