import type { z } from 'zod';
import { isErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { OperationRow } from '../contract/operations.ts';
import { Fault, type FaultParams } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { nestsDeeper } from '../lib/json-depth.ts';
import { jsonErrorPlace } from '../lib/json-error.ts';
import { hasTooManyKeys } from '../lib/json-keys.ts';
import { unfaithfulNumber } from '../lib/json-number.ts';
import { readExactJson } from '../lib/read-json.ts';
import { Verbatim } from '../lib/verbatim.ts';
import { refuseNearFields } from './near-fields.ts';

/** Where an operation's fields come from; the body is read only by the operations that have one. */
interface Sources {
  readonly body: () => unknown;
  readonly params: unknown;
  readonly query: unknown;
}

/** An operation's input in one object. @throws Fault what `body` throws, invalid_body, or the code that the failing field names */
export function readInput(row: OperationRow, { body, params, query }: Sources): Record<string, unknown> {
  return {
    ...(row.body ? parse(row.body, presentFields(row, body())) : {}),
    ...(row.params ? parse(row.params, params) : {}),
    ...(row.query ? parse(row.query, query) : {}),
  };
}

/**
 * Values of `exact`, the fields that are a caller's data, keep every digit of their numbers, as `Verbatim` where need be.
 * @throws Fault invalid_json, invalid_body; invalid_value for a number elsewhere that would arrive as another
 */
export function readBody(text: string, exact: readonly string[] = []): unknown {
  refuseDeep(text);
  refuseManyKeys(text);
  let body: unknown;
  try {
    body = exact.length > 0 ? readExactJson(text) : JSON.parse(text);
  } catch {
    throw new Fault('invalid_json', { params: whereInvalid(text) });
  }
  if (exact.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Verbatim) {
    refuseUnfaithful(text);
    return body;
  }
  const fields = body as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (exact.includes(name) || typeof value !== 'object' || value === null) continue;
    const field = encodeJson(value);
    refuseUnfaithful(field);
    fields[name] = JSON.parse(field);
  }
  return fields;
}

/** The same rules for valid JSON that something else parses. @throws Fault invalid_body, invalid_value */
export function refuseFlaws(text: string): void {
  refuseDeep(text);
  refuseUnfaithful(text);
}

/** The place, and no more of the body than that. */
function whereInvalid(text: string): FaultParams {
  if (text.trim() === '') return { reason: 'The body is empty.' };
  if (text.length > LIMITS.bodyMaxBytes) return { reason: 'It does not parse.' };
  const place = jsonErrorPlace(text);
  const what = place.position >= text.length ? 'It ends too early' : 'It stops being JSON';
  return { reason: `${what}, in line ${place.line} at column ${place.column}.`, ...place };
}

function refuseManyKeys(text: string): void {
  if (!hasTooManyKeys(text, { perObject: LIMITS.jsonKeysPerObjectMax, inAll: LIMITS.jsonKeysMax })) return;
  const message = `An object has more than ${LIMITS.jsonKeysPerObjectMax} keys, or the body more than ${LIMITS.jsonKeysMax}.`;
  throw new Fault('invalid_body', { params: { issues: [{ path: '', message }] } });
}

function refuseDeep(text: string): void {
  if (nestsDeeper(text, LIMITS.jsonDepthMax))
    throw new Fault('invalid_body', {
      params: { issues: [{ path: '', message: `The body nests deeper than ${LIMITS.jsonDepthMax} levels.` }] },
    });
}

function refuseUnfaithful(text: string): void {
  const number = unfaithfulNumber(text);
  if (number === null) return;
  const shown = number.length > 80 ? `${number.slice(0, 80)}…` : number;
  throw new Fault('invalid_value', {
    params: { reason: `The number ${shown} cannot be carried exactly as a JSON number: send it as text.` },
  });
}

/** Empty strings and nulls count as absent. @throws Fault invalid_body for a field that is nearly one of the operation's */
function presentFields(row: OperationRow, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const known = [row.body, row.params, row.query].flatMap((schema) => Object.keys(schema?.shape ?? {}));
  refuseNearFields(Object.keys(body), known);
  const isAbsent = (value: unknown) => value === '' || value === null;
  return Object.values(body).some(isAbsent) ? Object.fromEntries(Object.entries(body).filter(([, value]) => !isAbsent(value))) : body;
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
