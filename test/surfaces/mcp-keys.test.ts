import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { HOSTS, rpc } from '../support/mcp.ts';
import { openAdmin, until } from '../support/session.ts';

let owned: OwnedService;
beforeAll(async () => {
  owned = await newOwnedService();
});
afterAll(() => owned?.home.close());

const agent = (access: 'read' | 'write' = 'write') => owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', access });

test('an agent’s key works for its account: it reads and writes as its access says, and is refused once revoked', async () => {
  const { id, key } = await agent();
  const reader = await agent('read');
  const connect = HOSTS['the 2.x client over HTTP'];
  const host = await connect({ url: owned.service.url, token: key });
  expect((await host.call('run', { db: owned.owner.db, sql: 'SELECT count(*) AS n FROM coffee_beans' })).structured).toMatchObject({
    rows: [[2]],
  });
  const rows = { roaster: 'Tim' };
  expect((await host.call('insert', { db: owned.owner.db, table: 'coffee_beans', rows })).isError).toBe(false);
  const readOnly = await connect({ url: owned.service.url, token: reader.key });
  expect((await readOnly.tools()).map(({ name }) => name)).toEqual(['ask', 'run', 'databases']);
  const refused = await readOnly.call('run', { db: owned.owner.db, sql: 'DELETE FROM coffee_beans' });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('may read but not write')]);
  await owned.revoke(id);
  await expect(host.call('run', { db: owned.owner.db, sql: 'SELECT 1' })).rejects.toThrow();
  expect((await readOnly.call('run', { db: owned.owner.db, sql: 'SELECT 1 AS one' })).isError).toBe(false);
  await Promise.all([host.close(), readOnly.close()]);
});

test('a key that needs its owner is told where, and then what came of it; a grant is prepared the same way', async () => {
  const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
  const host = await HOSTS['the 2.x client over HTTP']({ url: owned.service.url, token: key });
  const { db, post } = owned.owner;
  const approve = async (url: unknown) => {
    const { id } = /approvals#(?<id>.+)$/.exec(String(url))?.groups ?? {};
    expect((await post(`/v1/approvals/${id}/decide`, { decision: 'approve' })).json()).toMatchObject({ state: 'approved' });
  };
  const preview = await host.call('run', { db, sql: "UPDATE coffee_beans SET price = 99 WHERE roaster = 'Onyx'" });
  expect(preview.structured).toMatchObject({ kind: 'preview', approvalUrl: expect.stringContaining(`${owned.service.url}/approvals#`) });
  const early = await host.send(preview);
  expect(early.structured).toMatchObject({ error: 'approval_required', known: { approvalUrl: preview.structured.approvalUrl } });
  await approve(preview.structured.approvalUrl);
  expect((await host.send(early)).structured).toMatchObject({ kind: 'write', answer: 'Updated 1 row in coffee_beans.', rowCount: 1 });
  const asked = await host.call('grant', { db, tables: ['coffee_beans'], to: 'ada@example.com', rows: { coffee_beans: 'price > 50' } });
  expect(asked.structured).toMatchObject({ state: 'waiting', next: expect.stringMatching(/^Nothing is granted yet/) });
  expect((await host.send(asked)).structured).toMatchObject({ state: 'waiting' });
  await approve(asked.structured.approvalUrl);
  expect((await host.send(asked)).structured).toMatchObject({ state: 'approved', grantId: expect.any(String) });
  await host.close();
});

test('a call whose key cannot be checked is not done, and is again once it can be', async () => {
  const { key } = await agent();
  const { headers, body } = rpc('tools/call', { name: 'databases', arguments: {} });
  const call = () =>
    fetch(`${owned.service.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const admin = await openAdmin(owned.home.control);
  await admin.query('ALTER TABLE svc_control.account_key RENAME TO away');
  try {
    const refused = await call();
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('auth_unavailable: ')]);
  } finally {
    await admin.query('ALTER TABLE svc_control.away RENAME TO account_key').finally(() => admin.end());
  }
  expect((await call()).status).toBe(200);
});

test.each([
  ['the 1.x client over HTTP', 'without progress'],
  ['the 1.x client over HTTP', 'with progress'],
  ['the 2.x client over HTTP', 'without progress'],
  ['the 2.x client over HTTP', 'with progress'],
] as const)('a call of %s %s that runs while its key is revoked is answered with that', async (name, how) => {
  const { id, key } = await agent();
  const host = await HOSTS[name]({ url: owned.service.url, token: key });
  const mark = `revoked_${id.replaceAll('-', '')}`;
  const sql = `SELECT count(*) AS ${mark} FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0`;
  const settings = how === 'with progress' ? { onprogress() {} } : {};
  const running = host.call('run', { db: owned.owner.db, sql }, settings);
  const admin = await openAdmin();
  const active = "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE $2";
  await until(async () => (await admin.query(active, [owned.owner.db, `%${mark}%`])).rows.length > 0).finally(() => admin.end());
  await owned.revoke(id);
  expect((await running).structured).toMatchObject({ error: 'unauthorized', known: { reason: expect.stringContaining('was revoked') } });
  await host.close().catch(() => undefined);
});

test('a revoked key takes its session along, the stream that it holds open too, on another service as well', async () => {
  const { id, key } = await agent();
  const twin = await owned.home.start();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '1' } };
  const begun = await fetch(`${twin.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await begun.text();
  const session = { ...headers, 'mcp-session-id': String(begun.headers.get('mcp-session-id')), 'mcp-protocol-version': '2025-11-25' };
  const stream = await fetch(`${twin.url}/mcp`, { headers: { ...session, accept: 'text/event-stream' } });
  expect(stream.status).toBe(200);
  const reader = stream.body?.getReader();
  const ended = (async () => {
    while (!(await reader?.read())?.done);
    return 'ended';
  })().catch(() => 'ended');
  await owned.revoke(id);
  expect(await ended).toBe('ended');
  const after = await fetch(`${twin.url}/mcp`, {
    method: 'POST',
    headers: session,
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }),
  });
  expect(after.status).toBe(401);
});
