import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOSTS, type Host, rpc } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service.ts';
import { openAdmin, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let own: TestSession;
let stranger: TestSession;
beforeAll(async () => {
  service = await startService();
  [own, stranger] = [await startSession(service), await startSession(service)];
});
afterAll(() => service?.close());

describe.each(Object.entries(HOSTS))('%s', (_name, connect) => {
  let host: Host;
  beforeAll(async () => {
    host = await connect({ url: service.url, token: own.token });
  });
  afterAll(() => host?.close());

  test('reads schemas, whole and by table, and receipts', async () => {
    expect(await host.resources()).toContain(`svc://databases/${own.db}/schema`);
    expect(await host.read(`svc://databases/${own.db}/tables/coffee_beans`)).toMatchObject({ tables: [{ name: 'coffee_beans' }] });
    await expect(host.read(`svc://databases/${own.db}/tables/nope`)).rejects.toThrow(/not found/i);
    const { trace } = (await host.call('ask', { db: own.db, goal: 'How many coffee beans are there?' })).structured;
    await vi.waitFor(async () => {
      expect(await host.read(`svc://traces/${String(trace)}`)).toMatchObject({
        operation: 'ask',
        dbId: own.db,
        asked: { text: 'How many coffee beans are there?' },
      });
    });
    await expect(host.read('svc://traces/nope')).rejects.toThrow(/not found/i);
    const other = await connect({ url: service.url, token: stranger.token });
    await expect(other.read(`svc://traces/${String(trace)}`)).rejects.toThrow(/not found/i);
    expect(await other.complete('table', '', { db: own.db })).toEqual([]);
    await other.close();
  });

  test('gets prompts, and their arguments completed', async () => {
    const [slug = ''] = await host.complete('db', 'cof');
    expect(slug).toMatch(/^coffee/);
    expect(await host.complete('table', 'BEANS', { db: slug })).toEqual(['coffee_beans']);
    expect(await host.complete('table', 'x', { db: slug })).toEqual([]);
    expect(await host.prompt('clean_up', { db: slug, table: 'coffee_beans' })).toContain(`the table coffee_beans of the database ${slug}`);
    await expect(host.prompt('clean_up', { db: slug })).rejects.toThrow(/needs table/);
    await expect(host.prompt('nope', {})).rejects.toThrow(/Known: explore/);
  });

  test('is told what its own calls change of schemas, and nobody else is', async () => {
    const uri = `svc://databases/${own.db}/schema`;
    const other = await connect({ url: service.url, token: stranger.token });
    await Promise.all([host.tools(), other.tools()]);
    const [seen, seenByOther] = [await host.watch([uri]), await other.watch([uri])];
    await host.call('insert', { db: own.db, table: 'coffee_beans', rows: [{ roaster: 'Tim' }] });
    expect(seen).toEqual([]);
    const column = `note_${Math.random().toString(36).slice(2, 8)}`;
    await host.send(await host.call('run', { db: own.db, sql: `ALTER TABLE coffee_beans ADD COLUMN ${column} text` }));
    await host.call('create_database', { goal: 'track trees with species and height' });
    await vi.waitFor(() => expect(seen).toEqual([uri, 'list']));
    expect(seenByOther).toEqual([]);
    await other.close();
  });
});

test('an address narrowed to one database reads and completes nothing of another', async () => {
  const connect = HOSTS['the 2.x client over HTTP'];
  const whole = await connect({ url: service.url, token: own.token });
  const { db } = (await whole.call('create_database', { goal: 'track boats with name and length' })).structured as { db: string };
  const { trace } = (await whole.call('run', { db, sql: 'SELECT 1 AS one' })).structured;
  const narrow = await connect({ url: service.url, token: own.token, query: `?db=${own.db}` });
  await vi.waitFor(async () => expect(await whole.read(`svc://traces/${String(trace)}`)).toMatchObject({ dbId: db }));
  await expect(narrow.read(`svc://traces/${String(trace)}`)).rejects.toThrow(/not found/i);
  expect(await narrow.complete('db', 'boat')).toEqual([]);
  expect(await narrow.complete('table', '', { db })).toEqual([]);
  expect(await narrow.complete('table', '')).toEqual(['coffee_beans']);
  await Promise.all([whole.close(), narrow.close()]);
});

test('databases of more than one page are listed by a cursor, and whole by a client that follows it', async () => {
  const many = await startSession(service);
  const admin = await openAdmin();
  // Listed as they are kept; to make them would take minutes.
  await admin.query(
    `INSERT INTO svc_control.database
     SELECT copy.* FROM svc_control.database d, generate_series(1, 120) n, jsonb_populate_record(d, jsonb_build_object(
       'id', d.id || n, 'slug', d.slug || '_' || n, 'created_at', d.created_at - n * interval '1 second')) copy
     WHERE d.id = $1`,
    [many.db],
  );
  try {
    const list = async (params: Record<string, unknown>) => {
      const { headers, body } = rpc('resources/list', params);
      const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${many.token}` }, body: JSON.stringify(body) };
      return (await (await fetch(`${service.url}/mcp`, sent)).json()) as {
        result: { resources: { uri: string }[]; nextCursor?: string };
        error: { code: number };
      };
    };
    const { result: first } = await list({});
    expect([first.resources.length, first.resources[0]?.uri]).toEqual([100, `svc://databases/${many.db}/schema`]);
    const { result: second } = await list({ cursor: first.nextCursor });
    expect(second.resources.length).toBe(21);
    expect(second).not.toHaveProperty('nextCursor');
    expect(new Set([...first.resources, ...second.resources].map(({ uri }) => uri)).size).toBe(121);
    expect((await list({ cursor: 'nowhere' })).error.code).toBe(-32_602);
    const host = await HOSTS['the 2.x client over HTTP']({ url: service.url, token: many.token });
    expect((await host.resources()).length).toBe(121);
    await host.close();
    const narrow = await HOSTS['the 2.x client over HTTP']({ url: service.url, token: many.token, query: `?db=${many.db}120` });
    expect(await narrow.resources()).toEqual([`svc://databases/${many.db}120/schema`]);
    await narrow.close();
  } finally {
    await admin.query('DELETE FROM svc_control.database WHERE id LIKE $1', [`${many.db}_%`]);
    await admin.end();
  }
});

test('of a listening stream, nothing is kept when its host leaves', async () => {
  const leaving = new AbortController();
  const { headers, body } = rpc('subscriptions/listen', { notifications: { resourcesListChanged: true } });
  const stream = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${own.token}` },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  leaving.abort();
  const host = await HOSTS['the 2.x client over HTTP']({ url: service.url, token: own.token });
  expect((await host.call('create_database', { goal: 'track clocks with maker and year' })).isError).toBe(false);
  await host.close();
});
