import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A riding stable with its own radio show: numbers whose units are told by a name, by a comment or by nothing. */
const plain: Schema = {
  fingerprint: 'units',
  tables: [
    table('routes', { id: 'integer', name: 'text', length_km: 'decimal', climb: 'integer' }),
    table('horses', { id: 'integer', name: 'text', weight_kg: 'decimal', height_cm: 'integer' }),
    table('broadcasts', { id: 'integer', title: 'text', runtime: 'integer', aired_on: 'date' }),
    table('courses', { id: 'integer', title: 'text', duration: 'integer', price: 'decimal' }),
    table('feeds', { id: 'integer', name: 'text', bag_g: 'integer', price_per_kg: 'decimal' }),
  ],
};
const schema: Schema = {
  ...plain,
  tables: plain.tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({
      ...column,
      comment: column.name === 'runtime' ? 'minutes' : column.name === 'climb' ? 'metres' : column.comment,
    })),
  })),
};
const values = buildValueIndex([
  { table: 'routes', column: 'name', values: ['Mill Loop', 'Ridge Way'] },
  { table: 'horses', column: 'name', values: ['Tango', 'Bella'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T12:00:00Z'), signal: new AbortController().signal });
const test = (op: string, column: string, value: number) => ({ op, left: { column }, right: { value } });

describe('numbers with units', () => {
  it.each([
    ['routes longer than 10 miles', 'routes', test('>', 'length_km', 16.09344)],
    ['routes longer than 500 m', 'routes', test('>', 'length_km', 0.5)],
    ['routes shorter than 8km', 'routes', test('<', 'length_km', 8)],
    ['horses heavier than half a ton', 'horses', test('>', 'weight_kg', 500)],
    ['horses taller than 1.6 metres', 'horses', test('>', 'height_cm', 160)],
    ['broadcasts longer than two and a half hours', 'broadcasts', test('>', 'runtime', 150)],
    ['broadcasts under an hour', 'broadcasts', test('<', 'runtime', 60)],
    ['broadcasts of at least an hour and a half', 'broadcasts', test('>=', 'runtime', 90)],
    ['broadcasts that last longer than 90 minutes', 'broadcasts', test('>', 'runtime', 90)],
    ['broadcasts with a runtime over 2 hours', 'broadcasts', test('>', 'runtime', 120)],
    ['courses longer than 40 minutes', 'courses', test('>', 'duration', 40)],
    ['feeds with a bag over 2 kg', 'feeds', test('>', 'bag_g', 2000)],
  ])('%s', async (text, from, where) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { from: { table: from }, where } });
  });

  it.each([
    'courses longer than 2 hours',
    'routes longer than 2 hours',
    'routes over 500 m',
    'feeds over 2 litres',
    'horses longer than 3 metres',
  ])('%s is not read, as no one column is known to count in it', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });

  it.each([
    ['longest route', 'length_km', 'desc'],
    ['which broadcast is the shortest', 'runtime', 'asc'],
    ['heaviest horse', 'weight_kg', 'desc'],
    ['tallest horse', 'height_cm', 'desc'],
  ])('%s', async (text, column, direction) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { orderBy: [{ expr: { column }, direction }], limit: 1 } });
  });
});
