import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
import { asAdmin, asRole } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const codeOf = (reply: { status: number; json: () => Record<string, unknown> }) =>
  reply.status === 201 ? 'created' : (reply.json().error as { code: string }).code;
const hostedIds = async (): Promise<ReadonlySet<string>> => new Set((await service.engine.hosted()).map(({ id }) => id));

test('a burst of creations is queued or told to come again, and leaves nothing beside what it made', async () => {
  const before = await hostedIds();
  let most = 0;
  let done = false;
  const watching = asAdmin(async (client) => {
    while (!done) {
      const { rows } = await client.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'svc admin'");
      most = Math.max(most, Number(rows[0]?.n));
      await new Promise((next) => setTimeout(next, 20));
    }
  });
  const replies = await Promise.all(
    Array.from({ length: 80 }, () => send(service, 'POST', '/v1/databases', { key: randomUUID(), body: { goal: BEANS } })),
  );
  done = true;
  await watching;
  const codes = replies.map(codeOf);
  expect(codes.filter((code) => code !== 'created' && code !== 'overloaded')).toEqual([]);
  expect(codes).toContain('created');
  // Beside this file's service, others of the run have theirs.
  expect(most).toBeGreaterThan(0);

  const made = replies.filter((reply) => reply.status === 201).map((reply) => String(reply.json().dbId));
  const after = await hostedIds();
  expect(made.every((id) => after.has(id) && !before.has(id))).toBe(true);
});

test('of one caller’s crowd so many requests are at work at once; the next waits, and other callers do not', async () => {
  const [crowd, neighbour] = [await startSession(service), await startSession(service)];
  const list = (session: TestSession) => send(service, 'GET', '/v1/databases', { token: session.token });
  let isAnswered = false;
  const { inserts, own } = await asRole(crowd.db, 'owner', async (holder) => {
    await holder.query('BEGIN; LOCK TABLE coffee_beans');
    const held = Array.from({ length: 40 }, () => crowd.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')"));
    await until(() =>
      asAdmin(async (admin) => {
        const { rowCount } = await admin.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'", [
          roleName(crowd.db, 'writer'),
        ]);
        return rowCount !== 0;
      }),
    );
    const next = list(crowd).finally(() => {
      isAnswered = true;
    });
    for (let n = 0; n < 5; n++) expect((await list(neighbour)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await holder.query('COMMIT');
    return { inserts: held, own: next };
  });
  expect((await own).status).toBe(200);
  const codes = new Set((await Promise.all(inserts)).map((reply) => (reply.status === 200 ? 'ok' : codeOf(reply))));
  // Those that waited too long for a session or the lock are told to come again.
  expect([...codes].filter((code) => !['ok', 'overloaded', 'write_conflict'].includes(code))).toEqual([]);
  expect(codes).toContain('ok');
});

test('a server that has no room for another session is overloaded, not unreachable, and nothing remains', async () => {
  const session = await startSession(service);
  await asAdmin(async (client) => {
    await client.query(`ALTER ROLE "${roleName(session.db, 'reader')}" CONNECTION LIMIT 0`);
    const reply = await session.run('SELECT 1');
    expect([reply.status, codeOf(reply), reply.headers.get('retry-after')]).toEqual([503, 'overloaded', expect.stringMatching(/^\d+$/)]);
    await client.query(`ALTER ROLE "${roleName(session.db, 'reader')}" CONNECTION LIMIT 8`);
  });
  expect((await session.run('SELECT 1')).status).toBe(200);
});

test('logins and databases that no record tells of are found; those of other deployments are not ours', async () => {
  const session = await startSession(service);
  const ids = await hostedIds();
  expect(ids).toContain(session.db);
  const orphan = `db_orphan_${randomUUID().slice(0, 8)}`;
  const others = `db_others_${randomUUID().slice(0, 8)}`;
  await asAdmin(async (client) => {
    const { rows } = await client.query("SELECT shobj_description(oid, 'pg_authid') AS mark FROM pg_roles WHERE rolname = $1", [
      roleName(session.db, 'owner'),
    ]);
    for (const role of ['owner', 'writer'] as const) await client.query(`CREATE ROLE "${roleName(orphan, role)}"`);
    await client.query(`COMMENT ON ROLE "${roleName(orphan, 'owner')}" IS '${String(rows[0]?.mark)}'`);
    await client.query(
      `CREATE ROLE "${roleName(others, 'owner')}"; COMMENT ON ROLE "${roleName(others, 'owner')}" IS 'svc, control plane in elsewhere'`,
    );
    const found = await hostedIds();
    expect([found.has(orphan), found.has(others)]).toEqual([true, false]);
    expect(await service.engine.drop({ dbId: orphan })).toBe('gone');
    const left = await client.query('SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)', [orphan]);
    expect(left.rows).toEqual([]);
    await client.query(`DROP ROLE "${roleName(others, 'owner')}"`);
  });
});
