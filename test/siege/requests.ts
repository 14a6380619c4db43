import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Hostile } from './hostile.ts';
import { codeIn, mixturesOf, NO_ROOM, NO_TURN, outcomeOf, post, type Tenant, together } from './tenant.ts';

const keyed = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;

const insert =
  (table: string, rows: (tenant: Tenant) => unknown): Hostile['attack'] =>
  async (tenant, signal) =>
    outcomeOf(await post(tenant, '/v1/insert', { db: tenant.db, table, rows: rows(tenant) }, signal));

/** One row with one cell, which is JSON as it is given. */
const insertCell =
  (cell: () => string): Hostile['attack'] =>
  async (tenant, signal) =>
    outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"cells","rows":{"cell":${cell()}}}`, signal));

const strange = async (url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<string> => {
  const reply = await fetch(url, { method: 'POST', headers, body, signal });
  return outcomeOf({ status: reply.status, code: reply.ok ? null : codeIn(await reply.text()) });
};

/** A request under a Host that fetch would not send. */
const named = (url: string, host: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { host, origin: `http://${host}` }, signal }, (reply) => {
      reply.resume();
      resolve(String(reply.statusCode));
    });
    sent.once('error', reject).end();
  });

/** Bodies and calls that cost the service itself. */
export const REQUESTS: readonly Hostile[] = [
  {
    name: 'a body of keys without a credential',
    expected: ['401 unauthorized'],
    attack: ({ url }, signal) => strange(`${url}/v1/insert`, { 'content-type': 'application/json' }, keyed(900_000), signal),
  },
  {
    name: 'a body of 15 MB of keys',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"wide","rows":${keyed(1_200_000)}}`, signal)),
  },
  {
    name: 'rows of one key each',
    expected: ['400 invalid_body'],
    attack: insert('wide', () => Array.from({ length: 10_000 }, (_, index) => ({ [`k${index}`]: 1 }))),
  },
  {
    name: 'nine hundred thousand rows that are none',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(
        await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"wide","rows":[${Array(900_000).fill('null').join(',')}]}`, signal),
      ),
  },
  {
    name: 'a design of two hundred thousand columns that are none',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(
        await post(
          tenant,
          '/v1/databases',
          `{"goal":"track x with y","design":{"title":"x","tables":[{"name":"x","columns":[${Array(200_000).fill('null').join(',')}]}]}}`,
          signal,
        ),
      ),
  },
  {
    name: 'a row with __proto__ as a key',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"items","rows":{"__proto__":{"name":"x"}}}`, signal)),
  },
  {
    name: 'a row with constructor as a key',
    expected: ['200'],
    // The column waits for what the same tenant writes to the table meanwhile.
    inCrowd: [...NO_TURN, ...NO_ROOM, '409 write_conflict'],
    attack: async (tenant, signal) =>
      outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"items","rows":{"name":"x","constructor":"y"}}`, signal)),
  },
  {
    name: 'a body that nests',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"deep","rows":${'['.repeat(400_000)}`, signal)),
  },
  {
    name: 'a cell that nests',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) => {
      const cell = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      return outcomeOf(await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"deep","rows":{"cell":${cell}}}`, signal));
    },
  },
  {
    name: 'a body that is too large',
    expected: ['413 payload_too_large'],
    attack: async (tenant, signal) => outcomeOf(await post(tenant, '/v1/run', { db: tenant.db, sql: 'x'.repeat(3_000_000) }, signal)),
  },
  {
    name: 'a body of short numbers',
    expected: ['400 invalid_body'],
    attack: async (tenant, signal) =>
      outcomeOf(
        await post(tenant, '/v1/insert', `{"db":"${tenant.db}","table":"wide","rows":[${Array(4_000_000).fill('1e5').join(',')}]}`, signal),
      ),
  },
  {
    name: 'a cell of short numbers',
    expected: ['400 invalid_body'],
    attack: insertCell(() => `[${Array(900_000).fill('1e5').join(',')}]`),
  },
  {
    name: 'a cell of as many short numbers as a row may have',
    expected: ['200', '408 query_timeout'],
    inCrowd: [...NO_TURN, ...NO_ROOM, '409 write_conflict'],
    attack: insertCell(() => `[${Array(99_000).fill('1e5').join(',')}]`),
  },
  {
    name: 'a cell of seven million arrays',
    expected: ['400 invalid_body'],
    attack: insertCell(
      () =>
        `[${Array(39_000)
          .fill(`${'['.repeat(190)}${']'.repeat(190)}`)
          .join(',')}]`,
    ),
  },
  {
    name: 'a text of 15 MB in one cell',
    expected: ['200', '408 query_timeout'],
    inCrowd: [...NO_TURN, ...NO_ROOM, '409 write_conflict'],
    attack: insertCell(() => `"${'\\u0041'.repeat(2_500_000)}"`),
  },
  {
    name: 'a number of 15 million digits',
    expected: ['400 invalid_body'],
    attack: insertCell(() => '1'.repeat(15_000_000)),
  },
  {
    name: 'three hundred small asks at once',
    expected: ['200', '200 + 503 overloaded'],
    // A count of what its sender has inserted meanwhile may take over a second, and then stands back behind the neighbours' work.
    inCrowd: [...NO_TURN, '408 query_timeout + 503 overloaded', '200 + 408 query_timeout + 503 overloaded'],
    attack: (tenant, signal) =>
      together(300, async () => outcomeOf(await post(tenant, '/v1/ask', { db: tenant.db, goal: 'How many items are there?' }, signal))),
  },
  {
    name: 'two hundred streams of events that nobody waits for',
    expected: ['left'],
    attack: (tenant, signal) =>
      together(200, async () => {
        const leaving = new AbortController();
        const reply = fetch(`${tenant.url}/v1/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${tenant.token}` },
          body: JSON.stringify({ db: tenant.db, goal: 'How many items are there?' }),
          signal: AbortSignal.any([signal, leaving.signal]),
        });
        setTimeout(() => leaving.abort(), Math.random() * 400);
        await reply.then((response) => response.text()).catch(() => undefined);
        return 'left';
      }),
  },
  {
    name: 'forty uploads that are broken off',
    expected: ['left'],
    attack: (tenant, signal) =>
      together(40, async () => {
        const leaving = new AbortController();
        const sent = post(
          tenant,
          '/v1/insert',
          `{"db":"${tenant.db}","table":"broken","rows":[${'{"a":1},'.repeat(200_000)}{"a":1}]}`,
          AbortSignal.any([signal, leaving.signal]),
        );
        setTimeout(() => leaving.abort(), Math.random() * 100);
        await sent.catch(() => undefined);
        return 'left';
      }),
  },
  {
    name: 'the document of the API, two hundred times at once',
    expected: ['200'],
    attack: ({ url }, signal) =>
      together(200, async () => {
        const reply = await fetch(`${url}/openapi.json`, { headers: { 'accept-encoding': 'br' }, signal });
        await reply.arrayBuffer();
        return String(reply.status);
      }),
  },
  {
    name: 'a body that says it is compressed, and would be a hundred megabytes',
    expected: ['415 unsupported_media_type'],
    attack: ({ url, token }, signal) =>
      strange(
        `${url}/v1/insert`,
        {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        },
        'x'.repeat(100_000),
        signal,
      ),
  },
  {
    name: 'numbers with exponents that no number has',
    expected: ['409 invalid_value'],
    inCrowd: [...NO_TURN, ...NO_ROOM],
    attack: async (tenant, signal) =>
      outcomeOf(
        await post(
          tenant,
          '/v1/insert',
          `{"db":"${tenant.db}","table":"exponents","rows":[${Array(5_000).fill('{"a":1e9999999}').join(',')}]}`,
          signal,
        ),
      ),
  },
  {
    name: 'a page of another site',
    expected: ['403 forbidden'],
    attack: ({ url }, signal) =>
      strange(
        `${url}/v1/databases`,
        {
          'content-type': 'text/plain',
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          'idempotency-key': randomUUID(),
        },
        '{"goal":"track cats with name"}',
        signal,
      ),
  },
  {
    name: 'a page that gives the service a name of its own, on every path',
    expected: ['403'],
    attack: async ({ url }, signal) => {
      const paths = ['/', '/v1/databases', '/v1/run', '/mcp', '/docs', '/healthz'];
      const each = await Promise.all(paths.map((path) => named(`${url}${path}`, 'evil.example', signal)));
      return [...new Set(each)].join(' + ');
    },
  },
  {
    name: 'two hundred agent hosts at once',
    expected: ['200', '200 + 429', '429'],
    attack: ({ url }, signal) =>
      together(200, async () => {
        const reply = await fetch(`${url}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: randomUUID(), version: '1' } },
          }),
          signal,
        });
        await reply.text();
        return String(reply.status);
      }),
  },
  {
    name: 'forty databases at once, where thirty are allowed',
    expected: ['201 + 409 quota_exceeded', '201 + 409 quota_exceeded + 503 overloaded', '201 + 503 overloaded'],
    inCrowd: [...NO_TURN, ...NO_ROOM, '409 quota_exceeded + 503 overloaded'],
    attack: (tenant, signal) =>
      together(40, async () => outcomeOf(await post(tenant, '/v1/databases', { goal: 'track cats with name and age' }, signal))),
  },
  {
    name: 'fifty writes of two thousand letters at once',
    expected: ['422 not_understood'],
    // Its schema is read through the sessions that its own crowd holds.
    inCrowd: mixturesOf([...NO_TURN, '408 query_timeout'], ['422 not_understood']),
    attack: (tenant, signal) =>
      together(50, async () =>
        outcomeOf(
          await post(tenant, '/v1/ask', { db: tenant.db, goal: `set the price of items ${'with name and price '.repeat(90)}to 3` }, signal),
        ),
      ),
  },
  {
    name: 'a question of two thousand words',
    expected: ['422 not_understood'],
    // Its schema is read through the sessions that its own crowd holds.
    inCrowd: [...NO_TURN, '408 query_timeout'],
    attack: async (tenant, signal) =>
      outcomeOf(await post(tenant, '/v1/ask', { db: tenant.db, goal: 'items name price and '.repeat(95) }, signal)),
  },
];
