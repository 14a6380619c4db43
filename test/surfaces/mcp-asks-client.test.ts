import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { type Answers, HOSTS, rpc } from '../support/mcp.ts';

let owned: OwnedService;
let key: string;
beforeAll(async () => {
  owned = await newOwnedService();
  ({ key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' }));
});
afterAll(() => owned?.home.close());
beforeEach(async () => {
  await owned.owner.rows('DELETE FROM coffee_beans RETURNING id');
  await owned.owner.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 18.5), ('Sey', 14) RETURNING id");
});
const left = async () => (await owned.owner.rows('SELECT roaster FROM coffee_beans ORDER BY id')).map(({ roaster }) => roaster);
const DELETE = "DELETE FROM coffee_beans WHERE roaster = 'Sey'";

describe.each(Object.entries(HOSTS))('%s', (title, connect) => {
  // Each asks in words of its own: what one was answered is known to the next.
  const name = ['Ada', 'Ben', 'Cleo', 'Dora'][Object.keys(HOSTS).indexOf(title)];
  const open = (answers: Answers) => connect({ url: owned.service.url, token: key, answers });

  test('asks its user before something is taken away, who sees what', async () => {
    const asked: string[] = [];
    const say = { action: 'accept' as const, content: { write: true } };
    const host = await open({
      elicit({ message }) {
        asked.push(message);
        return say;
      },
    });
    const preview = await host.call('run', { db: owned.owner.db, sql: DELETE });
    expect(preview.structured).toMatchObject({ kind: 'preview' });
    expect(asked).toEqual([]);
    expect((await host.send(preview)).structured).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(asked).toEqual([expect.stringMatching(/delete 1 row[\s\S]*"Sey"/i)]);
    expect(await left()).toEqual(['Onyx']);
    const added = await host.call('ask', { db: owned.owner.db, goal: 'add the column note as text to coffee beans' });
    await host.send(added);
    expect(asked).toHaveLength(1);
    const taken = await host.call('run', { db: owned.owner.db, sql: 'ALTER TABLE coffee_beans DROP COLUMN note' });
    expect((await host.send(taken)).isError).toBe(false);
    expect(asked).toHaveLength(2);
    await host.close();
  });

  test('asks its user before an insert writes over what is there, not before one that only adds', async () => {
    const asked: string[] = [];
    const host = await open({
      elicit({ message }) {
        asked.push(message);
        return { action: 'decline' as const };
      },
    });
    const { db } = owned.owner;
    const [{ id } = {}] = await owned.owner.rows("SELECT id FROM coffee_beans WHERE roaster = 'Sey'");
    const upsert = (key: unknown) =>
      `INSERT INTO coffee_beans (id, roaster) VALUES (${String(key)}, 'Mine') ON CONFLICT (id) DO UPDATE SET roaster = excluded.roaster`;
    expect((await host.send(await host.call('run', { db, sql: upsert(id) })).catch(() => null))?.isError ?? true).toBe(true);
    expect(asked).toEqual([expect.stringMatching(/is there already and is written over[\s\S]*"Sey"[\s\S]*"Mine"/)]);
    expect(await left()).toEqual(['Onyx', 'Sey']);
    expect((await host.send(await host.call('run', { db, sql: upsert(900_000) }))).structured).toMatchObject({
      kind: 'write',
      rowCount: 1,
    });
    expect(asked).toHaveLength(1);
    await host.close();
  });

  test('writes nothing on any other answer', async () => {
    for (const said of [
      { action: 'decline' as const },
      { action: 'cancel' as const },
      { action: 'accept' as const, content: { write: false } },
      'a failure' as const,
    ]) {
      const host = await open({
        elicit() {
          if (said === 'a failure') throw new Error('no window');
          return said;
        },
      });
      const preview = await host.call('run', { db: owned.owner.db, sql: DELETE });
      const reply = await host.send(preview).catch(() => null);
      // A client of the current revision that cannot answer ends the call itself.
      if (reply !== null)
        expect(reply).toMatchObject({
          isError: true,
          structured: { error: 'forbidden', message: expect.stringContaining('nothing was written') },
        });
      expect(await left()).toEqual(['Onyx', 'Sey']);
      await host.close();
    }
  });

  test('has its model read what nobody else understands, checked as every model’s text', async () => {
    const prompts: string[] = [];
    let sql = 'SELECT roaster FROM coffee_beans ORDER BY price DESC LIMIT 1';
    const host = await open({
      sample({ messages }) {
        prompts.push(JSON.stringify(messages));
        return `Here you are:\n${JSON.stringify({ sql })}`;
      },
    });
    const { db } = owned.owner;
    const reply = await host.call('ask', { db, goal: `Who is our darling in the fjords, ${name}?` });
    expect(reply.structured).toMatchObject({
      kind: 'query',
      rows: [['Onyx']],
      model: 'caller',
      egress: {
        provider: 'caller',
        model: 'model-of-the-host',
        rows: 0,
        columns: [],
        categories: expect.arrayContaining(['request', 'schema']),
      },
    });
    expect(prompts).toEqual([expect.stringContaining('coffee_beans')]);
    // Values are not told: the setting of this service is the narrowest.
    expect(prompts[0]).not.toMatch(/Onyx|Sey/);
    sql = DELETE;
    expect((await host.call('ask', { db, goal: `Lay the fjord to rest, ${name}` })).structured).toMatchObject({
      kind: 'preview',
      diff: { affectedRows: 1 },
    });
    sql = 'SELECT * FROM pg_authid';
    expect((await host.call('ask', { db, goal: `Who guards the fjords, ${name}?` })).isError).toBe(true);
    sql = '';
    expect((await host.call('ask', { db, goal: `Who is the saddest fjord, ${name}?` })).structured).toMatchObject({
      error: 'not_understood',
    });
    expect(await left()).toEqual(['Onyx', 'Sey']);
    await host.close();
  });
});

test('a host that cannot ask its user is not taken for one whose user agreed to more than the key allows', async () => {
  const minted = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
  const host = await HOSTS['the 2.x client over HTTP']({
    url: owned.service.url,
    token: minted.key,
    answers: { elicit: () => ({ action: 'accept', content: { write: true } }) },
  });
  const preview = await host.call('run', { db: owned.owner.db, sql: DELETE });
  expect(preview.structured).toMatchObject({ needsApproval: true });
  expect((await host.send(preview)).structured).toMatchObject({ error: 'approval_required' });
  expect(await left()).toEqual(['Onyx', 'Sey']);
  await host.close();
});

test('an answer without the state of its question, with a changed one, or to another call is none', async () => {
  const capabilities = { elicitation: { form: {} } };
  const send = async (token: string, name: string, input: object, more: object = {}) => {
    const { headers, body } = rpc('tools/call', { name, arguments: input, ...more });
    Object.assign((body.params as { _meta: object })._meta, { 'io.modelcontextprotocol/clientCapabilities': capabilities });
    const reply = await fetch(`${owned.service.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { result?: Record<string, never>; error?: object };
  };
  const previewed = async (sql: string) => {
    const { result } = await send(key, 'run', { db: owned.owner.db, sql });
    return (result as unknown as { structuredContent: { calls: [{ arguments: { token: string } }] } }).structuredContent.calls[0].arguments;
  };
  const inputResponses = { answer: { action: 'accept', content: { write: true } } };
  const [one, other] = [await previewed(DELETE), await previewed("DELETE FROM coffee_beans WHERE roaster = 'Onyx'")];
  const { result } = await send(key, 'confirm', one, { inputResponses });
  expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { answer: { method: 'elicitation/create' } } });
  const { requestState } = result as unknown as { requestState: string };
  const second = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' });
  for (const [token, input, state] of [
    [key, other, requestState],
    [key, one, `${requestState.slice(0, -2)}xx`],
    [key, one, 'v1.e30.e30'],
    [second.key, one, requestState],
  ] as const) {
    const { result: refused } = await send(token, 'confirm', input, { inputResponses, requestState: state });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'forbidden' } });
  }
  expect(await left()).toEqual(['Onyx', 'Sey']);
  expect((await send(key, 'confirm', one, { inputResponses, requestState })).result).toMatchObject({
    structuredContent: { kind: 'write' },
  });
  expect(await left()).toEqual(['Onyx']);
});
