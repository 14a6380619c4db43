import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import type { Guard } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { type Expr, FUNCTIONS } from '../../src/plan/plan.ts';
import { FUNCTION_CASES, SPAN_CASES } from '../support/function-cases.ts';
import { openAdmin } from '../support/session.ts';

let admin: pg.Client;
let guard: Guard;
beforeAll(async () => {
  [admin, guard] = await Promise.all([openAdmin(), createPostgresGuard()]);
  await admin.query("SET timezone = 'UTC'");
});
afterAll(() => admin.end());

const EMPTY = { fingerprint: '', tables: [] };

/** What Postgres makes of the compiled expression, as text; the guard lets it through. */
async function value(expr: Expr): Promise<string | null> {
  const { sql, params } = compilePostgres({ kind: 'select', columns: [{ expr, as: 'value' }] }, EMPTY);
  expect(guard(sql, { relations: new Set(), schema: EMPTY }), sql).toMatchObject({ kind: 'allow', class: 'read' });
  const { rows } = await admin.query<[unknown]>({
    text: sql,
    values: [...params],
    rowMode: 'array',
    types: { getTypeParser: () => String },
  });
  const [given] = rows[0] ?? [null];
  return given === null ? null : given === 't' ? 'true' : given === 'f' ? 'false' : String(given);
}

describe('every function of the table means on Postgres what it says', () => {
  for (const fn of FUNCTIONS) {
    for (const [args, result] of FUNCTION_CASES[fn]) {
      test(`${fn}(${args.map((arg) => ('value' in arg ? String(arg.value) : arg.kind)).join(', ')})`, async () => {
        const given = await value({ kind: 'call', fn, args: [...args] });
        if (result instanceof RegExp) expect(given).toMatch(result);
        else expect(given).toBe(result);
      });
    }
  }
  test.each(SPAN_CASES)('%s of an interval', async (fn, arg, result) => {
    expect(await value({ kind: 'call', fn, args: [arg] })).toBe(result);
  });
});
