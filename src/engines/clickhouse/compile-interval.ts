import type { Expr } from '../../plan/plan.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { LEVEL } from './precedence.ts';
import { refused } from './refuse.ts';
import { INSTANT, WIDE_DECIMAL } from './shape.ts';

type Arithmetic = Extract<Expr, { kind: 'arithmetic' }>;

export const UNITS = ['Year', 'Month', 'Week', 'Day', 'Hour', 'Minute', 'Second', 'Microsecond'] as const;
type Unit = (typeof UNITS)[number];
export type Span = readonly { readonly unit: Unit; readonly count: number }[];

/**
 * Dates and times plus and minus. ClickHouse's Date wraps round before 1970 and its sums of a date and hours are of several
 * types: so dates are calculated as Date32 and instants as DateTime64(6). The difference of two instants is seconds.
 */
export function momentArithmetic(to: Expressions, expr: Arithmetic, names: Level): string {
  const { left, right, op } = expr;
  const [first, second] = [to.shape(left, names).type, to.shape(right, names).type];
  if (first === 'time' || second === 'time') throw refused('arithmetic with times of day');
  if (first === 'interval' && second !== 'interval' && op === '+' && second !== 'integer') return moved(to, right, '+', left, names);
  if (second === 'interval' && (first === 'date' || first === 'timestamp') && (op === '+' || op === '-'))
    return moved(to, left, op, right, names);
  if (first === 'date' && second === 'date') return `dateDiff('day', ${to.render(right, names)}, ${to.render(left, names)})`;
  if (first === 'date' || second === 'date') {
    if (first === 'integer' || second === 'integer') {
      const [day, days] = first === 'date' ? [left, right] : [right, left];
      return `toDate32(${to.render(day, names)}) ${op} ${to.at(days, names, LEVEL.multiply)}`;
    }
  }
  if (first === 'interval' || second === 'interval') return seconds(to, expr, names);
  return `${to.as(left, INSTANT, names)} - ${to.as(right, INSTANT, names)}`;
}

/** An interval as a number of seconds. */
export function seconds(to: Expressions, expr: Expr, names: Level): string {
  if (expr.kind === 'literal') return secondsLiteral(to, expr.value);
  if (expr.kind !== 'arithmetic' || to.typing.typeOf(expr) !== 'interval') return to.render(expr, names);
  const operand = (each: Expr): string =>
    to.shape(each, names).type === 'interval' ? seconds(to, each, names) : to.as(each, WIDE_DECIMAL, names);
  const [first, second] = [to.shape(expr.left, names).type, to.shape(expr.right, names).type];
  if (first !== 'interval' && second !== 'interval') return to.render(expr, names);
  if (expr.op === '/') return `(${operand(expr.left)} / nullIf(${operand(expr.right)}, 0))`;
  return `(${operand(expr.left)} ${expr.op} ${operand(expr.right)})`;
}

/** As PostgreSQL compares intervals: a month is 30 days. */
export function secondsLiteral(to: Expressions, value: unknown): string {
  const total = spanOf(String(value)).reduce((sum, { unit, count }) => sum + count * SECONDS[unit], 0);
  return to.literals.bind(total.toFixed(6), 'Decimal(76, 6)');
}

function moved(to: Expressions, moment: Expr, op: '+' | '-', interval: Expr, names: Level): string {
  const from = to.as(moment, INSTANT, names);
  const steps = stepsOf(to, interval, names);
  if (steps) return [from, ...steps].join(` ${op} `);
  return `${from} ${op} toIntervalMicrosecond(toInt64(${seconds(to, interval, names)} * 1000000))`;
}

/** A written interval, perhaps times a whole number, as ClickHouse's own; months stay months. */
function stepsOf(to: Expressions, interval: Expr, names: Level): string[] | null {
  if (interval.kind === 'literal') {
    return spanOf(String(interval.value)).map(({ unit, count }) => `toInterval${unit}(${to.literals.bind(count, 'Int64')})`);
  }
  if (interval.kind !== 'arithmetic') return null;
  const { left, right, op } = interval;
  if (op === '*') {
    const [written, times] = left.kind === 'literal' && left.type === 'interval' ? [left, right] : [right, left];
    if (written.kind !== 'literal' || to.shape(times, names).type !== 'integer') return null;
    const by = to.at(times, names, LEVEL.multiply);
    return spanOf(String(written.value)).map(
      ({ unit, count }) => `toInterval${unit}(${count === 1 ? '' : `${to.literals.bind(count, 'Int64')} * `}${by})`,
    );
  }
  if (op !== '+') return null;
  const [first, second] = [stepsOf(to, left, names), stepsOf(to, right, names)];
  return first && second ? [...first, ...second] : null;
}

