import { Fault } from '../../src/fault.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Schema } from '../../src/plan/schema.ts';
import type { Grounds } from './ground.ts';
import { inProcess } from './in-process.ts';
import type { Way } from './way.ts';

/** PostgreSQL's words as a plan. @throws Fault with `params.construct` for what a plan cannot say */
export type ParsePlan = (sql: string, schema: Schema) => Plan;

/** Gold SQL → plan → SQL: how much of what people ask for a plan can say, and whether the compilers mean the same by it. */
export function openGold(grounds: Grounds, parse: ParsePlan): Way {
  return inProcess(grounds, async ({ goldPostgres: [sql] }, { schema }) => {
    if (sql === undefined) throw new Fault('llm_failed', { params: { construct: 'no gold statement' } });
    return { plan: parse(sql, schema), confidence: null };
  });
}
