import pluralize from 'pluralize';
import { createPace } from '../../../lib/pace.ts';
import type { ValueEntry, ValueIndex } from '../../planner.ts';

type Hit = ReturnType<ValueIndex['find']>[number];

/**
 * An index over whole values. Case, punctuation and doubled spaces make no difference; when nothing matches as it is,
 * a leading article is dropped and the last word's singular and plural are tried.
 */
export function buildValueIndex(entries: readonly ValueEntry[]): ValueIndex {
  const hits: Hits = new Map();
  for (const entry of entries) for (const stored of entry.values) add(hits, entry, stored);
  return indexOf(entries, hits);
}

/** The same in many turns of the event loop: a database may have hundreds of thousands of values. */
export async function buildValueIndexInTurns(entries: readonly ValueEntry[]): Promise<ValueIndex> {
  const hits: Hits = new Map();
  const pace = createPace();
  for (const entry of entries)
    for (const [at, stored] of entry.values.entries()) {
      add(hits, entry, stored);
      if (at % ADDED_AT_ONCE === 0) await pace();
    }
  return indexOf(entries, hits);
}

const ADDED_AT_ONCE = 200;

type Hits = Map<string, Hit[]>;

function add(hits: Hits, { table, column }: ValueEntry, stored: string): void {
  const key = normalizeValue(stored);
  if (key === '') return;
  const known = hits.get(key);
  if (known === undefined) hits.set(key, [{ table, column, stored }]);
  else known.push({ table, column, stored });
}

function indexOf(entries: readonly ValueEntry[], hits: Hits): ValueIndex {
  const looked = new Map<string, readonly Hit[]>();
  const columns = new Map(entries.map(({ table, column, values }) => [columnKey(table, column), values]));
  return {
    entries,
    find(value) {
      const before = looked.get(value);
      if (before !== undefined) return before;
      let found: readonly Hit[] = [];
      for (const key of spellings(normalizeValue(value))) {
        found = hits.get(key) ?? [];
        if (found.length > 0) break;
      }
      if (looked.size >= LOOKED_MAX) looked.clear();
      looked.set(value, found);
      return found;
    },
    of: (table, column) => columns.get(columnKey(table, column)) ?? null,
  };
}

/** Phrases to remember: one question looks for the same many times over. */
const LOOKED_MAX = 2_000;

/** The form in which values are compared: lower case, letters and digits of any script, single spaces. */
const normalizeValue = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#%&$@]+/gu, ' ')
    .trim();

function* spellings(key: string): Generator<string> {
  yield key;
  const bare = key.replace(/^(the|a|an) /, '');
  if (bare !== key) yield bare;
  // "rope and sail", of what is written with a sign between.
  for (const one of new Set([key, bare])) if (one.includes(' and ')) yield one.replaceAll(' and ', ' & ');
  for (const one of new Set([key, bare])) if (one.includes(' & ')) yield one.replaceAll(' & ', ' and ');
  if (/\p{L}$/u.test(bare)) {
    yield pluralize.singular(bare);
    yield pluralize.plural(bare);
  }
}

const columnKey = (table: string, column: string) => `${table}\u0000${column}`;
