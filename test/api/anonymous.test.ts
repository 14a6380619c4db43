import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, newHome } from '../support/owned.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ SVC_ANON_BUDGET: '10' });
});
afterAll(() => service.close());

const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);

describe('the token', () => {
  test('comes once in the header, and in the session of each reply; it is a bearer credential', async () => {
    const first = await send(service, 'POST', '/v1/ask', { body: { goal: BEANS }, key: randomUUID() });
    const token = String(first.headers.get('x-svc-anonymous-token'));
    expect(token).toMatch(/^anon_[\w-]{32}$/);
    const { db, anonymous_token } = first.json().session as { db: string; anonymous_token: string };
    expect(anonymous_token).toBe(token);
    const second = await send(service, 'POST', '/v1/run', { body: { db, sql: 'SELECT 1 AS n' }, token });
    expect(second.json()).toMatchObject({ data: [{ n: 1 }], session: { db, anonymous_token: token } });
    expect(second.headers.get('x-svc-anonymous-token')).toBeNull();
  });

  test('without one, every call is somebody new', async () => {
    const [ada, bob] = [await send(service, 'GET', '/v1/databases'), await send(service, 'GET', '/v1/databases')];
    const tokens = [ada, bob].map((reply) => reply.headers.get('x-svc-anonymous-token'));
    expect(new Set(tokens).size).toBe(2);
    expect([ada.text, bob.text]).toEqual(['[]', '[]']);
  });

  test('public calls and calls that cannot be read start no session', async () => {
    for (const reply of [
      await send(service, 'GET', '/v1/models'),
      await send(service, 'GET', '/healthz'),
      await send(service, 'POST', '/v1/ask', { body: '{' }),
      await send(service, 'POST', '/v1/run', { body: {} }),
      await send(service, 'GET', '/v1/keys'),
    ])
      expect(reply.headers.get('x-svc-anonymous-token')).toBeNull();
  });

  test('a first call that fails in its work still says who was asking', async () => {
    const reply = await send(service, 'POST', '/v1/run', { body: { db: 'db_none_aaaaaaaa', sql: 'SELECT 1' } });
    expect(codeOf(reply)).toBe('db_not_found');
    const token = reply.headers.get('x-svc-anonymous-token');
    expect((await send(service, 'GET', '/v1/databases', { token })).status).toBe(200);
  });

  test('is kept as a hash alone, until 72 hours after its last use; after that it is invalid_token', async () => {
    const session = await startSession(service);
    const admin = await openAdmin();
    try {
      const { rows } = await admin.query<{ id: string; row: string; hours: number }>(
        'SELECT s.id, s::text AS row, extract(epoch FROM expires_at - s.created_at)::float8 / 3600 AS hours FROM svc_control.anonymous_session s JOIN svc_control.database d ON d.owner_id = s.id WHERE d.id = $1',
        [session.db],
      );
      expect(rows[0]?.hours).toBeCloseTo(72, 1);
      const tables = await admin.query<{ name: string }>(
        "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'svc_control'::regnamespace AND c.relkind = 'r'",
      );
      for (const { name } of tables.rows) {
        const held = await admin.query(`SELECT 1 FROM svc_control.${name} t WHERE strpos(t::text, $1) > 0`, [session.token]);
        expect(held.rowCount, name).toBe(0);
      }
      await admin.query("UPDATE svc_control.anonymous_session SET expires_at = now() - interval '1 second' WHERE id = $1", [rows[0]?.id]);
    } finally {
      await admin.end();
    }
    // A service that has not met the token yet looks it up.
    const fresh = await startService();
    try {
      const reply = await send(fresh, 'GET', '/v1/databases', { token: session.token });
      expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_token']);
    } finally {
      await fresh.close();
    }
  });
});

