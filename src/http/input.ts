import type { z } from 'zod';
import { MODEL_PRESETS } from '../contract/ask.ts';
import { isErrorCode } from '../contract/errors.ts';
import { JSON_LIMITS, LIMITS } from '../contract/limits.ts';
import type { OperationRow } from '../contract/operations.ts';
import { Fault, type FaultParams } from '../fault.ts';
import { type AlikeRows, alikeRowsIn } from '../lib/alike-rows.ts';
import type { ByteParts } from '../lib/byte-parts.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { nestsDeeper } from '../lib/json-depth.ts';
import { jsonErrorPlace } from '../lib/json-error.ts';
import { hasTooManyKeys } from '../lib/json-keys.ts';
import { unfaithfulNumber } from '../lib/json-number.ts';
import { type JsonLimits, surveyJson } from '../lib/json-survey.ts';
import { createPace } from '../lib/pace.ts';
import { readWrittenJson } from '../lib/read-json.ts';
import { readJsonInTurns } from '../lib/read-json-in-turns.ts';
import { Verbatim } from '../lib/verbatim.ts';
import { refuseNearFields, refuseNearParameters } from './near-fields.ts';

/** Where an operation's fields come from; the body is read only by the operations that have one. */
interface Sources {
  readonly body: () => unknown;
  readonly params: unknown;
  readonly query: unknown;
}

/** An operation's input in one object. @throws Fault what `body` throws, invalid_body, or the code that the failing field names */
export function readInput(row: OperationRow, { body, params, query }: Sources): Record<string, unknown> {
  const fields = row.body ? parse(row.body, presentFields(row, body())) : {};
  if (row.params) Object.assign(fields, parse(row.params, params));
  if (row.query) Object.assign(fields, parse(row.query, query));
  return fields;
}

/** What stands in the address beside the path. @throws Fault invalid_body for what is or nearly is a field, and has no effect there */
export function refuseStrayParameters(row: OperationRow, query: object): void {
  refuseNearParameters(Object.keys(query), Object.keys(row.query?.shape ?? {}), knownOf(row));
}

/**
 * Values of `exact`, the fields that are a caller's data, keep every digit of their numbers, as `Verbatim` where need be.
 * @throws Fault invalid_json, invalid_body; invalid_value for a number elsewhere that would arrive as another
 */
export function readBody(text: string, exact: readonly string[] = []): unknown {
  refuseLarge(text);
  return faithful(
    text,
    exact,
    orInvalid(text, () => readerOf(exact)(text)),
  );
}

/** Bytes of a body that is read in turns, so that others are served meanwhile, and of each turn's piece. */
export const LONG_BODY = 128 * 1024;
const PIECE_LENGTH = 32 * 1024;

/** A long body whose rows are all alike, so far as it is read, with the first row for all of them; null for another one, and for what is wrong with it. */
export async function readAlikeRows(
  { rows: field, exact }: OperationRow,
  bytes: ByteParts,
): Promise<{ body: unknown; rows: AlikeRows } | null> {
  if (field === undefined) return null;
  const found = await alikeRowsIn(bytes, field, { rows: LIMITS.insertMaxRows, values: JSON_LIMITS.values - OTHERS }, createPace());
  if (found === null) return null;
  try {
    return { body: readBody(found.others, exact), rows: found.rows };
  } catch {
    // Told of the whole text, by who reads that.
    return null;
  }
}

/** More than there can be of values beside the rows. */
const OTHERS = 10_000;

/** `readBody` for a long body. */
export async function readLongBody(parts: ByteParts, exact: readonly string[] = []): Promise<unknown> {
  const pace = createPace();
  const bytes = await parts.joined(pace);
  const survey = surveyJson(bytes, JSON_LIMITS, { pieceLength: PIECE_LENGTH, itemDepth: 2 });
  let found = survey.next();
  for (; !found.done; found = survey.next()) await pace();
  const { excess, mayLose } = found.value;
  if (excess !== null) throw tooMuch(excess);
  let unfaithful: string | null = null;
  const read = (part: string) => {
    if (!mayLose) return JSON.parse(part) as unknown;
    const value = readerOf(exact)(part);
    if (exact.length === 0) unfaithful ??= unfaithfulNumber(part);
    return value;
  };
  const body = await readJsonInTurns(bytes, found.value, { read, pace }).catch((error: unknown) => {
    if (error instanceof SyntaxError) throw new Fault('invalid_json', { params: whereInvalid(bytes.toString('utf8')) });
    throw error;
  });
  if (unfaithful !== null) throw unfaithfulFault(unfaithful);
  return mayLose && exact.length > 0 ? await faithfulInTurns(exact, body, pace) : body;
}

const readerOf = (exact: readonly string[]): ((text: string) => unknown) => (exact.length > 0 ? readWrittenJson : JSON.parse);

function orInvalid(text: string, read: () => unknown): unknown {
  try {
    return read();
  } catch {
    throw new Fault('invalid_json', { params: whereInvalid(text) });
  }
}

