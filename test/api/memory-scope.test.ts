import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, RowScope, Rows } from '../../src/engines/engine.ts';
import { createPostgresEngine } from '../../src/engines/postgres/engine.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { signedScope } from '../../src/engines/postgres/row-scope.ts';
import type { Verdict } from '../../src/guard/guard.ts';
import { asRole, outcomeOf, serverFacts } from '../support/hosted.ts';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { startService, TEST_SECRET, type TestService } from '../support/service.ts';

/** Rows of Ana and of Bob, of two agents, and of threads. */
let service: TestService;
let memory: MemorySession;
beforeAll(async () => {
  service = await startService();
  memory = await startMemory(service);
  const facts = [
    { content: 'Ana likes tea.', subject: 'Ana', endUserId: 'ana', agentId: 'planner' },
    { content: 'Ana flies on Monday.', subject: 'Ana', endUserId: 'ana', agentId: 'planner', threadId: 't1' },
    { content: 'Bob likes coffee.', subject: 'Bob', endUserId: 'bob', agentId: 'planner' },
    { content: 'The door code is 4711.', subject: 'door' },
  ];
  for (const fact of facts) await memory.remember(fact);
});
afterAll(() => service.close());

const CONTENTS = 'SELECT content FROM facts ORDER BY content';
const contentsOf = async (scope: object, sql = CONTENTS): Promise<unknown[]> => {
  const reply = await memory.run(sql, scope);
  expect(reply.status, reply.text).toBe(200);
  return (reply.json().data as { content: unknown }[]).map(({ content }) => content);
};
const ALL = ['Ana flies on Monday.', 'Ana likes tea.', 'Bob likes coffee.', 'The door code is 4711.'];

