import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { dayAhead } from '../../english/dates/day-ahead.ts';
import { snakeCase } from '../../english/inflect.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { columnPer, PRICE } from '../measure-columns.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { words } from '../write-words.ts';
import { asKept } from './by-amount.ts';
import { NUMERIC, type Place, type Setting, stateAt, valueFor } from './place.ts';
import { textOf } from './spans.ts';
import { measureOf } from './state-links.ts';

/** What becomes of a row, with what leads to it: the words that a column is named by, a stored value, or the kind of the value alone. */
export interface Becoming extends Setting {
  readonly by: 'name' | 'stored' | 'key' | 'kind';
}

/** What the stretch up to the end says of a row: "130 guests", "a badge HC1999", "vegetarian", "with Tom", "16 an hour". */
export function becoming(place: Place, from: number): Becoming | null {
  const { reader, end } = place;
  const start = reader.skip(from, LEADS);
  if (start >= end) return null;
  // "first claim" where that is stored, and no first name.
  const whole = textOf(reader, start, end);
  if (whole !== null && end > start + 1 && reader.columnsHolding(place.table, whole).length === 1) return state(place, start);
  return named(place, start) ?? counted(place, start) ?? perUnit(place, start) ?? state(place, from) ?? state(place, start);
}

/** "a new phone number 0431 55", "badge HC1999", "credit limit of 800" */
function named({ reader, table, end }: Place, from: number): Becoming | null {
  const mention = reader.columnAt(from, table) ?? numbered(reader, table, from);
  if (mention === null) return null;
  const next = reader.skip(mention.next, AFTER_COLUMN);
  const value = next < end ? valueFor(reader, table, mention.what, next, end) : null;
  return value === null ? null : { column: mention.what, value, by: 'name' };
}

