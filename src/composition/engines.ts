import type { Tenants } from '../accounts/tenants.ts';
import type { Config } from '../config.ts';
import type { EngineName } from '../contract/database.ts';
import { LIMITS } from '../contract/limits.ts';
import { createUrlOf } from '../databases/connect.ts';
import { createConnectedClickHouse } from '../engines/clickhouse/connected.ts';
import { createEmbeddedServer } from '../engines/clickhouse/embedded-server.ts';
import { createClickHouseEngine } from '../engines/clickhouse/engine.ts';
import { openClickHouse } from '../engines/clickhouse/open-server.ts';
import type { ConnectedEngines } from '../engines/connected.ts';
import type { Engine, EngineOf } from '../engines/engine.ts';
import { createConnectedPostgres } from '../engines/postgres/connected.ts';
import { createPostgresEngine } from '../engines/postgres/engine.ts';
import type { OpenServer } from '../engines/postgres/open-server.ts';
import { openSpread } from '../engines/postgres/open-spread.ts';
import { tellingChanges } from '../engines/telling-changes.ts';
import { createJudgesApart } from '../guard/apart/judges.ts';
import { createClickHouseGuard } from '../guard/clickhouse.ts';
import type { Guard } from '../guard/guard.ts';
import { createConditionGuard } from '../guard/postgres-condition.ts';
import type { PostgresParser } from '../guard/postgres-parser.ts';
import type { Weigh } from '../guard/postgres-weight.ts';
import type { Log } from '../http/log.ts';
import { listOf } from '../lib/public-address.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { connectedWritesIn } from '../store/connected-writes.ts';
import { connectionsIn } from '../store/connections.ts';
import type { Store } from '../store/control-plane.ts';
import { tellTablesChanged } from '../store/database-news.ts';
import type { Databases } from '../store/databases.ts';
import { deploymentIdOf } from '../store/deployment.ts';
import { engineWritesIn } from '../store/engine-writes.ts';
import { checkHostingServers } from '../store/hosting-servers.ts';
import { placementsIn } from '../store/placements.ts';
import { createSeal, ringOf } from '../store/seal.ts';
import type { Opened } from './opened.ts';

/** Of one statement; a process that nobody asks for so long is ended. */
const CLICKHOUSE_THREADS = 4;
const CLICKHOUSE_IDLE_MS = 10 * 60_000;

interface Options {
  readonly config: Config;
  readonly server: OpenServer;
  readonly store: Store;
  readonly secret: string;
  readonly parser: PostgresParser;
  readonly guard: Guard;
  readonly weigh: Weigh;
  readonly databases: Databases;
  readonly tenants: Tenants;
  /** Sessions that a tenant may have over all services; null where this one is alone. */
  readonly slots: NonNullable<PostgresEngineOptions['slots']> | null;
  readonly onGrantsLost: NonNullable<PostgresEngineOptions['onGrantsLost']>;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly trustedCertificates: string | undefined;
  readonly opened: Opened;
}

type PostgresEngineOptions = Parameters<typeof createPostgresEngine>[0];

