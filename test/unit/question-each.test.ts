import { expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { potterySchema, potteryValues } from '../support/pottery-schema.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');
const signal = new AbortController().signal;

it.each(['orders until now', 'how many orders up to now'])('is declined rather than answered without a part of it: %s', async (text) => {
  const outcome = await planner.plan({ text, schema: shopSchema, values: shopValues, now, signal });
  expect(outcome.kind).toBe('declined');
});

it.each(['member with the most firings per kind', 'which member has the most firings per town'])(
  'shows the first of each, and not the first of all: %s',
  async (text) => {
    const outcome = await planner.plan({ text, schema: potterySchema, values: potteryValues, now, signal });
    expect(outcome).toMatchObject({ kind: 'plan', plan: { kind: 'select', distinctOn: expect.anything() } });
  },
);
