import type pg from 'pg';
import type { Rows } from '../../engine.ts';
import { createViewStatements, FOUND, type Kept, OTHERS, type Run, tableNow } from '../grant-views.ts';

/**
 * Makes the views of a database's grants in its copy, whose logins and schemas are there. What a view shows is kept by the numbers
 * that PostgreSQL knows tables and columns by: in the copy these are other ones, and are found by the names that they have now.
 */
export async function copyGrantViews(source: pg.Client, target: pg.Client): Promise<void> {
  const [from, to] = [runOn(source), runOn(target)];
  const others = String((await to({ sql: OTHERS, params: [] }, 1)).rows[0]?.[0]);
  for (const [schema, name, comment] of (await from({ sql: FOUND, params: [] }, Number.POSITIVE_INFINITY)).rows) {
    const kept = JSON.parse(String(comment)) as Kept;
    const was = await tableNow(from, kept);
    const found = was && (await target.query<{ oid: string }>(OID, [was.on.schema, was.on.name])).rows[0];
    const now = found && (await tableNow(to, { ...kept, table: found.oid }));
    if (!was || !found || !now) throw new Error(`The table of the grant’s view ${String(schema)}.${String(name)} is not there.`);
    const numbers = new Map([...now.live].map(([number, column]) => [column, number]));
    const numberOf = (before: number): number | undefined => numbers.get(was.live.get(before) ?? '');
    const named = kept.named ?? Object.fromEntries([...was.live].map(([number, column]) => [column, number]));
    const moved = {
      ...kept,
      table: found.oid,
      columns: kept.columns.flatMap((number) => numberOf(number) ?? []),
      ...(kept.where === null ? {} : { named: mapValues(named, (number) => numberOf(number) ?? GONE) }),
    };
    for (const sql of createViewStatements({ schema: String(schema), name: String(name), ...now, kept: moved }, others))
      await target.query(sql);
  }
}

/** No column has it. */
const GONE = 0;
const OID =
  'SELECT c.oid::text AS oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2';

const runOn =
  (client: pg.Client): Run =>
  async ({ sql, params }) => {
    const { rows } = await client.query<unknown[]>({ text: sql, values: [...params], rowMode: 'array' });
    return { columns: [], rows, truncated: false, affected: null } satisfies Rows;
  };

const mapValues = (of: Readonly<Record<string, number>>, change: (value: number) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
