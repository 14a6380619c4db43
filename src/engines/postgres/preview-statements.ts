import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Expr, Insert, Select, Update } from '../../plan/plan.ts';
import type { ForeignKey, Schema, Table } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { Statement } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { seenWrite } from './seen-write.ts';

export interface CascadeStatement {
  readonly table: string;
  /** One row, one column: a count. */
  readonly statement: Statement;
  /**
   * `matching`: run before the write, the count is the answer. `difference`: tables that point at each other in a
   * circle are counted whole; run before and after the write, subtract, and take away the rows that the write itself
   * deleted when `table` is the plan's own.
   */
  readonly mode: 'matching' | 'difference';
}

/** What a preview runs, in this order and inside one transaction that is rolled back. */
export interface PreviewStatements {
  /** The first rows that match, as they are, ordered by `key`. Null for an insert. */
  readonly before: Statement | null;
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
  { sampleRows = LIMITS.previewSampleRows, locks = false }: { readonly sampleRows?: number; readonly locks?: boolean } = {},
): PreviewStatements {
  const table = findTable(schema, plan.table);
  const set = plan.kind === 'update' ? plan.set.map(({ column }) => column) : [];
  const key = table.primaryKey.some((column) => set.includes(column)) ? [] : table.primaryKey;
  return {
    before: plan.kind === 'insert' ? null : compilePostgres(sample(plan, table, key, sampleRows), schema),
    // Samples need every column, whatever the write was to give back.
    write: seenWrite(plan, schema, { key, limit: sampleRows, locks }),
    key,
    cascades: plan.kind === 'delete' ? cascades(plan, schema) : [],
  };
}

function sample(plan: Update | Delete, table: Table, key: readonly string[], limit: number): Select {
  return {
    kind: 'select',
    columns: table.columns.map(({ name }) => ({ expr: column(table.name, name), as: name })),
    from: { kind: 'table', table: table.name, as: table.name },
    ...(plan.where ? { where: plan.where } : {}),
    orderBy: key.map((name) => ({ expr: column(table.name, name), direction: 'asc', nulls: 'last' })),
    limit,
  };
}

/** Every table that would lose rows, whole transitive closure, in breadth-first order. */
function cascades(plan: Delete, schema: Schema): CascadeStatement[] {
  const children = (parent: string): { table: Table; key: ForeignKey }[] =>
    schema.tables.flatMap((table) =>
      table.foreignKeys.filter((key) => key.onDelete === 'cascade' && key.table === parent).map((key) => ({ table, key })),
    );
  const order = [plan.table];
  for (const parent of order) for (const { table } of children(parent)) if (!order.includes(table.name)) order.push(table.name);
  const circles = circular(order, (name) => children(name).map(({ table }) => table.name));
  const doomed = (name: string): Expr | undefined => {
    if (name === plan.table) return plan.where;
    const ways = order.flatMap((parent) =>
      children(parent)
        .filter(({ table }) => table.name === name)
        .map(({ key }) => pointsAt(name, key, parent, doomed(parent))),
    );
    return ways.length === 1 ? ways[0] : { kind: 'or', args: ways };
  };
  const own = children(plan.table).some(({ table }) => table.name === plan.table) || circles.has(plan.table);
  return order
    .filter((name) => name !== plan.table || own)
    .map((name) => {
      const exact = circles.size === 0;
      const where = exact ? doomed(name) : undefined;
      return { table: name, mode: exact ? 'matching' : 'difference', statement: compilePostgres(count(name, where), schema) };
    });
}

/** Tables that can be reached from themselves. */
function circular(names: readonly string[], next: (name: string) => string[]): Set<string> {
  const reaches = (start: string): boolean => {
    const seen = next(start);
    for (const name of seen) for (const further of next(name)) if (!seen.includes(further)) seen.push(further);
    return seen.includes(start);
  };
  return new Set(names.filter(reaches));
}

function pointsAt(child: string, key: ForeignKey, parent: string, where: Expr | undefined): Expr {
  const same: Expr[] = key.columns.map((name, i) => ({
    kind: 'compare',
    op: '=',
    left: column(parent, key.references[i] ?? ''),
    right: column(child, name),
  }));
  const query: Select = {
    kind: 'select',
    columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'one' }],
    from: { kind: 'table', table: parent, as: parent },
    where: { kind: 'and', args: where ? [...same, where] : same },
  };
  return { kind: 'exists', query };
}

function count(table: string, where: Expr | undefined): Select {
  return {
    kind: 'select',
    columns: [{ expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }, as: 'rows' }],
    from: { kind: 'table', table, as: table },
    ...(where ? { where } : {}),
  };
}

const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
