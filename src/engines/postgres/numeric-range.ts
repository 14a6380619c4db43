import { createPace } from '../../lib/pace.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import type { Cells } from '../insert-cells.ts';
import { invalidCell, shapeOf } from '../insert-values.ts';

/**
 * Rows travel as JSON, whose numbers PostgreSQL reads as `numeric` whatever their column is. One that it cannot hold is
 * refused here, before a table is made for it or a lock is waited for.
 * @throws Fault invalid_value with the first row and column that has such a number
 */
export async function refuseBeyondNumeric(table: string, rows: readonly Cells[]): Promise<void> {
  const pace = createPace();
  for (const [row, { layout, values }] of rows.entries()) {
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place];
      const beyond = beyondNumeric(value);
      if (beyond === null) continue;
      const why = `${shapeOf(beyond)} is out of range for numeric`;
      throw invalidCell({ table, row, column: layout.columns[place] ?? '', value }, why, { type: 'numeric', sqlstate: '22003' });
    }
    const turn = pace();
    if (turn) await turn;
  }
}

/** The number in a value, or in what it holds, that is none to PostgreSQL; null when there is none. */
export function beyondNumeric(value: unknown): Verbatim | null {
  // A double lies within the range, with fewer digits after its point than there may be.
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Verbatim) return isBeyondNumeric(value.json) ? value : null;
  for (const part of Object.values(value)) {
    const beyond = beyondNumeric(part);
    if (beyond !== null) return beyond;
  }
  return null;
}

/** Up to 131072 digits before the decimal point, up to 16383 after it (PostgreSQL manual, 8.1.2); zeros that lead are none. */
function isBeyondNumeric(literal: string): boolean {
  if (literal.length <= WHOLE_MAX && !/e/i.test(literal)) return literal.length > FRACTION_MAX && fractionOf(literal) > FRACTION_MAX;
  const [, digits = '', exponent = '0'] = /^-?([\d.]+)(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  if (fractionOf(digits) - Number(exponent) > FRACTION_MAX) return true;
  const first = digits.search(/[1-9]/);
  if (first === -1) return false;
  const point = digits.includes('.') ? digits.indexOf('.') : digits.length;
  const whole = first < point ? point - first : point - first + 1;
  return whole + Number(exponent) > WHOLE_MAX;
}

const fractionOf = (digits: string): number => (digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0);

const WHOLE_MAX = 131_072;
const FRACTION_MAX = 16_383;
