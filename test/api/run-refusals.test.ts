import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
});
afterAll(() => service.close());

const refused = async (sql: string) => (await beans.run(sql)).json().error as { code: string; params: Record<string, unknown> };

test('a statement that does not parse says where, with the line around it', async () => {
  expect(await refused('SELECT id,\n  price FORM coffee_beans\nWHERE id = 1')).toMatchObject({
    code: 'sql_rejected',
    params: { position: 25, line: 2, column: 14, near: '  price FORM coffee_beans' },
  });
  // Counted in characters, where an emoji is two of JavaScript's.
  expect((await refused("SELECT '🫘🫘' AS a b")).params).toMatchObject({ position: 18, line: 1, column: 18 });
  expect((await refused(`SELECT ${'1, '.repeat(200)} FROM`)).params.near).toMatch(/^, 1, .* FROM$/);
});

test.each([
  ['\n selec 1', { line: 2, column: 2, nearest: ['select'] }],
  ["SELECT '🫘', lenght(roaster) FROM coffee_beans", { position: 13, nearest: expect.arrayContaining(['length']) }],
  ['SELECT id\nFROM pg_class', { line: 2, column: 6 }],
  ['SELECT id FROM coffee_beans WHERE id = 1::oid', { position: 43 }],
])('what is not accepted here is told with its place: %s', async (sql, params) => {
  expect(await refused(sql)).toMatchObject({ code: 'sql_rejected', params });
});

test.each([
  ['SELECT * FROM cofee_beans', { position: 15, line: 1, nearest: ['coffee_beans'], tables: ['coffee_beans'] }],
  ['-- all\nSELECT b.id\nFROM "coffee_beens" b', { line: 3, column: 6, nearest: ['coffee_beans'] }],
  [
    'SELECT b.pryce FROM coffee_beans b',
    { position: 8, nearest: ['price'], known: [{ table: 'coffee_beans', columns: expect.arrayContaining(['price', 'roaster']) }] },
  ],
  ['SELECT roster FROM coffee_beans', { position: 8, nearest: ['roaster'] }],
  ['SELECT * FROM entirely_else', { tables: ['coffee_beans'] }],
  ["INSERT INTO coffee_beans (roastr) VALUES ('x')", { nearest: ['roaster'] }],
])('a name that nothing has is told with those near it: %s', async (sql, params) => {
  expect(await refused(sql)).toMatchObject({ code: 'sql_rejected', params });
});

test('names near it are of the tables that the statement names, not of words inside its texts', async () => {
  const some = await startSession(service, 'track books with title and loans with book and due date');
  const params = async (sql: string) => ((await some.run(sql)).json().error as { params: Record<string, unknown> }).params;
  expect(await params("UPDATE books SET due_dat = 'loans'")).toEqual(
    expect.objectContaining({ known: [{ table: 'books', columns: expect.arrayContaining(['title']) }] }),
  );
  expect(await params("UPDATE books SET due_dat = 'loans'")).not.toHaveProperty('nearest');
  expect(await params('SELECT due_dat FROM loans')).toMatchObject({ nearest: ['due_date'] });
});

test('a character that text cannot hold is a value that does not fit', async () => {
  for (const sql of ['SELECT chr(0)', 'SELECT chr($1::int)']) {
    const reply = await beans.run(sql, sql.includes('$1') ? { params: [0] } : {});
    expect(reply.json()).toMatchObject({ error: { code: 'invalid_value', params: { reason: expect.stringContaining('haracter') } } });
  }
});

test('half of a character is refused as a bound value, not sent as another one', async () => {
  for (const value of ['"a\\ud800"', '["ok", "\\udc00"]']) {
    const reply = await beans.post('/v1/run', `{"db":"${beans.db}","sql":"SELECT $1::text AS a","params":[${value}]}`);
    expect(reply.json(), reply.text).toMatchObject({
      error: { code: 'invalid_value', params: { reason: expect.stringContaining('params[0]') } },
    });
  }
});

test('length is counted in characters: an emoji is one', async () => {
  const beansText = '🫘'.repeat(33_000);
  expect((await beans.run(`SELECT length('${beansText}') AS n`)).json().data).toEqual([{ n: 33_000 }]);
  expect((await refused(`SELECT '${beansText}${beansText}'`)).code).toBe('sql_too_long');
  const goal = async (text: string) => ((await beans.ask(text)).json().error as { code: string } | undefined)?.code;
  expect(await goal(beansText)).toBe('goal_too_long');
  expect(await goal('🫘'.repeat(2_001))).toBe('goal_too_long');
  expect(await goal('🫘'.repeat(1_500))).not.toBe('goal_too_long');
});
