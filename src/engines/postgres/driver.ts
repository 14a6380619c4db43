import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Portion, PortionOptions, Rows, Statement } from '../engine.ts';
import {
  aside,
  Batch,
  BEGIN,
  COMMIT,
  type Mode,
  nextRows,
  opened,
  type Part,
  parsed,
  part,
  prepared,
  READ_ONLY_FROM_HERE,
  READ_WRITE_AGAIN,
  ROLLBACK,
  unhurried,
} from './batch.ts';
import { sendCancelRequest } from './cancel-request.ts';
import { socketOf } from './client-socket.ts';
import { CopyIn, type Lines } from './copy-in.ts';
import { CsvWriter } from './csv-writer.ts';
import { type Heartbeat, serverSilent } from './heartbeat.ts';
import type { Login, LoginName } from './login.ts';
import { MessageSplitter, type TakeRow } from './message-splitter.ts';
import { lookUpTypes, makeOfAny, type OwnType } from './own-types.ts';
import { boundAs, boundValue, dependsOnType } from './values.ts';
import { beWary } from './wary.ts';

/** Of all sessions, for the statements that they are at. */
let receivingBytes = 0;

const PORTAL = 'rows';
/** What a portion should come to: enough that asking for it is little of the work. */
const PORTION_BYTES = 512 * 1024;

/**
 * Many of PostgreSQL's functions never look for a cancel or for the statement's own limit, so the session has a deadline
 * of its own: this long after that limit it answers, whatever the server does.
 */
const GRACE_MS = 5_000;
/** A statement that runs longer stands back behind the short ones. */
const SLOW_AFTER_MS = 1_000;
/** A statement from whose server nothing has come for so long may be one whose server is gone. */
const SILENT_AFTER_MS = 3_000;

/** A login takes a few kilobytes, and is looked at this often. */
const LOGIN_BYTES_MAX = 1024 * 1024;
const LOGIN_LOOK_MS = 10;

interface OpenOptions {
  readonly timeoutMs: number;
  readonly statementTimeoutMs: number;
  /** From the statement's limit to the session's own deadline. */
  readonly graceMs?: number;
  /** The session runs the service's own statements alone, so DDL among them is meant. */
  readonly ownStatements: boolean;
  /** Of the server, where it is watched: a statement is given up when the server falls silent. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Whether it takes another session, where it is not watched: asked while a statement is silent, which is given up where it does not. */
  readonly isThere?: () => Promise<boolean>;
  /** Settings to start with; they count before those that the login has of its own. Spaces are escaped by a backslash. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What each transaction begins with, where sessions cannot have settings, since a pooler may give each transaction another one. */
  readonly transactionSettings?: readonly Part[];
  /** What the pool knows the session by; the login itself when absent. */
  readonly name?: LoginName;
  /** Told of a statement that takes long while it runs, so that it can be made to stand back. */
  readonly onSlow?: ((processId: number) => void) | undefined;
}

interface ExecuteOptions {
  readonly maxRows: number;
  /** Of what the server sends; as much as a reply may have when absent. */
  readonly maxBytes?: number;
  readonly signal?: Leaving | undefined;
  /** Settings of the transaction, sent before the statement. */
  readonly settings?: readonly Part[];
  /** The name to keep the statement under, prepared, for the session's next read of it: one of the service's own that it sends with most requests. */
  readonly prepareAs?: string;
  /** One of the service's own, kept prepared under the name, whose single value is read in the same transaction, before the statement. */
  readonly beside?: { readonly name: string; readonly sql: string } | undefined;
  /** The command tag that one of the service's own statements has to end with. */
  readonly tag?: string;
}

/**
 * One logged-in engine session. Speaks the extended query protocol alone, in which the server itself refuses
 * a second statement (PostgreSQL manual, 54.2.3), and puts a cap on reply bytes before the driver parses them.
 */
