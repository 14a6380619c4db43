import type { Insert } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import type { Table } from '../../schema.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { insertable, type Row } from './row.ts';
import { readRows } from './rows.ts';
import { insertTable } from './target.ts';

/** "add a coffee bean named Yirgacheffe with price 18.5", "insert 'x' into t with 5 for rating", several rows too. */
export function readInsert(reader: WriteReader, verbAt: number): Outcome {
  const target = insertTable(reader, verbAt);
  const rows = readRows(reader, target, verbAt);
  reader.settle();
  const plan = planOf(target.what, rows);
  return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
}

/** The insert of rows that all give the same columns; declines one that a required column is missing from. */
export function planOf(table: Table, rows: readonly Row[]): Insert {
  const columns = table.columns.filter((column) => rows[0]?.values.has(column.name));
  if (columns.length === 0) throw new Declined(`Say what to put into ${table.name}: "with ${insertable(table)[0]?.name ?? 'name'} …".`);
  for (const column of table.columns) {
    if (column.nullable || column.hasDefault || column.generated || columns.includes(column)) continue;
    throw new Declined(`A row of ${table.name} needs a ${column.name.replaceAll('_', ' ')}.`);
  }
  return {
    kind: 'insert',
    table: table.name,
    columns: columns.map((column) => column.name),
    rows: rows.map((row) => columns.map((column) => row.values.get(column.name) ?? { kind: 'literal', value: null, type: 'null' })),
  };
}
