import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createClient } from '../src/client/index.ts';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { BUILT, startNode, UNLIMITED } from './children.ts';

const TABLES = 600;
/** With the key, which every table has, 10,200 in all. */
const COLUMNS = 16;
const ROWS = 50;
const ROUNDS = 15;
const LISTINGS = 5;
const PAGE = 50;

const NOUNS = [
  'order',
  'customer',
  'invoice',
  'parcel',
  'supplier',
  'ticket',
  'machine',
  'visit',
  'contract',
  'payment',
  'employee',
  'site',
];
const WORDS = [
  'title',
  'city',
  'status',
  'colour',
  'note',
  'weight',
  'amount',
  'price',
  'opened',
  'closed',
  'score',
  'length',
  'owner',
  'region',
  'level',
  'batch',
];
const TYPES = [
  'text',
  'text',
  'text',
  'text',
  'text',
  'numeric',
  'numeric',
  'numeric',
  'date',
  'date',
  'int',
  'int',
  'text',
  'text',
  'int',
  'int',
];
const VALUES: Readonly<Record<string, string>> = {
  text: "'value ' || (i % 40)",
  numeric: 'i * 1.5',
  date: "date '2026-01-01' + i",
  int: 'i',
};

const nameOf = (at: number): string => `${NOUNS[at % NOUNS.length]}_${Math.floor(at / NOUNS.length)}`;

/** A database of somebody else's, as large as those of companies are. */
const tableSql = (at: number): string => `
CREATE TABLE ${nameOf(at)} (id int PRIMARY KEY${at === 0 ? '' : ` REFERENCES ${nameOf(at >> 1)}`}, ${WORDS.map((word, n) => `${word} ${TYPES[n]}`).join(', ')});
INSERT INTO ${nameOf(at)} SELECT i, ${WORDS.map((_, n) => VALUES[TYPES[n] ?? 'int']).join(', ')} FROM generate_series(1, ${ROWS}) i;`;

/**
 * How long a database of 600 tables and 10,000 columns takes to be connected, and what it costs to ask it, at first and then:
 * `npm run bench:connect`.
 */
const folder = await mkdtemp(join(tmpdir(), 'svc-connect-'));
await chmod(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'theirs'), log: () => undefined });
const { host, port, user, password } = server.endpoint();
const admin = new pg.Client({ host, port, user, password, database: 'postgres' });
await admin.connect();
await admin.query('CREATE DATABASE theirs');
await admin.end();
const theirs = new pg.Client({ host, port, user, password, database: 'theirs' });
await theirs.connect();
for (let at = 0; at < TABLES; at++) await theirs.query(tableSql(at));
await theirs.query('ANALYZE');
await theirs.end();

const dataDir = join(folder, 'ours');
const running = await startNode([BUILT], { ...UNLIMITED, SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
const apiKey = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
try {
  const svc = createClient({ baseUrl: running.url, apiKey });
  const url = new URL(`postgres://${host}:${port}/theirs`);
  url.username = user;
  url.password = password ?? '';
  const [connectMs, { dbId }] = await timed(() => svc.connectDatabase({ connectionUrl: url.href }));
  const [firstMs] = await timed(() => svc.ask({ db: dbId, goal: 'how many parcel 3 are there' }));
  const checks: number[] = [];
  const asks: number[] = [];
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    checks.push((await timed(() => svc.checkDatabase({ id: dbId })))[0]);
    asks.push((await timed(() => svc.ask({ db: dbId, goal: `how many machine ${round} have a price above ${round}` })))[0]);
    pages.push((await timed(() => svc.describeDatabase({ id: dbId, table: 'invoice*', limit: 20 })))[0]);
  }
  const listings: number[] = [];
  for (let round = 0; round < LISTINGS; round++) listings.push((await timed(() => listed(dbId)))[0]);
  const figures = [
    figure('connected, and introspected', connectMs, 3_000),
    figure('the first ask', firstMs, 2_000),
    figure('introspected again, by a check', median(checks), 3_000),
    figure('a new ask, afterwards', median(asks), 1_000),
    figure('20 tables by their name', median(pages), 1_000),
    figure(`all in pages of ${PAGE}`, median(listings), 2_000),
  ];
  console.table(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
} finally {
  await running.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Page after page, by the address that each reply has of the next. */
async function listed(dbId: string): Promise<void> {
  let next: string | undefined = `/v1/databases/${dbId}/schema?limit=${PAGE}`;
  while (next !== undefined) {
    const reply: Response = await fetch(new URL(next, running.url), { headers: { authorization: `Bearer ${apiKey}` } });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
    next = /<(.*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const from = performance.now();
  const result = await work();
  return [performance.now() - from, result];
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

function figure(what: string, ms: number, most: number) {
  return {
    what: `${what} (${TABLES} tables, ${TABLES * (COLUMNS + 1)} columns)`,
    measured: `${Math.round(ms)} ms`,
    target: `≤ ${most} ms`,
    met: ms <= most,
  };
}
