import type { Rows, Statement } from '../src/engines/engine.ts';
import type { Query } from '../src/plan/plan.ts';
import { isWrite } from '../src/plan/plan.ts';
import type { Planner, ValueIndex } from '../src/plan/planner.ts';
import type { Schema } from '../src/plan/schema.ts';
import type { ScoredQuestion } from './questions.ts';
import type { Answer } from './score.ts';

export interface Database {
  readonly schema: Schema;
  readonly values: ValueIndex;
  run(statement: Statement): Promise<Rows>;
}

interface InProcess {
  readonly planner: Planner;
  readonly now: Date;
  compile(plan: Query, schema: Schema): Statement;
  database(name: string): Promise<Database>;
}

/** Answers by a planner in this process: what the built-in reading is worth with no service around it. */
export function answerInProcess({ planner, now, compile, database }: InProcess): (question: ScoredQuestion) => Promise<Answer> {
  return async ({ db, question }) => {
    const { schema, values, run } = await database(db);
    const outcome = await planner.plan({ text: question, schema, values, now, signal: AbortSignal.timeout(10_000) });
    if (outcome.kind !== 'plan') return { kind: 'declined', code: outcome.kind === 'clarify' ? 'clarify_required' : 'llm_failed' };
    if (isWrite(outcome.plan)) return { kind: 'declined', code: 'idempotency_required' };
    const { rows, columns } = await run(compile(outcome.plan, schema));
    return { kind: 'rows', rows, columns: columns.map(({ name }) => name) };
  };
}
