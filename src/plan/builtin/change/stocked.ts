import type { Expr } from '../../plan.ts';
import type { Column, Table } from '../../schema.ts';
import { snakeCase } from '../inflect.ts';
import { STOCK } from '../measure-columns.ts';
import { words } from '../write-words.ts';
import { type Form, NUMERIC, rowsAt } from './place.ts';

/** "we got 10 more oil filters in", "sold 3 lamps": what is in stock, by so many. */
export const stocked: Form = (place) => {
  const { reader, table, at, end } = place;
  const from = reader.skip(at, words('we i they just have'));
  const sign = STOCKED[reader.lower(from)];
  const number = /^\d[\d,]*$/.exec(reader.tokens[from + 1]?.text ?? '')?.[0];
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMERIC.has(type) && STOCK.test(snakeCase(name)));
  if (sign === undefined || number === undefined || column === undefined || more.length > 0) return null;
  const rest = reader.skip(from + 2, words('more new extra additional'));
  const last = ['out of stock', 'out of the stock', 'in stock', 'back in', 'in']
    .map((said) => said.split(' '))
    .find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const out = last?.[0] === 'out';
  // "take 3 lamps" does not say where from.
  if (reader.lower(from) === 'take' && !out) return null;
  const rows = rowsAt(place, rest, end - (last?.length ?? 0));
  if (rows === null || !rows.identified) return null;
  const by = Number(number.replaceAll(',', ''));
  return { table, rows, set: { column, value: moved(table, column, sign, by) }, assumptions: [`what changes read as ${column.name}`] };
};

const moved = (table: Table, column: Column, op: '+' | '-', by: number): Expr => ({
  kind: 'arithmetic',
  op,
  left: { kind: 'column', table: table.name, column: column.name },
  right: { kind: 'literal', value: by, type: 'integer' },
});

const STOCKED: Readonly<Record<string, '+' | '-'>> = {
  got: '+',
  received: '+',
  bought: '+',
  restocked: '+',
  sold: '-',
  used: '-',
  take: '-',
  lost: '-',
};
