import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { maxHeaderSize } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createKeyHash } from '../../src/accounts/key-hash.ts';
import { ACCOUNT_KEY_PREFIX, newKeyText } from '../../src/accounts/key-text.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { ROLES, roleName, rolePassword } from '../../src/engines/postgres/server.ts';
import { newFolder } from '../support/folder.ts';
import { asRole } from '../support/hosted.ts';
import { send, startService, TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, databaseUrl, openAdmin, type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';

/** Codes that no caller of this build can meet, and why. A new code belongs here or among the cases below. */
const OUT_OF_REACH: Partial<Record<ErrorCode, string>> = {
  approval_not_found: 'agents ask for approvals; approvals.test.ts provokes it',
  approval_over: 'agents ask for approvals; approvals.test.ts provokes it',
  ddl_invalid: 'an engine has to refuse tables that the service wrote; clickhouse-server.test.ts has one that does',
  embed_failed: 'no embeddings endpoint is configured here; table-meanings.test.ts has one',
  llm_failed: 'no model is configured here; models.test.ts provokes it',
  email_unverified: 'a provider says so; oauth.test.ts has one',
  sign_in_failed: 'a provider fails; oauth.test.ts has one',
  outcome_unknown: 'a server has to lose its history; connect-write.test.ts has it',
  query_cancelled: 'only who has left causes it, so nobody reads the reply; the log has it, see below',
  request_timeout: 'fetch sends what it has; arriving.test.ts sends slowly',
  schema_unavailable:
    'a customer’s server has to be slow, or to change meanwhile; connect-faults.test.ts and connect-clickhouse.test.ts have such servers',
  source_unreadable: 'it is in the record of an import that failed, not in a reply of its own; imports.test.ts has it',
  storage_full: 'the disk of the run’s Postgres is not to be filled; test/api/room.test.ts has it on an embedded server',
  unknown_error: 'clients use it for replies without an envelope',
};

interface Case {
  readonly code: ErrorCode;
  readonly when: string;
  readonly provoke: () => Promise<Reply>;
  /** Parts of `params`, of the fields beside `error`, and of the headers. */
  readonly params?: object;
  readonly fields?: object;
  readonly headers?: Record<string, unknown>;
}

/** Takes a minute of processor time and hardly any memory. */
const HEAVY = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0';
const LOG_LINES: string[] = [];
const replies: { readonly code: string; readonly reply: Reply }[] = [];
const sessions: TestSession[] = [];

let service: TestService;
let beans: TestSession;
let admin: pg.Client;
const others: TestService[] = [];

async function another(settings: Record<string, string>): Promise<TestService> {
  const started = await startService({ SVC_LOG_LEVEL: 'info', ...settings }, { logTo: { write: (line) => void LOG_LINES.push(line) } });
  others.push(started);
  return started;
}

async function newSession(goal?: string): Promise<TestSession> {
  const session = await startSession(service, goal);
  sessions.push(session);
  return session;
}

beforeAll(async () => {
  service = await another({});
  admin = await openAdmin();
  beans = await newSession();
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4)");
});
afterAll(async () => {
  await admin.end();
  await Promise.all(others.map((each) => each.close()));
});

/** The key of an account that nobody has signed up for. */
async function newAccount(): Promise<string> {
  const key = newKeyText(ACCOUNT_KEY_PREFIX);
  const account = randomUUID();
  await admin.query("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'test')", [account]);
  await admin.query("INSERT INTO svc_control.account_key (id, account_id, hash, last4, access) VALUES ($1, $2, $3, $4, 'write')", [
    randomUUID(),
    account,
    createKeyHash({ present: TEST_SECRET, previous: null }).of(key),
    key.slice(-4),
  ]);
  return key;
}

/** An import of an account's that waits for `advance`. */
async function newImport(source: unknown): Promise<[token: string, id: string]> {
  const token = await newAccount();
  const body = { packId: 'tabular', source, auto: false };
  const created = await send(service, 'POST', '/v1/packs/imports', { body, token, key: randomUUID() });
  return [token, String(created.json().id)];
}

/** A service with an owner, and the owner's credential. */
async function ownedService(settings: Record<string, string> = {}): Promise<{ owned: TestService; owner: string }> {
  const dataDir = await newFolder('errors');
  const owned = await another({ SVC_LOCAL_OWNER: 'on', SVC_DATA_DIR: dataDir, ...settings });
  return { owned, owner: (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim() };
}

/** A grant of the owner's beans, and then whatever else the request says. */
async function mintGrant(more: (facts: { grantee: string; local: string }) => object, times = 1): Promise<Reply> {
  const { owned, owner } = await ownedService();
  const made = await send(owned, 'POST', '/v1/databases', { body: { goal: BEANS }, token: owner, key: randomUUID() });
  const grantee = randomUUID();
  await admin.query("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'test')", [grantee]);
  const { rows } = await admin.query<{ id: string }>("SELECT id FROM svc_control.account WHERE kind = 'local'");
  const facts = { grantee, local: String(rows[0]?.id) };
  const body = { dbId: made.json().dbId, granteeAccountId: grantee, scope: ['coffee_beans'], ...more(facts) };
  const mint = () => send(owned, 'POST', '/v1/grants', { body, token: owner, key: randomUUID() });
  for (let time = 1; time < times; time++) expect((await mint()).status).toBe(201);
  return await mint();
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(service, 'POST', path, { body, token: beans.token, headers });

/** A device that waits, under a name of its own. */
async function device(at: TestService = service): Promise<{ name: string; deviceCode: string; userCode: string }> {
  const name = `device-${randomUUID()}`;
  const { device_code, user_code } = (await send(at, 'POST', '/v1/auth/device', { body: { device: name } })).json();
  return { name, deviceCode: String(device_code), userCode: String(user_code) };
}
const redeem = (device_code: string, at: TestService = service): Promise<Reply> =>
  send(at, 'POST', '/v1/auth/device/token', { body: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code } });

const insertBean = (values: string): Promise<Reply> => beans.run(`INSERT INTO coffee_beans (id, price) VALUES ${values}`);

/** A service with a login and a control plane of its own, which the test may take away. */
async function frailService(
  break_: (facts: { login: string; control: string }) => Promise<void>,
  ask: (frail: TestService) => Promise<Reply>,
  settings: Record<string, string> = {},
): Promise<Reply> {
  const name = `svc_test_${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  await admin.query(`CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD '${password}'`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const frail = await another({ DATABASE_URL: databaseUrl({ database: name, user: name, password }), ...settings });
  try {
    await break_({ login: name, control: name });
    return await ask(frail);
  } finally {
    await frail.close();
    others.splice(others.indexOf(frail), 1);
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${name}`);
  }
}

