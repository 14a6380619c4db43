import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AskRequest } from '../../src/contract/ask.ts';
import { NOT_COMPARED } from '../../src/engines/engine.ts';
import { previewChange } from '../../src/engines/postgres/change.ts';
import { roleName } from '../../src/engines/postgres/server.ts';
import { asAdmin, asRole, handle, hostDatabase, outcomeOf } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

beforeEach(async () => {
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 3, 5), ('Sey', 22, 4)");
});

const ddl = (sql: string): Promise<unknown> => asRole(beans.db, 'owner', (client) => client.query(sql));
const columns = async (table: string): Promise<string[]> =>
  (
    await beans.rows(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public' ORDER BY ordinal_position",
      [table],
    )
  ).map(({ column_name }) => String(column_name));
const errorOf = (reply: Reply): { code?: string; reason?: string } => {
  const { code, params } = (reply.json().error ?? {}) as { code?: string; params?: { reason?: string } };
  return { ...(code === undefined ? {} : { code }), ...(params?.reason === undefined ? {} : { reason: params.reason }) };
};
/** The reply of the confirm. */
const confirmed = async (goal: string): Promise<Reply> => {
  const preview = await beans.ask(goal);
  if (preview.status !== 200) throw new Error(preview.text);
  return await beans.ask(goal, { confirm: true });
};
const REFUSED = 'schema_change_refused';
const ADD = 'ALTER TABLE coffee_beans ADD COLUMN origin text';

