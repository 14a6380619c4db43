import type { Expr } from '../../plan/plan.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { refused } from './refuse.ts';
import { CASTS } from './result-types.ts';
import { asNullable, isDecimal, isFloat, scaleOf, WIDE_DECIMAL } from './shape.ts';

/** A cast with PostgreSQL's rounding: to a whole number it rounds (ClickHouse cuts off), and halves of a decimal go away from zero. */
export function cast(to: Expressions, expr: Extract<Expr, { kind: 'cast' }>, names: Level): string {
  const { arg, type } = expr;
  const shape = to.shape(arg, names);
  const sql = to.render(arg, names);
  const base = CASTS[type];
  if (base === undefined || shape.type === 'interval') throw refused(`a value read as ${type}`);
  const nullable = asNullable(base, shape.nullable);
  if (shape.type === 'null') return `CAST(NULL AS ${asNullable(base, true)})`;
  const plain = `CAST(${sql} AS ${nullable})`;
  switch (type) {
    case 'integer':
    case 'bigint':
      // Under a NULL that comes of a division lies an infinity, which no whole number is.
      if (isFloat(shape) && shape.nullable) return `accurateCastOrNull(round(${sql}), 'Int64')`;
      return isFloat(shape) || isDecimal(shape)
        ? `CAST(round(${sql}) AS ${nullable})`
        : shape.type === 'text'
          ? `CAST(trimBoth(${sql}) AS ${nullable})`
          : plain;
    case 'decimal': {
      const exact = to.as(arg, WIDE_DECIMAL, names);
      return expr.precision === undefined ? exact : `round(${exact}, ${expr.scale ?? 0})`;
    }
    case 'text': {
      const text = asText(to, arg, names);
      return expr.length === undefined ? text : `leftUTF8(${text}, ${expr.length})`;
    }
    case 'boolean':
      if (shape.type === 'integer') return `(${to.atom(arg, names)} <> 0)`;
      return shape.type === 'text' ? `CAST(lower(trimBoth(${sql})) AS ${nullable})` : plain;
    case 'date':
      return shape.type === 'text' ? `CAST(left(trimBoth(${sql}), 10) AS ${nullable})` : plain;
    case 'timestamp':
      return shape.type === 'text' ? `parseDateTime64BestEffort(${sql}, 6)` : plain;
    case 'json':
      return asText(to, arg, names);
    default:
      return plain;
  }
}

/** The value as PostgreSQL writes it: decimals keep the zeros of their type, instants lose those of their fraction. */
export function asText(to: Expressions, expr: Expr, names: Level, flags: readonly [string, string] = ['true', 'false']): string {
  const shape = to.shape(expr, names);
  const sql = to.render(expr, names);
  if (shape.type === 'null') return 'CAST(NULL AS Nullable(String))';
  if (shape.type === 'text') return sql;
  if (shape.type === 'interval' || shape.type === 'array') throw refused(`${shape.type === 'array' ? 'an array' : 'an interval'} as text`);
  if (shape.type === 'json') return shape.base === 'String' ? sql : `toJSONString(${sql})`;
  if (shape.type === 'boolean') return `if(isNull(${sql}), NULL, if(${sql}, '${flags[0]}', '${flags[1]}'))`;
  if (shape.type === 'timestamp') {
    if (!shape.base.startsWith('DateTime64')) return `toString(${sql})`;
    return `trimRight(trimRight(toString(${sql}), '0'), '.')`;
  }
  if (isDecimal(shape) && expr.kind === 'column' && scaleOf(shape) > 0) return `toDecimalString(${sql}, ${scaleOf(shape)})`;
  return `toString(${sql})`;
}
