import type { Column, Table } from '../../schema.ts';
import { nameWords } from './write-tokens.ts';

/** The one number that is told for each of a unit: `hourly_rate`, `fee_per_show`. */
export function columnPer(table: Table, unit: string): Column | null {
  const named = [unit, ...(PERIODS[unit] ?? [])];
  const fitting = table.columns.filter(({ name, type }) => NUMERIC.has(type) && nameWords(name).some((word) => named.includes(word)));
  // "a month" of a monthly_fee, and not of min_months
  const rates = fitting.filter(({ name }) => nameWords(name).some((word) => word === 'per' || PERIODS[unit]?.includes(word) === true));
  const [one, ...more] = fitting.length > 1 ? rates : fitting;
  return one === undefined || more.length > 0 ? null : one;
}

/** A number of what is there. */
export const STOCK = /^(?:in_)?stock(?:_|$)|(?:^|_)(?:stock|on_hand|quantity|qty)(?:_|$)/;

/** What something costs. */
export const PRICE = /(?:^|_)(?:price|rate|fee|fare|rent|tariff|charge)(?:_|$)/;

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const PERIODS: Readonly<Record<string, readonly string[]>> = {
  hour: ['hourly'],
  day: ['daily'],
  night: ['nightly'],
  week: ['weekly'],
  month: ['monthly'],
  year: ['yearly', 'annual', 'annually'],
};
