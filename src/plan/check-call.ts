import { Fault } from '../fault.ts';
import { type ArgumentKind, functionNamed, TRUNC_UNITS } from './functions.ts';
import { type Checked, type ExprContext, isNullLiteral, type Place, read, truth } from './operands.ts';
import { AGGREGATES, type AggregateName, type Expr, type Frame, type OrderItem, type WindowName } from './plan.ts';
import type { Scope } from './scope.ts';
import { type ExprType, isMoment, isNumber, isOpaque, meet } from './types.ts';

type Of<K extends Expr['kind']> = Extract<Expr, { kind: K }>;

/** A scalar function with arguments that it takes. Faults as `validatePlan`. */
export function checkCall(expr: Of<'call'>, check: (each: Expr) => Checked, context: ExprContext): Checked {
  const fn = functionNamed(expr.fn);
  if (expr.args.length < fn.required || (!fn.repeats && expr.args.length > fn.args.length)) {
    throw malformed(`${expr.fn} takes ${fn.required}${fn.repeats ? ' or more' : ''} arguments, not ${expr.args.length}`);
  }
  let args = expr.args.map(check);
  if (['hour', 'minute', 'second'].includes(expr.fn) && args[0]?.type === 'date') throw mismatch(`a date has no ${expr.fn}`);
  let shared: ExprType = 'null';
  args.forEach((arg, i) => {
    const kind = fn.args[Math.min(i, fn.args.length - 1)] ?? 'any';
    if (kind === 'unit') {
      const unit = arg.expr.kind === 'literal' ? arg.expr.value : null;
      if (!TRUNC_UNITS.some((each) => each === unit)) throw mismatch(`${expr.fn} takes one of ${TRUNC_UNITS.join(', ')}`);
    } else if (kind === 'format') {
      if (arg.expr.kind !== 'literal' || arg.type !== 'text') throw mismatch(`${expr.fn} takes its pattern as a literal text`);
    } else if (kind === 'same') {
      const type = meet(shared, arg.type) ?? (arg.expr.kind === 'literal' && arg.type === 'text' ? shared : null);
      if (!type) throw mismatch(`the arguments of ${expr.fn} are ${shared} and ${arg.type}`);
      shared = type;
    } else if (!isOpaque(arg.type) && !TAKES[kind](arg.type)) {
      throw mismatch(`${expr.fn} does not take ${arg.type}`);
    } else if (kind === 'number') shared = arg.type;
  });
  if (fn.args[0] === 'same') args = args.map((arg) => read(arg, shared, context));
  if (expr.fn === 'json_contains') args = args.map((arg) => read(arg, 'json', context));
  const checked: Expr = { ...expr, args: args.map((arg) => arg.expr) };
  const type = fn.result === 'same' ? shared : fn.result;
  if (type === 'integer' && args.some((arg) => context.wide.has(arg.expr))) context.wide.add(checked);
  context.types.set(checked, type);
  return { expr: checked, type };
}

const TAKES: Record<Exclude<ArgumentKind, 'unit' | 'format' | 'same'>, (type: ExprType) => boolean> = {
  any: () => true,
  text: (type) => type === 'text',
  number: isNumber,
  integer: (type) => type === 'integer',
  moment: isMoment,
  span: (type) => isMoment(type) || type === 'interval' || type === 'time',
  interval: (type) => type === 'interval',
  json: (type) => type === 'json' || type === 'text',
  key: (type) => type === 'text' || type === 'integer',
  array: (type) => type === 'array',
};

/** An aggregate where one may stand. Faults as `validatePlan`. */
export function checkAggregate(expr: Of<'aggregate'>, scope: Scope, context: ExprContext, place: Place): Checked {
  if (!place.aggregates) throw malformed(`${expr.fn} cannot stand here`);
  const inside = (each: Expr): Checked => context.checkExpr(each, scope);
  const filter = expr.filter && { filter: truth(inside(expr.filter)) };
  const orderBy = expr.orderBy && { orderBy: expr.orderBy.map((item) => ({ ...item, expr: inside(item.expr).expr })) };
  const option = checkOption(expr, inside);
  if (expr.arg.kind === 'star') {
    if (expr.fn !== 'count' || expr.distinct) throw malformed('* stands only inside count, without distinct');
    context.types.set(expr.arg, 'null');
    return aggregated({ ...expr, ...filter }, 'integer', context);
  }
  const arg = inside(expr.arg);
  const type = aggregateType(expr.fn, arg, context);
  return aggregated({ ...expr, ...filter, ...orderBy, ...option, arg: arg.expr }, type, context, arg);
}

