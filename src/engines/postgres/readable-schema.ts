import type { Leaving } from '../../lib/leaving.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { PostgresSession } from './driver.ts';
import { introspectionOf, schemaFrom, schemaVersionOf, USER_SCHEMAS } from './introspect.ts';

/** What the session's user may look into. Tables of extensions are no data of the customer's. */
const READABLE_SCHEMAS = `${USER_SCHEMAS} AND has_schema_privilege(oid, 'USAGE')`;
const READ: Statement = introspectionOf(READABLE_SCHEMAS, { readable: true });

const KINDS = "('r', 'p', 'v', 'm')";
const VERSION: Statement = {
  sql: `SELECT (${schemaVersionOf(READABLE_SCHEMAS).sql}) || md5(coalesce((SELECT string_agg(c.oid::text, ',' ORDER BY c.oid) FROM pg_class c
    WHERE c.oid >= 16384 AND c.relkind IN ${KINDS} AND has_any_column_privilege(c.oid, 'SELECT')), ''))`,
  params: [],
};

/** Comments, and rights in single columns, change without a trace in the version: what was read is read again this often. */
const STALE_AFTER_MS = 10 * 60_000;

export async function readReadableSchema(session: PostgresSession, signal: Leaving): Promise<Schema> {
  const { rows } = await session.read(READ, { maxRows: 1, signal });
  const tables = schemaFrom(rows[0]?.[0]).tables.map(withoutHidden);
  return { fingerprint: fingerprintOf(tables), tables };
}

export async function readReadableVersion(session: PostgresSession, signal: Leaving): Promise<string> {
  const { rows } = await session.read(VERSION, { maxRows: 1, signal });
  return `${rows[0]?.[0]} ${Math.floor(Date.now() / STALE_AFTER_MS)}`;
}

/** Keys of columns that may not be read are no help. */
function withoutHidden(table: Table, _index: number, tables: readonly Table[]): Table {
  const has = ({ columns }: Table, names: readonly string[]) => names.every((name) => columns.some((column) => column.name === name));
  const target = (name: string) => tables.find((one) => one.name === name);
  return {
    ...table,
    primaryKey: has(table, table.primaryKey) ? table.primaryKey : [],
    uniques: table.uniques.filter((names) => has(table, names)),
    foreignKeys: table.foreignKeys.filter(({ columns, table: to, references }) => {
      const other = target(to);
      return has(table, columns) && other !== undefined && has(other, references);
    }),
  };
}