/** The parts of an interval's text (PostgreSQL manual, 8.5.4): quantities with units, a clock time, or ISO 8601. */
export function spanOf(text: string): Span {
  const parts: { unit: Unit; count: number }[] = [];
  const add = (unit: Unit, count: number): void => {
    if (count === 0) return;
    if (Number.isInteger(count)) parts.push({ unit, count });
    else if (SMALLER[unit]) {
      const [smaller, times] = SMALLER[unit];
      add(unit, Math.trunc(count));
      add(smaller, Math.round((count - Math.trunc(count)) * times * 1e6) / 1e6);
    }
  };
  let rest = text.trim().toLowerCase().replace(/^@\s*/, '');
  const ago = /\s+ago$/.test(rest);
  rest = rest.replace(/\s+ago$/, '');
  if (rest.startsWith('p')) rest = isoWords(rest);
  const clock = /(^|\s)([+-]?)(\d+):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(rest);
  if (clock) {
    const sign = clock[2] === '-' ? -1 : 1;
    rest = rest.slice(0, clock.index);
    add('Hour', sign * Number(clock[3]));
    add('Minute', sign * Number(clock[4]));
    add('Second', sign * Number(clock[5] ?? 0));
  }
  const left = rest.replaceAll(/([+-]?\d*\.?\d+)\s*([a-zµ]+)/g, (_, count: string, word: string) => {
    const found = WORDS.find(({ words }) => words.test(word));
    if (!found) throw refused(`the interval '${text}'`);
    add(found.unit, Number(count) * found.times);
    return '';
  });
  const bare = /^[+-]?\d+(\.\d+)?$/.exec(left.trim());
  if (bare) add('Second', Number(bare[0]));
  else if (left.replaceAll(/[\s,]|and/g, '') !== '') throw refused(`the interval '${text}'`);
  const signed = ago ? parts.map(({ unit, count }) => ({ unit, count: -count })) : parts;
  return signed.length > 1 ? merged(signed) : signed.length > 0 ? signed : [{ unit: 'Second', count: 0 }];
}

/** Years and months are added at once, so that the day of the month is cut off but once; weeks with days, clocks with seconds. */
function merged(parts: Span): Span {
  const total = (of: Partial<Record<Unit, number>>): number => parts.reduce((sum, { unit, count }) => sum + count * (of[unit] ?? 0), 0);
  const months = total({ Year: 12, Month: 1 });
  const days = total({ Week: 7, Day: 1 });
  const microseconds = total({ Hour: 3_600_000_000, Minute: 60_000_000, Second: 1_000_000, Microsecond: 1 });
  const clock: Span[number] =
    microseconds % 1_000_000 === 0 ? { unit: 'Second', count: microseconds / 1_000_000 } : { unit: 'Microsecond', count: microseconds };
  return [{ unit: 'Month' as const, count: months }, { unit: 'Day' as const, count: days }, clock].filter(({ count }) => count !== 0);
}

function isoWords(text: string): string {
  const [date = '', time = ''] = text.slice(1).split('t');
  const named = (part: string, words: Record<string, string>): string =>
    part.replaceAll(/([+-]?[\d.]+)([a-z])/g, (_, n: string, unit: string) => ` ${n} ${words[unit] ?? unit}`);
  return `${named(date, { y: 'year', m: 'month', w: 'week', d: 'day' })}${named(time, { h: 'hour', m: 'minute', s: 'second' })}`.trim();
}

const WORDS: readonly { unit: Unit; times: number; words: RegExp }[] = [
  { unit: 'Year', times: 1, words: /^(y|yr|yrs|years?)$/ },
  { unit: 'Year', times: 10, words: /^(decs?|decades?)$/ },
  { unit: 'Year', times: 100, words: /^(c|cent|century|centuries)$/ },
  { unit: 'Month', times: 3, words: /^(qtr|quarters?)$/ },
  { unit: 'Month', times: 1, words: /^(mons?|months?)$/ },
  { unit: 'Week', times: 1, words: /^(w|weeks?)$/ },
  { unit: 'Day', times: 1, words: /^(d|days?)$/ },
  { unit: 'Hour', times: 1, words: /^(h|hrs?|hours?)$/ },
  { unit: 'Minute', times: 1, words: /^(m|mins?|minutes?)$/ },
  { unit: 'Second', times: 1, words: /^(s|secs?|seconds?)$/ },
  { unit: 'Microsecond', times: 1000, words: /^(ms|msecs?|milliseconds?)$/ },
  { unit: 'Microsecond', times: 1, words: /^(us|µs|usecs?|microseconds?)$/ },
];

const SMALLER: Partial<Record<Unit, readonly [Unit, number]>> = {
  Year: ['Month', 12],
  Month: ['Day', 30],
  Week: ['Day', 7],
  Day: ['Hour', 24],
  Hour: ['Minute', 60],
  Minute: ['Second', 60],
  Second: ['Microsecond', 1_000_000],
};

const DAY = 86_400;
const SECONDS: Record<Unit, number> = {
  Year: 360 * DAY,
  Month: 30 * DAY,
  Week: 7 * DAY,
  Day: DAY,
  Hour: 3600,
  Minute: 60,
  Second: 1,
  Microsecond: 1e-6,
};