describe('a change of the schema', () => {
  test('is previewed, which changes nothing, and made by the confirm', async () => {
    const preview = (await beans.ask(ADD)).json();
    expect(preview).toMatchObject({
      status: 'requires_confirm',
      kind: 'preview',
      diff: {
        verb: 'alter',
        table: 'coffee_beans',
        affectedRows: 0,
        cascades: [],
        sample: [],
        changes: [{ change: 'addColumn', table: 'coffee_beans', before: [], after: [{ name: 'origin', type: 'text', nullable: true }] }],
        summary: 'This would add the column origin (text) to coffee_beans. Nothing has been changed yet.',
      },
      trace: { sql: 'ALTER TABLE public.coffee_beans ADD COLUMN origin text', model: 'builtin' },
    });
    expect(await columns('coffee_beans')).not.toContain('origin');

    const { confirmToken } = preview as { confirmToken: string };
    const done = (await beans.post('/v1/ask', { db: beans.db, confirm: true, confirmToken })).json();
    expect(done).toMatchObject({
      status: 'ok',
      kind: 'write',
      answer: 'Added the column origin (text) to coffee_beans.',
      rowCount: 0,
      data: [],
    });
    expect(await columns('coffee_beans')).toContain('origin');
    expect((done as { trace: { undo?: object } }).trace.undo).toHaveProperty('until');
    expect(errorOf(await beans.post('/v1/ask', { db: beans.db, confirm: true, confirmToken }))).toEqual({
      code: 'confirm_expired',
      reason: 'none_live',
    });
  });

  test('is known at once: the new column is written and asked', async () => {
    await confirmed(ADD);
    await beans.rows("UPDATE coffee_beans SET origin = 'Kenya' WHERE roaster = 'Sey'");
    expect((await beans.ask('Which coffee beans have the origin Kenya?')).json()).toMatchObject({
      rowCount: 1,
      data: [{ roaster: 'Sey' }],
    });
  });

  test('is made once for one key, however often it is sent', async () => {
    await beans.ask(ADD);
    const key = randomUUID();
    const replies = await Promise.all([0, 1, 2].map(() => beans.ask(ADD, { confirm: true }, { key })));
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const reply of replies) if (reply.status !== 200) expect(errorOf(reply).code).toBe('idempotency_in_progress');
    const again = await beans.ask(ADD, { confirm: true }, { key });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(new Set([...done, again].map(({ text }) => text)).size).toBe(1);
    expect((await columns('coffee_beans')).filter((name) => name === 'origin')).toHaveLength(1);
  });

  test('that was previewed is not made on another schema, nor where what it loses is not what was shown', async () => {
    await beans.ask(ADD);
    await ddl('ALTER TABLE coffee_beans ADD COLUMN altitude int');
    expect(errorOf(await beans.ask(ADD, { confirm: true }))).toEqual({ code: 'confirm_expired', reason: 'schema_changed' });

    const drop = 'ALTER TABLE coffee_beans DROP COLUMN rating';
    await beans.ask(drop);
    await beans.rows("UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Sey'");
    expect(errorOf(await beans.ask(drop, { confirm: true }))).toEqual({ code: 'confirm_expired', reason: 'data_changed' });
    expect(await columns('coffee_beans')).toContain('rating');
  });

  test('shows what goes with a column: its values, its index, keys of others', async () => {
    await ddl(`CREATE TABLE cups (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, roaster text);
      ALTER TABLE coffee_beans ADD CONSTRAINT one_roaster UNIQUE (roaster);
      ALTER TABLE cups ADD CONSTRAINT of_roaster FOREIGN KEY (roaster) REFERENCES coffee_beans (roaster);
      CREATE INDEX by_roaster ON coffee_beans (lower(roaster))`);
    const drop = 'ALTER TABLE coffee_beans DROP COLUMN roaster';
    expect((await beans.ask(drop)).json()).toMatchObject({
      diff: {
        affectedRows: 2,
        drops: [
          { kind: 'foreign key', table: 'cups', name: 'of_roaster' },
          { kind: 'constraint', table: 'coffee_beans', name: 'one_roaster' },
          { kind: 'index', table: 'coffee_beans', name: 'by_roaster' },
        ],
        sample: [{ before: { id: 1, roaster: 'Onyx' }, after: { id: 1 } }, { before: { roaster: 'Sey' } }],
      },
    });
    expect((await beans.ask(drop, { confirm: true })).status).toBe(200);
    expect(await columns('coffee_beans')).not.toContain('roaster');
    expect(await columns('cups')).toEqual(['id', 'roaster']);
  });

  test('that a view or a stored row does not allow is refused with the reason', async () => {
    await ddl('CREATE VIEW dear AS SELECT id, price FROM coffee_beans WHERE price > 10');
    await beans.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 4.5)");
    for (const [sql, reason] of [
      ['DROP TABLE coffee_beans', 'The view dear shows coffee_beans.'],
      ['ALTER TABLE coffee_beans DROP COLUMN price', 'The view dear shows price of coffee_beans.'],
      ['ALTER TABLE coffee_beans ALTER COLUMN price TYPE text', 'The view dear shows price of coffee_beans.'],
      ['ALTER TABLE coffee_beans ALTER COLUMN rating SET NOT NULL', '1 row of coffee_beans has no rating; fill it in first.'],
      ['ALTER TABLE coffee_beans ADD UNIQUE (roaster)', 'Several rows of coffee_beans have the same roaster: Onyx (2 times).'],
      [
        'ALTER TABLE coffee_beans ADD COLUMN farm text NOT NULL',
        'coffee_beans has 3 rows, in which farm would be empty: give it a default, or let it be empty.',
      ],
      [
        'ALTER TABLE coffee_beans ALTER COLUMN roaster TYPE date',
        'Not every roaster of coffee_beans can be date: invalid input syntax for type date: "Onyx".',
      ],
      ['ALTER TABLE coffee_beans DROP COLUMN id', 'id is the key of coffee_beans, by which its rows are told apart.'],
      ['ALTER TABLE coffee_beans ADD COLUMN price text', 'coffee_beans has a column price already.'],
      ['ALTER TABLE dear RENAME TO cheap', 'dear is a view; what it shows is decided by its query.'],
    ] as const)
      expect(errorOf(await beans.ask(sql)), sql).toEqual({ code: REFUSED, reason });
  });

  test('converts values that all stay the same, and no others', async () => {
    await beans.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 4.5)");
    expect(errorOf(await beans.ask('ALTER TABLE coffee_beans ALTER price TYPE int'))).toEqual({
      code: REFUSED,
      reason: 'As integer, 1 row of coffee_beans would lose a part of price, such as 4.5.',
    });
    expect((await confirmed('ALTER TABLE coffee_beans ALTER price TYPE text USING price::text')).json()).toMatchObject({ rowCount: 3 });
    expect(await beans.rows('SELECT price FROM coffee_beans ORDER BY id')).toEqual([{ price: '3' }, { price: '22' }, { price: '4.5' }]);
  });

  test('makes a table that others are written to and read from, with a key to one that is there', async () => {
    const create =
      'CREATE TABLE purchases (id serial PRIMARY KEY, bean_id int NOT NULL REFERENCES coffee_beans, grams int DEFAULT 250, code varchar(8) UNIQUE)';
    const preview = (await beans.ask(create)).json();
    expect(preview).toMatchObject({ kind: 'preview', diff: { table: 'purchases', changes: [{ change: 'addTable', before: [] }] } });
    expect((await beans.ask(create, { confirm: true })).status).toBe(200);
    await beans.rows('INSERT INTO purchases (bean_id) VALUES (2)');
    expect(await beans.rows('SELECT id, bean_id, grams FROM purchases')).toEqual([{ id: 1, bean_id: 2, grams: 250 }]);
    expect((await beans.run('INSERT INTO purchases (bean_id) VALUES (99)')).json()).toMatchObject({ error: { code: 'write_constraint' } });
    expect((await beans.run("INSERT INTO purchases (bean_id, code) VALUES (1, '123456789')")).json()).toMatchObject({
      error: { code: 'write_constraint' },
    });
  });

  test('is shown with dryRun and no key', async () => {
    expect((await beans.ask(ADD, { dryRun: true }, { key: null })).json()).toMatchObject({ kind: 'preview', diff: { verb: 'alter' } });
    expect(errorOf(await beans.ask(ADD, {}, { key: null })).code).toBe('idempotency_required');
  });

  test('is not run as raw SQL', async () => {
    expect(errorOf(await beans.run(ADD)).code).toBe('sql_rejected');
  });
});

