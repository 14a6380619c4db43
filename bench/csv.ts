import { readFile } from 'node:fs/promises';
import type { ReadableStream } from 'node:stream/web';
import pg from 'pg';
import type { Client } from '../src/client/index.ts';

export const CSV_ROWS = 1_000_000;
const SQL = 'SELECT id, name, price, made_at FROM wares ORDER BY id';
const ROUNDS = 3;

interface CsvBench {
  readonly svc: Client;
  readonly db: string;
  /** Of the service's process. */
  readonly pid: number;
  /** The same database by the `pg` driver. */
  readonly connectionString: string;
}

/**
 * A million rows as CSV through /v1/run, and by `COPY … TO STDOUT` through the driver: the median of pairs that ran one
 * after the other, and how much the service's memory grew from the first export's end to the last one's.
 */
export async function csvAgainstCopy({
  svc,
  db,
  pid,
  connectionString,
}: CsvBench): Promise<{ ratio: number; svcMs: number; copyMs: number; rssMb: number[] }> {
  await svc.insert({ db, table: 'wares', rows: [{ name: 'ware 0', price: '0.25', made_at: '2026-01-01T00:00:00Z' }] });
  await svc.run({
    db,
    sql: `INSERT INTO wares (name, price, made_at) SELECT 'ware ' || n, '12.25', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(2, ${CSV_ROWS}) n`,
  });
  const driver = new pg.Client({ connectionString });
  await driver.connect();
  const times: { svc: number; copy: number }[] = [];
  const rssMb: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const copy = await timed(() => copyOut(driver, `COPY (${SQL}) TO STDOUT (FORMAT csv, HEADER)`));
      const csv = await timed(() => exported(svc, db));
      // Instants end in Z here and in +00 there.
      if (csv.result < copy.result * 0.9) throw new Error(`${csv.result} bytes of CSV, ${copy.result} of COPY.`);
      times.push({ svc: csv.ms, copy: copy.ms });
      rssMb.push(Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024));
    }
  } finally {
    await driver.end();
  }
  const middle = (name: 'svc' | 'copy') => times.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  return { ratio: middle('copy') / middle('svc'), svcMs: middle('svc'), copyMs: middle('copy'), rssMb };
}

async function timed(work: () => Promise<number>): Promise<{ ms: number; result: number }> {
  const from = performance.now();
  const result = await work();
  return { ms: performance.now() - from, result };
}

async function exported(svc: Client, db: string): Promise<number> {
  const streamed = await svc.runRows({ db, sql: SQL }, 'csv');
  if (!('body' in streamed)) throw new Error('A read came without a stream.');
  const { body } = streamed;
  let bytes = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) bytes += chunk.length;
  return bytes;
}

/** Bytes that came; node-postgres calls these of whatever it is given as a query. */
function copyOut(driver: pg.Client, sql: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const ignored = () => undefined;
    driver.query({
      text: sql,
      submit: (connection: { query(text: string): void }) => connection.query(sql),
      handleRowDescription: ignored,
      handleCopyOutResponse: ignored,
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        bytes += chunk.length;
      },
      handleCommandComplete: ignored,
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}
