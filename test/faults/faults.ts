import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { burst } from './burst.ts';
import { TROUBLES, type Trouble } from './chaos.ts';
import { type Clients, sendOnce, startClients } from './clients.ts';
import { fullDisk } from './full-disk.ts';
import { openHistory, wrongsOf } from './history.ts';
import { killedStarts } from './killed-starts.ts';
import { startOwnerWork } from './owner-work.ts';
import { races } from './races/races.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    clients: { type: 'string', default: '6' },
    races: { type: 'string', default: '200' },
    creations: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
});
const PAUSE_MS = 700;
/** Limits of one caller would be met before the faults are. */
const LIFTED = {
  SVC_SECRET: 'faults-secret-faults-secret-faults-secret',
  SVC_LOG_LEVEL: 'silent',
  SVC_ANON_BUDGET: '0',
  SVC_ANON_DATABASES: '0',
  SVC_ANON_MB: '0',
  SVC_ANON_RATE_LIMIT: '0',
  SVC_ANON_SESSIONS_PER_HOUR: '0',
};

/**
 * Two services on one embedded server and one Redis, clients that write, confirm, import and revoke with keys, drop sockets and send again until
 * they know, and one trouble after the other. In the end the rows are held against what the clients saw. It ends with 1 when a write was lost or done twice, when an
 * id was given twice, or when a replayed reply differs.
 */
async function faults(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  await chmod(dataDir, 0o755);
  const redis = await startRedis();
  const env = { SVC_DATA_DIR: dataDir, REDIS_URL: redis.url, SVC_LOCAL_OWNER: 'on', ...LIFTED };
  const services: ServiceProcess[] = [];
  try {
    for (const port of [await freePort(), await freePort()]) services.push(await startProcess(port, env));
    const urls = services.map(({ url }) => url);
    const history = openHistory();
    const clients = await startClients(urls, Number(options.clients), history);
    const owner = await startOwnerWork(urls, dataDir);
    const struck = await strikeUntil(Date.now() + Number(options.seconds) * 1_000, { services, dataDir, redis });
    for (const service of services) await service.ensure();
    await Promise.all([clients.stop(), owner.stop()]);

    const stored = await storedRows(urls[0] ?? '', clients);
    const wrongs = [
      ...wrongsOf(history, stored.markers, clients.deleted),
      ...clients.wrongs,
      ...owner.wrongs,
      ...wrongCounter(stored.counter, clients),
      ...[...clients.refusals].map(([what, times]) => `${times} × refused for good, although only faults were in the way: ${what}`),
      ...(await wrongReplays(urls, clients)),
    ];
    const outcomes = { acknowledged: 0, refused: 0, unknown: 0 };
    for (const { outcome } of history.all) outcomes[outcome] += 1;
    console.table([...struck].map(([trouble, times]) => ({ trouble, times })));
    console.table([
      {
        ...{
          ...outcomes,
          increments: clients.increments.acknowledged,
          replayed: clients.acknowledged.length,
          deleted: clients.deleted.size,
        },
        ...{ confirmed: clients.confirmed(), imported: owner.imported(), revoked: owner.revoked() },
      },
    ]);
    for (const wrong of wrongs.slice(0, 50)) console.log(`WRONG: ${wrong}`);
    console.log(wrongs.length === 0 ? 'Nothing was lost, nothing was written twice, no id was given twice.' : `${wrongs.length} wrongs.`);
    if (outcomes.acknowledged === 0) throw new Error('No write was acknowledged: nothing was shown.');
    process.exitCode = wrongs.length === 0 ? 0 : 1;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function strikeUntil(
  end: number,
  { services, dataDir, redis }: { services: readonly ServiceProcess[]; dataDir: string; redis: TestRedis },
): Promise<Map<string, number>> {
  const struck = new Map<string, number>();
  const troubles: readonly Trouble[] = TROUBLES.filter(({ name }) => options.only === undefined || name.includes(options.only));
  for (let turn = 0; Date.now() < end; turn++) {
    const trouble = troubles[turn % troubles.length];
    if (!trouble) break;
    await trouble.strike(services, dataDir, redis);
    struck.set(trouble.name, (struck.get(trouble.name) ?? 0) + 1);
    await delay(PAUSE_MS * (0.5 + Math.random()));
  }
  return struck;
}

async function storedRows(url: string, { db, token }: Clients): Promise<{ markers: Map<string, number>; counter: number }> {
  const read = async (sql: string): Promise<string> => {
    const reply = await fetch(`${url}/v1/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson', authorization: `Bearer ${token}` },
      body: JSON.stringify({ db, sql }),
    });
    if (!reply.ok) throw new Error(`The rows cannot be read: ${await reply.text()}`);
    return await reply.text();
  };
  const rows = (await read('SELECT name, count(*)::int AS n FROM events GROUP BY name')).trim().split('\n');
  const markers = new Map(
    rows.map((line) => {
      const { name, n } = JSON.parse(line) as { name: string; n: number };
      return [name, n] as const;
    }),
  );
  return { markers, counter: (JSON.parse(await read("SELECT n::int AS n FROM counters WHERE name = 'one'")) as { n: number }).n };
}

function wrongCounter(counter: number, { increments: { acknowledged, unknown } }: Clients): string[] {
  return counter >= acknowledged && counter <= acknowledged + unknown
    ? []
    : [`the counter is ${counter} after ${acknowledged} acknowledged increments and ${unknown} of unknown outcome`];
}

/** Every acknowledged request, sent once more, gets the bytes that it got. */
async function wrongReplays(urls: readonly string[], { acknowledged, token }: Clients): Promise<string[]> {
  const wrongs: string[] = [];
  for (const [index, { text, ...request }] of acknowledged.entries()) {
    const again = await sendOnce(urls[index % urls.length] ?? '', { ...request, token });
    if (!again.replayed) wrongs.push(`${request.path} with key ${request.key} was done again (${again.status})`);
    else if (again.text !== text) wrongs.push(`${request.path} with key ${request.key} was answered with other bytes`);
  }
  return wrongs;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Each in turn; `--only` picks those whose name has the word, or troubles of the first. */
const PARTS: readonly { readonly name: string; readonly run: () => Promise<readonly string[]> }[] = [
  { name: 'burst of creations', run: () => burst(LIFTED, { freePort, creations: Number(options.creations) }) },
  { name: 'full disk', run: () => fullDisk(LIFTED, freePort) },
  { name: 'races', run: () => races(LIFTED, freePort, Number(options.races)) },
  { name: 'first starts cut short', run: () => killedStarts(LIFTED, freePort) },
];

const isPicked = (name: string) => options.only === undefined || name.includes(options.only);
if (TROUBLES.some(({ name }) => isPicked(name))) await faults();
for (const { name, run } of PARTS.filter((part) => isPicked(part.name))) {
  const from = performance.now();
  const wrongs = await run();
  for (const wrong of wrongs) console.log(`WRONG: ${wrong}`);
  console.log(
    `${name}: ${wrongs.length === 0 ? 'nothing wrong' : `${wrongs.length} wrongs`} (${Math.round((performance.now() - from) / 1_000)} s)`,
  );
  if (wrongs.length > 0) process.exitCode = 1;
}
