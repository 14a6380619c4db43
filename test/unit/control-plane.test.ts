import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/control-plane.ts';
import { databaseUrl, openAdmin, until } from '../support/session.ts';

test('a session that is lost while it is held is reported, ends its work alone, and the next call gets another', async () => {
  const admin = await openAdmin();
  const name = `svc_test_${randomUUID().slice(0, 8)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const { hostname, port, username, password } = new URL(databaseUrl({}));
  const endpoint = { host: hostname, port: Number(port), database: name, user: username, password: decodeURIComponent(password) };
  const lost: Error[] = [];
  const store = await openStore(
    () => endpoint,
    (error) => void lost.push(error),
  );
  try {
    const holding = store.connection().execute(async (session) => {
      await sql`SELECT 1`.execute(session);
      const ended = await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await until(() => lost.length >= (ended.rowCount ?? 0));
      await sql`SELECT 1`.execute(session);
    });
    await expect(holding).rejects.toThrow();
    expect(lost[0]?.message).toMatch(/terminat/i);
    expect((await sql<{ n: number }>`SELECT 1 AS n`.execute(store)).rows).toEqual([{ n: 1 }]);
  } finally {
    await store.destroy();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
});
