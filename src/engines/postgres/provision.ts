import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { CreateSchema } from '../../contract/create-schema.ts';
import type { TablesPreset } from '../../contract/database.ts';
import { Fault } from '../../fault.ts';
import type { Statement } from '../engine.ts';
import { type HostedDatabase, LOGINS_ALONE, makingMark, readMark } from '../hosted-mark.ts';
import { createSchemaStatements } from './ddl.ts';
import { markHardened, templateOf } from './harden.ts';
import { USER_SCHEMAS } from './introspect.ts';
import { grantLogins, type LoginFacts, loginFacts, loginKind, type RoleLimits, setLogin } from './login-settings.ts';
import { memoryScope, memoryTables } from './memory-schema.ts';
import { administer, DISK_FULL, quoteName, quoteText, ROLES, type Role, roleName, rolePassword, type Server, withRoom } from './server.ts';
import { undoGrants } from './svc-schema.ts';
import { makeVectorStore } from './vector-store.ts';

/**
 * Creates the database and its logins, then its tables, or leaves nothing behind.
 * @throws Fault provision_failed with `params.rolled_back`
 */
export async function provision(
  server: Server,
  secret: string,
  dbId: string,
  content: CreateSchema | TablesPreset | null,
  limits: RoleLimits,
): Promise<void> {
  const isMemory = content === 'agent_memory_v1';
  const ddl = isMemory ? memoryTables() : content ? createSchemaStatements(content) : [];
  const control = server.endpoint().database;
  let stage: 'provision_failed' | 'ddl_invalid' = 'provision_failed';
  let begun = false;
  try {
    const facts = await administer(server, control, async (admin) => {
      begun = true;
      return await makeWithLogins(server, admin, secret, dbId, limits);
    });
    const fill = async (admin: pg.Client) => {
      await admin.query(grants(dbId));
      stage = 'ddl_invalid';
      if (isMemory) {
        await admin.query(memoryScope(dbId, facts));
        await makeVectorStore(admin, dbId, facts);
      }
      // With its tables, so that what is marked as being made holds nothing of anybody's.
      const whole = `COMMENT ON DATABASE ${quoteName(dbId)} IS ${quoteText(markOf(server))}`;
      await admin.query(['BEGIN', `SET LOCAL ROLE ${quoteName(roleName(dbId, 'owner'))}`, ...ddl, whole, 'COMMIT'].join(';\n'));
    };
    await administer(server, dbId, fill, 'finish');
  } catch (error) {
    const rolledBack = !begun || (await drop(server, dbId).catch(() => 'closed')) === 'gone';
    if (error instanceof Fault && rolledBack) throw error;
    const { code = '' } = error as { code?: string };
    const params = { rolled_back: rolledBack };
    if (code === NO_RIGHT) throw new Fault('provision_failed', { params: { ...params, ...LACKING }, cause: error });
    // Only our own DDL can be wrong.
    throw new Fault(code === DISK_FULL ? 'storage_full' : code.startsWith('42') ? stage : 'provision_failed', {
      params,
      cause: error,
    });
  }
}

/** insufficient_privilege */
const NO_RIGHT = '42501';
const LACKING = {
  reason:
    'The service’s login on the PostgreSQL server may not create databases and roles. Whoever runs the server gives it these rights with the SQL in `params.sql`, then the same request works.',
  sql: 'ALTER ROLE <the user of DATABASE_URL> CREATEDB CREATEROLE;',
};

/** The three logins, and a clone of the template that is marked as being made. */
async function makeWithLogins(server: Server, admin: pg.Client, secret: string, dbId: string, limits: RoleLimits): Promise<LoginFacts> {
  const facts = await loginFacts(admin, limits.statementTimeoutMs);
  await admin.query(
    ROLES.map((role) => `${createRole(dbId, role, secret, limits.maxSessions)}\n${setLogin(loginKind(dbId, role), facts)}`).join('\n'),
  );
  const mark = quoteText(markOf(server));
  await admin.query(ROLES.map((role) => `COMMENT ON ROLE ${quoteName(roleName(dbId, role))} IS ${mark}`).join(';'));
  const owner = quoteName(roleName(dbId, 'owner'));
  // Membership is what lets a service that is no superuser give the database away, and end its sessions when it goes.
  if (!facts.superuser) await admin.query(`GRANT ${ROLES.map((role) => quoteName(roleName(dbId, role))).join(', ')} TO CURRENT_USER`);
  await admin.query(`CREATE DATABASE ${quoteName(dbId)} TEMPLATE ${templateOf(facts)} OWNER ${owner}`);
  await admin.query(
    `COMMENT ON DATABASE ${quoteName(dbId)} IS ${quoteText(makingMark(markOf(server)))}; REVOKE ALL ON DATABASE ${quoteName(dbId)} FROM PUBLIC; GRANT CONNECT ON DATABASE ${quoteName(dbId)} TO ${ROLES.map((role) => quoteName(roleName(dbId, role))).join(', ')}; ALTER DATABASE ${quoteName(dbId)} SET timezone = 'UTC'${facts.superuser ? `; ${markHardened(dbId)}` : ''}`,
  );
  return facts;
}

