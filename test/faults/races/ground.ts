import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { SERVICE_AUDIENCE } from '../../../src/contract/service-operations.ts';
import type { ServiceTokens } from '../../../src/lib/service-token.ts';

/** What races are run on: services that stand for each other, and the control plane behind them. */
export interface Ground {
  readonly urls: readonly string[];
  /** The bearer of the services' owner, who is not rate-limited. */
  readonly owner: string;
  /** The owner's database, with the tables `events` and `counters`. */
  readonly db: string;
  readonly control: pg.Pool;
  /** Of the services. */
  readonly secret: string;
  readonly services: ServiceTokens;
  /** Empties the counters of calls, for races that the limits of this machine's own address would end. */
  forgetCalls(): Promise<unknown>;
}

/** One sort of race. A lane runs one after the other; `open` makes what its races have in common. */
export interface Kind {
  readonly name: string;
  /** Of all races, beside the shares of the others. */
  readonly share: number;
  readonly lanes: number;
  /** What it gives runs one race, and says what was wrong. */
  open(ground: Ground): Promise<() => Promise<readonly string[]>>;
}

export interface Reply {
  readonly status: number;
  /** Null for a success. */
  readonly code: string | null;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  /** The address that a proxy names; absent for the owner, who comes from this machine. */
  readonly from?: string;
  /** Whether it comes from the service's own page. */
  readonly ofPage?: boolean;
}

const REQUEST_MS = 60_000;

/** To the service whose turn it is. */
export async function send({ urls }: Ground, turn: number, path: string, sent: Sent): Promise<Reply> {
  const url = urls[turn % urls.length] ?? '';
  const { method = 'POST', body, token, key, from, ofPage = false } = sent;
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(ofPage ? { origin: url } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const text = await reply.text();
  const found = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const code = reply.ok ? null : String((found.error as { code?: string } | undefined)?.code);
  return { status: reply.status, code, text, body: found, headers: reply.headers };
}

/** The same request until its answer is final: who is told to come again does. */
export async function sendToTheEnd(ground: Ground, turn: number, path: string, sent: Sent): Promise<Reply> {
  const giveUpAt = Date.now() + REQUEST_MS;
  for (let attempt = 0; ; attempt++) {
    const reply = await send(ground, turn, path, sent);
    if (!/"retryable":true/.test(reply.text) || Date.now() > giveUpAt) return reply;
    await new Promise((resolve) => setTimeout(resolve, Math.min(500, 10 * 2 ** attempt) * (0.5 + Math.random())));
  }
}

/** So many at once, to one service after the other. */
export const together = <T>(count: number, one: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => one(turn)));

/** One that nothing was counted for yet. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** The owner's request, which has to be done. */
export async function asOwner(ground: Ground, path: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> {
  const reply = await sendToTheEnd(ground, 0, path, { method, body, token: ground.owner, key: randomUUID() });
  if (reply.code !== null) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
}

/** Rows of `events` that have this name. */
export async function rowsOf(ground: Ground, name: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS n FROM events WHERE name = $1';
  const { data } = await asOwner(ground, '/v1/run', { db: ground.db, sql, params: [name] });
  return (data as { n: number }[])[0]?.n ?? -1;
}

export interface Session {
  readonly token: string;
  readonly id: string;
}

/** An anonymous session, from an address of its own. */
export async function newSession(ground: Ground): Promise<Session> {
  const reply = await send(ground, 0, '/v1/databases', { method: 'GET', from: newAddress() });
  const token = reply.headers.get('x-svc-anonymous-token') ?? '';
  if (token === '') throw new Error(`No session begins: ${reply.text}`);
  const hash = createHmac('sha256', ground.secret).update(token).digest('hex');
  const { rows } = await ground.control.query('SELECT id FROM svc_control.anonymous_session WHERE token_hash = $1', [hash]);
  return { token, id: String(rows[0]?.id) };
}

/** A key of the owner's account, with its text. */
export async function newKey(ground: Ground, body: object): Promise<{ id: string; key: string }> {
  const { id, key } = await asOwner(ground, '/v1/keys', body);
  return { id: String(id), key: String(key) };
}

export const revoke = (ground: Ground, id: string): Promise<unknown> => asOwner(ground, `/v1/keys/${id}`, undefined, 'DELETE');

/** What another part of the deployment asks of the API. */
export async function askInternally<T>(ground: Ground, turn: number, path: string, body: unknown): Promise<T> {
  const reply = await send(ground, turn, path, { body, token: await ground.services.sign(SERVICE_AUDIENCE) });
  if (reply.code !== null) throw new Error(`${path}: ${reply.text}`);
  return reply.body as T;
}

/** How often each outcome came, for comparing with how often it should have. */
export function outcomes(replies: readonly Reply[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code } of replies) counts[code ?? 'done'] = (counts[code ?? 'done'] ?? 0) + 1;
  return counts;
}

/** Nothing where the outcomes are exactly these. */
export function otherThan(replies: readonly Reply[], expected: Readonly<Record<string, number>>): readonly string[] {
  const found = outcomes(replies);
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  const isSo = [...names].every((name) => (found[name] ?? 0) === (expected[name] ?? 0));
  return isSo ? [] : [`${JSON.stringify(found)} where ${JSON.stringify(expected)} was due`];
}
