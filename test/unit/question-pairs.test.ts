import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable, table } from '../support/table.ts';

const members = idTable('members', { id: 'integer', nm: 'text', fn: 'text', town: 'text' });
const commented = (comments: Record<string, string>) => ({
  ...members,
  columns: members.columns.map((column) => ({ ...column, comment: comments[column.name] ?? null })),
});

/** A hiking club: who led a tour is a key of it, and who came along is in pairs. */
const schema: Schema = {
  fingerprint: 'hiking',
  tables: [
    commented({ nm: 'surname', fn: 'first name' }),
    idTable('tours', { id: 'integer', route: 'text', day: 'date', ldr: 'integer' }, { ldr: 'members' }),
    {
      ...table('tour_members', { tour_id: 'integer', member_id: 'integer' }, [
        ['tour_id', 'tours', 'id'],
        ['member_id', 'members', 'id'],
      ]),
      primaryKey: ['tour_id', 'member_id'],
    },
  ],
};
const values = buildValueIndex([
  { table: 'members', column: 'nm', values: ['Lund', 'Berg'] },
  { table: 'members', column: 'fn', values: ['Ada', 'Jo'] },
  { table: 'tours', column: 'route', values: ['Ridge Walk', 'Lake Loop'] },
]);

async function planOf(text: string): Promise<string> {
  const signal = new AbortController().signal;
  const outcome = await createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-06-01T12:00:00Z'), signal });
  return outcome.kind === 'plan' ? JSON.stringify(outcome.plan) : `declined: ${outcome.kind === 'declined' ? outcome.reason : ''}`;
}

describe('a key of one beside a table that pairs the same two', () => {
  it.each([
    'who attended more than 5 tours',
    'members without a tour this year',
    'members who have not attended any tour',
    'which members have the most tours',
    'number of tours per member',
    'how many tours did Ada Lund attend',
  ])('%s: by the pairs', async (text) => {
    const plan = await planOf(text);
    expect(plan).toContain('"table":"tour_members"');
    expect(plan).not.toContain('"column":"ldr"');
  });

  it.each(['who led more than 5 tours', 'who led the most tours', 'members who never led a tour', 'how many tours did Ada Lund lead'])(
    '%s: by the key',
    async (text) => {
      const plan = await planOf(text);
      expect(plan).toContain('"column":"ldr"');
      expect(plan).not.toContain('"table":"tour_members"');
    },
  );

  it('is not read for who did what neither of the two says', async () => {
    expect(await planOf('who painted more than 5 tours')).toContain('declined');
  });
});

describe('people', () => {
  it('are called by first and last name where comments say which column is which', async () => {
    expect(await planOf('members from Larvik')).not.toContain('"column":"fn"');
    const listed = await planOf('list all members');
    expect(listed).toContain('"column":"fn"');
    expect(listed).toContain('"column":"nm"');
  });

  it('of one name are not counted as one, also where no noun says them', async () => {
    expect(await planOf('who led more than 5 tours')).toMatch(/"groupBy":\[\{"kind":"column","table":"members","column":"id"\}/);
  });
});
