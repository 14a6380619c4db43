import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient, type ExecParams } from '@clickhouse/client';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Portion, ResultColumn, Rows, Statement } from '../engine.ts';
import { csvLines } from './csv-lines.ts';
import { type EngineFailure, faultFrom, parseFailure } from './faults.ts';
import { answersPing } from './ping.ts';
import { textLiteral } from './quote.ts';
import { readLines } from './read-lines.ts';
import { type Bounds, boundSettings, SEMANTICS } from './settings.ts';
import { isWide, valueReader } from './values.ts';

/** A ClickHouse server, or the embedded worker, by its HTTP interface. */
export interface Endpoint {
  /** Without user and password. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Certificates (PEM) that the server's may be signed by, besides those that the system trusts. */
  readonly trusted?: string | undefined;
  /** What dials, where not every address may be dialled. */
  readonly agent?: Agent;
  /** Ends the whole server, where it is ours alone: for a statement that does not hear. */
  readonly kill?: () => void;
  /** Who ends statements and looks for them, where the login itself may not. */
  readonly statements?: Statements;
  /** Bytes of one bound value that the server takes, where there is a limit: it reads them as parts of an address. */
  readonly valueMaxBytes?: number;
  /** After a connection was lost: waits a moment for the news that the server has ended. */
  readonly ended?: () => Promise<unknown>;
}

export interface Statements {
  /** Ends those of this name (`log_comment`). */
  kill(name: string): Promise<void>;
  /** Whether one of this id still runs. */
  isRunning(queryId: string): Promise<boolean>;
}

export interface DriverOptions {
  readonly endpoint: Endpoint;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Rows that one statement may read; the engine's own bound when absent. */
  readonly readRowsMax?: number;
  readonly sockets?: number;
  readonly replyMaxBytes?: number;
  /** The login's own profile lets it only read, and takes no setting that says so. */
  readonly readsAlone?: boolean;
  /** The server ends a read whose connection is closed, so that nobody waits for it to hear of a KILL QUERY. */
  readonly endsWhenClosed?: boolean;
  /** Of a server of the deployment's own, that a statement of which nothing comes is told by its `/ping`. */
  readonly isPinged?: boolean;
}

export interface DriverRun {
  /** A session that is changes neither data nor settings. */
  readonly readonly: boolean;
  readonly signal?: Leaving | undefined;
  /** Default: that of the driver. */
  readonly timeoutMs?: number;
  /** Besides those that go with every statement. */
  readonly settings?: Record<string, string | number>;
  /** Without any setting: for what is asked before it is known which ones the login may set. */
  readonly isBare?: boolean;
  /** The engine refuses to run two of one id at once. Any when absent. */
  readonly queryId?: string;
}

/** What every part of the engine talks to ClickHouse with. Faults: those of `faults.ts`, result_too_large, db_unreachable. */
export interface ClickHouseDriver {
  query(statement: Statement, run: DriverRun & { readonly maxRows: number }): Promise<Rows>;
  /** At least one portion comes, even when it is empty. */
  portions(
    statement: Statement,
    run: DriverRun & { readonly maxRows: number; readonly as: 'values' | 'lines' },
    take: (portion: Portion) => Promise<void>,
  ): Promise<{ truncated: boolean }>;
  /** A statement that gives no rows: the rows that it wrote, as the server counts them; null where it does not say. */
  exec(statement: Statement, run: DriverRun): Promise<number | null>;
  /** Rows in one of the engine's JSON formats, with commas between, in one piece or several. */
  insert(into: string, format: string, rows: readonly Buffer[], run: DriverRun): Promise<void>;
  /** Whether a statement of this id, of whoever began it, still runs. An engine that ends with the service runs none of an earlier one. */
  isRunning(queryId: string): Promise<boolean>;
  close(): Promise<void>;
}

/** After its deadline a statement is killed again and again for this long, and then the server, where it is ours. */
const KILL_EVERY_MS = 200;
const KILL_LIMIT_MS = 2_000;
const CLOSE_MS = 250;
/** The engine looks at its own limit only between blocks; a little after it, it is told. */
const GRACE_MS = 1_000;
/** A statement that takes so long may be one of somebody else's server that is gone: whether it answers anything is looked for so long. */
const SILENT_AFTER_MS = 3_000;
const ANSWER_MS = 5_000;
/** As these, of a server that is near, by what costs it nothing. */
const PINGED_AFTER_MS = 2_000;
const PING_MS = 3_000;
/** For hangs of the connection: statements have their own limit. */
const SOCKET_TIMEOUT_MS = 10 * 60_000;

