import { planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Expr } from '../../src/plan/plan.ts';
import type { ValueIndex } from '../../src/plan/planner.ts';
import type { Column, Schema, Table } from '../../src/plan/schema.ts';

/** A column by its type; one that ends in ! may not be empty. */
const column = ([name, said]: [string, string]): Column => ({
  name,
  type: said.replace('!', '') as Column['type'],
  nativeType: said.replace('!', ''),
  ...{ nullable: !said.endsWith('!'), hasDefault: name === 'id', generated: false, comment: null },
});
/** A table with a number of its own and keys of one column. */
export const table = (name: string, columns: Record<string, string>, keys: Record<string, string> = {}): Table => ({
  ...{ name, kind: 'table', comment: null, primaryKey: ['id'], uniques: [], rowEstimate: 10 },
  columns: Object.entries({ id: 'integer!', ...columns }).map(column),
  foreignKeys: Object.entries(keys).map(([from, to]) => ({
    ...{ columns: [from], table: to, references: ['id'], onDelete: 'no action' as const },
  })),
});

/** A write as it was read, on 22 November 2026, in one line. */
export function saidWrite(text: string, schema: Schema, values: ValueIndex): string {
  const made = planWrite({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
  if (made.kind !== 'plan') return made.kind;
  const { plan } = made;
  const one = made.oneRow === undefined ? '' : `, one ${made.oneRow}`;
  if (plan.kind === 'insert')
    return `insert ${plan.table} ${plan.columns.map((name, at) => `${name}=${expr(plan.rows[0]?.[at])}`).join(' ')}`;
  if (plan.kind !== 'update' && plan.kind !== 'delete') return plan.kind;
  const set = plan.kind === 'update' ? ` ${plan.set.map((each) => `${each.column}=${expr(each.value)}`).join(' ')}` : '';
  return `${plan.kind} ${plan.table}${set}${plan.where === undefined ? '' : ` where ${expr(plan.where)}`}${one}`;
}

function expr(made: Expr | undefined): string {
  if (made === undefined) return '';
  if (made.kind === 'literal') return String(made.value);
  if (made.kind === 'column') return made.column;
  if (made.kind === 'compare' || made.kind === 'arithmetic') return `${expr(made.left)}${made.op}${expr(made.right)}`;
  if (made.kind === 'and') return made.args.map(expr).join(' and ');
  if (made.kind === 'or') return `(${made.args.map(expr).join(' or ')})`;
  if (made.kind === 'case')
    return `${made.whens.map(({ when, value }) => `${expr(value)} if ${expr(when)}`).join(', ')} else ${expr(made.else)}`;
  if (made.kind === 'call') return `${made.fn}(${made.args.map(expr).join(', ')})`;
  if (made.kind === 'isNull') return `${expr(made.arg)} is null`;
  if (made.kind === 'not') return `not ${expr(made.arg)}`;
  if (made.kind === 'inQuery') return `${expr(made.arg)} in ${made.query.kind === 'select' ? expr(made.query.where) : ''}`;
  return made.kind === 'scalarQuery' && made.query.kind === 'select' ? `(${expr(made.query.where)})` : made.kind;
}
