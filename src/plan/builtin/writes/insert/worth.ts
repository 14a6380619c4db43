import { type Column, needsValue } from '../../../schema.ts';
import { isOver } from '../../linking/ending.ts';
import { nearestDay } from '../change/become.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import type { Row } from './row.ts';

/** "$85", "for $23.50", "of 15 euros": the one column of money that is free. */
export function money(row: Row, at: number): number | null {
  const { reader } = row;
  const from = PRICED.has(reader.lower(at)) ? at + 1 : at;
  const token = reader.tokens[from];
  const number = token === undefined ? null : /^([$€£])?(\d[\d,]*(?:\.\d+)?)$/.exec(token.text);
  const unit = CURRENCIES.has(reader.lower(from + 1));
  const priced = /^(?:for|costs|costing|worth)$/.test(reader.lower(at));
  // "a payment of 500", where each row needs its amount
  const told = reader.lower(at) === 'of' && reader.tableAt(at - 1)?.what === row.table;
  if (!number?.[2] || (number[1] === undefined && !unit && !priced && !told)) return null;
  const column = oneOf(row, (each) => NUMERIC.has(each.type) && MONEY.test(each.name) && (!told || needsValue(each)));
  if (column === null) return null;
  reader.assume(`"${reader.tokens[from]?.text}" read as ${column.name}`);
  row.put(column, { text: number[2].replaceAll(',', ''), quoted: false }, at);
  return from + (unit ? 2 : 1);
}

/** ", 3.50,": an amount alone, where one column of money is all that there is. */
export function bareAmount(row: Row, at: number): number | null {
  const { reader } = row;
  const text = reader.tokens[at]?.text ?? '';
  const alone = /^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '') && /^[,;.]?$/.test(reader.tokens[at + 1]?.text ?? '');
  const whole = /^\d+$/.test(text);
  const column =
    alone && /^\d+(?:\.\d\d)?$/.test(text)
      ? oneOf(row, (each) => NUMERIC.has(each.type) && MONEY.test(each.name) && (!whole || needsValue(each)))
      : null;
  if (column === null) return null;
  reader.assume(`"${text}" read as ${column.name}`);
  row.put(column, { text, quoted: false }, at);
  return at + 1;
}

/** ", 2019,": a year alone, where one column of years is all that there is. */
export function bareYear(row: Row, at: number): number | null {
  const { reader } = row;
  const alone = /^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '') && /^[,;.]?$/.test(reader.tokens[at + 1]?.text ?? '');
  const text = alone ? (/^(?:19|20)\d\d$/.exec(reader.tokens[at]?.text ?? '')?.[0] ?? null) : null;
  const column =
    text === null ? null : oneOf(row, ({ name, type }) => type === 'integer' && nameWords(name).some((word) => YEARS.has(word)));
  if (text === null || column === null) return null;
  reader.assume(`"${text}" read as ${column.name}`);
  row.put(column, { text, quoted: false }, at);
  return at + 1;
}

/** "3.5 m" of length_m, "20 kg" of weight_kg. */
export function measured(row: Row, at: number): number | null {
  const { reader } = row;
  const token = reader.tokens[at];
  const unit = reader.tokens[at + 1]?.words.at(-1);
  if (token?.kind !== 'number' || unit === undefined) return null;
  const column = oneOf(row, ({ name, type }) => NUMERIC.has(type) && nameWords(name).length > 1 && nameWords(name).at(-1) === unit);
  if (column === null) return null;
  row.put(column, { text: token.text, quoted: false }, at);
  return at + 2;
}

/** "on December 2", ", today": the one day that a row needs, or may have. */
export function onDay(row: Row, at: number): number | null {
  const { reader } = row;
  const joined = /^[a-z]{3,}(?:ed|ne|nt|ld)$/.test(reader.lower(at)) ? at + 1 : at;
  const from = reader.lower(joined) === 'on' ? joined + 1 : joined;
  const value = reader.valueAt(from, row.table);
  if (value === null || (from === at && !/^(?:today|tomorrow|yesterday)$/i.test(value.what.text))) return null;
  const named = (column: Column): boolean => joined === at || nameWords(column.name).includes(reader.lower(at));
  const column = oneOf(
    row,
    (each) =>
      DATED.has(each.type) &&
      named(each) &&
      (joined !== at || needsValue(each) || !isOver(each)) &&
      (literalFor(value.what, each, reader.question.now) ?? nearestDay(value.what.text, reader.question.now, each)) !== null,
  );
  if (column === null) return null;
  row.put(column, value.what, at);
  return value.next;
}

