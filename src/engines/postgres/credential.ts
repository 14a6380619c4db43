import type { ConnectionWarning } from '../../contract/connect.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Inspected } from '../connected.ts';
import type { PostgresSession } from './driver.ts';
import { identifier } from './quote.ts';

interface Rights {
  readonly user: string;
  readonly database: string;
  readonly powers: readonly string[];
  readonly writable: number;
  readonly schemas: readonly string[];
  readonly publicCreates: boolean;
}

/** What the credential could do beside reading, and what else is to know. @throws Fault introspection_failed for one that can read nothing of what is there */
export async function readCredential(session: PostgresSession, schema: Schema, signal: Leaving): Promise<Omit<Inspected, 'schema'>> {
  const { rows } = await session.read({ sql: RIGHTS, params: [] }, { maxRows: 1, signal });
  const rights = JSON.parse(String(rows[0]?.[0])) as Rights;
  const { powers, writable, user, schemas } = rights;
  if (schema.tables.length === 0 && schemas.length > 0)
    throw new Fault('introspection_failed', {
      params: { reason: 'This user may read none of its tables.', sql: grantsOf(user, schemas).join('\n') },
    });
  const can = [...powers, ...(writable > 0 ? [`write to ${writable} ${writable === 1 ? 'table' : 'tables'}`] : [])];
  const readable = [...new Set(schema.tables.map(({ place }) => place?.schema ?? 'public'))];
  const tls = session.encryption;
  const warnings: ConnectionWarning[] = [
    ...(can.length === 0
      ? []
      : [
          {
            code: 'credential_can_write',
            message: `This credential could ${listed(can)}. The service reads alone, whatever it could; a login that can do nothing else is safer.`,
            sql: readerSql(rights, readable),
          } as const,
        ]),
    ...(tls === 'not checked'
      ? [
          {
            code: 'certificate_not_checked',
            message:
              'The session is encrypted, but the server’s certificate is not one that this machine trusts for its name, so that somebody between could read along. With sslmode=verify-full the connection is refused unless it is.',
          } as const,
        ]
      : []),
    ...(tls === 'none'
      ? [{ code: 'not_encrypted', message: 'The session is not encrypted: whoever is between reads along.' } as const]
      : []),
    ...(schema.tables.length === 0 ? [{ code: 'nothing_to_read', message: 'The database has no table or view yet.' } as const] : []),
  ];
  return { database: rights.database, warnings };
}

/** `p` is what is a power over the whole server or database. Rights that come by membership count. */
const RIGHTS = `
SELECT json_build_object('user', current_user, 'database', current_database(),
  'powers', (SELECT coalesce(json_agg(p.name), '[]') FROM pg_roles r, LATERAL (VALUES
      (1, r.rolsuper, 'do anything, as a superuser'), (2, NOT r.rolsuper AND r.rolcreaterole, 'make roles'), (3, NOT r.rolsuper AND r.rolcreatedb, 'make databases'),
      (4, NOT r.rolsuper AND r.rolreplication, 'replicate'), (5, NOT r.rolsuper AND has_database_privilege(current_database(), 'CREATE'), 'make schemas'),
      (6, NOT r.rolsuper AND EXISTS (SELECT FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'CREATE')), 'make tables')) p(n, has, name)
    WHERE r.rolname = current_user AND p.has),
  'writable', (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))),
  'schemas', (SELECT coalesce(json_agg(DISTINCT n.nspname), '[]') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'),
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

const grantsOf = (user: string, schemas: readonly string[]): string[] =>
  schemas
    .map(identifier)
    .flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO ${identifier(user)};`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${identifier(user)};`,
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${identifier(user)};`,
    ]);

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
