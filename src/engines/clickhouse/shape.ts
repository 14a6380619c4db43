import type { ExprType } from '../../plan/types.ts';
import { parseType, withoutWrappers } from './values.ts';

/** What an expression is to ClickHouse, beside its type in the plan: the type without Nullable, and whether NULL can come of it. */
export interface Shape {
  readonly type: ExprType;
  /** `Int32`, `Decimal(10, 2)`, `Float64`, `String`, `Date32`, `DateTime64(6)`, `Bool`…; empty when it is not known. */
  readonly base: string;
  readonly nullable: boolean;
}

/** Digits after the point of every quotient and average, as PostgreSQL gives about that many. */
export const QUOTIENT_SCALE = 20;
export const WIDE_DECIMAL = `Decimal(76, ${QUOTIENT_SCALE})`;
export const INSTANT = 'DateTime64(6)';

export const isInt = ({ base }: Shape): boolean => /^U?Int/.test(base);
export const isFloat = ({ base }: Shape): boolean => /^B?Float/.test(base);
export const isDecimal = ({ base }: Shape): boolean => base.startsWith('Decimal');

/** The shape of a stored column. */
export function columnShape(type: ExprType, nativeType: string, nullable: boolean): Shape {
  return { type, base: withoutWrappers(nativeType), nullable: nullable || IS_NULLABLE.test(nativeType) };
}

const IS_NULLABLE = /^(?:LowCardinality\(|SimpleAggregateFunction\([^,]*, )?Nullable\(/;

export const scaleOf = ({ base }: Shape): number => {
  const { name, args } = parseType(base);
  return name.startsWith('Decimal') ? Number(args.at(-1) ?? 0) : 0;
};

export const asNullable = (base: string, nullable: boolean): string => (nullable && !base.startsWith('Array') ? `Nullable(${base})` : base);

/** The one type that values of all these shapes can be written as without loss; null when they need no cast to meet. */
export function commonBase(shapes: readonly Shape[]): string | null {
  const given = shapes.filter(({ type }) => type !== 'null');
  const [first] = given;
  if (!first || given.every(({ base }) => base === first.base && base !== '' && base !== 'Decimal')) return null;
  const all = (test: (shape: Shape) => boolean): boolean => given.every(test);
  if (all(isInt)) {
    if (all(({ base }) => /^(Int(8|16|32|64)|UInt(8|16|32))$/.test(base))) return null;
    return 'Int64';
  }
  const isNumeric = (shape: Shape): boolean => isInt(shape) || isDecimal(shape) || isFloat(shape);
  if (all(isNumeric)) return given.some(isFloat) ? 'Float64' : WIDE_DECIMAL;
  if (all(({ type }) => type === 'date')) return 'Date32';
  if (all(({ type }) => type === 'date' || type === 'timestamp')) return INSTANT;
  if (all(({ type }) => type === 'boolean')) return 'Bool';
  if (all(({ type }) => type === 'text')) return null;
  return null;
}

/** The shape that values of all these shapes have together. */
export function commonShape(type: ExprType, shapes: readonly Shape[]): Shape {
  const base = commonBase(shapes) ?? shapes.find((shape) => shape.type !== 'null')?.base ?? '';
  const widened = /^(U?Int(8|16|32))$/.test(base) && shapes.some((shape) => shape.base !== base && shape.type !== 'null') ? 'Int64' : base;
  return { type, base: widened, nullable: shapes.some(({ nullable }) => nullable) };
}
