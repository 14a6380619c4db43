import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES, roleName } from '../../src/engines/postgres/server.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, startSession, type TestSession, until } from '../support/session.ts';

let home: Home;
let service: TestService;
let admin: pg.Client;
beforeAll(async () => {
  home = await newHome();
  service = await home.start();
  admin = await openAdmin(home.control);
});
afterAll(async () => {
  await admin.end();
  await home.close();
});

const SESSION_OF = '(SELECT owner_id FROM svc_control.database WHERE id = $1)';
const end = (session: TestSession) =>
  admin.query(
    `UPDATE svc_control.anonymous_session SET created_at = now() - interval '80 hours', expires_at = now() - interval '2 hours' WHERE id = ${SESSION_OF}`,
    [session.db],
  );
/** Older than anything that is still being made. */
const age = (db: string) => admin.query("UPDATE svc_control.database SET created_at = now() - interval '3 days' WHERE id = $1", [db]);
const exists = async (db: string) => (await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [db])).rowCount === 1;
const recorded = async (db: string) => (await admin.query('SELECT 1 FROM svc_control.database WHERE id = $1', [db])).rowCount === 1;

test('databases of sessions that ended, and of nobody, are removed; those of open sessions and of accounts stay', async () => {
  const [open, ended, nobodys] = [await startSession(service), await startSession(service), await startSession(service)];
  const owner = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
  const made = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS }, token: owner, key: randomUUID() });
  const owned = String(made.json().dbId);
  for (const db of [open.db, ended.db, nobodys.db, owned]) await age(db);
  await end(ended);
  await admin.query(`DELETE FROM svc_control.anonymous_session WHERE id = ${SESSION_OF}`, [nobodys.db]);
  await home.start();
  await until(async () => !(await exists(ended.db)) && !(await exists(nobodys.db)));
  expect([await exists(open.db), await exists(owned)]).toEqual([true, true]);
  expect((await open.run('SELECT 1')).status).toBe(200);
  expect((await send(service, 'GET', '/v1/databases', { token: owner })).json()).toHaveLength(1);
  await until(async () => !(await recorded(ended.db)) && !(await recorded(nobodys.db)));
  // The next sweep finds that the session owns nothing any more.
  await home.start();
  await until(
    async () =>
      (await admin.query("SELECT 1 FROM svc_control.anonymous_session WHERE expires_at < now() - interval '1 hour'")).rowCount === 0,
  );
});

test('a database that cannot be removed stands in nobody’s way', async () => {
  const [stuck, ended] = [await startSession(service), await startSession(service)];
  for (const session of [stuck, ended]) {
    await age(session.db);
    await end(session);
  }
  // PostgreSQL drops no database that is a template.
  await admin.query(`ALTER DATABASE ${stuck.db} IS_TEMPLATE true`);
  await home.start();
  await until(async () => !(await exists(ended.db)));
  expect(await exists(stuck.db)).toBe(true);
  await admin.query(`ALTER DATABASE ${stuck.db} IS_TEMPLATE false`);
  await home.start();
  await until(async () => !(await exists(stuck.db)));
});

test('a removal that was cut short between its steps is finished, whichever was the last', async () => {
  const [marked, closed, dropped, halfLogins, recordAlone] = await Promise.all(Array.from({ length: 5 }, () => startSession(service)));
  const all = [marked, closed, dropped, halfLogins, recordAlone].map((session) => session?.db ?? '');
  const logins = async () =>
    (await admin.query('SELECT 1 FROM pg_roles WHERE rolname = ANY($1)', [all.flatMap((db) => ROLES.map((role) => roleName(db, role)))]))
      .rowCount;
  for (const db of all) {
    await age(db);
    await admin.query("UPDATE svc_control.database SET state = 'deleting' WHERE id = $1", [db]);
    if (db === marked?.db) continue;
    await admin.query(`ALTER DATABASE "${db}" ALLOW_CONNECTIONS false`);
    if (db === closed?.db) continue;
    await admin.query(`DROP DATABASE "${db}" WITH (FORCE)`);
    if (db === dropped?.db) continue;
    for (const role of db === halfLogins?.db ? ROLES.slice(0, 1) : ROLES) await admin.query(`DROP ROLE "${roleName(db, role)}"`);
  }
  expect(await logins()).toBe(3 * 3 + 2);
  await home.start();
  for (const db of all) await until(async () => !(await recorded(db)) && !(await exists(db)));
  expect(await logins()).toBe(0);
});
