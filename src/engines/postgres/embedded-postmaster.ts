import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, link, open, readdir, readFile, readlink, rename, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, ENGINE_ENV, isAlive, type Place, runAs, temporaryName } from './embedded-place.ts';
import { processesOf, sendSignal } from './embedded-processes.ts';

/** What PostgreSQL's own lock file says of the server that holds the data directory. */
export interface Holder {
  readonly pid: number;
  /** Undefined for the first milliseconds of a start. */
  readonly port: number | undefined;
}

export interface Started {
  readonly pid: number;
  readonly port: number;
  /** True once the process has ended. */
  hasEnded(): boolean;
  /** Ends it, wherever it is in its start; for a server that this service never entered. */
  takeBack(): Promise<void>;
  /** What the server wrote since it was started; at most the last 4,000 characters. */
  said(): Promise<string>;
}

/**
 * Given on the command line, not in a file, so that they follow the version of the service and not the age of the data.
 * A query is one process (no parallel workers), so that the bound on a process is the bound on a query. Errors of
 * statements are left out of the log: they quote what tenants wrote.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  superuser_reserved_connections: '5',
  max_locks_per_transaction: '256',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // What a stop still has to write is what came since the last checkpoint.
  checkpoint_timeout: '2min',
  // With 'minimal', a sequence made in the same transaction as its table loses its advance when the server crashes.
  wal_level: 'replica',
  max_wal_senders: '0',
  // A backup that runs keeps the log of its time by one; a backup that hangs does not fill the disk by it.
  max_replication_slots: '4',
  max_slot_wal_keep_size: '4GB',
  max_logical_replication_workers: '0',
  // Each database is some three hundred files: before a recovery they are handed to the disk in one call, not one by one.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // A round through all databases; with hundreds of them a shorter one would start a process every few milliseconds.
  autovacuum_naptime: '3min',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  fsync: 'on',
  ssl: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const satisfies Record<string, string>;

/**
 * Bound on the address space of each server process: 1 GiB of its own beside the 160 MiB that binary, libraries and
 * shared memory take. A larger value ends as an ordinary out-of-memory error of that statement.
 */
const ADDRESS_SPACE_KIB = (1024 + 192) * 1024;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** The server that holds the data directory, if its process lives. A lock file left over from a crash does not count. */
export async function findHolder(place: Place): Promise<Holder | undefined> {
  const lock = await readLock(place.pgData);
  return lock && (await isPostmaster(lock.pid, place.pgData)) ? lock : undefined;
}

/** Starts the server, apart from this process's group and terminal. It may still lose to another start at the same moment. */
export async function spawnPostmaster(place: Place): Promise<Started> {
  await dropForeignLock(place.pgData);
  await trimLog(place.logFile);
  const port = await choosePort(place.pgData);
  const log = await open(place.logFile, 'a', 0o600);
  try {
    const from = (await log.stat()).size;
    const args = [
      '-D',
      place.pgData,
      '-p',
      String(port),
      ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    // macOS knows no bound on address space; the server runs without it there.
    const bounded = `ulimit -c 0; ulimit -v ${ADDRESS_SPACE_KIB} 2>/dev/null; exec "$0" "$@"`;
    const [file, argv] = process.platform === 'win32' ? [place.postgres, args] : ['/bin/sh', ['-c', bounded, place.postgres, ...args]];
    const child = spawn(file, argv, {
      cwd: '/',
      env: { ...ENGINE_ENV },
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
      ...(place.account ?? {}),
    });
    const pid = await born(child);
    let ended = false;
    child.once('exit', () => {
      ended = true;
    });
    child.unref();
    return {
      pid,
      port,
      hasEnded: () => ended,
      takeBack: async () => {
        if (!ended) sendSignal(pid, 'SIGINT');
        for (const last = Date.now() + 15_000; !ended && Date.now() < last; ) await delay(15);
      },
      said: async () => (await readFile(place.logFile)).subarray(from).toString('utf8').slice(-4000),
    };
  } finally {
    await log.close();
  }
}

/** For sessions to end, most of which do at once. */
const SESSIONS_END_MS = 15_000;
/** Then for what is still to be written: each file of each database made lately, one after the other. */
const STOP_LIMIT_MS = 15_000;

/**
 * Fast shutdown: sessions are ended, nothing is lost, and whoever comes next starts at once. Only a session that cannot be
 * ended turns it into the immediate one, which costs a recovery at the next start. False: it is still writing, and ends by itself.
 */
export async function shutDown(place: Place, pid: number): Promise<boolean> {
  if (process.platform === 'win32') {
    await runAs(place.account, place.pgCtl, [
      'stop',
      '-D',
      place.pgData,
      '-m',
      'fast',
      '-t',
      String((SESSIONS_END_MS + STOP_LIMIT_MS) / 1_000),
    ]);
    return true;
  }
  if (await hasBurst(place)) await writeAhead(place);
  sendSignal(pid, 'SIGINT');
  if (await hasGone(place, pid, SESSIONS_END_MS)) return true;
  if (!(await hasSessions(place))) return await hasGone(place, pid, STOP_LIMIT_MS);
  sendSignal(pid, 'SIGQUIT');
  if (!(await hasGone(place, pid, 10_000))) throw new Error(`The PostgreSQL server (pid ${pid}) does not stop.`);
  return true;
}

const BURST_DATABASES = 20;
/** Longer than the server leaves between two checkpoints. */
const BURST_MS = 5 * 60_000;
const WRITE_AHEAD_MS = 10_000;

/** Whether many databases were made, or written to for the first time, lately: each is a folder of some three hundred files. */
async function hasBurst({ pgData }: Place): Promise<boolean> {
  const folder = join(pgData, 'base');
  const names = await readdir(folder).catch(() => []);
  const changed = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return changed.filter((at) => at > Date.now() - BURST_MS).length >= BURST_DATABASES;
}

/**
 * A stop hands each file of each database made lately to the disk, one after the other. Handed over all at once before
 * (syncfs(2)), they are quickly found to be there already. Resolves whatever came of it.
 */
async function writeAhead({ pgData }: Place): Promise<void> {
  if (process.platform !== 'linux') return;
  await runAs(undefined, 'sync', ['-f', pgData], AbortSignal.timeout(WRITE_AHEAD_MS)).catch(() => undefined);
}

/** Whether a session is there; where the system does not tell, that one is. */
async function hasSessions(place: Place): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await processesOf(place)).some(({ title }) => SESSION_TITLE.test(title));
}

