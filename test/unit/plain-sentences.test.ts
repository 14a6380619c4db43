import { describe, expect, it } from 'vitest';
import { joinGraphOf } from '../../src/plan/builtin/linking/joins.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import { planOf } from '../../src/plan/builtin/plain/make.ts';
import { plainNamesOf } from '../../src/plan/builtin/plain/names.ts';
import { readPlain } from '../../src/plan/builtin/plain/read.ts';
import { sayPlain } from '../../src/plan/builtin/plain/say.ts';
import type { Sentence, Test } from '../../src/plan/builtin/plain/sentence.ts';
import { marinaSchema } from '../support/marina-schema.ts';

const lexicon = lexiconOf(marinaSchema);
const names = plainNamesOf(lexicon);
const place = { lexicon, graph: joinGraphOf(marinaSchema, lexicon) };

const named: Test = { kind: 'is', column: 'category', values: ['fuel', 'ropes'], not: false };
const dated: Test = { kind: 'when', column: 'spent_on', since: '2026-03-01', until: '2026-04-01' };
const related: Test = {
  kind: 'related',
  table: 'guides',
  tests: [{ kind: 'empty', column: 'left_on', not: true }],
  not: false,
  over: null,
};

const SENTENCES: readonly (readonly [text: string, sentence: Sentence])[] = [
  ['list sailors', { things: 'sailors', what: { kind: 'list' }, tests: [] }],
  [
    'list expenses whose category is "fuel" or "ropes", whose spent on is from 2026-03-01 until before 2026-04-01, with guides whose left on is not empty',
    { things: 'expenses', what: { kind: 'list' }, tests: [named, dated, related] },
  ],
  [
    'list faults without guides',
    { things: 'faults', what: { kind: 'list' }, tests: [{ kind: 'related', table: 'guides', tests: [], not: true, over: null }] },
  ],
  [
    'list berths with more than 3 stays whose end date is empty',
    {
      things: 'berths',
      what: { kind: 'list' },
      tests: [{ kind: 'related', table: 'stays', tests: [{ kind: 'empty', column: 'end_date', not: false }], not: false, over: 3 }],
    },
  ],
  [
    'each different country of berths whose capacity is at least 20',
    {
      things: 'berths',
      what: { kind: 'columns', columns: ['country'], distinct: true },
      tests: [{ kind: 'compare', column: 'capacity', op: '>=', than: 20 }],
    },
  ],
  [
    'the ramp with the lowest built year',
    { things: 'ramps', what: { kind: 'extreme', column: 'built_year', highest: false, many: 1 }, tests: [] },
  ],
  [
    'the 3 guides with the highest total amount of expenses whose category is not "fuel"',
    {
      things: 'expenses',
      what: {
        kind: 'top',
        measure: { kind: 'sum', column: 'amount', times: null },
        by: { table: 'guides', column: null },
        highest: true,
        many: 3,
      },
      tests: [{ kind: 'is', column: 'category', values: ['fuel'], not: true }],
    },
  ],
  [
    'the 2 values of country of the berth with the highest number of stays',
    {
      things: 'stays',
      what: { kind: 'top', measure: { kind: 'count' }, by: { table: 'berths', column: 'country' }, highest: true, many: 2 },
      tests: [],
    },
  ],
  [
    'number of stays for each country of the berth whose start date is since 2026-01-01',
    {
      things: 'stays',
      what: { kind: 'measure', measure: { kind: 'count' }, by: { table: 'berths', column: 'country' } },
      tests: [{ kind: 'when', column: 'start_date', since: '2026-01-01', until: null }],
    },
  ],
  [
    'average hours from reported at to closed at of faults',
    {
      things: 'faults',
      what: { kind: 'measure', measure: { kind: 'between', fn: 'avg', from: 'reported_at', to: 'closed_at', unit: 'hour' }, by: null },
      tests: [],
    },
  ],
  [
    'percentage of lessons whose status is "missed", out of those whose held on is before 2026-06-01',
    {
      things: 'lessons',
      what: { kind: 'percentage', of: [{ kind: 'when', column: 'held_on', since: null, until: '2026-06-01' }] },
      tests: [{ kind: 'is', column: 'status', values: ['missed'], not: false }],
    },
  ],
  [
    'number of ramps whose has elevator is false',
    {
      things: 'ramps',
      what: { kind: 'measure', measure: { kind: 'count' }, by: null },
      tests: [{ kind: 'flag', column: 'has_elevator', is: false }],
    },
  ],
  [
    'number of stays and highest start date of stays for each month of start date, highest first',
    {
      things: 'stays',
      what: {
        kind: 'measure',
        measure: { kind: 'count' },
        more: [{ kind: 'max', column: 'start_date', times: null }],
        by: { table: 'stays', column: 'start_date', span: 'month' },
        highest: true,
      },
      tests: [],
    },
  ],
  [
    'average number per berth, of those with any, of stays with sailors whose phone is empty',
    {
      things: 'stays',
      what: { kind: 'mean', sum: null, per: { table: 'berths', column: null } },
      tests: [
        {
          kind: 'related',
          table: 'sailors',
          tests: [{ kind: 'empty', column: 'phone', not: false }],
          not: false,
          over: null,
        },
      ],
    },
  ],
  [
    'start date and name of the berth of stays, lowest start date first',
    {
      things: 'stays',
      what: {
        kind: 'columns',
        columns: ['start_date', { table: 'berths', column: 'name' }],
        distinct: false,
        order: { column: 'start_date', highest: false },
      },
      tests: [],
    },
  ],
  [
    'name of the berth of the stay with the highest end date',
    {
      things: 'stays',
      what: { kind: 'extreme', column: 'end_date', highest: true, many: 1, shown: [{ table: 'berths', column: 'name' }] },
      tests: [],
    },
  ],
  [
    'number of different berth of stays',
    {
      things: 'stays',
      what: { kind: 'measure', measure: { kind: 'different', of: { table: 'berths', column: null } }, by: null },
      tests: [],
    },
  ],
  [
    'percentage of total amount of expenses either whose category is "fuel" or whose amount is more than 100',
    {
      things: 'expenses',
      what: { kind: 'percentage', of: [], sum: 'amount' },
      tests: [
        {
          kind: 'either',
          tests: [
            { kind: 'is', column: 'category', values: ['fuel'], not: false },
            { kind: 'compare', column: 'amount', op: '>', than: 100 },
          ],
        },
      ],
    },
  ],
  [
    'list guides with a total amount more than 200 of expenses whose category is "fuel", with fewer than 3 faults',
    {
      things: 'guides',
      what: { kind: 'list' },
      tests: [
        {
          kind: 'related',
          table: 'expenses',
          tests: [{ kind: 'is', column: 'category', values: ['fuel'], not: false }],
          not: false,
          over: null,
          total: { column: 'amount', op: '>', than: 200 },
        },
        { kind: 'related', table: 'faults', tests: [], not: false, over: null, under: 3 },
      ],
    },
  ],
  [
    'list stays whose end date is after its start date',
    { things: 'stays', what: { kind: 'list' }, tests: [{ kind: 'after', column: 'end_date', than: 'start_date' }] },
  ],
];

