import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { startRedis } from '../test/support/redis.ts';
import { BUILT, type Running, startNode, UNLIMITED } from './children.ts';

/**
 * What a second process of the API on the same PostgreSQL and Redis brings to `POST /v1/run`, for one row by its key and for a page of rows:
 * the rates of one and of two in turn, with the processor time that services, engine, Redis and clients took, since all of them share this
 * machine. On the server of SVC_TEST_DATABASE_URL when it is set. It ends with 1 where two processes do less than they should by what the
 * machine has left for them.
 */
const SETTINGS = {
  ...UNLIMITED,
  SVC_SECRET: 'bench-secret-bench-secret-bench-secret',
  SVC_LOCAL_OWNER: 'on',
  // It is counted, and never met.
  SVC_KEY_RATE_LIMIT: '1000000000',
};
const ROWS = 1_000;
const QUERIES = [
  { what: 'one row', sql: 'SELECT id, name, price FROM items WHERE id = $1', params: [1] },
  { what: `${ROWS} rows`, sql: `SELECT id, name, price FROM items ORDER BY id LIMIT ${ROWS}`, params: [] },
];
const CONNECTIONS = 16;
const SECONDS = 3;
const ROUNDS = 6;
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** Of what the machine would allow. */
const LEAST = 0.9;

const PARTIES = ['services', 'engine', 'redis', 'clients'] as const;
type Cpu = Record<(typeof PARTIES)[number], number>;

/** Fields of a process, from its third: state, parent, … */
const statOf = async (pid: number): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /s, '')
    .trim()
    .split(' ');

/** Seconds of processor time that a process has had, and its children that have ended. */
const cpuOf = async (pid: number): Promise<number> => {
  const fields = await statOf(pid).catch(() => []);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
};

/** Of the server with this postmaster, and its sessions; one that has ended counts with what it had when it was last seen. */
async function cpuOfServer(postmaster: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = await statOf(Number(name)).catch(() => []);
    if (Number(fields[1]) !== postmaster && Number(name) !== postmaster) continue;
    seen.set(Number(name), fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND);
  }
  return [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
}

/** Seconds of each process of the server. */
const seen = new Map<number, number>();

async function postmasterOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const [, parent] = await statOf(rows[0]?.pid ?? 0);
  await client.end();
  return Number(parent);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function post(url: string, path: string, bearer: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

const dataDir = await mkdtemp(join(tmpdir(), 'svc-replicas-'));
await chmod(dataDir, 0o755);
const given = process.env.SVC_TEST_DATABASE_URL;
const own = given ? null : await startEmbeddedPostgres({ dataDir, log: () => undefined });
const { host, port, user, password } = own?.endpoint() ?? { host: '', port: 0, user: '', password: '' };
const url = given ?? `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`;
const redis = await startRedis();
const counters = new Redis(redis.url);
const services: Running[] = [];
try {
  const env = { ...SETTINGS, DATABASE_URL: url, REDIS_URL: redis.url, SVC_DATA_DIR: dataDir };
  for (let n = 0; n < 2; n++) services.push(await startNode([BUILT], env));
  const [first = ''] = services.map((service) => service.url);
  const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const db = String((await post(first, '/v1/databases', owner, { goal: 'track items with name and price' })).dbId);
  const rows = Array.from({ length: ROWS }, (_, n) => ({ name: `item ${n}`, price: n / 4 }));
  await post(first, '/v1/insert', owner, { db, table: 'items', rows });
  const { key } = await post(first, '/v1/keys', owner, { type: 'sk_live' });

  /** Requests that were answered in `SECONDS` by so many services. */
  const load = async (count: number, query: object): Promise<number> => {
    const replies = await Promise.all(
      services.slice(0, count).map((service) =>
        autocannon({
          url: `${service.url}/v1/run`,
          connections: CONNECTIONS / count,
          duration: SECONDS,
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ db, ...query }),
        }),
      ),
    );
    const failed = replies.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0);
    if (failed > 0) throw new Error(`${failed} requests failed.`);
    return replies.reduce((sum, reply) => sum + reply['2xx'], 0);
  };
  const postmaster = await postmasterOf(url);
  const cpuNow = async (): Promise<Cpu> => {
    const info = await counters.info('cpu');
    const ofRedis = [/used_cpu_sys:([\d.]+)/, /used_cpu_user:([\d.]+)/].reduce((sum, part) => sum + Number(part.exec(info)?.[1]), 0);
    const ofServices = await Promise.all(services.map(({ pid }) => cpuOf(pid)));
    const engine = await cpuOfServer(postmaster);
    return { services: ofServices.reduce((sum, one) => sum + one, 0), engine, redis: ofRedis, clients: await cpuOf(process.pid) };
  };

  for (const { what, ...query } of QUERIES) {
    for (const count of [1, 2, 2]) await load(count, query);
    const rates = { 1: [] as number[], 2: [] as number[] };
    const cpu: Record<1 | 2, Cpu> = { 1: zero(), 2: zero() };
    const answered = { 1: 0, 2: 0 };
    for (let round = 0; round < ROUNDS; round++)
      for (const count of [1, 2] as const) {
        const before = await cpuNow();
        const requests = await load(count, query);
        const after = await cpuNow();
        for (const party of PARTIES) cpu[count][party] += after[party] - before[party];
        rates[count].push(requests / SECONDS);
        answered[count] += requests;
      }
    const cores = availableParallelism();
    const costOf = (count: 1 | 2, parties: readonly (keyof Cpu)[] = PARTIES) =>
      (parties.reduce((sum, party) => sum + cpu[count][party], 0) * 1_000) / answered[count];
    console.table(
      ([1, 2] as const).map((count) => ({
        processes: count,
        'requests/s': Math.round(median(rates[count])),
        ...Object.fromEntries(PARTIES.map((party) => [`${party}: s/1,000`, costOf(count, [party]).toFixed(3)])),
        'processors at work': Object.values(cpu[count])
          .reduce((sum, one) => sum + one / SECONDS / ROUNDS, 0)
          .toFixed(2),
      })),
    );
    const ratio = median(rates[2].map((rate, round) => rate / (rates[1][round] ?? Number.NaN)));
    // One process is one processor's at the most, and all parties together those of the machine.
    const [oneMost, twoMost] = [1, 2].map((processes) => Math.min(processes / costOf(1, ['services']), cores / costOf(1)));
    const ceiling = (twoMost ?? 0) / (oneMost ?? 1);
    console.log(
      `/v1/run, ${what}, two processes ÷ one: ${ratio.toFixed(2)} ×; ${cores} processors that all parties share allow ${ceiling.toFixed(2)} ×.`,
    );
    if (ratio < LEAST * ceiling) process.exitCode = 1;
  }
} finally {
  for (const service of services) await service.stop();
  counters.disconnect();
  await redis.stop();
  await own?.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function zero(): Cpu {
  return { services: 0, engine: 0, redis: 0, clients: 0 };
}