export class PostgresSession {
  readonly login: LoginName;
  /** Why it may not be used again; null while it is sound. */
  broken: Error | null = null;
  /** Batches that ended well: a session whose first use since it was idle fails with its connection has done nothing for whoever uses it. */
  answers = 0;
  /** Whether its last statement had to be given up: the server may still be at it. */
  abandoned = false;
  /** Whether its process works more slowly than others, after a long statement; such a session is not kept. */
  slowed = false;
  readonly #client: pg.Client;
  readonly #address: Pick<Login, 'host' | 'port' | 'ssl'>;
  /** What every transaction begins with. */
  readonly #opening: readonly Part[];
  readonly #ownStatements: boolean;
  readonly #deadlineMs: number;
  readonly #graceMs: number;
  readonly #limitMs: number;
  readonly #onSlow: ((processId: number) => void) | undefined;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #isThere: (() => Promise<boolean>) | undefined;
  #receivedBytes = 0;
  /** Of the batch before. */
  #lastBytes = 0;
  #maxBytes: number = LIMITS.resultMaxBytes;
  #overflow: Fault | null = null;
  #version = 0;
  /** Of the statement that was described last. */
  #parameterTypes: readonly number[] = [];
  readonly #prepared = new Set<string>();
  readonly #ownTypes = new Map<number, OwnType>();
  #messages: MessageSplitter | null = null;