async function inControlPlane(control: string, sql: string): Promise<void> {
  const client = await openAdmin(control);
  await client.query(sql).finally(() => client.end());
}

const CASES: readonly Case[] = [
  // Databases and their engines
  { code: 'db_not_found', when: 'the id is nobody’s', provoke: () => post('/v1/run', { db: 'db_none_aaaaaaaa', sql: 'SELECT 1' }) },
  {
    code: 'db_not_found',
    when: 'its name came in place of its id',
    params: { nearest: [expect.stringMatching(/^db_coffee_beans_/)] },
    provoke: () => post('/v1/run', { db: 'Coffee_Beans', sql: 'SELECT 1' }),
  },
  { code: 'db_required', when: 'run names no database', provoke: () => post('/v1/run', { sql: 'SELECT 1' }) },
  {
    code: 'db_unreachable',
    when: 'the engine ends the session',
    provoke: async () => {
      const busy = beans.run(HEAVY);
      await until(() => runs(HEAVY));
      await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND datname = $1", [beans.db]);
      return await busy;
    },
  },
  {
    code: 'overloaded',
    when: 'every session of the database stays busy',
    params: { waitedMs: 50 },
    provoke: async () => {
      const narrow = await another({ SVC_POOL_MAX_PER_ROLE: '1', SVC_POOL_WAIT_MS: '50' });
      const here = sessionOf(narrow, beans.token, beans.db);
      const leaving = new AbortController();
      const busy = fetch(`${narrow.url}/v1/run`, {
        method: 'POST',
        headers: { authorization: `Bearer ${beans.token}` },
        body: JSON.stringify({ db: beans.db, sql: HEAVY }),
        signal: leaving.signal,
      }).catch(() => undefined);
      await until(() => runs(HEAVY));
      const reply = await here.run('SELECT 1');
      leaving.abort();
      await busy;
      return reply;
    },
  },
  {
    code: 'ambiguous_db',
    when: 'two databases fit',
    fields: { candidate_dbs: [{ slug: expect.any(String) }, { slug: expect.any(String) }] },
    provoke: async () => {
      const session = await newSession();
      await session.post('/v1/databases', { goal: 'track tea leaves with origin and price' });
      return session.post('/v1/ask', { goal: 'What is the highest price?' });
    },
  },
  {
    code: 'clarify_required',
    when: 'the pinned goal looks like a create',
    params: { options: [{ forceQuery: true }, { dropPin: true }] },
    fields: { pinned_db: { slug: 'coffee_beans' } },
    provoke: () => beans.ask('create a database of coffee beans with roaster and price'),
  },
  {
    code: 'provision_failed',
    when: 'the service may not create databases',
    params: { rolled_back: true, reason: expect.stringContaining('may not create databases'), sql: expect.stringContaining('CREATEDB') },
    provoke: () =>
      frailService(
        async ({ login }) => void (await admin.query(`ALTER ROLE ${login} NOSUPERUSER CREATEROLE NOCREATEDB`)),
        (frail) => send(frail, 'POST', '/v1/databases', { body: { goal: BEANS }, key: randomUUID() }),
      ),
  },

  // SQL
  { code: 'sql_required', when: 'run comes without SQL', provoke: () => post('/v1/run', { db: beans.db }) },
  {
    code: 'sql_too_long',
    when: 'the SQL is over the cap',
    params: { maxLength: 65_536 },
    provoke: () => beans.run(`SELECT '${'x'.repeat(65_536)}'`),
  },
  {
    code: 'sql_rejected',
    when: 'the statement is DDL',
    params: { reason: expect.stringContaining('DROP') },
    provoke: () => beans.run('DROP TABLE coffee_beans'),
  },
  {
    code: 'sql_rejected',
    when: 'the engine refuses it',
    params: { reason: 'Relation "nope" does not exist.' },
    provoke: () => beans.run('SELECT * FROM nope'),
  },
  {
    code: 'sql_rejected',
    when: 'a bound value is missing',
    params: { reason: expect.stringContaining('$1') },
    provoke: () => beans.run('SELECT $1'),
  },
  {
    code: 'query_timeout',
    when: 'the statement outlasts the present limit, whatever it was when the database was made',
    params: { limitMs: 200 },
    provoke: async () => sessionOf(await another({ SVC_STATEMENT_TIMEOUT_MS: '200' }), beans.token, beans.db).run(HEAVY),
  },
  {
    code: 'query_too_expensive',
    when: 'the sort outgrows its disk',
    provoke: () =>
      beans.run(
        "SELECT md5(a.a::text || b.b::text) AS h, repeat('x', 2000) AS pad FROM generate_series(1, 1000) a, generate_series(1, 300) b ORDER BY h",
        { maxRows: 1 },
      ),
  },
  {
    code: 'result_too_large',
    when: 'the rows outgrow a reply',
    params: { maxBytes: 16_777_216 },
    provoke: () => beans.run("SELECT repeat('x', 1000000) AS x FROM generate_series(1, 1000)"),
  },
  {
    code: 'invalid_value',
    when: 'a value does not fit its column',
    params: { reason: expect.stringContaining('"dear"') },
    provoke: () => insertBean("(50, 'dear')"),
  },
  {
    code: 'write_constraint',
    when: 'a key is there already',
    params: { table: 'coffee_beans', constraint: 'coffee_beans_pkey' },
    provoke: () => insertBean('(1, 2)'),
  },
  {
    code: 'write_conflict',
    when: 'another write does not let the row go in time',
    params: { waitedMs: 5_000 },
    provoke: async () => {
      const session = await newSession();
      await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows: { roaster: 'Held' } });
      return await asRole(session.db, 'writer', async (client) => {
        await client.query('BEGIN READ WRITE; UPDATE coffee_beans SET price = 1');
        return await session.run('UPDATE coffee_beans SET price = 2');
      });
    },
  },
  {
    code: 'db_misconfigured',
    when: 'the database was dropped on the server itself',
    params: { reason: expect.stringContaining('no such database') },
    provoke: async () => {
      const session = await newSession();
      await admin.query(`DROP DATABASE "${session.db}" WITH (FORCE)`);
      return await session.run('SELECT 1');
    },
  },
  {
    code: 'db_misconfigured',
    when: 'its logins were dropped too',
    params: { reason: expect.stringContaining('no logins') },
    provoke: async () => {
      const session = await newSession();
      await admin.query(`DROP DATABASE "${session.db}" WITH (FORCE)`);
      for (const role of ROLES) await admin.query(`DROP ROLE "${roleName(session.db, role)}"`);
      return await session.run('SELECT 1');
    },
  },
  {
    code: 'write_no_rows',
    when: 'a preview matches nothing',
    params: { phase: 'preview' },
    provoke: () => beans.ask('delete the coffee beans with roaster Nobody'),
  },
  {
    code: 'confirm_expired',
    when: 'nothing was previewed',
    params: { reason: 'none_live' },
    provoke: () => beans.ask('delete the coffee beans with roaster Onyx', { confirm: true }),
  },

  {
    code: 'schema_change_refused',
    when: 'a column is to be added twice',
    params: { reason: 'coffee_beans has a column price already.' },
    provoke: () => beans.ask('ALTER TABLE coffee_beans ADD COLUMN price text'),
  },
  {
    code: 'undo_unavailable',
    when: 'a row of the write has changed since',
    params: { why: 'changed', reason: '1 row of coffee_beans has changed since.', table: 'coffee_beans', rows: 1 },
    provoke: async () => {
      const session = await newSession();
      const written = await session.ask('add a coffee bean with roaster Tim');
      await session.run('UPDATE coffee_beans SET price = 2');
      return await session.post('/v1/undo', { db: session.db, traceId: (written.json().trace as { id: string }).id });
    },
  },

  // Imports
  {
    code: 'unknown_pack',
    when: 'nothing is called so',
    params: { allowed: expect.arrayContaining(['tabular']) },
    provoke: () => beans.post('/v1/packs/imports', { packId: 'crystal-ball', source: 'a\n1\n' }),
  },
  { code: 'source_required', when: 'there is none', provoke: () => beans.post('/v1/packs/imports', { packId: 'tabular' }) },
  {
    code: 'source_required',
    when: 'it is empty',
    provoke: () => beans.post('/v1/packs/imports', { packId: 'tabular', source: { files: [] } }),
  },
  {
    code: 'source_required',
    when: 'a file is still to be sent',
    params: { missing: [{ name: 'a.csv', received: 0, bytes: 9 }] },
    provoke: async () => {
      const [token, id] = await newImport({ files: [{ name: 'a.csv', bytes: 9 }] });
      return await send(service, 'POST', `/v1/packs/imports/${id}/advance`, { token, key: randomUUID() });
    },
  },
  { code: 'import_not_found', when: 'the id is none', provoke: () => send(service, 'GET', '/v1/packs/imports/imp_1') },
  {
    code: 'import_not_found',
    when: 'it was deleted',
    provoke: async () => {
      const [token, id] = await newImport('a\n1\n');
      await send(service, 'DELETE', `/v1/packs/imports/${id}`, { token, key: randomUUID() });
      return await send(service, 'GET', `/v1/packs/imports/${id}`);
    },
  },
  {
    code: 'import_busy',
    when: 'somebody works on it',
    provoke: async () => {
      const [token, id] = await newImport('a\n1\n');
      await admin.query(
        "UPDATE svc_control.import SET lease = gen_random_uuid(), lease_until = now() + interval '1 minute' WHERE id = $1",
        [id],
      );
      return await send(service, 'POST', `/v1/packs/imports/${id}/advance`, { token, key: randomUUID() });
    },
  },
  {
    code: 'imports_exceeded',
    when: 'a session has five that wait, also of six that come at once',
    params: { what: 'imports', used: 5, limit: 5 },
    provoke: async () => {
      const session = await newSession();
      const create = () => session.post('/v1/packs/imports', { packId: 'tabular', source: 'a\n1\n' });
      const replies = await Promise.all(Array.from({ length: 6 }, create));
      return replies.find(({ status }) => status !== 201) ?? (await create());
    },
  },

  // Asking
  { code: 'goal_required', when: 'an ask says nothing', provoke: () => post('/v1/ask', { goal: '' }) },
  {
    code: 'goal_required',
    when: 'a create says nothing',
    provoke: () => post('/v1/databases', {}, { 'idempotency-key': randomUUID() }),
  },
  {
    code: 'goal_too_long',
    when: 'the goal is over the cap',
    params: { maxLength: 2_000 },
    provoke: () => beans.ask('x'.repeat(2_001)),
  },
  {
    code: 'not_understood',
    when: 'a word has no place and no model is there',
    params: {
      unclear: ['decaffeinated'],
      known: [{ table: 'coffee_beans', columns: expect.arrayContaining(['roaster', 'price']) }],
      options: [{ label: 'without "decaffeinated"', goal: 'how many coffee beans are there' }],
    },
    provoke: () => beans.ask('how many decaffeinated coffee beans are there'),
  },
  {
    code: 'infer_failed',
    when: 'the brief is too vague',
    params: { reason: 'ambiguous_goal' },
    provoke: () => beans.post('/v1/databases', { goal: 'something nice' }),
  },
  {
    code: 'compile_failed',
    when: 'a column would be called as one of the engine’s own',
    params: { reason: expect.stringContaining('ctid') },
    provoke: () => beans.post('/v1/databases', { goal: 'create a table from: name,ctid,signup_date' }),
  },
  {
    code: 'secret_unconfigured',
    when: 'another part of the deployment calls, and there is no secret that it could sign with',
    params: { setting: 'SVC_SERVICE_SECRET' },
    provoke: () => send(service, 'POST', '/internal/codes/take', { body: { code: 'x' } }),
  },
  {
    code: 'invalid_engine',
    when: 'the engine is unknown',
    params: { allowed: ['postgres', 'clickhouse'] },
    provoke: () => beans.post('/v1/databases', { goal: BEANS, engine: 'oracle' }),
  },
  {
    code: 'preset_engine_conflict',
    when: 'the schema preset is asked for on another engine',
    params: { engine: 'postgres' },
    provoke: () => beans.post('/v1/databases', { goal: 'remember things', preset: 'agent_memory_v1', engine: 'clickhouse' }),
  },
  {
    code: 'preset_disabled',
    when: 'this deployment has disabled it',
    params: { allowed: ['empty'] },
    provoke: async () => {
      const without = await another({ SVC_PRESETS_DISABLED: 'agent_memory_v1' });
      const body = { goal: 'remember things', preset: 'agent_memory_v1' };
      return await send(without, 'POST', '/v1/databases', { body, token: beans.token, key: randomUUID() });
    },
  },
  {
    code: 'wrong_preset',
    when: 'a database that is no memory is told to remember',
    params: { preset: 'agent_memory_v1' },
    provoke: () => beans.post('/v1/memory/remember', { db: beans.db, content: 'Ana likes tea.' }),
  },
  {
    code: 'wrong_preset',
    when: 'SQL for one end user is sent to a database that has none',
    params: { reason: expect.stringContaining('condition') },
    provoke: () => beans.run('SELECT count(*) FROM coffee_beans', { endUserId: 'ana' }),
  },
  {
    code: 'invalid_model',
    when: 'the preset is unknown',
    params: { allowed: ['auto', 'fast', 'best'] },
    provoke: () => beans.ask('how many coffee beans are there?', { model: 'huge' }),
  },
  {
    code: 'invalid_model',
    when: 'the preset is no text',
    params: { allowed: ['auto', 'fast', 'best'] },
    provoke: () => beans.ask('how many coffee beans are there?', { model: 5 }),
  },
  {
    code: 'model_unavailable',
    when: 'the best preset is asked for without a provider key',
    fields: { link: expect.any(String) },
    provoke: () => beans.ask('how many coffee beans are there?', { model: 'best' }),
  },
  ...(['agentId', 'endUserId', 'threadId'] as const).map(
    (field): Case => ({
      code: 'invalid_scope',
      when: `${field} is no string`,
      params: { field },
      provoke: () => beans.ask('how many coffee beans are there?', { [field]: 7 }),
    }),
  ),
  {
    code: 'invalid_preset',
    when: 'the schema preset is unknown',
    params: { allowed: ['agent_memory_v1', 'empty'] },
    provoke: () => beans.post('/v1/databases', { goal: BEANS, preset: 'nothing_v1' }),
  },

  { code: 'dbId_required', when: 'a chat names no database', provoke: () => beans.post('/v1/chat/messages', { goal: BEANS }) },
  {
    code: 'schema_mismatch',
    when: 'DDL names a table that is not there',
    params: { table: 'cofee_beans', nearest: ['coffee_beans'] },
    provoke: () => beans.ask('ALTER TABLE cofee_beans ADD COLUMN note text'),
  },
  {
    code: 'trace_not_found',
    when: 'no receipt of the caller has this id',
    provoke: () => beans.get(`/v1/traces/${randomUUID()}`),
  },
  {
    code: 'replay_unavailable',
    when: 'the receipt is of a write',
    params: { reason: expect.stringContaining('write') },
    provoke: async () => {
      const { trace } = (await insertBean('(7001, 1)')).json() as { trace: { id: string } };
      return beans.post(`/v1/traces/${trace.id}/replay`, undefined);
    },
  },

  // Request shape
  {
    code: 'invalid_json',
    when: 'the body is cut off',
    params: { line: 1, column: 10, position: 9 },
    provoke: () => post('/v1/ask', '{"goal": "how many'),
  },
  {
    code: 'invalid_body',
    when: 'an object has a million keys',
    params: { issues: [{ message: expect.stringContaining('10000 keys') }] },
    provoke: () => post('/v1/ask', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
  },
  { code: 'invalid_json', when: 'there is no body', provoke: () => send(service, 'POST', '/v1/run', { token: beans.token }) },
  {
    code: 'invalid_body',
    when: 'a field has the wrong type',
    params: { issues: [{ path: 'maxRows' }] },
    provoke: () => beans.run('SELECT 1', { maxRows: 'all' }),
  },
  {
    code: 'invalid_body',
    when: 'the bound values do not match the statement',
    params: { issues: [{ path: 'params' }] },
    provoke: () => beans.run('SELECT $1::int', { params: [1, 2] }),
  },
  {
    code: 'invalid_body',
    when: 'two spellings of one field differ',
    params: { issues: [{ path: 'ask' }] },
    provoke: () => beans.ask('how many coffee beans are there?', { ask: 'what is the highest price?' }),
  },
  {
    code: 'invalid_body',
    when: 'a text holds NUL',
    params: { issues: [{ path: 'goal' }] },
    provoke: () => beans.ask('how many \0 beans'),
  },
  {
    code: 'invalid_body',
    when: 'the body nests without end',
    params: { issues: [{ message: expect.stringContaining('200') }] },
    provoke: () =>
      post('/v1/insert', `{"table":"t","rows":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`, { 'idempotency-key': randomUUID() }),
  },
  {
    code: 'invalid_request',
    when: 'the idempotency key is too long',
    params: { reason: expect.stringContaining('255') },
    provoke: () => beans.post('/v1/databases', { goal: BEANS }, { key: 'k'.repeat(256) }),
  },
  { code: 'invalid_request', when: 'the address cannot be decoded', provoke: () => beans.get('/v1/databases/%zz/schema') },
  { code: 'not_found', when: 'the address is unknown', provoke: () => beans.get('/v1/nothing') },
  {
    code: 'method_not_allowed',
    when: 'the address takes another method',
    params: { allowed: ['POST', 'GET'] },
    headers: { allow: 'POST, GET' },
    provoke: () => send(service, 'PUT', '/v1/databases', { body: {} }),
  },
  {
    code: 'unsupported_media_type',
    when: 'a page of the service posts a form',
    params: { allowed: ['application/json', 'text/csv', 'application/x-ndjson'] },
    provoke: () => beans.post('/v1/ask', { goal: 'how many?' }, { headers: { origin: service.url, 'content-type': 'text/plain' } }),
  },
  {
    code: 'unsupported_media_type',
    when: 'the body is compressed',
    params: { reason: expect.stringContaining('gzip'), allowed: ['identity'] },
    headers: { 'accept-encoding': 'identity' },
    provoke: () => beans.post('/v1/ask', { goal: 'how many?' }, { headers: { 'content-encoding': 'gzip' } }),
  },
  {
    code: 'headers_too_large',
    when: 'a header is longer than all may be',
    params: { maxBytes: maxHeaderSize },
    provoke: () => beans.post('/v1/ask', { goal: 'how many?' }, { headers: { 'x-long': 'y'.repeat(20_000) } }),
  },
  {
    code: 'payload_too_large',
    when: 'an ask is over a mebibyte',
    params: { maxBytes: 1_048_576 },
    provoke: () => beans.ask('x'.repeat(1_048_577)),
  },
  {
    code: 'payload_too_large',
    when: 'an insert is over sixteen',
    params: { maxBytes: 16_777_216 },
    provoke: () => beans.post('/v1/insert', { db: beans.db, table: 't', rows: { a: 'x'.repeat(16_777_217) } }),
  },
  ...(
    [
      ['/v1/run', { sql: 'DELETE FROM coffee_beans' }],
      ['/v1/ask', { goal: 'add a coffee bean with roaster Tim' }],
      ['/v1/ask', { goal: 'delete the coffee beans with roaster Onyx' }],
      ['/v1/insert', { table: 't', rows: { a: 1 } }],
    ] as const
  ).map(
    ([path, body]): Case => ({
      code: 'idempotency_required',
      when: `a write comes without a key: ${path} ${JSON.stringify(body)}`,
      params: { curl: expect.stringMatching(/^curl -X POST 'http.*-H 'Idempotency-Key: /) },
      provoke: () => beans.post(path, { db: beans.db, ...body }, { key: null }),
    }),
  ),
  {
    code: 'idempotency_required',
    when: 'a create comes without a key',
    params: { curl: expect.stringContaining('/v1/databases') },
    provoke: () => beans.post('/v1/databases', { goal: BEANS }, { key: null }),
  },
  {
    code: 'idempotency_conflict',
    when: 'a key comes again with another body',
    provoke: async () => {
      const key = randomUUID();
      await beans.run('UPDATE coffee_beans SET rating = 5 WHERE id = 1', {}, { key });
      return beans.run('UPDATE coffee_beans SET rating = 4 WHERE id = 1', {}, { key });
    },
  },
  {
    code: 'idempotency_in_progress',
    when: 'a key comes again while its request runs',
    provoke: async () => {
      const session = await newSession();
      const key = randomUUID();
      const twins = await Promise.all(Array.from({ length: 4 }, () => session.post('/v1/databases', { goal: BEANS }, { key })));
      return twins.find((twin) => twin.status !== 201) ?? (twins[0] as Reply);
    },
  },

  // Who is asking
  {
    code: 'unauthorized',
    when: 'the key is unknown',
    headers: { 'www-authenticate': 'Bearer' },
    provoke: () => send(service, 'GET', '/v1/databases', { token: 'sk_live_doesnotexist' }),
  },
  {
    code: 'auth_unavailable',
    when: 'the control plane is away',
    provoke: () =>
      frailService(
        async ({ control }) => {
          await admin.query(`ALTER DATABASE ${control} ALLOW_CONNECTIONS false`);
          await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [control]);
        },
        (frail) => send(frail, 'GET', '/v1/databases', { token: beans.token }),
      ),
  },
  {
    code: 'account_blocked',
    when: 'whoever runs the service has blocked the session',
    params: { reason: 'It mined coins.' },
    provoke: async () => {
      const session = await newSession();
      const [{ owner_id: ownerId }] = (await admin.query('SELECT owner_id FROM svc_control.database WHERE id = $1', [session.db])).rows;
      await admin.query(
        "INSERT INTO svc_control.tenant_rule (owner_id, blocked_at, blocked_reason, changed_at) VALUES ($1, now(), 'It mined coins.', now())",
        [ownerId],
      );
      // Told of by nobody, it is noticed within a second.
      await until(async () => (await session.run('SELECT 1')).status !== 200);
      return session.run('SELECT 1');
    },
  },
  {
    code: 'auth_required',
    when: 'the anonymous budget is used up',
    params: { cap: 2 },
    provoke: async () => {
      const miserly = await another({ SVC_ANON_BUDGET: '2' });
      const session = await startSession(miserly);
      sessions.push(session);
      await session.run('SELECT 1');
      return session.run('SELECT 1');
    },
  },
  { code: 'unauthorized', when: 'nobody asks for a schema', provoke: () => send(service, 'GET', `/v1/databases/${beans.db}/schema`) },
  {
    code: 'unauthorized',
    when: 'nobody inserts',
    provoke: () => send(service, 'POST', '/v1/insert', { body: { db: beans.db, table: 't', rows: { a: 1 } } }),
  },
  {
    code: 'forbidden',
    when: 'a page of another site calls',
    params: { reason: expect.stringContaining('https://evil.example.com') },
    provoke: () => send(service, 'GET', '/v1/models', { headers: { origin: 'https://evil.example.com' } }),
  },
  {
    code: 'invalid_bearer',
    when: 'the header is of another scheme',
    provoke: () => send(service, 'GET', '/v1/databases', { headers: { authorization: 'Basic dXNlcjpzZWNyZXQtb2YtbWluZQ==' } }),
  },
  {
    code: 'invalid_bearer',
    when: 'the credential has a space in it',
    provoke: () => send(service, 'GET', '/v1/databases', { headers: { authorization: 'Bearer two secrets-of-mine' } }),
  },
  {
    code: 'invalid_token',
    when: 'the anonymous token is unknown',
    provoke: () => send(service, 'GET', '/v1/databases', { token: `anon_${'x'.repeat(32)}` }),
  },
  {
    code: 'account_required',
    when: 'a page asks for what is its account’s',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const made = await send(owned, 'POST', '/v1/databases', { body: { goal: BEANS }, token: owner, key: randomUUID() });
      const body = { type: 'pk_live', dbId: made.json().dbId };
      const { key } = (await send(owned, 'POST', '/v1/keys', { body, token: owner, key: randomUUID() })).json();
      return await send(owned, 'GET', '/v1/databases', { token: String(key) });
    },
  },
  {
    code: 'forbidden',
    when: 'a key makes a key',
    params: { reason: expect.stringContaining('sign in') },
    provoke: async () => send(service, 'POST', '/v1/keys', { body: { type: 'sk_live' }, token: await newAccount(), key: randomUUID() }),
  },
  {
    code: 'key_not_found',
    when: 'the key is nobody’s',
    provoke: async () => send(service, 'DELETE', `/v1/keys/${randomUUID()}`, { token: await newAccount(), key: randomUUID() }),
  },
  {
    code: 'key_limit_reached',
    when: 'the account has a hundred',
    params: { limit: 100 },
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const filled = 'fill-errors';
      await admin.query(
        `INSERT INTO svc_control.account_key (id, account_id, hash, last4, access, name)
         SELECT gen_random_uuid(), (SELECT id FROM svc_control.account WHERE kind = 'local'), md5($1 || i), 'fill', 'read', $1
         FROM generate_series(1, 100) i`,
        [filled],
      );
      const reply = await send(owned, 'POST', '/v1/keys', { body: { type: 'sk_live' }, token: owner, key: randomUUID() });
      await admin.query('DELETE FROM svc_control.account_key WHERE name = $1', [filled]);
      return reply;
    },
  },
  {
    code: 'invalid_grantee',
    when: 'no account has the id',
    provoke: () => mintGrant(() => ({ granteeAccountId: randomUUID() })),
  },
  {
    code: 'cannot_grant_to_self',
    when: 'the grantee is the owner',
    provoke: () => mintGrant(({ local }) => ({ granteeAccountId: local })),
  },
  {
    code: 'scope_unknown_table',
    when: 'the scope names no table',
    params: { allowed: ['coffee_beans'], unknown: ['tea'] },
    provoke: () => mintGrant(() => ({ scope: ['coffee_beans', 'tea'] })),
  },
  {
    code: 'not_grantable',
    when: 'the account holds a grant on the database',
    params: { reason: expect.stringContaining('revoke it first') },
    provoke: () => mintGrant(() => ({}), 2),
  },
  {
    code: 'grant_not_found',
    when: 'the grant is nobody’s',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      return await send(owned, 'DELETE', `/v1/grants/${randomUUID()}`, { token: owner, key: randomUUID() });
    },
  },
  {
    code: 'byollm_requires_session',
    when: 'an anonymous caller sends a provider key',
    provoke: () => post('/v1/ask', { db: beans.db, goal: 'how many?' }, { 'x-svc-byollm-key': 'openai:gpt-6:made-up' }),
  },
  {
    code: 'sealing_unconfigured',
    when: 'a provider key is stored where nothing is sealed',
    provoke: async () => {
      const { owned, owner } = await ownedService({ SVC_SEALING_KEYS: 'none' });
      const body = { provider: 'openai', model: 'gpt-6', key: 'made-up' };
      return await send(owned, 'POST', '/v1/keys/byollm', { body, token: owner, key: randomUUID() });
    },
  },
  {
    code: 'byollm_unavailable',
    when: 'the stored provider key was sealed with a key that is gone',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const made = await send(owned, 'POST', '/v1/databases', { body: { goal: BEANS }, token: owner, key: randomUUID() });
      const body = { provider: 'openai', model: 'gpt-6', key: 'made-up' };
      await send(owned, 'POST', '/v1/keys/byollm', { body, token: owner, key: randomUUID() });
      const { owned: other, owner: alsoOwner } = await ownedService({
        SVC_SEALING_KEYS: `other:${Buffer.alloc(32, 7).toString('base64')}`,
      });
      const reply = await send(other, 'POST', '/v1/ask', {
        body: { db: made.json().dbId, goal: 'How many coffee beans are there?' },
        token: alsoOwner,
      });
      await send(owned, 'DELETE', '/v1/keys/byollm', { token: owner, key: randomUUID() });
      return reply;
    },
  },
  {
    code: 'invalid_byollm_key',
    when: 'the provider key has no parts',
    provoke: () => post('/v1/ask', { db: beans.db, goal: 'how many?' }, { 'x-svc-byollm-key': 'made-up' }),
  },
  {
    code: 'quota_exceeded',
    when: 'the session has as many databases as it may',
    params: { what: 'databases', used: 1, limit: 1 },
    provoke: async () => {
      const narrow = await another({ SVC_ANON_DATABASES: '1' });
      const session = await startSession(narrow);
      sessions.push(session);
      return session.post('/v1/databases', { goal: BEANS });
    },
  },
  {
    code: 'token_taken',
    when: 'another account has taken the session over',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const { token } = await newSession();
      const adopt = (bearer: string) => send(owned, 'POST', '/v1/anon/adopt', { body: { token }, token: bearer, key: randomUUID() });
      expect((await adopt(owner)).status).toBe(200);
      return await adopt(await newAccount());
    },
  },
  {
    code: 'adopt_failed',
    when: 'the control plane does not take the change',
    provoke: async () => {
      const dataDir = await newFolder('errors');
      return await frailService(
        ({ control }) => inControlPlane(control, 'ALTER TABLE svc_control.anonymous_session ADD CHECK (adopted_by IS NULL)'),
        async (frail) => {
          const begun = await send(frail, 'GET', '/v1/databases');
          const body = { token: begun.headers.get('x-svc-anonymous-token') };
          const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
          return await send(frail, 'POST', '/v1/anon/adopt', { body, token: owner, key: randomUUID() });
        },
        { SVC_LOCAL_OWNER: 'on', SVC_DATA_DIR: dataDir },
      );
    },
  },
  {
    code: 'approval_required',
    when: 'an agent confirms what its owner approves',
    params: { approvalUrl: expect.stringContaining('/approvals#') },
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const made = await send(owned, 'POST', '/v1/databases', { body: { goal: BEANS }, token: owner, key: randomUUID() });
      const agent = { type: 'sk_mcp', host: 'host', device: 'device', confirm: 'owner' };
      const { key } = (await send(owned, 'POST', '/v1/keys', { body: agent, token: owner, key: randomUUID() })).json();
      const agents = sessionOf(owned, String(key), String(made.json().dbId));
      await sessionOf(owned, owner, agents.db).run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')");
      const { confirmToken } = (await agents.ask('delete the coffee beans with roaster Onyx')).json();
      return await agents.post('/v1/ask', { confirm: true, confirmToken });
    },
  },
  {
    code: 'connect_requires_account',
    when: 'nobody who is signed in connects a database',
    provoke: () => beans.post('/v1/db/connect', { connectionUrl: 'postgres://user:made-up@db.example.com/shop' }),
  },
  ...(['postgres', 'https'] as const).map(
    (scheme): Case => ({
      code: 'introspection_failed',
      when: `nothing listens where a ${scheme} URL leads`,
      params: { reason: 'Nothing listens at this host and port.' },
      provoke: async () => {
        const { owned, owner } = await ownedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
        const body = { connectionUrl: `${scheme}://user:made-up@127.0.0.1:1/shop` };
        return await send(owned, 'POST', '/v1/db/connect', { body, token: owner, key: randomUUID() });
      },
    }),
  ),
  {
    code: 'pick_expired',
    when: 'nothing was listed to choose from, or long ago',
    provoke: async () => {
      const { owned, owner } = await ownedService({ SVC_NEON_CLIENT_ID: 'made-up', SVC_NEON_CLIENT_SECRET: 'made-up' });
      const body = { pick: 'made-up', database: 'shop' };
      return await send(owned, 'POST', '/v1/db/connect/oauth/pick', { body, token: owner, key: randomUUID() });
    },
  },
  ...(
    [
      ['a minute', { SVC_ANON_RATE_LIMIT: '1' }, { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' }, 'requests', 'anonymous'],
      ['new sessions an hour', { SVC_ANON_SESSIONS_PER_HOUR: '1' }, {}, 'anonymous sessions', 'new_session'],
    ] as const
  ).map(
    ([window, settings, headers, what, policy]): Case => ({
      code: 'rate_limited',
      when: `one address is over its limit of ${window}`,
      params: { limit: 1, count: 2, what: expect.stringContaining(what), instead: expect.any(String) },
      fields: { limit: 1, count: 2 },
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/), ...headers },
      provoke: async () => {
        const throttled = await another({ ...settings, SVC_METRICS_PORT: '0' });
        await send(throttled, 'GET', '/v1/databases');
        const reply = await send(throttled, 'GET', '/v1/databases');
        const figures = await fetch(String(throttled.metricsUrl));
        expect(await figures.text()).toContain(`svc_rate_limited_total{svc_rate_limit_policy="${policy}"} 1\n`);
        return reply;
      },
    }),
  ),
  {
    code: 'challenge_required',
    when: 'an address begins more sessions than go without a human check',
    params: { kind: 'proof_of_work', header: 'x-svc-challenge', bits: 20, what: expect.stringContaining('anonymous sessions') },
    provoke: async () => {
      const checked = await another({ SVC_HUMAN_CHECK: 'proof-of-work', SVC_HUMAN_CHECK_AFTER: '0', SVC_PROOF_OF_WORK_BITS: '20' });
      return send(checked, 'GET', '/v1/databases');
    },
  },
  {
    code: 'invalid_email',
    when: 'somebody signs in with what is no address',
    provoke: () => post('/v1/auth/email', { email: 'ada at example.com' }),
  },
  {
    code: 'sign_in_expired',
    when: 'a link never was one of this service',
    provoke: () => post('/v1/auth/email/verify', { token: 'made-up' }),
  },
  {
    code: 'oauth_not_configured',
    when: 'nobody has set GitHub up',
    provoke: () => post('/v1/auth/oauth/start', { provider: 'github' }),
  },
  {
    code: 'sign_in_lost',
    when: 'the browser has begun nothing',
    provoke: async () => {
      const open = await another({ SVC_GITHUB_CLIENT_ID: 'x', SVC_GITHUB_CLIENT_SECRET: 'y' });
      return send(open, 'POST', '/v1/auth/oauth/finish', { body: { provider: 'github', code: 'x', state: 'x' } });
    },
  },
  {
    code: 'invalid_grant',
    when: 'a device code never was one of this service',
    provoke: () => redeem('made-up'),
  },
  {
    code: 'unsupported_grant_type',
    when: 'a device asks with another grant',
    provoke: () => post('/v1/auth/device/token', { grant_type: 'password', device_code: 'made-up' }),
  },
  {
    code: 'authorization_pending',
    when: 'nobody has approved the device',
    provoke: async () => redeem((await device()).deviceCode),
  },
  {
    code: 'slow_down',
    when: 'the device has just asked',
    provoke: async () => {
      const { name, deviceCode } = await device();
      await admin.query("UPDATE svc_control.device_request SET asked_at = now() + interval '1 hour' WHERE device = $1", [name]);
      return redeem(deviceCode);
    },
  },
  {
    code: 'expired_token',
    when: 'the device comes too late',
    provoke: async () => {
      const { name, deviceCode } = await device();
      await admin.query("UPDATE svc_control.device_request SET expires_at = now() - interval '1 second' WHERE device = $1", [name]);
      return redeem(deviceCode);
    },
  },
  {
    code: 'access_denied',
    when: 'the device was refused',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      const { deviceCode, userCode } = await device(owned);
      await send(owned, 'POST', '/v1/auth/device/decide', { body: { userCode, decision: 'refuse' }, token: owner, key: randomUUID() });
      return redeem(deviceCode, owned);
    },
  },
  {
    code: 'user_code_unknown',
    when: 'no device waits with the code',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      return send(owned, 'POST', '/v1/auth/device/look-up', { body: { userCode: 'BCDF-GHJK' }, token: owner });
    },
  },
  {
    code: 'session_not_found',
    when: 'nobody has a session of this id',
    provoke: async () => {
      const { owned, owner } = await ownedService();
      return send(owned, 'DELETE', `/v1/auth/sessions/${randomUUID()}`, { token: owner, key: randomUUID() });
    },
  },
  {
    code: 'unconfigured',
    when: 'the engine is not there',
    params: { engine: 'clickhouse', available: ['postgres'] },
    provoke: () => beans.post('/v1/databases', { goal: BEANS, engine: 'clickhouse' }),
  },

  // Ours
  {
    code: 'overloaded',
    when: 'the service is stopping',
    params: { reason: expect.stringContaining('stopping') },
    provoke: async () => {
      const leaving = await another({});
      let reply = await send(leaving, 'GET', '/v1/models');
      const closed = leaving.close();
      await until(async () => {
        reply = await send(leaving, 'GET', '/v1/models');
        return reply.status === 503;
      });
      await closed;
      others.splice(others.indexOf(leaving), 1);
      return reply;
    },
  },
  {
    code: 'internal_error',
    when: 'the control plane’s tables are not as they should be',
    provoke: () =>
      frailService(
        ({ control }) => inControlPlane(control, 'ALTER TABLE svc_control.database RENAME TO moved_away'),
        (frail) => send(frail, 'GET', '/v1/databases'),
      ),
  },
];

