import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddingsServer, startEmbeddingsServer } from '../support/embeddings-server.ts';
import { asAdmin, asRole } from '../support/hosted.ts';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { newHome } from '../support/owned.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { until } from '../support/session.ts';

/** How vectors are kept and compared: by pgvector where the server has it, as PostgreSQL 15 has in `.ci/run`, and as arrays where not. */
let embeddings: EmbeddingsServer;
let service: TestService;
let memory: MemorySession;
let isOffered: boolean;
const CAR = 'Ana drives a red car to work.';
beforeAll(async () => {
  embeddings = await startEmbeddingsServer();
  service = await startService({ SVC_EMBEDDINGS_URL: embeddings.url, SVC_EMBEDDINGS_MODEL: 'test-vectors' });
  isOffered = await asAdmin(
    async (client) => (await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'")).rowCount === 1,
  );
  memory = await newMemory();
});
afterAll(async () => {
  await service.close();
  await embeddings.close();
});

async function newMemory(by = service): Promise<MemorySession> {
  const made = await startMemory(by);
  const others = Array.from({ length: 40 }, (_, at) => ({ content: `Meeting ${at} is about budgets.`, endUserId: at % 2 ? 'ana' : 'bob' }));
  await made.remember({ items: [{ content: CAR, endUserId: 'ana' }, { content: 'Bob has a beagle.', endUserId: 'bob' }, ...others] });
  await until(async () => (await count(made.db)) === 42);
  return made;
}

const asOwner = async (db: string, sql: string) =>
  (await asRole(db, 'owner', (client) => client.query({ text: sql, rowMode: 'array' }))).rows;
const count = async (db: string) => Number((await asOwner(db, 'SELECT count(*) FROM svc.vectors'))[0]?.[0]);

const typeIn = async (db: string) =>
  (
    await asOwner(
      db,
      "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'svc.vectors'::regclass AND attname = 'vector'",
    )
  )[0]?.[0];

async function asked(session: MemorySession, goal: string, scope: object = {}): Promise<string[]> {
  const reply = await session.ask(goal, scope);
  expect(reply.status, reply.text).toBe(200);
  return (reply.json().data as { content: string }[]).map(({ content }) => content);
}

test('vectors are kept as the server can, with an index where it has pgvector', async () => {
  const indexes = (await asOwner(memory.db, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'svc' AND tablename = 'vectors'")).flat();
  expect(await typeIn(memory.db)).toBe(isOffered ? 'svc_vector.vector' : 'real[]');
  expect(indexes.filter((one) => String(one).includes('USING hnsw'))).toHaveLength(isOffered ? 1 : 0);
});

test('the nearest are found, within the scope alone', async () => {
  expect((await asked(memory, 'facts about automobiles'))[0]).toBe(CAR);
  expect((await asked(memory, 'facts about pets', { endUserId: 'bob' }))[0]).toBe('Bob has a beagle.');
  expect(await asked(memory, 'facts about pets', { endUserId: 'ana' })).not.toContain('Bob has a beagle.');
});

test('an index serves the search, and goes on looking where most of what it finds is of others', async () => {
  if (!isOffered) return expect(await asOwner(memory.db, "SELECT FROM pg_namespace WHERE nspname = 'svc_vector'")).toEqual([]);
  const plan = await asRole(memory.db, 'owner', async (client) => {
    await client.query('SET enable_seqscan = off; SET enable_sort = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM svc.vectors AS v WHERE svc_vector.vector_dims(v.vector) = 48
       ORDER BY v.vector::svc_vector.vector(48) OPERATOR(svc_vector.<#>) array_fill(1::real, ARRAY[48])::svc_vector.vector(48) LIMIT 5`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('vectors_of_48');
  const { rows } = await asAdmin((client) => client.query("SELECT current_setting('hnsw.iterative_scan') AS scan"), memory.db);
  expect(rows).toEqual([{ scan: 'strict_order' }]);
});

test('callers get nothing of it: neither the type, nor a function, nor an operator', async () => {
  const statements = [
    "SELECT '[1,2]'::svc_vector.vector",
    "SELECT svc_vector.vector_dims('[1,2]')",
    "SELECT '[1,2]' OPERATOR(svc_vector.<#>) '[1,3]'",
    'SELECT vector FROM svc.vectors',
    'SELECT svc.index_vectors(3)',
  ];
  for (const sql of statements) {
    for (const role of ['reader', 'writer'] as const)
      await expect(
        asRole(memory.db, role, (client) => client.query(sql)),
        `${role}: ${sql}`,
      ).rejects.toThrow(/permission denied|does not exist/);
    const reply = await memory.post('/v1/run', { db: memory.db, sql });
    expect(reply.status, sql).toBeGreaterThanOrEqual(400);
  }
  const granted = await asOwner(
    memory.db,
    `SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, aclexplode(coalesce(proacl, acldefault('f', proowner))) AS a
     WHERE n.nspname = 'svc_vector' AND a.grantee = 0`,
  ).catch(() => []);
  expect(granted).toEqual([]);
  const schema = await memory.get(`/v1/databases/${memory.db}/schema`);
  expect(schema.text).not.toContain('svc_vector');
});

test('a memory that keeps arrays, as those made before do, goes on', async () => {
  const old = await newMemory();
  await asAdmin(
    (client) =>
      client.query(`DROP TABLE svc.vectors; DROP SCHEMA IF EXISTS svc_vector CASCADE; DROP FUNCTION IF EXISTS svc.index_vectors;
        CREATE TABLE svc.vectors (id uuid NOT NULL, model text NOT NULL, vector real[] NOT NULL, PRIMARY KEY (id, model));
        GRANT SELECT, INSERT, UPDATE, DELETE ON svc.vectors TO "${old.db}_o"`),
    old.db,
  );
  await old.remember({ content: 'Cy sings.' });
  await expect.poll(() => count(old.db), { timeout: 20_000 }).toBe(43);
  expect((await asked(old, 'facts about automobiles'))[0]).toBe(CAR);
  expect((await asked(old, 'facts about pets', { endUserId: 'bob' }))[0]).toBe('Bob has a beagle.');
});

test('a service whose login is no superuser has it where the server trusts the extension, and arrays where not', async () => {
  const isTrusted = await asAdmin(
    async (client) => (await client.query("SELECT FROM pg_available_extension_versions WHERE name = 'vector' AND trusted")).rowCount !== 0,
  );
  const home = await newHome({ plain: true });
  try {
    const plain = await home.start({ SVC_EMBEDDINGS_URL: embeddings.url, SVC_EMBEDDINGS_MODEL: 'test-vectors' });
    const own = await newMemory(plain);
    expect(await typeIn(own.db)).toBe(isTrusted ? 'svc_vector.vector' : 'real[]');
    expect((await asked(own, 'facts about automobiles'))[0]).toBe(CAR);
    for (const role of ['reader', 'writer'] as const)
      await expect(asRole(own.db, role, (client) => client.query("SELECT svc_vector.vector_dims('[1,2]')"))).rejects.toThrow(
        /permission denied|does not exist/,
      );
    expect((await own.post('/v1/run', { db: own.db, sql: "SELECT svc_vector.vector_dims('[1,2]')" })).status).toBeGreaterThanOrEqual(400);
    expect((await send(plain, 'DELETE', `/v1/databases/${own.db}`, { token: own.token, key: randomUUID() })).status).toBeLessThan(300);
  } finally {
    await home.close();
  }
});
