import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { openAdmin, type Reply, sessionOf, type TestSession } from '../support/session.ts';

let owned: OwnedService;
let owner: TestSession;
beforeAll(async () => {
  owned = await newOwnedService();
  owner = owned.owner;
});
afterAll(() => owned?.home.close());
beforeEach(async () => {
  await owner.rows('DELETE FROM coffee_beans RETURNING id');
  await owner.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 18.5), ('Sey', 14) RETURNING id");
});

const agent = async (confirm?: 'agent' | 'owner'): Promise<TestSession> => {
  const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', ...(confirm ? { confirm } : {}) });
  return sessionOf(owned.service, key, owner.db);
};
const GOAL = 'delete the coffee beans with roaster Sey';
const all = 'DELETE FROM coffee_beans';
const left = async () => (await owner.rows('SELECT roaster FROM coffee_beans ORDER BY id')).map(({ roaster }) => roaster);

interface Shown {
  readonly confirmToken: string;
  readonly approval: { readonly id: string; readonly url: string; readonly required: boolean };
}

const shownTo = async (session: TestSession): Promise<Shown> => (await session.ask(GOAL)).json() as unknown as Shown;
const confirm = (session: TestSession, { confirmToken }: Shown) => session.post('/v1/ask', { confirm: true, confirmToken });
const decide = (id: string, decision: string, key = randomUUID()) => owner.post(`/v1/approvals/${id}/decide`, { decision }, { key });
const waiting = async () => ((await owner.get('/v1/approvals?state=waiting')).json() as unknown as { id: string }[]).map(({ id }) => id);
const paramsOf = (reply: Reply) => (reply.json().error as { params: Record<string, unknown> }).params;

test('a key that needs its owner changes nothing past it, where nothing is shown before', async () => {
  const session = await agent('owner');
  const { trace } = (await owner.post('/v1/run', { db: owner.db, sql: "UPDATE coffee_beans SET price = 15 WHERE roaster = 'Sey'" })).json();
  const direct = (method: string, path: string, body?: object) =>
    send(owned.service, method, path, { ...(body ? { body } : {}), token: session.token, key: randomUUID() });
  for (const reply of [
    await direct('POST', '/v1/run', { db: owner.db, sql: all }),
    await direct('POST', '/v1/undo', { db: owner.db, traceId: (trace as { id: string }).id }),
    await direct('PATCH', `/v1/databases/${owner.db}`, { privacy: 'samples' }),
    await direct('PUT', `/v1/databases/${owner.db}/glossary`, { terms: [] }),
  ])
    expect([codeOf(reply), paramsOf(reply).reason]).toEqual(['approval_required', expect.stringMatching(/POST \/v1\/ask/)]);
  for (const key of [session, await agent('agent')]) {
    const deletion = await send(owned.service, 'DELETE', `/v1/databases/${owner.db}`, { token: key.token, key: randomUUID() });
    expect([codeOf(deletion), paramsOf(deletion).reason]).toEqual(['forbidden', expect.stringMatching(/deletes no database/)]);
  }
  expect((await session.post('/v1/run', { db: owner.db, sql: 'SELECT 1 AS one' })).status).toBe(200);
  expect(await owner.rows('SELECT roaster, price::int FROM coffee_beans ORDER BY id')).toEqual([
    { roaster: 'Onyx', price: 19 },
    { roaster: 'Sey', price: 15 },
  ]);
  expect((await (await agent('agent')).post('/v1/run', { db: owner.db, sql: all })).json()).toMatchObject({ kind: 'write', rowCount: 2 });
});

test('a key that needs its owner writes nothing itself; approved, exactly what was shown is written, and the next confirm tells it', async () => {
  const session = await agent('owner');
  const shown = await shownTo(session);
  expect(shown.approval).toEqual({ id: expect.any(String), url: `${owned.service.url}/approvals#${shown.approval.id}`, required: true });
  const early = await confirm(session, shown);
  expect([codeOf(early), paramsOf(early)]).toEqual(['approval_required', { approvalUrl: shown.approval.url, approval: shown.approval.id }]);
  expect(codeOf(await session.ask(GOAL, { confirm: true }))).toBe('approval_required');
  expect(await left()).toEqual(['Onyx', 'Sey']);
  const [listed] = (await owner.get('/v1/approvals?state=waiting')).json() as unknown as object[];
  expect(listed).toMatchObject({
    kind: 'write',
    state: 'waiting',
    goal: GOAL,
    askedBy: { host: 'claude-desktop', device: 'laptop' },
    diff: { verb: 'delete', affectedRows: 1, sample: [{ before: { roaster: 'Sey' } }] },
  });
  const key = randomUUID();
  const approved = await decide(shown.approval.id, 'approve', key);
  expect(approved.json()).toMatchObject({ state: 'approved', outcome: { answer: 'Deleted 1 row from coffee_beans.', rowCount: 1 } });
  expect((await decide(shown.approval.id, 'approve', key)).json()).toEqual(approved.json());
  expect(await left()).toEqual(['Onyx']);
  const told = await confirm(session, shown);
  expect(told.json()).toMatchObject({ kind: 'write', answer: 'Deleted 1 row from coffee_beans.', rowCount: 1 });
  expect(await waiting()).not.toContain(shown.approval.id);
  expect(codeOf(await decide(shown.approval.id, 'refuse'))).toBe('approval_over');
});

