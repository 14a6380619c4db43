import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createServiceTokens } from '../../../src/lib/service-token.ts';
import { startRedis } from '../../support/redis.ts';
import { embeddedUrl } from '../burst.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { asOwner, type Ground, type Kind } from './ground.ts';
import { LIMIT_RACES, RACE_LIMITS } from './limits.ts';
import { ONCE_RACES } from './once.ts';

const SERVICE_SECRET = 'races-service-secret-races-service-secret';
const KINDS = [...ONCE_RACES, ...LIMIT_RACES];

interface Run {
  readonly kind: string;
  readonly races: number;
  readonly wrongs: readonly string[];
  readonly seconds: number;
}

/**
 * Two services on one PostgreSQL and one Redis, and several who want the same of both at once: what a limit lets in, and what is done once, is
 * counted in each race. On the server of SVC_TEST_DATABASE_URL when it is set.
 */
export async function races(
  env: Readonly<Record<string, string>> & { readonly SVC_SECRET: string },
  freePort: () => Promise<number>,
  count: number,
): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-races-'));
  await chmod(dataDir, 0o755);
  const redis = await startRedis();
  const counters = new Redis(redis.url);
  const external = process.env.SVC_TEST_DATABASE_URL;
  const settings = {
    ...{ ...env, ...RACE_LIMITS, SVC_DATA_DIR: dataDir, REDIS_URL: redis.url, SVC_LOCAL_OWNER: 'on', SVC_SERVICE_SECRET: SERVICE_SECRET },
    ...(external ? { DATABASE_URL: external } : {}),
  };
  const services: ServiceProcess[] = [];
  try {
    for (const port of [await freePort(), await freePort()]) services.push(await startProcess(port, settings));
    const control = new pg.Pool({ connectionString: external ?? (await embeddedUrl(dataDir)) });
    const ground = await groundOf(services, { dataDir, control, secret: env.SVC_SECRET, forgetCalls: () => counters.flushall() });
    const runs: Run[] = [];
    for (const kind of KINDS) runs.push(await run(kind, ground, count));
    console.table(runs.map(({ wrongs, ...rest }) => ({ ...rest, wrong: wrongs.length })));
    console.log(
      `${runs.reduce((sum, { races: own }) => sum + own, 0)} races on ${external ? 'the server that is given' : 'the embedded server'}`,
    );
    await control.end();
    return runs.flatMap(({ kind, wrongs }) => wrongs.slice(0, 10).map((wrong) => `${kind}: ${wrong}`));
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    counters.disconnect();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function groundOf(
  services: readonly ServiceProcess[],
  { dataDir, ...rest }: Pick<Ground, 'control' | 'secret' | 'forgetCalls'> & { readonly dataDir: string },
): Promise<Ground> {
  const urls = services.map(({ url }) => url);
  const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const ground = { urls, owner, db: '', services: createServiceTokens(SERVICE_SECRET), ...rest };
  const db = String((await asOwner(ground, '/v1/databases', { goal: 'track notes with title' })).dbId);
  await asOwner(ground, '/v1/insert', { db, table: 'events', rows: { name: 'first' } });
  await asOwner(ground, '/v1/insert', { db, table: 'counters', rows: { name: 'first', n: 0 } });
  return { ...ground, db };
}

async function run({ name, share, lanes, open }: Kind, ground: Ground, count: number): Promise<Run> {
  const shares = KINDS.reduce((sum, kind) => sum + kind.share, 0);
  const due = Math.max(1, Math.ceil((count * share) / shares));
  const from = performance.now();
  const wrongs: string[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: Math.min(lanes, due) }, async () => {
      const race = await open(ground);
      while (begun < due) {
        begun += 1;
        wrongs.push(...(await race()));
      }
    }),
  );
  return { kind: name, races: begun, wrongs, seconds: Math.round((performance.now() - from) / 1_000) };
}
