import { expect, test } from 'vitest';
import { resultCsv } from '../../src/cli/output/csv.ts';
import { jsonText } from '../../src/cli/output/json.ts';
import { drawTable } from '../../src/cli/output/table.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

const data = [{ n: new Verbatim('9007199254740993'), d: new Verbatim('18.50'), j: { a: new Verbatim('1.0') }, t: '18.50' }];
const columns = ['n', 'd', 'j', 't'].map((name) => ({ name, type: 'text' }));

test('JSON, tables and CSV of the command line have every digit', async () => {
  expect(jsonText({ data }, 0)).toBe('{"data":[{"n":9007199254740993,"d":18.50,"j":{"a":1.0},"t":"18.50"}]}');
  expect(jsonText({ data }, 2).replace(/\s/g, '')).toBe('{"data":[{"n":9007199254740993,"d":18.50,"j":{"a":1.0},"t":"18.50"}]}');
  expect(await resultCsv({ data, columns, rowCount: 1, truncated: false })).toBe(
    'n,d,j,t\r\n9007199254740993,18.50,"{""a"":1.0}",18.50\r\n',
  );
  expect(drawTable(['n', 'd'], data, 80)).toMatch(/9007199254740993 │ 18\.50/);
});
