import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, createClient, SvcError, Verbatim } from '../../src/client/index.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server that gives these answers in turn, the last one for good. */
async function serve(...answers: Answer[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method: String(request.method), path: String(request.url), headers: request.headers, body };
    seen.push(one);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, one);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const fault = (status: number, code: string, more: object = {}, fields: object = {}): Answer =>
  json(status, {
    error: { code, message: 'It broke.', action: 'Try again.', retryable: status >= 500, requestId: 'r', ...more },
    ...fields,
  });
const hangUp: Answer = (response) => void response.destroy();
const page: Answer = (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
const ROWS = { status: 'ok', kind: 'query', session: { db: 'db_x' }, data: [{ n: 1 }], columns: [], rowCount: 1, truncated: false };
const ok = json(200, ROWS);
const RUN = { db: 'db_x', sql: 'DELETE FROM t' };

const failure = async (call: Promise<unknown>): Promise<SvcError> => {
  const error: unknown = await call.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SvcError)) throw error;
  return error;
};
const keysOf = (seen: readonly Seen[]): unknown[] => seen.map((one) => one.headers['idempotency-key']);

describe('retries', () => {
  test.each<[string, Answer]>([
    ['a dropped connection', hangUp],
    ['a transient fault', fault(503, 'auth_unavailable')],
    ['an unreachable engine', fault(502, 'db_unreachable')],
    ['a proxy’s page', page],
    ['a 500 without an envelope', json(500, {})],
  ])('%s is tried again, with the same key and body', async (_, broken) => {
    const { url, seen } = await serve(broken, broken, ok);
    const client = createClient({ baseUrl: url, apiKey: 'sk_live_x' });
    expect(await client.run(RUN)).toEqual(ROWS);
    expect(seen).toHaveLength(3);
    expect(new Set(keysOf(seen)).size).toBe(1);
    expect(keysOf(seen)[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(seen.map((one) => one.body))).toEqual(new Set([JSON.stringify(RUN)]));
  });

  test('at most three, and then the error', async () => {
    const { url, seen } = await serve(fault(503, 'auth_unavailable', {}, {}));
    const error = await failure(createClient({ baseUrl: url, apiKey: 'sk_live_x' }).run(RUN));
    expect([error.code, error.httpStatus, seen.length]).toEqual(['auth_unavailable', 503, 4]);
  });

  test('Retry-After is waited for', async () => {
    const { url, seen } = await serve(json(503, { error: { code: 'auth_unavailable', retryable: true } }, { 'retry-after': '0' }), ok);
    const told: [number, string][] = [];
    await createClient({ baseUrl: url, apiKey: 'k', onRetry: (waitMs, { code }) => told.push([waitMs, code]) }).run(RUN);
    expect(seen).toHaveLength(2);
    expect(told).toEqual([[expect.any(Number), 'auth_unavailable']]);
  });

  test.each([
    ['with an envelope', { error: { code: 'auth_unavailable', retryable: true } }],
    ['without one, as a proxy sends it', {}],
  ])('Retry-After of more than a minute %s is the caller’s to judge', async (_, body) => {
    const { url, seen } = await serve(json(503, body, { 'retry-after': '120' }), ok);
    expect((await failure(createClient({ baseUrl: url, apiKey: 'k' }).run(RUN))).retryAfterMs).toBe(120_000);
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['a fault of the caller', fault(400, 'sql_rejected')],
    ['a conflict that is not retryable', fault(409, 'confirm_expired')],
    ['a rate limit, whose wait is the caller’s to judge', fault(429, 'rate_limited', { retryable: true })],
    ['a question that no planner reads', fault(502, 'llm_failed')],
    ['a server that does not take the login', fault(502, 'introspection_failed')],
    ['a fault of the service’s own', fault(500, 'internal_error', { retryable: false })],
  ])('%s is not tried again', async (_, answer) => {
    const { url, seen } = await serve(answer, ok);
    await failure(createClient({ baseUrl: url, apiKey: 'k' }).run(RUN));
    expect(seen).toHaveLength(1);
  });

  test('a fresh key for each call; a given key is used; reads send none', async () => {
    const { url, seen } = await serve(ok);
    const client = createClient({ baseUrl: url, apiKey: 'k' });
    await client.run(RUN);
    await client.run(RUN);
    await client.run(RUN, { idempotencyKey: 'mine' });
    await client.listModels();
    const [first, second, third, fourth] = keysOf(seen);
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual(['mine', undefined]);
  });

  test('a first anonymous write is not, since its retry would be somebody else’s; a read and a later write are', async () => {
    const first = await serve(hangUp, ok);
    expect((await failure(createClient({ baseUrl: first.url }).run(RUN))).code).toBe('network_error');
    expect(first.seen).toHaveLength(1);

    const later = await serve(hangUp, json(200, [], { 'x-svc-anonymous-token': 'anon_mine' }), hangUp, ok);
    const client = createClient({ baseUrl: later.url });
    await client.listDatabases();
    await client.run(RUN);
    expect(later.seen.map((one) => one.headers.authorization)).toEqual([undefined, undefined, 'Bearer anon_mine', 'Bearer anon_mine']);
  });

  test('a cookie client’s writes are, with its one key', async () => {
    const { url, seen } = await serve(hangUp, ok);
    await createClient({ baseUrl: url, withCredentials: true }).run(RUN);
    expect(new Set(keysOf(seen)).size).toBe(1);
    expect(seen).toHaveLength(2);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test('what a cookie client is refused is sent once more where its session is there after all, and no other client’s', async () => {
    const refused = fault(401, 'unauthorized');
    const there = await serve(refused, json(200, { kind: 'session' }), ok);
    expect(await createClient({ baseUrl: there.url, withCredentials: true }).run(RUN)).toMatchObject({ data: [{ n: 1 }] });
    expect(there.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/run', 'GET /v1/auth/session', 'POST /v1/run']);
    expect(new Set([there.seen[0], there.seen[2]].map((one) => one?.headers['idempotency-key'])).size).toBe(1);
    for (const [options, requests] of [
      [{ withCredentials: true }, 2],
      [{ apiKey: 'sk_live_x' }, 1],
    ] as const) {
      const gone = await serve(refused);
      expect(await failure(createClient({ baseUrl: gone.url, ...options }).run(RUN))).toMatchObject({ code: 'unauthorized' });
      expect(gone.seen).toHaveLength(requests);
    }
    const still = await serve(refused, json(200, { kind: 'session' }), refused);
    expect(await failure(createClient({ baseUrl: still.url, withCredentials: true }).run(RUN))).toMatchObject({ code: 'unauthorized' });
    expect(still.seen).toHaveLength(3);
  });
});

describe('errors', () => {
  test('nobody there: network_error, status 0, retryable', async () => {
    const { url } = await serve(ok);
    servers.splice(0).forEach((server) => void server.close());
    const error = await failure(createClient({ baseUrl: url }).run(RUN));
    expect(error).toMatchObject({ name: 'SvcError', code: 'network_error', httpStatus: 0, body: null, retryable: true });
  });

  test.each<[string, (controller: AbortController, client: Client) => Promise<unknown>]>([
    [
      'before it is sent',
      (controller, client) => {
        controller.abort();
        return client.run(RUN, { signal: controller.signal });
      },
    ],
    [
      'while it runs or waits to try again',
      (controller, client) => {
        setTimeout(() => controller.abort(), 30);
        return client.run(RUN, { signal: controller.signal });
      },
    ],
  ])('the caller’s abort %s: aborted, status 0, not retryable', async (_, call) => {
    for (const answer of [() => undefined, fault(503, 'auth_unavailable')] satisfies Answer[]) {
      const { url } = await serve(answer);
      const error = await failure(call(new AbortController(), createClient({ baseUrl: url, apiKey: 'k' })));
      expect(error).toMatchObject({ code: 'aborted', httpStatus: 0, retryable: false });
    }
  });

  test('a reply that is no JSON: non_json_response with its status', async () => {
    const { url } = await serve((response) => void response.writeHead(200).end('<html>Sign in to the café’s network</html>'));
    const error = await failure(createClient({ baseUrl: url, apiKey: 'k' }).run(RUN));
    expect(error).toMatchObject({ code: 'non_json_response', httpStatus: 200, retryable: false });
    expect(error.message).toContain('<html>');
  });

  test.each([
    ['no envelope', {}],
    ['an envelope of another kind', { error: 'Bad Gateway' }],
    ['null', null],
    ['a list', [1]],
  ])('%s: unknown_error, retryable when the server failed', async (_, body) => {
    for (const [status, retryable] of [
      [500, true],
      [404, false],
    ] as const) {
      const { url } = await serve(json(status, body));
      const error = await failure(createClient({ baseUrl: url }).run(RUN));
      expect(error).toMatchObject({ code: 'unknown_error', httpStatus: status, retryable, body: null });
    }
  });

  test('a code that this client does not know is carried as it is, its params at the top of the body', async () => {
    const { url } = await serve(fault(418, 'teapot_empty', { params: { cups: 3 } }, { candidate_dbs: [{ id: 'a', slug: 'b' }] }));
    const error = await failure(createClient({ baseUrl: url, apiKey: 'k' }).run(RUN));
    expect([error.code, error.httpStatus, error.message]).toEqual(['teapot_empty', 418, 'teapot_empty: It broke.']);
    expect(error.body).toMatchObject({
      code: 'teapot_empty',
      message: 'It broke.',
      action: 'Try again.',
      params: { cups: 3 },
      cups: 3,
      candidate_dbs: [{ id: 'a', slug: 'b' }],
    });
  });
});

describe('who is asking', () => {
  test('an empty key throws: it would be anonymous in silence, or refused as a header', () => {
    expect(() => createClient({ apiKey: '' })).toThrow(TypeError);
  });

  test('a way to give numbers that there is not throws, with those that there are', () => {
    expect(() => createClient({ numbers: 'bigint' as 'exact' })).toThrow('`numbers` is one of exact, text, number, verbatim.');
  });

  test('both auth modes together throw', () => {
    expect(() => createClient({ apiKey: 'sk_live_x', withCredentials: true })).toThrow(TypeError);
  });

  test('an account key is sent as it is and never replaced by an anonymous token', async () => {
    const { url, seen } = await serve(json(200, ROWS, { 'x-svc-anonymous-token': 'anon_other' }));
    const client = createClient({ baseUrl: `${url}/`, apiKey: 'sk_live_x' });
    await client.run(RUN);
    await client.run(RUN);
    expect(seen.map((one) => [one.path, one.headers.authorization])).toEqual(Array(2).fill(['/v1/run', 'Bearer sk_live_x']));
    expect(client.anonymousToken()).toBeNull();
  });

  test('an anonymous client goes on as who it became, by header or by reply', async () => {
    const { url, seen } = await serve(json(200, { ...ROWS, session: { db: 'db_x', anonymous_token: 'anon_mine' } }));
    const client = createClient({ baseUrl: url });
    await client.run(RUN);
    expect(client.anonymousToken()).toBe('anon_mine');
    await client.run(RUN);
    expect(seen.map((one) => one.headers.authorization)).toEqual([undefined, 'Bearer anon_mine']);
  });
});

describe('addresses', () => {
  test('path and query fields go into the address, the rest into the body', async () => {
    const { url, seen } = await serve(ok);
    const client = createClient({ baseUrl: url, apiKey: 'k' });
    await client.describeDatabase({ id: 'db/../x?y' });
    await client.listDatabases({ limit: 2, cursor: 'db_a&b' });
    await client.deleteDatabase({ id: 'db_x' });
    expect(seen.map((one) => [one.method, one.path, one.body])).toEqual([
      ['GET', '/v1/databases/db%2F..%2Fx%3Fy/schema', ''],
      ['GET', '/v1/databases?limit=2&cursor=db_a%26b', ''],
      ['DELETE', '/v1/databases/db_x', ''],
    ]);
  });
});

describe('an anonymous session', () => {
  test('its token is told with the first reply, also of one that failed, and once', async () => {
    const header = { 'x-svc-anonymous-token': 'anon_a' };
    const { url, seen } = await serve(json(400, { error: { code: 'sql_rejected' } }, header), json(200, ROWS, header), ok);
    const told: string[] = [];
    const client = createClient({ baseUrl: url, onAnonymousToken: (token) => told.push(token) });
    await failure(client.run(RUN));
    await client.run(RUN);
    await client.run(RUN);
    expect(told).toEqual(['anon_a']);
    expect(seen.map((one) => one.headers.authorization)).toEqual([undefined, 'Bearer anon_a', 'Bearer anon_a']);
  });

  test('who has a credential is told none', async () => {
    const { url } = await serve(json(200, ROWS, { 'x-svc-anonymous-token': 'anon_a' }));
    const told: string[] = [];
    await createClient({ baseUrl: url, apiKey: 'sk_live_x', onAnonymousToken: (token) => told.push(token) }).run(RUN);
    expect(told).toEqual([]);
  });
});

describe('a list', () => {
  test('tells the cursor of its next page, and null on the last', async () => {
    const { url, seen } = await serve(
      json(200, [], { link: '</v1/keys?limit=1&cursor=a%2Bb>; rel="next"' }),
      json(200, []),
      json(200, [], { link: '<https://example.com/>; rel="help"' }),
    );
    const client = createClient({ baseUrl: url, apiKey: 'k' });
    const told: (string | null)[] = [];
    const onNextCursor = (cursor: string | null) => void told.push(cursor);
    await client.listKeys({ limit: 1 }, { onNextCursor });
    await client.listKeys({ limit: 1, cursor: 'a+b' }, { onNextCursor });
    await client.listKeys({}, { onNextCursor });
    expect(told).toEqual(['a+b', null, null]);
    expect(seen[1]?.path).toBe('/v1/keys?limit=1&cursor=a%2Bb');
  });
});

describe('rows as a stream', () => {
  const csv: Answer = (response) => void response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('n\r\n1\r\n');

  test('come as they are, in the format that was asked for', async () => {
    const { url, seen } = await serve(csv);
    const stream = await createClient({ baseUrl: url, apiKey: 'k' }).runRows(RUN, 'csv');
    expect('body' in stream && [await new Response(stream.body).text(), stream.contentType]).toEqual([
      'n\r\n1\r\n',
      'text/csv; charset=utf-8',
    ]);
    expect(seen[0]?.headers.accept).toBe('text/csv');
  });

  test('of NDJSON come one by one, with every digit; what has none says so', async () => {
    const lines: Answer = (response) =>
      void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"n":9007199254740993}\n{"n":2}\n');
    const { url } = await serve(lines, csv, ok);
    const client = createClient({ baseUrl: url, apiKey: 'k' });
    const read = async (format: 'csv' | 'ndjson') => {
      const stream = await client.runRows(RUN, format);
      const rows: unknown[] = [];
      if ('rows' in stream) for await (const row of stream.rows()) rows.push(row.n);
      return 'rows' in stream ? rows : stream.rowCount;
    };
    expect(await read('ndjson')).toEqual([9007199254740993n, 2]);
    await expect(read('csv')).rejects.toThrow(TypeError);
    // Of a statement that writes the reply comes, which has no stream.
    expect(await read('csv')).toBe(1);
  });

  test('are also the audit log, as it is filtered', async () => {
    const { url, seen } = await serve(csv);
    const { body } = await createClient({ baseUrl: url, apiKey: 'k' }).auditRows({ action: 'key.mint' }, 'csv');
    expect(await new Response(body).text()).toBe('n\r\n1\r\n');
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/v1/audit?action=key.mint', headers: { accept: 'text/csv' } });
  });

  test.each<[string, Answer, string]>([
    ['a fault', fault(400, 'sql_rejected'), 'sql_rejected'],
    [
      'a page of somebody else’s',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'non_json_response',
    ],
  ])('%s rejects as anywhere', async (_, answer, code) => {
    const { url } = await serve(answer);
    expect((await failure(createClient({ baseUrl: url, apiKey: 'k' }).runRows(RUN, 'ndjson'))).code).toBe(code);
  });
});

describe('the events of an ask', () => {
  const stream =
    (...blocks: string[]): Answer =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // Byte by byte where it hurts: a block may arrive in any pieces.
      for (const block of blocks) for (const part of [block.slice(0, 7), block.slice(7)]) response.write(part);
      response.end();
    };
  const block = (type: string, facts: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...facts })}\n\n`;

  test('are told one by one, and the last is the reply', async () => {
    const { url, seen } = await serve(
      stream(': working\n\n', block('planning', { ms: 1 }), block('plan', { ms: 2, model: 'é' }), block('done', ROWS)),
    );
    const told: unknown[] = [];
    const reply = await createClient({ baseUrl: url }).ask({ goal: 'How many?' }, { onEvent: (event) => told.push(event) });
    expect(reply).toEqual(ROWS);
    expect(told).toEqual([
      { type: 'planning', ms: 1 },
      { type: 'plan', ms: 2, model: 'é' },
    ]);
    expect(seen[0]?.headers.accept).toBe('text/event-stream');
  });

  test('an error among them is the error that the reply would have been', async () => {
    const error = { code: 'db_not_found', message: 'No.', action: 'List.', retryable: false, requestId: 'r' };
    const { url } = await serve(stream(block('error', { error })));
    const failed = await failure(createClient({ baseUrl: url }).ask({ goal: 'x' }, { onEvent: () => undefined }));
    expect(failed).toMatchObject({ code: 'db_not_found', httpStatus: 404, retryAfterMs: null });
    const later = { ...error, code: 'rate_limited', params: { retryAfterSeconds: 7 } };
    const waiting = await serve(stream(block('error', { error: later })));
    const asked = await failure(createClient({ baseUrl: waiting.url }).ask({ goal: 'x' }, { onEvent: () => undefined }));
    expect(asked).toMatchObject({ code: 'rate_limited', retryAfterMs: 7_000 });
  });

  test('a stream that ends early is a failure of the network', async () => {
    const { url } = await serve(stream(block('planning', { ms: 1 })));
    const failed = await failure(createClient({ baseUrl: url }).ask({ goal: 'x' }, { onEvent: () => undefined }));
    expect(failed.code).toBe('network_error');
  });

  test('a refusal before the first event is an ordinary one', async () => {
    const { url } = await serve(fault(429, 'rate_limited'));
    const failed = await failure(createClient({ baseUrl: url }).ask({ goal: 'x' }, { onEvent: () => undefined }));
    expect(failed.code).toBe('rate_limited');
  });
});

describe('an ask as a stream', () => {
  const block = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  const begun = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(block({ type: 'plan' }));
  const whole: Answer = (response) => {
    begun(response);
    response.end(block({ type: 'rows' }) + block({ type: 'done', ...ROWS }));
  };

  test('gives its steps and its reply, and tells a listener too', async () => {
    const { url } = await serve(whole);
    const told: string[] = [];
    const asked = createClient({ baseUrl: url, apiKey: 'k' }).ask.stream({ goal: 'x' }, { onEvent: ({ type }) => told.push(type) });
    const steps: string[] = [];
    for await (const { type } of asked) steps.push(type);
    expect({ steps, told, reply: await asked.reply() }).toMatchObject({ steps: ['plan', 'rows'], told: ['plan', 'rows'], reply: ROWS });
  });

  test('ends with the caller’s signal, with the loop that is left, and with the error that the ask ends with', async () => {
    let closed = 0;
    const hangs: Answer = (response) => {
      begun(response);
      response.on('close', () => {
        closed += 1;
      });
    };
    const { url } = await serve(hangs, hangs, fault(400, 'sql_rejected'));
    const client = createClient({ baseUrl: url, apiKey: 'k' });
    const leaving = new AbortController();
    const aborted = client.ask.stream({ goal: 'x' }, { signal: leaving.signal });
    const walked = (async () => {
      for await (const _ of aborted) leaving.abort();
    })();
    expect((await failure(walked)).code).toBe('aborted');
    const left = client.ask.stream({ goal: 'x' });
    for await (const _ of left) break;
    expect((await failure(left.reply())).code).toBe('aborted');
    await expect.poll(() => closed).toBe(2);
    expect((await failure(client.ask.stream({ goal: 'x' }).reply())).code).toBe('sql_rejected');
  });
});

test('a key of a model provider travels with a browser’s session alone', async () => {
  const { url, seen } = await serve(ok);
  const byollm = { provider: 'local', model: 'm', key: 'sk-of-this-request' };
  const session = createClient({ baseUrl: url, withCredentials: true });
  await session.ask({ goal: 'x' }, { byollm });
  expect(seen[0]?.headers['x-svc-byollm-key']).toBe('local:m:sk-of-this-request');
  const program = createClient({ baseUrl: url, apiKey: 'k' });
  for (const call of [program.ask({ goal: 'x' }, { byollm }), program.setByollm(byollm), program.byollmStatus(), program.clearByollm()])
    expect(await failure(call)).toMatchObject({ code: 'byollm_requires_session', httpStatus: 0 });
  expect(seen).toHaveLength(1);
});

test('a null idempotency key sends none', async () => {
  const { url, seen } = await serve(ok);
  await createClient({ baseUrl: url }).run(RUN, { idempotencyKey: null });
  expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
});

describe('numbers that a double does not hold', () => {
  const REPLY =
    '{"session":{"db":"db_x"},"data":[{"a":9007199254740993,"b":18.50,"c":0.12345678901234567890,"d":3,"e":{"f":[1e400,0.1,"1.50"]}}],"columns":[]}';
  const raw: Answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(REPLY);
  const events: Answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: done\ndata: {"type":"done",${REPLY.slice(1)}\n\n`);
  const rowOf = (reply: unknown) => (reply as { data: unknown[] }).data[0];
  const verbatim = (text: string) => new Verbatim(text);

  test.each([
    ['exact', { a: 9_007_199_254_740_993n, b: 18.5, c: '0.12345678901234567890', d: 3, e: { f: ['1e400', 0.1, '1.50'] } }],
    ['text', { a: '9007199254740993', b: 18.5, c: '0.12345678901234567890', d: 3, e: { f: ['1e400', 0.1, '1.50'] } }],
    ['number', JSON.parse(REPLY).data[0]],
    [
      'verbatim',
      {
        a: verbatim('9007199254740993'),
        b: verbatim('18.50'),
        c: verbatim('0.12345678901234567890'),
        d: 3,
        e: { f: [verbatim('1e400'), 0.1, '1.50'] },
      },
    ],
  ] as const)('%s, of a reply and of events', async (numbers, expected) => {
    const { url, seen } = await serve(raw, events);
    const client = createClient({ baseUrl: url, numbers });
    expect(rowOf(await client.run(RUN))).toEqual(expected);
    expect(rowOf(await client.ask({ goal: 'x' }, { onEvent: () => undefined }))).toEqual(expected);
    expect(seen.map(({ path }) => path)).toEqual(
      numbers === 'text' ? ['/v1/run?numbers=text', '/v1/ask?numbers=text'] : ['/v1/run', '/v1/ask'],
    );
  });

  test('exact is what comes unless told otherwise, and a bigint is sent as a number', async () => {
    const { url, seen } = await serve(raw);
    expect(rowOf(await createClient({ baseUrl: url }).run({ ...RUN, params: [9_007_199_254_740_993n] }))).toMatchObject({
      a: 9_007_199_254_740_993n,
    });
    expect(seen[0]?.body).toContain('"params":[9007199254740993]');
  });
});
