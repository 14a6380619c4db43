import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChdb } from '../../src/engines/clickhouse/chdb.ts';
import { openPlace } from '../../src/engines/clickhouse/embedded-place.ts';
import { asLine, type FromWorker, lineReader } from '../../src/engines/clickhouse/embedded-protocol.ts';

/**
 * A ClickHouse server's HTTP interface over the embedded engine, with many databases and logins.
 *
 * The engine checks grants, constraints and quotas, but has one login and takes it from a file when it starts. So the front authenticates,
 * keeps the logins that `CREATE USER` and the like make, after the engine's own parser has read the statement, and starts the engine
 * anew as whoever sends the next statement.
 */
export interface ClickHouseFront {
  readonly url: string;
  readonly port: number;
  readonly admin: { readonly user: string; readonly password: string };
  /** Names of the users that are there, the administrator aside. */
  users(): string[];
  /** As somebody else would, past the service. */
  dropUser(name: string): void;
  /** Sends a statement past the service. */
  query(sql: string, as?: { user: string; password: string }): Promise<{ status: number; text: string }>;
  /** Refuses what matches from now on, as a server that is set up otherwise; null refuses nothing. */
  refuse(what: { readonly statement: RegExp; readonly code: number; readonly message: string } | null): void;
  /** Another client's statement right before each that matches, of which the server says that it wrote `told` rows, as a real one does (the engine here does not). */
  beside: { readonly statement: RegExp; readonly sql: string; readonly told: number } | null;
  /** Takes connections and answers nothing, as a server whose process was stopped; false answers again what comes from then on. */
  freeze(isFrozen: boolean): void;
  /** What it says to `SELECT version()`. */
  version: string | null;
  /** The statements that it works on. */
  readonly statements: readonly string[];
  /** Starts of the engine. */
  readonly starts: number;
  close(): Promise<void>;
}

interface User {
  readonly hash: string;
  readonly profile: string;
  readonly grants: string[];
}

interface Engine {
  readonly identity: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly password: string;
}

interface Work {
  readonly identity: string;
  readonly begin: (engine: Engine) => void;
  readonly fail: (error: unknown) => void;
}

const ADMIN = 'admin';
const MEMORY_BYTES = 2 * 1024 ** 3;