describe('through the API', () => {
  test.each([
    [{}, ALL],
    [{ endUserId: 'ana' }, ALL.slice(0, 2)],
    [{ endUserId: 'ana', threadId: 't1' }, ALL.slice(0, 2)],
    [{ endUserId: 'ana', threadId: 't2' }, ['Ana likes tea.']],
    [{ endUserId: 'bob', agentId: 'planner' }, ['Bob likes coffee.']],
    [{ endUserId: 'bob', agentId: 'writer' }, []],
    [{ agentId: 'planner' }, ALL.slice(0, 3)],
    [{ threadId: 't1' }, ALL],
    [{ endUserId: "ana' OR true --" }, []],
    [{ endUserId: 'aña, ☃' }, []],
  ])('%o sees its own rows', async (scope, contents) => {
    expect(await contentsOf(scope)).toEqual(contents);
    expect(await contentsOf(scope, 'SELECT content FROM fact_history ORDER BY content')).toEqual(contents);
  });

  test('an ask counts its own rows, and names no value of another', async () => {
    const ask = async (goal: string, scope: object) => await memory.ask(goal, scope);
    expect((await ask('how many facts are there?', {})).json().data).toEqual([{ count: 4 }]);
    expect((await ask('how many facts are there?', { endUserId: 'bob' })).json().data).toEqual([{ count: 1 }]);
    const named = await ask('how many facts have the subject Ana?', { endUserId: 'bob' });
    expect(named.text).not.toContain('tea');
    if (named.status === 200) expect(named.json().data).toEqual([{ count: 0 }]);
  });

  test('a write reaches its own rows, belongs to its own session, and cannot be given to another', async () => {
    const scope = { endUserId: 'ana', agentId: 'planner' };
    const deleted = await memory.run("DELETE FROM facts WHERE subject = 'Bob'", scope);
    expect(deleted.json()).toMatchObject({ status: 'ok', rowCount: 0 });
    const added = await memory.run(
      "INSERT INTO facts (content, subject) VALUES ('Ana skis.', 'skiing') RETURNING end_user_id, agent_id, thread_id",
      scope,
    );
    expect(added.json().data).toEqual([{ end_user_id: 'ana', agent_id: 'planner', thread_id: null }]);
    for (const sql of [
      "INSERT INTO facts (content, end_user_id) VALUES ('Bob skis.', 'bob')",
      "UPDATE facts SET end_user_id = 'bob' WHERE subject = 'skiing'",
    ]) {
      const reply = await memory.run(sql, scope);
      expect(reply.json().error, reply.text).toMatchObject({ code: 'sql_rejected', params: { sqlstate: '42501' } });
    }
    await memory.rows("DELETE FROM facts WHERE subject = 'skiing'");
  });

  test('a plan is of all rows, and is not shown to a session that is bound to some', async () => {
    for (const scope of [{ endUserId: 'bob' }, { agentId: 'planner' }, { threadId: 't1' }]) {
      const reply = await memory.run('EXPLAIN ANALYZE SELECT content FROM facts', scope);
      expect(reply.json().error, reply.text).toMatchObject({ code: 'sql_rejected' });
      expect(reply.text).not.toContain('Rows Removed');
    }
    expect((await memory.run('EXPLAIN ANALYZE SELECT content FROM facts')).status).toBe(200);
  });

  test('a preview is of its own rows, and tables are not changed for one end user', async () => {
    const preview = await memory.ask('delete the facts with the subject Bob', { endUserId: 'ana' });
    expect(preview.text).not.toContain('coffee');
    const change = await memory.ask('add a colour column to facts', { endUserId: 'ana' });
    expect(change.json().error).toMatchObject({ code: 'forbidden' });
  });

  test('a preview is confirmed for whom it was made alone, by its words and by its token', async () => {
    const goal = 'delete the facts with the subject Bob';
    const preview = await memory.ask(goal, { endUserId: 'bob' });
    const { confirmToken } = preview.json();
    expect(preview.json()).toMatchObject({ status: 'requires_confirm', diff: { affectedRows: 1 } });
    for (const scope of [{}, { endUserId: 'ana' }, { endUserId: 'bob', threadId: 't1' }]) {
      expect((await memory.ask(goal, { ...scope, confirm: true })).json().error, JSON.stringify(scope)).toMatchObject({
        code: 'confirm_expired',
      });
      const own = await memory.ask(goal, { endUserId: 'bob' });
      const byToken = await memory.post('/v1/ask', { db: memory.db, confirm: true, confirmToken: own.json().confirmToken, ...scope });
      expect(byToken.json().error, JSON.stringify(scope)).toMatchObject({ code: 'confirm_expired' });
    }
    expect(confirmToken).toBeTypeOf('string');
    expect(await contentsOf({})).toEqual(ALL);
  });

  test('an insert is bound to nobody, and says so where it is asked to be', async () => {
    const insert = (scope: object) =>
      memory.post('/v1/insert', { db: memory.db, table: 'facts', rows: { content: 'Bob runs.', end_user_id: 'ana' }, ...scope });
    for (const scope of [{ endUserId: 'bob' }, { agentId: 'planner' }, { threadId: 't1' }]) {
      expect((await insert(scope)).json().error, JSON.stringify(scope)).toMatchObject({ code: 'forbidden' });
    }
    expect((await insert({ endUserId: 7 })).json().error).toMatchObject({ code: 'invalid_scope' });
    expect(await contentsOf({})).toEqual(ALL);
  });
});

