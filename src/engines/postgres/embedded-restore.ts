import { chmod, chown, mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { SHARED_DIR, startEmbeddedPostgres } from './embedded.ts';
import { codeOf, findPlace, type Log, temporaryName } from './embedded-place.ts';

export interface RestoreOptions {
  /** The service's data folder, which holds no cluster yet. */
  readonly dataDir: string;
  /** Major version of the PostgreSQL that made the files. */
  readonly major: string;
  /** Paths below the cluster, each folder before what is in it. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Of all files. */
  readonly bytes: number;
  readonly log: Log;
  readonly onStep: (text: string) => void;
  /** Copies one file of the backup, or throws an Error for one that is not as it was. */
  readonly copy: (path: string, to: string) => Promise<void>;
  /** Called when all files are there, before the cluster has its name: what it throws ends the restore. */
  readonly beforePlaced: () => Promise<void>;
}

const FILES_AT_ONCE = 8;
/** Of PostgreSQL's log: two segments, that what was restored is started with. */
const LOG_BYTES = 2 * 16 * 1_048_576;

/**
 * Puts the files of a backup where the cluster of the data folder belongs, in one step, and looks whether PostgreSQL makes of them what the
 * control plane tells of. Gives the ids of the databases hosted there; leaves no cluster behind when it throws.
 * @throws Error that says what is in the way
 */
export async function restoreCluster(options: RestoreOptions): Promise<readonly string[]> {
  const { dataDir, major, folders, files, bytes, log, onStep, copy, beforePlaced } = options;
  const place = await findPlace(dataDir, { sharedDir: SHARED_DIR, log });
  if (place.major !== major)
    throw new Error(
      `This backup is of PostgreSQL ${major}, and svc brings PostgreSQL ${place.major} here: restore it with the version of svc that made it.`,
    );
  await requireRoom(dirname(place.pgData), bytes + LOG_BYTES);
  const own = temporaryName(place.pgData);
  const toAccount = async (path: string) => void (place.account && (await chown(path, place.account.uid, place.account.gid)));
  try {
    for (const folder of ['', ...folders]) {
      await mkdir(join(own, folder), { mode: 0o700 });
      await chmod(join(own, folder), 0o700);
      await toAccount(join(own, folder));
    }
    const copyOne = async (path: string) => {
      await copy(path, join(own, path));
      await toAccount(join(own, path));
    };
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) await Promise.all(files.slice(at, at + FILES_AT_ONCE).map(copyOne));
    await beforePlaced();
    await rename(own, place.pgData).catch((error: unknown) => {
      throw ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')
        ? new Error(`${place.pgData} was made by somebody else meanwhile: a backup is restored into a folder without data.`, {
            cause: error,
          })
        : error;
    });
  } catch (error) {
    throw codeOf(error) === 'ENOSPC' ? diskFull(dirname(place.pgData), error) : error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  try {
    onStep('Starting PostgreSQL on what was restored');
    return await look(dataDir, log);
  } catch (error) {
    await rm(place.pgData, { recursive: true, force: true });
    if (/No space left on device/.test(String(error))) throw diskFull(dirname(place.pgData), error);
    throw new Error(
      `PostgreSQL does not take what was restored, and it was removed again: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new Error(
      `What is in the backup needs ${inMegabytes(bytes)} MB in ${folder}, and its disk has ${inMegabytes(free)} MB free: nothing was restored. Make room, or restore into a folder on another disk.`,
    );
}

const diskFull = (folder: string, cause: unknown): Error =>
  new Error(
    `The disk of ${folder} became full, and what was restored there was removed again. Make room, or restore into a folder on another disk.`,
    { cause },
  );

const inMegabytes = (bytes: number): string => Math.ceil(bytes / 1_048_576).toLocaleString('en-US');

/** The databases that the control plane tells of, each of which takes a session. */
async function look(dataDir: string, log: Log): Promise<readonly string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    const ids = await inDatabase('postgres', async (session) => {
      const { rows } = await session.query<{ id: string }>(HOSTED);
      return rows.map(({ id }) => id);
    });
    for (const id of ids) await inDatabase(id, (session) => session.query('SELECT count(*) FROM pg_class'));
    return ids;
  } finally {
    await postgres.stop();
  }

  async function inDatabase<T>(database: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
    const session = new pg.Client({ ...postgres.endpoint(), database, application_name: 'svc restore' });
    session.on('error', () => undefined);
    await session.connect();
    try {
      return await work(session);
    } finally {
      await session.end().catch(() => undefined);
    }
  }
}

const HOSTED =
  "SELECT id FROM svc_control.database WHERE engine = 'postgres' AND origin = 'hosted' AND state = 'ready' ORDER BY created_at, id";
