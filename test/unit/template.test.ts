import { describe, expect, test } from 'vitest';
import { readAgain, templateOf } from '../../src/ask/template.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Expr, Plan, Select } from '../../src/plan/plan.ts';

const TODAY = '2026-03-04';
const values = buildValueIndex([{ table: 'customers', column: 'city', values: ['Berlin', 'Bob', 'New York'] }]);

const column = (name: string): Expr => ({ kind: 'column', table: 'customers', column: name });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const is = (name: string, right: Expr, op: '=' | '>' = '='): Expr => ({ kind: 'compare', op, left: column(name), right });
const customers = (where: Expr, more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns: [{ expr: column('name'), as: 'name' }],
  from: { kind: 'table', table: 'customers', as: 'customers' },
  where,
  ...more,
});

/** The plan for `again`, when it is answered by what `first` was answered with. */
function asked(first: string, plan: Plan, again: string, today = TODAY): Plan | null {
  const template = templateOf(first, plan, TODAY);
  if (!template) throw new Error('no template');
  return readAgain(template, again, values, today);
}

const berlin = customers(is('city', text('Berlin')));

describe('the same question', () => {
  test.each(['Customers in Berlin', '  customers   in Berlin?', 'CUSTOMERS IN Berlin.'])('%s', (again) => {
    expect(asked('customers in Berlin', berlin, again)).toEqual(berlin);
  });

  test('with another stored value', () => {
    expect(asked('customers in Berlin', berlin, 'customers in New York')).toEqual(customers(is('city', text('New York'))));
  });

  test('with another number, and another limit', () => {
    const top = customers(is('age', whole(30), '>'), { limit: 5 });
    expect(asked('top 5 customers older than 30', top, 'top 8 customers older than 41')).toEqual(
      customers(is('age', whole(41), '>'), { limit: 8 }),
    );
  });

  test('with another quoted text, whatever it is', () => {
    const named = customers(is('name', text('Ann')));
    expect(asked("customers called 'Ann'", named, "customers called 'Xeno'")).toEqual(customers(is('name', text('Xeno'))));
  });
});

describe('another question', () => {
  test.each([
    ['customers in Berlin', 'customers not in Berlin', berlin],
    ['customers in Berlin', 'customers in Berlin older than 30', berlin],
    ['customers in Berlin', 'customers in Atlantis', berlin],
    // The case of a value is part of it.
    ['customers in Bob', 'customers in BOB', customers(is('city', text('Bob')))],
    [
      "customers called 'bob' or 'BOB'",
      "customers called 'BOB' or 'bob'",
      customers({ kind: 'in', arg: column('name'), list: [text('bob'), text('BOB')] }),
    ],
    // Two fives: which is which cannot be told.
    ['top 5 customers older than 5', 'top 5 customers older than 6', customers(is('age', whole(5), '>'), { limit: 5 })],
    ['customers older than 30', 'customers older than 30.5', customers(is('age', whole(30), '>'))],
    ['customers older than 30', 'customers older than -30', customers(is('age', whole(30), '>'))],
  ] as const)('%s / %s', (first, again, plan) => {
    expect(asked(first, plan, again)).toBeNull();
  });
});

test('a plan with days that the question does not name is right on its own day alone', () => {
  const recent = customers({
    kind: 'compare',
    op: '>=',
    left: column('joined'),
    right: { kind: 'literal', value: '2026-02-01', type: 'date' },
  });
  expect(asked('customers since last month', recent, 'customers since last month')).toEqual(recent);
  expect(asked('customers since last month', recent, 'customers since last month', '2026-03-05')).toBeNull();
  expect(asked('customers since 2026-02-01', recent, 'customers since 2026-02-01', '2026-03-05')).toEqual(recent);
  expect(asked('customers since 2026-02-01', recent, 'customers since 2026-02-02', TODAY)).toBeNull();
});

test('text whose case does not fold letter by letter is not kept', () => {
  expect(templateOf('customers in İstanbul', berlin, TODAY)).toBeNull();
});

describe('what only looks the same', () => {
  test("a value of another table's column of the same name", () => {
    const stored = buildValueIndex([
      { table: 'customers', column: 'name', values: ['Ann'] },
      { table: 'products', column: 'name', values: ['Lamp'] },
    ]);
    const template = templateOf('orders of Ann', customers(is('name', text('Ann'))), TODAY);
    expect(template && readAgain(template, 'orders of Ann', stored, TODAY)).not.toBeNull();
    expect(template && readAgain(template, 'orders of Lamp', stored, TODAY)).toBeNull();
  });

  test.each([
    ['the year as a number', whole(2026)],
    ['the month as text', text('2026-02')],
  ])('a plan with %s that the question does not say, a day later', (_name, literal) => {
    const plan = customers(is('since', literal));
    expect(asked('customers since this year', plan, 'customers since this year')).toEqual(plan);
    expect(asked('customers since this year', plan, 'customers since this year', '2027-01-01')).toBeNull();
  });
});
