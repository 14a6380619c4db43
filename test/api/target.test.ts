import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;
let library: string;
beforeAll(async () => {
  service = await startService();
  session = await startSession(service, 'track employees with name and monthly salary');
  library = await make('a library with books and members; loans with lent at and due date; members have many loans', 'Library');
  await make('track coffee beans with roaster, price and rating', 'Roastery');
  await make('track tea leaves with origin and price', 'Tea');
});
afterAll(() => service.close());

async function make(goal: string, name: string): Promise<string> {
  const reply = await session.post('/v1/databases', { goal, name });
  if (reply.status !== 201) throw new Error(reply.text);
  return String(reply.json().dbId);
}
const ask = (goal: string, more: object = {}): Promise<Reply> => session.post('/v1/ask', { goal, ...more });
const count = async () => ((await session.get('/v1/databases')).json() as unknown as unknown[]).length;
const errorOf = (reply: Reply) => reply.json().error as { code: string; params: Record<string, unknown> };

describe('of several databases', () => {
  test.each([
    ['What is the average salary?', 'employees'],
    ['average monthly salaries', 'employees'],
    ['How many loans are there?', 'library'],
    ['What is the highest rating?', 'roastery'],
  ])('%s: the only one with such a table or column', async (goal, slug) => {
    const reply = await ask(goal);
    expect(reply.json(), reply.text).toMatchObject({ kind: 'query', selected_db: { slug, reason: 'recent_table' } });
  });

  test('where two fit none is guessed, and only these are offered', async () => {
    const reply = await ask('What is the highest price?');
    expect(errorOf(reply).code).toBe('ambiguous_db');
    const { candidate_dbs: offered } = reply.json() as unknown as { candidate_dbs: { id: string; slug: string }[] };
    expect(offered.map(({ slug }) => slug).sort()).toEqual(['roastery', 'tea']);
    for (const { id } of offered) expect((await ask('What is the highest price?', { db: id })).status).toBe(200);
  });

  test('a question never makes one, a brief always does', async () => {
    const before = await count();
    for (const goal of ['How many are there?', 'Which planets have rings?']) expect(errorOf(await ask(goal)).code).toBe('ambiguous_db');
    expect(await count()).toBe(before);
    const made = await ask('track salaries with player and amount');
    expect(made.json(), made.text).toMatchObject({ kind: 'create' });
    expect(await count()).toBe(before + 1);
    await send(service, 'DELETE', `/v1/databases/${made.json().dbId}`, { token: session.token, key: randomUUID() });
  });

  test('the name that chose one is not asked of its tables', async () => {
    for (const goal of [
      'How many loans are in the library?',
      'How many loans are there in the library database?',
      'library: how many loans are there',
    ]) {
      const reply = await ask(goal);
      expect(reply.json(), reply.text).toMatchObject({ answer: '0 loans.', selected_db: { id: library, reason: 'name_match' } });
      const { assumptions } = reply.json().trace as { assumptions: string[] };
      expect(assumptions.filter((text) => text.endsWith('names the database library'))).toHaveLength(1);
    }
  });

  test('nor is a name whose words tables have, where no table has all of them', async () => {
    const some = await startSession(service, 'track books and loans');
    await some.post('/v1/databases', { goal: 'track tea leaves with origin and price' });
    await some.rows("INSERT INTO books (title) VALUES ('Emma'), ('Persuasion')");
    for (const goal of ['how many books in the books loans', 'how many books in the books loans database']) {
      const reply = await some.post('/v1/ask', { goal });
      expect(reply.json(), reply.text).toMatchObject({
        answer: '2 books.',
        selected_db: { slug: 'books_loans', reason: 'name_match' },
        trace: { question: 'how many books', assumptions: [expect.stringContaining('names the database books_loans')] },
      });
    }
  });

  test('more than twenty are compared too', async () => {
    const many = await startSession(service, 'track employees with name and monthly salary');
    for (let n = 0; n < 21; n++) await many.post('/v1/databases', { goal: `track tea leaves with origin and price`, name: `Tea ${n}` });
    const reply = await many.post('/v1/ask', { goal: 'What is the average salary?' });
    expect(reply.json(), reply.text).toMatchObject({ selected_db: { slug: 'employees' } });
  });
});

