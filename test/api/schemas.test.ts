import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;

/** As a dump arrives: the owner makes its schemas and fills them. `stores` stands in two of them. */
const DUMP = `
CREATE SCHEMA consumer_div;
CREATE TABLE consumer_div.customers (id integer PRIMARY KEY, name text, city text);
CREATE TABLE consumer_div.orders (id integer PRIMARY KEY, customer_id integer REFERENCES consumer_div.customers ON DELETE CASCADE, amount numeric CHECK (amount > 0));
CREATE TABLE consumer_div.stores (id integer PRIMARY KEY, town text);
CREATE SCHEMA "Trade Div";
CREATE TABLE "Trade Div".stores (id integer PRIMARY KEY, branch text);
CREATE TABLE "Trade Div"."Price List" (id integer PRIMARY KEY, article text, price numeric);
INSERT INTO consumer_div.customers VALUES (1, 'Ada', 'Rome'), (2, 'Bob', 'Oslo'), (3, 'Cleo', 'Rome');
INSERT INTO consumer_div.orders VALUES (1, 1, 10), (2, 1, 20), (3, 2, 5);
INSERT INTO consumer_div.stores VALUES (1, 'Rome');
INSERT INTO "Trade Div".stores VALUES (1, 'North'), (2, 'South');
INSERT INTO "Trade Div"."Price List" VALUES (1, 'beans', 9.5);`;

beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
  await asRole(session.db, 'owner', (owner) => owner.query(DUMP));
});
afterAll(() => service.close());

const dataOf = (reply: Reply): unknown[] => {
  const { data } = reply.json() as { data?: Record<string, unknown>[] };
  if (!data) throw new Error(reply.text);
  return data.map((row) => Object.values(row));
};

test('listings have the tables of every schema, told apart where two have one name', async () => {
  const { tables } = (await session.get(`/v1/databases/${session.db}/schema`)).json() as {
    tables: { name: string; schema: string; foreignKeys: { table: string }[] }[];
  };
  expect(tables.map(({ name, schema }) => [name, schema])).toEqual([
    ['coffee_beans', 'public'],
    ['Price List', 'Trade Div'],
    ['Trade Div.stores', 'Trade Div'],
    ['customers', 'consumer_div'],
    ['orders', 'consumer_div'],
    ['consumer_div.stores', 'consumer_div'],
  ]);
  expect(tables.find(({ name }) => name === 'orders')?.foreignKeys).toMatchObject([{ table: 'customers' }]);
});

