import { expect, test } from 'vitest';
import { linesOf } from '../../src/engines/clickhouse/insert-lines.ts';
import { renameKeys } from '../../src/engines/insert-names.ts';
import type { Fault } from '../../src/fault.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

const column = (name: string, nativeType: string, hasDefault = false) => ({
  ...{ name, nativeType, hasDefault },
  nullable: nativeType.startsWith('Nullable('),
});

async function written(columns: readonly ReturnType<typeof column>[], rows: readonly Record<string, unknown>[]) {
  const { renamed } = await renameKeys(rows);
  const { format, lines } = await linesOf('things', columns, renamed);
  return { format, rows: JSON.parse(`[${Buffer.concat(lines)}]`) as unknown[] };
}

test('rows that have every column are arrays, each value as the column takes it', async () => {
  const columns = [
    column('n', 'Int64'),
    column('u', 'UInt8'),
    column('price', 'Decimal(6, 2)'),
    column('at', "DateTime64(6, 'UTC')"),
    column('on', 'Date32'),
    column('note', 'Nullable(String)'),
    column('ok', 'Bool'),
    column('f', 'Float64'),
  ];
  const rows = [
    { n: 7, u: 255, price: 1.5, at: '2026-01-01T00:00:00Z', on: '2026-02-28', note: 'a "b"\n', ok: true, f: 0.1 },
    {
      n: '-9223372036854775808',
      u: '1e2',
      price: '-0.10',
      at: '2026-01-01 05:30+05:30',
      on: '2024-02-29',
      note: null,
      ok: 'FALSE',
      f: 'NaN',
    },
    { n: new Verbatim('9223372036854775807'), u: 0, price: '1e3', at: '2026-01-31', on: '1900-01-01', note: { a: 1 }, ok: false, f: -2 },
  ];
  expect(await written(columns, rows)).toEqual({
    format: 'JSONCompactEachRow',
    rows: [
      [7, '255', '1.5', '2026-01-01T00:00:00Z', '2026-02-28', 'a "b"\n', true, '0.1'],
      ['-9223372036854775808', '100', '-0.1', '2026-01-01T05:30:00+05:30', '2024-02-29', null, false, 'nan'],
      ['9223372036854775807', '0', '1000', '2026-01-31T00:00:00Z', '1900-01-01', '{"a":1}', false, '-2'],
    ],
  });
});

test('arrays and maps hold what their parts do, and addresses are text', async () => {
  const columns = [
    column('tags', 'Array(LowCardinality(String))'),
    column('grid', 'Array(Array(Nullable(Decimal(6, 2))))'),
    column('attrs', 'Map(LowCardinality(String), UInt64)'),
    column('code', 'FixedString(3)'),
    column('four', 'IPv4'),
    column('six', 'Nullable(IPv6)'),
  ];
  const rows = [
    {
      tags: ['a', 'b'],
      grid: [[1.5, null], []],
      attrs: { refused: 7, why: '18446744073709551615' },
      code: 'EUR',
      four: '10.0.0.1',
      six: '::1',
    },
    { tags: [], grid: [], attrs: {}, code: '', four: '0.0.0.0', six: null },
  ];
  expect((await written(columns, rows)).rows).toEqual([
    [['a', 'b'], [['1.5', null], []], { refused: 7, why: '18446744073709551615' }, 'EUR', '10.0.0.1', '::1'],
    [[], [], {}, '', '0.0.0.0', null],
  ]);
});

test('rows of several shapes are objects, whose order of keys does not matter, however many there are', async () => {
  const columns = [column('n', 'Int64'), column('kind', 'Nullable(String)'), column('size', 'Int32', true)];
  const rows = Array.from({ length: 1_001 }, (_, n) =>
    n % 3 === 0 ? { n } : n % 3 === 1 ? { kind: 'odd', n } : { n, size: null, kind: null },
  );
  const { format, rows: told } = await written(columns, rows);
  expect(format).toBe('JSONEachRow');
  expect(told).toEqual(rows.map((row, n) => (n % 3 === 2 ? { n, kind: null } : row)));
});

test.each([
  ['Int8', 128, 'from -128 to 127'],
  ['Int64', 1.5, 'fraction'],
  ['Int64', new Verbatim('9223372036854775808'), 'from -9223372036854775808'],
  ['UInt64', -1, 'from 0'],
  ['Decimal(6, 2)', 0.125, '2 digits after'],
  ['Decimal(6, 2)', '12345', '4 digits before'],
  ['Decimal(2, 2)', '1', '0 digits before'],
  ['Decimal(6, 2)', '007', 'no number'],
  ['Date32', '2026-02-30', 'no day'],
  ['Date32', '1899-12-31', 'no day'],
  ["DateTime64(6, 'UTC')", '2026-02-30T00:00:00Z', 'no moment'],
  ["DateTime64(6, 'UTC')", '2026-13-01T00:00:00Z', 'no moment'],
  ["DateTime64(6, 'UTC')", '2026-00-10T00:00:00Z', 'no moment'],
  ["DateTime64(6, 'UTC')", '2026-02-10T24:00:00Z', 'no moment'],
  ['Bool', 1, 'neither true nor false'],
  ['Float64', 'x', 'no number'],
  ['UUID', 'x', 'no UUID'],
  ['String', null, 'always has a value'],
  ['FixedString(3)', 'éé', 'at most 3 bytes'],
  ['IPv4', '256.1.1.1', 'no IPv4 address'],
  ['IPv6', 'x', 'no IPv6 address'],
  ['Array(UInt8)', 'x', 'no array'],
  ['Array(UInt8)', [1, 256], 'item 1: the column holds whole numbers from 0 to 255'],
  ['Array(Array(String))', [['a'], [null]], 'item 1: its item 0: the column always has a value'],
  ['Map(String, Bool)', [], 'no object'],
  ['Map(String, Bool)', { a: 1 }, 'its "a": it is neither true nor false'],
  ['Map(UInt8, String)', { x: 'y' }, 'its "x": it is no number'],
])('%s takes no %s', async (nativeType, value, why) => {
  const rows = [...Array.from({ length: 300 }, () => ({ n: 1 })), { n: 1, v: value }];
  const refused = await written([column('n', 'Int64'), column('v', nativeType)], rows).then(
    () => null,
    (error: Fault) => error,
  );
  expect(refused?.code).toBe('invalid_value');
  expect(refused?.params).toMatchObject({ table: 'things', row: 300, column: 'v', reason: expect.stringContaining(why) });
});
