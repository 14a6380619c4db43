import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');

/** A dairy farm: milk by weight, cheese sold by the piece, guided visits with a number of seats. */
const schema: Schema = {
  fingerprint: 'dairy',
  tables: [
    table('cows', { id: 'integer', name: 'text', barn: 'text' }),
    table('milk_yields', { id: 'integer', cow_id: 'integer', milked_on: 'date', litres: 'decimal', kind: 'text' }, [
      ['cow_id', 'cows', 'id'],
    ]),
    table('stands', { id: 'integer', name: 'text', town: 'text' }),
    table(
      'cheese_sales',
      { id: 'integer', stand_id: 'integer', sold_on: 'date', quantity: 'integer', unit_price: 'decimal', channel: 'text' },
      [['stand_id', 'stands', 'id']],
    ),
    table('tours', { id: 'integer', title: 'text', held_on: 'date', tickets_sold: 'integer' }),
    table('fences', { id: 'integer', field: 'text', fence_metres: 'decimal' }),
    table('orders', { id: 'integer', buyer: 'text', ordered_on: 'date', region: 'text' }),
    table('order_lines', { id: 'integer', order_id: 'integer', qty: 'integer', unit_price: 'decimal' }, [['order_id', 'orders', 'id']]),
  ],
};
const values = buildValueIndex([
  { table: 'milk_yields', column: 'kind', values: ['morning', 'evening'] },
  { table: 'cheese_sales', column: 'channel', values: ['market', 'online'] },
  { table: 'stands', column: 'name', values: ['Cheese Corner', 'North Gate'] },
  { table: 'orders', column: 'region', values: ['north', 'south'] },
]);

async function sqlOf(text: string): Promise<string> {
  const outcome = await planner.plan({ text, schema, values, now, signal: new AbortController().signal });
  if (outcome.kind !== 'plan') return `declined: ${JSON.stringify(outcome)}`;
  const { sql, params } = compilePostgres(outcome.plan, schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

describe('how much there was of something', () => {
  it.each([
    ['how many litres of milk did we get last month', ['sum(litres)', 'FROM milk_yields', 'milked_on >= 2026-10-01']],
    ['how much milk did we get in 2025', ['sum(litres)', 'milked_on >= 2025-01-01']],
    ['which cow gave the most milk of all', ['sum(milk_yields.litres)', 'GROUP BY cows.id', 'LIMIT 1']],
    ['top 3 cows by milk this year', ['ORDER BY sum(milk_yields.litres) DESC', 'LIMIT 3']],
    ['milk by month this year', ['date_trunc(', 'sum(litres)']],
    ['how many litres of evening milk', ['sum(litres)', 'kind = evening']],
    ['how many metres of fence do all fences take up', ['sum(fence_metres)', 'FROM fences']],
    ['how many cheeses did we sell in october', ['sum(quantity)', 'FROM cheese_sales', 'sold_on >= 2026-10-01']],
    ['how many cheeses were sold online', ['sum(quantity)', 'channel = online']],
    ['what percentage of the cheeses was sold online', ['100 * sum(quantity) FILTER (WHERE', 'channel = online))']],
    ['which stand sold the most cheeses', ['sum(cheese_sales.quantity)', 'GROUP BY stands.id', 'LIMIT 1']],
    ['how many tickets did we sell this year', ['sum(tickets_sold)', 'held_on >= 2026-01-01']],
    ['which tour sold the most tickets', ['tickets_sold', 'LIMIT 1']],
    ['average order value', ['sum(unit_price * qty) / NULLIF(count(DISTINCT order_id), 0)']],
    ['average value of an order by region', ['count(DISTINCT order_lines.order_id)', 'GROUP BY orders.region']],
  ])('%s', async (text, parts) => {
    const sql = await sqlOf(text);
    for (const part of parts) expect(sql).toContain(part);
  });

  it('counts rows where they are asked for', async () => {
    expect(await sqlOf('how many cheese sales were online')).toContain('count(*)');
    expect(await sqlOf('how many milk yields do we have')).toContain('count(*)');
  });

  it.each([
    'how many kilos of milk did we get last month',
    'how many litres of cider did we get last month',
    'how many metres of hedge do we have',
    'how much milk did we spill last month',
    'cheese income by corner',
  ])('is declined where no column says it: %s', async (text) => {
    expect(await sqlOf(text)).toContain('declined');
  });
});
