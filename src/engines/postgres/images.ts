import { LIMITS } from '../../contract/limits.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import type { WriteTransaction } from '../engine.ts';
import { identifier, textLiteral } from './quote.ts';

/** What is kept of a table that a write touches, so that the write can be undone; `svc-schema.ts` says how images look. */
export interface Kept {
  readonly transaction: WriteTransaction;
  /** The whole write's. */
  readonly verb: WriteVerb;
  /** The table as SQL names it, schema and all. */
  readonly table: string;
  /** What the engine does to the rows of this table. */
  readonly tableVerb: WriteVerb;
  /** Columns that name a row and that the write leaves alone; empty when there are none. */
  readonly key: readonly string[];
  /** SQL text of type text[]; null there means more than is kept. */
  readonly before: string;
  readonly after: string;
}

export type WriteVerb = 'insert' | 'update' | 'delete' | 'upsert' | 'alter';

/** A call that keeps images, or says in a sentence why the write cannot be undone; null when it can. */
export const keepImage = ({ transaction, verb, table, tableVerb, key, before, after }: Kept): string =>
  `svc.keep_image(${claimOf(transaction)}, ${textLiteral(verb)}, ${textLiteral(table)}, ${textLiteral(tableVerb)}, ARRAY[${key.map(textLiteral).join(', ')}]::text[], ${before}, ${after}, ${TTL}, ${LIMITS.undoDatabaseBytes})`;

/** Notes why a write cannot be undone. */
export async function refuseUndo(transaction: WriteTransaction, verb: WriteVerb, reason: string): Promise<string> {
  if (transaction.unkept !== undefined) return reason;
  const sql = `SELECT svc.keep_write(${claimOf(transaction)}, ${textLiteral(verb)}, ${textLiteral(reason)}, ${TTL})`;
  await transaction.run({ sql, params: [] }, 1, null);
  return reason;
}

/** The three texts by which the service's own functions know whose write this is. */
export const claimOf = ({ once: { scope, key, traceId, part } }: WriteTransaction): string =>
  [scope, key, part === undefined ? traceId : `${traceId}.${part}`].map(textLiteral).join(', ');

export const TTL = `'${LIMITS.undoTtlSeconds} seconds'`;

/** A stored row as text that reads back to the same row. */
export const imageOf = (alias: string): string => `ROW(${alias}.*)::text`;

/** An entry of `after`. */
export const afterOf = (alias: string, key: readonly string[]): string =>
  key.length === 0
    ? `md5(${imageOf(alias)})`
    : `md5(${imageOf(alias)}) || jsonb_build_array(${key.map((name) => `${alias}.${identifier(name)}::text`).join(', ')})::text`;

/**
 * Columns of a select over `locked`, which gives one `image` a row: a hash of all of them, and the images themselves as
 * far as they are kept. The sum of hashes takes no memory however many rows there are, and counts rows that are alike.
 */
export const hashOf = (image: string): string =>
  `concat_ws(':', count(*), sum(('x' || left(md5(${image}), 16))::bit(64)::bigint), sum(('x' || right(md5(${image}), 16))::bit(64)::bigint))`;

export const beforeImages = (locked: string, keep: boolean): string =>
  keep
    ? `SELECT ${hashOf('image')} AS hash, CASE WHEN count(*) <= ${LIMITS.undoRows} AND coalesce(sum(octet_length(image)), 0) <= ${LIMITS.undoBytes}
    THEN coalesce(array_agg(image) FILTER (WHERE place <= ${LIMITS.undoRows} AND size <= ${LIMITS.undoBytes}), '{}') END AS images
FROM (
  SELECT image, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place, sum(octet_length(image)) OVER (ROWS UNBOUNDED PRECEDING) AS size
  FROM (
${indent(locked)}
  ) AS locked
) AS measured`
    : `SELECT ${hashOf('image')} AS hash FROM (\n${indent(locked)}\n) AS locked`;

/** Of the rows of `from`, when they are no more than is kept. */
export const afterImages = (from: string, key: readonly string[]): string =>
  `CASE WHEN (SELECT count(*) FROM ${from}) <= ${LIMITS.undoRows} THEN coalesce((SELECT array_agg(${afterOf(from, key)}) FROM ${from}), '{}') END`;

/** What a write left of a table with a key, `name` in SQL: a hash and the key's columns, `k0` and so on. */
export function keptAfter(transaction: WriteTransaction, table: Table, name: string, key: readonly string[]): string {
  const typeOf = (name: string): string => table.columns.find((column) => column.name === name)?.nativeType ?? 'text';
  const columns = key.map((name, index) => `(substr(one, 33)::jsonb ->> ${index})::${typeOf(name)} AS k${index}`);
  return `SELECT left(one, 32) AS hash, ${columns.join(', ')} FROM svc.kept(${claimOf(transaction)}) AS kept, unnest(kept.after) AS one WHERE kept.table_name = ${textLiteral(name)} OFFSET 0`;
}

/** Columns that name a row and that are not in `set`: the primary key, else another that is never empty. */
export function keyOf(table: Table, set: readonly string[]): readonly string[] {
  const isFilled = (name: string) => table.columns.some((column) => column.name === name && !column.nullable);
  return (
    [table.primaryKey, ...table.uniques].find((key) => key.length > 0 && key.every((name) => isFilled(name) && !set.includes(name))) ?? []
  );
}

export const isReferred = (table: string, schema: Schema): boolean =>
  schema.tables.some(({ foreignKeys }) => foreignKeys.some((key) => key.table === table));

const indent = (sql: string): string => sql.replaceAll(/^/gm, '  ');