describe('an undo of a change of the schema', () => {
  const undo = (reply: Reply, options?: { key?: string }): Promise<Reply> => {
    if (reply.status !== 200) throw new Error(reply.text);
    return beans.post('/v1/undo', { db: beans.db, traceId: (reply.json().trace as { id: string }).id }, options);
  };
  /** Everything that the catalogue says of the table's columns, constraints and indexes. */
  const definition = async (table: string): Promise<unknown> =>
    await asRole(beans.db, 'owner', async (client) => {
      const columns = `SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(f.adbin, f.adrelid), col_description(a.attrelid, a.attnum)
        FROM pg_attribute a LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1`;
      const constraints =
        'SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = $1::regclass OR confrelid = $1::regclass ORDER BY 1';
      const indexes = 'SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1';
      const read = async (sql: string) => (await client.query({ text: sql, values: [table], rowMode: 'array' })).rows as unknown;
      return { columns: await read(columns), constraints: await read(constraints), indexes: await read(indexes) };
    });

  test.each([
    [ADD],
    ["ALTER TABLE coffee_beans ADD COLUMN sort text NOT NULL DEFAULT 'arabica'"],
    ['ALTER TABLE coffee_beans RENAME COLUMN roaster TO maker'],
    ['ALTER TABLE coffee_beans RENAME TO beans'],
    ['CREATE TABLE cups (name text, bean_id int REFERENCES coffee_beans)'],
    ['ALTER TABLE coffee_beans ALTER price TYPE text'],
    ['ALTER TABLE coffee_beans ALTER roaster SET NOT NULL'],
    ['ALTER TABLE coffee_beans ADD UNIQUE (roaster)'],
    ['ALTER TABLE coffee_beans DROP COLUMN rating'],
    ['ALTER TABLE coffee_beans ADD COLUMN a text, ADD COLUMN b date, DROP COLUMN price'],
  ])('leaves everything as it was: %s', async (goal) => {
    await ddl(
      "ALTER TABLE coffee_beans ALTER rating SET DEFAULT 3, ADD CHECK (rating < 6); CREATE INDEX ON coffee_beans (rating, price); COMMENT ON COLUMN coffee_beans.rating IS 'stars'",
    );
    const rows = await beans.rows('SELECT to_jsonb(b) AS b FROM coffee_beans b ORDER BY id');
    const before = await definition('coffee_beans');
    const done = await confirmed(goal);
    expect((done.json() as { trace: { undo: object } }).trace.undo).toHaveProperty('until');
    const undone = await undo(done);
    expect(undone.json()).toMatchObject({
      status: 'ok',
      kind: 'undo',
      verb: 'alter',
      alreadyUndone: false,
      tables: [],
      answer: 'Undone: the tables are as they were.',
    });
    expect(await definition('coffee_beans')).toEqual(before);
    expect(await beans.rows('SELECT to_jsonb(b) AS b FROM coffee_beans b ORDER BY id')).toEqual(rows);
    expect((await undo(done)).json()).toMatchObject({ alreadyUndone: true, answer: 'Undone before: the tables are as they were.' });
    expect(await definition('coffee_beans')).toEqual(before);
  });

  test.each([
    [
      ADD,
      "UPDATE coffee_beans SET origin = 'Kenya' WHERE id = 1",
      '1 row of coffee_beans has something in origin by now, which would be lost.',
    ],
    ['CREATE TABLE cups (name text)', "INSERT INTO cups (name) VALUES ('a')", 'cups has 1 row by now, which would be lost.'],
    [
      'ALTER TABLE coffee_beans ALTER price TYPE text',
      "UPDATE coffee_beans SET price = 'dear'",
      'Invalid input syntax for type numeric: "dear".',
    ],
    [
      'ALTER TABLE coffee_beans DROP COLUMN rating',
      'DELETE FROM coffee_beans WHERE id = 1',
      '1 row of coffee_beans whose rating would come back is gone.',
    ],
  ])('that would lose something is refused with the reason: %s', async (goal, since, reason) => {
    const done = await confirmed(goal);
    await beans.rows(since);
    expect(errorOf(await undo(done))).toEqual({ code: 'undo_unavailable', reason });
  });

  test('is refused where the names have moved on', async () => {
    const done = await confirmed('ALTER TABLE coffee_beans RENAME roaster TO maker');
    await confirmed('ALTER TABLE coffee_beans RENAME maker TO roastery');
    expect(errorOf(await undo(done))).toEqual({ code: 'undo_unavailable', reason: 'Column "maker" does not exist.' });
  });

  test('is not there for a table that was dropped, which its preview says', async () => {
    const goal = 'DROP TABLE coffee_beans';
    expect((await beans.ask(goal)).json()).toMatchObject({
      diff: { affectedRows: 2, summary: expect.stringContaining('It cannot be undone: A table that was dropped is not kept.') },
    });
    const done = await beans.ask(goal, { confirm: true });
    expect((done.json() as { trace: { undo: object } }).trace.undo).toEqual({ reason: 'A table that was dropped is not kept.' });
    expect(errorOf(await undo(done))).toEqual({ code: 'undo_unavailable', reason: 'A table that was dropped is not kept.' });
  });

  test('is the owner’s alone to prepare: the writer can keep nothing that the owner would run', async () => {
    await confirmed(ADD);
    for (const call of ["svc.keep_change('a', 'b', 'c', NULL, '[]', '1 day')", "svc.kept_change('a', 'b', 'c')"])
      await expect(asRole(beans.db, 'writer', (client) => client.query(`SELECT ${call}`))).rejects.toMatchObject({ code: '42501' });
  });
});

