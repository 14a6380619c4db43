import { administer, type Server } from './server.ts';

/** A backend whose statement went on after it was cancelled. */
interface Runaway {
  readonly pid: number;
  /** Its login, which is of one database alone. */
  readonly user: string;
  readonly since: number;
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
  /** After this long the last resort is taken, where there is one: see `Server.kill`. */
  readonly killAfterMs?: number;
  readonly onKill?: (facts: { pid: number; user: string; ranMs: number }) => void;
}

const LOOK_EVERY_MS = 2_000;
/**
 * Killing one backend makes PostgreSQL end all sessions and recover, which costs everybody a second or two: worth it only
 * for what would otherwise hold a processor, a connection and the oldest snapshot for hours.
 */
const KILL_AFTER_MS = 10 * 60_000;

/**
 * Keeps count of statements that PostgreSQL does not end: many of its functions never look for a cancel. Each is put
 * behind everything else on the machine where that can be done, and is asked to end again at every look.
 */
export function createRunaways(
  server: Server,
  { lookEveryMs = LOOK_EVERY_MS, killAfterMs = KILL_AFTER_MS, onKill }: Options = {},
): Runaways {
  let running: readonly Runaway[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const look = async () => {
    timer = undefined;
    const gone = await ended(server, running).catch(() => new Set<Runaway>());
    running = running.filter((runaway) => !gone.has(runaway));
    for (const { pid, user, since } of running) {
      const ranMs = Date.now() - since;
      if (ranMs > killAfterMs && (await server.kill?.(pid)) === true) onKill?.({ pid, user, ranMs });
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
      running = [...running, { pid, user, since: Date.now() }];
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

/** Those that are there no more; the others are asked to end. A process number that went to another login is one that ended. */
async function ended(server: Server, runaways: readonly Runaway[]): Promise<Set<Runaway>> {
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ pid: number; user: string }>(
      'SELECT pid, usename AS user, pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY($1) AND usename = ANY($2)',
      [runaways.map(({ pid }) => pid), runaways.map(({ user }) => user)],
    );
    const alive = new Set(rows.map(({ pid, user }) => `${pid} ${user}`));
    return new Set(runaways.filter(({ pid, user }) => !alive.has(`${pid} ${user}`)));
  });
}
