import type { Expr } from '../../plan/plan.ts';
import { asText } from './compile-cast.ts';
import { momentArithmetic } from './compile-interval.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { LEVEL } from './precedence.ts';
import { refused } from './refuse.ts';
import { isDecimal, isFloat, isInt, type Shape, scaleOf, WIDE_DECIMAL } from './shape.ts';

type Arithmetic = Extract<Expr, { kind: 'arithmetic' }>;

/**
 * Arithmetic with PostgreSQL's results. ClickHouse keeps the precision of a decimal's operands and fails when a result outgrows
 * it, and a whole number wraps round silently: so decimals are calculated in 76 digits, and so are products of large whole numbers.
 * Nothing is divided by zero: that is NULL.
 */
export function arithmetic(to: Expressions, expr: Arithmetic, names: Level): string {
  const { left, right, op } = expr;
  const type = to.typing.typeOf(expr);
  const [first, second] = [to.shape(left, names), to.shape(right, names)];
  if (op === '||') return joined(to, expr, names, first, second);
  const isMoment = (each: Shape): boolean => ['date', 'timestamp', 'interval', 'time'].includes(each.type);
  if (isMoment(first) || isMoment(second)) return momentArithmetic(to, expr, names);
  if (op === '/') return quotient(to, expr, names);
  if (op === 'div' && isInt(first) && isInt(second))
    return `intDiv(${signed(to, left, first, second, names)}, ${divisor(to, right, names)})`;
  if (op === 'div') return `trunc(${quotient(to, expr, names)})`;
  if (op === '%') return remainder(to, expr, names, first, second);
  const level = op === '*' ? LEVEL.multiply : LEVEL.add;
  if (isFloat(first) || isFloat(second)) return `${floated(to, left, names, level)} ${op} ${floated(to, right, names, level + 1)}`;
  if (isDecimal(first) || isDecimal(second)) return exact(to, expr, names, level);
  const wide = op === '*' && type !== 'other' && to.typing.bits(left, first) + to.typing.bits(right, second) > 63;
  return `${wide ? `toDecimal256(${to.render(left, names)}, 0)` : to.at(left, names, level)} ${op} ${to.at(right, names, level + 1)}`;
}

/** Divides exactly to 20 digits, unless one of the two is a float. */
function quotient(to: Expressions, { left, right }: Arithmetic, names: Level): string {
  const [first, second] = [to.shape(left, names), to.shape(right, names)];
  if (isFloat(first) || isFloat(second)) {
    const by = divisor(to, right, names);
    return `${floated(to, left, names, LEVEL.multiply)} / ${isDecimal(second) ? `toFloat64(${by})` : by}`;
  }
  return `${to.as(left, WIDE_DECIMAL, names)} / ${divisor(to, right, names)}`;
}

function remainder(to: Expressions, { left, right }: Arithmetic, names: Level, first: Shape, second: Shape): string {
  const by = divisor(to, right, names);
  if (isFloat(first) || isFloat(second)) return `toFloat64(${to.render(left, names)}) % toFloat64(${by})`;
  if (isInt(first) && isInt(second)) return `${signed(to, left, first, second, names)} % ${by}`;
  // The remainder of decimals comes from an operator that counts their units, whatever the scale: it is calculated instead.
  const whole = to.as(left, WIDE_DECIMAL, names);
  const part = to.as(right, WIDE_DECIMAL, names);
  return `(${whole} - ${part} * toDecimal256(trunc(${whole} / ${by}), 0))`;
}

/** A number without a sign would make one of the divisor that has one. */
const signed = (to: Expressions, expr: Expr, { base }: Shape, by: Shape, names: Level): string =>
  base.startsWith('U') && !by.base.startsWith('U') ? `toInt64(${to.render(expr, names)})` : to.at(expr, names, LEVEL.multiply);

function divisor(to: Expressions, expr: Expr, names: Level): string {
  const sql = simple(expr) || !isDecimal(to.shape(expr, names)) ? to.render(expr, names) : to.as(expr, WIDE_DECIMAL, names);
  if (expr.kind === 'literal' && Number(expr.value) !== 0) return sql;
  return `nullIf(${sql}, 0)`;
}

function exact(to: Expressions, { left, right, op }: Arithmetic, names: Level, level: number): string {
  const operand = (each: Expr, at: number): { sql: string; wide: boolean } => {
    const shape = to.shape(each, names);
    if (!isDecimal(shape)) return { sql: to.at(each, names, at), wide: false };
    if (op === '*' && !simple(each) && shape.base !== WIDE_DECIMAL) return { sql: to.as(each, WIDE_DECIMAL, names), wide: true };
    return { sql: to.at(each, names, at), wide: shape.base.startsWith('Decimal(76') };
  };
  const [first, second] = [operand(left, level), operand(right, level + 1)];
  if (first.wide || second.wide) return `${first.sql} ${op} ${second.sql}`;
  return isDecimal(to.shape(left, names))
    ? `${widened(to, left, names)} ${op} ${second.sql}`
    : `${first.sql} ${op} ${widened(to, right, names)}`;
}

/** The same decimal in 76 digits. */
function widened(to: Expressions, expr: Expr, names: Level): string {
  const shape = to.shape(expr, names);
  return shape.base === 'Decimal' ? to.as(expr, WIDE_DECIMAL, names) : `toDecimal256(${to.render(expr, names)}, ${scaleOf(shape)})`;
}

const floated = (to: Expressions, expr: Expr, names: Level, level: number): string =>
  isFloat(to.shape(expr, names)) || expr.kind === 'literal' ? to.at(expr, names, level) : `toFloat64(${to.render(expr, names)})`;

const simple = (expr: Expr): boolean => expr.kind === 'column' || expr.kind === 'literal';

function joined(to: Expressions, { left, right }: Arithmetic, names: Level, first: Shape, second: Shape): string {
  if (first.type === 'array' || second.type === 'array') {
    const item = (each: Expr, shape: Shape): string => (shape.type === 'array' ? to.render(each, names) : `[${to.render(each, names)}]`);
    return `arrayConcat(${item(left, first)}, ${item(right, second)})`;
  }
  if (first.type === 'json' && second.type === 'json') throw refused('joining two JSON values');
  return `concat(${asText(to, left, names)}, ${asText(to, right, names)})`;
}
