import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { codesOf } from '../../src/contract/reference.ts';
import { newFolder } from '../support/folder.ts';
import { asRole } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, databaseUrl, openAdmin, type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';

/** The three ways to a database's rows. Whatever the reference says that one of them may answer, it is made to answer here. */
const WAYS = ['ask', 'run', 'insert'] as const;
type Way = (typeof WAYS)[number];

/** What adds a row, and, where there is one, what reads. */
const WRITES: Record<Way, object> = {
  ask: { goal: 'add a coffee bean with roaster Tim and rating 4' },
  run: { sql: "INSERT INTO coffee_beans (roaster, rating) VALUES ('Tim', 4)" },
  insert: { table: 'coffee_beans', rows: { roaster: 'Tim', rating: 4 } },
};
const READS: Record<'ask' | 'run', object> = {
  ask: { goal: 'How many coffee beans are there?' },
  run: { sql: 'SELECT count(*) FROM coffee_beans' },
};

let service: TestService;
let beans: TestSession;
let admin: pg.Client;
let owned: { readonly service: TestService; readonly token: string; readonly db: string };
const others = new Map<string, Promise<TestService>>();

/** Of the files that are named below. */
const FOLDERS = ['.', '../engines'];

const logged: string[] = [];

beforeAll(async () => {
  service = await startService({}, { logTo: { write: (line) => void logged.push(line) } });
  admin = await openAdmin();
  beans = await startSession(service);
  await asRole(beans.db, 'owner', (owner) => owner.query('ALTER TABLE coffee_beans ADD CHECK (rating <= 5), ADD COLUMN picked smallint'));
  owned = await startOwned();
});
afterAll(async () => {
  await Promise.all([service, ...(await Promise.all(others.values()))].map((each) => each.close()));
  await admin.end();
});

/** One of each kind for all cases: each holds sessions of a server that other files use too. */
function another(settings: Record<string, string>): Promise<TestService> {
  const kind = JSON.stringify(settings);
  const started = others.get(kind) ?? startService(settings);
  others.set(kind, started);
  return started;
}

/** A service with an owner, who has a database of beans. */
async function startOwned(settings: Record<string, string> = {}): Promise<typeof owned> {
  const dataDir = await newFolder('codes');
  const mine = await another({ SVC_LOCAL_OWNER: 'on', SVC_DATA_DIR: dataDir, ...settings });
  const token = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const made = await send(mine, 'POST', '/v1/databases', { body: { goal: BEANS }, token, key: randomUUID() });
  return { service: mine, token, db: String(made.json().dbId) };
}

async function mintKey(body: object): Promise<string> {
  const reply = await send(owned.service, 'POST', '/v1/keys', { body, token: owned.token, key: randomUUID() });
  return String(reply.json().key);
}

const write = (way: Way, session: TestSession = beans, more: object = {}, options?: Parameters<TestSession['post']>[2]): Promise<Reply> =>
  session.post(`/v1/${way}`, { db: session.db, ...WRITES[way], ...more }, options);
const read = (way: 'ask' | 'run', session: TestSession = beans, more: object = {}): Promise<Reply> =>
  session.post(`/v1/${way}`, { db: session.db, ...READS[way], ...more }, { key: null });
const bare = (way: Way, headers: Record<string, string>, body: unknown = { db: beans.db, ...WRITES[way] }, at = service): Promise<Reply> =>
  send(at, 'POST', `/v1/${way}`, { body, headers, key: randomUUID() });

/** While nobody else can write the beans. */
async function whileHeld(db: string, work: () => Promise<Reply>): Promise<Reply> {
  return await asRole(db, 'owner', async (owner) => {
    await owner.query('BEGIN; LOCK TABLE coffee_beans IN EXCLUSIVE MODE');
    return await work();
  });
}

const waits = async (db: string): Promise<number[]> =>
  (await admin.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'", [db])).rows.map(
    ({ pid }) => pid,
  );

