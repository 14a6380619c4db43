import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { marinaSchema, marinaValues } from '../support/marina-schema.ts';
import { idTable } from '../support/table.ts';

const planner = createQuestionPlanner();
const asked = (schema: typeof marinaSchema, values: typeof marinaValues) => (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

const marina = asked(marinaSchema, marinaValues);

/** A stable, with codes that comments explain. */
const horses = idTable(
  'horses',
  { id: 'integer', name: 'text', breed: 'text', state: 'integer', foaled_year: 'integer', box_id: 'integer' },
  { box_id: 'boxes' },
);
const feeds = idTable('hay_sales', { id: 'integer', sold_at: 'date', quantity: 'integer', buyer: 'text' });
const stableSchema = {
  fingerprint: 'stable',
  tables: [
    {
      ...horses,
      columns: horses.columns.map((column) => (column.name === 'state' ? { ...column, comment: '1 sound, 2 lame, 3 sold' } : column)),
    },
    idTable('boxes', { id: 'integer', label: 'text', heated: 'boolean' }),
    feeds,
  ],
};
const stableValues = buildValueIndex([
  { table: 'horses', column: 'name', values: ['Bella', 'Comet'] },
  { table: 'horses', column: 'breed', values: ['Haflinger', 'Shire horse', 'Icelandic pony'] },
  { table: 'boxes', column: 'label', values: ['A1', 'B2'] },
  { table: 'hay_sales', column: 'buyer', values: ['Mill Farm'] },
]);
const stable = asked(stableSchema, stableValues);

/** A rescue, with kinds of animals and a charge that is said in part. */
const rescueSchema = {
  fingerprint: 'rescue',
  tables: [
    idTable('animals', { id: 'integer', name: 'text', species: 'text', sex: 'text', arrived_on: 'date' }),
    idTable('adoptions', { id: 'integer', animal_id: 'integer', adopted_on: 'date', handling_charge: 'decimal' }, { animal_id: 'animals' }),
    idTable('donations', { id: 'integer', amount: 'decimal', given_on: 'date' }),
  ],
};
const rescueValues = buildValueIndex([
  { table: 'animals', column: 'name', values: ['Rex', 'Mog'] },
  { table: 'animals', column: 'species', values: ['dog', 'cat', 'cow', 'horse'] },
  { table: 'animals', column: 'sex', values: ['f', 'm'] },
]);
const rescue = asked(rescueSchema, rescueValues);

const OFFERED: readonly (readonly [ask: typeof marina, text: string, label: string])[] = [
  [marina, 'sailors we never saw', 'List sailors without stays (without "saw")'],
  [marina, 'how many faults did olav fix', 'Number of faults with guides whose first name is "Olav" (without "fix")'],
  [
    stable,
    'how many hay did we wangle in october',
    'Total quantity of hay sales whose sold at is from 2026-10-01 until before 2026-11-01 (with "hay sales" for "hay", without "wangle")',
  ],
  [stable, 'the oldest haflinger on the meadow', 'The horse with the lowest foaled year whose breed is "Haflinger" (without "meadow")'],
  [stable, 'which horses are lame nowadays', 'List horses whose state is 2 (with "2" for "lame", without "nowadays")'],
  [rescue, 'how many kittens did we take', 'Number of animals whose species is "cat" (with "cat" for "kittens", without "take")'],
  [rescue, 'how many felines did we take', 'Number of animals whose species is "cat" (with "cat" for "felines", without "take")'],
  [rescue, 'the calves in our barn', 'List animals whose species is "cow" (with "cow" for "calves", without "barn")'],
  [rescue, 'all terriers on the sofa', 'List animals whose species is "dog" (with "dog" for "terriers", without "sofa")'],
  [
    rescue,
    'what did we donate in may',
    'List donations whose given on is from 2026-05-01 until before 2026-06-01 (with "donations" for "donate")',
  ],
];

describe('a question that nothing reads', () => {
  it.each(OFFERED)('gets a plain sentence that says what was left out: %#', async (ask, text, label) => {
    const outcome = await ask(text);
    if (outcome.kind !== 'declined') throw new Error(`${text}: ${outcome.kind}`);
    expect(outcome.options?.map((one) => one.label)).toContain(label);
  });

  it('is answered by the nearest where nothing else is as near, and says what was left out', async () => {
    const outcome = await marina('how much went on ropes in march');
    expect(outcome.kind === 'plan' ? outcome.assumptions : outcome).toEqual([
      'read as "Total amount of expenses whose category is "ropes", whose spent on is from 2026-03-01 until before 2026-04-01 (without "went")"',
    ]);
  });

  it.each(OFFERED)('gets sentences that are read, each as something else: %#', async (ask, text) => {
    const outcome = await ask(text);
    const goals = outcome.kind === 'declined' ? (outcome.options ?? []).map(({ goal }) => goal) : [];
    expect(goals.length).toBeLessThanOrEqual(3);
    const read = await Promise.all(goals.map(ask));
    expect(read.map(({ kind }) => kind)).toEqual(goals.map(() => 'plan'));
    expect(new Set(read.map((one) => JSON.stringify(one))).size).toBe(goals.length);
  });

  it.each([
    [marina, 'which berths have no wifi'],
    [marina, 'how many jetties are there in germany'],
    [marina, 'the last regatta'],
    [marina, 'does she sail'],
    [stable, 'how many saddles are lame'],
    [stable, 'horses without a vet'],
    [rescue, 'how many lorries do we have'],
    [rescue, 'who is the treasurer'],
  ] as const)('gets none that drops what it is about: %#', async (ask, text) => {
    const outcome = await ask(text);
    expect(outcome.kind === 'declined' ? (outcome.options ?? []) : outcome).toEqual([]);
  });
});
