import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
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

  test('a name that two schemas have is asked back, with sentences that say which; a column or the schema says it as well', async () => {
    const { error } = (await session.ask('How many stores are there?')).json() as {
      error: { code: string; params: { options: { goal: string }[] } };
    };
    expect(error.code).toBe('clarify_required');
    const counted = await Promise.all(error.params.options.map(({ goal }) => session.ask(goal)));
    expect(counted.map(dataOf).toSorted()).toEqual([[[1]], [[2]]]);
    for (const [question, data] of [
      ['How many consumer_div.stores are there?', [[1]]],
      ['how many "Trade Div".stores are there', [[2]]],
      ['How many consumer_div.customers are in Rome?', [[2]]],
      ['how many different branches do stores have?', [[2]]],
    ] as const)
      expect(dataOf(await session.ask(question)), question).toEqual(data);
    expect((await session.ask('delete the store with id 1')).status).toBe(422);
    expect((await session.ask('delete every row of Trade Div.stores')).json()).toMatchObject({ diff: { table: 'Trade Div.stores' } });
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

  test('so is the row that a key may have meant', async () => {
    const reply = await session.run('INSERT INTO consumer_div.orders VALUES (9, 4, 1)');
    expect(reply.json()).toMatchObject({
      error: { code: 'write_constraint', params: { reason: 'No row of customers has the id 4; nearest: Cleo (3), Ada (1).' } },
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

  test('a bare name that only another schema has is told with that schema', async () => {
    expect((await session.run('SELECT * FROM orders')).json()).toMatchObject({
      error: {
        code: 'sql_rejected',
        params: { nearest: ['consumer_div.orders'], tables: expect.arrayContaining(['consumer_div.stores', 'Trade Div.stores']) },
      },
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

test('a column of a domain is listed under the domain, and read, compared and written as what that is of', async () => {
  const own = await startSession(service);
  await asRole(own.db, 'owner', (owner) =>
    owner.query(`
      CREATE DOMAIN email AS varchar(20) CHECK (VALUE LIKE '%@%');
      CREATE DOMAIN amount AS bigint;
      CREATE DOMAIN income AS amount;
      CREATE TABLE people (id int PRIMARY KEY, mail email, salary income, born date);
      INSERT INTO people VALUES (1, 'ada@x.org', 9007199254740993, '1990-01-02'), (2, 'bob@x.org', 5, '1991-01-02');`),
  );
  const listed = (await own.get(`/v1/databases/${own.db}/schema`)).json() as {
    tables: { columns: { type: string; baseType?: string }[] }[];
  };
  expect(listed.tables.at(-1)?.columns.map(({ type, baseType }) => [type, baseType])).toEqual([
    ['integer', undefined],
    ['email', 'character varying(20)'],
    ['income', 'bigint'],
    ['date', undefined],
  ]);
  const read = (await own.run('SELECT mail, salary, ARRAY[salary] AS list FROM people')).json() as { columns: { type: string }[] };
  expect(read.columns.map(({ type }) => type)).toEqual(['text', 'bigint', 'income[]']);
  expect(dataOf(await own.ask('how many people have a salary over 6'))).toEqual([[1]]);
  expect(dataOf(await own.ask('what is the lowest salary of the people'))).toEqual([[5]]);
  expect(dataOf(await own.ask('people with mail "bob@x.org"')).flat()).toContain('bob@x.org');
  const goal = 'set the salary to 9007199254740999 for people with id 2';
  const shown = (await own.ask(goal)).json();
  expect((await own.ask(goal, { confirm: true, confirmToken: shown.confirmToken })).json()).toMatchObject({ kind: 'write' });
  expect((await own.run('SELECT salary FROM people WHERE id = 2')).text).toContain('"salary":9007199254740999');
  const long = await own.ask('set the mail to "somebody-with-a-long-name@x.org" for people with id 2');
  expect(long.json()).toMatchObject({ error: { code: 'invalid_value', params: { reason: 'mail holds at most 20 characters' } } });
});

test('a database that was made when its logins had rights in public alone gets them where its schemas are', async () => {
  const old = await startSession(service);
  const [writer, reader] = [roleName(old.db, 'writer'), roleName(old.db, 'reader')];
  await asRole(old.db, 'owner', (owner) =>
    owner.query(`
      ALTER DEFAULT PRIVILEGES REVOKE ALL ON SCHEMAS FROM ${writer}, ${reader};
      ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM ${writer}, ${reader};
      ALTER DEFAULT PRIVILEGES REVOKE ALL ON SEQUENCES FROM ${writer};
      CREATE SCHEMA "Old Div";
      CREATE TABLE "Old Div".plants (id serial PRIMARY KEY, name text);
      INSERT INTO "Old Div".plants (name) VALUES ('fern'), ('moss');`),
  );
  expect(dataOf(await old.ask('How many plants are there?'))).toEqual([[2]]);
  expect((await old.run(`INSERT INTO "Old Div".plants (name) VALUES ('ivy')`)).status).toBe(200);
  await asRole(old.db, 'owner', (owner) => owner.query('CREATE SCHEMA new_div; CREATE TABLE new_div.pots (id int PRIMARY KEY)'));
  expect(dataOf(await old.run('SELECT count(*)::int AS n FROM new_div.pots'))).toEqual([[0]]);
});

describe('undo', () => {
  const traceOf = (reply: Reply) => {
    const { trace } = reply.json() as { trace?: { id: string; undo?: unknown } };
    if (!trace) throw new Error(reply.text);
    return trace;
  };
  const undo = async (reply: Reply) => (await session.post('/v1/undo', { db: session.db, traceId: traceOf(reply).id })).json();
  const stored = async () => ({
    customers: await session.rows('SELECT * FROM consumer_div.customers ORDER BY id'),
    orders: await session.rows('SELECT * FROM consumer_div.orders ORDER BY id'),
    stores: await session.rows('SELECT * FROM "Trade Div".stores ORDER BY id'),
    others: await session.rows('SELECT * FROM consumer_div.stores ORDER BY id'),
    prices: await session.rows('SELECT * FROM "Trade Div"."Price List" ORDER BY id'),
  });

  test.each([
    ['rows deleted, with those that went with them', 'delete the customer named Ada'],
    ['rows changed', 'change the city of Cleo to Paris'],
    ['a row added', 'add a customer with id 8, name Hana and city Oslo'],
  ])('%s, from English', async (_what, goal) => {
    const before = await stored();
    const first = await session.ask(goal);
    const write = (first.json() as { kind?: string }).kind === 'preview' ? await session.ask(goal, { confirm: true }) : first;
    expect(write.json(), write.text).toMatchObject({ kind: 'write' });
    expect(await stored()).not.toEqual(before);
    expect(await undo(write)).toMatchObject({ kind: 'undo', alreadyUndone: false });
    expect(await stored()).toEqual(before);
  });

  test('rows inserted by their names', async () => {
    const before = await stored();
    const body = { db: session.db, table: 'consumer_div.stores', rows: [{ id: 20, town: 'Bari' }, { id: 21 }] };
    expect(await undo(await session.post('/v1/insert', body))).toMatchObject({ tables: [{ deleted: 2 }] });
    expect(await stored()).toEqual(before);
  });

  test.each([
    `UPDATE "Trade Div".stores SET branch = 'West' WHERE id = 1`,
    `DELETE FROM "Trade Div".stores`,
    `UPDATE "Trade Div"."Price List" SET price = price + 1`,
    `INSERT INTO consumer_div.stores VALUES (1, 'Oslo'), (5, 'Bari') ON CONFLICT (id) DO UPDATE SET town = excluded.town`,
    'DELETE FROM consumer_div.customers',
  ])('%s', async (sql) => {
    const before = await stored();
    expect(await undo(await session.run(sql))).toMatchObject({ kind: 'undo', alreadyUndone: false });
    expect(await stored()).toEqual(before);
  });

  test('is of the table that was written, though another comes to have its name', async () => {
    const write = await session.run(`UPDATE consumer_div.orders SET amount = amount + 1 WHERE id = 1`);
    const before = await session.rows('SELECT amount FROM consumer_div.orders WHERE id = 1');
    await asRole(session.db, 'owner', (owner) => owner.query('CREATE TABLE public.orders (id integer PRIMARY KEY, amount numeric)'));
    expect(await undo(write)).toMatchObject({ tables: [{ table: 'consumer_div.orders', updated: 1 }] });
    expect(await session.rows('SELECT amount + 1 AS amount FROM consumer_div.orders WHERE id = 1')).toEqual(before);
  });

  test('says whose columns have changed', async () => {
    const write = await session.run(`UPDATE "Trade Div".stores SET branch = 'West' WHERE id = 1`);
    await asRole(session.db, 'owner', (owner) => owner.query('ALTER TABLE "Trade Div".stores ADD COLUMN size integer'));
    expect(await undo(write)).toMatchObject({
      error: { code: 'undo_unavailable', params: { reason: 'The columns of Trade Div.stores have changed since.' } },
    });
  });

  test('a change of a table outside of public is refused before anything is done', async () => {
    expect((await session.ask('add a column fax to customers')).json()).toMatchObject({
      error: {
        code: 'schema_change_refused',
        params: { reason: 'customers stands in the schema consumer_div; only tables of public are changed here.' },
      },
    });
  });
});
