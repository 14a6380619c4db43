import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createPace } from '../../lib/pace.ts';
import type { Table } from '../../plan/schema.ts';
import type { Access, Inspected } from '../connected.ts';
import { contentWarnings, credentialWarnings, encryptionWarnings } from '../connected-warnings.ts';
import type { ConnectedPlace } from './connected-server.ts';
import { ACCESS_DENIED, MAY_READ_NOTHING, readerSql, readingGrants, WATCHED, writerSql, writingGrants } from './grants.ts';
import type { Readable } from './readable-schema.ts';

/** Privileges beyond reading, by what they let somebody do (manual, "GRANT Statement"). */
const POWERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'make, change and drop tables',
    ['CREATE', 'CREATE TABLE', 'CREATE DATABASE', 'DROP', 'DROP TABLE', 'DROP DATABASE', 'TRUNCATE', 'ALTER', 'ALTER TABLE'],
  ],
  ['manage users', ['ACCESS MANAGEMENT', 'CREATE USER', 'ALTER USER', 'DROP USER', 'CREATE ROLE', 'ROLE ADMIN', 'ALTER ROLE', 'DROP ROLE']],
  ['control the server', ['SYSTEM', 'SYSTEM SHUTDOWN', 'CLUSTER', 'BACKUP', 'KILL QUERY']],
  [
    'reach files and other servers',
    ['SOURCES', 'FILE', 'URL', 'REMOTE', 'S3', 'MYSQL', 'POSTGRES', 'ODBC', 'JDBC', 'HDFS', 'READ', 'WRITE'],
  ],
];
const WRITES = ['INSERT', 'ALTER UPDATE', 'ALTER DELETE'] as const;

/**
 * What the credential could do beside what it is wanted for, and what else is to know.
 * @throws Fault introspection_failed for one that can read nothing of what is there, invalid_request for one that cannot write where that is wanted
 */
export async function readCredential(
  place: ConnectedPlace,
  { schema, grants, databases }: Readable,
  access: Access,
  signal: Leaving,
): Promise<Omit<Inspected, 'schema'>> {
  const { url, user, readsAlone } = place;
  if (schema.tables.length === 0 && databases.length > 0)
    throw new Fault('introspection_failed', {
      params: { reason: MAY_READ_NOTHING, sql: readingGrants(user, databases).join('\n') },
    });
  const at = ({ name, place: where }: Table) => ({ database: where?.schema ?? url.database, table: where?.name ?? name });
  const pace = createPace();
  let writable = 0;
  for (const table of readsAlone ? [] : schema.tables) {
    if (table.kind === 'table' && WRITES.some((privilege) => grants.may(privilege, at(table)))) writable += 1;
    await pace();
  }
  const readable = [...new Set(schema.tables.map((table) => at(table).database))];
  if (access === 'write') await requireWriter(place, { writable, readable }, signal);
  const powers = readsAlone ? [] : POWERS.filter(([, names]) => names.some((name) => grants.mayAnywhere(name))).map(([power]) => power);
  const warnings = [
    ...credentialWarnings({ access, powers, writable, safer: access === 'read' ? readerSql(readable) : writerSql(readable) }),
    ...encryptionWarnings(url.isTls),
    ...contentWarnings(schema),
  ];
  return { database: url.database, warnings };
}

/** @throws Fault invalid_request */
async function requireWriter(
  { driver, user, readsAlone }: ConnectedPlace,
  { writable, readable }: { readonly writable: number; readonly readable: readonly string[] },
  signal: Leaving,
): Promise<void> {
  const sql = writingGrants(user, readable).join('\n');
  if (readsAlone) throw new Fault('invalid_request', { params: { reason: PROFILE_READS, sql: writerSql(readable) } });
  if (writable === 0) throw new Fault('invalid_request', { params: { reason: CANNOT_WRITE, sql } });
  for (const table of WATCHED)
    await driver
      .query({ sql: `SELECT 1 FROM system.${table} LIMIT 1`, params: [] }, { readonly: true, maxRows: 1, signal })
      .catch((error: unknown) => {
        throw error instanceof Fault && error.params?.engineCode === ACCESS_DENIED
          ? new Fault('invalid_request', { params: { reason: NOT_TOLD, sql }, cause: error })
          : error;
      });
}

const PROFILE_READS = 'The profile of this user lets it only read. Connect it with access "read", or by a login that may write.';
const CANNOT_WRITE = 'This user may write to none of its tables. Connect it with access "read", or give it the rights.';
const NOT_TOLD =
  'This user may not see which writes a table has had (system.parts, system.mutations), without which a write whose answer is lost cannot be found again. Connect it with access "read", or give it the rights.';
