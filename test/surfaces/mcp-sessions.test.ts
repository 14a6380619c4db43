import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTS } from '../support/mcp.ts';
import { type Home, newHome } from '../support/owned.ts';
import type { TestService } from '../support/service.ts';

let home: Home;
beforeAll(async () => {
  home = await newHome();
});
afterAll(() => home.close());

/** A handshake of the older revisions; the session's id, or the status that refused it. */
async function begin(service: TestService, name: string): Promise<Begun> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } };
  const reply = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await reply.text();
  const [session, retryAfter, caching] = ['mcp-session-id', 'retry-after', 'cache-control'].map((name) => reply.headers.get(name));
  return { status: reply.status, session: session ?? null, retryAfter: retryAfter ?? null, caching: caching ?? null };
}

interface Begun {
  readonly status: number;
  readonly session: string | null;
  readonly retryAfter: string | null;
  readonly caching: string | null;
}

async function lives(service: TestService, session: string): Promise<boolean> {
  const reply = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-session-id': session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }),
  });
  await reply.text();
  return reply.status === 200;
}

describe('sessions of the protocol', () => {
  test('initialize counts as a call of its address', async () => {
    const service = await home.start({ SVC_ANON_RATE_LIMIT: '5' });
    const replies = [];
    for (let n = 0; n < 12; n++) replies.push(await begin(service, `host ${n}`));
    expect(replies.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    expect(replies.at(-1)?.retryAfter).toMatch(/^[1-9]\d*$/);
    // The one has its session's id, which nobody between may keep.
    expect(replies.map(({ caching }) => caching?.split(', ')[0])).toEqual(Array(12).fill('no-store'));
  });

  test('many that are begun and never used take the place of each other, not of one that is', async () => {
    const service = await home.start();
    const { session } = await begin(service, 'a host at work');
    expect(await lives(service, String(session))).toBe(true);
    const first = await begin(service, 'idle');
    for (let n = 0; n < 150; n++) await begin(service, `flood ${n}`);
    expect(await lives(service, String(session))).toBe(true);
    expect(await lives(service, String(first.session))).toBe(false);
  });
});

test('a host without a credential finds its databases again after a restart of both; another host does not', async () => {
  const connect = HOSTS['the 2.x client over HTTP'];
  const names = async (service: TestService, name: string) => {
    const host = await connect({ url: service.url, token: null, name });
    const { structured } = await host.call('databases', {});
    await host.close();
    return (structured.databases as unknown[]).length;
  };
  const first = await home.start();
  const host = await connect({ url: first.url, token: null, name: 'claude' });
  expect((await host.call('create_database', { goal: 'track trees with species and height' })).isError).toBe(false);
  await host.close();
  const second = await home.start();
  expect([await names(second, 'claude'), await names(second, 'cursor')]).toEqual([1, 0]);
});