describe('questions', () => {
  test.each([
    ['How many customers are in Rome?', [[2]], 'consumer_div.customers'],
    ['What is the total amount of orders of customers in Rome?', [[30]], 'consumer_div.orders'],
    ['What is the price of beans in the price list?', [[9.5]], '"Trade Div"."Price List"'],
    ['How many coffee beans are there?', [[0]], 'public.coffee_beans'],
  ])('%s', async (question, data, table) => {
    const reply = await session.ask(question);
    expect(dataOf(reply), reply.text).toEqual(data);
    expect((reply.json() as { trace: { sql: string } }).trace.sql).toContain(table);
  });

  test('a change is previewed with what goes with it, confirmed and seen', async () => {
    const goal = 'delete the customer named Bob';
    const preview = await session.ask(goal);
    expect(preview.json()).toMatchObject({
      status: 'requires_confirm',
      diff: { affectedRows: 1, cascades: [{ table: 'orders', rows: 1 }] },
    });
    expect((await session.ask(goal, { confirm: true })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await session.rows('SELECT count(*) AS n FROM consumer_div.orders')).toEqual([{ n: 2 }]);
    expect((await session.ask('change the city of Ada to Paris')).json()).toMatchObject({ status: 'requires_confirm' });
    expect((await session.ask('change the city of Ada to Paris', { confirm: true })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
  });
});

describe('SQL', () => {
  test('a table of another schema is named with it', async () => {
    expect(await session.rows('SELECT s.branch FROM "Trade Div".stores s JOIN consumer_div.stores c ON c.id = s.id')).toEqual([
      { branch: 'North' },
    ]);
    expect(await session.rows('SELECT consumer_div.customers.name FROM consumer_div.customers WHERE id = 3')).toEqual([{ name: 'Cleo' }]);
    expect((await session.run("UPDATE consumer_div.customers SET city = 'Bari' WHERE id = 3")).json()).toMatchObject({ rowCount: 1 });
    expect((await session.run('INSERT INTO "Trade Div".stores VALUES (3, \'East\')')).json()).toMatchObject({ rowCount: 1 });
  });

  test('the receipt of such a read is replayed', async () => {
    const { trace } = (await session.run('SELECT count(*) FROM "Trade Div".stores')).json() as { trace: { id: string } };
    expect((await session.post(`/v1/traces/${trace.id}/replay`, undefined)).json()).toMatchObject({ same: true });
  });

  test('a rule that a row breaks is told', async () => {
    const reply = await session.run('INSERT INTO consumer_div.orders VALUES (9, 1, -1)');
    expect(reply.json()).toMatchObject({
      error: { code: 'write_constraint', params: { table: 'orders', reason: expect.stringContaining('amount') } },
    });
  });

  test('a table made after the last look is seen', async () => {
    await asRole(session.db, 'owner', (owner) =>
      owner.query('CREATE SCHEMA late; CREATE TABLE late.arrivals (id integer); INSERT INTO late.arrivals VALUES (7)'),
    );
    expect(await session.rows('SELECT id FROM late.arrivals')).toEqual([{ id: 7 }]);
    expect(dataOf(await session.ask('How many arrivals are there?'))).toEqual([[1]]);
  });

  test.each([
    'SELECT * FROM svc.reply',
    'SELECT svc.reply.key FROM svc.reply',
    'INSERT INTO svc.reply VALUES (1)',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM pg_toast.pg_toast_1255',
    'SELECT * FROM svc_control.database',
    'SELECT * FROM nowhere.customers',
    'SELECT consumer_div.lower(name) FROM consumer_div.customers',
  ])('what is not the database’s own stays closed: %s', async (sql) => {
    expect((await session.run(sql)).json()).toMatchObject({ error: { code: 'sql_rejected' } });
  });

  test('a table that the schema lacks is refused with what it has', async () => {
    expect((await session.run('SELECT * FROM consumer_div.custmers')).json()).toMatchObject({
      error: { code: 'sql_rejected', params: { nearest: ['customers'] } },
    });
  });

  test('past the guard the service’s own schema is closed by the roles', async () => {
    for (const role of ['reader', 'writer'] as const)
      await expect(asRole(session.db, role, (client) => client.query('SELECT * FROM svc.reply'))).rejects.toThrow(/permission denied/);
  });
});

describe('inserts', () => {
  const insert = (table: string, rows: object) => session.post('/v1/insert', { db: session.db, table, rows });

  test('rows go into the table that is meant', async () => {
    expect((await insert('customers', { id: 10, name: 'Dora', phone: '123' })).json()).toMatchObject({
      table: 'consumer_div.customers',
      inserted: 1,
      created: { columns: ['phone'] },
    });
    expect((await insert('consumer_div.stores', { id: 5, town: 'Oslo' })).json()).toMatchObject({
      table: 'consumer_div.stores',
      inserted: 1,
    });
    expect(await session.rows('SELECT phone FROM consumer_div.customers WHERE id = 10')).toEqual([{ phone: '123' }]);
    expect(dataOf(await session.ask('How many customers are there?'))).toEqual([[3]]);
  });

  test('a name that two tables have is asked back, and no table is made beside a schema’s', async () => {
    expect((await insert('stores', { id: 9 })).json()).toMatchObject({
      error: {
        code: 'invalid_body',
        params: {
          issues: [{ message: expect.stringMatching(/consumer_div\.stores.*Trade Div\.stores|Trade Div\.stores.*consumer_div\.stores/) }],
        },
      },
    });
    expect((await insert('consumer_div.nothing', { id: 9 })).json()).toMatchObject({ error: { code: 'invalid_body' } });
    expect((await insert('fresh things', { name: 'x' })).json()).toMatchObject({ table: 'fresh_things', created: { table: true } });
  });
});
