import { describe, expect, it } from 'vitest';
import { contradictionIn } from '../../src/plan/contradiction.ts';
import type { Expr, Plan } from '../../src/plan/plan.ts';
import type { ScalarType } from '../../src/plan/schema.ts';

type Literal = Extract<Expr, { kind: 'literal' }>;
type Op = Extract<Expr, { kind: 'compare' }>['op'];

const column = (name: string): Expr => ({ kind: 'column', table: 'orders', column: name });
const literal = (value: Literal['value'], type: ScalarType): Literal => ({ kind: 'literal', value, type });
const total = (op: Op, value: number): Expr => ({ kind: 'compare', op, left: column('total'), right: literal(value, 'decimal') });
const placed = (op: Op, day: string): Expr => ({ kind: 'compare', op, left: column('placed_at'), right: literal(day, 'timestamp') });
const status = (value: string): Expr => ({ kind: 'compare', op: '=', left: column('status'), right: literal(value, 'text') });
const and = (...args: Expr[]): Expr => ({ kind: 'and', args });
const or = (...args: Expr[]): Expr => ({ kind: 'or', args });

const select = (where: Expr): Plan => ({
  kind: 'select',
  columns: [{ expr: { kind: 'star' }, as: 'all' }],
  from: { kind: 'table', table: 'orders', as: 'orders' },
  where,
});

describe('conditions that exclude each other', () => {
  it.each<[Expr, string]>([
    [
      and({ kind: 'isNull', arg: column('placed_at') }, placed('>=', '2021-01-01')),
      'placed at cannot be empty and from 2021-01-01 at once.',
    ],
    [and(placed('>=', '2021-01-01'), placed('<', '2010-01-01')), 'placed at cannot be from 2021-01-01 and before 2010-01-01 at once.'],
    [
      and(placed('>=', '2021-01-01 00:00:00'), placed('<', '2021-01-01')),
      'placed at cannot be from 2021-01-01 and before 2021-01-01 at once.',
    ],
    [and(status('new'), or(status('paid'), status('sent'))), 'status cannot be new and paid or sent at once.'],
    [and(total('>', 30), total('<', 10)), 'total cannot be above 30 and below 10 at once.'],
    [and(total('>=', 10), and(total('>', 5), total('<', 10))), 'total cannot be at least 10 and below 10 at once.'],
    [and(total('=', 10), total('<=', 9)), 'total cannot be 10 and at most 9 at once.'],
    [
      { kind: 'between', arg: column('total'), low: literal(50, 'decimal'), high: literal(10, 'decimal') },
      'total cannot be at least 50 and at most 10 at once.',
    ],
    [and(status('open'), status('shipped')), 'status cannot be shipped and open at once.'],
  ])('%#: %s', (where, reason) => {
    expect(contradictionIn(select(where))).toBe(reason);
    expect(contradictionIn({ kind: 'delete', table: 'orders', where })).toBe(reason);
  });

  it('are found in a subquery too', () => {
    const inner = select(and(total('>', 30), total('<', 10)));
    if (inner.kind !== 'select') throw new Error('not a query');
    expect(contradictionIn(select({ kind: 'exists', query: inner }))).toContain('total');
  });

  it.each<[string, Expr]>([
    ['a range', and(total('>=', 10), total('<=', 10))],
    ['one of two', or(total('>', 30), total('<', 10))],
    ['two columns', and(total('>', 30), placed('<', '2010-01-01'))],
    ['texts in order', and({ kind: 'compare', op: '>', left: column('status'), right: literal('b', 'text') }, status('a'))],
    ['the same twice', and(status('open'), status('open'))],
    ['numbers as text', and(total('>', 9), total('<', 10))],
  ])('are not seen in %s', (_, where) => expect(contradictionIn(select(where))).toBeNull());
});