/** `postgres: user database 127.0.0.1(54321) SELECT`; the server's helpers have no address. */
const SESSION_TITLE = /^postgres: .*\b127\.0\.0\.1\(\d+\)/;

/** Waits for the process to end; false when it is still there after `timeoutMs`. */
export async function hasGone(place: Place, pid: number, timeoutMs: number): Promise<boolean> {
  for (const until = Date.now() + timeoutMs; ; await delay(15)) {
    if (!(await isPostmaster(pid, place.pgData))) return true;
    if (Date.now() > until) return false;
  }
}

/** Keeps the log, and one before it, small. The server appends, so its next line goes to the start of the emptied file. */
export async function trimLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_LIMIT_BYTES) return;
  await copyFile(logFile, `${logFile}.1`);
  await truncate(logFile, 0);
}

async function readLock(pgData: string): Promise<Holder | undefined> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return pid > 0 ? { pid, port: port > 0 ? port : undefined } : undefined;
}

/**
 * Process numbers are used again, in containers at once, so being alive says little. Where the system tells (Linux),
 * it must be a server whose working directory is this data directory, and no zombie.
 */
async function isPostmaster(pid: number, pgData: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return isAlive(pid);
  if (!line.includes('(postgres)') || /\) [ZX] /.test(line)) return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === pgData;
}

/**
 * PostgreSQL clears a lock file whose process is dead, yet refuses to start when its number has gone to some other
 * program of the same user, which in a restarted container is the rule. Then the file is taken away; moved first and
 * looked at again, because another start may have put its own there meanwhile.
 */
async function dropForeignLock(pgData: string): Promise<void> {
  const file = join(pgData, 'postmaster.pid');
  const lock = await readLock(pgData);
  if (!lock || !isAlive(lock.pid) || (await isPostmaster(lock.pid, pgData))) return;
  const aside = temporaryName(file);
  try {
    await rename(file, aside);
    const moved = Number.parseInt(await readFile(aside, 'utf8'), 10);
    if (moved !== lock.pid) await link(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** The port of the last run when it is free, so that a short absence goes unnoticed by whoever connects again. */
async function choosePort(pgData: string): Promise<number> {
  const last = /"-p" "(\d+)"/.exec(await readFile(join(pgData, 'postmaster.opts'), 'utf8').catch(() => ''))?.[1];
  if (last !== undefined && (await freePort(Number(last))) !== undefined) return Number(last);
  const port = await freePort(0);
  if (port === undefined) throw new Error('No free port on 127.0.0.1.');
  return port;
}

async function freePort(port: number): Promise<number | undefined> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}

async function born(child: ChildProcess): Promise<number> {
  await new Promise<void>((settle, fail) => {
    child.once('spawn', settle);
    child.once('error', fail);
  });
  if (child.pid === undefined) throw new Error('The PostgreSQL server could not be run.');
  return child.pid;
}
