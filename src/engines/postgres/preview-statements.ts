import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Expr, Insert, Select, Update } from '../../plan/plan.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { Cascade, Statement } from '../engine.ts';
import { readReached, setBy } from './apply.ts';
import { compilePostgres, compileRowsOf } from './compile.ts';
import { reachOf } from './reach.ts';
import { overwritten, seenWrite } from './seen-write.ts';

export interface CascadeStatement {
  readonly table: string;
  readonly change: Cascade['change'];
  /** One row, one column: a count, with a hash of the rows behind it when `matching`. */
  readonly statement: Statement;
  /**
   * `matching`: run before the write, the count is the answer. `difference`: where no query can say which rows of a table
   * it is, since tables point at each other in a circle, it is counted whole; run before and after the write, subtract,
   * and take away the rows that the write itself deleted when `table` is the plan's own.
   */
  readonly mode: 'matching' | 'difference';
}

/** What a preview runs, in this order and inside one transaction that is rolled back. */
export interface PreviewStatements {
  /** The first rows that match, as they are, ordered by `key`; of an insert, those that it writes over. Null where it writes over none. */
  readonly before: Statement | null;
  /** Of an insert: how many those are. */
  readonly overwrites: Statement | null;
  /** As `seenWrite` gives it. */
  readonly write: Statement;
  /** Columns that pair a row before with the same row after; empty when there are none that stay the same. */
  readonly key: readonly string[];
  readonly cascades: readonly CascadeStatement[];
}

/** Statements for previewing a write. Faults as `compilePostgres`. */
export function previewStatements(
  plan: Insert | Update | Delete,
  schema: Schema,
  { sampleRows = LIMITS.previewSampleRows }: { readonly sampleRows?: number } = {},
): PreviewStatements {
  const table = findTable(schema, plan.table);
  const set = setBy(plan);
  const rows = rowsOf(plan);
  const key = table.primaryKey.some((column) => set.includes(column)) ? [] : table.primaryKey;
  return {
    before: rows && compilePostgres(sample(rows, table, key, sampleRows), schema),
    overwrites: plan.kind === 'insert' && rows ? compileRowsOf(rows, schema, { columns: 'count(*)', tail: '' }) : null,
    // Samples need every column, whatever the write was to give back.
    write: seenWrite(plan, schema, { key, limit: sampleRows, locks: false }),
    key,
    cascades: cascades(plan, schema),
  };
}

/** Those that are there before the write, and not as they are after it. */
function rowsOf(plan: Insert | Update | Delete): Delete | null {
  const where = plan.kind === 'insert' ? overwritten(plan) : plan.where;
  if (plan.kind === 'insert' && where === null) return null;
  return { kind: 'delete', table: plan.table, ...(where ? { where } : {}) };
}

function sample(plan: Delete, table: Table, key: readonly string[], limit: number): Select {
  return {
    kind: 'select',
    columns: table.columns.map(({ name }) => ({ expr: column(table.name, name), as: name })),
    from: { kind: 'table', table: table.name, as: table.name },
    ...(plan.where ? { where: plan.where } : {}),
    orderBy: key.map((name) => ({ expr: column(table.name, name), direction: 'asc', nulls: 'last' })),
    limit,
  };
}

/** Counts of what the write reaches by keys. */
const cascades = (plan: Insert | Update | Delete, schema: Schema): CascadeStatement[] =>
  reachOf(plan, schema).map((reached) => {
    const { table, change } = reached;
    const matching = readReached(reached, plan, schema, null);
    if (matching) return { table, change, mode: 'matching', statement: matching };
    return { table, change, mode: 'difference', statement: compilePostgres(count(table), schema) };
  });

function count(table: string): Select {
  return {
    kind: 'select',
    columns: [{ expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }, as: 'rows' }],
    from: { kind: 'table', table, as: table },
  };
}

const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
