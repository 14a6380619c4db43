import { connect as connectSocket } from 'node:net';
import pg from 'pg';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Rows, Statement } from '../engine.ts';
import { Batch, BEGIN, COMMIT, type Mode, nextRows, part, ROLLBACK } from './batch.ts';

/** A login of one database. Everything a caller runs goes through one of its own database's logins. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: boolean | object;
}

/** Whose session it is; an endpoint may move, these stay. */
export type LoginName = Pick<Login, 'database' | 'user'>;

interface PortionOptions {
  readonly maxRows: number;
  readonly portionRows: number;
  readonly signal: Leaving;
}

const PORTAL = 'rows';

/**
 * Many of PostgreSQL's functions never look for a cancel or for the statement's own limit, so the session has a deadline
 * of its own: this long after that limit it answers, whatever the server does.
 */
const GRACE_MS = 5_000;
/** A statement that runs longer stands back behind the short ones. */
const SLOW_AFTER_MS = 2_000;

interface OpenOptions {
  readonly timeoutMs: number;
  readonly statementTimeoutMs: number;
  /** From the statement's limit to the session's own deadline. */
  readonly graceMs?: number;
  /** The session runs the service's own statements alone, so DDL among them is meant. */
  readonly ownStatements: boolean;
  /** Settings to start with; they count before those that the login has of its own. Spaces are escaped by a backslash. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told of a statement that takes long while it runs, so that it can be made to stand back. */
  readonly onSlow?: ((processId: number) => void) | undefined;
}

interface ExecuteOptions {
  readonly maxRows: number;
  readonly signal?: Leaving | undefined;
}

/**
 * One logged-in engine session. Speaks the extended query protocol alone, in which the server itself refuses
 * a second statement (PostgreSQL manual, 54.2.3), and puts a cap on reply bytes before the driver parses them.
 */
export class PostgresSession {
  readonly login: Login;
  /** Why it may not be used again; null while it is sound. */
  broken: Error | null = null;
  /** Whether its last statement had to be given up: the server may still be at it. */
  abandoned = false;
  /** Whether its process works more slowly than others, after a long statement; such a session is not kept. */
  slowed = false;
  readonly #client: pg.Client;
  readonly #ownStatements: boolean;
  readonly #deadlineMs: number;
  readonly #graceMs: number;
  readonly #limitMs: number;
  readonly #onSlow: ((processId: number) => void) | undefined;
  #receivedBytes = 0;
  #overflowed = false;

