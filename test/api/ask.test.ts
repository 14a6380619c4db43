import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ALL = 'SELECT id, roaster, price, rating FROM coffee_beans ORDER BY id';
const STOCK = [
  { id: 1, roaster: 'Onyx', price: 18.5, rating: 5 },
  { id: 2, roaster: 'Sey', price: 22, rating: 4 },
  { id: 3, roaster: 'Onyx', price: 30, rating: 3 },
];

beforeEach(async () => {
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4), ('Onyx', 30, 3)");
});

const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);
const paramsOf = (reply: Reply): Record<string, unknown> => (reply.json().error as { params: Record<string, unknown> }).params;

describe('create', () => {
  test('a brief with no database pinned makes one, empty, and says what it made', async () => {
    const reply = await send(service, 'POST', '/v1/ask', {
      body: { goal: 'track customers with name and city; orders with status and total; customers have many orders' },
      key: randomUUID(),
    });
    expect(reply.status).toBe(200);
    const created = reply.json();
    expect(created).toMatchObject({
      status: 'ok',
      kind: 'create',
      engine: 'postgres',
      pkLive: null,
      dbId: expect.stringMatching(/^db_[a-z0-9_]+_[a-z2-7]{8}$/),
      session: { db: created.dbId, anonymous_token: reply.headers.get('x-svc-anonymous-token') },
    });
    const { tables } = created.schema as { tables: { name: string; foreignKeys: object[] }[] };
    expect(tables.map((table) => table.name).sort()).toEqual(['customers', 'orders']);
    expect(tables.find((table) => table.name === 'orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], table: 'customers', references: ['id'] },
    ]);
    const token = String(reply.headers.get('x-svc-anonymous-token'));
    const counted = await send(service, 'POST', '/v1/run', { body: { db: created.dbId, sql: 'SELECT count(*) FROM orders' }, token });
    expect(counted.json().data).toEqual([{ count: 0 }]);
  });

  test('the same key makes one database, and both get the same reply', async () => {
    const session = await startSession(service, 'track tea leaves with origin and price');
    const key = randomUUID();
    const first = await session.post('/v1/ask', { goal: BEANS }, { key });
    const again = await session.post('/v1/ask', { goal: BEANS }, { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(JSON.parse((await session.get('/v1/databases')).text)).toHaveLength(2);
  });

  test('a caller without a database whose goal designs none is asked for more', async () => {
    const reply = await send(service, 'POST', '/v1/ask', { body: { goal: 'how many are there?' }, key: randomUUID() });
    expect(codeOf(reply)).toBe('infer_failed');
    expect(reply.headers.get('x-svc-anonymous-token')).toBeNull();
  });

  test('a pinned goal that looks like a create is asked about, and both options can be sent again', async () => {
    const reply = await beans.ask('create a database of coffee beans with roaster and price');
    expect(codeOf(reply)).toBe('clarify_required');
    expect(reply.json().pinned_db).toEqual({ id: beans.db, slug: 'coffee_beans' });
    const [query, create] = paramsOf(reply).options as { goal: string; forceQuery?: true; dropPin?: true }[];
    expect(query).toMatchObject({ forceQuery: true });
    expect((await beans.ask(String(query?.goal), { forceQuery: true })).json()).toMatchObject({
      kind: 'query',
      trace: { question: 'coffee beans' },
    });
    expect(create).toMatchObject({ dropPin: true });
    const made = await beans.post('/v1/ask', { goal: create?.goal });
    expect(made.json()).toMatchObject({ kind: 'create' });
  });
});

describe('query', () => {
  test('reads need no key; the reply has the answer, the rows, the SQL and its values', async () => {
    const reply = await beans.ask('How many coffee beans have the roaster Onyx?', {}, { key: null });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'ok',
      kind: 'query',
      answer: '2 coffee beans.',
      data: [{ count: 2 }],
      columns: [{ name: 'count', type: 'bigint' }],
      rowCount: 1,
      truncated: false,
      session: { db: beans.db, anonymous_token: beans.token },
      trace: { engine: 'postgres', model: 'builtin', params: ['Onyx'], cache: { plan: 'miss' }, id: reply.headers.get('x-request-id') },
    });
    const trace = reply.json().trace as { sql: string; confidence: number; steps: { type: string }[] };
    expect(trace.sql).not.toContain('Onyx');
    expect(trace.confidence).toBeGreaterThan(0.5);
    expect(trace.steps.map((step) => step.type)).toEqual(['selected_db', 'planning', 'plan', 'validated', 'executing', 'rows', 'answer']);
    expect(reply.json()).not.toHaveProperty('selected_db');
  });

  test('`ask` and `dbId` are spellings of `goal` and `db`', async () => {
    const reply = await beans.post('/v1/ask', { ask: 'How many coffee beans are there?', dbId: beans.db });
    expect(reply.json()).toMatchObject({ answer: '3 coffee beans.' });
  });

  test('maxRows keeps that many, and truncated says exactly whether there were more', async () => {
    for (const [maxRows, kept, truncated] of [
      [1, 1, true],
      [2, 2, true],
      [3, 3, false],
      [4, 3, false],
    ] as const) {
      const reply = (await beans.ask('List the price of the coffee beans', { maxRows })).json();
      expect({ rows: (reply.data as object[]).length, rowCount: reply.rowCount, truncated: reply.truncated }).toEqual({
        rows: kept,
        rowCount: kept,
        truncated,
      });
      if (truncated) expect(reply.answer).toMatch(/^More than /);
    }
  });

  test('what no planner is sure of is declined and names the words', async () => {
    const reply = await beans.ask('show the price of the coffee beans whose colour is red');
    expect(reply.status).toBe(422);
    expect(paramsOf(reply)).toMatchObject({ unclear: ['colour'], tables: ['coffee_beans'] });
  });
});

