import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { post, type Sent, type Tenant } from './tenant.ts';

/** One way to do harm, as an anonymous tenant can send it. It ends by itself or when the signal fires. */
export interface Hostile {
  readonly name: string;
  readonly attack: (tenant: Tenant, signal: AbortSignal) => Promise<Sent | null>;
}

const sql = (name: string, text: string): Hostile => ({
  name,
  attack: (tenant, signal) => post(tenant, '/v1/run', { db: tenant.db, sql: text }, signal),
});

const points = (count: number): string =>
  `(SELECT ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path FROM generate_series(1, ${count}) i)`;
const chain = (count: number): string =>
  `WITH ${Array.from({ length: count }, (_, index) => `c${index} AS (SELECT ${index === 0 ? '1 AS n' : `n + 1 AS n FROM c${index - 1}`})`).join(', ')} SELECT n FROM c${count - 1}`;

/** Statements that PostgreSQL does not end when it is asked to, or that take what the machine has. */
const STATEMENTS: readonly Hostile[] = [
  sql('translate with a long map', "SELECT length(translate(repeat('a', 500000), repeat('b', 20000), ''))"),
  sql('btrim with a long set', "SELECT length(btrim(repeat('a', 5000000), repeat('b', 20000) || 'a'))"),
  sql('position of a long needle', "SELECT position(repeat('a', 200000) || 'b' IN repeat('a', 20000000))"),
  sql('replace of a long needle', "SELECT length(replace(repeat('a', 20000000), repeat('a', 200000) || 'b', 'c'))"),
  sql('split_part by a long needle', "SELECT split_part(repeat('a', 20000000), repeat('a', 200000) || 'b', 1)"),
  sql('normalize of much', "SELECT length(normalize(repeat(U&'\\0061\\0301', 20000000), NFD))"),
  sql(
    'arrays that overlap',
    'SELECT (SELECT array_agg(i) FROM generate_series(1, 200000) i) && (SELECT array_agg(-i) FROM generate_series(1, 200000) i)',
  ),
  sql(
    'arrays that contain',
    'SELECT (SELECT array_agg(i) FROM generate_series(1, 200000) i) <@ (SELECT array_agg(i + 1) FROM generate_series(1, 200000) i)',
  ),
  sql(
    'documents that contain',
    'SELECT (SELECT jsonb_agg(i) FROM generate_series(1, 100000) i) @> (SELECT jsonb_agg(-i) FROM generate_series(1, 100000) i)',
  ),
  sql('distance of two paths', `SELECT ${points(30000)} <-> ${points(30000)}`),
  sql('1,500 chained expressions', chain(1_500)),
  sql('a product of three series', 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b WHERE a * b < 0'),
  sql('an endless recursion', 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'),
  sql('a sort of much', 'SELECT md5(i::text) FROM generate_series(1, 20000000) i ORDER BY 1 LIMIT 5'),
  sql('one large value', "SELECT repeat('x', 900000000)"),
  sql('many large values', "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)"),
  sql('nested empty objects as one document', "SELECT ('[' || repeat('{},', 20000000) || '{}]')::json AS bomb"),
  sql('quotes to escape', "SELECT repeat('\"', 30000000) AS bomb"),
  sql(
    'ten thousand wide rows',
    `SELECT ${Array.from({ length: 200 }, (_, index) => `i AS c${index}`).join(', ')} FROM generate_series(1, 10000) i`,
  ),
  sql('a pattern that backtracks', "SELECT repeat('a', 100000) ~ '(a|aa)+$b'"),
  sql('a number of many digits', 'SELECT length((2::numeric ^ 400000)::text)'),
  sql('a sleep', 'SELECT pg_sleep(60)'),
  sql('a setting', 'SET statement_timeout = 0'),
  sql('a lock', 'SELECT pg_advisory_lock(1)'),
  sql('a nest of parentheses', `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`),
  {
    name: 'an insert of 200 MB',
    attack: (tenant, signal) =>
      post(
        tenant,
        '/v1/run',
        { db: tenant.db, sql: 'INSERT INTO items (name) SELECT repeat(md5(i::text), 3125) FROM generate_series(1, 2000) i' },
        signal,
      ),
  },
];

const REQUESTS: readonly Hostile[] = [
  {
    name: 'a body of keys without a credential',
    attack: async ({ url }, signal) => {
      const body = `{${Array.from({ length: 900_000 }, (_, index) => `"k${index}":0`).join(',')}}`;
      const reply = await fetch(`${url}/v1/insert`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
      await reply.text();
      return { status: reply.status, code: null };
    },
  },
  {
    name: 'rows of one key each',
    attack: (tenant, signal) =>
      post(
        tenant,
        '/v1/insert',
        { db: tenant.db, table: 'wide', rows: Array.from({ length: 10_000 }, (_, index) => ({ [`k${index}`]: 1 })) },
        signal,
      ),
  },
  {
    name: 'a body that nests',
    attack: (tenant, signal) => post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"deep","rows":${'['.repeat(400_000)}`, signal),
  },
  {
    name: 'a page of another site',
    attack: async ({ url }, signal) => {
      const reply = await fetch(`${url}/v1/databases`, {
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          'idempotency-key': randomUUID(),
        },
        body: '{"goal":"track cats with name"}',
        signal,
      });
      await reply.text();
      return { status: reply.status, code: null };
    },
  },
  {
    name: 'two hundred agent hosts at once',
    attack: async ({ url }, signal) => {
      const initialize = (name: string) =>
        fetch(`${url}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } },
          }),
          signal,
        }).then((reply) => reply.text());
      await Promise.all(Array.from({ length: 200 }, () => initialize(randomUUID())));
      return null;
    },
  },
  {
    name: 'forty databases at once',
    attack: async (tenant, signal) => {
      const created = await Promise.all(
        Array.from({ length: 40 }, () => post(tenant, '/v1/databases', { goal: 'track cats with name and age' }, signal)),
      );
      return created.find(({ status }) => status >= 500) ?? created[0] ?? null;
    },
  },
  {
    name: 'a question of two thousand words',
    attack: (tenant, signal) => post(tenant, '/v1/ask', { db: tenant.db, goal: 'items name price and '.repeat(95) }, signal),
  },
];

