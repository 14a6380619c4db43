import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { asAdmin } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

/** Of values, questions and credentials: it may be in nothing that is sent. */
const CANARY = 'canary-7531';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

let collector: Server;
let endpoint: string;
let service: TestService;
let beans: TestSession;
let asked: Reply;
const lines: string[] = [];
const received = new Map<string, string[]>();

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.set(String(request.url), [...(received.get(String(request.url)) ?? []), text]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  service = await startService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_SERVICE_NAME: 'svc of a test',
      SVC_METRICS_PORT: '0',
    },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  beans = await startSession(service);
  await beans.rows(`INSERT INTO coffee_beans (roaster, price) VALUES ('${CANARY}', 7) RETURNING id`);
  asked = await beans.ask(
    `How many coffee beans have the roaster ${CANARY}?`,
    {},
    { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } },
  );
  await beans.run(`SELECT * FROM nowhere WHERE a = '${CANARY}'`);
  // Prometheus has the same.
  expect(await (await fetch(String(service.metricsUrl))).text()).toContain('http_server_request_duration_count');
  await service.close();
});
afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((done) => collector.close(done));
});

test('all of it says which process sent it, since several may send to one collector', () => {
  expect([...received.keys()].sort()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces']);
  const ids = [...received.values()].flat().map((text) => /"service\.instance\.id","value":\{"stringValue":"([^"]+)"/.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[\da-f]{8}-/);
});

interface Attribute {
  readonly key: string;
  readonly value: Record<string, unknown>;
}
const factsOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a collector gets the figures, under the names that Prometheus has', () => {
  const names = new Set(
    (received.get('/v1/metrics') ?? []).flatMap((text) => [...text.matchAll(/"name":"([a-z0-9_.]+)"/g)].map(([, name]) => name)),
  );
  for (const name of ['http.server.request.duration', 'svc.operation.duration', 'db.client.connection.count', 'process.memory.usage'])
    expect([...names]).toContain(name);
  expect((received.get('/v1/metrics') ?? []).join('')).toContain('svc of a test');
});

test('and the lines of the log, each as it is on standard output, below the trace of its request', async () => {
  const records = (received.get('/v1/logs') ?? []).flatMap((text) => {
    const { resourceLogs } = JSON.parse(text) as {
      resourceLogs: {
        scopeLogs: { logRecords: { body: { stringValue: string }; severityText: string; traceId?: string; attributes: Attribute[] }[] }[];
      }[];
    };
    return resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  });
  expect(records.map(({ body }) => body.stringValue)).toEqual(lines.map((line) => (JSON.parse(line) as { msg: string }).msg));
  const one = records.find(({ attributes }) => factsOf(attributes).requestId === asked.headers.get('x-request-id'));
  const { rows } = await asAdmin((admin) => admin.query('SELECT owner_id AS id FROM svc_control.database WHERE id = $1', [beans.db]));
  expect(one).toMatchObject({ body: { stringValue: 'request' }, severityText: 'INFO', traceId: TRACE });
  expect(factsOf(one?.attributes ?? [])).toMatchObject({ path: '/v1/ask', tenant: rows[0]?.id, db: beans.db });
});

test('nothing of what was asked, stored or shown as a credential is sent', () => {
  expect(received.size).toBe(3);
  const all = [...received.values()].flat().join('\n');
  for (const secret of [CANARY, beans.token]) expect(all).not.toContain(secret);
});

test('a collector that is away keeps nobody waiting, at a stop neither', async () => {
  const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_METRICS_EXPORTER: 'otlp', OTEL_LOGS_EXPORTER: 'otlp' };
  const lonely = await startService(away);
  const session = await startSession(lonely);
  expect((await session.run('SELECT 1')).status).toBe(200);
  await lonely.close();
});

test('without a collector there is nothing to send to, and the setting is refused', () => {
  for (const name of ['OTEL_METRICS_EXPORTER', 'OTEL_LOGS_EXPORTER'])
    expect(() => readConfig({ [name]: 'otlp' })).toThrow(`${name}: otlp needs OTEL_EXPORTER_OTLP_ENDPOINT, the collector`);
});
