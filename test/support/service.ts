import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { bodyOf } from '../../src/fastify/text-bodies.ts';
import { createService, type Service } from '../../src/service.ts';
import { noteReply } from './code-watch.ts';
import { noteLine, noteRequest, noteSecret } from './log-watch.ts';

/** Services of one run share it, as services of one deployment do. */
export const TEST_SECRET = 'a-secret-for-tests-alone-0123456789abcdef';

export interface TestService extends Service {
  readonly url: string;
  readonly config: Config;
  /** A client with an anonymous session of its own. */
  client(): Client;
}

/**
 * A real service on the run's Postgres, listening on a free port unless a setting names one; limits are off unless a test sets them. It logs at the default
 * level, and `log-watch.ts` looks at what.
 */
export async function startService(
  settings: Record<string, string> = {},
  options: Parameters<typeof createService>[1] = {},
): Promise<TestService> {
  const config = readConfig({
    DATABASE_URL: inject('databaseUrl'),
    SVC_SECRET: TEST_SECRET,
    SVC_DATA_DIR: tmpdir(),
    SVC_PORT: '0',
    SVC_POOL_MAX: '16',
    SVC_ANON_BUDGET: '0',
    SVC_LOCAL_MODELS: 'off',
    SVC_ANON_RATE_LIMIT: '0',
    SVC_KEY_RATE_LIMIT: '0',
    SVC_ANON_SESSIONS_PER_HOUR: '0',
    SVC_HUMAN_CHECK: 'off',
    SVC_LOCAL_OWNER: 'off',
    SVC_ANON_DATABASES: '0',
    SVC_ANON_MB: '0',
    SVC_CLICKHOUSE: 'off',
    ...settings,
  });
  const { logTo } = options;
  const service = await createService(config, {
    ...options,
    logTo: {
      write(line) {
        if (config.logLevel === 'info') noteLine(line);
        logTo?.write(line);
      },
    },
  });
  noteSecret(TEST_SECRET);
  if (config.databaseUrl) noteSecret(decodeURIComponent(new URL(config.databaseUrl).password));
  service.app.addHook('preHandler', async (request) => noteRequest(request.headers, bodyOf(request).text));
  service.app.addHook('onSend', async ({ method, routeOptions }, _, payload) => noteReply(method, routeOptions.url, payload));
  await service.app.listen({ host: '127.0.0.1', port: config.port });
  const { port } = service.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const started: TestService = {
    ...service,
    url,
    config,
    client: () => createClient({ baseUrl: url }),
    close: () => {
      open.delete(started);
      return service.close();
    },
  };
  open.add(started);
  return started;
}

const open = new Set<TestService>();

/** Of a file that has ended, so that their sessions are not held while its process goes on with other files. One whose server is away may never close. */
export async function closeLeftServices(): Promise<void> {
  const closing = Promise.allSettled([...open].map((service) => service.close()));
  await Promise.race([closing, delay(CLOSE_MS, undefined, { ref: false })]);
}

const CLOSE_MS = 10_000;

/** One request as any HTTP client sends it. */
export async function send(
  service: { readonly url: string },
  method: string,
  path: string,
  { body, token, key, headers = {} }: { body?: unknown; token?: string | null; key?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; text: string; json: () => Record<string, unknown> }> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as Record<string, unknown> };
}
