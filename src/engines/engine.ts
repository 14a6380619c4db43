import type { CreateSchema } from '../contract/create-schema.ts';
import type { EngineName, TablesPreset } from '../contract/database.ts';
import type { ImportedForm, ImportedType } from '../contract/packs.ts';
import type { Fault } from '../fault.ts';
import type { GuardScope, Verdict } from '../guard/guard.ts';
import type { AlikeRows } from '../lib/alike-rows.ts';
import type { Leaving } from '../lib/leaving.ts';
import type { Delete, Insert, Plan, Update } from '../plan/plan.ts';
import type { Schema, Table } from '../plan/schema.ts';
import type { SchemaChange } from '../plan/schema-change.ts';
import type { HostedDatabase } from './hosted-mark.ts';

/** One statement with bound values; `sql` holds no string of a user's. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface ResultColumn {
  readonly name: string;
  readonly type: string;
  /** Its numbers may have more digits than a double holds. */
  readonly isWide?: boolean;
}

export interface Rows {
  readonly columns: readonly ResultColumn[];
  /** Values that `encodeJson` writes, one array a row, in the order of `columns`. A column has one JSON type. */
  readonly rows: readonly (readonly unknown[])[];
  /** True exactly when the engine had more rows than `maxRows`. */
  readonly truncated: boolean;
  /** Rows changed by a write; null for reads. */
  readonly affected: number | null;
  /** As `Engine.schemaVersion` of the same transaction, where a read was asked for it and the engine can tell on the way. */
  readonly schemaVersion?: string;
}

/** A database, named so that every session logs in as one of a hosted one's own roles, or by a connected one's own URL. */
export interface Target {
  readonly dbId: string;
  /** There for who may read a part of the database alone, as the grant's own login. */
  readonly grant?: GrantTarget;
  /** Of a database whose rows belong to agents, end users and threads: the rows that are seen and written. Without it there are none. */
  readonly rows?: RowScope;
}

/** What another account may read of a hosted database. */
export interface GrantTarget {
  /** The login, and the schema that what it may read stands in. */
  readonly login: string;
  /** Whose sessions these are, where parties get no more than their share. */
  readonly party: string;
  readonly tables: readonly GrantedTable[];
}

/** A table as it was when the grant was made, and what the grant shows of it. What came to it since is not shown. */
export interface GrantedTable {
  /** With the columns, and the keys, that are shown. It stands in the grant's schema. */
  readonly table: Table;
  /** Where it really stands. */
  readonly source: { readonly schema: string; readonly name: string };
  /** A condition over the table's own columns that rows have to meet to be there; null where all are. */
  readonly where: string | null;
  /** Whether columns of it are hidden. */
  readonly hides: boolean;
}

/** What a grant shows no more, after a change of the schema: a column of a table, or all of it. */
export interface LostPart {
  /** The grant's login. */
  readonly grant: string;
  /** As the grant's schema calls it. */
  readonly table: string;
  /** Null for the whole table. */
  readonly column: string | null;
  /** `condition`: the condition of the grant reads a column that is gone, or that has another type now. */
  readonly why: 'dropped' | 'condition';
}

/** Null is no bound: all of the owner's rows. */
export interface RowScope {
  readonly agentId: string | null;
  readonly endUserId: string | null;
  /** Rows of this thread, and of none. */
  readonly threadId: string | null;
}

export interface RunOptions {
  /** The statement is a caller's own text, and means what the engine takes it for where plans mean something else. */
  readonly ofCaller?: boolean;
  readonly maxRows: number;
  readonly signal: Leaving;
}

export interface ReadOptions extends RunOptions {
  /** Whether the schema's version is wanted with the rows, which saves asking for it apart. */
  readonly withVersion?: boolean;
}

export interface PortionOptions extends RunOptions {
  /** `lines` are those of a CSV file. */
  readonly as: 'values' | 'lines';
}

/** Some rows of a stream, as values or already as lines. */
export interface Portion {
  readonly columns: readonly ResultColumn[];
  readonly rows: Rows['rows'];
  /** RFC 4180, without a header; null where values were asked for. */
  readonly lines: Iterable<Buffer> | null;
  readonly rowCount: number;
}

