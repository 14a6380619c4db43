import { describe, expect, it } from 'vitest';
import { isDoerOf } from '../../src/plan/builtin/linking/doer.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import { isAlike } from '../../src/plan/builtin/linking/name-costs.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

/** Names as databases have them: short forms, initials, units, columns for what has no table. */
const schema: Schema = {
  fingerprint: 'lodgings',
  tables: [
    table('apartments', { apt_id: 'integer', apt_number: 'text', apt_size_sqm: 'decimal', view: 'text' }),
    table('tenant', { tid: 'integer', tname: 'text', join_date: 'date' }),
    table('lease', { lid: 'integer', apt_id: 'integer', tid: 'integer', agent: 'text', rent_in_euro: 'decimal' }, [
      ['apt_id', 'apartments', 'apt_id'],
      ['tid', 'tenant', 'tid'],
    ]),
    table('staff', { staff_id: 'integer', last_name: 'text', silver: 'integer' }),
  ],
};

const values = buildValueIndex([
  { table: 'apartments', column: 'view', values: ['sea', 'yard'] },
  { table: 'tenant', column: 'tname', values: ['Ines Roth', 'Olaf Berg'] },
  { table: 'lease', column: 'agent', values: ['Kappa Homes', 'Delta Rooms'] },
]);

async function planOf(text: string) {
  const outcome = await createQuestionPlanner().plan({
    ...{ text, schema, values },
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });
  if (outcome.kind !== 'plan') throw new Error(`${text}: ${JSON.stringify(outcome)}`);
  return outcome.plan;
}

const col = (of: string, name: string) => ({ kind: 'column', table: of, column: name });

const READ: [question: string, plan: object][] = [
  [
    'What are the apartment numbers of all apartments?',
    { columns: [{ expr: col('apartments', 'apt_number') }], from: { table: 'apartments' } },
  ],
  ['List the tenant names.', { columns: [{ expr: col('tenant', 'tname') }] }],
  ['What is the average rent of leases?', { columns: [{ expr: { fn: 'avg', arg: col('lease', 'rent_in_euro') } }] }],
  ['What are the last names of all staff members?', { columns: [{ expr: col('staff', 'last_name') }], from: { table: 'staff' } }],
  ['What is the total number of silver medals of all staff?', { columns: [{ expr: { fn: 'sum', arg: col('staff', 'silver') } }] }],
  ['Show all views.', { distinct: true, columns: [{ expr: col('apartments', 'view') }] }],
  [
    'What are the names of tenants with more than 2 leases?',
    { columns: [{ expr: col('tenant', 'tname') }], joins: [{ source: { table: 'lease' } }], having: { op: '>', right: { value: 2 } } },
  ],
  [
    'How many apartments does each tenant have?',
    { columns: [{ expr: col('tenant', 'tname') }, { expr: { fn: 'count' } }], joins: [{ source: { table: 'lease' } }, {}] },
  ],
];

describe('linking of words to names', () => {
  for (const [question, plan] of READ) {
    it(`reads: ${question}`, async () => {
      expect(await planOf(question)).toMatchObject(plan);
    });
  }

  it('does not take a name for another one that is only spelt alike', async () => {
    const outcome = await createQuestionPlanner().plan({
      ...{ text: 'What is the average shoe size of tenants?', schema, values },
      now: new Date('2026-11-21T10:00:00Z'),
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ kind: 'declined' });
  });
});

describe('a name that is cut short', () => {
  it.each([
    ['temperature', 'temp', true],
    ['prerequisite', 'prereq', true],
    ['examination', 'exam', true],
    // Each of these is a word of its own.
    ['costume', 'cost', false],
    ['partner', 'part', false],
    ['planet', 'plan', false],
  ])('%s, %s: %s', (word, short, alike) => expect(isAlike(word, short)).toBe(alike));
});

it('who does something is not the number or the day of its being done', async () => {
  const books: Schema = {
    fingerprint: 'books',
    tables: [
      table('books', {
        id: 'integer',
        title: 'text',
        published: 'integer',
        printed_on: 'date',
        illustrated_by: 'text',
      }),
    ],
  };
  const plan = (text: string) =>
    createQuestionPlanner().plan({
      ...{ text, schema: books, values: buildValueIndex([]) },
      now: new Date('2026-11-21T10:00:00Z'),
      signal: new AbortController().signal,
    });
  for (const text of ['publishers of our books', 'which publisher do most of our books come from', 'list the printers of all books'])
    expect((await plan(text)).kind, text).toBe('declined');
  expect(await plan('illustrators of our books')).toMatchObject({
    kind: 'plan',
    plan: { columns: [{ expr: col('books', 'illustrated_by') }] },
  });
});

it.each([
  ['printer', 'printed', true],
  ['deliver', 'delivered', false],
  ['delivery', 'delivered', false],
])('%s does what is %s: %s', (word, deed, is) => {
  const parcels = { fingerprint: 'parcels', tables: [table('parcels', { id: 'integer', delivered_on: 'date', printed_on: 'date' })] };
  expect(isDoerOf(word, deed, lexiconOf(parcels))).toBe(is);
});
