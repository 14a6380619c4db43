import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { AppliedWrite, PreviewResult, Rows, Statement } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { previewStatements } from './preview-statements.ts';
import { SEEN_COLUMNS } from './seen-write.ts';

type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/**
 * Runs the write itself inside the caller's open transaction and says what it did; the caller rolls back.
 * Counts and samples are therefore what the write does, triggers and constraints included, not an estimate.
 */
export async function preview(plan: Insert | Update | Delete, schema: Schema, run: Run): Promise<PreviewResult> {
  const { before, write, key, cascades } = previewStatements(plan, schema);
  const beforeRows = before ? records(await run(before, LIMITS.previewSampleRows)) : [];
  const countsBefore = await countAll(cascades, run);
  const changed = changedRows(await run(write, LIMITS.previewSampleRows));
  const countsAfter = await countAll(
    cascades.filter(({ mode }) => mode === 'difference'),
    run,
  );
  const counted = cascades.map(({ table, mode }) => ({
    table,
    rows:
      (countsBefore.get(table) ?? 0) -
      (mode === 'matching' ? 0 : (countsAfter.get(table) ?? 0) + (table === plan.table ? changed.affected : 0)),
  }));
  return {
    affectedRows: changed.affected,
    cascades: counted.filter(({ rows }) => rows > 0),
    sample: sampleOf(plan, beforeRows, records(changed.rows), key),
    seen: changed.seen,
  };
}

/** The same write for good: `seen` says whether it wrote what the preview showed. */
export async function apply(plan: Insert | Update | Delete, schema: Schema, run: Run): Promise<AppliedWrite> {
  const changed = changedRows(
    await run(previewStatements(plan, schema, { sampleRows: LIMITS.jsonRowsDefault + 1, locks: true }).write, LIMITS.jsonRowsDefault),
  );
  return {
    rows: { ...changed.rows, affected: changed.affected },
    statement: compilePostgres(plan, schema),
    seen: changed.seen,
  };
}

interface Changed {
  readonly affected: number;
  readonly seen: string;
  readonly rows: Rows;
}

/** Takes the two columns of ours off. */
function changedRows({ columns, rows, truncated }: Rows): Changed {
  const [affected, seen] = rows[0] ?? [0, ''];
  return {
    affected: Number(affected),
    seen: String(seen),
    rows: { columns: columns.slice(SEEN_COLUMNS), rows: rows.map((row) => row.slice(SEEN_COLUMNS)), truncated, affected: null },
  };
}

async function countAll(statements: readonly { table: string; statement: Statement }[], run: Run): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, statement } of statements) counts.set(table, Number((await run(statement, 1)).rows[0]?.[0] ?? 0));
  return counts;
}

type Row = Record<string, unknown>;

function sampleOf(
  plan: Insert | Update | Delete,
  before: readonly Row[],
  after: readonly Row[],
  key: readonly string[],
): { before: Row | null; after: Row | null }[] {
  if (plan.kind === 'insert') return after.map((row) => ({ before: null, after: row }));
  if (plan.kind === 'delete') return before.map((row) => ({ before: row, after: null }));
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const byKey = new Map(after.map((row) => [keyOf(row), row]));
  return before.map((row, index) => ({ before: row, after: (key.length > 0 ? byKey.get(keyOf(row)) : after[index]) ?? null }));
}

const records = ({ columns, rows }: Rows): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
