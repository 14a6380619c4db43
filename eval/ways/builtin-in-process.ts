import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { makePlan } from '../../src/plan/chain.ts';
import type { ValueIndex } from '../../src/plan/planner.ts';
import type { Ground, Grounds } from './ground.ts';
import { inProcess } from './in-process.ts';
import type { Way } from './way.ts';

/** The built-in planner without the service around it, for engines that it does not host yet. */
export function openBuiltinInProcess(grounds: Grounds): Way {
  const planners = [createQuestionPlanner()];
  const indexes = new WeakMap<Ground, Promise<ValueIndex>>();
  return inProcess(grounds, async ({ question }, ground) => {
    const reading = indexes.get(ground) ?? ground.values();
    indexes.set(ground, reading);
    const { signal } = new AbortController();
    const { plan, ...planned } = await makePlan(planners, {
      text: question,
      schema: ground.schema,
      values: await reading,
      now: new Date(),
      signal,
    });
    if (plan.kind === 'alter') throw new Error('A question was read as a change of the schema.');
    return { ...planned, plan };
  });
}
