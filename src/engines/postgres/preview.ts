import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { PreviewResult, Rows, Statement } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { previewStatements } from './preview-statements.ts';

type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/** Rows whose keys a preview remembers; beyond it the exact count alone is compared. */
const REMEMBERED_ROWS = 10_000;

/**
 * Runs the write itself inside the caller's open transaction and says what it did; the caller rolls back.
 * Counts and samples are therefore what the write does, triggers and constraints included, not an estimate.
 */
export async function preview(plan: Insert | Update | Delete, schema: Schema, run: Run): Promise<PreviewResult> {
  if (plan.kind === 'insert') return await previewInsert(plan, schema, run);
  const { before, cascades } = previewStatements(plan, schema);
  const key = schema.tables.find((table) => table.name === plan.table)?.primaryKey ?? [];
  const beforeRows = records(await run(before, LIMITS.previewSampleRows));
  const cascadeCounts: { table: string; rows: number }[] = [];
  for (const { table, statement } of cascades) cascadeCounts.push({ table, rows: Number((await run(statement, 1)).rows[0]?.[0] ?? 0) });

  const written = await run(compilePostgres(plan, schema), REMEMBERED_ROWS);
  const changed = records(written);
  const afterByKey = new Map(changed.map((row) => [keyOf(row, key), row]));
  return {
    affectedRows: written.affected ?? changed.length,
    cascades: cascadeCounts.filter(({ rows }) => rows > 0),
    sample: beforeRows.map((row, index) => ({
      before: row,
      after: plan.kind === 'delete' ? null : key.length > 0 ? (afterByKey.get(keyOf(row, key)) ?? null) : (changed[index] ?? null),
    })),
    affectedKeys: affectedKeysOf(written, key),
  };
}

async function previewInsert(plan: Insert, schema: Schema, run: Run): Promise<PreviewResult> {
  const written = await run(compilePostgres(plan, schema), LIMITS.previewSampleRows);
  const sample = records(written).map((row) => ({ before: null, after: row }));
  return { affectedRows: written.affected ?? sample.length, cascades: [], sample, affectedKeys: insertedKeys(written) };
}

/** An insert touches no row that was seen, and generated keys differ from run to run: the count is what is compared. */
const insertedKeys = (written: Rows): string => `inserted:${written.affected}`;

/** The same write for good: `affectedKeys` says whether it touched what the preview showed. */
export async function applyPlan(
  plan: Insert | Update | Delete,
  schema: Schema,
  run: Run,
): Promise<{ rows: Rows; statement: Statement; affectedKeys: string }> {
  const statement = compilePostgres(plan, schema);
  const rows = await run(statement, REMEMBERED_ROWS);
  const key = schema.tables.find((table) => table.name === plan.table)?.primaryKey ?? [];
  return { rows, statement, affectedKeys: plan.kind === 'insert' ? insertedKeys(rows) : affectedKeysOf(rows, key) };
}

/** SHA-256 over the affected rows' keys (whole rows where there is no key), in no order. */
function affectedKeysOf(written: Rows, key: readonly string[]): string {
  const keys = records(written).map((row) => keyOf(row, key));
  return createHash('sha256')
    .update(JSON.stringify([written.affected, keys.sort()]))
    .digest('hex');
}

const keyOf = (row: Record<string, unknown>, key: readonly string[]): string =>
  JSON.stringify(key.length > 0 ? key.map((column) => row[column]) : Object.values(row));

const records = ({ columns, rows }: Rows): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
