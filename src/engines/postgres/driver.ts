import { connect as connectSocket } from 'node:net';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Rows, Statement } from '../engine.ts';
import { boundValue, fieldReader, typeName } from './values.ts';

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

export type Mode = 'read only' | 'read write';

interface ExecuteOptions {
  readonly maxRows: number;
  readonly signal?: AbortSignal | undefined;
}

/** Command tags of what a caller may run; any other means that the session, and the transaction it was in, cannot be trusted again. */
const HARMLESS_TAGS: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'EXPLAIN', 'SHOW']);

/**
 * One logged-in engine session. Speaks the extended query protocol alone, in which the server itself refuses
 * a second statement (PostgreSQL manual, 54.2.3), and puts a cap on reply bytes before the driver parses them.
 */
export class PostgresSession {
  readonly login: Login;
  /** Why it may not be used again; null while it is sound. */
  broken: Error | null = null;
  readonly #client: pg.Client;
  readonly #ownStatements: boolean;
  #receivedBytes = 0;
  #overflowed = false;

  private constructor(login: Login, client: pg.Client, ownStatements: boolean) {
    this.login = login;
    this.#ownStatements = ownStatements;
    this.#client = client;
    client.on('error', (error) => this.#break(error));
    client.on('end', () => this.#break(new Error('The session ended.')));
  }

  /**
   * `ownStatements`: the session runs the service's own statements alone, so DDL among them is meant.
   * @throws the driver's error; `faults.ts` maps it.
   */
  static async open(login: Login, { timeoutMs, ownStatements }: { timeoutMs: number; ownStatements: boolean }): Promise<PostgresSession> {
    const client = new pg.Client({
      host: login.host,
      port: login.port,
      database: login.database,
      user: login.user,
      password: login.password,
      ...(login.ssl === undefined ? {} : { ssl: login.ssl }),
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      application_name: 'svc',
      client_encoding: 'UTF8',
    });
    const session = new PostgresSession(login, client, ownStatements);
    await client.connect();
    session.#capReplies();
    return session;
  }

  /** One read: BEGIN, the statement, COMMIT go out in one write. One row more than is kept is asked for, so that `truncated` is exact. */
  read(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    return this.#withRollback(() =>
      this.#execute(
        [BEGIN['read only'], part(statement, { keep: options.maxRows, fetch: options.maxRows + 1, main: true }), COMMIT],
        options,
      ),
    );
  }

  async begin(mode: Mode): Promise<void> {
    await this.#execute([BEGIN[mode]], { maxRows: 0 });
  }

  async commit(): Promise<void> {
    await this.#execute([COMMIT], { maxRows: 0 });
  }

  /** Never throws: a session that cannot roll back is broken, and the server rolls back when it goes. */
  async rollback(): Promise<void> {
    if (this.broken) return;
    try {
      await this.#execute([ROLLBACK], { maxRows: 0 });
    } catch (error) {
      this.#break(error);
    }
  }

  /** One statement inside the open transaction; all of it runs, at most `maxRows` rows are kept. */
  run(statement: Statement, options: ExecuteOptions): Promise<Rows> {
    return this.#execute([part(statement, { keep: options.maxRows, main: true })], options);
  }

