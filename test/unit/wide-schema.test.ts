import { expect, test } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';

const WORDS =
  'price amount rating weight height width score salary color brand budget depth speed length volume bonus tax fee rent profit revenue discount balance capacity'.split(
    ' ',
  );

/** Every table has the same columns and a key of another, so that each word may be any table's. */
const table = (at: number): Table => ({
  name: `store_${at}`,
  kind: 'table',
  comment: null,
  columns: ['id', ...WORDS].map((name) => ({
    name,
    type: 'integer',
    nativeType: 'integer',
    nullable: true,
    hasDefault: false,
    generated: false,
    comment: null,
  })),
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: at === 0 ? [] : [{ columns: ['id'], table: `store_${at >> 1}`, references: ['id'], onDelete: 'no action' }],
  rowEstimate: -1,
});

test('a question with hundreds of tables for each of its words is declined, not tried in every way', async () => {
  const schema: Schema = { fingerprint: 'wide', tables: Array.from({ length: 500 }, (_, at) => table(at)) };
  const question = {
    text: `show ${WORDS.join(' and ')}`,
    schema,
    values: buildValueIndex([]),
    now: new Date(),
    signal: new AbortController().signal,
  };
  const outcome = await createQuestionPlanner().plan(question);
  expect(outcome).toMatchObject({ kind: 'declined', reason: expect.stringContaining('too many ways') });
});
