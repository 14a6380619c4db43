import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
import { UNDO_SCHEMA } from '../../src/engines/postgres/svc-schema.ts';
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
const STOCK = [
  { id: 1, roaster: 'Onyx', price: 3, rating: 5 },
  { id: 2, roaster: 'Sey', price: 22, rating: 4 },
];

beforeEach(async () => {
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 3, 5), ('Sey', 22, 4)");
});

const traceOf = (reply: Reply): { id: string; undo?: { until?: string; reason?: string } } => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json().trace as { id: string };
};
const undo = (traceId: string, options?: { key?: string }): Promise<Reply> => beans.post('/v1/undo', { db: beans.db, traceId }, options);
const paramsOf = (reply: Reply): unknown => {
  const { code, params } = (reply.json().error ?? {}) as { code?: string; params?: object };
  return { code, ...params };
};
const confirmed = async (goal: string): Promise<Reply> => {
  await beans.ask(goal);
  return await beans.ask(goal, { confirm: true });
};
const ddl = (sql: string): Promise<unknown> => asRole(beans.db, 'owner', (client) => client.query(sql));

describe('an undo puts back', () => {
  test('an update, to the byte, and says so', async () => {
    const { id, undo: told } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    expect(Date.parse(told?.until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect((await beans.rows(ALL))[0]?.price).toBe(4);
    const reply = await undo(id);
    expect(reply.json()).toMatchObject({
      status: 'ok',
      kind: 'undo',
      undone: id,
      verb: 'update',
      alreadyUndone: false,
      answer: 'Undone: 1 row of coffee_beans as before.',
      tables: [{ table: 'coffee_beans', deleted: 0, updated: 1, inserted: 0 }],
    });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('a delete, and the numbers that come next are not used twice', async () => {
    const { id } = traceOf(await confirmed('delete the coffee beans with roaster Onyx'));
    expect((await undo(id)).json()).toMatchObject({ verb: 'delete', tables: [{ inserted: 1 }] });
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect(await beans.rows("INSERT INTO coffee_beans (roaster) VALUES ('Tim') RETURNING id")).toEqual([{ id: 3 }]);
  });

  test('an insert in words, and rows that were inserted as they are; a table that was made stays', async () => {
    const asked = traceOf(await beans.ask('add a coffee bean with roaster Tim and price 12'));
    const added = traceOf(
      await beans.post('/v1/insert', { db: beans.db, table: 'coffee_beans', rows: [{ roaster: 'A' }, { roaster: 'B', note: 'n' }] }),
    );
    const made = traceOf(await beans.post('/v1/insert', { db: beans.db, table: 'teas', rows: [{ name: 'Oolong' }] }));
    expect((await undo(added.id)).json()).toMatchObject({ verb: 'insert', tables: [{ table: 'coffee_beans', deleted: 2 }] });
    expect((await undo(made.id)).json()).toMatchObject({
      answer: 'Undone: 1 row taken out of teas. Tables and columns that the write made stay.',
    });
    expect(await beans.rows('SELECT * FROM teas')).toEqual([]);
    expect(paramsOf(await undo(asked.id))).toMatchObject({
      code: 'undo_unavailable',
      reason: 'The columns of coffee_beans have changed since.',
      table: 'coffee_beans',
    });
  });

  test('what a delete took with it, and keys that it emptied', async () => {
    await ddl(`
      CREATE TABLE lots (id int PRIMARY KEY, bean_id int REFERENCES coffee_beans ON DELETE CASCADE, label text);
      CREATE TABLE bags (id int PRIMARY KEY, lot_id int REFERENCES lots ON DELETE CASCADE, bean_id int REFERENCES coffee_beans ON DELETE CASCADE);
      CREATE TABLE notes (id int PRIMARY KEY, bean_id int REFERENCES coffee_beans ON DELETE SET NULL, body text);
      INSERT INTO lots VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c');
      INSERT INTO bags VALUES (1, 1, 1), (2, 2, 2), (3, 3, 1), (4, 3, 2);
      INSERT INTO notes VALUES (1, 1, 'one'), (2, 2, 'two')`);
    const before = await Promise.all(['lots', 'bags', 'notes'].map((table) => beans.rows(`SELECT * FROM ${table} ORDER BY id`)));
    const { id } = traceOf(await confirmed('delete the coffee beans with roaster Onyx'));
    expect(await beans.rows('SELECT count(*) AS n FROM bags')).toEqual([{ n: 1 }]);
    expect(await beans.rows('SELECT bean_id FROM notes WHERE id = 1')).toEqual([{ bean_id: null }]);
    const { tables } = (await undo(id)).json() as { tables: { table: string }[] };
    expect([...tables].sort((a, b) => a.table.localeCompare(b.table))).toEqual([
      { table: 'bags', deleted: 0, updated: 0, inserted: 3 },
      { table: 'coffee_beans', deleted: 0, updated: 0, inserted: 1 },
      { table: 'lots', deleted: 0, updated: 0, inserted: 2 },
      { table: 'notes', deleted: 0, updated: 1, inserted: 0 },
    ]);
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect(await Promise.all(['lots', 'bags', 'notes'].map((table) => beans.rows(`SELECT * FROM ${table} ORDER BY id`)))).toEqual(before);
  });

  test('what a delete took along a circle of keys: a tree, and tables that point at each other', async () => {
    await ddl(`
      CREATE TABLE parts (id int PRIMARY KEY, parent_id int REFERENCES parts ON DELETE CASCADE, label text);
      INSERT INTO parts VALUES (1, NULL, 'car'), (2, 1, 'door'), (3, 2, 'lock'), (4, NULL, 'boat'), (5, 4, 'oar');
      CREATE TABLE teams (id int PRIMARY KEY, name text, captain_id int);
      CREATE TABLE players (id int PRIMARY KEY, team_id int REFERENCES teams ON DELETE CASCADE, name text);
      ALTER TABLE teams ADD FOREIGN KEY (captain_id) REFERENCES players ON DELETE CASCADE;
      INSERT INTO teams VALUES (1, 'Reds', NULL), (2, 'Blues', NULL), (3, 'Greens', NULL);
      INSERT INTO players VALUES (1, 1, 'Ada'), (2, 1, 'Bob'), (3, 2, 'Cleo'), (4, 3, 'Dan');
      UPDATE teams SET captain_id = CASE id WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE 4 END`);
    const tables = ['parts', 'teams', 'players'];
    const contents = () => Promise.all(tables.map((table) => beans.rows(`SELECT * FROM ${table} ORDER BY id`)));
    const before = await contents();
    const tree = (await beans.ask("delete the parts with label 'car'")).json();
    expect(tree.diff).toMatchObject({ affectedRows: 1, cascades: [{ table: 'parts', rows: 2 }] });
    const ring = (await beans.ask("delete the teams with name 'Reds'")).json();
    // Reds take Ada and Bob along, and Bob, who leads them, the Blues with Cleo.
    expect(ring.diff).toMatchObject({
      affectedRows: 1,
      cascades: [
        { table: 'teams', rows: 1 },
        { table: 'players', rows: 3 },
      ],
    });
    const written: string[] = [];
    for (const { confirmToken } of [tree, ring]) {
      const done = await beans.post('/v1/ask', { confirm: true, confirmToken });
      expect(done.json(), done.text).toMatchObject({ kind: 'write', rowCount: 1 });
      written.push(traceOf(done).id);
    }
    expect((await contents()).map((rows) => rows.map(({ id }) => id))).toEqual([[4, 5], [3], [4]]);
    const other = await beans.run("DELETE FROM teams WHERE name = 'Greens'");
    expect((await contents()).map((rows) => rows.length)).toEqual([2, 0, 0]);
    for (const id of [traceOf(other).id, ...written]) expect((await undo(id)).json()).toMatchObject({ alreadyUndone: false });
    expect(await contents()).toEqual(before);
  });

  test('and by words or SQL each comes back to the byte', async () => {
    await ddl(`
      CREATE TABLE parts (id int PRIMARY KEY, parent_id int REFERENCES parts ON DELETE CASCADE, label text);
      INSERT INTO parts SELECT n, NULLIF(n / 3, 0), 'part ' || n FROM generate_series(1, 200) AS n`);
    const before = await beans.rows('SELECT * FROM parts ORDER BY id');
    for (const write of [
      () => confirmed("delete the parts with label 'part 2'"),
      () => beans.run('DELETE FROM parts WHERE id IN (1, 2, 7)'),
    ]) {
      const { id } = traceOf(await write());
      expect((await beans.rows('SELECT count(*) AS n FROM parts'))[0]?.n).not.toBe(200);
      const undone = await undo(id);
      expect(undone.status, undone.text).toBe(200);
      expect(await beans.rows('SELECT * FROM parts ORDER BY id')).toEqual(before);
    }
  });

  test('a row of a circle that changed after it was shown is not deleted unseen', async () => {
    await ddl(`
      CREATE TABLE parts (id int PRIMARY KEY, parent_id int REFERENCES parts ON DELETE CASCADE, label text);
      INSERT INTO parts VALUES (1, NULL, 'car'), (2, 1, 'door'), (3, 2, 'lock')`);
    const { confirmToken } = (await beans.ask("delete the parts with label 'car'")).json();
    await beans.rows("UPDATE parts SET label = 'gold lock' WHERE id = 3");
    expect(paramsOf(await beans.post('/v1/ask', { confirm: true, confirmToken }))).toMatchObject({
      code: 'confirm_expired',
      reason: 'data_changed',
    });
    expect(await beans.rows('SELECT count(*) AS n FROM parts')).toEqual([{ n: 3 }]);
  });

  test('and says in SQL that a person reads what it did', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const { trace } = (await undo(id)).json() as { trace: { sql: string } };
    expect(trace.sql).toBe(
      '-- 1 row as before the write\nUPDATE public.coffee_beans AS stored SET roaster = was.roaster, price = was.price, rating = was.rating FROM rows_before AS was WHERE stored.id = was.id',
    );
  });

  test('every type, with identities that are always numbered and columns that are computed', async () => {
    await ddl(`
      CREATE TABLE odds (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text, doubled numeric GENERATED ALWAYS AS (n * 2) STORED, n numeric,
        f float8, r real, b bytea, j json, jb jsonb, ts timestamptz, t time, iv interval, a int[], ta text[], u uuid, ip inet, rg int4range, c char(5), bits bit(3));
      INSERT INTO odds (kind, n, f, r, b, j, jb, ts, t, iv, a, ta, u, ip, rg, c, bits) VALUES
        ('x', 12345678901234567890.123456789, 0.1, 'NaN', '\\x00ff', '{"a": 1,  "a": 2}', '{"z": 1.10}', 'infinity', '24:00', '1 year -3 days', '{{1,2},{3,NULL}}',
         ARRAY['a,"b', '', NULL, '\\n'], gen_random_uuid(), '10.0.0.0/8', '[1,5)', 'ab', B'101'), ('x', NULL, '-0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
    const before = await beans.rows('SELECT odds::text AS row FROM odds ORDER BY id'.replace('odds::text', 'ROW(odds.*)::text'));
    const deleted = traceOf(await confirmed('delete the odds with kind x'));
    expect((await undo(deleted.id)).json()).toMatchObject({ tables: [{ table: 'odds', inserted: 2 }] });
    expect(await beans.rows('SELECT ROW(odds.*)::text AS row FROM odds ORDER BY id')).toEqual(before);
    const updated = traceOf(await confirmed('set n to 5 in odds where kind is x'));
    expect((await undo(updated.id)).json()).toMatchObject({ tables: [{ table: 'odds', updated: 2 }] });
    expect(await beans.rows('SELECT ROW(odds.*)::text AS row FROM odds ORDER BY id')).toEqual(before);
  });

  test('rows of a table without a key, however many are alike', async () => {
    await ddl("CREATE TABLE tallies (label text, n int); INSERT INTO tallies VALUES ('red', 1), ('red', 1), ('blue', 2), ('red', 5)");
    const { id } = traceOf(await confirmed('set n to 5 in tallies where label is red'));
    expect((await undo(id)).json()).toMatchObject({ tables: [{ table: 'tallies', deleted: 3, inserted: 3 }] });
    expect(await beans.rows('SELECT label, n FROM tallies ORDER BY 1, 2')).toEqual([
      { label: 'blue', n: 2 },
      { label: 'red', n: 1 },
      { label: 'red', n: 1 },
      { label: 'red', n: 5 },
    ]);
  });
});

describe('a write in SQL', () => {
  const run = async (sql: string, params: unknown[] = []) => (await beans.run(sql, { params })) as Reply;

  test('an insert, an update, an upsert and a delete, with values, aliases and RETURNING as they were written', async () => {
    const bean = await run('INSERT INTO coffee_beans AS c (roaster, price) VALUES ($1, $2), ($3, 2) RETURNING c.id, upper(roaster)', [
      "T'im\\n",
      12,
      'Zed',
    ]);
    expect(bean.json()).toMatchObject({
      rowCount: 2,
      data: [
        { id: 3, upper: "T'IM\\N" },
        { id: 4, upper: 'ZED' },
      ],
    });
    const raised = await run('UPDATE coffee_beans b SET price = b.price * $1 WHERE roaster = $2', ['1.5', 'Zed']);
    expect(raised.json()).toMatchObject({ rowCount: 1, data: [], columns: [] });
    const put = await run(
      "INSERT INTO coffee_beans (id, roaster) VALUES (1, 'Over'), (9, 'New') ON CONFLICT (id) DO UPDATE SET roaster = excluded.roaster RETURNING *",
    );
    const gone = await run('DELETE FROM coffee_beans WHERE id IN ($1, $2) RETURNING roaster', [2, 4]);
    expect(gone.json()).toMatchObject({ rowCount: 2, columns: [{ name: 'roaster' }], truncated: false });
    for (const each of [gone, put, raised, bean]) expect(paramsOf(await undo(traceOf(each).id))).toEqual({ code: undefined });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('runs as before where no plan says it, and the reply says that it cannot be undone', async () => {
    const reply = await run(
      "WITH gone AS (DELETE FROM coffee_beans WHERE roaster = 'Sey' RETURNING *) INSERT INTO coffee_beans (roaster) SELECT 'Was ' || roaster FROM gone",
    );
    expect(traceOf(reply).undo).toEqual({ reason: 'Which rows it was about cannot be told from its SQL.' });
    expect(paramsOf(await undo(traceOf(reply).id))).toMatchObject({ why: 'not_kept' });
    expect((await beans.rows(ALL)).map(({ roaster }) => roaster)).toEqual(['Onyx', 'Was Sey']);
  });

  test('a large one runs as it is', async () => {
    const many = await run("INSERT INTO coffee_beans (roaster, price) SELECT 'Many', n FROM generate_series(1, 30000) AS n");
    expect(many.json()).toMatchObject({ rowCount: 30_000, trace: { undo: { reason: 'It changed more than is kept.' } } });
    const cleared = await run("DELETE FROM coffee_beans WHERE roaster = 'Many'");
    expect(cleared.json()).toMatchObject({ rowCount: 30_000, trace: { undo: { reason: 'It changed more than is kept.' } } });
  });

  test('the query of an insert runs once', async () => {
    await ddl(
      'CREATE TABLE source (id int PRIMARY KEY, label text); INSERT INTO source SELECT n, n::text FROM generate_series(1, 50) AS n',
    );
    const scans = () =>
      asRole(beans.db, 'owner', async (client) => {
        const { rows } = await client.query<{ n: string }>("SELECT seq_scan AS n FROM pg_stat_user_tables WHERE relname = 'source'");
        return Number(rows[0]?.n);
      });
    const before = await scans();
    const many = await run('INSERT INTO coffee_beans (roaster) SELECT label FROM source');
    expect(many.json(), many.text).toMatchObject({ rowCount: 50, trace: { undo: { until: expect.any(String) } } });
    await until(async () => (await scans()) > before);
    expect(await scans()).toBe(before + 1);
    expect((await undo(traceOf(many).id)).status).toBe(200);
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('an upsert that wrote over a row which came meanwhile is not undone as if it had added it', async () => {
    const reply = await asRole(beans.db, 'owner', async (other) => {
      await other.query("BEGIN; INSERT INTO coffee_beans (id, roaster) VALUES (50, 'Theirs')");
      const writing = run(
        "INSERT INTO coffee_beans (id, roaster) VALUES (1, 'Over'), (50, 'Mine') ON CONFLICT (id) DO UPDATE SET roaster = excluded.roaster",
      );
      const writer = roleName(beans.db, 'writer');
      await until(() =>
        asAdmin(
          async (admin) =>
            (await admin.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'", [writer])).rows.length > 0,
        ),
      );
      await other.query('COMMIT');
      return await writing;
    });
    expect(traceOf(reply).undo).toEqual({ reason: 'Another write changed the same rows at the same moment.' });
    expect(paramsOf(await undo(traceOf(reply).id))).toMatchObject({ why: 'not_kept' });
    expect(await beans.rows('SELECT roaster FROM coffee_beans WHERE id IN (1, 50) ORDER BY id')).toEqual([
      { roaster: 'Over' },
      { roaster: 'Mine' },
    ]);
  });

  test('of values that come in an array, and documents that are compared, is kept too', async () => {
    await ddl(`CREATE TABLE docs (id int PRIMARY KEY, note text, body jsonb);
      INSERT INTO docs VALUES (1, 'a, "b"', '{"a": 1}'), (2, 'null', '{"a": 2}'), (3, 'c\\d', '{"a": 3}')`);
    const before = await beans.rows('SELECT * FROM docs ORDER BY id');
    for (const [sql, params, rows] of [
      ['UPDATE docs SET body = $2 WHERE id = ANY($1)', [[1, 2], { b: 1 }], 2],
      ['DELETE FROM docs WHERE note = ANY($1)', [['a, "b"', 'c\\d', 'null']], 3],
      ['DELETE FROM docs WHERE note = ANY($1::text[])', [['null']], 1],
      ['DELETE FROM docs WHERE body = $1::jsonb', [{ a: 3 }], 1],
      ["UPDATE docs SET note = 'z' WHERE body ->> 'a' = '2'", [], 1],
    ] as const) {
      const written = await run(sql, [...params]);
      expect(written.json(), written.text).toMatchObject({ rowCount: rows, trace: { undo: { until: expect.any(String) } } });
      expect((await undo(traceOf(written).id)).status).toBe(200);
      expect(await beans.rows('SELECT * FROM docs ORDER BY id')).toEqual(before);
    }
    const none = await run('DELETE FROM docs WHERE note = ANY($1)', [['null', null]]);
    expect(none.json()).toMatchObject({ rowCount: 1, trace: { undo: { reason: 'Which rows it was about cannot be told from its SQL.' } } });
  });

  test('what matches nothing leaves nothing to undo, and an error is told of the text that was sent', async () => {
    const none = await run("UPDATE coffee_beans SET price = 1 WHERE roaster = 'Nobody' RETURNING id");
    expect(none.json()).toMatchObject({ rowCount: 0, data: [], columns: [{ name: 'id' }] });
    expect(traceOf(none).undo).toBeUndefined();
    expect(paramsOf(await run('INSERT INTO coffee_beans (id) VALUES (1)'))).toMatchObject({
      code: 'write_constraint',
      constraint: 'coffee_beans_pkey',
    });
  });
});

describe('an undo is done once', () => {
  test('again it answers the same success, and says that it was done before', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const key = randomUUID();
    const first = await undo(id, { key });
    const replayed = await undo(id, { key });
    expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const again = await undo(id);
    expect(again.json()).toMatchObject({ undone: id, alreadyUndone: true, tables: first.json().tables });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('many at once put back once', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const replies = await Promise.all(Array.from({ length: 5 }, () => undo(id)));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(replies.filter((reply) => reply.json().alreadyUndone === false)).toHaveLength(1);
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('when the engine’s session dies half-way, the same request with the same key puts back once', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const key = randomUUID();
    const killed = await asRole(beans.db, 'owner', async (holder) => {
      await holder.query('BEGIN; SELECT FROM coffee_beans FOR UPDATE');
      const undoing = undo(id, { key });
      const writer = roleName(beans.db, 'writer');
      await until(() =>
        asAdmin(
          async (admin) =>
            (await admin.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'", [writer])).rows.length > 0,
        ),
      );
      await asAdmin((admin) => admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [writer]));
      return await undoing;
    });
    expect([killed.status, paramsOf(killed)]).toEqual([502, expect.objectContaining({ code: 'db_unreachable' })]);
    const again = await undo(id, { key });
    expect(again.json()).toMatchObject({ alreadyUndone: false });
    expect((await undo(id, { key })).text).toBe(again.text);
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('an undo is not undone in turn', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const { trace } = (await undo(id)).json() as { trace: { id: string } };
    expect(paramsOf(await undo(trace.id))).toMatchObject({ code: 'undo_unavailable', why: 'unknown' });
  });
});

describe('an undo is refused, and nothing is changed', () => {
  test('when a row has changed since', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    await beans.rows('UPDATE coffee_beans SET rating = 1 WHERE id = 1');
    expect(paramsOf(await undo(id))).toMatchObject({
      code: 'undo_unavailable',
      why: 'changed',
      table: 'coffee_beans',
      rows: 1,
      reason: '1 row of coffee_beans has changed since.',
    });
    await beans.rows('UPDATE coffee_beans SET rating = 5 WHERE id = 1');
    expect((await undo(id)).status).toBe(200);
  });

  test('when the key of a deleted row is taken', async () => {
    const { id } = traceOf(await confirmed('delete the coffee beans with roaster Onyx'));
    await beans.rows("INSERT INTO coffee_beans (id, roaster) OVERRIDING SYSTEM VALUE VALUES (1, 'New')");
    expect(paramsOf(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'changed', table: 'coffee_beans' });
    expect((await beans.rows(ALL)).map(({ roaster }) => roaster)).toEqual(['New', 'Sey']);
  });

  test('when rows have come to refer to what was added', async () => {
    await ddl('CREATE TABLE lots (id int PRIMARY KEY, bean_id int REFERENCES coffee_beans ON DELETE CASCADE)');
    const { id } = traceOf(await beans.ask('add a coffee bean with roaster Tim and price 12'));
    await beans.rows('INSERT INTO lots VALUES (1, 3)');
    expect(paramsOf(await undo(id))).toMatchObject({ why: 'referred', table: 'lots', rows: 1 });
    expect(await beans.rows('SELECT count(*) AS n FROM lots')).toEqual([{ n: 1 }]);
  });

  test('when rows of another schema have come to refer to it', async () => {
    await ddl(
      'CREATE SCHEMA depot; CREATE TABLE depot.sacks (id int PRIMARY KEY, bean_id int REFERENCES public.coffee_beans ON DELETE CASCADE)',
    );
    const { id } = traceOf(await beans.ask('add a coffee bean with roaster Tim and price 12'));
    await ddl('INSERT INTO depot.sacks VALUES (1, 3)');
    expect(paramsOf(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'referred', rows: 1 });
  });

  test('when it was more than is kept, with the reason in the reply of the write', async () => {
    await beans.rows("INSERT INTO coffee_beans (roaster, price) SELECT 'Many', n FROM generate_series(1, 25000) AS n");
    const { id, undo: told } = traceOf(await confirmed('set the price to 1 where roaster is Many'));
    expect(told).toEqual({ reason: 'It changed more than is kept.' });
    expect(paramsOf(await undo(id))).toMatchObject({ why: 'not_kept', reason: 'It changed more than is kept.' });
  });

  test('when a trigger ran', async () => {
    await ddl('CREATE TRIGGER same BEFORE UPDATE ON coffee_beans FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()');
    const { undo: told } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    expect(told?.reason).toBe('The trigger same of coffee_beans ran, and what it did elsewhere is not known.');
  });

  test('after a day', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    await asRoleOfService((client) => client.query("UPDATE svc.write SET created_at = now() - interval '25 hours'"));
    expect(paramsOf(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'expired' });
    await beans.ask('add a coffee bean with roaster Tim');
    expect(paramsOf(await undo(id))).toMatchObject({ why: 'unknown' });
  });

  test('to anybody else, and for a write of another database', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    const stranger = await startSession(service);
    expect(paramsOf(await stranger.post('/v1/undo', { db: beans.db, traceId: id }))).toMatchObject({ code: 'db_not_found' });
    expect(paramsOf(await stranger.post('/v1/undo', { db: stranger.db, traceId: id }))).toMatchObject({ why: 'unknown' });
    expect(paramsOf(await beans.post('/v1/undo', { db: beans.db, traceId: id }, { key: null }))).toMatchObject({
      code: 'idempotency_required',
    });
  });
});

describe('what is kept', () => {
  test('cannot be read, written or claimed by the database’s own logins', async () => {
    const { id } = traceOf(await confirmed('increase the price by 1 where roaster is Onyx'));
    for (const role of ['writer', 'reader'] as const)
      await asRole(beans.db, role, async (client) => {
        for (const table of ['svc.write', 'svc.image'])
          await expect(client.query(`SELECT * FROM ${table}`)).rejects.toThrow(/permission denied/);
        await expect(client.query('SELECT * FROM svc.kept($1, $2, $3)', ['any', 'any', id])).rejects.toThrow(/no claim|permission denied/);
      });
    await asRole(beans.db, 'writer', async (client) => {
      await client.query("BEGIN; SELECT svc.claim('somebody', 'else', 'f', '1 day')");
      expect((await client.query('SELECT * FROM svc.kept($1, $2, $3)', ['somebody', 'else', id])).rows).toEqual([]);
      const forge =
        "SELECT svc.keep_image('somebody', 'else', $1, 'update', 'public.coffee_beans', 'update', '{}', '{}', '{}', '1 day', 1000)";
      await expect(client.query(forge, [id])).rejects.toThrow(/not a write of this transaction/);
    });
    expect((await undo(id)).status).toBe(200);
  });

  test('an older database gets the room for it with its first write', async () => {
    const older = await startSession(service);
    await asAdmin(
      (admin) =>
        admin.query(
          'DROP TABLE svc.image, svc.write; DROP FUNCTION svc.keep_write, svc.keep_image, svc.undoable, svc.kept, svc.undone; COMMENT ON SCHEMA svc IS NULL',
        ),
      older.db,
    );
    const replies = await Promise.all([1, 2, 3].map((n) => older.run('INSERT INTO coffee_beans (price) VALUES ($1)', { params: [n] })));
    const undone = await Promise.all(replies.map((reply) => older.post('/v1/undo', { db: older.db, traceId: traceOf(reply).id })));
    expect(undone.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await older.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 0 }]);
  });

  test('what was kept under a name without its schema is found once the database is up to date', async () => {
    const older = await startSession(service);
    await older.rows('INSERT INTO coffee_beans (price) VALUES (1)');
    const { id } = traceOf(await older.run('UPDATE coffee_beans SET price = 2'));
    await asAdmin((admin) => admin.query(`UPDATE svc.image SET table_name = 'coffee_beans'; ${UNDO_SCHEMA}`), older.db);
    expect((await older.post('/v1/undo', { db: older.db, traceId: id })).json()).toMatchObject({
      tables: [{ table: 'coffee_beans', updated: 1 }],
    });
    expect(await older.rows('SELECT price FROM coffee_beans')).toEqual([{ price: 1 }]);
  });
});

const asRoleOfService = async <T>(work: Parameters<typeof asAdmin<T>>[0]): Promise<T> => await asAdmin(work, beans.db);
