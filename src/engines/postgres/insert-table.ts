import { Fault } from '../../fault.ts';
import type { WriteTransaction } from '../engine.ts';
import { invalidBody } from './insert-names.ts';

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
  const { rows } = await transaction.run({ sql: LOOK_UP, params: [name] }, 1);
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
  (SELECT typname::text FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typname = $1)
FROM (VALUES (1)) one LEFT JOIN pg_class c ON c.relnamespace = 'public'::regnamespace AND c.relname = $1`;
