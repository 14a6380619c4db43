import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf, messageOf } from './embedded-place.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** One service's session on the server; holding it keeps the server up. The kernel closes it when the service is killed. */
export interface Presence {
  readonly endpoint: Endpoint;
  /** Resolves when the session has ended, for whatever reason. Never rejects. */
  readonly lost: Promise<void>;
  isLost(): boolean;
  readonly client: Client;
}

export type Entered =
  | { readonly outcome: 'in'; readonly presence: Presence; readonly major: string }
  /** Starting, stopping, full or not answering: try again. */
  | { readonly outcome: 'later'; readonly reason: string }
  /** A server that refuses this password: not ours. */
  | { readonly outcome: 'stranger'; readonly reason: string };

/** Every service holds the first one shared, in the database `postgres`; the one watcher holds the second. */
const PRESENCE_KEY = 7_305_140_218;
const WATCH_KEY = 7_305_140_219;
const WATCH_EVERY_SECONDS = 2;
const ANSWER_LIMIT_MS = 5000;
const REFUSALS = ['28P01', '28000', '3D000', '42501'];

/** Opens a session and marks this service as present. */
export async function enter(endpoint: Endpoint): Promise<Entered> {
  const client = clientFor(endpoint, 'svc presence');
  let isLost = false;
  const lost = new Promise<void>((settle) => {
    client.once('end', () => {
      isLost = true;
      settle();
    });
  });
  try {
    await client.connect();
    // Waits only while the last service is stopping the server: then the session ends, and the next attempt starts it anew.
    await client.query(`SELECT pg_advisory_lock_shared(${PRESENCE_KEY})`);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const major = (rows[0]?.server_version ?? '').replace(/[^\d].*$/, '');
    return { outcome: 'in', presence: { endpoint, client, lost, isLost: () => isLost }, major };
  } catch (error) {
    await close(client);
    const outcome = REFUSALS.includes(codeOf(error) ?? '') ? 'stranger' : 'later';
    return { outcome, reason: messageOf(error) };
  }
}

/**
 * Ends the session. `last`: nobody else was present, and `whenLast` has run; a service that comes meanwhile waits for
 * the end of that, and then of the server. `others`: somebody is present. `unknown`: the session was lost, or the server is ending already. `silent`: the server hangs.
 */
export async function leave(presence: Presence, whenLast?: () => Promise<void>): Promise<'last' | 'others' | 'unknown' | 'silent'> {
  if (presence.isLost()) return 'unknown';
  try {
    const { last, others, silent } = await stepBack(presence.client);
    if (last) await whenLast?.();
    return last ? 'last' : others ? 'others' : silent ? 'silent' : 'unknown';
  } finally {
    await close(presence.client);
  }
}

/** Whether the server takes a new session now. One that is full does answer. */
export async function answers(endpoint: Endpoint): Promise<boolean> {
  const client = clientFor(endpoint, 'svc probe');
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return codeOf(error) === '53300';
  } finally {
    await close(client);
  }
}

/**
 * Lets the server look after itself: a session that nobody is connected to any more (a backend notices its client's end
 * only when it writes) asks every two seconds whether a service is present and stops the server when none is. So services
 * killed outright leave no orphan. One watcher a server; a second one ends at once. Not on Windows, and not for a service killed
 * in the instant between starting the server and coming here: then the next start adopts the server.
 */
export async function watch(endpoint: Endpoint): Promise<void> {
  if (process.platform === 'win32') return;
  const client = clientFor(endpoint, 'svc watch');
  try {
    await client.connect();
    const isWatching = new Promise<void>((settle) => {
      client.once('notice', () => settle());
    });
    // The block ends with the server; what matters is that it began, or that another one was there.
    await Promise.race([isWatching, client.query(WATCH)]);
  } finally {
    await close(client);
  }
}

async function stepBack(client: Client): Promise<{ last: boolean; others: boolean; silent?: boolean }> {
  const nobody = { last: false, others: false };
  return client.query<typeof nobody>(LEAVE).then(
    ({ rows }) => rows[0] ?? nobody,
    // The driver's own words for an answer that does not come.
    (error: unknown) => ({ ...nobody, silent: /timeout/i.test(messageOf(error)) }),
  );
}

const LEAVE = `
  WITH gone AS MATERIALIZED (SELECT pg_advisory_unlock_shared(${PRESENCE_KEY}) AS done),
       tried AS MATERIALIZED (SELECT pg_try_advisory_lock(${PRESENCE_KEY}) AS last FROM gone WHERE done)
  SELECT last, EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND pid <> pg_backend_pid()
      AND classid::bigint << 32 | objid::bigint = ${PRESENCE_KEY}
  ) AS others FROM tried`;

/** Each round is a transaction of its own: none of them holds back vacuum. A backend's working directory is the data directory. */
const WATCH = `
  DO $watch$
  BEGIN
    IF NOT pg_try_advisory_lock(${WATCH_KEY}) THEN
      RETURN;
    END IF;
    RAISE NOTICE 'watching';
    LOOP
      PERFORM pg_sleep(${WATCH_EVERY_SECONDS});
      COMMIT;
      EXIT WHEN pg_try_advisory_lock(${PRESENCE_KEY});
    END LOOP;
    COPY (SELECT WHERE false) TO PROGRAM 'read -r pid < postmaster.pid && kill -INT "$pid"';
  END
  $watch$`;

function clientFor({ host, port, user, password }: Endpoint, name: string): Client {
  const client = new Client({
    ...{ host, port, user, password, database: 'postgres', ssl: false },
    ...{ application_name: name, connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS, keepAlive: true },
  });
  // An error of an idle session is followed by 'end', which is what we act on.
  client.on('error', () => undefined);
  return client;
}

async function close(client: Client): Promise<void> {
  // A server that hangs would keep us waiting for its goodbye.
  await Promise.race([client.end().catch(() => undefined), delay(3000, undefined, { ref: false })]);
}
