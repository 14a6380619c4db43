import type { Outcome, Planner, Question } from '../planner.ts';
import { candidatesFor } from './candidates.ts';
import { readRatio } from './ratio.ts';
import type { Sketch } from './sketch.ts';

/** The built-in planner for questions: deterministic, local, no model. It answers when one reading is clearly best. */
export function createQuestionPlanner(): Planner {
  return { name: 'builtin', local: true, plan: (question) => Promise.resolve(planQuestion(question)) };
}

const MARGIN = 0.08;
/** Readings that cost more are guesses. */
const MAX_COST = 2;

function planQuestion(question: Question): Outcome {
  const found = candidatesFor(question);
  if (found.kind === 'none')
    return readRatio(question.text, (text) => planQuestion({ ...question, text })) ?? declined(found.reason, found.unclear);
  const [best, second] = found.candidates;
  if (best.cost > MAX_COST) return declined('The question is read with too little certainty.', []);
  const margin = second === undefined ? 1 : second.cost - best.cost;
  if (margin < MARGIN) return declined('The question can be read in more than one way.', []);
  return { kind: 'plan', plan: best.plan, confidence: confidence(best.cost, margin), assumptions: assumptionsOf(best.sketch) };
}

function assumptionsOf({ conditions, both }: Sketch): string[] {
  return [...conditions, ...(both?.flat() ?? [])].flatMap((condition) =>
    condition.kind === 'period' && condition.from.assumption !== null ? [condition.from.assumption] : [],
  );
}

/**
 * The share of such readings that was right when measured on questions over some 130 databases: about 95 % of those
 * that cost nothing, two in three of the dearest that are still answered.
 */
function confidence(cost: number, margin: number): number {
  const raw = Math.exp(-Math.max(0, cost) / 2) * (0.85 + 0.15 * Math.min(1, margin / 0.5));
  return Math.round((0.5 + 0.48 * raw) * 100) / 100;
}

const declined = (reason: string, unclear: readonly string[]): Outcome => ({ kind: 'declined', reason, unclear });
