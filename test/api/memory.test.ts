import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    { id: 'empty', engine: 'postgres', enabled: true },
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

test.each(['userId', 'category', 'confidence'])('a field that it does not know, as %s, is refused and nothing is kept', async (field) => {
  const content = `Refused with ${field}.`;
  const reply = await memory.tryRemember({ content, [field]: 'ana' });
  expect(reply.status).toBe(400);
  expect(reply.json().error).toMatchObject({ code: 'invalid_body', params: { issues: [{ message: expect.stringContaining(field) }] } });
  expect(await memory.rows('SELECT id FROM facts WHERE content = $1', [content])).toEqual([]);
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

test('what expires while a question is known is not told by it, nor by what it was linked to', async () => {
  const told = { content: 'Quentin Zwart prefers rye bread.', subject: 'Quentin Zwart', type: 'preference', endUserId: 'short' };
  const goals = ['what does quentin zwart prefer?', 'facts about rye bread', 'what did we know about quentin zwart today?'];
  await memory.remember({ ...told, ttl: '1m' });
  await asRole(memory.db, 'owner', (client) =>
    client.query("UPDATE facts SET expires_at = now() + interval '8 seconds' WHERE end_user_id = 'short'"),
  );
  for (const goal of goals) {
    const known = await memory.ask(goal);
    expect(known.json().data, known.text).toMatchObject([{ content: told.content }]);
  }
  const left = () => memory.rows('SELECT count(*) AS n FROM facts WHERE subject = $1', [told.subject]);
  for (let waited = 0; waited < 200 && JSON.stringify(await left()) !== '[{"n":0}]'; waited++)
    await new Promise((done) => setTimeout(done, 100));
  for (const goal of goals) {
    const { text } = await memory.ask(goal);
    for (const stored of ['Quentin Zwart', 'rye bread.']) expect(text, goal).not.toContain(stored);
  }
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

describe('several at once', () => {
  test('are kept in their order, each with an id of its own: a later one supersedes, merges and repeats the earlier', async () => {
    const before = await memory.remember({ content: 'Eva lives in Bonn.', subject: 'Eva', type: 'home' });
    const { items, trace } = (await memory.remember({
      endUserId: 'many',
      ttl: '7d',
      items: [
        { content: 'Eva lives in Kiel.', subject: 'Eva', type: 'home', endUserId: 'eva' },
        { kind: 'episode', role: 'user', content: 'Hello.' },
        { kind: 'entity', payload: { canonical_name: 'Eva', kind: 'person', properties: { age: 40 } } },
        { content: 'Eva lives in Oslo.', subject: 'Eva', type: 'home', endUserId: 'eva' },
        { kind: 'episode', role: 'assistant', content: 'Hello, Eva.' },
        { payload: { content: 'Eva lives in Oslo.', kind: 'home', subject: 'Eva', tags: ['north'] }, endUserId: 'eva', ttl: '24h' },
        { kind: 'entity', content: 'Eva', type: 'person', properties: { dog: true } },
        { content: 'Eva sings.', ttl: '30m' },
      ],
    })) as unknown as { items: { id: string; kind: string; deduplicated: boolean; expires_at?: string }[]; trace: { sql: string } };
    expect(items.map(({ kind, deduplicated }) => [kind, deduplicated])).toEqual([
      ['fact', false],
      ['episode', false],
      ['entity', false],
      ['fact', false],
      ['episode', false],
      ['fact', true],
      ['entity', true],
      ['fact', false],
    ]);
    expect(items[5]?.id).toBe(items[3]?.id);
    expect(items[6]?.id).toBe(items[2]?.id);
    expect(items[2]).not.toHaveProperty('expires_at');
    expect(trace.sql).toContain('public.episodes');
    expect(
      await memory.rows("SELECT id, content, valid_to IS NULL AS holds FROM fact_history WHERE subject = 'Eva' ORDER BY valid_from"),
    ).toEqual([
      { id: before.id, content: 'Eva lives in Bonn.', holds: true },
      { id: items[0]?.id, content: 'Eva lives in Kiel.', holds: false },
      { id: items[3]?.id, content: 'Eva lives in Oslo.', holds: true },
    ]);
    expect(await memory.rows("SELECT content FROM episodes WHERE end_user_id = 'many' ORDER BY created_at DESC")).toEqual([
      { content: 'Hello, Eva.' },
      { content: 'Hello.' },
    ]);
    expect(await memory.rows("SELECT properties FROM entities WHERE end_user_id = 'many'")).toEqual([
      { properties: { age: 40, dog: true } },
    ]);
  });

  test('a thousand are one call, which a retry does not repeat', async () => {
    const key = randomUUID();
    const items = Array.from({ length: 1_000 }, (_, at) => ({ content: `Order ${at} is paid.`, subject: `order ${at}`, type: 'state' }));
    const first = await memory.tryRemember({ items, agentId: 'clerk' }, { key });
    expect(new Set((first.json().items as { id: string }[]).map(({ id }) => id)).size).toBe(1_000);
    expect((await memory.tryRemember({ items, agentId: 'clerk' }, { key })).text).toBe(first.text);
    const again = await memory.tryRemember({ items: items.map((one) => ({ ...one, content: `${one.content}!` })), agentId: 'clerk' });
    expect(again.status, again.text).toBe(200);
    expect(
      await memory.rows(
        "SELECT (SELECT count(*) FROM facts WHERE agent_id = 'clerk') AS now, (SELECT count(*) FROM past_facts WHERE agent_id = 'clerk') AS past",
      ),
    ).toEqual([{ now: 1_000, past: 1_000 }]);
    const { trace } = first.json() as { trace: { id: string } };
    expect((await memory.get(`/v1/traces/${trace.id}`)).json()).toMatchObject({
      operation: 'remember',
      asked: { rows: 1_000 },
      params: [],
    });
  });

  test('batches that supersede the same facts at once leave one of each', async () => {
    const subjects = Array.from({ length: 40 }, (_, at) => `room ${at}`);
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, turn) =>
        memory.tryRemember({
          items: (turn % 2 === 0 ? subjects : subjects.toReversed()).map((subject) => ({ content: `${turn}`, subject, type: 'guest' })),
          endUserId: 'hotel',
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await memory.rows("SELECT count(*) AS now, count(DISTINCT subject) AS rooms FROM facts WHERE end_user_id = 'hotel'")).toEqual([
      { now: 40, rooms: 40 },
    ]);
  });

  test('one that is wrong keeps all of them out, and each wrong one is named', async () => {
    const reply = await memory.tryRemember({
      items: [{ content: 'Fine, but not alone.' }, { kind: 'episode', content: 'x' }, { content: 'y', ttl: 'soon' }],
    });
    expect(reply.status).toBe(400);
    expect(issueOf(reply)).toMatchObject({ issues: [{ path: 'items.1.role' }, { path: 'items.2.ttl' }] });
    expect(await memory.rows("SELECT count(*) AS n FROM facts WHERE content LIKE 'Fine, but%'")).toEqual([{ n: 0 }]);
  });

  test.each([
    [{ items: [] }, 'items'],
    [{ items: [{ content: 'x' }], content: 'y' }, 'content'],
    [{ items: [{ content: 'x' }], payload: { content: 'y' } }, 'payload'],
    [{ items: [{ content: 'x', conten: 'y' }] }, 'items.0'],
    [{ items: [{ content: 'x', db: 'other' }] }, 'items.0'],
    [{ items: ['x'] }, 'items.0'],
    [{ items: Array.from({ length: 1_001 }, () => ({ content: 'x' })) }, 'items'],
  ])('%j is refused', async (body, path) => {
    const reply = await memory.tryRemember(body);
    expect(reply.status, reply.text).toBe(400);
    expect(issueOf(reply)).toMatchObject({ issues: [{ path }] });
  });
});

describe('what was recalled and is sent back with the id of its row', () => {
  test('is not kept again, however it was quoted and whatever it is called now', async () => {
    const known = await memory.remember({ content: 'Fay prefers trains.', subject: 'Fay', type: 'preference', endUserId: 'fay' });
    const again = await memory.remember({ content: '- "Fay prefers  trains."', recalledFrom: known.id, endUserId: 'fay', threadId: 't' });
    expect(again).toMatchObject({ id: known.id, deduplicated: true, materialised_at: known.materialised_at });
    const [item] = (await memory.remember({ items: [{ payload: { content: 'Fay prefers trains.', recalledFrom: known.id } }] }))
      .items as object[];
    expect(item).toMatchObject({ id: known.id, deduplicated: true });
    expect(await memory.rows("SELECT count(*) AS n FROM facts WHERE content LIKE '%Fay prefers%'")).toEqual([{ n: 1 }]);
  });

  test('is not believed again where it is past', async () => {
    const past = await memory.remember({ content: 'Gus is in Rome.', subject: 'Gus', type: 'place' });
    const now = await memory.remember({ content: 'Gus is in Oslo.', subject: 'Gus', type: 'place' });
    const again = await memory.remember({ content: 'Gus is in Rome.', subject: 'Gus', type: 'place', recalledFrom: past.id });
    expect(again).toMatchObject({ id: past.id, deduplicated: true });
    expect(await memory.rows("SELECT id FROM facts WHERE subject = 'Gus'")).toEqual([{ id: now.id }]);
  });

  test('says something new in other words, and is kept', async () => {
    const known = await memory.remember({ content: 'It is 5 degrees.' });
    expect(await memory.remember({ content: 'It is -5 degrees.', recalledFrom: known.id })).toMatchObject({ deduplicated: false });
    const said = await memory.remember({ kind: 'episode', role: 'user', content: 'Hal plays chess.' });
    expect(await memory.remember({ content: 'Hal plays chess.', recalledFrom: said.id })).toMatchObject({ deduplicated: false });
    expect(await memory.remember({ kind: 'episode', role: 'user', content: 'Hal plays chess.', recalledFrom: said.id })).toMatchObject({
      id: said.id,
      deduplicated: true,
    });
  });

  test('from a row that is not there, has expired, or is of somebody else, is refused: what is gone does not come back', async () => {
    const short = await memory.remember({ content: 'The code is 4711.', ttl: '1m', endUserId: 'ivo' });
    const refused = async (body: object) => {
      const reply = await memory.tryRemember({ content: 'The code is 4711.', recalledFrom: short.id, ...body });
      expect(reply.status, reply.text).toBe(400);
      expect(issueOf(reply)).toMatchObject({ issues: [{ path: 'recalledFrom' }] });
    };
    await refused({ endUserId: 'jan' });
    await refused({ recalledFrom: randomUUID() });
    await refused({ recalledFrom: 'yesterday' });
    await asRole(memory.db, 'owner', (client) => client.query("UPDATE facts SET expires_at = now() WHERE end_user_id = 'ivo'"));
    await refused({ endUserId: 'ivo' });
    const many = await memory.tryRemember({ items: [{ content: 'Fine.' }, { content: 'x', recalledFrom: short.id }] });
    expect(issueOf(many)).toMatchObject({ issues: [{ path: 'items.1.recalledFrom' }] });
    expect(await memory.rows("SELECT count(*) AS n FROM facts WHERE content = 'Fine.'")).toEqual([{ n: 0 }]);
  });
});

test('a receipt says what was remembered', async () => {
  const { trace } = (await memory.remember({ content: 'Receipts are kept.' })) as unknown as { trace: { id: string } };
  const receipt = (await memory.get(`/v1/traces/${trace.id}`)).json();
  expect(receipt).toMatchObject({ operation: 'remember', asked: { kind: 'fact' }, outcome: { status: 'ok', kind: 'write' } });
});

test('what is remembered is not undone: its reply says so, and an undo says the same with what to do instead', async () => {
  const { trace } = (await memory.remember({ content: 'Not to be taken back.' })) as unknown as {
    trace: { id: string; undo: { reason: string } };
  };
  expect(trace.undo.reason).toContain('delete its row');
  const undo = async (traceId: string) => issueOf(await memory.post('/v1/undo', { db: memory.db, traceId }));
  expect(await undo(trace.id)).toMatchObject({ why: 'not_kept', reason: trace.undo.reason });
  expect(await undo(randomUUID())).toMatchObject({ why: 'unknown' });
  expect(await memory.rows('SELECT content FROM facts WHERE content = $1', ['Not to be taken back.'])).toHaveLength(1);
});

test.each([
  [{}, 'content'],
  [{ content: '  ' }, 'content'],
  [{ content: 'x', role: 'user' }, 'role'],
  [{ content: 'x', ttl: '7 weeks' }, 'ttl'],
  ...['0m', ' ', '7', 'd', '-1d', '+1d', '1.5h', '1e3m', '7D', '1d12h', '\u0663d', '4000d', '999999999d', `${'9'.repeat(31)}d`].map(
    (ttl): [object, string] => [{ content: 'x', ttl }, 'ttl'],
  ),
  [{ content: 'x', ttl: 7 }, 'ttl'],
  [{ content: 'x', ttl: { days: 7 } }, 'ttl'],
  [{ content: 'x', payload: { content: 'y' } }, 'payload.content'],
  [{ payload: { content: 'x', sbject: 'y' } }, 'payload'],
  [{ content: 'x'.repeat(10_001) }, 'content'],
  [{ content: 'x', tags: ['y', ''] }, 'tags.1'],
  [{ kind: 'dream', content: 'x' }, 'kind'],
  [{ kind: ['fact'], content: 'x' }, 'kind'],
  [{ kind: 'Fact', content: 'x' }, 'kind'],
  [{ content: ['x'] }, 'content'],
  [{ content: 'a\u0000b' }, 'content'],
  [{ content: 'x', tags: 'y' }, 'tags'],
  [{ payload: 'x' }, 'payload'],
  [{ kind: 'episode', content: 'x' }, 'role'],
  [{ kind: 'episode', content: 'x', role: 'user', tags: ['y'] }, 'tags'],
  [{ kind: 'entity', content: 'x' }, 'payload.kind'],
  [{ kind: 'entity', content: 'x', type: 'y', ttl: '1d' }, 'ttl'],
  [{ kind: 'entity', content: 'x', type: 'y', properties: [1] }, 'properties'],
  [{ kind: 'entity', content: 'x', type: 'y', recalledFrom: randomUUID() }, 'recalledFrom'],
])('%o is refused', async (body, path) => {
  const reply = await memory.tryRemember(body);
  expect(reply.status, reply.text).toBe(400);
  expect(issueOf(reply)).toMatchObject({ issues: [{ path }] });
});
