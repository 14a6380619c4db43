import { Fault } from '../fault.ts';
import { adapt } from './literals.ts';
import type { Expr, Query } from './plan.ts';
import type { Field, Scope } from './scope.ts';
import { type ExprType, isNumber, isOpaque, meet } from './types.ts';

export interface ExprContext {
  /** Filled as expressions are checked. */
  readonly types: WeakMap<Expr, ExprType>;
  /** Whole numbers of 64 bits, filled likewise. */
  readonly wide: WeakSet<Expr>;
  checkExpr(expr: Expr, scope: Scope, place?: Place): Checked;
  checkQuery(query: Query, scope: Scope | null): { query: Query; fields: ReadonlyMap<string, Field> };
}

export interface Checked {
  readonly expr: Expr;
  readonly type: ExprType;
}

/** What may stand here besides plain expressions. */
export interface Place {
  readonly aggregates: boolean;
  readonly windows?: boolean;
}

/** Two operands, a literal among them read as the other's type where its text is one. */
export function pair(left: Checked, right: Checked, context: ExprContext, readAs = (type: ExprType): ExprType => type): [Checked, Checked] {
  if (left.expr.kind === 'literal' && right.expr.kind !== 'literal') return [read(left, readAs(right.type), context), right];
  if (right.expr.kind === 'literal' && left.expr.kind !== 'literal') return [left, read(right, readAs(left.type), context)];
  return [left, right];
}

/** As `pair`, for two that have to be comparable; rows are compared part by part. */
export function comparablePair(left: Checked, right: Checked, context: ExprContext): [Checked, Checked] {
  if (left.expr.kind === 'row' && right.expr.kind === 'row') {
    const others = right.expr.items;
    if (left.expr.items.length !== others.length) throw mismatch('rows that are compared have the same number of parts');
    left.expr.items.forEach((item, i) => {
      comparable(context.types.get(item) ?? 'other', context.types.get(others[i] ?? item) ?? 'other');
    });
    return [left, right];
  }
  const both = pair(left, right, context);
  comparable(both[0].type, both[1].type);
  return both;
}

/** '5' beside a number is a number; text beside a date in arithmetic says nothing of its own type. */
export const numberBeside = (type: ExprType): ExprType => (isNumber(type) ? type : 'text');

/** A text literal as `type` when its text is one; anything else as it is. */
export function read(checked: Checked, type: ExprType, context: ExprContext): Checked {
  if (checked.expr.kind !== 'literal' || isOpaque(type)) return checked;
  if (checked.expr.type !== 'text' && type !== 'float') return checked;
  const literal = adapt(checked.expr, type);
  context.types.set(literal, literal.type);
  return { expr: literal, type: literal.value === null ? 'null' : literal.type };
}

export function comparable(left: ExprType, right: ExprType): void {
  if (!meet(left, right)) throw mismatch(`${left} cannot be compared with ${right}`);
}

export function truth({ expr, type }: Checked): Expr {
  if (type !== 'boolean' && !isOpaque(type)) throw mismatch(`a condition is true or false, not ${type}`);
  return expr;
}

export const isNullLiteral = (expr: Expr): boolean => expr.kind === 'literal' && expr.value === null;

const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
