import type { Delete, Expr, Insert, Select, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { Statement, WriteTransaction } from '../engine.ts';
import { compileChange, compileRowsOf } from './compile.ts';
import { afterImages, beforeImages, hashOf, imageOf, keepImage, type WriteVerb } from './images.ts';
import { identifier, relation } from './quote.ts';

export interface SeenWriteOptions {
  /** Columns that order the rows. */
  readonly key: readonly string[];
  /** Rows to give back. */
  readonly limit: number;
  /** Whether the rows stay locked until the transaction ends; a preview, which rolls back, does without. */
  readonly locks: boolean;
  /** Keeps what the write replaces, by the columns that name a row; null keeps nothing. */
  readonly keep?: { readonly transaction: WriteTransaction; readonly by: readonly string[] } | null;
}

/** Columns of a seen write's result that stand before those of the table. */
export const SEEN_COLUMNS = 3;

/**
 * The write, and in the same statement what it was done to. Column one is the exact number of rows; column two a hash of
 * the contents of the rows before the write and of what was written into them; column three says why the write cannot be
 * undone, and is null when it can; then come the first rows as they are after it, ordered by `key`. No row comes when
 * nothing matches.
 *
 * Both parts see one snapshot and the rows are read and locked first (the gate makes the engine do that), so the hash is
 * of exactly the rows that are written, whatever other transactions do meanwhile.
 */
export function seenWrite(plan: Insert | Update | Delete, schema: Schema, { key, limit, locks, keep = null }: SeenWriteOptions): Statement {
  const locked = rowsBefore(plan, schema, locks);
  const read = locked && { sql: beforeImages(locked.sql, keep !== null), params: locked.params };
  const gate = locks ? `(SELECT hash FROM ${BEFORE}) IS NOT NULL` : 'TRUE';
  const write = shiftParams(compileChange(plan, schema, { gate, returning: '*' }), read?.params.length ?? 0);
  const written = writtenColumns(plan, schema).map((name) => `${CHANGED}.${identifier(name)}`);
  const seen = [
    ...(read ? [`(SELECT hash FROM ${BEFORE})`] : []),
    ...(written.length > 0 ? [`(SELECT ${hashOf(`ROW(${written.join(', ')})::text`)} FROM ${CHANGED})`] : []),
  ];
  const kept = keep
    ? `(SELECT ${keepImage({
        transaction: keep.transaction,
        verb: verbOf(plan),
        table: relation(plan.table, schema),
        tableVerb: verbOf(plan),
        key: keep.by,
        before: read ? `(SELECT images FROM ${BEFORE})` : "'{}'",
        after: plan.kind === 'delete' ? "'{}'" : afterImages(CHANGED, keep.by),
      })})`
    : 'NULL::text';
  const order = key.length > 0 ? `\nORDER BY ${key.map((name) => `${CHANGED}.${identifier(name)}`).join(', ')}` : '';
  const ctes = [...(read ? [`${BEFORE} AS MATERIALIZED (\n${indent(read.sql)}\n)`] : []), `${CHANGED} AS (\n${indent(write.sql)}\n)`];
  return {
    sql: `WITH ${ctes.join(', ')}\nSELECT count(*) OVER () AS affected,\n  concat_ws(' ', ${seen.join(', ') || "''"}) AS seen,\n  ${kept} AS kept,\n  ${CHANGED}.*\nFROM ${CHANGED}${order}\nLIMIT ${limit}`,
    params: [...(read?.params ?? []), ...write.params],
  };
}

export const verbOf = (plan: Insert | Update | Delete): WriteVerb =>
  plan.kind === 'insert' && plan.onConflict?.action === 'update' ? 'upsert' : plan.kind;

const BEFORE = 'svc_before';
const CHANGED = 'svc_changed';

/** The stored rows that the write is about, one `image` each, as they are before it; null for an insert that meets none. */
export function rowsBefore(plan: Insert | Update | Delete, schema: Schema, locks: boolean): Statement | null {
  const columns = `${imageOf(identifier(plan.table))} AS image`;
  if (plan.kind === 'insert') {
    const where = overwritten(plan);
    return where && compileRowsOf({ kind: 'delete', table: plan.table, where }, schema, { columns, tail: '' });
  }
  const lock = plan.kind === 'delete' ? 'UPDATE' : 'NO KEY UPDATE';
  const rows: Delete = { kind: 'delete', table: plan.table, ...(plan.where ? { where: plan.where } : {}) };
  return compileRowsOf(rows, schema, { columns, tail: locks ? `\nFOR ${lock}` : '' });
}

/** The rows that an upsert would write over: those that have the key of one of its rows. */
export function overwritten({ table, columns, rows, query, onConflict }: Insert): Expr | null {
  if (onConflict?.action !== 'update') return null;
  const same = onConflict.columns.map(
    (name): Expr => ({ kind: 'compare', op: '=', left: column(WRITTEN, name), right: column(table, name) }),
  );
  const one = { expr: { kind: 'literal', value: 1, type: 'integer' } as const, as: 'one' };
  const source: Select['from'] = query
    ? { kind: 'derived', query: renamed(query, columns), as: WRITTEN }
    : { kind: 'values', rows, columns, as: WRITTEN };
  return { kind: 'exists', query: { kind: 'select', columns: [one], from: source, where: { kind: 'and', args: same } } };
}

const WRITTEN = 'svc_written';

/** A query's columns under the names of the columns that they are inserted into. */
const renamed = (query: NonNullable<Insert['query']>, columns: readonly string[]): NonNullable<Insert['query']> =>
  query.kind === 'select'
    ? { ...query, columns: query.columns.map((each, index) => ({ ...each, as: columns[index] ?? each.as })) }
    : { ...query, left: renamed(query.left, columns), right: renamed(query.right, columns) };

/** Columns whose new values the plan alone decides, so that they are the same whenever it runs. */
function writtenColumns(plan: Insert | Update | Delete, schema: Schema): string[] {
  if (plan.kind === 'delete') return [];
  if (plan.kind === 'update') return plan.set.filter(({ value }) => isFixed(value)).map(({ column: name }) => name);
  const known = new Set(findTable(schema, plan.table).columns.map(({ name }) => name));
  if (plan.query) return isFixed(plan.query) ? plan.columns.filter((name) => known.has(name)) : [];
  return plan.columns.filter((_name, index) => plan.rows.every((row) => isFixed(row[index])));
}

/** Whether it gives the same whenever it is asked. */
export function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if ('kind' in value && value.kind === 'call' && 'fn' in value && CHANGING.has(String(value.fn))) return false;
  return Object.values(value).every(isFixed);
}

/** `age` of one argument counts from today. */
const CHANGING: ReadonlySet<string> = new Set(['now', 'today', 'random', 'age']);

/** Numbers its parameters from `by` + 1, so that it can stand after a statement that has `by` of them. */
export const shiftParams = ({ sql, params }: Statement, by: number): Statement => ({
  // A name in quotes may hold what looks like a parameter.
  sql: sql.replace(/"(?:[^"]|"")*"|\$(\d+)/g, (whole: string, number: string | undefined) => (number ? `$${Number(number) + by}` : whole)),
  params,
});

const indent = (sql: string): string => sql.replaceAll(/^/gm, '  ');
const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
