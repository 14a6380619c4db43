import type { Column } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { wordTable } from '../english/word-table.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { DATED, NUMERIC } from './expressions.ts';
import { rootOf } from './lexicon.ts';

/** A column that says when, of one of some tables. */
export interface MomentColumn {
  readonly table: string;
  readonly column: Column;
}

/**
 * The column that says when, for what is said of rows of these tables (the first is what is asked about), and what that
 * choice costs: the one that a verb before the moment names ("joined in 2022"), else the only one of the first table that
 * has any. Where that table tells only of lives, one that is joined in `between` may say more. Null when there is none.
 */
export function momentColumnOf(
  entries: readonly TableEntry[],
  said: readonly string[],
  between: readonly TableEntry[] = [],
): (MomentColumn & { cost: number }) | null {
  for (const word of said) {
    const told = entries.flatMap((entry) =>
      allMomentsOf(entry)
        .filter(({ words }) => words.some((own) => tells(word, own)))
        .map(of(entry)),
    );
    const [only, ...more] = told;
    if (only !== undefined && more.length === 0) return { ...only, cost: 0 };
  }
  const noun = nounBefore(said);
  const spoken = noun === undefined ? undefined : entries.find((entry) => entry.words.at(-1) === stem(noun));
  const [own, ...others] = spoken === undefined ? [] : momentsOf(spoken).map(of(spoken));
  if (own !== undefined && others.length === 0) return { ...own, cost: 0 };
  const first = entries.find((entry) => momentsOf(entry).length > 0);
  if (first === undefined) return null;
  const dated = entries.filter((entry) => momentsOf(entry).some(({ column }) => DATED.has(column.type)));
  const spread = dated.length > 1 ? 0.6 : 0;
  // An order's date is when it was placed; the other dates of it are of other things.
  const lives = momentsOf(first).length > 1 && momentsOf(first).every(({ words }) => words.some((word) => LIVES.has(word)));
  for (const entry of lives ? [...entries, ...between] : [first]) {
    const own = momentsOf(entry).find(({ words, bare }) => [words, bare].some((name) => name.join(' ') === 'date'));
    if (own !== undefined) return { ...of(entry)(own), cost: spread + (momentsOf(entry).length > 1 ? 0.2 : 0) };
  }
  const root = rootOf(first.words.at(-1) ?? '');
  const [called, ...alike] = momentsOf(first).filter(({ words }) => words.some((own) => rootOf(own) === root));
  if (called !== undefined && alike.length === 0) return { ...of(first)(called), cost: spread + 0.2 };
  const [only, ...more] = momentsOf(first).map(of(first));
  return only === undefined ? null : { ...only, cost: spread + (more.length > 0 ? 0.8 : 0) };
}

/** "the most orders on 1 May" is said of the orders; "orders by customers in May" of either. */
function nounBefore(said: readonly string[]): string | undefined {
  const at = said.findIndex((word) => !GLUE.has(word));
  const apart = said.findIndex((word, place) => place > at && APART.has(word));
  const tied = apart >= 0 && apart < at + 4 && !(said[apart] === 'of' && MEASURING.has(said[apart + 1] ?? ''));
  return at < 0 || tied ? undefined : said[at];
}

const GLUE = new Set('in on at during of for within over the since from were was are is'.split(' '));
const APART = new Set('by from of to with for per each every in at on'.split(' '));
const MEASURING = new Set('type kind sort number count amount total value'.split(' '));

const of =
  ({ table }: TableEntry) =>
  ({ column }: ColumnEntry): MomentColumn => ({ table: table.name, column });

/** Dates of people, and none of what they do. */
const LIVES = new Set(['birth', 'hire', 'hired', 'death', 'join', 'joined']);

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

/** A day on which something was done, which is over: "booked at", and no "scheduled for". */
export const isPastDeed = (word: string): boolean => /[a-z]{2}ed$|^(?:paid|sent|sold|left|made|born)$/.test(word) && !PLANNED.has(word);
const PLANNED = new Set('scheduled planned expected needed reserved required proposed estimated promised'.split(' '));

/** Whether a word of the question is a form of a word in a column's name: "joined" of join_date, "sold" of sale_date. */
export function tells(word: string, own: string): boolean {
  if (own.length < 3 || WHENS.has(own) || own === 'year') return false;
  const plain = IRREGULAR[word] ?? word;
  if (plain === own || word === own) return true;
  return rootOf(plain) === rootOf(own) || (plain.startsWith(own) && /^(?:d|ed|s|es|ing)$/.test(plain.slice(own.length)));
}

const IRREGULAR = wordTable<string>({ sold: 'sale', paid: 'payment', born: 'birth', bought: 'purchase', sent: 'send', shipped: 'ship' });
