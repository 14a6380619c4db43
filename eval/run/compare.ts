import { Verbatim } from '../../src/lib/verbatim.ts';

type Cell = unknown;
export type ResultRow = readonly Cell[];

interface CompareOptions {
  /** True when the expected statement decides the order of its rows. */
  readonly ordered?: boolean;
  /** The expected rows with all ties at the cut of a LIMIT; null when the cut is unambiguous. */
  readonly tied?: readonly ResultRow[] | null;
}

/**
 * Whether an answer equals the expected result: the same rows with their duplicates and the same number of columns,
 * columns in any order, rows in order only where `ordered`. Numbers agree within 1e-4 relative, or when one is the
 * other rounded correctly to two decimals or more. Where a limit cuts through ties, any choice among them is right.
 */
export function sameResult(expected: readonly ResultRow[], actual: readonly ResultRow[], options: CompareOptions = {}): boolean {
  if (expected.length === 0 || actual.length === 0) return expected.length === actual.length;
  const want = expected.map((row) => row.map(plain));
  const got = actual.map((row) => row.map(plain));
  const tied = options.tied?.map((row) => row.map(plain)) ?? null;
  const width = want[0]?.length ?? 0;
  if ((got[0]?.length ?? 0) !== width) return false;
  if (want.length !== got.length && tied === null) return false;
  for (const order of columnOrders(want, got, width, tied === null)) {
    const turned = got.map((row) => order.map((from) => row[from] ?? null));
    if (options.ordered === true ? sameSequence(want, turned) : sameBag(want, turned)) return true;
    if (tied !== null && (sameBag(tied, turned) || (turned.length === want.length && contains(tied, turned)))) return true;
  }
  return false;
}

/** Whether two tables hold the same rows, each as often, every column in its place. */
export function sameContents(expected: readonly ResultRow[], actual: readonly ResultRow[]): boolean {
  const text = (rows: readonly ResultRow[]) => rows.map((row) => JSON.stringify(row.map(plain))).sort();
  const got = text(actual);
  return expected.length === actual.length && text(expected).every((row, at) => row === got[at]);
}

type Plain = string | number | null;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]00(?::?00)?)?)?$/;

/** Numbers in text become numbers, moments lose an empty time and trailing zeros: drivers differ in both. */
function plain(cell: Cell): Plain {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  const text = asText(cell).trim();
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  const moment = MOMENT.exec(text);
  if (moment === null) return text;
  const [, day = '', clock = ''] = moment;
  const time = trimTime(clock);
  return time === '' || time === '00:00:00' ? day : `${day} ${time}`;
}

function asText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Verbatim) return /^[[{"]/.test(cell.json) ? JSON.stringify(JSON.parse(cell.json)) : cell.json;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

function trimTime(clock: string): string {
  const full = /^\d\d:\d\d$/.test(clock) ? `${clock}:00` : clock;
  return full.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

function sameCell(want: Plain, got: Plain): boolean {
  if (want === got) return true;
  if (typeof want !== 'number' || typeof got !== 'number') return false;
  const gap = Math.abs(want - got);
  if (gap <= Math.max(1e-6, 1e-4 * Math.abs(want))) return true;
  const decimals = /\.(\d+)$/.exec(String(got))?.[1]?.length ?? 0;
  return decimals >= 2 && gap <= 0.5 * 10 ** -decimals + 1e-9;
}

const sameRow = (want: readonly Plain[], got: readonly Plain[]) =>
  want.length === got.length && want.every((cell, at) => sameCell(cell, got[at] ?? null));

const sameSequence = (want: readonly Plain[][], got: readonly Plain[][]) =>
  want.length === got.length && want.every((row, at) => sameRow(row, got[at] ?? []));

/** Rows in any order. Sorting by rounded keys settles nearly all; the pairwise search is for rounding at a key's edge. */
function sameBag(want: readonly Plain[][], got: readonly Plain[][]): boolean {
  if (want.length !== got.length) return false;
  if (sameSequence(sorted(want), sorted(got))) return true;
  return want.length <= PAIRWISE_ROWS && contains(got, want);
}

const PAIRWISE_ROWS = 400;

/** Every row of `part` stands in `whole`, each for itself. */
function contains(whole: readonly Plain[][], part: readonly Plain[][]): boolean {
  const taken = new Set<number>();
  return part.every((row) => {
    const found = whole.findIndex((other, at) => !taken.has(at) && (sameRow(other, row) || sameRow(row, other)));
    if (found >= 0) taken.add(found);
    return found >= 0;
  });
}

const cellKey = (cell: Plain) => (cell === null ? '~' : typeof cell === 'number' ? `n${cell.toPrecision(3)}` : `s${cell}`);
const rowKey = (row: readonly Plain[]) => row.map(cellKey).join('\u0001');

function sorted(rows: readonly Plain[][]): Plain[][] {
  const keyed = rows.map((row) => ({ row, key: rowKey(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

const MAX_ORDERS = 3000;

/** Ways to lay the answer's columns under the expected ones, those whose values look alike first; a bounded number. */
function* columnOrders(want: readonly Plain[][], got: readonly Plain[][], width: number, everyRow: boolean): Generator<number[]> {
  const profile = (rows: readonly Plain[][], column: number) => {
    const keys = rows.map((row) => cellKey(row[column] ?? null));
    return (everyRow ? keys : [...new Set(keys)]).sort().join('\u0002');
  };
  const theirs = Array.from({ length: width }, (_, column) => profile(got, column));
  const choices = Array.from({ length: width }, (_, column) => {
    const mine = profile(want, column);
    const alike = theirs.flatMap((key, from) => (key === mine ? [from] : []));
    const from = alike.length > 0 ? alike : theirs.map((_key, at) => at);
    return from.sort((a, b) => Number(b === column) - Number(a === column) || a - b);
  });
  let given = 0;
  function* extend(chosen: number[]): Generator<number[]> {
    if (given >= MAX_ORDERS) return;
    const options = choices[chosen.length];
    if (options === undefined) {
      given += 1;
      yield chosen;
      return;
    }
    for (const option of options) if (!chosen.includes(option)) yield* extend([...chosen, option]);
  }
  yield* extend([]);
}
