import type { Delete } from '../../plan/plan.ts';
import type { ForeignKey, Schema } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { compileRowsOf } from './compile.ts';
import { identifier, relation } from './quote.ts';

/** One key along which a delete goes on. */
export interface Link {
  readonly child: string;
  readonly key: ForeignKey;
  readonly parent: string;
}

/** Tables of which a delete takes rows with it, and that can be reached from themselves. */
export interface Circle {
  readonly tables: readonly string[];
  readonly links: readonly Link[];
}

/**
 * The stored rows of `table` that a delete takes with it, but for those that it names itself. No condition of a plan can
 * say which these are; a recursive query can, going from row to row by their places, each of which is met once.
 */
export function rowsInCircle(
  table: string,
  { tables, links }: Circle,
  plan: Delete,
  schema: Schema,
  { columns, tail }: { columns: string; tail: string },
): Statement {
  const start = identifier(plan.table);
  const seed = compileRowsOf(plan, schema, { columns: `${start}.tableoid AS part, ${start}.ctid AS place`, tail: '' });
  const steps = links.map(({ child, key, parent }) => {
    const points = key.columns.map((name, index) => `child.${identifier(name)} = parent.${identifier(key.references[index] ?? '')}`);
    return `SELECT ${tables.indexOf(child)} AS number, child.tableoid AS part, child.ctid AS place
      FROM ${relation(child, schema)} AS child, ${relation(parent, schema)} AS parent
      WHERE svc_doomed.number = ${tables.indexOf(parent)} AND parent.tableoid = svc_doomed.part AND parent.ctid = svc_doomed.place AND ${points.join(' AND ')}`;
  });
  const own = identifier(table);
  const others = table === plan.table ? ` AND (${own}.tableoid, ${own}.ctid) NOT IN (SELECT part, place FROM svc_seed)` : '';
  const sql = `WITH RECURSIVE svc_seed AS MATERIALIZED (
${seed.sql}
), svc_doomed(number, part, place) AS (
  SELECT ${tables.indexOf(plan.table)}, part, place FROM svc_seed
  UNION
  SELECT found.number, found.part, found.place FROM svc_doomed CROSS JOIN LATERAL (
    ${steps.join('\n    UNION ALL\n    ')}
  ) AS found
)
SELECT ${columns} FROM ${relation(table, schema)} AS ${own}
WHERE (${own}.tableoid, ${own}.ctid) IN (SELECT part, place FROM svc_doomed WHERE number = ${tables.indexOf(table)})${others}${tail}`;
  return { sql, params: seed.params };
}
