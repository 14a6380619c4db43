import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CLUSTER_USER, openCluster } from './embedded-cluster.ts';
import { findPlace, type Log, messageOf } from './embedded-place.ts';
import { findHolder, type Holder, hasGone, type Started, shutDown, spawnPostmaster, trimLog } from './embedded-postmaster.ts';
import { answers, type Endpoint, enter, leave, type Presence, watch } from './embedded-presence.ts';
import { endOrphans, interruptBackend, killBackend, standBack } from './embedded-processes.ts';
import { refusedStart, saysDiskIsFull } from './embedded-refusal.ts';
import { createReserve } from './embedded-reserve.ts';

export type { Endpoint };

export interface EmbeddedPostgres {
  /** Where to connect as the superuser of this private cluster. A restart may move the port: read it at each connect. */
  endpoint(): Endpoint;
  /**
   * Resolves when the server accepts connections, having joined or started it again if it was gone. Concurrent calls
   * share one attempt. Rejects with an Error whose message says what to do; also after `stop`.
   */
  ensure(): Promise<void>;
  /** Lowers the priority of a session's process, and leaves one processor to the others, for the rest of its life. Linux alone. */
  standBack(pid: number, behind: 'others' | 'all'): void;
  /** Ends what a session's process does, though it never looks for a cancel. False when it is not there, or not on Linux. */
  interrupt(pid: number): Promise<boolean>;
  /** Kills a session's process, upon which the server ends all sessions and recovers. False when it is not there, or not on Linux. */
  kill(pid: number): Promise<boolean>;
  /** Gives the room that was kept back on the server's disk to the server; false where it has been given. It is kept back again once there is room. */
  giveRoom(): Promise<boolean>;
  /** Whether the disk has no room for what a checkpoint writes. */
  isDiskFull(): Promise<boolean>;
  /** Leaves. The last service to leave stops the server (fast shutdown) and waits for its end. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The service's data directory; the cluster is `postgres` in it, the server's output `postgres.log`. */
  readonly dataDir: string;
  readonly log: Log;
  /**
   * Started by root, PostgreSQL runs as another user. What that user could not reach, data or programs, is kept here
   * instead; `postgres` in the data directory is then a symlink. Default `/var/lib/svc`.
   */
  readonly sharedDir?: string;
  /** Aborting gives up the start. Once started, only `stop` ends it. */
  readonly signal?: AbortSignal;
  /** Told, in words for a person, what is being done. */
  readonly onStep?: (text: string) => void;
}

/** Where, as root, that is kept which the server's user could not reach. */
export const SHARED_DIR = '/var/lib/svc';

const START_LIMIT_MS = 30_000;
/** For a server that is alive and does not say what it is at. */
const RECOVERY_LIMIT_MS = 180_000;
const RECOVERY_WORD_MS = 5_000;
/** What a server says that replays its log after a crash, or ends. */
const BUSY = /the database system is (starting up|in recovery|shutting down|not yet accepting connections)/;
const HEAL_FIRST_MS = 100;
const HEAL_MOST_MS = 30_000;
const LOG_CHECK_MS = 10 * 60_000;
const RESERVE_CHECK_MS = 10_000;

const SHARED_MEMORY = /pre-existing shared memory block/;
/** Another start, or what is left of the last server, stands in the way for a moment. PostgreSQL speaks English here (LC_ALL=C). */
const PASSING =
  /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block|could not bind|could not create any TCP\/IP sockets|Address already in use/;

