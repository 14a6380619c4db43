import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, newCustomer } from '../support/customer.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { hasPgbouncer, startPgbouncer, type TestPooler } from '../support/pgbouncer.ts';
import { send } from '../support/service.ts';
import type { Reply } from '../support/session.ts';

const isThere = hasPgbouncer();
if (!isThere) console.warn('Connections by way of PgBouncer are not tested: it is not installed (Debian: pgbouncer).');

describe.skipIf(!isThere)('by way of PgBouncer in transaction mode', () => {
  let owned: OwnedService;
  let shop: Customer;
  let pooler: TestPooler;
  let db: string;
  beforeAll(async () => {
    owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
    shop = await newCustomer();
    pooler = await startPgbouncer(shop);
    const reply = await post('/v1/db/connect', { connectionUrl: pooler.url(shop.owner), access: 'write' });
    expect(reply.status, reply.text).toBe(201);
    db = String(reply.json().dbId);
  });
  afterAll(async () => {
    await owned?.home.close();
    await pooler?.close();
    await shop?.close();
  });

  const post = (path: string, body: object, key: string = randomUUID(), accept?: string): Promise<Reply> =>
    send(owned.service, 'POST', path, { body, token: owned.owner.token, key, ...(accept === undefined ? {} : { headers: { accept } }) });
  const run = (sql: string, more: object = {}, key?: string) => post('/v1/run', { db, sql, ...more }, key);

  test('many requests at once are each answered by its own transaction', async () => {
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) =>
        run('SELECT $1::int AS n, name FROM customers WHERE id = ANY($2) ORDER BY id', { params: [n, [1, 2]] }),
      ),
      ...Array.from({ length: 4 }, () => post('/v1/ask', { db, goal: 'how many customers are in Lisbon' })),
    ]);
    for (const [n, reply] of replies.slice(0, 8).entries())
      expect(reply.json().data, reply.text).toEqual([
        { n, name: 'Ada Byron' },
        { n, name: 'Grace Hopper' },
      ]);
    for (const reply of replies.slice(8)) expect(reply.json(), reply.text).toMatchObject({ data: [{ count: 2 }] });
  });

  test('a database that the pooler does not know is told as one', async () => {
    const reply = await post('/v1/db/connect', { connectionUrl: pooler.url(shop.owner).replace(/[^/]*$/, 'no_such_database') });
    expect(reply.json().error, reply.text).toMatchObject({
      code: 'introspection_failed',
      params: { reason: 'The server has no such database.' },
    });
  });

  test('settings are those of the transaction, whoever had the session before', async () => {
    await shop.sql(`ALTER ROLE ${shop.owner} SET timezone = 'Asia/Tokyo'; ALTER ROLE ${shop.owner} SET datestyle = 'German'`);
    const moments = await Promise.all(
      Array.from({ length: 6 }, () => run("SELECT timestamptz '2026-01-02 03:04:05Z' AS at, date '2026-01-02' AS day")),
    );
    for (const reply of moments) expect(reply.json().data, reply.text).toEqual([{ at: '2026-01-02T03:04:05Z', day: '2026-01-02' }]);
  });

  test('rows stream, a write is previewed and done once, and a read writes nothing', async () => {
    const csv = await post('/v1/run', { db, sql: 'SELECT g FROM generate_series(1, 5000) g' }, undefined, 'text/csv');
    expect(csv.text.trim().split('\r\n')).toHaveLength(5_001);
    const preview = await post('/v1/ask', { db, goal: 'set the city to Faro for the customer Alan Kay' });
    expect(preview.json(), preview.text).toMatchObject({ kind: 'preview', diff: { affectedRows: 1 } });
    const done = await post('/v1/ask', { db, confirm: true, confirmToken: preview.json().confirmToken });
    expect(done.json(), done.text).toMatchObject({ kind: 'write', rowCount: 1 });
    const key = randomUUID();
    const insert = () => run("INSERT INTO customers VALUES (9, 'Edsger', 'Delft')", {}, key);
    const first = await insert();
    expect((await insert()).text).toBe(first.text);
    expect(await shop.sql('SELECT city FROM customers WHERE id IN (3, 9) ORDER BY id')).toEqual([{ city: 'Faro' }, { city: 'Delft' }]);
    expect(codeOf(await run('SELECT pg_sleep(1)'))).toBe('sql_rejected');
  });

  test('a caller who leaves ends its statement', async () => {
    const heavy = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0';
    const runs = async () =>
      Number(
        (
          await shop.sql(
            `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%a.a + b.b%' AND pid <> pg_backend_pid()`,
          )
        )[0]?.n,
      );
    const until = async (wanted: number) => {
      for (let left = 100; (await runs()) !== wanted; left--) {
        if (left === 0) throw new Error(`There are not ${wanted} of it.`);
        await new Promise((done) => setTimeout(done, 100));
      }
    };
    const leaving = new AbortController();
    const going = fetch(`${owned.service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owned.owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ db, sql: heavy }),
      signal: leaving.signal,
    });
    await until(1);
    leaving.abort();
    await expect(going).rejects.toThrow();
    await until(0);
  });
});