describe('only the owner’s login changes tables', () => {
  test.each(['reader', 'writer'] as const)('the %s’s cannot, whatever reached it', async (role) => {
    for (const sql of [
      ADD,
      'DROP TABLE coffee_beans',
      'CREATE TABLE x (a int)',
      'ALTER TABLE coffee_beans RENAME TO x',
      'CREATE INDEX ON coffee_beans (price)',
    ])
      await expect(
        asRole(beans.db, role, (client) => client.query(`BEGIN READ WRITE; ${sql}`)),
        sql,
      ).rejects.toMatchObject({ code: '42501' });
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating']);
  });

  test('a credential that may only read is refused', async () => {
    const { dbId, reader, writer } = await hostDatabase(service);
    const asked = (caller: typeof reader) =>
      outcomeOf(handle(service, 'ask', AskRequest.parse({ goal: ADD, db: dbId }), caller, randomUUID()));
    expect((await asked(reader)).code).toBe('forbidden');
    expect((await asked(writer)).code).toBe('ok');
  });

  test('a confirm whose session is killed half-way has done nothing, and is made once by the same key', async () => {
    await beans.ask(ADD);
    const key = randomUUID();
    const killed = await asRole(beans.db, 'owner', async (holder) => {
      await holder.query('BEGIN; LOCK TABLE coffee_beans IN ACCESS SHARE MODE');
      const confirm = beans.ask(ADD, { confirm: true }, { key });
      await until(() =>
        asAdmin(async (admin) => {
          const { rowCount } = await admin.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'",
            [roleName(beans.db, 'owner')],
          );
          return (rowCount ?? 0) > 0;
        }),
      );
      return await confirm;
    });
    expect(errorOf(killed).code).toBe('db_unreachable');
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating']);
    expect((await beans.ask(ADD, { confirm: true }, { key })).json()).toMatchObject({ kind: 'write' });
    expect((await beans.ask(ADD, { confirm: true }, { key })).headers.get('idempotent-replayed')).toBe('true');
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating', 'origin']);
  });

  test('a table that somebody holds is not waited for long, and nothing is changed', async () => {
    const reply = await asRole(beans.db, 'owner', async (holder) => {
      await holder.query('BEGIN; LOCK TABLE coffee_beans IN ACCESS SHARE MODE');
      return await beans.ask(ADD);
    });
    expect(errorOf(reply).code).toBe('write_conflict');
  });
});

