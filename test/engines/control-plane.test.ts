import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/control-plane.ts';
import { engineWritesIn } from '../../src/store/engine-writes.ts';
import { databaseUrl, openAdmin, until } from '../support/session.ts';

test('a session that is lost while it is held ends its work alone: the process lives, and later calls get another', async () => {
  const admin = await openAdmin();
  const name = `svc_test_${randomUUID().slice(0, 8)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const { hostname, port, username, password } = new URL(databaseUrl({}));
  const endpoint = { host: hostname, port: Number(port), database: name, user: username, password: decodeURIComponent(password) };
  const store = await openStore(
    () => endpoint,
    () => undefined,
  );
  const answers = () =>
    sql`SELECT 1`.execute(store).then(
      () => true,
      () => false,
    );
  try {
    const holding = store.connection().execute(async (session) => {
      await sql`SELECT 1`.execute(session);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await until(async () => (await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name])).rowCount === 0);
      await sql`SELECT 1`.execute(session);
    });
    await expect(holding).rejects.toMatchObject({ code: 'db_unreachable' });
    await until(answers);
  } finally {
    await store.destroy();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
});

test('a write to an engine without transactions is followed by those that began after it, or were at work when it began', async () => {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl({}));
  const endpoint = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password: decodeURIComponent(password),
  };
  const store = await openStore(
    () => endpoint,
    () => undefined,
  );
  const records = engineWritesIn(store);
  const dbId = `db_followed_${randomUUID().slice(0, 8)}`;
  const mark = (key: string) => ({ scope: 'somebody', key, fingerprint: 'f' });
  const begin = async (key: string) => {
    expect((await records.begin(dbId, mark(key), 'me')).kind).toBe('mine');
    const work = { verb: 'update', table: 't', trail: '1:0', affected: 1, partitions: 1, seen: '' } as const;
    expect(await records.executing(dbId, mark(key), 'me', work)).toBe(true);
  };
  try {
    await begin('before');
    await records.done(dbId, mark('before'), 'me', 'done');
    await begin('own');
    expect(await records.isFollowed(dbId, mark('own'))).toBe(false);
    await records.done(dbId, mark('own'), 'me', 'done');
    await begin('at work');
    await begin('beside it');
    // Of two at once each may be the one whose change is seen.
    expect(await records.isFollowed(dbId, mark('at work'))).toBe(true);
    expect(await records.isFollowed(dbId, mark('beside it'))).toBe(true);
    await records.done(dbId, mark('at work'), 'me', 'done');
    expect(await records.isFollowed(dbId, mark('beside it'))).toBe(true);
    await records.release(dbId, mark('beside it'), 'me');
    expect((await records.begin(dbId, mark('beside it'), 'another')).kind).toBe('mine');
  } finally {
    await records.remove(dbId);
    await store.destroy();
  }
});
