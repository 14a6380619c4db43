import type { Glossary } from '../contract/glossary.ts';
import type { Engine, Target } from '../engines/engine.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { buildValueIndex, buildValueIndexInTurns } from '../plan/builtin/linking/value-index.ts';
import { sha256, withGlossary } from '../plan/glossary.ts';
import type { ValueEntry, ValueIndex } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';

export interface Known {
  readonly schema: Schema;
  readonly values: ValueIndex;
  /** Read for this request. */
  readonly fresh: boolean;
}

export interface Schemas {
  /** The live schema; introspected again only when the engine says that it changed. */
  of(engine: Engine, dbId: string, signal: AbortSignal): Promise<Schema>;
  /** With the stored values of its text columns that the target may see, at most `VALUES_FRESH_MS` old. */
  withValues(engine: Engine, target: Target, signal: AbortSignal): Promise<Known>;
  /** As it was found last, without asking the engine whether it still is so; null when its stored values would have to be read. */
  last(engine: Engine, target: Target): Omit<Known, 'fresh'> | null;
  /** Whether what `last` gave is still so, by the version of the tables that the engine has told meanwhile; asks it where it has not. */
  isStill(last: Omit<Known, 'fresh'>, tables: string | null, of: { engine: Engine; target: Target; signal: AbortSignal }): Promise<boolean>;
  /** Reads what the next ask will need, where that takes long; nobody waits for it, or hears of its failure. */
  warm(engine: Engine, dbId: string): void;
  /** Somebody wrote to the database: its stored values are read anew when next they are needed. */
  written(dbId: string): void;
  /** The same objects where nothing has changed. */
  withFreshValues(engine: Engine, target: Target, signal: AbortSignal): Promise<Known>;
}

interface Entry {
  readonly version: string;
  readonly schema: Schema;
  /** Writes since it was introspected: values that were read while one committed are not new. */
  writes: number;
  values: { readonly stored: readonly ValueEntry[]; readonly index: ValueIndex; readonly readAt: number; readonly until: number } | null;
  /** Under way beside asks; null while there is none. */
  reading: Promise<Known> | null;
  /** What the schema itself tells of values, until some are read. */
  labels: ValueIndex | null;
}

const VALUES_FRESH_MS = 60_000;
/** Of an ask, for values that are read for the first time. */
const FIRST_WAIT_MS = 400;
const ENTRIES_MAX = 200;
/** Databases whose value indexes are kept, a few megabytes each at the most. */
const INDEXES_MAX = 20;

interface Options {
  /** What a database's words mean. */
  readonly glossaryOf?: (dbId: string) => Promise<Glossary | null>;
  /** Values are about to be read, and a text after them. */
  readonly onReading?: () => void;
}