/** "badge 4471", "ref B-12": of columns that share a word the one that holds numbers of things. */
export function numbered(row: Row, at: number): number | null {
  const { reader } = row;
  const [word] = reader.tokens[at]?.words ?? [];
  // "part number BF-250"
  const value = /^(?:no|nr|num|number|code|#)$/.test(reader.lower(at + 1)) ? at + 2 : at + 1;
  const text = reader.tokens[value]?.text ?? '';
  if (word === undefined || !/^#?(?=[\p{L}-]*\d)[\p{L}\d/.-]+$/u.test(text) || row.column(at) !== null) return null;
  // "number BF-250"
  const plain = /^(?:no|nr|number|code|ref)$/.test(word);
  const column = oneOf(row, ({ name, type }) => {
    const own = nameWords(name);
    if (plain && type === 'text' && /^(?:no|nr|number|code|ref)$/.test(own.at(-1) ?? '')) return true;
    return own.length > 1 && own.slice(0, -1).includes(word) && /^(?:no|nr|num|number|code|ref|id)$/.test(own.at(-1) ?? '');
  });
  if (column === null) return null;
  row.put(column, { text: text.replace('#', ''), quoted: false }, at);
  return value + 1;
}

/** ", bronze,": words between commas that one column stores already. */
export function stored(row: Row, at: number): number | null {
  const { reader } = row;
  if (!/^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '')) return null;
  const value = reader.valueAt(reader.skip(at, ARTICLES), row.table);
  if (value === null || !/^[,;.]?$/.test(reader.tokens[value.next]?.text ?? '')) return null;
  const [column, ...more] = reader.columnsHolding(row.table, value.what.text).filter(({ type }) => type === 'text');
  if (column === undefined || more.length > 0 || row.values.has(column.name)) return null;
  reader.assume(`"${value.what.text}" read as ${column.name}`);
  row.put(column, { text: reader.stored(row.table, column, value.what.text), quoted: true }, at);
  return value.next;
}

/** "owned by Erik Moss": the key that is called after who does that. */
export function doneBy(row: Row, at: number): number | null {
  const { reader } = row;
  const stem = /^([a-z]{2,})ed$/.exec(reader.lower(at))?.[1];
  if (stem === undefined || reader.lower(at + 1) !== 'by') return null;
  const value = reader.valueAt(at + 2, row.table);
  const who = [`${stem}er`, `${stem}or`, `${stem}r`, stem, `${stem}ed`, `${stem}${stem.at(-1)}er`];
  const keys = row.table.foreignKeys.flatMap(({ columns }) => (columns.length === 1 ? columns : []));
  const [column, ...more] = row.table.columns.filter(
    ({ name }) => keys.includes(name) && nameWords(name).some((word) => who.includes(word)) && !row.values.has(name),
  );
  if (value === null || column === undefined || more.length > 0) return null;
  row.put(column, value.what, at);
  return value.next;
}

/** Of the free columns that fit, the one that a row cannot be without, else the only one. */
export function oneOf(row: Row, fits: (column: Column) => boolean): Column | null {
  const keys = new Set([...row.table.primaryKey, ...row.table.foreignKeys.flatMap(({ columns }) => columns)]);
  const free = row.table.columns.filter(
    (column) => !column.generated && !keys.has(column.name) && !row.values.has(column.name) && fits(column),
  );
  const needed = free.filter(needsValue);
  const [only, ...more] = needed.length > 0 ? needed : free;
  return only === undefined || more.length > 0 ? null : only;
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const DATED: ReadonlySet<string> = new Set(['date', 'timestamp']);
const MONEY = /(?:^|_)(?:amount|price|cost|total|fee|rate|value|salary|wage|rent|cash|payment|budget|estimate|fare)(?:_|$)/;
const YEARS = words('year yr vintage');
const PRICED = words('for of at costs costing worth about');
const CURRENCIES = words('dollars dollar euros euro eur usd pounds pound gbp bucks');
