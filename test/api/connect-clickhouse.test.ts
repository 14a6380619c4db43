import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { type ClickHouseCustomer, newClickHouseCustomer } from '../support/clickhouse-customer.ts';
import { asAdmin } from '../support/hosted.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { noteSecret } from '../support/log-watch.ts';
import { startRelay } from '../support/relay.ts';
import { placesOf } from '../support/secret-search.ts';
import { send } from '../support/service.ts';
import type { Reply } from '../support/session.ts';
import { newCertificate } from '../support/tls-front.ts';

const SHOP = [
  'CREATE DATABASE shop',
  'CREATE DATABASE billing',
  `CREATE TABLE shop.orders (id UInt64, city LowCardinality(String), status Enum8('open' = 1, 'it''s gone' = 2), total Nullable(Decimal(10, 2)) COMMENT 'in euros',
     placed DateTime DEFAULT now(), month UInt8 MATERIALIZED toMonth(placed), given UInt8 EPHEMERAL) ENGINE = MergeTree ORDER BY (city, id) COMMENT 'What was bought'`,
  "INSERT INTO shop.orders (id, city, status, total) VALUES (1, 'Porto', 'open', 20), (2, 'Lisbon', 'it''s gone', 200), (3, 'Porto', 'open', NULL)",
  'CREATE VIEW shop.big_orders AS SELECT * FROM shop.orders WHERE total > 100',
  'CREATE MATERIALIZED VIEW shop.cities ENGINE = SummingMergeTree ORDER BY city POPULATE AS SELECT city, count() AS orders FROM shop.orders GROUP BY city',
  'CREATE TABLE shop.staff (id UInt64, name String, salary UInt64) ENGINE = MergeTree ORDER BY id',
  'CREATE TABLE billing.invoices (id UInt64, amount UInt64) ENGINE = MergeTree ORDER BY id',
  'INSERT INTO billing.invoices VALUES (1, 12), (2, 30)',
  'CREATE TABLE billing.salaries (id UInt64, amount UInt64) ENGINE = MergeTree ORDER BY id',
  'INSERT INTO billing.salaries VALUES (1, 99)',
];
const READS = [
  'SELECT ON shop.orders',
  'SELECT ON shop.big_orders',
  'SELECT ON shop.cities',
  'SELECT(id, name) ON shop.staff',
  'SELECT ON billing.invoices',
];

let owned: OwnedService;
let shop: ClickHouseCustomer;

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Reply> =>
  send(owned.service, method, path, { ...(body ? { body } : {}), token: owned.owner.token, key: randomUUID() });
const connect = (connectionUrl: string, more: object = {}): Promise<Reply> => call('POST', '/v1/db/connect', { connectionUrl, ...more });
const run = (db: string, sql: string): Promise<Reply> => call('POST', '/v1/run', { db, sql });
const ask = (db: string, goal: string, more: object = {}): Promise<Reply> => call('POST', '/v1/ask', { db, goal, ...more });
const reasonOf = (reply: Reply): string => String((reply.json().error as { params?: { reason?: string } }).params?.reason);
const connected = async (url: string, more: object = {}): Promise<string> => {
  const reply = await connect(url, more);
  expect(reply.status, reply.text).toBe(201);
  return String(reply.json().dbId);
};

