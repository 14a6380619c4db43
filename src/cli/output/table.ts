import Table from 'cli-table3';
import stringWidth from 'string-width';
import { encodeJson } from '../../lib/encode-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { safeCell, safeText } from './safe-text.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows as a table that is at most `width` wide; where the columns cannot fit even cut, a block of lines a row. */
export function drawTable(names: readonly string[], rows: readonly Row[], width: number): string {
  if (names.length === 0) return '';
  const heads = names.map(safeCell);
  const cells = rows.map((row) => names.map((name) => safeCell(cellText(row[name]))));
  const natural = heads.map((head, column) =>
    cells.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? '')), stringWidth(head)),
  );
  const widths = fitWidths(natural, width - (FRAME * names.length + 1));
  if (!widths) return drawRecords(heads, rows, names, width);
  const table = new Table({
    head: heads,
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    colWidths: widths.map((one) => one + PADDING),
    colAligns: names.map((name) =>
      rows.some((row) => row[name] !== null && row[name] !== undefined) && isNumeric(name, rows) ? 'right' : 'left',
    ),
  });
  table.push(...cells);
  return table.toString();
}

/** One cell as text. */
export const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? encodeJson(value) : String(value);

export const isNumeric = (name: string, rows: readonly Row[]): boolean =>
  rows.every((row) => row[name] === null || row[name] === undefined || isNumber(row[name]));

export const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof Verbatim;

/**
 * Widths of at most `available` in all: the widest columns give way first, to one common cap. Null when even the
 * narrowest that can be read do not fit.
 */
export function fitWidths(natural: readonly number[], available: number): number[] | null {
  const total = (cap: number) => natural.reduce((sum, one) => sum + Math.min(one, cap), 0);
  if (total(Number.POSITIVE_INFINITY) <= available) return [...natural];
  if (total(READABLE) > available) return null;
  let cap = READABLE;
  while (total(cap + 1) <= available) cap += 1;
  return natural.map((one) => Math.min(one, cap));
}

/** Of each column: its left border and a space on both sides. */
const FRAME = 3;
const PADDING = 2;
const READABLE = 8;

function drawRecords(heads: readonly string[], rows: readonly Row[], names: readonly string[], width: number): string {
  const label = Math.max(...heads.map((head) => stringWidth(head)));
  return rows
    .map((row, index) => {
      const lines = names.map((name, column) => {
        const head = heads[column] ?? '';
        return `  ${head}${' '.repeat(label - stringWidth(head))}  ${safeText(cellText(row[name])).replaceAll('\n', `\n${' '.repeat(label + 4)}`)}`;
      });
      return [
        `${'─'.repeat(3)} ${index + 1} ${'─'.repeat(Math.max(0, Math.min(width, 40) - 6 - String(index + 1).length))}`,
        ...lines,
      ].join('\n');
    })
    .join('\n');
}
