import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { call } from './call.ts';
import { serverProcesses } from './chaos.ts';
import { startProcess } from './service-process.ts';

const ROUNDS = 20;

interface Options {
  readonly freePort: () => Promise<number>;
  /** How many at once. */
  readonly creations: number;
}

/**
 * Many creations at once, sent again with their keys until each is done: none ends as anything but created or overloaded,
 * and the server has then no database and no login beside theirs. On the server of SVC_TEST_DATABASE_URL when it is set.
 */
export async function burst(env: Record<string, string>, { freePort, creations }: Options): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-burst-'));
  await chmod(dataDir, 0o755);
  const external = process.env.SVC_TEST_DATABASE_URL;
  const service = await startProcess(await freePort(), { ...env, SVC_DATA_DIR: dataDir, ...(external ? { DATABASE_URL: external } : {}) });
  try {
    const first = await call(service.url, '/v1/databases', { goal: 'track cats with name' }, {});
    const made = new Set([String(first.body.dbId)]);
    let keys = Array.from({ length: creations }, () => randomUUID());
    const wrongs: string[] = [];
    const met = new Map<string, number>();
    for (let round = 0; keys.length > 0 && round < ROUNDS; round++) {
      const replies = await Promise.all(
        keys.map(async (key) => ({
          key,
          ...(await call(service.url, '/v1/databases', { goal: 'track cats with name' }, { key, token: first.token ?? '' })),
        })),
      );
      for (const { code, body } of replies) {
        if (code === null) made.add(String(body.dbId));
        else if (code !== 'overloaded') wrongs.push(`a creation ended as ${code}`);
        met.set(code ?? 'created', (met.get(code ?? 'created') ?? 0) + 1);
      }
      keys = replies.filter(({ code }) => code !== null).map(({ key }) => key);
      if (keys.length > 0) await delay(1_000);
    }
    console.table([Object.fromEntries(met)]);
    if (keys.length > 0) wrongs.push(`${keys.length} creations were never done`);
    return [...wrongs, ...(await leftBehind(external ?? (await embeddedUrl(dataDir)), made))];
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function leftBehind(url: string, made: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; id: string }>(
    `SELECT datname AS name, datname AS id FROM pg_database WHERE starts_with(datname, 'db_')
     UNION ALL SELECT rolname, left(rolname, -2) FROM pg_roles WHERE starts_with(rolname, 'db_')`,
  );
  await client.end();
  const strangers = rows.filter(({ id }) => !made.has(id)).map(({ name }) => `left behind: ${name}`);
  const complete = rows.length - strangers.length === made.size * 4;
  return complete ? strangers : [...strangers, `${rows.length} databases and logins for ${made.size} creations, each of which has four`];
}

/** Of the embedded server, as its superuser. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { postmaster } = await serverProcesses(dataDir);
  const pgData = await readlink(`/proc/${postmaster}/cwd`);
  const password = (await readFile(join(pgData, 'service-password'), 'utf8')).trim();
  const port = (await readFile(join(pgData, 'postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://svc:${password}@127.0.0.1:${port}/postgres`;
}
