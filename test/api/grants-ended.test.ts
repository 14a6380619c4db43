import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/caller.ts';
import { OPERATION_ROWS, type OperationName } from '../../src/contract/operations.ts';
import { rolePassword } from '../../src/engines/postgres/server.ts';
import { grantLogin } from '../../src/grants/access.ts';
import { newSharing, type Sharing } from '../support/grants.ts';
import { asAdmin, handle, outcomeOf } from '../support/hosted.ts';
import { codeOf } from '../support/keys.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { databaseUrl, openAdmin, type Reply, sessionOf, until } from '../support/session.ts';

let it: Sharing;
let twin: TestService;
beforeAll(async () => {
  // What holds for a service that logs in without a superuser's rights holds for one that has them; grants.test.ts has those.
  it = await newSharing({}, { plain: true });
  twin = await it.owned.home.start();
});
afterAll(() => it?.owned.home.close());

const held = new Set<string>();
const grant = async (body: object): Promise<string> => {
  const id = await it.grant(body);
  held.add(id);
  return id;
};
beforeEach(async () => {
  for (const id of held) await it.revoke(id);
  held.clear();
});

const control = async (sql: string, params: unknown[] = []): Promise<Record<string, unknown>[]> => {
  const admin = await openAdmin(it.owned.home.control);
  return (await admin.query(sql, params).finally(() => admin.end())).rows;
};
const isLogin = async (id: string): Promise<boolean> =>
  asAdmin(async (client) => (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [grantLogin(id)])).rowCount === 1);
const granteeAt = (at: { url: string }) => sessionOf(at, it.grantee.token, it.db);
const asSession = (accountId: string): Caller => ({ kind: 'session', ownerId: accountId, access: 'write', sessionId: null });

const asAgent = (accountId: string): Caller => ({
  kind: 'agent_key',
  ownerId: accountId,
  access: 'write',
  keyId: randomUUID(),
  confirm: 'agent',
  databases: null,
});

