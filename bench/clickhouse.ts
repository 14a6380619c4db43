import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient as createClickHouse } from '@clickhouse/client';
import { createClient } from '../src/client/index.ts';
import { TABLE_SETTINGS } from '../src/engines/clickhouse/ddl.ts';
import type { Endpoint } from '../src/engines/clickhouse/driver.ts';
import { startEmbeddedWorker } from '../src/engines/clickhouse/embedded.ts';
import { type Running, withService } from './children.ts';

const BATCHES = 100;
const BATCH_ROWS = 10_000;
const BATCHES_A_TURN = 10;
/** So that what one leaves to be done is not done in the other's time. */
const REST_MS = 200;
const READ_ROWS = 10_000_000;
const READS = 9;

const FILL = `INSERT INTO numbers_of (n, kind, amount) SELECT number, number % 100, number / 7 FROM numbers(${READ_ROWS})`;
const READ = 'SELECT kind, count() AS c, sum(amount) AS s, avg(n) AS a FROM numbers_of GROUP BY kind ORDER BY kind';

const rowsOf = (batch: number) =>
  Array.from({ length: BATCH_ROWS }, (_, n) => ({
    n: batch * BATCH_ROWS + n,
    at: '2026-01-01T00:00:00Z',
    kind: `kind ${n % 50}`,
    amount: n / 4,
  }));

/** One way to the same engine. */
interface Side {
  readonly insert: (batch: number) => Promise<unknown>;
  readonly read: () => Promise<unknown>;
}

async function throughService({ url }: Running): Promise<Side> {
  const svc = createClient({ baseUrl: url });
  const { dbId: db } = await svc.createDatabase({ goal: 'page views: url, country and when', engine: 'clickhouse' });
  await svc.insert({ db, table: 'numbers_of', rows: [{ n: 0, kind: 0, amount: 0.5 }] });
  await svc.run({ db, sql: FILL });
  return {
    insert: (batch) => svc.insert({ db, table: 'events', rows: rowsOf(batch) }),
    read: () => svc.run({ db, sql: READ }),
  };
}

async function byClient(endpoint: Endpoint): Promise<Side & { close: () => Promise<void> }> {
  const { url, username, password, database } = endpoint;
  const client = createClickHouse({ url, username, password, database });
  const define = (sql: string) => client.command({ query: sql });
  await define(
    `CREATE TABLE events (n Nullable(Int64), at DateTime64(6, 'UTC'), kind Nullable(String), amount Nullable(Decimal(38, 10))) ENGINE = MergeTree ORDER BY at ${TABLE_SETTINGS}`,
  );
  await define(
    `CREATE TABLE numbers_of (id Int64 DEFAULT toInt64(generateSnowflakeID()), n Nullable(Int64), kind Nullable(Int64), amount Nullable(Decimal(38, 10))) ENGINE = MergeTree ORDER BY id ${TABLE_SETTINGS}`,
  );
  await define(FILL);
  const format = 'JSONEachRow' as const;
  const clickhouse_settings = { date_time_input_format: 'best_effort' } as const;
  return {
    insert: (batch) => client.insert({ table: 'events', values: rowsOf(batch), format, clickhouse_settings }),
    read: async () => (await client.query({ query: READ, format: 'JSON' })).json(),
    close: () => client.close(),
  };
}

/** What each took for the whole, and for a read in the middle. They take turns, since what else the machine does changes. */
async function measured(sides: readonly Side[]): Promise<{ readonly insertMs: number; readonly readMs: number }[]> {
  // The service makes the columns that are not there yet; the client's table has had them from its beginning.
  for (const { insert } of sides) await insert(BATCHES);
  const inserts = sides.map(() => 0);
  for (let from = 0; from < BATCHES; from += BATCHES_A_TURN)
    for (const [at, { insert }] of sides.entries()) {
      inserts[at] =
        (inserts[at] ?? 0) +
        (await timed(async () => {
          for (let batch = from; batch < from + BATCHES_A_TURN; batch += 1) await insert(batch);
        }));
      await delay(REST_MS);
    }
  const reads: number[][] = sides.map(() => []);
  for (let round = 0; round <= READS; round += 1)
    for (const [at, { read }] of sides.entries()) {
      const ms = await timed(read);
      if (round > 0) reads[at]?.push(ms);
    }
  return sides.map((_, at) => ({ insertMs: inserts[at] ?? 0, readMs: middle(reads[at] ?? []) }));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const middle = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

await withService(async (running) => {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-clickhouse-'));
  const { endpoint, stop } = await startEmbeddedWorker({ dir });
  const client = await byClient(endpoint);
  const [service, alone] = await measured([await throughService(running), client]);
  await client.close();
  await stop();
  await rm(dir, { recursive: true, force: true });
  if (!service || !alone) throw new Error('Nothing was measured.');
  console.table({ service, 'client alone': alone });
  console.log(`aggregate over ${READ_ROWS} rows: service ÷ client ${(service.readMs / alone.readMs).toFixed(2)} × (at most 1.15)`);
  console.log(
    `${BATCHES * BATCH_ROWS} rows: service ÷ client ${(alone.insertMs / service.insertMs).toFixed(2)} of its rate (at least 0.6)`,
  );
});
