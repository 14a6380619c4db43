import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Reach } from '../resolve-host.ts';
import { type ClickHouseUrl, readClickHouseUrl } from './connection-url.ts';
import { type ClickHouseDriver, createClickHouseDriver } from './driver.ts';
import { ACCESS_DENIED, MAY_READ_NOTHING, readingGrants } from './grants.ts';
import { createPinnedAgent } from './pinned-agent.ts';
import { identifier } from './quote.ts';

export interface ConnectedServerOptions {
  /** The URL of a database, opened. @throws Fault db_misconfigured */
  readonly urlOf: (dbId: string) => Promise<string>;
  readonly reach: Reach;
  /** Certificates (PEM) that are trusted besides the system's. */
  readonly trusted?: string | undefined;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly readRowsMax: number;
  /** Statements at once, of one account, over all databases that it connected. */
  readonly maxPerOwner: number | ((ownerId: string) => number);
  readonly ownerOf: (dbId: string) => string | undefined;
  readonly waitMs: number;
}

/** A server of a customer's, as its login finds it. */
export interface ConnectedPlace {
  readonly url: ClickHouseUrl;
  readonly driver: ClickHouseDriver;
  /** The login's own profile lets it only read. */
  readonly readsAlone: boolean;
  readonly user: string;
}

/** Databases of customers, each by its own URL; nothing is open between statements for long. */
export interface ConnectedServers {
  use<T>(dbId: string, signal: Leaving | undefined, work: (place: ConnectedPlace) => Promise<T>): Promise<T>;
  /** The same by a URL that is not connected yet, or not any more. @throws Fault invalid_request */
  useUrl<T>(text: string, work: (place: ConnectedPlace) => Promise<T>): Promise<T>;
  /** The database of bare names of one that is in use. */
  homeOf(dbId: string): string;
  forget(dbId: string): Promise<void>;
  close(): Promise<void>;
}

/** Of one database: the server is somebody else's, and has others to serve. */
const STATEMENTS_MAX = 4;
/** Beside these, what ends a statement is sent while all of them run. */
const SOCKETS_MAX = STATEMENTS_MAX + 2;
const IDLE_MS = 60_000;
/** Of the first words with a server. */
const FIRST_MS = 10_000;

interface Held {
  readonly text: string;
  readonly place: Promise<ConnectedPlace>;
  users: number;
  lastUsed: number;
}