/** Some seconds of work, without rows until its end. */
const LONG = "SELECT count(*) AS n FROM orders, generate_series(1, 3000) a, generate_series(1, 7000) b WHERE md5(a::text || b::text) = ''";
const isAtWork = async (id: string): Promise<boolean> =>
  asAdmin(
    async (client) =>
      ((await client.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND state = 'active'", [grantLogin(id)])).rowCount ?? 0) > 0,
  );

describe('what is used is counted', () => {
  test('once a request, however many come at once and however often they are tried again', async () => {
    const id = await grant({ scope: ['orders', 'customers'] });
    const key = randomUUID();
    const run = (sql: string, options: object = {}, at: { url: string } = it.service) =>
      granteeAt(at).post('/v1/run', { db: it.db, sql }, { key: null, ...options });
    const many = Array.from({ length: 12 }, (_, n) => run('SELECT * FROM orders', {}, n % 2 ? twin : it.service));
    const retried = Array.from({ length: 5 }, () => run('SELECT * FROM customers', { key }));
    for (const reply of await Promise.all([...many, ...retried])) expect(reply.status, reply.text).toBe(200);
    expect((await run('SELECT * FROM customers', { key }, twin)).status).toBe(200);
    await until(async () => (await it.usage(id)).queries === 13);
    expect(await it.usage(id)).toEqual({ queries: 13, rows: 12 * 4 + 3 });
    const streamed = await send(it.service, 'POST', '/v1/run', {
      body: { db: it.db, sql: 'SELECT o.id FROM orders o, generate_series(1, 1000)' },
      token: it.grantee.token,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(streamed.text.trim().split('\n')).toHaveLength(4_000);
    const asked = await it.grantee.ask('how many orders are there', {}, { key: null });
    expect(asked.json(), asked.text).toMatchObject({ status: 'ok', rowCount: 1 });
    const { id: trace } = asked.json().trace as { id: string };
    expect((await it.grantee.post(`/v1/traces/${trace}/replay`, undefined, { key: null })).status).toBe(200);
    const chatKey = randomUUID();
    for (const _ of [1, 2])
      expect(
        (await it.grantee.post('/v1/chat/messages', { goal: 'how many orders are there', dbId: it.db }, { key: chatKey })).status,
      ).toBe(200);
    expect(await it.usage(id)).toEqual({ queries: 17, rows: 51 + 4_000 + 1 + 1 + 1 });
    // What is refused gave nothing.
    for (const sql of ['SELECT * FROM salaries', 'SELECT nothing FROM orders', 'SELECT 1 / (id - id) FROM orders']) await run(sql);
    expect(await it.usage(id)).toEqual({ queries: 17, rows: 4_054 });
    const theirs = await handle(it.service, 'grantUsage', { id }, asSession(it.grantee.accountId));
    expect(theirs).toMatchObject({ queries: 17, rows: 4_054 });
    const list = await handle(it.service, 'listGrants', { limit: 10 }, asSession(it.grantee.accountId));
    expect(JSON.stringify(list)).toContain('"role":"grantee"');
  });

  test('with the rows that had left, where a stream was cut', async () => {
    const id = await grant({ scope: ['orders'] });
    const leaving = new AbortController();
    const response = await fetch(`${it.service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${it.grantee.token}`, 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ db: it.db, sql: "SELECT repeat('x', 500) AS x FROM orders, generate_series(1, 200000)" }),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    await until(async () => (await it.usage(id)).queries === 1);
    const { rows } = await it.usage(id);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(800_000);
  });

  test('in sums of days, once a request can come no more', async () => {
    const id = await grant({ scope: ['orders'] });
    for (const _ of [1, 2, 3]) await it.grantee.rows('SELECT id FROM orders');
    expect(await it.usage(id)).toEqual({ queries: 3, rows: 12 });
    await control("UPDATE svc_control.grant_use SET at = '2026-01-01T12:00:00Z' WHERE grant_id = $1", [id]);
    const third = await it.owned.home.start();
    await until(async () => (await control('SELECT FROM svc_control.grant_use WHERE grant_id = $1', [id])).length === 0);
    expect(await it.usage(id)).toEqual({ queries: 3, rows: 12 });
    await it.grantee.rows('SELECT id FROM orders');
    expect(await it.usage(id)).toEqual({ queries: 4, rows: 16 });
    const { byDay } = (await send(third, 'GET', `/v1/grants/${id}/usage`, { token: it.owner.token })).json() as { byDay: object[] };
    expect(byDay).toMatchObject([
      { queries: 1, rows: 4 },
      { day: '2026-01-01', queries: 3, rows: 12 },
    ]);
  });
});

describe('a grant that is revoked', () => {
  test.each(['here', 'by another service'])('ends what runs with it: %s', async (where) => {
    const id = await grant({ scope: ['orders'] });
    const running = it.grantee.run(LONG);
    await until(() => isAtWork(id));
    const at = where === 'here' ? it.service : twin;
    expect((await it.revoke(id, at)).json()).toMatchObject({ revoked: true, alreadyRevoked: false });
    expect(await isAtWork(id)).toBe(false);
    const reply = await running;
    expect(codeOf(reply), reply.text).toBe('db_not_found');
    expect(await isLogin(id)).toBe(false);
    for (const service of [it.service, twin]) expect(codeOf(await granteeAt(service).run('SELECT * FROM orders'))).toBe('db_not_found');
  });

  test('ends a stream that is open', async () => {
    const id = await grant({ scope: ['orders'] });
    const response = await fetch(`${it.service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${it.grantee.token}`, 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ db: it.db, sql: "SELECT repeat('x', 500) AS x FROM orders, generate_series(1, 200000)" }),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await it.revoke(id, twin);
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole';
    };
    await expect(rest()).rejects.toThrow();
    expect(await isAtWork(id)).toBe(false);
  });

  test('is ended by whoever comes next, where the service that revoked it died before the engine heard', async () => {
    const id = await grant({ scope: ['orders'] });
    const running = it.grantee.run(LONG);
    await until(() => isAtWork(id));
    // The control plane's transaction, and nothing after it: nobody is told, either.
    await control('UPDATE svc_control.data_grant SET revoked_at = now() WHERE id = $1', [id]);
    expect(codeOf(await running)).toBe('db_not_found');
    expect(codeOf(await it.grantee.run('SELECT * FROM orders'))).toBe('db_not_found');
    const third = await it.owned.home.start();
    await until(async () => !(await isLogin(id)));
    expect(codeOf(await granteeAt(third).run('SELECT * FROM orders'))).toBe('db_not_found');
    expect((await it.revoke(id)).json()).toMatchObject({ alreadyRevoked: true });
  });

  test('leaves no half of one that died while it was made', async () => {
    const id = await grant({ scope: ['orders'] });
    await control("UPDATE svc_control.data_grant SET state = 'making', created_at = now() - interval '1 hour' WHERE id = $1", [id]);
    held.delete(id);
    await it.owned.home.start();
    await until(async () => !(await isLogin(id)));
    await until(async () => (await control('SELECT FROM svc_control.data_grant WHERE id = $1', [id])).length === 0);
  });

  test('goes with its database', async () => {
    const made = await it.owner.post('/v1/databases', { goal: 'track coffee beans with roaster, price and rating' });
    const dbId = String(made.json().dbId);
    const id = await grant({ dbId, scope: ['coffee_beans'] });
    const theirs = sessionOf(it.service, it.grantee.token, dbId);
    expect(await theirs.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 0 }]);
    expect((await send(it.service, 'DELETE', `/v1/databases/${dbId}`, { token: it.owner.token, key: randomUUID() })).status).toBe(200);
    expect(codeOf(await theirs.run('SELECT 1 AS one'))).toBe('db_not_found');
    expect(await isLogin(id)).toBe(false);
    const list = (await send(it.service, 'GET', '/v1/grants', { token: it.owner.token })).json() as unknown as {
      id: string;
      revokedAt: string;
    }[];
    expect(list.find((one) => one.id === id)?.revokedAt).not.toBeNull();
  });

  test('goes with the account of either side', async () => {
    const id = await grant({ scope: ['orders'] });
    await control('UPDATE svc_control.data_grant SET grantee_id = gen_random_uuid() WHERE id = $1', [id]);
    await it.owned.home.start();
    await until(async () => !(await isLogin(id)));
    held.delete(id);
  });

  test('is nobody else’s to revoke or to look at', async () => {
    const id = await grant({ scope: ['orders'] });
    const none = randomUUID();
    for (const accountId of [it.stranger.accountId, it.grantee.accountId]) {
      const revoke = (one: string) => outcomeOf(handle(it.service, 'revokeGrant', { id: one }, asSession(accountId), randomUUID()));
      expect(await revoke(id)).toEqual(await revoke(none));
      expect((await revoke(id)).code).toBe('grant_not_found');
    }
    const look = (one: string) => outcomeOf(handle(it.service, 'grantUsage', { id: one }, asSession(it.stranger.accountId)));
    expect(await look(id)).toEqual(await look(none));
    expect(await it.grantee.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
  });
});

