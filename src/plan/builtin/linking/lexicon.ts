import type { Column, Schema, Table } from '../../schema.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import { PHRASES } from '../english/synonyms.ts';
import { namesInComment } from './comment-names.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { labelOf } from './label.ts';
import { expand, type Names, namesOf } from './name-words.ts';

export interface Lexicon {
  readonly tables: readonly TableEntry[];
  readonly byName: ReadonlyMap<string, TableEntry>;
  /** All words in names. */
  readonly words: ReadonlySet<string>;
  /** Their roots; see `rootOf`. */
  readonly roots: ReadonlySet<string>;
}

/** A schema's names as words. Cheap enough to build for each schema once; see `lexiconOf`. */
function buildLexicon(schema: Schema): Lexicon {
  const names = namesOf(schema);
  const tables = withShortNames(schema.tables.map((table) => tableEntry(table, names)));
  const words = tables.flatMap((entry) => [...entry.words, ...entry.called.flat(), ...entry.columns.flatMap((column) => column.words)]);
  return {
    tables,
    byName: new Map(tables.map((entry) => [entry.table.name, entry])),
    words: new Set(words),
    roots: new Set(words.map(rootOf)),
  };
}

/** "damages" of damage_reports, where no other table has the word. */
const withShortNames = (tables: readonly TableEntry[]): TableEntry[] =>
  tables.map((entry) => {
    const [first = '', tail = '', ...more] = entry.words;
    const alone = more.length === 0 && KEPT_AS.has(tail) && !tables.some((other) => other !== entry && other.words.includes(first));
    return alone ? { ...entry, called: [...entry.called, [first]] } : entry;
  });

const KEPT_AS = new Set(['report', 'item', 'record', 'entry', 'log']);

const built = new WeakMap<Schema, Lexicon>();

export function lexiconOf(schema: Schema): Lexicon {
  const known = built.get(schema);
  if (known !== undefined) return known;
  const lexicon = buildLexicon(schema);
  built.set(schema, lexicon);
  return lexicon;
}

/** A rough root, the same for "directed", "director" and "directs". */
export const rootOf = (word: string): string => {
  const root = word.replace(/(ments?|ations?|ions?|ings?|ers?|ors?|ies|ied|ed|es|s|e|y)$/, '');
  return root.length >= 4 ? root : word;
};

/** Words of a question's phrase in the same form as a schema's words. */
export const phraseWords = (words: readonly string[]): string[] => stemsIn(words).flatMap((word) => expand(word).split(' '));

/** The same with other words for a name as databases have it: "family name" for a last name. Null where nothing is said in such words. */
export function usualWords(words: readonly string[]): string[] | null {
  const text = ` ${stemsIn(words).join(' ')} `;
  for (const { words: from, means } of PHRASES) {
    const key = ` ${from
      .split(' ')
      .filter((word) => !PHRASE_GLUE.has(word))
      .join(' ')} `;
    if (text.includes(key)) return text.replace(key, ` ${means} `).trim().split(' ');
  }
  return null;
}

const stemsIn = (words: readonly string[]): string[] => words.filter((word) => !PHRASE_GLUE.has(word)).map(stem);

/** Words of a phrase that name nothing. */
export const PHRASE_GLUE = new Set(['of', 'the', 'a', 'an', 'in', 'for', 'per', 'to']);

function tableEntry(table: Table, names: Names): TableEntry {
  const words = names.table(table);
  const named = table.columns.map((column) => columnEntry(column, words, names.column(table, column.name)));
  const references = new Set(table.foreignKeys.flatMap((key) => key.columns));
  const uses = new Map<string, number>();
  for (const { words: own } of named) for (const word of new Set(own)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const columns = named.map((entry) => ({
    ...entry,
    sole: new Set(entry.words.filter((word) => uses.get(word) === 1)),
    reference: references.has(entry.column.name),
  }));
  return {
    table,
    words,
    called: calledIn(table.comment, words),
    doer: doerOf(table.comment),
    columns,
    label: labelOf(words, columns),
  };
}

/** "the people who own the animals" are owners. */
function doerOf(comment: string | null): string | null {
  const verb = /^(?:the |our |all )*(?:people|persons?|those|everyone|somebody|someone) (?:who|that) ([a-z]{3,})\b/i.exec(
    comment ?? '',
  )?.[1];
  if (verb === undefined) return null;
  const single = stem(verb.toLowerCase());
  const noun = single.endsWith('e') ? `${single}r` : `${single}er`;
  return isPersonNoun(noun) ? noun : null;
}

/** "practical driving tests" says which word of `test_attempts` is its noun; what is as long otherwise describes rather than names. */
const calledIn = (comment: string | null, words: readonly string[]): string[][] =>
  namesInComment(comment).flatMap((name) => {
    const said = phraseWords(name.toLowerCase().split(' '));
    const head = said.at(-1) ?? '';
    const called = said.length > CALLED_MAX && words.includes(head) ? [head] : said;
    return called.length > CALLED_MAX || (called.every((word) => words.includes(word)) && head === words.at(-1)) ? [] : [called];
  });

const CALLED_MAX = 2;

function columnEntry(column: Column, tableWords: readonly string[], words: readonly string[]): Omit<ColumnEntry, 'sole' | 'reference'> {
  return { column, words, bare: bareWords(words, tableWords) };
}

/** Drops a leading run of the table's words, or of its head word: customer_name in customers, dept_name in department. */
function bareWords(words: readonly string[], tableWords: readonly string[]): string[] {
  let at = 0;
  while (at < words.length - 1 && tableWords.includes(words[at] ?? '')) at += 1;
  return at === 0 ? [] : words.slice(at);
}
