import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAccountAccess } from '../src/accounts/access.ts';
import { createKeyHash } from '../src/accounts/key-hash.ts';
import { newKeyText } from '../src/accounts/key-text.ts';
import { createRunning } from '../src/accounts/running.ts';
import { LIMITS } from '../src/contract/limits.ts';
import type { FoundKey, Keys } from '../src/store/keys.ts';
import { type MailServer, startMailServer } from '../test/support/mail.ts';
import { newBrowser, type TestBrowser, tokenOf } from '../test/support/signed-in.ts';
import { MAIN, startNode, UNLIMITED } from './children.ts';
import { type KeptConnection, keepConnection } from './keep-alive.ts';

const KEYS = 80;
const LOOK_UP_ROUNDS = 6;
/** Longer than a look-up is kept. */
const FORGOTTEN_MS = 1_000;
/** Its reply is short, and costs one look-up, so that what precedes it counts. */
const ROUTE = '/v1/auth/session';
const CONNECTIONS = 64;
/** Requests a second while keys are revoked, if `--rate` says no other number. */
const RATE = 1_000;
const TICK_MS = 5;
const REVOKERS = 4;
/** Of the keys that are used: how many are still to be revoked, and how long ago the others were. */
const AHEAD = 100;
const WATCHED_MS = 1_500;
const RESOLVES = 50_000;

const { round } = Math;
const p50 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * What a key check costs, and how late a revoked key is still taken by another service than the one that revoked it.
 * `--keys`: how many are revoked; `--rate`: how many requests a second there are meanwhile.
 */