describe('each layer holds alone', () => {
  /** Past guard and service, with the grant's own password. */
  const direct = async (id: string, sql: string): Promise<string | Record<string, unknown>[]> => {
    const { default: pg } = await import('pg');
    const user = grantLogin(id);
    const client = new pg.Client({ connectionString: databaseUrl({ database: it.db, user, password: rolePassword(TEST_SECRET, user) }) });
    await client.connect();
    try {
      await client.query('SET default_transaction_read_only = off');
      return (await client.query(sql)).rows;
    } catch (error) {
      return String((error as { code?: string }).code);
    } finally {
      await client.end();
    }
  };

  test('the login reads its views, writes nothing and reaches no other table', async () => {
    const id = await grant({ scope: ['orders', 'customers'], rows: { orders: "region = 'EU'" }, mask: { customers: ['email'] } });
    const own = grantLogin(id);
    expect(await direct(id, 'SELECT count(*)::int AS n FROM orders')).toEqual([{ n: 3 }]);
    expect(await direct(id, 'SELECT * FROM customers WHERE id = 2')).toEqual([{ id: 2, name: 'Bob', region: 'US' }]);
    for (const sql of [
      'SELECT * FROM public.orders',
      'SELECT * FROM public.salaries',
      'SELECT * FROM svc.reply',
      `INSERT INTO ${own}.customers VALUES (9, 'x', 'EU')`,
      `UPDATE ${own}.orders SET total = 0`,
      `DELETE FROM ${own}.orders`,
      `CREATE TABLE ${own}.mine (id int)`,
      'CREATE TABLE public.mine (id int)',
      'CREATE TEMP TABLE mine (id int)',
      `ALTER VIEW ${own}.orders OWNER TO ${own}`,
      `CREATE OR REPLACE VIEW ${own}.orders AS SELECT 1`,
      'SET ROLE postgres',
    ])
      expect(await direct(id, sql), sql).toMatch(/^(42501|42P01|3F000|22023)$/);
    expect(await direct(id, 'SELECT email FROM customers')).toBe('42703');
    expect(await direct(id, "SELECT id FROM orders WHERE 1 / (total - 500) < 0 AND region = 'US'")).toEqual([]);
  });

  test('the transaction is read only, should the login be able to write', async () => {
    const id = await grant({ scope: ['orders'] });
    const login = grantLogin(id);
    await asAdmin((client) => client.query(`GRANT INSERT ON ${login}.orders TO ${login}`), it.db);
    const target = { dbId: it.db, grant: { login, party: it.grantee.accountId, tables: [] } };
    const { signal } = new AbortController();
    const statement = { sql: "INSERT INTO orders VALUES (99, 1, 1, 'EU')", params: [] };
    expect((await outcomeOf(it.service.engine.read(target, statement, { maxRows: 1, signal }))).code).toBe('forbidden');
    expect(await it.owner.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
  });
});

describe('its login', () => {
  test('gets its own settings back where somebody changed them, and its own password', async () => {
    const id = await grant({ scope: ['orders'] });
    const login = grantLogin(id);
    await it.grantee.rows('SELECT id FROM orders');
    const settings = () =>
      asAdmin(
        async (client) =>
          (await client.query('SELECT rolconfig::text AS c FROM pg_roles WHERE rolname = $1', [login])).rows[0]?.c as string,
      );
    const before = await settings();
    expect(before).toContain(`search_path=${login}`);
    await asAdmin((client) => client.query(`ALTER ROLE ${login} SET work_mem = '1GB'; ALTER ROLE ${login} SET search_path = public`));
    expect(await it.service.engine.heal([it.db])).toEqual([it.db]);
    expect(await settings()).toBe(before);
    await asAdmin((client) =>
      client.query(
        `ALTER ROLE ${login} PASSWORD 'of somebody'; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${login}'`,
      ),
    );
    expect(await it.grantee.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 4 }]);
  });
});