describe('a plain sentence', () => {
  it.each(SENTENCES)('says one thing and is read as that: %s', (text, sentence) => {
    expect(sayPlain(sentence, names)).toBe(text);
    expect(readPlain(text, names)).toEqual(sentence);
    expect(planOf(sentence, place)).not.toBeNull();
  });

  it.each(SENTENCES)('holds no foreign word: %s', (text) => {
    const words = text.split(' ');
    for (let at = 0; at <= words.length; at += 1)
      expect(readPlain([...words.slice(0, at), 'zorblax', ...words.slice(at)].join(' '), names)).toBeNull();
  });

  it.each([
    [
      'a sum of text',
      { things: 'sailors', what: { kind: 'measure', measure: { kind: 'sum', column: 'phone', times: null }, by: null }, tests: [] },
    ],
    [
      'rows of which each has several',
      { things: 'berths', what: { kind: 'measure', measure: { kind: 'count' }, by: { table: 'stays', column: null } }, tests: [] },
    ],
    [
      'what nothing relates',
      { things: 'clients', what: { kind: 'list' }, tests: [{ kind: 'related', table: 'stays', tests: [], not: false, over: null }] },
    ],
    [
      'a number for a text',
      { things: 'berths', what: { kind: 'list' }, tests: [{ kind: 'is', column: 'country', values: [3], not: false }] },
    ],
  ] as const satisfies readonly (readonly [string, Sentence])[])('has no plan where it asks for %s', (_of, sentence) => {
    expect(planOf(sentence, place)).toBeNull();
  });
});
