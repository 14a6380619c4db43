import type { SqlAside } from './apart/sql-aside.ts';
import { boundSql } from './parse/bound-sql.ts';
import type { Planner } from './planner.ts';

/** SQL that came with a request, with the values of its $1..$n. */
export interface OwnReading {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The planner of a request whose caller has read it already, in PostgreSQL's SQL. */
export type SqlReader = (reading: OwnReading) => Planner;

/**
 * The caller's own reading as a planner. Its values are not looked up, since whoever writes SQL means its every word.
 * @param bound gives a value as it is bound
 */
export const createSqlReader =
  (sqlAside: SqlAside, bound: (value: unknown) => string | null): SqlReader =>
  ({ sql, params }) => ({
    name: CALLER,
    local: true,
    plan: async ({ schema, askedBy = '', signal }) => await sqlAside.own(boundSql(sql, params, bound), { schema, party: askedBy, signal }),
  });

/** What `trace.model` says of such a plan. */
const CALLER = 'caller';