describe('which database', () => {
  test('the only one', async () => {
    const reply = (await beans.post('/v1/ask', { goal: 'How many coffee beans are there?' })).json();
    expect(reply).toMatchObject({
      answer: '3 coffee beans.',
      selected_db: { id: beans.db, slug: 'coffee_beans', confidence: 1, reason: 'only_database' },
    });
  });

  test('the one that is named, the one whose table is named, or none that fits better', async () => {
    await beans.post('/v1/databases', {
      goal: 'track customers with city; orders with status and total; customers have many orders',
      name: 'Web shop',
    });
    const named = (await beans.post('/v1/ask', { goal: 'How many coffee beans are there?' })).json();
    expect(named).toMatchObject({ answer: '3 coffee beans.', selected_db: { id: beans.db, reason: 'name_match' } });
    const table = (await beans.post('/v1/ask', { goal: 'How many orders are there?' })).json();
    expect(table).toMatchObject({ answer: '0 orders.', selected_db: { slug: 'web_shop', reason: 'recent_table' } });
    expect((table.selected_db as { confidence: number }).confidence).toBeGreaterThanOrEqual(0.7);

    const neither = await beans.post('/v1/ask', { goal: 'How many are there?' });
    expect(codeOf(neither)).toBe('ambiguous_db');
    const candidates = neither.json().candidate_dbs as { id: string; slug: string }[];
    expect(candidates.map((candidate) => candidate.slug).sort()).toEqual(['coffee_beans', 'web_shop']);
    const pinned = await beans.post('/v1/ask', {
      goal: 'How many coffee beans are there?',
      db: candidates.find(({ slug }) => slug === 'coffee_beans')?.id,
    });
    expect(pinned.json()).toMatchObject({ answer: '3 coffee beans.' });
  });
});

