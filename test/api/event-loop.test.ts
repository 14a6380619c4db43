import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newTenant, post, type Tenant } from '../siege/tenant.ts';
import { HOSTS, type Host } from '../support/mcp.ts';
import { TEST_SECRET } from '../support/service.ts';

/** Nobody's reply holds up the others': a service in a process of its own tells how long its event loop worked without a pause. */
const SERVE = fileURLToPath(new URL('../siege/serve.ts', import.meta.url));
/** Of a processor's time, which a busy machine does not lengthen; many times what the longest takes: what was found took 2 to 20 s. */
const STALL_MAX_MS = 1_000;

let service: ChildProcess;
let dataDir: string;
let longestWorkMs = 0;
let reports = 0;
let hostile: Tenant;
let neighbour: Tenant;
let host: Host;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-loop-'));
  service = spawn(process.execPath, ['--import', 'tsx', SERVE], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: inject('databaseUrl'),
      SVC_SECRET: TEST_SECRET,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: '0',
      SVC_LOCAL_OWNER: 'off',
      SVC_ANON_BUDGET: '0',
      SVC_ANON_DATABASES: '0',
      SVC_ANON_MB: '0',
      SVC_ANON_RATE_LIMIT: '0',
      SVC_ANON_SESSIONS_PER_HOUR: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    service.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
    createInterface({ input: service.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
      if (!line.startsWith('{')) return;
      const told = JSON.parse(line) as { longestDelayMs: number; longestWorkMs: number | null };
      longestWorkMs = Math.max(longestWorkMs, told.longestWorkMs ?? told.longestDelayMs);
      reports += 1;
    });
  });
  [hostile, neighbour] = [await newTenant(url), await newTenant(url)];
  host = await HOSTS['the 2.x client over HTTP']({ url, token: hostile.token });
});
afterAll(async () => {
  await host.close();
  service.kill('SIGTERM');
  await once(service, 'exit');
  await rm(dataDir, { recursive: true, force: true });
});

/** One for each request: Node warns of a signal that thousands listen to. */
const never = (): AbortSignal => new AbortController().signal;

/** What the service reported of a time that ends now. */
async function takeLongestWork(): Promise<number> {
  const seen = reports;
  while (reports < seen + 2 && service.exitCode === null) await new Promise((done) => setTimeout(done, 20));
  const taken = longestWorkMs;
  longestWorkMs = 0;
  return taken;
}

/** The sizes are bound and calculated, so that nothing but the engine can know them. */
const run =
  (sql: string, ...params: number[]) =>
  async () =>
    (await post(hostile, '/v1/run', { db: hostile.db, sql, params }, never())).status;
const rows =
  (accept: string, sql: string, ...params: number[]) =>
  async () => {
    const reply = await fetch(`${hostile.url}/v1/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${hostile.token}` },
      body: JSON.stringify({ db: hostile.db, sql, params }),
    });
    await reply.arrayBuffer().catch(() => undefined);
    return reply.status;
  };
const agent =
  (sql: string, ...params: number[]) =>
  async () =>
    (await host.call('run', { db: hostile.db, sql, params })).isError ? 400 : 200;
const document = async () => {
  const reply = await fetch(`${hostile.url}/openapi.json`);
  await reply.arrayBuffer();
  return reply.status;
};
const insert = (body: () => string) => async () => (await post(hostile, '/v1/insert', body(), never())).status;

const insertCell = (...cells: string[]) =>
  insert(() => `{"db":"${hostile.db}","table":"cells","rows":[${cells.map((cell) => `{"a":null,"cell":${cell}}`).join(',')}]}`);
const insertBeside = (value: string) => insert(() => `{"db":"${hostile.db}","table":"items","beside":${value},"rows":{"name":"x"}}`);
const bindValue = (value: string) => async () =>
  (await post(hostile, '/v1/run', `{"db":"${hostile.db}","sql":"SELECT $1::text","params":[${value}]}`, never())).status;

const OBJECTS = "SELECT ('[' || repeat('{},', abs($1::int)) || '{}]')::json AS bomb";
const QUOTES = "SELECT repeat('\"', abs($1::int)) AS bomb";
const columns = (count: number): string => Array.from({ length: count }, (_, index) => `i AS c${index}`).join(', ');
/** Fifty of a statement at once: each is parsed and judged before it waits for its turn. */
const crowd = (sql: string) => async () => Math.max(...(await Promise.all(Array.from({ length: 50 }, run(sql)))));
const WIDE = `SELECT ${columns(200)} FROM generate_series(1, 10000) i`;

