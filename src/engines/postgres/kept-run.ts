import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { CallersWrite, KeptRun, Rows, Statement, WriteTransaction } from '../engine.ts';
import { lockCircle, MET_OTHERS, metOthers, readAfterwards, readReached, refusalOf, setBy } from './apply.ts';
import { compileRowsOf } from './compile.ts';
import { afterOf, beforeImages, keepImage, keyOf, refuseUndo } from './images.ts';
import { identifier, relation } from './quote.ts';
import { type Reached, reachOf } from './reach.ts';
import { rowsBefore, verbOf } from './seen-write.ts';

/**
 * Runs a caller's own statement, and keeps what it replaces as far as a plan can tell which rows it is about. These are
 * locked and read before it; where it then meets others, because another write came between, it is not kept.
 */
export async function runKept(transaction: WriteTransaction, schema: Schema, write: CallersWrite, maxRows: number): Promise<KeptRun> {
  const { statement, written } = write;
  await transaction.judge?.(statement);
  if (transaction.unkept !== undefined) return await runUnkept(transaction, write, maxRows, transaction.unkept);
  if (written === null) return await runUnkept(transaction, write, maxRows, 'Which rows it was about cannot be told from its SQL.');
  const { plan, alias, returns } = written;
  const reached = reachOf(plan, schema);
  const refusal = refusalOf(plan, schema, reached) ?? ((await isTooLarge(transaction, plan, schema, statement)) ? TOO_MUCH : null);
  if (refusal !== null) return await runUnkept(transaction, write, maxRows, refusal);

  const key = keyOf(findTable(schema, plan.table), setBy(plan));
  const met = await keepBefore(transaction, plan, schema, key);
  await keepReached(transaction, plan, schema, reached);
  const { rows, affected, kept } = await runWrapped(transaction, schema, { plan, alias, returns, statement, key }, maxRows);
  if (affected === 0) return { rows, notUndoable: kept };
  if (plan.kind !== 'insert' && met !== affected) return { rows, notUndoable: await refuseUndo(transaction, verbOf(plan), MET_OTHERS) };
  if (kept === null && (await metOthers(transaction, plan, schema, key)))
    return { rows, notUndoable: await refuseUndo(transaction, verbOf(plan), MET_OTHERS) };
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
  const rows = await transaction.run(statement, maxRows, statement.sql);
  if (rows.affected === 0) return { rows, notUndoable: null };
  const told =
    reason === TOO_MUCH && written?.plan.kind === 'insert' && (rows.affected ?? 0) <= LIMITS.undoRows ? EXPECTED_TOO_MUCH : reason;
  return { rows, notUndoable: await refuseUndo(transaction, written ? verbOf(written.plan) : verb, told) };
}

const TOO_MUCH = 'It changed more than is kept.';
const EXPECTED_TOO_MUCH = 'It was expected to change more than is kept.';

/**
 * Looked at before anything is gathered, so that a large statement runs as it would alone. The query of an insert is run
 * once, by the insert: what is too much is seen from its rows, and what is far too much from the engine's estimate.
 */
async function isTooLarge(
  { run }: WriteTransaction,
  plan: Insert | Update | Delete,
  schema: Schema,
  statement: Statement,
): Promise<boolean> {
  if (plan.kind === 'insert') return plan.query !== undefined && (await estimated(run, statement)) > ESTIMATE_SLACK * LIMITS.undoRows;
  const rows = compileRowsOf({ kind: 'delete', table: plan.table, ...(plan.where ? { where: plan.where } : {}) }, schema, {
    columns: '*',
    tail: '',
  });
  const sql = `SELECT count(*), coalesce(sum(pg_column_size(found.*)), 0) FROM (SELECT * FROM (\n${rows.sql}\n) AS every LIMIT ${LIMITS.undoRows + 1}) AS found`;
  const [count, bytes] = (await run({ sql, params: rows.params }, 1)).rows[0] ?? [];
  return Number(count) > LIMITS.undoRows || Number(bytes) > LIMITS.undoBytes;
}

/** An estimate may be wrong by so much before what is gathered for nothing is felt. */
const ESTIMATE_SLACK = 10;

/** Rows that the query of an insert gives, by the engine's plan, in whose second line it stands. */
async function estimated(run: WriteTransaction['run'], { sql, params }: Statement): Promise<number> {
  const { rows } = await run({ sql: `EXPLAIN ${sql}`, params }, 2, null);
  return Number(/ rows=(\d+)/.exec(String(rows[1]?.[0]))?.[1] ?? 0);
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
    table: relation(plan.table, schema),
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
  const checkSettled = await lockCircle(transaction, plan, schema, reached);
  for (const each of reached) {
    const statement = readReached(each, plan, schema, transaction);
    if (statement) checkSettled(each, String((await transaction.run(statement, 1, null)).rows[0]?.[0]));
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
  schema: Schema,
  { plan, alias, returns, statement, key }: Wrapped,
  maxRows: number,
): Promise<{ rows: Rows; affected: number; kept: string | null }> {
  const names = returns.map((_name, index) => `v${index}`);
  const head = `WITH svc_changed(${[...names, 'svc_after'].join(', ')}) AS (\n`;
  const given = plan.kind === 'delete' ? 'NULL::text' : afterOf(identifier(alias), key);
  const after =
    plan.kind === 'delete'
      ? "'{}'"
      : `(SELECT CASE WHEN count(*) <= ${LIMITS.undoRows} THEN coalesce(array_agg(svc_after) FILTER (WHERE svc_place <= ${LIMITS.undoRows}), '{}') END FROM (SELECT svc_after, row_number() OVER () AS svc_place FROM svc_changed) AS placed)`;
  const kept = keepImage({
    transaction,
    verb: verbOf(plan),
    table: relation(plan.table, schema),
    tableVerb: verbOf(plan),
    key,
    before: "'{}'",
    after,
  });
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
    rows: {
      columns: found.columns.slice(2),
      rows,
      truncated: names.length > 0 && (found.truncated || found.rows.length > maxRows),
      affected: Number(affected),
    },
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
