import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

/** Names that people have other words for. */
const schema: Schema = {
  fingerprint: 'huts',
  tables: [
    table('huts', { id: 'integer', name: 'text', elevation: 'integer', country: 'text', beds_available: 'integer', approved: 'text' }),
    table('cinemas', { id: 'integer', name: 'text', attendance: 'integer', founded: 'integer' }),
    table('manufacturers', { id: 'integer', name: 'text', nationality: 'text', family_name: 'text', revenue: 'decimal' }),
    table(
      'stoves',
      {
        id: 'integer',
        model: 'text',
        maker_id: 'integer',
        hut_id: 'integer',
        weight: 'decimal',
        unitprice: 'decimal',
        qnty: 'integer',
        fuel: 'text',
      },
      [
        ['maker_id', 'manufacturers', 'id'],
        ['hut_id', 'huts', 'id'],
      ],
    ),
  ],
};

const values = buildValueIndex([
  { table: 'huts', column: 'name', values: ['Far Ridge', 'Low Pass'] },
  { table: 'huts', column: 'country', values: ['Italy', 'Norway'] },
  { table: 'huts', column: 'approved', values: ['yes', 'no'] },
]);

const ask = (text: string) =>
  createQuestionPlanner().plan({
    ...{ text, schema, values },
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

async function planOf(text: string) {
  const outcome = await ask(text);
  if (outcome.kind !== 'plan') throw new Error(`${text}: ${JSON.stringify(outcome)}`);
  return outcome.plan;
}

const col = (of: string, name: string) => ({ kind: 'column', table: of, column: name });

const READ: [question: string, plan: object][] = [
  [
    'What is the name of the hut with the highest altitude?',
    { columns: [{ expr: col('huts', 'name') }], orderBy: [{ expr: col('huts', 'elevation') }] },
  ],
  ['What is the average bed availability of huts?', { columns: [{ expr: { fn: 'avg', arg: col('huts', 'beds_available') } }] }],
  ['How many movie theaters are there?', { columns: [{ expr: { fn: 'count' } }], from: { table: 'cinemas' } }],
  ['What is the name of the cinema with the most attendees?', { orderBy: [{ expr: col('cinemas', 'attendance') }], limit: 1 }],
  ['What is the average unit price of stoves?', { columns: [{ expr: { fn: 'avg', arg: col('stoves', 'unitprice') } }] }],
  ['List the family names of all manufacturers.', { columns: [{ expr: col('manufacturers', 'family_name') }] }],
  ['What is the total quantity of stoves?', { columns: [{ expr: { fn: 'sum', arg: col('stoves', 'qnty') } }] }],
  ['How many stoves are there for each fuel type?', { groupBy: [col('stoves', 'fuel')] }],
  [
    'Show the names of cinemas and their founding year.',
    { columns: [{ expr: col('cinemas', 'name') }, { expr: col('cinemas', 'founded') }] },
  ],
  ['How many huts are Italian?', { where: { left: col('huts', 'country'), right: { value: 'Italy' } } }],
];

const DECLINED = ['How many cabins are there in hostels?', 'What is the temperature of each hut?', 'Show the names of skiers.'];

describe('words that the schema has others for', () => {
  for (const [question, plan] of READ) {
    it(question, async () => {
      expect(await planOf(question)).toMatchObject(plan);
    });
  }
});

it('tells which words were taken for others', async () => {
  expect(await ask('What is the average altitude of Italian huts?')).toMatchObject({
    assumptions: ["'altitude' read as 'elevation'", "'Italian' read as 'italy'"],
  });
});

describe('typing errors', () => {
  it('are put right where one word alone can be meant, and told', async () => {
    const outcome = await ask('What is the average wieght of stovs?');
    expect(outcome).toMatchObject({
      plan: { columns: [{ expr: { fn: 'avg', arg: col('stoves', 'weight') } }] },
      assumptions: ["'wieght' read as 'weight'", "'stovs' read as 'stove'"],
    });
  });

  it("are never put right to one of the language's own words: it may be a name", async () => {
    for (const question of ['What is teh average weight of stoves?', 'Lst the huts', 'Which stoves have a gweight over 5?'])
      expect((await ask(question)).kind, question).toBe('declined');
  });

  it('are left where the word is English or a name', async () => {
    for (const question of ['How many stores are there?', 'How many huts does Countri have?'])
      expect((await ask(question)).kind, question).toBe('declined');
  });
});

describe('words that nothing in the schema stands for', () => {
  for (const question of DECLINED) {
    it(question, async () => {
      expect((await ask(question)).kind).toBe('declined');
    });
  }
});
