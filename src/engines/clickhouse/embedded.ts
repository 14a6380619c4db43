import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { ResultColumn } from '../engine.ts';
import { openPlace, type Place } from './embedded-place.ts';
import { asLine, type Failure, type FromWorker, lineReader, type Run } from './embedded-protocol.ts';
import { faultFrom } from './faults.ts';
import { setParameters, textLiteral } from './quote.ts';
import { boundSettings, SEMANTICS } from './settings.ts';
import { isWide, valueReader } from './values.ts';

export interface EmbeddedClickHouse {
  /**
   * One statement in a session of its own, with values for `{p1:…}`, `{p2:…}`. A session that is `readonly` changes neither
   * data nor settings. Faults: query_timeout, query_cancelled, query_too_expensive, result_too_large, forbidden, invalid_value,
   * sql_rejected, db_unreachable.
   */
  query(sql: string, params: readonly unknown[], options: QueryOptions): Promise<QueryResult>;
  /** Statements of the owner: tables and rows. Several may stand in one text. Never given SQL of a caller's. */
  exec(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export interface QueryOptions {
  readonly readonly: boolean;
  readonly maxRows: number;
  readonly signal?: AbortSignal;
  /** Default: `timeoutMs` of the engine. */
  readonly timeoutMs?: number;
}

export interface QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly truncated: boolean;
}

export interface EmbeddedOptions {
  /** One database a directory; made when it is missing. One service at a time holds it. */
  readonly dir: string;
  readonly timeoutMs?: number;
  readonly memoryBytes?: number;
  readonly replyMaxBytes?: number;
  readonly threads?: number;
}

/** The database that the tables are in. The engine's own `default` also shows files as tables. */
export const DATABASE = 'data';

const START_LIMIT_MS = 30_000;
/** After its deadline a statement is killed again and again for this long, and then the process. */
const KILL_EVERY_MS = 200;
const KILL_LIMIT_MS = 2_000;
const STOP_LIMIT_MS = 5_000;

/**
 * ClickHouse in a process of its own: empty environment, a user of its own where the service is root (`embedded-place.ts`), ended
 * with its parent. A process that died is started again by the next request. Bounds hold in three layers: the engine's own
 * limits, KILL QUERY from another session, and SIGKILL of the process, after which the data is intact.
 * Fault `unconfigured` where the optional package `chdb` is not installed.
 */
export async function startEmbeddedClickHouse(options: EmbeddedOptions): Promise<EmbeddedClickHouse> {
  assertInstalled();
  const { timeoutMs: usualMs = 30_000, memoryBytes = 1024 ** 3, replyMaxBytes = LIMITS.resultMaxBytes, threads = 2 } = options;
  const place = await openPlace(options.dir);
  let worker: Promise<Worker> | undefined;
  let lastId = 0;
  let stopped = false;

  function ensure(): Promise<Worker> {
    if (stopped) return Promise.reject(new Fault('db_unreachable', { params: { reason: 'The embedded ClickHouse was stopped.' } }));
    worker ??= startWorker(place).then((started) => {
      void started.ended.then(() => {
        worker = undefined;
      });
      return started;
    });
    return worker.catch((error: unknown) => {
      worker = undefined;
      throw error;
    });
  }

  async function run(sql: string, setup: string[], how: { readonly: boolean; timeoutMs: number; signal: AbortSignal | undefined }) {
    if (how.signal?.aborted) throw new Fault('query_cancelled');
    const current = await ensure();
    lastId += 1;
    return await current.run({ kind: 'run', id: lastId, setup, sql, readonly: how.readonly, replyMaxBytes }, how);
  }

  await ensure();
  return {
    query: async (sql, params, { readonly, maxRows, signal, timeoutMs = usualMs }) => {
      const bounds = boundSettings({ timeoutMs, memoryBytes, threads, rows: maxRows + 1 });
      const setup = [setStatement({ ...SEMANTICS, ...bounds }), setParameters(params)].filter((statement) => statement !== '');
      return readReply(await run(sql, setup, { readonly, timeoutMs, signal }), maxRows);
    },
    exec: async (sql) => {
      const bounds = boundSettings({ timeoutMs: usualMs, memoryBytes, threads, rows: 1 });
      await run(sql, [setStatement({ ...SEMANTICS, ...bounds })], { readonly: false, timeoutMs: usualMs, signal: undefined });
    },
    stop: async () => {
      stopped = true;
      await (await worker?.catch(() => undefined))?.stop();
    },
  };
}

/** Whether the package is there; tests that need the engine say so when it is not. */
export function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('chdb');
    return true;
  } catch {
    return false;
  }
}

function assertInstalled(): void {
  if (!isInstalled()) throw absent('The package chdb is not installed.');
}