describe('insert', () => {
  const GOAL = 'add a coffee bean with roaster Tim and price 12 and rating 4';

  test('runs at once, returns the row, and a retry with the key writes no second one', async () => {
    const key = randomUUID();
    const reply = await beans.ask(GOAL, {}, { key });
    const row = { id: 4, roaster: 'Tim', price: 12, rating: 4 };
    expect(reply.json()).toMatchObject({ kind: 'write', answer: 'Inserted 1 row into coffee_beans.', data: [row], rowCount: 1 });
    const again = await beans.ask(GOAL, {}, { key });
    expect(again.text).toBe(reply.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await beans.rows(ALL)).toEqual([...STOCK, row]);
  });

  test('dryRun shows the row and writes none; the confirm writes it', async () => {
    const preview = await beans.ask(GOAL, { dryRun: true }, { key: null });
    expect(preview.json()).toMatchObject({
      status: 'requires_confirm',
      requires_confirm: true,
      diff: { verb: 'insert', affectedRows: 1, sample: [{ before: null, after: { roaster: 'Tim', price: 12 } }] },
    });
    expect(await beans.rows(ALL)).toEqual(STOCK);
    const confirmed = await beans.ask(GOAL, { confirm: true, confirmToken: preview.json().confirmToken });
    expect(confirmed.json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await beans.rows('SELECT roaster FROM coffee_beans WHERE id > 3')).toEqual([{ roaster: 'Tim' }]);
  });
});

