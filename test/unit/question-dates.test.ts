import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { ScalarType, Schema, Table } from '../../src/plan/schema.ts';

const table = (name: string, columns: Readonly<Record<string, ScalarType>>, keys: Readonly<Record<string, string>> = {}): Table => ({
  name,
  kind: 'table',
  comment: null,
  columns: Object.entries({ id: 'integer' as const, ...columns }).map(([column, type]) => ({
    name: column,
    type,
    nativeType: type,
    nullable: column !== 'id',
    hasDefault: column === 'id',
    generated: false,
    comment: null,
  })),
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: Object.entries(keys).map(([column, of]) => ({ columns: [column], table: of, references: ['id'], onDelete: 'no action' })),
  rowEstimate: 10,
});

/** A tool library that also gives courses. */
const SCHEMA: Schema = {
  fingerprint: 'tools',
  tables: [
    table('tools', { name: 'text', price: 'decimal', purchased: 'date' }),
    table('members', { name: 'text', birth_date: 'date', created_at: 'timestamp' }),
    table('loans', { tool_id: 'integer', member_id: 'integer', borrowed: 'date', due: 'date' }, { tool_id: 'tools', member_id: 'members' }),
    table('courses', { title: 'text', teacher_id: 'integer' }, { teacher_id: 'teachers' }),
    table('teachers', { name: 'text' }),
    table('seats', { course_id: 'integer', member_id: 'integer', attended: 'boolean' }, { course_id: 'courses', member_id: 'members' }),
    table('repairs', { tool_id: 'integer', minutes: 'integer', repaired_on: 'date' }, { tool_id: 'tools' }),
  ],
};
const values = buildValueIndex([
  { table: 'tools', column: 'name', values: ['Chainsaw', 'Ladder'] },
  { table: 'members', column: 'name', values: ['Ina Berg', 'Udo Kern'] },
  { table: 'courses', column: 'title', values: ['Welding', 'Sharpening'] },
]);
const planner = createQuestionPlanner();
const { signal } = new AbortController();

async function sqlOf(text: string): Promise<string | null> {
  const outcome = await planner.plan({ text, schema: SCHEMA, values, now: new Date('2026-11-21T10:00:00Z'), signal });
  return outcome.kind === 'plan' ? compilePostgres(outcome.plan, SCHEMA).sql.replaceAll(/\s+/g, ' ') : null;
}

describe('dates and deeds of a question', () => {
  it('a period is of the deed that is said, not of another date of what is counted', async () => {
    const sql = await sqlOf('how many tools has Ina Berg borrowed this year');
    expect(sql).toContain('loans.borrowed >=');
    expect(sql).not.toContain('purchased');
  });

  it('what is most borrowed has the most loans', async () => {
    expect(await sqlOf('most borrowed tool')).toContain('ORDER BY count(*) DESC');
  });

  // Each was answered by a date of something else, or by rows that are related in another way.
  it.each([
    'least borrowed tool',
    'how many loans next week',
    'when did Ina Berg last visit',
    'repairs per repairer',
    'who attended Welding',
    'how many members have birthdays this month',
    'average length of stay',
  ])('%s is declined', async (text) => expect(await sqlOf(text)).toBeNull());
});
