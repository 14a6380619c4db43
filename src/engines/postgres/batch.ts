import type { Writable } from 'node:stream';
import { serialize } from 'pg-protocol';
import { createPace } from '../../lib/pace.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import type { Rows, Statement } from '../engine.ts';
import { LongArray } from './array-json.ts';
import type { CsvKind } from './csv-writer.ts';
import type { OwnType } from './own-types.ts';
import { shortenError } from './shorten-error.ts';
import { boundValue, csvKind, fieldReader, isWide, makeOf, readArray, typeName } from './values.ts';

export type Mode = 'read only' | 'read write';

/** Command tags of what a caller may run; any other means that the session, and the transaction it was in, cannot be trusted again. */
const HARMLESS_TAGS: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'EXPLAIN', 'SHOW']);

export interface Part {
  /** What goes over the wire, one after the other. */
  readonly bytes: readonly Buffer[];
  /** Rows to keep. */
  readonly keep: number;
  /** The one whose rows are returned. */
  readonly main: boolean;
  /** How it has to end; null is any of `HARMLESS_TAGS`, and nothing where nothing is run. */
  readonly tag: string | null;
  /** One of the service's own whose single value is kept beside the main one's rows. */
  readonly aside?: true;
}

export interface Field {
  readonly name: string;
  readonly oid: number;
  /** Not PostgreSQL's own; what it is called, and whether it is an array, is in the database's catalogue. */
  readonly isOwn: boolean;
  readonly type: string;
  readonly isWide: boolean;
  readonly csv: CsvKind;
  readonly read: (text: string) => unknown;
}

interface PartOptions {
  readonly keep?: number;
  /** The row limit of Execute; 0 runs to the end. */
  readonly fetch?: number;
  readonly main?: boolean;
  readonly tag?: string;
  readonly portal?: string;
  /** What the session has prepared the statement as. */
  readonly prepared?: string;
}

/** Parse, Bind, Describe for the main one, Execute. A named portal lives until its transaction ends. */
export function part({ sql, params }: Statement, { keep = 0, fetch = 0, main = false, tag, portal = '', prepared }: PartOptions): Part {
  const bytes = [
    ...(prepared === undefined ? [serialize.parse({ text: sql })] : []),
    serialize.bind({ portal, statement: prepared ?? '', values: params.map(boundValue) }),
    ...(main ? [serialize.describe({ type: 'P', name: portal })] : []),
    serialize.execute({ portal, rows: fetch }),
  ];
  return { bytes, keep, main, tag: tag ?? null };
}

/** Opens a portal without running it; its fields are described. */
export function opened({ sql, params }: Statement, portal: string): Part {
  const bytes = [
    serialize.parse({ text: sql }),
    serialize.bind({ portal, values: params.map(boundValue) }),
    serialize.describe({ type: 'P', name: portal }),
  ];
  return { bytes, keep: 0, main: true, tag: '' };
}

/** Has the server keep a statement under a name, for as long as the session is open. */
export const prepared = (name: string, sql: string): Part => ({
  bytes: [serialize.parse({ name, text: sql })],
  keep: 0,
  main: false,
  tag: '',
});

/** Runs a statement that the session has prepared, for its single value. */
export const aside = (name: string): Part => ({
  bytes: [serialize.bind({ statement: name, values: [] }), serialize.execute({ rows: 0 })],
  keep: 0,
  main: false,
  tag: 'SELECT',
  aside: true,
});

/** Has the server tell the types of a statement's parameters. */
export const parsed = (sql: string): Part => ({
  bytes: [serialize.parse({ text: sql }), serialize.describe({ type: 'S', name: '' })],
  keep: 0,
  main: true,
  tag: '',
});

/** The next rows of a portal that an earlier batch opened. */
export const nextRows = (portal: string, keep: number): Part => ({
  bytes: [serialize.execute({ portal, rows: keep })],
  keep,
  main: true,
  tag: null,
});

