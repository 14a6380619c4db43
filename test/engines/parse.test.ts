import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { createPlanParser, type ParsePlan } from '../../src/plan/parse/parse.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { validatePlan } from '../../src/plan/validate.ts';
import { type Orchard, openOrchard } from '../support/orchard.ts';
import { READS, WRITES } from '../support/parse-cases.ts';

let orchard: Orchard;
let parse: ParsePlan;
beforeAll(async () => {
  orchard = await openOrchard(inject('databaseUrl'), 'orchard_parse');
  parse = await createPlanParser();
});
afterAll(() => orchard.close());

describe.each(Object.entries(READS))('%s', (_kind, statements) => {
  test.each([...statements])('%s', async (sql) => {
    const { wanted, got } = await both(sql);
    expect(inOrder(sql, got.rows)).toEqual(inOrder(sql, wanted.rows));
    expect(got.names).toHaveLength(new Set(got.names).size);
    const nameless = wanted.names.includes('?column?') || new Set(wanted.names).size < wanted.names.length;
    if (!nameless) expect(got.names).toEqual(wanted.names);
  });
});

test.each([...WRITES])('%s', async (sql) => {
  const { wanted, got } = await both(sql);
  expect(wanted.rows.length).toBeGreaterThan(0);
  expect(inOrder('', got.rows)).toEqual(inOrder('', wanted.rows));
});

/** What the text does itself, and what the statement does that is made from its plan. */
async function both(sql: string) {
  const plan = parse(sql, orchard.schema);
  expect(planSchema.parse(plan)).toEqual(plan);
  const made = compilePostgres(validatePlan(plan, orchard.schema), orchard.schema);
  return { wanted: await orchard.run(sql), got: await orchard.run(made.sql, made.params) };
}

/** Rows as numbers and texts, in any order unless the statement sorts as its last act. */
function inOrder(sql: string, rows: readonly (readonly (string | boolean | null)[])[]): string[] {
  const texts = rows.map((row) => JSON.stringify(row.map(plain)));
  return /ORDER BY[^)]*$/.test(sql) ? texts : texts.sort();
}

const plain = (cell: string | boolean | null): unknown =>
  typeof cell === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell) ? Number(Number(cell).toPrecision(12)) : cell;
