import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { egressRecord, openEgress } from '../../src/plan/egress.ts';
import { createChat } from '../../src/plan/llm/chat.ts';
import { createHealth } from '../../src/plan/llm/health.ts';
import type { ModelTarget } from '../../src/plan/llm/providers.ts';
import { PLAN_FORMAT, readPlanReply } from '../../src/plan/llm/reply.ts';
import { createRoute, RouteFailure } from '../../src/plan/llm/route.ts';
import {
  cut,
  gated,
  type ModelServer,
  plans,
  refuses,
  says,
  silent,
  startModelServer,
  status,
  takesOnly,
} from '../support/model-server.ts';
import { until } from '../support/session.ts';

const GOOD = plans({ kind: 'query', sql: 'SELECT 1' });
const OTHER = plans({ kind: 'query', sql: 'SELECT 2' });
const MESSAGES = [{ role: 'user' as const, content: 'how many?' }];
const LONG_MS = 30_000;

let first: ModelServer;
let second: ModelServer;
beforeEach(async () => {
  [first, second] = await Promise.all([startModelServer(), startModelServer()]);
});
afterEach(() => Promise.all([first.close(), second.close()]));

const target = (server: ModelServer, id: string, more: object = {}): ModelTarget => ({
  provider: {
    id,
    baseUrl: server.url,
    apiKey: `key-of-${id}`,
    fast: 'small',
    best: 'large',
    jsonSchema: true,
    temperature: false,
    ...more,
  },
  model: 'small',
});

/** A route over both servers with what it wrote down; times are far away unless a test brings them near. */
function openRoute({ hedgeMs = LONG_MS, attemptTimeoutMs = LONG_MS, coolDownMs = LONG_MS, clock = { now: 0 } } = {}) {
  const targets = [target(first, 'one'), target(second, 'two')];
  const route = createRoute({ chat: createChat(), health: createHealth({ coolDownMs, now: () => clock.now }), hedgeMs, attemptTimeoutMs });
  return async (options: { targets?: readonly ModelTarget[]; signal?: AbortSignal } = {}) => {
    const egress = openEgress();
    const done = route(options.targets ?? targets, { messages: MESSAGES, format: PLAN_FORMAT }, readPlanReply, {
      signal: options.signal ?? new AbortController().signal,
      egress,
    });
    const settled = await done.then(
      ({ reply, target: used }) => ({ sql: reply.sql, by: used.provider.id, error: null }),
      (error: unknown) => ({ sql: null, by: null, error }),
    );
    return { ...settled, outcomes: egress.attempts.map(({ provider, outcome }) => `${provider} ${outcome}`), egress: egressRecord(egress) };
  };
}

const kindsOf = (error: unknown): readonly string[] => (error instanceof RouteFailure ? error.kinds : [String(error)]);

