import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attempted, History } from './history.ts';

interface Caller {
  readonly token: string;
  readonly db: string;
}

export interface Acknowledged {
  readonly path: string;
  readonly key: string;
  readonly body: string;
  /** The reply's bytes. */
  readonly text: string;
}

export interface Clients extends Caller {
  /** Keyed requests that were acknowledged, to be sent again in the end. */
  readonly acknowledged: readonly Acknowledged[];
  readonly deleted: ReadonlySet<string>;
  /** Increments of the one counter: acknowledged ones, and those of unknown outcome. */
  readonly increments: { acknowledged: number; unknown: number };
  /** Previewed inserts that were confirmed, each by two at once. */
  readonly confirmed: () => number;
  /** What clients saw that nobody may see. */
  readonly wrongs: readonly string[];
  /** Final refusals by code: under faults alone there should be none. */
  readonly refusals: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

const REQUEST_MS = 20_000;
const GIVE_UP_MS = 90_000;
const TABLE = 'events';

/** Clients of one tenant that write with keys, through whichever service answers, and send again until they know. */
export async function startClients(urls: readonly string[], count: number, history: History): Promise<Clients> {
  const caller = await newCaller(urls[0] ?? '');
  const acknowledged: Acknowledged[] = [];
  const deleted = new Set<string>();
  const increments = { acknowledged: 0, unknown: 0 };
  const wrongs: string[] = [];
  let confirmed = 0;
  let stopped = false;
  const refusals = new Map<string, number>();
  const send = async (path: string, body: unknown) => {
    const known = await sendUntilKnown(urls, caller.token, path, body);
    if (known.refusal !== null) refusals.set(known.refusal, (refusals.get(known.refusal) ?? 0) + 1);
    return known;
  };

  const insert = async (): Promise<void> => {
    const marker = randomUUID();
    const structured = Math.random() < 0.5;
    const { outcome, sent } = structured
      ? await send('/v1/insert', { db: caller.db, table: TABLE, rows: { name: marker } })
      : await send('/v1/run', { db: caller.db, sql: `INSERT INTO ${TABLE} (name) VALUES ($1) RETURNING id`, params: [marker] });
    if (sent && acknowledged.length < 400) acknowledged.push(sent);
    const id = /"data":\[\{"id":"?(\d+)/.exec(sent?.text ?? '')?.[1] ?? null;
    history.record({ marker, outcome, id });
    if (id !== null && Math.random() < 0.2) {
      const removal = await send('/v1/run', { db: caller.db, sql: `DELETE FROM ${TABLE} WHERE name = $1`, params: [marker] });
      if (removal.outcome !== 'refused') deleted.add(marker);
    }
  };
  const increment = async (): Promise<void> => {
    const { outcome } = await send('/v1/run', { db: caller.db, sql: "UPDATE counters SET n = n + 1 WHERE name = 'one'" });
    if (outcome === 'acknowledged') increments.acknowledged += 1;
    if (outcome === 'unknown') increments.unknown += 1;
  };

  /** A previewed insert, which two confirm at once with keys of their own: it is done once, for one of them. */
  const confirm = async (): Promise<void> => {
    const marker = randomUUID();
    const sql = `INSERT INTO ${TABLE} (name) VALUES ($1)`;
    const preview = await send('/v1/ask', { db: caller.db, goal: 'write it down', sql, params: [marker] });
    const confirmToken = /"confirmToken":"([^"]+)"/.exec(preview.sent?.text ?? '')?.[1];
    if (confirmToken === undefined) return;
    const both = await Promise.all(
      [1, 2].map(() => sendUntilKnown(urls, caller.token, '/v1/ask', { db: caller.db, confirm: true, confirmToken })),
    );
    const done = both.filter(({ outcome }) => outcome === 'acknowledged');
    if (done.length > 1) wrongs.push(`${marker} was confirmed twice`);
    const refused = both.every(({ outcome }) => outcome === 'refused');
    if (refused)
      wrongs.push(`${marker} was previewed, and both who confirmed it were refused: ${both.map(({ refusal }) => refusal).join(', ')}`);
    confirmed += done.length;
    history.record({ marker, outcome: done.length > 0 ? 'acknowledged' : refused ? 'refused' : 'unknown', id: null });
  };

  await send('/v1/insert', { db: caller.db, table: TABLE, rows: { name: 'first' } });
  await send('/v1/insert', { db: caller.db, table: 'counters', rows: { name: 'one', n: 0 } });
  const running = Array.from({ length: count }, async () => {
    while (!stopped) {
      const chance = Math.random();
      await (chance < 0.7 ? insert() : chance < 0.9 ? increment() : confirm());
    }
  });
  return {
    ...caller,
    acknowledged,
    deleted,
    increments,
    confirmed: () => confirmed,
    wrongs,
    refusals,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function newCaller(url: string): Promise<Caller> {
  const reply = await fetch(`${url}/v1/databases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ goal: 'track notes with title' }),
  });
  const { dbId } = (await reply.json()) as { dbId: string };
  return { token: reply.headers.get('x-svc-anonymous-token') ?? '', db: dbId };
}

/** Of attempts, those whose client drops its socket while the service may be at work, or has done it. */
const DROPPED = 0.1;
const DROPPED_MS = 60;

/** The same key to any of the services until one gives a final answer. */
export async function sendUntilKnown(
  urls: readonly string[],
  token: string,
  path: string,
  content: unknown,
): Promise<{ outcome: Attempted['outcome']; sent: Acknowledged | null; refusal: string | null }> {
  const key = randomUUID();
  const body = JSON.stringify(content);
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (let attempt = 0; Date.now() < giveUpAt; attempt++) {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    const waitMs = Math.random() < DROPPED ? Math.random() * DROPPED_MS : REQUEST_MS;
    const reply = await sendOnce(url, { token, path, key, body }, waitMs).catch(() => null);
    if (reply && reply.status >= 200 && reply.status < 300)
      return { outcome: 'acknowledged', sent: { path, key, body, text: reply.text }, refusal: null };
    if (reply && !/"retryable":true|"internal_error"/.test(reply.text))
      return {
        outcome: 'refused',
        sent: null,
        refusal: `${path} ${reply.status} ${/"code":"(\w+)"/.exec(reply.text)?.[1] ?? reply.text.slice(0, 80)}`,
      };
    await delay(Math.min(1_000, 50 * 2 ** attempt) * (0.5 + Math.random()));
  }
  return { outcome: 'unknown', sent: null, refusal: null };
}

interface Request {
  readonly token: string;
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

export async function sendOnce(
  url: string,
  { token, path, key, body }: Request,
  waitMs = REQUEST_MS,
): Promise<{ status: number; text: string; replayed: boolean }> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body,
    signal: AbortSignal.timeout(Math.ceil(waitMs)),
  });
  return { status: reply.status, text: await reply.text(), replayed: reply.headers.get('idempotent-replayed') === 'true' };
}
