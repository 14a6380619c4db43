import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send, type TestService } from '../support/service.ts';
import { BEANS, type Reply, until } from '../support/session.ts';

const SHOP = 'https://shop.example.com';
const EVIL = 'https://evil.example.com';

let owned: OwnedService;
let service: TestService;
let page: { id: string; key: string };
let otherDb: string;
beforeAll(async () => {
  owned = await newOwnedService();
  service = owned.service;
  page = await owned.mint({ type: 'pk_live', dbId: owned.owner.db, origins: [SHOP] });
  otherDb = String((await owned.owner.post('/v1/databases', { goal: BEANS, name: 'second' })).json().dbId);
});
afterAll(() => owned?.home.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(service, 'POST', path, { body, token: page.key, key: randomUUID(), headers });
const rows = () => owned.owner.rows('SELECT id, roaster, price, rating FROM coffee_beans ORDER BY id');

describe('a publishable key', () => {
  test('reads its database, which it need not name', async () => {
    for (const named of [{}, { db: owned.owner.db }, { dbId: owned.owner.db }]) {
      expect((await post('/v1/run', { ...named, sql: 'SELECT count(*) AS n FROM coffee_beans' })).json()).toMatchObject({
        data: [{ n: 2 }],
      });
      const asked = (await post('/v1/ask', { ...named, goal: 'How many coffee beans are there?' })).json();
      expect(asked).toMatchObject({ answer: '2 coffee beans.', session: { db: owned.owner.db } });
      expect(asked.session).toEqual({ db: owned.owner.db });
    }
  });

  test('does not teach its owner what words mean', async () => {
    const goal = 'How many roasters are our darlings?';
    const sql = 'SELECT 0 AS darlings FROM coffee_beans LIMIT 1';
    expect((await post('/v1/ask', { goal, sql })).json()).toMatchObject({ data: [{ darlings: 0 }], trace: { model: 'caller' } });
    expect(codeOf(await owned.owner.ask(goal))).toBe('not_understood');
    expect(codeOf(await post('/v1/ask', { goal: 'Remove all', sql: 'DELETE FROM coffee_beans' }))).toBe('account_required');
    expect(codeOf(await post('/v1/ask', { goal: 'clear my database' }))).toBe('account_required');
    expect(await rows()).toHaveLength(2);
  });

  test('knows no other database of its account', async () => {
    const before = await send(service, 'GET', '/v1/databases', { token: owned.owner.token });
    for (const db of [otherDb, 'db_none_aaaaaaaa']) {
      expect(codeOf(await post('/v1/run', { db, sql: 'SELECT 1' }))).toBe('db_not_found');
      expect(codeOf(await post('/v1/ask', { db, goal: 'How many coffee beans are there?' }))).toBe('db_not_found');
    }
    // Nor do words lead there: `second` is its name.
    const named = await post('/v1/ask', { goal: 'How many coffee beans are there in second?' });
    expect(named.status === 200 ? (named.json().session as { db: string }).db : codeOf(named)).not.toBe(otherDb);
    expect((await send(service, 'GET', '/v1/databases', { token: owned.owner.token })).json()).toMatchObject(
      (before.json() as unknown as { dbId: string }[]).map(({ dbId }) => ({ dbId })),
    );
  });

  test.each([
    ['an insert in words', '/v1/ask', { goal: 'add a coffee bean with roaster Tim and price 9' }],
    ['a change in words', '/v1/ask', { goal: 'set the price to 1 where roaster is Sey' }],
    ['its preview', '/v1/ask', { goal: 'set the price to 1 where roaster is Sey', dryRun: true }],
    ['its confirmation', '/v1/ask', { goal: 'set the price to 1 where roaster is Sey', confirm: true }],
    ['a confirmation by token', '/v1/ask', { confirm: true, confirmToken: 'x' }],
    ['a change in SQL', '/v1/run', { sql: 'UPDATE coffee_beans SET price = 1' }],
    ['an insert in SQL', '/v1/run', { sql: "INSERT INTO coffee_beans (roaster) VALUES ('Tim')" }],
    ['a write inside a read', '/v1/run', { sql: 'WITH gone AS (DELETE FROM coffee_beans RETURNING *) SELECT * FROM gone' }],
    ['rows', '/v1/insert', { table: 'coffee_beans', rows: { roaster: 'Tim' } }],
    ['an undo', '/v1/undo', { traceId: '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11' }],
    ['a database', '/v1/databases', { goal: BEANS }],
    ['a chat', '/v1/chat/messages', { goal: 'How many coffee beans are there?' }],
    ['a key', '/v1/keys', { type: 'sk_live' }],
  ])('does nothing else: %s', async (_, path, body) => {
    const before = await rows();
    const needsDb =
      path === '/v1/insert' || path === '/v1/undo' ? { db: owned.owner.db } : path === '/v1/chat/messages' ? { dbId: owned.owner.db } : {};
    const reply = await post(path, { ...needsDb, ...body });
    expect([reply.status, codeOf(reply)], reply.text).toEqual([403, 'account_required']);
    expect(await rows()).toEqual(before);
  });

  test('makes no database of a brief', async () => {
    const reply = await post('/v1/ask', { goal: 'track plants with name and species' });
    expect(codeOf(reply)).toBe('not_understood');
    expect(codeOf(await post('/v1/ask', { goal: 'track plants with name and species', dryRun: true }))).toBe('not_understood');
  });

  test('gets neither the account’s stored replies nor its threads', async () => {
    const key = randomUUID();
    const body = { db: owned.owner.db, sql: "INSERT INTO coffee_beans (roaster) VALUES ('Replay') RETURNING id" };
    const mine = await send(service, 'POST', '/v1/run', { body, token: owned.owner.token, key });
    expect(mine.status).toBe(200);
    const goal = 'add a coffee bean with roaster Twice and price 3';
    const asked = await send(service, 'POST', '/v1/ask', { body: { db: owned.owner.db, goal }, token: owned.owner.token, key: `${key}2` });
    expect(asked.status).toBe(200);
    const theirs = await send(service, 'POST', '/v1/run', { body, token: page.key, key });
    const askedToo = await send(service, 'POST', '/v1/ask', { body: { db: owned.owner.db, goal }, token: page.key, key: `${key}2` });
    expect([codeOf(theirs), codeOf(askedToo)]).toEqual(['account_required', 'account_required']);

    const threadId = 'kitchen';
    await owned.owner.ask('How many coffee beans have a price above 15?', { threadId });
    expect((await owned.owner.ask('and above 10?', { threadId })).status).toBe(200);
    expect(codeOf(await post('/v1/ask', { goal: 'and above 10?', threadId }))).toBe('not_understood');
    expect((await post('/v1/ask', { goal: 'How many coffee beans have a price above 100?', threadId })).status).toBe(200);
    const followed = await post('/v1/ask', { goal: 'and above 10?', threadId });
    expect(followed.status, followed.text).toBe(200);
  });

  test('opens no agent session', async () => {
    const reply = await send(service, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      token: page.key,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    });
    expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('account key')]);
  });
});

