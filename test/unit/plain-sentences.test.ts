import { describe, expect, it } from 'vitest';
import { joinGraphOf } from '../../src/plan/builtin/joins.ts';
import { lexiconOf } from '../../src/plan/builtin/lexicon.ts';
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
      what: { kind: 'measure', measure: { kind: 'between', from: 'reported_at', to: 'closed_at', unit: 'hour' }, by: null },
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
