import type { ColumnState } from '../state.ts';
import type { RowView } from './csv-rows.ts';
import { looksLike } from './forms.ts';
import { DAYS, KIND, kindOfCell, NUMBERS } from './kinds.ts';

/** What is known of a column before more of its values are looked at. */
export type Known = Pick<ColumnState, 'kinds' | 'looked'>;

/** What some rows tell of a column. */
export interface Learned {
  readonly kinds: number;
  readonly values: number;
  readonly looked: number;
  readonly numbers: number;
  readonly days: number;
  /** Where it becomes text with these rows: the row of its first one, counted from the first of these, and the values before it. */
  readonly text: { readonly row: number; readonly after: number } | null;
}

/** The same while rows are looked at, in arrays, since it is touched with every cell. */
export interface Lesson {
  readonly kinds: Uint16Array;
  readonly values: Float64Array;
  readonly looked: Uint16Array;
  readonly numbers: Uint16Array;
  readonly days: Uint16Array;
  readonly texts: Map<number, { readonly row: number; readonly after: number }>;
}

export const beginLesson = (columns: readonly Known[]): Lesson => ({
  kinds: Uint16Array.from(columns, ({ kinds }) => kinds),
  values: new Float64Array(columns.length),
  looked: Uint16Array.from(columns, ({ looked }) => looked),
  numbers: new Uint16Array(columns.length),
  days: new Uint16Array(columns.length),
  texts: new Map(),
});

/** Kinds that nothing else changes. */
const SETTLED = KIND.text | KIND.jsonb;
/** So many values tell what a column mostly holds. */
const LOOKED_MAX = 1_000;
/** No number or day is longer. */
const LIKE_MAX = 40;

export function learn(lesson: Lesson, { bytes, starts, ends }: RowView, row: number): void {
  const { kinds, values, texts, looked } = lesson;
  for (let cell = 0; cell < kinds.length; cell++) {
    const start = starts[cell] as number;
    const end = ends[cell] as number;
    if (start === end) continue;
    const known = kinds[cell] as number;
    const isOpen = (known & SETTLED) === 0;
    if (isOpen || (looked[cell] as number) < LOOKED_MAX) {
      const kind = kindOfCell(bytes, start, end);
      if (isOpen) {
        if (kind === KIND.text) texts.set(cell, { row, after: values[cell] as number });
        kinds[cell] = known | kind;
      }
      if ((looked[cell] as number) < LOOKED_MAX) look(lesson, cell, kind, end - start > LIKE_MAX ? '' : bytes.toString('utf8', start, end));
    }
    values[cell] = (values[cell] as number) + 1;
  }
}

function look({ looked, numbers, days }: Lesson, cell: number, kind: number, text: string): void {
  const like = kind === KIND.text ? looksLike(text) : null;
  looked[cell] = (looked[cell] as number) + 1;
  if ((kind & NUMBERS) !== 0 || like === 'number') numbers[cell] = (numbers[cell] as number) + 1;
  if ((kind & (DAYS | KIND.timestamptz)) !== 0 || like === 'day') days[cell] = (days[cell] as number) + 1;
}

/** @param columns as they were when it began */
export const endLesson = ({ kinds, values, texts, looked, numbers, days }: Lesson, columns: readonly Known[]): Learned[] =>
  columns.map((column, cell) => ({
    kinds: kinds[cell] ?? 0,
    values: values[cell] ?? 0,
    looked: (looked[cell] ?? 0) - column.looked,
    numbers: numbers[cell] ?? 0,
    days: days[cell] ?? 0,
    text: texts.get(cell) ?? null,
  }));

/**
 * Adds what rows tell to what those before them told, which may have been looked at in the meantime.
 * @param numberOf the row's number, as a person counts
 */
export function addLearned(
  column: ColumnState,
  { kinds, values, looked, numbers, days, text }: Learned,
  numberOf: (row: number) => number,
): void {
  if ((column.kinds & SETTLED) === 0) {
    if (text) Object.assign(column, { textAt: numberOf(text.row), textAfter: column.values + text.after });
    column.kinds |= kinds;
  }
  if (column.looked < LOOKED_MAX) {
    column.looked += looked;
    column.numbers += numbers;
    column.days += days;
  }
  column.values += values;
}
