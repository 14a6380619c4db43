import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '../../src/admin/backup.ts';
import { type Manifest, manifestText } from '../../src/admin/manifest.ts';
import { restore } from '../../src/admin/restore.ts';
import { restoreOne } from '../../src/admin/restore-one.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';
import { createCliUser } from '../support/cli.ts';
import { CLI } from '../support/entries.ts';
import { send, startService, TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, sessionOf, type TestSession, until } from '../support/session.ts';

const folders: string[] = [];
const services: TestService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-backup-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
};

/** A service on an embedded PostgreSQL of its own, with an owner; its secret is that of its folder unless a setting says another. */
async function serve(dataDir: string, settings: Record<string, string> = {}): Promise<TestService> {
  const service = await startService({ DATABASE_URL: '', SVC_SECRET: '', SVC_DATA_DIR: dataDir, SVC_LOCAL_OWNER: 'on', ...settings });
  services.push(service);
  return service;
}

async function end(service: TestService): Promise<void> {
  services.splice(services.indexOf(service), 1);
  await service.close();
}

const ownerKey = async (dataDir: string): Promise<string> => (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();

async function newDatabase(service: TestService, dataDir: string, body: object = { goal: BEANS }): Promise<TestSession> {
  const token = await ownerKey(dataDir);
  const made = await send(service, 'POST', '/v1/databases', { body, token, key: randomUUID() });
  if (made.status !== 201) throw new Error(made.text);
  return sessionOf(service, token, String(made.json().dbId));
}

const backUpOf = (dataDir: string, folder: string, more: Partial<Parameters<typeof backUp>[0]> = {}) =>
  backUp({ config: { databaseUrl: undefined, dataDir }, folder, withoutClickHouse: false, onStep: () => undefined, ...more });

const restoreTo = (dataDir: string, folder: string, secret?: string) =>
  restore({ config: { databaseUrl: undefined, dataDir, secret }, folder, onStep: () => undefined });

const restoreOneTo = (dataDir: string, folder: string, db: string) =>
  restoreOne({ config: readConfig({ SVC_DATA_DIR: dataDir }), folder, db, onStep: () => undefined });

/** Every table of every database, as text and in order, past the service. */
async function contentOf(dataDir: string): Promise<Record<string, string[]>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const content: Record<string, string[]> = {};
  const inDatabase = async <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ ...postgres.endpoint(), database });
    await client.connect();
    return await work(client).finally(() => client.end());
  };
  try {
    const { rows } = await inDatabase('postgres', (client) =>
      client.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE datallowconn ORDER BY datname'),
    );
    for (const { name } of rows)
      await inDatabase(name, async (client) => {
        const tables = await client.query<{ name: string }>(
          `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relkind IN ('r', 'v', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
        );
        for (const table of tables.rows) {
          const found = await client.query<{ row: string }>(`SELECT t::text AS row FROM (SELECT * FROM ${table.name}) t ORDER BY 1`);
          content[`${name} ${table.name}`] = found.rows.map(({ row }) => row);
        }
        const logins = await client.query<{ row: string }>('SELECT (rolname, rolpassword)::text AS row FROM pg_authid ORDER BY 1');
        content[`${name} logins`] = logins.rows.map(({ row }) => row);
      });
    return content;
  } finally {
    await postgres.stop();
  }
}

const WORDS = { terms: [{ term: 'cheap bean', means: 'coffee bean with a price below 5' }], notes: '' };

describe('a service that is at work', () => {
  let dataDir: string;
  let service: TestService;
  let folder: string;
  let beans: TestSession;
  let memory: TestSession;
  let program: { id: string; key: string };
  let trace: string;
  /** Writes that were acknowledged when the backup began, and when it was done. */
  let before = 0;
  let after = 0;

  beforeAll(async () => {
    dataDir = await newFolder();
    service = await serve(dataDir);
    beans = await newDatabase(service, dataDir);
    memory = await newDatabase(service, dataDir, { goal: 'what my agent knows', preset: 'agent_memory_v1' });
    const remembered = await memory.post('/v1/memory/remember', { db: memory.db, content: 'Ana prefers window seats.', subject: 'Ana' });
    expect(remembered.status).toBe(200);
    const glossary = { body: WORDS, token: beans.token, key: randomUUID() };
    expect((await send(service, 'PUT', `/v1/databases/${beans.db}/glossary`, glossary)).status).toBe(200);
    const minted = await send(service, 'POST', '/v1/keys', {
      body: { type: 'sk_live', name: 'report' },
      token: beans.token,
      key: randomUUID(),
    });
    program = minted.json() as unknown as typeof program;
    const asked = await beans.ask('How many coffee beans are there?');
    trace = (asked.json().trace as { id: string }).id;
    const granted = await beans.post('/v1/grants', {
      dbId: beans.db,
      granteeEmail: 'ada@example.com',
      scope: ['coffee_beans'],
    });
    expect(granted.status).toBe(201);

    let isDone = false;
    let written = 0;
    const writing = (async () => {
      while (!isDone) {
        const rows = [1, 2].map(() => ({ roaster: `roaster ${written}`, price: written, rating: 5 }));
        const reply = await beans.post('/v1/insert', { db: beans.db, table: 'coffee_beans', rows });
        if (reply.status !== 200) throw new Error(reply.text);
        written++;
      }
    })();
    await until(() => written > 3);
    before = written;
    folder = join(await newFolder(), 'made');
    const made = await backUpOf(dataDir, folder);
    const atEnd = written;
    await until(() => written > atEnd);
    isDone = true;
    await writing;
    after = written;
    expect(made).toMatchObject({ folder, hasSecret: true, leftOut: [] });
  });

  test('is backed up into a folder for its owner alone, and goes on', async () => {
    expect((await readdir(folder)).sort()).toEqual(['backup.json', 'owner.key', 'place', 'postgres', 'secret']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, '..'))).toEqual(['made']);
    expect(Number((await beans.rows('SELECT count(*) AS n FROM coffee_beans'))[0]?.n)).toBe(2 * after);
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const client = new pg.Client({ ...postgres.endpoint(), database: 'postgres' });
    await client.connect();
    const { rows } = await client.query('SELECT slot_name FROM pg_replication_slots').finally(() => client.end());
    await postgres.stop();
    expect(rows).toEqual([]);
  });

  test('is there again as it was at one moment: rows, keys, memory, receipts, and what its owner may do', async () => {
    const fresh = await newFolder();
    const restored = await restoreTo(fresh, folder);
    expect(restored).toMatchObject({ dataDir: fresh, databases: [beans.db, memory.db], leftOut: [] });
    const again = await serve(fresh);
    const token = await ownerKey(fresh);
    expect(token).toBe(beans.token);
    const there = sessionOf(again, token, beans.db);
    // Each write was two rows, one write after the other: what is there is a whole number of the first ones.
    const found = await there.rows('SELECT price, count(*) AS n FROM coffee_beans GROUP BY price ORDER BY price');
    expect(found.map(({ price, n }) => [Number(price), Number(n)])).toEqual(found.map((_, index) => [index, 2]));
    expect(found.length).toBeGreaterThanOrEqual(before);
    expect(found.length).toBeLessThanOrEqual(after);
    expect((await sessionOf(again, program.key, beans.db).run('SELECT 1')).status).toBe(200);
    const recalled = await sessionOf(again, token, memory.db).ask('What does Ana prefer?');
    expect(JSON.stringify(recalled.json().data)).toContain('window seats');
    expect((await there.get(`/v1/traces/${trace}`)).json()).toMatchObject({
      id: trace,
      asked: { text: 'How many coffee beans are there?' },
    });
    expect((await there.get('/v1/grants')).json()).toMatchObject([{ dbId: beans.db }]);
    const added = await there.post('/v1/insert', { db: beans.db, table: 'coffee_beans', rows: { roaster: 'after', price: 1, rating: 1 } });
    expect(added.status).toBe(200);
    await end(again);
  });

  test('gets one database of it again as a new one, while it goes on; the one that is there stays as it is', async () => {
    const now = await beans.rows('SELECT count(*)::int AS n FROM coffee_beans');
    const made = await restoreOneTo(dataDir, folder, beans.db);
    expect(made).toMatchObject({ slug: `${beans.db.slice(3, -9)}_2`, was: beans.db });
    expect(await beans.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual(now);
    const there = sessionOf(service, beans.token, made.id);
    const found = await there.rows('SELECT price, count(*) AS n FROM coffee_beans GROUP BY price ORDER BY price');
    expect(found.map(({ price, n }) => [Number(price), Number(n)])).toEqual(found.map((_, index) => [index, 2]));
    expect(found.length).toBeGreaterThanOrEqual(before);
    expect(found.length).toBeLessThanOrEqual(after);
    expect(made.rows).toBe(2 * found.length);
    // It is written to, changed and undone as any; what was granted stays with the one that it was.
    const added = await there.run("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('new', 1, 1)");
    expect((await there.post('/v1/undo', { db: made.id, traceId: (added.json().trace as { id: string }).id })).status).toBe(200);
    for (const more of [{}, { confirm: true }]) expect((await there.ask('add a phone number to coffee beans', more)).status).toBe(200);
    expect((await beans.get('/v1/grants')).json()).toMatchObject([{ dbId: beans.db }]);
    expect((await beans.get(`/v1/databases/${made.id}/glossary`)).json()).toEqual({ dbId: made.id, ...WORDS });
    expect((await beans.get(`/v1/audit?subject=${made.id}`)).json()).toMatchObject([
      { action: 'database.create', actor: 'operator', details: { restoredFrom: beans.db } },
    ]);
    const again = sessionOf(service, memory.token, (await restoreOneTo(dataDir, folder, memory.db)).id);
    const kept = await again.post('/v1/memory/remember', { db: again.db, content: 'Ana drinks tea.', subject: 'Ana' });
    expect(kept.status).toBe(200);
    expect(JSON.stringify((await again.ask('What does Ana prefer?')).json().data)).toContain('window seats');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('restoring'))).toEqual([]);
  });

  test('gets no database that the backup has not, that another service’s account had, or whose files are not as they were', async () => {
    const refused = (to: string, from: string, db: string) =>
      restoreOneTo(to, from, db).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await refused(dataDir, folder, 'orders')).toBe(
      `The backup has no database orders: ${beans.db} (${beans.db.slice(3, -9)}), ${memory.db} (${memory.db.slice(3, -9)}).`,
    );
    const none = await newFolder();
    expect(await refused(none, folder, beans.db)).toContain(`${none} holds no data of a service.`);
    const other = await newFolder();
    const another = await serve(other);
    expect(await refused(other, folder, beans.db)).toMatch(/^This service has no account \S+, whose db_\S+ was: [^\n]+$/);
    const spoilt = await newFolder();
    await cp(folder, spoilt, { recursive: true });
    await truncate(join(spoilt, 'postgres/base/1/1259'), 8192);
    expect(await refused(dataDir, spoilt, beans.db)).toContain('postgres/base/1/1259 is not as it was written. Nothing was restored');
    for (const place of [dataDir, other]) expect((await readdir(place)).filter((name) => name.startsWith('restoring'))).toEqual([]);
    await end(another);
  });

  test('is backed up when it has stopped, too, and every table of every database is the same then', async () => {
    await end(service);
    const still = join(await newFolder(), 'still');
    await backUpOf(dataDir, still);
    const fresh = await newFolder();
    await restoreTo(fresh, still);
    const [original, copy] = [await contentOf(dataDir), await contentOf(fresh)];
    expect(Object.keys(original)).toEqual(
      expect.arrayContaining(['postgres svc_control.trace', `${beans.db} public.coffee_beans`, `${memory.db} svc.reply`]),
    );
    expect(copy).toEqual(original);
    for (const name of ['secret', 'owner.key', 'place'])
      expect(await readFile(join(fresh, name))).toEqual(await readFile(join(dataDir, name)));
  });
});

describe('what cannot be restored', () => {
  let dataDir: string;
  let folder: string;
  beforeAll(async () => {
    dataDir = await newFolder();
    await end(await serve(dataDir));
    folder = join(await newFolder(), 'made');
    await backUpOf(dataDir, folder);
  });

  /** A folder of the same name as the backup, which may be spoilt. */
  const copied = async (): Promise<string> => {
    const copy = await newFolder();
    await cp(folder, copy, { recursive: true });
    return copy;
  };
  const largest = 'postgres/base/1/1259';

  test.each([
    [
      'a file that was changed',
      async (copy: string) => writeFile(join(copy, largest), Buffer.alloc((await stat(join(copy, largest))).size)),
      largest,
    ],
    ['a file that is shorter', (copy: string) => truncate(join(copy, largest), 8192), largest],
    ['a file that is gone', (copy: string) => rm(join(copy, 'postgres/global/pg_control')), 'pg_control is not there'],
    ['a manifest with something added', (copy: string) => appendFile(join(copy, 'backup.json'), ' '), 'backup.json'],
    ['a manifest that was cut off', (copy: string) => truncate(join(copy, 'backup.json'), 1000), 'backup.json'],
    ['another secret', (copy: string) => writeFile(join(copy, 'secret'), 'x'.repeat(40)), 'secret'],
  ])('is a damaged backup: %s', async (_, spoil, named) => {
    const copy = await copied();
    await spoil(copy);
    const fresh = await newFolder();
    const refused = await restoreTo(fresh, copy).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).toContain(named);
    expect(refused).not.toContain('\n');
    expect((await readdir(fresh)).filter((name) => !name.startsWith('postgres'))).toEqual([]);
    // Nothing is left that would be in the way of a good one.
    expect(await restoreTo(fresh, folder)).toMatchObject({ databases: [] });
  });

  test('is what has no room on the disk: it is said before anything is copied', async () => {
    const copy = await copied();
    const [content = ''] = (await readFile(join(copy, 'backup.json'), 'utf8')).split('\n');
    const manifest = JSON.parse(content) as Manifest;
    const files = manifest.files.map((file) => (file.path === largest ? { ...file, bytes: 2 ** 50 } : file));
    await writeFile(join(copy, 'backup.json'), manifestText({ ...manifest, files }));
    const fresh = await newFolder();
    await expect(restoreTo(fresh, copy)).rejects.toThrow(
      /^What is in the backup needs 1,073,74[\d,]+ MB in .+, and its disk has [\d,]+ MB free: nothing was restored\. Make room, or restore into a folder on another disk\.$/,
    );
    expect((await readdir(fresh)).filter((name) => !name.startsWith('postgres'))).toEqual([]);
  });

  test('is what no backup is in', async () => {
    const empty = await newFolder();
    await expect(restoreTo(await newFolder(), empty)).rejects.toThrow(`${empty} holds no backup: there is no backup.json in it.`);
  });

  test('is a folder with data: nothing of it is changed', async () => {
    const key = await ownerKey(dataDir);
    await expect(restoreTo(dataDir, folder)).rejects.toThrow(
      `${dataDir} holds data already (postgres): a backup is restored into a folder without any.`,
    );
    expect(await ownerKey(dataDir)).toBe(key);
    const other = await newFolder();
    await writeFile(join(other, 'secret'), 'the secret of another service, which is kept');
    await expect(restoreTo(other, folder)).rejects.toThrow(`${other} holds data already (secret)`);
    expect(await readdir(other)).toEqual(['secret']);
    const onClickHouse = await newFolder();
    await mkdir(join(onClickHouse, 'clickhouse', 'db_one'), { recursive: true });
    await expect(restoreTo(onClickHouse, folder)).rejects.toThrow('holds data already (clickhouse)');
  });

  test('is a service with another secret, and one whose secret is missing', async () => {
    await expect(restoreTo(await newFolder(), folder, TEST_SECRET)).rejects.toThrow(
      'SVC_SECRET is not the one that this backup was made with: leave it out, as the backup holds its own, and repeat this.',
    );
    const given = await newFolder();
    await end(await serve(given, { SVC_SECRET: TEST_SECRET }));
    const without = join(await newFolder(), 'without');
    expect(await backUpOf(given, without)).toMatchObject({ hasSecret: false });
    const fresh = await newFolder();
    await expect(restoreTo(fresh, without)).rejects.toThrow(
      'This backup holds no secret, since the service was given SVC_SECRET: set SVC_SECRET to the same',
    );
    await expect(restoreTo(fresh, without, `${TEST_SECRET}-another`)).rejects.toThrow('set it to that one');
    expect(await restoreTo(fresh, without, TEST_SECRET)).toMatchObject({ dataDir: fresh });
    await end(await serve(fresh, { SVC_SECRET: TEST_SECRET }));
  });
});

describe('what cannot be backed up', () => {
  test('is a folder that is in use, or that would go with the data; and a folder without a service', async () => {
    const dataDir = await newFolder();
    const to = join(await newFolder(), 'made');
    await expect(backUpOf(dataDir, to)).rejects.toThrow(`${dataDir} holds no data of a service.`);
    expect(await readdir(dataDir)).toEqual([]);
    await end(await serve(dataDir));
    const full = await newFolder();
    await writeFile(join(full, 'mine'), 'kept');
    await expect(backUpOf(dataDir, full)).rejects.toThrow(`${full} is not empty: a backup is written into a new folder.`);
    await expect(backUpOf(dataDir, join(dataDir, 'backup'))).rejects.toThrow('would be lost with it: name another one.');
    await expect(
      backUp({ config: { databaseUrl: 'postgres://127.0.0.1/x', dataDir }, folder: to, withoutClickHouse: false, onStep: () => undefined }),
    ).rejects.toThrow('DATABASE_URL is set');
    expect(await readdir(full)).toEqual(['mine']);
    expect(await readdir(join(to, '..'))).toEqual([]);
  });

  test('is a database on ClickHouse, unless that is said', async () => {
    const dataDir = await newFolder();
    await end(await serve(dataDir));
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const client = new pg.Client({ ...postgres.endpoint(), database: 'postgres' });
    await client.connect();
    await client
      .query(
        `INSERT INTO svc_control.database (id, owner_id, slug, name, engine, origin, state)
         SELECT 'db_views_abcdefgh', id, 'views', 'views', 'clickhouse', 'hosted', 'ready' FROM svc_control.account`,
      )
      .finally(() => client.end());
    await postgres.stop();
    const to = join(await newFolder(), 'made');
    await expect(backUpOf(dataDir, to)).rejects.toThrow(
      'A database is on ClickHouse, which a backup does not hold: db_views_abcdefgh. Say --without-clickhouse to leave it out.',
    );
    expect(await readdir(join(to, '..'))).toEqual([]);
    expect(await backUpOf(dataDir, to, { withoutClickHouse: true })).toMatchObject({ leftOut: ['db_views_abcdefgh'] });
    expect(await restoreTo(await newFolder(), to)).toMatchObject({ databases: [], leftOut: ['db_views_abcdefgh'] });
  });
});

describe('the command line', () => {
  /** Starts a command and ends its process at once when the folder shows that it is at work. */
  async function killed(args: readonly string[], folder: string, sign: RegExp): Promise<void> {
    const env = { ...process.env, SVC_SECRET: '', DATABASE_URL: '' };
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(async () => child.exitCode !== null || (await readdir(folder).catch(() => [])).some((name) => sign.test(name)));
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  test('backs up and restores, and what was killed on the way is done by doing it again', async () => {
    const dataDir = await newFolder();
    await end(await serve(dataDir));
    const around = await newFolder();
    const folder = join(around, 'made');
    await killed(['admin', 'backup', folder, '--data-dir', dataDir], around, /^made\.unfinished-/);
    expect(await readdir(around)).toEqual([expect.stringMatching(/^made\.unfinished-/)]);
    const user = await createCliUser('http://127.0.0.1:1');
    const env = { DATABASE_URL: '', SVC_SECRET: '' };
    const made = await user.onPipe(['admin', 'backup', folder, '--data-dir', dataDir], { env });
    expect(made).toMatchObject({ code: 0, stderr: 'Copying the databases\n' });
    expect(made.stdout).toContain(`MB into ${folder}.\nIts secret and its keys are in it`);
    expect(await readdir(around)).toEqual(['made']);

    const fresh = await newFolder();
    await killed(['admin', 'restore', folder, '--data-dir', fresh], fresh, /^postgres\.tmp-/);
    const restored = await user.onPipe(['admin', 'restore', folder, '--data-dir', fresh, '--json'], { env });
    expect(restored).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.stdout)).toMatchObject({ dataDir: fresh, databases: [], leftOut: [] });
    expect((await readdir(fresh)).filter((name) => name.includes('tmp'))).toEqual([]);
    const again = await user.onPipe(['admin', 'restore', folder, '--data-dir', fresh], { env });
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^svc: .* holds data already \(postgres\)[^\n]*\n$/);
  });
});
