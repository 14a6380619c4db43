import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { LoginName, PostgresSession } from './driver.ts';

export interface PoolOptions {
  /** Sessions in all, of every login. */
  readonly max: number;
  readonly maxPerLogin: number;
  /** How long a caller waits for a session before `db_unreachable`. */
  readonly waitMs: number;
  readonly open: (login: LoginName) => Promise<PostgresSession>;
}

interface Waiter {
  readonly login: LoginName;
  readonly grant: (session: PostgresSession | Promise<PostgresSession>) => void;
}

const TOO_MANY_CONNECTIONS = '53300';
const FULL_RETRY_MS = 50;

/**
 * Sessions of many logins under one bound. An idle session serves its own login again; where the bound is reached,
 * the one idle the longest is closed for whoever waits the longest. Sessions never change their login.
 */
export class SessionPool {
  readonly #options: PoolOptions;
  /** Least recently used first. */
  #idle: PostgresSession[] = [];
  readonly #open = new Map<string, number>();
  #total = 0;
  /** Who waits the longest first. */
  readonly #waiters = new Set<Waiter>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Runs `work` with a session of the login; a session that broke or whose work failed uncleanly is not kept. */
  async with<T>(login: LoginName, signal: Leaving | undefined, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const session = await this.#acquire(login, signal);
    try {
      return await work(session);
    } finally {
      this.#release(session);
    }
  }

  /** Closes the idle sessions of a database; those at work close when they are done. */
  async forget(database: string): Promise<void> {
    const leaving = this.#idle.filter((session) => session.login.database === database);
    this.#idle = this.#idle.filter((session) => session.login.database !== database);
    await Promise.all(leaving.map((session) => this.#close(session)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const idle = this.#idle;
    this.#idle = [];
    for (const waiter of [...this.#waiters]) waiter.grant(Promise.reject(new Fault('db_unreachable')));
    await Promise.all(idle.map((session) => this.#close(session)));
  }

  get stats(): { total: number; idle: number; waiting: number } {
    return { total: this.#total, idle: this.#idle.length, waiting: this.#waiters.size };
  }

  #acquire(login: LoginName, signal: Leaving | undefined): PostgresSession | Promise<PostgresSession> {
    if (this.#closed) throw new Fault('db_unreachable');
    if (signal?.aborted) throw new Fault('query_cancelled');
    const ready = this.#take(login);
    if (ready) return ready;
    return new Promise<PostgresSession>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        login,
        grant: (session) => {
          settle();
          resolve(session);
        },
      };
      const abort = () => {
        settle();
        reject(new Fault('query_cancelled'));
      };
      const timer = setTimeout(() => {
        settle();
        reject(
          new Fault('db_unreachable', { params: { reason: 'Every session of this database is busy.', waitedMs: this.#options.waitMs } }),
        );
      }, this.#options.waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** An idle session, a new one, or null when the bounds are reached. */
  #take(login: LoginName): PostgresSession | Promise<PostgresSession> | null {
    for (let index = this.#idle.length - 1; index >= 0; index--) {
      const session = this.#idle[index];
      if (!session || !isOf(session, login)) continue;
      this.#idle.splice(index, 1);
      if (!session.broken) return session;
      void this.#close(session);
    }
    if ((this.#open.get(login.user) ?? 0) >= this.#options.maxPerLogin) return null;
    if (this.#total >= this.#options.max) {
      const oldest = this.#idle.shift();
      if (!oldest) return null;
      return this.#count(login, async () => {
        await this.#close(oldest);
        return await this.#openPatiently(login);
      });
    }
    return this.#count(login, () => this.#openPatiently(login));
  }

  /** A server can be full of others' sessions: give back one of ours that is idle, and look again until the wait is over. */
  async #openPatiently(login: LoginName): Promise<PostgresSession> {
    const deadline = Date.now() + this.#options.waitMs;
    for (;;) {
      try {
        return await this.#options.open(login);
      } catch (error) {
        if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > deadline) throw error;
        const oldest = this.#idle.shift();
        if (oldest) await this.#close(oldest);
        await delay(FULL_RETRY_MS);
      }
    }
  }

  async #count(login: LoginName, open: () => Promise<PostgresSession>): Promise<PostgresSession> {
    this.#total += 1;
    this.#open.set(login.user, (this.#open.get(login.user) ?? 0) + 1);
    try {
      return await open();
    } catch (error) {
      this.#uncount(login);
      this.#serveWaiters();
      throw error;
    }
  }

  #release(session: PostgresSession): void {
    if (session.broken || this.#closed) {
      void this.#close(session).then(() => this.#serveWaiters());
      return;
    }
    const longest: Waiter | undefined = this.#waiters.values().next().value;
    // The usual case of a busy database: the others wait for what they waited for before.
    if (longest && isOf(session, longest.login)) {
      longest.grant(session);
      return;
    }
    this.#idle.push(session);
    this.#serveWaiters();
  }

  #serveWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      const session = this.#take(waiter.login);
      if (session) waiter.grant(session);
    }
  }

  async #close(session: PostgresSession): Promise<void> {
    this.#uncount(session.login);
    await session.close();
  }

  #uncount(login: LoginName): void {
    this.#total -= 1;
    const left = (this.#open.get(login.user) ?? 1) - 1;
    if (left > 0) this.#open.set(login.user, left);
    else this.#open.delete(login.user);
  }
}

const isOf = ({ login }: PostgresSession, { user, database }: LoginName): boolean => login.user === user && login.database === database;
