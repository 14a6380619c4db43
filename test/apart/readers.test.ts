import { afterAll, describe, expect, it } from 'vitest';
import { createReadersApart, type ReadersApart } from '../../src/plan/apart/readers.ts';
import { wholeQuestions } from '../../src/plan/builtin/follow-up/whole.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { readAlter } from '../../src/plan/builtin/writes/alter/alter.ts';
import { planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Question } from '../../src/plan/planner.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';

const warnings: string[] = [];
const log = { warn: (_: object, text: string) => void warnings.push(text) };
const made: ReadersApart[] = [];
const apart = (options: { deadlineMs?: number; cpuMs?: () => number; heapMb?: number; idleMs?: number } = {}): ReadersApart => {
  const readers = createReadersApart({ log, ...options });
  made.push(readers);
  return readers;
};
afterAll(async () => {
  await Promise.all(made.map((readers) => readers.close()));
});

const NOW = new Date('2026-11-21T10:00:00Z');
const asked = (text: string, more: Partial<Question> = {}): Question => ({
  ...{ text, schema: shopSchema, values: shopValues, now: NOW, signal: new AbortController().signal, askedBy: 'somebody' },
  ...more,
});

/** As many tables as make one question long work. */
const WIDE: Question['schema'] = {
  fingerprint: 'wide',
  tables: Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `record_${at}`, kind: 'table' as const, comment: null, primaryKey: ['id'], uniques: [], rowEstimate: -1 },
    foreignKeys:
      at === 0 ? [] : [{ columns: ['record_id'], table: `record_${at - 1}`, references: ['id'], onDelete: 'no action' as const }],
    columns: ['id', 'record_id', 'name', 'status', 'amount', 'created_at', ...Array.from({ length: 60 }, (__, n) => `field_${n}`)].map(
      (name) => ({
        ...{ name, nativeType: 'text', nullable: true, hasDefault: false, generated: false, comment: null },
        type: name === 'amount' || name.endsWith('id') ? ('integer' as const) : ('text' as const),
      }),
    ),
  })),
};
const LONG = 'show the name and status and amount of records with field and amount over 3 by status for each record with the most records';

