import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { sessionOf } from '../support/session.ts';

let owned: OwnedService;
beforeAll(async () => {
  owned = await newOwnedService();
});
afterAll(() => owned?.home.close());

type Summary = { id: string; text: string; keyId: string | null; status: string; code?: string; operation: string };
const traces = async (query = '') => (await owned.owner.get(`/v1/traces${query}`)).json() as unknown as Summary[];
const today = () => new Date().toISOString().slice(0, 10);

test('receipts are listed newest first, of one key or one database, page by page, and nobody else’s', async () => {
  const agent = await owned.mint({ type: 'sk_mcp', host: 'some-host', device: 'laptop' });
  const asAgent = sessionOf(owned.service, agent.key, owned.owner.db);
  await asAgent.ask('How many coffee beans are there?');
  await asAgent.run(`SELECT '${'x'.repeat(300)}' AS "a𝄞b"`);
  await asAgent.run('SELECT nothing FROM nowhere');
  await owned.owner.ask('which coffee beans have a rating of 5?');
  const all = await traces();
  expect(all[0]).toMatchObject({ text: 'which coffee beans have a rating of 5?', keyId: null, operation: 'ask', status: 'ok' });
  const its = await traces(`?keyId=${agent.id}`);
  expect(its.map(({ operation, status, keyId }) => [operation, status, keyId])).toEqual([
    ['run', 'error', agent.id],
    ['run', 'ok', agent.id],
    ['ask', 'ok', agent.id],
  ]);
  expect(its[0]?.code).toEqual(expect.any(String));
  expect(its[1]?.text).toMatch(/^SELECT 'x+…$/);
  expect(its[1]?.text.length).toBe(200);
  const first = await owned.owner.get(`/v1/traces?keyId=${agent.id}&limit=2`);
  const next = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
  expect([...(first.json() as unknown as Summary[]), ...(await traces(`?keyId=${agent.id}&limit=2&cursor=${next}`))]).toEqual(its);
  expect(await traces('?dbId=db_none')).toEqual([]);
  const receipt = await owned.owner.get(`/v1/traces/${its[2]?.id}`);
  expect(receipt.json()).toMatchObject({ id: its[2]?.id, keyId: agent.id });
  await owned.owner.ask('How many coffee beans are there?', { threadId: 'one thread' });
  expect((await traces('?threadId=one%20thread')).map(({ text }) => text)).toEqual(['How many coffee beans are there?']);
  // An agent is not told what others asked.
  expect(codeOf(await asAgent.get('/v1/traces'))).toBe('forbidden');
  expect(codeOf(await asAgent.get('/v1/usage'))).toBe('forbidden');
  expect(codeOf(await owned.owner.get('/v1/traces?cursor=1'))).toBe('invalid_body');
});

test('calls are counted by day and by key, each once, with those that failed, and beside them what is limited', async () => {
  const { id, key } = await owned.mint({ type: 'sk_live', name: 'counted' });
  const program = sessionOf(owned.service, key, owned.owner.db);
  const write = randomUUID();
  for (let time = 0; time < 2; time++)
    await program.run("INSERT INTO coffee_beans (roaster) VALUES ('Sey') RETURNING roaster", {}, { key: write });
  await program.run('SELECT 1');
  await program.run('SELECT nothing FROM nowhere');
  const usage = async (query: string) => (await owned.owner.get(`/v1/usage${query}`)).json() as Record<string, unknown>;
  expect(await usage(`?keyId=${id}&days=1`)).toMatchObject({
    since: today(),
    calls: 3,
    failed: 1,
    byDay: [{ day: today(), calls: 3, failed: 1 }],
    byKey: [{ keyId: id, calls: 3, failed: 1 }],
  });
  const all = (await usage('')) as {
    calls: number;
    byKey: { keyId: string | null; calls: number }[];
    limits: Record<string, { used: number }>;
  };
  expect(all.byKey.reduce((sum, { calls }) => sum + calls, 0)).toBe(all.calls);
  expect(all.byKey.map(({ keyId }) => keyId)).toContain(null);
  const keys = (await owned.owner.get('/v1/keys')).json() as unknown as { revokedAt: string | null }[];
  expect(all.limits).toMatchObject({
    keys: { used: keys.filter(({ revokedAt }) => revokedAt === null).length, max: 100 },
    grants: { used: 0, max: 1_000 },
    imports: { used: 0, max: 50 },
  });
  expect(codeOf(await owned.owner.get('/v1/usage?days=91'))).toBe('invalid_body');
});
