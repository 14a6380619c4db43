import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKeyText } from '../../src/accounts/key-text.ts';
import { codeOf, type Minted, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, type Reply, startSession, until } from '../support/session.ts';
import { ownersBrowser, type TestBrowser } from '../support/signed-in.ts';

let owned: OwnedService;
let service: TestService;
let twin: TestService;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_LOG_LEVEL: 'silent' });
  service = owned.service;
  twin = await owned.home.start();
});
afterAll(() => owned?.home.close());

const { stringify } = JSON;
const run = (token: string, sql: string, more: object = {}, at: TestService = service): Promise<Reply> =>
  send(at, 'POST', '/v1/run', { body: { db: owned.owner.db, sql, ...more }, token, key: randomUUID() });
const ask = (token: string, goal: string, more: object = {}): Promise<Reply> =>
  send(service, 'POST', '/v1/ask', { body: { db: owned.owner.db, goal, ...more }, token, key: randomUUID() });
const control = async <T>(sql: string, params: unknown[] = []): Promise<T[]> => {
  const admin = await openAdmin(owned.home.control);
  return (await admin.query(sql, params).finally(() => admin.end())).rows as T[];
};
const list = async (token = owned.owner.token) =>
  (await send(service, 'GET', '/v1/keys', { token })).json() as unknown as Record<string, unknown>[];
const HEAVY = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0';
const isRunning = async (): Promise<boolean> => {
  const admin = await openAdmin();
  const { rowCount } = await admin
    .query("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND datname = $1 AND query LIKE '%generate_series(1, 1000000)%'", [
      owned.owner.db,
    ])
    .finally(() => admin.end());
  return (rowCount ?? 0) > 0;
};