const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

export function createClickHouseDriver(options: DriverOptions): ClickHouseDriver {
  const { endpoint, replyMaxBytes = LIMITS.resultMaxBytes } = options;
  const client = createClient({
    url: endpoint.url,
    username: endpoint.username,
    password: endpoint.password,
    database: endpoint.database,
    request_timeout: SOCKET_TIMEOUT_MS,
    max_open_connections: options.sockets ?? 16,
    // Told by us, as faults.
    log: { level: ClickHouseLogLevel.OFF },
    ...(endpoint.agent ? { http_agent: endpoint.agent } : {}),
    ...(endpoint.trusted === undefined ? {} : { tls: { ca_cert: Buffer.from([...rootCertificates, endpoint.trusted].join('\n')) } }),
  });

  const settingsOf = (
    id: string,
    { readonly, timeoutMs = options.timeoutMs, settings, isBare }: DriverRun,
    rows: Bounds['rows'],
  ): ClickHouseSettings =>
    Object.fromEntries(
      Object.entries(
        isBare
          ? {}
          : {
              ...SEMANTICS,
              ...boundSettings({ ...options, timeoutMs, rows }),
              ...settings,
              log_comment: id,
              ...(readonly && !options.readsAlone ? { readonly: 1 } : {}),
              ...(readonly && options.endsWhenClosed ? { cancel_http_readonly_queries_on_client_close: 1 } : {}),
            },
      ).map(([name, value]) => [name, String(value)]),
    );

  const secrets =
    endpoint.password.length < SECRET_MIN
      ? []
      : [
          endpoint.password,
          encodeURIComponent(endpoint.password),
          Buffer.from(`${endpoint.username}:${endpoint.password}`).toString('base64'),
        ];
  /** What a server says of itself may quote what it was sent. */
  const unsaid = (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);

  /** The rows of a reply, as they are sent: nothing was asked to be compressed. An error's text is read here, since there is no bound on it otherwise. */
  async function send(
    query: string,
    how: Pick<ExecParams, 'query_id' | 'query_params' | 'clickhouse_settings' | 'abort_signal'> & { values?: Readable },
  ) {
    const {
      stream,
      http_status_code: status,
      response_headers: headers,
    } = await client.exec({ query, ...how, ignore_error_response: true, decompress_response_stream: false });
    if (status === 200 && headers['x-clickhouse-exception-code'] === undefined) return { stream, headers };
    const text = unsaid(await headOf(stream));
    throw /\bCode: \d+\./.test(text) ? parseFailure(text) : notClickHouse(status);
  }

  /** Whether anything comes of a small question on another connection, be it an error. */
  async function isThere(leaving: AbortController): Promise<boolean> {
    const timer = setTimeout(() => leaving.abort(), ANSWER_MS);
    try {
      const { stream } = await send('SELECT 1', { abort_signal: leaving.signal });
      stream.destroy();
      return true;
    } catch (error) {
      return !leaving.signal.aborted && asFault(error, ANSWER_MS).code !== 'db_unreachable';
    } finally {
      clearTimeout(timer);
    }
  }

  /** Kills what does not end by itself, and says why it ended. */
  async function bounded<T>(run: DriverRun, work: (id: string, ending: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, timeoutMs = options.timeoutMs } = run;
    if (signal?.aborted) throw new Fault('query_cancelled');
    const id = randomUUID();
    const ending = new AbortController();
    const timers: NodeJS.Timeout[] = [];
    const tell = () =>
      void (
        endpoint.statements?.kill(id) ??
        send(killStatement(id), { abort_signal: ending.signal }).then(({ stream }) => void stream.destroy())
      ).catch(() => undefined);
    const kill = () => {
      if (timers.length > 1) return;
      tell();
      timers.push(setInterval(tell, KILL_EVERY_MS));
      timers.push(
        setTimeout(
          () => {
            endpoint.kill?.();
            ending.abort();
          },
          options.endsWhenClosed && run.readonly ? CLOSE_MS : KILL_LIMIT_MS,
        ),
      );
    };
    timers.push(setTimeout(kill, timeoutMs + GRACE_MS));
    let isSilent = false;
    let isOver = false;
    const looking = new AbortController();
    const look = async () => {
      const answers = options.isPinged ? answersPing(endpoint.url, { withinMs: PING_MS, trusted: endpoint.trusted }) : isThere(looking);
      if ((await answers) || isOver) return;
      isSilent = true;
      ending.abort();
    };
    const looksAfterMs = options.isPinged ? PINGED_AFTER_MS : options.endsWhenClosed && !run.isBare ? SILENT_AFTER_MS : null;
    const silent = looksAfterMs === null ? undefined : setTimeout(() => void look(), looksAfterMs);
    signal?.addEventListener('abort', kill, { once: true });
    try {
      return await work(id, ending.signal);
    } catch (error) {
      if (signal?.aborted) throw new Fault('query_cancelled', { cause: error });
      if (isSilent) throw new Fault('db_unreachable', { params: { reason: 'The server has stopped answering.' }, cause: error });
      if (timers.length > 1) throw new Fault('query_timeout', { params: { limitMs: timeoutMs }, cause: error });
      const told = asFault(error, timeoutMs);
      if (told.code === 'db_unreachable') await endpoint.ended?.();
      throw told;
    } finally {
      clearTimeout(silent);
      isOver = true;
      looking.abort();
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    }
  }

  async function lines(
    statement: Statement,
    run: DriverRun & { readonly maxRows: number },
    maxBytes: number,
    take: (line: string, header: Header | null) => void | Promise<void>,
  ): Promise<{ header: Header; truncated: boolean }> {
    return await bounded(run, async (id, ending) => {
      const { stream } = await send(`${statement.sql}\nFORMAT ${FORMAT}`, {
        query_id: id,
        query_params: paramsOf(statement, endpoint.valueMaxBytes),
        clickhouse_settings: settingsOf(id, run, run.maxRows + 1),
        abort_signal: ending,
      });
      let names: string[] | null = null;
      let header: Header | null = null;
      let count = 0;
      /** What stands where a row should: servers of 25.11 and later announce an error by a line `__exception__`, and tell it on the next ones. */
      let failed: string | null = null;
      try {
        for await (const line of readLines(stream, maxBytes)) {
          if (!line.startsWith('[') && line.trim() === '') continue;
          if (!line.startsWith('[') || failed !== null) {
            failed = `${failed ?? ''}${line}\n`;
            if (failed.length > ERROR_MAX_BYTES || !failed.startsWith('__exception__')) throw failureIn(unsaid(failed));
          } else if (names === null) names = JSON.parse(line) as string[];
          else if (header === null) header = headerOf(names, JSON.parse(line) as string[]);
          else if (count === run.maxRows) {
            count += 1;
            break;
          } else {
            count += 1;
            await take(line, header);
          }
        }
      } finally {
        stream.destroy();
      }
      if (failed !== null) throw failureIn(unsaid(failed));
      return { header: header ?? { columns: [], readers: [] }, truncated: count > run.maxRows };
    });
  }

  return {
    async query(statement, run) {
      const rows: unknown[][] = [];
      const { header, truncated } = await lines(statement, run, replyMaxBytes, (line, shape) => {
        rows.push(valuesOf(line, shape));
      });
      return { columns: header.columns, rows, truncated, affected: null };
    },

    async portions(statement, run, take) {
      let rows: unknown[][] = [];
      let bytes = 0;
      let shape: Header | null = null;
      let taken = false;
      const hand = async () => {
        const { columns } = shape ?? { columns: [] };
        const portion = rows;
        rows = [];
        bytes = 0;
        taken = true;
        await take({
          columns,
          rows: run.as === 'values' ? portion : [],
          lines: run.as === 'lines' ? csvLines(portion) : null,
          rowCount: portion.length,
        });
      };
      const { header, truncated } = await lines(statement, run, Number.POSITIVE_INFINITY, (line, known) => {
        shape = known;
        rows.push(valuesOf(line, known));
        bytes += line.length;
        if (line.length > LIMITS.portionMaxBytes) throw new Fault('result_too_large', { params: { bytes: line.length } });
        if (rows.length >= (taken ? PORTION_ROWS : LIMITS.portionFirstRows) || bytes > PORTION_BYTES) return hand();
      });
      shape = header;
      if (rows.length > 0 || !taken) await hand();
      return { truncated };
    },

    exec: (statement, run) =>
      bounded(run, async (id, ending) => {
        const { stream, headers } = await send(statement.sql, {
          query_id: run.queryId ?? id,
          query_params: paramsOf(statement, endpoint.valueMaxBytes),
          clickhouse_settings: settingsOf(id, run, 1),
          abort_signal: ending,
        });
        for await (const line of readLines(stream, replyMaxBytes)) if (line.startsWith('Code: ')) throw parseFailure(line);
        return writtenRows(headers['x-clickhouse-summary']);
      }),

    insert: (into, format, rows, run) =>
      bounded(run, async (id, ending) => {
        // As they are, after the statement: text of both would first have to be made. The address is short to some proxies, and has no statement.
        const { stream } = await send('', {
          values: Readable.from([Buffer.from(`INSERT INTO ${into} FORMAT ${format}\n`), ...rows]),
          query_id: run.queryId ?? id,
          clickhouse_settings: { ...settingsOf(id, run, 1), ...TEXTS_AS_THEY_ARE },
          abort_signal: ending,
        });
        for await (const line of readLines(stream, replyMaxBytes)) if (line.startsWith('Code: ')) throw parseFailure(line);
      }),

    isRunning: async (queryId) => (await endpoint.statements?.isRunning(queryId)) ?? false,
    close: () => client.close(),
  };
}

