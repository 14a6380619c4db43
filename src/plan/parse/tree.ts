import { isRecord, type Json, nameOf, namesOf, unwrap } from '../../guard/postgres-json.ts';
import { unsupported } from './refuse.ts';

export interface Node {
  readonly type: string;
  readonly body: Json;
}

/** A wrapped node of the parse tree taken apart. */
export function nodeOf(value: unknown): Node {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) throw unsupported('a part of unknown shape');
  return { type: wrapped.type, body: wrapped.body };
}

/** The body when the value is a node of this type; else null. */
export function bodyIf(value: unknown, type: string): Json | null {
  const wrapped = unwrap(value);
  return wrapped?.type === type && isRecord(wrapped.body) ? wrapped.body : null;
}

/** The body of a node that can only be of this type. */
export function bodyOf(value: unknown, type: string): Json {
  const body = bodyIf(value, type);
  if (body === null) throw unsupported('a part of unknown shape');
  return body;
}

/** A field that holds a list; the tree leaves empty ones out. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The column names that an alias gives. */
export const namesIn = (value: unknown): readonly string[] => namesOf(value ?? []) ?? [];

/** The parts of a column reference; null where one is a star. */
export const partsOf = (body: Json): readonly (string | null)[] => listOf(body.fields).map(nameOf);

/** The last part of a function's, type's or operator's name that has no schema or the system's own. */
export function systemName(value: unknown, what: string): string {
  const names = namesOf(value) ?? [];
  const [first, second] = names;
  if (names.length === 1 && first !== undefined) return first;
  if (names.length === 2 && first === 'pg_catalog' && second !== undefined) return second;
  throw unsupported(`${what} ${names.join('.')}`);
}

/** The text of a string constant; null for anything else. */
export function constText(value: unknown): string | null {
  const body = bodyIf(value, 'A_Const');
  if (body === null || !isRecord(body.sval)) return null;
  return textOf(body.sval.sval);
}

/** A whole-number constant; null for anything else. The tree leaves a zero out. */
export function constInteger(value: unknown): number | null {
  const body = bodyIf(value, 'A_Const');
  if (body === null || !isRecord(body.ival)) return null;
  return Number(body.ival.ival ?? 0);
}
