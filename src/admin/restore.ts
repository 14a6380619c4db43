import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { restoreCluster } from '../engines/postgres/embedded-restore.ts';
import { writeOnce } from '../lib/write-once.ts';
import { secretFingerprint } from '../store/secret-check.ts';
import { keptFiles } from './kept-files.ts';
import { CLUSTER_FOLDER, damaged, type Manifest, OWN_FILES, readManifest } from './manifest.ts';
import { engineLog, SERVER_OF_YOURS, type Steps } from './operator.ts';
import type { Place } from './place.ts';
import { placeOf } from './place-of.ts';

interface Options extends Steps {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secret'>;
  /** Of a backup, or `s3://<bucket>/<prefix>`. */
  readonly folder: string;
}

export interface Restored {
  readonly dataDir: string;
  readonly createdAt: string;
  /** Ids of the hosted databases that are there again. */
  readonly databases: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * Makes the data folder of a service from a backup; there must be none yet. Each file is compared with what was written,
 * PostgreSQL is started on them, and each database opened, before this says that it is done.
 * @throws Error that says what is in the way and what to do; the data folder then holds no service
 */
export async function restore({ config, folder: given, onStep }: Options): Promise<Restored> {
  if (config.databaseUrl !== undefined) throw new Error(SERVER_OF_YOURS);
  const { dataDir } = config;
  const kept = await placeOf(given);
  const manifest = await readManifest(kept);
  await requireFresh(dataDir, manifest);
  requireSecret(manifest, await secretIn(kept, manifest), config.secret);
  const files = keptFiles(kept, manifest);
  const placed: string[] = [];
  /** Whole or not at all, and never in the place of another. */
  const place = async (name: string, to: string) => {
    const { content, sha256: sum } = await files.text(name);
    if ((await sumOf(to)) === null) placed.push(to);
    await writeOnce(to, content);
    if ((await sumOf(to)) !== sum)
      throw new Error(`${to} was made by somebody else meanwhile: restore into a folder that nothing else uses.`);
  };
  const own = OWN_FILES.filter(files.has);
  try {
    onStep('Copying the databases');
    const databases = await restoreCluster({
      ...{ dataDir, major: manifest.postgres, log: engineLog(onStep), onStep },
      ...files.cluster,
      beforePlaced: async () => {
        for (const name of own) await place(name, join(dataDir, name));
      },
    });
    return { dataDir, createdAt: manifest.createdAt, databases, leftOut: manifest.leftOut };
  } catch (error) {
    if (!(await holdsFiles(join(dataDir, CLUSTER_FOLDER)))) for (const file of placed) await rm(file, { force: true });
    throw error;
  }
}

/** What an interrupted restore of the same backup has put there is no data of another service. */
async function requireFresh(dataDir: string, { files }: Manifest): Promise<void> {
  const there: string[] = [];
  for (const name of [CLUSTER_FOLDER, CLICKHOUSE_FOLDER]) if (await holdsFiles(join(dataDir, name))) there.push(name);
  for (const name of OWN_FILES) {
    const sum = await sumOf(join(dataDir, name));
    if (sum !== null && sum !== files.find(({ path }) => path === name)?.sha256) there.push(name);
  }
  if (there.length > 0)
    throw new Error(
      `${dataDir} holds data already (${there.join(', ')}): a backup is restored into a folder without any. Name a new one with --data-dir.`,
    );
}

/** Of the databases on the embedded ClickHouse. */
const CLICKHOUSE_FOLDER = 'clickhouse';

const holdsFiles = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : ['unreadable']))).length > 0;

async function sumOf(file: string): Promise<string | null> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

async function secretIn(kept: Place, { files }: Manifest): Promise<string | null> {
  const file = files.find(({ path }) => path === 'secret');
  if (file === undefined) return null;
  const text = await kept.text(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? damaged(kept.name, 'secret is not there') : error;
  });
  return text.trim();
}

/** Passwords, tokens and sealed values derive from it: with another one nobody's key would open what is here. */
function requireSecret({ secret }: Manifest, kept: string | null, configured: string | undefined): void {
  const present = configured ?? kept;
  if (present === null)
    throw new Error('This backup holds no secret, since the service was given SVC_SECRET: set SVC_SECRET to the same, and repeat this.');
  if (secretFingerprint(present) !== secret)
    throw new Error(
      configured === undefined
        ? 'The secret in this backup is not that of its data: set SVC_SECRET to the one that the service had, and repeat this.'
        : `SVC_SECRET is not the one that this backup was made with: ${kept === null ? 'set it to that one' : 'leave it out, as the backup holds its own'}, and repeat this.`,
    );
}
