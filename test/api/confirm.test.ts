import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
import { asAdmin, asRole } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ALL = 'SELECT id, roaster, price, rating FROM coffee_beans ORDER BY id';
const RAISE = 'increase the price by 1 where roaster is Onyx';
const DELETE = 'delete the coffee beans with roaster Onyx';

beforeEach(async () => {
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 3, 5), ('Sey', 22, 4)");
});

const outcomeOf = (reply: Reply): unknown[] => {
  const { code, params } = (reply.json().error ?? {}) as { code?: string; params?: { reason?: string } };
  return [code, params?.reason];
};
const CHANGED = ['confirm_expired', 'data_changed'];
const NONE = ['confirm_expired', 'none_live'];

describe('a confirm writes what was shown', () => {
  test('a row whose contents changed since is not written', async () => {
    const preview = await beans.ask(RAISE);
    expect(preview.json()).toMatchObject({ diff: { sample: [{ before: { price: 3 }, after: { price: 4 } }] } });
    await beans.rows("UPDATE coffee_beans SET price = 100 WHERE roaster = 'Onyx'");
    expect(outcomeOf(await beans.ask(RAISE, { confirm: true }))).toEqual(CHANGED);
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual([100, 22]);
  });

  test('nor is one that changed where the write does not look', async () => {
    await beans.ask(DELETE);
    await beans.rows("UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Onyx'");
    expect(outcomeOf(await beans.ask(DELETE, { confirm: true }))).toEqual(CHANGED);
    expect(await beans.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 2 }]);
  });

  test('a token that is sent has to match, whatever the words ask for', async () => {
    const { confirmToken } = (await beans.ask(RAISE)).json();
    for (const goal of ['How many coffee beans are there?', DELETE, `${RAISE}0`])
      expect(outcomeOf(await beans.ask(goal, { confirm: true, confirmToken })), goal).toEqual(NONE);
    expect(outcomeOf(await beans.post('/v1/ask', { goal: 'track teas with name and price', confirm: true, confirmToken }))).toEqual(NONE);
    expect((await beans.post('/v1/ask', { confirm: true, confirmToken })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual([4, 22]);
  });

  test('a row that was written and put back as it was shown is written', async () => {
    await beans.ask(RAISE);
    await beans.rows("UPDATE coffee_beans SET price = 100 WHERE roaster = 'Onyx'");
    await beans.rows("UPDATE coffee_beans SET price = 3 WHERE roaster = 'Onyx'");
    expect((await beans.ask(RAISE, { confirm: true })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
  });

  test('a table without a key is compared by its rows, and by how many of them are alike', async () => {
    await asRole(beans.db, 'owner', (client) =>
      client.query("CREATE TABLE tallies (label text, n int); INSERT INTO tallies VALUES ('red', 1), ('red', 1), ('blue', 2)"),
    );
    const goal = 'set n to 5 in tallies where label is red';
    expect((await beans.ask(goal)).json()).toMatchObject({ diff: { table: 'tallies', affectedRows: 2 } });
    await beans.rows("INSERT INTO tallies VALUES ('red', 1)");
    expect(outcomeOf(await beans.ask(goal, { confirm: true }))).toEqual(CHANGED);
    await beans.ask(goal);
    await beans.rows("UPDATE tallies SET label = 'blue' WHERE n = 2");
    expect((await beans.ask(goal, { confirm: true })).json()).toMatchObject({ rowCount: 3 });
    expect(await beans.rows('SELECT label, n FROM tallies ORDER BY 1, 2')).toEqual([
      { label: 'blue', n: 2 },
      ...Array(3).fill({ label: 'red', n: 5 }),
    ]);
  });

  test('however many rows there are, one of them that changed is seen', async () => {
    await beans.rows("INSERT INTO coffee_beans (roaster, price) SELECT 'Onyx', n FROM generate_series(1, 50000) AS n");
    await beans.ask(RAISE);
    await beans.rows('UPDATE coffee_beans SET price = 0.5 WHERE price = 41237');
    expect(outcomeOf(await beans.ask(RAISE, { confirm: true }))).toEqual(CHANGED);
    await beans.ask(RAISE);
    expect((await beans.ask(RAISE, { confirm: true })).json()).toMatchObject({ rowCount: 50_001 });
  });

  test('an insert that was shown is written with what was shown', async () => {
    const goal = 'add a coffee bean with roaster Tim and price 12';
    const preview = await beans.ask(goal, { dryRun: true }, { key: null });
    await beans.rows("INSERT INTO coffee_beans (roaster) VALUES ('between')");
    const confirmed = await beans.post('/v1/ask', { confirm: true, confirmToken: preview.json().confirmToken });
    expect(confirmed.json()).toMatchObject({ kind: 'write', rowCount: 1, data: [{ roaster: 'Tim', price: 12 }] });
  });
});

describe('at the same time as other writes', () => {
  test('a confirm waits for a write that holds its rows, then sees what became of them', async () => {
    await beans.ask(RAISE);
    const confirmed = await withRowsHeld("UPDATE coffee_beans SET price = 100 WHERE roaster = 'Onyx'", async () => {
      const confirm = beans.ask(RAISE, { confirm: true });
      await until(() => isWaiting(beans.db));
      return { confirm };
    });
    expect(outcomeOf(await confirmed.confirm)).toEqual(CHANGED);
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual([100, 22]);
  });

  test('a confirm that waits in vain is a conflict to be retried, and its preview is held on', async () => {
    const { confirmToken } = (await beans.ask(RAISE)).json();
    const met = await withRowsHeld('SELECT FROM coffee_beans FOR UPDATE', () => beans.ask(RAISE, { confirm: true }));
    expect([met.status, met.json()]).toMatchObject([409, { error: { code: 'write_conflict', retryable: true } }]);
    // A key of its own: whoever confirms again is no retry of the same request.
    expect((await beans.ask(RAISE, { confirm: true, confirmToken })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(outcomeOf(await beans.ask(RAISE, { confirm: true }))).toEqual(NONE);
  });

  test('of writes that wait for each other the one that PostgreSQL ends is begun again inside, and done once for its key', async () => {
    const [first, second] = (await beans.rows('SELECT id FROM coffee_beans ORDER BY id LIMIT 2')).map(({ id }) => Number(id));
    const before = await beans.rows(ALL);
    const write = (key: string) => beans.run('UPDATE coffee_beans SET price = price + 1 WHERE id > 0', {}, { key });
    /** Null when PostgreSQL chose to end the other one. */
    const collide = (key: string): Promise<Reply | null> =>
      asRole(beans.db, 'owner', async (holder) => {
        await holder.query(`BEGIN; UPDATE coffee_beans SET price = price WHERE id = ${second}`);
        const writing = write(key);
        await until(() => isWaiting(beans.db));
        const isMet = await holder.query(`UPDATE coffee_beans SET price = price WHERE id = ${first}`).then(
          () => true,
          () => false,
        );
        await holder.query(isMet ? 'COMMIT' : 'ROLLBACK');
        const reply = await writing;
        if (isMet) return reply;
        await beans.rows('UPDATE coffee_beans SET price = price - 1 WHERE id > 0');
        return null;
      });
    let [key, met]: [string, Reply | null] = ['', null];
    for (let attempt = 0; met === null && attempt < 10; attempt++) {
      key = randomUUID();
      met = await collide(key);
    }
    expect([met?.status, met?.json()]).toMatchObject([200, { status: 'ok', kind: 'write' }]);
    expect((await write(key)).text).toBe(met?.text);
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual(before.map(({ price }) => Number(price) + 1));
  });

  test('of a confirm and other writes none is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const [{ price: before }] = (await beans.rows(ALL)) as [{ price: number }];
      await beans.ask(RAISE);
      const [confirm, ...others] = await Promise.all([
        beans.ask(RAISE, { confirm: true }),
        ...[1, 2, 3].map(() => beans.run("UPDATE coffee_beans SET price = price + 10 WHERE roaster = 'Onyx'")),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      const wrote = confirm?.status === 200;
      if (!wrote && confirm) expect(outcomeOf(confirm)).toEqual(CHANGED);
      const [{ price: after }] = (await beans.rows(ALL)) as [{ price: number }];
      expect(after - before).toBe(wrote ? 31 : 30);
    }
  });

  test('of two confirms of different previews that meet in a row one writes', async () => {
    const DOUBLE = 'set the price to 6 where roaster is Onyx';
    await beans.ask(RAISE);
    await beans.ask(DOUBLE);
    const replies = await Promise.all([RAISE, DOUBLE].map((goal) => beans.ask(goal, { confirm: true })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 200).map(outcomeOf)).toEqual([CHANGED]);
  });
});

describe('a token names its preview', () => {
  test('without the words, with and without the database', async () => {
    const first = await beans.ask(RAISE);
    const confirmed = await beans.post('/v1/ask', { db: beans.db, confirm: true, confirmToken: first.json().confirmToken });
    expect(confirmed.json()).toMatchObject({ kind: 'write', answer: 'Updated 1 row in coffee_beans.', session: { db: beans.db } });
    const second = await beans.ask(DELETE);
    await startSession(service);
    const again = await beans.post('/v1/ask', { confirm: true, confirmToken: second.json().confirmToken });
    expect(again.json()).toMatchObject({ kind: 'write', answer: 'Deleted 1 row from coffee_beans.' });
  });

  test('once, for its caller and its database alone, and never for another one’s words', async () => {
    const { confirmToken } = (await beans.ask(DELETE)).json();
    const stranger = await startSession(service);
    expect(outcomeOf(await stranger.post('/v1/ask', { confirm: true, confirmToken }))).toEqual(NONE);
    expect(outcomeOf(await stranger.post('/v1/ask', { db: stranger.db, confirm: true, confirmToken }))).toEqual(NONE);
    expect(outcomeOf(await stranger.post('/v1/ask', { db: beans.db, confirm: true, confirmToken }))[0]).toBe('db_not_found');
    expect(outcomeOf(await beans.ask(RAISE, { confirm: true, confirmToken }))).toEqual(NONE);
    expect(outcomeOf(await beans.post('/v1/ask', { db: beans.db, confirm: true, confirmToken: 'x'.repeat(32) }))).toEqual(NONE);
    const all = await Promise.all(Array.from({ length: 5 }, () => beans.post('/v1/ask', { confirm: true, confirmToken })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status !== 200).map(outcomeOf)).toEqual(Array(4).fill(NONE));
  });

  test('a token with neither `confirm` nor words says nothing to do, and `dryRun` beside it writes nothing', async () => {
    const { confirmToken } = (await beans.ask(DELETE)).json();
    expect(outcomeOf(await beans.post('/v1/ask', { db: beans.db, confirmToken }))[0]).toBe('goal_required');
    expect(outcomeOf(await beans.post('/v1/ask', { db: beans.db, confirm: true, dryRun: true, confirmToken }))[0]).toBe('goal_required');
    expect(await beans.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 2 }]);
  });
});

describe('when the engine’s session dies half-way', () => {
  test('the same request with the same key writes once, and is replayed afterwards', async () => {
    await beans.ask(RAISE);
    const key = randomUUID();
    const killed = await withRowsHeld('SELECT FROM coffee_beans FOR UPDATE', async () => {
      const confirm = beans.ask(RAISE, { confirm: true }, { key });
      await until(() => isWaiting(beans.db));
      await endWriters(beans.db);
      return await confirm;
    });
    expect([killed.status, outcomeOf(killed)[0]]).toEqual([502, 'db_unreachable']);
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual([3, 22]);
    expect(outcomeOf(await beans.ask(RAISE, { confirm: true }))).toEqual(NONE);
    const again = await beans.ask(RAISE, { confirm: true }, { key });
    expect(again.json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    const replayed = await beans.ask(RAISE, { confirm: true }, { key });
    expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([again.text, 'true']);
    expect((await beans.rows(ALL)).map(({ price }) => price)).toEqual([4, 22]);
  });
});

/** Does `work` while another transaction has run the statement; it commits afterwards. */
async function withRowsHeld<T>(sql: string, work: () => Promise<T>): Promise<T> {
  return await asRole(beans.db, 'owner', async (holder) => {
    await holder.query('BEGIN');
    await holder.query(sql);
    const done = await work();
    await holder.query('COMMIT');
    return done;
  });
}

const isWaiting = (db: string): Promise<boolean> =>
  asAdmin(async (admin) => {
    const { rows } = await admin.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'", [
      roleName(db, 'writer'),
    ]);
    return rows.length > 0;
  });

const endWriters = (db: string): Promise<unknown> =>
  asAdmin((admin) => admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [roleName(db, 'writer')]));
