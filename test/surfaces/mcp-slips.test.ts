import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTS, type Host, type ToolReply } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

/** What models get wrong every day: each reply holds what the next call needs, in words of tools. */
let service: TestService;
let host: Host;
let db: string;
const said: ToolReply[] = [];
const call = async (name: string, input: Record<string, unknown>): Promise<ToolReply> => {
  const reply = await host.call(name, input);
  said.push(reply);
  return reply;
};
beforeAll(async () => {
  service = await startService();
  const { token } = await startSession(service, 'track coffee beans with roaster, price and rating; roasters with name and city');
  host = await HOSTS['the 2.x client over HTTP']({ url: service.url, token });
  ({ db } = (((await call('databases', {})).structured.databases as { db: string }[])[0] ?? {}) as { db: string });
});
afterAll(async () => {
  await host?.close();
  await service?.close();
});

describe('SQL that names what is not there', () => {
  test.each([
    [
      'SELECT colour FROM coffee_beans',
      { known: [{ table: 'coffee_beans', columns: expect.arrayContaining(['name', 'price', 'rating']) }] },
    ],
    [
      'SELECT b.colour FROM coffee_beans b JOIN roasters r ON true',
      {
        known: [
          { table: 'coffee_beans', columns: expect.arrayContaining(['price']) },
          { table: 'roasters', columns: expect.arrayContaining(['city']) },
        ],
      },
    ],
    [
      'SELECT name FROM coffee_beans WHERE name = "O\'Neill"',
      { hint: expect.stringContaining("'O''Neill'"), known: [{ table: 'coffee_beans' }] },
    ],
    ['SELECT * FROM coffee', { tables: ['coffee_beans', 'roasters'] }],
  ])('%s', async (sql, known) => {
    expect((await call('run', { db, sql })).structured).toMatchObject({ error: 'sql_rejected', known });
  });

  test('says how bound values are written, where they are written otherwise', async () => {
    const { structured } = await call('run', { db, sql: 'SELECT * FROM roasters WHERE city = ?', params: ['Oslo'] });
    expect(structured).toMatchObject({ error: 'sql_rejected', known: { placeholders: expect.stringContaining('$1') } });
    const right = await call('run', { db, sql: 'SELECT nope FROM roasters WHERE city = $1', params: ['Oslo'] });
    expect(right.structured.known).not.toHaveProperty('placeholders');
  });
});

describe('an insert that makes something', () => {
  test('a column is shown beside those that the table had', async () => {
    const { structured, text } = await call('insert', { db, table: 'roasters', rows: { nmae: 'Tim', city: 'Oslo' } });
    expect(structured).toMatchObject({
      inserted: 1,
      created: { columns: ['nmae'] },
      before: ['id', 'name', 'city'],
      next: expect.stringMatching(/were made/),
    });
    // What the database calls its columns stands between the marks.
    expect(text.split('\n').at(-1)).not.toContain('nmae');
  });

  test('a table is shown beside those that are called alike, and no others', async () => {
    const near = await call('insert', { db, table: 'roaster', rows: [{ name: 'Tim' }] });
    expect(near.structured).toMatchObject({ created: { table: true }, similar: ['roasters'] });
    const kind = await call('insert', { db, table: 'beans', rows: [{ name: 'Sidamo' }] });
    expect(kind.structured).toMatchObject({ created: { table: true }, similar: ['coffee_beans'] });
    const other = await call('insert', { db, table: 'shipments', rows: [{ day: '2026-11-01' }] });
    expect(other.structured).toMatchObject({ created: { table: true } });
    expect(other.structured).not.toHaveProperty('similar');
    expect(other.structured).not.toHaveProperty('next');
  });

  test('nothing is said where nothing is made', async () => {
    const { structured } = await call('insert', { db, table: 'roasters', rows: [{ name: 'Sey', city: 'New York' }] });
    expect(structured).toEqual({ db, trace: expect.any(String), table: 'roasters', inserted: 1 });
  });
});

