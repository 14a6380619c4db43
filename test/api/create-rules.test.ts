import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let films: TestSession;
beforeAll(async () => {
  service = await startService();
  films = await startSession(
    service,
    'films with title (required), rating from 1 to 5, status (open, closed or cancelled; default open), price in euros, unique code (exactly 4 characters) and created_at',
  );
});
afterAll(() => service.close());

const errorOf = (reply: Reply) => reply.json().error as { code: string; message: string; params: Record<string, unknown> };
const insert = (row: object) => films.post('/v1/insert', { db: films.db, table: 'films', rows: row });

describe('a database keeps the rules of its brief', () => {
  test('a row within them gets its defaults', async () => {
    expect((await insert({ title: 'Up', rating: 5, code: 'UP09' })).status).toBe(200);
    expect(await films.rows("SELECT title, rating, status, created_at IS NOT NULL AS dated FROM films WHERE title = 'Up'")).toEqual([
      { title: 'Up', rating: 5, status: 'open', dated: true },
    ]);
  });

  test.each([
    [{ title: 'A', rating: 9 }, 'rating', '9', 'rating of films has to be from 1 to 5; 9 is not.'],
    [{ title: 'A', rating: 0.5 }, 'rating', '0.5', 'rating of films has to be from 1 to 5; 0.5 is not.'],
    [{ title: 'A', status: 'gone' }, 'status', 'gone', 'status of films has to be one of open, closed, cancelled; gone is not.'],
    [{ title: 'A', code: 'ABCDE' }, 'code', 'ABCDE', 'code of films has to be exactly 4 characters long; ABCDE is not.'],
  ])('%j is refused with the value and its limits', async (row, column, value, reason) => {
    const error = errorOf(await insert(row));
    expect(error).toMatchObject({ code: 'write_constraint', params: { table: 'films', column, value, reason } });
  });

  test('by SQL and by English alike', async () => {
    const reason = 'rating of films has to be from 1 to 5; 7 is not.';
    const bySql = await films.run("INSERT INTO films (title, rating) VALUES ('B', 7)");
    expect(errorOf(bySql)).toMatchObject({ code: 'write_constraint', params: { reason } });
    const byEnglish = await films.ask('add a film titled Cars with rating 7');
    expect(errorOf(byEnglish)).toMatchObject({ code: 'write_constraint', params: { reason } });
    const previewed = await films.ask('set the rating of Up to 7');
    expect(errorOf(previewed)).toMatchObject({ code: 'write_constraint', params: { reason } });
  });

  test('a value that cannot be told from its neighbours is left out, the limits are not', async () => {
    const error = errorOf(await insert({ title: 'Me, You, Them', rating: 9 }));
    expect(error.params).toMatchObject({ column: 'rating', reason: 'rating of films has to be from 1 to 5.' });
    expect(error.params).not.toHaveProperty('value');
  });

  test('what stood beside a column is its comment', async () => {
    const schema = (await films.get(`/v1/databases/${films.db}/schema`)).json();
    const [table] = schema.tables as { columns: { name: string; nullable: boolean; hasDefault: boolean; comment: string | null }[] }[];
    const columns = Object.fromEntries((table?.columns ?? []).map((column) => [column.name, column]));
    expect(columns.rating?.comment).toBe('from 1 to 5');
    expect(columns.price?.comment).toBe('in euros');
    expect(columns.title).toMatchObject({ nullable: false });
    expect(columns.status).toMatchObject({ comment: 'open, closed or cancelled', hasDefault: true });
  });
});

describe('the engine of a new database', () => {
  const create = (goal: string, more: object = {}) =>
    send(service, 'POST', '/v1/ask', { body: { goal, ...more }, key: randomUUID() }).then((reply) => reply.json());

  test('is Postgres with a word about it where what suits the goal better is not configured', async () => {
    const reply = await create('create a database for page views with url, user id, referrer and viewed at');
    expect(reply).toMatchObject({ kind: 'create', engine: 'postgres' });
    const { assumptions } = reply.trace as { assumptions: string[] };
    expect(assumptions[0]).toBe(
      'made in Postgres: ClickHouse would suit this, since "page views" speaks of events that are only added and then counted, but is not configured here',
    );
  });

  test('is the one that was asked for, or none', async () => {
    const reply = await create('page views with url, user id and viewed at', { engine: 'postgres' });
    expect(reply).toMatchObject({ kind: 'create', engine: 'postgres' });
    expect((reply.trace as { assumptions: string[] }).assumptions.join()).not.toContain('ClickHouse');
    expect(await create('page views with url, user id and viewed at', { engine: 'clickhouse' })).toMatchObject({
      error: { code: 'unconfigured' },
    });
  });

  test('a goal that is too vague says what to add', async () => {
    const { error } = await create('make me a database');
    expect(error).toMatchObject({
      code: 'infer_failed',
      params: { reason: 'ambiguous_goal', detail: expect.stringContaining('For example') },
    });
  });
});

test('CREATE TABLE as a first goal is read as SQL, and its rules hold', async () => {
  const goal = `CREATE TABLE shelves (id serial PRIMARY KEY, room text NOT NULL);
    CREATE TABLE books (id serial PRIMARY KEY, title text, shelf_id int REFERENCES shelves ON DELETE CASCADE, price numeric CHECK (price > 0))`;
  const created = await send(service, 'POST', '/v1/ask', { body: { goal }, key: randomUUID() });
  const {
    dbId: db,
    schema,
    session,
  } = created.json() as {
    dbId: string;
    schema: { tables: { name: string }[] };
    session: { anonymous_token: string };
  };
  expect(schema.tables.map(({ name }) => name)).toEqual(['books', 'shelves']);
  const run = (sql: string) => send(service, 'POST', '/v1/run', { body: { db, sql }, key: randomUUID(), token: session.anonymous_token });
  expect((await run("INSERT INTO shelves (room) VALUES ('A')")).status).toBe(200);
  expect(errorOf(await run("INSERT INTO books (title, price) VALUES ('Up', 0)"))).toMatchObject({
    code: 'write_constraint',
    params: { reason: 'price of books has to be more than 0; 0 is not.' },
  });
  expect((await run("INSERT INTO books (title, shelf_id, price) VALUES ('Up', 1, 0.5)")).status).toBe(200);
  expect((await run('DELETE FROM shelves')).status).toBe(200);
  expect((await run('SELECT * FROM books')).json()).toMatchObject({ rowCount: 0 });
});
