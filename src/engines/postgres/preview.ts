import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { AppliedWrite, Cascade, PreviewResult, Rows, Statement } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { type CascadeStatement, previewStatements } from './preview-statements.ts';
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
  const counted = cascades.map((each) => ({
    table: each.table,
    rows:
      (countsBefore.get(each) ?? 0) -
      (each.mode === 'matching' ? 0 : (countsAfter.get(each) ?? 0) + (each.table === plan.table ? changed.affected : 0)),
    change: each.change,
  }));
  const reached = counted.filter(({ rows }) => rows > 0);
  return {
    affectedRows: changed.affected,
    cascades: reached,
    triggers: triggersOf(plan, schema, reached),
    sequences: sequencesOf(plan, schema),
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

async function countAll(statements: readonly CascadeStatement[], run: Run): Promise<Map<CascadeStatement, number>> {
  const counts = new Map<CascadeStatement, number>();
  for (const each of statements) counts.set(each, Number((await run(each.statement, 1)).rows[0]?.[0] ?? 0));
  return counts;
}

/** An upsert fires what is there for its update too. */
function triggersOf(plan: Insert | Update | Delete, schema: Schema, reached: readonly Cascade[]): PreviewResult['triggers'] {
  const written = [
    { table: plan.table, verb: plan.kind },
    ...(plan.kind === 'insert' && plan.onConflict?.action === 'update' ? [{ table: plan.table, verb: 'update' as const }] : []),
    ...reached.map(({ table, change }) => ({ table, verb: change === 'deleted' ? ('delete' as const) : ('update' as const) })),
  ];
  const names = written.flatMap(({ table, verb }) =>
    (findTable(schema, table).triggers ?? []).filter(({ on }) => on.includes(verb)).map(({ name }) => JSON.stringify([table, name])),
  );
  return [...new Set(names)].map((name) => {
    const [table = '', trigger = ''] = JSON.parse(name) as string[];
    return { table, name: trigger };
  });
}

/** Those of the columns that an insert leaves to their defaults. */
const sequencesOf = (plan: Insert | Update | Delete, schema: Schema): string[] =>
  plan.kind !== 'insert'
    ? []
    : findTable(schema, plan.table).columns.flatMap(({ name, sequence }) =>
        sequence === undefined || plan.columns.includes(name) ? [] : [sequence],
      );

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