/**
 * Joins the server of this data directory, or starts it; makes the cluster the first time. Services of one data directory
 * share one server. Services killed outright are noticed by the server itself, which ends a few seconds after the
 * last of them. Throws an Error whose message says what is in the way and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, sharedDir = SHARED_DIR, log, signal, onStep } = options;
  const closing = new AbortController();
  // Until it has started; `closing` is what ends it then.
  const giveUp = new AbortController();
  const starting = giveUp.signal;
  const forward = (from: AbortSignal) => {
    if (from.aborted) giveUp.abort(from.reason);
    else from.addEventListener('abort', () => giveUp.abort(from.reason), { once: true });
  };
  forward(closing.signal);
  if (signal) forward(signal);
  starting.throwIfAborted();
  const place = await findPlace(dataDir, { sharedDir: resolve(sharedDir), log });
  const onMake = () => onStep?.('Creating the PostgreSQL cluster');
  const password = await openCluster(place, { signal: starting, onMake });
  const reserve = createReserve(`${place.pgData}.reserve`);
  const giveRoom = async (): Promise<boolean> => {
    const given = await reserve.giveUp();
    if (given) log('warn', 'The disk is full: the room that was kept back is given to PostgreSQL', { pgData: place.pgData });
    return given;
  };
  const endpointAt = (port: number): Endpoint => ({ host: '127.0.0.1', port, user: CLUSTER_USER, password });

  let presence = await joinOrStart(starting);
  let healing: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let lastEndpoint = presence.endpoint;
  attend(presence);
  const logCheck = setInterval(() => void trimLog(place.logFile).catch(() => undefined), LOG_CHECK_MS);
  logCheck.unref();
  let keeping = reserve.keep();
  const reserveCheck = setInterval(() => {
    keeping = reserve.keep();
  }, RESERVE_CHECK_MS);
  reserveCheck.unref();

  async function joinOrStart(stopped: AbortSignal): Promise<Presence> {
    const from = Date.now();
    // Of a server that is at nothing that it says.
    let idleFrom = from;
    let nextWord = from + RECOVERY_WORD_MS;
    let own: Started | undefined;
    let obstacle = '';
    try {
      for (let pauseMs = 10; ; await delay(pauseMs)) {
        stopped.throwIfAborted();
        const holder = await findHolder(place);
        if (holder) {
          const entered = await tryEnter(holder);
          if ('presence' in entered) {
            onStep?.('PostgreSQL is ready');
            log('info', own?.pid === holder.pid ? 'PostgreSQL started' : 'Joined the running PostgreSQL', {
              serverPid: holder.pid,
              port: holder.port,
              pgData: place.pgData,
            });
            return entered.presence;
          }
          obstacle = `the server that holds it (pid ${holder.pid}, port ${holder.port ?? 'none yet'}) does not let us in: ${entered.refused}`;
        } else if (!own) {
          onStep?.('Starting PostgreSQL');
          own = await spawnPostmaster(place);
        }
        if (own?.hasEnded()) {
          obstacle = await own.said();
          own = undefined;
          // On a full disk not even the server's last words are written.
          const isDiskFull = saysDiskIsFull(obstacle) || (await reserve.isDiskFull());
          if (isDiskFull && (await giveRoom())) continue;
          if (!PASSING.test(obstacle)) throw refusedStart(place, obstacle, isDiskFull);
          if (SHARED_MEMORY.test(obstacle)) await endOrphans(place);
          pauseMs = Math.min(pauseMs * 2, 1000);
        }
        // A server that recovers says so, and takes as long as it has work: beginning anew would only take longer.
        if (holder && BUSY.test(obstacle)) {
          pauseMs = 100;
          idleFrom = Date.now();
          if (Date.now() > nextWord) {
            nextWord = Date.now() + RECOVERY_WORD_MS;
            onStep?.('PostgreSQL is recovering, or still writing; this may take some minutes');
            log('info', 'Waiting for PostgreSQL', { serverPid: holder.pid, waitedMs: Date.now() - from, reason: obstacle });
          }
          continue;
        }
        const limitMs = holder ? RECOVERY_LIMIT_MS : START_LIMIT_MS;
        if (Date.now() - idleFrom > limitMs)
          throw new Error(`PostgreSQL could not be reached in ${place.pgData} within ${limitMs} ms: ${obstacle}`);
      }
    } catch (error) {
      // What we started and never entered has no one who would stop it.
      await own?.takeBack();
      throw error;
    }
  }

  /** The reason is one that may pass; what cannot pass is thrown. */
  async function tryEnter({ pid, port }: Holder): Promise<{ presence: Presence } | { refused: string }> {
    if (port === undefined) return { refused: 'it is starting' };
    const entered = await enter(endpointAt(port));
    if (entered.outcome === 'later') return { refused: entered.reason };
    if (entered.outcome === 'stranger') {
      throw new Error(
        `${place.pgData} is in use by a PostgreSQL server (pid ${pid}, port ${port}) that does not accept this service's password: ${entered.reason}. Nothing was changed. Stop that server, or choose another data directory (SVC_DATA_DIR).`,
      );
    }
    if (entered.major !== place.major) {
      await leave(entered.presence);
      throw new Error(
        `${place.pgData} is in use by PostgreSQL ${entered.major} (pid ${pid}), and this is PostgreSQL ${place.major}. Stop that server first.`,
      );
    }
    await watch(entered.presence.endpoint).catch((error: unknown) =>
      log('warn', 'Nothing watches over PostgreSQL: killed services would leave it running', { reason: messageOf(error) }),
    );
    return { presence: entered.presence };
  }

  function attend(current: Presence): void {
    lastEndpoint = current.endpoint;
    void current.lost.then(() => {
      if (stopping) return;
      log('warn', 'The connection to PostgreSQL was lost');
      void healUntilWell();
    });
  }

  async function healUntilWell(): Promise<void> {
    for (let pauseMs = HEAL_FIRST_MS; !stopping; pauseMs = Math.min(pauseMs * 2, HEAL_MOST_MS)) {
      try {
        return await ensure();
      } catch (error) {
        if (stopping) return;
        log('error', 'PostgreSQL could not be brought back; trying again', { reason: messageOf(error), pauseMs });
        await delay(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async function heal(): Promise<void> {
    if (!presence.isLost() && (await answers(presence.endpoint))) return;
    await leave(presence);
    presence = await joinOrStart(closing.signal);
    attend(presence);
  }

  function ensure(): Promise<void> {
    if (stopping) return Promise.reject(new Error('The embedded PostgreSQL was stopped.'));
    healing ??= heal().finally(() => {
      healing = undefined;
    });
    return healing;
  }

  async function finish(): Promise<void> {
    clearInterval(logCheck);
    clearInterval(reserveCheck);
    await keeping;
    closing.abort(new Error('The embedded PostgreSQL was stopped.'));
    await healing?.catch(() => undefined);
    const holder = await findHolder(place);
    if (presence.isLost() && holder?.port !== undefined) {
      const entered = await enter(endpointAt(holder.port));
      if (entered.outcome === 'in') presence = entered.presence;
    }
    const outcome = await leave(presence, async () => {
      if (holder && !(await shutDown(place, holder.pid)))
        log('warn', 'PostgreSQL is still writing to the disk; it ends when that is done', { pid: holder.pid });
    });
    if (holder && outcome === 'silent') log('warn', 'PostgreSQL does not answer; it is left as it is', { pid: holder.pid });
    if (holder && outcome === 'unknown' && !(await hasGone(place, holder.pid, 15_000)))
      log('warn', 'PostgreSQL is still running', { pid: holder.pid });
  }

  if (signal?.aborted) {
    stopping = finish();
    await stopping;
    signal.throwIfAborted();
  }

  return {
    endpoint: () => lastEndpoint,
    ensure,
    standBack: (pid, behind) =>
      void standBack(place, pid, behind).catch((error: unknown) =>
        log('warn', 'A long statement could not be made to stand back', { pid, reason: messageOf(error) }),
      ),
    interrupt: (pid) => interruptBackend(place, pid),
    kill: (pid) => killBackend(place, pid),
    giveRoom,
    isDiskFull: reserve.isDiskFull,
    stop: () => {
      stopping ??= finish();
      return stopping;
    },
  };
}
