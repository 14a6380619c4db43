import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSeal, ringOf } from '../../src/store/seal.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { type ModelServer, plans, startModelServer, status } from '../support/model-server.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { openAdmin, type Reply, startSession } from '../support/session.ts';

const PUZZLE = 'what would one typically pay around here, all things considered';
const HIGHEST = 'SELECT max(price) AS highest FROM coffee_beans';
const OWN = 'sk-own-made-up-9876543210';
const DEPLOYMENT = 'sk-of-the-deployment-0123';

let model: ModelServer;
let owned: OwnedService;
beforeAll(async () => {
  model = await startModelServer();
  owned = await newOwnedService(settings());
});
afterAll(async () => {
  await owned?.home.close();
  await model?.close();
});
beforeEach(() => {
  model.requests.length = 0;
  model.script(plans({ kind: 'query', sql: HIGHEST }));
});

const settings = (): Record<string, string> => ({
  SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: DEPLOYMENT, fast: 'small', best: 'large' }]),
});
const byollm = (method: string, body?: object, at: TestService = owned.service, token = owned.owner.token, key: string = randomUUID()) =>
  send(at, method, '/v1/keys/byollm', { ...(body ? { body } : {}), token, key });
const store = (at?: TestService) => byollm('POST', { provider: 'local', model: 'mine', key: OWN }, at);
const ask = (token: string, more: { at?: TestService; headers?: Record<string, string>; body?: object } = {}): Promise<Reply> =>
  send(more.at ?? owned.service, 'POST', '/v1/ask', {
    // Each time in other words, so that no plan is known.
    body: { db: owned.owner.db, goal: `${PUZZLE} ${randomUUID().replace(/[^a-z]/g, '')}`, ...more.body },
    token,
    ...(more.headers ? { headers: more.headers } : {}),
  });
const used = () => model.requests.splice(0).map(({ authorization, body }) => `${authorization} ${body.model}`);
const control = async <T>(sql: string, params: unknown[] = []): Promise<T[]> => {
  const admin = await openAdmin(owned.home.control);
  return (await admin.query(sql, params).finally(() => admin.end())).rows as T[];
};

