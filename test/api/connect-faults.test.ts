import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, newCustomer } from '../support/customer.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { startRelay } from '../support/relay.ts';
import { send } from '../support/service.ts';
import { openAdmin, type Reply, startSession } from '../support/session.ts';

let owned: OwnedService;
let shop: Customer;
const servers: Server[] = [];
beforeAll(async () => {
  owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
  shop = await newCustomer();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await owned?.home.close();
  await shop?.close();
});

const connect = (body: object, { service, owner } = owned, token: string | null = owner.token): Promise<Reply> =>
  send(service, 'POST', '/v1/db/connect', { body, token, key: randomUUID() });
const ask = (db: string, goal: string, at = owned): Promise<Reply> =>
  send(at.service, 'POST', '/v1/ask', { body: { db, goal }, token: at.owner.token, key: randomUUID() });
const reasonOf = (reply: Reply): string => String((reply.json().error as { params?: { reason?: string } }).params?.reason);

async function connected(customer: Customer): Promise<string> {
  const reply = await connect({ connectionUrl: customer.url() });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.json().dbId);
}

/** A server on loopback that does `answer` with each session; `met` counts them. */
async function listen(answer: (socket: Socket) => void): Promise<{ port: number; met: () => number }> {
  let met = 0;
  const server = createServer((socket) => {
    met += 1;
    socket.on('error', () => undefined);
    answer(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, met: () => met };
}

describe('who may connect', () => {
  test('is who is signed in, and no key', async () => {
    const body = { connectionUrl: shop.url() };
    const anonymous = await startSession(owned.service);
    for (const token of [
      null,
      anonymous.token,
      (await owned.mint({ type: 'sk_live' })).key,
      (await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd' })).key,
    ])
      expect(codeOf(await connect(body, owned, token))).toBe('connect_requires_account');
    const page = await owned.mint({ type: 'pk_live', dbId: owned.owner.db });
    expect(codeOf(await connect(body, owned, page.key))).toBe('account_required');
  });

  test('a service that seals nothing connects nothing, and one without a client of a provider says which settings are one', async () => {
    const bare = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true', SVC_SEALING_KEYS: 'none' });
    try {
      expect(codeOf(await connect({ connectionUrl: shop.url() }, bare))).toBe('sealing_unconfigured');
      const body = { provider: 'neon' };
      const oauth = await send(bare.service, 'POST', '/v1/db/connect/oauth', { body, token: bare.owner.token, key: randomUUID() });
      expect([codeOf(oauth), reasonOf(oauth)]).toEqual(['oauth_not_configured', expect.stringContaining('SVC_NEON_CLIENT_ID')]);
    } finally {
      await bare.home.close();
    }
  });
});

describe('where a URL leads', () => {
  test('nothing is sent to a private address', async () => {
    const closed = await newOwnedService();
    try {
      const { port, met } = await listen((socket) => socket.end());
      for (const host of [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '2130706433',
        '0x7f000001',
        '127.1',
        '0.0.0.0',
        'localtest.localhost',
      ]) {
        const reply = await connect({ connectionUrl: `postgres://u:p4ssw0rd-of-nobody@${host}:${port}/d` }, closed);
        expect(codeOf(reply), host).toBe('invalid_request');
        expect(reply.text).not.toContain('p4ssw0rd');
      }
      expect(met()).toBe(0);
    } finally {
      await closed.home.close();
    }
  });

  test('a URL without a password sends none that this process has of its own', async () => {
    const sent: Buffer[] = [];
    const { port } = await listen((socket) => {
      // Startup is answered with AuthenticationCleartextPassword (PostgreSQL manual, 55.7).
      socket.once('data', () => socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])));
      socket.on('data', (bytes) => sent.push(bytes));
    });
    process.env.PGPASSWORD = 'p4ssw0rd-of-the-process';
    try {
      const reply = await connect({ connectionUrl: `postgres://u@127.0.0.1:${port}/d` });
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    } finally {
      delete process.env.PGPASSWORD;
    }
    const text = Buffer.concat(sent).toString('latin1');
    expect(text).toContain('p\0\0\0\u0005\0');
    expect(text).not.toContain('p4ssw0rd');
  });

  test('a stored URL is held against the rules with each new session', async () => {
    const db = await connected(shop);
    const strict = await owned.home.start({ SVC_CONNECT_DENIED: '127.0.0.0/8,::1', SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
    expect(codeOf(await ask(db, 'how many orders are there', { ...owned, service: strict }))).toBe('db_misconfigured');
  });

  test('a URL that is not of the engine, or not as it is written, is refused', async () => {
    for (const url of [
      'clickhouse://u:p4ssw0rd-x@ch.example.com:9000/d',
      'jdbc:clickhouse://ch.example.com:8443/d',
      'https://u:p4ssw0rd-x@ch.example.com:9440/d',
    ]) {
      const reply = await connect({ connectionUrl: url });
      expect(codeOf(reply), url).toBe('invalid_request');
      expect(reasonOf(reply)).toMatch(/HTTPS interface/);
      expect(reply.text).not.toContain('p4ssw0rd');
    }
    expect(codeOf(await connect({ connectionUrl: shop.url(), engine: 'clickhouse' }))).toBe('invalid_request');
    expect(codeOf(await connect({ connectionUrl: 'https://u:p@ch.example.com:8443', engine: 'postgres' }))).toBe('invalid_request');
    expect(codeOf(await connect({ connectionUrl: shop.url(), engine: 'oracle' }))).toBe('invalid_engine');
    expect(codeOf(await connect({}))).toBe('invalid_request');
    expect(codeOf(await connect({ connectionUrl: 5 }))).toBe('invalid_body');
  });
});

describe('a database that cannot be read', () => {
  const failed = async (connectionUrl: string): Promise<string> => {
    const reply = await connect({ connectionUrl });
    expect(codeOf(reply), reply.text).toBe('introspection_failed');
    return reasonOf(reply);
  };
  const at = (port: number, query = '') => `postgres://u:p@127.0.0.1:${port}/d${query}`;

  test('says why', async () => {
    expect(await failed(shop.url({ password: 'wrong' }))).toBe('The server does not take this user and password.');
    expect(await failed(shop.url({ user: 'nobody_of_this_name' }))).toBe('The server does not take this user and password.');
    expect(await failed(shop.url().replace(/[^/]*$/, 'no_such_database'))).toBe('The server has no such database.');
    expect(await failed(shop.url({ query: 'sslmode=require' }))).toBe('The server offers no TLS, and nothing is sent without.');
    const { port } = await listen((socket) => socket.end());
    expect(await failed(at(port))).toMatch(/no PostgreSQL server, or ended/);
    const garbage = await listen((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(50))));
    expect(await failed(at(garbage.port))).toMatch(/no PostgreSQL server/);
    expect(await failed(at(garbage.port, '?sslmode=require'))).toBe('What answers there speaks no TLS.');
    let flooded = 0;
    const flood = await listen((socket) => {
      // A message that says it is two gigabytes long, and goes on.
      socket.write(Buffer.from([0x4e, 0x7f, 0xff, 0xff, 0xff]));
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(1024 * 1024))) flooded += 1;
      };
      socket.on('drain', more);
      more();
    });
    expect(await failed(at(flood.port))).toMatch(/no PostgreSQL server/);
    // Of five seconds that a login may take, which would be thousands.
    expect(flooded).toBeLessThan(500);
    // Messages that no server sends: an error, and a notice, without an end; a way to log in that does not exist; a cut one.
    for (const bytes of ['4500000004', '4e00000004', '450000000553', '520000000800000007', '520000000400', '4b00000004', '0000000000'])
      expect(await failed(at((await listen((socket) => socket.write(Buffer.from(bytes, 'hex')))).port)), bytes).toMatch(
        /no PostgreSQL server|Nothing answered in time/,
      );
    // Who says an error and stays is hung up on.
    let hangUp = (): void => undefined;
    const hungUp = new Promise<void>((resolve) => {
      hangUp = resolve;
    });
    const refusing = await listen((socket) => {
      socket.on('close', hangUp);
      const fields = Buffer.from('SFATAL\0VFATAL\0C28P01\0Mno\0\0');
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
      socket.on('data', () => socket.write(Buffer.concat([head, fields])));
    });
    expect(await failed(at(refusing.port))).toMatch(/user and password/);
    await hungUp;
    const silent = await listen(() => undefined);
    expect(await failed(at(silent.port))).toBe('Nothing answered in time.');
    const free = await listen((socket) => socket.end());
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await failed(at(free.port))).toBe('Nothing listens at this host and port.');
  });

  test('of a login without rights names the SQL that gives them', async () => {
    const bare = await newCustomer('CREATE TABLE secrets (id int)');
    try {
      const reply = await connect({ connectionUrl: bare.url() });
      expect(reasonOf(reply)).toBe('This user may read none of its tables.');
      const { sql } = (reply.json().error as { params: { sql: string } }).params;
      await bare.sql(sql);
      expect((await connect({ connectionUrl: bare.url() })).json().schemaPreview).toBe('secrets(id int)');
    } finally {
      await bare.close();
    }
  });
});

