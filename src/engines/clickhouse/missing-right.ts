import { Fault } from '../../fault.ts';

/** ACCESS_DENIED */
const DENIED = 497;

/** Of a statement that the server refused for want of a right that it names: which one, and what gives it to the login of CLICKHOUSE_URL. Null for any other error. */
export function missingRight(error: unknown): { readonly reason: string; readonly sql: string } | null {
  if (!(error instanceof Fault) || error.params?.engineCode !== DENIED) return null;
  const told = String(error.params.reason ?? '');
  const [, right, of] = /the grant (\w[\w ,()]*?) ON (\S+?)(?: WITH GRANT OPTION)?\.?(?:\s|$)/.exec(told) ?? [];
  if (right === undefined || of === undefined) return null;
  // The next database has another name; a kind of table has none.
  const object = of.includes('.') ? '*.*' : of;
  return {
    reason: `The service’s login on the ClickHouse server lacks the right ${right} ON ${object}. Whoever runs the server gives it with the SQL in \`params.sql\`, then the same request works.`,
    sql: `GRANT ${right} ON ${object} TO <the user of CLICKHOUSE_URL> WITH GRANT OPTION;`,
  };
}