/** A statement of the service's own that has to end as `tag`. */
export const utility = (sql: string, tag: string): Part => part({ sql, params: [] }, { tag });
export const BEGIN = {
  'read only': utility('BEGIN READ ONLY', 'BEGIN'),
  'read write': utility('BEGIN READ WRITE', 'BEGIN'),
} as const satisfies Record<Mode, Part>;
/** Of a transaction that failed before, COMMIT is a ROLLBACK that reports no error: the tag alone tells. */
export const COMMIT = utility('COMMIT', 'COMMIT');
export const ROLLBACK = utility('ROLLBACK', 'ROLLBACK');
/** A subtransaction may be READ ONLY where the one around it is not; with its end the mode is that from before (PostgreSQL manual, SET TRANSACTION). */
export const READ_ONLY_FROM_HERE: readonly Part[] = [
  utility('SAVEPOINT svc_read', 'SAVEPOINT'),
  utility('SET TRANSACTION READ ONLY', 'SET'),
];
export const READ_WRITE_AGAIN: readonly Part[] = [
  utility('ROLLBACK TO SAVEPOINT svc_read', 'ROLLBACK'),
  utility('RELEASE SAVEPOINT svc_read', 'RELEASE'),
];
/**
 * For a read whose rows are taken as fast as somebody else takes them: the limits count from then on what the engine
 * does, which `readPortions` adds up. `transaction_timeout` came with PostgreSQL 17.
 */
export const unhurried = (version: number): Part[] => [
  utility(`SET LOCAL idle_in_transaction_session_timeout = '${IDLE_MAX}'`, 'SET'),
  ...(version >= 17 ? [utility('SET LOCAL transaction_timeout = 0', 'SET')] : []),
];
/** A service that is gone closes its connections; this is for one that hangs. */
const IDLE_MAX = '10min';
const SYNC = serialize.sync();
/** Bytes from which on a message is written as it is. */
const LONG_MESSAGE = 64 * 1024;

type Stream = Pick<Writable, 'write' | 'cork' | 'uncork'>;

/**
 * Several extended-protocol statements before one Sync, as node-postgres' submittable interface wants it.
 * Each Parse holds exactly one statement.
 */
export class Batch {
  readonly done: Promise<void>;
  /** How the rows are read; a later batch on the same portal needs them. */
  fields: readonly Field[];
  readonly #tags: string[] = [];
  /** node-postgres reads these of every query. */
  readonly text = '';
  callback: ((error: unknown) => void) | undefined;
  readonly #parts: readonly Part[];
  readonly #keep: number;
  #rows: unknown[][] = [];
  /** Whether a value is not JSON yet. */
  #isLong = false;
  #seen = 0;
  #suspended = false;
  #affected: number | null = null;
  /** Which part's rows are no rows of the result; -1 for none. */
  readonly #asideAt: number;
  #asideValue: string | null = null;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(parts: readonly Part[], fields: readonly Field[] = []) {
    this.fields = fields;
    this.#parts = parts;
    this.#keep = parts.find((part) => part.main)?.keep ?? 0;
    this.#asideAt = parts.findIndex((part) => part.aside);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The first command tag that is not its part's; `anyStatement` holds only the service's own parts to theirs. */
  unexpectedTag(anyStatement: boolean): string | null {
    for (let index = 0; index < this.#parts.length; index++) {
      const tag = this.#parts[index]?.tag ?? null;
      const found = this.#tags[index] ?? '';
      if (tag === null ? !anyStatement && !HARMLESS_TAGS.has(found) : tag !== found) return found || 'nothing';
    }
    return null;
  }

