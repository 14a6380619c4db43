import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

/** What becomes of the values of `params`, and how types of the database's own come back. */
let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
  await asRole(beans.db, 'owner', async (client) => {
    await client.query(`CREATE TYPE roast AS ENUM ('light', 'dark');
      CREATE DOMAIN roasts AS roast[];
      CREATE DOMAIN amount AS numeric(30, 3);
      CREATE DOMAIN document AS jsonb;
      CREATE TYPE place AS (town text, floor int);
      CREATE SCHEMA lab;
      CREATE TYPE lab.grade AS ENUM ('A', 'B');
      CREATE TABLE kept (id int PRIMARY KEY, doc jsonb, plain json, docs jsonb[], numbers int[], words text[], roasted roast[], own document);
      CREATE TABLE typed (roast roast, roasted roast[], listed roasts, own document, owns document[], place place, grades lab.grade[], amount amount);
      INSERT INTO typed VALUES ('dark', '{dark,NULL}', '{light}', '[]', ARRAY['[]', '{"a": 1}']::document[], ('Ghent', 2), '{A}', 1.5);`);
    await client.query(`GRANT SELECT ON kept, typed TO ${beans.db}_r; GRANT SELECT, INSERT, UPDATE, DELETE ON kept TO ${beans.db}_w`);
  });
});
afterAll(() => service.close());

const valueIn = (reply: Reply): unknown => (reply.json().data as { value: unknown }[] | undefined)?.[0]?.value;
const codeIn = (reply: Reply): unknown => (reply.json().error as { code: string } | undefined)?.code;

const boundBack = async (expression: string, value: unknown): Promise<unknown> =>
  (await beans.rows(`SELECT ${expression} AS value`, [value]))[0]?.value;

const DOCUMENTS = [[], [1, 2], ['a', null, true], [[1], []], [{ a: [1] }, 2], null, { a: [] }, 'text', 7];

