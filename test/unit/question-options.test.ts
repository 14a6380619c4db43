import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { makePlan } from '../../src/plan/chain.ts';
import { nurserySchema, nurseryValues } from '../support/nursery-schema.ts';

const planner = createQuestionPlanner();
const asking = (text: string) => ({
  text,
  schema: nurserySchema,
  values: nurseryValues,
  now: new Date('2026-11-21T10:00:00Z'),
  signal: new AbortController().signal,
});

const CLOSE = 'Which agents are in Lima';

describe('a question that may mean two things', () => {
  it('offers each as a sentence that means one', async () => {
    const outcome = await planner.plan(asking(CLOSE));
    if (outcome.kind !== 'declined') throw new Error(`${CLOSE}: ${outcome.kind}`);
    const goals = (outcome.options ?? []).map(({ goal }) => goal);
    expect(goals).toEqual(['list agents with clients whose town is "Lima"', 'list agents with clients whose id is "LIMA"']);
    const read = await Promise.all(goals.map((goal) => planner.plan(asking(goal))));
    expect(read).toMatchObject([{ kind: 'plan' }, { kind: 'plan' }]);
    expect(JSON.stringify(read[0])).not.toBe(JSON.stringify(read[1]));
  });

  it('is asked back, unless somebody else can tell', async () => {
    await expect(makePlan([planner], asking(CLOSE))).rejects.toMatchObject({
      code: 'clarify_required',
      params: { options: [{ goal: 'list agents with clients whose town is "Lima"' }, {}] },
    });
    const other = await planner.plan(asking('agents'));
    const model = { name: 'model', plan: async () => other };
    expect((await makePlan([planner, model], asking(CLOSE))).model).toBe('model');
  });
});