export async function startClickHouseFront(): Promise<ClickHouseFront> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-clickhouse-front-'));
  await chmod(folder, 0o755);
  const [data, config] = [join(folder, 'data'), join(folder, 'config')];
  await mkdir(config);
  const { dir, account } = await openPlace(data);
  const admin = { user: ADMIN, password: randomBytes(12).toString('hex') };
  const users = new Map<string, User>();
  const profiles = new Map<string, string>();
  const quotas = new Map<string, string>();
  const running = new Map<string, string>();
  const working = new Set<{ readonly sql: string }>();
  let refused: Parameters<ClickHouseFront['refuse']>[0] = null;
  let starts = 0;
  let isFrozen = false;

  let engine: Engine | null = null;
  let busy = 0;
  let isTurning = false;
  const waiting: Work[] = [];

  /** The next one in line runs beside those of the same login; another login waits until they have ended. */
  async function turn(): Promise<void> {
    if (isTurning) return;
    isTurning = true;
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        if (engine?.identity !== next.identity || engine.child.exitCode !== null || engine.child.signalCode !== null) {
          if (busy > 0) return;
          await stop();
          engine = await start(next.identity);
        }
        waiting.shift();
        busy += 1;
        next.begin(engine);
      }
    } catch (error) {
      waiting.shift()?.fail(error);
    } finally {
      isTurning = false;
    }
  }

  async function stop(): Promise<void> {
    if (!engine || engine.child.exitCode !== null || engine.child.signalCode !== null) return;
    const exited = once(engine.child, 'exit');
    engine.child.kill('SIGKILL');
    await exited;
  }

  async function start(identity: string): Promise<Engine> {
    starts += 1;
    await writeFile(join(config, 'users.xml'), usersXml(identity));
    await writeFile(join(config, 'config.xml'), `<clickhouse><users_config>${join(config, 'users.xml')}</users_config></clickhouse>`);
    const script = join(import.meta.dirname, '../../src/engines/clickhouse/embedded-worker.ts');
    const loader = createRequire(import.meta.url).resolve('tsx/esm');
    // It takes the file of its own folder.
    const child = spawn(process.execPath, ['--import', loader, script], {
      cwd: config,
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    const channel = child.stdio[3];
    if (!(channel instanceof Socket)) throw new Error('The engine has no channel.');
    const password = randomBytes(12).toString('hex');
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The engine ended at once.')));
      channel.on('error', () => undefined);
      channel.on(
        'data',
        lineReader<FromWorker>((message) => {
          if (message.kind === 'ready') return resolve(message.port);
          child.kill('SIGKILL');
          reject(new Error(JSON.stringify(message)));
        }),
      );
      const library = findChdb(null) ?? '';
      channel.write(asLine({ dir, library, account, database: OWN, password, memoryBytes: MEMORY_BYTES }));
    });
    return { identity, child, port, password };
  }

  /** The engine's one login, `default`, as this one of the server's. */
  function usersXml(identity: string): string {
    const user = users.get(identity);
    const settings = user ? profileXml(profiles.get(user.profile) ?? '') : { values: '', constraints: '' };
    const grants = user ? [...user.grants, `GRANT SHOW DATABASES ON ${OWN}.*`] : null;
    const quota = user ? quotaXml(quotas.get(identity) ?? '') : '';
    return `<clickhouse>
      <profiles><default>${settings.values}<constraints>${settings.constraints}</constraints></default></profiles>
      <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
      ${grants ? `<grants>${grants.map((query) => `<query>${escaped(query)}</query>`).join('')}</grants>` : ''}</default></users>
      <quotas><default>${quota}</default></quotas></clickhouse>`;
  }

  const onEngine = (identity: string): Promise<Engine> =>
    new Promise((begin, fail) => {
      waiting.push({ identity, begin, fail });
      void turn();
    });
  const done = (): void => {
    busy -= 1;
    void turn();
  };

  /** Sends one request on, and its reply back. */
  function forward(to: Engine, { path, sql }: { path: string; sql: string }, reply: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      // Who left while waiting in line is told by no further event.
      if (reply.destroyed) return resolve();
      const authorization = `Basic ${Buffer.from(`default:${to.password}`).toString('base64')}`;
      const inner = request({ host: '127.0.0.1', port: to.port, path, method: 'POST', headers: { authorization } }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
        answer.on('close', resolve);
        answer.on('error', () => reply.destroy());
      });
      inner.on('error', () => {
        reply.destroy();
        resolve();
      });
      reply.on('close', () => {
        inner.destroy();
        resolve();
      });
      inner.end(sql);
    });
  }

  /** What the engine's own parser says of it; null where it takes it. */
  async function syntaxError(sql: string): Promise<string | null> {
    const on = await onEngine(ADMIN);
    try {
      const reply = await fetch(`http://127.0.0.1:${on.port}/?param_p1=${encodeURIComponent(sql.replaceAll('\\', '\\\\'))}`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`default:${on.password}`).toString('base64')}` },
        body: 'SELECT formatQuerySingleLine({p1:String}) FORMAT TSV',
      });
      return reply.ok ? null : await reply.text();
    } finally {
      done();
    }
  }

  /** Statements of access management, which the engine itself has nowhere to keep. True where it is one. */
  async function manage(sql: string, reply: ServerResponse): Promise<boolean> {
    const made = /^(CREATE|DROP|GRANT)\s+(USER|QUOTA|SETTINGS PROFILE|.)/s.exec(sql);
    if (!made || (made[1] !== 'GRANT' && made[2]?.length === 1)) return false;
    const wrong = await syntaxError(sql);
    if (wrong !== null) {
      reply.writeHead(400, { 'x-clickhouse-exception-code': '62' }).end(wrong);
      return true;
    }
    const name = (pattern: RegExp): string => nameIn(pattern, sql);
    if (sql.startsWith('CREATE USER'))
      users.set(name(/^CREATE USER OR REPLACE (\S+)/), {
        hash: name(/ IDENTIFIED WITH sha256_hash BY '([0-9a-f]{64})'/),
        profile: name(/ SETTINGS PROFILE '([^']+)'/),
        grants: [],
      });
    else if (sql.startsWith('CREATE SETTINGS PROFILE')) profiles.set(name(/^CREATE SETTINGS PROFILE OR REPLACE (\S+)/), sql);
    else if (sql.startsWith('CREATE QUOTA')) quotas.set(name(/ TO (\S+)$/), sql);
    else if (sql.startsWith('GRANT')) {
      const user = users.get(name(/ TO (\S+)$/));
      if (!user) {
        refuse(reply, 192, 'There is no user of that name.');
        return true;
      }
      user.grants.push(sql.replace(/ TO \S+$/, ''));
    } else if (sql.startsWith('DROP USER')) users.delete(name(/^DROP USER IF EXISTS (\S+)$/));
    else if (sql.startsWith('DROP QUOTA')) quotas.delete(name(/^DROP QUOTA IF EXISTS (\S+)$/));
    else throw new Error(`The front does not know ${sql}`);
    if (engine?.identity !== ADMIN && busy === 0) await stop();
    reply.end();
    return true;
  }

  /** What a server knows of itself, and this front in its place. */
  function told(sql: string, url: URL): unknown[][] | null {
    if (front.version !== null && sql.startsWith('SELECT version()')) return [[front.version]];
    if (sql.startsWith('SELECT name FROM system.users')) return [...users.keys()].map((name) => [name]);
    if (!sql.startsWith('SELECT 1 FROM system.processes')) return null;
    return running.has(url.searchParams.get('param_p1') ?? '') ? [[1]] : [];
  }

  async function take(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://127.0.0.1');
    // As a server does: without a login, beside whatever runs.
    if (url.pathname === '/ping') return void (isFrozen || reply.end('Ok.\n'));
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const sql = Buffer.concat(chunks).toString('utf8');
    const { 'x-clickhouse-user': given, 'x-clickhouse-key': key, authorization = '' } = message.headers;
    const basic = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
    const [user = '', password = ''] = typeof given === 'string' ? [given, String(key)] : basic;
    const isAdmin = user === ADMIN && password === admin.password;
    if (!isAdmin && users.get(user)?.hash !== createHash('sha256').update(password).digest('hex'))
      return refuse(reply, 516, `${user}: Authentication failed: password is incorrect, or there is no user with such name.`);
    if (refused?.statement.test(sql)) return refuse(reply, refused.code, refused.message);
    if (isFrozen) return;
    const path = `${url.pathname}${url.search}`;
    if (/^KILL QUERY WHERE Settings/.test(sql)) {
      // At once, beside what runs.
      if (engine && busy > 0) await forward(engine, { path, sql }, reply);
      else reply.end();
      return;
    }
    const rows = isAdmin ? told(sql, url) : null;
    if (rows !== null) {
      reply.end([['c'], ['String'], ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));
      return;
    }
    if (isAdmin && (await manage(sql, reply))) return;
    const queryId = url.searchParams.get('query_id') ?? '';
    if (running.get(queryId) === user) return refuse(reply, 216, `Query with id = ${queryId} is already running.`);
    running.set(queryId, user);
    try {
      const { beside } = front;
      if (beside?.statement.test(sql)) {
        await front.query(beside.sql);
        reply.setHeader('x-clickhouse-summary', JSON.stringify({ read_rows: '0', written_rows: String(beside.told) }));
      }
      const on = await onEngine(user);
      const work = { sql };
      working.add(work);
      await forward(on, { path, sql }, reply).finally(() => {
        working.delete(work);
        done();
      });
    } finally {
      running.delete(queryId);
    }
  }

  const server = createServer({ maxHeaderSize: 1024 ** 2 }, (message, reply) => {
    take(message, reply).catch((error: unknown) => refuse(reply, 1001, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const front: ClickHouseFront = {
    url: `http://${admin.user}:${admin.password}@127.0.0.1:${port}`,
    port,
    admin,
    users: () => [...users.keys()],
    dropUser: (name) => void users.delete(name),
    async query(sql, as = admin) {
      const authorization = `Basic ${Buffer.from(`${as.user}:${as.password}`).toString('base64')}`;
      const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization }, body: sql });
      return { status: reply.status, text: await reply.text() };
    },
    refuse(what) {
      refused = what;
    },
    freeze(frozen) {
      isFrozen = frozen;
    },
    beside: null,
    version: null,
    get statements() {
      return [...working].map(({ sql }) => sql);
    },
    get starts() {
      return starts;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return front;
}

