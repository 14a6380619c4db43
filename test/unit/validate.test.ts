import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/fault.ts';
import type { Expr, Plan, Select } from '../../src/plan/plan.ts';
import { checkPlan, validatePlan } from '../../src/plan/validate.ts';
import { SHOP } from '../support/shop.ts';

const col = (name: string, of = 'coffee_beans'): Expr => ({ kind: 'column', table: of, column: name });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const num = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const compare = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });
const beans = (more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns: [{ expr: col('name'), as: 'name' }],
  from: { kind: 'table', table: 'coffee_beans', as: 'coffee_beans' },
  ...more,
});

function refusal(plan: Plan): Fault {
  try {
    validatePlan(plan, SHOP);
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('the plan was accepted');
}

describe('names', () => {
  it('says what exists when a table is not there', () => {
    const fault = refusal(beans({ from: { kind: 'table', table: 'cofee_bean', as: 'coffee_beans' } }));
    expect(fault.code).toBe('schema_mismatch');
    expect(fault.params).toMatchObject({ table: 'cofee_bean', nearest: ['coffee_beans'] });
    expect(fault.params?.known).toContain('orders');
  });

  it('says what exists when a column is not there', () => {
    const fault = refusal(beans({ where: compare(col('prices'), num(1)) }));
    expect(fault.params).toMatchObject({ table: 'coffee_beans', column: 'prices', nearest: ['price'] });
  });

  it('knows only the aliases in scope, outer queries included', () => {
    const inner: Select = {
      kind: 'select',
      columns: [{ expr: col('id', 'o'), as: 'id' }],
      from: { kind: 'table', table: 'orders', as: 'o' },
      where: compare(col('customer_id', 'o'), col('id', 'c')),
    };
    const outer: Select = {
      kind: 'select',
      columns: [{ expr: col('name', 'c'), as: 'name' }],
      from: { kind: 'table', table: 'customers', as: 'c' },
      where: { kind: 'exists', query: inner },
    };
    expect(validatePlan(outer, SHOP)).toEqual(outer);
    expect(refusal(inner).params).toMatchObject({ table: 'c', known: ['o'] });
    expect(
      refusal({ ...outer, joins: [{ type: 'inner', source: { kind: 'derived', query: inner, as: 'd' }, on: compare(num(1), num(1)) }] })
        .code,
    ).toBe('schema_mismatch');
  });
});

describe('types', () => {
  it('refuses to compare what cannot be equal', () => {
    expect(refusal(beans({ where: compare(col('name'), col('rating')) })).code).toBe('invalid_value');
    expect(refusal(beans({ where: compare(col('name'), num(5)) })).code).toBe('invalid_value');
    expect(refusal(beans({ where: compare(col('rating'), text('five')) })).params?.reason).toContain("'five'");
    expect(refusal(beans({ where: compare(col('rating'), { kind: 'literal', value: null, type: 'null' }) })).code).toBe('invalid_value');
    expect(refusal(beans({ where: col('name') })).code).toBe('invalid_value');
  });

  it('reads text as the type that it meets', () => {
    const { where } = validatePlan(beans({ where: compare(col('roasted_on'), text('2026-02-28')) }), SHOP) as Select;
    expect(where).toMatchObject({ right: { value: '2026-02-28', type: 'date' } });
    expect(refusal(beans({ where: compare(col('roasted_on'), text('2026-02-30')) })).code).toBe('invalid_value');
  });

  it('types expressions', () => {
    const typed = (expr: Expr) => {
      const { plan, typeOf } = checkPlan(beans({ columns: [{ expr, as: 'x' }] }), SHOP);
      return typeOf(plan.columns[0]?.expr ?? expr);
    };
    expect(typed({ kind: 'arithmetic', op: '/', left: col('rating'), right: col('id') })).toBe('decimal');
    expect(typed({ kind: 'arithmetic', op: '-', left: col('roasted_on'), right: col('roasted_on') })).toBe('integer');
    expect(typed({ kind: 'aggregate', fn: 'avg', arg: col('rating') })).toBe('decimal');
    expect(typed({ kind: 'call', fn: 'coalesce', args: [col('rating'), col('price')] })).toBe('decimal');
    expect(typed({ kind: 'call', fn: 'year', args: [col('roasted_on')] })).toBe('integer');
  });

  it('refuses calls that do not exist', () => {
    const of = (expr: Expr) => refusal(beans({ columns: [{ expr, as: 'x' }] })).code;
    expect(of({ kind: 'call', fn: 'lower', args: [col('rating')] })).toBe('invalid_value');
    expect(of({ kind: 'call', fn: 'lower', args: [] })).toBe('llm_failed');
    expect(of({ kind: 'call', fn: 'date_trunc', args: [text("day'); --"), col('roasted_on')] })).toBe('invalid_value');
    expect(of({ kind: 'aggregate', fn: 'sum', arg: col('name') })).toBe('invalid_value');
    expect(of({ kind: 'aggregate', fn: 'sum', arg: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } } })).toBe('llm_failed');
    expect(of({ kind: 'star' })).toBe('llm_failed');
  });
});

describe('writes', () => {
  const insert = (columns: string[], ...rows: Expr[][]): Plan => ({ kind: 'insert', table: 'coffee_beans', columns, rows });

  it('fits literals to their columns', () => {
    const plan: Plan = { kind: 'insert', table: 'customers', columns: ['name', 'city'], rows: [[num(42), text('Rome')]] };
    expect(validatePlan(plan, SHOP)).toMatchObject({ rows: [[{ value: '42', type: 'text' }, { value: 'Rome' }]] });
  });

  it('refuses values that cannot fit', () => {
    expect(refusal(insert(['name', 'rating'], [text('A'), text('great')])).params).toMatchObject({ column: 'rating' });
    expect(refusal(insert(['name', 'rating'], [text('A'), num(3_000_000_000)])).params?.reason).toContain('out of range');
    expect(refusal(insert(['name'], [{ kind: 'literal', value: null, type: 'null' }])).code).toBe('invalid_value');
    expect(refusal(insert(['name'], [text('a\0b')])).code).toBe('invalid_value');
    expect(refusal(insert(['rating'], [num(1)])).params).toMatchObject({ column: 'name' });
  });

  it('refuses unknown, repeated and computed columns, and views', () => {
    expect(refusal(insert(['name', 'colour'], [text('A'), text('red')])).code).toBe('schema_mismatch');
    expect(refusal(insert(['name', 'name'], [text('A'), text('B')])).code).toBe('llm_failed');
    expect(refusal({ kind: 'update', table: 'order_lines', set: [{ column: 'cost', value: num(1) }] }).code).toBe('invalid_value');
    expect(refusal({ kind: 'delete', table: 'busy_customers' }).code).toBe('schema_mismatch');
  });
});

describe('size', () => {
  it('refuses what is nested beyond all reason, without falling over', () => {
    let expr: Expr = col('in_stock');
    for (let i = 0; i < 50_000; i++) expr = { kind: 'not', arg: expr };
    expect(refusal(beans({ where: expr })).code).toBe('llm_failed');
  });

  it('refuses what is no plan at all', () => {
    const raw = { ...beans(), sql: 'SELECT 1' };
    expect(refusal(raw).code).toBe('llm_failed');
  });
});
