import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, newCustomer } from '../support/customer.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { placesOf } from '../support/secret-search.ts';
import { send } from '../support/service.ts';
import { openAdmin, type Reply } from '../support/session.ts';

const ALLOWED = { SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' };

let owned: OwnedService;
let shop: Customer;
beforeAll(async () => {
  owned = await newOwnedService(ALLOWED);
  shop = await newCustomer();
});
afterAll(async () => {
  await owned?.home.close();
  await shop?.close();
});

const connect = (body: object, at = owned): Promise<Reply> =>
  send(at.service, 'POST', '/v1/db/connect', { body, token: at.owner.token, key: randomUUID() });
const ask = (db: string, goal: string, more: object = {}): Promise<Reply> =>
  send(owned.service, 'POST', '/v1/ask', { body: { db, goal, ...more }, token: owned.owner.token, key: randomUUID() });
const run = (db: string, sql: string, more: object = {}): Promise<Reply> =>
  send(owned.service, 'POST', '/v1/run', { body: { db, sql, ...more }, token: owned.owner.token, key: randomUUID() });
const get = (path: string): Promise<Reply> => send(owned.service, 'GET', path, { token: owned.owner.token });

async function connected(customer: Customer, more?: Parameters<Customer['url']>[0]): Promise<string> {
  const reply = await connect({ connectionUrl: customer.url(more) });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.json().dbId);
}

