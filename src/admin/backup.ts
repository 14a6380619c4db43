import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { type BackupTarget, backUpCluster } from '../engines/postgres/embedded-backup.ts';
import { hasCluster } from '../engines/postgres/embedded-cluster.ts';
import { copyFile } from '../lib/copy-file.ts';
import { secretFingerprint } from '../store/secret-check.ts';
import { packageFacts } from '../version.ts';
import { CLUSTER_FOLDER, type Manifest, OWN_FILES, writeManifest } from './manifest.ts';
import { engineLog, SERVER_OF_YOURS, type Steps } from './operator.ts';

interface Options extends Steps {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  /** A new folder, or an empty one. */
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
 * Copies the data of a service into a folder: all hosted databases and the control plane as they were at one moment, and what the data
 * folder holds beside them. The service may be running. The folder gets its name when it is whole.
 * @throws Error that says what is in the way and what to do
 */
export async function backUp({ config, folder: given, withoutClickHouse, onStep }: Options): Promise<Backup> {
  if (config.databaseUrl !== undefined) throw new Error(SERVER_OF_YOURS);
  const { dataDir } = config;
  const folder = resolve(given);
  if (!(await hasCluster(dataDir)))
    throw new Error(`${dataDir} holds no data of a service. Name its folder with --data-dir, or with SVC_DATA_DIR.`);
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new Error(`${folder} is inside of the data folder, and would be lost with it: name another one.`);
  await requireEmpty(folder);
  await removeUnfinished(folder);
  const own = `${folder}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(own, { recursive: true, mode: 0o700 });
  try {
    const taken = collect(own);
    await taken.addFolder(CLUSTER_FOLDER);
    const { major: postgres, seen: control } = await backUpCluster({
      dataDir,
      to: taken.below(CLUSTER_FOLDER),
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
    await flush(own);
    const manifest: Manifest = {
      ...{ format: 1, version: packageFacts().version, createdAt: new Date().toISOString(), postgres, secret },
      ...{ leftOut: onClickHouse, folders: taken.folders, files: taken.files },
    };
    await writeManifest(own, manifest);
    await rmdir(folder).catch(ignoringAbsent);
    await rename(own, folder);
    const bytes = taken.files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, bytes, files: taken.files.length, hasSecret, leftOut: onClickHouse };
  } finally {
    await rm(own, { recursive: true, force: true });
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

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${folder} cannot be used: ${error.message}.`, { cause: error });
  });
  if (names.length > 0) throw new Error(`${folder} is not empty: a backup is written into a new folder.`);
}

/** What a backup that was killed left of itself. */
async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.unfinished-`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

interface Taken extends BackupTarget {
  readonly folders: string[];
  readonly files: Manifest['files'];
  /** The same, for paths below one of its folders. */
  below(folder: string): BackupTarget;
}

function collect(root: string): Taken {
  const folders: string[] = [];
  const files: Manifest['files'] = [];
  const addFolder = async (path: string) => {
    await mkdir(join(root, path), { mode: 0o700 });
    folders.push(path);
  };
  const copy = async (from: string, path: string) => void files.push({ path, ...(await copyFile(from, join(root, path))) });
  const write = async (path: string, text: string) => {
    const plain = join(root, `${path}.text`);
    await writeFile(plain, text, { mode: 0o600 });
    await copy(plain, path);
    await rm(plain);
  };
  return {
    ...{ folder: root, folders, files, addFolder, copy, write },
    below: (folder) => ({
      folder: join(root, folder),
      addFolder: (path) => addFolder(`${folder}/${path}`),
      copy: (from, path) => copy(from, `${folder}/${path}`),
      write: (path, text) => write(`${folder}/${path}`, text),
    }),
  };
}

function ignoringAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Hands all to the disk at once (syncfs(2)), before the manifest says that it is there. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('sync', ['-f', folder]);
}
