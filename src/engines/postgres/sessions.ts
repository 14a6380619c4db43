import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { PostgresSession } from './driver.ts';
import type { LoginName } from './login.ts';

export interface PoolOptions {
  /** Sessions in all, of every login. */
  readonly max: number;
  readonly maxPerLogin: number;
  /** Sessions at work for one party; all of them when absent. */
  readonly maxPerParty?: number | ((party: string) => number);
  /** Whose session it is, for fairness: several logins and databases may be one person's. Each login is one when absent. */
  readonly partyOf?: (login: LoginName) => string;
  /** How many sessions the login may have now, when that is fewer than `maxPerLogin`. */
  readonly allowance?: (login: LoginName) => number;
  /** How long a caller waits for a session before `overloaded`. */
  readonly waitMs: number;
  /** After how long unused a session is closed, when more than `idleKept` are idle; a minute when absent. */
  readonly idleMs?: number;
  /** How many idle sessions stay open however long they are; `IDLE_KEPT` when absent. */
  readonly idleKept?: number;
  readonly open: (login: LoginName) => Promise<PostgresSession>;
  /** Told how the pool's figures are read. */
  readonly watch?: ((stats: () => PoolStats) => void) | undefined;
  /** Told of a session whose statement had to be given up. */
  readonly onAbandoned?: (session: PostgresSession) => void;
}

/** Sessions in all, those that are idle, and callers that wait for one. */
export interface PoolStats {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

interface Waiter {
  readonly login: LoginName;
  readonly party: string;
  readonly grant: (session: PostgresSession | Promise<PostgresSession>) => void;
}

const BUSY = 'Every session that this database, its owner or the service may have is busy.';
const SLOW = 'The server answers others, and was too busy to open one more session in time.';
const RUNAWAY = 'Statements of this database that were given up still run on the server; it takes new ones when they have ended.';
/** What a crowd of databases needed for a moment is given back to the server; so many stay, since opening one takes its time. */
const IDLE_KEPT = 16;
const IDLE_MS = 60_000;
const TOO_MANY_CONNECTIONS = '53300';
const FULL_RETRY_MS = 50;
/** A session that was ended before says so at once; what takes longer may have been ended by the statement itself. */
const FOUND_OUT_MS = 500;

/**
 * Sessions of many logins under one bound. An idle session serves its own login again; where the bound is reached,
 * the one idle the longest is closed for whoever waits the longest. Sessions never change their login.
 */
export class SessionPool {
  readonly #options: PoolOptions;
  /** Least recently used first. */
  #idle: PostgresSession[] = [];
  readonly #idleSince = new WeakMap<PostgresSession, number>();
  readonly #trimming: NodeJS.Timeout;
  readonly #open = new Map<string, number>();
  #total = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Sessions at work, being opened included, of each party. */
  readonly #working = new Map<string, number>();
  /** Who waits the longest first. */
  readonly #waiters = new Set<Waiter>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    options.watch?.(() => this.stats);
    this.#trimming = setInterval(() => this.#trim(), (options.idleMs ?? IDLE_MS) / 4);
    this.#trimming.unref();
  }

  /**
   * Runs `work` with a session of the login; a session that broke or whose work failed uncleanly is not kept. One that the
   * server ended while it was idle is found out by its next use: then `work`, which begins with a read or with BEGIN and so
   * has done nothing yet, gets another session.
   */
  async with<T>(login: LoginName, signal: Leaving | undefined, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const party = this.#partyOf(login);
    for (;;) {
      const session = await this.#acquire(login, party, signal);
      const { answers } = session;
      const startedAt = performance.now();
      try {
        const done = await work(session);
        this.#answeredAt = performance.now();
        return done;
      } catch (error) {
        const wasEnded = answers > 0 && session.answers === answers && performance.now() - startedAt < FOUND_OUT_MS && isLost(error);
        if (!wasEnded) throw error;
        session.broken ??= new Error('The server had ended the session.');
      } finally {
        this.#release(session, party);
      }
    }
  }

