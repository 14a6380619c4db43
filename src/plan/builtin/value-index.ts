import pluralize from 'pluralize';
import type { ValueEntry, ValueIndex } from '../planner.ts';

type Hit = ReturnType<ValueIndex['find']>[number];

/**
 * An index over whole values. Case, punctuation and doubled spaces make no difference; when nothing matches as it is,
 * a leading article is dropped and the last word's singular and plural are tried.
 */
export function buildValueIndex(entries: readonly ValueEntry[]): ValueIndex {
  const hits = new Map<string, Hit[]>();
  const columns = new Map<string, readonly string[]>();
  for (const { table, column, values } of entries) {
    columns.set(columnKey(table, column), values);
    for (const stored of values) {
      const key = normalizeValue(stored);
      if (key === '') continue;
      const known = hits.get(key);
      if (known === undefined) hits.set(key, [{ table, column, stored }]);
      else known.push({ table, column, stored });
    }
  }
  return {
    entries,
    find(value) {
      for (const key of spellings(normalizeValue(value))) {
        const found = hits.get(key);
        if (found !== undefined) return found;
      }
      return [];
    },
    of: (table, column) => columns.get(columnKey(table, column)) ?? null,
  };
}

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
  if (/\p{L}$/u.test(bare)) {
    yield pluralize.singular(bare);
    yield pluralize.plural(bare);
  }
}

const columnKey = (table: string, column: string) => `${table}\u0000${column}`;
