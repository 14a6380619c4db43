import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { AppliedWrite, Statement, WriteTransaction } from '../engine.ts';
import { changedRows } from './changed-rows.ts';
import { rowsInCircle } from './circle.ts';
import { compilePostgres, compileRowsOf } from './compile.ts';
import { afterOf, beforeImages, claimOf, imageOf, isReferred, keepImage, keptAfter, keyOf, refuseUndo } from './images.ts';
import { identifier, relation, textLiteral } from './quote.ts';
import { type Reached, reachOf } from './reach.ts';
import { isFixed, rowsBefore, seenWrite, verbOf } from './seen-write.ts';

/**
 * Runs a plan for good, and keeps what it replaces. Rows that it reaches by keys are locked and read before it, parents
 * first, so that none can come to them meanwhile.
 */
export async function apply(transaction: WriteTransaction, plan: Insert | Update | Delete, schema: Schema): Promise<AppliedWrite> {
  const { run } = transaction;
  const reached = reachOf(plan, schema);
  const table = findTable(schema, plan.table);
  const by = keyOf(table, setBy(plan));
  const refusal = transaction.unkept ?? refusalOf(plan, schema, reached);
  const keep = refusal === null;
  if (reached.length > 0) await lock(transaction, plan, schema);
  const hashes: string[] = [];
  const checkSettled = await lockCircle(transaction, plan, schema, reached);
  for (const each of reached) {
    const statement = readReached(each, plan, schema, keep ? transaction : null);
    if (!statement) continue;
    const hash = String((await run(statement, 1, null)).rows[0]?.[0]);
    checkSettled(each, hash);
    hashes.push(hash);
  }
  const key = keyOf({ ...table, uniques: [] }, setBy(plan));
  const options = { key, limit: LIMITS.jsonRowsDefault + 1, locks: true, keep: keep ? { transaction, by } : null };
  const statement = compilePostgres(plan, schema);
  const changed = changedRows(await run(seenWrite(plan, schema, options), LIMITS.jsonRowsDefault, statement.sql));
  const emptied = keep && changed.kept === null ? reached.filter(({ change }) => change !== 'deleted') : [];
  for (const each of emptied) await run(readAfterwards(each, plan, schema, transaction), 1, null);
  const late = keep && changed.kept === null && (await metOthers(transaction, plan, schema, by)) ? MET_OTHERS : null;
  const found = refusal ?? late;
  if (found !== null) await refuseUndo(transaction, verbOf(plan), found);
  return {
    rows: { ...changed.rows, affected: changed.affected },
    statement,
    notUndoable: found ?? changed.kept,
    seen: [changed.seen, ...hashes].join(' '),
  };
}

export const MET_OTHERS = 'Another write changed the same rows at the same moment.';

/**
 * Whether an upsert wrote over rows that were not there yet when those that it would write over were read. A row that was
 * written over carries the lock that the engine took on it before; one that was added has none.
 */
export async function metOthers(
  transaction: WriteTransaction,
  plan: Insert | Update | Delete,
  schema: Schema,
  key: readonly string[],
): Promise<boolean> {
  if (verbOf(plan) !== 'upsert' || key.length === 0) return false;
  const same = key.map((name, index) => `stored.${identifier(name)} = was.k${index}`).join(' AND ');
  const name = relation(plan.table, schema);
  const after = keptAfter(transaction, findTable(schema, plan.table), name, key);
  const sql = `SELECT (SELECT count(*) FROM ${name} AS stored, (${after}) AS was WHERE ${same} AND stored.xmax::text <> '0'),
  (SELECT count(*) FROM (${storedImages(transaction, name)}) AS met)`;
  const [over, met] = (await transaction.run({ sql, params: [] }, 1, null)).rows[0] ?? [];
  return Number(over) !== Number(met);
}

export const setBy = (plan: Insert | Update | Delete): string[] => {
  if (plan.kind === 'update') return plan.set.map(({ column }) => column);
  return plan.kind === 'insert' && plan.onConflict?.action === 'update' ? plan.onConflict.set.map(({ column }) => column) : [];
};