  private constructor(login: Login, client: pg.Client, { statementTimeoutMs, graceMs = GRACE_MS, ownStatements, onSlow }: OpenOptions) {
    this.login = login;
    this.#ownStatements = ownStatements;
    this.#limitMs = statementTimeoutMs;
    this.#graceMs = graceMs;
    this.#deadlineMs = statementTimeoutMs + graceMs;
    this.#onSlow = onSlow;
    this.#client = client;
    client.on('error', (error) => this.#break(error));
    client.on('end', () => this.#break(new Error('The session ended.')));
  }

  /** @throws the driver's error; `faults.ts` maps it. */
  static async open(login: Login, options: OpenOptions): Promise<PostgresSession> {
    const { timeoutMs, statementTimeoutMs, settings = {} } = options;
    const startup = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const client = new pg.Client({
      host: login.host,
      port: login.port,
      database: login.database,
      user: login.user,
      password: login.password,
      ...(login.ssl === undefined ? {} : { ssl: login.ssl }),
      connectionTimeoutMillis: timeoutMs,
      // The login has the limit of when its database was made; the present setting counts.
      statement_timeout: statementTimeoutMs,
      ...(startup.length > 0 ? { options: startup.join(' ') } : {}),
      keepAlive: true,
      application_name: 'svc',
      client_encoding: 'UTF8',
    });
    const session = new PostgresSession(login, client, options);
    await client.connect();
    session.#capReplies();
    return session;
  }

  /** One read: BEGIN, the statement, COMMIT go out in one write. One row more than is kept is asked for, so that `truncated` is exact. */
  async read(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    const main = part(statement, { keep: options.maxRows, fetch: options.maxRows + 1, main: true });
    try {
      return await this.#run(new Batch([BEGIN['read only'], main, COMMIT]), options);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /**
   * The rows of one read, `portionRows` at a time, each asked for when the one before was taken; `maxRows` in all.
   * At least one portion comes, even when it is empty. The transaction stays open meanwhile.
   */
  async readPortions(
    statement: Statement,
    { maxRows, portionRows, signal }: PortionOptions,
    take: (rows: Rows) => Promise<void>,
  ): Promise<{ truncated: boolean }> {
    const size = (left: number) => Math.min(portionRows, left);
    const first = part(statement, { keep: size(maxRows), fetch: size(maxRows), main: true, portal: PORTAL });
    const opening = new Batch([BEGIN['read only'], first]);
    const next = (rows: number) => this.#run(new Batch([nextRows(PORTAL, rows)], opening.fields), { maxRows, signal });
    try {
      let rows = await this.#run(opening, { maxRows, signal });
      let left = maxRows;
      for (;;) {
        left -= rows.rows.length;
        await take(rows);
        if (!rows.truncated || left === 0) break;
        rows = await next(size(left));
      }
      // A portal says that it was suspended without looking whether there is a next row.
      const more = rows.truncated && (await next(1)).rows.length > 0;
      await this.commit();
      return { truncated: more };
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async begin(mode: Mode): Promise<void> {
    await this.#run(new Batch([BEGIN[mode]]), { maxRows: 0 });
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

  /** One statement inside the open transaction; all of it runs, at most `maxRows` rows are kept. */
  run(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    return this.#run(new Batch([part(statement, { keep: options.maxRows, main: true })]), options);
  }

  async close(): Promise<void> {
    this.#break(new Error('The session was closed.'));
    await Promise.race([this.#client.end().catch(() => undefined), new Promise((done) => setTimeout(done, 1_000).unref())]);
    this.#socket()?.destroy();
  }

  async #run(batch: Batch, { signal }: ExecuteOptions): Promise<Rows> {
    if (signal?.aborted) throw new Fault('query_cancelled');
    if (this.broken) throw this.broken;
    this.#receivedBytes = 0;
    const cancel = () => {
      // A cancel can arrive late and hit the next statement, so this session is not used again.
      this.#break(new Error('The statement was cancelled.'));
      this.#cancel();
      clearTimeout(deadline);
      deadline = setTimeout(giveUp, this.#graceMs);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const giveUp = () => {
      this.abandoned = true;
      this.#break(new Error('The statement did not end.'));
      this.#cancel();
      batch.giveUp(new Fault('query_timeout', { params: { limitMs: this.#limitMs }, cause: this.broken }));
    };
    let deadline = setTimeout(giveUp, this.#deadlineMs);
    const slow = setTimeout(() => this.#slowDown(), SLOW_AFTER_MS);
    try {
      this.#client.query(batch);
      const rows = await batch.done;
      // The chunk that went over may have held the end of the reply, and the driver has read it.
      if (this.#overflowed) throw this.broken;
      const unexpected = batch.unexpectedTag(this.#ownStatements);
      if (unexpected !== null) {
        this.#break(new Error(`A statement ended as ${unexpected}, which is not what was meant to run.`));
        throw this.broken;
      }
      return rows;
    } catch (error) {
      if (this.#overflowed) throw new Fault('result_too_large', { params: { maxBytes: LIMITS.resultMaxBytes }, cause: error });
      if (signal?.aborted) throw new Fault('query_cancelled', { cause: error });
      throw error;
    } finally {
      clearTimeout(deadline);
      clearTimeout(slow);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Of the server's process, as it says. */
  get processId(): number | null {
    return (this.#client as unknown as { processID: number | null }).processID;
  }

  #slowDown(): void {
    if (!this.#onSlow || this.processId === null) return;
    this.slowed = true;
    this.#onSlow(this.processId);
  }

  #break(error: unknown): void {
    this.broken ??= error instanceof Error ? error : new Error(String(error));
  }

  /** A huge value would throw inside the driver's own socket handler and end the process; the cap comes first. */
  #capReplies(): void {
    const socket = this.#socket();
    socket?.prependListener('data', (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > LIMITS.resultMaxBytes && !this.#overflowed) {
        this.#overflowed = true;
        this.#break(new Error('The reply was larger than the cap.'));
        this.#cancel();
        socket.destroy();
      }
    });
  }

  #socket(): import('node:net').Socket | undefined {
    return (this.#client as unknown as { connection?: { stream?: import('node:net').Socket } }).connection?.stream;
  }

  /** CancelRequest on a connection of its own (PostgreSQL manual, 54.2.8). */
  #cancel(): void {
    const { secretKey } = this.#client as unknown as { secretKey: number | null };
    const { processId: processID } = this;
    if (processID === null || secretKey === null) return;
    const request = Buffer.alloc(16);
    request.writeInt32BE(16, 0);
    request.writeInt32BE(80_877_102, 4);
    request.writeInt32BE(processID, 8);
    request.writeInt32BE(secretKey, 12);
    const socket = connectSocket({ host: this.login.host, port: this.login.port });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(2_000, () => socket.destroy());
    socket.end(request);
  }
}
