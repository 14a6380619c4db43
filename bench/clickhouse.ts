import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient as createClickHouse } from '@clickhouse/client';
import { createClient } from '../src/client/index.ts';
import { TABLE_SETTINGS } from '../src/engines/clickhouse/ddl.ts';
import { startEmbeddedWorker } from '../src/engines/clickhouse/embedded.ts';
import { type Running, withService } from './children.ts';

const BATCHES = 100;
const BATCH_ROWS = 10_000;
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

interface Figures {
  readonly insertMs: number;
  readonly readMs: number;
}

/** A million rows in batches, and the median of an aggregate over ten million, through the service. */
async function throughService({ url }: Running): Promise<Figures> {
  const svc = createClient({ baseUrl: url });
  const { dbId: db } = await svc.createDatabase({ goal: 'page views: url, country and when', engine: 'clickhouse' });
  const insertMs = await timed(async () => {
    for (let batch = 0; batch < BATCHES; batch += 1) await svc.insert({ db, table: 'events', rows: rowsOf(batch) });
  });
  await svc.insert({ db, table: 'numbers_of', rows: [{ n: 0, kind: 0, amount: 0.5 }] });
  await svc.run({ db, sql: FILL });
  return { insertMs, readMs: await median(() => svc.run({ db, sql: READ })) };
}

/** The same on the same engine by the client alone. */
async function byClient(): Promise<Figures> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-clickhouse-'));
  const { endpoint, stop } = await startEmbeddedWorker({ dir });
  const { url, username, password, database } = endpoint;
  const client = createClickHouse({ url, username, password, database });
  const define = (sql: string) => client.command({ query: sql });
  try {
    await define(
      `CREATE TABLE events (n Nullable(Int64), at DateTime64(6, 'UTC'), kind Nullable(String), amount Nullable(Decimal(38, 10))) ENGINE = MergeTree ORDER BY at ${TABLE_SETTINGS}`,
    );
    const insertMs = await timed(async () => {
      for (let batch = 0; batch < BATCHES; batch += 1)
        await client.insert({
          table: 'events',
          values: rowsOf(batch),
          format: 'JSONEachRow',
          clickhouse_settings: { date_time_input_format: 'best_effort' },
        });
    });
    await define(
      `CREATE TABLE numbers_of (id Int64 DEFAULT toInt64(generateSnowflakeID()), n Nullable(Int64), kind Nullable(Int64), amount Nullable(Decimal(38, 10))) ENGINE = MergeTree ORDER BY id ${TABLE_SETTINGS}`,
    );
    await define(FILL);
    return { insertMs, readMs: await median(async () => (await client.query({ query: READ, format: 'JSON' })).json()) };
  } finally {
    await client.close();
    await stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < READS; round += 1) times.push(await timed(work));
  return times.sort((a, b) => a - b)[Math.floor(READS / 2)] ?? Number.NaN;
}

await withService(async (running) => {
  const [service, alone] = [await throughService(running), await byClient()];
  console.table({ service, 'client alone': alone });
  console.log(`aggregate over ${READ_ROWS} rows: service ÷ client ${(service.readMs / alone.readMs).toFixed(2)} × (at most 1.15)`);
  console.log(
    `${BATCHES * BATCH_ROWS} rows: service ÷ client ${(alone.insertMs / service.insertMs).toFixed(2)} of its rate (at least 0.6)`,
  );
});
