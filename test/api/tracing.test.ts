import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { asAdmin } from '../support/hosted.ts';
import { type ModelServer, plans, startModelServer } from '../support/model-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
}

/** Kinds and states, as OTLP numbers them. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const ERROR = 2;

const KEY = 'sk-provider-0123456789-very-secret';
/** Words that the built-in planner makes nothing of. */
const PUZZLE = 'what would one typically pay around here, all things considered';
/** Of a trace that somebody else began. */
const OUTER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let collector: Server;
let model: ModelServer;
let service: TestService;
let beans: TestSession;
const received: string[] = [];
const lines: string[] = [];
const paths = new Set<string>();
let asked: Reply;
let failed: Reply;
let spans: Span[];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    received.push(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  model = await startModelServer();
  service = await startService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_SERVICE_NAME: 'svc of a test',
      SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: KEY, fast: 'small' }]),
    },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Canary Roasters', 7531.5, 5)");
  model.script(plans({ kind: 'query', sql: "SELECT max(price) AS highest FROM coffee_beans WHERE roaster = 'Canary Roasters'" }));
  const headers = { traceparent: `00-${OUTER.trace}-${OUTER.span}-01` };
  asked = await beans.ask(PUZZLE, {}, { headers });
  failed = await beans.run('SELECT roaster FROM canary_table', {}, { headers: { traceparent: 'nonsense' } });
  await (await fetch(`${service.url}/v1/nothing/unheard-of`)).text();
  await service.close();
  spans = received.flatMap(spansIn);
});
afterAll(async () => {
  await model.close();
  collector.closeAllConnections();
  await new Promise((done) => collector.close(done));
});

interface Exported {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Raw[] }[] }[];
}
type Raw = Omit<Span, 'attributes'> & { readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[] };

const spansIn = (text: string): Span[] =>
  (JSON.parse(text) as Exported).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .map((span) => ({ ...span, attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])) }));

const requestIdOf = (reply: Reply): string => String(reply.headers.get('x-request-id'));
const below = (parent: Span): Span[] => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
const only = (found: readonly Span[]): Span => {
  expect(found.map(({ name }) => name)).toHaveLength(1);
  return found[0] as Span;
};
const operationOf = (reply: Reply): Span => only(spans.filter(({ attributes }) => attributes['svc.request.id'] === requestIdOf(reply)));

test('they come as OTLP in JSON, under the name of the service', () => {
  expect([...paths]).toEqual(['POST /v1/traces application/json']);
  for (const text of received) expect(text).toContain('{"key":"service.name","value":{"stringValue":"svc of a test"}}');
});

test('an ask is one trace, from HTTP through planner and model to the engine', () => {
  expect(asked.json()).toMatchObject({ data: [{ highest: 7531.5 }] });
  const ask = operationOf(asked);
  expect(ask).toMatchObject({
    name: 'ask',
    kind: INTERNAL,
    traceId: OUTER.trace,
    attributes: { 'svc.operation': 'ask', 'svc.surface': 'http' },
  });
  const http = only(spans.filter(({ spanId }) => spanId === ask.parentSpanId));
  expect(http).toMatchObject({
    name: 'POST /v1/ask',
    kind: SERVER,
    traceId: OUTER.trace,
    parentSpanId: OUTER.span,
    attributes: { 'http.request.method': 'POST', 'http.route': '/v1/ask', 'url.scheme': 'http', 'http.response.status_code': 200 },
  });
  const planners = below(ask).filter(({ name }) => name.startsWith('plan '));
  expect(planners.map(({ attributes }) => [attributes['svc.planner'], attributes['svc.plan.outcome']])).toEqual(
    expect.arrayContaining([
      ['builtin', 'declined'],
      ['model', 'plan'],
    ]),
  );
  const chat = only(below(only(planners.filter(({ name }) => name === 'plan model'))));
  expect(chat).toMatchObject({
    name: 'chat small',
    kind: CLIENT,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'local',
      'gen_ai.request.model': 'small',
      'gen_ai.usage.input_tokens': 321,
      'gen_ai.usage.output_tokens': 21,
    },
  });
  const reads = below(ask).filter(({ name }) => name === 'read' || name === 'replay');
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads)
    expect(read).toMatchObject({ kind: CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.operation.name': read.name } });
});

test('what failed says so by its code, and is of a trace of its own where the header is none', () => {
  const run = operationOf(failed);
  const { code } = failed.json().error as { code: string };
  expect(run).toMatchObject({ name: 'run', status: { code: ERROR }, attributes: { 'error.type': code } });
  expect(run.traceId).not.toBe(OUTER.trace);
});

test('what was not found is told by no path of the caller’s', () => {
  const unknown = spans.filter(
    ({ attributes }) => attributes['http.response.status_code'] === 404 && attributes['http.route'] === undefined,
  );
  expect(unknown.map(({ name }) => name)).toEqual(['GET']);
});

test('nothing that was asked, stored, written or secret is in them', () => {
  const text = received.join('\n');
  expect(spans.length).toBeGreaterThan(10);
  for (const untold of [PUZZLE, 'typically', 'Canary', 'canary', '7531', 'unheard-of', 'coffee', 'SELECT', KEY, beans.token, beans.db])
    expect(text).not.toContain(untold);
});

test('another protocol of OTLP is refused in words', () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(() => readConfig(settings)).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL: takes http/json');
  expect(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing).toBeNull();
});

test('a collector that is away keeps nobody waiting, neither at work nor at the end', async () => {
  const away = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const session = await startSession(away);
  expect((await session.run('SELECT 1 AS one')).status).toBe(200);
  await away.close();
});

test('a line of the log names the trace, the tenant and the database of its request, and nothing that was asked', async () => {
  const line = lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find(({ requestId, msg }) => msg === 'request' && requestId === requestIdOf(asked));
  const { rows } = await asAdmin((admin) => admin.query('SELECT owner_id AS id FROM svc_control.database WHERE id = $1', [beans.db]));
  expect(line).toMatchObject({ path: '/v1/ask', status: 200, traceId: OUTER.trace, tenant: rows[0]?.id, db: beans.db });
  const named = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ path }) => path === '/v1/nothing/unheard-of');
  expect(named).not.toHaveProperty('tenant');
});
