import type { CompareOp, Expr } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import { DATED } from '../expressions.ts';
import { tells } from '../moment-columns.ts';
import { dateOf } from './columns.ts';
import { countAt } from './counts.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import { amount, columnIn, compare } from './query.ts';
import type { Filter } from './things.ts';

/** Two dates of one table, the later of which ends what began on the other. */
export interface Stretch {
  readonly table: string;
  readonly start: Column;
  readonly end: Column;
}

/** From when a row began to what a verb says of it: "resolve" of `created_at` and `resolved_at`. */
export function stretchOf(ground: Ground, table: string, verb: string): Stretch | null {
  const begun = dateOf(ground, table);
  const dated = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type));
  const told = dated.filter(({ words }) => words.some((own) => tells(verb, own) || (PAST.get(verb) ?? []).includes(own)));
  // What takes or lasts some time does so until the one date that is not there from the beginning.
  const later = dated.filter(({ column, words }) => column.nullable && !words.some((own) => UNENDING.has(own)));
  const [end, ...more] = told.length === 0 && TAKING.has(verb) && dated.length === 2 ? later : told;
  // What has an end goes from its start, which is not the day on which it was booked.
  const [opening, ...openings] = end?.words.includes('end') ? dated.filter(({ words }) => words.includes('start')) : [];
  if (end !== undefined && opening !== undefined && openings.length === 0 && more.length === 0)
    return opening.column.type === end.column.type ? { table, start: opening.column, end: end.column } : null;
  if (begun === null || end === undefined || more.length > 0 || end.column.name === begun.column.name) return null;
  return begun.column.type === end.column.type ? { table, start: begun.column, end: end.column } : null;
}

const TAKING = new Set(['take', 'takes', 'took', 'last', 'lasts', 'lasted']);
const UNENDING = new Set('due updated modified deleted expected planned scheduled birth'.split(' '));

const PAST: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['paid', 'payment']],
  ['paid', ['paid', 'payment']],
  ['ship', ['shipped']],
  ['last', ['end', 'ended']],
  ['lasted', ['end', 'ended']],
  ['return', ['returned']],
  ['close', ['closed', 'resolved']],
  ['solve', ['resolved', 'solved']],
  ['fix', ['resolved', 'fixed', 'closed']],
  ['deliver', ['delivered', 'delivery']],
]);

/** Days between days; between instants in the unit that was asked for, else as a length of time. */
export function lengthOf({ start, end }: Stretch, alias: string, unit: string | null): Expr {
  const difference: Expr = { kind: 'arithmetic', op: '-', left: columnIn(alias, end.name), right: columnIn(alias, start.name) };
  if (end.type === 'date') {
    const scale = unit === 'week' ? 7 : 1;
    return scale === 1
      ? difference
      : { kind: 'arithmetic', op: '/', left: difference, right: { kind: 'literal', value: scale, type: 'integer' } };
  }
  const seconds = unit === null ? null : SECONDS[unit];
  if (seconds === null || seconds === undefined) return difference;
  return {
    kind: 'arithmetic',
    op: '/',
    left: { kind: 'call', fn: 'epoch', args: [difference] },
    right: { kind: 'literal', value: seconds, type: 'integer' },
  };
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400, week: 604_800 };

export const unitAt = (ground: Ground, at: number): string | null =>
  ['minute', 'hour', 'day', 'week'].find((unit) => [unit, `${unit}s`].includes(word(ground, at))) ?? null;

/** "took longer than a week", "took more than 10 days to deliver", of what has two dates. */
export function lastingAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const took = after(ground, at, ['took', 'taking', 'lasted', 'lasting', 'that took', 'that lasted']);
  const counted = took === null ? null : (countAt(ground, took) ?? longerAt(ground, took));
  const unit = counted === null ? null : unitAt(ground, counted.end);
  if (counted === null || unit === null) return [];
  const to = word(ground, counted.end + 1) === 'to' && word(ground, counted.end + 2) !== '' ? word(ground, counted.end + 2) : null;
  const stretch = stretchOf(ground, table, to ?? 'took');
  if (stretch === null) return [];
  const day = stretch.end.type === 'date';
  const value = day && unit === 'week' ? counted.value * 7 : counted.value;
  const test = (alias: string): Expr => compare(counted.op, lengthOf(stretch, alias, day ? 'day' : unit), amount(value));
  const note = `The time is from ${table}.${stretch.start.name} to ${table}.${stretch.end.name}.`;
  return day && !['day', 'week'].includes(unit)
    ? []
    : [found<Filter>({ kind: 'test', table, not: false, test }, counted.end + (to === null ? 1 : 3), 0.05, [note])];
}

/** "longer than a week". */
function longerAt(ground: Ground, at: number): { op: CompareOp; value: number; end: number } | null {
  const long = after(ground, at, ['longer than', 'more than', 'over']);
  const short = after(ground, at, ['shorter than', 'less than', 'under']);
  const end = long ?? short;
  const value = end === null ? null : ['a', 'an', 'one'].includes(word(ground, end)) ? 1 : (ground.tokens[end]?.number ?? null);
  return end === null || value === null ? null : { op: long === null ? '<' : '>', value, end: end + 1 };
}
