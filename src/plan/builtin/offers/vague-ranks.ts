import { stem } from '../english/stem.ts';
import type { TableEntry } from '../linking/entries.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';

const RANKED =
  /^(?:(?:who|what|which) (?:are|is) |show(?: me)? |list |give me |find |get |tell me )?(?:all |the |our |my )*(?:top|best|biggest|most important|most valuable) (?:(\d{1,3}) )?([a-z][a-z -]*?)(?: by (?:their |the )?([a-z][a-z -]*?))?[\s?.!]*$/i;

/**
 * "our best customers" does not say what makes them so, nor does "by payments": sentences that do, by what belongs to them, its money before its number, and by
 * numbers of their own. None where the question says more.
 */
export function vagueRanks(text: string, { tables }: Lexicon): string[] {
  const [, count = DEFAULT, noun = '', by] = RANKED.exec(text.trim()) ?? [];
  const called = (words: string) => tables.find((one) => one.words.join(' ') === words.toLowerCase().split(/[ -]/).map(stem).join(' '));
  const named = called(noun);
  const narrower = by === undefined ? undefined : called(by);
  if (named === undefined || (by !== undefined && narrower === undefined)) return [];
  const belonging = (narrower ? [narrower] : tables).filter(
    ({ table }) => table.foreignKeys.some((key) => key.table === named.table.name) && table !== named.table,
  );
  const sums = belonging.flatMap((one) =>
    amountsOf(one).map((column) => `${/^total\b/.test(column) ? '' : 'total '}${column} of ${plain(one.table.name)}`),
  );
  const counts = belonging.map(({ table }) => `number of ${plain(table.name)}`);
  const own = by === undefined ? numbersOf(named).map(plain) : [];
  return [...sums, ...counts, ...own].slice(0, OFFERED_MAX).map((measure) => `top ${count} ${noun} by ${measure}`);
}

const DEFAULT = '5';
const OFFERED_MAX = 4;

const plain = (name: string): string => name.replaceAll('_', ' ');

const numbersOf = ({ columns, table }: TableEntry): string[] =>
  columns
    .filter(({ column, reference }) => NUMERIC.has(column.type) && !reference && !table.primaryKey.includes(column.name))
    .map(({ column }) => column.name);

const amountsOf = (entry: TableEntry): string[] =>
  numbersOf(entry)
    .filter((name) => AMOUNT.test(name))
    .map(plain);
const AMOUNT = /(?:^|_)(?:amount|total|price|cost|fee|revenue|value|paid)$/;