/** What a grantee gets of each operation about the database that it was granted. */
const GRANTEE: Readonly<Record<OperationName, 'ok' | 'forbidden' | 'not about a database'>> = {
  ask: 'ok',
  run: 'ok',
  transaction: 'forbidden',
  insert: 'forbidden',
  remember: 'forbidden',
  undo: 'forbidden',
  createDatabase: 'not about a database',
  connectDatabase: 'not about a database',
  checkDatabase: 'forbidden',
  listDatabases: 'ok',
  getDatabase: 'ok',
  updateDatabase: 'forbidden',
  describeDatabase: 'ok',
  getGlossary: 'forbidden',
  putGlossary: 'forbidden',
  deleteDatabase: 'forbidden',
  postChatMessage: 'ok',
  listChatMessages: 'ok',
  listTraces: 'not about a database',
  getTrace: 'not about a database',
  replayTrace: 'not about a database',
  createImport: 'forbidden',
  addToImport: 'not about a database',
  getImport: 'not about a database',
  correctImport: 'not about a database',
  advanceImport: 'not about a database',
  retryImport: 'not about a database',
  deleteImport: 'not about a database',
  listModels: 'not about a database',
  mintKey: 'forbidden',
  listKeys: 'not about a database',
  revokeKey: 'not about a database',
  keyStatus: 'not about a database',
  setByollm: 'not about a database',
  byollmStatus: 'not about a database',
  clearByollm: 'not about a database',
  mintGrant: 'forbidden',
  listGrants: 'not about a database',
  grantUsage: 'not about a database',
  revokeGrant: 'not about a database',
  usage: 'not about a database',
  listAudit: 'not about a database',
  adoptAnonymous: 'not about a database',
  signInMethods: 'not about a database',
  requestSignIn: 'not about a database',
  lookUpSignIn: 'not about a database',
  verifySignIn: 'not about a database',
  connectProviders: 'not about a database',
  startConnectOAuth: 'not about a database',
  finishConnectOAuth: 'not about a database',
  pickDatabase: 'not about a database',
  reconnectDatabase: 'forbidden',
  startOAuth: 'not about a database',
  finishOAuth: 'not about a database',
  makeSignInLink: 'not about a database',
  beginDevice: 'not about a database',
  redeemDevice: 'not about a database',
  lookUpDevice: 'not about a database',
  decideDevice: 'not about a database',
  listApprovals: 'not about a database',
  requestGrant: 'forbidden',
  getApproval: 'not about a database',
  decideApproval: 'not about a database',
  mcpCallback: 'not about a database',
  whoAmI: 'not about a database',
  listSessions: 'not about a database',
  endSession: 'not about a database',
  signOut: 'not about a database',
  signOutEverywhere: 'not about a database',
};

