import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEngine } from '../src/engines/postgres/engine.ts';
import { type OpenServer, openServer } from '../src/engines/postgres/open-server.ts';
import { administer } from '../src/engines/postgres/server.ts';

/**
 * How long starts, stops and recoveries take on a server that holds many hosted databases: `npm run bench:many -- 1000`.
 * A clean stop must be one (nothing to recover at the next start), and a start after it takes at most 5 s.
 */
const count = Number(process.argv[2] ?? 300);
const READY_MS = 5_000;
const AT_ONCE = 6;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-many-'));
await chmod(dataDir, 0o755);
const log = { info: () => undefined, warn: console.warn, error: console.error };
const open = (): Promise<OpenServer> => openServer({ databaseUrl: undefined, dataDir, log });

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const from = performance.now();
  const result = await work();
  return [Math.round(performance.now() - from), result];
}

async function make(server: OpenServer): Promise<void> {
  const engine = createPostgresEngine({
    server,
    secret: 'bench-secret-bench-secret-bench-secret',
    guard: () => ({ kind: 'deny', reason: 'Nothing is run here.' }),
    statementTimeoutMs: 30_000,
    poolMax: 16,
    poolMaxPerRole: 8,
    poolWaitMs: 5_000,
  });
  const { signal } = new AbortController();
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await engine.provision({ dbId: `db_many_${n}` }, null, signal);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await engine.close();
}

/** The postmaster alone; its children see that it is gone and end. */
async function kill(): Promise<void> {
  process.kill(Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
}

const recovered = async (): Promise<number> =>
  (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('database system was not properly shut down').length - 1;

try {
  const first = await open();
  const [creationMs] = await timed(() => make(first));
  const [writingMs] = await timed(() => administer(first, 'postgres', (admin) => admin.query('SET statement_timeout = 0; CHECKPOINT')));
  const [stopMs] = await timed(() => first.close());
  const [startMs, second] = await timed(open);
  const recoveriesAfterStop = await recovered();
  await kill();
  const [recoveryMs, third] = await timed(open);
  await second.close().catch(() => undefined);
  const [secondStopMs] = await timed(() => third.close());
  console.table([
    { what: `a creation, ${AT_ONCE} at a time`, measured: `${Math.round(creationMs / count)} ms` },
    { what: 'until what they left is on the disk, which also happens by itself', measured: `${writingMs} ms` },
    { what: `a stop with ${count} databases`, measured: `${stopMs} ms` },
    { what: 'a start after it', measured: `${startMs} ms` },
    { what: 'recoveries at that start', measured: String(recoveriesAfterStop) },
    { what: 'a start after the postmaster was killed', measured: `${recoveryMs} ms` },
    { what: 'a stop after that', measured: `${secondStopMs} ms` },
  ]);
  process.exitCode = startMs <= READY_MS && recoveriesAfterStop === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