/** The same with the rights of the logins and nothing else: it stays marked until `open`. */
export async function provisionEmpty(server: Server, secret: string, dbId: string, limits: RoleLimits): Promise<LoginFacts> {
  const facts = await administer(server, server.endpoint().database, (admin) => makeWithLogins(server, admin, secret, dbId, limits));
  await administer(server, dbId, (admin) => admin.query(grants(dbId)));
  return facts;
}

/** Says that the database is whole, and lets its people in. Safe to repeat. */
export async function open(server: Server, dbId: string): Promise<void> {
  const name = quoteName(dbId);
  await administer(server, server.endpoint().database, (admin) =>
    admin.query(
      `BEGIN; ALTER DATABASE ${name} ALLOW_CONNECTIONS true; COMMENT ON DATABASE ${name} IS ${quoteText(markOf(server))}; COMMIT`,
    ),
  );
}

/** Lets nobody in any more, ends all sessions but one, and marks the database as one that goes unless `open` says otherwise. @throws Error where a session does not end */
export async function close(server: Server, dbId: string, butPid: number): Promise<void> {
  const name = quoteName(dbId);
  const mark = quoteText(makingMark(markOf(server)));
  await administer(server, server.endpoint().database, async (admin) => {
    await admin.query(`BEGIN; ALTER DATABASE ${name} ALLOW_CONNECTIONS false; COMMENT ON DATABASE ${name} IS ${mark}; COMMIT`);
    // One that was being opened is seen a moment later.
    for (let quiet = 0, end = Date.now() + ENDING_MS; quiet < QUIET_LOOKS; await delay(LOOK_EVERY_MS)) {
      const { rowCount } = await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> $2 AND backend_type = 'client backend'",
        [dbId, butPid],
      );
      quiet = rowCount === 0 ? quiet + 1 : 0;
      if (Date.now() > end) throw new Error(`A session of ${dbId} does not end: try again when its statement has ended.`);
    }
  });
}

const ENDING_MS = 10_000;
const LOOK_EVERY_MS = 30;
const QUIET_LOOKS = 3;

const STILL_IN_USE = '55006';
/** What `datconnlimit` says of a database whose DROP was cut short, and which can only be dropped again (manual, pg_database). */
const INVALID = -2;

/** Closes the database, ends what runs there and drops it with its logins. Safe to repeat. */
export async function drop(server: Server, dbId: string): Promise<'gone' | 'closed'> {
  return await withRoom(server, () => dropOnce(server, dbId));
}

async function dropOnce(server: Server, dbId: string): Promise<'gone' | 'closed'> {
  const remove = async (admin: pg.Client): Promise<'gone' | 'closed'> => {
    // A delete and the sweep, here or in another service, may come to one database at once; a role that two sessions drop is an internal error.
    await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`drop ${dbId}`]);
    const {
      rows: [found],
    } = await admin.query<{ invalid: boolean }>('SELECT datconnlimit = $2 AS invalid FROM pg_database WHERE datname = $1', [dbId, INVALID]);
    if (found) {
      // One that is invalid takes no sessions, and ends the session that would alter it.
      if (!found.invalid) await admin.query(`ALTER DATABASE ${quoteName(dbId)} ALLOW_CONNECTIONS false`);
      try {
        await admin.query(`DROP DATABASE IF EXISTS ${quoteName(dbId)} WITH (FORCE)`);
      } catch (error) {
        if ((error as { code?: string }).code === STILL_IN_USE) return 'closed';
        throw error;
      }
    }
    for (const login of (await grantLogins(admin, [dbId])).get(dbId) ?? []) await admin.query(`DROP ROLE IF EXISTS ${quoteName(login)}`);
    for (const role of ROLES) await admin.query(`DROP ROLE IF EXISTS ${quoteName(roleName(dbId, role))}`);
    return 'gone';
  };
  return await administer(server, server.endpoint().database, remove, 'finish');
}

/** What databases and logins are marked with: the services of one control plane, which lives in one database of the server, or elsewhere. */
const markOf = (server: Server): string => server.mark ?? `svc, control plane in ${server.endpoint().database}`;

/** What carries the mark, databases and logins. What was made before there was one is not told. */
export async function hosted(server: Server): Promise<readonly HostedDatabase[]> {
  const mark = markOf(server);
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ name: string; role: boolean; comment: string }>(
      `SELECT * FROM (
         SELECT rolname AS name, true AS role, shobj_description(oid, 'pg_authid') AS comment FROM pg_roles
         UNION ALL SELECT datname, false, shobj_description(oid, 'pg_database') FROM pg_database) found
       WHERE starts_with(comment, $1) ORDER BY role DESC`,
      [mark],
    );
    const found = new Map<string, HostedDatabase>();
    for (const { name, role, comment } of rows) {
      const told = readMark(comment, mark);
      const id = role ? name.slice(0, -'_o'.length) : name;
      // Logins come first, and hold nothing: of a database that is there, its own mark counts.
      if (told) found.set(id, { id, unfinishedSince: role ? LOGINS_ALONE : told.unfinishedSince });
    }
    return [...found.values()];
  });
}

