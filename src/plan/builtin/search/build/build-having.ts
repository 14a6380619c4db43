import type { Expr, Select } from '../../../plan.ts';
import { unfit } from '../../linking/expressions.ts';
import type { Mention } from '../../linking/mention.ts';
import { EMPTY, type Overall } from '../sketch.ts';
import { aggregated, type Context, countOf, tableOf } from './build-context.ts';

/** What is asked of each group as a whole. */
export function havingOf(context: Context): Expr[] {
  return context.sketch.having.map(({ aggregate, of, op, value }) => ({
    kind: 'compare',
    op,
    left: aggregate === 'count' ? countOf(context, of, false).expr : aggregated(context, { aggregate, of: of ?? unfit() }).expr,
    right:
      typeof value === 'number'
        ? { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' }
        : { kind: 'scalarQuery', query: overall(context, of ?? unfit(), value) },
  }));
}

function overall(context: Context, of: Mention, { aggregate, conditions }: Overall): Select {
  return context.nested({ ...EMPTY, items: [{ aggregate, of }] }, conditions, tableOf(context, of));
}
