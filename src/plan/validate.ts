import { Fault } from '../fault.ts';
import { checkExpr } from './check-expr.ts';
import { checkQuery } from './check-query.ts';
import { checkWrite } from './check-write.ts';
import type { ExprContext } from './operands.ts';
import { type Expr, isWrite, type Plan } from './plan.ts';
import { planSchema } from './plan-schema.ts';
import type { Schema } from './schema.ts';
import type { ExprType } from './types.ts';

/** A plan that fits the live schema, with the type of each of its expressions. */
export interface CheckedPlan<P extends Plan = Plan> {
  readonly plan: P;
  /** The type of an expression node of `plan` (by identity). */
  typeOf(expr: Expr): ExprType;
  /** Whether it is a whole number of 64 bits, whose sum is a decimal. */
  isWide(expr: Expr): boolean;
}

const MAX_DEPTH = 64;
const MAX_NODES = 60_000;

/**
 * The plan with every name resolved and every expression typed; text literals are read as the type they meet, and
 * SQL's slash becomes the exact quotient where its operands are not whole numbers.
 * Fault `schema_mismatch` (unknown name, with the nearest), `invalid_value` (types or values that do not fit)
 * or `llm_failed` (not a plan at all, too deep or too large).
 */
export const validatePlan = (plan: Plan, schema: Schema): Plan => checkPlan(plan, schema).plan;

/** As `validatePlan`, and keeps the types, for compilers. */
export function checkPlan<P extends Plan>(plan: P, schema: Schema): CheckedPlan<P>;
export function checkPlan(plan: Plan, schema: Schema): CheckedPlan {
  checkSize(plan);
  const parsed = planSchema.safeParse(plan);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw malformed(`${issue?.path.join('.') || 'plan'}: ${issue?.message ?? 'is not a plan'}`);
  }
  const types = new WeakMap<Expr, ExprType>();
  const wide = new WeakSet<Expr>();
  const context: ExprContext = {
    types,
    wide,
    checkExpr: (expr, scope, place) => checkExpr(expr, scope, context, place),
    checkQuery: (query, scope) => checkQuery(query, scope, schema, context),
  };
  const checked = isWrite(parsed.data) ? checkWrite(parsed.data, schema, context) : checkQuery(parsed.data, null, schema, context).query;
  return { plan: checked, typeOf: (expr) => types.get(expr) ?? 'other', isWide: (expr) => wide.has(expr) };
}

/** Walks without recursion, so that a plan nested beyond all reason cannot exhaust the stack. */
function checkSize(plan: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: plan, depth: 0 }];
  let nodes = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue;
    nodes += Array.isArray(item.value) ? 0 : 1;
    // Each level of the plan is an object, or an object inside an array.
    if (item.depth > MAX_DEPTH * 2) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
    if (nodes > MAX_NODES) throw malformed(`more than ${MAX_NODES} parts`);
    for (const value of Object.values(item.value)) stack.push({ value, depth: item.depth + 1 });
  }
}

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