function faithful(text: string, exact: readonly string[], body: unknown): unknown {
  if (exact.length === 0 || !isFields(body)) {
    refuseUnfaithful(text);
    return body;
  }
  for (const [name, value] of Object.entries(body)) if (!exact.includes(name)) body[name] = plain(value);
  return body;
}

/** `faithful`, with a turn for others after each element of a field. */
async function faithfulInTurns(exact: readonly string[], body: unknown, pace: () => Promise<void> | null): Promise<unknown> {
  if (!isFields(body)) return plain(body);
  for (const [name, value] of Object.entries(body)) {
    if (exact.includes(name)) continue;
    if (!Array.isArray(value)) {
      body[name] = plain(value);
      continue;
    }
    for (let index = 0; index < value.length; index += 1) {
      value[index] = plain(value[index]);
      await pace();
    }
  }
  return body;
}

const isFields = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Verbatim);

/** Without `Verbatim` in it. @throws Fault invalid_value for a number that would arrive as another */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const text = encodeJson(value);
  refuseUnfaithful(text);
  return JSON.parse(text);
}

/** What may be refused before anything parses it; the text need not be valid. @throws Fault invalid_body */
function refuseLarge(text: string): void {
  if (nestsDeeper(text, LIMITS.jsonDepthMax)) throw tooMuch('depth');
  if (hasTooManyKeys(text, { perObject: LIMITS.jsonKeysPerObjectMax, inAll: LIMITS.jsonKeysMax })) throw tooMuch('keys');
}

/** The place, and no more of the body than that. */
function whereInvalid(text: string): FaultParams {
  if (text.trim() === '') return { reason: 'The body is empty.' };
  if (text.length > LIMITS.bodyMaxBytes) return { reason: 'It does not parse.' };
  const place = jsonErrorPlace(text);
  const what = place.position >= text.length ? 'It ends too early' : 'It stops being JSON';
  return { reason: `${what}, in line ${place.line} at column ${place.column}.`, ...place };
}

const KEYS = `An object has more than ${LIMITS.jsonKeysPerObjectMax} keys, or the body more than ${LIMITS.jsonKeysMax}.`;
const TOO_MUCH: Readonly<Record<keyof JsonLimits, string>> = {
  depth: `The body nests deeper than ${LIMITS.jsonDepthMax} levels.`,
  keysPerObject: KEYS,
  keys: KEYS,
  values: `The body has more than ${LIMITS.jsonValuesMax} values.`,
  itemValues: `A row, or one value, has more than ${LIMITS.jsonItemValuesMax} values in it: send it as several rows, or as text.`,
  digits: `A number has more than ${LIMITS.jsonNumberMaxLength} digits.`,
};

const tooMuch = (excess: keyof JsonLimits): Fault =>
  new Fault('invalid_body', { params: { issues: [{ path: '', message: TOO_MUCH[excess] }] } });

function refuseUnfaithful(text: string): void {
  const number = unfaithfulNumber(text);
  if (number !== null) throw unfaithfulFault(number);
}

function unfaithfulFault(number: string): Fault {
  const shown = number.length > 80 ? `${number.slice(0, 80)}…` : number;
  return new Fault('invalid_value', {
    params: { reason: `The number ${shown} cannot be carried exactly as a JSON number: send it as text.` },
  });
}

/** Empty strings and nulls count as absent. @throws Fault invalid_body for a field that is nearly one of the operation's */
function presentFields(row: OperationRow, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  refuseNearFields(body as Record<string, unknown>, knownOf(row));
  const isAbsent = (value: unknown) => value === '' || value === null;
  return Object.values(body).some(isAbsent) ? Object.fromEntries(Object.entries(body).filter(([, value]) => !isAbsent(value))) : body;
}

type Known = Parameters<typeof refuseNearFields>[1];

const known = new Map<OperationRow, Known>();

function knownOf(row: OperationRow): Known {
  const found = known.get(row);
  if (found) return found;
  const names = [row.body, row.params, row.query].flatMap((schema) => Object.keys(schema?.shape ?? {}));
  const made = { fields: [...new Set(names)], writes: row.mutates !== false };
  known.set(row, made);
  return made;
}

function parse(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  for (const issue of issues) {
    if (!isErrorCode(issue.message)) continue;
    throw new Fault(issue.message, {
      params: {
        field: issue.path.join('.'),
        ...(issue.code === 'invalid_value' ? { allowed: issue.values } : {}),
        ...(issue.message === 'invalid_model' ? { allowed: [...MODEL_PRESETS] } : {}),
        ...(issue.code === 'too_big' ? { maxLength: issue.maximum } : {}),
      },
    });
  }
  const told = issues.flatMap(ofOneForm).slice(0, 10);
  throw new Fault('invalid_body', { params: { issues: told.map(({ path, message }) => ({ path: path.join('.'), message })) } });
}

type Issue = z.core.$ZodIssue;

/** Where a field has several forms, what is wrong with the one that was meant: the form that is not refused as a whole. */
function ofOneForm(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find((errors) => errors.length > 0 && !errors.some(isOfAnotherForm));
  return meant ? meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue) : [issue];
}

const isOfAnotherForm = ({ path, code }: Issue): boolean => path.length === 0 && (code === 'invalid_type' || code === 'custom');
