import type { ResultSet } from '../../../../src/client/index.ts';
import { plainText } from '../../parts/value-text.ts';

/** Of a column, in letters: as wide as its name and the first values need, in bounds. */
const NARROWEST = 6;
const WIDEST = 42;
const LOOKED_AT = 200;
/** For the cell's own edges and the arrow of a sorted column. */
const ROOM = 5;

/** How wide each column is: fixed, since rows that come into sight must not move the others. */
export const widthsOf = ({ columns, data }: ResultSet): readonly number[] =>
  columns.map(({ name }) => {
    const letters = data.slice(0, LOOKED_AT).map((row) => Math.min(plainText(row[name]).length, WIDEST));
    return Math.min(Math.max(NARROWEST, name.length, ...letters), WIDEST) + ROOM;
  });
