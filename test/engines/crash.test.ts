import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLUSTER_USER } from '../../src/engines/postgres/embedded-cluster.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { createRunaways } from '../../src/engines/postgres/runaways.ts';
import { roleName } from '../../src/engines/postgres/server.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

/** A service with an embedded server of its own, which is killed under it. */
let dataDir: string;
let service: TestService;
let session: TestSession;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-crash-'));
  await chmod(dataDir, 0o755);
  service = await startService({
    DATABASE_URL: '',
    SVC_DATA_DIR: dataDir,
    SVC_STATEMENT_TIMEOUT_MS: '3000',
    SVC_STATEMENT_GRACE_MS: '500',
  });
  session = await startSession(service);
});
afterAll(async () => {
  await service?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => ''), 10);

/** The postmaster and all its children at once, as a power cut would; where the system does not tell the children, they follow it. */
async function killAll(name: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  const server = await postmaster();
  const pids = [server];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (Number(/\) \S (\d+)/.exec(stat)?.[1]) === server) pids.push(Number(entry));
  }
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It had gone already.
    }
  }
}

const add = (table: string) => session.post('/v1/insert', { db: session.db, table, rows: { what: 'x' } });
const idsOf = async (table: string): Promise<number[]> =>
  (await session.rows(`SELECT id::text AS id FROM ${table} ORDER BY id`)).map(({ id }) => Number(id));

test.each(['SIGKILL', 'SIGKILL', 'SIGQUIT'] as const)('no id is given twice, whatever %s interrupts', async (name) => {
  const table = `events_${Math.random().toString(36).slice(2, 10)}`;
  // The table, its sequence and its first row are of one transaction.
  for (let n = 0; n < 3; n++) expect((await add(table)).status).toBe(200);
  const before = await idsOf(table);
  expect(before).toHaveLength(3);
  // An id of a row that is gone is not given again either.
  expect((await session.run(`DELETE FROM ${table} WHERE id = (SELECT max(id) FROM ${table})`)).status).toBe(200);

  await killAll(name);
  await until(async () => (await session.run('SELECT 1')).status === 200, 120_000);
  const reply = await add(table);
  expect([reply.status, reply.json().error]).toEqual([200, undefined]);
  const newest = (await idsOf(table)).at(-1) ?? 0;
  expect(newest).toBeGreaterThan(Math.max(...before));
});

test('a statement that does not end stands back behind everything else, and is forgotten when it ends', async () => {
  if (process.platform !== 'linux') return console.info('Skipped: only Linux tells whose process it is.');
  const login = roleName(session.db, 'reader');
  const priorities = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const entry of await readdir('/proc')) {
      const title = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
      if (title.startsWith(`postgres: ${session.db.slice(0, 20)}`) && title.includes(login)) found.push(getPriority(Number(entry)));
    }
    return found;
  };
  const endless = session.run("SELECT length(translate(repeat('a', abs($1::int)), repeat('b', abs($2::int)), ''))", {
    params: [200_000, 6_000],
  });
  await until(async () => (await priorities()).includes(10));
  expect((await endless).json()).toMatchObject({ error: { code: 'query_timeout' } });
  await until(async () => (await priorities()).includes(19));
  // The next one has a process of its own, which stands back behind nobody.
  expect((await session.run('SELECT 1')).status).toBe(200);
  expect(await priorities()).toContain(0);
  // Behind all else, a few seconds of work take minutes on a busy machine.
  await until(async () => !(await priorities()).includes(19), 800_000);
}, 900_000);

