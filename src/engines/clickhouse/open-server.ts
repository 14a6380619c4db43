import { randomBytes } from 'node:crypto';
import { Fault, messageOf } from '../../fault.ts';
import { type ClickHouseDriver, createClickHouseDriver } from './driver.ts';
import { createProfile, type LoginOptions, loginName } from './logins.ts';
import { createRemoteServer, type RemoteServerOptions } from './remote-server.ts';
import { type ClickHouseServer, ROLES } from './server.ts';

export interface OpenServerOptions extends Omit<RemoteServerOptions, 'admin' | 'url' | 'logins'> {
  /** `http(s)://user:password@host:port`. */
  readonly clickhouseUrl: string;
  readonly secret: string;
  readonly deployment: string;
  readonly resultRowsMax: number;
}

/** `tokenizeQuery`, which the judge of callers' statements needs, came with it. */
const OLDEST = [26, 5] as const;
/** Statements of one login at once; a login has as many sockets. */
const STATEMENTS_MAX = 16;

/**
 * The ClickHouse of `CLICKHOUSE_URL`, after a database was made there, read by its own login and removed again, which is all
 * that the service needs it for. @throws Error of one line that says what is missing and what to do
 */
export async function openClickHouse(options: OpenServerOptions): Promise<ClickHouseServer> {
  const { url, username, password } = partsOf(options.clickhouseUrl);
  const admin = createClickHouseDriver({
    endpoint: { url, username, password, database: 'default', trusted: options.trusted },
    timeoutMs: ADMIN_TIMEOUT_MS,
    memoryBytes: options.memoryBytes,
    threads: options.threads,
    isPinged: true,
  });
  const logins: LoginOptions = { secret: options.secret, deployment: options.deployment, statementsMax: STATEMENTS_MAX };
  const server = createRemoteServer({ ...options, admin, url, logins });
  try {
    await requireVersion(admin, { url, username });
    await makeProfiles(admin, options).catch((error: unknown) => {
      throw new Error(`CLICKHOUSE_URL: the user ${username} cannot make settings profiles: ${reasonOf(error)} ${ACCESS}`, { cause: error });
    });
    await tryOut(server, username);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

const ADMIN_TIMEOUT_MS = 60_000;

function partsOf(text: string): { url: string; username: string; password: string } {
  const parsed = new URL(text);
  const [username, password] = [parsed.username, parsed.password].map(decodeURIComponent);
  return { url: parsed.origin, username: username || 'default', password: password ?? '' };
}

/** Its version, where it answers the login of the URL and is new enough. @throws Error of one line, as at a start */
export async function lookAtClickHouse(clickhouseUrl: string, timeoutMs: number): Promise<string> {
  const { url, username, password } = partsOf(clickhouseUrl);
  const admin = createClickHouseDriver({
    ...{ endpoint: { url, username, password, database: 'default' }, timeoutMs, memoryBytes: LOOK_BYTES, threads: 1 },
  });
  return await requireVersion(admin, { url, username }).finally(() => admin.close());
}

const LOOK_BYTES = 64 * 1024 * 1024;

async function requireVersion(admin: ClickHouseDriver, { url, username }: { url: string; username: string }): Promise<string> {
  let version: string;
  try {
    const { rows } = await admin.query({ sql: 'SELECT version()', params: [] }, { readonly: true, maxRows: 1 });
    version = String(rows[0]?.[0]);
  } catch (error) {
    if (error instanceof Fault && error.params?.engineCode === UNKNOWN_SETTING)
      throw new Error(`CLICKHOUSE_URL points at a ClickHouse that is too old: ${reasonOf(error)} ${NEEDED}`, { cause: error });
    if (error instanceof Fault && REFUSES.has(Number(error.params?.engineCode)))
      throw new Error(`CLICKHOUSE_URL: the ClickHouse at ${url} refuses the user ${username}. Check the user and the password.`, {
        cause: error,
      });
    throw new Error(
      `CLICKHOUSE_URL: no ClickHouse answers at ${url} (${causeOf(error)}). Check that it runs, and the port of its HTTP interface: usually 8123, with https 8443.`,
      { cause: error },
    );
  }
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Error(`CLICKHOUSE_URL points at ClickHouse ${version}. ${NEEDED}`);
  return version;
}

const NEEDED = `Version ${OLDEST.join('.')} or later is needed.`;
const UNKNOWN_SETTING = 115;
/** UNKNOWN_USER, REQUIRED_PASSWORD, AUTHENTICATION_FAILED */
const REFUSES: ReadonlySet<number> = new Set([192, 194, 516]);

async function makeProfiles(admin: ClickHouseDriver, options: OpenServerOptions): Promise<void> {
  const { deployment, timeoutMs, memoryBytes, threads, readRowsMax, resultRowsMax } = options;
  const bounds = { timeoutMs, memoryBytes, threads, readRowsMax, rows: resultRowsMax };
  for (const role of ROLES)
    await admin.exec({ sql: createProfile(deployment, role, bounds, STATEMENTS_MAX), params: [] }, { readonly: false });
}

/**
 * A start that is killed meanwhile leaves a database that stays marked as being made, and that no record tells of: the sweep, this service's or
 * another's, removes it once it is older than any making takes.
 */
async function tryOut(server: ClickHouseServer, username: string): Promise<void> {
  const dbId = `db_check_${randomBytes(8).toString('hex')}`;
  try {
    await server.create(dbId);
    await server.use(dbId, 'owner', undefined, (driver) =>
      driver.exec({ sql: 'CREATE TABLE tried (id Int64) ENGINE = MergeTree ORDER BY id', params: [] }, { readonly: false }),
    );
    await server.use(dbId, 'reader', undefined, (driver) =>
      driver.query({ sql: "SELECT count(), tokenizeQuery('SELECT 1') FROM tried", params: [] }, { readonly: true, maxRows: 1 }),
    );
  } catch (error) {
    throw new Error(
      `CLICKHOUSE_URL: a database and its logins (${loginName(dbId, 'reader')}) could not be made by the user ${username}: ${reasonOf(error)} ${ACCESS}`,
      {
        cause: error,
      },
    );
  } finally {
    await server.remove(dbId).catch(() => undefined);
  }
}

const ACCESS =
  'It needs access management and a writable user directory (access_management and local_directory in the server’s configuration; or GRANT ALL ON *.* … WITH GRANT OPTION).';

const reasonOf = (error: unknown): string =>
  error instanceof Fault && typeof error.params?.reason === 'string' ? error.params.reason : said(error);

/** What the connection met, without what it sent. */
function causeOf(error: unknown): string {
  const met = (error as { cause?: unknown }).cause ?? error;
  const { code } = met as { code?: unknown };
  if (typeof code === 'string' && !(met instanceof Fault)) return code;
  // That the engine does not answer is what this stands in.
  if (met instanceof Fault && typeof met.params?.reason === 'string') return met.params.reason.replace(/\.$/, '');
  return said(met).split('\n', 1).join('').slice(0, 200);
}

const said = (error: unknown): string =>
  error instanceof Fault ? messageOf(error) : error instanceof Error ? error.message : String(error);