describe('the order of providers', () => {
  it('asks the first alone when it answers, with its own key', async () => {
    first.script(GOOD);
    const { by, sql, egress } = await openRoute()();
    expect({ by, sql }).toEqual({ by: 'one', sql: 'SELECT 1' });
    expect(first.requests.map(({ path, authorization }) => ({ path, authorization }))).toEqual([
      { path: '/v1/chat/completions', authorization: 'Bearer key-of-one' },
    ]);
    expect(second.requests).toEqual([]);
    expect(egress).toMatchObject({
      provider: 'one',
      model: 'small',
      attempts: [{ outcome: 'ok', promptTokens: 321, completionTokens: 21 }],
    });
    expect(egress?.bytes).toBe(Buffer.byteLength(first.requests[0]?.text ?? ''));
  });

  it.each([
    ['a failing server', status(500), 'server_error'],
    ['a refused key', status(401), 'unauthorized'],
    ['a connection cut in the middle', cut, 'unreachable'],
    ['words in place of JSON', says('I think you want all of them.'), 'unreadable'],
    ['truncated JSON', says('{"kind": "query", "sql": "SELECT', 'length'), 'unreadable'],
    [
      'a body that is no JSON',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": ['),
      'unreadable',
    ],
    ['a refusal', refuses, 'refused'],
    ['a redirect', (response) => void response.writeHead(307, { location: `${second.url}/chat/completions` }).end(), 'unreachable'],
    ['too many requests', status(429, { 'retry-after': '20' }), 'rate_limited'],
  ] satisfies [string, Parameters<ModelServer['script']>[0], string][])('goes on to the next after %s', async (_what, reply, outcome) => {
    first.script(reply);
    second.script(OTHER);
    const { by, sql, outcomes } = await openRoute()();
    expect({ by, sql, outcomes }).toEqual({ by: 'two', sql: 'SELECT 2', outcomes: [`one ${outcome}`, 'two ok'] });
    expect(first.requests).toHaveLength(1);
  });

  it('goes on when there is no answer in time, and leaves the socket', async () => {
    first.script(silent);
    second.script(OTHER);
    const { by, outcomes } = await openRoute({ attemptTimeoutMs: 1_500 })();
    expect({ by, outcomes }).toEqual({ by: 'two', outcomes: ['one timeout', 'two ok'] });
    await until(() => first.requests[0]?.left === true);
  });

  it('says why when nobody answers', async () => {
    first.script(status(500));
    second.script(says('no idea'));
    const { error } = await openRoute()();
    expect(kindsOf(error)).toEqual(['server_error', 'unreadable']);
  });

  it('asks a lone provider once more after what may pass, and not after what will not', async () => {
    const route = openRoute();
    first.script(status(503), GOOD);
    expect((await route({ targets: [target(first, 'one')] })).sql).toBe('SELECT 1');
    first.script(status(401));
    first.requests.length = 0;
    expect(kindsOf((await route({ targets: [target(first, 'one')] })).error)).toEqual(['unauthorized']);
    expect(first.requests).toHaveLength(1);
  });
});