/** Whether a session of the beans’ database is at this statement. */
async function runs(sql: string): Promise<boolean> {
  const { rowCount } = await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query = $2", [
    beans.db,
    sql,
  ]);
  return (rowCount ?? 0) > 0;
}

describe('each code, as its row in the table says', () => {
  test.each(CASES)('$code: $when', async ({ code, provoke, params, fields, headers = {} }) => {
    const reply = await provoke();
    replies.push({ code, reply });
    const body = reply.json();
    const error = body.error as Record<string, unknown>;
    expect(error, reply.text).toMatchObject({ code, retryable: ERRORS[code].retryable });
    expect(reply.status).toBe(ERRORS[code].http);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    for (const text of [error.message, error.action]) {
      expect(text).toMatch(/^\S.{8,}/);
      expect(text).not.toMatch(/[{}]|the allowed number of|undefined/);
    }
    // What the text points at is there.
    for (const [, name] of `${error.message} ${error.action}`.matchAll(/`params\.(\w+)`/g))
      expect(error.params, `params.${name}`).toHaveProperty(name as string);
    expect(error.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(reply.headers.get('x-request-id')).toBe(error.requestId);
    if (ERRORS[code].retryable) expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    if (params) expect(error.params).toMatchObject(params);
    if (fields) expect(body).toMatchObject(fields);
    for (const [name, value] of Object.entries(headers)) expect(reply.headers.get(name), name).toEqual(value);
  });

  test('every code is provoked above or listed as out of reach', () => {
    const provoked = new Set(CASES.map(({ code }) => code));
    const expected = Object.keys(ERRORS).filter((code) => !provoked.has(code as ErrorCode));
    expect(Object.keys(OUT_OF_REACH).sort()).toEqual(expected.sort());
  });
});

test('a caller who leaves is noted as query_cancelled, and the statement ends', async () => {
  const leaving = new AbortController();
  const going = fetch(`${service.url}/v1/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${beans.token}` },
    body: JSON.stringify({ db: beans.db, sql: HEAVY }),
    signal: leaving.signal,
  });
  await until(() => runs(HEAVY));
  leaving.abort();
  await expect(going).rejects.toThrow();
  await until(async () => !(await runs(HEAVY)));
  await until(() => LOG_LINES.some((line) => line.includes('"query_cancelled"')));
});

