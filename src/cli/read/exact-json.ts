import { isDouble } from '../../client/numbers.ts';
import { endsInZero, readJson } from '../../lib/read-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';

/**
 * `JSON.parse` for what is sent on: a number that a double would round, or that ends in a zero after its point, stays a number
 * with every digit, which the client sends as it is.
 * @throws SyntaxError
 */
export function readExactJson(text: string): unknown {
  return readJson(text, (literal) => (isDouble(literal) && !endsInZero(literal) ? Number(literal) : new Verbatim(literal)));
}
