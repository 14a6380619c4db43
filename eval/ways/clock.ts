import type { HostedDump } from './hosted.ts';

/** A dump whose gold statements take `day` for today; null leaves them as they are. */
export function atDay(dump: HostedDump, day: string | null): HostedDump {
  if (day === null) return dump;
  return {
    ...dump,
    gold: (sql) => dump.gold(withToday(sql, day)),
    allAfter: (sql) => dump.allAfter(withToday(sql, day)),
    contentsAfter: (sql, table) => dump.contentsAfter(withToday(sql, day), table),
  };
}

/** PostgreSQL's words for now, as constants. */
export const withToday = (sql: string, day: string): string =>
  sql.replace(/\bcurrent_date\b/gi, `DATE '${day}'`).replace(/\b(?:now\(\)|current_timestamp\b)/gi, `TIMESTAMPTZ '${day} 12:00:00+00'`);