describe('a database connected by its URL', () => {
  test('is described as its login may read it, and its URL is nowhere', async () => {
    const reply = await connect({ connectionUrl: shop.url(), engine: 'postgres', name: 'the shop' });
    expect(reply.status, reply.text).toBe(201);
    const { dbId, slug, engine, pkLive, schemaPreview, warnings } = reply.json();
    expect({ slug, engine, pkLive }).toEqual({ slug: 'the_shop', engine: 'postgres', pkLive: null });
    expect(reply.headers.get('location')).toBe(`/v1/databases/${String(dbId)}`);
    expect(schemaPreview).toContain(
      "orders(id int*, customer_id int -> customers.id, placed date, total numeric, status order_status('open'|'shipped'|'returned'))",
    );
    expect(schemaPreview).toContain('staff(id int*, name text)');
    expect(schemaPreview).not.toMatch(/salar/);
    expect(warnings).toEqual([{ code: 'not_encrypted', message: expect.any(String) as string }]);
    const shown = (await get(`/v1/databases/${String(dbId)}`)).json();
    expect(shown).toMatchObject({ origin: 'connected', role: 'owner', engine: 'postgres', name: 'the shop', pkLive: null });
    const schema = (await get(`/v1/databases/${String(dbId)}/schema`)).json() as {
      tables: { name: string; schema: string; kind: string }[];
    };
    expect(schema.tables.map(({ name, schema: place, kind }) => `${place}.${name} ${kind}`)).toEqual([
      'public.big_orders view',
      'public.cities view',
      'public.customers table',
      'public.orders table',
      'public.staff table',
      'public.visits table',
      'billing.invoices table',
    ]);
    const admin = await openAdmin(owned.home.control);
    try {
      const { rows } = await admin.query<{ sealed: string }>('SELECT sealed FROM svc_control.connection WHERE db_id = $1', [dbId]);
      expect(rows[0]?.sealed).toMatch(/^v1\./);
      const { rows: audit } = await admin.query(
        "SELECT details FROM svc_control.audit_event WHERE action = 'database.connect' AND subject = $1",
        [dbId],
      );
      expect(audit).toEqual([{ details: { slug: 'the_shop', engine: 'postgres', access: 'read' } }]);
    } finally {
      await admin.end();
    }
    expect(await placesOf([shop.password, encodeURIComponent(shop.password)], owned.home)).toEqual([]);
  });

  test('is asked in English, run in SQL, streamed as CSV', async () => {
    const db = await connected(shop);
    expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ kind: 'query', data: [{ count: 3 }] });
    expect((await ask(db, 'how many customers are in Lisbon')).json()).toMatchObject({ data: [{ count: 2 }] });
    expect((await ask(db, 'how many invoices are there')).json()).toMatchObject({ data: [{ count: 1 }] });
    expect((await run(db, 'SELECT name FROM customers WHERE id = ANY($1) ORDER BY 1', { params: [[1, 2]] })).json()).toMatchObject({
      data: [{ name: 'Ada Byron' }, { name: 'Grace Hopper' }],
    });
    expect((await run(db, "SELECT status, total FROM orders WHERE status = 'open'")).json()).toMatchObject({
      data: [{ status: 'open', total: 20 }],
    });
    const csv = await send(owned.service, 'POST', '/v1/run', {
      body: { db, sql: 'SELECT id, total FROM orders ORDER BY id' },
      token: owned.owner.token,
      headers: { accept: 'text/csv' },
    });
    expect(csv.text).toBe('id,total\r\n1,20.00\r\n2,200.00\r\n3,50.00\r\n');
  });

  test('its enumerations are words of questions, and what they can hold is known', async () => {
    const db = await connected(shop);
    expect((await ask(db, 'how many open orders are there')).json()).toMatchObject({ data: [{ count: 1 }] });
    expect((await ask(db, 'which orders are shipped')).json()).toMatchObject({ rowCount: 2 });
    expect((await ask(db, 'number of orders by status')).json()).toMatchObject({ rowCount: 2 });
    const own = (sql: string) => ask(db, sql, { sql, goal: 'own reading' });
    for (const [condition, count] of [
      ["status LIKE 'ship%'", 2],
      ["upper(status::text) = 'OPEN'", 1],
      ["status = 'lost'", 0],
      ["status IN ('open', 'returned')", 1],
      ["CASE WHEN total > 100 THEN status ELSE 'small' END = 'small'", 2],
    ] as const)
      expect((await own(`SELECT count(*) AS n FROM orders WHERE ${condition}`)).json(), condition).toMatchObject({ data: [{ n: count }] });
    const { tables } = (await get(`/v1/databases/${db}/schema?table=orders`)).json() as { tables: { name: string; columns: object[] }[] };
    expect(tables.map(({ name }) => name)).toEqual(['big_orders', 'orders']);
    expect(tables[1]?.columns).toContainEqual(
      expect.objectContaining({ name: 'status', type: 'order_status', labels: ['open', 'shipped', 'returned'] }),
    );
  });

  test('its tables are listed by name and page by page', async () => {
    const db = await connected(shop);
    const names = async (query: string) => {
      const reply = await get(`/v1/databases/${db}/schema?${query}`);
      const { tables } = reply.json() as { tables: { name: string }[] };
      return { names: tables.map(({ name }) => name), next: /<(.*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] };
    };
    expect((await names('table=S*')).names).toEqual(['staff']);
    expect((await names('table=*orders')).names).toEqual(['big_orders', 'orders']);
    expect((await names('table=c*s')).names).toEqual(['cities', 'customers']);
    expect((await names('table=no_such')).names).toEqual([]);
    const all: string[] = [];
    let next: string | undefined = `/v1/databases/${db}/schema?limit=3`;
    for (let page = 0; next !== undefined && page < 5; page++) {
      const found = await names(next.split('?')[1] ?? '');
      expect(found.names.length).toBeLessThanOrEqual(3);
      all.push(...found.names);
      next = found.next;
    }
    expect(all).toEqual(['big_orders', 'cities', 'customers', 'orders', 'staff', 'visits', 'invoices']);
    expect(codeOf(await get(`/v1/databases/${db}/schema?limit=3&cursor=no_such`))).toBe('invalid_body');
    expect(codeOf(await get(`/v1/databases/${db}/schema?limit=0`))).toBe('invalid_body');
  });

  test('is read and never written, in whatever way', async () => {
    const db = await connected(shop, { user: shop.owner });
    const before = await shop.sql('SELECT * FROM orders ORDER BY id');
    const post = (path: string, body: object) => send(owned.service, 'POST', path, { body, token: owned.owner.token, key: randomUUID() });
    expect(codeOf(await run(db, 'DELETE FROM orders'))).toBe('sql_rejected');
    expect(codeOf(await post('/v1/insert', { db, table: 'orders', rows: [{ id: 9, customer_id: 1 }] }))).toBe('forbidden');
    for (const goal of [
      'delete all orders',
      'set total to 5 for order 1',
      'add a customer with id 9 and name Bob',
      'add a column colour to orders',
      'clear my database',
    ])
      expect(codeOf(await ask(db, goal)), goal).toBe('forbidden');
    expect(await shop.sql('SELECT * FROM orders ORDER BY id')).toEqual(before);
    expect(await shop.sql("SELECT nspname FROM pg_namespace WHERE nspname = 'svc'")).toEqual([]);
    const grant = await post('/v1/grants', { dbId: db, granteeEmail: 'a@example.com', scope: ['orders'] });
    expect(codeOf(grant)).toBe('not_grantable');
  });

  test('is forgotten when it is deleted, and stays as it was', async () => {
    const db = await connected(shop);
    const gone = await send(owned.service, 'DELETE', `/v1/databases/${db}`, { token: owned.owner.token, key: randomUUID() });
    expect(gone.json()).toEqual({ dbId: db, deleted: true });
    expect(codeOf(await get(`/v1/databases/${db}`))).toBe('db_not_found');
    expect(await shop.sql('SELECT count(*)::int AS n FROM orders')).toEqual([{ n: 3 }]);
    const admin = await openAdmin(owned.home.control);
    const { rows } = await admin.query('SELECT 1 FROM svc_control.connection WHERE db_id = $1', [db]).finally(() => admin.end());
    expect(rows).toEqual([]);
  });

  test('with a login that can write tells so, with SQL for one that cannot', async () => {
    const reply = await connect({ connectionUrl: shop.url({ user: shop.owner }) });
    const [warning] = reply.json().warnings as { code: string; message: string; sql: string }[];
    expect(warning).toMatchObject({ code: 'credential_can_write' });
    const reader = `svc_reader_${randomUUID().slice(0, 8)}`;
    try {
      await shop.sql(String(warning?.sql).replaceAll('svc_reader', reader).replace('<a new password>', shop.password));
      const safe = await connect({ connectionUrl: shop.url({ user: reader }) });
      expect((safe.json().warnings as { code: string }[]).map(({ code }) => code)).toEqual(['not_encrypted']);
      expect((await run(String(safe.json().dbId), 'SELECT count(*) AS n FROM orders')).json().data).toEqual([{ n: 3 }]);
    } finally {
      await shop.sql(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
    }
  });

  test('with a login that writes nothing, and may run programs on its server, tells so', async () => {
    const login = `${shop.reader}_runs`;
    await shop.sql(`CREATE ROLE ${login} LOGIN PASSWORD '${shop.password}' IN ROLE ${shop.reader}, pg_execute_server_program`);
    try {
      const reply = await connect({ connectionUrl: shop.url({ user: login }) });
      const [warning] = reply.json().warnings as { code: string; message: string; sql: string }[];
      expect(warning).toMatchObject({
        code: 'credential_can_write',
        message: expect.stringContaining('This credential could reach files and programs of the server.'),
        sql: expect.stringContaining('svc_reader'),
      });
    } finally {
      await shop.sql(`DROP ROLE ${login}`);
    }
  });

  test('two requests with one idempotency key connect it once', async () => {
    const key = randomUUID();
    const body = { connectionUrl: shop.url(), name: 'once' };
    const both = await Promise.all(
      [0, 1].map(() => send(owned.service, 'POST', '/v1/db/connect', { body, token: owned.owner.token, key })),
    );
    const made = both.filter(({ status }) => status === 201).map((reply) => reply.json().dbId);
    expect(new Set(made).size).toBe(1);
    const again = await send(owned.service, 'POST', '/v1/db/connect', { body, token: owned.owner.token, key });
    expect(again.json().dbId).toBe(made[0]);
    const list = (await get('/v1/databases')).json() as unknown as { name: string }[];
    expect(list.filter(({ name }) => name === 'once')).toHaveLength(1);
  });
});
