import type { Expr } from '../../plan.ts';
import type { Column, ScalarType } from '../../schema.ts';
import type { Moment } from '../english/dates/moment.ts';
import type { CompareOp } from '../english/words.ts';
import type { Edge } from './joins.ts';

/** A column of the reply. */
export interface Shown {
  readonly expr: Expr;
  readonly as: string;
}

export const NUMERIC = new Set<ScalarType>(['integer', 'decimal', 'float']);

export const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });

export const escapeLike = (value: string) => value.replace(/[\\%_]/g, (mark) => `\\${mark}`);

export const all = (args: Expr[]): Expr => (args.length === 1 && args[0] !== undefined ? args[0] : { kind: 'and', args });

export function unique(exprs: readonly Expr[]): Expr[] {
  const seen = new Map(exprs.map((expr) => [JSON.stringify(expr), expr]));
  return [...seen.values()];
}

export function distinctShown(columns: readonly Shown[]): Shown[] {
  return [...new Map(columns.map((column) => [JSON.stringify(column.expr), column])).values()];
}

/** Names in the reply, each once. */
export function named(columns: readonly Shown[]): Shown[] {
  const used = new Map<string, number>();
  return columns.map(({ expr, as }) => {
    const count = (used.get(as) ?? 0) + 1;
    used.set(as, count);
    if (count === 1) return { expr, as };
    const better = expr.kind === 'column' ? `${expr.table}_${as}` : `${as}_${count}`;
    return { expr, as: used.has(better) ? `${better}_${count}` : better };
  });
}

/** A column against a stretch of days; half-open on days, so that times of day fall where they belong. */
export function momentCompare(expr: Expr, op: CompareOp, moment: Moment, column: Column): Expr {
  if (DATED.has(column.type)) {
    const day = (value: string): Expr => ({ kind: 'literal', value, type: column.type });
    if (moment.since === moment.until)
      return { kind: 'compare', op, left: expr, right: { kind: 'literal', value: moment.since, type: 'timestamp' } };
    const since: Expr = { kind: 'compare', op: '>=', left: expr, right: day(moment.since) };
    const until: Expr = { kind: 'compare', op: '<', left: expr, right: day(moment.until) };
    const within: Expr = { kind: 'and', args: [since, until] };
    const before: Expr = { kind: 'compare', op: '<', left: expr, right: day(moment.since) };
    const after: Expr = { kind: 'compare', op: '>=', left: expr, right: day(moment.until) };
    return { '=': within, '<>': { kind: 'not' as const, arg: within }, '<': before, '<=': until, '>': after, '>=': since }[op];
  }
  if (moment.year === null) return unfit();
  if (NUMERIC.has(column.type)) return { kind: 'compare', op, left: expr, right: { kind: 'literal', value: moment.year, type: 'integer' } };
  if (column.type === 'text' && (op === '=' || op === '<>') && TIMES.test(column.name))
    return { kind: 'compare', op, left: expr, right: text(String(moment.year)) };
  return unfit();
}

/** Two different values asked of one column of one row. */
export function contradicts(where: readonly Expr[]): boolean {
  const seen = new Map<string, string>();
  return where.some((expr) => {
    if (expr.kind !== 'compare' || expr.op !== '=' || expr.right.kind !== 'literal') return false;
    const left = JSON.stringify(expr.left);
    const right = JSON.stringify(expr.right);
    const before = seen.get(left);
    seen.set(left, right);
    return before !== undefined && before !== right;
  });
}
/** Text that may hold a year. */
const TIMES = /year|yr|date|season|period|term|time|edition/i;

export const DATED = new Set<ScalarType>(['date', 'timestamp']);

/** Why a choice is given up: a comparison that its types cannot make, a table that cannot be reached. */
export class Unfit extends Error {}

export function unfit(): never {
  throw new Unfit();
}

export function onOf(edge: Edge): Expr {
  const pairs = edge.on.map(
    (pair): Expr => ({
      kind: 'compare',
      op: '=',
      left: { kind: 'column', table: edge.from, column: pair.from },
      right: { kind: 'column', table: edge.to, column: pair.to },
    }),
  );
  return all(pairs);
}

export const joinOf = (edge: Edge) => ({
  type: 'inner' as const,
  source: { kind: 'table' as const, table: edge.to, as: edge.to },
  on: onOf(edge),
});

/** How many years old somebody is who was born then. */
export const ageOf = (birth: Expr): Expr => ({
  kind: 'call',
  fn: 'year',
  args: [{ kind: 'call', fn: 'age', args: [{ kind: 'call', fn: 'today', args: [] }, birth] }],
});

/** A ratio as a floating-point number, `scale` times over: 100 for a percentage. */
export const divided = (over: Expr, under: Expr, scale: number): Expr => ({
  kind: 'arithmetic',
  op: '/',
  left: {
    kind: 'cast',
    arg: scale === 1 ? over : { kind: 'arithmetic', op: '*', left: { kind: 'literal', value: scale, type: 'integer' }, right: over },
    type: 'float',
  },
  right: under,
});

/** The tests of a condition that all have to hold. */
export const conjuncts = (where: Expr | undefined): readonly Expr[] =>
  where === undefined ? [] : where.kind === 'and' ? where.args.flatMap(conjuncts) : [where];