/** The database that the engine's process opens. It holds nothing. */
const OWN = 'engine';

function refuse(reply: ServerResponse, code: number, message: string): void {
  if (reply.headersSent) return void reply.destroy();
  reply.writeHead(code === 516 ? 403 : 500, { 'x-clickhouse-exception-code': String(code) });
  reply.end(`Code: ${code}. DB::Exception: ${message} (OF_THE_FRONT) (version 26.7.2.1)\n`);
}

function nameIn(pattern: RegExp, sql: string): string {
  const found = pattern.exec(sql)?.[1];
  if (found === undefined) throw new Error(`The front does not understand ${sql}`);
  return found.replaceAll('`', '');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `a = 1 MIN 1 MAX 2, b = 'x' CONST` as the file says it. What is not of this form is an error. */
function profileXml(sql: string): { values: string; constraints: string } {
  if (sql === '') throw new Error('The login has no profile.');
  const list = sql.slice(sql.indexOf(' SETTINGS ', sql.indexOf('PROFILE')) + ' SETTINGS '.length);
  let [values, constraints] = ['', ''];
  for (const part of list.split(', ')) {
    const found = /^(\w+) = (?:'([^']*)'|(\d+))(?: (CONST)| MIN (\d+) MAX (\d+))?$/.exec(part);
    if (!found) throw new Error(`The front does not understand the setting ${part}`);
    const [, name, text, number, constant, min, max] = found;
    values += `<${name}>${escaped(text ?? number ?? '')}</${name}>`;
    if (constant !== undefined) constraints += `<${name}><readonly/></${name}>`;
    else if (min !== undefined) constraints += `<${name}><min>${min}</min><max>${max}</max></${name}>`;
  }
  return { values, constraints };
}

function quotaXml(sql: string): string {
  const seconds = /FOR INTERVAL 1 hour MAX execution_time = (\d+) TO/.exec(sql)?.[1];
  if (seconds === undefined) throw new Error(`The front does not understand ${sql}`);
  return `<interval><duration>3600</duration><execution_time>${seconds}</execution_time></interval>`;
}