test.each<[name: string, send: () => Promise<number>]>([
  ['60 MB of empty objects in a document', run(OBJECTS, 20_000_000)],
  ['as many of them as a reply may have', run(OBJECTS, 5_000_000)],
  ['60 MB of empty objects in a document, in CSV', rows('text/csv', OBJECTS, 20_000_000)],
  ['60 MB of empty objects in a document, in NDJSON', rows('application/x-ndjson', OBJECTS, 20_000_000)],
  ['30 MB of quotes', run(QUOTES, 30_000_000)],
  ['as many quotes as a reply may have', run(QUOTES, 7_900_000)],
  ['as long a text as a reply may have', run('SELECT repeat(chr(129752), abs($1::int)) AS bomb', 3_900_000)],
  ['30 MB of quotes in CSV', rows('text/csv', QUOTES, 30_000_000)],
  ['30 MB of quotes in NDJSON', rows('application/x-ndjson', QUOTES, 30_000_000)],
  ['ten thousand rows of two hundred columns', run(WIDE)],
  ['a thousand of them', run(WIDE.replace('10000', '1000'))],
  ['ten thousand of them in NDJSON', rows('application/x-ndjson', WIDE)],
  ['a value of 900 MB', run("SELECT repeat('x', abs($1::int))", 900_000_000)],
  ['many numbers with many digits', run('SELECT array_agg(i * 1.000000000000000001) AS bomb FROM generate_series(1, 500000) i')],
  ['an array as large as a reply may have', run("SELECT array_agg('{}'::text) AS bomb FROM generate_series(1, 2500000) i")],
  ['words that are an array as large', run("SELECT array_agg('a' || chr(32)) AS bomb FROM generate_series(1, 2500000) i")],
  ['an array of truth values as large as a reply may have', run('SELECT array_fill(true, ARRAY[abs($1::int)])', 3_000_000)],
  ['instants, an array as large', run('SELECT ARRAY(SELECT now() FROM generate_series(1, abs($1::int)))', 300_000)],
  ['an array of truth values in CSV', rows('text/csv', 'SELECT array_fill(true, ARRAY[abs($1::int)])', 20_000_000)],
  [
    'an array of 60 MB in CSV',
    rows('text/csv', "SELECT array_agg('ab'::text) AS bomb FROM generate_series(1, abs($1::int)) i", 20_000_000),
  ],
  ['as many columns to sort by as are parsed', crowd(`SELECT 1 FROM items ORDER BY id${',id'.repeat(8_000)}`)],
  ['as many comparisons', crowd(`SELECT id LIKE 1${',id LIKE id'.repeat(2_700)} FROM items`)],
  ['as many comments', crowd(`SELECT 1 AS "set"${'--\n'.repeat(4_900)}`)],
  ['as many comparisons, with a comment', crowd(`SELECT 1 AS "set"${',id LIKE id'.repeat(1_200)} FROM items --`)],
  ['as many parentheses', crowd(`SELECT ${'('.repeat(9_900)}1${')'.repeat(9_900)}`)],
  ['as long a chain of operators', crowd(`SELECT 1${'+1'.repeat(4_000)}`)],
  ['as many queries of a WITH', crowd(`WITH ${Array.from({ length: 1_300 }, (_, n) => `c${n} AS (SELECT 1)`).join(',')} SELECT 1`)],
  ['ten thousand rows for an agent', agent("SELECT i, repeat('\"', 700) AS t FROM generate_series(1, 10000) i")],
  ['a large document for an agent', agent(OBJECTS, 5_000_000)],
  ['many quotes for an agent', agent(QUOTES, 7_900_000)],
  ['the document of the API for five hundred at once', async () => Math.max(...(await Promise.all(Array.from({ length: 500 }, document))))],
  ['rows that are none', insert(() => `{"db":"${hostile.db}","table":"wide","rows":[${Array(900_000).fill('null').join(',')}]}`)],
  [
    'rows of numbers with many digits to insert',
    insert(
      () =>
        `{"db":"${hostile.db}","table":"wide","rows":[${Array(10_000)
          .fill(`{"a":[${Array(70).fill('12345678901234567890').join(',')}]}`)
          .join(',')}]}`,
    ),
  ],
  ['a text of 15 MB in one cell', insertCell(`"${'x'.repeat(15_000_000)}"`)],
  ['two and a half million escapes in one cell', insertCell(`"${'\\u0041'.repeat(2_500_000)}"`)],
  ['a number of 15 million digits', insertCell('1'.repeat(15_000_000))],
  [
    'seven million arrays in one cell',
    insertCell(
      `[${Array(39_000)
        .fill(`${'['.repeat(190)}${']'.repeat(190)}`)
        .join(',')}]`,
    ),
  ],
  ['seven hundred thousand numbers with many digits in one cell', insertCell(`[${Array(700_000).fill('12345678901234567890').join(',')}]`)],
  ['as many as a row may have, in nine rows', insertCell(...Array(9).fill(`[${Array(99_000).fill('1.10').join(',')}]`))],
  ['a value of two hundred thousand fractions to bind', bindValue(`[${Array(200_000).fill('1.10').join(',')}]`)],
  ['a field that nobody asked for', insertBeside(`[${Array(900_000).fill('1.10').join(',')}]`)],
])('%s holds nobody up', async (_, send) => {
  await takeLongestWork();
  let isDone = false;
  const sent = send().finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    const reply = await post(neighbour, '/v1/run', { db: neighbour.db, sql: 'SELECT 1' }, never());
    expect(reply).toEqual({ status: 200, code: null });
    answered += 1;
  }
  await sent;
  expect(answered).toBeGreaterThan(0);
  expect(await takeLongestWork()).toBeLessThan(STALL_MAX_MS);
  expect(service.exitCode).toBeNull();
});
