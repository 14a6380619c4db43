import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let memory: MemorySession;
beforeAll(async () => {
  service = await startService();
  memory = await startMemory(service);
});
afterAll(() => service.close());

const issueOf = (reply: { json(): Record<string, unknown> }): unknown => (reply.json().error as { params?: unknown }).params;

test('the preset makes the tables, says what they hold, and is listed', async () => {
  const { tables } = (await memory.get(`/v1/databases/${memory.db}/schema`)).json() as { tables: { name: string; comment: string }[] };
  expect(tables.map(({ name }) => name)).toEqual(['entities', 'episodes', 'fact_history', 'facts', 'past_facts']);
  expect(tables.every(({ comment }) => comment.length > 0)).toBe(true);
  expect((await memory.get(`/v1/databases/${memory.db}`)).json()).toMatchObject({ preset: 'agent_memory_v1', name: 'agent memory' });
  expect((await memory.get('/v1/models')).json().schemaPresets).toMatchObject([
    { id: 'agent_memory_v1', engine: 'postgres', enabled: true },
  ]);
});

test('a fact: payload and flat fields are two spellings, and the row says whose it is and what carried it', async () => {
  const flat = await memory.remember({
    content: ' Bo prefers tea. ',
    subject: 'Bo',
    type: 'preference',
    tags: ['drinks', 'drinks'],
    agentId: 'a',
    endUserId: 'bo',
  });
  expect(flat).toMatchObject({ status: 'ok', kind: 'fact', deduplicated: false, session: { db: memory.db } });
  expect(flat).not.toHaveProperty('expires_at');
  const nested = await memory.remember({
    kind: 'fact',
    payload: { content: 'Bo prefers tea.', kind: 'preference', tags: ['morning'], subject: 'Bo' },
    agentId: 'a',
    endUserId: 'bo',
  });
  expect(nested).toMatchObject({ id: flat.id, deduplicated: true, materialised_at: flat.materialised_at });
  expect(
    await memory.rows('SELECT id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source FROM facts WHERE subject = $1', [
      'Bo',
    ]),
  ).toEqual([
    {
      id: flat.id,
      content: 'Bo prefers tea.',
      subject: 'Bo',
      kind: 'preference',
      tags: ['drinks', 'morning'],
      agent_id: 'a',
      end_user_id: 'bo',
      thread_id: null,
      source: 'http',
    },
  ]);
});

test('the same words of another end user are another fact', async () => {
  const [one, other] = [
    await memory.remember({ content: 'Likes jazz.', endUserId: 'one' }),
    await memory.remember({ content: 'Likes jazz.', endUserId: 'other' }),
  ];
  expect(other.id).not.toBe(one.id);
});

test('what was recalled and comes back in a thread is not kept once more', async () => {
  const known = await memory.remember({ content: 'The office closes at six.', endUserId: 'cy' });
  const again = await memory.remember({ content: 'The office closes at six.', endUserId: 'cy', threadId: 't1' });
  expect(again).toMatchObject({ id: known.id, deduplicated: true });
});

test('a fact of the same subject and kind is superseded, and keeps the time in which it was believed', async () => {
  const first = await memory.remember({ content: 'Dee lives in Rome.', subject: 'Dee', type: 'home' });
  const second = await memory.remember({ content: 'Dee lives in Oslo.', subject: 'Dee', type: 'home' });
  await memory.remember({ content: 'Dee has a dog.', subject: 'Dee' });
  expect(await memory.rows("SELECT content FROM facts WHERE subject = 'Dee' ORDER BY content")).toEqual([
    { content: 'Dee has a dog.' },
    { content: 'Dee lives in Oslo.' },
  ]);
  expect(
    await memory.rows(
      "SELECT h.id, h.superseded_by, h.valid_to = n.valid_from AS follows FROM fact_history h JOIN facts n ON n.id = h.superseded_by WHERE h.subject = 'Dee'",
    ),
  ).toEqual([{ id: first.id, superseded_by: second.id, follows: true }]);
});

test('of facts that supersede each other at once, one stays', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      memory.remember({ content: `The code is ${at}.`, subject: 'door', type: 'code', endUserId: 'race' }),
    ),
  );
  expect(await memory.rows("SELECT count(*) AS now FROM facts WHERE end_user_id = 'race'")).toEqual([{ now: 1 }]);
  expect(await memory.rows("SELECT count(*) AS past FROM past_facts WHERE end_user_id = 'race'")).toEqual([{ past: 7 }]);
});

