import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, FunctionName } from '../plan.ts';
import { arrayItems, integer, text } from './constant.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { sqlTypeOf } from './sql-type.ts';
import { bodyIf, constText, listOf } from './tree.ts';

type Read = (one: Expr, other: Expr, body: Json, place: Place) => Expr;

const call = (fn: FunctionName, ...args: Expr[]): Expr => ({ kind: 'call', fn, args });

/** Operators of JSON, and those that JSON and arrays share. */
export const JSON_OPERATORS = {
  '->': (one, other) => call('json_get', one, other),
  '->>': (one, other) => call('json_text', one, other),
  '#>': (one, _other, body) => follow(one, pathOf(body.rexpr), 'json_get'),
  '#>>': (one, _other, body) => follow(one, pathOf(body.rexpr), 'json_text'),
  '?': (one, other) => call('json_has', one, other),
  '?|': (one, _other, body, place) => ({ kind: 'or', args: keysOf(body.rexpr, place).map((key) => call('json_has', one, key)) }),
  '?&': (one, _other, body, place) => ({ kind: 'and', args: keysOf(body.rexpr, place).map((key) => call('json_has', one, key)) }),
  '@>': (one, other, _body, place) => contains(one, other, place),
  '<@': (one, other, _body, place) => contains(other, one, place),
  '&&': (one, other) => call('array_overlaps', arrayOf(one), arrayOf(other)),
} as const satisfies Record<string, Read>;

/** The paths of `#>` and the keys of `?|` are arrays in SQL, which are read off the text and not lowered. */
const READS_TEXT: ReadonlySet<string> = new Set(['#>', '#>>', '?|', '?&']);

export function readJsonOperator(name: keyof typeof JSON_OPERATORS, body: Json, place: Place): Expr {
  const one = place.lower.expr(body.lexpr, place);
  const other = READS_TEXT.has(name) ? one : place.lower.expr(body.rexpr, place);
  return JSON_OPERATORS[name](one, other, body, place);
}

/** One step of JSON for each key of a path, the last by `last`. */
export function follow(json: Expr, path: readonly string[], last: 'json_get' | 'json_text'): Expr {
  if (path.length === 0) throw unsupported('an empty JSON path');
  return path.reduce<Expr>((at, key, index) => {
    const step = /^\d{1,9}$/.test(key) ? integer(Number(key)) : text(key);
    return call(index === path.length - 1 ? last : 'json_get', at, step);
  }, json);
}

function contains(whole: Expr, part: Expr, { statement }: Place): Expr {
  const isArray = [whole, part].some((expr) => sqlTypeOf(expr, statement) === 'array');
  return isArray ? call('array_contains', arrayOf(whole), arrayOf(part)) : call('json_contains', whole, part);
}

/** A bare '{a,b}' opposite to an array is one. */
function arrayOf(expr: Expr): Expr {
  const items = expr.kind === 'literal' && expr.type === 'text' ? arrayItems(String(expr.value)) : null;
  return items === null ? expr : { kind: 'array', items: items.map(text) };
}

/** `'{a,b}'` or `ARRAY['a', 'b']`. */
function pathOf(node: unknown): string[] {
  const written = constText(node);
  const keys = written === null ? null : arrayItems(written);
  if (keys !== null) return keys;
  const items = listOf(bodyIf(node, 'A_ArrayExpr')?.elements).map(constText);
  if (items.length === 0 || items.includes(null)) throw unsupported('a JSON path that is not written out');
  return items.filter((item) => item !== null);
}

const keysOf = (node: unknown, place: Place): Expr[] => {
  const array = place.lower.expr(node, place);
  if (array.kind !== 'array') throw unsupported('JSON keys that are not written out', 'Behind ?| and ?& stands ARRAY[…]');
  return array.items;
};
