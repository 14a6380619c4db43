import { JSON_LIMITS, LIMITS } from '../src/contract/limits.ts';
import type { TextBody } from '../src/fastify/text-bodies.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import { nestsDeeper } from '../src/lib/json-depth.ts';
import { hasTooManyKeys } from '../src/lib/json-keys.ts';
import { unfaithfulNumber } from '../src/lib/json-number.ts';
import { type JsonLimits, type JsonSurvey, surveyJson } from '../src/lib/json-survey.ts';
import { createPace } from '../src/lib/pace.ts';
import { readWrittenJson } from '../src/lib/read-json.ts';
import { readJsonInTurns } from '../src/lib/read-json-in-turns.ts';

/** What makes valid JSON unfit to be acted on, in words for the host. */
export class Flaw extends Error {}

/**
 * The JSON of a message. Bound values of `run` and rows of `insert` keep every digit of their numbers, as `Verbatim` where need
 * be, as they do in the bodies of the API. @throws SyntaxError; Flaw where it nests too deep or has too many keys, or a number elsewhere would arrive as another
 */
export function readMessage(text: string): unknown {
  if (nestsDeeper(text, LIMITS.jsonDepthMax)) throw new Flaw(FLAWS.depth);
  if (hasTooManyKeys(text, { perObject: LIMITS.jsonKeysPerObjectMax, inAll: LIMITS.jsonKeysMax })) throw new Flaw(FLAWS.keys);
  const plain: unknown = JSON.parse(text);
  if (exactFieldOf(plain) !== null) return withoutOthers(readWrittenJson(text));
  refuseUnfaithful(text);
  return plain;
}

/** Bytes from which on a message is read in turns, so that others are served meanwhile, and those of each turn's piece. */
const LONG = 64 * 1024;
const PIECE_LENGTH = 32 * 1024;

/** `readMessage`, where others wait. */
export async function readMessageInTurns(body: TextBody): Promise<unknown> {
  if (body.length < LONG) return readMessage(body.text);
  const pace = createPace();
  const bytes = await body.parts.joined(pace);
  // A tool's argument is in the fourth place from outside.
  const survey = surveyJson(bytes, JSON_LIMITS, { pieceLength: PIECE_LENGTH, itemDepth: 4 });
  let found = survey.next();
  for (; !found.done; found = survey.next()) await pace();
  const { excess, mayLose } = found.value;
  if (excess !== null) throw new Flaw(FLAWS[excess]);
  const read = (how: (part: string) => unknown) => readJsonInTurns(bytes, found.value as JsonSurvey, { read: how, pace });
  if (!mayLose) return await read(JSON.parse);
  const exact = await read(readWrittenJson);
  if (exactFieldOf(exact) !== null) return withoutOthers(exact);
  return await read((part) => {
    const value: unknown = JSON.parse(part);
    refuseUnfaithful(part);
    return value;
  });
}

const KEYS = `An object of the message has more than ${LIMITS.jsonKeysPerObjectMax} keys.`;
const FLAWS: Readonly<Record<keyof JsonLimits, string>> = {
  depth: `The message nests deeper than ${LIMITS.jsonDepthMax} levels.`,
  keysPerObject: KEYS,
  keys: KEYS,
  values: `The message has more than ${LIMITS.jsonValuesMax} values.`,
  itemValues: `A row, or one value, has more than ${LIMITS.jsonItemValuesMax} values in it: send it as several rows, or as text.`,
  digits: `A number has more than ${LIMITS.jsonNumberMaxLength} digits.`,
};

/** The message with `Verbatim` in the tool's data alone. @throws Flaw */
function withoutOthers(message: unknown): unknown {
  const exact = message as ToolMessage;
  const field = exactFieldOf(exact) ?? '';
  const values = exact.params.arguments[field];
  exact.params.arguments[field] = [];
  const others = encodeJson(exact);
  refuseUnfaithful(others);
  const plain = JSON.parse(others) as ToolMessage;
  plain.params.arguments[field] = values;
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
