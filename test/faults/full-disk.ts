import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './call.ts';
import { serverProcesses } from './chaos.ts';
import { startProcess } from './service-process.ts';

const DISK = '1000m';
/** More than a statement adds between two looks at the disk. */
const FREE_MIN_MB = '300';
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
    const service = await startProcess(await freePort(), {
      ...env,
      SVC_DATA_DIR: dataDir,
      SVC_FREE_MIN_MB: FREE_MIN_MB,
      // What ends a statement here is the disk, on a busy machine too.
      SVC_STATEMENT_TIMEOUT_MS: '300000',
    });
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

  // Room was there when it began. What it wrote until it was ended is given back with its database.
  const other = await call(url, '/v1/databases', { goal: 'track dogs with name' }, { token });
  const endless = await call(
    url,
    '/v1/run',
    { db: String(other.body.dbId), sql: 'INSERT INTO dogs (name) SELECT repeat(md5(i::text), 60) FROM generate_series(1, 10000000) i' },
    { token },
  );
  expect('one statement that would fill the disk', endless, 'storage_full');
  expect('a read after it', await run('SELECT 1 AS one'), null);
  const given = await remove(url, token, String(other.body.dbId));
  if (given !== 200) wrongs.push(`the database of that statement could not be deleted: ${given}`);
  // Where that statement took all of the disk, the room that is kept back went with the deletion, and comes back now that there is room.
  for (const until = Date.now() + HEAL_MS; !(await isKeptBack(dataDir)) && Date.now() < until; ) await delay(500);
  const spare = await call(url, '/v1/databases', { goal: 'track birds with name' }, { token });

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

  if (!(await isKeptBack(dataDir))) wrongs.push('no room was kept back');
  const stranger = join(dataDir, 'stranger');
  await fillUp(stranger);
  // The engine itself meets the end of the disk, in a read that sorts more than fits into memory.
  const sorted = await run('SELECT md5(i::text) AS m FROM generate_series(1, 1500000) i ORDER BY 1 OFFSET 1400000 LIMIT 1');
  expect('a read that needs the disk to sort', sorted, 'storage_full');
  await delay(1_000);
  expect('a read on a full disk', await run('SELECT 1 AS one'), null);
  expect('a write on a full disk', await add(), 'storage_full');
  // Killed there, it has to write to recover, and a deletion has to write to make room. The room that was kept back may be its own by now:
  // a server that needs one more segment of its log on the full disk ends itself, and has been started again with it.
  await killServer(dataDir);
  let recovered = await run('SELECT 1 AS one');
  for (const until = Date.now() + HEAL_MS; recovered.code !== null && Date.now() < until; recovered = await run('SELECT 1 AS one'))
    await delay(500);
  expect('a read after PostgreSQL was killed on a full disk', recovered, null);
  expect('a write there', await add(), 'storage_full');
  const small = await remove(url, token, String(spare.body.dbId));
  if (small !== 200) wrongs.push(`a database could not be deleted on a full disk: ${small}`);
  await rm(stranger);
  // The rows' room is the table's until a vacuum: a database that goes gives it back at once.
  let healed = await add();
  for (const until = Date.now() + HEAL_MS; healed.code === 'no reply' && Date.now() < until; healed = await add()) await delay(1_000);
  if (healed.code === null) acknowledged += 1;
  else expect('a write where the tenant itself has filled the disk', healed, 'storage_full');
  if ((await count()) !== acknowledged)
    wrongs.push(`after the stranger left: ${acknowledged} rows were acknowledged, ${await count()} are there`);
  const removed = await remove(url, token, db);
  if (removed !== 200) wrongs.push(`the database could not be deleted: ${removed}`);
  await delay(1_000);
  const again = await call(url, '/v1/databases', { goal: 'track dogs with name' }, { token });
  expect('a creation after room was made', again, null);
  console.log(`full disk: ${acknowledged} rows of 4 MB were acknowledged and kept.`);
  return wrongs;
}

/** Until its backends have noticed too: for a moment they still answer. */
async function killServer(dataDir: string): Promise<void> {
  const { postmaster, backends } = await serverProcesses(dataDir);
  if (postmaster === null) return;
  process.kill(postmaster, 'SIGKILL');
  const old = new Set([postmaster, ...backends]);
  for (const until = Date.now() + HEAL_MS; Date.now() < until; await delay(20)) {
    const now = await serverProcesses(dataDir);
    if (![now.postmaster, ...now.backends].some((pid) => pid !== null && old.has(pid))) return;
  }
}

async function remove(url: string, token: string, db: string): Promise<number> {
  const { status } = await fetch(`${url}/v1/databases/${db}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': db },
  });
  return status;
}

/** In the folder that the server's data lies in, which is a link where the engine's user could not reach it. */
const isKeptBack = (dataDir: string): Promise<boolean> =>
  realpath(join(dataDir, 'postgres')).then((pgData) =>
    stat(`${pgData}.reserve`).then(
      () => true,
      () => false,
    ),
  );

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
