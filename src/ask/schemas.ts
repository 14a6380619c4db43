import type { Glossary } from '../contract/glossary.ts';
import type { Engine } from '../engines/engine.ts';
import { buildValueIndex, type ValueEntry } from '../plan/builtin/value-index.ts';
import { sha256, withGlossary } from '../plan/glossary.ts';
import type { ValueIndex } from '../plan/planner.ts';
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
  /** With the stored values of its text columns, at most `VALUES_FRESH_MS` old. */
  withValues(engine: Engine, dbId: string, signal: AbortSignal): Promise<Known>;
  /** As it was found last, without asking the engine whether it still is so; null when its stored values would have to be read. */
  last(dbId: string): Omit<Known, 'fresh'> | null;
  /** Somebody wrote to the database: its stored values are read anew when next they are needed. */
  written(dbId: string): void;
  /** The same objects where nothing has changed. */
  withFreshValues(engine: Engine, dbId: string, signal: AbortSignal): Promise<Known>;
}

interface Entry {
  readonly version: string;
  readonly schema: Schema;
  /** Writes since it was introspected: values that were read while one committed are not new. */
  writes: number;
  values: { readonly stored: readonly ValueEntry[]; readonly index: ValueIndex; readonly until: number } | null;
}

const VALUES_FRESH_MS = 60_000;
const ENTRIES_MAX = 200;
/** Databases whose value indexes are kept, a few megabytes each at the most. */
const INDEXES_MAX = 20;

interface Options {
  /** What a database's words mean. */
  readonly glossaryOf?: (dbId: string) => Promise<Glossary | null>;
}

/** Schemas and value indexes of the databases asked last, kept in this process. */
export function createSchemas({ glossaryOf = async () => null }: Options = {}): Schemas {
  const entries = new Map<string, Entry>();

  async function entryOf(engine: Engine, dbId: string, signal: AbortSignal): Promise<Entry> {
    const [tables, glossary] = await Promise.all([engine.schemaVersion({ dbId }, signal), glossaryOf(dbId)]);
    const version = glossary === null ? tables : sha256([tables, glossary]);
    const known = entries.get(dbId);
    entries.delete(dbId);
    const entry =
      known?.version === version
        ? known
        : { version, schema: withGlossary(await engine.introspect({ dbId }, signal), glossary), writes: 0, values: null };
    entries.set(dbId, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAX) break;
      entries.delete(oldest);
    }
    return entry;
  }

  async function readValues(entry: Entry, engine: Engine, dbId: string, signal: AbortSignal): Promise<Known> {
    const { writes } = entry;
    const stored = await engine.distinctValues({ dbId }, entry.schema, signal);
    const index = entry.values && isSame(stored, entry.values.stored) ? entry.values.index : buildValueIndex(stored);
    entry.values = { stored, index, until: entry.writes === writes ? Date.now() + VALUES_FRESH_MS : 0 };
    // Least recently asked first.
    const indexed = [...entries.values()].filter(({ values }) => values !== null);
    for (const oldest of indexed.slice(0, -INDEXES_MAX)) oldest.values = null;
    return { schema: entry.schema, values: index, fresh: true };
  }

  return {
    async of(engine, dbId, signal) {
      return (await entryOf(engine, dbId, signal)).schema;
    },
    async withValues(engine, dbId, signal) {
      const entry = await entryOf(engine, dbId, signal);
      if (entry.values && entry.values.until > Date.now()) return { schema: entry.schema, values: entry.values.index, fresh: false };
      return await readValues(entry, engine, dbId, signal);
    },
    last(dbId) {
      const entry = entries.get(dbId);
      return entry?.values && entry.values.until > Date.now() ? { schema: entry.schema, values: entry.values.index } : null;
    },
    written(dbId) {
      const entry = entries.get(dbId);
      if (entry === undefined) return;
      entry.writes += 1;
      if (entry.values) entry.values = { ...entry.values, until: 0 };
    },
    async withFreshValues(engine, dbId, signal) {
      return await readValues(await entryOf(engine, dbId, signal), engine, dbId, signal);
    },
  };
}

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