  async close(): Promise<void> {
    this.#break(new Error('The session was closed.'));
    await Promise.race([this.#client.end().catch(() => undefined), new Promise((done) => setTimeout(done, 1_000).unref())]);
    this.#socket()?.destroy();
  }

  async #withRollback(work: () => Promise<Rows>): Promise<Rows> {
    try {
      return await work();
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async #execute(parts: readonly Part[], { signal }: ExecuteOptions): Promise<Rows> {
    if (signal?.aborted) throw new Fault('query_cancelled');
    if (this.broken) throw this.broken;
    this.#receivedBytes = 0;
    const batch = new Batch(parts);
    const cancel = () => {
      // A cancel can arrive late and hit the next statement, so this session is not used again.
      this.#break(new Error('The statement was cancelled.'));
      this.#cancel();
    };
    signal?.addEventListener('abort', cancel, { once: true });
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
      signal?.removeEventListener('abort', cancel);
    }
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
    const { processID, secretKey } = this.#client as unknown as { processID: number | null; secretKey: number | null };
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

interface Part {
  /** Parse, Bind, Describe for the main one, Execute. */
  readonly bytes: Buffer;
  /** Rows to keep. */
  readonly keep: number;
  /** The one whose rows are returned. */
  readonly main: boolean;
  /** How it has to end; null is any of `HARMLESS_TAGS`. */
  readonly tag: string | null;
}

interface PartOptions {
  readonly keep?: number;
  /** The row limit of Execute; 0 runs to the end. */
  readonly fetch?: number;
  readonly main?: boolean;
  readonly tag?: string;
}

function part({ sql, params }: Statement, { keep = 0, fetch = 0, main = false, tag }: PartOptions): Part {
  const bytes = [serialize.parse({ text: sql }), serialize.bind({ values: params.map(boundValue) }), serialize.execute({ rows: fetch })];
  if (main) bytes.splice(2, 0, serialize.describe({ type: 'P' }));
  return { bytes: Buffer.concat(bytes), keep, main, tag: tag ?? null };
}

const utility = (sql: string, tag: string): Part => part({ sql, params: [] }, { tag });
const BEGIN = {
  'read only': utility('BEGIN READ ONLY', 'BEGIN'),
  'read write': utility('BEGIN READ WRITE', 'BEGIN'),
} as const satisfies Record<Mode, Part>;
/** Of a transaction that failed before, COMMIT is a ROLLBACK that reports no error: the tag alone tells. */
const COMMIT = utility('COMMIT', 'COMMIT');
const ROLLBACK = utility('ROLLBACK', 'ROLLBACK');
const SYNC = serialize.sync();

/**
 * Several extended-protocol statements before one Sync, as node-postgres' submittable interface wants it.
 * Each Parse holds exactly one statement.
 */
class Batch {
  readonly done: Promise<Rows>;
  readonly #tags: string[] = [];
  /** node-postgres reads these of every query. */
  readonly text = '';
  callback: ((error: unknown) => void) | undefined;
  readonly #parts: readonly Part[];
  readonly #keep: number;
  #fields: { name: string; read: (text: string) => unknown; type: string }[] = [];
  #rows: unknown[][] = [];
  #seen = 0;
  #suspended = false;
  #affected: number | null = null;
  #resolve: (rows: Rows) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#keep = parts.find((part) => part.main)?.keep ?? 0;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The first command tag that is not its part's; `anyStatement` holds only the service's own parts to theirs. */
  unexpectedTag(anyStatement: boolean): string | null {
    const wrong = this.#parts.findIndex(({ tag }, index) => {
      const found = this.#tags[index] ?? '';
      return tag === null ? !anyStatement && !HARMLESS_TAGS.has(found) : tag !== found;
    });
    return wrong < 0 ? null : (this.#tags[wrong] ?? 'nothing');
  }

  /** One write for all of it: a system call costs more than the copy. */
  submit(connection: { readonly stream: { write(bytes: Buffer): unknown } }): Error | null {
    connection.stream.write(Buffer.concat([...this.#parts.map(({ bytes }) => bytes), SYNC]));
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#fields = message.fields.map(({ name, dataTypeID }) => ({ name, read: fieldReader(dataTypeID), type: typeName(dataTypeID) }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#seen += 1;
    if (this.#rows.length >= this.#keep) return;
    const fields = this.#fields;
    this.#rows.push(message.fields.map((text, index) => (text === null ? null : (fields[index]?.read(text) ?? null))));
  }

  handlePortalSuspended(): void {
    this.#suspended = true;
    this.#tags.push('SELECT');
  }

  handleCommandComplete(message: { text: string }): void {
    const [tag = '', ...counts] = message.text.split(' ');
    this.#tags.push(tag);
    if (tag === 'INSERT' || tag === 'UPDATE' || tag === 'DELETE') this.#affected = Number(counts.at(-1));
  }

  /** COPY takes over the protocol; node-postgres calls these without looking, and what they throw would end the process. */
  handleCopyInResponse(connection: { readonly stream: { write(bytes: Buffer): unknown } }): void {
    connection.stream.write(Buffer.concat([serialize.copyFail('COPY is not accepted here.'), SYNC]));
  }

  handleCopyData(): void {}

  handleEmptyQuery(): void {
    this.#tags.push('EMPTY');
  }

  handleReadyForQuery(): void {
    this.#resolve({
      columns: this.#fields.map(({ name, type }) => ({ name, type })),
      rows: this.#rows,
      truncated: this.#suspended || this.#seen > this.#keep,
      affected: this.#affected,
    });
    this.callback?.(null);
  }

  handleError(error: unknown): void {
    this.#reject(error);
    this.callback?.(error);
  }
}
