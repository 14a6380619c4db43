import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Outcome } from '../../src/plan/planner.ts';
import { HOUSES, READ } from '../support/alternative-questions.ts';
import { CONTRASTS, FIRST_OF_EACH, SECOND_QUESTIONS, SELF, SIDE_BY_SIDE } from '../support/composed-questions.ts';
import { potterySchema, potteryValues } from '../support/pottery-schema.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';

const planner = createQuestionPlanner();
const ask = (text: string): Promise<Outcome> =>
  planner.plan({
    text,
    schema: shopSchema,
    values: shopValues,
    now: new Date('2026-11-22T12:00:00Z'),
    signal: new AbortController().signal,
  });

/** Sentences that the schema makes, each answered as it stands. */
const PLAIN: readonly string[] = shopSchema.tables
  .filter(({ name }) => ['customers', 'orders', 'products'].includes(name))
  .flatMap(({ name }) => [`show all ${name}`, `how many ${name} are there`])
  .concat(
    'customers in Paris',
    'how many orders are cancelled',
    'average price of products',
    'total of shipped orders',
    'products in Furniture with price over 20',
    'number of customers per city',
    'customers without orders',
    'top 3 products by price',
    'orders placed last month',
    'which customers placed more than 2 orders',
  );

/** Words of all kinds that nothing in the schema stands for. */
const FOREIGN =
  'frobnicated wedding catering returned paid wooden Kyoto gmail lisa quickly overdue unpaid handmade insured vip red retired expired notes blorps sold wholesale'.split(
    ' ',
  );

describe('one foreign word anywhere', () => {
  it.each(PLAIN)('in: %s', async (sentence) => {
    const plain = await ask(sentence);
    expect(plain.kind).toBe('plan');
    const words = sentence.split(' ');
    const silent: string[] = [];
    for (const foreign of FOREIGN)
      for (let at = 0; at <= words.length; at += 1) {
        const asked = words.toSpliced(at, 0, foreign).join(' ');
        const outcome = await ask(asked);
        if (outcome.kind === 'plan' && plain.kind === 'plan' && JSON.stringify(outcome.plan) === JSON.stringify(plain.plan))
          silent.push(asked);
      }
    expect(silent).toEqual([]);
  });
});

describe('a foreign word in a question that is put together of two', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const composed = [CONTRASTS, SECOND_QUESTIONS, SIDE_BY_SIDE, FIRST_OF_EACH, SELF].flatMap((read) => read.map(([question]) => question));

  it.each(composed)('has it declined, anywhere in: %s', async (question) => {
    const words = question.split(' ');
    for (let at = 1; at <= words.length; at += 1) {
      const text = words.toSpliced(at, 0, 'zorblax').join(' ');
      const outcome = await planner.plan({ text, schema: potterySchema, values: potteryValues, now, signal: new AbortController().signal });
      expect([at, outcome.kind]).not.toEqual([at, 'plan']);
    }
  });
});

describe('a foreign word in a question of two things, of each thing or of how long', () => {
  it.each(READ)('%s: it is declined, anywhere in: %s', async (house, question) => {
    const words = question.split(' ');
    const answered: string[] = [];
    for (let at = 1; at <= words.length; at += 1) {
      const text = words.toSpliced(at, 0, 'zorblax').join(' ');
      const outcome = await planner.plan({
        text,
        ...HOUSES[house],
        now: new Date('2026-11-22T12:00:00Z'),
        signal: new AbortController().signal,
      });
      if (outcome.kind === 'plan') answered.push(text);
    }
    expect(answered).toEqual([]);
  });
});
