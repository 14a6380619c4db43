import { expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

const nones = (count: number): null[] => Array<null>(count).fill(null);
const issuesOf = (operation: 'insert' | 'createDatabase' | 'putGlossary' | 'remember' | 'run', body: object) =>
  OPERATIONS[operation].body.safeParse(body).error?.issues ?? [];

test('of rows that are too many none is looked at, and of those that are none a few are told', () => {
  const insert = (rows: unknown) => issuesOf('insert', { db: 'db_x', table: 't', rows });
  expect(insert(nones(900_000))).toMatchObject([{ code: 'too_big', path: ['rows'] }]);
  expect(insert(nones(LIMITS.insertMaxRows))).toHaveLength(10);
  expect(insert([{ a: 1 }, null, { b: 1 }])).toMatchObject([{ path: ['rows', 1] }]);
  expect(insert([{ a: 1 }, JSON.parse('{"__proto__": 1}')])).toMatchObject([{ path: ['rows', 1, '__proto__'] }]);
});

test.each([
  ['createDatabase', { design: { title: 'x', tables: nones(200_000) } }],
  ['createDatabase', { design: { title: 'x', tables: [{ name: 'x', columns: nones(200_000) }] } }],
  ['createDatabase', { design: { title: 'x', tables: [{ name: 'x', columns: [], uniques: nones(200_000), references: nones(200_000) }] } }],
  ['createDatabase', { design: { title: 'x', tables: [{ name: 'x', columns: [], uniques: [nones(200_000)] }] } }],
  ['putGlossary', { terms: nones(200_000), notes: '' }],
  ['remember', { db: 'db_x', items: nones(200_000) }],
  ['remember', { db: 'db_x', content: 'x', tags: nones(200_000) }],
  ['run', { db: 'db_x', sql: 'SELECT 1', params: nones(200_000) }],
] as const)('a list of 200,000 is refused as one, not element by element: %s %#', (operation, body) => {
  const issues = issuesOf(operation, body);
  expect(issues.map(({ code }) => code)).toContain('too_big');
  expect(issues.length).toBeLessThan(10);
});
