import { expect, test } from 'vitest';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import { nameIndexOf } from '../../src/plan/builtin/linking/name-index.ts';
import { findAttribute } from '../../src/plan/builtin/linking/named.ts';
import type { ScalarType } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

const numbered = (of: number) =>
  Object.fromEntries(Array.from({ length: 150 }, (_, at): [string, ScalarType] => [`field_${at}_of_${of}`, 'text']));
const tables = Array.from({ length: 20 }, (_, of) => idTable(`things_${of}`, { id: 'integer', ...numbered(of) }));
const schema = { fingerprint: 'wide', tables: [...tables, idTable('last', { id: 'integer', field: 'text', field_of_last: 'text' })] };

test('of thousands of columns that share a word with a phrase a thousand are looked at, the nearest among them', () => {
  const found = nameIndexOf(lexiconOf(schema)).columns(['field'], false);
  const names = found.flatMap(({ columns }) => columns.map(({ column }) => column.name));
  expect(names).toHaveLength(1_000);
  expect(names).toEqual(expect.arrayContaining(['field', 'field_of_last']));
});

test('a phrase is looked up once for a schema', () => {
  const first = findAttribute(['field'], lexiconOf(schema));
  expect(first?.candidates[0]).toMatchObject({ table: 'last', columns: ['field'] });
  expect(findAttribute(['field'], lexiconOf(schema))).toBe(first);
  expect(findAttribute(['field'], lexiconOf({ ...schema }))).not.toBe(first);
});
