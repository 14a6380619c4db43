import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddingsServer, startEmbeddingsServer } from '../support/embeddings-server.ts';
import { asRole } from '../support/hosted.ts';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { startService, type TestService } from '../support/service.ts';

/** Recall by meaning, by a real endpoint that gives the same text the same vector. */
let embeddings: EmbeddingsServer;
let service: TestService;
let memory: MemorySession;
const CAR = 'Ana drives a red car to work.';
beforeAll(async () => {
  embeddings = await startEmbeddingsServer();
  service = await startService({
    SVC_EMBEDDINGS_URL: embeddings.url,
    SVC_EMBEDDINGS_KEY: 'sk-embeddings',
    SVC_EMBEDDINGS_MODEL: 'test-vectors',
  });
  memory = await startMemory(service);
  const others = Array.from({ length: 8 }, (_, at) => ({ content: `Meeting ${'abcdefgh'[at]} is about budgets.`, endUserId: 'ana' }));
  await memory.remember({
    items: [
      { content: CAR, subject: 'Ana', endUserId: 'ana' },
      { content: 'Bob has a beagle.', subject: 'Bob', endUserId: 'bob' },
      { kind: 'episode', role: 'user', content: 'I had two cups of tea.', endUserId: 'ana' },
      ...others,
    ],
  });
});
afterAll(async () => {
  await service.close();
  await embeddings.close();
});

const vectors = () =>
  asRole(memory.db, 'owner', async (client) => Number((await client.query('SELECT count(*) AS n FROM svc.vectors')).rows[0].n));

async function asked(goal: string, scope: object = {}) {
  const reply = await memory.ask(goal, scope);
  expect(reply.status, reply.text).toBe(200);
  const { data, trace } = reply.json() as {
    data: { content: string }[];
    trace: { assumptions: string[]; egress?: Record<string, unknown>; model: string };
  };
  return { contents: data.map(({ content }) => content), trace };
}

test('what is said in other words is found, and the reply says how and what was sent', async () => {
  await expect.poll(() => vectors(), { timeout: 10_000 }).toBe(11);
  const { contents, trace } = await asked('facts about automobiles');
  expect(contents[0]).toBe(CAR);
  expect(trace.assumptions).toContain('with the 5 that are nearest in meaning');
  expect(trace.egress).toMatchObject({
    provider: 'embeddings',
    model: 'test-vectors',
    categories: ['request'],
    columns: [],
    bytes: expect.any(Number),
    attempts: [{ outcome: 'ok' }],
  });
  expect(embeddings.texts).toContain('automobiles');
  expect([...embeddings.keys]).toEqual(['Bearer sk-embeddings']);
  expect((await asked('messages about beverages')).contents[0]).toBe('I had two cups of tea.');
  expect((await asked('who has a puppy?')).contents[0]).toBe('Bob has a beagle.');
});

test('a row that both orders have near their top comes first', async () => {
  await memory.remember({ content: 'The automobiles of the fair are sold.', endUserId: 'ana' });
  await expect.poll(() => vectors(), { timeout: 10_000 }).toBe(12);
  const { contents } = await asked('facts about automobiles');
  expect(contents.slice(0, 2)).toEqual(['The automobiles of the fair are sold.', CAR]);
});

test('whoever is bound to rows finds near ones among these alone', async () => {
  const { contents } = await asked('facts about pets', { endUserId: 'ana' });
  expect(contents).not.toContain('Bob has a beagle.');
  expect((await asked('facts about pets', { endUserId: 'bob' })).contents).toEqual(['Bob has a beagle.']);
});

test('vectors are read by nobody but the service, and go with their rows', async () => {
  for (const role of ['reader', 'writer'] as const)
    await expect(asRole(memory.db, role, (client) => client.query('SELECT * FROM svc.vectors'))).rejects.toThrow(/permission denied/);
  const refused = await memory.post('/v1/run', { db: memory.db, sql: 'SELECT * FROM svc.vectors' });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const before = await vectors();
  await asRole(memory.db, 'owner', (client) => client.query("DELETE FROM facts WHERE content LIKE 'Meeting h%'"));
  await memory.remember({ content: 'Cy sings.', endUserId: 'cy' });
  await expect.poll(() => vectors(), { timeout: 10_000 }).toBe(before);
});

