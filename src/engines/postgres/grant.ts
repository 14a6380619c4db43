import type pg from 'pg';
import { Fault } from '../../fault.ts';
import type { GrantTarget } from '../engine.ts';
import { createViewStatements, type GrantedView } from './grant-views.ts';
import { grantLoginKind, grantMark, loginFacts, type RoleLimits, setLogin } from './login-settings.ts';
import { administer, quoteName, quoteText, roleName, rolePassword, type Server } from './server.ts';

/**
 * Makes a grant's login and, in a schema of its name, a view of each of its tables: named columns, and the rows that meet
 * its condition. The login may read these views and nothing else, so that whatever is asked of them, in a predicate, a join
 * or an aggregate, is asked of what the grant shows. The views are the owner's, whose rights they read the tables with.
 * All of it is made in one transaction. @throws Fault invalid_body for a condition that the engine does not take
 */
export async function makeGrant(server: Server, secret: string, dbId: string, grant: GrantTarget, limits: RoleLimits): Promise<void> {
  const login = quoteName(grant.login);
  await administer(server, dbId, async (admin) => {
    const facts = await loginFacts(admin, limits.statementTimeoutMs);
    const owner = quoteName(roleName(dbId, 'owner'));
    await admin.query(
      [
        'BEGIN',
        LOCK_RIGHTS,
        `CREATE ROLE ${login} LOGIN PASSWORD ${quoteText(rolePassword(secret, grant.login))} NOINHERIT NOCREATEDB NOCREATEROLE CONNECTION LIMIT ${limits.maxSessions}`,
        setLogin(grantLoginKind(grant.login), facts).replace(/;$/, ''),
        `COMMENT ON ROLE ${login} IS ${quoteText(grantMark(dbId))}`,
        ...(facts.superuser ? [] : [`GRANT ${login} TO CURRENT_USER`]),
        `GRANT CONNECT ON DATABASE ${quoteName(dbId)} TO ${login}`,
        `SET LOCAL ROLE ${owner}`,
        `CREATE SCHEMA ${login}`,
        `REVOKE ALL ON SCHEMA ${login} FROM ${othersOf(dbId)}`,
        `GRANT USAGE ON SCHEMA ${login} TO ${login}`,
      ].join(';\n'),
    );
    for (const { table, source, where } of grant.tables) {
      const view = await viewOf(admin, {
        login: grant.login,
        name: table.name,
        columns: table.columns.map(({ name }) => name),
        source,
        where,
      });
      for (const statement of createViewStatements(view, othersOf(dbId))) await one(admin, statement, source.name);
      // What it computes without any column is the same for every row: it fails now or never.
      if (where !== null) await one(admin, onNothing(view.on, where), source.name);
    }
    await admin.query('COMMIT');
  });
}

/** Until the transaction ends: two that change the rights on one database at once fail with "tuple concurrently updated". Beside the schema's lock, which is 1. */
const LOCK_RIGHTS = 'SELECT pg_advisory_xact_lock(2)';

/** Evaluates the condition for a row without values. */
const onNothing = ({ schema, name }: { readonly schema: string; readonly name: string }, where: string): string => {
  const table = `${quoteName(schema)}.${quoteName(name)}`;
  return `SELECT 1 FROM (SELECT (NULL::${table}).*) AS ${quoteName(name)} WHERE (${where}\n)`;
};

/** The views are made by the owner, whose defaults give its other logins rights in all that it makes. */
const othersOf = (dbId: string): string => (['writer', 'reader'] as const).map((role) => quoteName(roleName(dbId, role))).join(', ');

interface Shown {
  readonly login: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly source: { readonly schema: string; readonly name: string };
  readonly where: string | null;
}

