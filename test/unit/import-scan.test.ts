import { afterAll, expect, test } from 'vitest';
import type { ColumnState } from '../../src/packs/state.ts';
import { createScanner } from '../../src/packs/tabular/apart/scanner.ts';
import { addLearned, type Learned } from '../../src/packs/tabular/learn.ts';
import { type Scanned, type ScannedRows, scanRows } from '../../src/packs/tabular/scan-rows.ts';

const scanner = createScanner();
afterAll(() => scanner.close());

const COLUMNS = ['id', 'at', 'note'];
const table = { delimiter: ',', columns: COLUMNS.map(() => ({ kinds: 0, looked: 0 })) };

/** More than is scanned in this thread. */
const rowsOf = (count: number, row: (index: number) => string): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, index) => `${row(index)}\n`).join(''));

const plain = (index: number): string => `${index},2026-01-01,plain`;

/** What stretches tell, one after the other. */
function total(stretches: readonly Scanned[]): object {
  const columns = COLUMNS.map(
    (name): ColumnState => ({
      ...{ name, kinds: 0, values: 0, textAt: null, textAfter: 0, looked: 0, numbers: 0, days: 0 },
      ...({ type: 'text', form: null } as const),
    }),
  );
  let [consumed, rows, seen] = [0, 0, 0];
  for (const stretch of stretches as readonly ScannedRows[]) {
    expect(stretch.kind).toBe('rows');
    const before = seen;
    for (const [cell, column] of columns.entries()) addLearned(column, stretch.learned[cell] as Learned, (row) => before + row);
    consumed += stretch.consumed;
    rows += stretch.rows;
    seen += stretch.seen;
  }
  return { columns, consumed, rows, seen };
}

test.each([
  ['plain rows', rowsOf(20_000, plain)],
  ['a cell in quotes with line ends in it, over the middle', rowsOf(3, (index) => `${index},2026-01-01,"${'line\n'.repeat(60_000)}"`)],
  ['line ends in quotes everywhere', rowsOf(20_000, (index) => `${index},2026-01-01,"one\ntwo\nthree"`)],
  ['a column that becomes text in the second half', rowsOf(20_000, (index) => (index === 15_000 ? `${index},soon,late` : plain(index)))],
  ['one that is text from the first half on', rowsOf(20_000, (index) => (index === 5_000 ? `${index},soon,late` : plain(index)))],
  ['a value in few rows', rowsOf(20_000, (index) => (index % 50 === 0 ? plain(index) : `${index},,`))],
])('halves that are scanned at once tell what one scan tells: %s', async (_, bytes) => {
  // In pieces that end anywhere, as they come.
  const pieces = [bytes.subarray(0, 100_001), bytes.subarray(100_001)];
  const apart = await scanner.scan(table, pieces, true);
  expect(total(apart)).toEqual(total([scanRows(table, bytes, true)]));
});

test('a broken row is counted from the first of its half', async () => {
  const bytes = rowsOf(20_000, (index) => (index === 15_000 ? '1,2' : plain(index)));
  const [first, second] = await scanner.scan(table, [bytes], true);
  if (first?.kind !== 'rows' || second?.kind !== 'broken') throw new Error(`${first?.kind}, ${second?.kind}`);
  expect(first.seen + second.row).toBe(15_000);
  expect(await scanner.scan(table, [rowsOf(20_000, () => '1,2')], true)).toMatchObject([{ kind: 'broken', row: 0 }]);
});

test('imports that scan at once get each their own rows', async () => {
  const counts = [12_000, 20_000, 16_000];
  const scanned = await Promise.all(counts.map((count) => scanner.scan(table, [rowsOf(count, plain)], true)));
  expect(scanned.map((stretches) => (total(stretches) as { rows: number }).rows)).toEqual(counts);
});