describe('a key', () => {
  test('is shown once, has the form of its type, and is nowhere stored', async () => {
    const made = [
      [{ type: 'sk_live', name: 'nightly' }, /^sk_live_[0-9A-Za-z]{38}$/],
      [{ type: 'pk_live', dbId: owned.owner.db }, /^pk_live_[0-9A-Za-z]{38}$/],
      [{ type: 'sk_mcp', host: 'claude-desktop', device: 'ada.laptop' }, /^sk_mcp_claude-desktop_ada\.laptop_[0-9A-Za-z]{38}$/],
    ] as const;
    const tables = await control<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'svc_control'::regnamespace AND relkind = 'r'",
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const [body, form] of made) {
      const { id, key } = await owned.mint(body);
      expect(key).toMatch(form);
      expect(await list()).toContainEqual(expect.objectContaining({ id, last4: key.slice(-4), revokedAt: null }));
      expect(stringify(await list())).not.toContain(key);
      for (const { name } of tables)
        expect(await control(`SELECT 1 FROM svc_control.${name} t WHERE strpos(t::text, $1) > 0`, [key]), name).toEqual([]);
      const [{ hash } = { hash: '' }] = await control<{ hash: string }>('SELECT hash FROM svc_control.account_key WHERE id = $1', [id]);
      expect(hash).toBe(createHmac('sha256', TEST_SECRET).update(key).digest('hex'));
    }
  });

  test('does not come again with its idempotency key: the record does', async () => {
    const idempotencyKey = randomUUID();
    const body = { type: 'sk_live', name: 'once' };
    const first = await send(service, 'POST', '/v1/keys', { body, token: owned.owner.token, key: idempotencyKey });
    const again = await send(twin, 'POST', '/v1/keys', { body, token: owned.owner.token, key: idempotencyKey });
    const { key, ...record } = first.json();
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(key).toMatch(/^sk_live_/);
    expect(again.json()).toEqual({ ...record, replayed: true });
    expect((await list()).filter(({ name }) => name === 'once')).toHaveLength(1);
    const other = await send(service, 'POST', '/v1/keys', {
      body: { ...body, name: 'two' },
      token: owned.owner.token,
      key: idempotencyKey,
    });
    expect(codeOf(other)).toBe('idempotency_conflict');
  });

  test.each([
    [{ type: 'sk_live', dbId: 'db_x' }, 'dbId'],
    [{ type: 'sk_live', origins: ['https://a.example'] }, 'origins'],
    [{ type: 'pk_live' }, 'dbId'],
    [{ type: 'pk_live', dbId: 'db_x', access: 'write' }, 'access'],
    [{ type: 'pk_live', dbId: 'db_x', origins: ['https://a.example/path'] }, 'origins.0'],
    [{ type: 'pk_live', dbId: 'db_x', origins: ['*'] }, 'origins.0'],
    [{ type: 'sk_mcp', host: 'h' }, 'device'],
    [{ type: 'sk_mcp', host: 'a_b', device: 'd' }, 'host'],
    [{ type: 'sk_mcp', host: 'h', device: 'd'.repeat(65) }, 'device'],
    [{ type: 'sk_live', name: 'n'.repeat(81) }, 'name'],
    [{ type: 'sk_test' }, 'type'],
    [{ type: 'sk_live', acess: 'read' }, 'acess'],
  ])('%j is refused', async (body, field) => {
    const reply = await send(service, 'POST', '/v1/keys', { body, token: owned.owner.token, key: randomUUID() });
    expect(codeOf(reply), reply.text).toBe('invalid_body');
    expect(reply.text).toContain(field);
  });

  test('of a database that is somebody else’s, or none, is not made', async () => {
    const stranger = await startSession(service);
    const said = [stranger.db, 'db_none_aaaaaaaa'].map(async (dbId) => {
      const reply = await send(service, 'POST', '/v1/keys', {
        body: { type: 'pk_live', dbId },
        token: owned.owner.token,
        key: randomUUID(),
      });
      return [codeOf(reply), (reply.json().error as { message: string }).message];
    });
    const [theirs, none] = await Promise.all(said);
    expect(theirs).toEqual(['db_not_found', none?.[1]]);
  });

  test('that only looks like one is refused before any look-up', async () => {
    const { key } = await owned.mint({ type: 'sk_live' });
    const genuine = newKeyText('sk_live_');
    await control('ALTER TABLE svc_control.account_key RENAME TO away');
    try {
      const looksAlike = [
        key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        key.toUpperCase(),
        `${key}0`,
        'sk_live_',
        key.replace('sk_', 'pk_'),
      ];
      for (const token of looksAlike) expect(codeOf(await run(token, 'SELECT 1')), token).toBe('unauthorized');
      // One that may be a key has to be looked up, and cannot be.
      expect(codeOf(await run(genuine, 'SELECT 1'))).toBe('auth_unavailable');
    } finally {
      await control('ALTER TABLE svc_control.away RENAME TO account_key');
    }
    expect((await run(key, 'SELECT 1')).status).toBe(200);
    for (const header of ['Bearer', 'Bearer  ', `Basic ${key}`, `Bearer ${key} ${key}`, `Bearer ${key},${key}`]) {
      const reply = await send(service, 'GET', '/v1/databases', { headers: { authorization: header } });
      expect(codeOf(reply), header).toBe('invalid_bearer');
    }
  });

  test('that was used tells when', async () => {
    const { id, key } = await owned.mint({ type: 'sk_live', access: 'read' });
    const before = Date.now();
    expect((await run(key, 'SELECT 1')).status).toBe(200);
    await until(async () => (await list()).some((one) => one.id === id && one.lastUsedAt !== null));
    const { lastUsedAt } = (await list()).find((one) => one.id === id) ?? {};
    expect(Date.parse(String(lastUsedAt))).toBeGreaterThanOrEqual(before - 1_000);
  });

  test('of an account of 100 is the last, also when two are made at once', async () => {
    const account = randomUUID();
    const full = newKeyText('sk_live_');
    await control("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'test')", [account]);
    expect(full).toMatch(/^sk_live_/);
    const [{ n } = { n: '' }] = await control<{ n: string }>(
      "SELECT count(*) AS n FROM svc_control.account_key WHERE type <> 'owner' AND revoked_at IS NULL",
    );
    await control(
      `INSERT INTO svc_control.account_key (id, account_id, hash, last4, access, created_at)
       SELECT gen_random_uuid(), (SELECT id FROM svc_control.account WHERE kind = 'local'), md5(i::text), 'fill', 'read', now()
       FROM generate_series(1, $1) i`,
      [99 - Number(n)],
    );
    const replies = await Promise.all(
      [service, twin].map((at) => send(at, 'POST', '/v1/keys', { body: { type: 'sk_live' }, token: owned.owner.token, key: randomUUID() })),
    );
    expect(replies.map(codeOf).sort()).toEqual(['key_limit_reached', null]);
    await control("DELETE FROM svc_control.account_key WHERE last4 = 'fill'");
    expect((await owned.mint({ type: 'sk_live' })).key).toMatch(/^sk_live_/);
  });
});