/** The write and the reply that a retry gets are one: both commit or neither does. */
export interface Once {
  /** Who wrote; keys of different scopes never meet. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the request: the same key with another one is a conflict. */
  readonly fingerprint: string;
  /** What the write is called in its reply's trace, and by which it is undone. */
  readonly traceId: string;
  /** There where several statements are one write: which of them it is, from 1. */
  readonly part?: number;
}

export type WriteOutcome = { readonly kind: 'written'; readonly reply: string } | { readonly kind: 'replayed'; readonly reply: string };

export interface WriteOptions {
  /** `writer` may change rows; `owner` may also create tables and columns, and runs nothing that a caller wrote. */
  readonly as: 'writer' | 'owner';
  readonly signal: Leaving;
}

/** Inside one write transaction. Nothing is committed unless `work` returns. */
export interface WriteTransaction {
  /**
   * Runs one statement as the database's writer. `columns` and at most `maxRows` of its RETURNING rows come back.
   * `ofCaller` is the part of it that a caller decided, by which its weight is told; null for a statement of the service's own,
   * absent for one of its own that brings a caller's values.
   */
  run(statement: Statement, maxRows: number, ofCaller?: string | null): Promise<Rows>;
  /** Refuses a caller's statement that would take too much, before any of it is run; there where the engine can tell. */
  judge?(statement: Statement): Promise<void>;
  /** Runs a caller's read so that it sees what was written before it, and can write nothing itself; there where the engine can do that. */
  read?(statement: Statement, maxRows: number): Promise<Rows>;
  /** Runs a COPY of the service's own that takes these lines. How many rows they were. */
  copy(sql: string, lines: AsyncIterable<Buffer>): Promise<number>;
  /** Parts of grants that this change takes away, once it is committed. */
  lose(parts: readonly LostPart[]): void;
  readonly once: Once;
  /** There where nothing of the service may be left behind, so that what is replaced is not kept: why the write cannot be undone. */
  readonly unkept?: string;
}

/** Where a statement is to run, and with which values. */
export interface Judging {
  readonly target: Target;
  readonly signal: Leaving;
  readonly params?: readonly unknown[];
}

/** Which engine serves a database. */
export interface Served {
  readonly engine: EngineName;
  readonly origin: 'hosted' | 'connected';
  readonly access: 'read' | 'write';
}

export type EngineOf = (database: Served) => Engine;

