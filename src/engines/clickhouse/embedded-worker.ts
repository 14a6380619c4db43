import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, Socket } from 'node:net';
import { asLine, type FromWorker, lineReader, type Open } from './embedded-protocol.ts';
import { forgetLostBlocks } from './forget-lost-blocks.ts';
import { identifier, textLiteral } from './quote.ts';

/**
 * The process that holds one ClickHouse directory and serves it as ClickHouse's own server does (its HTTP interface: statement in
 * the body, settings and parameters in the address), on loopback, to who shows the password. It has an empty environment and, where the
 * service runs as root, a user of its own: the engine's functions read files (`file('/proc/self/environ')`) whatever a session may
 * do, so there is nothing here to be read. Every request has a session of its own, since settings stay in a session. The
 * process ends with its parent.
 */

interface Session {
  query(sql: string, format?: string): string;
  queryStream(sql: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>;
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}

interface Chdb {
  readonly Session: new (path: string, options?: { connectionArgs: readonly string[] }) => Session;
}

interface Request {
  readonly sql: string;
  /** Null where there are no rows to send. */
  readonly format: string | null;
  readonly settings: ReadonlyMap<string, string>;
  readonly database: string;
  readonly reply: ServerResponse;
}

/** As many as libuv has threads; what comes meanwhile waits here, where it can still be taken back. */
const RUNNING_MAX = 4;
const BODY_MAX_BYTES = 64 * 1024 * 1024;
/** Values of a statement come in its address. */
const ADDRESS_MAX_BYTES = 16 * 1024 * 1024;
/** Of a statement that the engine refuses, and of one that nobody may send. */
const [SERVER_ERROR, UNAUTHORIZED] = [500, 401] as const;
const QUERY_WAS_CANCELLED = 394;

const channel = new Socket({ fd: 3 });
let running = 0;
let waiting: Request[] = [];
let library: Chdb | undefined;
let place: Open | undefined;
/** Holds the directory open between requests, and cancels. */
let keeper: Session | undefined;

channel.on('data', lineReader<Open>(open));
channel.on('error', leave);
channel.on('close', leave);
channel.on('end', leave);

function open(message: Open): void {
  try {
    // Loaded before the user changes: the package may lie where that user cannot read.
    library = createRequire(import.meta.url)(message.library) as Chdb;
  } catch (error) {
    tell({ kind: 'absent', reason: described(error).message });
    return;
  }
  try {
    if (message.account) become(message.account);
    process.umask(0o077);
    place = message;
    const held = new library.Session(message.dir, { connectionArgs: [`--max_server_memory_usage=${message.memoryBytes}`] });
    keeper = held;
    const name = identifier(message.database);
    if (held.query(`EXISTS DATABASE ${name}`, 'TSV').trim() !== '1') held.query(`CREATE DATABASE ${name} ENGINE = Atomic`);
    endByCrashes();
    forgetLostBlocks((sql) => held.query(sql, 'JSONCompactEachRow'), message.database);
    listen(message.password);
  } catch (error) {
    tell({ kind: 'failed', message: described(error).message });
  }
}

/**
 * The library waits within a crash for a report that nobody writes here, and callers would wait for it until their statement's limit. Taking a
 * listener away gives the signal its own meaning back.
 */
function endByCrashes(): void {
  for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP'] as const) {
    process.on(signal, leave);
    process.off(signal, leave);
  }
}

function become({ uid, gid }: { uid: number; gid: number }): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function listen(password: string): void {
  const expected = hash(`Basic ${Buffer.from(`default:${password}`).toString('base64')}`);
  const server = createServer({ maxHeaderSize: ADDRESS_MAX_BYTES }, (request, reply) => {
    if (timingSafeEqual(hash(request.headers.authorization ?? ''), expected))
      void take(request, reply).catch((error: unknown) => fail(reply, error));
    else reply.writeHead(UNAUTHORIZED).end();
  });
  // The one who calls is the service; a statement may take long.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => tell({ kind: 'ready', port: (server.address() as AddressInfo).port }));
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

async function take(message: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/ping') {
    reply.end('Ok.\n');
    return;
  }
  const settings = new Map(url.searchParams);
  const { sql, format } = withoutFormat(await textOf(message, settings.get('query') ?? ''));
  const database = settings.get('database') ?? place?.database ?? '';
  for (const name of NOT_SETTINGS) settings.delete(name);
  const killed = KILL.exec(sql)?.[1];
  if (killed !== undefined) {
    kill(killed);
    reply.end();
    return;
  }
  waiting.push({ sql, format, settings, database, reply });
  next();
}

/** Of the address, and no settings of the engine. */
const NOT_SETTINGS = ['query', 'query_id', 'database', 'session_id', 'default_format'];
const KILL = /^KILL QUERY WHERE Settings\['log_comment'\] = '([\w-]+)'/;

