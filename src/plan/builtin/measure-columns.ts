import type { Column, Table } from '../schema.ts';
import { nameWords } from './write-tokens.ts';

/** The one number that is told for each of a unit: `hourly_rate`, `fee_per_show`. */
export function columnPer(table: Table, unit: string): Column | null {
  const named = [unit, ...(PERIODS[unit] ?? [])];
  const fitting = table.columns.filter(({ name, type }) => NUMERIC.has(type) && nameWords(name).some((word) => named.includes(word)));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** A number of what is there. */
export const STOCK = /^(?:in_)?stock(?:_|$)|(?:^|_)(?:stock|on_hand|quantity|qty)(?:_|$)/;

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const PERIODS: Readonly<Record<string, readonly string[]>> = {
  hour: ['hourly'],
  day: ['daily'],
  night: ['nightly'],
  week: ['weekly'],
  month: ['monthly'],
  year: ['yearly', 'annual', 'annually'],
};
