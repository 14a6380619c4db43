import { Fault } from '../fault.ts';
import { functionNamed, TRUNC_UNITS } from './functions.ts';
import { adapt, checkLiteral } from './literals.ts';
import type { Expr, Query } from './plan.ts';
import { type Field, resolveColumn, type Scope } from './scope.ts';
import { arithmeticType, castable, type ExprType, isMoment, isNumber, isOpaque, meet } from './types.ts';

export interface ExprContext {
  /** Filled as expressions are checked. */
  readonly types: WeakMap<Expr, ExprType>;
  checkQuery(query: Query, scope: Scope): { query: Query; fields: ReadonlyMap<string, Field> };
}

export interface Checked {
  readonly expr: Expr;
  readonly type: ExprType;
}

interface Place {
  /** Whether an aggregate may stand here. */
  readonly aggregates: boolean;
}

/** One expression with its names resolved, its text literals read as what they meet, and its type. Faults as `validatePlan`. */
export function checkExpr(expr: Expr, scope: Scope, context: ExprContext, place: Place = { aggregates: false }): Checked {
  const check = (each: Expr): Checked => checkExpr(each, scope, context, place);
  const done = (checked: Expr, type: ExprType): Checked => {
    context.types.set(checked, type);
    return { expr: checked, type };
  };
  switch (expr.kind) {
    case 'column':
      return done(expr, resolveColumn(scope, expr.table, expr.column).type);
    case 'literal':
      checkLiteral(expr);
      return done(expr, expr.value === null ? 'null' : expr.type);
    case 'star':
      throw malformed('* stands only inside count');
    case 'call':
      return call(expr, check, context);
    case 'aggregate':
      return aggregate(expr, scope, context, place);
    case 'arithmetic': {
      if (isNullLiteral(expr.left) || isNullLiteral(expr.right)) throw mismatch('nothing can be calculated with NULL');
      const [left, right] = pair(check(expr.left), check(expr.right), context, numberBeside);
      const type = arithmeticType(expr.op, left.type, right.type);
      if (!type) throw mismatch(`${left.type} ${expr.op} ${right.type} has no meaning`);
      return done({ ...expr, left: left.expr, right: right.expr }, type);
    }
    case 'compare': {
      if (isNullLiteral(expr.left) || isNullLiteral(expr.right)) throw mismatch('nothing is equal to NULL; test with isNull');
      const [left, right] = pair(check(expr.left), check(expr.right), context);
      comparable(left.type, right.type);
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
      const [, low] = pair(arg, check(expr.low), context);
      const [, high] = pair(arg, check(expr.high), context);
      comparable(arg.type, low.type);
      comparable(arg.type, high.type);
      return done({ ...expr, arg: arg.expr, low: low.expr, high: high.expr }, 'boolean');
    }
    case 'in': {
      const arg = check(expr.arg);
      const list = expr.list.map((item) => {
        const [, each] = pair(arg, check(item), context);
        comparable(arg.type, each.type);
        return each.expr;
      });
      return done({ ...expr, arg: arg.expr, list }, 'boolean');
    }
    case 'inQuery': {
      const arg = check(expr.arg);
      const { query, type } = oneColumn(expr.query, scope, context);
      comparable(arg.type, type);
      return done({ ...expr, arg: arg.expr, query }, 'boolean');
    }
    case 'exists':
      return done({ ...expr, query: context.checkQuery(expr.query, scope).query }, 'boolean');
    case 'scalarQuery': {
      const { query, type } = oneColumn(expr.query, scope, context);
      return done({ ...expr, query }, type);
    }
    case 'case':
      return caseExpr(expr, check, done);
    case 'cast':
      return cast(expr, check, done);
  }
}

function call(expr: Extract<Expr, { kind: 'call' }>, check: (each: Expr) => Checked, context: ExprContext): Checked {
  const fn = functionNamed(expr.fn);
  if (expr.args.length < fn.required || (!fn.repeats && expr.args.length > fn.args.length)) {
    throw malformed(`${expr.fn} takes ${fn.required}${fn.repeats ? ' or more' : ''} arguments, not ${expr.args.length}`);
  }
  let args = expr.args.map(check);
  if (expr.fn === 'hour' && args[0]?.type === 'date') throw mismatch('a date has no hour');
  let shared: ExprType = 'null';
  args.forEach((arg, i) => {
    const kind = fn.args[Math.min(i, fn.args.length - 1)] ?? 'any';
    if (kind === 'unit') {
      const unit = arg.expr.kind === 'literal' ? arg.expr.value : null;
      if (!TRUNC_UNITS.some((each) => each === unit)) throw mismatch(`${expr.fn} takes one of ${TRUNC_UNITS.join(', ')}`);
    } else if (kind === 'same') {
      const type = meet(shared, arg.type) ?? (arg.expr.kind === 'literal' && arg.type === 'text' ? shared : null);
      if (!type) throw mismatch(`the arguments of ${expr.fn} are ${shared} and ${arg.type}`);
      shared = type;
    } else if (!takes(kind, arg.type)) {
      throw mismatch(`${expr.fn} does not take ${arg.type}`);
    } else if (kind === 'number') shared = arg.type;
  });
  if (fn.args[0] === 'same') args = args.map((arg) => read(arg, shared, context));
  const checked: Expr = { ...expr, args: args.map((arg) => arg.expr) };
  const type = fn.result === 'same' ? shared : fn.result;
  context.types.set(checked, type);
  return { expr: checked, type };
}

