import * as chrono from 'chrono-node/en';
import type { Column } from '../../../schema.ts';

/** A day that lies ahead: of one without its year the next such day, of a month or year its end. */
export function dayAhead(text: string, now: Date, { type }: Column): string | null {
  // "3 days" is how long, and no day.
  if (LENGTH.test(text)) return null;
  const last = /^(?:the )?end of (.+)$/i.exec(text)?.[1];
  const year = /^\d{4}$/.exec(last ?? '')?.[0];
  if (year !== undefined) return type === 'date' ? `${year}-12-31` : `${year}-12-31 00:00:00`;
  const [found] = chrono.parse(last ?? text, { instant: now, timezone: 'UTC' }, { forwardDate: true });
  if (found === undefined || found.end || found.text.length !== (last ?? text).trim().length || !found.start.isCertain('month'))
    return null;
  if (last === undefined && !found.start.isCertain('day')) return null;
  const [y, m] = [found.start.get('year') ?? 0, found.start.get('month') ?? 1];
  const day = last === undefined ? (found.start.get('day') ?? 1) : new Date(Date.UTC(y, m, 0)).getUTCDate();
  const date = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return type === 'date' ? date : `${date} 00:00:00`;
}

const LENGTH = /^[\d.]+ ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|nights?|w|weeks?|months?|years?)$/i;