/** The guard allows everything, so that the engine gets any text. */
describe('without the guard', () => {
  let engine: Engine;
  let close: () => Promise<void>;
  let isSuperuser: boolean;
  const verdict = (sql: string): Verdict => ({ kind: 'allow', class: 'read', verb: 'select', sql, paramCount: 0 });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { signal } = new AbortController();
  const BOB: RowScope = { agentId: null, endUserId: 'bob', threadId: null };
  const ANYBODY: RowScope = { agentId: null, endUserId: null, threadId: null };

  beforeAll(async () => {
    ({ superuser: isSuperuser } = await serverFacts());
    const server = await openServer({ databaseUrl: service.config.databaseUrl, dataDir: service.config.dataDir, log: quiet });
    engine = createPostgresEngine({
      server,
      secret: TEST_SECRET,
      guard: verdict,
      statementTimeoutMs: 5_000,
      poolMax: 4,
      poolMaxPerRole: 1,
      poolWaitMs: 2_000,
    });
    close = async () => {
      await engine.close();
      await server.close();
    };
  });
  afterAll(() => close());

  const read = (sql: string, rows?: RowScope) =>
    outcomeOf(engine.read({ dbId: memory.db, ...(rows ? { rows } : {}) }, { sql, params: [] }, { maxRows: 100, signal }));
  const write = (sql: string, rows?: RowScope) =>
    outcomeOf(
      engine.write(
        { dbId: memory.db, ...(rows ? { rows } : {}) },
        { scope: 'scopes', key: randomUUID(), traceId: randomUUID(), fingerprint: 'f' },
        async (transaction) => JSON.stringify((await transaction.run({ sql, params: [] }, 100)).rows),
        { as: 'writer', signal },
      ),
    );
  const seen = async (outcome: ReturnType<typeof read>) => ((await outcome).reply as Rows | null)?.rows.length ?? null;

  test('a session that names nobody sees no row, nor writes one', async () => {
    expect(await seen(read('SELECT * FROM facts'))).toBe(0);
    expect(await seen(read('SELECT * FROM facts', ANYBODY))).toBe(4);
    expect((await write("INSERT INTO facts (content) VALUES ('x')")).code).toBe('sql_rejected');
    expect(await seen(read("SELECT * FROM facts WHERE content = 'x'", ANYBODY))).toBe(0);
  });

  test.each([
    "SELECT set_config('svc.row_scope', '', true), content FROM facts",
    "SELECT content FROM facts, (SELECT set_config('svc.row_scope', '-,-,-', true)) AS s OFFSET 0",
    'SET svc.row_scope = DEFAULT',
    'RESET ALL',
    "SET LOCAL svc.row_scope = '-,616e61,-'",
    'SET row_security = off',
    'SELECT key FROM svc.row_key',
    "SELECT svc.row_scope(2), current_setting('svc.row_scope')",
    "SELECT reset_val FROM pg_settings WHERE name = 'svc.row_scope'",
    'ALTER TABLE facts DISABLE ROW LEVEL SECURITY',
    'DROP POLICY scoped ON facts',
    'CREATE POLICY mine ON facts USING (true)',
    'SET ROLE NONE',
    "CREATE FUNCTION pg_temp.f() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$",
    "DO $$ BEGIN PERFORM set_config('svc.row_scope', '', true); END $$",
  ])('no statement widens what it sees: %s', async (sql) => {
    for (const outcome of [await read(sql, BOB), await write(sql, BOB)]) {
      const text = JSON.stringify(outcome.reply);
      for (const theirs of ['tea', 'Monday', '4711']) expect(text).not.toContain(theirs);
    }
    expect(await seen(read('SELECT * FROM facts', BOB))).toBe(1);
  });

  test.each(['facts', 'past_facts', 'fact_history', 'episodes', 'entities'])(
    '%s: a scope that the service did not sign shows nothing',
    async (table) => {
      const key = 'f'.repeat(64);
      await asRole(memory.db, 'reader', async (client) => {
        for (const forged of ['', '-,-,-', `${'0'.repeat(64)}-,-,-`, signedScope(ANYBODY, key)]) {
          await client.query(`SET svc.row_scope = '${forged}'`);
          expect((await client.query(`SELECT * FROM ${table}`)).rows).toEqual([]);
        }
      });
    },
  );

  test('a condition cannot look at the rows of others before they are left out', async () => {
    // What divides by zero for Ana's row alone would tell of it.
    const { code, reply } = await read("SELECT content FROM facts WHERE 1 / (CASE WHEN content LIKE 'Ana%' THEN 0 ELSE 1 END) = 1", BOB);
    expect([code, (reply as Rows | null)?.rows]).toEqual(['ok', [['Bob likes coffee.']]]);
  });

  test('the words of a text are looked up by their index where the service may say that it tells nothing', async () => {
    const plan = await read(
      "EXPLAIN SELECT content FROM facts WHERE to_tsvector('english', content) @@ websearch_to_tsquery('english', 'tea')",
      ANYBODY,
    );
    expect(plan.code).toBe('ok');
    const isLeakproof = await asRole(
      memory.db,
      'reader',
      async (client) => (await client.query("SELECT proleakproof FROM pg_proc WHERE proname = 'ts_match_vq'")).rows[0]?.proleakproof,
    );
    expect(isLeakproof).toBe(isSuperuser);
  });
});