test('an endpoint that fails loses nothing: words are looked for, and vectors are made later', async () => {
  embeddings.fails = true;
  await memory.remember({ content: 'Dee bought a vehicle.', endUserId: 'dee' });
  const { contents, trace } = await asked('facts about vehicles', { endUserId: 'dee' });
  expect(contents).toEqual(['Dee bought a vehicle.']);
  expect(trace.assumptions).toContain('the embeddings endpoint did not answer: words alone were looked for');
  expect(trace.egress).toMatchObject({ attempts: [{ outcome: 'server_error (HTTP 500)' }] });
  embeddings.fails = false;
  await memory.remember({ content: 'Dee paints.', endUserId: 'dee' });
  await expect
    .poll(async () => (await asked('facts about automobiles', { endUserId: 'dee' })).contents[0], { timeout: 10_000 })
    .toBe('Dee bought a vehicle.');
  // Asked again, it is found anew: which rows are near is of no other time.
  expect((await asked('facts about automobiles')).trace.model).toBe('builtin');
});

test('another machine is told nothing of a memory unless samples may leave', async () => {
  // Each has an endpoint of its own: the one that may tell samples also embeds what the other's memory holds, as both share a control plane.
  const away = await startEmbeddingsServer();
  const settingsFor = (url: string) => ({ SVC_EMBEDDINGS_URL: url, SVC_EMBEDDINGS_MODEL: 'test-vectors' });
  const strict = await startService(settingsFor(away.elsewhere));
  const open = await startService({ ...settingsFor(embeddings.elsewhere), SVC_MODEL_PRIVACY: 'samples' });
  try {
    const [closed, told] = [await startMemory(strict), await startMemory(open)];
    await closed.remember({ content: 'The vault code is secret.' });
    await told.remember({ content: 'The garden is open.' });
    await expect.poll(() => embeddings.texts, { timeout: 10_000 }).toContain('The garden is open.');
    const reply = (await closed.ask('facts about the vault')).json() as { data: unknown[]; trace: object };
    expect(reply.data).toHaveLength(1);
    expect(reply.trace).not.toHaveProperty('egress');
    expect(away.texts).toEqual([]);
  } finally {
    await strict.close();
    await open.close();
    await away.close();
  }
});

test('what was remembered before there was an endpoint is embedded by and by, once, whoever is at work and whoever stops', async () => {
  const endpoint = await startEmbeddingsServer();
  const settings = { SVC_EMBEDDINGS_URL: endpoint.url, SVC_EMBEDDINGS_MODEL: 'later-vectors' };
  const before = await startService();
  const old = await startMemory(before);
  const contents = Array.from({ length: 300 }, (_, at) => `Note ${at} of ${old.db}.`);
  await old.remember({ items: contents.map((content) => ({ content })) });
  await before.close();
  endpoint.delayMs = 100;
  const own = () => endpoint.texts.filter((text) => text.includes(old.db));
  const kept = () =>
    asRole(old.db, 'owner', async (client) =>
      Number((await client.query("SELECT count(*) AS n FROM svc.vectors WHERE model = 'later-vectors'")).rows[0].n),
    );
  const [first, second] = await Promise.all([startService(settings), startService(settings)]);
  try {
    await expect.poll(() => own().length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    await first.close();
    // Another memory of the same deployment is remembered meanwhile, by the one that stays.
    await (await startMemory(second)).remember({ content: 'Meanwhile.' });
    const third = await startService(settings);
    await expect.poll(kept, { timeout: 30_000 }).toBe(300);
    await third.close();
    expect([...own()].sort()).toEqual([...contents].sort());
  } finally {
    await second.close();
    await endpoint.close();
  }
});

test('a text that the endpoint refuses keeps none of the others from their vectors', async () => {
  embeddings.refuses = 'unspeakable';
  try {
    const before = await vectors();
    const about = (what: string) => ({ content: `Fay knows of ${what}.`, endUserId: 'fay' });
    await memory.remember({ items: [about('cars'), about('the unspeakable'), about('ships'), about('bricks')] });
    await expect.poll(() => vectors(), { timeout: 10_000 }).toBe(before + 4);
    const { contents } = await asked('facts about automobiles', { endUserId: 'fay' });
    expect(contents[0]).toBe('Fay knows of cars.');
    expect(contents).not.toContain('Fay knows of the unspeakable.');
  } finally {
    embeddings.refuses = null;
  }
});
