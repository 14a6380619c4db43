import stringWidth from 'string-width';
import { encodeJson } from '../../lib/encode-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { safeCell, safeText } from './safe-text.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as a table that is at most `width` wide; where the columns cannot fit even cut, a block of lines a row. A cell that is
 * cut ends in `…`; numbers are never cut, since what is left of one is another number.
 */
export function drawTable(names: readonly string[], rows: readonly Row[], width: number): string {
  return tableOf(names, rows, width).text;
}

export interface Drawn {
  readonly text: string;
  /** Whether a cell was cut to fit. */
  readonly isCut: boolean;
}

/** The same, and whether it is all there. */
export function tableOf(names: readonly string[], rows: readonly Row[], width: number): Drawn {
  if (names.length === 0) return { text: '', isCut: false };
  const areNumbers = names.map((name) => rows.some((row) => row[name] !== null && row[name] !== undefined) && isNumeric(name, rows));
  const heads = names.map(safeCell);
  const cells = rows.map((row) => names.map((name) => safeCell(cellText(row[name]))));
  const natural = heads.map((head, column) =>
    cells.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? '')), stringWidth(head)),
  );
  const widths = fitWidths(natural, width - (FRAME * names.length + 1), areNumbers);
  if (!widths) return { text: drawRecords(names, rows, width), isCut: false };
  const drawn = (row: readonly string[]) =>
    `│${row.map((cell, column) => ` ${fitted(cell, widths[column] ?? 0, areNumbers[column] ? 'right' : 'left')} `).join('│')}│`;
  const rule = (left: string, between: string, right: string) =>
    left + widths.map((one) => '─'.repeat(one + PADDING)).join(between) + right;
  return {
    text: [rule('┌', '┬', '┐'), drawn(heads), rule('├', '┼', '┤'), ...cells.map(drawn), rule('└', '┴', '┘')].join('\n'),
    isCut: widths.some((one, column) => one < (natural[column] ?? 0)),
  };
}

/** Exactly so many columns of a terminal: padded, or cut between characters as people see them. */
function fitted(text: string, width: number, side: 'left' | 'right'): string {
  const missing = width - stringWidth(text);
  if (missing >= 0) return side === 'right' ? ' '.repeat(missing) + text : text + ' '.repeat(missing);
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…${' '.repeat(width - 1 - stringWidth(kept))}`;
}

/** One cell as text. */
export const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? encodeJson(value) : String(value);

export const isNumeric = (name: string, rows: readonly Row[]): boolean =>
  rows.every((row) => row[name] === null || row[name] === undefined || isNumber(row[name]));

export const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof Verbatim;

/**
 * Widths of at most `available` in all: the widest columns give way first, to one common cap; `rigid` ones do not. Null when
 * even the narrowest that can be read do not fit.
 */
export function fitWidths(natural: readonly number[], available: number, rigid: readonly boolean[] = []): number[] | null {
  const capped = (cap: number) => natural.map((one, column) => (rigid[column] ? one : Math.min(one, cap)));
  const total = (cap: number) => capped(cap).reduce((sum, one) => sum + one, 0);
  if (total(Number.POSITIVE_INFINITY) <= available) return [...natural];
  if (total(READABLE) > available) return null;
  let cap = READABLE;
  while (total(cap + 1) <= available) cap += 1;
  return capped(cap);
}

/** Of each column: its left border and a space on both sides. */
const FRAME = 3;
const PADDING = 2;
const READABLE = 8;

/** Each row as lines, a name and its value each, whole. */
export function drawRecords(names: readonly string[], rows: readonly Row[], width: number): string {
  const heads = names.map(safeCell);
  const label = Math.max(...heads.map((head) => stringWidth(head)));
  return rows
    .map((row, index) => {
      const lines = names.flatMap((name, column) => {
        const head = heads[column] ?? '';
        if (head === '' && cellText(row[name]) === '') return [];
        return `  ${head}${' '.repeat(label - stringWidth(head))}  ${safeText(cellText(row[name])).replaceAll('\n', `\n${' '.repeat(label + 4)}`)}`;
      });
      return [
        `${'─'.repeat(3)} ${index + 1} ${'─'.repeat(Math.max(0, Math.min(width, 40) - 6 - String(index + 1).length))}`,
        ...lines,
      ].join('\n');
    })
    .join('\n');
}
