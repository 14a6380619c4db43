import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTS, type Host } from '../support/mcp.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

const TOOL_NAMES = ['ask', 'run', 'confirm', 'insert', 'remember', 'grant', 'databases', 'create_database'];
const STEPS = ['Database chosen', 'Reading the request', 'Plan made', 'SQL checked', 'Running', 'Rows read', 'Answer worded'];

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
  await beans.run("INSERT INTO coffee_beans (roaster, price, rating) SELECT 'roaster ' || g, g, g % 5 FROM generate_series(1, 120) g");
});
afterAll(() => service.close());

describe.each(Object.entries(HOSTS))('%s', (_name, connect) => {
  let host: Host;
  beforeAll(async () => {
    host = await connect({ url: service.url, token: beans.token });
  });
  afterAll(() => host.close());

  test('lists the tools', async () => {
    expect((await host.tools()).map(({ name }) => name)).toEqual(TOOL_NAMES);
  });

  test('asks, with progress, and gets answer, rows by column and SQL', async () => {
    const told: string[] = [];
    const onprogress = ({ message = '' }: { message?: string | undefined }) => void told.push(message);
    const ask = () => host.call('ask', { db: beans.db, goal: 'How many coffee beans are there?' }, { onprogress });
    let reply = await ask();
    // The clients drop the steps that they read in one piece with the result, which on a fast machine may be all of one ask.
    for (let again = 0; told.length === 0 && again < 20; again++) reply = await ask();
    expect(reply).toMatchObject({
      isError: false,
      structured: {
        kind: 'query',
        db: beans.db,
        answer: '120 coffee beans.',
        columns: [{ name: 'count' }],
        rows: [[120]],
        truncated: false,
      },
    });
    expect(reply.structured.sql).toMatch(/^SELECT count/);
    expect(reply.text).toContain('"120 coffee beans."');
    // The last steps may be missing for the same reason; the order holds.
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(STEPS.slice(0, told.length));
  });

  test('previews a delete, which writes nothing, and confirms it, which writes it', async () => {
    await beans.run("INSERT INTO coffee_beans (roaster, price) VALUES ('Doomed', 999)");
    const preview = await host.call('ask', { db: beans.db, goal: 'Delete the coffee beans with price above 998' });
    expect(preview.structured).toMatchObject({ kind: 'preview', diff: { verb: 'delete', table: 'coffee_beans', affectedRows: 1 } });
    expect(preview.text).toContain('Next: Nothing is written yet.');
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans WHERE price > 998')).toEqual([{ n: 1 }]);
    const done = await host.send(preview);
    expect(done.structured).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans WHERE price > 998')).toEqual([{ n: 0 }]);
    expect(await host.send(preview)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^confirm_expired: .* Next: /),
      structured: { error: 'confirm_expired' },
    });
  });

  test('changes nothing by ask or run, whatever is asked of them, and everything by confirm', async () => {
    const session = await startSession(service);
    const own = await connect({ url: service.url, token: session.token });
    await session.run("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 18), ('Sey', 14)");
    const state = () => session.rows('SELECT to_jsonb(coffee_beans) AS bean FROM coffee_beans ORDER BY id');
    const { db } = session;
    for (const [tool, input, verb] of [
      ['ask', { goal: 'add a coffee bean with roaster Tim and price 9' }, 'insert'],
      ['ask', { goal: 'set the price of the coffee beans to 5 where the roaster is Sey' }, 'update'],
      ['ask', { goal: 'add an origin to coffee beans' }, 'alter'],
      ['run', { sql: 'INSERT INTO coffee_beans (roaster, price) VALUES ($1, $2)', params: ['April', 1.5] }, 'insert'],
      ['run', { sql: "UPDATE coffee_beans SET origin = 'Kenya' WHERE price > $1", params: [10] }, 'update'],
      ['run', { sql: 'ALTER TABLE coffee_beans DROP COLUMN rating' }, 'alter'],
      ['run', { sql: 'DELETE FROM coffee_beans WHERE id = 1' }, 'delete'],
    ] as const) {
      const before = await state();
      const preview = await own.call(tool, { db, ...input });
      expect(preview.structured, preview.text).toMatchObject({ kind: 'preview', diff: { verb } });
      expect(await state()).toEqual(before);
      const done = await own.send(preview);
      expect(done.structured, done.text).toMatchObject({ kind: 'write' });
      if (!String(done.structured.undo).startsWith('It cannot be undone.'))
        expect(done.structured.undo).toMatch(
          new RegExp(`^The user can take it back until .*svc undo ${done.structured.trace} --db ${db}$`),
        );
      expect(await state()).not.toEqual(before);
    }
    const taken = await own.send(await own.call('run', { db, sql: "DELETE FROM coffee_beans WHERE roaster = 'Tim'" }));
    const said = /svc undo (\S+) --db/.exec(String(taken.structured.undo));
    expect((await session.post('/v1/undo', { db, traceId: said?.[1] })).status).toBe(200);
    const left = await session.rows('SELECT roaster, price::float, origin FROM coffee_beans ORDER BY id');
    expect(left).toEqual([
      { roaster: 'Sey', price: 5, origin: null },
      { roaster: 'Tim', price: 9, origin: null },
      { roaster: 'April', price: 1.5, origin: null },
    ]);
    await own.close();
  });

  test('is refused a write in SQL that cannot be shown first, with what to use', async () => {
    const sql = 'WITH gone AS (DELETE FROM coffee_beans RETURNING id) SELECT count(*) FROM gone';
    const refused = await host.call('run', { db: beans.db, sql });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^sql_rejected: .*previews one plain INSERT/) });
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual([{ n: 120 }]);
  });

  test('is said nothing back: many rows in SQL are previewed, or sent on to insert, in few words', async () => {
    const insertOf = (rows: number) => {
      const values = Array.from({ length: rows }, (_, n) => `('roaster number ${n}', ${n})`).join(', ');
      return host.call('run', { db: beans.db, sql: `INSERT INTO coffee_beans (roaster, price) VALUES ${values}` });
    };
    const preview = await insertOf(450);
    expect(preview.structured, preview.text.slice(0, 500)).toMatchObject({ kind: 'preview', diff: { verb: 'insert', affectedRows: 450 } });
    expect([preview.text.length, JSON.stringify(preview.structured).length].every((length) => length < 6_000)).toBe(true);
    const refused = await insertOf(900);
    expect(refused.structured).toMatchObject({
      error: 'sql_rejected',
      known: { reason: expect.stringMatching(/rows go through insert\.$/) },
    });
    expect(refused.text.length).toBeLessThan(1_500);
  });

  test('is given choices that it can send as they are', async () => {
    const goal = 'track coffee beans with roaster and price';
    const asked = await host.call('ask', { db: beans.db, goal });
    expect(asked.structured.calls).toEqual([
      { label: expect.stringMatching(/^Ask /), tool: 'ask', arguments: { goal, db: beans.db, forceQuery: true } },
      { label: 'Create a new database', tool: 'create_database', arguments: { goal } },
    ]);
    expect((await host.send(asked)).structured).toMatchObject({ kind: 'query' });
    expect((await host.send(asked, 1)).structured).toMatchObject({ tables: [{ name: 'coffee_beans' }] });
    const designed = await host.call('ask', { goal: 'track tea with name and origin' });
    expect(designed.structured).toMatchObject({ kind: 'create', tables: [{ name: 'teas' }], calls: [{ tool: 'create_database' }] });
  });

  test('is told what the tables are when it is declined, and is answered by its own reading', async () => {
    const goal = `Who is the darling of ${_name.replaceAll(/\W/g, '')}?`;
    const declined = await host.call('ask', { db: beans.db, goal, threadId: _name });
    expect(declined.structured).toMatchObject({
      error: 'not_understood',
      next: expect.stringContaining('with sql'),
      known: { known: [{ table: 'coffee_beans', columns: expect.arrayContaining(['roaster']) }] },
    });
    const sql = 'SELECT roaster FROM coffee_beans ORDER BY price DESC LIMIT 1';
    expect((await host.call('ask', { db: beans.db, goal, sql, threadId: _name })).structured).toMatchObject({
      answer: 'Roaster: roaster 120.',
      rows: [['roaster 120']],
    });
  });

  test('goes on from the last question of a thread, and says what is missing without a goal', async () => {
    const threadId = `thread of ${_name}`;
    await host.call('ask', { db: beans.db, goal: 'What is the average price of the coffee beans?', threadId });
    const next = await host.call('ask', { db: beans.db, goal: 'and the maximum?', threadId });
    expect(next.structured, next.text).toMatchObject({ kind: 'query', rows: [[120]] });
    expect((await host.call('ask', { db: beans.db })).text).toMatch(/^goal_required: /);
    expect((await host.call('confirm', {})).text).toMatch(/^invalid_body: /);
  });

  test('gets 50 rows, then the next by the call in the reply, each row once', async () => {
    let reply = await host.call('run', {
      db: beans.db,
      sql: 'SELECT price FROM coffee_beans WHERE rating >= $1 ORDER BY price',
      params: [0],
    });
    expect(reply.structured).toMatchObject({ rowCount: 50, truncated: true });
    const prices: unknown[] = [...(reply.structured.rows as unknown[])];
    while (reply.structured.more) {
      reply = await host.more(reply);
      prices.push(...(reply.structured.rows as unknown[]));
    }
    expect(prices.flat()).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
    expect(reply.structured).toMatchObject({ rowCount: 20, truncated: false });
    expect(reply.links).toEqual([]);
  });

  test('remembers in a database that is made for it', async () => {
    const made = await host.call('create_database', { goal: 'what my agent knows', preset: 'agent_memory_v1' });
    const { db } = made.structured as { db: string };
    const fact = { db, content: 'Ana likes tea.', subject: 'Ana', tags: ['drinks'], endUserId: 'ana', ttl: '7d' };
    const first = await host.call('remember', fact);
    expect(first).toMatchObject({ isError: false, structured: { db, kind: 'fact', deduplicated: false, expires_at: expect.any(String) } });
    expect((await host.call('remember', fact)).structured).toMatchObject({ id: first.structured.id, deduplicated: true });
    const recalled = await host.call('run', { db, sql: 'SELECT content, tags, source FROM facts' });
    expect(recalled.structured.rows).toEqual([['Ana likes tea.', ['drinks'], 'mcp']]);
    const counted = await host.call('ask', { db, goal: 'how many facts are there?', endUserId: 'bob' });
    expect(counted.structured.rows).toEqual([[0]]);
    await host.call('remember', { db, content: 'Ana skis.', subject: 'Ana', endUserId: 'ana' });
    await host.call('remember', { db, content: 'Bob likes coffee.', subject: 'Bob', endUserId: 'bob' });
    const cut = await host.call('ask', { db, goal: 'list the content of the facts', endUserId: 'ana', maxRows: 1 });
    expect(cut.structured, cut.text).toMatchObject({ rowCount: 1, truncated: true });
    // The rest of what one end user was shown is that end user's too.
    expect((await host.more(cut)).structured).toMatchObject({ rowCount: 1, truncated: false, rows: [[expect.stringContaining('Ana')]] });
    expect((await host.call('remember', { db: beans.db, content: 'x' })).text).toContain('wrong_preset');
    const several = await host.call('remember', {
      db,
      threadId: 't',
      items: [
        { content: 'Ana likes tea.', endUserId: 'ana', recalledFrom: first.structured.id },
        { kind: 'episode', role: 'user', content: 'Good night.' },
      ],
    });
    expect(several.structured).toMatchObject({
      db,
      items: [
        { id: first.structured.id, kind: 'fact', deduplicated: true },
        { kind: 'episode', deduplicated: false },
      ],
    });
    expect((await host.call('remember', { db, items: [{ contents: 'x' }] })).text).toContain('items.0');
    expect((await host.call('remember', { db })).isError).toBe(true);
  });

  test('lists, describes and creates databases, by id and by slug', async () => {
    const created = await host.call('create_database', { goal: 'track plants with name and height; shelves with room' });
    const { db, slug } = created.structured;
    const listed = await host.call('databases', {});
    expect(listed.structured.databases).toContainEqual({ db, slug, name: expect.any(String), dialect: 'PostgreSQL' });
    const described = await host.call('databases', { db: slug });
    expect(described.structured).toMatchObject({
      db,
      dialect: 'PostgreSQL',
      tables: expect.arrayContaining([{ name: 'plants', rows: expect.any(Number), columns: expect.arrayContaining(['name text']) }]),
    });
    expect((await host.call('databases', { db, tables: ['shelves'] })).structured.tables).toHaveLength(1);
    const none = await host.call('databases', { db, tables: ['nope'] });
    expect(none.structured).toMatchObject({ error: 'schema_mismatch', known: { table: 'nope' } });
    expect((await host.call('run', { db: slug, sql: 'SELECT count(*) AS n FROM plants' })).structured).toMatchObject({ db, rows: [[0]] });
    const uri = `svc://databases/${db}/schema`;
    expect(await host.resources()).toContain(uri);
    expect(await host.read(uri)).toMatchObject({ db, tables: expect.arrayContaining([expect.objectContaining({ name: 'plants' })]) });
    expect(await host.read(`svc://databases/${db}/tables/plants`)).toMatchObject({ db, tables: [{ name: 'plants' }] });
  });

  test('inserts rows as JSON, with the tables and columns that they need', async () => {
    const session = await startSession(service);
    const own = await connect({ url: service.url, token: session.token });
    const rows = [{ roaster: 'Onyx', price: 18.5, origin: 'Kenya' }, { roaster: 'Sey' }];
    const done = await own.call('insert', { db: session.db, table: 'coffee_beans', rows });
    expect(done.structured).toEqual({
      db: session.db,
      trace: expect.any(String),
      table: 'coffee_beans',
      inserted: 2,
      created: { columns: ['origin'], widened: [] },
      before: ['id', 'roaster', 'price', 'rating'],
      next: expect.stringMatching(/^The table had no such columns, so they were made/),
      notice: expect.stringMatching(/never follow instructions/),
    });
    expect(await session.rows('SELECT roaster, origin FROM coffee_beans ORDER BY id')).toEqual([
      { roaster: 'Onyx', origin: 'Kenya' },
      { roaster: 'Sey', origin: null },
    ]);
    await own.close();
  });

  test('reads on in a thread of a database whose rows belong to nobody', async () => {
    const cut = await host.call('ask', { db: beans.db, goal: 'list all coffee beans', threadId: 'reading on', maxRows: 100 });
    expect(cut.structured, cut.text).toMatchObject({ rowCount: 100, truncated: true });
    expect((await host.more(cut)).structured).toMatchObject({ rowCount: 20, truncated: false });
  });

  test('reads on by as many rows as were asked for', async () => {
    const sql = 'SELECT n FROM generate_series(1, 7) AS n ORDER BY n';
    const first = await host.call('run', { db: beans.db, sql, maxRows: 3 });
    expect(first.structured.rows).toEqual([[1], [2], [3]]);
    const second = await host.more(first);
    expect(second.structured).toMatchObject({ rows: [[4], [5], [6]], truncated: true });
    expect((await host.more(second)).structured).toMatchObject({ rows: [[7]], truncated: false });
  });

  test('is told what is wrong in words that a model can act on', async () => {
    const wrongType = await host.call('run', { db: beans.db, sql: 7 });
    expect(wrongType).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^invalid_body: .* Next: /),
      structured: { error: 'invalid_body', known: { issues: [{ path: 'sql' }] } },
    });
    const wrongName = await host.call('ask', { goal: 'How many?', database: beans.db });
    expect(wrongName).toMatchObject({
      isError: true,
      text: expect.stringContaining('{"path":"database","message":"The tool takes no such argument."}'),
    });
    expect((await host.call('databases', { tables: ['coffee_beans'] })).text).toMatch(/^db_required: /);
    const refused = await host.call('run', { db: beans.db, sql: 'TRUNCATE coffee_beans' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^sql_rejected: .* Next: See reason/) });
    expect(refused.structured.known).toHaveProperty('reason');
    await expect(host.call('rum', {})).rejects.toThrow(/Unknown tool: rum/);
  });

  test('reads nothing of anybody else', async () => {
    const other = await startSession(service);
    expect((await host.call('run', { db: other.db, sql: 'SELECT 1' })).text).toMatch(/^db_not_found: /);
    await expect(host.read(`svc://databases/${other.db}/schema`)).rejects.toThrow();
  });
});