describe('a change that takes long', () => {
  test('is not tried out to its end, says so, and is made by the confirm all the same', async () => {
    const goal = 'DROP TABLE coffee_beans';
    const before = await service.engine.introspect({ dbId: beans.db }, new AbortController().signal);
    const tried = await asRole(beans.db, 'owner', async (client) => {
      await client.query('BEGIN');
      const run: Parameters<typeof previewChange>[0] = async ({ sql, params }) => {
        // The first look at the rows stands for one that takes long.
        const text = sql.includes('AS lost') ? 'SELECT count(*) FROM generate_series(1, 2000000000)' : sql;
        const types = { getTypeParser: () => (value: string) => value };
        const { fields, rows } = await client.query({ text, values: [...params], rowMode: 'array', types });
        return {
          columns: (fields ?? []).map(({ name }) => ({ name, type: 'text' })),
          rows: rows as unknown[][],
          truncated: false,
          affected: null,
        };
      };
      return await previewChange(run, { kind: 'alter', steps: [{ do: 'dropTable', table: 'coffee_beans' }] }, before, {
        lockMs: 2_000,
        statementMs: 50,
      });
    });
    expect(tried).toMatchObject({
      affectedRows: 0,
      seen: NOT_COMPARED,
      notUndoable: 'It was not tried out.',
      statement: { sql: 'DROP TABLE public.coffee_beans' },
    });
    expect(tried.notes[0]).toMatch(/^It was not tried out to its end/);

    await beans.ask(goal);
    await asAdmin((admin) => admin.query('UPDATE svc_control.preview SET affected_keys = $1 WHERE db_id = $2', [NOT_COMPARED, beans.db]));
    await beans.rows('UPDATE coffee_beans SET rating = 1');
    expect((await beans.ask(goal, { confirm: true })).json()).toMatchObject({ kind: 'write', rowCount: 2 });
  });
});