test('somebody else’s database looks like none', async () => {
  const stranger = await newSession();
  const missing = 'db_coffee_beans_aaaaaaaa';
  const calls: ((db: string) => Promise<Reply>)[] = [
    (db) => stranger.get(`/v1/databases/${db}/schema`),
    (db) => stranger.post('/v1/run', { db, sql: 'SELECT 1' }),
    (db) => stranger.post('/v1/run', { db, sql: 'DELETE FROM coffee_beans' }),
    (db) => stranger.post('/v1/ask', { db, goal: 'how many coffee beans are there?' }),
    (db) => stranger.post('/v1/ask', { db, goal: 'delete every row of coffee_beans', confirm: true }),
    (db) => stranger.post('/v1/insert', { db, table: 'coffee_beans', rows: { roaster: 'Mine' } }),
    (db) => send(service, 'DELETE', `/v1/databases/${db}`, { token: stranger.token, key: randomUUID() }),
  ];
  for (const call of calls) {
    const [theirs, nobodys] = [await call(beans.db), await call(missing)];
    replies.push({ code: 'db_not_found', reply: theirs });
    expect(theirs.status).toBe(404);
    expect(anonymised(theirs, beans.db)).toEqual(anonymised(nobodys, missing));
  }
});

const anonymised = ({ status, text, headers }: Reply, db: string): unknown => ({
  status,
  text: text.replaceAll(db, '<db>').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'),
  headers: Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))),
});