/** A service with a control plane of its own, which is broken before it is asked. */
async function frail(way: Way, breaking: (control: string) => Promise<unknown>, credential: string): Promise<Reply> {
  const name = `svc_test_${randomUUID().slice(0, 8)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const mine = await startService({ DATABASE_URL: databaseUrl({ database: name }) });
  try {
    const session = await startSession(mine);
    await breaking(name);
    return await write(way, sessionOf(mine, credential === '' ? session.token : credential, session.db));
  } finally {
    await mine.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

const inControl = async (control: string, sql: string): Promise<void> => {
  const client = await openAdmin(control);
  await client.query(sql).finally(() => client.end());
};

type Provoke = (() => Promise<Reply>) | string;

/** Of every way. A text names the file in which the same way is made to answer so. */
const OF_ALL: Partial<Record<ErrorCode, (way: Way) => Promise<Reply>>> = {
  invalid_json: (way) => beans.post(`/v1/${way}`, '{"db": '),
  invalid_body: (way) => write(way, beans, { db: 5 }),
  payload_too_large: (way) => write(way, beans, { more: 'x'.repeat(way === 'insert' ? 16_777_217 : 1_048_577) }),
  unsupported_media_type: (way) => write(way, beans, {}, { headers: { 'content-encoding': 'gzip' } }),
  invalid_request: (way) => write(way, beans, {}, { key: 'k'.repeat(256) }),
  headers_too_large: (way) => write(way, beans, {}, { headers: { 'x-long': 'y'.repeat(20_000) } }),
  idempotency_required: (way) => write(way, beans, {}, { key: null }),
  async idempotency_conflict(way) {
    const key = randomUUID();
    await write(way, beans, {}, { key });
    return await write(way, beans, { more: 1 }, { key });
  },
  async idempotency_in_progress(way) {
    const { rows } = await admin.query('SELECT owner_id FROM svc_control.database WHERE id = $1', [beans.db]);
    const key = randomUUID();
    return await asRole(beans.db, 'writer', async (twin) => {
      await twin.query('BEGIN');
      await twin.query('SELECT svc.claim($1, $2, $3, $4)', [rows[0]?.owner_id, key, 'another', '1 day']);
      return await write(way, beans, {}, { key });
    });
  },
  invalid_bearer: (way) => bare(way, { authorization: 'Basic dXNlcjpwYXNz' }),
  unauthorized: (way) => bare(way, { authorization: 'Bearer sk_live_none' }),
  invalid_token: (way) => bare(way, { authorization: `Bearer anon_${'x'.repeat(32)}` }),
  async account_blocked(way) {
    const session = await startSession(service);
    await admin.query(
      `INSERT INTO svc_control.tenant_rule (owner_id, blocked_at, changed_at)
       SELECT owner_id, now(), now() FROM svc_control.database WHERE id = $1`,
      [session.db],
    );
    await until(async () => (await read('run', session)).status !== 200);
    return await write(way, session);
  },
  auth_unavailable: (way) =>
    frail(
      way,
      async (control) => {
        await admin.query(`ALTER DATABASE ${control} ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [control]);
      },
      `anon_${'y'.repeat(32)}`,
    ),
  internal_error: (way) => frail(way, (control) => inControl(control, 'ALTER TABLE svc_control.database RENAME TO moved_away'), ''),
  async forbidden(way) {
    const key = await mintKey({ type: 'sk_live', access: 'read', name: `reads ${way}` });
    return await write(way, sessionOf(owned.service, key, owned.db));
  },
  async account_required(way) {
    const key = await mintKey({ type: 'pk_live', dbId: owned.db });
    return await write(way, sessionOf(owned.service, key, owned.db));
  },
  async rate_limited(way) {
    const throttled = await another({ SVC_ANON_RATE_LIMIT: '1' });
    await bare(way, {}, {}, throttled);
    return await bare(way, {}, {}, throttled);
  },
  async auth_required(way) {
    const session = await startSession(await another({ SVC_ANON_BUDGET: '2' }));
    await write('run', session);
    return await write(way, session);
  },
  async overloaded(way) {
    const narrow = await another({ SVC_POOL_MAX_PER_ROLE: '1', SVC_POOL_WAIT_MS: '50' });
    const session = await startSession(narrow);
    return await whileHeld(session.db, async () => {
      const first = write(way, session);
      await until(async () => (await waits(session.db)).length > 0);
      const second = await write(way, session);
      await first;
      return second;
    });
  },
  db_not_found: (way) => write(way, sessionOf(service, beans.token, 'db_none_aaaaaaaa')),
  async db_misconfigured(way) {
    const session = await startSession(service);
    await admin.query(`DROP DATABASE "${session.db}" WITH (FORCE)`);
    return await write(way, session);
  },
  async db_unreachable(way) {
    const session = await startSession(service);
    return await whileHeld(session.db, async () => {
      const busy = write(way, session);
      await until(async () => (await waits(session.db)).length > 0);
      for (const pid of await waits(session.db)) await admin.query('SELECT pg_terminate_backend($1)', [pid]);
      return await busy;
    });
  },
  async query_timeout(way) {
    const session = await startSession(await another({ SVC_STATEMENT_TIMEOUT_MS: '400' }));
    return await whileHeld(session.db, () => write(way, session));
  },
  async write_conflict(way) {
    const session = await startSession(service);
    return await whileHeld(session.db, () => write(way, session));
  },
  write_constraint: (way) =>
    write(
      way,
      beans,
      {
        ask: { goal: 'add a coffee bean with roaster Tim and rating 6' },
        run: { sql: 'INSERT INTO coffee_beans (rating) VALUES (6)' },
        insert: { rows: { rating: 6 } },
      }[way],
    ),
  invalid_value: (way) =>
    write(
      way,
      beans,
      {
        ask: { goal: 'add a coffee bean with roaster Tim and picked 99999' },
        run: { sql: 'INSERT INTO coffee_beans (picked) VALUES ($1)', params: [99_999] },
        insert: { rows: { picked: 99_999 } },
      }[way],
    ),
};

