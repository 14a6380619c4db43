import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { openAdmin, type Reply, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ SVC_ANON_BUDGET: '100' });
});

afterAll(() => service.close());

/**
 * Another transaction holds what the request needs second, and then asks for what the request holds. It looks for a deadlock
 * later than the request's session does, so that this is the one that the server ends.
 */
async function meet(session: TestSession, [first, second]: readonly [string, string], request: () => Promise<Reply>): Promise<Reply> {
  const other = await openAdmin(session.db);
  try {
    await other.query("SET deadlock_timeout = '1min'; BEGIN");
    await other.query(first);
    const replied = request();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = $1 AND usename LIKE $1 || '_%' AND wait_event_type = 'Lock'`;
    const admin = await openAdmin();
    await until(async () => (await admin.query(waiting, [session.db])).rowCount === 1);
    // It comes to an end since the request's transaction was ended, and no other way.
    await other.query(second);
    await until(async () => (await admin.query(waiting, [session.db])).rowCount === 1);
    await other.query('COMMIT');
    const reply = await replied;
    const deadlocks = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = $1';
    await until(async () => (await admin.query(deadlocks, [session.db])).rows[0]?.n === 1);
    await admin.end();
    return reply;
  } finally {
    await other.end();
  }
}

const budgetLeft = async (session: TestSession): Promise<number> => {
  const admin = await openAdmin();
  const { rows } = await admin.query(
    'SELECT s.remaining AS n FROM svc_control.anonymous_session s JOIN svc_control.database d ON d.owner_id = s.id WHERE d.id = $1',
    [session.db],
  );
  await admin.end();
  return Number(rows[0]?.n);
};

test('a statement whose transaction the server ends for the sake of another one is done again, once, and is paid for once', async () => {
  const session = await startSession(service);
  await session.rows("INSERT INTO coffee_beans (roaster, rating) VALUES ('one', 10), ('two', 20) RETURNING id");
  const add = (name: string) => `UPDATE public.coffee_beans SET rating = rating + 1 WHERE roaster = '${name}'`;
  const sql = `WITH first AS (${add('one')} RETURNING 1 AS n) UPDATE coffee_beans SET rating = rating + 1 WHERE roaster = 'two' AND (SELECT count(*) FROM first) = 1 RETURNING rating`;
  const key = randomUUID();
  const before = await budgetLeft(session);
  const reply = await meet(session, [add('two'), add('one')], () => session.run(sql, {}, { key }));
  expect(reply.json()).toMatchObject({ status: 'ok', kind: 'write', data: [{ rating: 22 }] });
  expect(await budgetLeft(session)).toBe(before - 1);
  const again = await session.run(sql, {}, { key });
  expect(again.text).toBe(reply.text);
  expect(await session.rows('SELECT roaster, rating FROM coffee_beans ORDER BY roaster')).toEqual([
    { roaster: 'one', rating: 12 },
    { roaster: 'two', rating: 22 },
  ]);
});

test('rows of an insert that met another one the other way round are there once', async () => {
  const session = await startSession(service);
  const admin = await openAdmin(session.db);
  await admin.query('CREATE UNIQUE INDEX ON public.coffee_beans (roaster)');
  await admin.end();
  const rows = [{ roaster: 'one' }, { roaster: 'two' }];
  const insert = (name: string, price: number) =>
    `INSERT INTO public.coffee_beans (roaster, price) VALUES ('${name}', ${price}) ON CONFLICT DO NOTHING`;
  const key = randomUUID();
  const post = () => session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows }, { key });
  const reply = await meet(
    session,
    [insert('two', 1), "SAVEPOINT before_it; INSERT INTO public.coffee_beans (roaster) VALUES ('one'); DELETE FROM public.coffee_beans"],
    post,
  );
  expect(reply.json()).toMatchObject({ status: 'ok', inserted: 2 });
  expect((await post()).text).toBe(reply.text);
  expect(await session.rows('SELECT roaster FROM coffee_beans ORDER BY roaster')).toEqual(rows);
});

test('a streamed confirm that is begun again tells each of its steps once', async () => {
  const session = await startSession(service);
  await session.rows("INSERT INTO coffee_beans (roaster, rating) VALUES ('one', 10), ('two', 20) RETURNING id");
  const goal = 'set the rating of all coffee beans to 5';
  const shown = await session.post('/v1/ask', { db: session.db, goal });
  const { confirmToken } = shown.json() as { confirmToken: string };
  expect(confirmToken).toEqual(expect.any(String));
  const add = (name: string) => `UPDATE public.coffee_beans SET price = 1 WHERE roaster = '${name}'`;
  const reply = await meet(session, [add('two'), add('one')], () =>
    session.post('/v1/ask', { db: session.db, goal, confirm: true, confirmToken }, { headers: { accept: 'text/event-stream' } }),
  );
  const told = [...reply.text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
  expect(told).toContain('plan');
  expect(told).toEqual([...new Set(told)]);
});

test('who holds the schema of one database stops changes of its tables, for a while, and nothing else', async () => {
  const [session, neighbour] = [await startSession(service), await startSession(service)];
  const insert = (of: TestSession, table: string, key?: string) =>
    of.post('/v1/insert', { db: of.db, table, rows: [{ roaster: 'one' }] }, key === undefined ? {} : { key });
  const goal = 'add a phone number to coffee beans';
  const shown = await session.post('/v1/ask', { db: session.db, goal });
  const { confirmToken } = shown.json() as { confirmToken: string };
  const [made, confirmed] = [randomUUID(), randomUUID()];
  const changes = [
    () => session.post('/v1/ask', { db: session.db, goal, confirm: true, confirmToken }, { key: confirmed }),
    () => insert(session, 'made', made),
  ];
  const holder = await openAdmin(session.db);
  await holder.query('BEGIN; SELECT svc.lock_schema()');
  const waiting = changes.map((send) => send());
  const admin = await openAdmin();
  const waits = `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
  await until(async () => (await admin.query(waits, [session.db])).rowCount === 2);
  const others = await Promise.all([insert(session, 'coffee_beans'), insert(neighbour, 'made'), session.run('SELECT 1 AS one')]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await admin.query(waits, [session.db])).rowCount).toBe(2);
  await admin.end();
  for (const reply of await Promise.all(waiting))
    expect([reply.status, reply.json()]).toMatchObject([409, { error: { code: 'write_conflict', retryable: true } }]);
  await holder.end();
  // The preview is of the schema from before any other change.
  for (const send of changes) expect((await send()).json()).toMatchObject({ status: 'ok' });
});