function aggregated(checked: Of<'aggregate'>, type: ExprType, context: ExprContext, arg?: Checked): Checked {
  context.types.set(checked, type);
  const keeps = checked.fn === 'min' || checked.fn === 'max' || checked.fn === 'mode' || checked.fn === 'percentile_disc';
  // A count and the sum of ordinary whole numbers have 64 bits (PostgreSQL manual, 9.21).
  if (type === 'integer' && (!keeps || (arg && context.wide.has(arg.expr)))) context.wide.add(checked);
  return { expr: checked, type };
}

function checkOption({ fn, option }: Of<'aggregate'>, inside: (each: Expr) => Checked): { option?: Expr } {
  const wanted = fn === 'string_agg' ? 'a separator' : fn === 'percentile_cont' || fn === 'percentile_disc' ? 'a fraction' : null;
  if (!option) {
    if (wanted) throw malformed(`${fn} needs ${wanted}`);
    return {};
  }
  if (!wanted) throw malformed(`${fn} takes no option`);
  const checked = inside(option);
  const share = option.kind === 'literal' ? Number(option.value) : Number.NaN;
  if (wanted === 'a fraction' && !(isNumber(checked.type) && share >= 0 && share <= 1))
    throw mismatch(`${fn} takes a fraction from 0 to 1`);
  if (wanted === 'a separator' && checked.type !== 'text') throw mismatch(`${fn} takes a text as its separator`);
  return { option: checked.expr };
}

function aggregateType(fn: AggregateName, arg: Checked, context: ExprContext): ExprType {
  const type = AGGREGATE_TYPES[fn](arg.type);
  if (!type || isNullLiteral(arg.expr)) throw mismatch(`there is no ${fn} of ${arg.type}`);
  return fn === 'sum' && type === 'integer' && context.wide.has(arg.expr) ? 'decimal' : type;
}

const number =
  (of: (type: ExprType) => ExprType | null) =>
  (type: ExprType): ExprType | null =>
    isNumber(type) || isOpaque(type) ? of(type) : null;
const wholeToDecimal = (type: ExprType): ExprType => (type === 'integer' ? 'decimal' : type);
const numberOrInterval = (type: ExprType, of: (type: ExprType) => ExprType | null): ExprType | null =>
  type === 'interval' ? type : number(of)(type);
const flag = (type: ExprType): ExprType | null => (type === 'boolean' || isOpaque(type) ? 'boolean' : null);
const ordered = (type: ExprType): ExprType | null => (type === 'boolean' || type === 'json' || type === 'uuid' ? null : type);

const AGGREGATE_TYPES: Record<AggregateName, (type: ExprType) => ExprType | null> = {
  count: () => 'integer',
  sum: (type) => numberOrInterval(type, (each) => each),
  avg: (type) => numberOrInterval(type, wholeToDecimal),
  min: ordered,
  max: ordered,
  stddev: number(wholeToDecimal),
  stddev_pop: number(wholeToDecimal),
  variance: number(wholeToDecimal),
  var_pop: number(wholeToDecimal),
  bool_and: flag,
  bool_or: flag,
  string_agg: (type) => (type === 'text' || isOpaque(type) ? 'text' : null),
  array_agg: () => 'array',
  percentile_cont: (type) => numberOrInterval(type, () => 'float'),
  percentile_disc: ordered,
  mode: (type) => type,
};

