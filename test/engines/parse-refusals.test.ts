import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Fault } from '../../src/fault.ts';
import { createPlanParser, type ParsePlan } from '../../src/plan/parse/parse.ts';
import { type Orchard, openOrchard } from '../support/orchard.ts';
import { REFUSED, UNKNOWN } from '../support/parse-refusals.ts';

let orchard: Orchard;
let parse: ParsePlan;
beforeAll(async () => {
  orchard = await openOrchard(inject('databaseUrl'), 'orchard_refusals');
  parse = await createPlanParser();
});
afterAll(() => orchard.close());

test.each([...REFUSED])('%s is refused by name', (sql, words) => {
  const fault = faultOf(sql);
  expect(fault.code).toBe('llm_failed');
  expect(`${fault.params?.construct}: ${fault.params?.reason}`).toContain(words);
});

test.each([...UNKNOWN])('%s names what there is', (sql, params) => {
  const fault = faultOf(sql);
  expect(fault.code).toBe('schema_mismatch');
  expect(fault.params).toMatchObject(params);
  expect(fault.params?.known).toBeInstanceOf(Array);
});

describe('text without measure', () => {
  const monsters = {
    'nested calls': `SELECT ${'upper('.repeat(5_000)}1${')'.repeat(5_000)}`,
    'nested queries': `SELECT * FROM ${'(SELECT * FROM '.repeat(400)}fruits${') x'.repeat(400)}`,
    'a long chain': `SELECT ${'1 + '.repeat(5_000)}1`,
    'a case in each case': `SELECT ${'CASE '.repeat(40)}1${' WHEN 1 THEN 1 WHEN 2 THEN 2 END'.repeat(40)}`,
    'bounds in either order': `SELECT ${'('.repeat(40)}true${' BETWEEN SYMMETRIC true AND false)'.repeat(40)}`,
    'doubling stars': `SELECT *, * FROM ${'(SELECT *, * FROM '.repeat(30)}fruits${') x'.repeat(30)}`,
    'a cube of many': `SELECT 1 FROM fruits GROUP BY CUBE (${Array.from({ length: 12 }, (_, n) => `id + ${n}`).join(', ')})`,
    comments: `SELECT ${'/*'.repeat(2_000)}`,
    'too long': `SELECT '${'x'.repeat(2_000_000)}'`,
    'a NUL': 'SELECT 1\0',
    'half a character': 'SELECT \ud800',
  };
  test.each(Object.entries(monsters))('%s is refused', async (_name, sql) => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(faultOf(sql).code).toBe('llm_failed');
  });
});

function faultOf(sql: string): Fault {
  try {
    parse(sql, orchard.schema);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('It was planned.');
}