/** Sockets that take their time. */
const SOCKETS: readonly Hostile[] = [
  {
    name: 'fifty headers that never end',
    attack: ({ url }, signal) => holdOpen(url, 50, () => 'POST /v1/ask HTTP/1.1\r\nhost: 127.0.0.1\r\n', signal),
  },
  {
    name: 'fifty bodies that never end',
    attack: ({ url }, signal) =>
      holdOpen(
        url,
        50,
        () => 'POST /v1/ask HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{',
        signal,
      ),
  },
  {
    name: 'sixteen row streams that nobody reads',
    attack: (tenant, signal) =>
      holdOpen(
        tenant.url,
        16,
        () => unreadRun(tenant, 'text/csv', "SELECT i, repeat('x', 1000) FROM generate_series(1, 1000000) i"),
        signal,
      ),
  },
  {
    name: 'eight replies that nobody reads',
    attack: (tenant, signal) =>
      holdOpen(
        tenant.url,
        8,
        () => unreadRun(tenant, 'application/json', "SELECT repeat('x', 7000) FROM generate_series(1, 1000)"),
        signal,
      ),
  },
];

export const HOSTILE: readonly Hostile[] = [...STATEMENTS, ...REQUESTS, ...SOCKETS];

function unreadRun({ db, token }: Tenant, accept: string, text: string): string {
  const body = JSON.stringify({ db, sql: text });
  return `POST /v1/run HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: ${accept}\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const HELD_MS = 20_000;

/** Opens connections that send what is given and then neither read nor write; closes what the service has not closed by then. */
async function holdOpen(url: string, count: number, head: () => string, signal: AbortSignal): Promise<null> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => socket.destroy());
    socket.once('connect', () => {
      socket.pause();
      socket.write(head());
    });
    return socket;
  });
  await delay(HELD_MS, undefined, { signal }).catch(() => undefined);
  for (const socket of sockets) socket.destroy();
  return null;
}
