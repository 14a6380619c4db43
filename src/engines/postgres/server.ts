import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Fault } from '../../fault.ts';
import { createTurns, type Turns } from '../../lib/turns.ts';
import { waitAtMost } from '../../lib/wait-at-most.ts';
import { socketOf } from './client-socket.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Login } from './login.ts';

/** The service's own login on a Postgres server, and the logins of the databases it hosts there. */
export interface Server {
  /** The service's login; `database` is the one of the control plane. Read at each connect, since an embedded server may move. */
  endpoint(): Login;
  /** What databases and logins here are marked with; absent where it is the control plane's own server. */
  readonly mark?: string;
  /** Whether it answers at all, as it was found last; absent where nobody watches. */
  readonly heartbeat?: Heartbeat;
  /** Brings an embedded server back when it is gone; nothing to do for any other. */
  ensure(): Promise<void>;
  /**
   * Makes one of the server's processes stand back behind the others of this machine, or behind all else, for the rest of
   * its life. Absent where the processes are not ours.
   */
  standBack?(pid: number, behind: 'others' | 'all'): void;
  /**
   * Ends the statement of one of the server's processes at once, though it never looks for a cancel. Only for one that has
   * computed for long; the others go on. False when it was not there.
   */
  interrupt?(pid: number): Promise<boolean>;
  /** Kills one of the server's processes, upon which PostgreSQL ends all sessions and recovers. False when it was not there. */
  kill?(pid: number): Promise<boolean>;
  /** Gives the server room on its disk that was kept back for this; false when there is none. Absent where the disk is not ours. */
  giveRoom?(): Promise<boolean>;
  /** Whether its disk has no room for what a checkpoint writes. Absent where the disk is not ours. */
  isDiskFull?(): Promise<boolean>;
}

/** What the server says when its disk is full (PostgreSQL manual, appendix A). */
export const DISK_FULL = '53100';

/**
 * What takes away goes on where the disk is full: with room that is given before, since a checkpoint that finds none ends the server and
 * everybody's sessions with it, and once more when it met the end of the disk all the same. `work` bears being begun again.
 */
export async function withRoom<T>(server: Server, work: () => Promise<T>): Promise<T> {
  if ((await server.isDiskFull?.()) === true) await server.giveRoom?.();
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === DISK_FULL && (await server.giveRoom?.()) === true) return await work();
    throw error;
  }
}

export const ROLES = ['owner', 'writer', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** Role names carry the database's id, so a role can be of one database alone. */
export const roleName = (dbId: string, role: Role): string => `${dbId}_${role.charAt(0)}`;

/** Derived, not stored: a dump of the control plane opens no database. */
export const rolePassword = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`role:${name}`).digest('base64url');

export const loginOf = (server: Server, secret: string, dbId: string, role: Role): Login =>
  loginNamed(server, secret, { database: dbId, user: roleName(dbId, role) });

export function loginNamed(
  server: Server,
  secret: string,
  { database, user }: { readonly database: string; readonly user: string },
): Login {
  const { host, port, ssl } = server.endpoint();
  return { host, port, ...(ssl === undefined ? {} : { ssl }), database, user, password: rolePassword(secret, user) };
}

/** Administrative sessions of one service at once: a burst of creations must not use up the server's connections. */
const ADMIN_SESSIONS_MAX = 6;
const ADMIN_WAIT_MS = 20_000;
const FULL_RETRY_MS = 100;
const TOO_MANY_CONNECTIONS = '53300';

const overloaded = (waitedMs: number): Fault => new Fault('overloaded', { params: { waitedMs } });
const turnsOf = new WeakMap<Server, Turns>();

/** What begins something, and what goes on with it or takes it back: a crowd that begins must not keep those from an end. */
type AdminWork = 'begin' | 'finish';

/**
 * One short administrative session as the service itself. Never given SQL of a caller's.
 * @throws Fault overloaded when no turn comes, or the server has no room, within 20 s; db_unreachable while it is silent
 */
export async function administer<T>(
  server: Server,
  database: string,
  work: (client: pg.Client) => Promise<T>,
  kind: AdminWork = 'begin',
): Promise<T> {
  let turns = turnsOf.get(server);
  if (!turns) {
    turns = createTurns({ max: ADMIN_SESSIONS_MAX, waitMs: ADMIN_WAIT_MS, full: overloaded, left: () => new Fault('query_cancelled') });
    turnsOf.set(server, turns);
  }
  return await turns.take(kind, undefined, async () => {
    server.heartbeat?.requireAnswers();
    const client = await connectPatiently(server, database);
    // What waits on a server that has fallen silent ends with its connection.
    const stop = server.heartbeat?.onSilence(() => socketOf(client)?.destroy());
    try {
      return await work(client);
    } finally {
      stop?.();
      await waitAtMost(
        PROBE_MS,
        client.end().catch(() => undefined),
      );
    }
  });
}

/** A server can be full of others' sessions for a moment. */
async function connectPatiently(server: Server, database: string): Promise<pg.Client> {
  for (const until = Date.now() + ADMIN_WAIT_MS; ; await delay(FULL_RETRY_MS)) {
    try {
      return await connect(server, database);
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS) throw error;
      if (Date.now() > until) throw overloaded(ADMIN_WAIT_MS);
    }
  }
}

async function connect(server: Server, database: string): Promise<pg.Client> {
  const { host, port, user, password, ssl } = server.endpoint();
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ...(ssl === undefined ? {} : { ssl }),
    application_name: 'svc admin',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    query_timeout: 65_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const PROBE_MS = 2_000;

/** Whether the server takes a session and answers it, within a few seconds. One that is full does answer. */
export async function serverAnswers(server: Server): Promise<boolean> {
  const { host, port, user, password, database, ssl } = server.endpoint();
  const client = new pg.Client({
    ...{ host, port, user, password, database, ...(ssl === undefined ? {} : { ssl }) },
    ...{ application_name: 'svc probe', connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
  } finally {
    await waitAtMost(
      PROBE_MS,
      client.end().catch(() => undefined),
    );
  }
}

export const quoteName = (name: string): string => pg.escapeIdentifier(name);
/** `schema.table` as it is written in SQL; a bare name is one of `public`. For names without a dot in their parts. */
export function hostedName(name: string): string {
  const [schema = '', table] = name.split('.');
  return table === undefined ? `public.${quoteName(name)}` : `${quoteName(schema)}.${quoteName(table)}`;
}

export const quoteText = (text: string): string => pg.escapeLiteral(text);
