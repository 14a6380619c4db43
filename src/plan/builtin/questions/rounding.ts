import type { Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { wordTable } from '../english/word-table.ts';

/**
 * "…, rounded to 2 decimal places": read by `ask` without those words, and what is worked out is rounded. Null when the
 * question says no such thing, or nothing in its plan is worked out.
 */
export function readRounded(text: string, ask: (text: string) => Outcome): Outcome | null {
  const found = ROUNDED.exec(text);
  if (found === null) return null;
  const places = PLACES[(found[1] ?? 'zero').toLowerCase()] ?? Number(found[1]);
  const outcome = ask(`${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`);
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select') return null;
  const plan = rounded(outcome.plan, places);
  return plan === null ? null : { ...outcome, plan };
}

const ROUNDED =
  /[,.;]?\s*(?:and\s+)?(?:please\s+)?(?:rounded|rounding|round)(?:\s+(?:off|it|them|(?:the\s+)?(?:results?|answers?|values?|averages?|percentages?|ratios?)))?\s+(?:to|up to)\s+(?:(\d|zero|one|two|three|four)\s+(?:decimals?|digits?)(?:\s+(?:places?|points?))?|(?:the\s+)?nearest\s+(?:whole\s+(?:number|percent)|integer))(?=[\s,.?!]*$|[\s,]*ordered|[\s,]*sorted)/i;

const PLACES = wordTable<number>({ zero: 0, one: 1, two: 2, three: 3, four: 4 });

function rounded(plan: Select, places: number): Select | null {
  const columns = plan.columns.map(({ expr, as }) => ({ expr: isWorkedOut(expr) ? roundOf(expr, places) : expr, as }));
  return columns.some(({ expr }, at) => expr !== plan.columns[at]?.expr) ? { ...plan, columns } : null;
}

const isWorkedOut = (expr: Expr): boolean =>
  expr.kind === 'arithmetic' || (expr.kind === 'aggregate' && ['avg', 'sum', 'stddev', 'variance', 'percentile_cont'].includes(expr.fn));

const roundOf = (expr: Expr, places: number): Expr => ({
  kind: 'call',
  fn: 'round',
  args: [
    { kind: 'cast', arg: expr, type: 'decimal' },
    { kind: 'literal', value: places, type: 'integer' },
  ],
});
