import { isPlural, isUncountable, singularName, snakeCase } from '../english/inflect.ts';
import { guessType } from './column-type.ts';

/** Whether there are several of it: "customers", and with `mass` also "staff". */
export function isSome(words: string, mass = false): boolean {
  const last = words.trim().split(' ').at(-1) ?? '';
  return isPlural(last) || (mass && (isUncountable(last) || MASS.has(last.toLowerCase())));
}

/** Whether a plural means things to keep in a table of their own, rather than a measure: "orders", not "wins" or "prices". */
export function isEntity(words: string): boolean {
  const name = snakeCase(words);
  if (!isSome(words) || name.length < 3 || AMOUNT.test(words)) return false;
  return KEPT.test(name) || (guessType(name) === 'text' && guessType(singularName(name)) === 'text');
}

/** Words that have no plural in use but are kept row by row. */
export const MASS: ReadonlySet<string> = new Set('attendance maintenance payroll feedback correspondence merchandise'.split(' '));

const AMOUNT = /^(?:many|multiple|several|lots|one or more|a list|max|maximum|min|minimum|total|zero or more|any number)\b/i;
/** Things that as a column would be a number of them. */
const KEPT = /(^|_)(rooms|floors|employees|visits|properties|accounts|licenses|units|rates|values|followers)$/;
