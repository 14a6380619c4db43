import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { AppliedWrite, Statement, WriteTransaction } from '../engine.ts';
import { changedRows } from './changed-rows.ts';
import { compilePostgres, compileRowsOf } from './compile.ts';
import { afterOf, beforeImages, claimOf, imageOf, isReferred, keepImage, keyOf, refuseUndo } from './images.ts';
import { identifier, relation, textLiteral } from './quote.ts';
import { type Reached, reachOf } from './reach.ts';
import { rowsBefore, seenWrite, verbOf } from './seen-write.ts';

/**
 * Runs a plan for good, and keeps what it replaces. Rows that it reaches by keys are locked and read before it, parents
 * first, so that none can come to them meanwhile.
 */
export async function apply(transaction: WriteTransaction, plan: Insert | Update | Delete, schema: Schema): Promise<AppliedWrite> {
  const { run } = transaction;
  const reached = reachOf(plan, schema);
  const table = findTable(schema, plan.table);
  const by = keyOf(table, setBy(plan));
  const refusal = refusalOf(plan, schema, reached);
  const keep = refusal === null;
  if (reached.length > 0) await lock(transaction, plan, schema);
  const hashes: string[] = [];
  for (const each of reached) {
    const statement = readReached(each, plan, schema, keep ? transaction : null);
    if (statement) hashes.push(String((await run(statement, 1, null)).rows[0]?.[0]));
  }
  const key = keyOf({ ...table, uniques: [] }, setBy(plan));
  const options = { key, limit: LIMITS.jsonRowsDefault + 1, locks: true, keep: keep ? { transaction, by } : null };
  const statement = compilePostgres(plan, schema);
  const changed = changedRows(await run(seenWrite(plan, schema, options), LIMITS.jsonRowsDefault, statement.sql));
  const emptied = keep && changed.kept === null ? reached.filter(({ change }) => change !== 'deleted') : [];
  for (const each of emptied) await run(readAfterwards(each, plan, schema, transaction), 1, null);
  if (refusal !== null) await refuseUndo(transaction, verbOf(plan), refusal);
  return {
    rows: { ...changed.rows, affected: changed.affected },
    statement,
    notUndoable: refusal ?? changed.kept,
    seen: [changed.seen, ...hashes].join(' '),
  };
}

export const setBy = (plan: Insert | Update | Delete): string[] => {
  if (plan.kind === 'update') return plan.set.map(({ column }) => column);
  return plan.kind === 'insert' && plan.onConflict?.action === 'update' ? plan.onConflict.set.map(({ column }) => column) : [];
};

/** Why a plan's effects could not be put back, as far as the schema tells. */
export function refusalOf(plan: Insert | Update | Delete, schema: Schema, reached: readonly Reached[]): string | null {
  if (reached.some(({ where }) => where === null)) return 'It deletes rows of tables that refer to each other in a circle.';
  const followed = plan.kind === 'update' ? reached[0] : undefined;
  if (followed) return `It changes a key that rows of ${followed.table} follow.`;
  const keyless = reached.find((each) => each.change !== 'deleted' && keyOf(findTable(schema, each.table), []).length === 0);
  if (keyless) return `It empties a key of rows of ${keyless.table}, which has none of its own to find them again by.`;
  const set = setBy(plan);
  if (set.length > 0 && keyOf(findTable(schema, plan.table), set).length === 0 && isReferred(plan.table, schema))
    return `It changes the key of rows of ${plan.table}, and other tables refer to them.`;
  return null;
}

async function lock({ run }: WriteTransaction, plan: Insert | Update | Delete, schema: Schema): Promise<void> {
  const rows = rowsBefore(plan, schema, true);
  if (rows) await run({ sql: `SELECT count(*) FROM (\n${rows.sql}\n) AS locked`, params: rows.params }, 1, null);
}

/** A hash of the rows that a write reaches, which are locked and kept when there is a transaction. */
export function readReached(
  { table, change, where }: Reached,
  plan: Insert | Update | Delete,
  schema: Schema,
  transaction: WriteTransaction | null,
): Statement | null {
  if (where === null) return null;
  const columns = `${imageOf(identifier(table))} AS image`;
  const rows = compileRowsOf({ kind: 'delete', table, where }, schema, { columns, tail: transaction ? '\nFOR UPDATE' : '' });
  const read = beforeImages(rows.sql, transaction !== null);
  if (!transaction) return { sql: read, params: rows.params };
  const tableVerb = change === 'deleted' ? 'delete' : 'update';
  const kept = keepImage({
    transaction,
    verb: verbOf(plan),
    table,
    tableVerb,
    key: keyOf(findTable(schema, table), []),
    before: 'images',
    after: "'{}'",
  });
  return { sql: `SELECT hash, ${kept} FROM (\n${read}\n) AS before`, params: rows.params };
}

/** Keeps how rows are that the write has left in place without their key. */
export function readAfterwards(
  { table }: Reached,
  plan: Insert | Update | Delete,
  schema: Schema,
  transaction: WriteTransaction,
): Statement {
  const key = keyOf(findTable(schema, table), []);
  const same = key.map((name) => `stored.${identifier(name)} = (was.image).${identifier(name)}`).join(' AND ');
  const after = `coalesce((SELECT array_agg(${afterOf('stored', key)}) FROM ${relation(table)} AS stored JOIN (${storedImages(transaction, table)}) AS was ON ${same}), '{}')`;
  return {
    sql: `SELECT ${keepImage({ transaction, verb: verbOf(plan), table, tableVerb: 'update', key, before: "'{}'", after })}`,
    params: [],
  };
}

/** Rows of the table as they were, one `image` each of the table's own type; read once, however many of its columns are asked for. */
export const storedImages = (transaction: WriteTransaction, table: string): string =>
  `SELECT one::${relation(table)} AS image FROM svc.kept(${claimOf(transaction)}) AS kept, unnest(kept.before) AS one WHERE kept.table_name = ${textLiteral(table)} OFFSET 0`;
