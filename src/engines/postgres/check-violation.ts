import type { ColumnCheck } from '../../contract/create-schema.ts';
import { Fault } from '../../fault.ts';
import { sayCheck } from '../../plan/say-check.ts';
import type { Rows, Statement } from '../engine.ts';
import { missingParent, sayMissing } from './missing-parent.ts';

interface Violation {
  readonly code: '23514';
  readonly table: string;
  readonly constraint: string;
  readonly schema?: string | undefined;
  readonly detail?: unknown;
}

/**
 * What a refused row broke, in words, with the value and its limits; any other error comes back as it is.
 * The engine names the rule alone, so its text is read in the session that was refused, once that has rolled back.
 */
export async function explained(error: unknown, read: (statement: Statement) => Promise<Rows>): Promise<unknown> {
  if (isOrphan(error)) return await orphaned(error, read).catch(() => error);
  if (!isViolation(error)) return error;
  const { table, constraint, detail } = error;
  const found = await read({ sql: RULE, params: [table, constraint, error.schema ?? 'public'] }).catch(() => null);
  const [rule, column, names] = (found?.rows[0] ?? []) as [string | undefined, string | null | undefined, unknown];
  const columns = names === undefined || names === null ? undefined : (JSON.parse(String(names)) as string[]);
  if (rule === undefined) return error;
  const check = column ? readCheck(rule) : null;
  const value = column && columns ? valueIn(detail, columns, column) : null;
  const reason =
    column && check
      ? `${column} of ${table} has to be ${sayCheck(check)}${value === null ? '' : `; ${value} is not`}.`
      : `The row breaks the rule ${rule} of ${table}.`;
  const named = { ...(column ? { column } : {}), ...(value === null ? {} : { value }) };
  return new Fault('write_constraint', { params: { sqlstate: error.code, reason, table, constraint, rule, ...named }, cause: error });
}

interface Orphan {
  readonly code: '23503';
  readonly schema?: string;
  readonly table: string;
  readonly constraint: string;
  readonly detail: string;
}

const isOrphan = (error: unknown): error is Orphan => {
  const { code, table, constraint, detail } = (error ?? {}) as Partial<Record<keyof Orphan, unknown>>;
  return code === '23503' && typeof table === 'string' && typeof constraint === 'string' && typeof detail === 'string';
};

/** A row that points at none says which rows it may have meant; one that others point at comes back as it is. */
async function orphaned(error: Orphan, read: (statement: Statement) => Promise<Rows>): Promise<unknown> {
  const { code, schema = 'public', table, constraint, detail } = error;
  const [, column, value] = /^Key \(([^,]+)\)=\((.*)\) is not present in table /s.exec(detail) ?? [];
  const found = column !== undefined && value !== undefined ? await missingParent(read, { schema, table, constraint, value }) : null;
  if (column === undefined || value === undefined || found === null) return error;
  const shown = value.length > 40 ? `of ${value.length} characters` : value;
  const { parent, candidates } = found;
  return new Fault('write_constraint', {
    params: { sqlstate: code, reason: sayMissing(found, shown), table, constraint, column, value: shown, parent, candidates },
    cause: error,
  });
}

const isViolation = (error: unknown): error is Violation => {
  const { code, table, constraint } = (error ?? {}) as Partial<Record<keyof Violation, unknown>>;
  return code === '23514' && typeof table === 'string' && typeof constraint === 'string';
};

/** The rule's text, its column when it has one alone, and the table's columns in the order in which an error lists them. */
const RULE = `
SELECT pg_get_expr(k.conbin, k.conrelid, true),
  CASE WHEN cardinality(k.conkey) = 1 THEN (SELECT attname::text FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = k.conkey[1]) END,
  (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = k.conrelid AND attnum > 0 AND NOT attisdropped)
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $3) AND c.relname = $1 AND k.conname = $2 AND k.contype = 'c'`;

/** The checks that this service writes, as the engine gives them back; null for anything else. */
function readCheck(rule: string): ColumnCheck | null {
  const list = /^\S+ = ANY \(ARRAY\[(.+)\]\)$/.exec(rule)?.[1];
  if (list !== undefined) {
    const values = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text = '']) => text.replaceAll("''", "'"));
    return values.length > 0 ? { kind: 'oneOf', values } : null;
  }
  const limits: { min?: number; max?: number; above?: number; below?: number } = {};
  const kinds = new Set<'range' | 'length'>();
  for (const part of rule.split(' AND ')) {
    const [, left = '', op = '', limit = ''] = LIMIT.exec(part) ?? [];
    if (left === '') return null;
    kinds.add(left.startsWith('char_length(') ? 'length' : 'range');
    limits[LIMITS_OF[op] ?? 'max'] = Number(limit);
  }
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1) return null;
  // Text is never measured so by the service itself.
  if (kind === 'length') return limits.above === undefined && limits.below === undefined ? { kind, ...limits } : null;
  return { kind, ...limits };
}

const LIMITS_OF: Readonly<Record<string, 'min' | 'max' | 'above' | 'below'>> = { '>=': 'min', '<=': 'max', '>': 'above', '<': 'below' };

const LIMIT = /^(\S+) (>=|<=|>|<) [('"]*(-?\d+(?:\.\d+)?)['")]*(?:::[a-z ]+['")]*)*$/;

/** A column's value in "Failing row contains (…)"; null when a value with a comma makes the list hard to tell apart. */
function valueIn(detail: unknown, columns: readonly string[], column: string): string | null {
  const list = typeof detail === 'string' ? /^Failing row contains \((.*)\)\.$/s.exec(detail)?.[1] : undefined;
  const values = list?.split(', ') ?? [];
  return values.length === columns.length ? (values[columns.indexOf(column)] ?? null) : null;
}
