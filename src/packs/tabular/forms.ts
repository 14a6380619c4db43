import { IMPORTED_TYPES, type ImportedForm, type ImportedType } from '../../contract/packs.ts';
import { DAYS, KIND, NUMBERS } from './kinds.ts';

/** What a column becomes. */
export interface ColumnReading {
  readonly type: ImportedType;
  /** How its values are written, where they come as text first; null where they are taken as they are. */
  readonly form: ImportedForm | null;
  /** What was supposed, or why it stays text, behind the column's name. */
  readonly said: string | null;
}

/** The type that holds values of all these kinds; text when they disagree, where they can be read in two ways, and where there are none. */
export function readingOf(kinds: number): ColumnReading {
  if (kinds === 0) return plain('text');
  for (const type of ALONE) if (kinds === KIND[type]) return plain(type);
  if (isOf(kinds, PLAIN_NUMBERS)) return plain('numeric');
  if (isOf(kinds, NUMBERS)) return numbers(kinds);
  if (isOf(kinds, DAYS)) return days(kinds);
  return plain(isOf(kinds, KIND.date | KIND.timestamptz) ? 'timestamptz' : 'text');
}

/** Every type that holds values of all these kinds, with how they are written then: any, where there are none. */
export function waysToRead(kinds: number): { readonly type: ImportedType; readonly form: ImportedForm | null }[] {
  const ways: { type: ImportedType; form: ImportedForm | null }[] = IMPORTED_TYPES.filter(
    (type) => kinds === 0 || type === 'text' || isOf(kinds, KIND[type] | (WIDER[type] ?? 0)),
  ).map((type) => ({ type, form: null }));
  if (kinds === 0) return ways;
  if (isOf(kinds, NUMBERS) && !isOf(kinds, PLAIN_NUMBERS) && !has(kinds, KIND.decimalComma))
    for (const type of isOf(kinds, KIND.bigint | KIND.threeBehindComma) ? (['bigint', 'numeric'] as const) : (['numeric'] as const))
      ways.push({ type, form: 'grouped' });
  if (isOf(kinds, NUMBERS) && has(kinds, GROUPS) && !has(kinds, KIND.grouped | KIND.numeric))
    ways.push({ type: 'numeric', form: 'decimal_comma' });
  if (isOf(kinds, DAYS) && !isOf(kinds, KIND.date)) {
    if (!has(kinds, KIND.monthFirst)) ways.push({ type: 'date', form: 'day_first' });
    if (!has(kinds, KIND.dayFirst | KIND.dotted)) ways.push({ type: 'date', form: 'month_first' });
  }
  return ways;
}

/** Types by which values are read in one way alone, or in the one that was taken. */
export function typesThatFit(kinds: number): ImportedType[] {
  const ways = waysToRead(kinds);
  const taken = readingOf(kinds);
  return IMPORTED_TYPES.filter((type) => {
    const own = ways.filter((way) => way.type === type);
    return own.some(({ form }) => form === null) || own.length === 1 || own.some(({ form }) => form === taken.form);
  });
}

const WIDER: Partial<Record<ImportedType, number>> = { numeric: KIND.bigint | KIND.threeBehindPoint, timestamptz: KIND.date };
/** What only one of two forms has, or both in different ways. */
const GROUPS = KIND.threeBehindPoint | KIND.threeBehindComma | KIND.decimalComma;

const ALONE = ['boolean', 'bigint', 'numeric', 'date', 'timestamptz', 'uuid', 'jsonb'] as const;
const PLAIN_NUMBERS = KIND.bigint | KIND.numeric | KIND.threeBehindPoint;
const isOf = (kinds: number, some: number): boolean => (kinds & ~some) === 0;
const has = (kinds: number, some: number): boolean => (kinds & some) !== 0;

const plain = (type: ImportedType): ColumnReading => ({ type, form: null, said: null });
const staysText = (why: string): ColumnReading => ({ type: 'text', form: null, said: `stays text: ${why}` });

function numbers(kinds: number): ColumnReading {
  const isPoint = has(kinds, KIND.grouped | KIND.numeric);
  if (has(kinds, KIND.decimalComma)) {
    if (isPoint) return staysText('some of its numbers have a decimal point, and others a decimal comma');
    return { type: 'numeric', form: 'decimal_comma', said: 'is read with a decimal comma: 1.250,50 is 1250.50' };
  }
  if (isPoint) return { type: 'numeric', form: 'grouped', said: 'is read with commas between thousands: 1,250.50 is 1250.50' };
  if (has(kinds, KIND.threeBehindPoint)) return staysText('1,250 and 1.250 can each be a thousand and more, or one and a quarter');
  const said = 'is read with commas between thousands: 1,250 is 1250, though it could be 1.25 where commas are decimal';
  return { type: 'bigint', form: 'grouped', said };
}

function days(kinds: number): ColumnReading {
  const isDayFirst = has(kinds, KIND.dayFirst);
  if (isDayFirst && has(kinds, KIND.monthFirst)) return staysText('some of its dates have the day first, and others the month');
  if (has(kinds, KIND.monthFirst)) {
    if (has(kinds, KIND.dotted)) return staysText('some of its dates have the day first, and others the month');
    return { type: 'date', form: 'month_first', said: 'is read as month/day/year: in some of its dates the second number is above 12' };
  }
  if (isDayFirst)
    return { type: 'date', form: 'day_first', said: 'is read as day/month/year: in some of its dates the first number is above 12' };
  if (has(kinds, KIND.eitherFirst))
    return staysText('its dates, such as 03/04/2026, can be read with the day first or the month, which only who knows them can say');
  return { type: 'date', form: 'day_first', said: 'is read as day.month.year' };
}

/** Whether a cell that is no value of any kind looks like a number or a day to a person, such as $5 or 3 May 2026. */
export const looksLike = (text: string): 'number' | 'day' | null =>
  NUMBER_LIKE.test(text) ? 'number' : DAY_LIKE.test(text) ? 'day' : null;

/** Codes such as 007 and +49 are left out. */
const NUMBER_LIKE = /^[-(]?(?:[$€£¥]|USD|EUR|GBP)? ?-?(?:0|[1-9]\d*)(?:[., '\xa0]\d+)* ?(?:%|[$€£¥]|USD|EUR|GBP)?\)?$/;
const DAY_LIKE =
  /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?:[ ,T]+\d{1,2}:\d{2}.{0,12})?|\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}[ -][A-Za-z]{3,9}\.?,?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})$/;
