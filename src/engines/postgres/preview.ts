import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { Cascade, PreviewResult, Rows, Statement } from '../engine.ts';
import { changedRows } from './changed-rows.ts';
import { type CascadeStatement, previewStatements } from './preview-statements.ts';

type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/**
 * Runs the write itself inside the caller's open transaction and says what it did; the caller rolls back.
 * Counts and samples are therefore what the write does, triggers and constraints included, not an estimate.
 */
export async function preview(plan: Insert | Update | Delete, schema: Schema, run: Run): Promise<PreviewResult> {
  const { before, overwrites, write, key, cascades } = previewStatements(plan, schema);
  const beforeRows = before ? records(await run(before, LIMITS.previewSampleRows)) : [];
  const overwritten = overwrites ? Number((await run(overwrites, 1)).rows[0]?.[0]) : 0;
  const earlier = await countAll(cascades, run);
  const changed = changedRows(await run(write, LIMITS.previewSampleRows));
  const later = await countAll(
    cascades.filter(({ mode }) => mode === 'difference'),
    run,
  );
  const counted = cascades.map((each) => ({
    table: each.table,
    rows:
      (earlier.get(each)?.rows ?? 0) -
      (each.mode === 'matching' ? 0 : (later.get(each)?.rows ?? 0) + (each.table === plan.table ? changed.affected : 0)),
    change: each.change,
  }));
  const reached = counted.filter(({ rows }) => rows > 0);
  return {
    affectedRows: changed.affected,
    cascades: reached,
    triggers: triggersOf(plan, schema, reached),
    sequences: sequencesOf(plan, schema),
    overwritten,
    sample: sampleOf(plan, beforeRows, records(changed.rows), key),
    seen: [changed.seen, ...cascades.filter(({ mode }) => mode === 'matching').map((each) => earlier.get(each)?.hash)].join(' '),
  };
}

interface Counted {
  readonly rows: number;
  /** What the engine gave: a count, with a hash of the rows behind it where there is one. */
  readonly hash: string;
}

async function countAll(statements: readonly CascadeStatement[], run: Run): Promise<Map<CascadeStatement, Counted>> {
  const counts = new Map<CascadeStatement, Counted>();
  for (const each of statements) {
    const hash = String((await run(each.statement, 1)).rows[0]?.[0] ?? 0);
    counts.set(each, { rows: Number(hash.split(':')[0]), hash });
  }
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
  if (plan.kind === 'delete') return before.map((row) => ({ before: row, after: null }));
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  if (plan.kind === 'insert') {
    const stored = new Map(key.length > 0 ? before.map((row) => [keyOf(row), row]) : []);
    return after.map((row) => ({ before: stored.get(keyOf(row)) ?? null, after: row }));
  }
  const byKey = new Map(after.map((row) => [keyOf(row), row]));
  return before.map((row, index) => ({ before: row, after: (key.length > 0 ? byKey.get(keyOf(row)) : after[index]) ?? null }));
}

const records = ({ columns, rows }: Rows): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
