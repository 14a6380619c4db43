import type { BoundSql } from '../parse/bound-sql.ts';
import type { ReadOwn } from '../parse/own.ts';
import type { ReadWritten } from '../parse/written.ts';
import type { SqlReadings } from './messages.ts';
import type { ReadersApart, SqlAsking } from './readers.ts';

/** Reads a caller's SQL: short statements here, long ones in a thread. @throws Fault as `ReadOwn`; query_cancelled, overloaded */
export type SqlAside = {
  readonly [As in keyof SqlReadings]: (statement: BoundSql, asking: SqlAsking) => SqlReadings[As] | Promise<SqlReadings[As]>;
};

/** In characters, values among them; up to here reading takes some milliseconds, and more than a tenth of a second for the longest that is read. */
const SHORT = 4_096;

interface Here {
  readonly own: ReadOwn;
  readonly written: ReadWritten;
}

/** So that a long statement holds nobody else up. */
export function createSqlAside({ own, written }: Here, readers: Pick<ReadersApart, 'sql'>): SqlAside {
  return {
    own: (statement, asking) => (isShort(statement) ? own(statement, asking.schema) : readers.sql('own', statement, asking)),
    written: (statement, asking) => (isShort(statement) ? written(statement, asking.schema) : readers.sql('written', statement, asking)),
  };
}

const isShort = ({ sql, values }: BoundSql): boolean =>
  values.reduce((length, value) => length + (value?.length ?? 0), sql.length) <= SHORT;
