import type { Moment } from './moment.ts';

export const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof UNITS)[number];

/** `count` units from an instant in milliseconds on, as ISO days. */
export function stretch(start: number, unit: Unit, count: number): Moment {
  const year = unit === 'year' && count === 1 ? new Date(start).getUTCFullYear() : null;
  return { since: isoDay(start), until: isoDay(add(start, unit, count)), year, assumption: null };
}

const DAY_MS = 86_400_000;

/** The first instant of the day, ISO week, month, quarter or year that holds `now`. */
export function startOf(now: Date, unit: Unit): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = Date.UTC(year, month, day);
  const starts: Record<Unit, number> = {
    day: today,
    week: today - ((now.getUTCDay() + 6) % 7) * DAY_MS,
    month: Date.UTC(year, month, 1),
    quarter: Date.UTC(year, month - (month % 3), 1),
    year: Date.UTC(year, 0, 1),
  };
  return starts[unit];
}

/** As SQL adds intervals: a day that the month has not becomes its last. */
export function add(start: number, unit: Unit, count: number): number {
  if (unit === 'day' || unit === 'week') return start + count * (unit === 'week' ? 7 : 1) * DAY_MS;
  const date = new Date(start);
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

export const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
