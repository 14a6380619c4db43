import { functionNamed } from '../functions.ts';
import type { Expr } from '../plan.ts';
import { baseTypeOf, type Column } from '../schema.ts';
import type { SqlType, Statement } from './place.ts';

/**
 * PostgreSQL's own type of a lowered expression; undefined where the statement alone does not tell. The plan's types
 * are coarser: SQL's slash depends on what PostgreSQL makes of a sum or an EXTRACT.
 */
export function sqlTypeOf(expr: Expr | undefined, statement: Statement): SqlType | undefined {
  if (expr === undefined) return undefined;
  const known = statement.types.get(expr);
  if (known !== undefined) return known;
  const found = derive(expr, (part) => sqlTypeOf(part, statement));
  // Remembered, since one part may be asked for from many places.
  if (found !== undefined) statement.types.set(expr, found);
  return found;
}

export const columnType = (column: Column): SqlType =>
  column.type === 'integer' && /^(bigint|int8)/i.test(baseTypeOf(column)) ? 'bigint' : column.type;

/** Whether PostgreSQL divides this exactly, so that its slash is no whole-number division. */
export const isFraction = (type: SqlType | undefined): boolean => type === 'decimal' || type === 'float';

type Ask = (expr: Expr | undefined) => SqlType | undefined;

function derive(expr: Expr, typeOf: Ask): SqlType | undefined {
  switch (expr.kind) {
    case 'literal':
      return literalType(expr.value, expr.type);
    case 'cast':
      return expr.type;
    case 'case':
      return widest([...expr.whens.map(({ value }) => typeOf(value)), typeOf(expr.else)]);
    case 'call': {
      const { result } = functionNamed(expr.fn);
      if (expr.fn === 'floor' || expr.fn === 'ceil') return typeOf(expr.args[0]) === 'decimal' ? 'decimal' : 'float';
      return result === 'same' ? widest(expr.args.map(typeOf)) : result;
    }
    case 'aggregate':
      return aggregateType(expr.fn, typeOf(expr.arg));
    case 'window':
      return aggregateType(expr.fn, typeOf(expr.args[0]));
    case 'arithmetic':
      return arithmeticType(expr.op, typeOf(expr.left), typeOf(expr.right));
    case 'array':
    case 'arrayQuery':
      return 'array';
    default:
      return undefined;
  }
}

function literalType(value: string | number | boolean | null, type: SqlType | 'null'): SqlType | undefined {
  // A bare text is of the type that stands opposite to it.
  if (type === 'null' || type === 'text') return undefined;
  return type === 'integer' && Math.abs(Number(value)) > 2 ** 31 - 1 ? 'bigint' : type;
}

const WIDTH: Readonly<Partial<Record<SqlType, number>>> = { integer: 1, bigint: 2, decimal: 3, float: 4 };

export const isNumberType = (type: SqlType | undefined): boolean => type !== undefined && WIDTH[type] !== undefined;

function widest(types: readonly (SqlType | undefined)[]): SqlType | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.reduce<SqlType | undefined>(
    (wide, type) => ((WIDTH[type] ?? 0) > (WIDTH[wide ?? type] ?? 0) ? type : (wide ?? type)),
    undefined,
  );
}

const FIXED: Readonly<Record<string, SqlType>> = {
  count: 'bigint',
  row_number: 'bigint',
  rank: 'bigint',
  dense_rank: 'bigint',
  ntile: 'integer',
  percent_rank: 'float',
  cume_dist: 'float',
  percentile_cont: 'float',
  bool_and: 'boolean',
  bool_or: 'boolean',
  string_agg: 'text',
  array_agg: 'array',
};
const SUMMED: Readonly<Partial<Record<SqlType, SqlType>>> = { integer: 'bigint', bigint: 'decimal' };
const AVERAGED = new Set(['avg', 'stddev', 'stddev_pop', 'variance', 'var_pop']);

function aggregateType(fn: string, arg: SqlType | undefined): SqlType | undefined {
  const fixed = FIXED[fn];
  if (fixed !== undefined) return fixed;
  if (fn === 'sum') return arg === undefined ? undefined : (SUMMED[arg] ?? arg);
  if (AVERAGED.has(fn)) return arg === 'float' || arg === 'interval' ? arg : 'decimal';
  return arg;
}

function arithmeticType(op: string, left: SqlType | undefined, right: SqlType | undefined): SqlType | undefined {
  if (op === '||') return left === 'array' || right === 'array' ? 'array' : left === 'json' || right === 'json' ? 'json' : 'text';
  if (left === undefined || right === undefined) return isFraction(left) ? left : isFraction(right) ? right : undefined;
  if (WIDTH[left] && WIDTH[right]) {
    const wide = widest([left, right]);
    return op === '/' && wide !== 'float' ? 'decimal' : wide;
  }
  if (left === 'date' && right === 'date') return 'integer';
  if (left === 'date' && (right === 'integer' || right === 'bigint')) return 'date';
  return undefined;
}
