import { Fault } from '../../fault.ts';
import type { CreateSchema } from '../../plan/create-schema.ts';
import { createSchemaStatements } from './ddl.ts';
import { TEMPLATE } from './harden.ts';
import { loginFacts, setLogin } from './login-settings.ts';
import { administer, quoteName, quoteText, ROLES, type Role, roleName, rolePassword, type Server } from './server.ts';
import { undoGrants } from './svc-schema.ts';

interface RoleLimits {
  readonly statementTimeoutMs: number;
  readonly maxSessions: number;
}

/**
 * Creates the database and its logins, then its tables, or leaves nothing behind.
 * @throws Fault provision_failed with `params.rolled_back`
 */
export async function provision(
  server: Server,
  secret: string,
  dbId: string,
  schema: CreateSchema | null,
  limits: RoleLimits,
): Promise<void> {
  const ddl = schema ? createSchemaStatements(schema) : [];
  const control = server.endpoint().database;
  let stage: 'provision_failed' | 'ddl_invalid' = 'provision_failed';
  let begun = false;
  try {
    await administer(server, control, async (admin) => {
      begun = true;
      const facts = await loginFacts(admin, limits.statementTimeoutMs);
      await admin.query(
        ROLES.map((role) => `${createRole(dbId, role, secret, limits.maxSessions)}\n${setLogin(dbId, role, facts)}`).join('\n'),
      );
      const mark = quoteText(markOf(server));
      await admin.query(ROLES.map((role) => `COMMENT ON ROLE ${quoteName(roleName(dbId, role))} IS ${mark}`).join(';'));
      const owner = quoteName(roleName(dbId, 'owner'));
      // Membership is what lets a service that is no superuser give the database away, and end its sessions when it goes.
      if (!facts.superuser) await admin.query(`GRANT ${ROLES.map((role) => quoteName(roleName(dbId, role))).join(', ')} TO CURRENT_USER`);
      await admin.query(`CREATE DATABASE ${quoteName(dbId)} TEMPLATE ${TEMPLATE} OWNER ${owner}`);
      await admin.query(
        `COMMENT ON DATABASE ${quoteName(dbId)} IS ${mark}; REVOKE ALL ON DATABASE ${quoteName(dbId)} FROM PUBLIC; GRANT CONNECT ON DATABASE ${quoteName(dbId)} TO ${ROLES.map((role) => quoteName(roleName(dbId, role))).join(', ')}; ALTER DATABASE ${quoteName(dbId)} SET timezone = 'UTC'`,
      );
    });
    await administer(server, dbId, async (admin) => {
      await admin.query(grants(dbId));
      stage = 'ddl_invalid';
      await admin.query(['BEGIN', `SET LOCAL ROLE ${quoteName(roleName(dbId, 'owner'))}`, ...ddl, 'COMMIT'].join(';\n'));
    });
  } catch (error) {
    const rolledBack = !begun || (await drop(server, dbId).catch(() => 'closed')) === 'gone';
    if (error instanceof Fault && rolledBack) throw error;
    const { code = '' } = error as { code?: string };
    // Only our own DDL can be wrong; a right that the service's login lacks also has a code of class 42.
    throw new Fault(code === DISK_FULL ? 'storage_full' : code.startsWith('42') ? stage : 'provision_failed', {
      params: { rolled_back: rolledBack },
      cause: error,
    });
  }
}

const DISK_FULL = '53100';
const STILL_IN_USE = '55006';

/** Closes the database, ends what runs there and drops it with its logins. Safe to repeat. */
export async function drop(server: Server, dbId: string): Promise<'gone' | 'closed'> {
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [dbId]);
    if (rowCount !== 0) {
      await admin.query(`ALTER DATABASE ${quoteName(dbId)} ALLOW_CONNECTIONS false`);
      try {
        await admin.query(`DROP DATABASE IF EXISTS ${quoteName(dbId)} WITH (FORCE)`);
      } catch (error) {
        if ((error as { code?: string }).code === STILL_IN_USE) return 'closed';
        throw error;
      }
    }
    for (const role of ROLES) await admin.query(`DROP ROLE IF EXISTS ${quoteName(roleName(dbId, role))}`);
    return 'gone';
  });
}

/** What databases and logins are marked with: the services of one control plane, which lives in one database of the server. */
const markOf = (server: Server): string => `svc, control plane in ${server.endpoint().database}`;

/** Ids of the databases and logins that carry the mark. What was made before there was one is not told. */
export async function hosted(server: Server): Promise<readonly string[]> {
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ name: string; role: boolean }>(
      `SELECT rolname AS name, true AS role FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = $1
       UNION ALL SELECT datname, false FROM pg_database WHERE shobj_description(oid, 'pg_database') = $1`,
      [markOf(server)],
    );
    return [...new Set(rows.map(({ name, role }) => (role ? name.slice(0, -'_o'.length) : name)))];
  });
}

/** Sets the logins' passwords to those that the present secret gives; for a data folder that met a new secret. */
export async function resetPasswords(server: Server, secret: string, dbId: string): Promise<void> {
  await administer(server, server.endpoint().database, async (admin) => {
    for (const role of ROLES)
      await admin.query(`ALTER ROLE ${quoteName(roleName(dbId, role))} PASSWORD ${quoteText(rolePassword(secret, roleName(dbId, role)))}`);
  });
}

const createRole = (dbId: string, role: Role, secret: string, maxSessions: number): string =>
  `CREATE ROLE ${quoteName(roleName(dbId, role))} LOGIN PASSWORD ${quoteText(rolePassword(secret, roleName(dbId, role)))} NOINHERIT NOCREATEDB NOCREATEROLE CONNECTION LIMIT ${maxSessions};`;

function grants(dbId: string): string {
  const [owner, writer, reader] = ROLES.map((role) => quoteName(roleName(dbId, role))) as [string, string, string];
  return [
    `ALTER SCHEMA public OWNER TO ${owner}`,
    `GRANT USAGE ON SCHEMA public TO ${writer}, ${reader}`,
    // In every schema that the owner makes, `public` among them.
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT USAGE ON SCHEMAS TO ${writer}, ${reader}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT SELECT ON TABLES TO ${reader}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${writer}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT USAGE, SELECT ON SEQUENCES TO ${writer}`,
    `GRANT USAGE ON SCHEMA svc TO ${writer}, ${owner}`,
    `GRANT EXECUTE ON FUNCTION svc.claim, svc.settle TO ${writer}, ${owner}`,
    `GRANT EXECUTE ON FUNCTION svc.lock_schema TO ${owner}`,
    undoGrants(dbId),
  ].join(';\n');
}
