import { createHash, createHmac } from 'node:crypto';
import { identifier, textLiteral } from './quote.ts';
import { ROLES, type Role } from './server.ts';
import { type Bounds, boundSettings, SEMANTICS } from './settings.ts';

/** Names carry the database's id, so that a login can be of one database alone. */
export const loginName = (dbId: string, role: Role): string => `${dbId}_${role.charAt(0)}`;

/** Derived, not stored: a dump of the control plane opens no database. */
export const loginPassword = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`clickhouse login:${name}`).digest('base64url');

/** One for each role, which all databases of a deployment share: what a login may be given to do follows the service's settings at once. */
export const profileName = (deployment: string, role: Role): string => `svc_${deployment}_${role}`;

/**
 * What no statement of a login can exceed. A reader changes nothing but settings (`readonly = 2`), which the
 * service sends with each request. A statement may lower a bound, and never lift it; what it does when it is met is constant.
 */
export function createProfile(deployment: string, role: Role, bounds: Bounds, statementsMax: number): string {
  const bounded = Object.entries(boundSettings(bounds)).map(([name, value]) =>
    typeof value === 'number' ? `${name} = ${value} MIN 1 MAX ${value}` : `${name} = ${textLiteral(value)} CONST`,
  );
  const meanings = Object.entries(SEMANTICS).map(([name, value]) => `${name} = ${typeof value === 'number' ? value : textLiteral(value)}`);
  const fixed = [
    // The engine takes UPDATE and DELETE for DDL, so that rights alone keep a writer from the rest of it.
    ...(role === 'reader' ? ['readonly = 2 CONST', 'allow_ddl = 0 CONST'] : []),
    "read_overflow_mode = 'throw' CONST",
    'allow_introspection_functions = 0 CONST',
    `max_concurrent_queries_for_user = ${statementsMax} CONST`,
  ];
  return `CREATE SETTINGS PROFILE OR REPLACE ${identifier(profileName(deployment, role))} SETTINGS ${[...fixed, ...bounded, ...meanings].join(', ')}`;
}

/** What tells of the tables' parts and mutations, and of nobody else's: both show those of tables alone that the login sees. */
const SEEN = ['tables', 'columns', 'parts', 'mutations'].map((table) => `system.${table}`);

const RIGHTS: Readonly<Record<Role, string>> = {
  owner: 'SELECT, INSERT, CREATE TABLE, DROP TABLE, ALTER TABLE',
  writer: 'SELECT, INSERT, ALTER UPDATE, ALTER DELETE',
  reader: 'SELECT',
};

/** As many seconds of work in an hour as this many statements that never pause would take. */
const HOUR_SECONDS = 3_600;

/**
 * Statements that give a database its logins, in their order; each may run again. What a login had is replaced. Passwords go to the server as
 * hashes alone, so that its log of statements holds none.
 */
export function createLogins(dbId: string, { secret, deployment, statementsMax }: LoginOptions): string[] {
  return ROLES.flatMap((role) => {
    const name = loginName(dbId, role);
    const [login, database] = [identifier(name), identifier(dbId)];
    const hash = createHash('sha256').update(loginPassword(secret, name)).digest('hex');
    return [
      `CREATE USER OR REPLACE ${login} IDENTIFIED WITH sha256_hash BY '${hash}' DEFAULT DATABASE ${database} SETTINGS PROFILE ${textLiteral(profileName(deployment, role))}`,
      `GRANT ${RIGHTS[role]} ON ${database}.* TO ${login}`,
      ...SEEN.map((table) => `GRANT SELECT ON ${table} TO ${login}`),
      `CREATE QUOTA OR REPLACE ${login} FOR INTERVAL 1 hour MAX execution_time = ${HOUR_SECONDS * statementsMax} TO ${login}`,
    ];
  });
}

/** Statements that take all of it away; each may run again. */
export const dropLogins = (dbId: string): string[] =>
  ROLES.flatMap((role) => ['USER', 'QUOTA'].map((kind) => `DROP ${kind} IF EXISTS ${identifier(loginName(dbId, role))}`));

export interface LoginOptions {
  readonly secret: string;
  readonly deployment: string;
  /** Statements of one login at once. */
  readonly statementsMax: number;
}