/** Why a plan's effects could not be put back, as far as the schema tells. */
export function refusalOf(plan: Insert | Update | Delete, schema: Schema, reached: readonly Reached[]): string | null {
  const loose = reached.find(({ where, circle }) => where === null && !circle);
  if (loose) return `It empties keys of rows of ${loose.table} that point at tables which refer to each other in a circle.`;
  const followed = plan.kind === 'update' ? reached[0] : undefined;
  if (followed) return `It changes a key that rows of ${followed.table} follow.`;
  const keyless = reached.find((each) => each.change !== 'deleted' && keyOf(findTable(schema, each.table), []).length === 0);
  if (keyless) return `It empties a key of rows of ${keyless.table}, which has none of its own to find them again by.`;
  if (plan.kind === 'insert' && verbOf(plan) === 'upsert' && !isFixed([plan.rows, plan.query]))
    return 'Its values are other ones each time they are asked for, so that what it wrote over cannot be told.';
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
  { table, change, where, circle }: Reached,
  plan: Insert | Update | Delete,
  schema: Schema,
  transaction: WriteTransaction | null,
): Statement | null {
  const rows = reachedRows({ table, change, where, ...(circle ? { circle } : {}) }, plan, schema, transaction ? '\nFOR UPDATE' : '');
  if (rows === null) return null;
  const read = beforeImages(rows.sql, transaction !== null);
  if (!transaction) return { sql: read, params: rows.params };
  const tableVerb = change === 'deleted' ? 'delete' : 'update';
  const kept = keepImage({
    transaction,
    verb: verbOf(plan),
    table: relation(table, schema),
    tableVerb,
    key: keyOf(findTable(schema, table), []),
    before: 'images',
    after: "'{}'",
  });
  return { sql: `SELECT hash, ${kept} FROM (\n${read}\n) AS before`, params: rows.params };
}

function reachedRows({ table, where, circle }: Reached, plan: Insert | Update | Delete, schema: Schema, tail: string): Statement | null {
  const options = { columns: `${imageOf(identifier(table))} AS image`, tail };
  if (where !== null) return compileRowsOf({ kind: 'delete', table, where }, schema, options);
  return circle && plan.kind === 'delete' ? rowsInCircle(table, circle, plan, schema, options) : null;
}

/**
 * Locks what a write reaches in a circle. There no order of tables keeps rows from coming to those that are not locked
 * yet, so what was found has to be found again once all is locked.
 * @returns a check that it was, to be asked with what was read afterwards. @throws Fault write_conflict
 */
export async function lockCircle(
  { run }: WriteTransaction,
  plan: Insert | Update | Delete,
  schema: Schema,
  reached: readonly Reached[],
): Promise<(each: Reached, hash: string) => void> {
  const found = new Map<string, string>();
  for (const each of reached) {
    const rows = each.circle ? reachedRows(each, plan, schema, '\nFOR UPDATE') : null;
    if (rows) found.set(each.table, String((await run({ sql: beforeImages(rows.sql, false), params: rows.params }, 1, null)).rows[0]?.[0]));
  }
  return ({ table, circle }, hash) => {
    if (circle && found.get(table) !== hash) throw new Fault('write_conflict', { params: { table } });
  };
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
  const name = relation(table, schema);
  const after = `coalesce((SELECT array_agg(${afterOf('stored', key)}) FROM ${name} AS stored JOIN (${storedImages(transaction, name)}) AS was ON ${same}), '{}')`;
  return {
    sql: `SELECT ${keepImage({ transaction, verb: verbOf(plan), table: name, tableVerb: 'update', key, before: "'{}'", after })}`,
    params: [],
  };
}

/** Rows of a table, as SQL names it, as they were: one `image` each of its own type, read once however many of its columns are asked for. */
export const storedImages = (transaction: WriteTransaction, table: string): string =>
  `SELECT one::${table} AS image FROM svc.kept(${claimOf(transaction)}) AS kept, unnest(kept.before) AS one WHERE kept.table_name = ${textLiteral(table)} OFFSET 0`;
