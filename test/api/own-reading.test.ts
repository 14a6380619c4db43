import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4), ('Onyx', 30, 3)");
});

const read = (sql: string, more: object = {}) => beans.post('/v1/ask', { db: beans.db, sql, ...more });
const errorOf = (reply: Reply) => reply.json().error as { code: string; params: Record<string, unknown> };

test('a goal with its reading in SQL is answered by it, worded, and the next time without it', async () => {
  const goal = 'Which roaster is our darling?';
  const declined = await beans.ask(goal);
  expect(errorOf(declined)).toMatchObject({ code: 'not_understood', params: { known: [{ table: 'coffee_beans' }] } });
  const sql = 'SELECT roaster FROM coffee_beans GROUP BY roaster ORDER BY sum(price) DESC LIMIT 1';
  const reply = await beans.ask(goal, { sql });
  expect(reply.json()).toMatchObject({ kind: 'query', answer: 'Roaster: Onyx.', trace: { model: 'caller', confidence: null } });
  expect((await beans.ask(goal)).json()).toMatchObject({ answer: 'Roaster: Onyx.', trace: { model: 'cache' } });
  const receipt = await beans.get(`/v1/traces/${(reply.json().trace as { id: string }).id}`);
  expect(receipt.json()).toMatchObject({ asked: { text: goal, sql }, model: 'caller' });
});

test('SQL alone will do, with bound values, as many as it uses', async () => {
  expect((await read('SELECT count(*) FROM coffee_beans WHERE price > $1', { params: [20] })).json()).toMatchObject({
    answer: '2 coffee beans.',
  });
  expect(errorOf(await read('SELECT count(*) FROM coffee_beans WHERE price > $1'))).toMatchObject({
    code: 'sql_rejected',
    params: { reason: 'The statement takes 1 bound values; 0 came in `params`' },
  });
  expect(errorOf(await beans.ask('How many?', { params: [1] })).code).toBe('invalid_body');
});

test('a number among its values keeps every digit, also the zeros at the end of its fraction', async () => {
  const ask = (sql: string, params: string, more = '') =>
    beans.post('/v1/ask', `{"db":"${beans.db}","sql":${JSON.stringify(sql)},"params":${params}${more}}`);
  await beans.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('1.10', 9007199254740993.10), ('2.0', 1)");
  const found = async (condition: string, params: string) =>
    (await ask(`SELECT roaster FROM coffee_beans WHERE ${condition}`, params)).json().data;
  expect(await found('roaster = $1', '[1.10]')).toEqual([{ roaster: '1.10' }]);
  expect(await found('roaster = $1', '[2.0]')).toEqual([{ roaster: '2.0' }]);
  expect(await found('price = $1', '[9007199254740993.10]')).toEqual([{ roaster: '1.10' }]);
  expect(await found('id = $1', '[2.0]')).toEqual([{ roaster: 'Sey' }]);
  const shown = (await ask('UPDATE coffee_beans SET price = $1 WHERE id = $2', '[7.50, 1.0]')).json();
  await beans.post('/v1/ask', { confirm: true, confirmToken: shown.confirmToken });
  expect(await beans.rows('SELECT price::text AS price FROM coffee_beans WHERE id = 1')).toEqual([{ price: '7.50' }]);
});

test('a write of any kind is previewed, and its token does exactly that', async () => {
  const prices = () => beans.rows('SELECT price FROM coffee_beans ORDER BY id');
  for (const [sql, params, verb] of [
    ['UPDATE coffee_beans SET price = $1 WHERE roaster = $2', [1, 'Sey'], 'update'],
    ["INSERT INTO coffee_beans (roaster) VALUES ('Tim')", [], 'insert'],
    ['DELETE FROM coffee_beans WHERE id = 1', [], 'delete'],
    ['ALTER TABLE coffee_beans ADD COLUMN origin text', [], 'alter'],
  ] as const) {
    const before = await prices();
    const shown = (await read(sql, { params })).json();
    expect(shown).toMatchObject({ kind: 'preview', diff: { verb } });
    expect(await prices()).toEqual(before);
    const done = await beans.post('/v1/ask', { confirm: true, confirmToken: shown.confirmToken });
    expect(done.json(), sql).toMatchObject({ kind: 'write', trace: { model: 'caller' } });
  }
  expect(await beans.rows('SELECT roaster, price::int, origin FROM coffee_beans ORDER BY id')).toEqual([
    { roaster: 'Sey', price: 1, origin: null },
    { roaster: 'Onyx', price: 30, origin: null },
    { roaster: 'Tim', price: null, origin: null },
  ]);
});

test('previews of one sentence with other SQL or values are held beside each other', async () => {
  const sql = 'DELETE FROM coffee_beans WHERE id = $1';
  const tokens = await Promise.all([1, 2].map(async (id) => (await beans.ask('drop it', { sql, params: [id] })).json().confirmToken));
  for (const confirmToken of tokens)
    expect((await beans.post('/v1/ask', { confirm: true, confirmToken })).json()).toMatchObject({ rowCount: 1 });
  expect(await beans.rows('SELECT id FROM coffee_beans')).toEqual([{ id: 3 }]);
});

test.each([
  ['SELECT nope FROM coffee_beans', 'schema_mismatch'],
  ['SELECT pg_sleep(10)', 'sql_rejected'],
  ['TRUNCATE coffee_beans', 'sql_rejected'],
  ['SELEC 1', 'sql_rejected'],
  [`INSERT INTO coffee_beans (roaster) VALUES ${Array.from({ length: 1_001 }, (_, n) => `('r${n}')`).join()}`, 'sql_rejected'],
  ['SELECT 1; DELETE FROM coffee_beans', 'sql_rejected'],
])('%.60s is refused', async (sql, code) => {
  expect(errorOf(await read(sql)).code).toBe(code);
  expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual([{ n: 3 }]);
});
