import type { Json } from '../../guard/postgres-json.ts';
import type { ArithmeticOp, Expr } from '../plan.ts';
import { arrayItems, integer, text } from './constant.ts';
import { JSON_OPERATORS, readJsonOperator } from './json.ts';
import { likePattern, MATCHERS, matching, similarPattern } from './pattern.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { isFraction, isNumberType, sqlTypeOf } from './sql-type.ts';
import { isCompareOp } from './subquery.ts';
import { readTextMatch } from './text-search.ts';
import { bodyIf, constText, listOf, systemName, textOf } from './tree.ts';

/** An operator with its operands, and what SQL writes in words: IN, BETWEEN, LIKE, IS DISTINCT FROM, ANY. */
export function readOperator(body: Json, place: Place): Expr {
  const kind = textOf(body.kind);
  if (!Object.hasOwn(KINDS, kind)) throw unsupported('this kind of operator');
  return KINDS[kind as keyof typeof KINDS](body, place);
}

type Read = (body: Json, place: Place) => Expr;

const operator = (body: Json): string => systemName(body.name, 'the operator');
const left = (body: Json, place: Place): Expr => place.lower.expr(body.lexpr, place);
const right = (body: Json, place: Place): Expr => place.lower.expr(body.rexpr, place);
const not = (arg: Expr): Expr => ({ kind: 'not', arg });

const like: Read = (body, place) => matching(matcher(operator(body)), left(body, place), likePattern(body.rexpr, place));

const KINDS = {
  AEXPR_OP: (body, place) => (body.lexpr === undefined ? prefix(operator(body), right(body, place)) : infix(body, place)),
  AEXPR_LIKE: like,
  AEXPR_ILIKE: like,
  AEXPR_SIMILAR: (body, place) => matching(matcher(operator(body)), left(body, place), similarPattern(body.rexpr)),
  AEXPR_IN: (body, place) => {
    const list = listOf(bodyIf(body.rexpr, 'List')?.items).map((item) => place.lower.expr(item, place));
    const found: Expr = { kind: 'in', arg: left(body, place), list };
    return operator(body) === '<>' ? not(found) : found;
  },
  AEXPR_OP_ANY: (body, place) => overArray('any', body, place),
  AEXPR_OP_ALL: (body, place) => overArray('all', body, place),
  AEXPR_DISTINCT: (body, place) => ({ kind: 'compare', op: 'distinct', left: left(body, place), right: right(body, place) }),
  AEXPR_NOT_DISTINCT: (body, place) => ({ kind: 'compare', op: 'same', left: left(body, place), right: right(body, place) }),
  AEXPR_NULLIF: (body, place) => ({ kind: 'call', fn: 'nullif', args: [left(body, place), right(body, place)] }),
  AEXPR_BETWEEN: (body, place) => between(body, place),
  AEXPR_NOT_BETWEEN: (body, place) => not(between(body, place)),
  AEXPR_BETWEEN_SYM: (body, place) => eitherWay(between(body, place)),
  AEXPR_NOT_BETWEEN_SYM: (body, place) => not(eitherWay(between(body, place))),
} as const satisfies Record<string, Read>;

function matcher(name: string) {
  const found = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  if (found === undefined) throw unsupported(`the operator ${name}`);
  return found;
}

type Between = Extract<Expr, { kind: 'between' }>;

function between(body: Json, place: Place): Between {
  const [low, high] = listOf(bodyIf(body.rexpr, 'List')?.items);
  return { kind: 'between', arg: left(body, place), low: place.lower.expr(low, place), high: place.lower.expr(high, place) };
}

/** BETWEEN SYMMETRIC takes its bounds in either order. */
const eitherWay = (test: Between): Expr => ({ kind: 'or', args: [test, { ...test, low: test.high, high: test.low }] });

function prefix(op: string, arg: Expr): Expr {
  if (op === '+') return arg;
  // A product, since an interval has no opposite but -1 times itself.
  if (op === '-')
    return arg.kind === 'literal' && typeof arg.value === 'number'
      ? { ...arg, value: -arg.value }
      : { kind: 'arithmetic', op: '*', left: arg, right: integer(-1) };
  if (op === '@') return { kind: 'call', fn: 'abs', args: [arg] };
  if (op === '|/') return { kind: 'call', fn: 'sqrt', args: [arg] };
  throw unsupported(`the operator ${op}`);
}

const ARITHMETIC: Readonly<Record<string, ArithmeticOp>> = { '+': '+', '-': '-', '*': '*', '%': '%', '||': '||' };

function infix(body: Json, place: Place): Expr {
  const name = operator(body);
  if (name === '@@') return readTextMatch(body, place);
  if (Object.hasOwn(JSON_OPERATORS, name)) return readJsonOperator(name as keyof typeof JSON_OPERATORS, body, place);
  const [one, other] = [left(body, place), right(body, place)];
  if (isCompareOp(name)) return { kind: 'compare', op: name, left: one, right: other };
  const op = Object.hasOwn(ARITHMETIC, name) ? ARITHMETIC[name] : undefined;
  if (op !== undefined) return { kind: 'arithmetic', op, left: one, right: other };
  if (name === '/') return { kind: 'arithmetic', op: divides(one, other, place) ? '/' : 'div', left: one, right: other };
  if (name === '^') return { kind: 'call', fn: 'power', args: [one, other] };
  return matching(matcher(name), one, other);
}

/** Whether PostgreSQL's slash is exact here. Where the text does not tell, the types of the columns will. */
const divides = (one: Expr, other: Expr, { statement }: Place): boolean =>
  isFraction(sqlTypeOf(one, statement)) || isFraction(sqlTypeOf(other, statement));

/** `x = ANY (array)`. Items that are written out become a list. */
function overArray(quantifier: 'any' | 'all', body: Json, place: Place): Expr {
  const name = operator(body);
  const one = left(body, place);
  const items = itemsOf(body.rexpr, one, place);
  if (Object.hasOwn(MATCHERS, name)) {
    if (items === null) throw unsupported(`LIKE ${quantifier.toUpperCase()} over an array that is not written out`);
    return { kind: quantifier === 'any' ? 'or' : 'and', args: items.map((item) => matching(matcher(name), one, item)) };
  }
  if (items !== null && name === '=' && quantifier === 'any') return { kind: 'in', arg: one, list: items };
  if (items !== null && name === '<>' && quantifier === 'all') return not({ kind: 'in', arg: one, list: items });
  if (!isCompareOp(name)) throw unsupported(`${name} ${quantifier.toUpperCase()} (array)`);
  return {
    kind: 'quantifiedArray',
    op: name,
    quantifier,
    left: one,
    array: items === null ? right(body, place) : { kind: 'array', items },
  };
}

/** The items of ARRAY[…], or of '{1,2}' in the type that the other side has. */
function itemsOf(node: unknown, other: Expr, place: Place): Expr[] | null {
  const written = constText(node);
  const items = written === null ? null : arrayItems(written);
  if (items !== null) {
    const isNumeric = isNumberType(sqlTypeOf(other, place.statement)) && items.every((item) => /^-?\d{1,15}(\.\d+)?$/.test(item));
    return items.map((item) =>
      isNumeric ? { kind: 'literal', value: Number(item), type: item.includes('.') ? 'decimal' : 'integer' } : text(item),
    );
  }
  const array = place.lower.expr(node, place);
  return array.kind === 'array' ? array.items : null;
}
