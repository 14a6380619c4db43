import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccountAccess } from '../src/accounts/access.ts';
import { createKeyHash } from '../src/accounts/key-hash.ts';
import { newKeyText } from '../src/accounts/key-text.ts';
import { createRunning } from '../src/accounts/running.ts';
import type { FoundKey, Keys } from '../src/store/keys.ts';
import { startNode } from './children.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const KEYS = 80;
const LOOK_UP_ROUNDS = 6;
/** Longer than a look-up is kept. */
const FORGOTTEN_MS = 1_000;
const WAVES = 8;
const CALLERS = 24;
const RESOLVES = 50_000;
const SETTINGS = { SVC_KEY_RATE_LIMIT: '0', SVC_LOG_LEVEL: 'warn', SVC_PORT: '0' };

const { round } = Math;
const p50 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What a key check costs, and how late a revoked key is still taken by another service than the one that revoked it. */
async function bench(): Promise<void> {
  console.log(`A check of a key that was looked up lately: p50 ${(await cachedCheckUs()).toFixed(1)} µs, without HTTP around it.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const one = await startNode(['--import', 'tsx', MAIN], { ...SETTINGS, SVC_DATA_DIR: dataDir });
  const twin = await startNode(['--import', 'tsx', MAIN], { ...SETTINGS, SVC_DATA_DIR: dataDir });
  try {
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    const calls = callsTo(one.url, twin.url, owner);
    await lookUps(calls);
    await revocations(calls);
  } finally {
    await twin.stop();
    await one.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Minted {
  readonly id: string;
  readonly key: string;
}

function callsTo(url: string, twinUrl: string, owner: string) {
  const send = (at: string, method: string, path: string, bearer: string, body?: object) =>
    fetch(`${at}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    mint: async (): Promise<Minted> => (await (await send(url, 'POST', '/v1/keys', owner, { type: 'sk_live' })).json()) as Minted,
    revoke: async (id: string): Promise<void> => void (await (await send(url, 'DELETE', `/v1/keys/${id}`, owner)).text()),
    /** Of the twin. Its reply is short, so that what precedes it counts. */
    use: async (bearer: string): Promise<number> => {
      const reply = await send(twinUrl, 'GET', '/v1/databases', bearer);
      await reply.text();
      return reply.status;
    },
  };
}

type Calls = ReturnType<typeof callsTo>;

async function lookUps({ mint, revoke, use }: Calls): Promise<void> {
  const keys: Minted[] = [];
  for (let n = 0; n < KEYS; n++) keys.push(await mint());
  const timed = async (bearer: string): Promise<number> => {
    const from = performance.now();
    if ((await use(bearer)) !== 200) throw new Error('A key is not taken.');
    return performance.now() - from;
  };
  const fresh: number[] = [];
  const cached: number[] = [];
  for (let each = 0; each <= LOOK_UP_ROUNDS; each++) {
    for (const { key } of keys) {
      const [first, second] = [await timed(key), await timed(key)];
      // The first round warms up.
      if (each > 0) fresh.push(first);
      if (each > 0) cached.push(second);
    }
    await new Promise((done) => setTimeout(done, FORGOTTEN_MS));
  }
  const [a, b] = [p50(fresh), p50(cached)];
  console.log(
    `GET /v1/databases: looked up ${a.toFixed(2)} ms, cached ${b.toFixed(2)} ms (p50): ${(a / b).toFixed(2)} ×, ${(a - b).toFixed(2)} ms more.`,
  );
  for (const { id } of keys) await revoke(id);
}

/** Callers go through the keys of a wave without pause while all of them are revoked. */
async function revocations({ mint, revoke, use }: Calls): Promise<void> {
  let requests = 0;
  let latest = 0;
  let afterwards = 0;
  const from = performance.now();
  for (let wave = 0; wave < WAVES; wave++) {
    const keys: Minted[] = [];
    for (let n = 0; n < KEYS; n++) keys.push(await mint());
    const revokedAt = new Map<string, number>();
    let isOver = false;
    const caller = async (first: number): Promise<void> => {
      for (let n = first; !isOver; n++) {
        const { id, key } = keys[n % KEYS] as Minted;
        const startedAt = performance.now();
        const status = await use(key);
        requests += 1;
        const at = revokedAt.get(id);
        if (status !== 200 || at === undefined || startedAt <= at) continue;
        afterwards += 1;
        latest = Math.max(latest, startedAt - at);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, n) => caller(n * 3));
    for (const { id } of keys) {
      await revoke(id);
      revokedAt.set(id, performance.now());
    }
    await new Promise((done) => setTimeout(done, FORGOTTEN_MS));
    isOver = true;
    await Promise.all(callers);
  }
  const seconds = (performance.now() - from) / 1_000;
  console.log(
    `${WAVES * KEYS} keys revoked on one service while another got ${requests} requests (${round(requests / seconds)} a second): ` +
      `${afterwards} that began after the reply to the revocation succeeded, the last of them ${latest.toFixed(1)} ms after it.`,
  );
  process.exitCode = latest < 1_000 ? 0 : 1;
}

/** The check alone, on a key that is there. */
async function cachedCheckUs(): Promise<number> {
  const hash = createKeyHash({ present: 'a-pepper-for-the-bench-0123456789abcdef', previous: null });
  const key = newKeyText('sk_live_');
  const found: FoundKey = {
    id: randomUUID(),
    hash: hash.of(key),
    type: 'sk_live',
    accountId: randomUUID(),
    access: 'write',
    confirm: null,
    dbId: null,
    origins: [],
  };
  const keys = { find: async () => found } as unknown as Keys;
  const uses = { note: () => undefined, close: async () => undefined };
  const access = createAccountAccess({ keys, hash, running: createRunning(), uses, owner: null, log: console });
  const arrival = { isLocal: true, audience: '' };
  const times: number[] = [];
  for (let n = 0; n < RESOLVES; n++) {
    const from = performance.now();
    await access.resolve(key, arrival);
    times.push((performance.now() - from) * 1_000);
  }
  access.close();
  return p50(times.slice(RESOLVES / 10));
}

await bench();
