import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts';
import { OPERATION_ROWS } from '../../src/contract/operations.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService({ SVC_STATEMENT_TIMEOUT_MS: '5000' });
  session = await startSession(service, 'track customers with name and city; orders with status and total; customers have many orders');
  await session.rows("INSERT INTO customers (name, city) VALUES ('Ada', 'Paris'), ('Bob', 'Rome')");
});
afterAll(() => service.close());

/** Replies of 500 and more that say something true about the request. */
const HONEST = new Set(['llm_failed', 'unconfigured']);
/** A reply that takes longer is one that hangs. */
const DEADLINE_MS = 20_000;
const RUNS = 120;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function check({ method, path, body, headers = {} }: Sent): Promise<void> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${session.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await response.text();
  const reply = JSON.parse(text) as { error?: { code: string; message: string; action: string; retryable: boolean; requestId: string } };
  if (response.ok) return;
  const { error } = reply;
  const code = String(error?.code);
  if (!isErrorCode(code)) throw new Error(`No envelope: ${text}`);
  expect(response.status, text).toBe(ERRORS[code].http);
  expect(error?.requestId).toBe(response.headers.get('x-request-id'));
  if (response.status >= 500) expect(HONEST, text).toContain(code);
}

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  'constructor',
  "'; --",
  '%s',
  '🫘',
  'x'.repeat(70),
  'x'.repeat(3_000),
  '\u202e',
  '{{x}}',
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), nasty);
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const words = (list: string, others: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...list.split(' ')) }, { weight: 1, arbitrary: others }), {
      minLength: 1,
      maxLength: 10,
    })
    .map((parts) => parts.join(' '));

const goal = words(
  'how many customers orders are there show list the name city of with status total is open Ada Paris delete update set add a to where every all each per by and or not between 1 2 -3 1e9 2026-01-01 last month highest average sum top 5 more than "x y" \'q\' ? , ; track create database table clear everything my increase',
  text,
);
const sql = words(
  "SELECT FROM customers orders WHERE name = 'Ada' $1 $2 , * ( ) count(*) 1 INSERT INTO VALUES DELETE UPDATE SET total ; -- /* */ WITH x AS GROUP BY ORDER LIMIT 10 NULL JOIN ON id ::int ::jsonb EXPLAIN ANALYZE SHOW timezone || [ ] RETURNING \" ' $$ E'\\\\' UNION ALL DISTINCT",
  text,
);
const rows = fc.array(fc.dictionary(text, json, { maxKeys: 4 }), { maxLength: 4 });

/** Something that each field might well hold; any field may hold anything. */
const LIKELY: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  db: fc.constant(null).map(() => session.db),
  goal,
  ask: goal,
  sql,
  params: fc.array(json, { maxLength: 3 }),
  maxRows: fc.integer({ min: -1, max: 10_001 }),
  table: fc.oneof(fc.constantFrom('customers', 'Orders', 'svc.reply', 'pg_class'), text),
  rows: fc.oneof(rows, fc.dictionary(text, json, { maxKeys: 4 })),
  engine: fc.constantFrom('postgres', 'clickhouse'),
  model: fc.constantFrom('auto', 'fast', 'best'),
  confirm: fc.boolean(),
  dryRun: fc.boolean(),
  forceQuery: fc.boolean(),
  forceCreate: fc.boolean(),
  name: text,
};

/** A likely body: `db` and `dbId` differ too easily to have both as a rule. */
function bodyOf(fields: readonly string[]): fc.Arbitrary<string> {
  const always = fields.filter((field) => ['db', 'sql', 'table', 'rows', 'goal'].includes(field));
  const shaped = fc.record(
    Object.fromEntries(
      fields.map((field) => [
        field,
        fc.oneof({ weight: 12, arbitrary: LIKELY[field] ?? text }, { weight: 1, arbitrary: text }, { weight: 1, arbitrary: json }),
      ]),
    ),
    { requiredKeys: always },
  );
  const usual = shaped.map(({ dbId, ask, ...rest }) => JSON.stringify(rest));
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 2, arbitrary: shaped.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: text },
  );
}

const encoded = (part: string): string => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'));
const key = fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 }), { nil: undefined, freq: 10 });
const headersOf = (chosen: string | undefined): Record<string, string> => (chosen === undefined ? {} : { 'idempotency-key': chosen });

describe('whatever is sent, the reply is a reply', () => {
  const posts = Object.entries(OPERATION_ROWS).filter(([, row]) => row.method === 'POST');
  test.each(posts)('%s', async (_, row) => {
    const property = fc.asyncProperty(bodyOf(Object.keys(row.body?.shape ?? {})), key, (body, chosen) =>
      check({ method: 'POST', path: row.path, body, headers: headersOf(chosen) }),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  const addressed = Object.entries(OPERATION_ROWS).filter(([, row]) => row.method !== 'POST');
  test.each(addressed)('%s', async (_, row) => {
    const query = fc.webQueryParameters();
    const limit = fc.oneof(fc.integer().map(String), text).map(encoded);
    const property = fc.asyncProperty(text, limit, query, key, (id, size, search, chosen) =>
      check({
        method: row.method,
        path: `${row.path.replace(/:\w+/, encoded(id) || '-')}?limit=${size}&${search}`,
        headers: headersOf(chosen),
      }),
    );
    await fc.assert(property, { numRuns: 60, endOnFailure: true });
  });

  test('any Authorization header', async () => {
    const credential = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((token) => `Bearer ${token}`),
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((token) => `Bearer anon_${token}`),
    );
    const property = fc.asyncProperty(credential, (authorization) =>
      check({ method: 'GET', path: '/v1/databases', headers: { authorization } }),
    );
    await fc.assert(property, { numRuns: 100, endOnFailure: true });
  });
});
