import type { Expr } from '../../plan.ts';
import { snakeCase } from '../inflect.ts';
import { wordTable } from '../word-table.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { linkedRows } from './linked-rows.ts';
import { allOf, type Form, lastOf, NUMERIC, rowsAt, wholeColumn } from './place.ts';
import { textOf } from './spans.ts';
import { measureOf } from './state-links.ts';

/** "increase the rent of flat 4 by 10 %", "raise all open invoices by 5%": of the column that is named, or the one that measures. */
export const shift: Form = (place) => {
  const { reader, table, at, end } = place;
  // "put Dev's rate up by 2"
  const turn = /^(?:put|move|bring)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('up down')) : null;
  const sign = turn === null ? SHIFT[reader.lower(at)] : reader.lower(turn) === 'up' ? 1 : -1;
  const by = sign === undefined ? null : lastOf(reader, at, end, words('by'));
  const amount = by === null ? null : /^[$€£]?(\d[\d,]*(?:\.\d+)?)(%?)$/.exec(reader.tokens[by + 1]?.text ?? '');
  if (sign === undefined || by === null || !amount?.[1]) return null;
  const percent = amount[2] === '%' || /^(?:percent|%)$/.test(reader.lower(by + 2));
  if (by + 2 + (percent && amount[2] !== '%' ? 1 : 0) !== end) return null;
  const until = turn !== null && turn < by ? turn : by;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < until && /['’]s$/.test(token.text));
  const of = allOf(reader, at, until, FOR)[0];
  const named = owner > 0 ? wholeColumn(reader, table, owner + 1, until) : of === undefined ? null : wholeColumn(reader, table, at + 1, of);
  if (owner > 0 && named === null) return null;
  const column = named ?? measureOf(table);
  const [rowsFrom, rowsEnd] = owner > 0 ? [at + 1, owner + 1] : [named !== null && of !== undefined ? of + 1 : at + 1, until];
  const rows = column === null ? null : rowsAt(place, rowsFrom, rowsEnd);
  if (column === null || rows === null || !NUMERIC.has(column.type) || (percent && column.type === 'integer')) return null;
  const number = Number(amount[1].replaceAll(',', ''));
  const value = percent ? Number((1 + (sign * number) / 100).toFixed(10)) : number;
  const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const next: Expr = { kind: 'arithmetic', op: percent ? '*' : sign > 0 ? '+' : '-', left, right };
  return { table, rows, set: { column, value: next }, assumptions: named === null ? [`what changes read as ${column.name}`] : [] };
};

/** "give Ada a raise of 5 %": of the one column of what she earns, or of what it costs. */
export const raise: Form = (place) => {
  const { reader, table, at, end } = place;
  const of = reader.lower(at) === 'give' ? lastOf(reader, at + 2, end, words('raise rise increase')) : null;
  const number = of === null ? null : /^[$€£]?(\d[\d,]*(?:\.\d+)?)(%?)$/.exec(reader.tokens[of + 2]?.text ?? '');
  const unit = of !== null && /^(?:percent|%)$/.test(reader.lower(of + 3)) ? 1 : 0;
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMERIC.has(type) && PAID.test(snakeCase(name)));
  if (of === null || !number?.[1] || !/^(?:of|by)$/.test(reader.lower(of + 1)) || of + 3 + unit !== end) return null;
  const rows =
    column === undefined || more.length > 0
      ? null
      : rowsAt(place, at + 1, reader.lower(of - 1) === 'a' || reader.lower(of - 1) === 'an' ? of - 1 : of);
  if (column === undefined || !(rows?.identified || rows?.everything)) return null;
  const percent = number[2] === '%' || unit === 1;
  const by = Number(number[1].replaceAll(',', ''));
  const value = percent ? Number((1 + by / 100).toFixed(10)) : by;
  const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  return {
    table,
    rows,
    set: { column, value: { kind: 'arithmetic', op: percent ? '*' : '+', left, right } },
    assumptions: [`a raise read as ${column.name}`],
  };
};

/** "put 10% on all kitchen prices", "take 5% off every oak table price": the column comes last. */
export const shiftOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const sign = /^(?:put|add)$/.test(reader.lower(at)) ? 1 : reader.lower(at) === 'take' ? -1 : 0;
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  const on = at + (reader.lower(at + 1).endsWith('%') ? 2 : /^(?:percent|%)$/.test(reader.lower(at + 2)) ? 3 : end);
  if (sign === 0 || percent === undefined || !(sign > 0 ? words('on onto to') : words('off from')).has(reader.lower(on))) return null;
  const column = wholeColumn(reader, table, end - 1, end);
  const rows = column === null || !NUMERIC.has(column.type) ? null : linkedRows(reader, table, on + 1, end - 1);
  if (column === null || rows === null || rows.conditions.length === 0 || !(rows.everything || rows.identified)) return null;
  const right: Expr = { kind: 'literal', value: Number((1 + (sign * Number(percent)) / 100).toFixed(10)), type: 'decimal' };
  return {
    table,
    rows,
    set: { column, value: { kind: 'arithmetic', op: '*', left: { kind: 'column', table: table.name, column: column.name }, right } },
    assumptions: [],
  };
};

/** "add 200 to the Japan trip goal": of the column that holds what is there. */
export const addTo: Form = (place) => {
  const { reader, table, at, end } = place;
  const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  if (!/^(?:add|put|deposit)$/.test(reader.lower(at)) || amount === undefined || !/^(?:to|into)$/.test(reader.lower(at + 2))) return null;
  const held = table.columns.filter(({ name, type }) => NUMERIC.has(type) && HELD.test(name));
  const rows = held.length === 1 ? rowsAt(place, at + 3, end) : null;
  const [column] = held;
  if (rows === null || column === undefined || !rows.identified) return null;
  const number = Number(amount.replaceAll(',', ''));
  const right: Expr = { kind: 'literal', value: number, type: Number.isInteger(number) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const value: Expr = { kind: 'arithmetic', op: '+', left, right };
  return { table, rows, set: { column, value }, assumptions: [`what is added to read as ${column.name}`] };
};

/** "put 120 minutes of labour on job 7": the one number whose name has all of these words. */
export const putOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  if (!/^(?:put|enter|log|record)$/.test(reader.lower(at)) || amount === undefined) return null;
  for (const on of allOf(reader, at + 3, end, words('on against for'))) {
    const said = reader.tokens.slice(at + 2, on).filter(({ lower }) => !/^(?:of|the|in)$/.test(lower));
    const [column, ...more] = table.columns.filter(
      ({ name, type }) => NUMERIC.has(type) && said.every((token) => token.words.every((word) => nameWords(name).includes(word))),
    );
    const rows = said.length === 0 || column === undefined || more.length > 0 ? null : rowsAt(place, on + 1, end);
    if (column === undefined || !rows?.identified) continue;
    const number = Number(amount.replaceAll(',', ''));
    const value: Expr = { kind: 'literal', value: number, type: Number.isInteger(number) ? 'integer' : 'decimal' };
    return { table, rows, set: { column, value }, assumptions: [`${textOf(reader, at + 1, on)} read as ${column.name}`] };
  }
  return null;
};

const FOR = words('for of on in where');
const SHIFT = wordTable<number>({ increase: 1, raise: 1, bump: 1, decrease: -1, lower: -1, reduce: -1 });
const HELD = /^(?:saved|balance|stock|quantity|qty|points|current)(?:_|$)|_(?:balance|stock|quantity|points)$/;
const PAID = /(?:^|_)(?:salary|wage|wages|pay|hourly_rate)(?:_|$)/;
