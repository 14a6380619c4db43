import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { CallersWrite, KeptRun, Rows, Statement, WriteTransaction } from '../engine.ts';
import { readAfterwards, readReached, refusalOf, setBy } from './apply.ts';
import { compilePostgres, compileRowsOf } from './compile.ts';
import { afterOf, beforeImages, keepImage, keyOf, refuseUndo } from './images.ts';
import { identifier } from './quote.ts';
import { type Reached, reachOf } from './reach.ts';
import { rowsBefore, verbOf } from './seen-write.ts';

/**
 * Runs a caller's own statement, and keeps what it replaces as far as a plan can tell which rows it is about. These are
 * locked and read before it; where it then meets others, because another write came between, it is not kept.
 */
export async function runKept(transaction: WriteTransaction, schema: Schema, write: CallersWrite, maxRows: number): Promise<KeptRun> {
  const { statement, written } = write;
  if (written === null) return await runUnkept(transaction, write, maxRows, 'Which rows it was about cannot be told from its SQL.');
  const { plan, alias, returns } = written;
  const reached = reachOf(plan, schema);
  const refusal =
    refusalOf(plan, schema, reached) ?? ((await isTooLarge(transaction, plan, schema)) ? 'It changed more than is kept.' : null);
  if (refusal !== null) return await runUnkept(transaction, write, maxRows, refusal);

  const key = keyOf(findTable(schema, plan.table), setBy(plan));
  const met = await keepBefore(transaction, plan, schema, key);
  await keepReached(transaction, plan, schema, reached);
  const { rows, affected, kept } = await runWrapped(transaction, { plan, alias, returns, statement, key }, maxRows);
  if (affected === 0) return { rows, notUndoable: kept };
  if (plan.kind !== 'insert' && met !== affected)
    return { rows, notUndoable: await refuseUndo(transaction, verbOf(plan), 'Another write changed the same rows at the same moment.') };
  if (kept === null)
    for (const each of reached)
      if (each.change !== 'deleted') await transaction.run(readAfterwards(each, plan, schema, transaction), 1, null);
  return { rows, notUndoable: kept };
}

async function runUnkept(
  transaction: WriteTransaction,
  { statement, written, verb }: CallersWrite,
  maxRows: number,
  reason: string,
): Promise<KeptRun> {
  const rows = await transaction.run(statement, maxRows);
  if (rows.affected === 0) return { rows, notUndoable: null };
  return { rows, notUndoable: await refuseUndo(transaction, written ? verbOf(written.plan) : verb, reason) };
}

/** Looked at before anything is gathered, so that a large statement runs as it would alone. */
async function isTooLarge({ run }: WriteTransaction, plan: Insert | Update | Delete, schema: Schema): Promise<boolean> {
  if (plan.kind === 'insert' && !plan.query) return false;
  const rows: Statement =
    plan.kind === 'insert' && plan.query
      ? compilePostgres(plan.query, schema)
      : compileRowsOf(
          { kind: 'delete', table: plan.table, ...(plan.kind !== 'insert' && plan.where ? { where: plan.where } : {}) },
          schema,
          { columns: '*', tail: '' },
        );
  const sql = `SELECT count(*), coalesce(sum(pg_column_size(found.*)), 0) FROM (SELECT * FROM (\n${rows.sql}\n) AS every LIMIT ${LIMITS.undoRows + 1}) AS found`;
  const [count, bytes] = (await run({ sql, params: rows.params }, 1)).rows[0] ?? [];
  return Number(count) > LIMITS.undoRows || Number(bytes) > LIMITS.undoBytes;
}

/** How many rows were there. */
async function keepBefore(
  transaction: WriteTransaction,
  plan: Insert | Update | Delete,
  schema: Schema,
  key: readonly string[],
): Promise<number> {
  const rows = rowsBefore(plan, schema, true);
  if (!rows) return 0;
  const locked = plan.kind === 'insert' ? `${rows.sql}\nFOR UPDATE` : rows.sql;
  const kept = keepImage({
    transaction,
    verb: verbOf(plan),
    table: plan.table,
    tableVerb: verbOf(plan),
    key,
    before: 'images',
    after: "'{}'",
  });
  const sql = `SELECT hash, CASE WHEN hash LIKE '0:%' THEN NULL ELSE ${kept} END FROM (\n${beforeImages(locked, true)}\n) AS before`;
  return Number(String((await transaction.run({ sql, params: rows.params }, 1, null)).rows[0]?.[0]).split(':')[0]);
}

async function keepReached(
  transaction: WriteTransaction,
  plan: Insert | Update | Delete,
  schema: Schema,
  reached: readonly Reached[],
): Promise<void> {
  for (const each of reached) {
    const statement = readReached(each, plan, schema, transaction);
    if (statement) await transaction.run(statement, 1, null);
  }
}

interface Wrapped {
  readonly plan: Insert | Update | Delete;
  readonly alias: string;
  readonly returns: readonly string[];
  readonly statement: Statement;
  readonly key: readonly string[];
}

/** The caller's text as it is, with one more thing given back. */
async function runWrapped(
  transaction: WriteTransaction,
  { plan, alias, returns, statement, key }: Wrapped,
  maxRows: number,
): Promise<{ rows: Rows; affected: number; kept: string | null }> {
  const names = returns.map((_name, index) => `v${index}`);
  const head = `WITH svc_changed(${[...names, 'svc_after'].join(', ')}) AS (\n`;
  const given = plan.kind === 'delete' ? 'NULL::text' : afterOf(identifier(alias), key);
  const after = plan.kind === 'delete' ? "'{}'" : `(SELECT coalesce(array_agg(svc_after), '{}') FROM svc_changed)`;
  const kept = keepImage({ transaction, verb: verbOf(plan), table: plan.table, tableVerb: verbOf(plan), key, before: "'{}'", after });
  const facts = `(SELECT count(*) FROM svc_changed), CASE WHEN EXISTS (SELECT FROM svc_changed) THEN ${kept} END`;
  const shown = names.map((name, index) => `, ${name} AS ${identifier(returns[index] || 'column')}`).join('');
  const body = `${statement.sql}\n${names.length > 0 ? ',' : 'RETURNING'} ${given})`;
  const sql = `${head}${body}\nSELECT ${names.length > 0 ? `facts.*${shown} FROM (SELECT ${facts}) AS facts, svc_changed LIMIT ${maxRows + 1}` : facts}`;
  let found: Rows;
  try {
    found = await transaction.run({ sql, params: statement.params }, Math.max(maxRows, 1), statement.sql);
  } catch (error) {
    throw asInTheirText(error, head.length);
  }
  const [affected = 0, reason = null] = found.rows[0] ?? [];
  const rows = names.length > 0 ? found.rows.slice(0, maxRows).map((row) => row.slice(2)) : [];
  return {
    rows: { columns: found.columns.slice(2), rows, truncated: names.length > 0 && found.truncated, affected: Number(affected) },
    affected: Number(affected),
    kept: reason as string | null,
  };
}

/** Positions count from the beginning of what the caller wrote. */
function asInTheirText(error: unknown, headLength: number): unknown {
  const { position } = (error ?? {}) as { position?: unknown };
  const place = Number(position) - headLength;
  if (place > 0 && error instanceof Error) Object.assign(error, { position: String(place) });
  return error;
}
