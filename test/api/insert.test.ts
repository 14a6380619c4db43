import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  session = await startSession(service);
});

const insert = (table: string, rows: unknown, options?: { key?: string }): Promise<Reply> =>
  session.post('/v1/insert', { db: session.db, table, rows }, options);
const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);

describe('what is not there yet is made', () => {
  test('one row or many; keys become lower_snake_case; types are read off the values', async () => {
    const reply = await insert('sensorReadings', [
      { serverId: 'a1', value: 1, takenAt: '2026-02-28T10:00:00Z', day: '2026-02-28', ok: true, tags: ['x'], big: 1.5 },
      { serverId: 'a2', value: 2, note: 'late' },
    ]);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'ok',
      session: { db: session.db },
      table: 'sensor_readings',
      inserted: 2,
      created: { table: true, columns: ['server_id', 'value', 'taken_at', 'day', 'ok', 'tags', 'big', 'note'] },
      trace: { engine: 'postgres', sql: expect.stringContaining('INSERT INTO public."sensor_readings"') },
    });
    expect(await session.rows('SELECT * FROM sensor_readings ORDER BY id')).toEqual([
      {
        id: 1,
        server_id: 'a1',
        value: 1,
        taken_at: '2026-02-28T10:00:00Z',
        day: '2026-02-28',
        ok: true,
        tags: ['x'],
        big: 1.5,
        note: null,
      },
      { id: 2, server_id: 'a2', value: 2, taken_at: null, day: null, ok: null, tags: null, big: null, note: 'late' },
    ]);
    const types = await session.rows(
      'SELECT pg_typeof(taken_at)::text AS at, pg_typeof(day)::text AS day, pg_typeof(value)::text AS value FROM sensor_readings LIMIT 1',
    );
    expect(types).toEqual([{ at: 'timestamp with time zone', day: 'date', value: 'bigint' }]);
  });

  test('`public.books` is the table books', async () => {
    expect((await insert('public.books', { title: 'Emma' })).json()).toMatchObject({ table: 'books', created: { table: true } });
    expect((await insert(' public.books', { title: 'Dune' })).json()).toMatchObject({ table: 'books', created: { columns: [] } });
    expect(await session.rows('SELECT count(*)::int AS n FROM public.books')).toEqual([{ n: 2 }]);
  });

  test('a new column joins a table that is there', async () => {
    const reply = await insert('coffee_beans', { roaster: 'Onyx', altitude: 1_800 });
    expect(reply.json()).toMatchObject({ inserted: 1, created: { columns: ['altitude'] } });
    expect(reply.json().created).not.toHaveProperty('table');
    expect(await session.rows('SELECT roaster, altitude FROM coffee_beans')).toEqual([{ roaster: 'Onyx', altitude: 1_800 }]);
    expect((await session.ask('What is the highest altitude?')).json()).toMatchObject({ answer: 'Max altitude: 1,800.' });
  });

  test('callers who add the same table at once all get their rows in', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => insert('events', { kind: 'visit', [`extra_${n % 3}`]: n })));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect(await session.rows('SELECT count(*) AS n FROM events')).toEqual([{ n: 8 }]);
  });

  test('a failed insert leaves no table and no column', async () => {
    expect(codeOf(await insert('coffee_beans', [{ altitude: 1, price: 'dear' }]))).toBe('invalid_value');
    const schema = (await session.get(`/v1/databases/${session.db}/schema`)).json() as { tables: { columns: { name: string }[] }[] };
    expect(schema.tables.flatMap((table) => table.columns.map((column) => column.name))).toEqual(['id', 'roaster', 'price', 'rating']);
  });
});

test('a retry with the key is replayed to the byte and inserts nothing', async () => {
  const key = randomUUID();
  const first = await insert('coffee_beans', { roaster: 'Onyx' }, { key });
  const again = await insert('coffee_beans', { roaster: 'Onyx' }, { key });
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(codeOf(await insert('coffee_beans', { roaster: 'Sey' }, { key }))).toBe('idempotency_conflict');
  expect(await session.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 1 }]);
});

test('text stays text, whatever it looks like inside', async () => {
  const rows = [
    { roaster: `'); DROP TABLE coffee_beans; --` },
    { roaster: '{"a":1}' },
    { roaster: '🫘 "quoted" \\ back' },
    { roaster: '' },
  ];
  expect((await insert('coffee_beans', rows)).json()).toMatchObject({ inserted: 4 });
  expect(await session.rows('SELECT roaster FROM coffee_beans ORDER BY id')).toEqual(rows);
});