describe('update and delete', () => {
  const UPDATE = 'set the price to 20 where roaster is Onyx';
  const DELETE = 'delete the coffee beans with roaster Onyx';

  test('a preview says what would change, exactly, and changes nothing', async () => {
    const preview = await beans.ask(UPDATE);
    expect(preview.status).toBe(200);
    expect(preview.json()).toMatchObject({
      status: 'requires_confirm',
      kind: 'preview',
      requires_confirm: true,
      confirmToken: expect.stringMatching(/^[\w-]{32}$/),
      diff: {
        verb: 'update',
        table: 'coffee_beans',
        affectedRows: 2,
        cascades: [],
        sample: [
          { before: STOCK[0], after: { ...STOCK[0], price: 20 } },
          { before: STOCK[2], after: { ...STOCK[2], price: 20 } },
        ],
        summary: 'This would update 2 rows in coffee_beans, setting price. Nothing has been written yet.',
      },
    });
    const livesMs = Date.parse(String(preview.json().expiresAt)) - Date.now();
    expect(livesMs).toBeGreaterThan(240_000);
    expect(livesMs).toBeLessThanOrEqual(300_000);
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('a confirm without its token writes what was shown, once', async () => {
    await beans.ask(UPDATE);
    const confirmed = await beans.ask(UPDATE, { confirm: true });
    expect(confirmed.json()).toMatchObject({ kind: 'write', answer: 'Updated 2 rows in coffee_beans.', rowCount: 2, truncated: false });
    expect((await beans.rows(ALL)).map((row) => row.price)).toEqual([20, 22, 20]);
    const second = await beans.ask(UPDATE, { confirm: true });
    expect([codeOf(second), paramsOf(second).reason]).toEqual(['confirm_expired', 'none_live']);
  });

  test('a retried confirm gets the first one’s reply', async () => {
    await beans.ask(DELETE);
    const key = randomUUID();
    const confirmed = await beans.ask(DELETE, { confirm: true }, { key });
    const again = await beans.ask(DELETE, { confirm: true }, { key });
    expect(confirmed.json()).toMatchObject({ kind: 'write', rowCount: 2 });
    expect(again.text).toBe(confirmed.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await beans.rows(ALL)).toEqual([STOCK[1]]);
  });

  test('a wrong token confirms nothing and leaves the preview for the right one', async () => {
    const preview = await beans.ask(DELETE);
    const wrong = await beans.ask(DELETE, { confirm: true, confirmToken: 'x'.repeat(32) });
    expect(codeOf(wrong)).toBe('confirm_expired');
    expect(await beans.rows(ALL)).toEqual(STOCK);
    const right = await beans.ask(DELETE, { confirm: true, confirmToken: preview.json().confirmToken });
    expect(right.json()).toMatchObject({ rowCount: 2 });
  });

  test('of confirms that come at once exactly one writes', async () => {
    const RAISE = 'increase the price by 1 where roaster is Onyx';
    await beans.ask(RAISE);
    const confirms = await Promise.all(Array.from({ length: 6 }, () => beans.ask(RAISE, { confirm: true })));
    expect(confirms.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(confirms.filter((reply) => reply.status !== 200).map(codeOf)).toEqual(Array(5).fill('confirm_expired'));
    expect((await beans.rows(ALL)).map((row) => row.price)).toEqual([19.5, 22, 31]);
  });

  test('twins of one confirm with one key write once, whichever reply they get', async () => {
    const RAISE = 'increase the price by 1 where roaster is Onyx';
    await beans.ask(RAISE);
    const key = randomUUID();
    const twins = await Promise.all(Array.from({ length: 4 }, () => beans.ask(RAISE, { confirm: true }, { key })));
    const done = twins.filter((reply) => reply.status === 200);
    expect(new Set(done.map((reply) => reply.text)).size).toBe(1);
    for (const other of twins.filter((reply) => reply.status !== 200)) expect(codeOf(other)).toBe('idempotency_in_progress');
    expect((await beans.rows(ALL)).map((row) => row.price)).toEqual([19.5, 22, 31]);
  });

  test('when other rows match since the preview, the confirm writes nothing', async () => {
    await beans.ask(DELETE);
    await beans.rows("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')");
    const reply = await beans.ask(DELETE, { confirm: true });
    expect([codeOf(reply), paramsOf(reply).reason]).toEqual(['confirm_expired', 'data_changed']);
    expect(await beans.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 4 }]);
  });

  test('when the rows are gone since the preview, the confirm says so', async () => {
    await beans.ask(DELETE);
    await beans.rows("DELETE FROM coffee_beans WHERE roaster = 'Onyx'");
    const reply = await beans.ask(DELETE, { confirm: true });
    expect([codeOf(reply), paramsOf(reply).phase]).toEqual(['write_no_rows', 'commit']);
  });

  test('when the schema changed since the preview, the confirm writes nothing', async () => {
    await beans.ask(DELETE);
    await beans.post('/v1/insert', { db: beans.db, table: 'coffee_beans', rows: { roaster: 'Tim', altitude: 1_800 } });
    const reply = await beans.ask(DELETE, { confirm: true });
    expect([codeOf(reply), paramsOf(reply).reason]).toEqual(['confirm_expired', 'schema_changed']);
    expect(await beans.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 4 }]);
  });

  test('a preview confirms the same request of the same caller alone', async () => {
    const preview = await beans.ask(DELETE);
    const { confirmToken } = preview.json();
    const other = await beans.ask('delete the coffee beans with roaster Sey', { confirm: true, confirmToken });
    expect(codeOf(other)).toBe('confirm_expired');
    const stranger = await startSession(service);
    expect(codeOf(await stranger.post('/v1/ask', { db: beans.db, goal: DELETE, confirm: true, confirmToken }))).toBe('db_not_found');
    expect(codeOf(await stranger.ask(DELETE, { confirm: true, confirmToken }))).toBe('confirm_expired');
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test.each([
    [{ confirm: 'true' }, 'confirm'],
    [{ confirm: 1 }, 'confirm'],
    [{ dryRun: 'yes' }, 'dryRun'],
    [{ dryRun: [] }, 'dryRun'],
    [{ forceQuery: 'false' }, 'forceQuery'],
    [{ forceCreate: 'true' }, 'forceCreate'],
  ])('a switch is true or false: %j is refused', async (more, path) => {
    const reply = await beans.ask(DELETE, more);
    expect(codeOf(reply)).toBe('invalid_body');
    expect(paramsOf(reply)).toEqual({ issues: [{ path, message: 'Send `true` or `false`, without quotes.' }] });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test.each([
    ['dry_run', 'dryRun'],
    ['dryrun', 'dryRun'],
    ['DryRun', 'dryRun'],
    ['dry-run', 'dryRun'],
    ['confirm_token', 'confirmToken'],
    ['confrim', 'confirm'],
    ['confirmed', 'confirm'],
    ['force_query', 'forceQuery'],
    ['max_rows', 'maxRows'],
    ['db_id', 'dbId'],
    ['database', 'db'],
    ['databaseId', 'db'],
    ['db_name', 'db'],
    ['goals', null],
    ['verbose', null],
  ])('an unknown field %s that is nearly a known one is refused, another is not', async (field, nearest) => {
    const reply = await beans.ask('add a bean with roaster Onyx and price 12', { [field]: true });
    if (nearest === null) {
      expect(reply.status, reply.text).toBe(200);
      return;
    }
    expect(codeOf(reply)).toBe('invalid_body');
    expect(paramsOf(reply)).toMatchObject({ nearest: [nearest], issues: [{ path: field }] });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('a switch that a call does not have, or that stands in the address, is not passed over', async () => {
    const bean = { roaster: 'Onyx', price: 12 };
    const add = { db: beans.db, goal: 'add a bean with roaster Onyx and price 12' };
    for (const [path, body, named] of [
      ['/v1/run', { db: beans.db, sql: 'DELETE FROM coffee_beans', dryRun: true }, 'dryRun'],
      ['/v1/insert', { db: beans.db, table: 'coffee_beans', rows: bean, dry_run: true }, 'dry_run'],
      ['/v1/databases', { goal: BEANS, dryRun: true }, 'dryRun'],
      ['/v1/ask?dryRun=true', add, 'dryRun'],
      ['/v1/ask?dry_run=1', add, 'dry_run'],
      ['/v1/run?dryRun=true', { db: beans.db, sql: 'DELETE FROM coffee_beans' }, 'dryRun'],
      ['/v1/run?number=text', { db: beans.db, sql: 'SELECT 1' }, 'number'],
    ] as const) {
      const reply = await beans.post(path, body);
      expect(codeOf(reply), `${path} ${reply.text}`).toBe('invalid_body');
      expect(paramsOf(reply)).toMatchObject({ issues: [{ path: named }] });
    }
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect((await beans.run('SELECT 1', { dryRun: false })).status).toBe(200);
  });

  test('null counts as absent in every field', async () => {
    const nulls = Object.fromEntries(
      [
        'ask',
        'dbId',
        'engine',
        'model',
        'privacy',
        'confirm',
        'confirmToken',
        'dryRun',
        'forceQuery',
        'forceCreate',
        'agentId',
        'maxRows',
      ].map((name) => [name, null]),
    );
    expect((await beans.ask('how many coffee beans are there', nulls)).json()).toMatchObject({ kind: 'query' });
    expect(codeOf(await beans.ask('how many coffee beans are there', { goal: null }))).toBe('goal_required');
  });

  test('a delete that other rows depend on is refused at its preview', async () => {
    const shop = await startSession(service, 'track customers with name; orders with total; customers have many orders');
    await shop.rows("INSERT INTO customers (name) VALUES ('Ada')");
    await shop.rows('INSERT INTO orders (customer_id, total) VALUES (1, 5)');
    const reply = await shop.ask('delete customers named Ada');
    expect(codeOf(reply)).toBe('write_constraint');
    expect(paramsOf(reply)).toMatchObject({ table: 'orders', constraint: 'orders_customer_id_fkey' });
  });

  test('clearing everything is asked about; each option is an ordinary ask that previews', async () => {
    for (const goal of ['clear my database', 'delete everything']) {
      const reply = await beans.ask(goal);
      expect(codeOf(reply)).toBe('clarify_required');
      for (const option of paramsOf(reply).options as { label: string; goal: string }[]) {
        expect(option.label).not.toBe('');
        expect((await beans.ask(option.goal)).json()).toMatchObject({
          status: 'requires_confirm',
          diff: { verb: 'delete', affectedRows: 3 },
        });
      }
      const confirmed = await beans.ask(goal, { confirm: true });
      expect(codeOf(confirmed)).toBe('confirm_expired');
    }
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });
});