const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  query_cancelled: 'only who has left causes it, and nobody reads the reply: its line in the log, below',
  request_timeout: 'a body has to come slowly: arriving.test.ts',
  outcome_unknown: 'a server has to lose its history: connect-write.test.ts, by all three',
  storage_full: 'the disk of the run is not to be filled: room.test.ts, by all three',
  quota_exceeded: 'room.test.ts, by all three',
};

const LIBRARY_AWAY =
  'the library of ClickHouse has to go after a database was made, and the tests share one: the same fault is asked of a create, above';

const OF_ONE: Record<Way, Partial<Record<ErrorCode, Provoke>>> = {
  ask: {
    ...ELSEWHERE,
    goal_required: () => beans.ask(''),
    goal_too_long: () => beans.ask('x'.repeat(2_001)),
    challenge_required: () => challenged('ask'),
    ddl_invalid: 'an engine has to refuse tables that the service wrote: clickhouse-server.test.ts',
    embed_failed: 'an embeddings endpoint has to fail: table-meanings.test.ts',
    llm_failed: 'a model has to fail: models.test.ts',
    byollm_unavailable: 'errors.test.ts',
    schema_unavailable: 'a customer’s server has to be slow: connect-faults.test.ts',
    infer_failed: () => beans.post('/v1/ask', { goal: 'something nice', forceCreate: true }),
    compile_failed: () => beans.post('/v1/ask', { goal: 'create a table from: name,ctid,signup_date', forceCreate: true }),
    provision_failed: () => unprovisioned(),
    unconfigured: async () =>
      sessionOf(await another({ SVC_CLICKHOUSE: 'off' }), beans.token, '').post('/v1/ask', { goal: BEANS, engine: 'clickhouse' }),
    invalid_engine: () => beans.post('/v1/ask', { goal: BEANS, engine: 'oracle' }),
    not_understood: () => beans.ask('how many decaffeinated coffee beans are there'),
    async ambiguous_db() {
      const session = await startSession(service);
      await session.post('/v1/databases', { goal: 'track tea leaves with origin and price' });
      return await session.post('/v1/ask', { goal: 'What is the highest price?' });
    },
    clarify_required: () => beans.ask(BEANS),
    confirm_expired: () => beans.ask('delete the coffee beans with roaster Tim', { confirm: true }),
    async approval_required() {
      await write('run', sessionOf(owned.service, owned.token, owned.db));
      const agent = await agentsSession();
      const { confirmToken } = (await agent.ask('delete the coffee beans with roaster Tim')).json();
      return await agent.post('/v1/ask', { confirm: true, confirmToken });
    },
    write_no_rows: () => beans.ask('delete the coffee beans with roaster Nobody'),
    sql_rejected: () => beans.ask('SELECT * FROM coffee_beans'),
    sql_too_long: () => beans.ask('all beans', { sql: `SELECT ${'1'.repeat(65_536)}` }),
    schema_mismatch: () => beans.ask('all beans', { sql: 'SELECT nothing FROM coffee_beans' }),
    schema_change_refused: () => beans.ask('ALTER TABLE coffee_beans ADD COLUMN price text'),
    async db_required() {
      const session = await startSession(service);
      await send(service, 'DELETE', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID() });
      return await session.post('/v1/ask', { goal: 'all beans', sql: 'SELECT 1 AS one' });
    },
    invalid_model: () => beans.ask('how many?', { model: 'huge' }),
    model_unavailable: () => beans.ask('how many?', { model: 'best' }),
    invalid_scope: () => beans.ask('how many?', { threadId: 7 }),
    invalid_byollm_key: () => withProviderKey('made-up'),
    byollm_requires_session: () => withProviderKey('openai:gpt-6:made-up'),
    async query_too_expensive() {
      const session = await startSession(await another({ SVC_STATEMENT_MAX_COST: '1' }));
      return await session.ask('pairs of beans', { sql: 'SELECT count(*) AS n FROM coffee_beans a JOIN coffee_beans b ON a.id < b.id' });
    },
    result_too_large: async () => {
      const session = await startSession(service);
      await session.run("INSERT INTO coffee_beans (roaster) SELECT repeat('x', 1000000) FROM generate_series(1, 20)");
      return await session.ask('all beans', { sql: 'SELECT roaster FROM coffee_beans' });
    },
  },
  run: {
    ...ELSEWHERE,
    unconfigured: () => refusedByProvider('run'),
    challenge_required: () => challenged('run'),
    schema_unavailable: 'a customer’s server has to be slow: connect-faults.test.ts',
    approval_required: async () => write('run', await agentsSession()),
    sql_required: () => beans.run(''),
    sql_too_long: () => beans.run(`SELECT ${'1'.repeat(65_536)}`),
    sql_rejected: () => beans.run('DROP TABLE coffee_beans'),
    invalid_scope: () => beans.run('SELECT 1', { endUserId: 7 }),
    wrong_preset: () => beans.run('SELECT 1', { endUserId: 'ana' }),
    db_required: () => beans.post('/v1/run', { sql: 'SELECT 1' }),
    query_too_expensive: async () =>
      (await startSession(await another({ SVC_STATEMENT_MAX_COST: '1' }))).run('SELECT 1 FROM coffee_beans a, coffee_beans b'),
    result_too_large: () => beans.run("SELECT repeat('x', 1000000) AS x FROM generate_series(1, 1000)"),
  },
  insert: {
    ...ELSEWHERE,
    unconfigured: LIBRARY_AWAY,
    db_required: () => beans.post('/v1/insert', { table: 't', rows: { a: 1 } }),
    invalid_scope: () => write('insert', beans, { agentId: 7 }),
    wrong_preset: () => write('insert', beans, { agentId: 'scout' }),
    async sql_rejected() {
      const kept = 'CREATE TABLE kept (a int); ALTER TABLE kept ENABLE ROW LEVEL SECURITY; ALTER TABLE kept FORCE ROW LEVEL SECURITY';
      await asRole(beans.db, 'owner', (owner) => owner.query(kept));
      return await write('insert', beans, { table: 'kept', rows: { a: 1 } });
    },
    async schema_mismatch() {
      await asRole(beans.db, 'owner', (owner) => owner.query('CREATE VIEW roasters AS SELECT roaster FROM coffee_beans'));
      return await write('insert', beans, { table: 'roasters' });
    },
  },
};

