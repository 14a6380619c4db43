import type { Expr, Query } from '../../plan/plan.ts';
import type { Level } from './level.ts';
import type { Literals } from './literals.ts';
import type { Shape } from './shape.ts';
import type { Typing } from './typing.ts';

/** Expressions as SQL text, as the compiler of one kind of them sees the others. Every value goes to `literals.params`. */
export interface Expressions {
  readonly typing: Typing;
  readonly literals: Literals;
  /** `also` is a further condition of the query's own WHERE, written inside it. */
  readonly query: (query: Query, around: Level, also?: (inside: Level) => string) => string;
  shape(expr: Expr, names: Level): Shape;
  /** The value, NULL included. */
  render(expr: Expr, names: Level): string;
  /** The value as one operand. */
  atom(expr: Expr, names: Level): string;
  /** The value where what binds less than `level` needs parentheses. */
  at(expr: Expr, names: Level, level: number): string;
  list(exprs: readonly Expr[], names: Level): string;
  /** Where only true counts, as in WHERE: false and NULL are the same, which lets membership be written plainly. */
  condition(expr: Expr, names: Level, level?: number, holds?: boolean): string;
  /** Several values of one place (a CASE, a union, COALESCE), written so that they have one type. */
  unified(exprs: readonly Expr[], names: Level): string[];
  /** The value as this type, cast only where it is another. */
  as(expr: Expr, base: string | null, names: Level): string;
  subquery(query: Query, names: Level, also?: (inside: Level) => string): string;
  /** ClickHouse compares a decimal with a float as floats and text with nothing but text, as PostgreSQL does; intervals are seconds. */
  compared(expr: Expr, beside: Expr, names: Level): string;
}
