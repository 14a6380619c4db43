import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SHARED_DIR, startEmbeddedPostgres } from './embedded.ts';
import { codeOf, findPlace, type Log } from './embedded-place.ts';

/** Where the files go; every path is below it, with slashes. */
export interface BackupTarget {
  /** @throws Error where it has not that much */
  requireRoom(bytes: number): Promise<void>;
  addFolder(path: string): Promise<void>;
  /** Rejects with ENOENT when there is no such file any more. */
  copy(from: string, path: string): Promise<void>;
  write(path: string, text: string): Promise<void>;
}

interface Options<Seen> {
  /** The service's data folder, which holds a cluster. */
  readonly dataDir: string;
  readonly to: BackupTarget;
  readonly log: Log;
  readonly onStep: (text: string) => void;
  /** Reads the control plane before anything is copied; what it throws ends the backup. */
  readonly before: (read: <Row extends object>(sql: string) => Promise<Row[]>) => Promise<Seen>;
}

const FILES_AT_ONCE = 8;
/** Beside the databases: for the log that is written meanwhile, and so that the disk is not filled by a backup. */
const SPARE_BYTES = 512 * 1024 * 1024;

/**
 * Copies the cluster of a data folder while it is used, joining its server or starting it (PostgreSQL manual, "Making a Base Backup
 * Using the Low Level API"). What a server makes of the copy is all databases as they were at one moment, near the end of this. The log
 * up to that moment is kept by a temporary replication slot, which ends with this session, however this process ends.
 * Gives PostgreSQL's major version, and what `before` gave. @throws Error that says what is in the way
 */
export async function backUpCluster<Seen>({
  dataDir,
  to,
  log,
  onStep,
  before,
}: Options<Seen>): Promise<{ readonly major: string; readonly seen: Seen }> {
  const place = await findPlace(dataDir, { sharedDir: SHARED_DIR, log });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const session = new pg.Client({ ...postgres.endpoint(), database: 'postgres', application_name: 'svc backup', keepAlive: true });
  session.on('error', () => undefined);
  try {
    await session.connect();
    const seen = await before(async (sql) => (await session.query(sql)).rows);
    await to.requireRoom(await bytesWanted(session));
    await keepLog(session);
    onStep('Copying the databases');
    await session.query("SELECT pg_backup_start('svc admin backup', true)");
    const files: string[] = [];
    for await (const { path, isFolder } of contentOf(place.pgData)) {
      if (isFolder) await to.addFolder(path);
      else if (path !== CONTROL) files.push(path);
    }
    // A table that is dropped meanwhile takes its files with it; the log tells of it.
    const copyOne = (path: string) => to.copy(join(place.pgData, path), path).catch(ignoringGone);
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) await Promise.all(files.slice(at, at + FILES_AT_ONCE).map(copyOne));
    await to.copy(join(place.pgData, CONTROL), CONTROL);
    const { rows } = await session.query<Stopped>(STOP);
    const stopped = rows[0];
    if (stopped?.tablespaces !== '') throw new Error(TABLESPACES);
    const segments = segmentsBetween(LABELLED.exec(stopped.label)?.[1], stopped.last, Number(stopped.segmentBytes));
    for (const name of segments) await to.copy(join(place.pgData, 'pg_wal', name), `pg_wal/${name}`).catch(logIsGone);
    await to.write('backup_label', stopped.label);
    return { major: place.major, seen };
  } catch (error) {
    throw codeOf(error) === DISK_FULL
      ? new Error(`The disk of ${dataDir} is full, and a backup writes some kilobytes there, too: make room, and repeat this.`, {
          cause: error,
        })
      : error;
  } finally {
    await session.end().catch(() => undefined);
    await postgres.stop();
  }
}

const DISK_FULL = '53100';

interface Stopped {
  readonly label: string;
  readonly tablespaces: string;
  /** The file of the log that the backup's end is in. */
  readonly last: string;
  readonly segmentBytes: string;
}

const STOP = `SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn - 1) AS last,
  (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS "segmentBytes" FROM pg_backup_stop(false)`;
const LABELLED = /^START WAL LOCATION: \S+ \(file ([\dA-F]{24})\)$/m;

const TABLESPACES =
  'This PostgreSQL keeps data outside of its folder (tablespaces), which the service never does; back it up with its own tools.';

/** Copied last, so that it tells of no checkpoint whose files were copied before. */
const CONTROL = 'global/pg_control';

/** What a server makes anew when it starts: the files of that server alone, and what was spilled to disk (manual, "Backing Up the Data Directory"). */
const LEFT_OUT = [
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*)$/,
  /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/./,
  /^pg_wal\/(?!(archive_status|summaries)$)/,
  /(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*$/,
];

async function* contentOf(root: string, below = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch(goneIsEmpty)) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.some((pattern) => pattern.test(path))) continue;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      yield* contentOf(root, path);
    } else if (entry.isFile()) yield { path, isFolder: false };
    else throw new Error(TABLESPACES);
  }
}

function ignoringGone(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** A database that was dropped since its folder was listed. */
function goneIsEmpty(error: unknown): [] {
  ignoringGone(error);
  return [];
}

async function bytesWanted(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ bytes: string }>('SELECT sum(pg_database_size(oid))::text AS bytes FROM pg_database');
  return Number(rows[0]?.bytes) + SPARE_BYTES;
}

const NOT_IN_THAT_STATE = '55000';

async function keepLog(session: pg.Client): Promise<void> {
  const name = `svc_backup_${process.pid}_${Date.now()}`;
  await session.query('SELECT pg_create_physical_replication_slot($1, true, true)', [name]).catch((error: unknown) => {
    if (codeOf(error) === NOT_IN_THAT_STATE)
      throw new Error(
        'The PostgreSQL that runs was started by an earlier version of svc: stop the service, start it again, and repeat the backup.',
        {
          cause: error,
        },
      );
    throw error;
  });
}

/** Names of the files of the log from one to another. They number the bytes of the log (manual, "WAL Internals"): timeline, 4 GiB, part of these. */
function segmentsBetween(first: string | undefined, last: string, segmentBytes: number): string[] {
  if (first === undefined || first.slice(0, 8) !== last.slice(0, 8))
    throw new Error('PostgreSQL began another history during the backup: repeat it.');
  const inEach = 2 ** 32 / segmentBytes;
  const indexOf = (name: string) => Number.parseInt(name.slice(8, 16), 16) * inEach + Number.parseInt(name.slice(16), 16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let index = indexOf(first); index <= indexOf(last); index++)
    names.push(`${first.slice(0, 8)}${hex(Math.floor(index / inEach))}${hex(index % inEach)}`);
  return names;
}

function logIsGone(error: unknown): never {
  if (codeOf(error) !== 'ENOENT') throw error;
  throw new Error(
    'PostgreSQL’s log of the time of the backup is not there any more, as more was written meanwhile than it keeps: repeat the backup.',
    {
      cause: error,
    },
  );
}