async function challenged(way: Way): Promise<Reply> {
  const checked = await another({ SVC_HUMAN_CHECK: 'proof-of-work', SVC_HUMAN_CHECK_AFTER: '0', SVC_PROOF_OF_WORK_BITS: '20' });
  return await bare(way, {}, undefined, checked);
}

/** A provider of human checks that does not know the service. */
async function refusedByProvider(way: Way): Promise<Reply> {
  const provider = createServer((_request, response) => void response.end('{"success":false,"error-codes":["invalid-input-secret"]}'));
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  try {
    const checked = await another({
      SVC_HUMAN_CHECK: 'turnstile',
      SVC_HUMAN_CHECK_AFTER: '0',
      SVC_HUMAN_CHECK_SITE_KEY: 'site',
      SVC_HUMAN_CHECK_SECRET: 'made-up',
      SVC_HUMAN_CHECK_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    });
    return await bare(way, { 'x-svc-challenge': 'token' }, undefined, checked);
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
}

const agentsSession = async (): Promise<TestSession> =>
  sessionOf(owned.service, await mintKey({ type: 'sk_mcp', host: 'host', device: randomUUID(), confirm: 'owner' }), owned.db);

const withProviderKey = (key: string): Promise<Reply> =>
  beans.post('/v1/ask', { db: beans.db, ...READS.ask }, { headers: { 'x-svc-byollm-key': key } });

async function unprovisioned(): Promise<Reply> {
  const name = `svc_test_${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  await admin.query(`CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD '${password}'`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const mine = await startService({ DATABASE_URL: databaseUrl({ database: name, user: name, password }) });
  try {
    await admin.query(`ALTER ROLE ${name} NOSUPERUSER CREATEROLE NOCREATEDB`);
    return await send(mine, 'POST', '/v1/ask', { body: { goal: BEANS }, key: randomUUID() });
  } finally {
    await mine.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${name}`);
  }
}

