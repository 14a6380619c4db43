import { Fault } from '../fault.ts';
import { contradictionIn } from './contradiction.ts';
import type { Plan } from './plan.ts';
import type { Outcome, Planner, Question } from './planner.ts';
import { validatePlan } from './validate.ts';

export interface Planned {
  readonly plan: Plan;
  readonly confidence: number;
  readonly assumptions: readonly string[];
  /** Who made the plan; becomes `trace.model`. */
  readonly model: string;
}

/**
 * Asks the planners in order until one gives a plan, and validates it against the live schema.
 * @throws Fault clarify_required with `params.options`, llm_failed with `params.reason`, schema_mismatch
 */
export async function makePlan(planners: readonly Planner[], question: Question): Promise<Planned> {
  const declined: Extract<Outcome, { kind: 'declined' }>[] = [];
  for (const planner of planners) {
    const outcome = await planner.plan(question);
    if (outcome.kind === 'clarify') throw new Fault('clarify_required', { params: { options: outcome.options } });
    if (outcome.kind === 'plan') {
      const plan = validatePlan(outcome.plan, question.schema);
      const contradiction = contradictionIn(plan);
      if (contradiction !== null) {
        declined.push({ kind: 'declined', reason: contradiction, unclear: [] });
        continue;
      }
      return {
        plan,
        confidence: outcome.confidence,
        assumptions: outcome.assumptions,
        model: planner.name,
      };
    }
    declined.push(outcome);
  }
  const last = declined.at(-1);
  throw new Fault('llm_failed', {
    params: {
      reason: last?.reason ?? 'No planner is configured.',
      ...(last && last.unclear.length > 0 ? { unclear: last.unclear } : {}),
      tables: question.schema.tables.slice(0, 50).map((table) => table.name),
    },
  });
}
