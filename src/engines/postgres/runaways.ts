import { administer, type Server } from './server.ts';

/** A backend whose statement went on after it was cancelled. */
interface Runaway {
  readonly pid: number;
  /** Its login, which is of one database alone. */
  readonly user: string;
  readonly since: number;
  /** When it was interrupted last; what is rolled back after that takes its time behind all else. */
  interruptedAt?: number;
}

export interface Runaways {
  /** Takes over a backend that its session gave up. */
  add(user: string, pid: number): void;
  /** How many of a login's backends still run. */
  of(user: string): number;
  readonly total: number;
  close(): void;
}

interface Options {
  /** How often the server is asked what has become of them. */
  readonly lookEveryMs?: number;
  /** After this long it is interrupted, where that can be done: see `Server.interrupt`. */
  readonly interruptAfterMs?: number;
  /** After this long the last resort is taken, where there is one: see `Server.kill`. */
  readonly killAfterMs?: number;
  /** At least so long passes between two kills. */
  readonly killEveryMs?: number;
  readonly onKill?: (facts: { pid: number; user: string; ranMs: number }) => void;
}

const LOOK_EVERY_MS = 2_000;
/** What did not look for a cancel for so long is inside one function's loop, and not where the server's shared memory is changed. */
const INTERRUPT_AFTER_MS = 10_000;
/**
 * Killing one backend makes PostgreSQL end all sessions and recover, which costs everybody a second or two: worth it only
 * for what cannot be interrupted either and would otherwise hold a processor, a connection and the oldest snapshot for hours.
 */
const KILL_AFTER_MS = 10 * 60_000;
/** A kill ends all the others too; whoever finds a statement that needs one must not be able to repeat it at will. */
const KILL_EVERY_MS = 60 * 60_000;

/**
 * Keeps count of statements that PostgreSQL does not end: many of its functions never look for a cancel. Each is put
 * behind everything else on the machine where that can be done, is asked to end again at every look, and on the embedded
 * server is interrupted after a while.
 */
export function createRunaways(
  server: Server,
  {
    lookEveryMs = LOOK_EVERY_MS,
    interruptAfterMs = INTERRUPT_AFTER_MS,
    killAfterMs = KILL_AFTER_MS,
    killEveryMs = KILL_EVERY_MS,
    onKill,
  }: Options = {},
): Runaways {
  let running: readonly Runaway[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let killedAt = Number.NEGATIVE_INFINITY;

  const look = async () => {
    timer = undefined;
    const { gone, computing } = await askToEnd(server, running).catch(() => NOTHING_KNOWN);
    running = running.filter((runaway) => !gone.has(runaway));
    for (const runaway of running) {
      const { pid, user, since } = runaway;
      const ranMs = performance.now() - since;
      const waitedMs = performance.now() - (runaway.interruptedAt ?? since);
      if (waitedMs > interruptAfterMs && computing.has(runaway) && (await server.interrupt?.(pid)) === true)
        runaway.interruptedAt = performance.now();
      if (ranMs <= killAfterMs || performance.now() - killedAt < killEveryMs || (await server.kill?.(pid)) !== true) continue;
      killedAt = performance.now();
      onKill?.({ pid, user, ranMs: Math.round(ranMs) });
    }
    wait();
  };
  const wait = () => {
    if (timer !== undefined || closed || running.length === 0) return;
    timer = setTimeout(() => void look(), lookEveryMs);
    timer.unref();
  };

  return {
    add(user, pid) {
      server.standBack?.(pid, 'all');
      running = [...running, { pid, user, since: performance.now() }];
      wait();
    },
    of: (user) => running.reduce((count, runaway) => count + (runaway.user === user ? 1 : 0), 0),
    get total() {
      return running.length;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

interface Found {
  /** There no more. */
  readonly gone: ReadonlySet<Runaway>;
  /** At work and waiting for nothing, neither a lock nor a disk. */
  readonly computing: ReadonlySet<Runaway>;
}

const NOTHING_KNOWN: Found = { gone: new Set(), computing: new Set() };

/** Asks each to end, and tells which have ended. A process number that went to another login is one that ended. */
async function askToEnd(server: Server, runaways: readonly Runaway[]): Promise<Found> {
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ pid: number; user: string; computing: boolean }>(
      `SELECT pid, usename AS user, state = 'active' AND wait_event IS NULL AS computing, pg_terminate_backend(pid)
       FROM pg_stat_activity WHERE pid = ANY($1) AND usename = ANY($2)`,
      [runaways.map(({ pid }) => pid), runaways.map(({ user }) => user)],
    );
    const alive = new Map(rows.map(({ pid, user, computing }) => [`${pid} ${user}`, computing]));
    const of = (isIn: (computing: boolean | undefined) => boolean) =>
      new Set(runaways.filter(({ pid, user }) => isIn(alive.get(`${pid} ${user}`))));
    return { gone: of((computing) => computing === undefined), computing: of((computing) => computing === true) };
  });
}
