import { Fault } from '../../src/fault.ts';
import { createPlanParser } from '../../src/plan/parse/parse.ts';
import type { Grounds } from './ground.ts';
import { inProcess } from './in-process.ts';
import type { Way } from './way.ts';

/** Gold SQL → plan → SQL: how much of what people ask for a plan can say, and whether the compilers mean the same by it. */
export async function openGold(grounds: Grounds): Promise<Way> {
  const parse = await createPlanParser();
  return inProcess(grounds, async ({ goldPostgres: [sql] }, { schema }) => {
    if (sql === undefined) throw new Fault('llm_failed', { params: { construct: 'no gold statement' } });
    return { plan: parse(sql, schema), confidence: null };
  });
}
