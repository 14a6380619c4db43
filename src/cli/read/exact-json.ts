import { isDouble } from '../../client/numbers.ts';
import { readJson } from '../../lib/read-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';

/**
 * `JSON.parse` for what is sent on: a number that a double would round stays a number with every digit, which the client
 * sends as it is.
 * @throws SyntaxError
 */
export function readExactJson(text: string): unknown {
  return readJson(text, (literal) => (isDouble(literal) ? Number(literal) : new Verbatim(literal)));
}
