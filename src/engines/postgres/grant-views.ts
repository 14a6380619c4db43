import type { Rows, Statement } from '../engine.ts';
import { quoteName, quoteText } from './server.ts';

/** Schemas of grants are named so, as their logins are; no introspection of the database's own people sees them. */
export const GRANT_PREFIX = 'svc_grant_';

/** What a view shows, by the numbers that the engine knows tables and columns by; kept with the view, as its comment. */
interface Kept {
  readonly table: string;
  /** What its condition may call the table. */
  readonly as: string;
  readonly columns: readonly number[];
  readonly where: string | null;
}

export interface GrantedView {
  /** Of the grant, and the name of its login. */
  readonly schema: string;
  readonly name: string;
  readonly on: { readonly schema: string; readonly name: string };
  /** Whether it is a table: of anything else nobody knows which rows it leaves out itself. */
  readonly isTable: boolean;
  readonly columns: readonly string[];
  readonly where: string | null;
  readonly kept: Kept;
}

/**
 * A barrier where rows are hidden, by the grant's condition or by that of a view below it: without it a function in a caller's
 * predicate could be given rows that the condition would leave out (PostgreSQL manual, 41.5). `others` lose the rights that the owner's defaults gave them.
 */
export const createViewStatements = ({ schema, name, on, isTable, columns, where, kept }: GrantedView, others: string | null): string[] => {
  const view = `${quoteName(schema)}.${quoteName(name)}`;
  const condition = where === null ? '' : ` WHERE (${where}\n)`;
  return [
    `CREATE VIEW ${view} WITH (security_barrier = ${where !== null || !isTable}) AS SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(on.schema)}.${quoteName(on.name)} AS ${quoteName(kept.as)}${condition}`,
    `COMMENT ON VIEW ${view} IS ${quoteText(JSON.stringify(kept))}`,
    ...(others === null ? [] : [`REVOKE ALL ON ${view} FROM ${others}`]),
    `GRANT SELECT ON ${view} TO ${quoteName(schema)}`,
  ];
};

type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/** Of one database. */
const VIEWS_MAX = 100_000;

/**
 * Takes the views of all grants out of the way of a change of the tables, inside the owner's transaction, and gives what
 * puts them back: the same columns of the same tables, under the names that these have then. A column that is gone is left
 * out; a view that cannot be made any more stays away, and the grant has one table less.
 */
export async function setGrantsAside(run: Run): Promise<() => Promise<void>> {
  const { rows } = await run({ sql: FOUND, params: [] }, VIEWS_MAX);
  if (rows.length === 0) return async () => undefined;
  const views = rows.map(([schema, name, kept]) => ({
    schema: String(schema),
    name: String(name),
    kept: JSON.parse(String(kept)) as Kept,
  }));
  const all = views.map(({ schema, name }) => `${quoteName(schema)}.${quoteName(name)}`).join(', ');
  await run({ sql: `DROP VIEW ${all}`, params: [] }, 0);
  return async () => {
    const others = (await run({ sql: OTHERS, params: [] }, 1)).rows.map(([roles]) => String(roles))[0] ?? null;
    for (const { schema, name, kept } of views) {
      const now = await run({ sql: NOW, params: [kept.table, kept.columns.map(String)] }, kept.columns.length);
      const [first] = now.rows;
      if (!first) continue;
      const on = { schema: String(first[0]), name: String(first[1]) };
      const isTable = first[2] === true;
      const columns = now.rows.map(([, , , column]) => String(column));
      const statements = createViewStatements({ schema, name, on, isTable, columns, where: kept.where, kept }, others);
      await run({ sql: 'SAVEPOINT svc_grant', params: [] }, 0);
      try {
        for (const sql of statements) await run({ sql, params: [] }, 0);
        await run({ sql: 'RELEASE SAVEPOINT svc_grant', params: [] }, 0);
      } catch (error) {
        if (!/^(42|22|0A)/.test(String((error as { code?: unknown }).code))) throw error;
        await run({ sql: 'ROLLBACK TO SAVEPOINT svc_grant', params: [] }, 0);
      }
    }
  };
}

const FOUND = `SELECT n.nspname, v.relname, obj_description(v.oid, 'pg_class') FROM pg_class v JOIN pg_namespace n ON n.oid = v.relnamespace
WHERE n.nspname LIKE 'svc\\_grant\\_%' AND v.relkind = 'v' AND n.nspowner = (SELECT p.nspowner FROM pg_namespace p WHERE p.nspname = 'public') ORDER BY v.oid`;

const NOW = `SELECT n.nspname, c.relname, c.relkind IN ('r', 'p'), a.attname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.oid = $1::oid AND a.attnum = ANY ($2::int2[]) AND NOT a.attisdropped ORDER BY a.attnum`;

/** The owner's other logins, as SQL names them. */
const OTHERS = `SELECT concat(quote_ident(current_database() || '_w'), ', ', quote_ident(current_database() || '_r'))`;