/** A text in a column of JSON stays one; else it becomes a date where it looks like one (ClickHouse manual, "Automatic schema inference"). */
const TEXTS_AS_THEY_ARE = { input_format_try_infer_dates: 0, input_format_try_infer_datetimes: 0 } as const;

/** Ends a statement by the name that it was sent with. */
export const killStatement = (name: string): string => `KILL QUERY WHERE Settings['log_comment'] = ${textLiteral(name)} ASYNC`;

const PORTION_ROWS = 5_000;
const PORTION_BYTES = 4 * 1024 * 1024;

interface Header {
  readonly columns: readonly ResultColumn[];
  readonly readers: readonly ((value: unknown) => unknown)[];
}

const headerOf = (names: readonly string[], types: readonly string[]): Header => ({
  columns: names.map((name, i) => ({ name, type: types[i] ?? '', isWide: isWide(types[i] ?? '') })),
  readers: types.map(valueReader),
});

const valuesOf = (line: string, header: Header | null): unknown[] =>
  (JSON.parse(line) as unknown[]).map((value, i) => header?.readers[i]?.(value) ?? null);

/** NULL is written into the statement by the compiler; a parameter always has a value. */
function paramsOf({ params }: Statement, maxBytes = Number.POSITIVE_INFINITY): Record<string, unknown> {
  return Object.fromEntries(
    params.map((value, i) => {
      const sent = typeof value === 'object' && value !== null ? String(value) : value;
      if (typeof sent === 'string' && Buffer.byteLength(sent) > maxBytes)
        throw new Fault('invalid_value', {
          params: { reason: `The value of p${i + 1} is larger than the ${maxBytes} bytes that the server binds.` },
        });
      return [`p${i + 1}`, sent];
    }),
  );
}