  /** One write for all of it: a system call costs more than the copy, but of what is long. */
  submit({ stream }: { readonly stream: Stream }): Error | null {
    const bytes = [...this.#parts.flatMap((part) => part.bytes), SYNC];
    if (bytes.every(({ length }) => length < LONG_MESSAGE)) {
      stream.write(Buffer.concat(bytes));
      return null;
    }
    stream.cork();
    for (const each of bytes) stream.write(each);
    stream.uncork();
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.fields = message.fields.map(({ name, dataTypeID: oid }) => ({
      name,
      oid,
      isOwn: makeOf(oid) === null,
      read: fieldReader(oid),
      type: typeName(oid),
      isWide: isWide(oid),
      csv: csvKind(oid),
    }));
  }

  /** Names the fields of a database's own types, and reads the arrays among them. */
  learn(types: ReadonlyMap<number, OwnType>): void {
    this.fields = this.fields.map((field, index) => {
      const type = field.isOwn ? types.get(field.oid) : undefined;
      if (!type) return field;
      const read = type.element === null ? fieldReader(type.base) : readArray(type.element);
      if (type.element !== null) {
        for (const row of this.#rows) if (typeof row[index] === 'string') row[index] = this.#noted(read(row[index]));
      }
      return {
        ...field,
        isOwn: false,
        type: type.name,
        read,
        isWide: isWide(type.element ?? type.base),
        csv: type.element === null ? csvKind(type.base) : read,
      };
    });
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    // A part that has ended has its tag.
    if (this.#tags.length === this.#asideAt) {
      this.#asideValue = message.fields[0] ?? null;
      return;
    }
    this.#seen += 1;
    if (this.#rows.length >= this.#keep) return;
    const fields = this.fields;
    const texts = message.fields;
    const row: unknown[] = new Array(texts.length);
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index];
      row[index] = text === null || text === undefined ? null : this.#noted(fields[index]?.read(text) ?? null);
    }
    this.#rows.push(row);
  }

  #noted(value: unknown): unknown {
    this.#isLong ||= value instanceof LongArray;
    return value;
  }

  /** Long arrays become JSON, with turns for others. */
  async unfold(): Promise<void> {
    if (!this.#isLong) return;
    const pace = createPace();
    for (const row of this.#rows)
      for (const [index, value] of row.entries()) {
        if (!(value instanceof LongArray)) continue;
        const pieces: string[] = [];
        for (const piece of value.pieces()) {
          pieces.push(piece);
          await pace();
        }
        row[index] = new Verbatim(pieces.join(''));
      }
  }

  handlePortalSuspended(): void {
    this.#suspended = true;
    this.#tags.push('SELECT');
  }

  handleCommandComplete(message: { text: string }): void {
    const { text } = message;
    const space = text.indexOf(' ');
    const tag = space < 0 ? text : text.slice(0, space);
    this.#tags.push(tag);
    if (tag === 'INSERT' || tag === 'UPDATE' || tag === 'DELETE') this.#affected = Number(text.slice(text.lastIndexOf(' ') + 1));
  }

  /** COPY takes over the protocol; node-postgres calls these without looking, and what they throw would end the process. */
  handleCopyInResponse(connection: { readonly stream: Writable }): void {
    connection.stream.write(Buffer.concat([serialize.copyFail('COPY is not accepted here.'), SYNC]));
  }

  handleCopyData(): void {}

  handleEmptyQuery(): void {
    this.#tags.push('EMPTY');
  }

  handleReadyForQuery(): void {
    this.#resolve();
    this.callback?.(null);
  }

  /** Of the part that was run for a single value. */
  get asideValue(): string | null {
    return this.#asideValue;
  }

  get result(): Rows {
    return {
      columns: this.fields.map(({ name, type, isWide }) => ({ name, type, isWide })),
      rows: this.#rows,
      truncated: this.#suspended || this.#seen > this.#keep,
      affected: this.#affected,
    };
  }

  /** Ends the wait for a server that does not answer. The driver is told nothing: its session is closed. */
  giveUp(error: unknown): void {
    this.#reject(error);
  }

  handleError(error: unknown): void {
    shortenError(error);
    this.#reject(error);
    this.callback?.(error);
  }
}
