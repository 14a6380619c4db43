import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { asLine, type FromWorker, lineReader, type Open, type Run, type ToWorker } from './embedded-protocol.ts';

/**
 * The process that holds one ClickHouse directory. It has an empty environment and, where the service runs as root, a user of
 * its own: the engine's functions read files (`file('/proc/self/environ')`) whatever a session may do, so there is nothing
 * here to be read. Every request has a session of its own, since settings stay in a session. The process ends with its parent.
 */

interface Session {
  query(sql: string, format?: string): string;
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array; text(): string }>;
  close(): void;
}

interface Chdb {
  readonly Session: new (path: string, options?: { connectionArgs: readonly string[] }) => Session;
}

/** As many as libuv has threads; what comes meanwhile waits here, where it can still be taken back. */
const RUNNING_MAX = 4;

const channel = new Socket({ fd: 3 });
const running = new Set<number>();
let waiting: Run[] = [];
let chdb: Chdb | undefined;
let dir = '';
let database = '';
/** Holds the directory open between requests, and cancels. */
let keeper: Session | undefined;

channel.on('data', lineReader<ToWorker>(take));
channel.on('error', leave);
channel.on('close', leave);
channel.on('end', leave);

function take(message: ToWorker): void {
  if (message.kind === 'open') open(message);
  else if (message.kind === 'run') {
    waiting.push(message);
    next();
  } else if (message.kind === 'cancel') cancel(message.id);
  else stop();
}

function open({ dir: path, account, database: name }: Open): void {
  try {
    // Loaded before the user changes: the package may lie where that user cannot read.
    chdb = createRequire(import.meta.url)('chdb') as Chdb;
  } catch (error) {
    tell({ kind: 'absent', reason: described(error).message });
    return;
  }
  try {
    if (account) become(account);
    process.umask(0o077);
    dir = path;
    database = name;
    keeper = new chdb.Session(dir);
    keeper.query(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
    tell({ kind: 'ready', version: keeper.query('SELECT version()', 'TSVRaw').trim() });
  } catch (error) {
    tell({ kind: 'failed', id: 0, ...described(error) });
  }
}

function become({ uid, gid }: { uid: number; gid: number }): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function next(): void {
  while (running.size < RUNNING_MAX) {
    const request = waiting.shift();
    if (!request) return;
    running.add(request.id);
    void run(request).finally(() => {
      running.delete(request.id);
      next();
    });
  }
}

async function run({ id, setup, sql, readonly, replyMaxBytes }: Run): Promise<void> {
  let session: Session | undefined;
  try {
    if (!chdb) throw new Error('The database is not open.');
    session = new chdb.Session(dir);
    // The default database shows files as tables; this one holds tables alone.
    session.query(`USE ${database}`);
    for (const statement of setup) session.query(statement);
    session.query(`SET log_comment = '${id}'${readonly ? ', readonly = 1' : ''}`);
    const result = await session.queryAsync(sql, { format: 'JSONCompactEachRowWithNamesAndTypes' });
    const { length } = result.bytes();
    if (length > replyMaxBytes) tell({ kind: 'tooLarge', id, bytes: length });
    else tell({ kind: 'done', id, text: result.text() });
  } catch (error) {
    tell({ kind: 'failed', id, ...described(error) });
  } finally {
    session?.close();
  }
}

/** A statement that runs is killed from another session; one that waits never begins. */
function cancel(id: number): void {
  if (waiting.some((request) => request.id === id)) {
    waiting = waiting.filter((request) => request.id !== id);
    tell({ kind: 'failed', id, code: QUERY_WAS_CANCELLED, message: 'Query was cancelled.' });
  } else if (running.has(id)) keeper?.query(`KILL QUERY WHERE Settings['log_comment'] = '${id}' ASYNC`);
}

const QUERY_WAS_CANCELLED = 394;

function stop(): void {
  waiting = [];
  try {
    keeper?.close();
  } finally {
    leave();
  }
}

/** At once and without the library's own goodbye, which waits for what still runs; the data survives a kill. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}

function tell(message: FromWorker): void {
  if (channel.writable) channel.write(asLine(message));
}

function described(error: unknown): { code: number | null; message: string } {
  const { clickhouseCode, message } = (error ?? {}) as { clickhouseCode?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  const code = typeof clickhouseCode === 'number' ? clickhouseCode : Number(/Code: (\d+)\./.exec(text)?.[1] ?? Number.NaN);
  return { code: Number.isNaN(code) ? null : code, message: text };
}