test('ten thousand rows go in at once; one more is refused and none is written', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ roaster: `r${n}`, price: n }));
  expect((await insert('coffee_beans', rows)).json()).toMatchObject({ inserted: 10_000 });
  expect(codeOf(await insert('coffee_beans', [...rows, { roaster: 'one more' }]))).toBe('invalid_body');
  expect(await session.rows('SELECT count(*) AS n, max(price) AS top FROM coffee_beans')).toEqual([{ n: 10_000, top: 9_999 }]);
});

test.each(['9007199254740993', '12345678901234567890.123', '1e400', '1e5000'])('every digit of %s arrives', async (number) => {
  const { db } = session;
  for (const body of [
    `{"db":"${db}","table":"coffee_beans","rows":[{"price":1},{"price":${number}}]}`,
    `{"db":"${db}","table":"docs","rows":{"doc":{"deep":[${number}]},"n":${number}}}`,
  ])
    expect((await session.post('/v1/insert', body)).json()).toMatchObject({ status: 'ok' });
  const same = (value: string) => session.rows(`SELECT ${value} = $1::numeric AS same`, [number]);
  expect(await same('(SELECT max(price) FROM coffee_beans)')).toEqual([{ same: true }]);
  expect(await same("(SELECT (doc #>> '{deep,0}')::numeric FROM docs)")).toEqual([{ same: true }]);
  expect(await same('(SELECT n FROM docs)')).toEqual([{ same: true }]);
  const sql =
    "SELECT $1::numeric = $3::numeric AND ($2::jsonb #>> '{0,a}')::numeric = $3::numeric AND ($4::numeric[])[1] = $3::numeric AS same";
  const params = `[${number},[{"a":${number}}],"${number}",[${number}]]`;
  const ran = await session.post('/v1/run', `{"db":"${db}","sql":"${sql}","params":${params}}`);
  expect(ran.json()).toMatchObject({ data: [{ same: true }] });
  const { id } = ran.json().trace as { id: string };
  expect((await session.post(`/v1/traces/${id}/replay`, {})).json()).toMatchObject({ same: true, data: [{ same: true }] });
});

test('the zero at the end of a fraction arrives where it says something, and hinders nothing elsewhere', async () => {
  const { db } = session;
  const post = (table: string, rows: string) => session.post('/v1/insert', `{"db":"${db}","table":"${table}","rows":${rows}}`);
  const long = Array(3_000).fill('{"n":1,"m":0.5,"t":"x","doc":{"a":1},"more":[1]}').join(',');
  for (const more of ['', `,${long}`, ',{"n":7}']) {
    await post('zeros', `[{"n":1,"m":0.5,"t":"x","doc":{"a":0},"more":[0]}]`);
    expect((await post('zeros', `[{"n":2.0,"m":1.10,"t":1.10,"doc":{"a":1.10},"more":[1.10]}${more}]`)).json()).toMatchObject({
      created: { columns: [], widened: [] },
    });
    const sql = 'SELECT n::text, m::text, t, doc::text, more::text FROM zeros WHERE n = 2';
    expect(await session.rows(sql)).toEqual([{ n: '2', m: '1.10', t: '1.10', doc: '{"a": 1.10}', more: '[1.10]' }]);
    await session.run('DELETE FROM zeros');
  }
  expect((await post('ids', '[{"id":1},{"id":2.0},{"v":1.0}]')).json()).toMatchObject({ inserted: 3 });
  expect(await session.rows('SELECT id, v FROM ids ORDER BY id')).toEqual([
    { id: 1, v: null },
    { id: 2, v: null },
    { id: 3, v: 1 },
  ]);
  expect(codeOf(await post('ids', '[{"id":1.0}]'))).toBe('write_constraint');
});

test('a number that would arrive as another is refused where it is no data, and is no row', async () => {
  const reason = 'The number 9007199254740993 cannot be carried exactly as a JSON number: send it as text.';
  const body = `{"db":"${session.db}","sql":"SELECT 1","maxRows":9007199254740993}`;
  expect((await session.post('/v1/run', body)).json()).toMatchObject({ error: { code: 'invalid_value', params: { reason } } });
  for (const rows of ['9007199254740993', '[9007199254740993]'])
    expect(codeOf(await session.post('/v1/insert', `{"db":"${session.db}","table":"docs","rows":${rows}}`))).toBe('invalid_body');
});

