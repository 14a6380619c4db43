import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loginName, loginPassword } from '../../src/engines/clickhouse/logins.ts';
import type { Role } from '../../src/engines/clickhouse/server.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { type ClickHouseFront, startClickHouseFront } from '../support/clickhouse-server.ts';
import { asAdmin } from '../support/hosted.ts';
import { type Home, newHome } from '../support/owned.ts';
import { TEST_SECRET, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

const VIEWS = { goal: 'Track page views of our website: url, country, duration in ms and when they happened', engine: 'clickhouse' };

describeWithClickHouse('a ClickHouse server in place of the embedded one', () => {
  let front: ClickHouseFront;
  let home: Home;
  let service: TestService;
  let session: TestSession;
  let db: string;

  const start = (url: string) =>
    home.start({
      SVC_LOCAL_OWNER: 'off',
      CLICKHOUSE_URL: url,
      SVC_STATEMENT_TIMEOUT_MS: '3000',
      SVC_CLICKHOUSE_MAX_READ_ROWS: '1000000000000',
    });
  const codeOf = (reply: { json(): Record<string, unknown> }) => (reply.json().error as { code?: string } | undefined)?.code ?? 'ok';
  const as = (role: Role, sql: string) => {
    const user = loginName(db, role);
    return front.query(`${sql}`, { user, password: loginPassword(TEST_SECRET, user) });
  };

  beforeAll(async () => {
    [front, home] = await Promise.all([startClickHouseFront(), newHome()]);
  });
  afterAll(async () => {
    await home.close();
    await front.close();
  });

  describe('what keeps a start from it is one line that says what to do', () => {
    const refusal = async (url: string): Promise<string> => {
      const error = await start(url).then(
        () => null,
        (caught: unknown) => caught,
      );
      return error instanceof Error ? error.message : String(error);
    };

    test('nobody there, or nobody who speaks it', async () => {
      const html = createServer((_, reply) => void reply.writeHead(404).end('<html>')).listen(0, '127.0.0.1');
      await new Promise((resolve) => html.once('listening', resolve));
      const { port } = html.address() as AddressInfo;
      expect(await refusal(`http://a:b@127.0.0.1:${port}`)).toMatch(
        /^CLICKHOUSE_URL: no ClickHouse answers at http:\/\/127.0.0.1:\d+ .*8123.*$/,
      );
      html.close();
      const away = await refusal(`http://someone:hidden@127.0.0.1:${port}`);
      expect(away).toMatch(/^CLICKHOUSE_URL: no ClickHouse answers .*ECONNREFUSED.*$/);
      expect(away).not.toContain('hidden');
    });

    test('a wrong password', async () => {
      expect(await refusal(`http://admin:wrong@127.0.0.1:${front.port}`)).toMatch(/^CLICKHOUSE_URL: .* refuses the user admin\. Check .*$/);
    });

    test('a version that is too old', async () => {
      front.version = '25.8.3.66';
      expect(await refusal(front.url)).toBe('CLICKHOUSE_URL points at ClickHouse 25.8.3.66. Version 26.5 or later is needed.');
      front.version = null;
    });

    test('a user without access management, and a server that keeps its users in a file', async () => {
      front.refuse({ statement: /^CREATE SETTINGS PROFILE/, code: 497, message: 'admin: Not enough privileges.' });
      expect(await refusal(front.url)).toMatch(
        /^CLICKHOUSE_URL: the user admin cannot make settings profiles: Not enough privileges\. .*access_management.*$/,
      );
      front.refuse({ statement: /^CREATE USER/, code: 514, message: 'Could not insert user: there is no writeable access storage.' });
      expect(await refusal(front.url)).toMatch(
        /^CLICKHOUSE_URL: a database .* by the user admin: Could not insert user.*local_directory.*$/,
      );
      front.refuse(null);
      // Nothing of a start that failed stays.
      expect((await front.query("SELECT count() FROM system.databases WHERE startsWith(name, 'db_') FORMAT TSV")).text.trim()).toBe('0');
    });
  });

  describe('a service on it', () => {
    beforeAll(async () => {
      service = await start(front.url);
      session = await startSession(service);
      const made = await session.post('/v1/databases', VIEWS);
      expect(made.status, made.text).toBe(201);
      db = String(made.json().dbId);
    });

    const run = (sql: string, more: object = {}) => session.run(sql, { db, ...more });

    test('rows go in, are asked for, changed and deleted', async () => {
      const rows = Array.from({ length: 20 }, (_, n) => ({
        url: `/p${n}`,
        country: n % 2 ? 'FR' : 'AT',
        duration: n,
        at: '2026-01-01T00:00:00Z',
      }));
      const body = { db, table: 'visits', rows };
      const key = randomUUID();
      const first = await session.post('/v1/insert', body, { key });
      expect([first.status, first.json()], first.text).toMatchObject([200, { inserted: 20, created: { table: true } }]);
      expect((await session.post('/v1/insert', body, { key })).text).toBe(first.text);
      const asked = await session.ask('how many visits per country?', { db });
      expect(asked.json(), asked.text).toMatchObject({ status: 'ok', kind: 'query', rowCount: 2 });
      expect((await run("UPDATE visits SET duration = 100 WHERE country = 'FR'")).json()).toMatchObject({ kind: 'write', rowCount: 10 });
      expect((await run('DELETE FROM visits WHERE duration = 100')).json()).toMatchObject({ kind: 'write', rowCount: 10 });
      expect((await run('SELECT count() AS n FROM visits')).json().data).toEqual([{ n: 10 }]);
    });

    test('a statement that does not end is ended by the server', async () => {
      const slow = await run('SELECT count() AS n FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3');
      expect(codeOf(slow)).toBe('query_timeout');
      expect(codeOf(await run(`SELECT {p1:String} AS a`, { params: ['x'.repeat(200_000)] }))).toBe('invalid_value');
    });

    test('without the guard, the logins’ own rights and bounds hold', async () => {
      const other = await session.post('/v1/databases', { ...VIEWS, name: 'neighbour' });
      const neighbour = String(other.json().dbId);
      const before = (await run('SELECT count(), sum(duration) FROM visits')).json().data;
      const denied = async (role: Role, statements: readonly string[]) => {
        for (const sql of statements) {
          const { status, text } = await as(role, sql);
          expect([sql, status, text], text).toEqual([sql, 500, expect.stringMatching(/Code: (164|392|452|497|636)\./)]);
        }
      };
      await denied('reader', [
        ...[`INSERT INTO ${db}.visits (url) VALUES ('x')`, `ALTER TABLE ${db}.visits DELETE WHERE 1`, `DROP TABLE ${db}.visits`],
        ...[`TRUNCATE TABLE ${db}.visits`, `CREATE TABLE ${db}.mine (a Int8) ENGINE = Memory`, 'CREATE TEMPORARY TABLE mine (a Int8)'],
        ...[`SELECT * FROM ${neighbour}.page_views`, `SELECT * FROM merge('${neighbour}', '.*')`],
        ...["SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')", "SELECT * FROM file('/etc/passwd', 'LineAsString')"],
        ...["SELECT * FROM remote('127.0.0.1', 'system', 'one')", "SELECT * FROM executable('x', 'TSV', 'a String')"],
        ...['SYSTEM SHUTDOWN', 'CREATE USER mine', 'GRANT SELECT ON *.* TO default', 'DROP DATABASE system'],
        ...[
          'SET readonly = 0',
          'SELECT 1 SETTINGS readonly = 0',
          'SELECT 1 SETTINGS max_execution_time = 0',
          'SELECT 1 SETTINGS max_execution_time = 3600',
        ],
        ...['SELECT 1 SETTINGS max_memory_usage = 0', 'SELECT 1 SETTINGS max_rows_to_read = 0', 'SELECT 1 SETTINGS max_threads = 64'],
        ...[
          'SELECT 1 SETTINGS max_result_rows = 0',
          "SELECT 1 SETTINGS timeout_overflow_mode = 'break'",
          'SELECT 1 SETTINGS allow_ddl = 1',
        ],
      ]);
      const seen = await as('reader', "SELECT DISTINCT database FROM system.tables WHERE startsWith(database, 'db_') FORMAT TSV");
      expect(seen.text.trim()).toBe(db);
      const parts = await as('reader', 'SELECT DISTINCT database FROM system.parts FORMAT TSV');
      expect(parts.text.trim()).toBe(db);
      await denied('writer', [
        ...[`DROP TABLE ${db}.visits`, `TRUNCATE TABLE ${db}.visits`, `CREATE TABLE ${db}.mine (a Int8) ENGINE = Memory`],
        ...[
          `ALTER TABLE ${db}.visits ADD COLUMN a Int8`,
          `INSERT INTO ${neighbour}.page_views (url) VALUES ('x')`,
          `DELETE FROM ${neighbour}.page_views WHERE 1`,
        ],
        ...[
          "INSERT INTO FUNCTION file('/tmp/x', 'CSV', 'a Int8') VALUES (1)",
          `SYSTEM STOP MERGES ${db}.visits`,
          'SET max_memory_usage = 0',
          'SET max_execution_time = 0',
        ],
      ]);
      await denied('owner', [
        `SELECT * FROM ${neighbour}.page_views`,
        `CREATE TABLE ${neighbour}.mine (a Int8) ENGINE = Memory`,
        `DROP DATABASE ${db}`,
      ]);
      expect((await run('SELECT count(), sum(duration) FROM visits')).json().data).toEqual(before);
      expect((await session.post('/v1/run', { db: neighbour, sql: 'SELECT 1 AS n' })).json().data).toEqual([{ n: 1 }]);
    });

    test('a login that somebody took away is made again', async () => {
      front.dropUser(loginName(db, 'reader'));
      const reply = await run('SELECT count() AS n FROM visits');
      expect([codeOf(reply), reply.text], reply.text).toEqual(['db_unreachable', expect.stringContaining('made again')]);
      expect((await run('SELECT count() AS n FROM visits')).json().data).toEqual([{ n: 10 }]);
    });

    test('a database that cannot be made leaves nothing, and its reply says at which step', async () => {
      const there = async () => (await front.query("SELECT name FROM system.databases WHERE startsWith(name, 'db_')")).text;
      const before = [await there(), front.users()];
      for (const [statement, code] of [
        [/^CREATE USER/, 'provision_failed'],
        [/^CREATE TABLE/, 'ddl_invalid'],
      ] as const) {
        front.refuse({ statement, code: 497, message: 'Not enough privileges.' });
        const reply = await session.post('/v1/databases', { ...VIEWS, name: 'unmade' });
        front.refuse(null);
        expect([codeOf(reply), reply.json().error], reply.text).toMatchObject([code, { params: { rolled_back: true } }]);
        expect([await there(), front.users()]).toEqual(before);
      }
    });

    test.each([
      [/^CREATE DATABASE/, 'CREATE DATABASE ON db_x.*', 'CREATE DATABASE ON *.*'],
      [/^GRANT/, 'INSERT, SELECT(name, comment) ON db_x.tables WITH GRANT OPTION', 'INSERT, SELECT(name, comment) ON *.*'],
      [/^CREATE TABLE/, 'CREATE TABLE ON db_x.page_views', 'CREATE TABLE ON *.*'],
      [/^CREATE TABLE/, 'TABLE ENGINE ON MergeTree', 'TABLE ENGINE ON MergeTree'],
    ])('a right that the server lacks at %s is named, with the SQL that gives it (%s)', async (statement, told, given) => {
      front.refuse({
        statement,
        code: 497,
        message: `x: Not enough privileges. To execute this query, it's necessary to have the grant ${told}`,
      });
      const reply = await session.post('/v1/databases', { ...VIEWS, name: 'unmade' });
      front.refuse(null);
      expect(reply.json().error, reply.text).toMatchObject({
        code: 'provision_failed',
        params: {
          rolled_back: true,
          reason: expect.stringContaining(`lacks the right ${given}.`),
          sql: `GRANT ${given} TO <the user of CLICKHOUSE_URL> WITH GRANT OPTION;`,
        },
      });
    });

    test('what is deleted is gone with its logins, and what no record tells of is swept where it was never whole', async () => {
      const make = async (name: string) => {
        const made = await session.post('/v1/databases', { ...VIEWS, name });
        expect(made.status, made.text).toBe(201);
        return String(made.json().dbId);
      };
      const [lostId, wholeId, trialId] = [await make('lost'), await make('whole'), await make('trial')];
      const unrecorded = [lostId, wholeId, trialId];
      await asAdmin((client) => client.query('DELETE FROM svc_control.database WHERE id = ANY($1)', [unrecorded]), home.control);
      const commentOf = async (id: string) =>
        (await front.query(`SELECT comment FROM system.databases WHERE name = '${id}' FORMAT TSVRaw`)).text.trim();
      const mark = await commentOf(lostId);
      // As a start leaves its trial, long ago and just now.
      for (const [id, since] of [
        [lostId, '2026-01-01T00:00:00.000Z'],
        [trialId, new Date().toISOString()],
      ])
        await front.query(`ALTER DATABASE ${id} MODIFY COMMENT '${mark}, being made since ${since}'`);
      const deleted = await fetch(`${service.url}/v1/databases/${db}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': randomUUID() },
      });
      expect(deleted.status).toBe(200);
      expect(front.users().filter((name) => name.startsWith(db))).toEqual([]);
      const there = async () =>
        (await front.query("SELECT name FROM system.databases WHERE startsWith(name, 'db_') FORMAT TSV")).text.split('\n');
      expect(await there()).not.toContain(db);
      expect(await there()).toContain(lostId);
      // Another service of the deployment sweeps as it starts; one of another deployment leaves it alone.
      const stranger = await newHome();
      await stranger.start({ SVC_LOCAL_OWNER: 'off', CLICKHOUSE_URL: front.url });
      await start(front.url);
      await expect.poll(there, { timeout: 300_000, interval: 100 }).not.toContain(lostId);
      expect(front.users().filter((name) => name.startsWith(lostId))).toEqual([]);
      for (const id of [wholeId, trialId]) {
        expect(await there()).toContain(id);
        expect(front.users().filter((name) => name.startsWith(id))).toHaveLength(3);
      }
      expect((await there()).filter((name) => name.startsWith('db_'))).toHaveLength(3);
      await stranger.close();
    });
  });

  test('a server that falls silent is told before a statement’s limit, and is used again once it answers', async () => {
    const [own, place] = await Promise.all([startClickHouseFront(), newHome()]);
    onTestFinished(() => Promise.all([own.close(), place.close()]).then(() => undefined));
    const patient = await place.start({ SVC_LOCAL_OWNER: 'off', CLICKHOUSE_URL: own.url, SVC_CLICKHOUSE_MAX_READ_ROWS: '1000000000000' });
    const other = await startSession(patient);
    const mine = String((await other.post('/v1/databases', { ...VIEWS, name: 'silent' })).json().dbId);
    const count = () => other.run('SELECT count() AS n FROM page_views', { db: mine });
    expect(codeOf(await count())).toBe('ok');
    // One that takes long is not cut while the server answers.
    const long = await other.run('SELECT count() AS n FROM numbers(40000000) WHERE sipHash64(sipHash64(number)) % 7 = 3', { db: mine });
    expect(codeOf(long), long.text).toBe('ok');
    own.freeze(true);
    const began = performance.now();
    const silent = await count();
    const tookMs = performance.now() - began;
    own.freeze(false);
    expect([codeOf(silent), silent.json().error], silent.text).toMatchObject([
      'db_unreachable',
      { params: { reason: 'The server has stopped answering.' } },
    ]);
    expect(tookMs).toBeLessThan(8_000);
    expect(codeOf(await count())).toBe('ok');
  });
});
