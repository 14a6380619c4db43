import { Fault, type FaultParams } from '../fault.ts';
import { createPace } from '../lib/pace.ts';
import { Verbatim } from '../lib/verbatim.ts';
import type { Cells } from './insert-cells.ts';

/** Why a text or a number of a cell cannot be stored, and what a program may want to know beside it. */
export interface Flaw {
  readonly why: string;
  readonly facts?: FaultParams;
}

/**
 * PostgreSQL's text holds every character but NUL, and half of a surrogate pair is no character: sent on, it would be
 * stored as another one (Unicode 16, 3.9, D92).
 * @param ofNumber what is wrong with a number that a double does not hold
 * @throws Fault invalid_value with the first row and column that has such text, or such a number
 */
export async function refuseUnstorable(
  table: string,
  rows: readonly Cells[],
  ofNumber: (number: Verbatim) => Flaw | null = () => null,
): Promise<void> {
  const pace = createPace();
  for (const [row, cells] of rows.entries()) {
    const { layout, values } = cells;
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place];
      const isPlain = typeof value !== 'object' || value === null;
      const flaw = isPlain ? flawOfText(value) : await flawWithin(value, ofNumber, pace);
      if (flaw !== null) throw invalidCell({ table, row, column: layout.columns[place] ?? '', value }, flaw.why, flaw.facts);
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

function flawOfText(value: unknown): Flaw | null {
  if (typeof value !== 'string' || isStorable(value)) return null;
  return { why: value.includes('\0') ? 'the NUL character cannot be stored' : 'it holds half of a surrogate pair, which is no character' };
}

/** Of a document, an array or a number that is kept as it is written. A document may have a million parts: others get their turn meanwhile. */
async function flawWithin(
  value: object,
  ofNumber: (number: Verbatim) => Flaw | null,
  pace: ReturnType<typeof createPace>,
): Promise<Flaw | null> {
  const open: object[] = [value];
  const look = (part: unknown): Flaw | null => {
    if (typeof part !== 'object' || part === null) return flawOfText(part);
    open.push(part);
    return null;
  };
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    let flaw: Flaw | null = null;
    if (each instanceof Verbatim) flaw = ofNumber(each);
    else if (Array.isArray(each)) for (let index = 0; index < each.length && flaw === null; index += 1) flaw = look(each[index]);
    else
      for (const [key, part] of Object.entries(each)) {
        flaw = flawOfText(key) ?? look(part);
        if (flaw !== null) break;
      }
    if (flaw !== null) return flaw;
    const turn = pace();
    if (turn) await turn;
  }
  return null;
}
