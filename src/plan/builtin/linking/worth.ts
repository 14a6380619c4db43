import type { ColumnEntry, TableEntry } from './entries.ts';
import { NUMERIC } from './expressions.ts';
import type { Lexicon } from './lexicon.ts';
import type { Attribute, Worth } from './mention.ts';

/** Words for what comes in by selling, where no table or column is called so. */
export const MONEY_WORDS = new Set(['revenue', 'revenues', 'sales', 'turnover', 'spending', 'takings']);
export const UNIT_WORDS = new Set(['units', 'copies', 'pieces']);

/**
 * What rows of sales say of their worth: a total that is kept, or price and quantity where one table holds both (two columns,
 * to be multiplied). It is only ever added up. Null where nothing says it.
 */
export function worthOf(words: string, worth: Worth, lexicon: Lexicon): Attribute | null {
  const candidates = lexicon.tables
    .filter((entry) => entry.words.some((word) => SALES.has(word)))
    .flatMap((entry) => (worth === 'money' ? moneyIn(entry) : unitsIn(entry)));
  return candidates.length === 0 ? null : { kind: 'attribute', words, worth, candidates: candidates.sort((a, b) => a.cost - b.cost) };
}

type Choices = Attribute['candidates'][number][];

function moneyIn(entry: TableEntry): Choices {
  const { table } = entry;
  const quantity = quantityOf(entry);
  const kept = amountsOf(entry).find(({ words, bare }) => [words, bare].some((own) => TOTALS.has(own.join(' '))));
  // What was paid may be more or less than what was sold.
  const paid = entry.words.some((word) => PAYMENTS.has(word)) ? 0.3 : 0;
  if (kept !== undefined) return [{ table: table.name, columns: [kept.column.name], cost: 0.1 + paid }];
  const price = amountsOf(entry).find(({ words }) => words.at(-1) === 'price');
  if (price === undefined) return [];
  if (quantity !== undefined) return [{ table: table.name, columns: [price.column.name, quantity.column.name], cost: 0.25 + paid }];
  return price.words.includes('sale') ? [{ table: table.name, columns: [price.column.name], cost: 0.1 + paid }] : [];
}

function unitsIn(entry: TableEntry): Choices {
  const quantity = quantityOf(entry);
  return quantity === undefined ? [] : [{ table: entry.table.name, columns: [quantity.column.name], cost: 0.1 }];
}

const quantityOf = (entry: TableEntry): ColumnEntry | undefined =>
  amountsOf(entry).find(({ words }) => words.at(-1) === 'quantity' || words[0] === 'quantity');

const amountsOf = ({ columns, table }: TableEntry): readonly ColumnEntry[] =>
  columns.filter(({ column, reference }) => NUMERIC.has(column.type) && !reference && !table.primaryKey.includes(column.name));

/** Tables of these keep what was sold. */
const SALES = new Set('sale order invoice payment purchase transaction receipt bill'.split(' '));

const PAYMENTS = new Set(['payment', 'receipt', 'transaction']);

const TOTALS = new Set(['total', 'amount', 'total amount', 'amount total', 'grand total', 'total price', 'revenue', 'sale', 'net amount']);
