import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resultCsv } from '../../src/cli/output/csv.ts';
import { jsonText } from '../../src/cli/output/json.ts';
import { drawTable } from '../../src/cli/output/table.ts';
import { readParams } from '../../src/cli/read/params.ts';
import { readRows } from '../../src/cli/read/rows.ts';
import { encodeJson } from '../../src/lib/encode-json.ts';
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

test('what a double would round is sent as a number with its digits', async () => {
  const sent = (value: unknown) => encodeJson(value);
  expect(sent(readParams('[9007199254740993, 0.12345678901234567891, 1.50, 1e400, 7, "8"]'))).toBe(
    '[9007199254740993,0.12345678901234567891,1.50,1e400,7,"8"]',
  );
  const folder = await mkdtemp(join(tmpdir(), 'svc-numbers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rowsOf = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return sent((await readRows(join(folder, name), undefined)).rows);
  };
  const wide = '{"n":1,"big":12345678901234567890123,"price":18.5,"j":{"a":9007199254740993}}';
  expect(await rowsOf('rows.ndjson', `${wide}\n{"n":9007199254740993}\n`)).toBe(`[${wide},{"n":9007199254740993}]`);
  expect(await rowsOf('rows.json', `[${wide}]`)).toBe(`[${wide}]`);
});
