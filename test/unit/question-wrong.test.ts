import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { wardSchema, wardValues } from '../support/ward-schema.ts';

const planner = createQuestionPlanner();

const ask = (text: string) =>
  planner.plan({
    text,
    schema: wardSchema,
    values: wardValues,
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

describe('a question that reads well and would be answered wrongly', () => {
  it.each([
    'Which patients with visits have no visits?',
    'Who is the oldest patient in each ward?',
    'Who is the youngest nurse?',
    'Who is the oldest nurse?',
    'Who tutors Ida Krog?',
    'Which patients have ordered every medicine?',
    'Which patients reviewed all their orders?',
    'Which medicines did Ben Hale buy?',
    'Which medicines were bought by Mia Roth?',
    'What is the total stock value?',
    'Show nurses with their tutors',
    'How many patients were seen in 2024?',
    'Which medicine sold the most units?',
  ])('is declined: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it.each([
    [
      'What is the most expensive medicine in each kind?',
      { distinctOn: [{}, {}], orderBy: [{}, {}, { expr: { column: 'unit_price' }, direction: 'desc' }] },
    ],
    ['Show the most expensive medicine per kind', { distinctOn: [{}, {}] }],
    ['Show the nurses with their wards', { from: { table: 'nurses' }, joins: [{ type: 'left', source: { table: 'wards' } }] }],
    ['Who is the youngest patient?', { orderBy: [{ expr: { column: 'birth_date' }, direction: 'desc' }] }],
    ['What medicines did Ben Hale review?', { joins: [{ source: { table: 'reviews' } }, { source: { table: 'patients' } }] }],
    ['Which patients visited last month?', { joins: [{ source: { table: 'visits' } }] }],
    ['Patients registered last month', { from: { table: 'patients' }, where: { kind: 'and' } }],
    ['How many retired medicines are there?', { columns: [{ expr: { fn: 'count' } }], where: { op: '=', left: { column: 'retired' } } }],
    ['List the retired medicines', { columns: [{ expr: { column: 'name' } }], where: { right: { value: true } } }],
    ['Which nurses are certified?', { where: { left: { column: 'certified' }, right: { value: true } } }],
    ['How many nurses are not certified?', { where: { left: { column: 'certified' }, right: { value: false } } }],
    ['How many patients have an email?', { where: { kind: 'not', arg: { kind: 'isNull', arg: { column: 'email' } } } }],
    ['List patients without an email', { where: { kind: 'isNull', arg: { column: 'email' } } }],
    [
      'Show patients and their number of visits, including those without visits',
      { columns: [{}, { expr: { fn: 'count', arg: { table: 'visits', column: 'id' } } }], joins: [{ type: 'left' }] },
    ],
    ['Which patients have no visits?', { where: { kind: 'not', arg: { kind: 'exists' } } }],
  ])('is read still: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });
});
