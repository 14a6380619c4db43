import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/caller.ts';
import { grantLogin } from '../../src/grants/access.ts';
import { newSharing, type Sharing } from '../support/grants.ts';
import { asAdmin, handle } from '../support/hosted.ts';
import { codeOf } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { type Reply, until } from '../support/session.ts';

let it: Sharing;
beforeAll(async () => {
  it = await newSharing();
});
afterAll(() => it?.owned.home.close());

const errorOf = (reply: Reply) => reply.json().error as { code: string; message: string; params?: Record<string, unknown> };
const reasonOf = (reply: Reply): string => String(errorOf(reply).params?.reason);
const asSession = (accountId: string): Caller => ({ kind: 'session', ownerId: accountId, access: 'write', sessionId: null });
const get = (path: string, token = it.grantee.token): Promise<Reply> => send(it.service, 'GET', path, { token });

/** Each test has a grant of its own, and leaves none. */
const held = new Set<string>();
const grant = async (body: object): Promise<string> => {
  const id = await it.grant(body);
  held.add(id);
  return id;
};
beforeEach(async () => {
  for (const id of held) await it.revoke(id);
  held.clear();
});

describe('a grant', () => {
  test('is listed by both sides, and shows its conditions to its owner alone', async () => {
    const asked = { scope: ['orders', 'customers'], rows: { orders: "region = 'EU'" }, mask: { customers: ['email'] }, priceModel: 'flat' };
    const reply = await it.mint(asked);
    const made = reply.json();
    held.add(String(made.id));
    expect([reply.status, made]).toMatchObject([
      201,
      { ...asked, role: 'owner', dbId: it.db, granteeAccountId: it.grantee.accountId, revokedAt: null },
    ]);
    const list = (await get('/v1/grants', it.owner.token)).json() as unknown as Record<string, unknown>[];
    expect(list[0]).toEqual(made);
    const [noted] = (await get('/v1/audit?action=grant.mint&limit=1', it.owner.token)).json() as unknown as object[];
    expect(noted).toMatchObject({ subject: made.id, details: { dbId: it.db, granteeAccountId: it.grantee.accountId, ...asked } });
    expect(codeOf(await get('/v1/grants'))).toBe('forbidden');
    const databases = (await get('/v1/databases')).json() as unknown as Record<string, unknown>[];
    expect(databases).toEqual([expect.objectContaining({ dbId: it.db, role: 'grantee', pkLive: null, lastQueriedAt: null })]);
  });

  test.each([
    [{ scope: ['orders', 'nothing'] }, 'scope_unknown_table'],
    [{ scope: ['orders'], rows: { customers: 'true' } }, 'scope_unknown_table'],
    [{ scope: ['orders'], mask: { customers: ['email'] } }, 'scope_unknown_table'],
    [{ scope: ['customers'], mask: { customers: ['nothing'] } }, 'invalid_body'],
    [{ scope: ['customers'], mask: { customers: ['id', 'name', 'email', 'region'] } }, 'invalid_body'],
    [{ scope: [] }, 'invalid_body'],
    [{ scope: ['orders'], granteeAccountId: 'nobody' }, 'invalid_grantee'],
    [{ scope: ['orders'], granteeAccountId: '01a1f0c0-2222-7000-8000-000000000002' }, 'invalid_grantee'],
    [{ scope: ['orders'], granteeAccountId: undefined, granteeEmail: 'a at example' }, 'invalid_email'],
    [{ scope: ['orders'], granteeEmail: 'a@example.com' }, 'invalid_body'],
    [{ scope: ['orders'], dbId: 'db_none_aaaaaaaa' }, 'db_not_found'],
  ])('%j is refused as %s', async (body, code) => {
    const reply = await it.mint(body);
    expect(codeOf(reply), reply.text).toBe(code);
  });

  test('names a table that is not there with those that are', async () => {
    const reply = await it.mint({ scope: ['order'] });
    expect(errorOf(reply).params).toMatchObject({ unknown: ['order'], allowed: expect.arrayContaining(['orders', 'customers', 'pay']) });
  });

  test('to oneself has no effect, and is refused', async () => {
    const [mine] = (await get('/v1/grants', it.owner.token)).json() as unknown as { ownerAccountId: string }[];
    expect(codeOf(await it.mint({ scope: ['orders'], granteeAccountId: mine?.ownerAccountId }))).toBe('cannot_grant_to_self');
  });

  test('to an address looks the same whoever has it, and is theirs from when they sign in with it', async () => {
    const [known, unknown] = ['known@example.com', 'unknown@example.com'];
    await it.signIn(known, it.grantee.accountId);
    const body = { scope: ['orders'], granteeAccountId: undefined };
    const [toKnown, toUnknown] = [await it.mint({ ...body, granteeEmail: known }), await it.mint({ ...body, granteeEmail: unknown })];
    for (const reply of [toKnown, toUnknown]) held.add(String(reply.json().id));
    expect([toKnown.status, Object.keys(toKnown.json())]).toEqual([toUnknown.status, Object.keys(toUnknown.json())]);
    expect(toUnknown.json()).toMatchObject({ granteeEmail: unknown, scope: ['orders'] });
    expect(toKnown.json()).not.toHaveProperty('granteeAccountId');
    expect(await it.grantee.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
    expect(codeOf(await it.stranger.run('SELECT count(*) AS n FROM orders'))).toBe('db_not_found');
    await it.signIn(unknown, it.stranger.accountId);
    expect(await it.stranger.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
    expect(codeOf(await it.mint({ ...body, granteeEmail: unknown }))).toBe('not_grantable');
    // Nor does a refusal tell that the address is this account's: the account has both then, and reads by the newer.
    await grant({ scope: ['customers'] });
    const seen = (await get('/v1/databases')).json() as unknown as { dbId: string }[];
    expect(seen.filter(({ dbId }) => dbId === it.db)).toHaveLength(1);
    await until(async () => codeOf(await it.grantee.run('SELECT count(*) AS n FROM orders')) === 'sql_rejected');
    expect(await it.grantee.rows('SELECT count(*) AS n FROM customers')).toEqual([{ n: 3 }]);
  });

  test('stands alone: a second one to the same account on the same database is refused', async () => {
    const id = await grant({ scope: ['orders'] });
    const reply = await it.mint({ scope: ['customers'] });
    expect([codeOf(reply), errorOf(reply).params]).toEqual(['not_grantable', expect.objectContaining({ grantId: id })]);
  });

  test.each([
    'true) UNION SELECT 1 WHERE (true',
    'id = 1) OR (true',
    'true; DROP TABLE orders; SELECT (true',
    'EXISTS (SELECT 1 FROM salaries)',
    '(SELECT true)',
    'salaries.amount > 1',
    'orders IS NOT NULL',
    'email IS NULL',
    'total > $1',
    "pg_read_file('/etc/passwd') IS NULL",
    'random() < 0.5',
    'total > 1 LIMIT 1',
    'true ORDER BY 1',
    "region = 'EU",
    'total',
    "total > 'x'",
    '/*',
    '',
    "current_setting('role') = 'x'",
    'count(*) > 1',
    'total / id > 1',
    'total + 1 > 2',
    'region::int > 5',
    'CASE WHEN id > 1 THEN region::int ELSE 0 END > 5',
    "region ~ '^E'",
    'region LIKE lower(region)',
    "region LIKE 'E\\'",
    'sqrt(total) > 2',
    'substring(region, id) IS NULL',
    'now() - id * interval $$1 day$$ > now()',
    "total > 1 AND '2026-02-30'::date < now()",
    'total > 1 / 0',
    'total < (SELECT 1)',
  ])('takes no condition that is none of its own columns, or can fail for a row: %s', async (condition) => {
    const reply = await it.mint({ scope: ['orders'], rows: { orders: condition } });
    expect(codeOf(reply), reply.text).toBe('invalid_body');
  });

  test.each([
    ["region IN ('EU', 'UK') AND id BETWEEN 1 AND 3", [1, 2]],
    ["lower(region) LIKE 'e%' AND total IS NOT NULL AND (id, total) IS NOT NULL", null],
    ["coalesce(nullif(region, 'EU'), 'none') = 'none'", [1, 2, 4]],
    ["CASE WHEN region = 'EU' THEN total ELSE 0 END >= 20", [2, 4]],
    ["left(btrim(region), 1) = 'U' OR id::text = '1' OR region = ANY (ARRAY['x', 'y'])", [1, 3]],
    ["total < sqrt(100) * 2 + 0.5 AND now() - interval '30 days' < now()", [1, 2]],
    ['customer_id IS DISTINCT FROM 1', [3, 4]],
  ])('takes a condition that holds for a row or not: %s', async (condition, ids) => {
    const reply = await it.mint({ scope: ['orders'], rows: { orders: condition } });
    if (ids === null) return expect(codeOf(reply), reply.text).toBe('invalid_body');
    expect(reply.status, reply.text).toBe(201);
    held.add(String(reply.json().id));
    expect((await it.grantee.rows('SELECT id FROM orders ORDER BY id')).map(({ id }) => id)).toEqual(ids);
  });

  test('takes a condition with a comment, with the table’s name and over the present moment', async () => {
    await grant({ scope: ['orders'], rows: { orders: "orders.region = 'EU' AND total < 25 AND now() > '2020-01-01' -- the small ones" } });
    expect(await it.grantee.rows('SELECT id FROM orders ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('a grantee', () => {
  test('reads the scope, and nothing else of the database', async () => {
    await grant({ scope: ['orders', 'customers'] });
    expect(await it.grantee.rows('SELECT * FROM customers WHERE id = 1')).toEqual([
      { id: 1, name: 'Ada', email: 'ada@example.com', region: 'EU' },
    ]);
    expect(
      await it.grantee.rows(
        'SELECT c.name, sum(o.total) AS total FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY 1 ORDER BY 1',
      ),
    ).toEqual([
      { name: 'Ada', total: 30 },
      { name: 'Bob', total: 500 },
      { name: 'Cy', total: 30 },
    ]);
    for (const sql of [
      'SELECT * FROM salaries',
      'SELECT * FROM public.salaries',
      'SELECT * FROM pay',
      'SELECT * FROM coffee_beans',
      'SELECT * FROM public.orders',
      'SELECT * FROM information_schema.tables',
      'SELECT * FROM pg_class',
      'WITH salaries AS (SELECT * FROM salaries) SELECT * FROM salaries',
      `SELECT * FROM ${grantLogin([...held][0] ?? '')}.salaries`,
    ]) {
      const reply = await it.grantee.run(sql);
      expect(codeOf(reply), `${sql}: ${reply.text}`).toBe('sql_rejected');
      expect(reply.text.replaceAll(JSON.stringify(sql).slice(1, -1), ''), sql).not.toMatch(/salaries.*coffee|amount|coffee_beans"/);
    }
  });

  test('is shown the scope alone: schema, keys, known names, questions and answers', async () => {
    await grant({ scope: ['orders', 'customers'], mask: { customers: ['email'] } });
    await send(it.service, 'PUT', `/v1/databases/${it.db}/glossary`, {
      body: { terms: [{ term: 'payroll', means: 'salaries' }], notes: 'salaries are secret' },
      token: it.owner.token,
      key: 'glossary of grants',
    });
    const schema = await get(`/v1/databases/${it.db}/schema`);
    const { tables } = schema.json() as {
      tables: { name: string; columns: { name: string }[]; primaryKey: string[]; foreignKeys: object[] }[];
    };
    expect(tables.map(({ name, columns, primaryKey }) => [name, columns.map((column) => column.name), primaryKey])).toEqual([
      ['orders', ['id', 'customer_id', 'total', 'region'], ['id']],
      ['customers', ['id', 'name', 'region'], ['id']],
    ]);
    expect(tables[0]?.foreignKeys).toEqual([{ columns: ['customer_id'], table: 'customers', references: ['id'], onDelete: 'no action' }]);
    expect(schema.text).not.toMatch(/salar|email|payroll|coffee/);
    const unknown = await it.grantee.run('SELECT * FROM ordrs');
    expect([codeOf(unknown), errorOf(unknown).params]).toMatchObject(['sql_rejected', { nearest: ['orders'] }]);
    const hidden = await it.grantee.run('SELECT email FROM customers');
    expect([codeOf(hidden), reasonOf(hidden)]).toEqual(['sql_rejected', 'Column "email" does not exist.']);
    const none = await it.grantee.run('SELECT phone FROM customers');
    expect(reasonOf(none)).toBe('Column "phone" does not exist.');
    for (const goal of [
      'how many salaries are there',
      'payroll per name',
      'email of each customer',
      'salary of Grace',
      'show all tables',
    ]) {
      const reply = await it.grantee.ask(goal);
      // The words of the question itself are said back.
      for (const name of ['salaries', 'payroll', '@example', 'coffee', 'amount'].filter((one) => !goal.includes(one)))
        expect(reply.text, goal).not.toContain(name);
    }
    const asked = await it.grantee.ask('how many orders per customer name');
    expect(asked.json(), asked.text).toMatchObject({ status: 'ok', rowCount: 3, trace: { engine: 'postgres' } });
    expect(asked.json()).not.toHaveProperty('selected_db');
    const receipt = await get(`/v1/traces/${String((asked.json().trace as { id: string }).id)}`);
    expect([receipt.status, receipt.json().dbId]).toEqual([200, it.db]);
    expect(codeOf(await get(`/v1/traces/${String((asked.json().trace as { id: string }).id)}`, it.owner.token))).toBe('trace_not_found');
    expect(codeOf(await get(`/v1/databases/${it.db}/glossary`))).toBe('forbidden');
  });

  test('sees neither hidden rows nor hidden columns, whatever asks for them', async () => {
    await grant({
      scope: ['orders', 'customers'],
      rows: { orders: "region = 'EU'", customers: "email LIKE 'ada%' OR region = 'US'" },
      mask: { customers: ['email'], orders: ['region'] },
    });
    const say = async (sql: string) => (await it.grantee.rows(sql))[0];
    expect(await say('SELECT count(*) AS n, max(total) AS most FROM orders')).toEqual({ n: 3, most: 30 });
    expect(await say('SELECT count(*) AS n FROM orders WHERE total > 100')).toEqual({ n: 0 });
    expect(await say('SELECT count(*) AS n FROM orders WHERE 1 / (total - 500) < 1')).toEqual({ n: 3 });
    expect(await say('SELECT count(*) AS n FROM customers')).toEqual({ n: 2 });
    expect(await say('SELECT to_json(c) AS c FROM customers c WHERE id = 1')).toEqual({ c: { id: 1, name: 'Ada', region: 'EU' } });
    expect(await say('SELECT * FROM customers NATURAL JOIN (SELECT 1 AS id) x')).toEqual({ id: 1, name: 'Ada', region: 'EU' });
    for (const sql of [
      "SELECT id FROM customers WHERE email LIKE 'b%'",
      'SELECT id FROM customers ORDER BY email',
      'SELECT count(DISTINCT email) FROM customers',
      'SELECT c.email FROM customers c',
      'SELECT o.id FROM orders o JOIN customers c ON c.email = o.region',
      'SELECT (c).email FROM customers c',
      "SELECT id FROM orders WHERE region = 'US'",
      'SELECT xmin, ctid FROM customers',
      'EXPLAIN SELECT * FROM orders',
    ]) {
      const reply = await it.grantee.run(sql);
      expect(codeOf(reply), `${sql}: ${reply.text}`).toBe('sql_rejected');
    }
    // The planner's number would grow with each hidden row.
    const heavy = await it.grantee.run('SELECT count(*) FROM orders, generate_series(1, 100000) a, generate_series(1, 100000) b');
    expect([codeOf(heavy), errorOf(heavy).params]).toEqual(['query_too_expensive', { limit: 100_000_000 }]);
  });

  test('does not look behind a view of the owner’s that leaves rows out, also once its view was made again', async () => {
    await it.asOwner("CREATE VIEW eu_orders AS SELECT id, total FROM orders WHERE lower(region) || '' = 'eu'");
    const put = (level: number) => it.owner.post('/v1/insert', { db: it.db, table: 'gauges', rows: { level } });
    try {
      expect((await put(1)).status).toBe(200);
      await grant({ scope: ['eu_orders'] });
      // Dividing by zero for the American order alone would tell of it.
      const behind = 'SELECT count(*) AS n FROM eu_orders WHERE 1 / (total - 500) < 1';
      expect(await it.grantee.rows(behind)).toEqual([{ n: 3 }]);
      const wider = await put(1.5);
      expect(wider.json(), wider.text).toMatchObject({ created: { widened: ['level'] } });
      expect(await it.grantee.rows(behind)).toEqual([{ n: 3 }]);
    } finally {
      await it.asOwner('DROP VIEW eu_orders CASCADE; DROP TABLE IF EXISTS gauges');
    }
  });

  test('is told no hidden value by a view’s condition that fails for it, and still what is wrong with its own words', async () => {
    await it.asOwner("CREATE TABLE codes (id int PRIMARY KEY, code text); INSERT INTO codes VALUES (1, '10')");
    try {
      await it.asOwner('CREATE VIEW codes_above AS SELECT id FROM codes WHERE code::int > 5');
      await grant({ scope: ['codes_above'] });
      expect(await it.grantee.rows('SELECT * FROM codes_above')).toEqual([{ id: 1 }]);
      await it.asOwner("INSERT INTO codes VALUES (2, 'hunter2')");
      for (const reply of [
        await it.grantee.run('SELECT * FROM codes_above'),
        await it.grantee.run('SELECT * FROM codes_above', {}, { headers: { accept: 'text/csv' } }),
        await it.grantee.ask('list the codes above'),
      ]) {
        expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
        expect(reply.text).not.toContain('hunter2');
      }
      const failed = await it.grantee.run('SELECT * FROM codes_above');
      expect([codeOf(failed), errorOf(failed).params]).toMatchObject(['invalid_value', { sqlstate: '22P02' }]);
      const own = await it.grantee.run("SELECT 'seven'::int FROM codes_above");
      expect(reasonOf(own)).toBe('Invalid input syntax for type integer: "seven".');
    } finally {
      await it.asOwner('DROP TABLE codes CASCADE');
    }
  });

  test('of plain tables may look at plans, though not at what they list beside', async () => {
    await grant({ scope: ['orders'] });
    expect((await it.grantee.run('EXPLAIN SELECT * FROM orders')).status).toBe(200);
    expect(codeOf(await it.grantee.run('EXPLAIN (VERBOSE) SELECT count(*) FROM orders'))).toBe('sql_rejected');
  });

  test.each([
    ['INSERT INTO orders VALUES (9, 1, 1, $$EU$$)', 'sql_rejected'],
    ['UPDATE orders SET total = 0', 'sql_rejected'],
    ['DELETE FROM orders', 'sql_rejected'],
    ['WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone', 'sql_rejected'],
    ['SELECT * FROM orders FOR UPDATE', 'sql_rejected'],
    ['SELECT nextval($$orders_id_seq$$)', 'sql_rejected'],
    ['DROP TABLE orders', 'sql_rejected'],
  ])('writes nothing: %s', async (sql, code) => {
    await grant({ scope: ['orders'] });
    expect(codeOf(await it.grantee.run(sql))).toBe(code);
    expect(await it.owner.rows('SELECT sum(total) AS total FROM orders')).toEqual([{ total: 560 }]);
  });

  test.each([
    'delete order 1',
    'add a column notes to orders',
    'clear my database',
    'drop the table orders',
    'set the total of order 1 to 5',
  ])('writes nothing in words: %s', async (goal) => {
    await grant({ scope: ['orders'] });
    const reply = await it.grantee.ask(goal);
    expect(codeOf(reply), reply.text).toBe('forbidden');
    const confirmed = await it.grantee.ask(goal, { confirm: true });
    expect(confirmed.status, confirmed.text).toBeGreaterThanOrEqual(400);
    expect(await it.owner.rows('SELECT sum(total) AS total FROM orders')).toEqual([{ total: 560 }]);
  });
});

describe('what comes later', () => {
  test('tables, columns and views are not in the grant; a column that goes leaves the rest', async () => {
    await grant({ scope: ['orders', 'customers'] });
    await it.asOwner(`CREATE TABLE later (id int); ALTER TABLE orders ADD COLUMN secret text DEFAULT 'x';
      CREATE VIEW peek AS SELECT * FROM salaries; CREATE TABLE orders_2 (LIKE orders)`);
    try {
      for (const name of ['later', 'peek', 'orders_2']) expect(codeOf(await it.grantee.run(`SELECT * FROM ${name}`))).toBe('sql_rejected');
      expect(await it.grantee.rows('SELECT * FROM orders WHERE id = 1')).toEqual([{ id: 1, customer_id: 1, total: 10, region: 'EU' }]);
      expect(codeOf(await it.grantee.run('SELECT secret FROM orders'))).toBe('sql_rejected');
      expect((await get(`/v1/databases/${it.db}/schema`)).text).not.toMatch(/secret|later|peek/);
      const preview = await it.owner.ask('drop the region column of customers');
      expect(preview.json(), preview.text).toMatchObject({ status: 'requires_confirm' });
      expect(await it.grantee.rows('SELECT * FROM customers WHERE id = 1')).toMatchObject([{ region: 'EU' }]);
      const dropped = await it.owner.ask('drop the region column of customers', { confirm: true });
      expect(dropped.json(), dropped.text).toMatchObject({ kind: 'write' });
      expect(await it.grantee.rows('SELECT * FROM customers WHERE id = 1')).toEqual([{ id: 1, name: 'Ada', email: 'ada@example.com' }]);
      const undone = await it.owner.post('/v1/undo', { db: it.db, traceId: (dropped.json().trace as { id: string }).id });
      expect(undone.status, undone.text).toBe(200);
      expect(await it.grantee.rows('SELECT * FROM customers WHERE id = 1')).toEqual([{ id: 1, name: 'Ada', email: 'ada@example.com' }]);
    } finally {
      await it.asOwner('DROP VIEW peek; DROP TABLE later, orders_2');
    }
  });

  const change = async (goal: string) => {
    const preview = await it.owner.ask(goal);
    expect(preview.json(), preview.text).toMatchObject({ status: 'requires_confirm' });
    const done = await it.owner.ask(goal, { confirm: true });
    expect(done.json(), done.text).toMatchObject({ kind: 'write' });
    return String((preview.json().diff as { summary: string }).summary);
  };
  const lostOf = async (id: string) => {
    const sides = [];
    for (const accountId of [it.grantee.accountId, null]) {
      const list =
        accountId === null
          ? ((await get('/v1/grants', it.owner.token)).json() as unknown)
          : ((await handle(it.service, 'listGrants', { limit: 10 }, asSession(accountId))) as unknown as { items: unknown }).items;
      sides.push((list as { id: string; lost?: object[] }[]).find((one) => one.id === id)?.lost);
    }
    expect(sides[0]).toEqual(sides[1]);
    return sides[0];
  };

  test('a column of a condition that is renamed goes on being what the condition is about', async () => {
    await it.asOwner(`CREATE TABLE sites (id int PRIMARY KEY, area text, name text);
      INSERT INTO sites VALUES (1, 'EU', 'Oslo'), (2, 'US', 'Reno')`);
    try {
      const id = await grant({ scope: ['sites'], rows: { sites: "sites.area = 'EU'" }, mask: { sites: ['id'] } });
      await change('rename the column area of sites to zone');
      expect(await it.grantee.rows('SELECT * FROM sites')).toEqual([{ zone: 'EU', name: 'Oslo' }]);
      // What has the old name now is another column, and nothing of the grant.
      await change('rename the column name of sites to area');
      expect(await it.grantee.rows('SELECT * FROM sites')).toEqual([{ zone: 'EU', area: 'Oslo' }]);
      await change('rename the table sites to places');
      expect(await it.grantee.rows('SELECT area FROM sites')).toEqual([{ area: 'Oslo' }]);
      expect(await lostOf(id)).toBeUndefined();
    } finally {
      await it.asOwner('DROP TABLE IF EXISTS sites, places CASCADE');
    }
  });

  test('what falls out of a grant is told before the change, and in its record to both sides', async () => {
    await it.asOwner(`CREATE TABLE sites (id int PRIMARY KEY, area text, name text, note text);
      CREATE TABLE signs (id int PRIMARY KEY, word text)`);
    try {
      const id = await grant({ scope: ['sites', 'signs', 'orders'], rows: { sites: "area = 'EU'" }, mask: { sites: ['area'] } });
      expect(await change('drop the note column of sites')).toContain('Grants of sites show the column note no more.');
      expect(await lostOf(id)).toEqual([{ table: 'sites', column: 'note', reason: expect.stringContaining('dropped') }]);
      expect(await change('drop the area column of sites')).toContain('Grants of sites show it no more, since a condition of theirs');
      await change('drop the table signs');
      const lost = await lostOf(id);
      expect(lost).toMatchObject([
        { table: 'sites', column: 'note' },
        { table: 'sites', reason: expect.stringContaining('condition') },
        { table: 'signs', reason: expect.stringContaining('dropped') },
      ]);
      expect(JSON.stringify(lost)).not.toContain('area');
      expect(codeOf(await it.grantee.run('SELECT * FROM sites'))).toBe('sql_rejected');
      expect(await it.grantee.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
    } finally {
      await it.asOwner('DROP TABLE IF EXISTS sites, signs CASCADE');
    }
  });

  test('an insert still widens a column that is granted', async () => {
    const put = (body: object) => it.owner.post('/v1/insert', { db: it.db, table: 'readings', rows: body });
    expect((await put({ level: 1 })).status).toBe(200);
    await grant({ scope: ['readings', 'orders'], rows: { readings: 'level IS NOT NULL' } });
    expect(await it.grantee.rows('SELECT level FROM readings')).toEqual([{ level: 1 }]);
    const wider = await put({ level: 1.5 });
    expect(wider.json(), wider.text).toMatchObject({ created: { widened: ['level'] } });
    expect(await it.grantee.rows('SELECT level FROM readings ORDER BY level')).toEqual([{ level: 1 }, { level: 1.5 }]);
  });

  test('a table that is dropped and made again is not the one that was granted', async () => {
    await it.asOwner('CREATE TABLE notes (id int, text text); INSERT INTO notes VALUES (1, $$old$$)');
    await grant({ scope: ['notes', 'orders'] });
    expect(await it.grantee.rows('SELECT text FROM notes')).toEqual([{ text: 'old' }]);
    const preview = await it.owner.ask('drop the table notes');
    expect(preview.json(), preview.text).toMatchObject({ status: 'requires_confirm' });
    expect((await it.owner.ask('drop the table notes', { confirm: true })).json()).toMatchObject({ kind: 'write' });
    await it.asOwner('CREATE TABLE notes (id int, text text); INSERT INTO notes VALUES (1, $$new$$)');
    const reply = await it.grantee.run('SELECT text FROM notes');
    expect(codeOf(reply), reply.text).toBe('sql_rejected');
    expect(await it.grantee.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
  });
});

test('an ended grant leaves nothing on the engine', async () => {
  const id = await grant({ scope: ['orders'] });
  const login = grantLogin(id);
  const left = () =>
    asAdmin(
      async (client) =>
        (
          await client.query(
            'SELECT (SELECT count(*) FROM pg_roles WHERE rolname = $1)::int AS logins, (SELECT count(*) FROM pg_namespace WHERE nspname = $1)::int AS schemas',
            [login],
          )
        ).rows[0],
      it.db,
    );
  expect(await left()).toEqual({ logins: 1, schemas: 1 });
  const first = await it.revoke(id);
  expect([first.status, first.json()]).toMatchObject([200, { id, revoked: true, alreadyRevoked: false }]);
  expect(await left()).toEqual({ logins: 0, schemas: 0 });
  expect((await it.revoke(id)).json()).toMatchObject({ alreadyRevoked: true, revokedAt: first.json().revokedAt });
});