/** "number 10" of the one number that rows have and that is no key: jersey_number. */
function numbered(reader: WriteReader, table: Table, from: number): { what: Column; next: number } | null {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const [column, ...more] = table.columns.filter(({ name }) => !keys.has(name) && /_(?:number|no)$/.test(snakeCase(name)));
  if (reader.lower(from) !== 'number' || !/^#?\d/.test(reader.lower(from + 1)) || column === undefined || more.length > 0) return null;
  return { what: column, next: from + 1 };
}

/** "130 guests" of guest_count, "150 minutes", "11.5 m long" of length_m, "9 percent commission": the one number that all the words are of. */
function counted({ reader, table, end }: Place, from: number): Becoming | null {
  const number = amountAt(reader, from);
  if (number === null || number.next >= end) return null;
  const said = reader.tokens.slice(number.next, end).flatMap((token) => (OF.has(token.lower) ? [] : token.words));
  const [column, ...more] = table.columns.filter((each) => NUMERIC.has(each.type) && said.every((word) => namesOf(each).has(rootOf(word))));
  if (column === undefined || more.length > 0 || said.length === 0) return null;
  return { column, value: number.value(table, column), by: 'name' };
}

/** "16 an hour", "5 more per show" */
function perUnit({ reader, table, end }: Place, from: number): Becoming | null {
  const number = amountAt(reader, from);
  if (number === null || !/^(?:a|an|per|each|every)$/.test(reader.lower(number.next)) || number.next + 2 !== end) return null;
  const column = columnPer(table, reader.lower(number.next + 1));
  return column === null ? null : { column, value: number.value(table, column), by: 'name' };
}

/** "28", "28 quid" of the one column that measures, where the verb says that this is what it does. */
export function measured({ reader, table, end }: Place, from: number): Becoming | null {
  const number = amountAt(reader, from);
  const found = number === null ? null : measureOf(table);
  // What is aimed at or the most that there may be costs nothing.
  const column = found === null || AIMED.test(snakeCase(found.name)) ? null : found;
  const next = number === null || !CURRENCY.has(reader.lower(number.next)) ? number?.next : number.next + 1;
  return number === null || column === null || next !== end ? null : { column, value: number.value(table, column), by: 'kind' };
}

/** "1.60", "$12 each" of the one price: what a thing that is sold "is" from now on. */
export function priceNow({ reader, table, end }: Place, from: number): Becoming | null {
  const text = textOf(reader, from, end) ?? '';
  const [price, ...more] = table.columns.filter(({ name, type }) => NUMERIC.has(type) && PRICE.test(snakeCase(name)));
  const column = price ?? measureOf(table);
  if (column === null || more.length > 0 || AIMED.test(snakeCase(column.name)) || !MONEY.test(text)) return null;
  const value = valueFor(reader, table, column, from, / each$/.test(text) ? end - 1 : end);
  return value === null ? null : { column, value, by: 'kind' };
}

function state(whole: Place, from: number): Becoming | null {
  // "a business client": what they are is said once more.
  const own = whole.end - 1 > from + 1 && whole.reader.tableAt(whole.end - 1)?.what === whole.table;
  const place = own ? { ...whole, end: whole.end - 1 } : whole;
  const found = stateAt(place, from);
  if (found === null) return kindOfColumn(place, from);
  return { ...found, by: found.value.kind === 'scalarQuery' || isKey(place.table, found.column) ? 'key' : 'stored' };
}

/** "the virtual plan", "the B licence": what a column stores, before its name. */
function kindOfColumn({ reader, table, end }: Place, from: number): Becoming | null {
  const start = reader.skip(from, LEADS);
  for (let cut = start + 1; cut < end; cut++) {
    const mention = reader.columnAt(cut, table);
    const text = mention?.next === end ? textOf(reader, start, cut) : null;
    if (mention === null || text === null || !reader.columnsHolding(table, text).includes(mention.what)) continue;
    const value: Expr = { kind: 'literal', value: reader.stored(table, mention.what, text), type: 'text' };
    return mention.what.type === 'text' ? { column: mention.what, value, by: 'name' } : null;
  }
  return null;
}

/** The one date of a row that the verb is of ("left": left_on), on the day that is said; by itself, that is today. */
export function dayOf({ reader, table, end }: Place, states: readonly string[], from: number): Setting | null {
  const [column, ...more] = table.columns.filter(({ name, type }) => DATED.has(type) && states.some((state) => isDayOf(name, state)));
  if (column === undefined || more.length > 0) return null;
  const value = dayAt(reader, column, from, end);
  return value === null ? null : { column, value };
}

/** "today", "on 30 November", "last night", nothing: a day as a value of the column. */
export function dayAt(reader: WriteReader, column: Column, from: number, end: number): Expr | null {
  const start = reader.skip(from, words('on from since as of'));
  const said = from === end ? 'today' : (textOf(reader, start, end)?.toLowerCase() ?? '');
  const text = SPOKEN[said] ?? said;
  if (!BEGINS_DAY.test(text)) return null;
  const literal = literalFor({ text, quoted: false }, column, reader.question.now);
  if (literal !== null && literal.value !== null) return literal;
  const day = /\d/.test(text) ? nearestDay(text, reader.question.now, column) : null;
  return day === null ? null : { kind: 'literal', value: day, type: column.type === 'date' ? 'date' : 'timestamp' };
}

/** A day without its year: of the last and the next such day the nearer. */
export function nearestDay(text: string, now: Date, column: Column): string | null {
  const next = dayAhead(text, now, column);
  if (next === null || /\d{4}/.test(text)) return next;
  const last = `${Number(next.slice(0, 4)) - 1}${next.slice(4)}`;
  const away = (day: string): number => Math.abs(Date.parse(day.slice(0, 10)) - now.getTime());
  return away(last) < away(next) ? last : next;
}

const isDayOf = (name: string, state: string): boolean =>
  [`${state}_at`, `${state}_on`, `${state}_ts`, `${state}_date`, `date_${state}`, state].includes(snakeCase(name));

interface Amount {
  readonly next: number;
  readonly value: (table: Table, column: Column) => Expr;
}

/** "28", "€28", "50p more", "5 less" */
function amountAt(reader: WriteReader, at: number): Amount | null {
  const said = /^[$€£]?(\d[\d,]*(?:\.\d+)?)(p)?$/.exec(reader.tokens[at]?.text ?? '');
  if (said?.[1] === undefined) return null;
  const number = Number(said[1].replaceAll(',', '')) / (said[2] === undefined ? 1 : 100);
  const turn = /^(?:more|less|extra)$/.test(reader.lower(at + 1)) ? reader.lower(at + 1) : null;
  const literal = (value: number): Expr => ({ kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' });
  return {
    next: turn === null ? at + 1 : at + 2,
    value: (table, column) => {
      const right = literal(asKept(column, number));
      const left: Expr = { kind: 'column', table: table.name, column: column.name };
      return turn === null ? right : { kind: 'arithmetic', op: turn === 'less' ? '-' : '+', left, right };
    },
  };
}

/** The roots of a column's words, with what a measure is asked by: "long" of a length. */
const namesOf = ({ name }: Column): ReadonlySet<string> =>
  new Set(nameWords(name).flatMap((word) => [rootOf(word), ...(MEASURES[word] ?? [])]));

const isKey = (table: Table, { name }: Column): boolean => table.foreignKeys.some(({ columns }) => columns.includes(name));

export const DATED: ReadonlySet<string> = new Set(['date', 'timestamp']);
const AIMED = /(?:^|_)(?:goal|target|max|min|maximum|minimum|limit|capacity|seats)(?:_|$)/;
/** A bare whole number may count anything. */
const MONEY = /^(?:[$€£]\d[\d,]*(?:\.\d+)?|\d[\d,]*\.\d\d|\d[\d,]*(?:\.\d+)? (?:dollars?|euros?|pounds?|quid|bucks))(?: each)?$/;
const BEGINS_DAY = /^(?:today|tomorrow|yesterday|next|last|the|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;
const SPOKEN: Readonly<Record<string, string>> = {
  'just now': 'today',
  now: 'today',
  'this morning': 'today',
  'this afternoon': 'today',
  'this evening': 'today',
  tonight: 'today',
  'last night': 'yesterday',
  'yesterday evening': 'yesterday',
  'yesterday morning': 'yesterday',
};
const LEADS = words('a an the his her their its our my new on to at of in');
const AFTER_COLUMN = words('is now of to at number : =');
const OF = words('of the in');
const CURRENCY = words('quid pounds pound dollars dollar euros euro eur usd gbp bucks');
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  length: ['long'],
  width: ['wide'],
  height: ['high', 'tall'],
  depth: ['deep'],
  weight: ['heavi', 'heavy'],
  age: ['old', 'year'],
  pct: ['percent'],
};
