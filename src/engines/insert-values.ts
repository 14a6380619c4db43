import { Fault, type FaultParams } from '../fault.ts';
import { createPace } from '../lib/pace.ts';
import type { Cells } from './insert-cells.ts';

/**
 * PostgreSQL's text holds every character but NUL, and half of a surrogate pair is no character: sent on, it would be
 * stored as another one (Unicode 16, 3.9, D92).
 * @throws Fault invalid_value with the first row and column that has such text
 */
export async function refuseUnstorable(table: string, rows: readonly Cells[]): Promise<void> {
  const pace = createPace();
  for (const [row, cells] of rows.entries()) {
    const { layout, values } = cells;
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place];
      const flaw = flawOf(value);
      if (flaw !== null) throw invalidCell({ table, row, column: layout.columns[place] ?? '', value }, flaw);
    }
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    const turn = pace();
    if (turn) await turn;
  }
}

export interface Cell {
  readonly table: string;
  /** Index in the rows of the call. */
  readonly row: number;
  readonly column: string;
  readonly value: unknown;
}

/** Says which row and column, and what stands there: short values as they are, long ones by their kind and size. */
export function invalidCell({ table, row, column, value }: Cell, why: string, more: FaultParams & { cause?: unknown } = {}) {
  const { cause, ...facts } = more;
  const reason = `rows[${row}].${column}: ${why}.`;
  return new Fault('invalid_value', { params: { reason, table, row, column, value: shapeOf(value), ...facts }, cause });
}

/** A value as an error may show it. */
export function shapeOf(value: unknown): string {
  if (typeof value === 'string') {
    const isShort = value.length <= SHOWN_MAX && isStorable(value);
    return isShort ? JSON.stringify(value) : `text of ${value.length} ${value.length === 1 ? 'character' : 'characters'}`;
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value === null || value === undefined) return 'nothing';
  const text = String(value);
  return typeof value === 'object' && text.startsWith('[object') ? 'an object' : text.slice(0, SHOWN_MAX);
}

const SHOWN_MAX = 40;
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Objects nest no deeper than a body may. */
function flawOf(value: unknown): string | null {
  if (typeof value === 'string') {
    if (isStorable(value)) return null;
    return value.includes('\0') ? 'the NUL character cannot be stored' : 'it holds half of a surrogate pair, which is no character';
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const flaw = (Array.isArray(value) ? null : flawOf(key)) ?? flawOf(part);
    if (flaw !== null) return flaw;
  }
  return null;
}
