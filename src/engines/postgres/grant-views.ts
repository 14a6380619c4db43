import type { LostPart, Rows, Statement } from '../engine.ts';
import { quoteName, quoteText } from './server.ts';

/** Schemas of grants are named so, as their logins are; no introspection of the database's own people sees them. */
export const GRANT_PREFIX = 'svc_grant_';

/** What a view shows, by the numbers that the engine knows tables and columns by; kept with the view, as its comment. */
export interface Kept {
  readonly table: string;
  /** What its condition may call the table. */
  readonly as: string;
  readonly columns: readonly number[];
  readonly where: string | null;
  /** The numbers of the columns that the condition may name, by the names that it has for them; those of before were made without. */
  readonly named?: Readonly<Record<string, number>>;
}

export interface GrantedView {
  /** Of the grant, and the name of its login. */
  readonly schema: string;
  readonly name: string;
  readonly on: { readonly schema: string; readonly name: string };
  /** Whether it is a table: of anything else nobody knows which rows it leaves out itself. */
  readonly isTable: boolean;
  /** Every column of the table there is, by number. */
  readonly live: ReadonlyMap<number, string>;
  readonly kept: Kept;
}

/**
 * A barrier where rows are hidden, by the grant's condition or by that of a view below it: without it a function in a caller's
 * predicate could be given rows that the condition would leave out (PostgreSQL manual, 41.5). The condition finds the columns
 * under the names that it was written with. `others` lose the rights that the owner's defaults gave them.
 */
export const createViewStatements = ({ schema, name, on, isTable, live, kept }: GrantedView, others: string | null): string[] => {
  const view = `${quoteName(schema)}.${quoteName(name)}`;
  const { where, named = {} } = kept;
  const columns = kept.columns.flatMap((number) => live.get(number) ?? []);
  const table = `${quoteName(on.schema)}.${quoteName(on.name)}`;
  const isAsWritten = Object.entries(named).every(([before, number]) => live.get(number) === before);
  const former = new Map(isAsWritten ? [] : Object.entries(named).map(([before, number]) => [live.get(number), before]));
  const underFormerNames = [...former].flatMap(([now, before]) => (now === undefined ? [] : `${quoteName(now)} AS ${quoteName(before)}`));
  const source = isAsWritten ? table : `(SELECT ${underFormerNames.join(', ')} FROM ${table})`;
  const shown = columns.map((now) => (isAsWritten ? quoteName(now) : `${quoteName(former.get(now) ?? now)} AS ${quoteName(now)}`));
  const condition = where === null ? '' : ` WHERE (${where}\n)`;
  return [
    `CREATE VIEW ${view} WITH (security_barrier = ${where !== null || !isTable}) AS SELECT ${shown.join(', ')} FROM ${source} AS ${quoteName(kept.as)}${condition}`,
    `COMMENT ON VIEW ${view} IS ${quoteText(JSON.stringify(kept))}`,
    ...(others === null ? [] : [`REVOKE ALL ON ${view} FROM ${others}`]),
    `GRANT SELECT ON ${view} TO ${quoteName(schema)}`,
  ];
};

export type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/** Of one database. */
const VIEWS_MAX = 100_000;
const COLUMNS_MAX = 1_600;

/**
 * Takes the views of all grants out of the way of a change of the tables, inside the owner's transaction, and gives what
 * puts them back: the same columns of the same tables, under the names that these have then. A column that is gone is left
 * out; a view that cannot be made any more stays away, and the grant has one table less. It says what was lost.
 */
export async function setGrantsAside(run: Run): Promise<() => Promise<LostPart[]>> {
  const { rows } = await run({ sql: FOUND, params: [] }, VIEWS_MAX);
  if (rows.length === 0) return async () => [];
  const views: { schema: string; name: string; kept: Kept; before: ReadonlyMap<number, string> }[] = [];
  for (const [schema, name, comment] of rows) {
    const kept = JSON.parse(String(comment)) as Kept;
    const before = (await tableNow(run, kept))?.live ?? new Map<number, string>();
    const named =
      kept.where === null ? undefined : (kept.named ?? Object.fromEntries([...before].map(([number, column]) => [column, number])));
    views.push({ schema: String(schema), name: String(name), kept: { ...kept, ...(named ? { named } : {}) }, before });
  }
  const all = views.map(({ schema, name }) => `${quoteName(schema)}.${quoteName(name)}`).join(', ');
  await run({ sql: `DROP VIEW ${all}`, params: [] }, 0);
  return async () => {
    const others = (await run({ sql: OTHERS, params: [] }, 1)).rows.map(([roles]) => String(roles))[0] ?? null;
    const lost: LostPart[] = [];
    for (const { schema, name, kept, before } of views) {
      const now = await tableNow(run, kept);
      const gone = kept.columns.filter((number) => before.has(number) && !now?.live.has(number));
      const part = { grant: schema, table: name } as const;
      if (!now || kept.columns.every((number) => !now.live.has(number))) {
        lost.push({ ...part, column: null, why: 'dropped' });
        continue;
      }
      await run({ sql: 'SAVEPOINT svc_grant', params: [] }, 0);
      try {
        for (const sql of createViewStatements({ schema, name, ...now, kept }, others)) await run({ sql, params: [] }, 0);
        await run({ sql: 'RELEASE SAVEPOINT svc_grant', params: [] }, 0);
        lost.push(...gone.map((number) => ({ ...part, column: String(before.get(number)), why: 'dropped' as const })));
      } catch (error) {
        if (!/^(42|22|0A)/.test(String((error as { code?: unknown }).code))) throw error;
        await run({ sql: 'ROLLBACK TO SAVEPOINT svc_grant', params: [] }, 0);
        lost.push({ ...part, column: null, why: 'condition' });
      }
    }
    return lost;
  };
}

/** The table by its number, with the columns that it has; null when it is gone. */
export async function tableNow(run: Run, { table }: Kept): Promise<Pick<GrantedView, 'on' | 'isTable' | 'live'> | null> {
  const { rows } = await run({ sql: NOW, params: [table] }, COLUMNS_MAX);
  const [first] = rows;
  if (!first) return null;
  return {
    on: { schema: String(first[0]), name: String(first[1]) },
    isTable: first[2] === true,
    live: new Map(rows.map(([, , , column, number]) => [Number(number), String(column)])),
  };
}

/** Schema, name and what is kept of each grant's views. */
export const FOUND = `SELECT n.nspname, v.relname, obj_description(v.oid, 'pg_class') FROM pg_class v JOIN pg_namespace n ON n.oid = v.relnamespace
WHERE n.nspname LIKE 'svc\\_grant\\_%' AND v.relkind = 'v' AND n.nspowner = (SELECT p.nspowner FROM pg_namespace p WHERE p.nspname = 'public') ORDER BY v.oid`;

const NOW = `SELECT n.nspname, c.relname, c.relkind IN ('r', 'p'), a.attname, a.attnum FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.oid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

/** The owner's other logins, as SQL names them. */
export const OTHERS = `SELECT concat(quote_ident(current_database() || '_w'), ', ', quote_ident(current_database() || '_r'))`;