test('refused, nobody writes it any more, the agent neither', async () => {
  for (const policy of ['owner', 'agent'] as const) {
    const session = await agent(policy);
    const shown = await shownTo(session);
    expect((await decide(shown.approval.id, 'refuse')).json()).toMatchObject({ state: 'refused' });
    const refused = await confirm(session, shown);
    expect([codeOf(refused), paramsOf(refused).reason]).toEqual(['forbidden', expect.stringContaining('refused')]);
    expect(codeOf(await decide(shown.approval.id, 'approve'))).toBe('approval_over');
  }
  expect(await left()).toEqual(['Onyx', 'Sey']);
});

test('a key that may confirm does, and what it did waits for nobody', async () => {
  const session = await agent();
  const shown = await shownTo(session);
  expect(shown.approval.required).toBe(false);
  expect(await waiting()).toContain(shown.approval.id);
  expect((await confirm(session, shown)).json()).toMatchObject({ kind: 'write', rowCount: 1 });
  expect(await waiting()).not.toContain(shown.approval.id);
  expect(codeOf(await decide(shown.approval.id, 'refuse'))).toBe('approval_over');
  const state = async () => (await session.get(`/v1/approvals/${shown.approval.id}`)).json().state;
  expect(await state()).toBe('done');
  // Nor is it told to have expired once its time is over, and its preview gone.
  const admin = await openAdmin(owned.home.control);
  await admin.query("UPDATE svc_control.approval SET expires_at = now() - interval '1 hour' WHERE id = $1", [shown.approval.id]);
  await admin.query('DELETE FROM svc_control.preview').finally(() => admin.end());
  expect(await state()).toBe('done');
});

test('a preview that is made anew in place of another is not told to be confirmed', async () => {
  const session = await agent();
  const [first, second] = [await shownTo(session), await shownTo(session)];
  const stateOf = async ({ approval }: Shown) => (await session.get(`/v1/approvals/${approval.id}`)).json().state;
  expect([await stateOf(first), await stateOf(second)]).toEqual(['expired', 'waiting']);
});

test('of an agent and its owner at once, one writes', async () => {
  const session = await agent();
  const shown = await shownTo(session);
  const replies = await Promise.all([confirm(session, shown), decide(shown.approval.id, 'approve')]);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  expect(await left()).toEqual(['Onyx']);
});

test('rows that changed since are not written over', async () => {
  const shown = await shownTo(await agent('owner'));
  await owner.rows("UPDATE coffee_beans SET price = 1 WHERE roaster = 'Sey' RETURNING id");
  const late = await decide(shown.approval.id, 'approve');
  expect([codeOf(late), paramsOf(late).reason]).toEqual(['confirm_expired', 'data_changed']);
  expect((await owner.get(`/v1/approvals/${shown.approval.id}`)).json()).toMatchObject({ state: 'expired' });
  expect(await left()).toEqual(['Onyx', 'Sey']);
});

test('what waits is its account’s and its agent’s alone', async () => {
  const { approval } = await shownTo(await agent());
  const other = await agent();
  expect(codeOf(await other.get(`/v1/approvals/${approval.id}`))).toBe('approval_not_found');
  expect(codeOf(await other.post(`/v1/approvals/${approval.id}/decide`, { decision: 'approve' }))).toBe('forbidden');
  expect(codeOf(await other.get('/v1/approvals'))).toBe('forbidden');
  expect(codeOf(await decide(randomUUID(), 'approve'))).toBe('approval_not_found');
});

