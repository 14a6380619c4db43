import type { Expr } from '../../plan.ts';
import type { TableEntry } from './entries.ts';
import { NUMERIC } from './expressions.ts';

/** What a line of a sale comes to: its price times how many, less the discount that it says of itself. */
export function lineWorth(entry: TableEntry, alias: string, price: string, quantity: string): Expr {
  const column = (name: string): Expr => ({ kind: 'column', table: alias, column: name });
  const full = times(column(price), column(quantity));
  const discount = discountIn(entry);
  if (discount === null) return full;
  const one: Expr = { kind: 'literal', value: 1, type: 'integer' };
  const part: Expr = discount.percent
    ? { kind: 'arithmetic', op: '/', left: column(discount.column), right: { kind: 'literal', value: 100, type: 'decimal' } }
    : column(discount.column);
  const share: Expr = { kind: 'call', fn: 'coalesce', args: [part, { kind: 'literal', value: 0, type: 'integer' }] };
  return times(full, { kind: 'arithmetic', op: '-', left: one, right: discount.nullable ? share : part });
}

/** In words, as it is told. */
export function saidLineWorth(entry: TableEntry, price: string, quantity: string): string {
  const discount = discountIn(entry);
  return `${price} times ${quantity}${discount === null ? '' : `, less ${discount.column}`}`;
}

const times = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', op: '*', left, right });

/** A share or a percentage of the price; an amount is neither, and which of them a number is has to be told by its type or name. */
function discountIn({ columns }: TableEntry): { column: string; percent: boolean; nullable: boolean } | null {
  const told = columns.filter(({ column, words }) => NUMERIC.has(column.type) && words.includes('discount'));
  const [only, ...more] = told;
  if (only === undefined || more.length > 0) return null;
  const { name, nullable, type } = only.column;
  const percent = only.words.some((word) => PERCENT.has(word));
  const share = type === 'float' || only.words.some((word) => SHARE.has(word));
  return percent || share ? { column: name, percent, nullable } : null;
}

const PERCENT = new Set(['percent', 'percentage', 'pct']);
const SHARE = new Set(['rate', 'fraction', 'ratio', 'share']);
