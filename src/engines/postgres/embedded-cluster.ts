import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assertNamedUser, codeOf, isAlive, messageOf, type Place, runAs, temporaryName } from './embedded-place.ts';
import { saysDiskIsFull } from './embedded-refusal.ts';

/** The service's own role, superuser of this private cluster. */
export const CLUSTER_USER = 'svc';
const PASSWORD_FILE = 'service-password';

/**
 * Makes the cluster when there is none, and returns the password of its superuser. Several processes may do so at once:
 * each makes its own beside the place, one rename wins, the others throw theirs away. Never touches a directory that is in use.
 */
export async function openCluster(place: Place, { signal, onMake }: { signal: AbortSignal; onMake: () => void }): Promise<string> {
  await sweepLeftovers(place.pgData);
  if (!(await exists(place))) {
    onMake();
    await makeCluster(place, signal);
  }
  const version = (await readFile(join(place.pgData, 'PG_VERSION'), 'utf8')).trim();
  if (version !== place.major) {
    throw new Error(
      `${place.pgData} was made by PostgreSQL ${version}, and this is PostgreSQL ${place.major}. Move its contents with pg_dump and pg_restore of PostgreSQL ${version}, or choose another data directory (SVC_DATA_DIR).`,
    );
  }
  try {
    return (await readFile(join(place.pgData, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    throw new Error(
      `${place.pgData} is a PostgreSQL data directory that was not made by this service (${PASSWORD_FILE}: ${messageOf(error)}). Move it away, or choose another data directory (SVC_DATA_DIR).`,
      { cause: error },
    );
  }
}

/** Whether a data folder holds a cluster that a service made. */
export async function hasOwnCluster(dataDir: string): Promise<boolean> {
  return (await readdir(join(dataDir, 'postgres')).catch((): string[] => [])).includes(PASSWORD_FILE);
}

/** For who works on what is there, and makes none. @throws Error for a data folder without a cluster */
export async function requireCluster(dataDir: string): Promise<void> {
  const names = await readdir(join(dataDir, 'postgres')).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? [] : ['unreadable']));
  if (names.length === 0) throw new Error(`${dataDir} holds no data of a service. Name its folder with --data-dir, or with SVC_DATA_DIR.`);
}

async function exists(place: Place): Promise<boolean> {
  let names: string[];
  try {
    names = await readdir(place.pgData);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new Error(`${place.pgData} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(
      `${place.pgData} holds something else than a PostgreSQL data directory. Move it away, or choose another data directory (SVC_DATA_DIR).`,
    );
  }
  return names.length > 0;
}

/** What a new one takes, with the template that databases are cloned from. */
const CLUSTER_MB = 100;

async function makeCluster(place: Place, signal: AbortSignal): Promise<void> {
  assertNamedUser(place.account);
  const own = temporaryName(place.pgData);
  const data = join(own, 'data');
  const passwordFile = join(own, PASSWORD_FILE);
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(own, { mode: 0o700 });
    await chmod(own, 0o700);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (place.account) {
      await chown(own, place.account.uid, place.account.gid);
      await chown(passwordFile, place.account.uid, place.account.gid);
    }
    await runAs(place.account, place.initdb, initdbArguments(data, passwordFile), signal);
    await rename(passwordFile, join(data, PASSWORD_FILE));
    await rename(data, place.pgData);
    await rmdir(own);
  } catch (error) {
    signal.throwIfAborted();
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return;
    throw clusterRefusal(place.pgData, error);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/**
 * The built-in C.UTF-8 sorts and folds the same on every system and version of the C library, so that indexes stay valid
 * when the data directory moves.
 */
function initdbArguments(data: string, passwordFile: string): string[] {
  return [
    ...['-D', data, '-U', CLUSTER_USER, `--pwfile=${passwordFile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-instructions'],
  ];
}

/** A process killed while it made its cluster leaves the half of it behind. */
async function sweepLeftovers(pgData: string): Promise<void> {
  const prefix = `${basename(pgData)}.tmp-`;
  for (const name of await readdir(dirname(pgData)).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid)) await rm(join(dirname(pgData), name), { recursive: true, force: true });
  }
}

/** What initdb said, when it was initdb: its last lines say why. */
/** Why no cluster could be made. What initdb says after a disk was full is its own tidying up. */
export function clusterRefusal(pgData: string, error: unknown): Error {
  const why =
    codeOf(error) === 'ENOSPC' || saysDiskIsFull(stderrOf(error) || messageOf(error))
      ? `the disk is full. Make room for it, some ${CLUSTER_MB} MB, or choose another data directory (SVC_DATA_DIR).`
      : reasonOf(error);
  return new Error(`The PostgreSQL cluster could not be made in ${pgData}: ${why}`, { cause: error });
}

const stderrOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';

function reasonOf(error: unknown): string {
  const stderr = stderrOf(error);
  return stderr === '' ? messageOf(error) : stderr.split('\n').slice(-5).join('\n');
}
