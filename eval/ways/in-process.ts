import { Fault } from '../../src/fault.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ScoredQuestion } from '../questions.ts';
import { goldResults } from './gold-results.ts';
import type { Ground, Grounds } from './ground.ts';
import { isOutage } from './outage.ts';
import type { Answer, Way } from './way.ts';

export interface Planned {
  readonly plan: Plan;
  readonly confidence: number | null;
}

/** Where a plan comes from. @throws Fault when there is none, with `params.construct` or `params.reason` */
export type PlanOf = (question: ScoredQuestion, ground: Ground) => Promise<Planned>;

/** Code of a plan that the engine's compiler refuses; what comes after it is the fault's own. */
export const NOT_COMPILED = 'not_compiled';

/** plan → compiler → rows on an engine of this process. */
export function inProcess(grounds: Grounds, planOf: PlanOf): Way {
  return {
    async open(group) {
      const ground = await grounds.open(group);
      return {
        answer: (question) => answer(question, ground, planOf),
        expected: (question) => goldResults(question, ground),
        close: () => ground.close(),
      };
    },
    close: () => grounds.close(),
  };
}

async function answer(question: ScoredQuestion, ground: Ground, planOf: PlanOf): Promise<Answer> {
  let planned: Planned;
  try {
    planned = await planOf(question, ground);
  } catch (error) {
    return declined(error, (code) => code);
  }
  let sql: string | null = null;
  try {
    const statement = await ground.compile(planned.plan);
    sql = statement.sql;
    return { kind: 'rows', rows: await ground.read(statement), sql, confidence: planned.confidence, tokens: null };
  } catch (error) {
    if (sql === null) return declined(error, () => NOT_COMPILED);
    if (!(error instanceof Fault)) throw error;
    return isOutage(error.code)
      ? { kind: 'failed', code: error.code }
      : { kind: 'error', code: error.code, reason: reasonOf(error), sql, tokens: null };
  }
}

function declined(error: unknown, codeOf: (code: string) => string): Answer {
  if (!(error instanceof Fault)) throw error;
  return { kind: 'declined', code: codeOf(error.code), reason: reasonOf(error), tokens: null };
}

/** The construct where one is named: reasons that quote the statement would each be counted once. */
function reasonOf({ code, params, cause }: Fault): string {
  const { construct, reason } = params ?? {};
  return String(
    construct ?? (code === 'schema_mismatch' ? 'an unknown name' : (reason ?? (cause instanceof Error ? cause.message : code))),
  );
}
