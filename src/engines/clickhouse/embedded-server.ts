import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { makingMark, readMark } from '../hosted-mark.ts';
import { chdbAbsent, findChdb } from './chdb.ts';
import type { ClickHouseDriver } from './driver.ts';
import { DATABASE } from './embedded.ts';
import { createEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { openRoot } from './embedded-place.ts';
import { type ClickHouseServer, GONE } from './server.ts';

export interface EmbeddedServerOptions {
  readonly dataDir: string;
  /** Whose databases are made: services with another control plane may keep theirs in the same folder. */
  readonly deployment: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly readRowsMax: number;
  /** Where it is not, none is made; those that are there go on. */
  readonly isOn: boolean;
  /** Processes at once, of some 250 MB each before they do anything. */
  readonly aliveMax: number;
  /** One that nobody used for this long is ended. */
  readonly idleMs: number;
  readonly waitMs: number;
}

interface Place {
  readonly database: EmbeddedDatabase;
  users: number;
  lastUsed: number;
}

/** Hosted databases, each in a directory and, while it is used, a process of its own. Nothing starts until one is used. */
export function createEmbeddedServer(options: EmbeddedServerOptions): ClickHouseServer {
  const root = join(options.dataDir, 'clickhouse');
  const places = new Map<string, Place>();
  let closed = false;
  /** Whose turn has come goes on; others look again when somebody is done. */
  let waiters: (() => void)[] = [];

  const dirOf = (dbId: string): string => {
    if (!/^[a-z0-9_]+$/i.test(dbId)) throw new Error(`${JSON.stringify(dbId)} is no id of a database`);
    return join(root, dbId);
  };

  /** Beside the directory, which belongs to another user: whose it is. There before it and after it. */
  const markOf = (dbId: string): string => `${dirOf(dbId)}.of`;

  const placeOf = (dbId: string): Place => {
    const known = places.get(dbId);
    if (known) return known;
    const place = { database: createEmbeddedDatabase({ ...options, dir: dirOf(dbId) }), users: 0, lastUsed: performance.now() };
    places.set(dbId, place);
    return place;
  };

  const alive = () => [...places.values()].filter(({ database }) => database.isAlive);

  const idle = setInterval(() => {
    const before = performance.now() - options.idleMs;
    for (const { database, users, lastUsed } of alive()) if (users === 0 && lastUsed < before) void database.stop();
  }, options.idleMs / 4);
  idle.unref();

  /** Ends the one that was used the longest ago, where there are as many as may be; waits where all of them are at work. */
  async function makeRoom(wanted: Place, signal: Leaving | undefined): Promise<void> {
    const until = performance.now() + options.waitMs;
    while (!wanted.database.isAlive && alive().length >= options.aliveMax) {
      if (closed || signal?.aborted) throw new Fault('query_cancelled');
      const oldest = alive()
        .filter(({ users }) => users === 0)
        .sort((a, b) => a.lastUsed - b.lastUsed)[0];
      if (oldest) {
        await oldest.database.stop();
        continue;
      }
      const left = until - performance.now();
      if (left <= 0) throw new Fault('overloaded', { params: { reason: 'All embedded ClickHouse processes are at work for others.' } });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, LOOK_EVERY_MS));
        waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Databases are started one after the other, so that two that start at once do not end each other. */
  let starting: Promise<unknown> = Promise.resolve();
  async function driverOf(place: Place, signal: Leaving | undefined): Promise<ClickHouseDriver> {
    if (place.database.isAlive) return await place.database.driver();
    const mine = starting.then(async () => {
      await makeRoom(place, signal);
      return await place.database.driver();
    });
    starting = mine.catch(() => undefined);
    return await mine;
  }

  async function open(dbId: string, place: Place, signal: Leaving | undefined): Promise<ClickHouseDriver> {
    try {
      return await driverOf(place, signal);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const reason = HELD.test(String(error)) ? HELD_BY_ANOTHER : `The embedded ClickHouse of ${dbId} could not be started.`;
      throw new Fault('db_unreachable', { params: { reason }, cause: error });
    }
  }

  return {
    async use(dbId, _role, signal, work) {
      if (closed) throw new Fault('db_unreachable', { params: { reason: 'The service is stopping.' } });
      const place = placeOf(dbId);
      if (!place.database.isAlive && !(await isDirectory(dirOf(dbId)))) {
        places.delete(dbId);
        throw new Fault('db_misconfigured', { params: { reason: GONE } });
      }
      place.users += 1;
      try {
        return await work(await open(dbId, place, signal));
      } finally {
        place.users -= 1;
        place.lastUsed = performance.now();
        const woken = waiters;
        waiters = [];
        for (const wake of woken) wake();
      }
    },

    async create(dbId) {
      await openRoot(root, SHARED_FOLDER);
      await writeFile(markOf(dbId), makingMark(options.deployment));
      await mkdir(dirOf(dbId), { mode: 0o700 });
    },
    markWhole: (dbId) => writeFile(markOf(dbId), options.deployment),

    async remove(dbId) {
      const place = places.get(dbId);
      places.delete(dbId);
      await place?.database.stop();
      await rm(dirOf(dbId), { recursive: true, force: true });
      await rm(markOf(dbId), { force: true });
    },

    homeOf: () => DATABASE,
    // A process has its directory to itself, and a driver is one process's.
    isExclusive: true,

    async hosted() {
      const entries = await readdir(root).catch(() => []);
      const marked = entries.flatMap((name) => (name.endsWith('.of') ? [name.slice(0, -'.of'.length)] : []));
      const marks = await Promise.all(marked.map((dbId) => readFile(markOf(dbId), 'utf8').catch(() => '')));
      return marked.flatMap((id, index) => {
        const told = readMark(marks[index] ?? '', options.deployment);
        return told === null ? [] : [{ id, ...told }];
      });
    },

    heal: async () => [],

    bytes: (dbId) => sizeOf(dirOf(dbId)),

    assertReady() {
      if (!options.isOn) throw chdbAbsent('SVC_CLICKHOUSE is off.');
      if (findChdb(options.dataDir) === null) throw chdbAbsent();
    },

    async close() {
      closed = true;
      clearInterval(idle);
      await Promise.all([...places.values()].map(({ database }) => database.stop()));
    },
  };
}

/** Of what a folder holds; what goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        stat(join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Where files of engines are kept that root starts as other users, where the data folder is closed to them. */
const SHARED_FOLDER = '/var/lib/svc';
const LOOK_EVERY_MS = 200;
/** What the engine says of a directory that another process has open. */
const HELD = /Another server instance in same directory/i;
const HELD_BY_ANOTHER =
  'Another service of the same data folder has this database open, and keeps it until nobody has used it there for ten minutes: ask that service, or set CLICKHOUSE_URL to a server that services share.';

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
