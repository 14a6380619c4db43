import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTS, type Host } from '../support/mcp.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

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
    expect((await host.tools()).map(({ name }) => name)).toEqual(['ask', 'run', 'remember', 'databases']);
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
    const goal = 'Delete the coffee beans with price above 998';
    const preview = await host.call('ask', { db: beans.db, goal });
    expect(preview.structured).toMatchObject({ kind: 'preview', diff: { verb: 'delete', table: 'coffee_beans', affectedRows: 1 } });
    expect(preview.text).toContain('Nothing is written yet.');
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans WHERE price > 998')).toEqual([{ n: 1 }]);
    // The token names the preview: neither goal nor db is needed beside it.
    const done = await host.call('ask', { confirm: true, confirmToken: preview.structured.confirmToken });
    expect(done.structured).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans WHERE price > 998')).toEqual([{ n: 0 }]);
    const again = await host.call('ask', { db: beans.db, goal, confirm: true });
    expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/^confirm_expired: .* Next: /) });
  });

  test('is given choices that it can send as they are: forceQuery, or no db', async () => {
    const goal = 'track coffee beans with roaster and price';
    const asked = await host.call('ask', { db: beans.db, goal });
    const known = JSON.parse(asked.text.split(' Known: ')[1] ?? '{}') as { options: unknown[] };
    expect(known.options).toEqual([
      { label: expect.stringMatching(/^Ask /), goal, forceQuery: true },
      { label: 'Create a new database', goal, db: 'leave it out' },
    ]);
    expect(asked.text).not.toContain('dropPin');
    expect((await host.call('ask', { db: beans.db, goal, forceQuery: true })).structured).toMatchObject({ kind: 'query' });
    expect((await host.call('ask', { goal, dryRun: true })).structured).toMatchObject({
      kind: 'create',
      tables: [{ name: 'coffee_beans' }],
    });
  });

  test('is shown a change of tables and columns, and makes it with the token', async () => {
    const session = await startSession(service);
    const own = await connect({ url: service.url, token: session.token });
    const shown = await own.call('ask', { db: session.db, goal: 'add an origin to coffee beans' });
    expect(shown.structured).toMatchObject({
      kind: 'preview',
      diff: { verb: 'alter', changes: [{ change: 'addColumn', after: [{ name: 'origin', type: 'text' }] }] },
    });
    expect(shown.text).toContain('Nothing is written yet. Show the user the diff');
    const { confirmToken } = shown.structured;
    expect((await own.call('ask', { confirm: true, confirmToken })).structured).toMatchObject({ kind: 'write', rowCount: 0 });
    expect((await own.call('run', { db: session.db, sql: 'SELECT origin FROM coffee_beans' })).structured).toMatchObject({ kind: 'query' });
    await own.close();
  });

  test('goes on from the last question of a thread, and says what is missing without goal and token', async () => {
    const threadId = `thread of ${_name}`;
    await host.call('ask', { db: beans.db, goal: 'What is the average price of the coffee beans?', threadId });
    const next = await host.call('ask', { db: beans.db, goal: 'and the maximum?', threadId });
    expect(next.structured, next.text).toMatchObject({ kind: 'query', rows: [[120]] });
    for (const input of [{ db: beans.db }, { confirmToken: 'x' }, { confirm: true }])
      expect((await host.call('ask', input)).text).toMatch(/^goal_required: /);
  });

  test('gets 50 rows, then the rest by the linked resource, each row once', async () => {
    const first = await host.call('run', {
      db: beans.db,
      sql: 'SELECT price FROM coffee_beans WHERE rating >= $1 ORDER BY price',
      params: [0],
    });
    expect(first.structured).toMatchObject({ rowCount: 50, truncated: true, next: first.links[0] });
    const rest = await host.read(String(first.structured.next));
    expect(rest).toMatchObject({ offset: 50, truncated: false });
    expect([...(first.structured.rows as number[][]), ...(rest.rows as number[][])].flat()).toEqual(
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
  });

  test('remembers in a database that is made for it', async () => {
    const made = await host.call('databases', { action: 'create', goal: 'what my agent knows', preset: 'agent_memory_v1' });
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
    expect(await host.read(String(cut.links[0]))).toMatchObject({ offset: 1, rowCount: 1, rows: [[expect.stringContaining('Ana')]] });
    expect((await host.call('remember', { db: beans.db, content: 'x' })).text).toContain('wrong_preset');
  });

  test('lists, describes and creates databases', async () => {
    const created = await host.call('databases', { action: 'create', goal: 'track plants with name and height' });
    const { db } = created.structured;
    const listed = await host.call('databases', { action: 'list' });
    expect((listed.structured.databases as { db: string }[]).map((one) => one.db)).toContain(db);
    const described = await host.call('databases', { action: 'describe', db });
    expect(described.structured).toMatchObject({ db, tables: [{ name: 'plants', primaryKey: ['id'] }] });
    const uri = `svc://databases/${db}/schema`;
    expect(await host.resources()).toContain(uri);
    expect(await host.read(uri)).toMatchObject({ dbId: db, tables: [{ name: 'plants' }] });
  });

  test('reads on in a thread of a database whose rows belong to nobody', async () => {
    const cut = await host.call('ask', { db: beans.db, goal: 'list all coffee beans', threadId: 'reading on', maxRows: 100 });
    expect(cut.structured, cut.text).toMatchObject({ rowCount: 100, truncated: true });
    expect(await host.read(String(cut.links[0]))).toMatchObject({ offset: 100, rowCount: 20 });
  });

  test('is told what is wrong in words that a model can act on', async () => {
    const wrongType = await host.call('run', { db: beans.db, sql: 7 });
    expect(wrongType).toMatchObject({ isError: true, text: expect.stringMatching(/^invalid_body: .* Next: .* Known: .*"path":"sql"/) });
    const wrongName = await host.call('ask', { goal: 'How many?', database: beans.db });
    expect(wrongName).toMatchObject({ isError: true, text: expect.stringContaining('"database\\"') });
    const missing = await host.call('databases', { action: 'describe' });
    expect(missing.text).toMatch(/^db_required: /);
    const refused = await host.call('run', { db: beans.db, sql: 'DROP TABLE coffee_beans' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^sql_rejected: .* Next: See `reason`.* Known: .*reason/) });
    await expect(host.call('rum', {})).rejects.toThrow(/Unknown tool: rum/);
  });

  test('reads nothing of anybody else, and no resource writes', async () => {
    const other = await startSession(service);
    expect((await host.call('run', { db: other.db, sql: 'SELECT 1' })).text).toMatch(/^db_not_found: /);
    await expect(host.read(`svc://databases/${other.db}/schema`)).rejects.toThrow();
    const statement = Buffer.from(JSON.stringify(['DELETE FROM coffee_beans', []])).toString('base64url');
    await expect(host.read(`svc://databases/${beans.db}/rows?offset=0&statement=${statement}`)).rejects.toThrow(/idempotency_required/);
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual([{ n: 120 }]);
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
    const created = await first.call('ask', { goal: 'track books with title and pages' });
    await first.close();
    const second = await HOSTS[name](self);
    expect((await second.call('ask', { goal: 'How many books are there?' })).structured).toMatchObject({
      db: created.structured.db,
      answer: '0 books.',
    });
    await second.close();
    const stranger = await HOSTS[name]({ ...self, name: 'another editor' });
    expect((await stranger.call('databases', { action: 'list' })).structured.databases).toEqual([]);
    await stranger.close();
  },
);

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
