import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { validatePlan } from '../../src/plan/validate.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';
import { idTable } from '../support/table.ts';

const ask = (text: string, schema: Schema = shopSchema, values = shopValues) =>
  createQuestionPlanner().plan({
    text,
    schema,
    values,
    now: new Date('2026-11-22T12:00:00Z'),
    signal: new AbortController().signal,
  });

/** The values of a plan that lists some, row by row. */
async function listed(text: string, schema: Schema = shopSchema): Promise<unknown[][]> {
  const outcome = await ask(text, schema);
  if (outcome.kind !== 'plan') throw new Error(`${text}: ${outcome.kind}`);
  const plan = validatePlan(outcome.plan, schema);
  if (plan.kind !== 'select' || plan.from?.kind !== 'values') throw new Error(`${text} reads a table.`);
  return plan.from.rows.map((row) => row.map((value) => (value.kind === 'literal' ? value.value : value)));
}

describe('questions about the tables themselves', () => {
  it.each([
    'what tables are there',
    'Which tables do we have?',
    'show me all tables',
    'list the tables in this database',
    "what's in the database?",
    'hi, what data do you have?',
    'what can I ask you about?',
    'tables',
  ])('lists the tables: %s', async (text) => {
    const rows = await listed(text);
    expect(rows.map(([name]) => name)).toEqual(shopSchema.tables.map(({ name }) => name));
    expect(rows[0]?.[1]).toBe(shopSchema.tables[0]?.columns.map(({ name }) => name).join(', '));
  });

  it.each([
    'what columns does orders have',
    'which fields are in the orders table?',
    'what do you know about orders',
    'columns of order',
    'describe the orders table',
    'what information do we store about orders?',
  ])('lists the columns of one: %s', async (text) => {
    const orders = shopSchema.tables.find(({ name }) => name === 'orders');
    const rows = await listed(text);
    expect(rows.map(([name]) => name)).toEqual(orders?.columns.map(({ name }) => name));
    expect(rows.find(([name]) => name === 'id')?.[1]).toContain('primary key');
    expect(rows.find(([name]) => name === 'customer_id')?.[1]).toContain('refers to customers');
  });

  it('counts tables and columns', async () => {
    const tables = { kind: 'literal', value: shopSchema.tables.length };
    expect(await ask('how many tables are there?')).toMatchObject({ plan: { columns: [{ as: 'tables', expr: tables }] } });
    const orders = shopSchema.tables.find(({ name }) => name === 'orders')?.columns.length;
    expect(await ask('how many columns does the orders table have')).toMatchObject({ plan: { columns: [{ expr: { value: orders } }] } });
  });

  it.each([
    'what columns does the orders table of Paris have',
    'what do you know about unicorns',
    'what tables are there in Paris',
    'which fields are green',
  ])('leaves what it does not know: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });

  it('takes tables for the things where there are such', async () => {
    const restaurant: Schema = {
      fingerprint: 'f',
      tables: [idTable('tables', { id: 'integer', seats: 'integer' }), idTable('bookings', { id: 'integer', guest: 'text' })],
    };
    const outcome = await ask('how many tables are there', restaurant, buildValueIndex([]));
    expect(outcome).toMatchObject({ kind: 'plan', plan: { from: { kind: 'table', table: 'tables' } } });
  });
});