/**
 * Sets the logins' passwords to those that the present secret gives; for a data folder that met a new secret.
 * @throws Fault db_misconfigured where somebody dropped a login: to PostgreSQL one that does not exist has a wrong password
 */
export async function resetPasswords(server: Server, secret: string, dbId: string): Promise<void> {
  await administer(server, server.endpoint().database, async (admin) => {
    for (const role of ROLES) await setPassword(admin, secret, roleName(dbId, role));
    for (const login of (await grantLogins(admin, [dbId])).get(dbId) ?? []) await setPassword(admin, secret, login);
  });
}

async function setPassword(admin: pg.Client, secret: string, login: string): Promise<void> {
  try {
    await admin.query(`ALTER ROLE ${quoteName(login)} PASSWORD ${quoteText(rolePassword(secret, login))}`);
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_OBJECT) throw error;
    throw new Fault('db_misconfigured', { params: { reason: WITHOUT_LOGINS }, cause: error });
  }
}

const UNDEFINED_OBJECT = '42704';
const WITHOUT_LOGINS = 'The engine has no logins for this database any more; the database itself may be gone too.';

const createRole = (dbId: string, role: Role, secret: string, maxSessions: number): string =>
  `CREATE ROLE ${quoteName(roleName(dbId, role))} LOGIN PASSWORD ${quoteText(rolePassword(secret, roleName(dbId, role)))} NOINHERIT NOCREATEDB NOCREATEROLE CONNECTION LIMIT ${maxSessions};`;

function grants(dbId: string): string {
  const [owner, writer, reader] = ROLES.map((role) => quoteName(roleName(dbId, role))) as [string, string, string];
  return [
    `ALTER SCHEMA public OWNER TO ${owner}`,
    `GRANT USAGE ON SCHEMA public TO ${writer}, ${reader}`,
    ...defaultGrants(dbId),
    `GRANT USAGE ON SCHEMA svc TO ${writer}, ${owner}`,
    `GRANT EXECUTE ON FUNCTION svc.claim, svc.settle TO ${writer}, ${owner}`,
    `GRANT EXECUTE ON FUNCTION svc.lock_schema TO ${owner}`,
    undoGrants(dbId),
  ].join(';\n');
}

/** In every schema that the owner makes, `public` among them. */
function defaultGrants(dbId: string): string[] {
  const [owner, writer, reader] = ROLES.map((role) => quoteName(roleName(dbId, role))) as [string, string, string];
  const of = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner}`;
  return [
    `${of} GRANT USAGE ON SCHEMAS TO ${writer}, ${reader}`,
    `${of} GRANT SELECT ON TABLES TO ${reader}`,
    `${of} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${writer}`,
    `${of} GRANT USAGE, SELECT ON SEQUENCES TO ${writer}`,
  ];
}

/** The owner's schemas beside `public` where the other logins lack a right, as SQL names them; asked as the owner. */
export const lackingRights = (dbId: string): Statement => ({
  sql: `
SELECT quote_ident(n.nspname) FROM pg_namespace n
WHERE n.oid IN (${USER_SCHEMAS}) AND n.nspname <> 'public' AND n.nspowner = (SELECT p.nspowner FROM pg_namespace p WHERE p.nspname = 'public')
  AND (NOT has_schema_privilege($1, n.oid, 'USAGE') OR NOT has_schema_privilege($2, n.oid, 'USAGE') OR EXISTS (
    SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm') AND c.relowner = n.nspowner
      AND (NOT has_table_privilege($1, c.oid, 'SELECT') OR NOT has_table_privilege($2, c.oid, 'SELECT'))))`,
  params: [roleName(dbId, 'reader'), roleName(dbId, 'writer')],
});

/** Gives the logins their rights in schemas that were made before the owner's defaults held everywhere. Safe to repeat. */
export async function grantSchemas(server: Server, dbId: string, schemas: readonly string[]): Promise<void> {
  const [owner, writer, reader] = ROLES.map((role) => quoteName(roleName(dbId, role))) as [string, string, string];
  const each = (name: string) => [
    `GRANT USAGE ON SCHEMA ${name} TO ${writer}, ${reader}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO ${reader}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${writer}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${name} TO ${writer}`,
  ];
  await administer(server, dbId, async (admin) => {
    await admin.query(['BEGIN', `SET LOCAL ROLE ${owner}`, ...defaultGrants(dbId), ...schemas.flatMap(each), 'COMMIT'].join(';\n'));
  });
}