/** By number, as the engine itself refers to tables and columns: what is renamed stays what it is, and what comes later under an old name is not it. */
async function viewOf(admin: pg.Client, { login, name, columns, source, where }: Shown): Promise<GrantedView> {
  const { rows } = await admin.query<{ oid: string; table: boolean; name: string; number: number }>(
    `SELECT c.oid::text AS oid, c.relkind IN ('r', 'p') AS table, a.attname AS name, a.attnum AS number FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped`,
    [source.schema, source.name],
  );
  const numbers = columns.map((column) => rows.find((row) => row.name === column)?.number);
  const [first] = rows;
  if (!first || numbers.includes(undefined)) throw new Fault('schema_mismatch', { params: { table: source.name } });
  return {
    schema: login,
    name,
    on: source,
    isTable: first.table,
    live: new Map(rows.map((row) => [row.number, row.name])),
    kept: {
      table: first.oid,
      as: source.name,
      columns: numbers as number[],
      where,
      ...(where === null ? {} : { named: Object.fromEntries(rows.map((row) => [row.name, row.number])) }),
    },
  };
}

/** One statement, which the protocol itself sees to: it holds a condition that somebody wrote. */
async function one(admin: pg.Client, text: string, table: string): Promise<void> {
  try {
    await admin.query({ text, queryMode: 'extended' } as pg.QueryConfig);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (!/^(22|42(?!501)|0A|21|54)/.test(code ?? '')) throw error;
    throw new Fault('invalid_body', {
      params: { issues: [{ path: `rows.${table}`, message: `PostgreSQL does not take it: ${message}.` }] },
      cause: error,
    });
  }
}

/** Sessions that are told to end take a moment; a statement that does not end keeps its login from being removed. */
const ENDING_MS = 2_000;
const LOOK_EVERY_MS = 20;

/**
 * Takes everything of a grant away: in one transaction the login may neither log in nor read any more, then its sessions
 * end, then it goes. Safe to repeat. `closed`: nobody can use it, but something still runs that keeps it from being removed.
 */
export async function endGrant(server: Server, dbId: string, login: string): Promise<'gone' | 'closed'> {
  const control = server.endpoint().database;
  const known = await administer(server, control, async (admin) => {
    const { rows } = await admin.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
        EXISTS (SELECT FROM pg_database WHERE datname = $2 AND datallowconn AND datconnlimit <> -2) AS database`,
      [login, dbId],
    );
    return rows[0];
  });
  if (!known?.database) return known?.role ? await dropLogin(server, login) : 'gone';
  return await administer(server, dbId, async (admin) => {
    const name = quoteName(login);
    const { rows } = await admin.query<{ schema: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS schema', [name]);
    const hasSchema = rows[0]?.schema === true;
    if (known.role) {
      const inSchema = hasSchema
        ? `REVOKE ALL ON ALL TABLES IN SCHEMA ${name} FROM ${name}; REVOKE ALL ON SCHEMA ${name} FROM ${name};`
        : '';
      await admin.query(
        `BEGIN; ${LOCK_RIGHTS}; ALTER ROLE ${name} NOLOGIN; ${inSchema} REVOKE ALL ON DATABASE ${quoteName(dbId)} FROM ${name}; COMMIT`,
      );
      if (!(await endSessions(admin, login))) return 'closed';
    }
    if (hasSchema) await admin.query(`BEGIN; SET LOCAL lock_timeout = '2s'; DROP SCHEMA ${name} CASCADE; COMMIT`);
    if (known.role) await admin.query(`BEGIN; ${LOCK_RIGHTS}; DROP OWNED BY ${name}; DROP ROLE ${name}; COMMIT`);
    return 'gone';
  });
}

/** Of a database that is gone, or takes no sessions any more. */
async function dropLogin(server: Server, login: string): Promise<'gone' | 'closed'> {
  return await administer(server, server.endpoint().database, async (admin) => {
    await admin.query(`ALTER ROLE ${quoteName(login)} NOLOGIN`);
    if (!(await endSessions(admin, login))) return 'closed';
    try {
      await admin.query(`DROP ROLE ${quoteName(login)}`);
      return 'gone';
    } catch (error) {
      // The database is still being deleted, and with it goes what the role may do there.
      if ((error as { code?: string }).code === STILL_REFERRED) return 'closed';
      throw error;
    }
  });
}

const STILL_REFERRED = '2BP01';

async function endSessions(admin: pg.Client, login: string): Promise<boolean> {
  for (const end = Date.now() + ENDING_MS; ; await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))) {
    const { rowCount } = await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login]);
    if (rowCount === 0) return true;
    if (Date.now() > end) return false;
  }
}
