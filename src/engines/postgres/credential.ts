import type { ConnectionWarning } from '../../contract/connect.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Access, Inspected } from '../connected.ts';
import { contentWarnings, credentialWarnings, encryptionWarnings } from '../connected-warnings.ts';
import { TELLS_SERVER } from './connected-write.ts';
import type { PostgresSession } from './driver.ts';
import { identifier } from './quote.ts';

interface Rights {
  readonly user: string;
  readonly database: string;
  readonly powers: readonly string[];
  readonly writable: number;
  readonly schemas: readonly string[];
  readonly publicCreates: boolean;
  readonly isStandby: boolean;
}

/**
 * What the credential could do beside what it is wanted for, and what else is to know.
 * @throws Fault introspection_failed for one that can read nothing of what is there, invalid_request for one that cannot write where that is wanted
 */
export async function readCredential(
  session: PostgresSession,
  schema: Schema,
  access: Access,
  signal: Leaving,
): Promise<Omit<Inspected, 'schema'>> {
  const { rows } = await session.read({ sql: RIGHTS, params: [] }, { maxRows: 1, signal });
  const rights = JSON.parse(String(rows[0]?.[0])) as Rights;
  const { powers, writable, user, schemas } = rights;
  if (schema.tables.length === 0 && schemas.length > 0)
    throw new Fault('introspection_failed', {
      params: { reason: 'This user may read none of its tables.', sql: grantsOf(user, schemas).join('\n') },
    });
  if (access === 'write') await requireWriter(session, rights, schema, signal);
  const readable = [...new Set(schema.tables.map(({ place }) => place?.schema ?? 'public'))];
  const tls = session.encryption;
  const warnings: ConnectionWarning[] = [
    ...credentialWarnings({
      access,
      powers,
      writable,
      safer: access === 'read' ? readerSql(rights, readable) : writerSql(rights, readable),
    }),
    ...(tls === 'not checked'
      ? [
          {
            code: 'certificate_not_checked',
            message:
              'The session is encrypted, but the server’s certificate is not one that this machine trusts for its name, so that somebody between could read along. With sslmode=verify-full the connection is refused unless it is.',
          } as const,
        ]
      : []),
    ...encryptionWarnings(tls !== 'none'),
    ...contentWarnings(schema),
  ];
  return { database: rights.database, warnings };
}

/** @throws Fault invalid_request */
async function requireWriter(session: PostgresSession, rights: Rights, schema: Schema, signal: Leaving): Promise<void> {
  const schemas = [...new Set(schema.tables.map(({ place }) => place?.schema ?? 'public'))];
  if (rights.isStandby) throw new Fault('invalid_request', { params: { reason: STANDBY } });
  if (rights.writable === 0)
    throw new Fault('invalid_request', { params: { reason: CANNOT_WRITE, sql: writingGrantsOf(rights.user, schemas).join('\n') } });
  await session.read(TELLS_SERVER, { maxRows: 1, signal }).catch((error: unknown) => {
    throw new Fault('invalid_request', { params: { reason: NOT_TOLD }, cause: error });
  });
}

const STANDBY = 'This server is a standby, which takes no writes. Connect it with access "read", or connect the primary.';
const CANNOT_WRITE = 'This user may write to none of its tables. Connect it with access "read", or give it the rights.';
const NOT_TOLD =
  'This server does not tell the user which transaction it is in (pg_control_system, pg_current_wal_insert_lsn), without which a write whose answer is lost cannot be found again. Connect it with access "read".';

/** `p` is what is a power over the whole server or database. Rights that come by membership count. */
const RIGHTS = `
SELECT json_build_object('user', current_user, 'database', current_database(),
  'powers', (SELECT coalesce(json_agg(p.name), '[]') FROM pg_roles r, LATERAL (VALUES
      (1, r.rolsuper, 'do anything as a superuser'), (2, NOT r.rolsuper AND r.rolcreaterole, 'make roles'), (3, NOT r.rolsuper AND r.rolcreatedb, 'make databases'),
      (4, NOT r.rolsuper AND r.rolreplication, 'replicate'), (5, NOT r.rolsuper AND has_database_privilege(current_database(), 'CREATE'), 'make schemas'),
      (6, NOT r.rolsuper AND EXISTS (SELECT FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'CREATE')), 'make tables'),
      (7, NOT r.rolsuper AND EXISTS (SELECT FROM pg_roles g WHERE g.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
        AND pg_has_role(g.oid, 'MEMBER')), 'reach files and programs of the server')) p(n, has, name)
    WHERE r.rolname = current_user AND p.has),
  'writable', (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))),
  'schemas', (SELECT coalesce(json_agg(DISTINCT n.nspname), '[]') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'),
  'isStandby', pg_is_in_recovery(),
  'publicCreates', EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = 'public' AND has_schema_privilege('public', n.oid, 'CREATE')))`;

const READER = 'svc_reader';

/** SQL for the database's owner: a login that reads what is there, and what comes to these schemas. */
function readerSql({ database, publicCreates }: Rights, schemas: readonly string[]): string {
  return [
    `CREATE ROLE ${READER} LOGIN PASSWORD '<a new password>';`,
    `GRANT CONNECT ON DATABASE ${identifier(database)} TO ${READER};`,
    ...grantsOf(READER, schemas),
    ...(publicCreates ? ['REVOKE CREATE ON SCHEMA public FROM PUBLIC;'] : []),
    `ALTER ROLE ${READER} SET default_transaction_read_only = on;`,
  ].join('\n');
}

const WRITER = 'svc_writer';

/** The same for a login that also writes rows. */
const writerSql = ({ database, publicCreates }: Rights, schemas: readonly string[]): string =>
  [
    `CREATE ROLE ${WRITER} LOGIN PASSWORD '<a new password>';`,
    `GRANT CONNECT ON DATABASE ${identifier(database)} TO ${WRITER};`,
    ...grantsOf(WRITER, schemas),
    ...writingGrantsOf(WRITER, schemas),
    ...(publicCreates ? ['REVOKE CREATE ON SCHEMA public FROM PUBLIC;'] : []),
  ].join('\n');

const writingGrantsOf = (user: string, schemas: readonly string[]): string[] =>
  schemas
    .map(identifier)
    .flatMap((schema) => [
      `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${identifier(user)};`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${identifier(user)};`,
    ]);

const grantsOf = (user: string, schemas: readonly string[]): string[] =>
  schemas
    .map(identifier)
    .flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO ${identifier(user)};`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${identifier(user)};`,
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${identifier(user)};`,
    ]);
