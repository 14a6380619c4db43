import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { singularName, snakeCase } from '../../english/inflect.ts';
import { STOCK } from '../measure-columns.ts';
import { words } from '../write-words.ts';
import { type Form, lastOf, NUMERIC, type Place, rowsAt } from './place.ts';

/** "we got 10 more oil filters in", "sold 3 lamps": what is in stock, by so many. */
export const stocked: Form = (place) => {
  const { reader, table, at, end } = place;
  const from = reader.skip(at, words('we i they just have'));
  const sign = STOCKED[reader.lower(from)];
  const figure = reader.skip(from + 1, reader.lower(from) === 'used' ? words('up') : words('another'));
  const number = /^\d[\d,]*$/.exec(reader.tokens[figure]?.text ?? '')?.[0];
  const column = stockOf(table);
  if (sign === undefined || number === undefined || column === null) return null;
  const unit = unitAt(place, figure + 1);
  const rest = reader.skip(unit ?? figure + 1, words('more new extra additional'));
  const last = ['out of stock', 'out of the stock', 'in stock', 'back in', 'in']
    .map((said) => said.split(' '))
    .find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const out = last?.[0] === 'out';
  // "take 3 lamps" does not say where from.
  if (reader.lower(from) === 'take' && !out) return null;
  if (reader.lower(from) === 'put' && last?.join(' ') !== 'in stock') return null;
  const rows = rowsAt(place, rest, end - (last?.length ?? 0));
  if (rows === null || !rows.identified) return null;
  const by = Number(number.replaceAll(',', ''));
  return { table, rows, set: { column, value: moved(table, column, sign, by) }, assumptions: [`what changes read as ${column.name}`] };
};

/** "metres of" of things that are kept in m: the token after it. */
function unitAt({ reader, table }: Place, at: number): number | null {
  const said = reader.lower(at);
  const units = table.columns.filter(({ name, type }) => type === 'text' && /(?:^|_)(?:units?|uom)$/.test(snakeCase(name)));
  const held = units.flatMap(({ name }) => reader.question.values.of(table.name, name) ?? []).map((one) => one.toLowerCase());
  return reader.lower(at + 1) === 'of' &&
    held.some((one) => one === said || one === singularName(said) || (one.length < 3 && said.startsWith(one)))
    ? at + 2
    : null;
}

/** "20 oil filters just came in": so many more. */
export const arrived: Form = (place) => {
  const { reader, table, at, end } = place;
  const number = /^\d[\d,]*$/.exec(reader.tokens[at]?.text ?? '')?.[0];
  const column = stockOf(table);
  const last = ARRIVED.find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  if (number === undefined || column === null || last === undefined) return null;
  let stop = end - last.length;
  while (stop > at && JUST.has(reader.lower(stop - 1))) stop--;
  const rows = rowsAt(place, reader.skip(at + 1, words('more new extra additional')), stop);
  if (rows === null || !rows.identified) return null;
  const by = Number(number.replaceAll(',', ''));
  return { table, rows, set: { column, value: moved(table, column, '+', by) }, assumptions: [`what changes read as ${column.name}`] };
};

const ARRIVED = ['came in today', 'arrived today', 'came in', 'arrived', 'were delivered today', 'were delivered', 'got delivered'].map(
  (said) => said.split(' '),
);
const JUST = words('just have has');

/** "we counted the mallets, there are 12", "there are 12 mallets left": what is in stock. */
export const counted: Form = (place) => {
  const { reader, table, end } = place;
  const column = stockOf(table);
  const there = lastOf(reader, place.at, end, words('there it they'));
  if (column === null || there === null) return null;
  const at = reader.skip(there + 1, words('are is now only still'));
  const number = /^\d[\d,]*$/.exec(reader.tokens[at]?.text ?? '')?.[0];
  const last = ['left in stock', 'in stock', 'left', 'of them', 'now']
    .map((said) => said.split(' '))
    .find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const from = reader.skip(place.at, words('we i they have just'));
  const before = /^counted$/.test(reader.lower(from)) && at + 1 + (last?.length ?? 0) === end && reader.tokens[there - 1]?.text === ',';
  const rows = before
    ? rowsAt(place, from + 1, there - 1)
    : last !== undefined && there === place.at
      ? rowsAt(place, at + 1, end - last.length)
      : null;
  if (number === undefined || at === there + 1 || rows === null || !rows.identified) return null;
  const value: Expr = { kind: 'literal', value: Number(number.replaceAll(',', '')), type: 'integer' };
  return { table, rows, set: { column, value }, assumptions: [`what there is read as ${column.name}`] };
};

/** The one number of what is there; the least that has to be is another. */
function stockOf(table: Table): Column | null {
  const [column, ...more] = table.columns.filter(
    ({ name, type }) =>
      NUMERIC.has(type) && STOCK.test(snakeCase(name)) && !/^(?:min|max|minimum|maximum|reorder|target)_/.test(snakeCase(name)),
  );
  return column === undefined || more.length > 0 ? null : column;
}

const moved = (table: Table, column: Column, op: '+' | '-', by: number): Expr => ({
  kind: 'arithmetic',
  op,
  left: { kind: 'column', table: table.name, column: column.name },
  right: { kind: 'literal', value: by, type: 'integer' },
});

const STOCKED: Readonly<Record<string, '+' | '-'>> = {
  got: '+',
  put: '+',
  received: '+',
  bought: '+',
  restocked: '+',
  sold: '-',
  used: '-',
  take: '-',
  lost: '-',
};