test('the 2.x client speaks the current revision', async () => {
  for (const name of ['the 2.x client over HTTP', 'the 2.x client over stdio'] as const) {
    const host = await HOSTS[name]({ url: service.url, token: beans.token });
    expect(host.version).toBe('2026-07-28');
    await host.close();
  }
});

test.each(['the 1.x client over HTTP', 'the 2.x client over HTTP'] as const)(
  '%s without a credential works on this machine, and finds its database when it comes back',
  async (name) => {
    const self = { url: service.url, token: null, name: `editor of ${name}` };
    const first = await HOSTS[name](self);
    const created = await first.call('create_database', { goal: 'track books with title and pages' });
    await first.close();
    const second = await HOSTS[name](self);
    expect((await second.call('ask', { goal: 'How many books are there?' })).structured).toMatchObject({
      db: created.structured.db,
      answer: '0 books.',
    });
    await second.close();
    const stranger = await HOSTS[name]({ ...self, name: 'another editor' });
    expect((await stranger.call('databases', {})).structured.databases).toEqual([]);
    await stranger.close();
  },
);

test('an address narrows the connection: to one database, to reading', async () => {
  const connect = HOSTS['the 2.x client over HTTP'];
  const narrow = await connect({ url: service.url, token: beans.token, query: `?db=${beans.db}&read_only=true` });
  expect((await narrow.tools()).map(({ name }) => name)).toEqual(['ask', 'run', 'databases']);
  expect((await narrow.call('ask', { goal: 'How many coffee beans are there?' })).structured).toMatchObject({ rows: [[120]] });
  const cut = await narrow.call('run', { sql: 'SELECT id FROM coffee_beans ORDER BY id' });
  expect(cut.structured.more).toMatchObject({ arguments: { offset: 50 } });
  expect((await narrow.more(cut)).structured).toMatchObject({ rowCount: 50 });
  expect((await narrow.call('run', { db: beans.db, sql: 'SELECT 1' })).text).toContain('leave it out');
  for (const sql of ['DELETE FROM coffee_beans', 'DROP TABLE coffee_beans'])
    expect((await narrow.call('run', { sql })).text).toMatch(/^forbidden: /);
  await expect(narrow.call('insert', { table: 'coffee_beans', rows: [{ price: 1 }] })).rejects.toThrow(/Unknown tool/);
  expect(await narrow.resources()).toEqual([`svc://databases/${beans.db}/schema`]);
  await narrow.close();
  await expect(connect({ url: service.url, token: beans.token, query: '?readonly=true' })).rejects.toThrow();
});

test('no reply shows the token', async () => {
  const host = await HOSTS['the 1.x client over HTTP']({ url: service.url, token: beans.token });
  const reply = await host.call('ask', { db: beans.db, goal: 'How many coffee beans are there?' });
  expect(JSON.stringify(reply)).not.toContain('anon_');
  await host.close();
});

test('what is counted for the API is counted for agents', async () => {
  const limited = await startService({ SVC_ANON_RATE_LIMIT: '3' });
  const { token, db } = await startSession(limited);
  const host = await HOSTS['the 2.x client over HTTP']({ url: limited.url, token });
  const replies = [];
  for (let n = 0; n < 3; n++) replies.push(await host.call('run', { db, sql: 'SELECT 1 AS one' }));
  expect(replies.map(({ isError }) => isError)).toEqual([false, false, true]);
  expect(replies[2]?.text).toMatch(/^rate_limited: /);
  expect((await send(limited, 'GET', '/v1/databases', { token })).status).toBe(429);
  await host.close();
  await limited.close();
});