async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { keys: { type: 'string', default: '640' }, rate: { type: 'string', default: String(RATE) } } });
  console.log(`A check of a key that was looked up lately: p50 ${(await cachedCheckUs()).toFixed(1)} µs, without HTTP around it.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const mail = await startMailServer();
  const settings = { ...UNLIMITED, SVC_KEY_RATE_LIMIT: '0', SVC_DATA_DIR: dataDir, SVC_SMTP_URL: mail.url };
  const one = await startNode(['--import', 'tsx', MAIN], settings);
  const twin = await startNode(['--import', 'tsx', MAIN], settings);
  const connections = Array.from({ length: CONNECTIONS }, () => keepConnection(twin.url));
  try {
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    await lookUps(await mintKeys((path, body) => post(one.url, path, owner, body), KEYS), owner, connections);
    const browsers = await signIn(one, mail, Math.ceil(Number(values.keys) / LIMITS.keysMax));
    await revocations(browsers, Number(values.keys), { connections, rate: Number(values.rate) });
  } finally {
    for (const connection of connections) connection.close();
    await twin.stop();
    await one.stop();
    await mail.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Minted {
  readonly id: string;
  readonly key: string;
}

type Post = (path: string, body: object) => Promise<unknown>;

const post = async (url: string, path: string, bearer: string, body: object): Promise<unknown> =>
  await (
    await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

async function mintKeys(send: Post, count: number): Promise<Minted[]> {
  const keys: Minted[] = [];
  while (keys.length < count) {
    const minted = (await send('/v1/keys', { type: 'sk_live' })) as Minted;
    if (!minted.key) throw new Error(`No key: ${JSON.stringify(minted)}`);
    keys.push(minted);
  }
  return keys;
}

/** Browsers of as many accounts. */
async function signIn(service: { readonly url: string }, mail: MailServer, count: number): Promise<TestBrowser[]> {
  const browsers: TestBrowser[] = [];
  for (let n = 0; n < count; n++) {
    const browser = newBrowser(service);
    const email = `account-${n}@example.com`;
    await browser.send('POST', '/v1/auth/email', { body: { email } });
    await browser.send('POST', '/v1/auth/email/verify', { body: { token: tokenOf((await mail.letterTo(email)).link) } });
    browsers.push(browser);
  }
  return browsers;
}

/**
 * The same request with a key that has to be looked up, with one that was looked up a moment ago, and with the credential of the owner of
 * the machine, which is compared and not looked up.
 */
async function lookUps(keys: readonly Minted[], owner: string, [connection]: readonly KeptConnection[]): Promise<void> {
  const timed = async (bearer: string): Promise<number> => {
    const from = performance.now();
    const status = await connection?.get(ROUTE, bearer);
    if (status !== 200) throw new Error(`A key is not taken: ${status}.`);
    return performance.now() - from;
  };
  const [fresh, cached, without]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= LOOK_UP_ROUNDS; round++) {
    for (const { key } of keys) {
      // Each in its turn, so that what comes before is the same for those that are compared.
      const [first, second, third, fourth] = [await timed(key), await timed(owner), await timed(key), await timed(owner)];
      // The first round warms up.
      if (round === 0) continue;
      fresh.push(first);
      cached.push(third);
      without.push(second, fourth);
    }
    await delay(FORGOTTEN_MS);
  }
  const base = p50(without);
  const more = (values: readonly number[]): string => `${(p50(values) / base).toFixed(2)} ×, ${(p50(values) - base).toFixed(2)} ms more`;
  console.log(`GET ${ROUTE}, p50: without a key ${base.toFixed(2)} ms; key cached ${more(cached)}; key looked up ${more(fresh)}.`);
}

interface Tracked extends Minted {
  readonly browser: TestBrowser;
  wasTaken: boolean;
  /** When the reply to the revocation was there. */
  revokedAt: number | null;
}

interface Load {
  readonly connections: readonly KeptConnection[];
  readonly rate: number;
}

/** Half of the requests have a key that was revoked a moment ago, half one of those that are next, while all are revoked one after the other. */
async function revocations(browsers: readonly TestBrowser[], count: number, { connections, rate }: Load): Promise<void> {
  const minted = await Promise.all(
    browsers.map(async (browser, n) => {
      const send: Post = async (path, body) => (await browser.send('POST', path, { body })).json();
      const share = Math.min(LIMITS.keysMax, count - n * LIMITS.keysMax);
      return (await mintKeys(send, share)).map((key): Tracked => ({ ...key, browser, wasTaken: false, revokedAt: null }));
    }),
  );
  const keys = minted.flat();
  let [requests, afterwards, latest, isOver] = [0, 0, 0, false];
  /** The next to be revoked, and the first of those that were revoked a moment ago. */
  let [next, first] = [0, 0];
  const one = (from: number, to: number): Tracked | undefined =>
    to > from ? keys[from + Math.floor(Math.random() * (to - from))] : undefined;
  const pick = (): Tracked | undefined => {
    const gone = performance.now() - WATCHED_MS;
    while ((keys[first]?.revokedAt ?? Number.POSITIVE_INFINITY) < gone) first += 1;
    const isRevoked = Math.random() < 0.5;
    return (
      (isRevoked ? one(first, Math.min(keys.length, next)) : one(next, Math.min(keys.length, next + AHEAD))) ?? one(first, keys.length)
    );
  };
  const use = async (connection: KeptConnection, tracked: Tracked): Promise<void> => {
    const startedAt = performance.now();
    const status = await connection.get(ROUTE, tracked.key);
    if (status !== 200 && status !== 401) throw new Error(`A request ended with ${status}.`);
    requests += 1;
    if (status !== 200) return;
    tracked.wasTaken = true;
    if (tracked.revokedAt === null || startedAt <= tracked.revokedAt) return;
    afterwards += 1;
    latest = Math.max(latest, startedAt - tracked.revokedAt);
  };
  /** As many requests as are due by now, as far as there are connections that wait for none. */
  const load = async (): Promise<void> => {
    const free = [...connections];
    let failure: unknown = null;
    const from = performance.now();
    for (let sent = 0; !isOver || free.length < connections.length; ) {
      if (failure !== null) throw failure;
      const due = isOver ? 0 : ((performance.now() - from) / 1_000) * rate;
      for (; sent < due && free.length > 0; sent++) {
        const [connection, tracked] = [free.pop(), pick()];
        if (!connection || !tracked) return;
        use(connection, tracked).then(
          () => free.push(connection),
          (error: unknown) => {
            failure = error;
          },
        );
      }
      await delay(TICK_MS);
    }
  };
  const revoker = async (): Promise<void> => {
    for (let tracked = keys[next++]; tracked; tracked = keys[next++]) {
      const { status, text } = await tracked.browser.send('DELETE', `/v1/keys/${tracked.id}`);
      if (status !== 200) throw new Error(`Not revoked: ${text}`);
      tracked.revokedAt = performance.now();
    }
  };
  const from = performance.now();
  const loading = load();
  await Promise.race([loading, Promise.all(Array.from({ length: REVOKERS }, revoker))]);
  // Those that were revoked last are used for as long as the others.
  await Promise.race([loading, delay(WATCHED_MS)]);
  isOver = true;
  await loading;
  const seconds = (performance.now() - from) / 1_000;
  const taken = keys.filter(({ wasTaken }) => wasTaken).length;
  console.log(
    `${keys.length} keys of ${browsers.length} accounts revoked on one service in ${round(seconds)} s while another got ${requests} requests ` +
      `(${round(requests / seconds)} a second of ${rate} wanted) and took ${taken} of the keys before: ` +
      `${afterwards} that began after the reply to the revocation succeeded, the last of them ${latest.toFixed(1)} ms after it.`,
  );
  process.exitCode = latest < LIMITS.revocationMaxMs ? 0 : 1;
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
    dbIds: null,
    deviceId: null,
    origins: [],
  };
  const keys = { find: async () => found } as unknown as Keys;
  const uses = { note: () => undefined, close: async () => undefined };
  const access = createAccountAccess({
    keys,
    hash,
    running: createRunning(),
    uses,
    findByToken: async () => ({ refused: 'unknown' }),
    owner: null,
    log: console,
  });
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
