import { describe, expect, test } from 'vitest';
import { drawChart } from '../../src/cli/output/chart.ts';
import { safeCell, safeJson, safeText } from '../../src/cli/output/safe-text.ts';
import { drawTable, fitWidths } from '../../src/cli/output/table.ts';
import { readCsv } from '../../src/cli/read/csv.ts';
import { fitValues } from '../../src/cli/read/fit-values.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

describe('values of CSV', () => {
  const column = (name: string, type: string, hasDefault = false) => ({
    name,
    type,
    nullable: true,
    hasDefault,
    generated: false,
    comment: null,
  });
  const table = {
    name: 'coffee_beans',
    schema: 'public',
    kind: 'table' as const,
    comment: null,
    rowEstimate: 0,
    columns: [column('id', 'bigint', true), column('lot_code', 'text'), column('price', 'numeric')],
    primaryKey: ['id'],
    uniques: [],
    foreignKeys: [],
  };

  test('are numbers and booleans where the whole column is, and text where the table keeps text', () => {
    const rows = [
      { id: '', lotCode: '12', price: '18.50', zip: '007', open: 'true', digits: '1234567890123456789' },
      { id: '7', lotCode: '13', price: '', zip: '12', open: 'FALSE', digits: '1' },
    ];
    expect(fitValues(rows, 'coffeeBeans', [table])).toEqual([
      { lotCode: '12', price: 18.5, zip: '007', open: true, digits: new Verbatim('1234567890123456789') },
      { id: 7, lotCode: '13', price: null, zip: '12', open: false, digits: 1 },
    ]);
  });

  test('are told apart by the mark that the header has most of, past a byte order mark', async () => {
    expect(await readCsv('\ufeffname;"price, net"\nOnyx;"1;5"\n\n', 'x')).toEqual([{ name: 'Onyx', 'price, net': '1;5' }]);
    expect(await readCsv('a\tb\r\n1\t2\r\n', 'x')).toEqual([{ a: '1', b: '2' }]);
  });
});

describe('tables', () => {
  test('the widest columns give way first, down to what can be read', () => {
    expect(fitWidths([4, 30, 50], 100)).toEqual([4, 30, 50]);
    expect(fitWidths([4, 30, 50], 44)).toEqual([4, 20, 20]);
    expect(fitWidths([30, 30], 15)).toBeNull();
  });

  test('columns that cannot fit become lines', () => {
    const row = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`column_${index}`, 'a long value']));
    expect(drawTable(Object.keys(row), [row], 40)).toMatch(/─── 1 ─+\n {2}column_0 {2}a long value\n/);
  });
});

describe('charts', () => {
  test('bars are as long as their numbers; negative ones are hatched; nothing is drawn for nothing', () => {
    const rows = [
      { city: 'Oslo', total: 10 },
      { city: 'Bergen', total: 5 },
      { city: 'Bodø', total: -10 },
      { city: 'Voss', total: null },
    ];
    const lines = drawChart(['city', 'total'], rows, 40)?.split('\n') ?? [];
    const length = (index: number, mark: string) => lines[index]?.split(mark).length ?? 0;
    expect(length(1, '█') - 1).toBe(2 * (length(2, '█') - 1) + (/[▏▎▍▌▋▊▉]/.test(lines[2] ?? '') ? 1 : 0));
    expect(length(3, '░')).toBe(length(1, '█'));
    expect(lines[4]).toMatch(/^Voss\s*$/);
  });

  test('rows that are no grouped numbers are not drawn', () => {
    expect(drawChart(['city'], [{ city: 'Oslo' }], 40)).toBeNull();
    expect(drawChart(['total'], [{ total: 3 }], 40)).toBeNull();
    expect(drawChart(['city', 'total'], [], 40)).toBeNull();
  });
});

test('control characters of stored text reach no terminal', () => {
  const text = 'a\u001b[2Jb\u009b1mc\u202ed\r\n\te';
  expect(safeText(text)).toBe('a\\u001b[2Jb\\u009b1mc\\u202ed\n\te');
  expect(safeCell(text)).toBe('a\\u001b[2Jb\\u009b1mc\\u202ed⏎ e');
  expect(JSON.parse(safeJson(JSON.stringify(text)))).toBe(text);
});
