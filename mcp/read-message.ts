import { LIMITS } from '../src/contract/limits.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import { nestsDeeper } from '../src/lib/json-depth.ts';
import { hasTooManyKeys } from '../src/lib/json-keys.ts';
import { unfaithfulNumber } from '../src/lib/json-number.ts';
import { readWrittenJson } from '../src/lib/read-json.ts';

/** What makes valid JSON unfit to be acted on, in words for the host. */
export class Flaw extends Error {}

/**
 * The JSON of a message. Bound values of `run` and rows of `insert` keep every digit of their numbers, as `Verbatim` where need
 * be, as they do in the bodies of the API. @throws SyntaxError; Flaw where it nests too deep or has too many keys, or a number elsewhere would arrive as another
 */
export function readMessage(text: string): unknown {
  if (nestsDeeper(text, LIMITS.jsonDepthMax)) throw new Flaw(`The message nests deeper than ${LIMITS.jsonDepthMax} levels.`);
  if (hasTooManyKeys(text, { perObject: LIMITS.jsonKeysPerObjectMax, inAll: LIMITS.jsonKeysMax }))
    throw new Flaw(`An object of the message has more than ${LIMITS.jsonKeysPerObjectMax} keys.`);
  const plain: unknown = JSON.parse(text);
  const field = exactFieldOf(plain);
  if (field === null) {
    refuseUnfaithful(text);
    return plain;
  }
  const exact = readWrittenJson(text) as ToolMessage;
  const values = exact.params.arguments[field];
  exact.params.arguments[field] = [];
  refuseUnfaithful(encodeJson(exact));
  (plain as ToolMessage).params.arguments[field] = values;
  return plain;
}

interface ToolMessage {
  readonly params: { readonly arguments: Record<string, unknown> };
}

/** By tool, the argument that is a caller's data. */
const EXACT: Readonly<Record<string, string>> = { run: 'params', insert: 'rows' };

/** Null for a message that has none. */
function exactFieldOf(message: unknown): string | null {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown };
  const { name, arguments: given } = Object(params) as { name?: unknown; arguments?: unknown };
  const field = method === 'tools/call' && typeof name === 'string' && Object.hasOwn(EXACT, name) ? EXACT[name] : undefined;
  return field !== undefined && typeof Object(given)[field] === 'object' && Object(given)[field] !== null ? field : null;
}

function refuseUnfaithful(text: string): void {
  const number = unfaithfulNumber(text);
  if (number === null) return;
  const shown = number.length > 80 ? `${number.slice(0, 80)}…` : number;
  throw new Flaw(`The number ${shown} cannot be carried exactly as a JSON number: send it as text.`);
}
