import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { planetariumSchema, planetariumValues } from '../support/planetarium-schema.ts';

const planner = createQuestionPlanner();

const ask = (text: string, schema = planetariumSchema) =>
  planner.plan({ text, schema, values: planetariumValues, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

const less = { kind: 'arithmetic', op: '-', left: { value: 1 }, right: { column: 'discount' } };
const worth = {
  fn: 'sum',
  arg: { op: '*', left: { op: '*', left: { column: 'unit_price' }, right: { column: 'quantity' } }, right: less },
};
const year = { kind: 'and' };

describe('what was sold', () => {
  it.each([
    ['total revenue', { columns: [{ expr: worth }] }],
    ['how much did we sell in 1997', { columns: [{ expr: worth }], where: year }],
    ['sales in 1997', { columns: [{ expr: worth }], where: year }],
    ['sales by month in 1997', { columns: [{}, { expr: worth }], where: year }],
    ['compare revenue of Globe and Star map', { columns: [{ expr: { column: 'name' } }, { expr: worth }] }],
    [
      'ticket income by venue',
      { columns: [{ expr: { column: 'venue' } }, { expr: { fn: 'sum', arg: { right: { column: 'tickets_sold' } } } }] },
    ],
  ])('is added up line by line: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it('leaves a discount out that may be an amount of money, and says what was multiplied', async () => {
    const schema = {
      ...planetariumSchema,
      tables: planetariumSchema.tables.map((one) => ({
        ...one,
        columns: one.columns.map((column) => (column.name === 'discount' ? { ...column, type: 'decimal' as const } : column)),
      })),
    };
    const read = await ask('total revenue', schema);
    expect(read).toMatchObject({
      plan: { columns: [{ expr: { arg: { left: { column: 'unit_price' }, right: { column: 'quantity' } } } }] },
    });
    expect(JSON.stringify(read)).toContain('order_lines.unit_price × order_lines.quantity');
  });

  it.each(['which buyers have never ordered anything', 'buyers who never ordered', 'buyers that never placed an order'])(
    'is nothing to whom no order belongs, whatever its date: %s',
    async (question) => {
      const read = await ask(question);
      expect(read).toMatchObject({ plan: { where: { kind: 'not', arg: { kind: 'exists', query: { from: { table: 'orders' } } } } } });
      expect(JSON.stringify(read)).not.toContain('order_date');
    },
  );

  it.each([
    ['orders shipped late', { where: { op: '>', left: { column: 'shipped_date' }, right: { column: 'required_date' } } }],
    ['orders without a ship date', { where: { kind: 'isNull', arg: { column: 'shipped_date' } } }],
  ])('is told by its days: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('what a key is called', () => {
  const on = (column: string) => ({ joins: [{ source: { table: 'people' }, on: { right: { column } } }] });

  it.each([
    ['who narrates Star Birth', on('narrator_id')],
    ['who directed Star Birth', on('director_id')],
    [
      'who was our most frequent speaker',
      { from: { table: 'talks' }, columns: [{ expr: { table: 'people', column: 'name' } }, {}], limit: 1 },
    ],
    ['top 2 speakers', { from: { table: 'talks' }, columns: [{ expr: { table: 'people', column: 'name' } }, {}], limit: 2 }],
    ['talks by speaker', { from: { table: 'talks' }, columns: [{ expr: { table: 'people', column: 'name' } }, { expr: { fn: 'count' } }] }],
    [
      'speakers from Bergen',
      { from: { table: 'people' }, where: { kind: 'and', args: [{ kind: 'exists' }, { left: { column: 'town' } }] } },
    ],
  ])('is who stands in it: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('rows of numbers', () => {
  const views = { expr: { fn: 'sum', arg: { column: 'views' } } };

  it.each([
    ['most viewed film', { columns: [{ expr: { column: 'title' } }, views], limit: 1 }],
    ['views by month', { columns: [{}, views] }],
    ['views by film', { columns: [{ expr: { column: 'title' } }, views] }],
  ])('are added up, and not counted: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it('are counted by a column that one table alone has', async () => {
    expect(await ask('how many in each wing')).toMatchObject({
      kind: 'plan',
      plan: { from: { table: 'exhibits' }, columns: [{ expr: { column: 'wing' } }, { expr: { fn: 'count' } }] },
    });
  });
});

describe('columns of things', () => {
  it('are those that were asked for', async () => {
    expect(await ask('phone of buyers who never ordered')).toMatchObject({ plan: { columns: [{ as: 'phone' }] } });
  });

  it('are no flags, where nobody asks whether', async () => {
    expect(await ask('interactive exhibits and when they joined')).not.toMatchObject({
      plan: { columns: [{ as: 'is_interactive' }, { as: 'joined_on' }] },
    });
  });
});

describe('a key that is a number', () => {
  it.each(['films and their narrators', 'narrators of films and the directors they had'])('is no answer: %s', async (question) => {
    const read = await ask(question);
    const shown = read.kind === 'plan' && read.plan.kind === 'select' ? read.plan.columns.map(({ as }) => as) : [];
    expect(shown.filter((name) => name.endsWith('_id'))).toEqual([]);
  });
});

describe('a state that is stored as a word', () => {
  it('is in the plan, or the question is declined', async () => {
    const schema = {
      ...planetariumSchema,
      tables: planetariumSchema.tables.map((one) =>
        one.name === 'orders'
          ? { ...one, columns: [...one.columns, ...['state', 'paid'].map((name) => ({ ...statusLike(one), name }))] }
          : one,
      ),
    };
    const values = buildValueIndex([
      { table: 'orders', column: 'state', values: ['done', 'booked'] },
      { table: 'orders', column: 'paid', values: ['Y', 'N'] },
    ]);
    const read = await planner.plan({
      text: 'orders done but not paid',
      schema,
      values,
      now: new Date('2026-11-22T10:00:00Z'),
      signal: new AbortController().signal,
    });
    expect(read.kind === 'declined' || JSON.stringify(read).includes('"done"')).toBe(true);
  });
});

const statusLike = ({ columns: [first] }: (typeof planetariumSchema.tables)[number]) => {
  if (first === undefined) throw new Error('A table has columns.');
  return { ...first, type: 'text' as const, nativeType: 'text' };
};
