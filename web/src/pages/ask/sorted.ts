import type { ResultSet } from '../../../../src/client/index.ts';
import { valueText } from '../../parts/value-text.ts';
import { kindOf, numberOf } from './column-kind.ts';

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

type Row = ResultSet['data'][number];

/** The rows by one column; NULL is last in both directions, and rows that are alike stay in their order. */
export function sorted({ data, columns }: ResultSet, sort: Sort | null): readonly Row[] {
  const column = columns.find(({ name }) => name === sort?.column);
  if (sort === null || column === undefined) return data;
  const compare = kindOf(column) === 'number' ? byNumber : byText;
  const sign = sort.isDescending ? -1 : 1;
  return [...data].sort((a, b) => {
    const [one, other] = [a[sort.column] ?? null, b[sort.column] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

/** Whole numbers that are the same as a double are told apart by their own digits. */
const byNumber = (a: unknown, b: unknown): number =>
  numberOf(a) - numberOf(b) || (typeof a === 'bigint' && typeof b === 'bigint' && a !== b ? (a < b ? -1 : 1) : 0);
const COLLATOR = new Intl.Collator(undefined, { numeric: true });
const byText = (a: unknown, b: unknown): number => COLLATOR.compare(valueText(a), valueText(b));