  private constructor(login: Login, client: pg.Client, options: OpenOptions) {
    const { statementTimeoutMs, graceMs = GRACE_MS, ownStatements, onSlow, heartbeat, transactionSettings, name = login } = options;
    this.login = name;
    this.#address = login;
    this.#opening = transactionSettings ?? [];
    this.#ownStatements = ownStatements;
    this.#limitMs = statementTimeoutMs;
    this.#heartbeat = heartbeat;
    this.#isThere = options.isThere;
    this.#graceMs = graceMs;
    this.#deadlineMs = statementTimeoutMs + graceMs;
    this.#onSlow = onSlow;
    this.#client = client;
    client.on('error', (error) => this.#break(error));
    client.on('end', () => this.#break(new Error('The session ended.')));
  }

  /** @throws the driver's error; `faults.ts` maps it. */
  static async open(login: Login, options: OpenOptions): Promise<PostgresSession> {
    const { timeoutMs, statementTimeoutMs, settings = {}, transactionSettings } = options;
    const startup = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const client = new pg.Client({
      host: login.host,
      port: login.port,
      database: login.database,
      user: login.user,
      // An empty one would have the driver look for one of this process' own, in PGPASSWORD or a file, and send it there.
      password: login.password === '' ? () => '' : login.password,
      ...(login.ssl === undefined ? {} : { ssl: login.ssl }),
      connectionTimeoutMillis: timeoutMs,
      // The login has the limit of when its database was made; the present setting counts. Poolers refuse settings at the start.
      ...(transactionSettings ? {} : { statement_timeout: statementTimeoutMs }),
      ...(startup.length > 0 ? { options: startup.join(' ') } : {}),
      keepAlive: true,
      application_name: 'svc',
      client_encoding: 'UTF8',
    });
    const session = new PostgresSession(login, client, options);
    session.#readParameters();
    if (transactionSettings) beWary(client);
    const capped = session.#capLogin();
    const stop = options.heartbeat?.onSilence(() => socketOf(client)?.destroy(serverSilent()));
    try {
      await client.connect();
    } catch (error) {
      // The driver leaves the socket open to a server that said an error and stays.
      socketOf(client)?.destroy();
      throw error;
    } finally {
      stop?.();
      clearInterval(capped);
    }
    session.#capReplies();
    return session;
  }

  /** One read: BEGIN, the statement, COMMIT go out in one write. One row more than is kept is asked for, so that `truncated` is exact. */
  async read(statement: Statement, options: ExecuteOptions): Promise<Rows & { readonly beside: string | null }> {
    const { prepareAs, beside, settings = [] } = options;
    if (prepareAs !== undefined) await this.#prepare(prepareAs, statement.sql, options);
    if (beside) await this.#prepare(beside.name, beside.sql, options);
    const main = part(statement, {
      keep: options.maxRows,
      fetch: options.maxRows + 1,
      main: true,
      ...(prepareAs === undefined ? {} : { prepared: prepareAs }),
    });
    const batch = new Batch([BEGIN['read only'], ...this.#opening, ...settings, ...(beside ? [aside(beside.name)] : []), main, COMMIT]);
    try {
      return { ...(await this.#run(batch, options)), beside: batch.asideValue };
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async #prepare(name: string, sql: string, options: ExecuteOptions): Promise<void> {
    if (this.#prepared.has(name)) return;
    await this.#send(new Batch([prepared(name, sql)]), options);
    this.#prepared.add(name);
  }

  /** As the engine's `readPortions`; the transaction stays open meanwhile. */
  async readPortions(
    statement: Statement,
    { maxRows, signal, as, settings = [] }: PortionOptions & Pick<ExecuteOptions, 'settings'>,
    take: (portion: Portion) => Promise<void>,
  ): Promise<{ truncated: boolean }> {
    const limits = { maxRows, maxBytes: LIMITS.portionMaxBytes, signal };
    let size = Math.min(LIMITS.portionFirstRows, maxRows);
    // What the fields are is known before the first row comes, which may have to become a line at once.
    const opening = new Batch([BEGIN['read only'], ...this.#opening, ...settings, ...unhurried(this.#version), opened(statement, PORTAL)]);
    let writer: CsvWriter | null = null;
    const lines = () => {
      writer ??= new CsvWriter(opening.fields.map(({ csv }) => csv));
      return writer;
    };
    let workedMs = 0;
    const fetched = async (batch: Batch): Promise<Portion & { readonly suspended: boolean }> => {
      const from = performance.now();
      if (as === 'lines') this.#takeRow((bytes, at, end) => lines().row(bytes, at, end));
      const before = writer?.rows ?? 0;
      const { columns, rows, truncated } = await this.#run(batch, limits);
      workedMs += performance.now() - from;
      if (workedMs > this.#limitMs) throw new Fault('query_timeout', { params: { limitMs: this.#limitMs } });
      if (as === 'values') return { columns, rows, lines: null, rowCount: rows.length, suspended: truncated };
      return { columns, rows, lines: lines().take(), rowCount: lines().rows - before, suspended: truncated };
    };
    const next = (rows: number) => fetched(new Batch([nextRows(PORTAL, rows)], opening.fields));
    let coming: ReturnType<typeof fetched> | null = null;
    try {
      await this.#run(opening, limits);
      let portion = await next(size);
      let left = maxRows;
      for (;;) {
        left -= portion.rowCount;
        const isMore = portion.suspended && left > 0;
        if (isMore) {
          const fitting = Math.floor((size * PORTION_BYTES) / Math.max(1, this.#lastBytes));
          size = Math.min(Math.max(1, Math.min(fitting, LIMITS.portionMaxRows)), left);
          coming = next(size);
          coming.catch(() => undefined);
        }
        await take(portion);
        if (!isMore || !coming) break;
        portion = await coming;
        coming = null;
      }
      // A portal says that it was suspended without looking whether there is a next row.
      const more = portion.suspended && (await next(1)).rowCount > 0;
      await this.commit();
      return { truncated: more };
    } catch (error) {
      await coming?.catch(() => undefined);
      await this.rollback();
      throw error;
    } finally {
      this.#takeRow(null);
    }
  }

  async begin(mode: Mode, settings: readonly Part[] = []): Promise<void> {
    await this.#run(new Batch([BEGIN[mode], ...this.#opening, ...settings]), { maxRows: 0 });
  }

  async commit(): Promise<void> {
    await this.#run(new Batch([COMMIT]), { maxRows: 0 });
  }

  /** Never throws: a session that cannot roll back is broken, and the server rolls back when it goes. */
  async rollback(): Promise<void> {
    if (this.broken) return;
    try {
      await this.#run(new Batch([ROLLBACK]), { maxRows: 0 });
    } catch (error) {
      this.#break(error);
    }
  }

  /**
   * The statement with each value as the text that is bound for it. A JSON array may be an array or a document, and 2.0
   * one of a type that takes no point: the parameter's type decides, and the server is asked for it. What the server does not accept comes back as it would be
   * bound without: running it gives the error that its caller should see.
   */
  async bound(statement: Statement, signal?: Leaving): Promise<Statement> {
    const { sql, params } = statement;
    if (!params.some(dependsOnType)) return statement;
    this.#parameterTypes = [];
    try {
      // By the same settings as it is run by.
      if (this.#opening.length > 0) await this.begin('read only');
      await this.#run(new Batch([parsed(sql)]), { maxRows: 0, signal });
    } catch (error) {
      if (error instanceof Fault || this.broken) throw error;
      return statement;
    } finally {
      if (this.#opening.length > 0) await this.rollback();
    }
    const oids = this.#parameterTypes;
    const asked = oids.filter((_oid, index) => dependsOnType(params[index]));
    const own = asked.filter((oid) => makeOfAny(oid, this.#ownTypes) === null);
    await this.#lookUp(own, signal);
    const bind = (value: unknown, index: number): string | null => {
      const type = makeOfAny(oids[index] ?? 0, this.#ownTypes);
      return type ? boundAs(value, type) : boundValue(value);
    };
    return { sql, params: params.map(bind) };
  }

  /** One statement inside the open transaction; all of it runs, at most `maxRows` rows are kept. */
  run(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    const { maxRows: keep, tag } = options;
    return this.#run(new Batch([part(statement, { keep, main: true, ...(tag === undefined ? {} : { tag }) })]), options);
  }

  /** One read inside the open transaction, which sees what was written before it. For its time the transaction itself is READ ONLY. */
  readInside(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    const main = part(statement, { keep: options.maxRows, fetch: options.maxRows + 1, main: true });
    return this.#run(new Batch([...READ_ONLY_FROM_HERE, main, ...READ_WRITE_AGAIN]), options);
  }

  /** A COPY from the lines, inside the open transaction. */
  async copy(sql: string, lines: Lines, options: ExecuteOptions): Promise<number> {
    const copying = new CopyIn(sql, lines);
    await this.#send(copying, options);
    return copying.rows;
  }

  async close(): Promise<void> {
    this.#break(new Error('The session was closed.'));
    await Promise.race([this.#client.end().catch(() => undefined), new Promise((done) => setTimeout(done, 1_000).unref())]);
    socketOf(this.#client)?.destroy();
  }

  /** With the database's own types among the columns named, which its catalogue is asked for once. */
  async #run(batch: Batch, options: ExecuteOptions): Promise<Rows> {
    await this.#send(batch, options);
    const own = batch.fields.filter(({ isOwn }) => isOwn).map(({ oid }) => oid);
    if (own.length > 0) {
      const bytes = this.#lastBytes;
      await this.#lookUp(own, options.signal);
      this.#lastBytes = bytes;
      batch.learn(this.#ownTypes);
    }
    await batch.unfold();
    return batch.result;
  }

  async #lookUp(oids: readonly number[], signal: Leaving | undefined): Promise<void> {
    await lookUpTypes(oids, this.#ownTypes, async (statement, maxRows) => {
      const batch = new Batch([part(statement, { keep: maxRows, main: true })]);
      await this.#send(batch, { maxRows, signal });
      return batch.result;
    });
  }

  async #send(batch: Batch, { maxBytes = LIMITS.resultMaxBytes, signal }: ExecuteOptions): Promise<void> {
    if (signal?.aborted) throw new Fault('query_cancelled');
    if (this.broken) throw this.broken;
    this.#heartbeat?.requireAnswers();
    this.#forgetBytes();
    this.#maxBytes = maxBytes;
    const cancel = () => {
      // A cancel can arrive late and hit the next statement, so this session is not used again.
      this.#break(new Fault('query_cancelled'));
      this.#cancel();
      clearTimeout(deadline);
      deadline = setTimeout(giveUp, this.#graceMs);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const giveUp = (fault = new Fault('query_timeout', { params: { limitMs: this.#limitMs } })) => {
      this.abandoned = true;
      this.#break(new Error('The statement did not end.'));
      this.#cancel();
      batch.giveUp(fault);
    };
    let deadline = setTimeout(giveUp, this.#deadlineMs);
    const stop = this.#heartbeat?.onSilence(() => giveUp(serverSilent()));
    const slow = setTimeout(() => this.#slowDown(), SLOW_AFTER_MS);
    let isOver = false;
    const look = async () => {
      const isSilent = this.#receivedBytes === 0 && (await this.#isThere?.()) === false && this.#receivedBytes === 0;
      if (isSilent && !isOver) giveUp(new Fault('db_unreachable', { params: { reason: 'The server has stopped answering.' } }));
    };
    const silent = setTimeout(() => void look(), SILENT_AFTER_MS);
    try {
      this.#client.query(batch);
      await batch.done;
      // The chunk that went over may have held the end of the reply, and the driver has read it.
      if (this.#overflow) throw this.#overflow;
      const unexpected = batch.unexpectedTag(this.#ownStatements);
      if (unexpected !== null) {
        this.#break(new Error(`A statement ended as ${unexpected}, which is not what was meant to run.`));
        throw this.broken;
      }
      this.answers += 1;
    } catch (error) {
      if (this.#overflow) throw this.#overflow;
      if (signal?.aborted) throw new Fault('query_cancelled', { cause: error });
      throw error;
    } finally {
      this.#lastBytes = this.#receivedBytes;
      this.#forgetBytes();
      clearTimeout(deadline);
      clearTimeout(slow);
      clearTimeout(silent);
      isOver = true;
      stop?.();
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Of the server's process, as it says. */
  get processId(): number | null {
    return (this.#client as unknown as { processID: number | null }).processID;
  }

  /** `not checked`: encrypted, to whoever answered. */
  get encryption(): 'none' | 'not checked' | 'checked' {
    const socket = socketOf(this.#client);
    if (!(socket instanceof TLSSocket)) return 'none';
    return socket.authorized ? 'checked' : 'not checked';
  }

  #slowDown(): void {
    if (!this.#onSlow || this.processId === null) return;
    this.slowed = true;
    this.#onSlow(this.processId);
  }

  #break(error: unknown): void {
    this.broken ??= error instanceof Error ? error : new Error(String(error));
  }

  /** Until the login is done the driver reads what comes, and a server that is somebody else's may send without end. */
  #capLogin(): NodeJS.Timeout {
    return setInterval(() => {
      const socket = socketOf(this.#client);
      if (socket && socket.bytesRead > LOGIN_BYTES_MAX) socket.destroy(new Error('The server said too much before the login was done.'));
    }, LOGIN_LOOK_MS);
  }

  /**
   * Stands between the socket and the driver. A huge value would throw inside the driver's own handler and end the
   * process, so the cap comes first; and rows that become lines are taken out before the driver makes objects of them.
   */
  #capReplies(): void {
    const socket = socketOf(this.#client);
    const [feed] = socket?.listeners('data') ?? [];
    if (!socket || !feed) return;
    socket.removeListener('data', feed as (chunk: Buffer) => void);
    this.#messages = new MessageSplitter((bytes) => void feed.call(socket, bytes));
    socket.on('data', (chunk: Buffer) => {
      this.#heartbeat?.heard();
      this.#receivedBytes += chunk.length;
      receivingBytes += chunk.length;
      if (this.#overflow) return;
      if (this.#receivedBytes > this.#maxBytes) this.#overflow = new Fault('result_too_large', { params: { maxBytes: this.#maxBytes } });
      else if (receivingBytes > LIMITS.receivingMaxBytes)
        this.#overflow = new Fault('overloaded', { params: { reason: 'Too many large results are being read.' } });
      if (this.#overflow) {
        this.#break(new Error('The reply was larger than the cap.'));
        this.#cancel();
        socket.destroy();
      } else {
        try {
          this.#messages?.write(chunk);
        } catch (error) {
          this.#break(error);
          socket.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      }
    });
  }

  #forgetBytes(): void {
    receivingBytes -= this.#receivedBytes;
    this.#receivedBytes = 0;
  }

  #takeRow(take: TakeRow | null): void {
    if (this.#messages) this.#messages.takeRow = take;
  }

  /** What the driver tells nobody else: settings of the server, and types of parameters. */
  #readParameters(): void {
    const { connection } = this.#client as unknown as { connection?: import('node:events').EventEmitter };
    connection?.on('parameterStatus', ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
      if (parameterName === 'server_version') this.#version = Number.parseInt(parameterValue, 10);
    });
    connection?.on('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameterTypes = dataTypeIDs;
    });
  }

  /** CancelRequest on a connection of its own (PostgreSQL manual, 54.2.8). */
  #cancel(): void {
    const { secretKey } = this.#client as unknown as { secretKey: number | null };
    const { processId: processID } = this;
    if (processID === null || secretKey === null) return;
    sendCancelRequest(this.#address, { processId: processID, secretKey });
  }
}