test('an episode and an entity', async () => {
  const episode = await memory.remember({ kind: 'episode', payload: { role: 'user', content: 'Hello!' }, threadId: 't9' });
  expect(await memory.rows("SELECT id, role, content FROM episodes WHERE thread_id = 't9'")).toEqual([
    { id: episode.id, role: 'user', content: 'Hello!' },
  ]);
  const first = await memory.remember({
    kind: 'entity',
    payload: { canonical_name: 'Acme', kind: 'company', properties: { city: 'Rome', size: 3 } },
  });
  const second = await memory.remember({
    kind: 'entity',
    content: 'Acme',
    type: 'company',
    properties: { size: 12345678901234567890n.toString() },
  });
  expect(second).toMatchObject({ id: first.id, deduplicated: true });
  await memory.remember({ kind: 'entity', canonical_name: 'Acme', type: 'dog' });
  expect(await memory.rows("SELECT kind, properties FROM entities WHERE canonical_name = 'Acme' ORDER BY kind")).toEqual([
    { kind: 'company', properties: { city: 'Rome', size: '12345678901234567890' } },
    { kind: 'dog', properties: {} },
  ]);
});

test('what has expired is seen by nobody, in a table, a view or a count, and makes room for itself', async () => {
  const kept = await memory.remember({ content: 'The sale ends on Friday.', endUserId: 'ttl', ttl: '30m' });
  expect(Date.parse(String(kept.expires_at)) - Date.parse(String(kept.materialised_at))).toBe(30 * 60_000);
  const count = () =>
    memory.rows(
      "SELECT (SELECT count(*) FROM facts WHERE end_user_id = 'ttl') AS facts, (SELECT count(*) FROM fact_history WHERE end_user_id = 'ttl') AS history",
    );
  expect(await count()).toEqual([{ facts: 1, history: 1 }]);
  await asRole(memory.db, 'owner', (client) => client.query("UPDATE facts SET expires_at = now() WHERE end_user_id = 'ttl'"));
  expect(await count()).toEqual([{ facts: 0, history: 0 }]);
  const anew = await memory.remember({ content: 'The sale ends on Friday.', endUserId: 'ttl' });
  expect(anew).toMatchObject({ deduplicated: false });
  expect(anew.id).not.toBe(kept.id);
  expect(await count()).toEqual([{ facts: 1, history: 1 }]);
});

test('remembered again, the later end counts', async () => {
  const short = await memory.remember({ content: 'Parked on level 2.', ttl: '24h' });
  const longer = await memory.remember({ content: 'Parked on level 2.', ttl: '7d' });
  expect(Date.parse(String(longer.expires_at))).toBeGreaterThan(Date.parse(String(short.expires_at)));
  expect((await memory.remember({ content: 'Parked on level 2.', ttl: '1m' })).expires_at).toBe(longer.expires_at);
  expect(await memory.remember({ content: 'Parked on level 2.' })).not.toHaveProperty('expires_at');
});

test('a retry gets the stored reply, and writes nothing', async () => {
  const key = randomUUID();
  const body = { kind: 'episode', role: 'user', content: 'Once.' };
  const first = await memory.tryRemember(body, { key });
  const second = await memory.tryRemember(body, { key });
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await memory.rows("SELECT count(*) AS n FROM episodes WHERE content = 'Once.'")).toEqual([{ n: 1 }]);
  expect((await memory.tryRemember(body, { key: null })).status).toBe(400);
});

test('a receipt says what was remembered', async () => {
  const { trace } = (await memory.remember({ content: 'Receipts are kept.' })) as unknown as { trace: { id: string } };
  const receipt = (await memory.get(`/v1/traces/${trace.id}`)).json();
  expect(receipt).toMatchObject({ operation: 'remember', asked: { kind: 'fact' }, outcome: { status: 'ok', kind: 'write' } });
});

test.each([
  [{}, 'content'],
  [{ content: '  ' }, 'content'],
  [{ content: 'x', role: 'user' }, 'role'],
  [{ content: 'x', ttl: '7 weeks' }, 'ttl'],
  [{ content: 'x', ttl: '0m' }, 'ttl'],
  [{ content: 'x', payload: { content: 'y' } }, 'payload.content'],
  [{ payload: { content: 'x', sbject: 'y' } }, 'payload'],
  [{ content: 'x'.repeat(10_001) }, 'content'],
  [{ content: 'x', tags: ['y', ''] }, 'tags.1'],
  [{ kind: 'dream', content: 'x' }, 'kind'],
  [{ kind: 'episode', content: 'x' }, 'role'],
  [{ kind: 'episode', content: 'x', role: 'user', tags: ['y'] }, 'tags'],
  [{ kind: 'entity', content: 'x' }, 'payload.kind'],
  [{ kind: 'entity', content: 'x', type: 'y', ttl: '1d' }, 'ttl'],
  [{ kind: 'entity', content: 'x', type: 'y', properties: [1] }, 'properties'],
])('%o is refused', async (body, path) => {
  const reply = await memory.tryRemember(body);
  expect(reply.status, reply.text).toBe(400);
  expect(issueOf(reply)).toMatchObject({ issues: [{ path }] });
});