/** `{"written_rows":"3",…}` */
function writtenRows(summary: unknown): number | null {
  const rows = typeof summary === 'string' ? /"written_rows":"(\d{1,15})"/.exec(summary)?.[1] : undefined;
  return rows === undefined ? null : Number(rows);
}

const ERROR_MAX_BYTES = 64 * 1024;
/** Shorter ones stand in any text. */
const SECRET_MIN = 4;

/** The beginning of a stream as text; the rest of it is not read. */
async function headOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > ERROR_MAX_BYTES) break;
  }
  stream.destroy();
  return Buffer.concat(parts).subarray(0, ERROR_MAX_BYTES).toString('utf8');
}

/** What stands where a row should. */
const failureIn = (line: string): Error => (/\bCode: \d+\./.test(line) ? parseFailure(line) : notClickHouse(200));

/** Nothing of what it said is told: it may be anything, and what was sent to it. */
const notClickHouse = (status: number | undefined): Fault =>
  status === 401 || status === 403
    ? new Fault('db_misconfigured', { params: { reason: NOT_LET_IN } })
    : new Fault('db_unreachable', { params: { reason: NOT_CLICKHOUSE } });

function asFault(error: unknown, limitMs: number): Fault {
  if (error instanceof Fault) return error;
  const failure = error as EngineFailure & { code?: unknown };
  const code = Number(failure.code);
  if (Number.isInteger(code) && code > 0) return faultFrom({ code, message: failure.message }, { limitMs });
  const isNoHttp = error instanceof SyntaxError || /^HPE_/.test(String(failure.code));
  return new Fault('db_unreachable', isNoHttp ? { params: { reason: NOT_CLICKHOUSE } } : { params: { reason: AWAY }, cause: error });
}

const AWAY = 'The ClickHouse server ended the connection.';
const NOT_CLICKHOUSE = 'What answers there is not the HTTP interface of a ClickHouse server.';
const NOT_LET_IN = 'The server does not take this user and password.';
