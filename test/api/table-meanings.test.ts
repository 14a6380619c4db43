import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddingsServer, startEmbeddingsServer } from '../support/embeddings-server.ts';
import { asRole } from '../support/hosted.ts';
import { type ModelServer, plans, startModelServer } from '../support/model-server.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { sessionOf, startSession } from '../support/session.ts';

/** Which tables of a large schema a model is shown, by real endpoints of a model and of embeddings. */
let embeddings: EmbeddingsServer;
let model: ModelServer;
let service: TestService;
let plain: TestService;
beforeAll(async () => {
  [embeddings, model] = await Promise.all([startEmbeddingsServer(), startModelServer()]);
  const models = { SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: 'sk-m', fast: 'small', best: 'large' }]) };
  // Another machine is told names alone: as one that is told samples, it would embed the memories of the other services of this deployment.
  service = await startService({ ...models, SVC_EMBEDDINGS_URL: embeddings.elsewhere, SVC_EMBEDDINGS_MODEL: 'test-vectors' });
  plain = await startService(models);
});
afterAll(async () => {
  await Promise.all([service.close(), plain.close()]);
  await Promise.all([embeddings.close(), model.close()]);
});
beforeEach(() => {
  embeddings.fails = false;
  embeddings.texts.length = 0;
});

const BEANS = 'track coffee beans with roaster, price and rating';
const GOAL = 'whatever is known of our puppy, all things considered';

/** Alike but for one whose name says in another word what is asked for; longer than the others, so that none is shown for the room that is left. */
async function withManyTables(on: TestService) {
  const session = await startSession(on);
  const columns = Array.from({ length: 12 }, (_, at) => `measure_${at} integer`).join(', ');
  const sql = Array.from({ length: 120 }, (_, at) => `CREATE TABLE zone_${at} (id integer PRIMARY KEY, ${columns});`).join('\n');
  await asRole(session.db, 'owner', (client) =>
    client.query(`${sql} CREATE TABLE zz_beagle (id integer PRIMARY KEY, ${columns}, last_1 integer, last_2 integer);`),
  );
  return session;
}

const shown = () =>
  model.requests
    .at(-1)
    ?.body.messages.map(({ content }) => content)
    .join('\n') ?? '';

test('a model is shown the table that a request means in other words, and the reply says what was sent for it', async () => {
  model.script(plans({ kind: 'query', sql: 'SELECT count(*) AS n FROM zz_beagle' }));
  const without = await withManyTables(plain);
  expect((await without.post('/v1/ask', { db: without.db, goal: GOAL, model: 'fast' })).status).toBe(200);
  expect(shown()).toContain('are not listed');
  expect(shown()).not.toMatch(/^zz_beagle\(/m);

  const session = await withManyTables(service);
  embeddings.texts.length = 0;
  const reply = await session.post('/v1/ask', { db: session.db, goal: GOAL, model: 'fast' });
  expect(reply.status, reply.text).toBe(200);
  expect(shown()).toMatch(/^zz_beagle\(/m);
  expect(reply.json().trace).toMatchObject({
    egress: {
      provider: 'local',
      categories: ['request', 'schema'],
      attempts: [
        { provider: 'embeddings', model: 'test-vectors', outcome: 'ok', bytes: expect.any(Number) },
        { provider: 'embeddings', outcome: 'ok' },
        { provider: 'local', outcome: 'ok' },
      ],
    },
  });
  // Names alone, and each once: those of the first table were when it was made. A second request sends its own words.
  expect(embeddings.texts).toHaveLength(122);
  expect(embeddings.texts).toContainEqual(expect.stringMatching(/^zz beagle: id, measure 0, /));
  embeddings.texts.length = 0;
  await session.post('/v1/ask', { db: session.db, goal: `${GOAL}, once more`, model: 'fast' });
  expect(embeddings.texts).toEqual([`${GOAL}, once more`]);
});

test('where the endpoint fails, words alone choose, and the trace says so', async () => {
  model.script(plans({ kind: 'query', sql: 'SELECT count(*) AS n FROM zz_beagle' }));
  const session = await withManyTables(service);
  embeddings.fails = true;
  const reply = await session.post('/v1/ask', { db: session.db, goal: GOAL, model: 'fast' });
  expect(reply.status, reply.text).toBe(200);
  expect(shown()).not.toMatch(/^zz_beagle\(/m);
  expect(reply.json().trace).toMatchObject({
    egress: { attempts: [{ provider: 'embeddings', outcome: 'server_error (HTTP 500)' }, { provider: 'local' }] },
  });
});

test('a schema that is shown whole asks no endpoint', async () => {
  model.script(plans({ kind: 'query', sql: 'SELECT count(*) AS n FROM coffee_beans' }));
  const session = await startSession(service);
  expect(embeddings.texts).toEqual(['coffee beans: id, roaster, price, rating']);
  embeddings.texts.length = 0;
  await session.post('/v1/ask', { db: session.db, goal: GOAL, model: 'fast' });
  expect(shown()).toContain('coffee_beans(');
  expect(embeddings.texts).toEqual([]);
});

for (const [path, of] of [
  ['/v1/databases', (reply: Record<string, unknown>) => reply.dbId],
  ['/v1/ask', (reply: Record<string, unknown>) => (reply.session as { db: string }).db],
] as const)
  test(`embed_failed: ${path} made a database and its names were not embedded`, async () => {
    embeddings.fails = true;
    const request = { body: { goal: BEANS }, key: randomUUID() };
    const refused = await send(service, 'POST', path, request);
    expect(refused.status, refused.text).toBe(502);
    const { error } = refused.json() as { error: { code: string; retryable: boolean; params: { dbId: string } } };
    expect(error).toMatchObject({ code: 'embed_failed', retryable: true, params: { dbId: expect.stringMatching(/^db_coffee_beans_/) } });
    // The database is there, whether or not the caller tries again.
    const token = String(refused.headers.get('x-svc-anonymous-token'));
    const session = sessionOf(service, token, error.params.dbId);
    expect((await session.run('SELECT count(*) AS n FROM coffee_beans')).status).toBe(200);
    const again = await send(service, 'POST', path, { ...request, token });
    expect(again.status, again.text).toBe(path === '/v1/ask' ? 200 : 201);
    expect(of(again.json())).toBe(error.params.dbId);
    expect(JSON.parse((await session.get('/v1/databases')).text)).toHaveLength(1);
    embeddings.fails = false;
    const other = await send(service, 'POST', path, { body: request.body, key: randomUUID(), token });
    expect(other.status, other.text).toBeLessThan(300);
    expect(other.json()[path === '/v1/ask' ? 'trace' : 'egress']).toBeDefined();
  });
