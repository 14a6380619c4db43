import { tmpdir } from 'node:os';
import { describe, inject } from 'vitest';
import { findChdb } from '../../src/engines/clickhouse/chdb.ts';
import { createEmbeddedServer } from '../../src/engines/clickhouse/embedded-server.ts';
import { createClickHouseEngine } from '../../src/engines/clickhouse/engine.ts';
import { openClickHouse } from '../../src/engines/clickhouse/open-server.ts';
import type { ClickHouseServer } from '../../src/engines/clickhouse/server.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { createClickHouseGuard } from '../../src/guard/clickhouse.ts';
import { openStore } from '../../src/store/control-plane.ts';
import { engineWritesIn } from '../../src/store/engine-writes.ts';
import { startClickHouseFront } from '../support/clickhouse-server.ts';
import { describeEngine, type EngineAtHand, STATEMENT_TIMEOUT_MS } from '../support/engine-suite.ts';
import { newFolder } from '../support/folder.ts';
import { TEST_SECRET } from '../support/service.ts';
import { startTlsFront } from '../support/tls-front.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const controlPlane = () => openServer({ databaseUrl: inject('databaseUrl'), dataDir: tmpdir(), log: quiet });

const BOUNDS = {
  deployment: `suite${process.pid}`,
  timeoutMs: STATEMENT_TIMEOUT_MS,
  memoryBytes: 1024 ** 3,
  threads: 2,
  readRowsMax: 1e13,
  waitMs: 5_000,
} as const;

/** ClickHouse by a server, with its records in the run's control plane. */
async function onClickHouse(server: ClickHouseServer, close: () => Promise<void>): Promise<EngineAtHand> {
  const postgres = await controlPlane();
  const store = await openStore(
    () => postgres.endpoint(),
    () => undefined,
  );
  const engine = createClickHouseEngine({
    ...{ server, guard: createClickHouseGuard(), records: engineWritesIn(store), readRowsMax: 1e13, isSole: true },
  });
  return {
    engine,
    async close() {
      await engine.close();
      await close();
      await store.destroy();
      await postgres.close();
    },
  };
}

const isInstalled = findChdb(null) !== null;
if (!isInstalled)
  console.warn('Skipped: the engine port on ClickHouse. The optional package chdb runs it: npm install chdb (Linux with glibc, macOS).');

describe.skipIf(!isInstalled)('ClickHouse', () => {
  describeEngine('the engine port on the embedded ClickHouse', async () => {
    const dataDir = await newFolder('engine-suite');
    const server = createEmbeddedServer({ ...BOUNDS, dataDir, isOn: true, aliveMax: 2, idleMs: 60_000 });
    return await onClickHouse(server, async () => undefined);
  });

  describeEngine('the engine port on a ClickHouse server, with logins, over HTTPS', async () => {
    const front = await startClickHouseFront();
    const tls = await startTlsFront({ host: '127.0.0.1', port: front.port }, { isAskedFor: false });
    const { user, password } = front.admin;
    const server = await openClickHouse({
      ...{ ...BOUNDS, secret: TEST_SECRET, resultRowsMax: 1_000_001, max: 16, maxPerOwner: 8, ownerOf: () => undefined },
      clickhouseUrl: `https://${user}:${password}@localhost:${tls.port}`,
      trusted: tls.certificate,
    });
    return await onClickHouse(server, async () => {
      await tls.close();
      await front.close();
    });
  });
});

/** A server as ClickHouse ships it. */
const GIVEN = process.env.SVC_TEST_CLICKHOUSE_URL;
const IMAGE = process.env.SVC_TEST_CLICKHOUSE_IMAGE ?? 'clickhouse/clickhouse-server:26.7';

const noDocker = GIVEN === undefined ? await whyNoDocker() : null;
if (noDocker !== null)
  console.warn(
    `Skipped: the engine port on ${IMAGE}, since no Docker daemon answers (${noDocker}). One that does runs it, or SVC_TEST_CLICKHOUSE_URL=http://user:password@host:8123 of a server for tests.`,
  );

describe.skipIf(noDocker !== null)('a ClickHouse server of its own', () => {
  describeEngine('the engine port on it', async () => {
    const { url, stop } = GIVEN === undefined ? await startContainer() : { url: GIVEN, stop: async () => undefined };
    const server = await openClickHouse({
      ...{ ...BOUNDS, secret: TEST_SECRET, resultRowsMax: 1_000_001, max: 16, maxPerOwner: 8, ownerOf: () => undefined },
      clickhouseUrl: url,
    });
    return await onClickHouse(server, stop);
  });
});

async function whyNoDocker(): Promise<string | null> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return await getContainerRuntimeClient().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function startContainer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ CLICKHOUSE_USER: 'admin', CLICKHOUSE_PASSWORD: 'secret', CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1' })
    .withExposedPorts(8123)
    .withWaitStrategy(Wait.forHttp('/ping', 8123))
    .start();
  return {
    url: `http://admin:secret@${container.getHost()}:${container.getMappedPort(8123)}`,
    stop: async () => void (await container.stop()),
  };
}
