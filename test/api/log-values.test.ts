import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

/** In everything that a caller sends here; in no line of the log, and in no figure. */
const CANARY = `canary${randomUUID().replaceAll('-', '')}`;

const lines: string[] = [];
let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService(
    { SVC_LOG_LEVEL: 'info', SVC_STATEMENT_TIMEOUT_MS: '500', SVC_STATEMENT_GRACE_MS: '300', SVC_METRICS_PORT: '0' },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  session = await startSession(service);
  await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows: { roaster: CANARY, price: 1 } });
  await asRole(session.db, 'owner', (client) =>
    client.query(`
      CREATE TABLE public.people (id int PRIMARY KEY, name text UNIQUE, age int CHECK (age > 0), born date NOT NULL,
        friend int REFERENCES public.people, CONSTRAINT short CHECK (length(name) < 50));
      INSERT INTO public.people VALUES (1, '${CANARY}', 5, '2020-01-01', NULL)`),
  );
});
afterAll(() => service.close());

type Attempt = readonly [what: string, code: string, attempt: () => Promise<{ status: number; text: string }>];

const people = (values: string, params: readonly unknown[] = []) => session.run(`INSERT INTO people VALUES (${values})`, { params });
const ATTEMPTS: readonly Attempt[] = [
  ['a value that is there', 'write_constraint', () => people('2, $1, 5, $2', [CANARY, '2020-01-01'])],
  ['a value that breaks a rule', 'write_constraint', () => people('3, $1, -1, $2', [CANARY, '2020-01-01'])],
  ['a value too long for a rule', 'write_constraint', () => people('3, $1, 1, $2', [CANARY.repeat(3), '2020-01-01'])],
  ['a value that is missing', 'write_constraint', () => people('3, $1, 1, NULL', [CANARY])],
  ['a parent that is missing', 'write_constraint', () => people('4, $1, 1, $2, 99', [`${CANARY}x`, '2020-01-01'])],
  ['a bound value that is no number', 'invalid_value', () => session.run('SELECT $1::int', { params: [CANARY] })],
  ['a literal that is no number', 'invalid_value', () => session.run(`SELECT '${CANARY}'::int`)],
  ['a value that is no document', 'invalid_value', () => session.run('SELECT $1::jsonb', { params: [`{"${CANARY}`] })],
  ['a name that is not there', 'sql_rejected', () => session.run(`SELECT '${CANARY}' AS a FROM nowhere`)],
  ['a function that is not allowed', 'sql_rejected', () => session.run(`SELECT pg_read_file('${CANARY}')`)],
  ['text that is no SQL', 'sql_rejected', () => session.run(`SELECT '${CANARY}`)],
  [
    'a statement that takes too long',
    'query_timeout',
    () => session.run('SELECT count(*) FROM generate_series(1, 30000000) n WHERE n::text = $1', { params: [CANARY] }),
  ],
  [
    'a statement that does not end',
    'query_timeout',
    () =>
      session.run("SELECT length(translate(repeat('a', abs($1::int)), repeat('b', abs($2::int)), $3))", {
        params: [60_000, 6_000, CANARY],
      }),
  ],
  [
    'an insert of a wrong type',
    'invalid_value',
    () => session.post('/v1/insert', { db: session.db, table: 'people', rows: [{ id: CANARY, born: CANARY }] }),
  ],
  ['a body cut off', 'invalid_json', () => session.post('/v1/run', `{"sql": "${CANARY}`)],
  ['a body of a wrong shape', 'invalid_body', () => session.post('/v1/run', { sql: { value: CANARY }, db: session.db })],
  ['a question that is not understood', 'not ok', () => session.ask(`how much ${CANARY} does the ${CANARY} of it take?`)],
  ['a database that is not there', 'db_not_found', () => session.run('SELECT $1', { db: CANARY, params: [CANARY] })],
  ['a name that is no database, in the address', 'db_not_found', () => send(service, 'GET', `/v1/databases/${CANARY}/schema`, session)],
  ['a key that was taken for its id', 'not ok', () => send(service, 'DELETE', `/v1/keys/sk_live_${CANARY}`, { ...session, key: CANARY })],
  ['an address that there is not', 'not_found', () => send(service, 'GET', `/v1/${CANARY}/rows?name=${CANARY}`, session)],
  [
    'a token that is none',
    'not ok',
    () => send(service, 'POST', '/v1/run', { body: { sql: 'SELECT 1', db: session.db }, token: `anon_${CANARY}` }),
  ],
];

