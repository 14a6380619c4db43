import { Fault } from '../fault.ts';
import { checkAggregate, checkCall, checkWindow } from './check-call.ts';
import { checkLiteral, integerRange } from './literals.ts';
import {
  type Checked,
  comparable,
  comparablePair,
  type ExprContext,
  isNullLiteral,
  numberBeside,
  type Place,
  pair,
  truth,
} from './operands.ts';
import type { Expr, Query } from './plan.ts';
import { resolveColumn, type Scope } from './scope.ts';
import { arithmeticType, castable, type ExprType, isOpaque, meet } from './types.ts';

/** One expression with its names resolved, its text literals read as what they meet, and its type. Faults as `validatePlan`. */
export function checkExpr(expr: Expr, scope: Scope, context: ExprContext, place: Place = { aggregates: false }): Checked {
  const check = (each: Expr): Checked => checkExpr(each, scope, context, place);
  const done = (checked: Expr, type: ExprType, wide = false): Checked => {
    context.types.set(checked, type);
    if (wide && type === 'integer') context.wide.add(checked);
    return { expr: checked, type };
  };
  switch (expr.kind) {
    case 'column': {
      const { type, wide } = resolveColumn(scope, expr.table, expr.column);
      return done(expr, type, wide);
    }
    case 'literal':
      checkLiteral(expr);
      return done(expr, expr.value === null ? 'null' : expr.type, expr.type === 'integer' && !isInt4(expr.value));
    case 'star':
      throw malformed('* stands only inside count');
    case 'call':
      return checkCall(expr, check, context);
    case 'aggregate':
      return checkAggregate(expr, scope, context, place);
    case 'window':
      return checkWindow(expr, scope, context, place);
    case 'grouping':
      if (!place.aggregates) throw malformed('grouping cannot stand here');
      return done({ ...expr, args: expr.args.map((arg) => checkExpr(arg, scope, context).expr) }, 'integer');
    case 'arithmetic':
      return arithmetic(expr, check, context);
    case 'compare': {
      const forNull = expr.op === 'distinct' || expr.op === 'same';
      if (!forNull && (isNullLiteral(expr.left) || isNullLiteral(expr.right))) throw mismatch('nothing is equal to NULL; test with isNull');
      const [left, right] = comparablePair(check(expr.left), check(expr.right), context);
      return done({ ...expr, left: left.expr, right: right.expr }, 'boolean');
    }
    case 'match': {
      const [left, right] = [check(expr.left), check(expr.right)];
      if (!isText(left.type) || !isText(right.type)) throw mismatch(`${expr.op} compares text, not ${left.type} with ${right.type}`);
      return done({ ...expr, left: left.expr, right: right.expr }, 'boolean');
    }
    case 'and':
    case 'or':
      return done({ ...expr, args: expr.args.map((arg) => truth(check(arg))) }, 'boolean');
    case 'not':
      return done({ ...expr, arg: truth(check(expr.arg)) }, 'boolean');
    case 'isNull':
      return done({ ...expr, arg: check(expr.arg).expr }, 'boolean');
    case 'between': {
      const arg = check(expr.arg);
      const [, low] = comparablePair(arg, check(expr.low), context);
      const [, high] = comparablePair(arg, check(expr.high), context);
      return done({ ...expr, arg: arg.expr, low: low.expr, high: high.expr }, 'boolean');
    }
    case 'in': {
      const arg = check(expr.arg);
      const list = expr.list.map((item) => comparablePair(arg, check(item), context)[1].expr);
      return done({ ...expr, arg: arg.expr, list }, 'boolean');
    }
    case 'inQuery': {
      const arg = check(expr.arg);
      return done({ ...expr, arg: arg.expr, query: comparedQuery(arg, expr.query, scope, context) }, 'boolean');
    }
    case 'quantified': {
      const left = check(expr.left);
      return done({ ...expr, left: left.expr, query: comparedQuery(left, expr.query, scope, context) }, 'boolean');
    }
    case 'quantifiedArray': {
      const [left, array] = [check(expr.left), check(expr.array)];
      if (array.type !== 'array' && !isOpaque(array.type)) throw mismatch(`${expr.quantifier} looks through an array, not ${array.type}`);
      return done({ ...expr, left: left.expr, array: array.expr }, 'boolean');
    }
    case 'row':
      return done({ ...expr, items: expr.items.map((item) => check(item).expr) }, 'other');
    case 'array':
      return done({ ...expr, items: sameType(expr.items.map(check), 'the items of an array').map(({ expr: item }) => item) }, 'array');
    case 'arrayQuery':
      return done({ ...expr, query: oneColumn(expr.query, scope, context).query }, 'array');
    case 'subscript': {
      const [arg, index] = [check(expr.arg), check(expr.index)];
      if (arg.type !== 'array' && !isOpaque(arg.type)) throw mismatch(`an element is taken of an array, not of ${arg.type}`);
      if (index.type !== 'integer' && !isOpaque(index.type)) throw mismatch(`elements of an array are counted, not named by ${index.type}`);
      return done({ ...expr, arg: arg.expr, index: index.expr }, 'other');
    }
    case 'exists':
      return done({ ...expr, query: context.checkQuery(expr.query, scope).query }, 'boolean');
    case 'scalarQuery': {
      const { query, type, wide } = oneColumn(expr.query, scope, context);
      return done({ ...expr, query }, type, wide);
    }
    case 'case':
      return caseExpr(expr, check, done, context);
    case 'cast':
      return cast(expr, check, done);
  }
}