describe('the end of a session', () => {
  /** What a service that has not met the token yet makes of it, and where the end then is, in hours from now. */
  async function usedAt(session: TestSession, change: string): Promise<{ status: number; hours: number }> {
    const admin = await openAdmin();
    const fresh = await startService();
    const owner = '(SELECT owner_id FROM svc_control.database WHERE id = $1)';
    try {
      await admin.query(`UPDATE svc_control.anonymous_session SET ${change} WHERE id = ${owner}`, [session.db]);
      const before = await end();
      const { status } = await send(fresh, 'GET', '/v1/databases', { token: session.token });
      await until(async () => (await end()) !== before);
      return { status, hours: await end() };
    } finally {
      await fresh.close();
      await admin.end();
    }
    async function end(): Promise<number> {
      const { rows } = await admin.query<{ hours: number }>(
        `SELECT round(extract(epoch FROM expires_at - now()) / 360)::float8 / 10 AS hours FROM svc_control.anonymous_session WHERE id = ${owner}`,
        [session.db],
      );
      return rows[0]?.hours ?? Number.NaN;
    }
  }

  test('moves to 72 hours from each use, and to 30 days from its beginning at most', async () => {
    const session = await startSession(service);
    expect(await usedAt(session, "expires_at = now() + interval '1 hour'")).toEqual({ status: 200, hours: 72 });
    expect(
      await usedAt(session, "created_at = now() - interval '30 days' + interval '10 hours', expires_at = now() + interval '1 hour'"),
    ).toEqual({ status: 200, hours: 10 });
  });

  test('a session that is used again and again is written once in a while', async () => {
    const session = await startSession(service);
    const writes = async () => {
      const admin = await openAdmin();
      const { rows } = await admin
        .query<{ at: string }>(
          'SELECT s.xmin::text AS at FROM svc_control.anonymous_session s JOIN svc_control.database d ON d.owner_id = s.id WHERE d.id = $1',
          [session.db],
        )
        .finally(() => admin.end());
      return rows[0]?.at;
    };
    const before = await writes();
    for (let n = 0; n < 5; n++) {
      const fresh = await startService();
      await send(fresh, 'GET', '/v1/databases', { token: session.token });
      await fresh.close();
    }
    expect(await writes()).toBe(before);
  });
});

