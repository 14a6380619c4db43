import type { Expr } from '../../../plan.ts';
import { snakeCase } from '../../english/inflect.ts';
import { wordTable } from '../../english/word-table.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { stepAt, stepped } from './by-amount.ts';
import { type LinkedRows, linkedRows } from './linked-rows.ts';
import { allOf, type Form, lastOf, NUMERIC, type Place, rowsAt, wholeColumn } from './place.ts';
import { textOf } from './spans.ts';
import { measureOf } from './state-links.ts';

/** "increase the rent of flat 4 by 10 %", "raise all open invoices by 5%": of the column that is named, or the one that measures. */
export const shift: Form = (place) => {
  const { reader, table, at, end } = place;
  // "put Dev's rate up by 2"
  const turn = /^(?:put|move|bring)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('up down')) : null;
  const sign = turn === null ? SHIFT[reader.lower(at)] : reader.lower(turn) === 'up' ? 1 : -1;
  const by = sign === undefined ? null : lastOf(reader, at, end, words('by'));
  const step = by === null ? null : stepAt(reader, by + 1);
  if (sign === undefined || by === null || step === null || step.next !== end) return null;
  const until = turn !== null && turn < by ? turn : by;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < until && /['’]s$/.test(token.text));
  const of = allOf(reader, at, until, FOR)[0];
  const named = owner > 0 ? wholeColumn(reader, table, owner + 1, until) : of === undefined ? null : wholeColumn(reader, table, at + 1, of);
  if (owner > 0 && named === null) return null;
  const column = named ?? measureOf(table);
  const [rowsFrom, rowsEnd] = owner > 0 ? [at + 1, owner + 1] : [named !== null && of !== undefined ? of + 1 : at + 1, until];
  const rows = column === null ? null : (rowsAt(place, rowsFrom, rowsEnd) ?? (named === null ? null : allAlike(place, rowsFrom, rowsEnd)));
  const next = column === null || !NUMERIC.has(column.type) ? null : stepped(table, column, sign, step);
  if (column === null || rows === null || next === null) return null;
  return { table, rows, set: { column, value: next }, assumptions: named === null ? [`what changes read as ${column.name}`] : [] };
};

/** "give Ada a raise of 5 %", "give everyone in sales a 3% raise": of the one column of what she earns, or of what it costs. */
export const raise: Form = (place) => {
  const { reader, table, at, end } = place;
  const of = reader.lower(at) === 'give' ? lastOf(reader, at + 2, end, words('raise rise increase')) : null;
  const before = of === null ? undefined : [of - 1, of - 2].find((from) => from > at + 1 && stepAt(reader, from)?.next === of);
  const step = of === null ? null : stepAt(reader, before ?? of + 2);
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMERIC.has(type) && PAID.test(snakeCase(name)));
  if (
    of === null ||
    step === null ||
    (before === undefined ? !/^(?:of|by)$/.test(reader.lower(of + 1)) || step.next !== end : of + 1 !== end)
  )
    return null;
  const article = (before ?? of) - 1;
  const rowsEnd = /^an?$/.test(reader.lower(article)) ? article : article + 1;
  const rows = column === undefined || more.length > 0 ? null : (rowsAt(place, at + 1, rowsEnd) ?? allAlike(place, at + 1, rowsEnd));
  const value = column === undefined ? null : stepped(table, column, 1, step);
  if (column === undefined || value === null || !(rows?.identified || rows?.everything)) return null;
  return { table, rows, set: { column, value }, assumptions: [`a raise read as ${column.name}`] };
};