/** Every engine that this service reaches: hosted and connected, PostgreSQL and ClickHouse, and which of them a database is on. */
export async function openEngines({
  config,
  server,
  store,
  secret,
  parser,
  guard,
  weigh,
  databases,
  tenants,
  slots,
  onGrantsLost,
  metrics,
  log,
  trustedCertificates,
  opened,
}: Options) {
  const judges = createJudgesApart({ guard, weigh, log });
  opened.add(judges.close);
  const tellTables = (dbId: string, tables: readonly string[] | null): void =>
    void tellTablesChanged(store, dbId, tables).catch((error: unknown) => log.debug({ err: error }, 'a change of tables was not told'));
  const measuredEngine = <E extends Engine>(one: E): E => tellingChanges(metrics.engine(one), tellTables);
  const postgresOn = (on: OpenServer, name: string): Engine =>
    createPostgresEngine({
      server: on,
      secret,
      guard: judges.judge,
      refuseCondition: createConditionGuard(parser),
      statementTimeoutMs: config.statementTimeoutMs,
      weigh,
      maxCost: config.statementMaxCost,
      maxBuilding: config.buildingMax,
      graceMs: config.statementGraceMs,
      poolMax: config.poolMax,
      poolMaxPerRole: config.poolMaxPerRole,
      poolMaxPerOwner: tenants.statements,
      slots,
      poolWaitMs: config.poolWaitMs,
      watchPool: metrics.pool(name === 'main' ? 'postgres hosted' : `postgres hosted ${name}`, config.poolMax),
      ownerOf: databases.ownerOf,
      onGrantsLost,
      onRunawayKilled: (facts) => log.error(facts, 'a statement that could not be ended was killed, upon which PostgreSQL recovers'),
    });
  const deployment = await deploymentIdOf(store);
  const placements = placementsIn(store);
  const spread = await openSpread({
    hosting: config.hosting,
    main: server,
    engineOn: postgresOn,
    placements,
    check: (servers, main) => checkHostingServers(store, servers, main),
    deployment,
    log,
  });
  opened.add(spread.close);
  const postgres = measuredEngine(spread.engine);
  opened.add(postgres.close);
  const seal = config.sealingKeys === 'none' ? null : createSeal(ringOf(config.sealingKeys, secret));
  const connections = connectionsIn(store);
  const reach = { allowPrivate: config.allowPrivateConnections, denied: listOf(config.connectDenied) };
  const connectedPostgres = createConnectedPostgres({
    urlOf: createUrlOf({ connections, seal }),
    reach,
    guard: judges.judge,
    weigh,
    maxCost: config.statementMaxCost,
    statementTimeoutMs: config.statementTimeoutMs,
    graceMs: config.statementGraceMs,
    poolMax: config.poolMax,
    poolMaxPerOwner: tenants.statements,
    ownerOf: databases.ownerOf,
    poolWaitMs: config.poolWaitMs,
    watchPool: metrics.pool('postgres connected', config.poolMax),
    writes: connectedWritesIn(store),
  });
  opened.add(connectedPostgres.reading.close);
  const engineWrites = engineWritesIn(store);
  const clickhouseGuard = createClickHouseGuard();
  const clickhouseBounds = {
    timeoutMs: config.statementTimeoutMs,
    memoryBytes: config.clickhouse.memoryBytes,
    threads: CLICKHOUSE_THREADS,
    readRowsMax: config.clickhouse.readRowsMax,
    waitMs: config.poolWaitMs,
  };
  const connectedClickHouse = createConnectedClickHouse({
    ...clickhouseBounds,
    urlOf: createUrlOf({ connections, seal }),
    reach,
    trusted: trustedCertificates,
    guard: clickhouseGuard,
    records: engineWrites,
    maxPerOwner: tenants.statements,
    ownerOf: databases.ownerOf,
  });
  opened.add(connectedClickHouse.reading.close);
  const measuredBoth = ({ reading, writing }: ConnectedEngines): ConnectedEngines => ({
    reading: metrics.engine(reading),
    writing: measuredEngine(writing),
  });
  const connected: Readonly<Record<EngineName, ConnectedEngines>> = {
    postgres: measuredBoth(connectedPostgres),
    clickhouse: measuredBoth(connectedClickHouse),
  };
  const hostingBounds = { ...clickhouseBounds, deployment };
  const { url: clickhouseUrl } = config.clickhouse;
  const clickhouseServer =
    clickhouseUrl === undefined
      ? createEmbeddedServer({
          ...hostingBounds,
          dataDir: config.dataDir,
          isOn: config.clickhouse.isOn,
          aliveMax: config.clickhouse.processesMax,
          idleMs: CLICKHOUSE_IDLE_MS,
        })
      : await openClickHouse({
          ...hostingBounds,
          clickhouseUrl,
          secret,
          trusted: trustedCertificates,
          resultRowsMax: LIMITS.streamedRowsMax + 1,
          max: config.poolMax,
          maxPerOwner: tenants.statements,
          ownerOf: databases.ownerOf,
        });
  const clickhouse = measuredEngine(
    createClickHouseEngine({
      server: clickhouseServer,
      guard: clickhouseGuard,
      records: engineWrites,
      readRowsMax: config.clickhouse.readRowsMax,
      isSole: true,
    }),
  );
  const hosted: Readonly<Record<EngineName, Engine>> = { postgres, clickhouse };
  const hosting = (name: EngineName): Engine => {
    if (name === 'clickhouse') clickhouseServer.assertReady();
    return hosted[name];
  };
  const engine: EngineOf = ({ engine: name, origin, access }) =>
    origin === 'hosted' ? hosted[name] : access === 'write' ? connected[name].writing : connected[name].reading;

  opened.add(clickhouse.close);
  return {
    postgres,
    clickhouse,
    connected,
    /** The one that makes databases. */
    hosting,
    /** The one that a database is on. */
    engine,
    clickhouseServer,
    spread,
    placements,
    connections,
    seal,
    reach,
    engineWrites,
    closeJudges: judges.close,
    async close() {
      await Promise.all([postgres, clickhouse, connected.postgres.reading, connected.clickhouse.reading].map((one) => one.close()));
    },
  };
}
