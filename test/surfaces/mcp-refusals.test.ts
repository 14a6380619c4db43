import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveMcpStdio } from '../../mcp/stdio.ts';
import { AGENTS_STDIO, CLI } from '../support/entries.ts';
import { HOSTS, rpc } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service.ts';
import { openAdmin, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
let admin: pg.Client;
beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
  admin = await openAdmin();
});
afterAll(async () => {
  await admin.end();
  await service.close();
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly json: { id?: unknown; error?: { code: number; message: string }; result?: { isError?: boolean; content: { text: string }[] } };
}

/** A request with any header, Host included, which fetch would not send. */
async function post(body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${service.url}/mcp`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      async (response) => {
        let said = '';
        for await (const part of response) said += part;
        const data = /^data: (.*)$/m.exec(said)?.[1] ?? said;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: data === '' ? {} : JSON.parse(data) });
      },
    );
    sent.on('error', reject);
    sent.end(method === 'GET' || method === 'DELETE' ? undefined : text);
  });
}

const list = rpc('tools/list', {});

async function beginSession(headers: Record<string, string> = {}): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const { headers: own } = rpc('initialize', params, { session: 'none' });
  const { 'mcp-session-id': _, ...rest } = own;
  const reply = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, { ...rest, ...headers });
  return String(reply.headers['mcp-session-id']);
}

describe('who may call', () => {
  test.each([
    ['a foreign Host', { host: 'evil.example.com' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example.com' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['a Host that hides another', { host: 'localhost@evil.example.com' }, 403],
    ['a credential that is none', { authorization: 'Basic abc' }, 401],
    ['a token that is not known', { authorization: 'Bearer anon_nobody' }, 401],
    ['a kind of key that is not known', { authorization: 'Bearer sk_live_x' }, 401],
    ['no credential, through a proxy', { 'x-forwarded-for': '203.0.113.7' }, 401],
  ])('%s is refused', async (_what, headers, status) => {
    const reply = await post(list.body, { ...list.headers, ...headers });
    expect(reply).toMatchObject({ status, json: { error: { message: expect.any(String) } } });
    if (status === 401)
      expect(reply.headers['www-authenticate']).toMatch(
        'authorization' in headers ? /^Bearer error="invalid_token", error_description="[^"]+"$/ : /^Bearer$/,
      );
  });

  test('a page of the service is served, and one of another port of this machine is not', async () => {
    expect(await post(list.body, { ...list.headers, origin: service.url })).toMatchObject({ status: 200 });
    expect(await post(list.body, { ...list.headers, origin: 'http://localhost:6274' })).toMatchObject({ status: 403 });
  });

  test('the session of one caller is nobody else’s, and ends when it is deleted', async () => {
    const session = await beginSession({ authorization: `Bearer ${beans.token}` });
    const { headers, body } = rpc('tools/list', {}, { session });
    const call = rpc('tools/call', { name: 'databases', arguments: {} }, { session });
    const other = { authorization: `Bearer ${(await startSession(service)).token}` };
    expect(await post(body, { ...headers, ...other })).toMatchObject({ status: 404 });
    expect(await post(call.body, { ...call.headers, ...other })).toMatchObject({ status: 404 });
    const own = { authorization: `Bearer ${beans.token}` };
    expect(await post(call.body, { ...call.headers, ...own })).toMatchObject({
      status: 200,
      json: { id: 1, result: { content: [{ type: 'text' }] } },
    });
    expect((await post('', { ...headers, ...own }, 'DELETE')).status).toBe(200);
    expect(await post(call.body, { ...call.headers, ...own })).toMatchObject({ status: 404, json: { id: 1 } });
  });
});

describe('what is no message', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a batch', [list.body, list.body], 400, -32_600],
    ['a batch of none', [], 400, -32_600],
    ['a number', 7, 400, -32_600],
    ['another protocol', { ...list.body, jsonrpc: '1.0' }, 400, -32_600],
    ['JSON that nests too deep', `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(300)}${']'.repeat(300)}}`, 400, -32_600],
    [
      'a number that would arrive as another',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":9007199254740993}}',
      400,
      -32_600,
    ],
    ['10 MB of arguments', rpc('tools/call', { name: 'ask', arguments: { goal: 'x'.repeat(10_000_000) } }).body, 413, -32_000],
  ])('%s is refused', async (_what, body, status, code) => {
    expect(await post(body, list.headers)).toMatchObject({ status, json: { error: { code } } });
  });

  test('another content type is refused', async () => {
    expect(await post(list.body, { ...list.headers, 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  });

  test('without a session there is nothing to get or to delete', async () => {
    for (const method of ['GET', 'DELETE']) expect((await post('', { accept: 'text/event-stream' }, method)).status).toBe(405);
  });

  test.each([
    ['a tool that is not there', rpc('tools/call', { name: 'nope', arguments: {} }), 200, -32_602],
    ['a method that is not there', rpc('tools/nope', {}), 404, -32_601],
    [
      'a header that names another tool',
      { ...rpc('tools/call', { name: 'run', arguments: {} }), headers: { ...rpc('tools/call', { name: 'ask' }).headers } },
      400,
      -32_020,
    ],
  ])('%s is refused as the protocol says', async (_what, { headers, body }, status, code) => {
    expect(await post(body, headers)).toMatchObject({ status, json: { id: 1, error: { code } } });
  });
});

describe('a retry', () => {
  const rows = { roaster: 'Once' };
  const written = async () => (await beans.rows("SELECT count(*)::int AS n FROM coffee_beans WHERE roaster = 'Once'"))[0]?.n;
  const authorization = () => ({ authorization: `Bearer ${beans.token}` });

  test('of one request writes once; a new request writes again', async () => {
    const call = rpc('tools/call', { name: 'insert', arguments: { db: beans.db, table: 'coffee_beans', rows } }, { id: 7 });
    const replies = [
      await post(call.body, { ...call.headers, ...authorization() }),
      await post(call.body, { ...call.headers, ...authorization() }),
    ];
    expect(replies.map(({ json }) => json.result?.isError)).toEqual([undefined, undefined]);
    expect(await written()).toBe(1);
    const next = rpc('tools/call', { name: 'insert', arguments: { db: beans.db, table: 'coffee_beans', rows } }, { id: 8 });
    await post(next.body, { ...next.headers, ...authorization() });
    expect(await written()).toBe(2);
  });

  test('of an older revision too, and another session’s request is no retry', async () => {
    await beans.run("DELETE FROM coffee_beans WHERE roaster = 'Once'");
    for (const session of [await beginSession(authorization()), await beginSession(authorization())]) {
      const call = rpc('tools/call', { name: 'insert', arguments: { db: beans.db, table: 'coffee_beans', rows } }, { id: 3, session });
      for (let n = 0; n < 2; n++) await post(call.body, { ...call.headers, ...authorization() });
    }
    expect(await written()).toBe(2);
  });
});

describe('a query that nobody waits for', () => {
  const slow = (mark: string) =>
    `SELECT count(*) AS ${mark} FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0`;
  const isRunning = async (mark: string) => {
    const { rows } = await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE $2", [
      beans.db,
      `%${mark}%`,
    ]);
    return rows.length > 0;
  };

  test.each(Object.entries(HOSTS))('is cancelled by %s', async (name, connect) => {
    const mark = `cancelled_${Object.keys(HOSTS).indexOf(name)}`;
    const host = await connect({ url: service.url, token: beans.token });
    const controller = new AbortController();
    const call = host.call('run', { db: beans.db, sql: slow(mark) }, { signal: controller.signal });
    await until(() => isRunning(mark));
    controller.abort();
    await expect(call).rejects.toThrow();
    await until(async () => !(await isRunning(mark)));
    await host.close();
  });

  test('with progress asked for, is cancelled too', async () => {
    const host = await HOSTS['the 1.x client over HTTP']({ url: service.url, token: beans.token });
    const controller = new AbortController();
    const call = host.call('run', { db: beans.db, sql: slow('with_progress') }, { signal: controller.signal, onprogress: () => undefined });
    await until(() => isRunning('with_progress'));
    controller.abort();
    await expect(call).rejects.toThrow();
    await until(async () => !(await isRunning('with_progress')));
    await host.close();
  });

  test.each(['stateless', 'session', 'session with progress'])('ends with the connection of a host that died (%s)', async (kind) => {
    const mark = `died_${kind.replaceAll(' ', '_')}`;
    const authorization = `Bearer ${beans.token}`;
    const session = kind === 'stateless' ? undefined : await beginSession({ authorization });
    const progress = kind === 'session with progress' ? { _meta: { progressToken: 1 } } : {};
    const { headers, body } = rpc(
      'tools/call',
      { name: 'run', arguments: { db: beans.db, sql: slow(mark) }, ...progress },
      session === undefined ? {} : { session },
    );
    const sent = httpRequest(`${service.url}/mcp`, { method: 'POST', headers: { ...headers, authorization } });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify(body));
    await until(() => isRunning(mark));
    sent.destroy();
    await until(async () => !(await isRunning(mark)));
  });

  test('ends when the host of a stdio server is killed', async () => {
    const server = startStdio([service.url], { SVC_API_KEY: beans.token });
    server.say(rpc('tools/call', { name: 'run', arguments: { db: beans.db, sql: slow('host_killed') } }).body);
    await until(() => isRunning('host_killed'));
    server.child.kill('SIGKILL');
    await until(async () => !(await isRunning('host_killed')));
  });

  test('ends when the host closes a stdio server’s input, and the server ends itself', async () => {
    const server = startStdio([service.url], { SVC_API_KEY: beans.token });
    server.say(rpc('tools/call', { name: 'run', arguments: { db: beans.db, sql: slow('input_closed') } }).body);
    await until(() => isRunning('input_closed'));
    server.child.stdin.end();
    await until(async () => !(await isRunning('input_closed')));
    await until(() => server.child.exitCode === 0);
  });
});

interface Stdio {
  readonly child: ReturnType<typeof spawn> & { readonly stdin: NodeJS.WritableStream };
  say(message: unknown): void;
  next(): Promise<Record<string, unknown>>;
}

function startStdio(args: string[], env: Record<string, string> = {}): Stdio {
  const child = spawn(process.execPath, [AGENTS_STDIO, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    say: (message) => void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>,
  };
}

describe('the stdio server', () => {
  test('of svc ends with an input that nobody closes, such as a file', async () => {
    const input = await open('/dev/null');
    const env = { PATH: process.env.PATH ?? '', SVC_API_URL: service.url, SVC_API_KEY: beans.token };
    const child = spawn(process.execPath, [CLI, 'mcp', 'serve'], { env, stdio: [input.fd, 'ignore', 'inherit'] });
    expect(await once(child, 'close')).toEqual([0, null]);
    await input.close();
  });

  test('says how to start a service when none answers', async () => {
    const host = await HOSTS['the 1.x client over stdio']({ url: 'http://127.0.0.1:9', token: null });
    expect((await host.tools()).length).toBe(8);
    const reply = await host.call('ask', { goal: 'How many beans are there?' });
    expect(reply).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^network_error: .* Next: Start one with `svc serve`/),
      structured: { known: { address: expect.stringContaining('127.0.0.1:9') } },
    });
    await host.close();
  });

  test('that reads alone is refused what writes, by the service too, however much its credential may', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const reach = { db: null, readOnly: true, asksUser: true };
    const handle = serveMcpStdio({ baseUrl: service.url, token: beans.token, reach, input, output });
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const call = async (name: string, given: object) => {
      input.write(`${JSON.stringify(rpc('tools/call', { name, arguments: { db: beans.db, ...given } }).body)}\n`);
      return JSON.parse(String((await lines.next()).value)) as { result?: { structuredContent: object }; error?: object };
    };
    expect((await call('insert', { table: 'coffee_beans', rows: [{ price: 1 }] })).error).toMatchObject({ code: -32_602 });
    expect((await call('run', { sql: 'SELECT 1 AS one' })).result).toMatchObject({ structuredContent: { rows: [[1]] } });
    for (const [tool, given] of [
      ['run', { sql: 'DELETE FROM coffee_beans' }],
      ['ask', { goal: 'add a phone number to coffee beans' }],
    ] as const)
      expect((await call(tool, given)).result).toMatchObject({ structuredContent: { error: 'forbidden' } });
    await handle.close();
  });

  test('answers what is no message, and goes on', async () => {
    const server = startStdio([service.url]);
    server.say('{"jsonrpc":');
    expect(await server.next()).toMatchObject({ id: null, error: { code: -32_700 } });
    for (const wrong of [[rpc('tools/list', {}).body], { jsonrpc: '1.0' }, rpc('tools/call', { name: 'x'.repeat(10_000_000) }).body]) {
      server.say(wrong);
      expect(await server.next()).toMatchObject({ id: null, error: { code: -32_600 } });
    }
    server.say('');
    server.say(rpc('tools/list', {}, { id: 5 }).body);
    expect(await server.next()).toMatchObject({
      id: 5,
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'ask' }), expect.objectContaining({ name: 'confirm' })]) },
    });
    server.child.stdin.end();
    await until(() => server.child.exitCode === 0);
  });
});