export function createConnectedServers(options: ConnectedServerOptions): ConnectedServers {
  const places = new Map<string, Held>();
  const turns = createTurns({
    max: Number.POSITIVE_INFINITY,
    maxPerParty: STATEMENTS_MAX,
    waitMs: options.waitMs,
    full: () => new Fault('overloaded', { params: { reason: BUSY } }),
    left: () => new Fault('query_cancelled'),
  });
  const ownersTurns = createTurns({
    max: Number.POSITIVE_INFINITY,
    maxPerParty: options.maxPerOwner,
    waitMs: options.waitMs,
    full: () => new Fault('overloaded', { params: { reason: BUSY } }),
    left: () => new Fault('query_cancelled'),
  });

  async function open(text: string): Promise<ConnectedPlace> {
    const url = readClickHouseUrl(text, options.reach);
    const host = url.host.includes(':') ? `[${url.host}]` : url.host;
    const endpoint = (readsAlone: boolean) => ({
      ...options,
      endpoint: {
        url: `${url.isTls ? 'https' : 'http'}://${host}:${url.port}`,
        username: url.user,
        password: url.password,
        database: url.database,
        agent: createPinnedAgent(url, { reach: options.reach, trusted: options.trusted, sockets: SOCKETS_MAX }),
      },
      sockets: SOCKETS_MAX,
      endsWhenClosed: true,
      readsAlone,
    });
    const first = createClickHouseDriver(endpoint(false));
    try {
      const { rows } = await first.query(LOGIN, { readonly: true, isBare: true, maxRows: 1, timeoutMs: FIRST_MS });
      const [readonly, user, version] = rows[0] ?? [];
      const level = Number(readonly);
      if (level === 1) throw new Fault('db_misconfigured', { params: { reason: TAKES_NO_SETTINGS, sql: readerSettingSql(String(user)) } });
      const place = { url, user: String(user), readsAlone: level === 2, driver: createClickHouseDriver(endpoint(level === 2)) };
      await requireParser(place.driver, String(version));
      return place;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === 'query_timeout')
        throw new Fault('db_unreachable', { params: { reason: 'Nothing answered in time.' }, cause: error.cause });
      // Of a database of which a login may nothing the server says only that it may not be shown.
      if (error.params?.engineCode === ACCESS_DENIED && String(error.params.reason).includes('SHOW DATABASES'))
        throw new Fault('db_misconfigured', {
          params: { reason: MAY_READ_NOTHING, sql: readingGrants(url.user, [url.database]).join('\n') },
          cause: error.cause,
        });
      throw error;
    } finally {
      await first.close();
    }
  }

  const release = async (held: Held): Promise<void> => {
    const place = await held.place.catch(() => null);
    await place?.driver.close();
  };

  /** By the URL as it is sealed now: another service may have changed it. */
  async function holdOf(dbId: string): Promise<Held> {
    const text = await options.urlOf(dbId);
    const known = places.get(dbId);
    if (known?.text === text) return known;
    if (known) void whenUnused(known);
    const held: Held = { text, place: open(text), users: 0, lastUsed: performance.now() };
    places.set(dbId, held);
    held.place.catch(() => {
      if (places.get(dbId) === held) places.delete(dbId);
    });
    return held;
  }

  async function whenUnused(held: Held): Promise<void> {
    if (held.users === 0) await release(held);
    else held.lastUsed = Number.NEGATIVE_INFINITY;
  }

  const idle = setInterval(() => {
    const before = performance.now() - IDLE_MS;
    for (const [dbId, held] of places)
      if (held.users === 0 && held.lastUsed < before) {
        places.delete(dbId);
        void release(held);
      }
  }, IDLE_MS / 4);
  idle.unref();

  return {
    use: (dbId, signal, work) =>
      ownersTurns.take(options.ownerOf(dbId) ?? dbId, signal, () =>
        turns.take(dbId, signal, async () => {
          const held = await holdOf(dbId);
          held.users += 1;
          try {
            return await work(await held.place.catch(asStored));
          } finally {
            held.users -= 1;
            const isReplaced = held.lastUsed === Number.NEGATIVE_INFINITY;
            held.lastUsed = performance.now();
            if (isReplaced && held.users === 0) await release(held);
          }
        }),
      ),
    async useUrl(text, work) {
      const place = await open(text);
      try {
        return await work(place);
      } finally {
        await place.driver.close();
      }
    },
    homeOf: (dbId) => {
      const held = places.get(dbId);
      if (!held) throw new Error(`${dbId} is not in use.`);
      return readClickHouseUrl(held.text, options.reach).database;
    },
    async forget(dbId) {
      const held = places.get(dbId);
      places.delete(dbId);
      if (held) await whenUnused(held);
    },
    async close() {
      clearInterval(idle);
      await Promise.all([...places.values()].map(release));
      places.clear();
    },
  };
}

/** A stored URL that was good once, and is refused now: its name leads elsewhere, or the rules changed. */
function asStored(error: unknown): never {
  if (error instanceof Fault && error.code === 'invalid_request')
    throw new Fault('db_misconfigured', { params: error.params ?? {}, cause: error });
  throw error;
}

const LOGIN = { sql: "SELECT getSetting('readonly'), currentUser(), version()", params: [] } as const;

/** What the service's statements are checked and run with has to be there. @throws Fault db_misconfigured */
async function requireParser(driver: ClickHouseDriver, version: string): Promise<void> {
  try {
    await driver.query(
      { sql: "SELECT length(tokenizeQuery('SELECT 1'))", params: [] },
      { readonly: true, maxRows: 1, timeoutMs: FIRST_MS },
    );
  } catch (error) {
    const code = error instanceof Fault ? Number(error.params?.engineCode) : Number.NaN;
    const told = /^[\d.]{1,30}$/.test(version) ? ` (it is ${version})` : '';
    if (code === UNKNOWN_FUNCTION || code === UNKNOWN_SETTING)
      throw new Fault('db_misconfigured', {
        params: { reason: `The server has to be ClickHouse ${OLDEST} or later${told}.` },
        cause: error,
      });
    if (SETTING_REFUSED.has(code))
      throw new Fault('db_misconfigured', { params: { reason: REFUSES_SETTINGS, engineCode: code }, cause: error });
    throw error;
  }
}

/** Its own lexer as a function, by which callers' statements are checked. */
const OLDEST = '26.5';
const UNKNOWN_FUNCTION = 46;
const UNKNOWN_SETTING = 115;
/** READONLY, SETTING_CONSTRAINT_VIOLATION. */
const SETTING_REFUSED: ReadonlySet<number> = new Set([164, 452]);

const BUSY = 'Every statement that this database, or its owner, may run at once is running.';
const TAKES_NO_SETTINGS =
  'The profile of this user has readonly = 1, which takes no settings, and so no limits and no time zone of a statement. With readonly = 2 it reads alone just as well.';
const REFUSES_SETTINGS = 'The profile of this user does not let a statement set its limits and what it means by dates and NULL.';
const readerSettingSql = (user: string): string => `ALTER USER ${identifier(user)} SETTINGS readonly = 2;`;