describe('adoption', () => {
  let home: Home;
  let owned: TestService;
  let owner: string;
  beforeAll(async () => {
    home = await newHome();
    owned = await home.start({ SVC_ANON_BUDGET: '8' });
    owner = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
  });
  afterAll(() => home.close());
  const adopt = (token: string, bearer: string | null = owner, key = randomUUID()) =>
    send(owned, 'POST', '/v1/anon/adopt', { body: { token }, token: bearer, key });

  test('gives the account all of the session, with the request that met its budget, and ends the token', async () => {
    const session = await startSession(owned);
    for (let n = 0; n < 7; n++) await session.run('SELECT 1');
    const refused = await session.ask('How many coffee beans are there?');
    expect(refused.json().error).toMatchObject({
      code: 'auth_required',
      action: expect.stringMatching(/^Sign in, .*POST \/v1\/anon\/adopt/),
    });
    const reply = await adopt(session.token);
    expect(reply.json()).toEqual({ adopted: true, databases: [session.db], savedPrompt: 'How many coffee beans are there?' });
    expect((await sessionOf(owned, owner, session.db).ask('How many coffee beans are there?')).status).toBe(200);
    expect(codeOf(await session.get('/v1/databases'))).toBe('invalid_token');
    expect((await adopt(session.token)).json()).toEqual(reply.json());
  });

  test('keeps the names of its databases apart from those that the account has', async () => {
    for (let n = 0; n < 2; n++) expect((await adopt((await startSession(owned)).token)).status).toBe(200);
    const own = (await send(owned, 'GET', '/v1/databases', { token: owner })).json() as unknown as { dbId: string; slug: string }[];
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map(({ slug }) => slug)).size).toBe(own.length);
  });

  test('leaves no row of the control plane with the session', async () => {
    const session = await startSession(owned);
    const admin = await openAdmin(home.control);
    try {
      const { rows: before } = await admin.query<{ id: string }>('SELECT owner_id AS id FROM svc_control.database WHERE id = $1', [
        session.db,
      ]);
      await session.ask('How many coffee beans are there?');
      await adopt(session.token);
      const { rows: tables } = await admin.query<{ name: string }>(
        "SELECT attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE attname = 'owner_id' AND relkind = 'r' AND relnamespace = 'svc_control'::regnamespace",
      );
      expect(tables.map(({ name }) => name)).toContain('svc_control.database');
      for (const { name } of tables)
        expect((await admin.query(`SELECT 1 FROM ${name} WHERE owner_id = $1`, [before[0]?.id])).rowCount, name).toBe(0);
      const text = await readFile('src/store/anonymous.ts', 'utf8');
      for (const { name } of tables) expect(text, name).toContain(`'${name.replace('svc_control.', '')}'`);
    } finally {
      await admin.end();
    }
  });

  test('takes its receipts, its threads, its chats, its glossary and what its questions were read as; a preview is asked for anew', async () => {
    const session = await startSession(owned);
    const { db } = session;
    await send(owned, 'PUT', `/v1/databases/${db}/glossary`, {
      body: { terms: [{ term: 'dear', means: 'with a price above 15' }] },
      token: session.token,
      key: randomUUID(),
    });
    const question = 'How many coffee beans have a price above 15?';
    await session.post('/v1/chat/messages', { goal: question, dbId: db });
    const added = await session.ask('add a coffee bean with roaster Onyx and price 18', { threadId: 't' });
    const { confirmToken } = (await session.ask('delete the coffee beans with price above 15', { dryRun: true })).json();
    const asked = await session.ask(question, { threadId: 't' });
    const idOf = (reply: Reply): string => String((reply.json().trace as { id: string }).id);
    // While its receipts are still waiting to be stored.
    expect((await adopt(session.token)).json()).toMatchObject({ databases: [db] });
    const mine = sessionOf(owned, owner, db);
    for (const reply of [added, asked]) expect((await mine.get(`/v1/traces/${idOf(reply)}`)).json()).toMatchObject({ id: idOf(reply) });
    expect((await mine.post(`/v1/traces/${idOf(asked)}/replay`, undefined)).json()).toMatchObject({ same: true });
    expect((await mine.get(`/v1/chat/messages?dbId=${db}`)).json()).toMatchObject([
      { role: 'assistant' },
      { role: 'user', goal: question },
    ]);
    expect((await mine.get(`/v1/databases/${db}/glossary`)).json()).toMatchObject({ terms: [{ term: 'dear' }] });
    expect((await mine.ask(question)).json()).toMatchObject({ trace: { cache: { plan: 'hit' } } });
    expect((await mine.ask('and below 15?', { threadId: 't' })).json()).toMatchObject({ data: [{ count: 0 }] });
    expect(codeOf(await mine.post('/v1/ask', { confirm: true, confirmToken }))).toBe('confirm_expired');
    expect((await mine.post('/v1/undo', { db, traceId: idOf(added) })).json()).toMatchObject({ verb: 'insert' });
  });

  test('of one session by many at once happens once, and all are told the same', async () => {
    const session = await startSession(owned);
    const replies = await Promise.all(Array.from({ length: 8 }, () => adopt(session.token)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.json()).toMatchObject({ adopted: true, databases: [session.db] });
    await adopt(session.token);
    const log = (await send(owned, 'GET', '/v1/audit?action=session.adopt', { token: owner })).json();
    const about = (log as unknown as { details: { databases: string[] } }[]).filter(({ details }) =>
      details.databases.includes(session.db),
    );
    expect(about).toHaveLength(1);
  });

  test('leaves no database behind that was made meanwhile, nor at a service that still remembers the token', async () => {
    const twin = await home.start();
    const session = await startSession(owned);
    const create = (at: TestService) =>
      send(at, 'POST', '/v1/databases', { body: { goal: BEANS }, token: session.token, key: randomUUID() });
    expect((await send(twin, 'GET', '/v1/databases', { token: session.token })).status).toBe(200);
    const [adopted, ...made] = await Promise.all([adopt(session.token), create(twin), create(owned), create(twin)]);
    expect(adopted.status, adopted.text).toBe(200);
    made.push(await create(twin));
    const own = (await send(owned, 'GET', '/v1/databases', { token: owner })).json() as unknown as { dbId: string }[];
    for (const reply of made)
      if (reply.status === 201) expect(own.map(({ dbId }) => dbId)).toContain(reply.json().dbId);
      else expect(codeOf(reply), reply.text).toBe('invalid_token');
    expect(made.at(-1)?.status).toBe(400);
  });

  test('that fails half way moves nothing', async () => {
    const session = await startSession(owned);
    const admin = await openAdmin(home.control);
    try {
      await admin.query(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$; CREATE TRIGGER refuse BEFORE UPDATE OF adopted_by ON svc_control.anonymous_session EXECUTE FUNCTION refuse()",
      );
      const refused = await adopt(session.token);
      expect([refused.status, codeOf(refused)]).toEqual([500, 'adopt_failed']);
      expect((await session.get('/v1/databases')).json()).toMatchObject([{ dbId: session.db }]);
    } finally {
      await admin.query('DROP FUNCTION refuse CASCADE').finally(() => admin.end());
    }
    expect((await adopt(session.token)).json()).toMatchObject({ databases: [session.db] });
  });

  test('is an account’s to ask for, of a session that is open', async () => {
    const session = await startSession(owned);
    for (const bearer of [null, session.token]) expect((await adopt(session.token, bearer)).status).toBe(401);
    expect(codeOf(await adopt(`anon_${'x'.repeat(32)}`))).toBe('invalid_token');
    expect((await session.get('/v1/databases')).status).toBe(200);
  });
});

