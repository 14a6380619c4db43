import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { newFolder } from '../support/folder.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, until } from '../support/session.ts';

const servers: Server[] = [];
const services: TestService[] = [];
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const asked: string[] = [];
const modelServer = () =>
  serve((request, response) => {
    asked.push(String(request.url));
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/models')
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'nomic-embed-text' }, { id: 'qwen3:8b' }] }));
    const content = JSON.stringify({ kind: 'query', sql: 'SELECT count(*) FROM coffee_beans', assumptions: [], alternatives: [] });
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      }),
    );
  });

async function start(settings: Record<string, string>): Promise<TestService> {
  const dataDir = settings.SVC_DATA_DIR ?? (await newFolder('local'));
  const service = await startService({ SVC_LOCAL_MODELS: '', SVC_DATA_DIR: dataDir, ...settings });
  services.push(service);
  return service;
}

const providersOf = async (service: TestService) =>
  ((await send(service, 'GET', '/v1/models')).json() as { providers: unknown[] }).providers;

test('a model server that answers is used when it is wanted, and listed', async () => {
  const url = await modelServer();
  const service = await start({ SVC_LOCAL_MODELS: 'on', SVC_LOCAL_MODEL_URLS: url });
  await until(async () => (await providersOf(service)).length > 0);
  expect(await providersOf(service)).toEqual([{ id: 'local-1', models: ['qwen3:8b'] }]);
  const session = await startSession(service);
  const reply = await session.ask('Forecast the weightier shipments somehow');
  expect(reply.json(), reply.text).toMatchObject({ data: [{ count: 0 }], trace: { model: 'local-1/qwen3:8b' } });
});

test('it is offered and not used until its owner says yes, which is remembered', async () => {
  const url = await modelServer();
  const dataDir = await newFolder('local');
  const service = await start({ SVC_LOCAL_MODEL_URLS: url, SVC_DATA_DIR: dataDir });
  expect(await service.local.models).toMatchObject([{ baseUrl: url, fast: 'qwen3:8b', apiKey: null }]);
  expect(await service.local.consent).toBeNull();
  expect(await providersOf(service)).toEqual([]);
  await service.local.answer(true);
  expect(await providersOf(service)).toHaveLength(1);
  const next = await start({ SVC_LOCAL_MODEL_URLS: url, SVC_DATA_DIR: dataDir });
  expect(await next.local.consent).toBe(true);
  await until(async () => (await providersOf(next)).length > 0);
  await next.local.answer(false);
  expect(await (await start({ SVC_LOCAL_MODEL_URLS: url, SVC_DATA_DIR: dataDir })).local.consent).toBe(false);
});

test('whatever else listens there is left alone, and nothing waits for it', async () => {
  const urls = await Promise.all([
    serve((_request, response) => void response.end('<html>hello</html>')),
    serve((_request, response) => void response.writeHead(404).end('{}')),
    serve((_request, response) => void response.end(JSON.stringify({ data: [{ id: 'all-minilm-embed' }] }))),
    serve((_request, response) => void response.end('x'.repeat(1_000_000))),
    serve((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/v1/models' }).end()),
    serve(() => undefined),
  ]);
  const service = await start({ SVC_LOCAL_MODELS: 'on', SVC_LOCAL_MODEL_URLS: [...urls, 'http://127.0.0.1:1/v1'].join(',') });
  expect((await send(service, 'GET', '/readyz')).status).toBe(200);
  expect(await service.local.models).toEqual([]);
  expect(await providersOf(service)).toEqual([]);
});

test('off looks for none, and only this machine is looked at', async () => {
  const url = await modelServer();
  asked.length = 0;
  const service = await start({ SVC_LOCAL_MODELS: 'off', SVC_LOCAL_MODEL_URLS: url });
  expect(await service.local.models).toEqual([]);
  expect(asked).toEqual([]);
  for (const wrong of ['http://10.0.0.5:11434/v1', 'https://models.example.com/v1', 'http://127.0.0.1.example.com/v1', 'nonsense'])
    expect(() => readConfig({ SVC_LOCAL_MODEL_URLS: wrong }), wrong).toThrow(/SVC_LOCAL_MODEL_URLS/);
});
