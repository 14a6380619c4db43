import type { ClickHouseGuard } from '../../guard/clickhouse.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Access, ConnectedEngine, ConnectedEngines, Inspected } from '../connected.ts';
import { MAKES_NOTHING, notReady, readsAlone, refuseMaking, unreadable, WRITES_NOTHING } from '../connected-refusals.ts';
import type { WriteRecords } from '../write-records.ts';
import { type ConnectedPlace, type ConnectedServerOptions, createConnectedServers } from './connected-server.ts';
import { writeTheirs } from './connected-write.ts';
import { readCredential } from './credential.ts';
import { createClickHouseEngine } from './engine.ts';
import { readReadable, readReadableVersion } from './readable-schema.ts';
import type { ClickHouseServer } from './server.ts';

export interface ConnectedClickHouseOptions extends ConnectedServerOptions {
  readonly guard: ClickHouseGuard;
  readonly records: WriteRecords;
}

/** Values are read again no more often than this. */
const VALUES_FRESH_MS = 10 * 60_000;

/** Databases of customers, by URL. Every statement has gone through the same guard as a hosted one's; what only reads is sent with `readonly`. */
export function createConnectedClickHouse(options: ConnectedClickHouseOptions): ConnectedEngines {
  const servers = createConnectedServers(options);
  const server: ClickHouseServer = {
    use: (dbId, _role, signal, work) => servers.use(dbId, signal, ({ driver }) => work(driver)),
    homeOf: servers.homeOf,
    isExclusive: false,
    create: refuseMaking,
    markWhole: refuseMaking,
    remove: servers.forget,
    hosted: async () => [],
    heal: async () => [],
    bytes: async () => 0,
    assertReady: () => undefined,
    close: servers.close,
  };
  const engine = createClickHouseEngine({
    server,
    guard: options.guard,
    records: options.records,
    readRowsMax: options.readRowsMax,
    isSole: false,
    writeOnce: writeTheirs,
    schema: {
      read: async (driver, dbId, signal) => (await readReadable(driver, servers.homeOf(dbId), signal)).schema,
      version: readReadableVersion,
    },
  });

  const inspected = async (place: ConnectedPlace, access: Access, signal: Leaving): Promise<Inspected> => {
    const readable = await readReadable(place.driver, place.url.database, signal);
    return { schema: readable.schema, ...(await readCredential(place, readable, access, signal)) };
  };

  const writing: ConnectedEngine = {
    ...engine,
    valuesFreshMs: VALUES_FRESH_MS,
    inspect: (text, access, signal) => servers.useUrl(text, (place) => inspected(place, access, signal)).catch(unreadable),
    check: ({ dbId }, access, signal) => servers.use(dbId, signal, (place) => inspected(place, access, signal)).catch(unreadable),
    introspect: (target, signal) => engine.introspect(target, signal).catch(notReady),
    schemaVersion: (target, signal) => engine.schemaVersion(target, signal).catch(notReady),
    /** It is forgotten here; what is there stays as it is, and so does what is known of writes to it. */
    async drop({ dbId }) {
      await servers.forget(dbId);
      return 'gone';
    },
    ...MAKES_NOTHING,
  };
  const reading: ConnectedEngine = {
    ...writing,
    ...WRITES_NOTHING,
    guard: async (sql, scope, at) => readsAlone(await engine.guard(sql, scope, at)),
  };
  return { reading, writing };
}