/** What an engine can do for a database. One folder an engine. */
export interface Engine {
  readonly name: EngineName;
  /** There where it only reads: what whoever wants more is told. */
  readonly refusal?: () => Fault;
  /** There where it shows a part of databases alone: what is remembered of that part is kept apart under this name. */
  readonly part?: string;
  /** The types of a schema to create, as introspection names them once they are there. */
  readonly typeNames: Readonly<Record<CreateSchema['tables'][number]['columns'][number]['type'], string>>;
  /** What a schema asks for that the engine does not keep, one sentence each; absent where it keeps all. */
  suppositions?(schema: CreateSchema): readonly string[];
  /** A designed schema as it suits the engine best where the brief left that open, and what that supposes; absent where it suits as it is. */
  fit?(designed: CreateSchema): { readonly schema: CreateSchema; readonly assumptions: readonly string[] };
  /** Judges a statement of a caller's, with its bound values where they are there; by the engine itself where its parser is there alone. */
  guard(sql: string, scope: GuardScope, at: Judging): Verdict | Promise<Verdict>;
  compile(plan: Plan, schema: Schema): Statement;
  /** Creates the database, its logins and its tables, or those of a preset, or leaves nothing behind. @throws Fault provision_failed, ddl_invalid */
  provision(target: Target, content: CreateSchema | TablesPreset | null, signal: AbortSignal): Promise<void>;
  /**
   * Safe to repeat. `closed`: nobody can use it any more, but a statement that does not end keeps it from being removed, so
   * it has to be dropped again later.
   */
  drop(target: Target): Promise<'gone' | 'closed'>;
  hosted(): Promise<readonly HostedDatabase[]>;
  /** Lets its people in again where a move that was cut short has closed it, and says that it is whole. Safe to repeat. */
  open?(target: Target): Promise<void>;
  /** Undoes what somebody changed of these databases' own logins, and closes what an earlier version left open; ids of those where there was something. */
  heal(dbIds: readonly string[]): Promise<readonly string[]>;
  /** Makes the grant's login, and what it may read. @throws Fault invalid_body for a condition that the engine does not take */
  makeGrant(target: Target & { readonly grant: GrantTarget }): Promise<void>;
  /** Ends what runs as the grant's login, and takes all of it away. Safe to repeat; `closed` as in `drop`. */
  endGrant(target: Target, login: string): Promise<'gone' | 'closed'>;
  /** Why the text is no condition over the table's own columns alone; null when it is one. */
  refuseCondition(condition: string, table: Table): string | null;
  introspect(target: Target, signal: AbortSignal): Promise<Schema>;
  /** Changes whenever the database's names, types or keys change; cheap enough to ask before every plan. */
  schemaVersion(target: Target, signal: AbortSignal): Promise<string>;
  /**
   * There where reading stored values takes longer than an ask should: they are read beside asks, which are answered with
   * what was read before for as long as this. What a question does not find there, it waits for.
   */
  readonly valuesFreshMs?: number;
  /** Until the next row of an agent memory that the target sees expires: what was read of it is not told after that. Null where none does. */
  expiresInMs?(target: Target, schema: Schema, signal: AbortSignal): Promise<number | null>;
  /** Distinct values of text columns with few of them. */
  distinctValues(target: Target, schema: Schema, signal: AbortSignal): Promise<{ table: string; column: string; values: string[] }[]>;
  /**
   * The statement with its values as the engine binds them, where their JSON alone does not tell: a JSON array is an array
   * to a parameter of arrays and a document to every other, and 2.0 is 2 to one of whole numbers. Runs nothing; what the engine would refuse comes back as it is.
   */
  bound(target: Target, statement: Statement, signal: Leaving): Promise<Statement>;
  /** One statement as the database's reader, in a READ ONLY transaction. */
  read(target: Target, statement: Statement, options: ReadOptions): Promise<Rows>;
  /**
   * The same, handed on a portion at a time, one ahead of what was taken; `maxRows` in all. At least one portion comes,
   * even when it is empty. The statement's limit counts the engine's work, not the time that taking takes.
   */
  readPortions(
    target: Target,
    statement: Statement,
    options: PortionOptions,
    take: (portion: Portion) => Promise<void>,
  ): Promise<{ truncated: boolean }>;
  /** There where a write begins with a record in the control plane, and holds no session of the database meanwhile. */
  readonly recordsApart?: true;
  /** `work`, which bears being begun again, and the storing of the reply it returns, in one transaction. @throws Fault idempotency_conflict, idempotency_in_progress */
  write(target: Target, once: Once, work: (transaction: WriteTransaction) => Promise<string>, options: WriteOptions): Promise<WriteOutcome>;
  /** The stored reply of a write that committed, if any. */
  replay(target: Target, once: Once, signal: AbortSignal): Promise<string | null>;
  /** Executes the plan and rolls it back. */
  preview(target: Target, plan: Insert | Update | Delete, schema: Schema, signal: AbortSignal): Promise<PreviewResult>;
  /**
   * Runs a previewed plan inside a write; `seen` as in its preview. `expected` is what the preview saw, where there was one: an engine that
   * can take nothing back compares before it writes. @throws Fault confirm_expired
   */
  apply(transaction: WriteTransaction, plan: Insert | Update | Delete, schema: Schema, expected: string | null): Promise<AppliedWrite>;
  /** Makes the change and rolls it back. A change that takes long is not tried to its end, and the result's notes say so. */
  previewChange(target: Target, change: SchemaChange, schema: Schema, signal: Leaving): Promise<ChangedSchema>;
  /** Makes a previewed change inside a write of the owner, on exactly this schema; `seen` as in its preview. @throws Fault confirm_expired */
  applyChange(transaction: WriteTransaction, change: SchemaChange, schema: Schema): Promise<ChangedSchema>;
  /** Runs a caller's own statement inside a write, and keeps what it replaces where that can be told. */
  runKept(transaction: WriteTransaction, schema: Schema, write: CallersWrite, maxRows: number): Promise<KeptRun>;
  /** Inserts rows of named values, adding the table and the columns that are not there yet. */
  insertRows(transaction: WriteTransaction, table: string, rows: readonly Record<string, unknown>[]): Promise<InsertResult>;
  /** The same with rows as the text that they came in; null, with nothing done, where they have to be read and judged one by one. */
  insertAlike?(transaction: WriteTransaction, table: string, rows: AlikeRows): Promise<InsertResult | null>;
  /** There where rows can be brought in by the million. */
  readonly importing?: Importing;
  /** Who undoes the write: a change of the schema is the owner's. */
  undoneBy(target: Target, write: { readonly scope: string; readonly traceId: string }, signal: Leaving): Promise<WriteOptions['as']>;
  /** Writes rows of an agent memory, inside a write of the owner, in their order. */
  remember(transaction: WriteTransaction, memories: readonly Memory[]): Promise<Remembered>;
  /** Removes the rows of an agent memory that have expired. */
  sweepMemory(target: Target, signal: AbortSignal): Promise<void>;
  /** Vectors of what agent memories say; null where it keeps none. */
  readonly vectors: MemoryVectors | null;
  /** Puts back what an earlier write replaced. @throws Fault undo_unavailable */
  undo(transaction: WriteTransaction, schema: Schema, traceId: string): Promise<UndoneWrite>;
  /** The database has another owner now, who may undo what was written before. */
  handOver(target: Target, ownerId: string): Promise<void>;
  close(): Promise<void>;
}