describe('the list', () => {
  test('has active ones first, the newest of each first, a page at a time', async () => {
    const made: Minted[] = [];
    for (let n = 0; n < 4; n++) made.push(await owned.mint({ type: 'sk_live', name: `page ${n}` }));
    await owned.revoke(made[3]?.id ?? '');
    await owned.revoke(made[1]?.id ?? '');
    const all = await list();
    const names = all.map(({ name }) => name).filter((name) => String(name).startsWith('page'));
    expect(names).toEqual(['page 2', 'page 0', 'page 3', 'page 1']);
    const firstRevoked = all.findIndex(({ revokedAt }) => revokedAt !== null);
    expect(all.slice(firstRevoked).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    const paged: unknown[] = [];
    let path: string | null = '/v1/keys?limit=2';
    while (path !== null) {
      const reply: Reply = await send(service, 'GET', path, { token: owned.owner.token });
      paged.push(...(reply.json() as unknown as unknown[]));
      path = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(paged).toEqual(all);
    expect(codeOf(await send(service, 'GET', '/v1/keys?cursor=x', { token: owned.owner.token }))).toBe('invalid_body');
  });

  test('holds no key of another account, and none can be revoked or asked about', async () => {
    const account = randomUUID();
    const key = newKeyText('sk_live_');
    const hash = createHmac('sha256', TEST_SECRET).update(key).digest('hex');
    const id = randomUUID();
    await control("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'test')", [account]);
    await control('INSERT INTO svc_control.account_key (id, account_id, hash, last4, access) VALUES ($1, $2, $3, $4, $5)', [
      id,
      account,
      hash,
      key.slice(-4),
      'write',
    ]);
    expect((await list(key)).map((one) => one.id)).toEqual([id]);
    expect((await list()).some((one) => one.id === id)).toBe(false);
    const refused = [
      await owned.revoke(id),
      await owned.revoke(randomUUID()),
      await owned.revoke('not-an-id'),
      await send(service, 'GET', `/v1/keys/${hash}/status`, { token: owned.owner.token }),
      await send(service, 'GET', `/v1/keys/${'0'.repeat(64)}/status`, { token: owned.owner.token }),
    ];
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'key_not_found'));
    expect(await list(key)).toMatchObject([{ id, revokedAt: null }]);
    // The owner's own key is a file, and no entry that could be taken away here.
    const [{ id: ownerKey } = { id: '' }] = await control<{ id: string }>("SELECT id FROM svc_control.account_key WHERE type = 'owner'");
    expect(codeOf(await owned.revoke(ownerKey))).toBe('key_not_found');
  });
});