describe('nothing of the inside goes out', () => {
  test('replies hold no stack, path, control-plane name, secret, password or other owner', async () => {
    expect(replies.length).toBeGreaterThanOrEqual(CASES.length);
    const { rows } = await admin.query<{ owner_id: string }>('SELECT DISTINCT owner_id FROM svc_control.database');
    const secrets = [...passwords(), ...rows.map((row) => row.owner_id), ...sessions.map((session) => session.token)];
    for (const { code, reply } of replies) {
      for (const pattern of INSIDE) expect(reply.text, code).not.toMatch(pattern);
      for (const secret of secrets) expect(reply.text.includes(secret), `${code}: ${reply.text}`).toBe(false);
    }
  });

  test('log lines hold no token, header, secret or password', () => {
    expect(LOG_LINES.length).toBeGreaterThan(CASES.length);
    const text = LOG_LINES.join('');
    for (const secret of [...passwords(), ...sessions.map((session) => session.token)]) expect(text.includes(secret)).toBe(false);
    expect(text).not.toMatch(/anon_[\w-]{8}|sk_live_|Bearer |secrets?-of-mine|c2VjcmV0/i);
  });
});

const INSIDE = [
  /\bat (?:async )?\S+ \(|\n\s+at /,
  /node_modules|\/src\/|\.[jt]s:\d|file:\/\//,
  /svc_control|anonymous_session|token_hash|\bkysely\b|svc\.(?:reply|claim|settle)/i,
  /ECONN|errno|syscall/,
];

function passwords(): string[] {
  const roles = sessions.flatMap(({ db }) => ROLES.map((role) => rolePassword(TEST_SECRET, roleName(db, role))));
  return [TEST_SECRET, decodeURIComponent(new URL(inject('databaseUrl')).password), ...roles].filter((secret) => secret !== '');
}