describe('pages', () => {
  const ask = (origin: string, token: string | null, headers: Record<string, string> = {}): Promise<Reply> =>
    send(service, 'POST', '/v1/run', {
      body: { sql: 'SELECT 1 AS one' },
      token,
      headers: { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...headers },
    });
  const preflight = (origin: string) =>
    send(service, 'OPTIONS', '/v1/run', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });

  test('of a listed origin are answered, with CORS headers, errors too', async () => {
    const before = await preflight(SHOP);
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, SHOP]);
    expect(before.headers.get('access-control-allow-credentials')).toBeNull();
    const reply = await ask(SHOP, page.key);
    expect([reply.status, reply.headers.get('access-control-allow-origin'), reply.headers.get('vary')]).toEqual([
      200,
      SHOP,
      expect.stringContaining('Origin'),
    ]);
    const refused = await post('/v1/run', { sql: 'DELETE FROM coffee_beans' }, { origin: SHOP });
    expect([codeOf(refused), refused.headers.get('access-control-allow-origin')]).toEqual(['account_required', SHOP]);
  });

  test('of another origin, or of a listed one without the key, are refused before anything is done', async () => {
    const write = await owned.mint({ type: 'sk_live' });
    const elsewhere = await owned.mint({ type: 'pk_live', dbId: otherDb, origins: [EVIL] });
    const silent = await owned.mint({ type: 'pk_live', dbId: otherDb });
    const refused: [string, string | null][] = [
      ['https://other.example.com', page.key],
      [`${SHOP}:8443`, page.key],
      ['http://shop.example.com', page.key],
      ['null', page.key],
      [SHOP, null],
      [SHOP, write.key],
      [SHOP, owned.owner.token],
      [SHOP, elsewhere.key],
      [SHOP, silent.key],
      [EVIL, page.key],
    ];
    for (const [origin, token] of refused) {
      const reply = await ask(origin, token);
      expect([codeOf(reply), reply.headers.get('access-control-allow-origin')], `${origin} ${token}`).toEqual(['forbidden', null]);
    }
    expect(codeOf(await preflight('https://other.example.com'))).toBe('forbidden');
  });

  test('are cut off with the key', async () => {
    const origin = 'https://soon.example.com';
    const soon = await owned.mint({ type: 'pk_live', dbId: owned.owner.db, origins: [origin] });
    expect((await ask(origin, soon.key)).status).toBe(200);
    await owned.revoke(soon.id);
    expect(codeOf(await ask(origin, soon.key))).toBe('forbidden');
    await until(async () => codeOf(await preflight(origin)) === 'forbidden');
  });
});

describe('`pkLive`', () => {
  const pkLiveOf = async (token: string): Promise<unknown[]> => {
    const one = await send(service, 'GET', `/v1/databases/${owned.owner.db}`, { token });
    const all = (await send(service, 'GET', '/v1/databases', { token })).json() as unknown as { dbId: string; pkLive: unknown }[];
    return [one.json().pkLive, all.find(({ dbId }) => dbId === owned.owner.db)?.pkLive];
  };

  test('is the newest active one, shown to who is signed in and to no key', async () => {
    const newer = await owned.mint({ type: 'pk_live', dbId: owned.owner.db });
    expect(await pkLiveOf(owned.owner.token)).toEqual([newer.key, newer.key]);
    const program = await owned.mint({ type: 'sk_live' });
    expect(await pkLiveOf(program.key)).toEqual([null, null]);
    await owned.revoke(newer.id);
    expect(await pkLiveOf(owned.owner.token)).toEqual([page.key, page.key]);
    const fresh = (await owned.owner.post('/v1/databases', { goal: BEANS })).json();
    expect(fresh.pkLive).toBeNull();
  });

  test('goes with its database', async () => {
    const dbId = String((await owned.owner.post('/v1/databases', { goal: BEANS })).json().dbId);
    const { id, key } = await owned.mint({ type: 'pk_live', dbId });
    await send(service, 'DELETE', `/v1/databases/${dbId}`, { token: owned.owner.token, key: randomUUID() });
    expect([401, 404]).toContain((await send(service, 'POST', '/v1/run', { body: { sql: 'SELECT 1' }, token: key })).status);
    expect(codeOf(await owned.revoke(id))).toBe('key_not_found');
  });
});
