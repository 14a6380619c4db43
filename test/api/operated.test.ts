import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockTenant, unblockTenant } from '../../src/admin/block.ts';
import { databasesOfTenant, dropDatabases } from '../../src/admin/drop.ts';
import { limitTenant, listLimits } from '../../src/admin/limits.ts';
import { sweepNow } from '../../src/admin/sweep.ts';
import { listTenants } from '../../src/admin/tenants.ts';
import { readConfig } from '../../src/config.ts';
import { createCliUser } from '../support/cli.ts';
import { asAdmin } from '../support/hosted.ts';
import { codeOf } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';
import { signedIn, type TestBrowser } from '../support/signed-in.ts';

/** Takes a minute of processor time and hardly any memory. */
const HEAVY = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0';

let home: Home;
let mail: MailServer;
let service: TestService;
let twin: TestService;
const SETTINGS = { SVC_LOCAL_OWNER: 'off', SVC_ANON_DATABASES: '5', SVC_ACCOUNT_DATABASES: '2', SVC_POOL_WAIT_MS: '300' };
beforeAll(async () => {
  [home, mail] = [await newHome(), await startMailServer()];
  const settings = { ...SETTINGS, SVC_SMTP_URL: mail.url };
  service = await home.start(settings);
  twin = await home.start(settings);
});
afterAll(async () => {
  await home.close();
  await mail.close();
});

const operating = () => ({
  config: readConfig({ ...home.settings, ...SETTINGS, SVC_SECRET: TEST_SECRET, SVC_CLICKHOUSE: 'off' }),
  onStep: () => undefined,
});
const tenantOf = async (session: TestSession): Promise<string> => {
  const { rows } = await asAdmin(
    (admin) => admin.query('SELECT owner_id AS id FROM svc_control.database WHERE id = $1', [session.db]),
    home.control,
  );
  return String(rows[0]?.id);
};
const there = async (db: string): Promise<boolean> =>
  (await asAdmin((admin) => admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [db]))).rowCount === 1;

/** An account with a key and a database. */
async function newAccount(name: string): Promise<{ browser: TestBrowser & { accountId: string }; session: TestSession }> {
  const browser = await signedIn(service, mail, `${name}@example.com`);
  const minted = await browser.send('POST', '/v1/keys', { body: { type: 'sk_live' } });
  const token = String(minted.json().key);
  const made = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS }, token, key: randomUUID() });
  return { browser, session: sessionOf(service, token, String(made.json().dbId)) };
}

const at = (session: TestSession, where: TestService): TestSession => sessionOf(where, session.token, session.db);
/** By every service. */
const refuses = async (session: TestSession): Promise<boolean> =>
  [await session.run('SELECT 1'), await at(session, twin).run('SELECT 1')].every((reply) => codeOf(reply) === 'account_blocked');