/** A table that an import makes. */
export interface ImportedTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ImportedType;
    readonly hasValue: boolean;
    /** A value in each row. */
    readonly isFull: boolean;
  }[];
  /** Null where no column can be the key, and the engine counts one; else which can is found once the rows are there. */
  readonly key: readonly string[] | null;
}

export interface ConvertedColumn {
  readonly name: string;
  readonly type: ImportedType;
  readonly form: ImportedForm;
}

export interface MadeKey {
  readonly column: string;
  /** How many rows have it, where that was told as it was made. */
  readonly rows: number | null;
}

/** Inside writes of the owner. */
export interface Importing {
  make(transaction: WriteTransaction, table: ImportedTable): Promise<void>;
  /** Lines of CSV without a header (RFC 4180), as UTF-8. @throws Fault invalid_value with `params.line`, of these, and `params.column` */
  copy(
    transaction: WriteTransaction,
    table: ImportedTable,
    lines: { readonly pieces: AsyncIterable<Buffer>; readonly delimiter: string },
  ): Promise<number>;
  /** Reads columns of texts as what they are. */
  convert(transaction: WriteTransaction, table: string, columns: readonly ConvertedColumn[]): Promise<void>;
  count(transaction: WriteTransaction, table: string): Promise<number>;
  /** Makes the first of these columns that repeats nothing the table's key; null where all repeat, and a counted one was added. */
  key(transaction: WriteTransaction, table: ImportedTable, candidates: readonly string[]): Promise<MadeKey | null>;
  /** Makes a column point at a key where all of its values are there; otherwise says how many are not. */
  relate(
    transaction: WriteTransaction,
    relation: { readonly table: string; readonly column: string; readonly to: string; readonly key: string },
  ): Promise<number>;
}

/** What the facts and episodes of an agent memory mean, as vectors of length one, by the model that made them. */
export interface MemoryVectors {
  /** Rows that have none yet, the newest first. */
  missing(target: Target, of: { readonly model: string; readonly most: number }, signal: AbortSignal): Promise<readonly MemoryText[]>;
  keep(target: Target, of: { readonly model: string; readonly vectors: readonly MemoryVector[] }, signal: AbortSignal): Promise<void>;
  /** Ids of rows that the scope sees, the nearest first. */
  nearest(target: Target, to: Nearest, signal: AbortSignal): Promise<readonly string[]>;
}

export interface MemoryText {
  readonly id: string;
  readonly content: string;
}

export interface MemoryVector {
  readonly id: string;
  readonly vector: readonly number[];
}

export interface Nearest {
  readonly table: 'facts' | 'episodes';
  readonly scope: RowScope;
  readonly model: string;
  readonly vector: readonly number[];
  readonly most: number;
}

/** A row of an agent memory. */
export type Memory = {
  readonly id: string;
  readonly scope: RowScope;
  /** What carried it. */
  readonly source: string;
} & (
  | {
      readonly kind: 'fact';
      readonly content: string;
      readonly subject: string | null;
      readonly category: string | null;
      readonly tags: readonly string[];
      readonly ttlSeconds: number | null;
      readonly recalledFrom: string | null;
    }
  | {
      readonly kind: 'episode';
      readonly content: string;
      readonly role: string;
      readonly ttlSeconds: number | null;
      /** The row whose words these are, as the caller has it. */
      readonly recalledFrom: string | null;
    }
  /** `properties` is JSON. */
  | { readonly kind: 'entity'; readonly name: string; readonly category: string; readonly properties: string }
);

