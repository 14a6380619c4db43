import { expect, test } from 'vitest';
import { looksLike, readingOf } from '../../src/packs/tabular/forms.ts';
import { kindOfCell } from '../../src/packs/tabular/kinds.ts';

/** What a column of these cells becomes. */
function reading(...cells: string[]) {
  let kinds = 0;
  for (const cell of cells) {
    const bytes = Buffer.from(cell);
    kinds |= kindOfCell(bytes, 0, bytes.length);
  }
  return readingOf(kinds);
}

test.each([
  [['1,250.00', '3', '-12,000.5'], 'numeric', 'grouped'],
  [['1,250,000', '12'], 'numeric', 'grouped'],
  [['1,250', '12.5'], 'numeric', 'grouped'],
  [['1,250', '12'], 'bigint', 'grouped'],
  [['1.250,00', '12,5', '3', '1.250'], 'numeric', 'decimal_comma'],
  [['0,125', '1,250'], 'numeric', 'decimal_comma'],
  [['1.250.000', '-7'], 'numeric', 'decimal_comma'],
  [['1.250', '1.5', '2e3'], 'numeric', null],
  [['1.250', '7'], 'numeric', null],
  [['31/12/2026', '03/04/2026'], 'date', 'day_first'],
  [['31/12/2026', '2026-01-31'], 'date', 'day_first'],
  [['12/31/2026', '3/4/2026'], 'date', 'month_first'],
  [['31.12.2026', '03.04.2026'], 'date', 'day_first'],
  [['03.04.2026'], 'date', 'day_first'],
  [['2026-01-31', '2026-02-28'], 'date', null],
  [['2026-01-31', '2026-02-28T10:00:00Z'], 'timestamptz', null],
])('%j is %s, written %s', (cells, type, form) => {
  expect(reading(...cells)).toMatchObject({ type, form });
});

test.each([
  [['1,250.00', '1.250,00'], /decimal point, and others a decimal comma/],
  [['1,250', '1.250'], /can each be/],
  [['03/04/2026', '05-06-2026'], /the day first or the month/],
  [['31/12/2026', '12/31/2026'], /some of its dates have the day first/],
  [['12/31/2026', '03.04.2026'], /some of its dates have the day first/],
])('%j can be read in two ways, and stays text with a word', (cells, said) => {
  expect(reading(...cells)).toEqual({ type: 'text', form: null, said: expect.stringMatching(said) });
});

test('what could be read in another way is told', () => {
  expect(reading('1,250').said).toContain('could be 1.25');
  expect(reading('31/12/2026').said).toContain('above 12');
  expect(reading('12', '7.5').said).toBeNull();
});

test.each([
  '007',
  '+5',
  '30/02/2026',
  '31/04/2026',
  '00/01/2026',
  '1,25,000',
  '01,250',
  ',5',
  '1,',
  '12/2026',
  '1,250.',
  '2026/01/31',
  '31/12/26',
])('%s is text', (cell) => {
  expect(reading(cell)).toEqual({ type: 'text', form: null, said: null });
});

test.each([
  ['$1,250.00', 'number'],
  ['€ 12', 'number'],
  ['12 %', 'number'],
  ['1 250,50', 'number'],
  ["1'250.00", 'number'],
  ['3 May 2026', 'day'],
  ['May 3, 2026', 'day'],
  ['31/12/26', 'day'],
  ['31/12/2026 10:30', 'day'],
  ['2026/01/31', 'day'],
  ['007', null],
  ['+49 30 1234', null],
  ['n/a', null],
  ['A-12', null],
])('%s looks like %s', (text, like) => {
  expect(looksLike(text)).toBe(like);
});