const takes = (kind: 'text' | 'number' | 'integer' | 'moment' | 'any', type: ExprType): boolean =>
  isOpaque(type) ||
  (kind === 'text' && type === 'text') ||
  (kind === 'number' && isNumber(type)) ||
  (kind === 'integer' && type === 'integer') ||
  (kind === 'moment' && isMoment(type)) ||
  kind === 'any';

function aggregate(expr: Extract<Expr, { kind: 'aggregate' }>, scope: Scope, context: ExprContext, place: Place): Checked {
  if (!place.aggregates) throw malformed(`${expr.fn} cannot stand here`);
  const inner: Place = { aggregates: false };
  const filter = expr.filter && truth(checkExpr(expr.filter, scope, context, inner));
  const rest = filter ? { filter } : {};
  if (expr.arg.kind === 'star') {
    if (expr.fn !== 'count' || expr.distinct) throw malformed('* stands only inside count, without distinct');
    context.types.set(expr.arg, 'null');
    const checked: Expr = { ...expr, ...rest };
    context.types.set(checked, 'integer');
    return { expr: checked, type: 'integer' };
  }
  const arg = checkExpr(expr.arg, scope, context, inner);
  const type = aggregateType(expr.fn, arg.type);
  if (!type) throw mismatch(`there is no ${expr.fn} of ${arg.type}`);
  const checked: Expr = { ...expr, ...rest, arg: arg.expr };
  context.types.set(checked, type);
  return { expr: checked, type };
}

function aggregateType(fn: 'count' | 'sum' | 'avg' | 'min' | 'max', type: ExprType): ExprType | null {
  if (fn === 'count') return 'integer';
  if (isOpaque(type)) return type;
  if (fn === 'min' || fn === 'max') return type === 'boolean' || type === 'json' || type === 'uuid' ? null : type;
  if (type === 'interval') return type;
  if (!isNumber(type)) return null;
  return fn === 'avg' && type === 'integer' ? 'decimal' : type;
}

function caseExpr(
  expr: Extract<Expr, { kind: 'case' }>,
  check: (each: Expr) => Checked,
  done: (checked: Expr, type: ExprType) => Checked,
): Checked {
  let type: ExprType = 'null';
  const value = (each: Expr): Expr => {
    const checked = check(each);
    const met = meet(type, checked.type);
    if (!met) throw mismatch(`the values of a case are ${type} and ${checked.type}`);
    type = met;
    return checked.expr;
  };
  const whens = expr.whens.map(({ when, value: then }) => ({ when: truth(check(when)), value: value(then) }));
  const last = expr.else && value(expr.else);
  return done({ ...expr, whens, ...(last ? { else: last } : {}) }, type);
}

function cast(
  expr: Extract<Expr, { kind: 'cast' }>,
  check: (each: Expr) => Checked,
  done: (checked: Expr, type: ExprType) => Checked,
): Checked {
  const arg = check(expr.arg);
  if (!castable(arg.type, expr.type)) throw mismatch(`${arg.type} cannot be read as ${expr.type}`);
  return done({ ...expr, arg: arg.expr }, expr.type);
}

function oneColumn(query: Query, scope: Scope, context: ExprContext): { query: Query; type: ExprType } {
  const checked = context.checkQuery(query, scope);
  const fields = [...checked.fields.values()];
  if (fields.length !== 1) throw malformed('a subquery used as a value has one column');
  return { query: checked.query, type: fields[0]?.type ?? 'null' };
}

/** Two operands, a literal among them read as the other's type where its text is one. */
function pair(left: Checked, right: Checked, context: ExprContext, readAs = (type: ExprType): ExprType => type): [Checked, Checked] {
  if (left.expr.kind === 'literal' && right.expr.kind !== 'literal') return [read(left, readAs(right.type), context), right];
  if (right.expr.kind === 'literal' && left.expr.kind !== 'literal') return [left, read(right, readAs(left.type), context)];
  return [left, right];
}

/** '5' beside a number is a number; text beside a date in arithmetic says nothing of its own type. */
const numberBeside = (type: ExprType): ExprType => (isNumber(type) ? type : 'text');

function read(checked: Checked, type: ExprType, context: ExprContext): Checked {
  if (checked.expr.kind !== 'literal' || isOpaque(type)) return checked;
  if (checked.expr.type !== 'text' && type !== 'float') return checked;
  const literal = adapt(checked.expr, type);
  context.types.set(literal, literal.type);
  return { expr: literal, type: literal.value === null ? 'null' : literal.type };
}

function comparable(left: ExprType, right: ExprType): void {
  if (!meet(left, right)) throw mismatch(`${left} cannot be compared with ${right}`);
}

function truth({ expr, type }: Checked): Expr {
  if (type !== 'boolean' && type !== 'null') throw mismatch(`a condition is true or false, not ${type}`);
  return expr;
}

const isText = (type: ExprType): boolean => type === 'text' || isOpaque(type);
const isNullLiteral = (expr: Expr): boolean => expr.kind === 'literal' && expr.value === null;

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
