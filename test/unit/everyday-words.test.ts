import { describe, expect, it } from 'vitest';
import { deedsSaidAt, EVERYDAY_NOUNS, namesSaidAt, statesSaidAt } from '../../src/plan/builtin/english/everyday-words.ts';
import { tokenize } from '../../src/plan/builtin/english/tokens.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

const at = (text: string) => ({ tokens: tokenize(text) });

describe('everyday words', () => {
  it('are read in the plural and in other forms of a verb, the longest phrase first', () => {
    expect(namesSaidAt(at('acts'), 0)[0]).toMatchObject({ end: 1, meant: expect.arrayContaining(['artist']) });
    expect(deedsSaidAt(at('took out a book'), 0)[0]).toMatchObject({ end: 2, meant: expect.arrayContaining(['loan']) });
    expect(statesSaidAt(at('called off'), 0)[0]).toMatchObject({ end: 2, meant: expect.arrayContaining(['cancelled']) });
  });

  it('are none of what is inherited', () => {
    for (const word of ['constructor', 'toString', 'hasOwnProperty']) expect(namesSaidAt(at(word), 0)).toEqual([]);
  });

  it('are never said by themselves', () => {
    for (const [said, meant] of EVERYDAY_NOUNS) expect(meant, said).not.toContain(said);
  });
});

/** A lending shop of instruments, with bookings of rooms for bands. */
const schema = {
  fingerprint: 'instruments',
  tables: [
    idTable('artists', { id: 'integer', name: 'text', active_until: 'date' }),
    idTable('instruments', { id: 'integer', label: 'text', purchase_price: 'decimal', warranty_expires_on: 'date' }),
    idTable(
      'loans',
      { id: 'integer', artist_id: 'integer', instrument_id: 'integer', loaned_on: 'date', returned_on: 'date', outcome: 'text' },
      { artist_id: 'artists', instrument_id: 'instruments' },
    ),
    idTable('vehicles', { id: 'integer', plate: 'text' }),
  ],
};
const values = buildValueIndex([
  { table: 'artists', column: 'name', values: ['Tern Quartet', 'Ada Berg'] },
  { table: 'loans', column: 'outcome', values: ['fine', 'cancelled', 'noshow'] },
]);
const labels = (text: string): string[] =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal }).map(
    ({ label }) => label,
  );

describe('a question in everyday words', () => {
  it.each([
    ['acts with at least 3 loans', 'List artists with more than 2 loans (with "artists" for "acts")'],
    ['instruments nobody ever took out', 'List instruments without loans (with "loans" for "took out")'],
    ['loans that were called off', 'List loans whose outcome is "cancelled"'],
    ['number of no shows', 'Number of loans whose outcome is "noshow"'],
    [
      'musicions with at least 3 loans',
      'List artists with more than 2 loans (with "musicians" for "musicions", with "artists" for "musicians")',
    ],
  ])('is offered with what it was read as: %s', (text, label) => {
    expect(labels(text).join('\n')).toContain(label);
  });

  it('is read by names that have its words before it is read by others', () => {
    expect(labels('when was the last one returned').join()).not.toContain('for "returned"');
  });

  it('does not take on the words of asking', () => {
    expect(labels('how long does a loan take on average').join()).not.toContain('take on');
  });
});