/** "put 10% on all kitchen prices", "take $5 off the daily rate of every van": the column comes last, or before its rows. */
export const shiftOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const sign = /^(?:put|add)$/.test(reader.lower(at)) ? 1 : /^(?:take|knock)$/.test(reader.lower(at)) ? -1 : 0;
  const step = stepAt(reader, at + 1);
  if (sign === 0 || step === null || !(sign > 0 ? words('on onto to') : words('off from')).has(reader.lower(step.next))) return null;
  const last = step.percent ? wholeColumn(reader, table, end - 1, end) : null;
  const of = last === null ? allOf(reader, step.next + 2, end, FOR)[0] : undefined;
  const column = last ?? (of === undefined ? null : wholeColumn(reader, table, step.next + 1, of));
  const rows = last === null ? (of === undefined ? null : allAlike(place, of + 1, end)) : allAlike(place, step.next + 1, end - 1);
  const value = column === null || !NUMERIC.has(column.type) ? null : stepped(table, column, sign, step);
  return column === null || rows === null || value === null ? null : { table, rows, set: { column, value }, assumptions: [] };
};

/** "make all the cakes 5% dearer", "all desserts 50 cents more", "the vans go up by $5": of the one column of what they cost. */
export const dearer: Form = (place) => {
  const { reader, table, at } = place;
  const now = SINCE.find((said) => said.every((word, i) => reader.lower(place.end - said.length + i) === word));
  const end = place.end - (now?.length ?? 0);
  const made = /^(?:make|charge)$/.test(reader.lower(at));
  for (let from = at + 1; from < end; from++) {
    const step = stepAt(reader, from);
    const said = step === null ? null : textOf(reader, step.next, end)?.toLowerCase();
    const verb = GOES.find((words) => words.every((word, i) => reader.lower(from - words.length + i) === word));
    const down = verb?.includes('down') === true || CHEAPER.test(said ?? '');
    if (step === null || !(verb !== undefined && verb.length > 1 ? step.next === end : MORE.test(said ?? ''))) continue;
    // "5 more" may be of anything; what is dear has a price.
    if (!step.money && !step.percent && !/expensive|dearer|cheaper/.test(said ?? '')) continue;
    const priced = table.columns.filter(({ name, type }) => NUMERIC.has(type) && PRICE.test(snakeCase(name)));
    const [column, ...more] = priced;
    const rows = allAlike(place, made ? at + 1 : at, from - (verb?.length ?? 0));
    const value = column === undefined || more.length > 0 ? null : stepped(table, column, down ? -1 : 1, step);
    if (column !== undefined && rows !== null && value !== null)
      return { table, rows, set: { column, value }, assumptions: [`what changes read as ${column.name}`] };
  }
  return null;
};

/** One row, or all of a kind: "all studios", "everything from Kaito". */
function allAlike({ reader, table }: Place, from: number, end: number): LinkedRows | null {
  const rows = from < end ? linkedRows(reader, table, from, end) : null;
  return rows !== null && rows.conditions.length > 0 && (rows.everything || rows.identified) ? rows : null;
}

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
    // "log 3 hours for Ada" is a row of what she worked, where such are kept.
    const kept = reader.question.schema.tables.some(
      (other) =>
        other.foreignKeys.some((key) => key.table === table.name) &&
        other.columns.some(
          ({ name, type }) => NUMERIC.has(type) && said.some(({ words }) => words.some((word) => nameWords(name).includes(word))),
        ),
    );
    const rows = said.length === 0 || column === undefined || more.length > 0 || kept ? null : rowsAt(place, on + 1, end);
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
const PRICE = /(?:^|_)(?:price|rate|fee|fare|rent|tariff|charge)(?:_|$)/;
const MORE = /^(?:more(?: expensive| costly)?|less(?: expensive| costly)?|dearer|cheaper|higher|lower)$/;
const CHEAPER = /^(?:less|cheaper|lower)/;
const GOES = ['go up by', 'goes up by', 'go down by', 'goes down by', 'up by', 'down by', 'cost', 'costs'].map((said) => said.split(' '));
const SINCE = ['from now on', 'as of today', 'from today', 'as of now', 'now'].map((said) => said.split(' '));
const PAID = /(?:^|_)(?:salary|wage|wages|pay|hourly_rate)(?:_|$)/;
