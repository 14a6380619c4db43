import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/control-plane.ts';
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