export interface Remembered {
  /** One for each memory; null for one whose `recalledFrom` names no row that its scope sees: it was not written. */
  readonly rows: readonly (RememberedRow | null)[];
  readonly statement: Statement;
}

export interface RememberedRow {
  /** Of the row that was there already, where it was. */
  readonly id: string;
  readonly deduplicated: boolean;
  /** Texts of instants. */
  readonly materialisedAt: string;
  readonly expiresAt: string | null;
}

/** A caller's own write, and the plan that says which rows it is about; null where none does. */
export interface CallersWrite {
  readonly statement: Statement;
  readonly verb: 'insert' | 'update' | 'delete';
  readonly written: { readonly plan: Insert | Update | Delete; readonly alias: string; readonly returns: readonly string[] } | null;
}

export interface KeptRun {
  readonly rows: Rows;
  readonly notUndoable: string | null;
}

/** What undoing a write did to one table: rows taken out, put back as they were, and inserted again. */
export interface Reverted {
  readonly table: string;
  readonly deleted: number;
  readonly updated: number;
  readonly inserted: number;
}

export interface UndoneWrite {
  /** What the write was. */
  readonly verb: string;
  readonly tables: readonly Reverted[];
  /** Null when an earlier undo did it. */
  readonly statement: Statement | null;
  readonly already: boolean;
}

/** Rows that change because a key of theirs points at a row that is written. */
export interface Cascade {
  readonly table: string;
  readonly rows: number;
  readonly change: 'deleted' | 'set null' | 'set default' | 'updated';
}

export interface PreviewResult {
  readonly affectedRows: number;
  readonly cascades: readonly Cascade[];
  /** Triggers that fire, of the table and of those that the write reaches by keys. */
  readonly triggers: readonly { table: string; name: string }[];
  /** Sequences that the write counts on. */
  readonly sequences: readonly string[];
  /** Of an insert: its rows that are there already, and are written over. */
  readonly overwritten?: number;
  /** What else is to know, half a sentence each. */
  readonly notes?: readonly string[];
  readonly sample: readonly { before: Record<string, unknown> | null; after: Record<string, unknown> | null }[];
  /** A hash of the rows' contents and of what is written into them: a confirm with another one would not write what was shown. */
  readonly seen: string;
}

export interface AppliedWrite {
  /** The first rows as they now are; `affected` is exact. */
  readonly rows: Rows;
  readonly statement: Statement;
  /** Why the write cannot be undone; null when it can. */
  readonly notUndoable: string | null;
  /** As in the preview. */
  readonly seen: string;
}

/** What goes with a column or a table that is dropped. */
export interface DroppedPart {
  readonly kind: 'index' | 'constraint' | 'foreign key' | 'trigger' | 'default';
  readonly table: string;
  readonly name: string;
}

export interface ChangedSchema {
  /** Rows whose values go, are converted, or come with a new column's default. */
  readonly affectedRows: number;
  readonly drops: readonly DroppedPart[];
  /** The first rows whose values go. */
  readonly sample: PreviewResult['sample'];
  /** Sentences on what else is to know. */
  readonly notes: readonly string[];
  /** A hash of the values that go: a confirm with another one would not lose what was shown. `NOT_COMPARED` where that takes too long. */
  readonly seen: string;
  /** Why it cannot be undone; null when it can. */
  readonly notUndoable: string | null;
  readonly after: Schema;
  readonly statement: Statement;
}

export const NOT_COMPARED = 'not compared';

export interface InsertResult {
  readonly inserted: number;
  /** As it is named in the database. */
  readonly table: string;
  /** Why the insert cannot be undone; null when it can. */
  readonly notUndoable: string | null;
  readonly createdTable: boolean;
  readonly createdColumns: readonly string[];
  /** Columns of earlier inserts that took a wider type. */
  readonly widenedColumns: readonly string[];
  readonly assumptions: readonly string[];
  readonly statement: Statement;
}