/** A window function where one may stand; an aggregate over a window is one too. Faults as `validatePlan`. */
export function checkWindow(expr: Of<'window'>, scope: Scope, context: ExprContext, place: Place): Checked {
  if (!place.windows) throw malformed(`${expr.fn} over a window stands only in what is shown or sorted by`);
  const inside = (each: Expr): Checked => context.checkExpr(each, scope, { aggregates: place.aggregates });
  const order = (item: OrderItem): OrderItem => ({ ...item, expr: inside(item.expr).expr });
  const star = expr.fn === 'count' && expr.args.length === 1 && expr.args[0]?.kind === 'star';
  const args = star ? [] : expr.args.map(inside);
  const type = windowType(expr, args, star, context);
  const checked: Expr = { ...expr, args: star ? expr.args : args.map((arg) => arg.expr) };
  if (expr.filter) {
    if (!isAggregate(expr.fn)) throw malformed(`${expr.fn} takes no filter`);
    checked.filter = truth(inside(expr.filter));
  }
  if (expr.partitionBy) checked.partitionBy = expr.partitionBy.map((each) => inside(each).expr);
  if (expr.orderBy) checked.orderBy = expr.orderBy.map(order);
  if (expr.frame) checked.frame = checkFrame(expr.frame, expr.orderBy?.length ?? 0, inside);
  if (type === 'integer' && (!args[0] || isAggregate(expr.fn) || context.wide.has(args[0].expr))) context.wide.add(checked);
  context.types.set(checked, type);
  return { expr: checked, type };
}

function windowType({ fn, args }: Of<'window'>, checked: readonly Checked[], star: boolean, context: ExprContext): ExprType {
  if (isAggregate(fn)) {
    if (['string_agg', 'percentile_cont', 'percentile_disc', 'mode'].includes(fn)) throw malformed(`${fn} over a window is not supported`);
    const [arg] = checked;
    if (star) return 'integer';
    if (!arg || args.length !== 1) throw malformed(`${fn} takes one argument`);
    return aggregateType(fn, arg, context);
  }
  const { least, most, result } = WINDOWS[fn];
  if (args.length < least || args.length > most) throw malformed(`${fn} takes ${least === most ? least : `${least} to ${most}`} arguments`);
  if (WHOLE[fn] !== undefined) {
    const count = checked[WHOLE[fn]];
    if (count && count.type !== 'integer' && !isOpaque(count.type)) throw mismatch(`${fn} takes a whole number, not ${count.type}`);
  }
  return result === 'argument' ? (checked[0]?.type ?? 'null') : result;
}

const isAggregate = (fn: WindowName | AggregateName): fn is AggregateName => AGGREGATES.some((each) => each === fn);

const WINDOWS: Record<WindowName, { least: number; most: number; result: ExprType | 'argument' }> = {
  row_number: { least: 0, most: 0, result: 'integer' },
  rank: { least: 0, most: 0, result: 'integer' },
  dense_rank: { least: 0, most: 0, result: 'integer' },
  percent_rank: { least: 0, most: 0, result: 'float' },
  cume_dist: { least: 0, most: 0, result: 'float' },
  ntile: { least: 1, most: 1, result: 'integer' },
  lag: { least: 1, most: 3, result: 'argument' },
  lead: { least: 1, most: 3, result: 'argument' },
  first_value: { least: 1, most: 1, result: 'argument' },
  last_value: { least: 1, most: 1, result: 'argument' },
  nth_value: { least: 2, most: 2, result: 'argument' },
};
/** The argument that counts rows. */
const WHOLE: Partial<Record<WindowName, number>> = { ntile: 0, lag: 1, lead: 1, nth_value: 1 };

function checkFrame(frame: Frame, orders: number, inside: (each: Expr) => Checked): Frame {
  const bound = (each: Frame['start']): Frame['start'] => {
    if (!('offset' in each)) return each;
    if (each.offset.kind !== 'literal') throw malformed('a frame counts by a literal');
    const { expr, type } = inside(each.offset);
    if (frame.unit !== 'range' && type !== 'integer') throw mismatch(`a frame of ${frame.unit} counts by a whole number, not ${type}`);
    if (frame.unit === 'range' && orders !== 1) throw malformed('a frame by range needs exactly one column to sort by');
    return { ...each, offset: expr };
  };
  if (frame.start.kind === 'unboundedFollowing' || frame.end.kind === 'unboundedPreceding')
    throw malformed('a frame starts before it ends');
  return { ...frame, start: bound(frame.start), end: bound(frame.end) };
}

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