/** Schemas and value indexes of the databases asked last, kept in this process. */
export function createSchemas({ glossaryOf = async () => null, onReading = () => undefined }: Options = {}): Schemas {
  const entries = new Map<string, Entry>();
  /** What `warm` reads, until it has the schema; an ask meanwhile waits, since what two read at once takes twice the time. */
  const warming = new Map<string, Promise<unknown>>();

  // What words mean may name what a part of the database does not have.
  const wordsOf = async (engine: Engine, dbId: string) => (engine.part === undefined ? await glossaryOf(dbId) : null);

  async function entryOf(engine: Engine, target: Target, signal: AbortSignal): Promise<Entry> {
    await warming.get(keyOf(engine, target));
    return await currentEntry(engine, target, signal);
  }

  async function currentEntry(engine: Engine, target: Target, signal: AbortSignal): Promise<Entry> {
    const { dbId } = target;
    const key = keyOf(engine, target);
    const [tables, glossary] = await Promise.all([engine.schemaVersion({ dbId }, signal), wordsOf(engine, dbId)]);
    const version = versionOf(tables, glossary);
    const known = entries.get(key);
    entries.delete(key);
    const entry =
      known?.version === version
        ? known
        : {
            version,
            schema: withGlossary(await engine.introspect({ dbId }, signal), glossary),
            writes: 0,
            values: null,
            reading: null,
            labels: null,
          };
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAX) break;
      entries.delete(oldest);
    }
    return entry;
  }

  async function readValues(entry: Entry, engine: Engine, target: Target, signal: AbortSignal): Promise<Known> {
    const { writes } = entry;
    onReading();
    // Of an agent memory, before its values: what expires while these are read is not among them, or not for longer.
    const beganAt = Date.now();
    const expiresInMs = target.rows === undefined ? null : await engine.expiresInMs?.(target, entry.schema, signal);
    const expiresAt = beganAt + (expiresInMs ?? Number.POSITIVE_INFINITY);
    const stored = await engine.distinctValues(target, entry.schema, signal);
    const index = entry.values && isSame(stored, entry.values.stored) ? entry.values.index : await buildValueIndexInTurns(stored);
    const { valuesFreshMs = VALUES_FRESH_MS } = engine;
    entry.values = {
      stored,
      index,
      readAt: Date.now(),
      until: entry.writes === writes ? Math.min(Date.now() + valuesFreshMs, expiresAt) : 0,
    };
    // Least recently asked first.
    const indexed = [...entries.values()].filter(({ values }) => values !== null);
    for (const oldest of indexed.slice(0, -INDEXES_MAX)) oldest.values = null;
    return { schema: entry.schema, values: index, fresh: true };
  }

  /** Goes on when whoever began it leaves. */
  function readAside(entry: Entry, engine: Engine, target: Target): Promise<Known> {
    entry.reading ??= readValues(entry, engine, target, new AbortController().signal).finally(() => {
      entry.reading = null;
    });
    // Its failure is told to who waits for it.
    entry.reading.catch(() => undefined);
    return entry.reading;
  }

  /** What was read before, or in a moment; what comes later is for who asks then, or for who does not get on without. */
  async function valuesSoFar(entry: Entry, engine: Engine, target: Target): Promise<Known> {
    const reading = readAside(entry, engine, target);
    if (entry.values) return { schema: entry.schema, values: entry.values.index, fresh: false };
    if (await waitAtMost(FIRST_WAIT_MS, reading)) return await reading;
    entry.labels ??= buildValueIndex(labelsOf(entry.schema));
    return { schema: entry.schema, values: entry.labels, fresh: false };
  }

  return {
    warm(engine, dbId) {
      if (engine.valuesFreshMs === undefined) return;
      const target = { dbId };
      const key = keyOf(engine, target);
      const warmed = currentEntry(engine, target, new AbortController().signal)
        .then((entry) => void readAside(entry, engine, target))
        .catch(() => undefined)
        .finally(() => warming.delete(key));
      warming.set(key, warmed);
    },
    async of(engine, dbId, signal) {
      return (await entryOf(engine, { dbId }, signal)).schema;
    },
    async withValues(engine, target, signal) {
      const entry = await entryOf(engine, target, signal);
      if (entry.values && entry.values.until > Date.now()) return { schema: entry.schema, values: entry.values.index, fresh: false };
      return engine.valuesFreshMs === undefined
        ? await readValues(entry, engine, target, signal)
        : await valuesSoFar(entry, engine, target);
    },
    last(engine, target) {
      const entry = entries.get(keyOf(engine, target));
      return entry?.values && entry.values.until > Date.now() ? { schema: entry.schema, values: entry.values.index } : null;
    },
    async isStill(last, tables, { engine, target, signal }) {
      if (tables === null) {
        const { schema, values } = await this.withValues(engine, target, signal);
        return schema === last.schema && values === last.values;
      }
      const version = versionOf(tables, await wordsOf(engine, target.dbId));
      const now = this.last(engine, target);
      return now?.schema === last.schema && now.values === last.values && entries.get(keyOf(engine, target))?.version === version;
    },
    written(dbId) {
      for (const [key, entry] of entries) {
        if (key !== dbId && !key.startsWith(`${dbId} `)) continue;
        entry.writes += 1;
        if (entry.values) entry.values = { ...entry.values, until: 0 };
      }
    },
    async withFreshValues(engine, target, signal) {
      const entry = await entryOf(engine, target, signal);
      if (engine.valuesFreshMs === undefined) return await readValues(entry, engine, target, signal);
      const isNew = entry.values !== null && entry.values.until > 0 && Date.now() - entry.values.readAt < VALUES_FRESH_MS;
      return isNew && entry.values
        ? { schema: entry.schema, values: entry.values.index, fresh: true }
        : await readAside(entry, engine, target);
    },
  };
}

const versionOf = (tables: string, glossary: Glossary | null): string => (glossary === null ? tables : sha256([tables, glossary]));

/** Values of rows that one request may see are not another's. */
const keyOf = ({ part = '' }: Engine, { dbId, rows }: Target): string =>
  part === '' && rows === undefined ? dbId : `${dbId} ${part} ${rows === undefined ? '' : JSON.stringify(rows)}`;

const labelsOf = ({ tables }: Schema): ValueEntry[] =>
  tables.flatMap((table) =>
    table.columns.flatMap(({ name, labels }) => (labels ? [{ table: table.name, column: name, values: labels }] : [])),
  );

const isSame = (a: readonly ValueEntry[], b: readonly ValueEntry[]): boolean =>
  a.length === b.length &&
  a.every(({ table, column, values }, at) => {
    const other = b[at];
    return (
      table === other?.table &&
      column === other.column &&
      values.length === other.values.length &&
      values.every((value, index) => value === other.values[index])
    );
  });
