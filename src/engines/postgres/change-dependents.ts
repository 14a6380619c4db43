import type { Statement } from '../engine.ts';
import type { HoldingKey } from './change-ddl.ts';
import { identifier } from './quote.ts';

/** What hangs on a table or on one of its columns, by the engine's own catalogue. */
export interface Dependents {
  /** Views, and columns of the same table that are computed from it: these keep it. */
  readonly views: readonly string[];
  readonly computed: readonly string[];
  /** Foreign keys of other tables that point at it. */
  readonly holding: readonly (HoldingKey & { readonly table: string })[];
  /** What goes with it: indexes, constraints, triggers and the default. */
  readonly indexes: readonly string[];
  readonly constraints: readonly string[];
  readonly triggers: readonly string[];
  readonly hasDefault: boolean;
}

/** A column by its name, or the whole table with null. */
export const dependentsStatement = (table: string, column: string | null): Statement => ({ sql: DEPENDENTS, params: [table, column] });

export function dependentsFrom(reply: unknown): Dependents {
  const found = JSON.parse(String(reply)) as Omit<Dependents, 'holding'> & { holding: { schema: string; table: string; name: string }[] };
  return {
    ...found,
    holding: found.holding.map(({ schema, table, name }) => ({ table, name, on: `${identifier(schema)}.${identifier(table)}` })),
  };
}

const names = (query: string): string => `coalesce((SELECT json_agg(DISTINCT name) FROM (${query}) AS found), '[]')`;

const DEPENDENTS = `
WITH it AS (SELECT c.oid, (SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $2 AND NOT a.attisdropped) AS column
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = $1)
SELECT json_build_object(
  'views', ${names(`SELECT v.relname AS name FROM it, pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = it.oid AND v.oid <> it.oid
      AND ($2::text IS NULL OR d.refobjsubid = it.column)`)},
  'computed', ${names(`SELECT a.attname AS name FROM it, pg_depend d JOIN pg_attrdef f ON f.oid = d.objid JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
    WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = it.oid AND a.attgenerated <> ''
      AND d.refobjsubid = it.column AND a.attnum <> it.column`)},
  'holding', coalesce((SELECT json_agg(json_build_object('schema', n.nspname, 'table', c.relname, 'name', k.conname) ORDER BY c.relname, k.conname)
    FROM it, pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND k.confrelid = it.oid AND k.conrelid <> it.oid AND ($2::text IS NULL OR it.column = ANY (k.confkey))), '[]'),
  'indexes', ${names(`SELECT i.relname AS name FROM it, pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = it.oid AND ($2::text IS NULL OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.oid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = it.oid AND d.refobjsubid = it.column)) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.conrelid = it.oid)`)},
  'constraints', ${names(`SELECT k.conname AS name FROM it, pg_constraint k
    WHERE k.conrelid = it.oid AND k.contype IN ('p', 'u', 'f', 'c', 'x') AND ($2::text IS NULL OR it.column = ANY (k.conkey))`)},
  'triggers', ${names(`SELECT t.tgname AS name FROM it, pg_trigger t WHERE t.tgrelid = it.oid AND NOT t.tgisinternal AND ($2::text IS NULL OR it.column = ANY (t.tgattr))`)},
  'hasDefault', (SELECT coalesce((SELECT a.atthasdef AND a.attgenerated = '' FROM pg_attribute a WHERE a.attrelid = it.oid AND a.attnum = it.column), false) FROM it))`;
