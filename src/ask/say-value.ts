import { encodeJson } from '../lib/encode-json.ts';
import { Verbatim } from '../lib/verbatim.ts';

/**
 * One value as a sentence has it. Fractions of more than four decimals are rounded to two, below one to four significant
 * digits; numbers of a column that names things, such as ids and years, have no thousands separators.
 */
export function sayValue(value: unknown, column: string): string {
  if (value === null || value === undefined) return 'nothing';
  const literal = typeof value === 'number' || value instanceof Verbatim ? String(value) : '';
  if (NUMBER.test(literal)) return sayNumber(literal, { isName: NAMING.test(column.replace(/([a-z])([A-Z])/g, '$1_$2')) });
  return clipped(typeof value === 'object' ? encodeJson(value) : (saySpan(String(value), column) ?? String(value)));
}

/** "January 2026", "Q1 2026", "week of 2026-01-05": a stretch of time, that its first day stands for, by the name of its column. */
function saySpan(value: string, column: string): string | null {
  const [, year = '', month = '', day = ''] = FIRST_DAY.exec(value) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return null;
  const opens = day === '01';
  if (column === 'month') return opens ? `${name} ${year}` : null;
  if (column === 'quarter') return opens ? `Q${Math.ceil(Number(month) / 3)} ${year}` : null;
  if (column === 'year') return opens && month === '01' ? year : null;
  return column === 'week' ? `week of ${year}-${month}-${day}` : column === 'day' ? `${year}-${month}-${day}` : null;
}

const FIRST_DAY = /^(\d{4})-(\d\d)-(\d\d)(?:T00:00:00(?:\.0+)?Z)?$/;
export const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** Last words of columns whose numbers are not amounts. */
const NAMING = /(^|_)(id|year|founded|established|born|built|released|published|zip|postcode|code|isbn|phone)$/i;

function sayNumber(literal: string, { isName }: { isName: boolean }): string {
  const [whole = '', fraction = ''] = literal.replace(/(\.\d*?)0+$/, '$1').split('.');
  const isSmall = /^-?0$/.test(whole);
  const rounding =
    fraction.length <= DECIMALS_SHOWN && !/e/i.test(literal) ? 'exact' : isSmall || /e-/i.test(literal) ? 'significant' : 'rounded';
  // As text, since a double does not hold every digit of a long number.
  return FORMATS[isName ? 'name' : 'amount'][rounding].format(literal as `${number}`);
}

const DECIMALS_SHOWN = 4;

/** Made once: making one takes longer than all else of a short answer. */
const formats = (useGrouping: boolean) => ({
  exact: new Intl.NumberFormat('en-US', { useGrouping, maximumFractionDigits: DECIMALS_SHOWN }),
  significant: new Intl.NumberFormat('en-US', { useGrouping, maximumSignificantDigits: 4 }),
  rounded: new Intl.NumberFormat('en-US', { useGrouping, maximumFractionDigits: 2 }),
});
const FORMATS = { amount: formats(true), name: formats(false) };

const clipped = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);
/** The rows have the whole of it. */
const TEXT_MAX = 1_000;
