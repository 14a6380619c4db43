import { pickName } from '../names.ts';
import { BrokenRow, cellText, readCsvRows } from './csv-rows.ts';
import { KIND, kindOfCell } from './kinds.ts';

export interface Dialect {
  readonly delimiter: string;
  /** Names of the columns, as they become the table's. */
  readonly columns: readonly string[];
  /** Bytes before the first row, and rows: the header, where there is one, and a line before it that names the delimiter. */
  readonly begins: number;
  readonly rowsBefore: number;
  /** Sentences on what was supposed. */
  readonly assumptions: readonly string[];
}

const DELIMITERS = [',', '\t', ';', '|'] as const;
const BLANK = /^[\s,;|"]*$/;
/** What Excel reads the delimiter from. */
const NAMED = /^sep=([,\t;|])(?:\r\n|\n|\r|$)/i;
/** Longer texts in the first row are names where what stands below is of other kinds, such as the questions of a survey. */
const NAME_MAX = 128;
const ROWS = 200;
const COLUMNS_MAX = 1_600;

/**
 * How a file of CSV is written, by its beginning: the delimiter that gives most rows the same number of cells, and more than one; and whether
 * its first row names the columns. Null for one that is empty, or in which nothing stands but space and empty cells.
 * @param isWhole whether the sample is all of it
 * @throws BrokenRow
 */
export function readDialect(content: Buffer, { isWhole, name }: { readonly isWhole: boolean; readonly name: string }): Dialect | null {
  const [line = '', said] = NAMED.exec(content.toString('latin1', 0, 8)) ?? [];
  const sample = content.subarray(line.length);
  if (isWhole && BLANK.test(sample.toString('latin1'))) return null;
  const candidates: readonly string[] = said !== undefined ? [said] : /\.(tsv|tab)$/i.test(name) ? ['\t'] : DELIMITERS;
  let best: (Sampled & { delimiter: string; score: number }) | null = null;
  let broken: BrokenRow | null = null;
  for (const delimiter of candidates) {
    try {
      const found = rowsOf(sample, delimiter, isWhole);
      const [cells] = found.cells;
      if (cells === undefined) continue;
      const same = found.cells.filter((count) => count === cells).length / found.cells.length;
      const score = cells === 1 ? 0.001 : same * (1 + cells / 1_000);
      if (best === null || score > best.score) best = { delimiter, ...found, score };
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error;
      broken ??= line === '' ? error : new BrokenRow(error.row + 1, error.message);
    }
  }
  if (best === null || (best.score < 0.01 && broken)) {
    if (broken) throw broken;
    return null;
  }
  const { first } = best;
  const hasHeader = isHeader(best);
  const assumptions = hasHeader ? [] : ['its first row names no columns, so that they are numbered'];
  const taken = new Set<string>();
  const columns = first.slice(0, COLUMNS_MAX + 1).map((text, index) => {
    const wanted = hasHeader ? text : '';
    const column = pickName(wanted, { instead: `column_${index + 1}`, taken });
    if (hasHeader && column.isChanged) assumptions.push(`its column ${index + 1} is named ${column.name}`);
    return column.name;
  });
  if (columns.length > COLUMNS_MAX) throw new BrokenRow(0, `A table has at most ${COLUMNS_MAX} columns.`);
  const begins = hasHeader ? (best.starts[1] ?? sample.length) : (best.starts[0] ?? 0);
  const rowsBefore = (line === '' ? 0 : 1) + (hasHeader ? 1 : 0);
  return { delimiter: best.delimiter, columns, begins: line.length + begins, rowsBefore, assumptions };
}

interface Sampled {
  /** How many there are in each row. */
  readonly cells: readonly number[];
  /** Where each row begins. */
  readonly starts: readonly number[];
  /** The first row: its cells, and their kinds. */
  readonly first: readonly string[];
  readonly kinds: readonly number[];
  /** Kinds of the second row's cells. */
  readonly below: readonly number[];
}

/** Empty lines are no rows. */
function rowsOf(sample: Buffer, delimiter: string, isWhole: boolean): Sampled {
  const cells: number[] = [];
  const starts: number[] = [];
  let [first, kinds, below]: [string[], number[], number[]] = [[], [], []];
  const found = readCsvRows(sample, { delimiter: delimiter.charCodeAt(0), isLast: isWhole, cellsMax: COLUMNS_MAX + 1 }, (row) => {
    if (row.start === row.end || cells.length >= ROWS) return;
    const count = Math.min(row.cells, COLUMNS_MAX + 1);
    starts.push(row.start);
    cells.push(count);
    if (cells.length > 2) return;
    const own = Array.from({ length: count }, (_, cell) => {
      const [start, end] = [row.starts[cell] ?? 0, row.ends[cell] ?? 0];
      return start === end ? 0 : kindOfCell(row.bytes, start, end);
    });
    if (cells.length === 2) below = own;
    else [first, kinds] = [Array.from({ length: count }, (_, cell) => cellText(row, cell)), own];
  });
  // Behind the header, where it is all that there is.
  if (cells.length === 1) starts.push(found.consumed);
  return { cells, starts, first, kinds, below };
}

/** Names are texts that do not repeat; of a file of texts alone the first row counts as names. */
function isHeader({ first, kinds, below }: Sampled): boolean {
  if (kinds.some((kind) => kind !== 0 && kind !== KIND.text)) return false;
  const named = first.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
  const areOther = below.some((kind) => kind !== 0 && kind !== KIND.text);
  return named.length > first.length / 2 && (areOther || first.every((text) => text.length <= NAME_MAX));
}