describe('asking back', () => {
  test('a brief to a pinned database that has what it names: both options do what they say', async () => {
    const goal = 'track coffee beans with roaster and price';
    const tables = (await session.get('/v1/databases')).json() as unknown as { dbId: string; slug: string }[];
    const db = tables.find(({ slug }) => slug === 'roastery')?.dbId;
    const reply = await ask(goal, { db });
    expect(reply.json()).toMatchObject({ error: { code: 'clarify_required' }, pinned_db: { id: db, slug: 'roastery' } });
    const [query, create] = errorOf(reply).params.options as { label: string; goal: string; forceQuery?: boolean; dropPin?: boolean }[];
    expect(query).toMatchObject({ label: 'Ask roastery for "coffee beans"', goal, forceQuery: true });
    expect(create).toMatchObject({ label: 'Create a new database', goal, dropPin: true });
    const { label: _, ...fields } = query ?? {};
    const asked = await session.post('/v1/ask', { ...fields, db });
    const read = 'coffee beans';
    expect(asked.json(), asked.text).toMatchObject({ kind: 'query', trace: { question: read, assumptions: [`read as "${read}"`] } });
    const made = await ask(create?.goal ?? '');
    expect(made.json()).toMatchObject({ kind: 'create' });
    await send(service, 'DELETE', `/v1/databases/${made.json().dbId}`, { token: session.token, key: randomUUID() });
  });

  test('to one that has no words for it, only what can be followed is offered', async () => {
    const reply = await ask('track coffee cups with size and colour', { db: library });
    expect(errorOf(reply)).toMatchObject({
      code: 'clarify_required',
      params: { reason: expect.stringContaining('library has nothing'), options: [{ label: 'Create a new database', dropPin: true }] },
    });
  });

  test('clearing a database whose tables hold each other: what may be empty is emptied before, and tables without rows are left out', async () => {
    const ring = await startSession(service, 'track tea leaves with origin and price');
    await asRole(ring.db, 'owner', (owner) =>
      owner.query(`
        CREATE TABLE teams (id int PRIMARY KEY, captain_id int NOT NULL);
        CREATE TABLE players (id int PRIMARY KEY, team_id int REFERENCES teams);
        ALTER TABLE teams ADD FOREIGN KEY (captain_id) REFERENCES players DEFERRABLE INITIALLY DEFERRED;
        INSERT INTO players VALUES (1, NULL), (2, NULL);
        INSERT INTO teams VALUES (7, 1);
        UPDATE players SET team_id = 7;`),
    );
    let steps = 0;
    for (;;) {
      const reply = (await ring.ask('clear my database')).json() as { error: { code: string; params: Record<string, unknown> } };
      if (reply.error.code !== 'clarify_required') {
        expect(reply).toMatchObject({ error: { code: 'write_no_rows', params: { reason: expect.stringContaining('empty already') } } });
        break;
      }
      const [first] = reply.error.params.options as { goal: string }[];
      const shown = (await ring.ask(first?.goal ?? '')).json();
      const done = await ring.ask(first?.goal ?? '', { confirm: true, confirmToken: shown.confirmToken });
      expect(done.json(), done.text).toMatchObject({ kind: 'write' });
      steps += 1;
      if (steps > 5) break;
      if (steps === 1) expect(first?.goal).toBe('set team_id of all players to null');
    }
    expect(steps).toBe(3);
  });

  test('a brief of several things that are there: each can be asked for, and none is answered for all', async () => {
    const some = await startSession(service, 'track books and loans');
    await some.rows("INSERT INTO books (title) VALUES ('Emma'), ('Persuasion')");
    for (const goal of ['track books and loans', 'I want to keep track of books, loans']) {
      const asked = await some.ask(goal);
      expect(asked.json(), asked.text).toMatchObject({ error: { code: 'clarify_required' }, pinned_db: { id: some.db } });
      expect(errorOf(asked).params.options).toEqual([
        { label: 'Ask books_loans for "books"', goal: 'books', forceQuery: true },
        { label: 'Ask books_loans for "loans"', goal: 'loans', forceQuery: true },
        { label: 'Create a new database', goal, dropPin: true },
      ]);
      const forced = await some.ask(goal, { forceQuery: true });
      expect(forced.json(), forced.text).toMatchObject({
        error: {
          code: 'not_understood',
          params: { reason: expect.stringContaining('several things'), options: [{ goal: 'books' }, { goal: 'loans' }] },
        },
      });
    }
    // Half of a brief is not asked for the whole of it either.
    const half = await some.ask('track books and rivers', { forceQuery: true });
    expect(half.json(), half.text).toMatchObject({ error: { code: 'not_understood', params: { options: [{ goal: 'books' }] } } });
    const [first] = errorOf(await some.ask('track books and loans')).params.options as object[];
    const books = await some.ask('books', first);
    expect(books.json(), books.text).toMatchObject({ kind: 'query', rowCount: 2 });
  });

  test('clearing a database by its name is clearing all of it', async () => {
    const some = await startSession(service, 'track books and loans');
    await some.post('/v1/databases', { goal: 'track tea leaves with origin and price' });
    await some.rows("INSERT INTO books (title) VALUES ('Emma')");
    for (const goal of [
      'empty my books_loans database',
      'wipe the books loans database',
      'clear books_loans',
      'Delete all data of books_loans',
    ]) {
      const reply = await some.post('/v1/ask', { goal });
      expect(reply.json(), `${goal}: ${reply.text}`).toMatchObject({
        error: { code: 'clarify_required', params: { options: [{ goal: 'delete every row of books' }] } },
        pinned_db: { id: some.db },
      });
    }
    const tea = await some.post('/v1/ask', { goal: 'clear the tea leaves database' });
    expect(errorOf(tea).params, tea.text).toMatchObject({ reason: expect.stringContaining('empty already') });
  });

  test('clearing, deleting or changing without a database says that there is none, and makes none', async () => {
    for (const goal of ['clear my database', 'delete all orders from last year']) {
      const reply = await send(service, 'POST', '/v1/ask', { body: { goal }, key: randomUUID() });
      expect(reply.json(), reply.text).toMatchObject({
        error: { code: 'infer_failed', message: expect.stringContaining('There is no database yet'), params: { reason: 'no_database' } },
      });
    }
  });

  test('clearing a database: children first, each option an ordinary ask, until all is empty', async () => {
    const shop = await startSession(
      service,
      'track customers with name; orders with total; items with title; customers have many orders; orders have many items',
    );
    await shop.rows("INSERT INTO customers (name) VALUES ('Ada')");
    await shop.rows('INSERT INTO orders (customer_id, total) VALUES (1, 5)');
    await shop.rows("INSERT INTO items (order_id, title) VALUES (1, 'x')");
    const reply = await shop.ask('clear my database');
    expect(reply.json()).toMatchObject({ error: { code: 'clarify_required' }, pinned_db: { id: shop.db } });
    const options = errorOf(reply).params.options as { label: string; goal: string }[];
    expect(options.map(({ label }) => label)).toEqual([
      'Delete every row of items',
      'Delete every row of orders, once items is empty',
      'Delete every row of customers, once orders is empty',
    ]);
    for (const { goal } of options) {
      const preview = (await shop.ask(goal)).json();
      expect(preview).toMatchObject({ status: 'requires_confirm', diff: { verb: 'delete', affectedRows: 1 } });
      expect((await shop.ask(goal, { confirm: true, confirmToken: preview.confirmToken })).json()).toMatchObject({
        kind: 'write',
        rowCount: 1,
      });
    }
    expect(await shop.rows('SELECT (SELECT count(*)::int FROM customers) AS c, (SELECT count(*)::int FROM orders) AS o')).toEqual([
      { c: 0, o: 0 },
    ]);
  });
});