describe('the hedge', () => {
  it('sends one request beside a slow one; the first good reply wins and the other is left', async () => {
    first.script(silent);
    second.script(OTHER);
    const { by, outcomes } = await openRoute({ hedgeMs: 30 })();
    expect({ by, outcomes }).toEqual({ by: 'two', outcomes: ['one superseded', 'two ok'] });
    await until(() => first.requests[0]?.left === true);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it('lets the slow one win when it answers first', async () => {
    let open = () => undefined as unknown;
    const gate = new Promise((done) => {
      open = () => done(null);
    });
    first.script(gated(gate, GOOD));
    second.script((response) => {
      open();
      return silent(response, second.requests[0] as never);
    });
    const { by, outcomes } = await openRoute({ hedgeMs: 30 })();
    expect({ by, outcomes }).toEqual({ by: 'one', outcomes: ['one ok', 'two superseded'] });
  });

  it('waits for the first when the second one fails', async () => {
    let open = () => undefined as unknown;
    const gate = new Promise((done) => {
      open = () => done(null);
    });
    first.script(gated(gate, GOOD));
    second.script((response, request) => {
      response.on('close', open);
      return status(500)(response, request);
    });
    const { by, outcomes } = await openRoute({ hedgeMs: 30 })();
    expect({ by, outcomes }).toEqual({ by: 'one', outcomes: ['one ok', 'two server_error'] });
  });

  it('hedges a lone provider with itself', async () => {
    first.script(silent, GOOD);
    const { by } = await openRoute({ hedgeMs: 30 })({ targets: [target(first, 'one')] });
    expect(by).toBe('one');
    expect(first.requests).toHaveLength(2);
  });
});

describe('the circuit', () => {
  it('opens after three failures in a row, tries once after the pause, and closes when that succeeds', async () => {
    const clock = { now: 0 };
    const route = openRoute({ coolDownMs: 1_000, clock });
    first.script(status(500));
    second.script(OTHER);
    for (let asked = 0; asked < 5; asked++) await route();
    expect([first.requests.length, second.requests.length]).toEqual([3, 5]);
    clock.now = 999;
    await route();
    expect(first.requests).toHaveLength(3);
    clock.now = 1_000;
    await route();
    expect(first.requests).toHaveLength(4);
    await route();
    expect(first.requests).toHaveLength(4);
    clock.now = 2_000;
    first.script(GOOD);
    expect((await route()).by).toBe('one');
    expect((await route()).by).toBe('one');
  });

  it('lets one trial through while another is under way', async () => {
    const clock = { now: 0 };
    const route = openRoute({ coolDownMs: 1_000, clock });
    first.script(status(500));
    second.script(OTHER);
    for (let asked = 0; asked < 3; asked++) await route();
    clock.now = 1_000;
    let open = () => undefined as unknown;
    const gate = new Promise((done) => {
      open = () => done(null);
    });
    first.script(gated(gate, GOOD));
    const trial = route();
    await until(() => first.requests.length === 4);
    expect((await route()).by).toBe('two');
    open();
    expect((await trial).by).toBe('one');
    expect(first.requests).toHaveLength(4);
  });

  it('leaves a provider alone for as long as it asked for', async () => {
    const clock = { now: 0 };
    const route = openRoute({ clock });
    first.script(status(429, { 'retry-after': '20' }), GOOD);
    second.script(OTHER);
    await route();
    clock.now = 19_999;
    await route();
    expect(first.requests).toHaveLength(1);
    const alone = await route({ targets: [target(first, 'one')] });
    expect(kindsOf(alone.error)).toEqual(['paused', 'paused']);
    expect((alone.error as RouteFailure).retryAfterMs).toBe(1);
    clock.now = 20_000;
    expect((await route()).by).toBe('one');
  });
});

describe('leaving', () => {
  it('ends with the caller, down to the socket, and asks nobody else', async () => {
    first.script(silent);
    const caller = new AbortController();
    const asked = openRoute()({ signal: caller.signal });
    await until(() => first.requests.length === 1);
    caller.abort(new Error('left'));
    expect(String((await asked).error)).toContain('left');
    await until(() => first.requests[0]?.left === true);
    expect(second.requests).toEqual([]);
  });
});

describe('what an endpoint takes', () => {
  it('steps down from a schema to an object to plain words, and remembers what works', async () => {
    const route = openRoute();
    const formats = () => first.requests.splice(0).map(({ body }) => body.response_format?.type ?? 'text');
    first.script(takesOnly(['text'], says('Sure!\n```json\n{"kind": "query", "sql": "SELECT 1"}\n```\nAnything else?')));
    expect((await route()).sql).toBe('SELECT 1');
    expect(formats()).toEqual(['json_schema', 'json_object', 'text']);
    expect((await route()).sql).toBe('SELECT 1');
    expect(formats()).toEqual(['text']);
  });

  it('leaves the temperature out for models that refuse it', async () => {
    const only = [target(first, 'one', { temperature: true })];
    first.script((response, request) =>
      (request.body.temperature === undefined ? GOOD : status(400, {}, "'temperature' is not supported with this model"))(
        response,
        request,
      ),
    );
    const route = openRoute();
    expect((await route({ targets: only })).sql).toBe('SELECT 1');
    expect(first.requests.map(({ body }) => [body.temperature ?? null, body.response_format?.type])).toEqual([
      [0, 'json_schema'],
      [null, 'json_schema'],
    ]);
  });

  it('counts every byte of every step', async () => {
    first.script(takesOnly(['text'], GOOD));
    const { egress } = await openRoute()();
    expect(egress?.bytes).toBe(first.requests.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
  });

  it('asks without a key where none is wanted', async () => {
    first.script(GOOD);
    await openRoute()({ targets: [target(first, 'one', { apiKey: null })] });
    expect(first.requests[0]?.authorization).toBe('Bearer none');
  });
});
