import { Fault } from '../../src/fault.ts';
import type { ParsePlan } from '../../src/plan/llm/planner.ts';
import type { Expr, Plan, Select } from '../../src/plan/plan.ts';

const column = (name: string, table = 'coffee_beans'): Expr => ({ kind: 'column', table, column: name });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const number = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const roasterIs = (value: string): Expr => ({ kind: 'compare', op: '=', left: column('roaster'), right: text(value) });

const beans = (columns: Select['columns'], more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns,
  from: { kind: 'table', table: 'coffee_beans', as: 'coffee_beans' },
  ...more,
});

/** Statements that the tests' models write, and what they mean. */
const TEXTS: Readonly<Record<string, Plan>> = {
  'SELECT max(price) AS highest FROM coffee_beans': beans([
    { expr: { kind: 'aggregate', fn: 'max', arg: column('price') }, as: 'highest' },
  ]),
  "SELECT price FROM coffee_beans WHERE roaster = 'onyx' ORDER BY price": beans([{ expr: column('price'), as: 'price' }], {
    where: roasterIs('onyx'),
    orderBy: [{ expr: column('price'), direction: 'asc', nulls: 'last' }],
  }),
  'SELECT flavour FROM coffee_beans': beans([{ expr: column('flavour'), as: 'flavour' }]),
  'SELECT price FROM cofee_bean': {
    kind: 'select',
    columns: [{ expr: column('price', 'c'), as: 'price' }],
    from: { kind: 'table', table: 'cofee_bean', as: 'c' },
  },
  "INSERT INTO coffee_beans (roaster, price) VALUES ('Sey', 20)": {
    kind: 'insert',
    table: 'coffee_beans',
    columns: ['roaster', 'price'],
    rows: [[text('Sey'), number(20)]],
  },
  "DELETE FROM coffee_beans WHERE roaster = 'Onyx'": { kind: 'delete', table: 'coffee_beans', where: roasterIs('Onyx') },
  "UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Onyx'": {
    kind: 'update',
    table: 'coffee_beans',
    set: [{ column: 'rating', value: number(1) }],
    where: roasterIs('Onyx'),
  },
};

export const parseTexts: ParsePlan = (sql) => {
  const plan = TEXTS[sql];
  if (!plan) throw new Fault('llm_failed', { params: { reason: `this statement is not supported: ${sql.slice(0, 80)}` } });
  return plan;
};