test('the glossary’s terms that name what is renamed are told', async () => {
  const terms = [{ term: 'top', means: 'rated 5', sql: 'rating >= 5' }];
  expect(
    (await send(service, 'PUT', `/v1/databases/${beans.db}/glossary`, { body: { terms }, token: beans.token, key: randomUUID() })).status,
  ).toBe(200);
  expect((await beans.ask('rename rating to stars')).json()).toMatchObject({
    diff: { summary: expect.stringContaining('The glossary has rating in the SQL of "top", which then no longer fits.') },
  });
});

describe('a change in plain English', () => {
  const goals = async (goal: string): Promise<string[]> => {
    const reply = await beans.ask(goal);
    if (reply.status !== 409) throw new Error(reply.text);
    return ((reply.json().error as { params: { options: { goal: string }[] } }).params.options ?? []).map((each) => each.goal);
  };

  test('adds a column whose values are written and asked at once', async () => {
    const goal = 'add an altitude and a harvest date to coffee beans';
    expect((await beans.ask(goal)).json()).toMatchObject({
      kind: 'preview',
      diff: {
        verb: 'alter',
        changes: [
          { change: 'addColumn', after: [{ name: 'altitude', type: 'text' }] },
          { change: 'addColumn', after: [{ name: 'harvest_date', type: 'date' }] },
        ],
      },
      trace: { model: 'builtin', assumptions: ['coffee_beans.altitude is text', 'coffee_beans.harvest_date is a date'] },
    });
    expect((await beans.ask(goal, { confirm: true })).json()).toMatchObject({ kind: 'write' });
    await confirmed('set the harvest date of coffee beans to 2026-05-01 where roaster is Onyx');
    expect((await beans.ask('coffee beans with harvest date after 2026-04-01')).json()).toMatchObject({
      rowCount: 1,
      data: [{ roaster: 'Onyx' }],
    });
  });

  test('adds a table to the database there is, pinned or not, and its rows at once', async () => {
    const goal = 'add a table shops with name and city';
    expect((await beans.post('/v1/ask', { goal })).json()).toMatchObject({
      kind: 'preview',
      session: { db: beans.db },
      diff: { table: 'shops' },
    });
    expect((await confirmed(goal)).json()).toMatchObject({ answer: 'Added the table shops with id, name (text) and city (text).' });
    expect((await beans.ask('add a shop named Blue with city Rome')).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await beans.ask('How many shops are in Rome?')).json()).toMatchObject({ data: [{ count: 1 }] });
  });

  test('makes a database where there is none, which is what a table without one needs', async () => {
    const reply = await send(service, 'POST', '/v1/ask', { body: { goal: 'add a table shops with name and city' }, key: randomUUID() });
    expect(reply.json()).toMatchObject({ kind: 'create' });
  });

  test('forgets the plans of what was renamed, and answers by the new name', async () => {
    expect((await beans.ask('coffee beans with a rating above 4')).json()).toMatchObject({ rowCount: 1 });
    await confirmed('rename rating to stars');
    expect((await beans.ask('coffee beans with more than 4 stars')).json()).toMatchObject({ rowCount: 1, data: [{ stars: 5 }] });
    expect((await beans.ask('coffee beans with a rating above 4')).json()).toMatchObject({ error: { code: 'not_understood' } });
  });

  test('is asked back where two tables have the column, by sentences that are understood', async () => {
    await confirmed('add a table shops with name and rating');
    const options = await goals('rename rating to stars');
    expect(options).toEqual(['rename the column rating of coffee_beans to stars', 'rename the column rating of shops to stars']);
    expect((await confirmed(options[1] ?? '')).status).toBe(200);
    expect(await columns('shops')).toEqual(['id', 'name', 'stars']);
  });

  test('of rows is none: an insert goes on being one', async () => {
    expect((await beans.ask('add a coffee bean with roaster Tim')).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating']);
  });

  test('is told as events, and its receipt has the SQL', async () => {
    const stream = await beans.ask('drop the rating column', {}, { headers: { accept: 'text/event-stream' } });
    const types = [...stream.text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
    expect(types).toEqual(['selected_db', 'planning', 'plan', 'executing', 'validated', 'rows', 'confirm_required', 'done']);
    const done = await confirmed('drop the rating column');
    const receipt = (await beans.get(`/v1/traces/${(done.json().trace as { id: string }).id}`)).json();
    expect(receipt).toMatchObject({
      sql: 'ALTER TABLE public.coffee_beans DROP COLUMN rating',
      plan: 'Drop the column rating of coffee_beans.',
      outcome: { kind: 'write' },
    });
  });
});

describe('names that attack', () => {
  test.each([
    `add a column x"; drop table coffee_beans; -- to coffee beans`,
    'add a column pg_catalog.x to coffee beans',
    'ALTER TABLE coffee_beans ADD COLUMN "x""; drop table coffee_beans; --" text',
    `ALTER TABLE coffee_beans ADD COLUMN ${'x'.repeat(64)} text`,
    'ALTER TABLE coffee_beans ADD COLUMN ctid text',
    'ALTER TABLE coffee_beans ADD COLUMN "Größe" text',
    'ALTER TABLE svc.reply DROP COLUMN reply',
    'DROP TABLE svc.reply',
    'CREATE TABLE svc.x (a int)',
    'CREATE TABLE pg_evil (a int)',
    'CREATE TABLE x (a int) PARTITION BY HASH (a)',
    'CREATE UNLOGGED TABLE x (a int)',
    "CREATE TABLE x (a text DEFAULT pg_read_file('/etc/passwd'))",
    'CREATE TABLE x (a int GENERATED ALWAYS AS (1 + 1) STORED)',
    'ALTER TABLE coffee_beans ALTER price TYPE text USING (SELECT reply FROM svc.reply)',
    'ALTER TABLE coffee_beans ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE coffee_beans SET SCHEMA svc',
    'ALTER TABLE coffee_beans INHERIT pg_class',
    'rename the table coffee beans to pg_beans',
  ])('%s is not made', async (goal) => {
    const reply = await beans.ask(goal);
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating']);
  });

  test('a name of 63 letters, and words of SQL, are names', async () => {
    const long = 'x'.repeat(63);
    await confirmed(`ALTER TABLE coffee_beans ADD COLUMN ${long} int, ADD COLUMN "select" text`);
    await confirmed(`ALTER TABLE coffee_beans ADD UNIQUE (${long})`);
    expect(await columns('coffee_beans')).toEqual(['id', 'roaster', 'price', 'rating', long, 'select']);
  });

  test('a table has at most as many columns as the engine gives it, those that went counted in', async () => {
    await ddl(`ALTER TABLE coffee_beans ${Array.from({ length: 1_596 }, (_, at) => `ADD COLUMN c${at} int`).join(', ')}`);
    expect(errorOf(await beans.ask(ADD))).toEqual({ code: REFUSED, reason: 'coffee_beans has 1600 columns, and a table may have 1600.' });
    await ddl('ALTER TABLE coffee_beans DROP COLUMN c1');
    expect(errorOf(await beans.ask(ADD))).toEqual({ code: REFUSED, reason: 'Tables can have at most 1600 columns.' });
  });
});
