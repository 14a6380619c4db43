import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './call.ts';
import { startProcess } from './service-process.ts';

const DISK = '600m';
const FREE_MIN_MB = '100';
/** 4 MB each; the disk is full before. */
const WRITES_MAX = 200;
const HEAL_MS = 60_000;

/** A small disk, filled by a tenant up to the floor and by a stranger's file to its end; then room is made. */
export async function fullDisk(env: Record<string, string>, freePort: () => Promise<number>): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    console.log('full disk: left out, since no file system can be mounted here (it takes root and the right to mount).');
    await rm(dataDir, { recursive: true, force: true });
    return [];
  }
  try {
    await chmod(dataDir, 0o755);
    const service = await startProcess(await freePort(), { ...env, SVC_DATA_DIR: dataDir, SVC_FREE_MIN_MB: FREE_MIN_MB });
    try {
      return await fill(service.url, dataDir);
    } finally {
      await service.stop();
    }
  } finally {
    execFileSync('umount', ['-l', dataDir]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(url: string, dataDir: string): Promise<string[]> {
  const wrongs: string[] = [];
  const made = await call(url, '/v1/databases', { goal: 'track cats with name' }, {});
  const [db, token] = [String(made.body.dbId), made.token ?? ''];
  const run = (sql: string) => call(url, '/v1/run', { db, sql }, { token });
  const add = () => run("INSERT INTO cats (name) SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 125000) RETURNING id");
  const expect = (what: string, { code }: { code: string | null }, wanted: string | null) => {
    if (code !== wanted) wrongs.push(`${what}: ${code ?? 'done'}, where ${wanted ?? 'done'} was expected`);
  };
  const count = async () => Number(((await run('SELECT count(*)::int AS n FROM cats')).body.data as { n: number }[] | undefined)?.[0]?.n);

  let acknowledged = 0;
  let last = await add();
  for (let turn = 0; last.code === null && turn < WRITES_MAX; turn++) {
    acknowledged += 1;
    last = await add();
  }
  expect('a write on a disk that is nearly full', last, 'storage_full');
  if ((await count()) !== acknowledged) wrongs.push(`${acknowledged} rows were acknowledged, ${await count()} are there`);
  expect('a delete there', await run('DELETE FROM cats WHERE id = (SELECT min(id) FROM cats)'), null);
  acknowledged -= 1;

  const stranger = join(dataDir, 'stranger');
  await fillUp(stranger);
  await delay(1_000);
  expect('a read on a full disk', await run('SELECT 1 AS one'), null);
  expect('a write on a full disk', await add(), 'storage_full');
  await rm(stranger);
  // The rows' room is the table's until a vacuum: a database that goes gives it back at once.
  let healed = await add();
  for (const until = Date.now() + HEAL_MS; healed.code === 'no reply' && Date.now() < until; healed = await add()) await delay(1_000);
  if (healed.code === null) acknowledged += 1;
  else expect('a write where the tenant itself has filled the disk', healed, 'storage_full');
  if ((await count()) !== acknowledged)
    wrongs.push(`after the stranger left: ${acknowledged} rows were acknowledged, ${await count()} are there`);
  const removed = await fetch(`${url}/v1/databases/${db}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'the-only-one' },
  });
  if (!removed.ok) wrongs.push(`the database could not be deleted: ${removed.status}`);
  await delay(1_000);
  const again = await call(url, '/v1/databases', { goal: 'track dogs with name' }, { token });
  expect('a creation after room was made', again, null);
  console.log(`full disk: ${acknowledged} rows of 4 MB were acknowledged and kept.`);
  return wrongs;
}

/** Writes until there is no room. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(1 << 20, 1);
  try {
    for (;;) await file.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