/** The statement: of the address, with rows for an INSERT in the body, or all in the body. Bytes become text at once, since texts that are joined are copied. */
async function textOf(message: IncomingMessage, query: string): Promise<string> {
  const chunks: Buffer[] = query === '' ? [] : [Buffer.from(`${query}\n`)];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX_BYTES) throw new Error(`A request has at most ${BODY_MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The service ends statements that give rows with FORMAT; rows that it sends end with a bracket. */
function withoutFormat(sql: string): { sql: string; format: string | null } {
  // At the end alone: what comes before may be rows, and long.
  const from = Math.max(0, sql.length - FORMAT_MAX);
  const found = /\s+FORMAT\s+(\w+)\s*$/.exec(sql.slice(from));
  return found ? { sql: sql.slice(0, from + found.index), format: found[1] ?? null } : { sql, format: null };
}

const FORMAT_MAX = 200;

function next(): void {
  while (running < RUNNING_MAX) {
    const request = waiting.shift();
    if (!request) return;
    if (request.reply.destroyed) continue;
    running += 1;
    void run(request)
      .catch((error: unknown) => fail(request.reply, error))
      .finally(() => {
        running -= 1;
        next();
      });
  }
}

async function run({ sql, format, settings, database, reply }: Request): Promise<void> {
  if (!library || !place) throw new Error('The database is not open.');
  const session = new library.Session(place.dir);
  try {
    // The default database shows files as tables; this one holds tables alone.
    session.query(`USE ${identifier(database)}`);
    // In one statement, so that `readonly` counts from the next on.
    if (settings.size > 0) session.query(`SET ${[...settings].map(([name, value]) => `${name} = ${settingText(name, value)}`).join(', ')}`);
    if (format === null) {
      await session.queryAsync(sql, { format: 'TSV' });
      reply.end();
    } else await stream(session, sql, format, reply);
  } finally {
    session.close();
  }
}

/** A parameter comes as a field of a tab-separated file, as the engine reads it from a setting too. */
function settingText(name: string, value: string): string {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error('A setting has a name of letters, digits and underscores.');
  return textLiteral(value);
}

/** Each portion of the engine's begins with the names and types, which are sent once. */
async function stream(session: Session, sql: string, format: string, reply: ServerResponse): Promise<void> {
  const headers = format.endsWith('WithNamesAndTypes') ? 2 : format.endsWith('WithNames') ? 1 : 0;
  let isFirst = true;
  try {
    for await (const chunk of session.queryStream(sql, { format })) {
      if (reply.destroyed) return;
      const bytes = chunk.raw();
      const part = isFirst ? bytes : afterLines(bytes, headers);
      isFirst = false;
      if (part.length > 0 && !reply.write(part)) await Promise.race([once(reply, 'drain'), once(reply, 'close')]);
    }
  } catch (error) {
    if (!isFirst || !NO_STREAM.test(described(error).message)) throw error;
    reply.end((await session.queryAsync(sql, { format })).bytes());
    return;
  }
  // A result without rows has no portions, and still has columns.
  if (isFirst) reply.write((await session.queryAsync(`SELECT * FROM (${sql}\n) LIMIT 0`, { format })).bytes());
  reply.end();
}

const NO_STREAM = /Streaming query is not supported/;

function afterLines(bytes: Uint8Array, count: number): Uint8Array {
  let at = 0;
  for (let left = count; left > 0; left -= 1) at = bytes.indexOf(NEWLINE, at) + 1;
  return bytes.subarray(at);
}

const NEWLINE = 10;

/** A statement that runs is killed from another session; one that waits never begins. */
function kill(comment: string): void {
  const found = waiting.filter(({ settings }) => settings.get('log_comment') === comment);
  waiting = waiting.filter((request) => !found.includes(request));
  for (const { reply } of found) fail(reply, { clickhouseCode: QUERY_WAS_CANCELLED, message: 'Query was cancelled.' });
  if (found.length === 0) keeper?.query(`KILL QUERY WHERE Settings['log_comment'] = '${comment}' ASYNC`);
}

/** As the server tells it: in headers and body, or, once rows have left, as a last line. */
function fail(reply: ServerResponse, error: unknown): void {
  if (reply.destroyed || reply.writableEnded) return;
  const { code, message } = described(error);
  const text = `Code: ${code ?? 1001}. DB::Exception: ${message.replace(/^(Query failed: )?(Code: \d+\. DB::Exception: )+/, '')}\n`;
  if (!reply.headersSent) reply.writeHead(SERVER_ERROR, { 'x-clickhouse-exception-code': String(code ?? 1001) });
  reply.end(text);
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
