import { isDouble } from '../../client/numbers.ts';
import { readJson } from '../../lib/read-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';

/**
 * `JSON.parse` for what is sent on: a number that a double would round keeps its digits, as text, which is how the
 * service takes one for a column or a parameter. Inside a value it stays a number with every digit.
 * @throws SyntaxError
 */
export function readExactJson(text: string): unknown {
  return readJson(text, (literal) => (isDouble(literal) ? Number(literal) : new Verbatim(literal)));
}

/** A value of a row or of `$1..$n` as it is sent. */
export const asSent = (value: unknown): unknown => (value instanceof Verbatim ? value.json : value);
