import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENTS } from '../support/entries.ts';
import { asAdmin } from '../support/hosted.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { rpc } from '../support/mcp.ts';
import { until } from '../support/session.ts';

const SECRET = 'a-service-secret-for-tests-alone-0123456789';
/** Takes a second or some, and so finishes in a minute; and what does not. */
const LONG = 'SELECT count(*) AS n FROM generate_series(1, 20000) a, generate_series(1, 1000) b';
const ENDLESS = 'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a + b < 0';

let owned: OwnedService;
let key: string;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_SERVICE_SECRET: SECRET });
  ({ key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' }));
});
afterAll(() => owned?.home.close());

interface Place {
  readonly url: string;
  /** Begins a stop, and waits until it is over. */
  stop(): Promise<unknown>;
}

/** `/mcp` of a service, and as a process of its own, which hears SIGTERM. */
const PLACES: Readonly<Record<string, (drainMs: string) => Promise<Place>>> = {
  'in the process of the API': async (drainMs) => {
    const service = await owned.home.start({ SVC_DRAIN_MS: drainMs });
    return { url: service.url, stop: () => service.close() };
  },
  'as a process of its own': async (drainMs) => {
    const child = spawn(process.execPath, [AGENTS], {
      env: {
        PATH: process.env.PATH,
        SVC_API_URL: owned.service.url,
        SVC_SERVICE_SECRET: SECRET,
        SVC_PORT: '0',
        SVC_DRAIN_MS: drainMs,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    const url = /http:\/\/[^/]+/.exec(String(said))?.[0];
    if (url === undefined) throw new Error(`It did not start: ${said}`);
    return {
      url,
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      },
    };
  },
};

const post = (url: string, method: string, params: Record<string, unknown>) => {
  const { headers, body } = rpc(method, params);
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body: JSON.stringify(body) });
};
const run = (url: string, sql: string) => post(url, 'tools/call', { name: 'run', arguments: { db: owned.owner.db, sql } });
const isRunning = (): Promise<boolean> =>
  asAdmin(async (client) => {
    const active = "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE '%generate_series%'";
    return ((await client.query(active, [owned.owner.db])).rowCount ?? 0) > 0;
  });

describe.each(Object.entries(PLACES))('%s', (_name, start) => {
  test('a stop turns readiness red, finishes what runs, sends others away, and ends streams with their last message', async () => {
    const { url, stop } = await start('60000');
    const listening = await post(url, 'subscriptions/listen', { notifications: { resourcesListChanged: true } });
    expect(listening.headers.get('content-type')).toContain('text/event-stream');
    const running = run(url, LONG);
    await until(isRunning);
    const stopped = stop();
    await until(async () => (await fetch(`${url}/readyz`)).status === 503);
    const late = await run(url, 'SELECT 1 AS one');
    expect([late.status, late.headers.get('retry-after'), late.headers.get('connection')]).toEqual([503, '5', 'close']);
    expect(await late.text()).toContain('overloaded');
    const finished = (await (await running).json()) as { result: { structuredContent: unknown } };
    expect(finished.result.structuredContent).toMatchObject({ rows: [[20_000_000]] });
    // Read to its end: one that is cut rejects.
    expect((await listening.text()).trimEnd().split('\n\n').at(-1)).toContain('"result":{"resultType":"complete"');
    await stopped;
  });

  test('what outlasts the time that is set for a stop is ended, and says so', async () => {
    const { url, stop } = await start('100');
    const running = run(url, ENDLESS);
    await until(isRunning);
    const stopped = stop();
    const reply = await running;
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([503, '5', expect.stringContaining('overloaded')]);
    await stopped;
    await until(async () => !(await isRunning()));
  });
});
