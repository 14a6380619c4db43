import type { Column, Table } from '../../schema.ts';
import type { Lexicon } from './lexicon.ts';
import { placesBy } from './name-index.ts';

interface ReferringColumn {
  readonly column: Column;
  /** Of its name; empty for a column that questions do not name. */
  readonly words: readonly string[];
  readonly at: number;
}

/** A table's columns by what a reference could be known by. */
interface ReferringColumns {
  readonly byName: ReadonlyMap<string, ReferringColumn>;
  readonly byWords: ReadonlyMap<string, readonly ReferringColumn[]>;
  /** Named with an id at the end, and something before it. */
  readonly roles: readonly { readonly column: Column; readonly words: readonly string[]; readonly text: string }[];
}

export function referringColumns(table: Table, lexicon: Lexicon): ReferringColumns {
  const entries = lexicon.byName.get(table.name)?.columns ?? [];
  const wordsOf = new Map(entries.map(({ column, words }) => [column.name, words]));
  const columns = table.columns.map((column, at): ReferringColumn => ({ column, words: wordsOf.get(column.name) ?? [], at }));
  const byWords = new Map<string, ReferringColumn[]>();
  for (const one of columns) byWords.set(one.words.join(' '), [...(byWords.get(one.words.join(' ')) ?? []), one]);
  return {
    byName: new Map(columns.map((one) => [one.column.name, one])),
    byWords,
    roles: entries
      .map(({ column, words }) => ({ column, words, text: words.join(' ') }))
      .filter(({ words }) => words.length > 1 && words.at(-1) === 'id'),
  };
}

/** A table with a key of one column, and what a reference to it could be known by. */
interface ReferredTable {
  readonly table: Table;
  readonly key: string;
  readonly type: Column['type'] | undefined;
  readonly words: readonly string[];
  /** Its words, and these with an id at the end. */
  readonly text: string;
  readonly textOfId: string;
  /** The key is named as one: "id", "student_id". */
  readonly isId: boolean;
}

export function referredTable(table: Table, lexicon: Lexicon): ReferredTable | null {
  const [key, ...more] = table.primaryKey;
  const words = lexicon.byName.get(table.name)?.words;
  if (key === undefined || more.length > 0 || words === undefined) return null;
  const type = table.columns.find(({ name }) => name === key)?.type;
  return { table, key, type, words, text: words.join(' '), textOfId: [...words, 'id'].join(' '), isId: /id$/i.test(key) };
}

/** Finds the few tables, in their order, that columns may refer to by their names, so that not every table is held against every other. */
export function referredBy(referred: readonly ReferredTable[]): (own: ReferringColumns) => readonly ReferredTable[] {
  const byKey = placesBy(referred, ({ key }) => [key]);
  const byText = placesBy(referred, ({ text, textOfId }) => [text, textOfId]);
  return ({ byName, byWords, roles }) => {
    const found = new Set<number>();
    const add = (places: readonly number[] | undefined) => {
      for (const at of places ?? []) found.add(at);
    };
    for (const one of byName.values()) if (mayTell(one)) add(byKey.get(one.column.name));
    for (const text of byWords.keys()) add(byText.get(text));
    for (const { words } of roles) for (let from = 1; from < words.length; from++) add(byText.get(words.slice(from).join(' ')));
    return [...found].sort((a, b) => a - b).flatMap((at) => referred[at] ?? []);
  };
}

interface Way {
  readonly from: string;
  readonly to: string;
}

const NONE: readonly Way[] = [];

/** A column of `table` that looks like a reference to `to`'s key: the same telling name, or the table's name and its key's. */
export function suggestKey(table: Table, { key, type, textOfId }: ReferredTable, own: ReferringColumns): Way | null {
  const named = own.byName.get(key);
  const worded = key.endsWith('id') ? own.byWords.get(textOfId) : undefined;
  if (named === undefined && worded === undefined) return null;
  const isOwnKey = ({ column }: ReferringColumn): boolean =>
    table.primaryKey.length === 1 && table.primaryKey[0] === column.name && column.name !== key;
  const isTold = named !== undefined && mayTell(named);
  if (!isTold && worded === undefined) return null;
  const [first] = [...(isTold ? [named] : []), ...(worded ?? [])]
    .filter((one) => one.column.type === type && !isOwnKey(one))
    .sort((a, b) => a.at - b.at);
  return first === undefined ? null : { from: first.column.name, to: key };
}

/** Whether a column refers to the table whose key has the same name: one that is called after a thing, not any `id` or `name`. */
function mayTell({ column: { name, type }, words }: ReferringColumn): boolean {
  if (['name', 'title', 'date', 'description'].includes(name)) return false;
  return /^..*id$/i.test(name) || words.length > 1 || type === 'text';
}

/** A column with the table's own name, of numbers or ids as its key: the physician of a prescription. */
export function suggestNamesake({ key, type, text }: ReferredTable, own: ReferringColumns): readonly Way[] {
  if (type !== 'integer' && type !== 'uuid') return NONE;
  const named = own.byWords.get(text);
  if (named === undefined) return NONE;
  return named
    .filter(({ column, words }) => words.length > 0 && column.type === type)
    .map(({ column }) => ({ from: column.name, to: key }));
}

/** Columns that say what the other table's row is to this one, before its name: start_station_id, end_station_id. */
export function suggestRoles({ key, type, words: target, textOfId, isId }: ReferredTable, { roles }: ReferringColumns): readonly Way[] {
  if (roles.length === 0 || !isId) return NONE;
  return roles.flatMap(({ column, words, text }) =>
    column.type === type && words.length > target.length + 1 && text.endsWith(` ${textOfId}`) ? [{ from: column.name, to: key }] : [],
  );
}
