import { functionNamed } from '../../plan/functions.ts';
import type { Expr } from '../../plan/plan.ts';
import type { Call } from './call.ts';
import { seconds } from './compile-interval.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { refused } from './refuse.ts';
import { INSTANT } from './shape.ts';

/** A part of a date or an instant; of a difference of two, or of their age. */
export function momentPart(to: Expressions, expr: Call, names: Level): string {
  const [from] = expr.args;
  if (!from) return 'NULL';
  const { type } = to.shape(from, names);
  if (type === 'interval') return intervalPart(to, expr, from, names);
  if (type === 'time') throw refused('a part of a time of day');
  const spelling = functionNamed(expr.fn).clickhouse;
  return (spelling ?? '').replace('{0}', to.render(from, names));
}

function intervalPart(to: Expressions, { fn }: Call, interval: Expr, names: Level): string {
  if (interval.kind === 'call' && interval.fn === 'age') {
    const [earlier, later] = ends(to, interval, names);
    if (fn === 'year') return `age('year', ${earlier}, ${later})`;
    if (fn === 'month') return `(age('month', ${earlier}, ${later}) % 12)`;
    throw refused(`the ${fn} of an age`);
  }
  const total = seconds(to, interval, names);
  const part = INTERVAL_PARTS[fn];
  if (!part) throw refused(`the ${fn} of an interval`);
  return `toInt64(${part(`trunc(${total})`)})`;
}

/** Differences of instants have days and hours, and no months. */
const INTERVAL_PARTS: Partial<Record<string, (total: string) => string>> = {
  year: () => '0',
  month: () => '0',
  day: (total) => `intDiv(toInt64(${total}), 86400)`,
  hour: (total) => `intDiv(toInt64(${total}) % 86400, 3600)`,
  minute: (total) => `intDiv(toInt64(${total}) % 3600, 60)`,
};

export function second(to: Expressions, expr: Call, names: Level): string {
  const [from] = expr.args;
  if (!from || to.shape(from, names).type !== 'timestamp') throw refused('the seconds of an interval');
  return `(toSecond(${to.render(from, names)}) + toDecimal256(toUnixTimestamp64Micro(${to.as(from, INSTANT, names)}) % 1000000, 6) / 1000000)`;
}

export function epoch(to: Expressions, expr: Call, names: Level): string {
  const [from] = expr.args;
  if (!from) return 'NULL';
  const { type } = to.shape(from, names);
  if (type === 'interval') {
    if (from.kind === 'call') throw refused('the seconds of an age');
    return `toDecimal256(${seconds(to, from, names)}, 6)`;
  }
  return `(toDecimal256(toUnixTimestamp64Micro(${to.as(from, INSTANT, names)}), 6) / 1000000)`;
}

/** An instant, as PostgreSQL gives it for dates too. Weeks begin on Monday. */
export function dateTrunc(to: Expressions, expr: Call, names: Level): string {
  const [unit, from] = expr.args;
  if (unit?.kind !== 'literal' || !from) throw refused('date_trunc with a unit that is not a constant');
  const moment = to.render(from, names);
  const name = String(unit.value);
  if (name === 'second' || name === 'minute' || name === 'hour')
    return `toDateTime64(date_trunc('${name}', ${to.as(from, INSTANT, names)}), 6)`;
  const start = STARTS[name];
  if (!start) throw refused(`date_trunc of a ${name}`);
  return `toDateTime64(${start(to.shape(from, names).type === 'date' ? `toDate32(${moment})` : to.as(from, INSTANT, names))}, 6)`;
}

const STARTS: Partial<Record<string, (moment: string) => string>> = {
  day: (moment) => `toDate32(${moment})`,
  week: (moment) => `toStartOfWeek(${moment}, 1)`,
  month: (moment) => `toStartOfMonth(${moment})`,
  quarter: (moment) => `toStartOfQuarter(${moment})`,
  year: (moment) => `toStartOfYear(${moment})`,
  decade: (moment) => `makeDate32(intDiv(toYear(${moment}), 10) * 10, 1, 1)`,
};

export function age(): string {
  throw refused('an age, except for its years and months');
}

function ends(to: Expressions, expr: Call, names: Level): [string, string] {
  const [first, second_] = expr.args;
  const later = first && second_ ? to.as(first, INSTANT, names) : 'toDateTime64(today(), 6)';
  const earlier = second_ ?? first;
  return [earlier ? to.as(earlier, INSTANT, names) : 'NULL', later];
}
