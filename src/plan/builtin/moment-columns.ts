import type { Column } from '../schema.ts';
import { DATED, NUMERIC } from './expressions.ts';
import { type ColumnEntry, rootOf, type TableEntry } from './lexicon.ts';
import { wordTable } from './word-table.ts';

/** A column that says when, of one of some tables. */
export interface MomentColumn {
  readonly table: string;
  readonly column: Column;
}

/**
 * The column that says when, for what is said of rows of these tables (the first is what is asked about), and what that
 * choice costs: the one that a verb before the moment names ("joined in 2022"), else the only one of the first table that
 * has any. Null when there is none.
 */
export function momentColumnOf(entries: readonly TableEntry[], said: readonly string[]): (MomentColumn & { cost: number }) | null {
  for (const word of said) {
    const told = entries.flatMap((entry) =>
      allMomentsOf(entry)
        .filter(({ words }) => words.some((own) => tells(word, own)))
        .map(of(entry)),
    );
    const [only, ...more] = told;
    if (only !== undefined && more.length === 0) return { ...only, cost: 0 };
  }
  const first = entries.find((entry) => momentsOf(entry).length > 0);
  if (first === undefined) return null;
  const dated = entries.filter((entry) => momentsOf(entry).some(({ column }) => DATED.has(column.type)));
  const [only, ...more] = momentsOf(first).map(of(first));
  return only === undefined ? null : { ...only, cost: (dated.length > 1 ? 0.6 : 0) + (more.length > 0 ? 0.8 : 0) };
}

const of =
  ({ table }: TableEntry) =>
  ({ column }: ColumnEntry): MomentColumn => ({ table: table.name, column });

/** Dates, and numbers of years; when the row was written or changed only where nothing else says when. */
export function momentsOf(entry: TableEntry): readonly ColumnEntry[] {
  const dated = allMomentsOf(entry);
  const telling = dated.filter((entry) => !isBookkeeping(entry));
  return telling.length > 0 ? telling : dated;
}

const allMomentsOf = ({ columns }: TableEntry) =>
  columns.filter(({ column, words }) => DATED.has(column.type) || (NUMERIC.has(column.type) && words.includes('year')));

/** created_at, updated_on, crtd_ts: of the row, not of what it tells. */
const isBookkeeping = ({ words }: ColumnEntry): boolean =>
  words.some((word) => WRITTEN.has(word)) && words.every((word) => WRITTEN.has(word) || WHENS.has(word));

const WRITTEN = new Set('created create creation crtd updated update upd modified modify inserted insert loaded changed etl'.split(' '));
const WHENS = new Set('date time timestamp datetime ts at on last record row dt'.split(' '));

/** Whether a word of the question is a form of a word in a column's name: "joined" of join_date, "sold" of sale_date. */
function tells(word: string, own: string): boolean {
  if (own.length < 3 || WHENS.has(own) || own === 'year') return false;
  const plain = IRREGULAR[word] ?? word;
  if (plain === own) return true;
  return rootOf(plain) === rootOf(own) || (plain.startsWith(own) && /^(?:d|ed|s|es|ing)$/.test(plain.slice(own.length)));
}

const IRREGULAR = wordTable<string>({ sold: 'sale', paid: 'payment', born: 'birth', bought: 'purchase', sent: 'send', shipped: 'ship' });