describeWithClickHouse('a connected ClickHouse', () => {
  let db: string;
  beforeAll(async () => {
    shop = await newClickHouseCustomer();
    for (const statement of SHOP) await shop.sql(statement);
    await shop.login('reader', READS, 'readonly = 2');
    owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, { trustedCertificates: shop.certificate });
    db = await connected(shop.url('reader'));
  });
  afterAll(async () => {
    await owned?.home.close();
    await shop?.close();
  });

  test('is described: all that its login may read, and no more', async () => {
    const reply = await connect(shop.url('reader'), { engine: 'clickhouse', name: 'Our shop' });
    expect(reply.json(), reply.text).toMatchObject({ engine: 'clickhouse', slug: 'our_shop', access: 'read', warnings: [] });
    const preview = String(reply.json().schemaPreview);
    expect(preview).toContain(' -- What was bought');
    expect(preview).not.toMatch(/salar|inner|given/);
    expect(preview).toContain("status Enum8('open'|'it''s gone')");
    const { tables } = (await call('GET', `/v1/databases/${db}/schema`)).json() as {
      tables: { name: string; kind: string; columns: object[] }[];
    };
    expect(tables.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'view big_orders',
      'view cities',
      'table orders',
      'table staff',
      'table invoices',
    ]);
    expect(shop.names).toContain('localhost');
  });

  test('is asked and read', async () => {
    const asked = await ask(db, 'how many orders per city?');
    expect(asked.json(), asked.text).toMatchObject({ status: 'ok', kind: 'query' });
    expect((await ask(db, 'what is the total amount of invoices?')).json()).toMatchObject({ data: [{ sum_amount: 42 }] });
    expect((await run(db, 'SELECT sum(amount) AS s FROM billing.invoices')).json()).toMatchObject({ data: [{ s: 42 }] });
    expect((await run(db, "SELECT id FROM orders WHERE status = 'it''s gone'")).json()).toMatchObject({ data: [{ id: 2 }] });
    for (const [sql, reason] of [
      ['SELECT * FROM billing.salaries', /is not a table/],
      ['SELECT * FROM system.tables', /is not a table/],
      ['SELECT salary FROM staff', /privileges|identifier/],
      ["SELECT * FROM url('http://127.0.0.1/', 'CSV')", /not an allowed function/],
      ['SELECT 1 SETTINGS readonly = 0', /SETTINGS/],
      ['INSERT INTO orders (id) VALUES (9)', /connected to be read/],
      ['DELETE FROM orders WHERE id = 1', /connected to be read/],
      ['UPDATE orders SET total = 1 WHERE id = 1', /connected to be read/],
    ] as const) {
      const refused = await run(db, sql);
      expect(codeOf(refused), refused.text).toMatch(/^(sql_rejected|forbidden)$/);
      expect(reasonOf(refused), sql).toMatch(reason);
    }
    expect(codeOf(await ask(db, 'delete all orders from Porto'))).toBe('forbidden');
    expect(codeOf(await call('POST', '/v1/insert', { db, table: 'orders', rows: [{ id: 9 }] }))).toBe('forbidden');
    expect((await run(db, 'SELECT count() AS n FROM orders')).json()).toMatchObject({ data: [{ n: 3 }] });
  });

  test('a statement that its caller leaves ends at the server', async () => {
    const leaving = new AbortController();
    const heavy = 'SELECT count() AS n FROM numbers(9000000000) WHERE sin(number) > 2';
    const going = fetch(`${owned.service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owned.owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ db, sql: heavy }),
      signal: leaving.signal,
    });
    let isOver = false;
    const over = going.then(
      () => null,
      (error: unknown) => error,
    );
    void over.then(() => {
      isOver = true;
    });
    while (!isOver && !shop.front.statements.some((sql) => sql.startsWith(heavy))) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOver).toBe(false);
    leaving.abort();
    expect(await over).toBeInstanceOf(Error);
    // Another login waits until the engine runs nothing of this one's.
    expect((await shop.sql('SELECT 1 FORMAT TSV')).trim()).toBe('1');
  });

  test('a column that is gone between plan and run is told, and read anew', async () => {
    shop.front.refuse({ statement: /^SELECT \(CAST\(sum\(total\)/, code: 47, message: 'Unknown expression identifier `total`' });
    const gone = await ask(db, 'what is the average total of orders');
    expect(codeOf(gone), gone.text).toBe('schema_unavailable');
    shop.front.refuse(null);
    await shop.sql('ALTER TABLE shop.staff ADD COLUMN nickname String');
    await shop.sql('GRANT SELECT(nickname) ON shop.staff TO reader');
    expect((await ask(db, 'what is the average total of orders')).json()).toMatchObject({ data: [{ avg_total: 110 }] });
    expect(JSON.stringify((await call('GET', `/v1/databases/${db}/schema`)).json())).toContain('nickname');
  });

  test('which falls silent is db_unreachable before a statement’s limit, and is there again by itself', async () => {
    const relay = await startRelay({ host: '127.0.0.1', port: shop.port });
    try {
      const far = await connected(shop.url('reader').replace(`:${shop.port}/`, `:${relay.port}/`));
      expect((await run(far, 'SELECT 1 AS one')).status).toBe(200);
      relay.hold();
      const silent = await run(far, 'SELECT 2 AS two');
      expect([codeOf(silent), reasonOf(silent)]).toEqual(['db_unreachable', 'The server has stopped answering.']);
      relay.letGo();
      expect((await ask(far, 'how many orders are there?')).json()).toMatchObject({ data: [{ count: 3 }] });
    } finally {
      relay.close();
    }
  });

  test('which is away is db_unreachable, and is there again by itself; a password that was changed is db_misconfigured', async () => {
    const away = await connected(shop.url('reader'));
    expect((await run(away, 'SELECT 1 AS one')).status).toBe(200);
    shop.leave(true);
    expect(codeOf(await run(away, 'SELECT 2 AS two'))).toBe('db_unreachable');
    expect(codeOf(await ask(away, 'how many orders are there?'))).toBe('db_unreachable');
    expect(codeOf(await call('POST', `/v1/databases/${away}/check`))).toBe('introspection_failed');
    shop.leave(false);
    expect((await ask(away, 'how many orders are there?')).json()).toMatchObject({ data: [{ count: 3 }] });
    expect((await call('POST', `/v1/databases/${away}/check`)).json()).toMatchObject({
      engine: 'clickhouse',
      access: 'read',
      warnings: [],
    });

    const wrong = await connect(shop.url('reader', { password: 'another-p4ssw0rd' }));
    expect(codeOf(wrong), wrong.text).toBe('introspection_failed');
    expect(reasonOf(wrong)).toMatch(/does not take/);
    expect(wrong.text).not.toContain('p4ssw0rd');
    const put = (connectionUrl: string) => call('PUT', `/v1/databases/${away}/connection`, { connectionUrl });
    expect(codeOf(await put(shop.url('reader', { password: 'another-p4ssw0rd' })))).toBe('introspection_failed');
    expect((await put(shop.url('reader', { path: '/billing' }))).json()).toMatchObject({ dbId: away, engine: 'clickhouse' });
    expect((await run(away, 'SELECT sum(amount) AS s FROM invoices')).json()).toMatchObject({ data: [{ s: 42 }] });
    expect((await call('DELETE', `/v1/databases/${away}`)).json()).toMatchObject({ deleted: true });
    expect(codeOf(await run(away, 'SELECT 1'))).toBe('db_not_found');
    expect(codeOf(await connect(shop.url('reader', { path: '/nowhere' })))).toBe('introspection_failed');
  });

  test('a login that could do more is told so, with the SQL of one that cannot; one that can read nothing is told what gives it', async () => {
    await shop.login('keeper', ['SELECT, INSERT, ALTER UPDATE, ALTER DELETE ON shop.*', 'CREATE TABLE ON shop.*']);
    const { warnings } = (await connect(shop.url('keeper'))).json() as { warnings: { code: string; message: string; sql?: string }[] };
    expect(warnings).toMatchObject([
      { code: 'credential_can_write', message: expect.stringMatching(/make, change and drop tables and write to 2 tables/) },
    ]);
    expect(warnings[0]?.sql).toBe(
      "CREATE USER svc_reader IDENTIFIED BY '<a new password>' SETTINGS readonly = 2;\nGRANT SELECT ON shop.* TO svc_reader;",
    );
    await shop.login('stranger', ['SHOW TABLES ON shop.*', 'SHOW COLUMNS ON shop.*'], 'readonly = 2');
    const stranger = await connect(shop.url('stranger'));
    expect(codeOf(stranger), stranger.text).toBe('introspection_failed');
    expect(stranger.json().error).toMatchObject({
      params: { reason: 'This user may read none of its tables.', sql: expect.stringContaining('GRANT SELECT ON shop.* TO') },
    });
    await shop.login('nobody', []);
    const nobody = await connect(shop.url('nobody'));
    expect(nobody.json().error, nobody.text).toMatchObject({
      code: 'introspection_failed',
      params: { reason: 'This user may read none of its tables.', sql: 'GRANT SELECT ON shop.* TO nobody;' },
    });
    await shop.login('settled', READS, 'readonly = 1');
    const settled = await connect(shop.url('settled'));
    expect(settled.json().error).toMatchObject({
      code: 'introspection_failed',
      params: { reason: expect.stringContaining('readonly = 1'), sql: expect.stringContaining('readonly = 2') },
    });
    for (const [login, reason] of [
      ['reader', /lets it only read/],
      ['viewer', /may write to none/],
      ['keeper', /may not see which writes/],
    ] as const) {
      if (login === 'keeper') shop.front.refuse({ statement: /FROM system\.parts/, code: 497, message: 'Not enough privileges' });
      if (login === 'viewer') await shop.login('viewer', READS);
      const refused = await connect(shop.url(login), { access: 'write' });
      expect(codeOf(refused), refused.text).toBe('invalid_request');
      expect(reasonOf(refused)).toMatch(reason);
    }
    shop.front.refuse(null);
  });

  test('leaves its password nowhere, after all that went well and wrong', async () => {
    const { password } = shop;
    const secrets = [password, encodeURIComponent(password), Buffer.from(`reader:${password}`).toString('base64')];
    expect(await placesOf(secrets, owned.home)).toEqual([]);
  });
});

describeWithClickHouse('writes to a connected ClickHouse', () => {
  let db: string;
  const key = (): string => randomUUID();
  const write = (sql: string, idempotencyKey = key()): Promise<Reply> =>
    send(owned.service, 'POST', '/v1/run', { body: { db, sql }, token: owned.owner.token, key: idempotencyKey });
  const rows = async (sql: string) => (await run(db, sql)).json().data;
  /** As a service leaves the record of a write that ended before its reply. */
  const lost = (name: string) =>
    asAdmin(
      (client) =>
        client.query("UPDATE svc_control.engine_write SET reply = NULL, held_until = 'epoch' WHERE db_id = $1 AND key = $2", [db, name]),
      owned.home.control,
    );

  beforeAll(async () => {
    shop = await newClickHouseCustomer();
    for (const statement of SHOP) await shop.sql(statement);
    await shop.sql(
      'CREATE TABLE shop.known (id UInt64, n UInt64) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100',
    );
    await shop.sql(
      'CREATE TABLE shop.visits (id UInt64, at Tuple(x Int32, `two words` Nullable(String)), pair Tuple(Int32, String), body JSON, points Array(Tuple(x Int32, y String))) ENGINE = MergeTree ORDER BY id',
    );
    await shop.sql('CREATE TABLE shop.kept (id UInt64) ENGINE = Memory');
    await shop.sql(
      'CREATE TABLE shop.clicks (userId UInt64, tags Array(String), attrs Map(String, UInt64), ip IPv4, currency FixedString(3)) ENGINE = MergeTree ORDER BY userId',
    );
    await shop.login('writer', [
      'SELECT, INSERT, ALTER UPDATE, ALTER DELETE ON shop.*',
      'SELECT, INSERT, ALTER UPDATE, ALTER DELETE ON billing.*',
      ...['parts', 'mutations', 'tables', 'processes'].map((table) => `SELECT ON system.${table}`),
    ]);
    owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, { trustedCertificates: shop.certificate });
    db = await connected(shop.url('writer'), { access: 'write' });
  });
  afterAll(async () => {
    await owned?.home.close();
    await shop?.close();
  });

  test('are done once, on tables that take no lightweight update', async () => {
    const once = key();
    const first = await write("INSERT INTO orders (id, city, status) VALUES (4, 'Faro', 'open')", once);
    expect(first.json(), first.text).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await write("INSERT INTO orders (id, city, status) VALUES (4, 'Faro', 'open')", once)).text).toBe(first.text);
    expect((await write('UPDATE orders SET total = 5 WHERE id = 4')).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await write('UPDATE billing.invoices SET amount = amount + 1 WHERE id = 1 OR id = 2')).json()).toMatchObject({ rowCount: 2 });
    expect((await write("DELETE FROM orders WHERE city = 'Lisbon' OR city = 'Nowhere'")).json()).toMatchObject({ rowCount: 1 });
    expect(await rows('SELECT id, total FROM orders ORDER BY id')).toEqual([
      { id: 1, total: 20 },
      { id: 3, total: null },
      { id: 4, total: 5 },
    ]);
    expect(await rows('SELECT sum(amount) AS s FROM billing.invoices')).toEqual([{ s: 44 }]);
    const refused = await write('INSERT INTO kept (id) VALUES (1)');
    expect(codeOf(refused), refused.text).toBe('forbidden');
    expect(reasonOf(refused)).toMatch(/MergeTree/);
    for (const sql of [
      'DROP TABLE orders',
      'ALTER TABLE orders DELETE WHERE 1',
      'TRUNCATE TABLE orders',
      'INSERT INTO system.users (name) VALUES (1)',
    ])
      expect(codeOf(await write(sql)), sql).toBe('sql_rejected');
  });

  test('in English are shown and confirmed on what was shown', async () => {
    const shown = await ask(db, 'set total to 7 for orders where city is Porto');
    expect(shown.json(), shown.text).toMatchObject({
      status: 'requires_confirm',
      diff: { verb: 'update', table: 'orders', affectedRows: 2 },
    });
    await shop.sql('ALTER TABLE shop.orders UPDATE total = 21 WHERE id = 1 SETTINGS mutations_sync = 2');
    expect(codeOf(await ask(db, 'set total to 7 for orders where city is Porto', { confirm: true }))).toBe('confirm_expired');
    await ask(db, 'set total to 7 for orders where city is Porto');
    const done = await ask(db, 'set total to 7 for orders where city is Porto', { confirm: true });
    expect(done.json(), done.text).toMatchObject({ status: 'ok', kind: 'write', rowCount: 2 });
    expect(await rows("SELECT sum(total) AS s FROM orders WHERE city = 'Porto'")).toEqual([{ s: 14 }]);
    const traceId = (done.json().trace as { id: string }).id;
    expect(codeOf(await call('POST', '/v1/undo', { db, traceId }))).toBe('undo_unavailable');
  });

  test('of rows take what the table has, and make nothing', async () => {
    const inserted = await call('POST', '/v1/insert', {
      db,
      table: 'known',
      rows: [
        { id: 1, n: 2 },
        { id: 2, n: 3 },
      ],
    });
    expect(inserted.json(), inserted.text).toMatchObject({ inserted: 2, created: { columns: [] } });
    expect((await call('POST', '/v1/insert', { db, table: 'invoices', rows: [{ id: 3, amount: 1 }] })).json()).toMatchObject({
      inserted: 1,
    });
    for (const body of [
      { table: 'nothing', rows: [{ id: 1 }] },
      { table: 'known', rows: [{ id: 1, n: 1, more: 1 }] },
    ]) {
      const refused = await call('POST', '/v1/insert', { db, ...body });
      expect(codeOf(refused), refused.text).toBe('schema_mismatch');
      expect(reasonOf(refused)).toMatch(/connected database/);
      expect((refused.json().error as { params: { known: string[] } }).params.known).toContain(body.table === 'known' ? 'n' : 'orders');
    }
  });

  test('of rows take names as they are, arrays, maps and addresses; an array that is left out is empty', async () => {
    const insert = (rows: object[]) => call('POST', '/v1/insert', { db, table: 'clicks', rows });
    const whole = { userId: 1, tags: ['a', 'b"'], attrs: { n: '18446744073709551615' }, ip: '10.0.0.1', currency: 'EUR' };
    expect((await insert([whole])).json()).toMatchObject({ inserted: 1 });
    expect((await insert([{ userId: 2, ip: '10.0.0.2', currency: 'CHF' }])).json()).toMatchObject({ inserted: 1 });
    const mixed = [
      { userId: 3, ip: '10.0.0.3', currency: 'USD', tags: null },
      { userId: 4, ip: '10.0.0.4', currency: 'USD', tags: ['c'] },
    ];
    expect((await insert(mixed)).json()).toMatchObject({ inserted: 2 });
    expect(await rows('SELECT * FROM clicks ORDER BY userId')).toEqual([
      { ...whole, attrs: expect.anything() },
      { userId: 2, tags: [], attrs: {}, ip: '10.0.0.2', currency: 'CHF' },
      { userId: 3, tags: [], attrs: {}, ip: '10.0.0.3', currency: 'USD' },
      { userId: 4, tags: ['c'], attrs: {}, ip: '10.0.0.4', currency: 'USD' },
    ]);
    const refused = await insert([{ userId: 5, ip: '10.0.0.5', currency: 'USD', tags: [null] }]);
    expect([codeOf(refused), reasonOf(refused)]).toEqual(['invalid_value', expect.stringContaining('rows[0].tags: its item 0')]);
  });

  test('of rows take tuples by name or in order, and JSON objects; what would be kept as another value is refused', async () => {
    const insert = (row: object) => call('POST', '/v1/insert', { db, table: 'visits', rows: [row] });
    const body = { a: { b: [1, 2.5], c: true }, at: '2026-01-01 10:00:00', day: '2026-01-01', number: '12', text: 'a' };
    for (const row of [
      { id: 1, at: { x: 1, 'two words': 'a' }, pair: [1, 'b'], body, points: [{ x: 1, y: 'c' }, [2, 'd']] },
      { id: 2, at: [2, null], pair: [2, 'e'] },
      { id: 3, at: { x: 3 }, pair: [3, 'f'], body: null },
    ]) {
      const inserted = await insert(row);
      expect(inserted.json(), inserted.text).toMatchObject({ inserted: 1 });
    }
    expect(await rows('SELECT * FROM visits ORDER BY id')).toEqual([
      {
        id: 1,
        at: { x: 1, 'two words': 'a' },
        pair: [1, 'b'],
        body,
        points: [
          { x: 1, y: 'c' },
          { x: 2, y: 'd' },
        ],
      },
      { id: 2, at: { x: 2, 'two words': null }, pair: [2, 'e'], body: {}, points: [] },
      { id: 3, at: { x: 3, 'two words': null }, pair: [3, 'f'], body: {}, points: [] },
    ]);
    const whole = { id: 4, at: [4, null], pair: [4, 'g'] };
    for (const [part, why] of [
      [{ at: { x: 1, y: 2 } }, 'rows[0].at: it has a "y", and the column holds x, two words'],
      [{ at: { 'two words': 'a' } }, 'rows[0].at: its "x": the column always has a value'],
      [{ at: 5 }, 'rows[0].at: it is not an object with x, two words'],
      [{ pair: [1] }, 'rows[0].pair: it has 1 parts, and the column holds 2'],
      [{ pair: [1.5, 'a'] }, 'rows[0].pair: its "1": it has a fraction'],
      [{ pair: { x: 1 } }, 'rows[0].pair: it is not an array of 2'],
      [{ body: 'text' }, 'rows[0].body: it is no object'],
      [{ body: { 'a.b': 1 } }, 'rows[0].body: the column reads the point in "a.b" as a path'],
      [{ points: [{ x: 'a', y: 'b' }] }, 'rows[0].points: its item 0: its "x": it is no number'],
    ] as const) {
      const refused = await insert({ ...whole, ...part });
      expect([codeOf(refused), reasonOf(refused)]).toEqual(['invalid_value', expect.stringContaining(why)]);
    }
    const { at: _at, ...without } = whole;
    expect(reasonOf(await insert(without))).toMatch(/^rows\[0\]\.at: the column always has a value/);
  });

  test('of inserts are counted by the server, whoever else writes at the time', async () => {
    const insert = 'INSERT INTO known VALUES (61, 1), (62, 1), (63, 1)';
    const beside = { statement: /^INSERT INTO known/, sql: 'INSERT INTO shop.known SELECT number + 100, 0 FROM numbers(40)' };
    shop.front.beside = { ...beside, told: 3 };
    expect((await write(insert)).json()).toMatchObject({ kind: 'write', rowCount: 3 });
    // What a server counts for a table that feeds a view has the view's rows in it.
    await shop.sql('CREATE MATERIALIZED VIEW shop.known_seen ENGINE = MergeTree ORDER BY id AS SELECT id FROM shop.known');
    shop.front.beside = { ...beside, sql: 'SELECT 1', told: 6 };
    expect((await write(insert.replaceAll('6', '7'))).json()).toMatchObject({ rowCount: 3 });
    shop.front.beside = null;
    await shop.sql('DROP TABLE shop.known_seen');
    await shop.sql('DELETE FROM shop.known WHERE id > 60');
    expect(await rows('SELECT count() AS n FROM known WHERE id > 60')).toEqual([{ n: 0 }]);
  });

  test('whose answer was lost are found out, and never done twice', async () => {
    const [updated, inserted, repeated, blind] = ['updated', 'inserted', 'repeated', 'blind'].map((name) => `${name}-${key()}`) as [
      string,
      string,
      string,
      string,
    ];
    // The server has the mutation's mark, whatever others wrote since.
    expect((await write('UPDATE known SET n = n + 1 WHERE id = 1', updated)).json()).toMatchObject({ rowCount: 1 });
    await shop.sql('INSERT INTO shop.known VALUES (9, 9)');
    expect((await lost(updated)).rowCount).toBe(1);
    expect((await write('UPDATE known SET n = n + 1 WHERE id = 1', updated)).json()).toMatchObject({ rowCount: 1 });
    expect(await rows('SELECT n FROM known WHERE id = 1')).toEqual([{ n: 3 }]);
    // The table knows the rows by their token.
    const body = { db, table: 'known', rows: [{ id: 5, n: 5 }] };
    const insert = (name: string, more: object = body) =>
      send(owned.service, 'POST', '/v1/insert', { body: more, token: owned.owner.token, key: name });
    expect((await insert(inserted)).json()).toMatchObject({ inserted: 1 });
    await shop.sql('INSERT INTO shop.known VALUES (8, 8)');
    await lost(inserted);
    expect((await insert(inserted)).json()).toMatchObject({ inserted: 1 });
    expect(await rows('SELECT count() AS n FROM known WHERE id = 5')).toEqual([{ n: 1 }]);
    // It may know the token of rows that it has not.
    const partly = `partly-${key()}`;
    const two = { db, table: 'known', rows: [10, 11].map((id) => ({ id, n: id })) };
    expect((await insert(partly, two)).json()).toMatchObject({ inserted: 2 });
    await shop.sql('ALTER TABLE shop.known DELETE WHERE id = 11 SETTINGS mutations_sync = 2');
    await lost(partly);
    expect(codeOf(await insert(partly, two))).toBe('idempotency_in_progress');
    expect(await rows('SELECT id FROM known WHERE id IN (10, 11)')).toEqual([{ id: 10 }]);
    // This one knows none, and has changed: nobody can tell.
    const other = { db, table: 'invoices', rows: [{ id: 50, amount: 1 }] };
    expect((await insert(blind, other)).json()).toMatchObject({ inserted: 1 });
    await lost(blind);
    expect(codeOf(await insert(blind, other))).toBe('idempotency_in_progress');
    expect(await rows('SELECT count() AS n FROM billing.invoices WHERE id = 50')).toEqual([{ n: 1 }]);
    // By another URL it is another server for all that is known.
    expect((await write('DELETE FROM known WHERE id = 9', repeated)).json()).toMatchObject({ rowCount: 1 });
    await lost(repeated);
    expect((await call('PUT', `/v1/databases/${db}/connection`, { connectionUrl: shop.url('writer') })).status).toBe(200);
    expect(codeOf(await write('DELETE FROM known WHERE id = 9', repeated))).toBe('outcome_unknown');
  });

  test('that the server refuses leave the key free', async () => {
    const once = key();
    shop.front.refuse({ statement: /^INSERT INTO known/, code: 252, message: 'Too many parts' });
    expect(codeOf(await write('INSERT INTO known (id, n) VALUES (70, 1)', once))).toBe('overloaded');
    shop.front.refuse(null);
    expect((await write('INSERT INTO known (id, n) VALUES (70, 1)', once)).json()).toMatchObject({ rowCount: 1 });
  });
});

describe('a hostile server', () => {
  let at: OwnedService;
  let own: { key: string; cert: string };
  const servers: { close: () => void }[] = [];
  const PASSWORD = `hostile-${randomUUID()}`;
  beforeAll(async () => {
    own = await newCertificate();
    noteSecret(PASSWORD);
    noteSecret(Buffer.from(`u:${PASSWORD}`).toString('base64'));
    at = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, { trustedCertificates: own.cert });
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await at?.home.close();
  });

  /** A server that does `answer` with what is asked of it. */
  async function listen(
    answer: (socket: Socket, request: string) => void,
    tls: object | null = own,
  ): Promise<{ port: number; met: () => number }> {
    let met = 0;
    const serve = (socket: Socket) => {
      met += 1;
      socket.on('error', () => undefined);
      socket.once('data', (request) => answer(socket, request.toString('latin1')));
    };
    const server = tls === null ? createTcpServer(serve) : createServer(tls, serve);
    server.on('error', () => undefined);
    server.on('tlsClientError', () => undefined);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, met: () => met };
  }
  const failed = async (port: number): Promise<string> => {
    const reply = await send(at.service, 'POST', '/v1/db/connect', {
      body: { connectionUrl: `https://u:${PASSWORD}@localhost:${port}/d` },
      token: at.owner.token,
      key: randomUUID(),
    });
    expect(codeOf(reply), reply.text).toBe('introspection_failed');
    expect(reply.text).not.toContain(PASSWORD);
    expect(reply.text).not.toContain(Buffer.from(`u:${PASSWORD}`).toString('base64'));
    return reasonOf(reply);
  };
  const failing = async (...how: Parameters<typeof listen>): Promise<string> => await failed((await listen(...how)).port);
  const NOT_ONE = /not the HTTP interface of a ClickHouse server|ended the connection/;
  /** Sends until nobody takes it any more; how often. */
  const flood = (socket: Socket, piece: Buffer): (() => number) => {
    let sent = 0;
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) sent += 1;
    };
    socket.on('drain', more);
    more();
    return () => sent;
  };

  test('is told as what it is, and costs little', async () => {
    const ok = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
    expect(await failing((socket) => socket.end('hello\n'))).toMatch(NOT_ONE);
    expect(await failing((socket) => socket.end(`${ok}content-length: 14\r\n\r\n<html></html>\n`))).toMatch(NOT_ONE);
    expect(await failing((socket) => socket.end(`${ok}\r\n["a"]\n["String"]\n[${'['.repeat(200_000)}\n`))).toMatch(NOT_ONE);
    expect(await failing((socket) => socket.end(`${ok}\r\n["a","b","c"]\n[1,{"__proto__":{"x":1}},null]\n["0","u","26.7"]\n`))).toMatch(
      NOT_ONE,
    );
    expect(await failing((socket) => socket.end())).toMatch(NOT_ONE);
    // What is compressed without having been asked for is not unpacked.
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    for (const status of ['200 OK', '500 Internal Server Error'])
      expect(
        await failing((socket) =>
          socket.end(
            Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
          ),
        ),
      ).toMatch(NOT_ONE);
    const inner = await listen((socket) => socket.end());
    for (const status of [301, 302, 307, 308])
      expect(
        await failing((socket) =>
          socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: https://localhost:${inner.port}/\r\ncontent-length: 0\r\n\r\n`),
        ),
      ).toMatch(NOT_ONE);
    expect(inner.met()).toBe(0);
    let floods: (() => number)[] = [];
    for (const head of ['HTTP/1.1 200 OK\r\nx-a: ', `${ok}\r\n`, 'HTTP/1.1 500 No\r\n\r\n', `${ok}\r\n["a"]\n["String"]\n["`])
      expect(
        await failing((socket) => {
          socket.write(head);
          floods = [...floods, flood(socket, Buffer.alloc(64 * 1024, 'a'))];
        }),
        head,
      ).toMatch(/not the HTTP interface|ended the connection|has no end/);
    // Of 64 kB each: endless ones end at the bounds of a header, a line and an error.
    for (const sent of floods) expect(sent()).toBeLessThan(4_000);
    // Whoever says nothing, or says it slowly.
    expect(await failing(() => undefined)).toMatch(/in time/);
  });

  test('with another TLS, or none, is not spoken to', async () => {
    expect(await failing((socket) => socket.end(), await newCertificate())).toMatch(/not one that this machine trusts/);
    expect(await failing((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), null)).toMatch(/speaks no TLS/);
    const free = await listen((socket) => socket.end());
    await new Promise<void>((resolve) => (servers.pop() as Server).close(() => resolve()));
    expect(await failed(free.port)).toMatch(/Nothing listens/);
  });

  test('that says the password again is not quoted', async () => {
    const told = (request: string) => {
      const basic = /authorization: Basic (\S+)/i.exec(request)?.[1] ?? '';
      return `${basic} ${Buffer.from(basic, 'base64').toString()} ${encodeURIComponent(PASSWORD)}`;
    };
    expect(
      await failing((socket, request) =>
        socket.end(`HTTP/1.1 500 No\r\nx-clickhouse-exception-code: 62\r\n\r\nCode: 62. DB::Exception: ${told(request)} (SYNTAX_ERROR)\n`),
      ),
    ).toMatch(/…/);
    expect(await failing((socket, request) => socket.end(`HTTP/1.1 400 No\r\n\r\n${told(request)}\n`))).toMatch(NOT_ONE);
    expect(await failing((socket, request) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${told(request)}\n`))).toMatch(NOT_ONE);
  });
});
