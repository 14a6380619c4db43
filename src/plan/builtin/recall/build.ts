import type { Expr, OrderItem, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import type { Schema } from '../../schema.ts';
import type { Period } from '../english/dates/periods.ts';
import { momentCompare } from '../linking/expressions.ts';

/** Pieces of the plans that questions to an agent memory become. Tables are known by their own names. */
export const answer = (plan: Select, assumptions: readonly (string | null)[]): Outcome => ({
  kind: 'plan',
  plan,
  confidence: null,
  assumptions: assumptions.filter((note) => note !== null),
});

export const selected = (table: string, names: readonly string[]): Select => ({
  kind: 'select',
  columns: names.map((name) => ({ expr: column(table, name), as: name })),
  from: { kind: 'table', table, as: table },
});

/** The same with these conditions, all of which hold; none are no condition. */
export const where = (select: Select, conditions: readonly Expr[]): Select =>
  conditions.length === 0 ? select : { ...select, where: all(conditions) };

export const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
export const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
export const all = (args: readonly Expr[]): Expr => (args.length === 1 && args[0] ? args[0] : { kind: 'and', args: [...args] });
export const counted = (arg: Expr = { kind: 'star' }, distinct = false): Expr => ({
  kind: 'aggregate',
  fn: 'count',
  arg,
  ...(distinct ? { distinct } : {}),
});
export const by = (table: string, name: string, direction: OrderItem['direction']): OrderItem => ({
  expr: column(table, name),
  direction,
  nulls: 'last',
});

export const equals = (table: string, name: string, value: string): Expr => ({
  kind: 'compare',
  op: '=',
  left: column(table, name),
  right: text(value),
});

export const oneOf = (table: string, name: string, values: readonly string[]): Expr =>
  values.length === 1 && values[0] !== undefined
    ? equals(table, name, values[0])
    : { kind: 'in', arg: column(table, name), list: values.map(text) };

/** A moment of a row that lies in the period. */
export function within(table: string, name: string, period: Period | null, schema: Schema): Expr[] {
  const known = columnOf(table, name, schema);
  if (period === null || known === undefined) return [];
  const { op, from, to } = period;
  const left = column(table, name);
  if (op !== 'between') return [momentCompare(left, op, from, known)];
  return [{ kind: 'and', args: [momentCompare(left, '>=', from, known), momentCompare(left, '<=', to ?? from, known)] }];
}

/**
 * What held at some time of the stretch: it began before the end of it, and had not ended before it began. A stretch without an end, or a beginning, has one of
 * the two conditions. Null for what is no stretch.
 */
export function held({ op, from, to = from }: Period, schema: Schema): Expr[] | null {
  const table = 'fact_history';
  const [begins, ends] = ['valid_from', 'valid_to'].map((name) => columnOf(table, name, schema));
  if (op === '<>' || begins === undefined || ends === undefined) return null;
  const [since, until] = [column(table, 'valid_from'), column(table, 'valid_to')];
  const lasts = (over: '>' | '>='): Expr => ({
    kind: 'or',
    args: [{ kind: 'isNull', arg: until }, momentCompare(until, over, from, ends)],
  });
  if (op === '<' || op === '<=') return [momentCompare(since, op, from, begins)];
  if (op === '>' || op === '>=') return [lasts(op)];
  return [momentCompare(since, '<=', to, begins), lasts('>=')];
}

const columnOf = (table: string, name: string, schema: Schema) =>
  schema.tables.find((one) => one.name === table)?.columns.find((one) => one.name === name);

export const notesOf = (period: Period | null): (string | null)[] => [period?.from.assumption ?? null, period?.to?.assumption ?? null];
