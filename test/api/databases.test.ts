import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';
import { openAdmin, type Reply, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let admin: pg.Client;
beforeAll(async () => {
  service = await startService();
  admin = await openAdmin();
});
afterAll(async () => {
  await admin.end();
  await service.close();
});

const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);
const remove = (session: TestSession, db: string, key: string = randomUUID()): Promise<Reply> =>
  send(service, 'DELETE', `/v1/databases/${db}`, { token: session.token, key });
const listed = (reply: Reply): Record<string, unknown>[] => JSON.parse(reply.text) as Record<string, unknown>[];

test('a created database says its id, engine and tables, and is listed with its name', async () => {
  const session = await startSession(service, 'track tea leaves with origin and price');
  const reply = await session.post('/v1/databases', {
    goal: 'track customers with name and city; orders with total; customers have many orders',
    name: 'Web Shop 2',
  });
  expect(reply.status).toBe(201);
  expect(reply.json()).toMatchObject({
    engine: 'postgres',
    slug: 'web_shop_2',
    pkLive: null,
    dbId: expect.stringMatching(/^db_web_shop_2_[a-z2-7]{8}$/),
  });
  const rows = listed(await session.get('/v1/databases'));
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.slug === 'web_shop_2')).toEqual({
    dbId: reply.json().dbId,
    slug: 'web_shop_2',
    name: 'Web Shop 2',
    engine: 'postgres',
    origin: 'hosted',
    role: 'owner',
    access: 'write',
    preset: null,
    pkLive: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    lastQueriedAt: null,
  });
});

test('the list comes in pages that are linked and lose nothing', async () => {
  const session = await startSession(service);
  await session.post('/v1/databases', { goal: 'track tea leaves with origin and price' });
  await session.post('/v1/databases', { goal: 'track plants with species and height' });
  const all = listed(await session.get('/v1/databases')).map((row) => row.dbId);
  expect(all).toHaveLength(3);

  const seen: unknown[] = [];
  let next: string | null = '/v1/databases?limit=2';
  for (let pages = 0; next !== null && pages < 5; pages++) {
    const page: Reply = await session.get(next);
    seen.push(...listed(page).map((row) => row.dbId));
    const link: string | null = page.headers.get('link');
    next = link === null ? null : (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? null);
  }
  expect(seen).toEqual(all);
  expect((await session.get('/v1/databases?limit=3')).headers.get('link')).toBeNull();
  for (const query of ['limit=0', 'limit=1001', 'limit=many', "cursor=' OR 1=1"])
    expect(codeOf(await session.get(`/v1/databases?${query}`)), query).toBe('invalid_body');
});

test('the schema names tables, columns, types and keys; its fingerprint changes with them alone', async () => {
  const session = await startSession(service, 'track customers with name; orders with total; customers have many orders');
  const path = `/v1/databases/${session.db}/schema`;
  const before = (await session.get(path)).json();
  expect(before).toMatchObject({
    dbId: session.db,
    engine: 'postgres',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    tables: [
      { name: 'customers', kind: 'table', primaryKey: ['id'], foreignKeys: [] },
      {
        name: 'orders',
        primaryKey: ['id'],
        columns: [
          { name: 'id', type: 'bigint', nullable: false, hasDefault: true },
          { name: 'order_date', type: 'date', nullable: true },
          { name: 'total', type: 'numeric', nullable: true },
          { name: 'customer_id', type: 'bigint' },
        ],
        foreignKeys: [{ columns: ['customer_id'], table: 'customers', references: ['id'], onDelete: 'no action' }],
      },
    ],
  });
  await session.rows("INSERT INTO customers (name) VALUES ('Ada')");
  expect((await session.get(path)).json().fingerprint).toBe(before.fingerprint);
  await session.post('/v1/insert', { db: session.db, table: 'customers', rows: { city: 'Oslo' } });
  expect((await session.get(path)).json().fingerprint).not.toBe(before.fingerprint);
});

test('a deleted database is gone: its rows, its logins and whatever ran there', async () => {
  const session = await startSession(service);
  const heavy = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0';
  const busy = session.run(heavy);
  const at = (column: string) => admin.query(`SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND ${column}`, [session.db]);
  await until(async () => (await at("state = 'active'")).rowCount === 1);

  const key = randomUUID();
  const reply = await remove(session, session.db, key);
  expect([reply.status, reply.json()]).toEqual([200, { dbId: session.db, deleted: true }]);
  expect(codeOf(await busy)).toBe('db_unreachable');
  expect((await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [session.db])).rowCount).toBe(0);
  expect((await admin.query("SELECT 1 FROM pg_roles WHERE starts_with(rolname, $1 || '_')", [session.db])).rowCount).toBe(0);
  expect((await at('true')).rowCount).toBe(0);

  expect(listed(await session.get('/v1/databases'))).toEqual([]);
  for (const gone of [await session.run('SELECT 1'), await session.ask('how many?'), await remove(session, session.db)])
    expect(codeOf(gone)).toBe('db_not_found');
  const again = await remove(session, session.db, key);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([reply.text, 'true']);
});

test('nobody deletes or lists what is somebody else’s', async () => {
  const [ada, bob] = [await startSession(service), await startSession(service)];
  expect(codeOf(await remove(bob, ada.db))).toBe('db_not_found');
  expect(listed(await bob.get('/v1/databases')).map((row) => row.dbId)).toEqual([bob.db]);
  expect(await ada.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 0 }]);
});