test.each(ATTEMPTS)('%s: %s', async (_what, code, attempt) => {
  const before = lines.length;
  const { status, text } = await attempt();
  expect(status).toBeGreaterThanOrEqual(400);
  if (code !== 'not ok') expect(JSON.parse(text)).toMatchObject({ error: { code } });
  // A request's line is written after its reply.
  await until(() => lines.length > before);
});

test('what went wrong is in the log: codes and names; no value is', async () => {
  const text = lines.join('');
  for (const told of ['"code":"23505"', '"constraint":"people_name_key"', '"code":"22P02"', '"code":"42P01"', '"table":"people"'])
    expect(text).toContain(told);
  expect(lines.filter((line) => line.toLowerCase().includes(CANARY))).toEqual([]);
  const paths = lines.flatMap((line) => (JSON.parse(line) as { path?: string }).path ?? []);
  for (const told of ['/v1/run', '/v1/databases/:id/schema', '/v1/keys/:id', '/v1/…/rows']) expect(paths).toContain(told);
});

test('the figures count all of it by routes, operations and codes, and name nobody and nothing of it', async () => {
  expect(await session.rows('SELECT count(*) AS n FROM people')).toEqual([{ n: 1 }]);
  expect((await session.ask('How many people are there?')).status).toBe(200);
  expect((await send(service, 'GET', '/nowhere-at-all')).status).toBe(404);
  expect((await send(service, 'GET', '/metrics')).status).toBe(404);
  const url = String(service.metricsUrl);
  const reply = await fetch(url);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  const text = await reply.text();
  const of = (figure: string, ...labels: string[]): number[] =>
    text
      .split('\n')
      .flatMap((line) =>
        line.startsWith(`${figure}{`) && labels.every((label) => line.includes(label)) ? [Number(line.split(' ').at(-1))] : [],
      );
  for (const [figure, ...labels] of FIGURES)
    expect([figure, labels, of(figure, ...labels).some((count) => count > 0)]).toEqual([figure, labels, true]);
  expect(of('db_client_connection_max', 'postgres hosted')).toEqual([16]);
  expect(of('http_server_active_requests', 'POST', 'url_scheme="http"')).toEqual([0]);
  expect(text).toMatch(/^process_memory_usage \d/m);
  expect(text).toMatch(/^nodejs_eventloop_delay_p99 \d/m);
  for (const [, code] of ATTEMPTS)
    if (AFTER_ADMISSION.has(code)) expect(of('svc_operation_duration_count', `error_type="${code}"`)).not.toEqual([]);
  for (const untold of [CANARY, 'nowhere', session.db, session.token, 'coffee', 'people', 'roaster'])
    expect(text.toLowerCase()).not.toContain(untold.toLowerCase());
  for (const path of ['/', '/metrics/x', '/v1/databases']) expect((await fetch(new URL(path, url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

const FIGURES = [
  ['http_server_request_duration_count', 'http_route="/v1/run"', 'http_response_status_code="200"'],
  ['http_server_request_duration_count', 'http_route="/v1/run"', 'http_response_status_code="408"'],
  ['http_server_request_duration_count', 'http_request_method="GET"', 'http_response_status_code="404"'],
  ['svc_operation_duration_count', 'svc_operation="run"', 'svc_surface="http"'],
  ['svc_ask_duration_count', 'svc_ask_planner="builtin"', 'svc_ask_outcome="query"'],
  ['db_client_operation_duration_count', 'db_system_name="postgresql"', 'db_operation_name="read"'],
  ['db_client_operation_duration_count', 'db_operation_name="read"', 'error_type="query_timeout"'],
  ['db_client_connection_count', 'postgres hosted', 'idle'],
] as const;

/** Of refusals, those that an operation gives; the others come before one has begun. */
const AFTER_ADMISSION: ReadonlySet<string> = new Set([
  'write_constraint',
  'invalid_value',
  'sql_rejected',
  'query_timeout',
  'db_not_found',
]);

test('at the level for debugging the engine’s own words are there', async () => {
  const told: string[] = [];
  const open = await startService({ SVC_LOG_LEVEL: 'debug' }, { logTo: { write: (line) => void told.push(line) } });
  const other = await startSession(open);
  await other.run(`SELECT '${CANARY}'::int`);
  await open.close();
  expect(told.some((line) => line.includes(CANARY))).toBe(true);
});