test.each([
  ['2024-02-29', 'date'],
  ['2023-02-29', 'text'],
  ['2024-02-30', 'text'],
  ['2024-13-01', 'text'],
  ['2024-00-10', 'text'],
  ['0000-01-01', 'text'],
  ['0001-01-01', 'date'],
  ['9999-12-31', 'date'],
  ['2024-02-29T10:00', 'timestamp with time zone'],
  ['2024-02-29 23:59:59.25+05:30', 'timestamp with time zone'],
  ['2024-02-29 10:00-1559', 'timestamp with time zone'],
  ['2024-02-30T10:00:00Z', 'text'],
  ['2024-02-28T25:00:00Z', 'text'],
  ['2024-02-28T10:00:00+20:00', 'text'],
  ['2024-02-28 and more', 'text'],
])('%s makes a column of type %s', async (value, type) => {
  expect((await insert('days', { value })).status).toBe(200);
  expect(await session.rows('SELECT pg_typeof(value)::text AS type FROM days')).toEqual([{ type }]);
});

describe('rows that leave a default to some and give it to others', () => {
  const COLUMNS = `doc jsonb, old json, words text[], numbers integer[], docs jsonb[], note text, short varchar(5), price numeric(8, 2),
    done boolean, day date`;
  /** Two tables alike get the same rows; a last one with a key of its own makes the second insert an uneven one. */
  const bothStores = async (rows: readonly object[]) => {
    await asRole(session.db, 'owner', async (owner) => {
      for (const table of ['even', 'uneven'])
        await owner.query(`CREATE TABLE public.${table} (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n integer, ${COLUMNS})`);
    });
    const numbered = rows.map((row, n) => ({ n, ...row }));
    const even = await insert('even', numbered);
    const uneven = await insert('uneven', [...numbered, { id: 1_000, n: rows.length }]);
    const stored = async (table: string) =>
      await Promise.all(
        COLUMNS.split(/,\s+(?=[a-z])/).map(async (definition) => {
          const [column = ''] = definition.split(' ');
          return [column, await session.rows(`SELECT n, ${column}::text AS v FROM ${table} WHERE n < ${rows.length} ORDER BY n`)];
        }),
      );
    return { even, uneven, stored };
  };

  test('a value becomes the same either way, whatever its column is', async () => {
    const values = [
      [],
      ['z'],
      [1, null],
      [[1], [2]],
      {},
      { a: [1, { b: '"' }] },
      '5',
      'true',
      '',
      '{"a": 1}',
      5,
      1.5,
      1e21,
      1e-7,
      true,
      null,
    ];
    const { even, uneven, stored } = await bothStores([
      ...values.map((doc) => ({ doc })),
      ...values.map((old) => ({ old })),
      ...values.map((note) => ({ note })),
      ...[
        [],
        ['a', 'b,"c"', 'NULL', '', '\\', null],
        [1e21, 0.5],
        [9, true],
        [
          [1, 'x'],
          [true, null],
        ],
        [{ a: 1 }],
        '{a,NULL}',
      ].map((words) => ({ words })),
      ...[[], [1, null], [[1], [2]], '{3,4}'].map((numbers) => ({ numbers })),
      ...[[], [1, 'a', null, { a: [] }], [true]].map((docs) => ({ docs })),
      ...[1, 1.005, '7.50', 1e5].map((price) => ({ price })),
      ...[true, false, 'yes', 'f'].map((done) => ({ done })),
      ...['abc', 'abcde  ', 12, true].map((short) => ({ short })),
      { day: '2024-02-29' },
    ]);
    expect([even.status, uneven.status], even.text + uneven.text).toEqual([200, 200]);
    expect(uneven.json()).toMatchObject({ trace: { sql: expect.stringContaining('DEFAULT') } });
    expect(even.json()).toMatchObject({ trace: { sql: expect.stringContaining('jsonb_to_recordset') } });
    expect(await stored('uneven')).toEqual(await stored('even'));
    expect(
      await session.rows("SELECT jsonb_typeof(doc) AS kind, doc::text AS doc FROM uneven WHERE doc::text IN ('[]', '\"5\"', '\"true\"')"),
    ).toEqual([
      { kind: 'array', doc: '[]' },
      { kind: 'string', doc: '"5"' },
      { kind: 'string', doc: '"true"' },
    ]);
  });

  test.each([
    { short: 'abcdef' },
    { short: [1, 2, 3] },
    { words: 5 },
    { words: 'z' },
    { words: { a: 1 } },
    { numbers: ['x'] },
    { numbers: [[1], [2, 3]] },
    { price: 1e9 },
    { price: [] },
    { done: 2 },
    { day: '2024-02-30' },
  ])('%j fits its column neither way', async (row) => {
    const { even, uneven } = await bothStores([row]);
    expect([codeOf(even), codeOf(uneven)]).toEqual(['invalid_value', 'invalid_value']);
  });

  test('more of them than one statement holds are refused, and the others go in', async () => {
    const rows = (count: number, width: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...(n % 2 ? { id: 100_000 + n } : {}),
        ...Object.fromEntries(Array.from({ length: width }, (_, key) => [`k${key}`, ['x']])),
      }));
    expect((await insert('coffee_beans', rows(10_000, 1))).json()).toMatchObject({ inserted: 10_000 });
    expect(codeOf(await insert('coffee_beans', rows(10_000, 7)))).toBe('invalid_body');
    expect(codeOf(await insert('coffee_beans', rows(2_000, 300)))).toBe('invalid_body');
    expect(await session.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 10_000 }]);
  });
});

