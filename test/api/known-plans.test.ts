import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { sessionOf, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  session = await startSession(service);
  await session.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4), ('Onyx', 30, 3)");
});

interface Asked {
  readonly rows: unknown;
  readonly plan: string;
  readonly model: string;
}

async function ask(goal: string, at: TestSession = session): Promise<Asked> {
  const reply = await at.ask(goal);
  expect(reply.status, reply.text).toBe(200);
  const { data, trace } = reply.json() as { data: unknown; trace: { model: string; cache: { plan: string } } };
  return { rows: data, plan: trace.cache.plan, model: trace.model };
}

describe('a question that was answered before', () => {
  test('is answered by the same plan, on the rows of now', async () => {
    expect(await ask('how many coffee beans are there?')).toMatchObject({ rows: [{ count: 3 }], plan: 'miss', model: 'builtin' });
    await session.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Ona', 12, 4)");
    expect(await ask('How many coffee beans are there')).toMatchObject({ rows: [{ count: 4 }], plan: 'hit', model: 'cache' });
  });

  test('takes its literals from the new question', async () => {
    expect(await ask('how many coffee beans have a price over 20?')).toMatchObject({ rows: [{ count: 2 }], plan: 'miss' });
    expect(await ask('how many coffee beans have a price over 25?')).toMatchObject({ rows: [{ count: 1 }], plan: 'hit' });
  });

  test('survives a restart, and a change of another table; not one of its own', async () => {
    await ask('how many coffee beans are there?');
    const insert = (rows: object[], table: string) => session.post('/v1/insert', { db: session.db, table, rows }, { key: randomUUID() });
    expect((await insert([{ name: 'Kofi' }], 'baristas')).status).toBe(200);
    const restarted = await startService();
    try {
      expect(await ask('how many coffee beans are there?', sessionOf(restarted, session.token, session.db))).toMatchObject({ plan: 'hit' });
    } finally {
      await restarted.close();
    }
    expect((await insert([{ roaster: 'Sey', harvest: 2025 }], 'coffee_beans')).status).toBe(200);
    expect(await ask('how many coffee beans are there?')).toMatchObject({ rows: [{ count: 4 }], plan: 'miss' });
    expect(await ask('how many coffee beans are there?')).toMatchObject({ plan: 'hit' });
  });

  test('is planned anew when what its words stand for was stored elsewhere since', async () => {
    const insert = (rows: object[], table: string) => session.post('/v1/insert', { db: session.db, table, rows }, { key: randomUUID() });
    expect((await insert([{ name: 'Kofi' }], 'baristas')).status).toBe(200);
    await ask('how many coffee beans are from Onyx');
    expect(await ask('how many coffee beans are from Onyx')).toMatchObject({ rows: [{ count: 2 }], plan: 'hit' });
    expect((await insert([{ name: 'Ama' }], 'baristas')).status).toBe(200);
    expect(await ask('how many coffee beans are from Onyx')).toMatchObject({ plan: 'hit' });
    expect((await insert([{ name: 'Onyx' }], 'baristas')).status).toBe(200);
    expect(await ask('how many coffee beans are from Onyx')).toMatchObject({ rows: [{ count: 2 }], plan: 'miss' });
  });

  test('is not needed for values that were written a moment ago: they are known at once', async () => {
    expect((await session.ask('how many coffee beans are from Kona')).json()).toMatchObject({
      error: { code: 'not_understood', params: { unclear: ['Kona'] } },
    });
    await session.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Kona', 12, 4)");
    expect(await ask('how many coffee beans are from Kona')).toMatchObject({ rows: [{ count: 1 }] });
  });

  test('of somebody else is not known', async () => {
    await ask('how many coffee beans are there?');
    const other = await startSession(service);
    expect(await ask('how many coffee beans are there?', other)).toMatchObject({ rows: [{ count: 0 }], plan: 'miss' });
  });

  test('is planned anew when it asks what tables there are', async () => {
    const first = await ask('what tables are there?');
    expect(first).toMatchObject({ rows: [{ table: 'coffee_beans' }], plan: 'miss', model: 'builtin' });
    await session.post('/v1/insert', { db: session.db, table: 'baristas', rows: [{ name: 'Kofi' }] }, { key: randomUUID() });
    const then = await ask('what tables are there?');
    expect(then).toMatchObject({ rows: [{ table: 'baristas' }, { table: 'coffee_beans' }], plan: 'miss' });
    expect(await ask('what columns does baristas have')).toMatchObject({
      rows: [{ column: expect.any(String) }, { column: 'name', type: 'text' }],
    });
    expect(await ask('how many tables are there')).toMatchObject({ rows: [{ tables: 2 }] });
  });
});