describe('a connected database', () => {
  test('that is away is db_unreachable, and is there again by itself', async () => {
    const leaving = await newCustomer();
    try {
      const db = await connected(leaving);
      expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ data: [{ count: 3 }] });
      const admin = await openAdmin();
      try {
        await admin.query(`ALTER DATABASE ${leaving.database} ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [leaving.database]);
        expect(codeOf(await ask(db, 'how many orders are there'))).toBe('db_unreachable');
        const check = await send(owned.service, 'POST', `/v1/databases/${db}/check`, { token: owned.owner.token });
        expect(codeOf(check)).toBe('introspection_failed');
        await admin.query(`ALTER DATABASE ${leaving.database} ALLOW_CONNECTIONS true`);
      } finally {
        await admin.end();
      }
      expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ data: [{ count: 3 }] });
    } finally {
      await leaving.close();
    }
  });

  test('that falls silent is db_unreachable before a statement’s limit, and is there again by itself', async () => {
    const { hostname, port } = new URL(shop.url());
    const relay = await startRelay({ host: hostname, port: Number(port) });
    try {
      const url = new URL(shop.url());
      url.host = `127.0.0.1:${relay.port}`;
      const reply = await connect({ connectionUrl: url.href });
      expect(reply.status, reply.text).toBe(201);
      const db = String(reply.json().dbId);
      expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ data: [{ count: 3 }] });
      relay.hold();
      const run = () =>
        send(owned.service, 'POST', '/v1/run', { body: { db, sql: 'SELECT 1' }, token: owned.owner.token, key: randomUUID() });
      const first = await run();
      expect([codeOf(first), reasonOf(first)]).toEqual(['db_unreachable', 'The server has stopped answering.']);
      // No other session of before is tried.
      expect(reasonOf(await run())).toBe('Nothing answered in time.');
      relay.letGo();
      expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ data: [{ count: 3 }] });
    } finally {
      relay.close();
    }
  });

  test('whose password was changed, or whose URL does not open, is db_misconfigured', async () => {
    const changed = await newCustomer();
    try {
      const db = await connected(changed);
      await changed.sql(`ALTER ROLE ${changed.reader} PASSWORD 'another'`);
      // Those that are open already stay so.
      await changed.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${changed.reader}'`);
      const reply = await ask(db, 'how many orders are there');
      expect(codeOf(reply)).toBe('db_misconfigured');
      expect(reasonOf(reply)).toBe('The server does not take this user and password.');
      const other = await owned.home.start({
        SVC_ALLOW_PRIVATE_CONNECTIONS: 'true',
        SVC_SEALING_KEYS: `other:${Buffer.alloc(32, 7).toString('base64')}`,
      });
      const shopDb = await connected(shop);
      const sealed = await ask(shopDb, 'how many orders are there', { ...owned, service: other });
      expect(codeOf(sealed)).toBe('db_misconfigured');
      expect(reasonOf(sealed)).toMatch(/cannot be opened/);
    } finally {
      await changed.close();
    }
  });

  test('is reached again by another URL, and keeps its id; one that does not lead there changes nothing', async () => {
    const db = await connected(shop);
    const put = (connectionUrl: string, more: object = {}, id = db) =>
      send(owned.service, 'PUT', `/v1/databases/${id}/connection`, {
        body: { connectionUrl, ...more },
        token: owned.owner.token,
        key: randomUUID(),
      });
    expect(codeOf(await put(shop.url({ password: 'wrong' })))).toBe('introspection_failed');
    expect(codeOf(await put(shop.url(), { access: 'write' }))).toBe('invalid_request');
    expect((await ask(db, 'how many orders are there')).json()).toMatchObject({ data: [{ count: 3 }] });
    const other = await newCustomer('CREATE TABLE boats (id int PRIMARY KEY); INSERT INTO boats VALUES (1), (2)');
    try {
      const moved = await put(other.url({ user: other.owner }), { access: 'write' });
      expect(moved.json(), moved.text).toMatchObject({ dbId: db, access: 'write', schemaPreview: 'boats(id int*)' });
      expect((await ask(db, 'how many boats are there')).json()).toMatchObject({ data: [{ count: 2 }] });
    } finally {
      await put(shop.url(), { access: 'read' });
      await other.close();
    }
    expect(codeOf(await put(shop.url(), {}, owned.owner.db))).toBe('invalid_request');
    expect(codeOf(await put(shop.url(), {}, 'db_nobody_aaaaaaaa'))).toBe('db_not_found');
  });

  test('whose schema changes between the plan and the run says so, and the next ask reads it anew', async () => {
    const moving = await newCustomer();
    try {
      const db = await connected(moving);
      expect((await ask(db, 'how many orders are shipped')).status).toBeLessThan(500);
      const admin = await openAdmin(moving.database);
      try {
        await admin.query('BEGIN');
        await admin.query('ALTER TABLE orders RENAME COLUMN total TO amount');
        const asked = ask(db, 'what is the average total of orders');
        for (let waits = 0; waits === 0; ) {
          const { rows } = await admin.query<{ n: number }>(
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          waits = rows[0]?.n ?? 0;
        }
        await admin.query('COMMIT');
        expect(codeOf(await asked)).toBe('schema_unavailable');
      } finally {
        await admin.end();
      }
      expect((await ask(db, 'what is the average amount of orders')).json()).toMatchObject({ data: [{ avg_amount: 90 }] });
    } finally {
      await moving.close();
    }
  });

  test('whose schema cannot be read in time is schema_unavailable', async () => {
    const hurried = await owned.home.start({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true', SVC_STATEMENT_TIMEOUT_MS: '300' });
    const slow = await newCustomer();
    try {
      const db = await connected(slow);
      const admin = await openAdmin(slow.database);
      try {
        await admin.query('BEGIN');
        await admin.query('LOCK TABLE pg_catalog.pg_description IN ACCESS EXCLUSIVE MODE');
        expect(codeOf(await ask(db, 'how many orders are there', { ...owned, service: hurried }))).toBe('schema_unavailable');
        const run = { body: { db, sql: 'SELECT count(*) FROM billing.invoices' }, token: owned.owner.token };
        expect(codeOf(await send(hurried, 'POST', '/v1/run', run))).toBe('schema_unavailable');
      } finally {
        await admin.query('ROLLBACK');
        await admin.end();
      }
    } finally {
      await slow.close();
    }
  });
});