  /** Closes the idle sessions of a database, or of one of its logins; those at work close when they are done. */
  async forget(database: string, user?: string): Promise<void> {
    const isTheirs = ({ login }: PostgresSession) => login.database === database && (user === undefined || login.user === user);
    const leaving = this.#idle.filter(isTheirs);
    this.#idle = this.#idle.filter((session) => !isTheirs(session));
    await Promise.all(leaving.map((session) => this.#close(session)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#trimming);
    const idle = this.#idle;
    this.#idle = [];
    this.refuseWaiters(new Fault('db_unreachable'));
    await Promise.all(idle.map((session) => this.#close(session)));
  }

  /** Answers everybody who waits for a session. */
  refuseWaiters(fault: Fault): void {
    for (const waiter of [...this.#waiters]) waiter.grant(Promise.reject(fault));
  }

  /** When the server last did what a session asked of it, by `performance.now()`. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  get stats(): PoolStats {
    return { total: this.#total, idle: this.#idle.length, waiting: this.#waiters.size };
  }

  #partyOf(login: LoginName): string {
    return this.#options.partyOf?.(login) ?? login.user;
  }

  #acquire(login: LoginName, party: string, signal: Leaving | undefined): PostgresSession | Promise<PostgresSession> {
    if (this.#closed) throw new Fault('db_unreachable');
    if (signal?.aborted) throw new Fault('query_cancelled');
    if (this.#allowed(login) <= 0) throw new Fault('overloaded', { params: { reason: RUNAWAY } });
    const ready = this.#take(login, party);
    if (ready) return ready;
    return new Promise<PostgresSession>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        login,
        party,
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
        reject(new Fault('overloaded', { params: { reason: BUSY, waitedMs: this.#options.waitMs } }));
      }, this.#options.waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #allowed(login: LoginName): number {
    const { maxPerLogin, allowance } = this.#options;
    return allowance ? Math.min(maxPerLogin, allowance(login)) : maxPerLogin;
  }

  /** An idle session, a new one, or null when the bounds are reached. What is taken counts for its party. */
  #take(login: LoginName, party: string): PostgresSession | Promise<PostgresSession> | null {
    if (!this.#mayWork(party)) return null;
    const taken = this.#find(login, party);
    if (taken) this.#working.set(party, (this.#working.get(party) ?? 0) + 1);
    return taken;
  }

  #atWork(login: LoginName): number {
    return (this.#open.get(login.user) ?? 0) - this.#idle.filter((session) => isOf(session, login)).length;
  }

  #mayWork(party: string): boolean {
    const { maxPerParty = this.#options.max } = this.#options;
    return (this.#working.get(party) ?? 0) < (typeof maxPerParty === 'number' ? maxPerParty : maxPerParty(party));
  }

  #stopWork(party: string): void {
    const left = (this.#working.get(party) ?? 1) - 1;
    if (left > 0) this.#working.set(party, left);
    else this.#working.delete(party);
  }

  #find(login: LoginName, party: string): PostgresSession | Promise<PostgresSession> | null {
    const allowed = this.#allowed(login);
    if (allowed < this.#options.maxPerLogin && this.#atWork(login) >= allowed) return null;
    for (let index = this.#idle.length - 1; index >= 0; index--) {
      const session = this.#idle[index];
      if (!session || !isOf(session, login)) continue;
      this.#idle.splice(index, 1);
      if (!session.broken) return session;
      void this.#close(session);
    }
    if ((this.#open.get(login.user) ?? 0) >= allowed) return null;
    if (this.#total >= this.#options.max) {
      const oldest = this.#idle.shift();
      if (!oldest) return null;
      return this.#count(login, party, async () => {
        await this.#close(oldest);
        return await this.#openPatiently(login);
      });
    }
    return this.#count(login, party, () => this.#openPatiently(login));
  }

  /**
   * A server can be full of others' sessions: give back one of ours that is idle, and look again until the wait is over.
   * @throws the driver's error; Fault overloaded for a server that was late and answered others meanwhile, and so is not away
   */
  async #openPatiently(login: LoginName): Promise<PostgresSession> {
    const deadline = Date.now() + this.#options.waitMs;
    for (;;) {
      const startedAt = performance.now();
      try {
        return await this.#options.open(login);
      } catch (error) {
        if (isLate(error) && this.#answeredAt > startedAt) throw new Fault('overloaded', { params: { reason: SLOW }, cause: error });
        if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > deadline) throw error;
        const oldest = this.#idle.shift();
        if (oldest) await this.#close(oldest);
        await delay(FULL_RETRY_MS);
      }
    }
  }

  async #count(login: LoginName, party: string, open: () => Promise<PostgresSession>): Promise<PostgresSession> {
    this.#total += 1;
    this.#open.set(login.user, (this.#open.get(login.user) ?? 0) + 1);
    try {
      return await open();
    } catch (error) {
      this.#uncount(login);
      this.#stopWork(party);
      this.#serveWaiters();
      throw error;
    }
  }

  #release(session: PostgresSession, party: string): void {
    this.#stopWork(party);
    if (session.abandoned) this.#options.onAbandoned?.(session);
    if (session.broken || session.slowed || this.#closed) {
      void this.#close(session).then(() => this.#serveWaiters());
      return;
    }
    this.#idle.push(session);
    this.#idleSince.set(session, performance.now());
    this.#serveWaiters();
  }

  #trim(): void {
    const before = performance.now() - (this.#options.idleMs ?? IDLE_MS);
    while (this.#idle.length > (this.#options.idleKept ?? IDLE_KEPT)) {
      const [oldest] = this.#idle;
      if (!oldest || (this.#idleSince.get(oldest) ?? 0) > before) return;
      this.#idle.shift();
      void this.#close(oldest);
    }
  }

  /** Parties with the fewest sessions at work come first, so that one party's crowd does not stand before everybody else. */
  #serveWaiters(): void {
    const inVain = new Set<string>();
    for (let next = this.#nextWaiter(inVain); next; next = this.#nextWaiter(inVain)) {
      const session = this.#take(next.login, next.party);
      if (session) next.grant(session);
      else if (this.#total >= this.#options.max && this.#idle.length === 0) return;
      else inVain.add(next.login.user);
    }
  }

  /** Of those that wait alike, the one that has waited longest. */
  #nextWaiter(inVain: ReadonlySet<string>): Waiter | null {
    let next: Waiter | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) {
      const working = this.#working.get(waiter.party) ?? 0;
      if (working >= least || !this.#mayWork(waiter.party) || inVain.has(waiter.login.user)) continue;
      next = waiter;
      least = working;
    }
    return next;
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

/** The driver's word for a server that did not open a session in time. */
const isLate = (error: unknown): boolean => (error as { message?: unknown }).message === 'timeout expired';

/** The connection went, or the server said with its last words that it ends the session (SQLSTATE 57P01 to 57P05). */
function isLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return /^(57P0\d|E[A-Z]+)$/.test(code);
  return typeof message === 'string' && /terminated|session ended|not queryable/i.test(message);
}