describe('many different keys', () => {
  const wide = (rows: number, keysEach: number, columns: number) =>
    Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(Array.from({ length: keysEach }, (_, key) => [`k${(row * keysEach + key) % columns}`, row])),
    );

  test('more columns than a table may have are refused, over all rows and with those that are there', async () => {
    for (const [table, rows] of [
      ['coffee_beans', wide(10_000, 10, 100_000)],
      ['coffee_beans', wide(1, 1_597, 1_597)],
      ['unseen', wide(1, 1_600, 1_600)],
    ] as const) {
      const reply = await insert(table, rows);
      expect(reply.json()).toMatchObject({
        error: { code: 'invalid_body', params: { issues: [{ path: 'rows', message: 'A table has at most 1600 columns.' }] } },
      });
    }
  });

  test('ten thousand rows of a cell each in a thousand columns go in', async () => {
    expect((await insert('sparse', wide(10_000, 1, 1_000))).json()).toMatchObject({ inserted: 10_000 });
    expect(await session.rows('SELECT count(*) AS n, count(k0) AS first, sum(k999) AS last FROM sparse')).toEqual([
      { n: 10_000, first: 10, last: 54_990 },
    ]);
  });
});

test.each([
  ['no rows', 'coffee_beans', []],
  ['an empty row', 'coffee_beans', {}],
  ['rows that are no objects', 'coffee_beans', [1]],
  ['a name without a letter', '!!!', { a: 1 }],
  ['a table name of more than 63 bytes', 't'.repeat(64), { a: 1 }],
  ['a table name that SQL may not read', 'pgStats', { a: 1 }],
  ['the same in other words', '__PG_class', { a: 1 }],
  ['a key of underscores alone', 'coffee_beans', { ['_'.repeat(200_000)]: 1 }],
  ['a key of a megabyte', 'coffee_beans', { [`a${' '.repeat(1_000_000)}b`]: 1 }],
  ['a column that starts with a digit', 'coffee_beans', { '1st': 1 }],
  ['a column of the engine’s own', 'coffee_beans', { ctid: 1 }],
  ['two keys that become one column', 'coffee_beans', { roasterName: 'a', roaster_name: 'b' }],
])('%s: invalid_body that says which', async (_, table, rows) => {
  const reply = await insert(table, rows);
  expect(codeOf(reply), reply.text).toBe('invalid_body');
  const { issues } = (reply.json().error as { params: { issues: { message: string }[] } }).params;
  expect(issues[0]?.message).not.toBe('');
});

test('what the caller may not touch is not touched', async () => {
  for (const table of ['svc.reply', 'pg_catalog.pg_class', 'information_schema.tables']) {
    const reply = await insert(table, { scope: 'mine' });
    expect(codeOf(reply), reply.text).toBe('invalid_body');
  }
});