describe('a tenant that is blocked', () => {
  test('an anonymous session is refused by every service, what runs for it ends, and its data is there when it is let in again', async () => {
    const session = await startSession(service);
    const tenant = await tenantOf(session);
    const [running, stream] = [session.run(HEAVY), at(session, twin).run(HEAVY)];
    await until(async () => (await working(session.db)) === 2);
    await blockTenant({ ...operating(), tenant, reason: 'Ask the desk.' });
    for (const reply of [await running, await stream]) {
      expect([reply.status, codeOf(reply)]).toEqual([403, 'account_blocked']);
      expect(reply.json()).toMatchObject({ error: { params: { reason: 'Ask the desk.' }, retryable: false } });
    }
    await until(async () => (await working(session.db)) === 0);
    expect(await refuses(session)).toBe(true);
    expect((await listTenants(operating())).find(({ id }) => id === tenant)).toMatchObject({ blockedAt: expect.stringMatching(/^20/) });
    // Everybody else goes on.
    expect((await (await startSession(service)).run('SELECT 1')).status).toBe(200);
    expect(await unblockTenant({ ...operating(), tenant })).toMatchObject({ id: tenant, wasBlocked: true });
    await until(async () => (await session.run('SELECT 1')).status === 200);
    await until(async () => (await at(session, twin).run('SELECT 1')).status === 200);
    expect((await listTenants(operating())).find(({ id }) => id === tenant)?.blockedAt).toBeNull();
  });

  test('is noticed although nobody was told: with the listening sessions gone', async () => {
    const session = await startSession(service);
    const tenant = await tenantOf(session);
    const running = session.run(HEAVY);
    await until(async () => (await working(session.db)) === 1);
    const admin = await openAdmin(home.control);
    try {
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'svc notices' AND datname = current_database()",
      );
      await admin.query('INSERT INTO svc_control.tenant_rule (owner_id, blocked_at, changed_at) VALUES ($1, now(), now())', [tenant]);
    } finally {
      await admin.end();
    }
    expect(codeOf(await running)).toBe('account_blocked');
    await until(() => refuses(session));
  });

  test('an account is refused with all of its credentials: browser, key, agent and page', async () => {
    const { browser, session } = await newAccount('blocked');
    const agent = String(
      (await browser.send('POST', '/v1/keys', { body: { type: 'sk_mcp', host: 'codex', device: 'laptop' } })).json().key,
    );
    const page = { type: 'pk_live', dbId: session.db, origins: ['https://shop.example.com'] };
    const publishable = String((await browser.send('POST', '/v1/keys', { body: page })).json().key);
    const calls = (): Promise<Reply>[] => [
      browser.send('GET', '/v1/databases'),
      session.run('SELECT 1'),
      sessionOf(service, agent, session.db).run('SELECT 1'),
      send(service, 'POST', '/v1/run', {
        body: { db: session.db, sql: 'SELECT 1' },
        token: publishable,
        headers: { origin: 'https://shop.example.com' },
      }),
    ];
    expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await blockTenant({ ...operating(), tenant: 'Blocked@example.com', reason: null });
    await until(async () => (await Promise.all(calls())).every((reply) => codeOf(reply) === 'account_blocked'));
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const overMcp = await send(service, 'POST', '/mcp', {
      body: initialize,
      token: agent,
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(overMcp.text).toContain('account_blocked');
  });

  test('an anonymous session does not become open by being adopted', async () => {
    const session = await startSession(service);
    await blockTenant({ ...operating(), tenant: await tenantOf(session), reason: null });
    const { session: account } = await newAccount('adopter');
    const adopted = await account.post('/v1/anon/adopt', { token: session.token });
    expect(codeOf(adopted)).toBe('account_blocked');
  });
});

describe('limits', () => {
  test('of accounts are those of the settings, and those of one tenant go before', async () => {
    const { browser, session } = await newAccount('limited');
    const create = () => session.post('/v1/databases', { goal: BEANS });
    expect((await create()).status).toBe(201);
    expect((await create()).json()).toMatchObject({ error: { code: 'quota_exceeded', params: { what: 'databases', used: 2, limit: 2 } } });
    const tenant = browser.accountId;
    const set = (changes: Parameters<typeof limitTenant>[0]['changes']) => limitTenant({ ...operating(), tenant, changes });
    expect(await set({ databases: 3, bytes: 1_048_576 })).toEqual({
      ...{ id: tenant, kind: 'person', limits: { databases: 3, bytes: 1_048_576, statements: 24 }, own: ['databases', 'bytes'] },
    });
    const add = () => session.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')");
    await until(async () => codeOf(await add()) === 'quota_exceeded');
    expect((await session.run('SELECT 1')).status).toBe(200);
    await set({ bytes: 0 });
    await until(async () => (await add()).status === 200);
    expect((await create()).status).toBe(201);
    expect(codeOf(await create())).toBe('quota_exceeded');
    const { deployment, tenants } = await listLimits(operating());
    expect(deployment).toMatchObject({ anonymous: { databases: 5 }, account: { databases: 2, bytes: 0 } });
    expect(tenants).toContainEqual({
      id: tenant,
      kind: 'person',
      limits: { databases: 3, bytes: 0, statements: 24 },
      own: ['databases', 'bytes'],
    });
    expect(await set({ databases: null, bytes: null })).toMatchObject({ limits: { databases: 2, bytes: 0 }, own: [] });
  });

  test('of statements at once', async () => {
    const session = await startSession(service);
    const tenant = await tenantOf(session);
    await limitTenant({ ...operating(), tenant, changes: { statements: 1 } });
    // From when it is known.
    let first = session.run(HEAVY);
    await until(async () => (await working(session.db)) >= 1);
    await until(async () => codeOf(await session.run('SELECT 1')) === 'overloaded');
    await limitTenant({ ...operating(), tenant, changes: { statements: null } });
    await until(async () => (await session.run('SELECT 1')).status === 200);
    await blockTenant({ ...operating(), tenant, reason: null });
    first = first.catch(() => undefined as never);
    await first;
  });

  test('who is not there is said to be not there', async () => {
    const nobody = randomUUID();
    await expect(limitTenant({ ...operating(), tenant: nobody, changes: {} })).rejects.toThrow(
      `There is no account and no anonymous session ${nobody}: \`svc admin tenants\` lists their ids and addresses.`,
    );
  });
});

describe('what is dropped', () => {
  test('is closed at once and gone after the sweep, which touches nobody else; the account’s log tells who did it', async () => {
    const { browser, session } = await newAccount('dropped');
    const other = await startSession(service);
    const found = await databasesOfTenant({ ...operating(), tenant: browser.accountId });
    expect(found.databases.map(({ id }) => id)).toEqual([session.db]);
    expect(await dropDatabases(found, operating())).toEqual([session.db]);
    await until(async () => codeOf(await session.run('SELECT 1')) === 'db_not_found');
    const swept = await sweepNow(operating());
    expect(swept.removed).toContain(session.db);
    expect(swept.left).not.toContain(session.db);
    expect([await there(session.db), await there(other.db)]).toEqual([false, true]);
    expect((await other.run('SELECT 1')).status).toBe(200);
    const log = await browser.send('GET', `/v1/audit?subject=${session.db}`);
    expect(log.json()).toMatchObject([{ action: 'database.delete', actor: 'operator', surface: 'cli' }, { action: 'database.create' }]);
  });
});

test('one that somebody dropped on its server is told as that, and not as one to open', async () => {
  const session = await startSession(service);
  await asAdmin((admin) => admin.query(`DROP DATABASE "${session.db}" WITH (FORCE)`));
  const said = new Set<string>();
  await sweepNow({ ...operating(), onStep: (line) => said.add(line) });
  expect([...said].filter((line) => line.includes(session.db))).toEqual([
    `somebody dropped it on its server, where its logins alone are left: restore it, or delete it: ${session.db}`,
  ]);
});

test('svc admin blocks, limits, drops and sweeps, asking before what cannot be taken back', async () => {
  const user = await createCliUser('http://127.0.0.1:1');
  const session = await startSession(service);
  const tenant = await tenantOf(session);
  const env = { ...home.settings, SVC_SECRET: TEST_SECRET, SVC_CLICKHOUSE: 'off', SVC_LOCAL_OWNER: 'off' };
  const svc = (...args: string[]) => user.onPipe(['admin', ...args], { env });
  expect(await svc('limits', tenant, '--databases', '7', '--mb', '64')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/│ 7 \* +│ 64 \* │/),
  });
  expect(await svc('limits', tenant, '--mb', 'many')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--mb takes a whole number'),
  });
  expect(await svc('block', tenant, '--reason', 'Ask the desk.')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is blocked since'),
  });
  expect(JSON.parse((await svc('tenants', '--json')).stdout)).toContainEqual(
    expect.objectContaining({ id: tenant, blockedAt: expect.stringMatching(/^20/) }),
  );
  await until(() => refuses(session));
  expect(await svc('unblock', tenant)).toMatchObject({ code: 0 });
  const unasked = await svc('drop', tenant);
  expect(unasked).toMatchObject({ code: 3, stdout: '' });
  expect(unasked.stderr).toContain(session.db);
  expect(await there(session.db)).toBe(true);
  expect(await svc('drop', tenant, '--yes')).toMatchObject({ code: 0, stdout: 'One database is dropped.\n', stderr: '' });
  expect(await there(session.db)).toBe(false);
  expect(await svc('sweep')).toMatchObject({ code: 0, stdout: 'No database was to be removed.\n' });
  expect(await svc('block', 'nobody@example.com')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no account') });
});

/** Statements at work in the database. */
async function working(db: string): Promise<number> {
  const { rows } = await asAdmin((admin) =>
    admin.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE '%generate_series%'",
      [db],
    ),
  );
  return Number(rows[0]?.n);
}
