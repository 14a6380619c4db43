import { expect, test } from 'vitest';
import type { WriteTransaction } from '../../src/engines/engine.ts';
import { Cells, layoutOf } from '../../src/engines/insert-cells.ts';
import { refusalOf } from '../../src/engines/postgres/insert-refusal.ts';

const rows = [{ n: 1 }, { n: 'x' }, { n: 3 }].map(({ n }) => new Cells(layoutOf(['n']), [n]));
const refused = { table: 'things', columns: ['n'], types: new Map([['n', 'bigint']]), rows };
const error = Object.assign(new Error('invalid input syntax for type bigint: "x"'), { code: '22P02' });

/** A probe that has the bad value ends with `probeError`. */
const transactionOf = (probeError: unknown): WriteTransaction =>
  ({
    async run({ params }: { params: readonly unknown[] }) {
      if (String(params[0]).includes('"x"')) throw probeError;
      return { columns: [], rows: [], rowCount: 0, affected: 0 };
    },
  }) as unknown as WriteTransaction;
const saved = <T>(_: WriteTransaction, work: () => Promise<T>): Promise<T> => work();

test('the row and the column that do not fit are named', async () => {
  expect(await refusalOf(error, refused, transactionOf(error), saved)).toMatchObject({
    code: 'invalid_value',
    params: { row: 1, column: 'n', type: 'bigint' },
  });
});

test('no row is named where looking for it ran out of time, and the refusal stays what it was', async () => {
  const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(await refusalOf(error, refused, transactionOf(late), saved)).toBe(error);
});
