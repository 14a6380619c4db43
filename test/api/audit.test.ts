import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { BEANS, openAdmin, type Reply, startSession } from '../support/session.ts';

interface Event {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly keyId: string | null;
  readonly subject: string;
  readonly details: Record<string, unknown>;
  readonly requestId: string;
  readonly address: string | null;
  readonly surface: string;
}

let owned: OwnedService;
beforeAll(async () => {
  owned = await newOwnedService();
});
afterAll(() => owned?.home.close());

const change = (method: string, path: string, body?: unknown, token = owned.owner.token, key: string = randomUUID()): Promise<Reply> =>
  send(owned.service, method, path, { ...(body === undefined ? {} : { body }), token, key });
const log = async (query = '', token = owned.owner.token): Promise<Event[]> =>
  (await send(owned.service, 'GET', `/v1/audit${query}`, { token })).json() as unknown as Event[];
/** The events of what `work` does, the newest first. */
async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
  const [last] = await log('?limit=1');
  await work();
  const all = await log('?limit=50');
  return all.slice(
    0,
    all.findIndex(({ id }) => id === last?.id),
  );
}

describe('the audit log', () => {
  test('says who did what to what, when, from where and with which request', async () => {
    const before = Date.now();
    const replies: Reply[] = [];
    const [event, ...others] = await eventsOf(async () => {
      replies.push(await change('POST', '/v1/keys', { type: 'sk_live', name: 'nightly', access: 'read' }));
    });
    const [reply] = replies as [Reply];
    const { id, key } = reply.json() as { id: string; key: string };
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'key.mint',
      actor: 'session',
      keyId: null,
      subject: id,
      details: { type: 'sk_live', access: 'read', last4: key.slice(-4), name: 'nightly' },
      requestId: reply.headers.get('x-request-id'),
      address: '127.0.0.1',
      surface: 'http',
    });
    expect(Date.parse(event?.at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
    expect(JSON.stringify(await log())).not.toContain(key);
  });

  test('has every change of what an account has and of who may reach it, once', async () => {
    const program = await owned.mint({ type: 'sk_live' });
    const stranger = await startSession(owned.service);
    const idempotencyKey = randomUUID();
    const events = await eventsOf(async () => {
      const made = await change('POST', '/v1/databases', { goal: BEANS }, program.key, idempotencyKey);
      const again = await change('POST', '/v1/databases', { goal: BEANS }, program.key, idempotencyKey);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const db = String(made.json().dbId);
      await owned.owner.post('/v1/ask', { goal: 'track plants with name and species' });
      await change('PATCH', `/v1/databases/${db}`, { name: 'Beans' });
      await change('PUT', `/v1/databases/${db}/glossary`, { terms: [{ term: 'fine', means: 'good' }] });
      await change('DELETE', `/v1/databases/${db}`);
      await change('DELETE', `/v1/databases/${db}`);
      await owned.revoke(program.id);
      await owned.revoke(program.id);
      await change('POST', '/v1/anon/adopt', { token: stranger.token });
    });
    expect(events.map(({ action, actor }) => `${action} ${actor}`).reverse()).toEqual([
      'database.create account_key',
      'database.create session',
      'database.update session',
      'glossary.put session',
      'database.delete session',
      'key.revoke session',
      'session.adopt session',
    ]);
    expect(events.at(-1)).toMatchObject({ keyId: program.id });
    expect(events.find(({ action }) => action === 'session.adopt')?.details).toEqual({ databases: [stranger.db] });
    expect(events.find(({ action }) => action === 'database.update')?.details).toEqual({ name: 'Beans' });
  });

  test('has nothing of what was refused, of anonymous sessions, or of another account', async () => {
    const events = await eventsOf(async () => {
      await change('POST', '/v1/keys', { type: 'pk_live', dbId: 'db_none_aaaaaaaa' });
      await change('DELETE', '/v1/databases/db_none_aaaaaaaa');
      await startSession(owned.service);
    });
    expect(events).toEqual([]);
    const admin = await openAdmin(owned.home.control);
    const insert = 'INSERT INTO svc_control.audit_event VALUES ($1, $2, now(), $3, $4, NULL, $5, $6, $7, NULL, $8)';
    await admin.query(insert, [newId(), randomUUID(), 'key.mint', 'session', 'theirs', '{}', 'r', 'http']).finally(() => admin.end());
    expect((await log('?limit=1000')).some(({ subject }) => subject === 'theirs')).toBe(false);
  });

  test('is a page at a time as JSON, and whole as CSV and NDJSON', async () => {
    const all = await log('?limit=1000');
    expect(all.length).toBeGreaterThan(6);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const paged: Event[] = [];
    for (let path: string | null = '/v1/audit?limit=3'; path !== null; ) {
      const reply: Reply = await send(owned.service, 'GET', path, { token: owned.owner.token });
      paged.push(...(reply.json() as unknown as Event[]));
      path = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(paged).toEqual(all);
    const as = (accept: string) => send(owned.service, 'GET', '/v1/audit?limit=2', { token: owned.owner.token, headers: { accept } });
    const lines = (await as('application/x-ndjson')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Event)).toEqual(all);
    const csv = await as('text/csv');
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const rows = parse(csv.text, { columns: true }) as Record<string, string>[];
    expect(rows.map((row) => ({ ...row, keyId: row.keyId || null, details: JSON.parse(row.details ?? '') as unknown }))).toEqual(all);
    expect(codeOf(await send(owned.service, 'GET', '/v1/audit?cursor=x', { token: owned.owner.token }))).toBe('invalid_body');
  });

  test('is of one kind, or about one thing, where that is asked for', async () => {
    const all = await log('?limit=1000');
    const [minted] = all.filter(({ action }) => action === 'key.mint');
    const ofMinting = await log('?limit=1000&action=key.mint');
    expect(ofMinting).toEqual(all.filter(({ action }) => action === 'key.mint'));
    expect(ofMinting.length).toBeGreaterThan(0);
    const about = await log(`?limit=1000&subject=${minted?.subject}`);
    expect(about).toEqual(all.filter(({ subject }) => subject === minted?.subject));
    const [event, ...others] = await log(`?action=key.mint&subject=${minted?.subject}`);
    expect([event, others]).toEqual([minted, []]);
    const csv = await send(owned.service, 'GET', `/v1/audit?action=key.mint`, {
      token: owned.owner.token,
      headers: { accept: 'text/csv' },
    });
    expect(parse(csv.text, { columns: true })).toHaveLength(ofMinting.length);
    expect(await log('?subject=nothing')).toEqual([]);
    expect(codeOf(await send(owned.service, 'GET', '/v1/audit?action=key.minted', { token: owned.owner.token }))).toBe('invalid_body');
  });

  test('is only ever added to: its table refuses everything else', async () => {
    const admin = await openAdmin(owned.home.control);
    try {
      for (const sql of [
        'UPDATE svc_control.audit_event SET account_id = gen_random_uuid()',
        'DELETE FROM svc_control.audit_event',
        'TRUNCATE svc_control.audit_event',
      ])
        await expect(admin.query(sql), sql).rejects.toThrow('audit events are neither changed nor removed');
    } finally {
      await admin.end();
    }
  });
});