test('a grant is prepared by an agent, made by its owner, and its outcome told', async () => {
  const session = await agent();
  const wanted = { dbId: owner.db, granteeEmail: 'ada@example.com', scope: ['coffee_beans'] };
  expect(codeOf(await session.post('/v1/grants', wanted))).toBe('forbidden');
  expect(codeOf(await session.post('/v1/approvals', { ...wanted, scope: ['nope'] }))).toBe('scope_unknown_table');
  const asked = await session.post('/v1/approvals', wanted);
  expect([asked.status, asked.json()]).toMatchObject([201, { kind: 'grant', state: 'waiting', grant: wanted }]);
  const id = String(asked.json().id);
  expect((await owner.get('/v1/grants')).json()).toEqual([]);
  const approved = (await decide(id, 'approve')).json();
  const [made] = (await owner.get('/v1/grants')).json() as unknown as { id: string }[];
  expect(approved).toMatchObject({ state: 'approved', outcome: { grantId: made?.id } });
  expect((await session.get(`/v1/approvals/${id}`)).json()).toMatchObject({ state: 'approved' });
});

test('a program of the owner’s own, and one with an account key, only prepare a grant as well', async () => {
  const wanted = { dbId: owner.db, granteeEmail: 'grace@example.com', scope: ['coffee_beans'] };
  const minted = await owned.mint({ type: 'sk_live', name: 'script', access: 'write' });
  const [script, other] = [sessionOf(owned.service, minted.key, owner.db), await agent()];
  const before = (await owner.get('/v1/grants')).json();
  for (const [session, keyId] of [
    [owner, null],
    [script, minted.id],
  ] as const) {
    const asked = await session.post('/v1/approvals', wanted);
    expect([asked.status, asked.json()]).toMatchObject([201, { state: 'waiting', askedBy: { keyId } }]);
    expect((await owner.get('/v1/grants')).json()).toEqual(before);
    const id = String(asked.json().id);
    expect(await waiting()).toContain(id);
    expect((await session.get(`/v1/approvals/${id}`)).json()).toMatchObject({ state: 'waiting', askedBy: { keyId } });
    expect(codeOf(await other.get(`/v1/approvals/${id}`))).toBe('approval_not_found');
    expect((await decide(id, 'refuse')).json()).toMatchObject({ state: 'refused', askedBy: { keyId } });
  }
});

test('what an agent that is cut off asked for waits for nobody', async () => {
  const minted = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
  const session = sessionOf(owned.service, minted.key, owner.db);
  const { approval } = await shownTo(session);
  const grant = { dbId: owner.db, granteeEmail: 'ada@example.com', scope: ['coffee_beans'] };
  const asked = String((await session.post('/v1/approvals', grant)).json().id);
  expect(await waiting()).toEqual(expect.arrayContaining([approval.id, asked]));
  await send(owned.service, 'DELETE', `/v1/keys/${minted.id}`, { token: owner.token, key: randomUUID() });
  const stillWaiting = await waiting();
  const before = (await owner.get('/v1/grants')).json();
  for (const id of [approval.id, asked]) {
    expect(stillWaiting).not.toContain(id);
    expect((await owner.get(`/v1/approvals/${id}`)).json()).toMatchObject({ state: 'expired' });
    const decided = await decide(id, 'approve');
    expect([codeOf(decided), paramsOf(decided).state]).toEqual(['approval_over', 'expired']);
  }
  expect(await left()).toEqual(['Onyx', 'Sey']);
  expect((await owner.get('/v1/grants')).json()).toEqual(before);
});

test('what its owner decides is in the audit log, once for each', async () => {
  const session = await agent();
  const refused = await shownTo(session);
  await decide(refused.approval.id, 'refuse');
  await decide(refused.approval.id, 'refuse');
  const approved = await shownTo(session);
  const key = randomUUID();
  await decide(approved.approval.id, 'approve', key);
  await decide(approved.approval.id, 'approve', key);
  const logged = async (id: string) => (await owner.get(`/v1/audit?subject=${id}`)).json();
  const event = { actor: 'session', details: { kind: 'write', dbId: owner.db, askedBy: expect.any(String) } };
  expect(await logged(approved.approval.id)).toMatchObject([{ action: 'approval.approve', ...event }]);
  expect(await logged(refused.approval.id)).toMatchObject([{ action: 'approval.refuse', ...event }]);
});

test('nothing that is stored confirms a write', async () => {
  const { confirmToken } = await shownTo(await agent('owner'));
  const admin = await openAdmin(owned.home.control);
  const { rows } = await admin.query('SELECT row_to_json(a)::text AS a FROM svc_control.approval a').finally(() => admin.end());
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(confirmToken);
});

test('the policy is of agents’ keys alone, and is shown', async () => {
  const { id } = await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd', confirm: 'owner' });
  const keys = (await owner.get('/v1/keys')).json() as unknown as { id: string }[];
  expect(keys.find((key) => key.id === id)).toMatchObject({ confirm: 'owner' });
  const refused = await send(owned.service, 'POST', '/v1/keys', {
    body: { type: 'sk_live', confirm: 'owner' },
    token: owner.token,
    key: randomUUID(),
  });
  expect(codeOf(refused)).toBe('invalid_body');
});
