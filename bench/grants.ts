import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newKeyText } from '../src/accounts/key-text.ts';
import { startMailServer } from '../test/support/mail.ts';
import { newBrowser, tokenOf } from '../test/support/signed-in.ts';
import { startNode, UNLIMITED } from './children.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const ROUNDS = 30;
const TIMINGS = 400;
const TARGET_MS = 1_000;
const SHORT = 'SELECT 1';
/** Some ten seconds of work. */
const LONG = 'SELECT count(*) FROM generate_series(1, 9000) a, generate_series(1, 9000) b WHERE (a * b) % 7 = 1';
const EMAIL = 'grantee@example.com';

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(url: string, method: string, path: string, bearer: string, body?: object): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, unknown> };
}

/** How late a revoked grant is still of use at another service than the one that revoked it: for new statements, and for one that runs. */
async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const mail = await startMailServer();
  const settings = { ...UNLIMITED, SVC_KEY_RATE_LIMIT: '0', SVC_DATA_DIR: dataDir, SVC_SMTP_URL: mail.url };
  const one = await startNode(['--import', 'tsx', MAIN], settings);
  const twin = await startNode(['--import', 'tsx', MAIN], settings);
  try {
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    const db = String((await call(one.url, 'POST', '/v1/databases', owner, { goal: 'track tea with name and price' })).body.dbId);
    const browser = newBrowser(one);
    await browser.send('POST', '/v1/auth/email', { body: { email: EMAIL } });
    await browser.send('POST', '/v1/auth/email/verify', { body: { token: tokenOf((await mail.letterTo(EMAIL)).link) } });
    const grantee = String((await browser.send('POST', '/v1/keys', { body: { type: 'sk_live' } })).json().key);
    await tellApart({ url: one.url, owner, stranger: grantee, db });
    const late: number[] = [];
    const ended: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await revokeOne({ one: one.url, twin: twin.url, owner, grantee, db });
      late.push(measured.lateMs);
      ended.push(measured.endedMs);
    }
    for (const [what, values] of [
      ['the last new statement that succeeded began', late],
      ['a statement of ten seconds had its error', ended],
    ] as const)
      console.log(`After the reply to the revocation ${what} ${figures(values)} (${ROUNDS} revocations, p50, longest).`);
    process.exitCode = Math.max(...late, ...ended) <= TARGET_MS ? 0 : 1;
  } finally {
    await twin.stop();
    await one.stop();
    await mail.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Whether the time of a refusal tells what is there from what is not: to a stranger, and to who guesses keys. The two take turns. */
async function tellApart({ url, owner, stranger, db }: { url: string; owner: string; stranger: string; db: string }): Promise<void> {
  const granted = await call(url, 'POST', '/v1/grants', owner, { dbId: db, granteeEmail: 'nobody@example.com', scope: ['teas'] });
  const revoked = (await call(url, 'POST', '/v1/keys', owner, { type: 'sk_live' })).body;
  await call(url, 'DELETE', `/v1/keys/${String(revoked.id)}`, owner);
  const run = (of: string) => () => call(url, 'POST', '/v1/run', stranger, { db: of, sql: SHORT });
  const usage = (of: string) => () => call(url, 'GET', `/v1/grants/${of}/usage`, stranger);
  const list = (bearer: () => string) => () => call(url, 'GET', '/v1/databases', bearer());
  const pairs: [string, () => Promise<Reply>, () => Promise<Reply>][] = [
    ["somebody else's database, and none", run(db), run('db_nothing_aaaaaaaa')],
    ["somebody else's grant, and none", usage(String(granted.body.id)), usage(randomUUID())],
    ['a revoked key, and one that never was', list(() => String(revoked.key)), list(() => newKeyText('sk_live_'))],
  ];
  for (const [what, there, nowhere] of pairs) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TIMINGS; turn++)
      for (const [at, ask] of [there, nowhere].entries()) {
        const from = performance.now();
        if ((await ask()).status < 400) throw new Error(`Not refused: ${what}`);
        times[at]?.push(performance.now() - from);
      }
    const [one, other] = times.map((some) => some.sort((a, b) => a - b)[TIMINGS / 2] ?? Number.NaN);
    console.log(`Refused: ${what}: ${((one ?? 0) / (other ?? 1)).toFixed(2)} × (p50 ${one?.toFixed(2)} and ${other?.toFixed(2)} ms).`);
  }
}

interface Parties {
  readonly one: string;
  readonly twin: string;
  readonly owner: string;
  readonly grantee: string;
  readonly db: string;
}

/** Milliseconds after the reply to the revocation; below zero is before it. */
async function revokeOne({ one, twin, owner, grantee, db }: Parties): Promise<{ lateMs: number; endedMs: number }> {
  const minted = await call(one, 'POST', '/v1/grants', owner, { dbId: db, granteeEmail: EMAIL, scope: ['teas'] });
  if (minted.status !== 201 && minted.status !== 200) throw new Error(`No grant: ${JSON.stringify(minted.body)}`);
  const run = (sql: string) => call(twin, 'POST', '/v1/run', grantee, { db, sql });
  let revokedAt = Number.POSITIVE_INFINITY;
  let lateMs = 0;
  let isOver = false;
  const going = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await run(SHORT);
      if (status === 200 && startedAt > revokedAt) lateMs = Math.max(lateMs, startedAt - revokedAt);
    }
  })();
  let endedAt = Number.NaN;
  const long = run(LONG).then(({ status }) => {
    if (status === 200) throw new Error('The statement came to its end.');
    endedAt = performance.now();
  });
  await delay(500);
  await call(one, 'DELETE', `/v1/grants/${String(minted.body.id)}`, owner);
  revokedAt = performance.now();
  await long;
  await delay(300);
  isOver = true;
  await going;
  return { lateMs, endedMs: endedAt - revokedAt };
}

function figures(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, ${sorted.at(-1)?.toFixed(0)} ms`;
}

await bench();
