import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createTurns } from '../../lib/turns.ts';
import { type HostedDatabase, makingMark, readMark } from '../hosted-mark.ts';
import { type ClickHouseDriver, createClickHouseDriver, killStatement, type Statements } from './driver.ts';
import { createLogins, dropLogins, type LoginOptions, loginName, loginPassword } from './logins.ts';
import { identifier, textLiteral } from './quote.ts';
import { type ClickHouseServer, GONE, ROLES, type Role } from './server.ts';

export interface RemoteServerOptions {
  /** The service's own login, which makes databases and logins. */
  readonly admin: ClickHouseDriver;
  /** Without user and password. */
  readonly url: string;
  /** As of `Endpoint`. */
  readonly trusted?: string | undefined;
  readonly logins: LoginOptions;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly readRowsMax: number;
  /** Pieces of work at once, in all and for one owner. */
  readonly max: number;
  readonly maxPerOwner: number | ((ownerId: string) => number);
  readonly waitMs: number;
  readonly ownerOf: (dbId: string) => string | undefined;
}

/** Databases of a ClickHouse server of the deployment's own, each with logins of its own. */
export function createRemoteServer(options: RemoteServerOptions): ClickHouseServer {
  const { admin, logins } = options;
  const mark = `svc ${logins.deployment}`;
  const drivers = new Map<string, ClickHouseDriver>();
  let closed = false;

  const turns = createTurns({
    max: options.max,
    maxPerParty: options.maxPerOwner,
    waitMs: options.waitMs,
    full: (waitedMs) => new Fault('overloaded', { params: { waitedMs } }),
    left: () => new Fault('query_cancelled'),
  });

  const asAdmin = async (statements: readonly string[], settings: Record<string, number> = {}): Promise<void> => {
    for (const sql of statements) await admin.exec({ sql, params: [] }, { readonly: false, settings });
  };
  const rowsOf = async (sql: string, params: readonly unknown[] = []): Promise<readonly (readonly unknown[])[]> =>
    (await admin.query({ sql, params }, { readonly: true, maxRows: ROWS_MAX })).rows;

  const statements: Statements = {
    kill: (name) => asAdmin([killStatement(name)]),
    isRunning: async (queryId) =>
      (await rowsOf('SELECT 1 FROM system.processes WHERE query_id = {p1:String} LIMIT 1', [queryId])).length > 0,
  };

  /** The one that was used the longest ago is closed for the next: a client holds sockets. */
  function driverOf(dbId: string, role: Role): ClickHouseDriver {
    const username = loginName(dbId, role);
    const known = drivers.get(username);
    const driver =
      known ??
      createClickHouseDriver({
        ...options,
        sockets: logins.statementsMax,
        readsAlone: role === 'reader',
        isPinged: true,
        endpoint: {
          url: options.url,
          username,
          password: loginPassword(logins.secret, username),
          database: dbId,
          trusted: options.trusted,
          statements,
          valueMaxBytes: VALUE_MAX_BYTES,
        },
      });
    drivers.delete(username);
    drivers.set(username, driver);
    const [oldest] = drivers;
    if (drivers.size > DRIVERS_MAX && oldest) forget(oldest[0]);
    return driver;
  }

  function forget(username: string): void {
    const driver = drivers.get(username);
    drivers.delete(username);
    // What runs by it goes on to its end.
    void driver?.close().catch(() => undefined);
  }

  const ours = async (where: string, params: readonly unknown[] = []): Promise<HostedDatabase[]> =>
    (await rowsOf(`SELECT name, comment FROM system.databases WHERE ${where}`, params)).flatMap(([name, comment]) => {
      const told = readMark(String(comment), mark);
      return told === null ? [] : [{ id: String(name), ...told }];
    });
  const isThere = async (dbId: string): Promise<boolean> => (await ours('name = {p1:String}', [dbId])).length > 0;

  return {
    async use<T>(dbId: string, role: Role, signal: Leaving | undefined, work: (driver: ClickHouseDriver) => Promise<T>): Promise<T> {
      if (closed) throw new Fault('db_unreachable', { params: { reason: 'The service is stopping.' } });
      return await turns.take(options.ownerOf(dbId) ?? dbId, signal, async () => {
        try {
          return await work(driverOf(dbId, role));
        } catch (error) {
          if (!(error instanceof Fault) || !LOGIN_REFUSED.has(Number(error.params?.engineCode))) throw error;
          if (!(await isThere(dbId))) throw new Fault('db_misconfigured', { params: { reason: GONE }, cause: error });
          // Somebody changed the login, or the service has another secret now.
          await asAdmin(createLogins(dbId, logins));
          throw new Fault('db_unreachable', {
            params: { reason: 'The login of this database was missing, and has been made again.' },
            cause: error,
          });
        }
      });
    },

    async create(dbId) {
      await asAdmin([`CREATE DATABASE ${identifier(dbId)} COMMENT ${textLiteral(makingMark(mark))}`, ...createLogins(dbId, logins)]);
    },
    markWhole: (dbId) => asAdmin([`ALTER DATABASE ${identifier(dbId)} MODIFY COMMENT ${textLiteral(mark)}`]),

    /** The database last: as long as anything is left, it tells whose that is. */
    async remove(dbId) {
      const names = ROLES.map((role) => loginName(dbId, role));
      for (const name of names) forget(name);
      await asAdmin([...dropLogins(dbId), `KILL QUERY WHERE user IN (${names.map(textLiteral).join(', ')}) ASYNC`]);
      await asAdmin([`DROP DATABASE IF EXISTS ${identifier(dbId)} SYNC`], ANY_SIZE);
    },

    homeOf: (dbId) => dbId,
    isExclusive: false,

    hosted: () => ours('startsWith(comment, {p1:String})', [mark]),

    async heal(dbIds) {
      const there = new Set((await rowsOf('SELECT name FROM system.users')).map(([name]) => String(name)));
      const broken = dbIds.filter((dbId) => !ROLES.every((role) => there.has(loginName(dbId, role))));
      for (const dbId of broken) await asAdmin(createLogins(dbId, logins));
      return broken;
    },

    async bytes(dbId) {
      const [row] = await rowsOf('SELECT sum(bytes_on_disk) FROM system.parts WHERE database = {p1:String}', [dbId]);
      return Number(row?.[0] ?? 0);
    },

    assertReady: () => undefined,

    async close() {
      closed = true;
      for (const name of [...drivers.keys()]) forget(name);
      await admin.close();
    },
  };
}

const ROWS_MAX = 1_000_000;
const DRIVERS_MAX = 500;
/** `http_max_field_value_size` as the server is shipped: parameters come as parts of the address. */
const VALUE_MAX_BYTES = 128 * 1024;
/** UNKNOWN_USER, AUTHENTICATION_FAILED */
const LOGIN_REFUSED: ReadonlySet<number> = new Set([192, 516]);
/** A server drops no large table unless it is told to. */
const ANY_SIZE = { max_table_size_to_drop: 0, max_partition_size_to_drop: 0 } as const;
