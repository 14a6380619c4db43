import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createPace } from '../../lib/pace.ts';
import type { Column, Schema, Table } from '../../plan/schema.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { ClickHouseDriver } from './driver.ts';
import { type Grants, readGrants } from './grants.ts';
import { introspectionOf, schemaFrom, schemaVersionOf } from './introspect.ts';

/** Of a server that has others' databases too: all that are not its own. */
const READABLE = "NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')";
/** Reading from these takes the rows away from whoever they are for. */
const QUEUES = "('Kafka', 'RabbitMQ', 'NATS', 'FileLog', 'S3Queue', 'AzureQueue')";
const TABLES = introspectionOf(`${READABLE} AND t.engine NOT IN ${QUEUES}`);
const VERSION = schemaVersionOf(READABLE);

const COLUMNS_MAX = 200_000;
const GRANTS_MAX = 5_000;
/** Comments of tables, and rights, change without a trace in the version: what was read is read again this often. */
const STALE_AFTER_MS = 10 * 60_000;

export interface Readable {
  readonly schema: Schema;
  readonly grants: Grants;
  /** Databases that have a table, readable or not. */
  readonly databases: readonly string[];
}

/** The tables and columns of all databases that the login may read. @throws Fault introspection_failed for more columns than are held */
export async function readReadable(driver: ClickHouseDriver, home: string, signal: Leaving): Promise<Readable> {
  const [found, rights] = [
    await driver.query(TABLES, { readonly: true, maxRows: COLUMNS_MAX, signal }),
    await driver.query({ sql: 'SHOW GRANTS FINAL', params: [] }, { readonly: true, maxRows: GRANTS_MAX, signal }),
  ];
  if (found.truncated) throw new Fault('introspection_failed', { params: { reason: `It has more than ${COLUMNS_MAX} columns.` } });
  const grants = readGrants(rights.rows.map(([line]) => String(line)));
  if (rights.truncated || grants.count > GRANTS_MAX)
    throw new Fault('introspection_failed', { params: { reason: `Its login has more than ${GRANTS_MAX} rights.` } });
  const all = schemaFrom(found.rows).tables;
  const databaseOf = ({ place }: Table): string => place?.schema ?? home;
  const pace = createPace();
  const tables: Table[] = [];
  for (const table of all) {
    const at = { database: databaseOf(table), table: table.place?.name ?? table.name };
    const columns: Column[] = [];
    for (const column of table.columns) {
      if (grants.may('SELECT', { ...at, column: column.name })) columns.push(column);
      // Each of many columns is held against each of many rights.
      await pace();
    }
    const names = new Set(columns.map(({ name }) => name));
    const primaryKey = table.primaryKey.every((name) => names.has(name)) ? table.primaryKey : [];
    if (columns.length > 0) tables.push({ ...table, columns, primaryKey });
  }
  return {
    schema: { fingerprint: fingerprintOf(tables), tables },
    grants,
    databases: [...new Set(all.map(databaseOf))],
  };
}

export async function readReadableVersion(driver: ClickHouseDriver, signal: Leaving): Promise<string> {
  const { rows } = await driver.query(VERSION, { readonly: true, maxRows: 1, signal });
  return `${rows[0]?.[0]} ${Math.floor(Date.now() / STALE_AFTER_MS)}`;
}