describe('a create with dryRun', () => {
  const GOAL = 'track customers with name and city; orders with total and placed at; customers have many orders';

  test('shows the schema that the create then makes, and makes nothing', async () => {
    const before = await count();
    const reply = await session.post('/v1/ask', { goal: GOAL, dryRun: true }, { key: null });
    expect(reply.status, reply.text).toBe(200);
    const shown = reply.json();
    expect(shown).toMatchObject({ status: 'requires_confirm', kind: 'create', requires_confirm: true, engine: 'postgres' });
    expect(shown.session).not.toHaveProperty('db');
    expect(await count()).toBe(before);
    const made = (await ask(GOAL)).json();
    expect(made.kind).toBe('create');
    expect(shown.answer).toContain(`create ${made.slug} with`);
    expect(shown.schema).toEqual(made.schema);
    expect(shown.assumptions).toEqual(made.assumptions);
    expect(made.assumptions).toEqual((made.trace as { assumptions: string[] }).assumptions);
    await send(service, 'DELETE', `/v1/databases/${made.dbId}`, { token: session.token, key: randomUUID() });
  });

  test('its design, changed, is made as it is: with rules, notes and references', async () => {
    const goal = 'track members with name and unique email; loans with due date and notes; members have many loans';
    const shown = (await session.post('/v1/ask', { goal, dryRun: true, forceCreate: true }, { key: null })).json();
    type Table = { name: string; comment?: string; columns: object[]; references?: { column: string; onDelete?: string }[] };
    const design = shown.design as { title: string; tables: Table[] };
    const [members, loans] = ['members', 'loans'].map((name) => design.tables.find((table) => table.name === name)) as [Table, Table];
    members.comment = 'Who borrows';
    members.columns.push({ name: 'grade', type: 'text', nullable: false, default: { kind: 'value', value: 'b' } });
    loans.columns.push({ name: 'state', type: 'text', nullable: true, check: { kind: 'oneOf', values: ['open', 'closed'] } });
    for (const reference of loans.references ?? []) reference.onDelete = 'cascade';
    const made = await session.post('/v1/databases', { goal, name: 'Changed', design });
    expect(made.status, made.text).toBe(201);
    const dbId = String(made.json().dbId);
    const tables = (await send(service, 'GET', `/v1/databases/${dbId}/schema`, { token: session.token })).json().tables as {
      name: string;
      comment: string | null;
      columns: { name: string; nullable: boolean; hasDefault: boolean }[];
      uniques: string[][];
      foreignKeys: { table: string; onDelete: string }[];
    }[];
    const of = (name: string) => tables.find((table) => table.name === name);
    expect(of('members')).toMatchObject({ comment: 'Who borrows', uniques: [['email']] });
    expect(of('members')?.columns.find(({ name }) => name === 'grade')).toMatchObject({ nullable: false, hasDefault: true });
    expect(of('loans')?.foreignKeys).toMatchObject([{ table: 'members', onDelete: 'cascade' }]);
    const run = (sql: string) => session.post('/v1/run', { db: dbId, sql });
    expect((await run("INSERT INTO loans (state) VALUES ('lost')")).json()).toMatchObject({ error: { code: 'write_constraint' } });
    expect((await run("INSERT INTO loans (state) VALUES ('open')")).status).toBe(200);
    await send(service, 'DELETE', `/v1/databases/${dbId}`, { token: session.token, key: randomUUID() });
  });

  test.each([
    [{ design: { title: 'x', tables: [{ name: 'Two Words', columns: [] }] } }, 'compile_failed'],
    [{ design: { title: 'x', tables: [{ name: 'a', columns: [{ name: 'b', type: 'bigint', nullable: true }] }] } }, 'invalid_body'],
    [{ design: { title: 'x', tables: [] } }, 'invalid_body'],
    [{ design: { title: 'x', tables: [{ name: 'a', columns: [] }] }, preset: 'empty' }, 'invalid_body'],
  ])('a design that is none is refused, and nothing is left: %j', async (more, code) => {
    const before = await count();
    expect(errorOf(await session.post('/v1/databases', { goal: 'things', ...more })).code).toBe(code);
    expect(await count()).toBe(before);
  });

  test('forceCreate reads as a brief what would be asked of what is there, and takes nothing that is of a database', async () => {
    const shown = await session.post(
      '/v1/ask',
      { goal: 'CREATE TABLE shelves (label text)', dryRun: true, forceCreate: true },
      { key: null },
    );
    expect(shown.json(), shown.text).toMatchObject({ kind: 'create', design: { tables: [{ name: 'shelves' }] } });
    for (const [field, value] of Object.entries({ db: 'db_none', forceQuery: true, confirm: true, sql: 'SELECT 1' })) {
      const refused = await session.post('/v1/ask', { goal: GOAL, dryRun: true, forceCreate: true, [field]: value }, { key: null });
      expect(errorOf(refused)).toMatchObject({ code: 'invalid_body', params: { issues: [{ path: field }] } });
    }
  });

  test('by a caller who has nothing yet', async () => {
    const reply = await send(service, 'POST', '/v1/ask', { body: { goal: GOAL, dryRun: true } });
    expect(reply.json(), reply.text).toMatchObject({ kind: 'create', requires_confirm: true });
  });

  test('POST /v1/databases tells what it assumed', async () => {
    const reply = await session.post('/v1/databases', { goal: 'library with books, members and loans', name: 'Assumed' });
    expect(Array.isArray(reply.json().assumptions)).toBe(true);
    expect((reply.json().assumptions as string[]).length).toBeGreaterThan(0);
    await send(service, 'DELETE', `/v1/databases/${reply.json().dbId}`, { token: session.token, key: randomUUID() });
  });
});
