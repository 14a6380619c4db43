import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable as table } from '../support/table.ts';

/** A reading room that sells as well: what happened is kept in rows of its own, each with a day. */
const base = [
  table('readers', { id: 'integer', name: 'text', joined_on: 'date' }),
  table('writers', { id: 'integer', name: 'text' }),
  table('books', { id: 'integer', title: 'text', writer_id: 'integer', length: 'integer' }, { writer_id: 'writers' }),
  table(
    'loans',
    { id: 'integer', reader_id: 'integer', book_id: 'integer', borrowed_on: 'date' },
    { reader_id: 'readers', book_id: 'books' },
  ),
  table('check_ins', { id: 'integer', reader_id: 'integer', checked_in_at: 'timestamp' }, { reader_id: 'readers' }),
  table(
    'orders',
    { id: 'integer', reader_id: 'integer', status: 'text', ordered_at: 'timestamp', shipped_at: 'timestamp', total: 'decimal' },
    { reader_id: 'readers' },
  ),
];
const optional = new Set(['shipped_at']);
const schema = {
  fingerprint: 'reading room',
  tables: base.map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })) })),
};
const values = buildValueIndex([
  { table: 'readers', column: 'name', values: ['Ana Ruiz', 'Bob Stone'] },
  { table: 'writers', column: 'name', values: ['Ida Holm'] },
  { table: 'books', column: 'title', values: ['Dune', 'Emma'] },
  { table: 'orders', column: 'status', values: ['pending', 'cancelled'] },
]);
const { signal } = new AbortController();
const ask = (text: string) => createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal });

const column = (name: string) => ({ column: name });
const notSince = (from: string, day: string) => ({
  where: {
    kind: 'not',
    arg: { kind: 'exists', query: { from: { table: from }, where: { args: [{}, { op: '>=', right: { value: day } }] } } },
  },
});

describe('what happened, and what did not', () => {
  it.each([
    ['who joined last', { from: { table: 'readers' }, orderBy: [{ expr: column('joined_on'), direction: 'desc' }], limit: 1 }],
    ['who joined first', { from: { table: 'readers' }, orderBy: [{ expr: column('joined_on'), direction: 'asc' }], limit: 1 }],
    ['who checked in last', { from: { table: 'check_ins' }, orderBy: [{ expr: column('checked_in_at'), direction: 'desc' }], limit: 1 }],
    ['who was the last to check in', { from: { table: 'check_ins' }, orderBy: [{ direction: 'desc' }], limit: 1 }],
    ['who ordered most recently', { from: { table: 'orders' }, orderBy: [{ expr: column('ordered_at'), direction: 'desc' }], limit: 1 }],
    ['readers who have not ordered in 6 months', notSince('orders', '2026-05-22')],
    ["readers who haven't checked in for over a year", notSince('check_ins', '2025-11-22')],
    [
      "readers who haven't borrowed a book this year",
      { where: { kind: 'not', arg: { kind: 'exists', query: { from: { table: 'loans' } } } } },
    ],
    ["ana's orders", { from: { table: 'orders' }, where: { right: { value: '%ana%' } } }],
    ['pending orders over 100', { where: { kind: 'and', args: [{ right: { value: 'pending' } }, { op: '>', right: { value: 100 } }] } }],
    ['orders that were not shipped', { where: { kind: 'isNull', arg: column('shipped_at') } }],
    ['average orders per reader', { columns: [{ expr: { op: '/' } }] }],
  ])('%s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each([
    // A loan says who borrowed: writers have books, and borrowed none of them.
    'who has borrowed the most books',
    // Nothing says how long a reader had a book.
    'which book lasted the longest',
    // The day of joining is no visit.
    'who came in today',
    'how many readers came yesterday',
    'who slept last',
    'who joined last but two',
    'readers who have not ordered in a hurry',
    'which writer sells best',
  ])('is declined: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });
});
