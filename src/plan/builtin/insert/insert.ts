import type { Insert } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { insertable } from './row.ts';
import { readRows } from './rows.ts';
import { insertTable } from './target.ts';

/** "add a coffee bean named Yirgacheffe with price 18.5", "insert 'x' into t with 5 for rating", several rows too. */
export function readInsert(reader: WriteReader, verbAt: number): Outcome {
  const target = insertTable(reader, verbAt);
  const rows = readRows(reader, target, verbAt);
  reader.settle();
  const columns = target.what.columns.filter((column) => rows[0]?.values.has(column.name));
  if (columns.length === 0)
    throw new Declined(`Say what to put into ${target.what.name}: "with ${insertable(target.what)[0]?.name ?? 'name'} …".`);
  const plan: Insert = {
    kind: 'insert',
    table: target.what.name,
    columns: columns.map((column) => column.name),
    rows: rows.map((row) => columns.map((column) => row.values.get(column.name) ?? { kind: 'literal', value: null, type: 'null' })),
  };
  for (const column of target.what.columns) {
    if (column.nullable || column.hasDefault || column.generated || plan.columns.includes(column.name)) continue;
    throw new Declined(`A row of ${target.what.name} needs a ${column.name.replaceAll('_', ' ')}.`);
  }
  return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
}
