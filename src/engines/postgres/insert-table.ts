import { Fault } from '../../fault.ts';
import type { WriteTransaction } from '../engine.ts';
import { invalidBody, shown, tableName } from '../insert-names.ts';
import { USER_SCHEMAS } from './introspect.ts';

/** What an insert has to know of a table. */
export interface KnownTable {
  readonly columns: readonly KnownColumn[];
}

export interface KnownColumn {
  readonly name: string;
  /** As the engine writes it, with its length or precision. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** Computed, or an identity that takes no other value. */
  readonly generatedAlways: boolean;
  readonly isIdentity: boolean;
  readonly comment: string | null;
  /** The sequence that numbers the column, quoted; null when none does. */
  readonly sequence: string | null;
}

/** @throws Fault schema_mismatch for a view, invalid_body for another thing of that name */
export async function lookUp(transaction: WriteTransaction, name: string): Promise<KnownTable | null> {
  const [schema, table] = name.includes('.') ? name.split('.') : ['public', name];
  const { rows } = await transaction.run({ sql: LOOK_UP, params: [table, schema] }, 1);
  const [kind, columns, type] = (rows[0] ?? []) as [string | null, unknown, string | null];
  if (kind === 'v' || kind === 'm')
    throw new Fault('schema_mismatch', {
      params: { table: name, reason: `${name} is a view and cannot be written`, known: [], nearest: [] },
    });
  if (kind === 'r' || kind === 'p') return { columns: JSON.parse(String(columns ?? '[]')) as KnownColumn[] };
  if (kind !== null || type !== null)
    throw invalidBody('table', `"${name}" is the name of something here that is no table; choose another.`);
  return null;
}

/**
 * The table that is meant: of `public` by its name, of another schema as `schema.table` or by a name that no other table
 * has. A name that none has is that of a new table of `public`. @throws Fault invalid_body
 */
export async function tableMeant(transaction: WriteTransaction, given: string): Promise<string> {
  const { rows } = await transaction.run({ sql: ELSEWHERE, params: [] }, ELSEWHERE_MAX);
  const others = rows.map(([schema, table]) => ({ schema: String(schema), table: String(table), name: `${schema}.${table}` }));
  const exact = others.find(({ name }) => name === given.trim());
  if (exact) return exact.name;
  const [, schema = 'public', bare = given] = /^([^.]+)\.(.*)$/s.exec(given.trim()) ?? [];
  if (schema !== 'public') {
    const isThere = others.some((other) => other.schema === schema);
    const what = isThere ? `The schema ${schema} has no table of that name` : `There is no schema ${shown(schema)}`;
    throw invalidBody('table', `${what}; a new table is made in public alone, by a name without a schema.`);
  }
  const name = tableName(bare);
  // Hardly any database has other schemas.
  if (rows.length === 0) return name;
  const there = (await transaction.run({ sql: LOOK_UP, params: [name, 'public'] }, 1)).rows[0]?.[0];
  const named = others.filter(({ table }) => table === name);
  if (there !== null || named.length === 0) return name;
  if (named.length > 1)
    throw invalidBody('table', `Several schemas have a table ${name}: say ${named.map((other) => other.name).join(' or ')}.`);
  return named[0]?.name ?? name;
}

/** Of `public` by their names, others with their schema's. */
export async function tablesThere(transaction: WriteTransaction): Promise<string[]> {
  const { rows } = await transaction.run({ sql: THERE, params: [] }, THERE_MAX);
  return rows.map(([name]) => String(name));
}

const THERE = `
SELECT CASE WHEN n.nspname = 'public' THEN '' ELSE n.nspname || '.' END || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relnamespace IN (${USER_SCHEMAS}) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND has_table_privilege(c.oid, 'INSERT') ORDER BY 1`;
const THERE_MAX = 1_000;

const ELSEWHERE = `
SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relnamespace IN (${USER_SCHEMAS}) AND n.nspname <> 'public' AND c.relkind IN ('r', 'p') AND strpos(n.nspname || c.relname, '.') = 0`;
const ELSEWHERE_MAX = 10_000;

const LOOK_UP = `
SELECT c.relkind::text,
  (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', NOT a.attnotnull,
      'hasDefault', a.atthasdef OR a.attidentity <> '', 'generatedAlways', a.attgenerated <> '' OR a.attidentity = 'a',
      'isIdentity', a.attidentity <> '', 'comment', col_description(c.oid, a.attnum),
      'sequence', (SELECT format('%I.%I', n.nspname, s.relname)
        FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_namespace n ON n.oid = s.relnamespace
          JOIN pg_sequence q ON q.seqrelid = s.oid AND q.seqincrement > 0
        WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum
          AND d.deptype IN ('a', 'i') LIMIT 1)) ORDER BY a.attnum)
    FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
  (SELECT typname::text FROM pg_type WHERE typnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $2) AND typname = $1)
FROM (VALUES (1)) one LEFT JOIN pg_class c ON c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $2) AND c.relname = $1`;
