import type { Glossary } from '../contract/glossary.ts';
import type { Engine, Target } from '../engines/engine.ts';
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
  /** With the stored values of its text columns that the target may see, at most `VALUES_FRESH_MS` old. */
  withValues(engine: Engine, target: Target, signal: AbortSignal): Promise<Known>;
  /** As it was found last, without asking the engine whether it still is so; null when its stored values would have to be read. */
  last(engine: Engine, target: Target): Omit<Known, 'fresh'> | null;
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

  async function entryOf(engine: Engine, target: Target, signal: AbortSignal): Promise<Entry> {
    const { dbId } = target;
    const key = keyOf(engine, target);
    // What words mean may name what a part of the database does not have.
    const [tables, glossary] = await Promise.all([
      engine.schemaVersion({ dbId }, signal),
      engine.part === undefined ? glossaryOf(dbId) : null,
    ]);
    const version = glossary === null ? tables : sha256([tables, glossary]);
    const known = entries.get(key);
    entries.delete(key);
    const entry =
      known?.version === version
        ? known
        : { version, schema: withGlossary(await engine.introspect({ dbId }, signal), glossary), writes: 0, values: null };
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAX) break;
      entries.delete(oldest);
    }
    return entry;
  }

  async function readValues(entry: Entry, engine: Engine, target: Target, signal: AbortSignal): Promise<Known> {
    const { writes } = entry;
    const stored = await engine.distinctValues(target, entry.schema, signal);
    const index = entry.values && isSame(stored, entry.values.stored) ? entry.values.index : buildValueIndex(stored);
    entry.values = { stored, index, until: entry.writes === writes ? Date.now() + VALUES_FRESH_MS : 0 };
    // Least recently asked first.
    const indexed = [...entries.values()].filter(({ values }) => values !== null);
    for (const oldest of indexed.slice(0, -INDEXES_MAX)) oldest.values = null;
    return { schema: entry.schema, values: index, fresh: true };
  }

  return {
    async of(engine, dbId, signal) {
      return (await entryOf(engine, { dbId }, signal)).schema;
    },
    async withValues(engine, target, signal) {
      const entry = await entryOf(engine, target, signal);
      if (entry.values && entry.values.until > Date.now()) return { schema: entry.schema, values: entry.values.index, fresh: false };
      return await readValues(entry, engine, target, signal);
    },
    last(engine, target) {
      const entry = entries.get(keyOf(engine, target));
      return entry?.values && entry.values.until > Date.now() ? { schema: entry.schema, values: entry.values.index } : null;
    },
    written(dbId) {
      for (const [key, entry] of entries) {
        if (key !== dbId && !key.startsWith(`${dbId} `)) continue;
        entry.writes += 1;
        if (entry.values) entry.values = { ...entry.values, until: 0 };
      }
    },
    async withFreshValues(engine, target, signal) {
      return await readValues(await entryOf(engine, target, signal), engine, target, signal);
    },
  };
}

/** Values of rows that one request may see are not another's. */
const keyOf = ({ part = '' }: Engine, { dbId, rows }: Target): string =>
  part === '' && rows === undefined ? dbId : `${dbId} ${part} ${rows === undefined ? '' : JSON.stringify(rows)}`;

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
