import type { Expr } from '../../plan/plan.ts';

/** A scalar function with what it is given. */
export type Call = Extract<Expr, { kind: 'call' }>;