function arithmetic(expr: Extract<Expr, { kind: 'arithmetic' }>, check: (each: Expr) => Checked, context: ExprContext): Checked {
  if (isNullLiteral(expr.left) || isNullLiteral(expr.right)) throw mismatch('nothing can be calculated with NULL');
  const joins = expr.op === '||';
  const [left, right] = pair(check(expr.left), check(expr.right), context, joins ? () => 'text' : numberBeside);
  const type = arithmeticType(expr.op, left.type, right.type);
  if (!type) throw mismatch(`${left.type} ${expr.op} ${right.type} has no meaning`);
  // SQL's slash loses its remainder between whole numbers alone.
  const op = expr.op === 'div' && type !== 'integer' && !isOpaque(type) ? '/' : expr.op;
  const checked: Expr = { ...expr, op, left: left.expr, right: right.expr };
  context.types.set(checked, type);
  if (type === 'integer' && (context.wide.has(left.expr) || context.wide.has(right.expr))) context.wide.add(checked);
  return { expr: checked, type };
}

type Done = (checked: Expr, type: ExprType, wide?: boolean) => Checked;

function caseExpr(expr: Extract<Expr, { kind: 'case' }>, check: (each: Expr) => Checked, done: Done, context: ExprContext): Checked {
  const whens = expr.whens.map(({ when, value }) => ({ when: truth(check(when)), value: check(value) }));
  const last = expr.else && check(expr.else);
  const values = sameType([...whens.map(({ value }) => value), ...(last ? [last] : [])], 'the values of a case');
  const type = values.reduce<ExprType>((met, each) => meet(met, each.type) ?? met, 'null');
  const wide = values.some((each) => context.wide.has(each.expr));
  const checked: Expr = { kind: 'case', whens: whens.map(({ when, value }) => ({ when, value: value.expr })) };
  return done(last ? { ...checked, else: last.expr } : checked, type, wide);
}

function cast(expr: Extract<Expr, { kind: 'cast' }>, check: (each: Expr) => Checked, done: Done): Checked {
  const arg = check(expr.arg);
  const to = expr.type === 'bigint' ? 'integer' : expr.type;
  if (!castable(arg.type, to)) throw mismatch(`${arg.type} cannot be read as ${expr.type}`);
  if (expr.precision !== undefined && expr.type !== 'decimal') throw malformed(`${expr.type} has no precision`);
  if (expr.scale !== undefined && expr.precision === undefined) throw malformed('a scale needs a precision');
  if (expr.length !== undefined && expr.type !== 'text') throw malformed(`${expr.type} has no length`);
  return done({ ...expr, arg: arg.expr }, to, expr.type === 'bigint');
}

function sameType(values: readonly Checked[], what: string): readonly Checked[] {
  values.reduce<ExprType>((type, each) => {
    const met = meet(type, each.type);
    if (!met) throw mismatch(`${what} are ${type} and ${each.type}`);
    return met;
  }, 'null');
  return values;
}

function oneColumn(query: Query, scope: Scope, context: ExprContext): { query: Query; type: ExprType; wide: boolean } {
  const checked = context.checkQuery(query, scope);
  const fields = [...checked.fields.values()];
  if (fields.length !== 1) throw malformed('a subquery used as a value has one column');
  return { query: checked.query, type: fields[0]?.type ?? 'null', wide: fields[0]?.wide === true };
}

/** A query whose rows are compared with `left`: one column, or one for each part of a row. */
function comparedQuery(left: Checked, query: Query, scope: Scope, context: ExprContext): Query {
  if (left.expr.kind !== 'row') {
    const { query: checked, type } = oneColumn(query, scope, context);
    comparable(left.type, type);
    return checked;
  }
  const checked = context.checkQuery(query, scope);
  const fields = [...checked.fields.values()];
  if (fields.length !== left.expr.items.length)
    throw malformed(`the subquery has ${fields.length} columns, the row ${left.expr.items.length}`);
  left.expr.items.forEach((item, i) => {
    comparable(context.types.get(item) ?? 'other', fields[i]?.type ?? 'null');
  });
  return checked.query;
}

/** A condition: true, false or NULL. Faults as `validatePlan`. */
export const checkCondition = (expr: Expr, scope: Scope, context: ExprContext, place?: Place): Expr =>
  truth(checkExpr(expr, scope, context, place));

function isInt4(value: unknown): boolean {
  const { min, max } = integerRange('integer');
  const whole = BigInt(String(value ?? 0).replace(/^\+/, ''));
  return whole >= min && whole <= max;
}

const isText = (type: ExprType): boolean => type === 'text' || isOpaque(type);

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
