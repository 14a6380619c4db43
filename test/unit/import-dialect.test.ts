import { expect, test } from 'vitest';
import { readDialect } from '../../src/packs/tabular/dialect.ts';

const dialectOf = (text: string) => readDialect(Buffer.from(text), { isWhole: true, name: 'a.csv' });

test('a line that names the delimiter for Excel is no row', () => {
  expect(dialectOf('sep=;\r\nid;note\r\n1;a, b\r\n')).toMatchObject({
    delimiter: ';',
    columns: ['id', 'note'],
    begins: 'sep=;\r\nid;note\r\n'.length,
    rowsBefore: 2,
  });
  expect(dialectOf('sep=|\n1|2\n')).toMatchObject({ delimiter: '|', columns: ['column_1', 'column_2'], begins: 6, rowsBefore: 1 });
  expect(dialectOf('sep=;\n')).toBeNull();
  expect(() => dialectOf('sep=,\na,b\n1,"2\n')).toThrow(expect.objectContaining({ row: 2 }));
});

test('long texts in the first row name columns where other kinds stand below, and are rows of a file of texts', () => {
  const question = `How much do you agree with this: ${'the service answers what was asked, '.repeat(5)}yes?`;
  expect(dialectOf(`at,${JSON.stringify(question)}\n2026-01-31,4\n`)).toMatchObject({
    rowsBefore: 1,
    columns: ['at', expect.stringMatching(/^how_much/)],
  });
  expect(dialectOf(`${JSON.stringify(question)},Ana\n"Not at all",Bo\n`)).toMatchObject({ rowsBefore: 0, begins: 0 });
});
