import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/engines/postgres/server.ts';
import { asRole, type Hosted, hostDatabase } from '../support/hosted.ts';
import { LIBRARY_SQL } from '../support/library.ts';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
let a: Tenant;
beforeAll(async () => {
  service = await startService();
  a = await tenant();
});
afterAll(() => service.close());

interface Tenant {
  readonly token: string;
  readonly db: string;
}

/** An anonymous caller with one database of coffee beans. */
async function tenant(): Promise<Tenant> {
  const created = await send(service, 'POST', '/v1/databases', {
    key: randomUUID(),
    body: { goal: 'track coffee beans with roaster, price and rating' },
  });
  const token = created.headers.get('x-svc-anonymous-token') ?? '';
  const db = String(created.json().dbId);
  await send(service, 'POST', '/v1/insert', {
    token,
    key: randomUUID(),
    body: {
      db,
      table: 'coffee_beans',
      rows: [
        { roaster: 'Onyx', price: 18.5, rating: 4 },
        { roaster: 'Sey', price: 22, rating: 5 },
      ],
    },
  });
  return { token, db };
}

/** Every kind of call that a tenant can make, with names of others' things where a name goes. */
const PROBES: readonly (readonly [method: string, path: string, body?: Record<string, unknown>])[] = [
  ['GET', '/v1/databases'],
  ['GET', '/v1/databases/{db}/schema'],
  ['GET', '/v1/databases/{other}/schema'],
  ['DELETE', '/v1/databases/{other}'],
  ['POST', '/v1/ask', { db: '{db}', goal: 'How many coffee beans are there?' }],
  ['POST', '/v1/ask', { goal: 'How many coffee beans are there?' }],
  ['POST', '/v1/ask', { goal: 'Which books are by Lem?' }],
  ['POST', '/v1/ask', { db: '{other}', goal: 'How many coffee beans are there?' }],
  ['POST', '/v1/ask', { db: '{db}', goal: 'delete the coffee beans of Onyx', dryRun: true }],
  ['POST', '/v1/ask', { db: '{db}', goal: 'delete the coffee beans of Onyx', confirm: true }],
  ['POST', '/v1/insert', { db: '{other}', table: 'coffee_beans', rows: [{ roaster: 'x' }] }],
  ...[
    'SELECT * FROM coffee_beans ORDER BY id',
    'SELECT current_user, current_database(), version()',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM information_schema.columns',
    'SELECT * FROM information_schema.table_constraints',
    'SELECT * FROM books',
    'SELECT * FROM {other}.public.coffee_beans',
    'SELECT datname FROM pg_database',
    'SELECT rolname FROM pg_roles',
    'SELECT * FROM pg_stat_activity',
    'SELECT 10::regrole',
    "SELECT '{other}_r'::regrole",
    "SELECT has_database_privilege('{other}', 'CONNECT')",
    "SELECT pg_database_size('{other}')",
    'SHOW search_path',
    'EXPLAIN SELECT * FROM coffee_beans',
    "INSERT INTO coffee_beans (roaster) VALUES ('Sey')",
    'SELECT 1/0',
  ].map((sql) => ['POST', '/v1/run', { db: '{db}', sql }] as const),
  ['POST', '/v1/run', { db: '{other}', sql: 'SELECT 1' }],
  ['GET', '/v1/models'],
];

/** Every reply to `a`, as text, without what differs from call to call: ids, times, and the one other database that was named. */
async function repliesTo({ token, db }: Tenant, other: string): Promise<string[]> {
  const replies = [];
  for (const [method, path, body] of PROBES) {
    const filled = (text: string) => text.replaceAll('{db}', db).replaceAll('{other}', other);
    const key = `key of ${randomUUID()}`;
    const reply = await send(service, method, filled(path), {
      token,
      ...(method === 'DELETE' || path === '/v1/insert' ? { key } : {}),
      ...(body === undefined ? {} : { body: filled(JSON.stringify(body)) }),
      // Times make a reply a few bytes longer or shorter, and so compressed or not.
      headers: { 'accept-encoding': 'identity', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    });
    const headers = [...reply.headers].filter(([name]) => !/^(date|x-request-id|content-length|keep-alive)$/.test(name));
    replies.push(
      `${method} ${path} ${JSON.stringify(body ?? null)}\n${reply.status} ${JSON.stringify(headers)}\n${steady(reply.text, other)}`,
    );
  }
  return replies;
}

const steady = (text: string, other: string): string =>
  text
    .replaceAll(other, '{other}')
    .replace(/"(id|requestId|confirmToken|expiresAt|lastQueriedAt)":"[^"]*"/g, '"$1":"…"')
    .replace(/"ms":[\d.]+/g, '"ms":0')
    .replace(/\(cost=[^)]*\)/g, '');