const casesOf = (way: Way): [ErrorCode, Provoke][] =>
  Object.entries({
    ...Object.fromEntries(Object.entries(OF_ALL).map(([code, provoke]) => [code, () => provoke(way)])),
    ...OF_ONE[way],
  }) as [ErrorCode, Provoke][];

test('what another file is said to provoke is provoked there', async () => {
  const read = (name: string) => {
    const [file] = FOLDERS.map((folder) => new URL(`${folder}/${name}`, import.meta.url)).filter((each) => existsSync(each));
    if (!file) throw new Error(`There is no ${name}.`);
    return readFile(file, 'utf8');
  };
  const elsewhere = WAYS.flatMap((way) => casesOf(way)).flatMap(([code, where]) =>
    typeof where === 'string' ? [...where.matchAll(/\b[\w-]+\.test\.ts\b/g)].map(([name]) => ({ code, name })) : [],
  );
  expect(elsewhere.length).toBeGreaterThan(10);
  for (const { code, name } of elsewhere) expect(await read(name), name).toContain(`'${code}'`);
});

describe.each(WAYS)('POST /v1/%s', (way) => {
  const cases = casesOf(way).filter((each): each is [ErrorCode, () => Promise<Reply>] => typeof each[1] !== 'string');

  test.each(cases)('%s', async (code, provoke) => {
    const reply = await provoke();
    expect(reply.json().error, reply.text).toMatchObject({ code, retryable: ERRORS[code].retryable });
    expect(reply.status).toBe(ERRORS[code].http);
  });

  test('query_cancelled: who leaves while it waits writes nothing', async () => {
    const session = await startSession(service);
    const leaving = new AbortController();
    await whileHeld(session.db, async () => {
      const going = fetch(`${service.url}/v1/${way}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ db: session.db, ...WRITES[way] }),
        signal: leaving.signal,
      });
      await until(async () => (await waits(session.db)).length > 0);
      logged.length = 0;
      leaving.abort();
      await expect(going).rejects.toThrow();
      await until(async () => (await waits(session.db)).length === 0);
      return await session.run('SELECT 1');
    });
    await until(() => logged.some((line) => line.includes('"query_cancelled"')));
    expect(await session.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual([{ n: 0 }]);
  });

  test('the reference lists these codes and no others', () => {
    expect([...codesOf(way, OPERATIONS[way])].sort()).toEqual(
      casesOf(way)
        .map(([code]) => code)
        .sort(),
    );
  });
});