test('creates at once with one key make one database', async () => {
  const session = await startSession(service);
  const body = { goal: 'track tea leaves with origin and price' };
  const twins = await Promise.all(Array.from({ length: 4 }, () => session.post('/v1/databases', body, { key: 'twins' })));
  expect(twins.filter((reply) => reply.status === 201).length).toBeGreaterThanOrEqual(1);
  for (const reply of twins.filter((twin) => twin.status !== 201)) expect(codeOf(reply)).toBe('idempotency_in_progress');
  expect(listed(await session.get('/v1/databases'))).toHaveLength(2);
});

test('a create that fails leaves nothing and frees its key', async () => {
  const session = await startSession(service);
  const body = { goal: 'create a table from: name,ctid,signup_date' };
  for (let attempt = 0; attempt < 2; attempt++)
    expect(codeOf(await session.post('/v1/databases', body, { key: 'again' }))).toBe('compile_failed');
  expect(listed(await session.get('/v1/databases'))).toHaveLength(1);
});

test('no two databases of one owner have the same slug, however they come', async () => {
  const session = await startSession(service);
  const goal = 'track coffee beans with roaster, price and rating';
  const shown = (await session.post('/v1/ask', { goal, dryRun: true })).json();
  const [byAsk, ...more] = await Promise.all([
    session.post('/v1/ask', { goal }),
    ...Array.from({ length: 3 }, () => session.post('/v1/databases', { goal })),
  ]);
  expect(shown.answer).toContain('Would create coffee_beans_2 with');
  const made = [byAsk, ...more].map((reply) => reply?.json() as { dbId: string; slug: string });
  expect(made.map(({ slug }) => slug).sort()).toEqual(['coffee_beans_2', 'coffee_beans_3', 'coffee_beans_4', 'coffee_beans_5']);
  for (const { dbId, slug } of made) expect(dbId).toMatch(new RegExp(`^db_${slug}_[a-z2-7]{8}$`));
  const other = await startSession(service);
  expect(listed(await other.get('/v1/databases')).map(({ slug }) => slug)).toEqual(['coffee_beans']);
  const { candidate_dbs: candidates } = (await session.post('/v1/ask', { goal: 'What is the highest price?' })).json() as {
    candidate_dbs?: { slug: string }[];
  };
  expect(new Set(candidates?.map(({ slug }) => slug)).size).toBe(5);
  await remove(session, session.db);
  const again = (await session.post('/v1/databases', { goal })).json();
  expect(again.slug).toBe('coffee_beans');
});

test('the list is newest first, and its cursor holds while databases come and go', async () => {
  const session = await startSession(service);
  const made = [session.db];
  for (const goal of ['track tea leaves with origin', 'track plants with height', 'track boats with length'])
    made.unshift(String((await session.post('/v1/databases', { goal })).json().dbId));
  expect(listed(await session.get('/v1/databases')).map((row) => row.dbId)).toEqual(made);
  const first = await session.get('/v1/databases?limit=2');
  const next = String(/^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]);
  await remove(session, String(made[1]));
  await session.post('/v1/databases', { goal: 'track kites with colour' });
  expect(listed(await session.get(next)).map((row) => row.dbId)).toEqual(made.slice(2));
});

test('a database is shown, renamed and told what models may know, under the same address', async () => {
  const session = await startSession(service);
  const path = `/v1/databases/${session.db}`;
  const patch = (body: object, key: string | null = randomUUID(), token = session.token) =>
    send(service, 'PATCH', path, { token, body, ...(key === null ? {} : { key }) });
  const before = (await session.get(path)).json();
  expect(before).toMatchObject({ dbId: session.db, slug: 'coffee_beans', name: 'coffee-beans', privacy: null });
  const key = randomUUID();
  const renamed = await patch({ name: 'Beans of 2026', privacy: 'none' }, key);
  expect([renamed.status, renamed.json()]).toEqual([200, { ...before, name: 'Beans of 2026', privacy: 'none' }]);
  expect((await session.get(path)).json()).toEqual(renamed.json());
  expect((await patch({ name: 'Beans of 2026', privacy: 'none' }, key)).headers.get('idempotent-replayed')).toBe('true');
  expect(codeOf(await patch({ name: 'Other' }, key))).toBe('idempotency_conflict');
  for (const body of [{}, { name: '' }, { name: 'x'.repeat(81) }, { privacy: 'all' }])
    expect(codeOf(await patch(body))).toBe('invalid_body');
  expect(codeOf(await patch({ name: 'x' }, null))).toBe('idempotency_required');
  const stranger = await startSession(service);
  expect(codeOf(await patch({ name: 'Mine' }, randomUUID(), stranger.token))).toBe('db_not_found');
  expect(codeOf(await stranger.get(path))).toBe('db_not_found');
  expect(codeOf(await send(service, 'GET', path))).toBe('unauthorized');
});

test('a created database’s address is in Location, also of a replay', async () => {
  const session = await startSession(service);
  for (const _ of ['first', 'again']) {
    const made = await session.post('/v1/databases', { goal: 'track boats with length' }, { key: 'boats' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/v1/databases/${made.json().dbId}`]);
    expect((await session.get(String(made.headers.get('location')))).json().dbId).toBe(made.json().dbId);
  }
});