describe('a tenant cannot tell whether another exists', () => {
  test('every reply is the same before, while and after there is one', async () => {
    const nobody = 'db_coffee_beans_aaaaaaaa';
    await repliesTo(a, nobody);
    const before = await repliesTo(a, nobody);
    const b = await tenant();
    const library = await hostDatabase(service, LIBRARY_SQL);
    const busy = send(service, 'POST', '/v1/run', {
      token: b.token,
      body: { db: b.db, sql: 'SELECT count(*) FROM generate_series(1, 3000000)' },
    });
    expect(await repliesTo(a, b.db)).toEqual(before);
    expect(await repliesTo(a, library.dbId)).toEqual(before);
    expect((await busy).status).toBe(200);
    await send(service, 'DELETE', `/v1/databases/${b.db}`, { token: b.token, key: randomUUID() });
    expect(await repliesTo(a, b.db)).toEqual(before);
  });

  test('a list holds one’s own alone', async () => {
    const b = await tenant();
    const listed = (await send(service, 'GET', '/v1/databases', { token: b.token })).text;
    expect(JSON.parse(listed)).toMatchObject([{ dbId: b.db }]);
    expect(listed).not.toContain(a.db);
  });

  test('a confirm is for whoever saw the preview', async () => {
    const b = await tenant();
    const preview = await send(service, 'POST', '/v1/ask', {
      token: a.token,
      key: randomUUID(),
      body: { db: a.db, goal: 'delete the coffee beans of Onyx' },
    });
    const { confirmToken } = preview.json();
    const stolen = await send(service, 'POST', '/v1/ask', {
      token: b.token,
      key: randomUUID(),
      body: { db: b.db, goal: 'delete the coffee beans of Onyx', confirm: true, confirmToken },
    });
    expect(stolen.json()).toMatchObject({ error: { code: 'confirm_expired' } });
  });
});

describe('a tenant’s logins', () => {
  let b: Hosted;
  beforeAll(async () => {
    b = await hostDatabase(service, LIBRARY_SQL);
  });

  test('connect to its own database alone', async () => {
    const control = decodeURIComponent(new URL(service.config.databaseUrl ?? '').pathname.slice(1));
    // A server that was given may have databases of others, which are theirs to close.
    const closed = [a.db, control, 'svc_template'];
    for (const role of ROLES) {
      expect(await asRole(b.dbId, role, async (client) => (await client.query('SELECT 1 AS one')).rows)).toEqual([{ one: 1 }]);
      for (const database of closed) {
        const refused = await asRole(b.dbId, role, (client) => client.query('SELECT 1'), database).catch((error: unknown) => error);
        expect([role, database, (refused as { code?: string }).code]).toEqual([role, database, '42501']);
      }
    }
  });

  test('cannot become anybody else', async () => {
    for (const role of ROLES) {
      for (const name of [`${a.db}_r`, `${a.db}_o`, `${b.dbId}_o`, `${b.dbId}_w`, `${b.dbId}_r`, 'pg_read_all_data', 'pg_signal_backend']) {
        if (name === `${b.dbId}_${role.charAt(0)}`) continue;
        for (const sql of [`SET ROLE "${name}"`, `SET SESSION AUTHORIZATION "${name}"`])
          await expect(asRole(b.dbId, role, (client) => client.query(sql))).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('cannot make logins, databases or extensions', async () => {
    for (const role of ROLES) {
      for (const sql of [
        'CREATE ROLE mine',
        'CREATE DATABASE mine',
        'CREATE EXTENSION dblink',
        `ALTER ROLE "${b.dbId}_r" SUPERUSER`,
        'CREATE SERVER s FOREIGN DATA WRAPPER w',
      ]) {
        const refused = await asRole(b.dbId, role, (client) => client.query(sql)).catch((error: unknown) => error);
        expect([role, sql, (refused as { code?: string }).code]).toEqual([
          role,
          sql,
          expect.stringMatching(/^(25006|42501|42704|0A000|58P01)$/),
        ]);
      }
    }
  });
});
