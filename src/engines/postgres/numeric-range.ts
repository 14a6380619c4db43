import type { Verbatim } from '../../lib/verbatim.ts';
import { type Flaw, shapeOf } from '../insert-values.ts';

/**
 * Rows travel as JSON, whose numbers PostgreSQL reads as `numeric` whatever their column is. One that it cannot hold is
 * refused before a table is made for it or a lock is waited for. A double lies within the range.
 */
export const beyondNumeric = (number: Verbatim): Flaw | null =>
  isBeyondNumeric(number.json)
    ? { why: `${shapeOf(number)} is out of range for numeric`, facts: { type: 'numeric', sqlstate: '22003' } }
    : null;

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