describe('the budget', () => {
  test('of ten, fifty calls at once get what the creation left of it; the rest write and read nothing', async () => {
    const session = await startSession(service);
    const calls = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? session.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')")
          : session.ask('How many coffee beans are there?', {}, { key: null }),
      ),
    );
    const served = calls.filter((reply) => reply.status === 200);
    expect(served).toHaveLength(9);
    for (const reply of calls.filter((call) => call.status !== 200)) {
      expect([reply.status, codeOf(reply)]).toEqual([401, 'auth_required']);
      expect(reply.json()).toMatchObject({ error: { params: { cap: 10 }, message: expect.stringContaining('10') } });
    }
    const written = served.filter((reply) => reply.json().kind === 'write').length;
    const admin = await openAdmin(session.db);
    const { rows } = await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM public.coffee_beans').finally(() => admin.end());
    expect(rows[0]?.n).toBe(written);
  });

  test('counts asks, runs, inserts and creates, not lists and schemas; what cannot be run is free', async () => {
    const session = await startSession(service);
    const insert = () => session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows: { roaster: 'Onyx' } });
    for (let n = 0; n < 12; n++) {
      expect((await session.get('/v1/databases')).status).toBe(200);
      expect(codeOf(await session.run('DROP TABLE coffee_beans'))).toBe('sql_rejected');
    }
    // The creation of its database was the first of ten.
    for (let n = 0; n < 4; n++) expect((await insert()).status).toBe(200);
    for (let n = 0; n < 5; n++) expect((await session.run('SELECT 1')).status).toBe(200);
    expect(codeOf(await session.run('SELECT 1'))).toBe('auth_required');
    expect(codeOf(await insert())).toBe('auth_required');
    expect(codeOf(await session.post('/v1/databases', { goal: BEANS }))).toBe('auth_required');
    expect(codeOf(await session.ask('How many coffee beans are there?'))).toBe('auth_required');
    expect((await session.get('/v1/databases')).status).toBe(200);
  });

  test('the prompt that hit it is kept', async () => {
    const session = await startSession(service);
    for (let n = 0; n < 10; n++) await session.run('SELECT 1');
    await session.ask('How many coffee beans are left?');
    const admin = await openAdmin();
    const { rows } = await admin
      .query(
        'SELECT s.saved_prompt FROM svc_control.anonymous_session s JOIN svc_control.database d ON d.owner_id = s.id WHERE d.id = $1',
        [session.db],
      )
      .finally(() => admin.end());
    expect(rows).toEqual([{ saved_prompt: 'How many coffee beans are left?' }]);
  });
});

describe('a first call that fails', () => {
  test('begins no session and counts as none, whatever it failed at', async () => {
    const strict = await startService({ SVC_ANON_SESSIONS_PER_HOUR: '1' });
    const failing: [path: string, body: object][] = [
      ['/v1/databases', { goal: 'something nice' }],
      ['/v1/databases', { goal: 'create a table from: name,ctid,signup_date' }],
      ['/v1/ask', { goal: 'how many are there?', db: 'db_none_aaaaaaaa' }],
      ['/v1/run', { sql: 'SELECT 1', db: 'db_none_aaaaaaaa' }],
      ['/v1/run', {}],
    ];
    for (const [path, body] of failing) {
      const reply = await send(strict, 'POST', path, { body, key: randomUUID() });
      expect([path, reply.status >= 400 && reply.status < 429, reply.headers.get('x-svc-anonymous-token')]).toEqual([path, true, null]);
    }
    const made = await send(strict, 'POST', '/v1/databases', { body: { goal: 'track tea leaves with origin' }, key: randomUUID() });
    expect([made.status, made.headers.get('x-svc-anonymous-token')]).toEqual([201, expect.stringMatching(/^anon_/)]);
    await strict.close();
  });
});
