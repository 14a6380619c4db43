import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BUILT, startNode, UNLIMITED } from './children.ts';

/**
 * What one tenant's statements, which run until their limit on every session that it may have, do to another tenant's `SELECT 1`, on the
 * embedded server. It ends with 1 where its p99 is three times the idle figure or more, or where the statements did not run.
 */
/** Each row beside each: minutes of a processor, and no memory that statements would have to wait for. */
const SLOW = 'SELECT count(*) AS n FROM items a, items b WHERE (a.id # b.id) % 7 = 3';
const FILL = "INSERT INTO items (name, price) SELECT 'item', n FROM generate_series(1, 40000) n";
const SLOW_MS = 30_000;
/** Each database has eight sessions for reading, and their owner 24. */
const DATABASES = 3;
const AT_ONCE = 8;
const MEASURED_MS = 20_000;
/** Until all of them are at work, and PostgreSQL has been told which are slow. */
const BEGUN_MS = 4_000;
const PAUSE_MS = 10;
const MOST = 3;

interface Tenant {
  readonly token: string;
  readonly dbs: readonly string[];
}

const dataDir = await mkdtemp(join(tmpdir(), 'svc-neighbour-'));
await chmod(dataDir, 0o755);
const { url, stop } = await startNode([BUILT], { ...UNLIMITED, SVC_DATA_DIR: dataDir, SVC_LOCAL_OWNER: 'off' });

async function post(path: string, token: string | null, body: object, signal?: AbortSignal): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

async function newTenant(databases: number): Promise<Tenant> {
  let token: string | null = null;
  const dbs: string[] = [];
  while (dbs.length < databases) {
    const reply = await post('/v1/databases', token, { goal: 'track items with name and price' });
    token ??= reply.headers.get('x-svc-anonymous-token');
    dbs.push(String(((await reply.json()) as { dbId: string }).dbId));
  }
  return { token: String(token), dbs };
}

/** One request after the other; each time that one took. */
async function asked({ token, dbs: [db] }: Tenant): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; await delay(PAUSE_MS)) {
    const from = performance.now();
    const reply = await post('/v1/run', token, { db, sql: 'SELECT 1 AS one' });
    await reply.text();
    if (!reply.ok) throw new Error(`The neighbour got ${reply.status}.`);
    times.push(performance.now() - from);
  }
  return times;
}

const at = (part: number, values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

try {
  const [neighbour, tenant] = [await newTenant(1), await newTenant(DATABASES)];
  for (const db of tenant.dbs) {
    const filled = await post('/v1/run', tenant.token, { db, sql: FILL });
    if (!filled.ok) throw new Error(`No rows: ${await filled.text()}`);
  }
  await asked(neighbour);
  const before = await asked(neighbour);

  const leaving = new AbortController();
  const ended: { code: string; ms: number }[] = [];
  const slow = tenant.dbs.flatMap((db) =>
    Array.from({ length: AT_ONCE }, async () => {
      while (!leaving.signal.aborted) {
        const from = performance.now();
        const reply = await post('/v1/run', tenant.token, { db, sql: SLOW }, leaving.signal).catch(() => null);
        if (reply === null) return;
        const { error } = (await reply.json()) as { error?: { code: string } };
        ended.push({ code: error?.code ?? 'ok', ms: performance.now() - from });
      }
    }),
  );
  await delay(BEGUN_MS);
  const busy = await asked(neighbour);
  // Until the first ones have met their limit.
  for (const end = performance.now() + SLOW_MS; ended.length === 0 && performance.now() < end; ) await delay(PAUSE_MS);
  leaving.abort();
  await Promise.all(slow);
  await delay(BEGUN_MS);
  // Whatever else this machine did meanwhile: the quieter one is what the neighbour is compared with.
  const after = await asked(neighbour);
  const idle = at(0.99, before) < at(0.99, after) ? before : after;

  const codes = new Map<string, number>();
  for (const { code } of ended) codes.set(code, (codes.get(code) ?? 0) + 1);
  console.table([
    { neighbour: 'idle', requests: idle.length, 'p50 ms': at(0.5, idle).toFixed(1), 'p99 ms': at(0.99, idle).toFixed(1) },
    { neighbour: `beside ${slow.length}`, requests: busy.length, 'p50 ms': at(0.5, busy).toFixed(1), 'p99 ms': at(0.99, busy).toFixed(1) },
  ]);
  const told = [...codes].map(([code, times]) => `${times} × ${code}`).join(', ') || 'none';
  const longest = Math.max(0, ...ended.map(({ ms }) => ms));
  console.log(`Slow statements that ended meanwhile: ${told}; the longest after ${(longest / 1_000).toFixed(1)} s.`);
  const ratio = at(0.99, busy) / at(0.99, idle);
  console.log(`A neighbour's p99, beside ${slow.length} slow statements ÷ idle: ${ratio.toFixed(2)} × (< ${MOST} ×)`);
  const haveRun = ended.every(({ code }) => code === 'query_timeout') && ended.length > 0;
  process.exitCode = ratio < MOST && haveRun ? 0 : 1;
} finally {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
