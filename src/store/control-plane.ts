import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Fault } from '../fault.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { copyOut } from './copy-out.ts';
import { CONTROL_SCHEMA, migrate, requireUpToDate } from './migrations.ts';
import type { ControlPlane } from './tables.ts';

export type Store = Kysely<ControlPlane>;

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: boolean | object;
}

/** Of the server of the control plane, where it is watched. */
interface ServerHeartbeat {
  /** @throws Fault db_unreachable when the server is silent or falls silent meanwhile; the work then goes on by itself */
  unlessSilent<T>(work: () => Promise<T>): Promise<T>;
  /** The same for what the server does itself. */
  whileAnswering<T>(work: () => Promise<T>): Promise<T>;
}

export const CONTROL_SESSIONS_MAX = 8;
/** For a session of the control plane, in a burst behind those of others. */
const WAIT_MS = 10_000;
/** Of one statement, on the server; then, a little later, for a server that does not even say that. */
const STATEMENT_MS = 15_000;
const SILENCE_MS = 18_000;
/** For sessions to say goodbye, which a server that hangs never hears. */
const END_MS = 2_000;
/** What the pool says to who waited in vain. */
const WAITED = /timeout exceeded when trying to connect/;

/** Opens the control plane and brings it up to date, or refuses one that is not. `endpoint` is read at each connect, since an embedded server may move. */
export async function openStore(
  endpoint: () => Endpoint,
  onError: (error: Error) => void,
  watchPool?: (stats: () => { readonly total: number; readonly idle: number; readonly waiting: number }) => void,
  heartbeat: ServerHeartbeat = { unlessSilent: (work) => work(), whileAnswering: (work) => work() },
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<Store> {
  const pool = new pg.Pool({
    ...endpoint(),
    max: CONTROL_SESSIONS_MAX,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    application_name: 'svc control',
  });
  watchPool?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  pool.on('error', onError);
  // The pool listens to idle clients alone: without this, one that is lost at work would end the process. Its query rejects.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const moving = {
    connect: async () => {
      Object.assign(pool.options, endpoint());
      const isFull = () => pool.totalCount >= pool.options.max && pool.idleCount === 0;
      let connecting: Promise<pg.PoolClient> | undefined;
      const connect = () => {
        connecting = pool.connect();
        return connecting;
      };
      // One that lay idle comes from the pool, and says nothing of the server.
      const client = await heartbeat.unlessSilent(connect).catch((error: unknown) => {
        connecting?.then((late) => late.release()).catch(() => undefined);
        if (WAITED.test(String((error as Error).message)) && isFull())
          throw new Fault('overloaded', { params: { waitedMs: WAIT_MS }, cause: error });
        return failed(error);
      });
      let isLost = false;
      const note = (error: unknown): never => {
        isLost ||= error instanceof Fault || isAway(error);
        return failed(error);
      };
      const query = ((sql: string, params: unknown[]) =>
        heartbeat
          .whileAnswering<unknown>(() => (sql.startsWith('COPY ') ? copyOut(client, sql) : client.query(sql, params)))
          .catch(note)) as unknown as PostgresPoolClient['query'];
      return {
        query,
        // A session whose server fell silent may still be at its statement, and serves nobody else.
        release: () => client.release(isLost),
      };
    },
    end: async () => {
      await waitAtMost(END_MS, pool.end());
    },
  };
  const db = new Kysely<ControlPlane>({ dialect: new PostgresDialect({ pool: moving }) }).withSchema(CONTROL_SCHEMA);
  await (migrates ? migrate(db) : requireUpToDate(db)).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  return db;
}

const DISK_FULL = '53100';

/** The server's going away is passing, and its disk can be made room on; anything else is a fault of ours. */
function failed(error: unknown): never {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === DISK_FULL) throw new Fault('storage_full', { cause: error });
  throw isAway(error) ? new Fault('db_unreachable', { params: { reason: 'The control plane does not answer.' }, cause: error }) : error;
}

function isAway(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code !== 'string' || /^(E[A-Z]+|57P0\d|53300|08\w{3})$/.test(code);
}
