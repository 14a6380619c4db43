import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';
import { asAdmin } from '../support/hosted.ts';
import { send, startService, TEST_SECRET } from '../support/service.ts';
import { BEANS, type Reply, sessionOf, startSession, until } from '../support/session.ts';

const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);

describe('what one anonymous session may keep', () => {
  test('so many databases; deleting one makes room for another', async () => {
    const service = await startService({ SVC_ANON_DATABASES: '2' });
    try {
      const session = await startSession(service);
      const create = () => session.post('/v1/databases', { goal: BEANS });
      expect((await create()).status).toBe(201);
      const refused = await create();
      expect([refused.status, codeOf(refused)]).toEqual([409, 'quota_exceeded']);
      expect(refused.json()).toMatchObject({ error: { params: { what: 'databases', used: 2, limit: 2 } } });
      await send(service, 'DELETE', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID() });
      expect((await create()).status).toBe(201);
    } finally {
      await service.close();
    }
  });

  test('so many databases, also of creations that come at once', async () => {
    const service = await startService({ SVC_ANON_DATABASES: '3' });
    try {
      const session = await startSession(service);
      const codes = (await Promise.all(Array.from({ length: 12 }, () => session.post('/v1/databases', { goal: BEANS })))).map((reply) =>
        reply.status === 201 ? 'created' : codeOf(reply),
      );
      expect(codes.toSorted()).toEqual(['created', 'created', ...Array<string>(10).fill('quota_exceeded')]);
    } finally {
      await service.close();
    }
  });

  test('so many bytes: what adds is refused, by every way in; reads and deletes go on', async () => {
    const service = await startService({ SVC_ANON_MB: '12' });
    try {
      const session = await startSession(service);
      const filled = await session.post('/v1/insert', {
        db: session.db,
        table: 'coffee_beans',
        rows: Array.from({ length: 8_000 }, () => ({ roaster: randomBytes(600).toString('hex') })),
      });
      expect(filled.status, filled.text).toBe(200);
      const add = () => session.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')");
      await until(async () => codeOf(await add()) === 'quota_exceeded');
      for (const reply of [
        await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows: { roaster: 'Onyx' } }),
        await session.ask('add a coffee bean with roaster Onyx and price 12 and rating 4'),
        await session.ask('set the price of every coffee bean to 3'),
        await session.post('/v1/databases', { goal: BEANS }),
      ])
        expect(codeOf(reply), reply.text).toBe('quota_exceeded');
      expect((await session.run('SELECT count(*) FROM coffee_beans')).status).toBe(200);
      expect((await session.run('DELETE FROM coffee_beans WHERE id < 10')).status).toBe(200);
      expect((await startSession(service)).db).toMatch(/^db_/);
    } finally {
      await service.close();
    }
  });
});

test('one statement that would write far more than there is room for is ended on its way, and writes nothing', async () => {
  const service = await startService({ SVC_ANON_MB: '24' });
  try {
    const session = await startSession(service);
    const size = async () => {
      const { rows } = await asAdmin((admin) => admin.query('SELECT pg_database_size($1)::int8 AS n', [session.db]));
      return Number(rows[0]?.n);
    };
    // Some gigabytes.
    const reply = await session.run(
      "INSERT INTO coffee_beans (roaster) SELECT (SELECT string_agg(md5((i * j)::text), '') FROM generate_series(1, 50) j) FROM generate_series(1, 4000000) i",
    );
    expect([reply.status, codeOf(reply)]).toEqual([409, 'quota_exceeded']);
    expect(await size()).toBeLessThan(1_000_000_000);
    expect((await session.run('SELECT count(*)::int AS n FROM coffee_beans')).json()).toMatchObject({ data: [{ n: 0 }] });
  } finally {
    await service.close();
  }
});

test('below the floor of free disk nothing is added; reads, deletes and replays go on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-room-'));
  // Started as root, the engine runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
  const start = async (freeMinMb: string) => {
    const config = readConfig({
      SVC_DATA_DIR: dataDir,
      SVC_SECRET: TEST_SECRET,
      SVC_LOG_LEVEL: 'silent',
      SVC_ANON_RATE_LIMIT: '0',
      SVC_FREE_MIN_MB: freeMinMb,
    });
    const service = await createService(config);
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    return { ...service, url: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}` };
  };
  const roomy = await start('0');
  // More than any disk has.
  const full = await start('1000000000000');
  try {
    const made = await send(roomy, 'POST', '/v1/databases', { body: { goal: BEANS }, key: randomUUID() });
    const token = String(made.headers.get('x-svc-anonymous-token'));
    const [here, there] = [roomy, full].map((service) => sessionOf(service, token, String(made.json().dbId)));
    if (!here || !there) throw new Error('Two sessions were made.');
    const key = randomUUID();
    const sql = "INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 18), ('Sey', 21)";
    expect((await here.run(sql, {}, { key })).status).toBe(200);
    expect((await there.run(sql, {}, { key })).status).toBe(200);
    for (const reply of [
      await there.run(sql),
      await there.run('UPDATE coffee_beans SET price = 1'),
      await there.post('/v1/insert', { db: there.db, table: 'coffee_beans', rows: { roaster: 'Onyx' } }),
      await there.ask('set the price of Sey to 3'),
      await there.post('/v1/databases', { goal: BEANS }),
    ])
      expect([reply.status, codeOf(reply)], reply.text).toEqual([507, 'storage_full']);
    expect((await there.rows('SELECT count(*)::int AS n FROM coffee_beans'))[0]).toEqual({ n: 2 });
    expect((await there.run("DELETE FROM coffee_beans WHERE roaster = 'Sey'")).status).toBe(200);
    expect((await send(full, 'DELETE', `/v1/databases/${there.db}`, { token, key: randomUUID() })).status).toBe(200);
  } finally {
    await full.close();
    await roomy.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