const BODIES: Partial<Record<OperationName, (db: string) => object>> = {
  ask: (db) => ({ db, goal: 'how many orders are there' }),
  run: (db) => ({ db, sql: 'SELECT count(*) AS n FROM orders' }),
  transaction: (db) => ({ db, statements: [{ sql: 'UPDATE orders SET id = id' }] }),
  insert: (db) => ({ db, table: 'orders', rows: { id: 9 } }),
  remember: (db) => ({ db, kind: 'fact', content: 'x' }),
  undo: (db) => ({ db, traceId: '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11' }),
  updateDatabase: () => ({ name: 'mine' }),
  createImport: (db) => ({ packId: 'tabular', source: 'a,b\n1,2\n', db }),
  putGlossary: () => ({ terms: [] }),
  postChatMessage: (dbId) => ({ dbId, goal: 'how many orders are there' }),
};

describe('every operation about a database', () => {
  const about = (Object.keys(GRANTEE) as OperationName[]).filter((name) => GRANTEE[name] !== 'not about a database');

  /** As somebody whom the operation admits: who is signed in, where no key may call it, and an agent, where nobody else may. */
  const sendTo = async (
    name: OperationName,
    who: { token: string; accountId: string },
    db: string,
  ): Promise<Pick<Reply, 'status' | 'text'>> => {
    if (name === 'mintKey' || name === 'mintGrant' || name === 'requestGrant' || name === 'reconnectDatabase') {
      const input =
        name === 'reconnectDatabase'
          ? { id: db, connectionUrl: 'postgres://user:password@127.0.0.1/nowhere' }
          : name === 'mintKey'
            ? { type: 'pk_live', dbId: db }
            : { dbId: db, granteeAccountId: randomUUID(), scope: ['orders'] };
      const caller = name === 'requestGrant' ? asAgent(who.accountId) : asSession(who.accountId);
      const { code, fault } = await outcomeOf(handle(it.service, name, input as never, caller, randomUUID()));
      return { status: 400, text: JSON.stringify({ error: { code, params: fault?.params } }) };
    }
    const row = OPERATION_ROWS[name];
    const path = row.path.replace(':id', db) + (name === 'listChatMessages' ? `?dbId=${db}` : '');
    const body = BODIES[name]?.(db);
    return await send(it.service, row.method, path, {
      ...(body ? { body } : {}),
      token: who.token,
      ...(row.mutates === true ? { key: randomUUID() } : {}),
    });
  };
  const codeIn = ({ text }: { text: string }): string => (JSON.parse(text) as { error?: { code: string } }).error?.code ?? 'ok';

  test.each(about)('%s, by a grantee', async (name) => {
    await grant({ scope: ['orders'] });
    const reply = await sendTo(name, it.grantee, it.db);
    expect(codeIn(reply), reply.text).toBe(GRANTEE[name]);
  });

  test.each(about.filter((name) => name !== 'listDatabases'))(
    '%s, by a stranger and after the grant, looks as of no database',
    async (name) => {
      const none = 'db_nothing_aaaaaaaa';
      const plain = ({ text }: { text: string }, db: string) => text.replaceAll(db, 'DB').replace(/"requestId":"[^"]+"/, '');
      const ofNone = plain(await sendTo(name, it.stranger, none), none);
      expect(ofNone).toContain('db_not_found');
      expect(plain(await sendTo(name, it.stranger, it.db), it.db)).toBe(ofNone);
      expect(plain(await sendTo(name, it.grantee, it.db), it.db)).toBe(ofNone);
    },
  );
});
