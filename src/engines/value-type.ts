import { withoutEmptyFraction } from '../lib/exact-number.ts';
import { createPace } from '../lib/pace.ts';
import { Verbatim } from '../lib/verbatim.ts';
import type { Cells, Layout } from './insert-cells.ts';

/** A type that an insert gives to a column; each holds every value of its kind. */
export type MadeType = 'boolean' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'uuid' | 'jsonb' | 'text';

export interface TypedColumn {
  readonly column: string;
  readonly type: MadeType;
  /** False when every row leaves the column empty; its type is text until a value comes. */
  readonly hasValue: boolean;
}

/** Each column with the SQL type for its values, from one pass over the cells that the rows have, with turns for others. */
export async function typesOf(columns: readonly string[], rows: readonly Cells[]): Promise<TypedColumn[]> {
  if (columns.length === 0) return [];
  const pace = createPace();
  const kinds = new Map(columns.map((column) => [column, new Set<MadeType>()]));
  let layout: Layout | null = null;
  let sets: readonly (Set<MadeType> | undefined)[] = [];
  for (const row of rows) {
    if (row.layout !== layout) {
      layout = row.layout;
      sets = layout.columns.map((column) => kinds.get(column));
    }
    for (const [place, seen] of sets.entries()) {
      const value = row.values[place];
      if (seen && value !== null && value !== undefined) seen.add(kindOf(value));
    }
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    const turn = pace();
    if (turn) await turn;
  }
  return [...kinds].map(([column, seen]) => ({ column, type: joined([...seen]), hasValue: seen.size > 0 }));
}

/** The type that holds what the column of `type` holds and these values too; the same type where they fit already. */
export function widened(type: MadeType, values: Iterable<unknown>): MadeType {
  let wide = type;
  for (const value of values) {
    if (wide === 'text' || wide === 'jsonb') return wide;
    if (value === null || value === undefined) continue;
    const kind = kindFor(value, wide);
    if (kind !== wide) wide = joined([wide, kind]);
  }
  return wide;
}

/** Whether a column of the type takes the value as it is. */
export const fits = (type: MadeType, value: unknown): boolean => widened(type, [value]) === type;

/** By the engine's name for the type (`format_type`); null for a type that no insert makes. */
export const madeType = (nativeType: string): MadeType | null => MADE[nativeType] ?? null;

const MADE: Readonly<Record<string, MadeType>> = {
  boolean: 'boolean',
  bigint: 'bigint',
  numeric: 'numeric',
  date: 'date',
  'timestamp with time zone': 'timestamptz',
  uuid: 'uuid',
  jsonb: 'jsonb',
  text: 'text',
};

/** The narrowest type that holds every kind of value seen; text when they disagree. */
function joined(kinds: readonly MadeType[]): MadeType {
  const [first = 'text', ...others] = new Set(kinds);
  if (others.length === 0) return first;
  if (kinds.every((kind) => kind === 'bigint' || kind === 'numeric')) return 'numeric';
  if (kinds.every((kind) => kind === 'date' || kind === 'timestamptz')) return 'timestamptz';
  return kinds.includes('jsonb') ? 'jsonb' : 'text';
}

/** Text that says a number, in a column of numbers, is that number: it is how a long one is sent. 007 is no number. */
function kindFor(value: unknown, type: MadeType): MadeType {
  if (typeof value === 'string' && (type === 'bigint' || type === 'numeric') && NUMBER.test(value)) return numberKind(value);
  if (typeof value === 'string' && type === 'boolean' && BOOLEAN.test(value)) return 'boolean';
  const kind = kindOf(value);
  // The wider one of two of a family takes the narrower one's values.
  return (type === 'numeric' && kind === 'bigint') || (type === 'timestamptz' && kind === 'date') ? type : kind;
}

function kindOf(value: unknown): MadeType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return numberKind(String(value));
  if (value instanceof Verbatim && IS_NUMBER.test(value.json)) return numberKind(String(withoutEmptyFraction(value)));
  if (typeof value === 'object') return 'jsonb';
  const text = String(value);
  const [, year, month, day, time] = DATE.exec(text) ?? [];
  if (isDay(Number(year), Number(month), Number(day))) {
    if (time === undefined) return 'date';
    if (TIME.test(time)) return 'timestamptz';
  }
  return UUID.test(text) ? 'uuid' : 'text';
}

const numberKind = (text: string): MadeType => (WHOLE.test(text) && isInt8(BigInt(text)) ? 'bigint' : 'numeric');
const isInt8 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;
const IS_NUMBER = /^-?\d/;
/** As many digits as a bigint may have. */
const WHOLE = /^-?\d{1,19}$/;
const BOOLEAN = /^(true|false)$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ].+)?$/;
/** The engine takes offsets of less than 16 hours. */
const TIME = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-](0\d|1[0-5]):?[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the calendar has the day. `Date` takes 30 February for 1 March, and knows a year 0 that the engine does not. */
function isDay(year: number, month: number, day: number): boolean {
  // Every month has these, and most dates are of them.
  if (year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= 28) return true;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
