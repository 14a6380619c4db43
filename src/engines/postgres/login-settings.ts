import type pg from 'pg';
import { LIMITS } from '../../contract/limits.ts';
import { administer, quoteName, quoteText, ROLES, type Role, roleName, type Server } from './server.ts';

type Settings = Readonly<Record<string, string>>;

/** A login of a hosted database: one of the three that each has, or a grant's. */
export interface LoginKind {
  readonly name: string;
  /** The schema of bare names. */
  readonly searchPath: string;
  readonly readOnly: boolean;
}

export interface RoleLimits {
  readonly statementTimeoutMs: number;
  readonly maxSessions: number;
}

export const loginKind = (dbId: string, role: Role): LoginKind => ({
  name: roleName(dbId, role),
  searchPath: 'public',
  readOnly: role === 'reader',
});

/** It reads the views of its own schema. */
export const grantLoginKind = (login: string): LoginKind => ({ name: login, searchPath: login, readOnly: true });

export interface LoginFacts {
  /** `server_version_num`. */
  readonly version: number;
  /** The service's own login. */
  readonly user: string;
  /** Whether the service's own login may set what no other role can raise. */
  readonly superuser: boolean;
  readonly statementTimeoutMs: number;
}

/** What every session of the role depends on, and any role may set for itself. */
const ownSettings = ({ searchPath, readOnly }: LoginKind, statementTimeoutMs: number): Settings => ({
  search_path: searchPath,
  timezone: 'UTC',
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  statement_timeout: `${statementTimeoutMs}ms`,
  lock_timeout: `${LIMITS.lockTimeoutMs}ms`,
  idle_in_transaction_session_timeout: '30s',
  work_mem: '8MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  default_transaction_read_only: readOnly ? 'on' : 'off',
});

/**
 * Sent by each session as it starts. What is sent counts before what a role has set for itself, so that not even
 * ALTER ROLE CURRENT_USER SET lasts. Beside our own choices, what would change the meaning of a statement.
 */
export const startupSettings = (login: LoginKind, statementTimeoutMs: number): Settings => ({
  ...ownSettings(login, statementTimeoutMs),
  role: 'none',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_deferrable: 'off',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  extra_float_digits: '1',
  row_security: 'on',
  hash_mem_multiplier: '2',
  local_preload_libraries: '',
});

/** Kept with the role: what a session would have that somebody opened without the service. */
const loginSettings = (login: LoginKind, { version, superuser, statementTimeoutMs }: LoginFacts): Settings => ({
  ...ownSettings(login, statementTimeoutMs),
  ...(version >= 170_000 ? { transaction_timeout: `${statementTimeoutMs + 10_000}ms` } : {}),
  // Only a superuser may set these, so the role itself can never raise them.
  ...(superuser ? { temp_file_limit: '256MB', lc_messages: 'C' } : {}),
});

/** SQL that gives a login its settings and takes away whatever else it has. */
export const setLogin = (login: LoginKind, facts: LoginFacts): string => {
  const name = quoteName(login.name);
  return [
    `ALTER ROLE ${name} RESET ALL;`,
    ...Object.entries(loginSettings(login, facts)).map(([setting, value]) => `ALTER ROLE ${name} SET ${setting} = ${settingValue(value)};`),
  ].join('\n');
};

/** A list is not one quoted text. */
const settingValue = (value: string): string => value.split(',').map(quoteText).join(', ');

export async function loginFacts(admin: pg.Client, statementTimeoutMs: number): Promise<LoginFacts> {
  const { rows } = await admin.query<Pick<LoginFacts, 'version' | 'user' | 'superuser'>>(
    `SELECT current_setting('server_version_num')::int AS version, rolname AS "user", rolsuper AS superuser FROM pg_roles WHERE rolname = current_user`,
  );
  const { version = 0, user = '', superuser = false } = rows[0] ?? {};
  return { version, user, superuser, statementTimeoutMs };
}

/** Follow the service's settings and are sent by each session, so that an old value with the role is no change by somebody. */
const FOLLOWING: ReadonlySet<string> = new Set(['statement_timeout', 'transaction_timeout']);

/** Gives logins whose settings somebody changed their own again. Returns the ids of their databases. */
export async function healLogins(server: Server, dbIds: readonly string[], statementTimeoutMs: number): Promise<readonly string[]> {
  return await administer(server, server.endpoint().database, async (admin) => {
    const facts = await loginFacts(admin, statementTimeoutMs);
    const granted = await grantLogins(admin, dbIds);
    const loginsOf = (dbId: string): readonly LoginKind[] => [
      ...ROLES.map((role) => loginKind(dbId, role)),
      ...(granted.get(dbId) ?? []).map(grantLoginKind),
    ];
    const { rows } = await admin.query<{ name: string; database: boolean; settings: string[] | null }>(
      `SELECT r.rolname AS name, COALESCE(s.setdatabase <> 0, false) AS database, s.setconfig AS settings
       FROM pg_roles r LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid WHERE r.rolname = ANY($1)`,
      [dbIds.flatMap((dbId) => loginsOf(dbId).map(({ name }) => name))],
    );
    const changed = (login: LoginKind): boolean => {
      const expected = fingerprint(Object.entries(loginSettings(login, facts)));
      const found = rows.filter(({ name }) => name === login.name);
      return found.some(({ database, settings }) => database || fingerprint(settings?.map(taken) ?? []) !== expected);
    };
    const healed = dbIds.filter((dbId) => loginsOf(dbId).some(changed));
    for (const dbId of healed) {
      const statements = loginsOf(dbId).map((login) => `${setLogin(login, facts)}\n${resetInDatabase(dbId, login)}`);
      await admin.query(['BEGIN;', ...statements, 'COMMIT'].join('\n'));
    }
    return healed;
  });
}

const resetInDatabase = (dbId: string, { name }: LoginKind): string =>
  `ALTER ROLE ${quoteName(name)} IN DATABASE ${quoteName(dbId)} RESET ALL;`;

/** By this a grant's login is found again although its database, or its record, is gone. */
export const grantMark = (dbId: string): string => `svc, grant on ${dbId}`;

/** The logins of grants by database, as their marks tell. */
export async function grantLogins(admin: pg.Client, dbIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await admin.query<{ name: string; mark: string }>(
    "SELECT rolname AS name, shobj_description(oid, 'pg_authid') AS mark FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = ANY($1)",
    [dbIds.map(grantMark)],
  );
  return new Map(dbIds.map((dbId) => [dbId, rows.filter(({ mark }) => mark === grantMark(dbId)).map(({ name }) => name)]));
}

const taken = (setting: string): [string, string] => {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
};

const fingerprint = (settings: readonly (readonly [name: string, value: string])[]): string =>
  settings
    .filter(([name]) => !FOLLOWING.has(name.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}=${value.replaceAll(/[\s"]/g, '')}`)
    .sort()
    .join('\n');