describe('a revoked key', () => {
  test('is refused at once by every service, and stays revoked', async () => {
    const { id, key } = await owned.mint({ type: 'sk_live' });
    for (const at of [service, twin]) expect((await run(key, 'SELECT 1', {}, at)).status).toBe(200);
    const reply = await owned.revoke(id);
    expect(reply.json()).toMatchObject({ id, revoked: true, alreadyRevoked: false });
    expect(codeOf(await run(key, 'SELECT 1'))).toBe('unauthorized');
    await until(async () => codeOf(await run(key, 'SELECT 1', {}, twin)) === 'unauthorized');
    const again = await owned.revoke(id, twin);
    expect(again.json()).toEqual({ ...reply.json(), alreadyRevoked: true });
    const hash = createHmac('sha256', TEST_SECRET).update(key).digest('hex');
    const status = await send(service, 'GET', `/v1/keys/${hash}/status`, { token: owned.owner.token });
    expect(status.json()).toEqual({ revoked: true, revokedAt: reply.json().revokedAt });
  });

  test('takes what runs with it along, also on other services and in streams', async () => {
    const { id, key } = await owned.mint({ type: 'sk_live' });
    const json = run(key, HEAVY);
    await until(isRunning);
    await owned.revoke(id, twin);
    expect(codeOf(await json)).toBe('unauthorized');
    expect((await json).text).toContain('revoked while the request ran');
    await until(async () => !(await isRunning()));

    const other = await owned.mint({ type: 'sk_live' });
    const rows = fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.key}`, accept: 'text/csv', 'content-type': 'application/json' },
      body: stringify({ db: owned.owner.db, sql: 'SELECT repeat(md5(i::text), 20) FROM generate_series(1, 900000) i' }),
    });
    const reader = (await rows).body?.getReader();
    await reader?.read();
    await owned.revoke(other.id, twin);
    const rest = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole';
    })();
    await expect(rest).rejects.toThrow();
  });

  test('is noticed although nobody was told: revoked in the control plane itself, with the listening session gone', async () => {
    const { id, key } = await owned.mint({ type: 'sk_live' });
    const busy = run(key, HEAVY);
    await until(isRunning);
    await control(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'svc notices' AND datname = current_database()",
    );
    await control('UPDATE svc_control.account_key SET revoked_at = now() WHERE id = $1', [id]);
    expect(codeOf(await busy)).toBe('unauthorized');
    expect(codeOf(await run(key, 'SELECT 1'))).toBe('unauthorized');
    // And it listens again.
    await until(
      async () =>
        (await control("SELECT 1 FROM pg_stat_activity WHERE application_name = 'svc notices' AND datname = current_database()")).length >=
        2,
    );
    const next = await owned.mint({ type: 'sk_live' });
    expect((await run(next.key, 'SELECT 1', {}, twin)).status).toBe(200);
    await owned.revoke(next.id);
    await until(async () => codeOf(await run(next.key, 'SELECT 1', {}, twin)) === 'unauthorized');
  });
});

describe('a read key', () => {
  test('reads and asks, and writes in no way', async () => {
    const { key } = await owned.mint({ type: 'sk_live', access: 'read' });
    expect((await run(key, 'SELECT roaster FROM coffee_beans')).status).toBe(200);
    expect((await ask(key, 'How many coffee beans are there?')).json().answer).toBe('2 coffee beans.');
    const refused = [
      await run(key, 'DELETE FROM coffee_beans'),
      await ask(key, 'add a coffee bean with roaster Tim and price 9'),
      await ask(key, 'delete the coffee beans with roaster Onyx'),
      await ask(key, 'delete the coffee beans with roaster Onyx', { dryRun: true }),
      await ask(key, 'delete the coffee beans with roaster Onyx', { confirm: true }),
      await ask(key, 'clear my database'),
      await send(service, 'POST', '/v1/ask', { body: { goal: BEANS }, token: key, key: randomUUID() }),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'forbidden'));
  });
});

describe('changed peppers', () => {
  test('both are taken during the change; what was used then needs the old one no more', async () => {
    const home = await newOwnedService();
    try {
      const [used, unused] = [await home.mint({ type: 'sk_live' }), await home.mint({ type: 'sk_live' })];
      const next = 'another-pepper-for-tests-0123456789abcdef';
      const get = (at: TestService, token: string) => send(at, 'GET', '/v1/databases', { token }).then(({ status }) => status);
      const [active, idle] = [await ownersBrowser(home.service, home.owner.token), await ownersBrowser(home.service, home.owner.token)];
      const signedIn = (at: TestService, browser: TestBrowser) =>
        browser.send('GET', '/v1/auth/sessions', {}, at).then(({ status }) => status);
      const during = await home.home.start({ SVC_KEY_PEPPER: next, SVC_KEY_PEPPER_PREVIOUS: TEST_SECRET });
      expect([await get(during, used.key), await get(during, home.owner.token), await signedIn(during, active)]).toEqual([200, 200, 200]);
      const after = await home.home.start({ SVC_KEY_PEPPER: next });
      expect([await get(after, used.key), await get(after, unused.key), await get(after, home.owner.token)]).toEqual([200, 401, 200]);
      expect([await signedIn(after, active), await signedIn(after, idle)]).toEqual([200, 401]);
    } finally {
      await home.home.close();
    }
  });

  test('services that take both, in either order, take each other’s keys; one that knows the earlier alone does not', async () => {
    const home = await newOwnedService();
    try {
      const { key } = await home.mint({ type: 'sk_live' });
      const next = 'another-pepper-for-tests-0123456789abcdef';
      const get = (at: TestService) => send(at, 'GET', '/v1/databases', { token: key }).then(({ status }) => status);
      const prepared = await home.home.start({ SVC_KEY_PEPPER: TEST_SECRET, SVC_KEY_PEPPER_PREVIOUS: next });
      const changed = await home.home.start({ SVC_KEY_PEPPER: next, SVC_KEY_PEPPER_PREVIOUS: TEST_SECRET });
      for (let turn = 0; turn < 2; turn++) expect([await get(changed), await get(prepared)]).toEqual([200, 200]);
      expect(await get(await home.home.start({ SVC_KEY_PEPPER: next, SVC_KEY_PEPPER_PREVIOUS: TEST_SECRET }))).toBe(200);
      expect(await get(await home.home.start())).toBe(401);
    } finally {
      await home.home.close();
    }
  });
});

test('a key is counted by itself: its limit is neither its address’s nor another key’s', async () => {
  const limited = await owned.home.start({ SVC_KEY_RATE_LIMIT: '3', SVC_ANON_RATE_LIMIT: '2' });
  const [one, two] = [await owned.mint({ type: 'sk_live' }), await owned.mint({ type: 'sk_live' })];
  const get = (token: string | null) => send(limited, 'GET', '/v1/databases', { token });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await get(one.key)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const over = await get(one.key);
  expect(over.json()).toMatchObject({
    limit: 3,
    count: 5,
    error: { code: 'rate_limited', params: { what: 'requests with this key in a minute' } },
  });
  const first = await get(two.key);
  expect([first.status, first.headers.get('ratelimit-policy'), first.headers.get('x-ratelimit-remaining')]).toEqual([
    200,
    '"key";q=3;w=60',
    '2',
  ]);
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=2;t=\d+$/);
  // What is no key counts with its address, as everybody without one does.
  const guesses = [newKeyText('sk_live_'), newKeyText('sk_live_'), newKeyText('sk_live_')];
  const guessed: unknown[] = [];
  for (const guess of guesses) {
    const { status, headers } = await get(guess);
    guessed.push([status, headers.get('x-ratelimit-remaining')]);
  }
  expect(guessed).toEqual([
    [401, '1'],
    [401, '0'],
    [429, '0'],
  ]);
  expect((await get(two.key)).status).toBe(200);
});
