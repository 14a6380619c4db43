import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEngine } from '../src/engines/postgres/engine.ts';
import { type OpenServer, openServer } from '../src/engines/postgres/open-server.ts';
import { administer } from '../src/engines/postgres/server.ts';

/**
 * How long creations, starts, stops and recoveries take on a server that holds many hosted databases, what they take of memory, and how soon the
 * first statement to one that lay idle is answered: `npm run bench:many -- 1000`.
 * A clean stop must be one (nothing to recover at the next start), and a start after it takes at most 5 s.
 */
const count = Number(process.argv[2] ?? 300);
const READY_MS = 5_000;
const AT_ONCE = 6;
/** Of the databases, how many are asked first statements. */
const FIRST = 50;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-many-'));
await chmod(dataDir, 0o755);
const log = { info: () => undefined, warn: console.warn, error: console.error };
const open = (): Promise<OpenServer> => openServer({ databaseUrl: undefined, dataDir, log });

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const from = performance.now();
  const result = await work();
  return [Math.round(performance.now() - from), result];
}

const engineOn = (server: OpenServer) =>
  createPostgresEngine({
    server,
    secret: 'bench-secret-bench-secret-bench-secret',
    guard: () => ({ kind: 'deny', reason: 'Nothing is run here.' }),
    statementTimeoutMs: 30_000,
    poolMax: 16,
    poolMaxPerRole: 8,
    poolWaitMs: 5_000,
  });
const { signal } = new AbortController();

/** The first statement to databases that nobody has used since the server started, one after the other. */
async function firstStatements(server: OpenServer): Promise<number[]> {
  const engine = engineOn(server);
  const times: number[] = [];
  const asked = Math.min(FIRST, count);
  for (let n = 0; n < asked; n++) {
    const dbId = `db_many_${Math.floor((n * count) / asked)}`;
    const [ms] = await timed(() => engine.read({ dbId }, { sql: 'SELECT 1 AS one', params: [] }, { maxRows: 1, signal }));
    times.push(ms);
  }
  await engine.close();
  return times.sort((a, b) => a - b);
}

/** Of the server's processes, each page counted once; null where the system does not tell. */
async function memoryMb(): Promise<number | null> {
  const postmaster = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
  let kilobytes = 0;
  for (const pid of await readdir('/proc').catch(() => [])) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (pid !== postmaster && /^PPid:\s+(\d+)$/m.exec(status)?.[1] !== postmaster) continue;
    const pages = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(pages)?.[1] ?? 0);
  }
  return kilobytes === 0 ? null : Math.round(kilobytes / 1_024);
}

async function make(server: OpenServer): Promise<void> {
  const engine = engineOn(server);
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
  const memory = await memoryMb();
  const [writingMs] = await timed(() => administer(first, 'postgres', (admin) => admin.query('SET statement_timeout = 0; CHECKPOINT')));
  const [stopMs] = await timed(() => first.close());
  const [startMs, second] = await timed(open);
  const recoveriesAfterStop = await recovered();
  const firsts = await firstStatements(second);
  await kill();
  const [recoveryMs, third] = await timed(open);
  await second.close().catch(() => undefined);
  const [secondStopMs] = await timed(() => third.close());
  console.table([
    { what: `a creation, ${AT_ONCE} at a time`, measured: `${Math.round(creationMs / count)} ms` },
    { what: `memory of the server with ${count} databases`, measured: memory === null ? 'not told here' : `${memory} MB` },
    { what: 'until what they left is on the disk, which also happens by itself', measured: `${writingMs} ms` },
    { what: `a stop with ${count} databases`, measured: `${stopMs} ms` },
    { what: 'a start after it', measured: `${startMs} ms` },
    {
      what: 'the first statement to a database that lay idle, p50 and p99',
      measured: `${firsts[Math.floor(firsts.length / 2)]} ms, ${firsts[Math.floor(firsts.length * 0.99)]} ms`,
    },
    { what: 'recoveries at that start', measured: String(recoveriesAfterStop) },
    { what: 'a start after the postmaster was killed', measured: `${recoveryMs} ms` },
    { what: 'a stop after that', measured: `${secondStopMs} ms` },
  ]);
  process.exitCode = startMs <= READY_MS && recoveriesAfterStop === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