/** Each runs for minutes inside one function that never looks for a cancel. */
test.each([
  ['characters of text', "SELECT length(translate(repeat('a', 1000000), repeat('b', 100000), ''))"],
  ['elements of arrays', 'SELECT array_fill(1, ARRAY[400000]) && array_fill(2, ARRAY[400000])'],
  ['corners of polygons', "SELECT polygon(50000, '((0,0),2)'::circle) <-> polygon(50000, '((9,0),2)'::circle)"],
  ['parts of a date', "SELECT to_date(repeat('1', 1000000), repeat('Q', 1000000))"],
  ['marks to sort', "SELECT length(normalize('a' || repeat(U&'\\0301\\0316', 300000), NFD))"],
  ['places of a pattern', "SELECT repeat('a', 3000000) LIKE '%' || repeat('a', 30000) || 'b%'"],
  [
    'words of a rank',
    "SELECT ts_rank((SELECT array_to_tsvector(array_agg(i::text)) FROM generate_series(1, 30000) i), (SELECT string_agg(i::text, ' & ')::tsquery FROM generate_series(1, 30000) i))",
  ],
  ['a value that grows', "SELECT phraseto_tsquery('simple', repeat('a ', 300000))"],
  [
    'a plan',
    `WITH ${Array.from({ length: 3_000 }, (_, n) => `c${n} AS (SELECT ${n === 0 ? '1 AS n' : `n + 1 AS n FROM c${n - 1}`})`).join(', ')} SELECT n FROM c2999`,
  ],
])('what does not end is interrupted, and nobody else notices: %s', async (_of, sql) => {
  if (process.platform !== 'linux') return console.info('Skipped: only Linux tells whose process it is.');
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await openServer({ databaseUrl: undefined, dataDir, log: quiet });
  const [neighbour, client] = [new pg.Client({ ...server.endpoint() }), new pg.Client({ ...server.endpoint() })];
  const runaways = createRunaways(server, { lookEveryMs: 50, interruptAfterMs: 500 });
  client.on('error', () => undefined);
  try {
    await Promise.all([neighbour.connect(), client.connect()]);
    const { pid } = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0] ?? { pid: 0 };
    const endless = client.query(sql).catch((error: Error) => error);
    // A request to end it would be seen before the loop begins.
    await delay(1_500);
    runaways.add(CLUSTER_USER, pid);
    expect(await endless).toMatchObject({ code: '22P01' });
    await until(() => Promise.resolve(runaways.total === 0));
    // A session that was open before still is: the server did not recover.
    expect((await neighbour.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    runaways.close();
    await Promise.all([neighbour.end(), client.end().catch(() => undefined)]);
    await server.close();
  }
});

test('what does not end for long is killed as the last resort: everybody is served again, with what was acknowledged', async () => {
  if (process.platform !== 'linux') return console.info('Skipped: only Linux tells whose process it is.');
  expect((await add('kept')).status).toBe(200);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await openServer({ databaseUrl: undefined, dataDir, log: quiet });
  const killed: { pid: number; user: string; ranMs: number }[] = [];
  const options = { lookEveryMs: 50, interruptAfterMs: 3_600_000, killAfterMs: 500 };
  const runaways = createRunaways(server, { ...options, onKill: (facts) => killed.push(facts) });
  const client = new pg.Client({ ...server.endpoint() });
  client.on('error', () => undefined);
  await client.connect();
  const { pid } = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0] ?? { pid: 0 };
  const endless = client.query("SELECT length(translate(repeat('a', 1000000), repeat('b', 100000), ''))").catch((error: Error) => error);
  // A request to end it would be seen before the loop begins.
  await delay(1_500);
  runaways.add(CLUSTER_USER, pid);
  await until(() => Promise.resolve(killed.length > 0), 60_000);
  expect(killed[0]).toMatchObject({ pid, user: CLUSTER_USER });
  expect(killed[0]?.ranMs).toBeGreaterThan(500);
  expect(await endless).toBeInstanceOf(Error);
  await until(async () => (await session.run('SELECT 1')).status === 200, 120_000);
  expect(await idsOf('kept')).toHaveLength(1);
  // It is there no more, so that nobody is killed for it again.
  await until(() => Promise.resolve(runaways.total === 0));
  runaways.close();
  await client.end().catch(() => undefined);
  await server.close();
  expect((await session.run('SELECT 1')).status).toBe(200);
});