describe('the readers of English in threads of their own', () => {
  const here = createQuestionPlanner();
  const readers = apart();
  const there = readers.questions;

  it.each([
    'What is the maximum total of orders?',
    'Find the names of products in the category with id 2.',
    'How many customers are there?',
    'customers in germany',
    'orders placed last month',
    'how many frobnications are there',
    'the average total of orders by country in 2025, highest first',
    'what tables are there',
    '',
  ])('reads %j as it is read in this one', async (text) => {
    expect(await there.plan(asked(text))).toEqual(await here.plan(asked(text)));
  });

  it.each([
    'add a customer called Ada in Norway',
    'delete the orders of customer 3',
    'mark order 4 as shipped',
    'add a phone number to customers',
  ])('reads the write %j as it is read in this one', async (text) => {
    expect(await readers.writes.plan(asked(text))).toEqual(planWrite(asked(text)));
  });

  it.each(['add a phone number column to customers', 'rename total to amount in orders', 'delete the orders of customer 3'])(
    'reads the change of tables %j as it is read in this one',
    async (text) => {
      const asWrite = (words: string) => planWrite(asked(words));
      expect(await readers.change(asked(text))).toEqual(readAlter(asked(text), asWrite));
    },
  );

  it('reads a part of a question with the one before as it is read in this one', async () => {
    const [previous, text] = ['How many customers are in Germany?', 'and in France?'];
    const whole = wholeQuestions(previous, text, asked(text));
    expect(whole.length).toBeGreaterThan(0);
    expect(await readers.part(asked(text), previous)).toEqual({ isPart: true, standsAlone: false, whole });
    expect(await readers.part(asked(text), null)).toEqual({ isPart: true, standsAlone: false, whole: [] });
    expect(await readers.part(asked(previous), previous)).toMatchObject({ isPart: false });
  });

  it('keeps to the schema and the values that each question came with', async () => {
    const other = { ...shopSchema, fingerprint: 'other', tables: shopSchema.tables.filter(({ name }) => name !== 'orders') };
    for (const schema of [shopSchema, other, shopSchema]) {
      const question = asked('How many orders are there?', { schema, values: buildValueIndex([]) });
      expect(await there.plan(question)).toEqual(await here.plan(question));
    }
  });

  it('tells values of a column that come in pieces as one column', async () => {
    const values = Array.from({ length: 5_001 }, (_, at) => `Name${at}`);
    const question = asked('customers called name5000', { values: buildValueIndex([{ table: 'customers', column: 'name', values }]) });
    expect(await there.plan(question)).toEqual(await here.plan(question));
  });

  it('leaves this thread to others while it reads', async () => {
    let turns = 0;
    let isDone = false;
    const planned = there.plan(asked(LONG, { schema: WIDE, values: buildValueIndex([]) })).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await new Promise(setImmediate);
    }
    await planned;
    expect(turns).toBeGreaterThan(500);
  });

  it('ends with who has left, and reads the next', async () => {
    const leaving = new AbortController();
    const planned = there.plan(asked(LONG, { schema: WIDE, values: buildValueIndex([]), signal: leaving.signal }));
    leaving.abort(new Error('left'));
    await expect(planned).rejects.toThrow();
    expect((await there.plan(asked('How many customers are there?'))).kind).toBe('plan');
  });

  it('lets nobody wait for one asker’s crowd', async () => {
    // Both threads run before it counts.
    await Promise.all(['crowd', 'other'].map((askedBy) => there.plan(asked('How many customers are there?', { askedBy }))));
    const order: string[] = [];
    // Few enough that the last of them has its turn in time on a busy machine.
    const crowd = Array.from({ length: 8 }, (_, at) =>
      there.plan(asked(`${LONG} ${at}`, { schema: WIDE, values: buildValueIndex([]), askedBy: 'crowd' })).then(() => order.push('crowd')),
    );
    const other = there.plan(asked('How many customers are there?', { askedBy: 'other' })).then(() => order.push('other'));
    await Promise.all([...crowd, other]);
    expect(order.at(-1)).toBe('crowd');
  });

  it('declines what takes too long, and reads the next', async () => {
    // All of the time is spent on it, however early the timer of one millisecond fires.
    let spentMs = 0;
    const impatient = apart({ deadlineMs: 1, cpuMs: () => ++spentMs }).questions;
    const outcome = await impatient.plan(asked(LONG, { schema: WIDE, values: buildValueIndex([]) }));
    expect(outcome).toMatchObject({ kind: 'declined', reason: expect.stringContaining('more time or memory') });
    expect(warnings.at(-1)).toContain('has ended');
  });

  it('says that the machine is busy where it had no time for the text', async () => {
    const { questions } = apart({ deadlineMs: 1, cpuMs: () => 0 });
    await expect(questions.plan(asked(LONG, { schema: WIDE, values: buildValueIndex([]) }))).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('declines what takes too much memory, and this process goes on', async () => {
    const small = apart({ heapMb: 40 }).questions;
    const values = Array.from({ length: 300_000 }, (_, at) => `some long name of a customer, and what else there is to be said ${at}`);
    const outcome = await small.plan(
      asked('customers called nobody', { values: buildValueIndex([{ table: 'customers', column: 'name', values }]) }),
    );
    expect(outcome).toMatchObject({ kind: 'declined', reason: expect.stringContaining('more time or memory') });
    expect((await small.plan(asked('How many customers are there?'))).kind).toBe('plan');
  });

  it('starts anew after a time without questions', async () => {
    const brief = apart({ idleMs: 1 }).questions;
    for (let round = 0; round < 2; round++) {
      expect((await brief.plan(asked('How many customers are there?'))).kind).toBe('plan');
      await new Promise((done) => setTimeout(done, 20));
    }
  });
});
