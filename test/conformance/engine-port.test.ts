import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresEngine } from '../../src/engines/postgres/engine.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { describeEngine, STATEMENT_TIMEOUT_MS } from '../support/engine-suite.ts';
import { TEST_SECRET } from '../support/service.ts';

/** Those of ClickHouse are in `test/engines/clickhouse-port.test.ts`: the files here are run on every PostgreSQL. */
describeEngine('the engine port on PostgreSQL', async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // Named for a control plane of its own: services of other tests sweep what has no record in theirs.
  const control = `engine_port_${randomUUID().slice(0, 8)}`;
  const asAdmin = async (sql: string) => {
    const client = new pg.Client(inject('databaseUrl'));
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await asAdmin(`CREATE DATABASE ${control}`);
  const databaseUrl = new URL(inject('databaseUrl'));
  databaseUrl.pathname = `/${control}`;
  const server = await openServer({ databaseUrl: databaseUrl.href, dataDir: tmpdir(), log });
  const guard = await createPostgresGuard();
  const engine = createPostgresEngine({
    server,
    secret: TEST_SECRET,
    guard: (sql, scope, { values }) => guard(sql, scope, values),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    poolMax: 8,
    poolMaxPerRole: 2,
    poolWaitMs: 2_000,
  });
  return {
    engine,
    async close() {
      await engine.close();
      await server.close();
      await asAdmin(`DROP DATABASE ${control} WITH (FORCE)`);
    },
  };
});