describe('a JSON array', () => {
  test.each(['jsonb', 'json'])('is a document to a parameter of %s', async (type) => {
    for (const value of DOCUMENTS.filter((each) => each === null || typeof each === 'object'))
      expect([value, await boundBack(`$1::${type}`, value)]).toEqual([value, value]);
    expect(await boundBack(`${type}_array_length($1)`, [])).toBe(0);
  });

  test('is an array to a parameter of arrays', async () => {
    for (const value of [[], [1, 2], [1, null]]) expect([value, await boundBack('$1::int[]', value)]).toEqual([value, value]);
    expect(
      await boundBack('$1::int[]', [
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([
      [1, 2],
      [3, 4],
    ]);
    for (const value of [[], ['a,b', '{"', 'NULL', null, '\\']])
      expect([value, await boundBack('$1::text[]', value)]).toEqual([value, value]);
    expect(await boundBack('$1::text[]', [{ a: 1 }])).toEqual(['{"a":1}']);
    expect(await boundBack('$1::int[]', null)).toBeNull();
    expect(await boundBack('2 = ANY ($1)', [1, 2])).toBe(true);
  });

  test('holds a document in each element for a parameter of arrays of documents', async () => {
    for (const value of [[], [{ a: [1] }, null, [], [1, [2]], 'text', '"', 7, false]])
      expect([value, await boundBack('$1::jsonb[]', value)]).toEqual([value, value]);
  });

  test('is JSON to a parameter of any other type', async () => {
    expect(await boundBack('$1::text', [1, 'a'])).toBe('[1,"a"]');
    expect((await beans.run('SELECT $1::int AS value', { params: [[1]] })).json()).toMatchObject({ error: { code: 'invalid_value' } });
  });

  test('is what a type of the database’s own takes', async () => {
    const found = async (condition: string, value: unknown) =>
      (await beans.rows(`SELECT count(*) AS n FROM typed WHERE ${condition}`, [value]))[0]?.n;
    expect(await found('roasted = $1', ['dark', null])).toBe(1);
    expect(await found('listed = $1', ['light'])).toBe(1);
    expect(await found('own = $1', [])).toBe(1);
    expect(await found('owns = $1', [[], { a: 1 }])).toBe(1);
    expect(await found('roast = ANY ($1)', ['light', 'dark'])).toBe(1);
  });

  test('is stored as what its column is, and found by it', async () => {
    const columns = 'doc, plain, docs, numbers, words, roasted, own';
    const values = [[], [1, 2], [[], 1], [], ['x', 'y'], ['dark'], [1]];
    const insert = `INSERT INTO kept (id, ${columns}) VALUES (1, $1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`;
    const row = { doc: [], plain: [1, 2], docs: [[], 1], numbers: [], words: ['x', 'y'], roasted: ['dark'], own: [1] };
    const inserted = await beans.run(insert, { params: values });
    expect(inserted.json()).toMatchObject({ kind: 'write', data: [row], trace: { params: values } });
    const update = await beans.run('UPDATE kept SET numbers = $1, doc = $2 WHERE doc = $3 AND id = ANY ($4)', {
      params: [[3], [5], [], [1, 2]],
    });
    expect(update.json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await beans.rows('SELECT doc, numbers FROM kept')).toEqual([{ doc: [5], numbers: [3] }]);
  });

  test('is the same in streams of rows, in the plan of an EXPLAIN and in a replay', async () => {
    const sql = 'SELECT $1::jsonb AS j, $2::int[] AS n, roasted AS r FROM typed WHERE roasted = $3';
    const params = [[], [1, 2], ['dark', null]];
    const asRows = (accept: string) =>
      send(service, 'POST', '/v1/run', { token: beans.token, headers: { accept }, body: { db: beans.db, sql, params } });
    expect((await asRows('text/csv')).text).toBe('j,n,r\r\n[],"[1,2]","[""dark"",null]"\r\n');
    expect((await asRows('application/x-ndjson')).text).toBe('{"j":[],"n":[1,2],"r":["dark",null]}\n');
    expect((await beans.run(`EXPLAIN ${sql}`, { params })).status).toBe(200);
    const { id } = (await beans.run(sql, { params })).json().trace as { id: string };
    const replay = await send(service, 'POST', `/v1/traces/${id}/replay`, { token: beans.token, key: 'replay', body: {} });
    expect(replay.json()).toMatchObject({ same: true, data: [{ j: [], n: [1, 2], r: ['dark', null] }] });
  });

  test('of a statement that the engine refuses leaves its own error', async () => {
    const reply = await beans.run('SELECT nothing FROM kept WHERE doc = $1', { params: [[]] });
    expect(reply.json()).toMatchObject({ error: { code: 'sql_rejected' } });
    expect(await boundBack('$1::jsonb', [])).toEqual([]);
  });
});

describe('a number with a zero at the end of its fraction', () => {
  const raw = async (expression: string, params: string) => {
    const sql = JSON.stringify(`SELECT ${expression} AS value`);
    const reply = await beans.post('/v1/run', `{"db":"${beans.db}","sql":${sql},"params":${params}}`);
    return reply.status === 200 ? { value: valueIn(reply), text: reply.text } : { error: codeIn(reply) };
  };

  test.each([
    ['$1::text', '[1.10]', '1.10'],
    ['$1::text', '[2.0]', '2.0'],
    ['$1::numeric::text', '[1.10]', '1.10'],
    ['$1::numeric::text', '[2.00]', '2.00'],
    ['(SELECT count(*) FROM typed WHERE amount = $1)::text', '[1.50]', '1'],
    ['$1::jsonb::text', '[{"a":[1.10,2.0]}]', '{"a": [1.10, 2.0]}'],
    ['$1::jsonb::text', '[[1.10,2.0]]', '[1.10, 2.0]'],
    ['$1::numeric[]::text', '[[1.10,2.0]]', '{1.10,2.0}'],
    ['$1::text[]::text', '[[1.10,[2.0]]]', null],
    ['$1::text[]::text', '[[1.10,2.0]]', '{1.10,2.0}'],
  ])('%s of %s keeps it', async (expression, params, expected) => {
    const read = await raw(expression, params);
    if (expected === null) expect(read).toEqual({ error: 'invalid_value' });
    else expect(read.value).toBe(expected);
  });

  test.each([
    ['$1::int', '[2.0]', 2],
    ['$1::bigint + $2', '[2.0, -0.0]', 2],
    ['$1::boolean', '[1.0]', true],
    ['$1::double precision', '[1.10]', 1.1],
    ['$1::int[]', '[[2.0, [3.00]]]', null],
    ['$1::int[]', '[[[2.0], [3.00]]]', [[2], [3]]],
    ['id FROM (VALUES (1), (2)) v (id) WHERE id = $1', '[2.0]', 2],
    ['id FROM (VALUES (1), (2)) v (id) LIMIT $1', '[1.0]', 1],
    ['$1::int', '[1.10]', null],
  ])('%s of %s is bound as a number', async (expression, params, expected) => {
    const sql = expression.includes(' FROM ') ? expression.replace(/^id/, 'id AS value') : expression;
    const read = await (sql === expression ? raw(expression, params) : rawRows(`SELECT ${sql}`, params));
    if (expected === null) expect(read).toEqual({ error: 'invalid_value' });
    else expect(read.value).toEqual(expected);
  });

  const rawRows = async (sql: string, params: string) => {
    const reply = await beans.post('/v1/run', `{"db":"${beans.db}","sql":${JSON.stringify(sql)},"params":${params}}`);
    return { value: valueIn(reply), text: reply.text };
  };

  test('is kept by a write, in its receipt and in a replay', async () => {
    const sql = 'INSERT INTO kept (id, doc, words) VALUES ($1, $2, $3) RETURNING id, doc::text AS doc, words';
    const write = await beans.post('/v1/run', `{"db":"${beans.db}","sql":"${sql}","params":[70.0,{"a":1.10},[1.10]]}`);
    expect(write.json()).toMatchObject({ kind: 'write', data: [{ id: 70, doc: '{"a": 1.10}', words: ['1.10'] }] });
    const read = await beans.post('/v1/run', `{"db":"${beans.db}","sql":"SELECT $1::text AS t, $2::int AS n","params":[1.10,2.0]}`);
    expect(read.text).toContain('"params":[1.10,2.0]');
    const { id } = read.json().trace as { id: string };
    expect((await beans.get(`/v1/traces/${id}`)).text).toContain('"params":[1.10,2.0]');
    const replay = await send(service, 'POST', `/v1/traces/${id}/replay`, { token: beans.token, key: 'zeros', body: {} });
    expect(replay.json()).toMatchObject({ same: true, data: [{ t: '1.10', n: 2 }] });
    const statements = `[{"sql":"UPDATE kept SET words = $1 WHERE id = $2","params":[[2.0],70.0]}]`;
    const done = await beans.post('/v1/transaction', `{"db":"${beans.db}","statements":${statements}}`);
    expect(done.json()).toMatchObject({ rowCount: 1 });
    expect(await beans.rows('SELECT words FROM kept WHERE id = 70')).toEqual([{ words: ['2.0'] }]);
  });
});

test('types of the database’s own have their names, and their arrays are arrays', async () => {
  const sql = 'SELECT roast, roasted, place, grades, amount, own, owns, place IS NULL AS no FROM typed';
  for (const numbers of ['literal', 'text']) {
    const reply = await beans.run(sql, { numbers });
    expect(reply.json().columns).toEqual([
      { name: 'roast', type: 'roast' },
      { name: 'roasted', type: 'roast[]' },
      { name: 'place', type: 'place' },
      { name: 'grades', type: 'lab.grade[]' },
      // The engine itself tells a domain's columns by what it is a domain of.
      { name: 'amount', type: 'numeric' },
      { name: 'own', type: 'jsonb' },
      { name: 'owns', type: 'document[]' },
      { name: 'no', type: 'boolean' },
    ]);
    expect(reply.json().data).toEqual([
      {
        roast: 'dark',
        roasted: ['dark', null],
        place: '(Ghent,2)',
        grades: ['A'],
        amount: numbers === 'text' ? '1.500' : 1.5,
        own: [],
        owns: [[], { a: 1 }],
        no: false,
      },
    ]);
  }
});