describe('arguments', () => {
  test.each([
    ['insert', { table: 'roasters', rows: '[{"name":"Tim"}]' }, { path: 'rows', message: expect.stringMatching(/list of objects/) }],
    ['insert', { table: 'roasters', data: [{ name: 'Tim' }] }, { path: 'data', message: 'The tool takes no such argument.' }],
    ['run', { query: 'SELECT 1' }, { path: 'sql', message: 'It is missing.' }],
    ['ask', { question: 'How many roasters?' }, { path: 'goal', message: 'It is missing.' }],
    ['run', { sql: 'SELECT $1', params: 'x' }, { path: 'params', message: 'Expected array, received string' }],
  ])('%s %j names the one that is wrong', async (tool, input, issue) => {
    const { structured } = await call(tool, { db, ...input });
    expect(structured).toMatchObject({ known: { issues: expect.arrayContaining([issue]), takes: expect.arrayContaining(['db']) } });
  });

  test.each([
    ['ask', { goal: 'x'.repeat(2_001) }, 'goal_too_long', /longer than 2000 characters/, 'goal', 'At most 2000 characters.'],
    ['run', { sql: `SELECT ${'1+'.repeat(40_000)}1` }, 'sql_too_long', /longer than 65536 characters/, 'sql', 'At most 65536 characters.'],
    ['ask', { goal: 7 }, 'invalid_body', /expected shape/, 'goal', 'Expected string, received number'],
    ['ask', { goal: '' }, 'goal_required', /nothing to do/, 'goal', 'It is missing.'],
  ])('%s says by what its rule is broken (%#)', async (tool, input, error, message, path, said) => {
    const { structured } = await call(tool, { db, ...input });
    expect(structured).toMatchObject({ error, message: expect.stringMatching(message), known: { issues: [{ path, message: said }] } });
  });

  test('an engine that there is not is told with those that there are', async () => {
    const { structured } = await call('create_database', { goal: 'track tea with name', engine: 'oracle' });
    expect(structured).toMatchObject({
      error: 'invalid_engine',
      known: { issues: [{ path: 'engine', message: 'One of postgres, clickhouse.' }] },
    });
  });

  test('tables are named by one name, by several, and by patterns', async () => {
    const names = async (tables: unknown) =>
      ((await call('databases', { db, tables })).structured.tables as { name: string }[] | undefined)?.map(({ name }) => name);
    expect(await names('coffee_beans')).toEqual(['coffee_beans']);
    expect(await names(['coffee*', 'ship*', 'shipments'])).toEqual(['coffee_beans', 'shipments']);
    expect((await call('databases', { db, tables: ['none*', 'roasters'] })).structured).toMatchObject({
      error: 'schema_mismatch',
      known: { table: 'none*', known: expect.arrayContaining(['roasters']) },
    });
  });
});

describe('what goes on elsewhere', () => {
  test('SQL in place of a question is offered as the call that runs it', async () => {
    const reply = await call('ask', { db, goal: 'SELECT count(*) AS n FROM coffee_beans' });
    expect(reply.structured).toMatchObject({ error: 'sql_rejected' });
    const sent = await host.send(reply);
    expect(sent.structured).toMatchObject({ kind: 'query', rows: [[0]] });
  });

  test('a database that cannot be made is asked for anew in words, not in SQL', async () => {
    const { structured } = await call('create_database', { goal: 'CREATE TABLE t (id int, v vector(3))' });
    expect(structured).toMatchObject({ error: 'not_understood', next: expect.stringMatching(/^Say in goal/) });
  });

  test('a database is shown before it is made, in words of tools', async () => {
    const reply = await call('ask', { goal: 'make me a database of plants with species and water' });
    expect(reply.structured).toMatchObject({ kind: 'create', calls: [{ tool: 'create_database' }] });
  });

  test('who has no account is told so, and not that the connection has ended', async () => {
    const { structured } = await call('grant', { db, tables: ['roasters'], to: 'ada@example.com' });
    expect(structured).toMatchObject({ error: 'unauthorized', next: expect.stringMatching(/with an account/) });
  });

  test('a type that columns do not take is called by its name', async () => {
    const { structured } = await call('run', { db, sql: 'ALTER TABLE roasters ADD COLUMN tags text[]' });
    expect(structured).toMatchObject({ error: 'sql_rejected', known: { reason: expect.stringMatching(/an array type/) } });
  });

  test('a key that rows still refer to is named, and what to do', async () => {
    await call('insert', { db, table: 'roasters', rows: [{ id: 900, name: 'Onyx' }] });
    const { structured } = await call('insert', { db, table: 'roasters', rows: [{ id: 900, name: 'Onyx' }] });
    expect(structured).toMatchObject({ error: 'write_constraint', next: expect.stringMatching(/^See reason/) });
  });
});

test('no reply speaks of requests, their headers or fields that no tool has', () => {
  expect(said.length).toBeGreaterThan(20);
  for (const { text } of said) expect(text).not.toMatch(/\/v1\/|Idempotency|`params`|`error`|dryRun|header/);
});
