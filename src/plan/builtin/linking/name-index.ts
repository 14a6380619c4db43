import { dimensionsOf } from './dimensions.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import type { Lexicon } from './lexicon.ts';
import { isAlike, OPTIONAL_WORDS } from './name-costs.ts';

/** Finds the few names that a phrase may mean, so that not every column of a wide schema is looked at for every phrase. */
export interface NameIndex {
  /** Tables with those of their columns that share a word with the phrase, or all tables, in the order of the schema. */
  columns(
    phrase: readonly string[],
    allTables: boolean,
  ): readonly { readonly entry: TableEntry; readonly columns: readonly ColumnEntry[] }[];
  tables(phrase: readonly string[]): readonly TableEntry[];
}

const built = new WeakMap<Lexicon, NameIndex>();

export function nameIndexOf(lexicon: Lexicon): NameIndex {
  const known = built.get(lexicon);
  if (known !== undefined) return known;
  const index = buildIndex(lexicon);
  built.set(lexicon, index);
  return index;
}

/** Columns that are looked at for one phrase. A schema of 600 tables has as many that are called "name". */
const COLUMNS_MAX = 1_000;
/** Words of questions to remember the likes of. */
const MAX_REMEMBERED = 5000;

function buildIndex({ tables, words }: Lexicon): NameIndex {
  const places = tables.flatMap((entry, table) => entry.columns.map((column) => ({ table, column })));
  const columnsBy = placesBy(places, ({ column }) => [...column.words, column.words.join(''), ...dimensionsOf(column.words)]);
  const tablesBy = placesBy(tables, (entry) => [
    ...entry.words,
    entry.words.join(''),
    ...entry.called.flat(),
    ...(entry.doer === null ? [] : [entry.doer]),
  ]);
  const single = tables.flatMap(({ words: [only], words: { length } }, at) => (length === 1 && only !== undefined ? [{ only, at }] : []));
  const remembered = new Map<string, readonly string[]>();
  const likesOf = (word: string): readonly string[] => {
    const before = remembered.get(word);
    if (before !== undefined) return before;
    const likes = [...words].filter((other) => isAlike(word, other));
    if (remembered.size > MAX_REMEMBERED) remembered.clear();
    remembered.set(word, likes);
    return likes;
  };
  const find = (by: ReadonlyMap<string, readonly number[]>, phrase: readonly string[]): Set<number> =>
    new Set([
      ...phrase.flatMap((word) => [word, ...likesOf(word)].flatMap((like) => by.get(like) ?? [])),
      ...(by.get(phrase.join('')) ?? []),
    ]);
  /** Of very many, those that share the most words with the phrase and have the fewest others. */
  const nearest = (found: ReadonlySet<number>, phrase: readonly string[]): Iterable<number> => {
    if (found.size <= COLUMNS_MAX) return found;
    const said = new Set(phrase.flatMap((word) => [word, ...likesOf(word)]));
    const far = (at: number) => {
      const own = places[at]?.column.words ?? [];
      const shared = own.filter((word) => said.has(word)).length;
      return own.length - 2 * shared;
    };
    const measured = Array.from(found, (at) => ({ at, far: far(at) })).sort((one, other) => one.far - other.far || one.at - other.at);
    return measured.slice(0, COLUMNS_MAX).map(({ at }) => at);
  };
  return {
    columns(phrase, allTables) {
      const found = nearest(find(columnsBy, phrase), phrase);
      const byTable = new Map<number, ColumnEntry[]>(allTables ? tables.map((_, at) => [at, []]) : []);
      const needed = phrase.filter((word) => !OPTIONAL_WORDS.has(word)).map((word) => new Set([word, ...likesOf(word)]));
      const joined = phrase.join('');
      for (const at of [...found].sort(ascending)) {
        const place = places[at];
        const table = place === undefined ? undefined : tables[place.table];
        if (place === undefined || table === undefined) continue;
        const has = (words: readonly string[], likes: ReadonlySet<string>) => words.some((word) => likes.has(word));
        const { words } = place.column;
        const isWhole = needed.every(
          (likes) =>
            has(words, likes) ||
            has(table.words, likes) ||
            table.called.some((name) => has(name, likes)) ||
            has(dimensionsOf(words), likes),
        );
        if (!isWhole && words.join('') !== joined) continue;
        const before = byTable.get(place.table);
        if (before === undefined) byTable.set(place.table, [place.column]);
        else before.push(place.column);
      }
      return [...byTable].flatMap(([at, columns]) => {
        const entry = tables[at];
        return entry === undefined ? [] : [{ entry, columns }];
      });
    },
    tables(phrase) {
      const found = find(tablesBy, phrase);
      const [head, ...more] = phrase;
      if (head !== undefined && more.length === 0) for (const { only, at } of single) if (only.endsWith(head)) found.add(at);
      return [...found].sort(ascending).flatMap((at) => tables[at] ?? []);
    },
  };
}

const ascending = (a: number, b: number) => a - b;

/** Where items stand that have a key, in their order. */
export function placesBy<T>(items: readonly T[], keys: (item: T) => readonly string[]): ReadonlyMap<string, readonly number[]> {
  const by = new Map<string, number[]>();
  for (const [at, item] of items.entries()) {
    for (const key of new Set(keys(item))) {
      const known = by.get(key);
      if (known === undefined) by.set(key, [at]);
      else known.push(at);
    }
  }
  return by;
}
