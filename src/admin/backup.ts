import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Config } from '../config.ts';
import { type BackupTarget, backUpCluster } from '../engines/postgres/embedded-backup.ts';
import { requireCluster } from '../engines/postgres/embedded-cluster.ts';
import { secretFingerprint } from '../store/secret-check.ts';
import { packageFacts } from '../version.ts';
import { CLUSTER_FOLDER, type Manifest, manifestText, OWN_FILES } from './manifest.ts';
import { engineLog, SERVER_OF_YOURS, type Steps } from './operator.ts';
import type { NewBackup } from './place.ts';
import { placeOf } from './place-of.ts';

interface Options extends Steps {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  /** A new folder, or an empty one, or `s3://<bucket>/<prefix>`. */
  readonly folder: string;
  /** Whether hosted databases on ClickHouse may be left out. */
  readonly withoutClickHouse: boolean;
}

export interface Backup {
  readonly folder: string;
  readonly bytes: number;
  readonly files: number;
  /** Whether the secret is in it; else it is the SVC_SECRET that has to be kept beside it. */
  readonly hasSecret: boolean;
  readonly leftOut: readonly string[];
}

/**
 * Copies the data of a service to a folder or a bucket: all hosted databases and the control plane as they were at one moment, and what the data
 * folder holds beside them. The service may be running.
 * @throws Error that says what is in the way and what to do
 */
export async function backUp({ config, folder: given, withoutClickHouse, onStep }: Options): Promise<Backup> {
  if (config.databaseUrl !== undefined) throw new Error(SERVER_OF_YOURS);
  const { dataDir } = config;
  const place = await placeOf(given);
  await requireCluster(dataDir);
  if (`${place.name}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new Error(`${place.name} is inside of the data folder, and would be lost with it: name another one.`);
  const taken = await place.begin();
  try {
    await taken.addFolder(CLUSTER_FOLDER);
    const { major: postgres, seen: control } = await backUpCluster({
      dataDir,
      to: below(taken, CLUSTER_FOLDER),
      log: engineLog(onStep),
      onStep,
      before: async (read) => {
        const found = await readControlPlane(read, dataDir);
        const { onClickHouse } = found;
        if (onClickHouse.length > 0 && !withoutClickHouse)
          throw new Error(
            `${onClickHouse.length === 1 ? 'A database is' : `${onClickHouse.length} databases are`} on ClickHouse, which a backup does not hold: ${shortList(onClickHouse)}. Say --without-clickhouse to leave ${onClickHouse.length === 1 ? 'it' : 'them'} out.`,
          );
        return found;
      },
    });
    const { secret, onClickHouse } = control;
    const hasSecret = await isSecretOf(dataDir, secret);
    for (const name of OWN_FILES) if (name !== 'secret' || hasSecret) await taken.copy(join(dataDir, name), name).catch(ignoringAbsent);
    const manifest: Manifest = {
      ...{ format: 1, version: packageFacts().version, createdAt: new Date().toISOString(), postgres, secret },
      ...{ leftOut: onClickHouse, folders: [...taken.folders], files: [...taken.files] },
    };
    await taken.finish(manifestText(manifest));
    const bytes = taken.files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder: place.name, bytes, files: taken.files.length, hasSecret, leftOut: onClickHouse };
  } finally {
    await taken.abandon();
  }
}

interface ControlPlane {
  /** Its fingerprint. */
  readonly secret: string;
  readonly onClickHouse: string[];
}

async function readControlPlane(read: <Row extends object>(sql: string) => Promise<Row[]>, dataDir: string): Promise<ControlPlane> {
  const [known] = await read<{ there: boolean }>("SELECT to_regclass('svc_control.deployment') IS NOT NULL AS there");
  const [fact] = known?.there ? await read<{ value: string }>("SELECT value FROM svc_control.deployment WHERE fact = 'secret'") : [];
  if (fact === undefined)
    throw new Error(`${dataDir} holds no data of a service yet: start it once, or name its folder with --data-dir, or with SVC_DATA_DIR.`);
  const rows = await read<{ id: string }>(
    "SELECT id FROM svc_control.database WHERE engine = 'clickhouse' AND origin = 'hosted' ORDER BY created_at, id",
  );
  return { secret: fact.value, onClickHouse: rows.map(({ id }) => id) };
}

/** A service that was given SVC_SECRET may have a file of an earlier one. */
async function isSecretOf(dataDir: string, fingerprint: string): Promise<boolean> {
  const text = await readFile(join(dataDir, 'secret'), 'utf8').catch(ignoringAbsent);
  return typeof text === 'string' && secretFingerprint(text.trim()) === fingerprint;
}

const LISTED_MAX = 5;
const shortList = (ids: readonly string[]): string =>
  `${ids.slice(0, LISTED_MAX).join(', ')}${ids.length > LISTED_MAX ? ` and ${ids.length - LISTED_MAX} more` : ''}`;

function ignoringAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** For paths below one of its folders. */
const below = (taken: NewBackup, folder: string): BackupTarget => ({
  requireRoom: (bytes) => taken.requireRoom(bytes),
  addFolder: (path) => taken.addFolder(`${folder}/${path}`),
  copy: (from, path) => taken.copy(from, `${folder}/${path}`),
  write: (path, text) => taken.write(`${folder}/${path}`, text),
});