describe('a stored provider key', () => {
  test('is told of by its last characters alone, and stored sealed', async () => {
    expect((await byollm('GET')).json()).toEqual({ configured: false });
    expect((await byollm('DELETE')).json()).toEqual({ cleared: false });
    const told = { configured: true, provider: 'local', model: 'mine', last4: '3210' };
    const key = randomUUID();
    const body = { provider: 'local', model: 'mine', key: OWN };
    const first = await byollm('POST', body, owned.service, owned.owner.token, key);
    const again = await byollm('POST', body, owned.service, owned.owner.token, key);
    expect([first.json(), again.json(), again.headers.get('idempotent-replayed')]).toEqual([told, told, 'true']);
    expect((await byollm('GET')).json()).toEqual(told);
    const tables = await control<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'svc_control'::regnamespace AND relkind = 'r'",
    );
    for (const { name } of tables)
      expect(await control(`SELECT 1 FROM svc_control.${name} t WHERE strpos(t::text, $1) > 0`, [OWN]), name).toEqual([]);
    expect((await send(owned.service, 'GET', '/v1/audit?limit=1', { token: owned.owner.token })).json()).toMatchObject([
      { action: 'byollm.set', details: { provider: 'local', model: 'mine', last4: '3210' } },
    ]);
    expect((await byollm('DELETE')).json()).toEqual({ cleared: true });
    expect((await byollm('GET')).json()).toEqual({ configured: false });
  });

  test.each([
    [{ provider: 'nobody', model: 'm', key: 'k' }],
    [{ provider: 'open ai', model: 'm', key: 'k' }],
    [{ provider: 'openai', model: 'a b', key: 'k' }],
    [{ provider: 'openai', model: 'm', key: 'two words' }],
    [{ provider: 'openai', model: 'm', key: 'a:b' }],
    [{ provider: 'openai', model: 'm' }],
    [{ provider: 'openai', model: 'm', key: 'k'.repeat(513) }],
  ])('that is mis-shaped is refused: %j', async (body) => {
    expect(codeOf(await byollm('POST', body))).toBe('invalid_byollm_key');
  });

  test('plans the asks of its account’s session, programs and agents, and of nobody else', async () => {
    const [program, agent, page] = [
      await owned.mint({ type: 'sk_live', access: 'read' }),
      await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd' }),
      await owned.mint({ type: 'pk_live', dbId: owned.owner.db }),
    ];
    await store();
    const own = `Bearer ${OWN} mine`;
    for (const token of [owned.owner.token, program.key, agent.key]) {
      const reply = await ask(token);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.json()).toMatchObject({ trace: { model: 'local/mine', egress: { provider: 'local' } } });
      expect(reply.text).not.toContain(OWN);
    }
    expect(used()).toEqual([own, own, own]);
    expect((await ask(page.key)).json()).toMatchObject({ trace: { model: 'local/small' } });
    const stranger = await startSession(owned.service);
    expect((await ask(stranger.token, { body: { db: stranger.db } })).json()).toMatchObject({ trace: { model: 'local/small' } });
    expect(used()).toEqual([`Bearer ${DEPLOYMENT} small`, `Bearer ${DEPLOYMENT} small`]);
    // The preset that needs a key of one's own.
    expect((await ask(owned.owner.token, { body: { model: 'best' } })).status).toBe(200);
    expect(codeOf(await ask(stranger.token, { body: { db: stranger.db, model: 'best' } }))).toBe('model_unavailable');
    expect(used()).toEqual([own]);
  });

  test('gives way to the one of a request’s header, which only who is signed in may send', async () => {
    await store();
    const headers = { 'x-svc-byollm-key': 'local:other:sk-of-this-request' };
    expect((await ask(owned.owner.token, { headers })).status).toBe(200);
    expect(used()).toEqual(['Bearer sk-of-this-request other']);
    const program = await owned.mint({ type: 'sk_live' });
    expect(codeOf(await ask(program.key, { headers }))).toBe('byollm_requires_session');
  });

  test('is in no reply, also where the provider repeats it in its refusal', async () => {
    await store();
    const talkative = await owned.home.start({ ...settings(), SVC_LOG_LEVEL: 'silent' });
    model.script(status(401, {}, `Incorrect API key provided: ${OWN}`));
    const reply = await ask(owned.owner.token, { at: talkative });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    const trace = await send(talkative, 'GET', `/v1/traces/${reply.headers.get('x-request-id')}`, { token: owned.owner.token });
    for (const text of [reply.text, trace.text]) expect(text).not.toContain(OWN);
  });

  test('opens for its account alone: moved to another, or changed, it is no key, and nobody else’s is taken', async () => {
    await store();
    const [{ sealed } = { sealed: '' }] = await control<{ sealed: string }>('SELECT sealed FROM svc_control.byollm_key');
    const seal = createSeal(ringOf(undefined, TEST_SECRET));
    const [{ id } = { id: '' }] = await control<{ id: string }>("SELECT id FROM svc_control.account WHERE kind = 'local'");
    expect(seal.open(sealed, `byollm\n${id}`)).toBe(OWN);
    for (const other of [`byollm\n${randomUUID()}`, `grant\n${id}`, '']) expect(seal.open(sealed, other)).toBeNull();
    const changed = [
      sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      sealed.replace('.secret.', '.other.'),
      sealed.slice(0, -8),
      '',
      'v1',
      'v1.secret..',
    ];
    for (const text of changed) expect(seal.open(text, `byollm\n${id}`), text).toBeNull();
    await control('UPDATE svc_control.byollm_key SET sealed = $1', [seal.close(OWN, `byollm\n${randomUUID()}`)]);
    const fresh = await owned.home.start(settings());
    expect(codeOf(await ask(owned.owner.token, { at: fresh }))).toBe('byollm_unavailable');
    expect(model.requests).toEqual([]);
  });

  test('is sealed anew by the first key of the ring, while the others still open', async () => {
    const ring = (...ids: number[]) => ids.map((id) => `k${id}:${Buffer.alloc(32, id).toString('base64')}`).join(',');
    // By the key that derives from the secret, before any was named.
    await store();
    const during = await owned.home.start({ ...settings(), SVC_SEALING_KEYS: `${ring(2, 1)},secret` });
    expect((await ask(owned.owner.token, { at: during })).status).toBe(200);
    const sealedBy = async () =>
      (await control<{ sealed: string }>('SELECT sealed FROM svc_control.byollm_key')).map(({ sealed }) => sealed.split('.')[1]);
    // Nobody stored it again: the start did.
    expect(await sealedBy()).toEqual(['k2']);
    const after = await owned.home.start({ ...settings(), SVC_SEALING_KEYS: ring(2) });
    expect((await ask(owned.owner.token, { at: after })).status).toBe(200);
    expect(used()).toEqual([`Bearer ${OWN} mine`, `Bearer ${OWN} mine`]);
    const lost = await owned.home.start({ ...settings(), SVC_SEALING_KEYS: ring(3) });
    expect(await sealedBy()).toEqual(['k2']);
    expect(codeOf(await ask(owned.owner.token, { at: lost }))).toBe('byollm_unavailable');
    await byollm('DELETE', undefined, after);
    expect((await ask(owned.owner.token, { at: after })).json()).toMatchObject({ trace: { model: 'local/small' } });
  });
});
