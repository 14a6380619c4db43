import pluralize from 'pluralize';
import { stem } from '../english/stem.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/** What tables and columns are called in plain sentences; each name is of one thing alone. */
export interface PlainNames {
  plural(table: string): string;
  singular(table: string): string;
  column(table: string, column: string): string;
  readonly tables: readonly { readonly table: string; readonly plural: string; readonly singular: string }[];
  columns(table: string): readonly { readonly column: string; readonly name: string }[];
}

const built = new WeakMap<Lexicon, PlainNames>();

export function plainNamesOf(lexicon: Lexicon): PlainNames {
  const known = built.get(lexicon);
  if (known !== undefined) return known;
  const names = build(lexicon);
  built.set(lexicon, names);
  return names;
}

/** As it is spelt, unless its words are no words that it is spelt with: "order date" of `ord_dt`. */
const wordsOf = (name: string, words: readonly string[]): string => {
  const spelt = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const isSpelt = words.length === 0 || words.every((word) => spelt.split(' ').some((own) => own === word || stem(own) === word));
  return isSpelt ? spelt : words.join(' ');
};

function build({ tables }: Lexicon): PlainNames {
  const called = once(
    tables,
    ({ table }) => table.name,
    ({ table, words }) => wordsOf(table.name, words),
  );
  const named = tables.map(({ table }) => {
    const words = called.get(table.name) ?? table.name;
    return { table: table.name, plural: pluralize(words), singular: pluralize.singular(words) };
  });
  const byTable = new Map(named.map((one) => [one.table, one]));
  const columnsOf = new Map(
    tables.map((entry) => {
      const names = once(
        entry.columns,
        ({ column }) => column.name,
        (own) => columnWords(entry, own),
      );
      return [entry.table.name, [...names].map(([column, name]) => ({ column, name }))];
    }),
  );
  return {
    tables: named,
    plural: (table) => byTable.get(table)?.plural ?? table,
    singular: (table) => byTable.get(table)?.singular ?? table,
    columns: (table) => columnsOf.get(table) ?? [],
    column: (table, column) => columnsOf.get(table)?.find((one) => one.column === column)?.name ?? column,
  };
}

/** `gft_date` of gifts is their date. */
const columnWords = ({ columns }: TableEntry, { column, words, bare }: ColumnEntry): string => {
  const said = wordsOf(column.name, words);
  return columns.length > 1 && words.length > 0 && said.length <= 3 && bare.length > 0 ? words.join(' ') : said;
};

/** The words of each, or its own name where another has the same words. */
function once<T>(all: readonly T[], nameOf: (one: T) => string, said: (one: T) => string): Map<string, string> {
  const words = all.map(said);
  return new Map(
    all.map((one, at) => [nameOf(one), words.filter((other) => other === words[at]).length > 1 ? nameOf(one) : (words[at] ?? '')]),
  );
}