const absent = (reason: string): Fault =>
  new Fault('unconfigured', {
    params: {
      reason: `${reason} Embedded ClickHouse comes with the optional package chdb: run npm install chdb (Linux with glibc, macOS).`,
    },
  });

interface Worker {
  readonly ended: Promise<void>;
  run(request: Run, limits: { timeoutMs: number; signal: AbortSignal | undefined }): Promise<string>;
  stop(): Promise<void>;
}

async function startWorker({ dir, account }: Place): Promise<Worker> {
  const child = spawnWorker();
  const channel = child.stdio[3];
  if (!(channel instanceof Socket)) throw new Error('The ClickHouse process has no channel.');
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2000);
  });
  const pending = new Map<number, { resolve: (text: string) => void; reject: (error: unknown) => void }>();
  let settleStart: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    settleStart = { resolve, reject };
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      settleStart?.reject(new Error(`The ClickHouse process of ${dir} ended at once. ${said}`));
      for (const { reject } of pending.values())
        reject(new Fault('db_unreachable', { params: { reason: 'The ClickHouse process ended.' } }));
      pending.clear();
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  channel.on('error', () => undefined);
  channel.on(
    'data',
    lineReader<FromWorker>((message) => {
      if (message.kind === 'ready') settleStart?.resolve();
      else if (message.kind === 'absent') settleStart?.reject(absent(message.reason));
      else if (message.kind === 'failed' && message.id === 0)
        settleStart?.reject(new Error(`ClickHouse could not open ${dir}: ${message.message}`));
      else {
        const request = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === 'done') request?.resolve(message.text);
        else if (message.kind === 'tooLarge') request?.reject(new Fault('result_too_large', { params: { bytes: message.bytes } }));
        else request?.reject(message);
      }
    }),
  );
  channel.write(asLine({ kind: 'open', dir, account, database: DATABASE }));
  const slow = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  try {
    await ready;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(slow);
  }

  return {
    ended,
    run: async (request, { timeoutMs, signal }) => {
      const killers: NodeJS.Timeout[] = [];
      const kill = () => {
        channel.write(asLine({ kind: 'cancel', id: request.id }));
        killers.push(setInterval(() => channel.write(asLine({ kind: 'cancel', id: request.id })), KILL_EVERY_MS));
        killers.push(setTimeout(() => child.kill('SIGKILL'), KILL_LIMIT_MS));
      };
      const reply = new Promise<string>((resolve, reject) => pending.set(request.id, { resolve, reject }));
      // The engine looks at its own limit only between blocks; a little after it, it is told.
      const deadline = setTimeout(kill, timeoutMs + 1_000);
      signal?.addEventListener('abort', kill, { once: true });
      try {
        channel.write(asLine(request));
        return await reply;
      } catch (error) {
        if (signal?.aborted) throw new Fault('query_cancelled', { cause: error });
        if (killers.length > 0) throw new Fault('query_timeout', { params: { limitMs: timeoutMs }, cause: error });
        throw isFailure(error) ? faultFrom(error, { limitMs: timeoutMs }) : error;
      } finally {
        clearTimeout(deadline);
        for (const timer of killers) clearTimeout(timer);
        signal?.removeEventListener('abort', kill);
      }
    },
    stop: async () => {
      if (channel.writable) channel.write(asLine({ kind: 'stop' }));
      const slowStop = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(slowStop);
      channel.destroy();
    },
  };
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && (error as { kind?: unknown }).kind === 'failed';

/** In development the sources run as they are, through tsx. */
function spawnWorker(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = fileURLToPath(new URL(isSource ? './embedded-worker.ts' : './embedded-worker.js', import.meta.url));
  const loader = isSource ? ['--import', createRequire(import.meta.url).resolve('tsx/esm')] : [];
  return spawn(process.execPath, [...loader, script], { cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
}

function setStatement(settings: Record<string, string | number>): string {
  const set = Object.entries(settings).map(([name, value]) => `${name} = ${typeof value === 'number' ? value : textLiteral(value)}`);
  return `SET ${set.join(', ')}`;
}

function readReply(text: string, maxRows: number): QueryResult {
  const lines = text.split('\n').filter((line) => line !== '');
  const [names = [], types = []] = lines.slice(0, 2).map((line) => JSON.parse(line) as string[]);
  const readers = types.map(valueReader);
  const rows = lines.slice(2, 2 + maxRows).map((line) => (JSON.parse(line) as unknown[]).map((value, i) => readers[i]?.(value) ?? null));
  const columns = names.map((name, i) => ({ name, type: types[i] ?? '', isWide: isWide(types[i] ?? '') }));
  return { columns, rows, truncated: lines.length - 2 > maxRows };
}
