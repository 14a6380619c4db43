import type { Expr, Select } from '../plan.ts';
import type { Outcome } from '../planner.ts';

/** "average number of lessons per week": how many there were in each, and the average of these. Null when it asks for no such thing. */
export function readAveragePeriods(text: string, ask: (text: string) => Outcome): Outcome | null {
  const [, things = '', unit = '', rest = ''] = ASKED.exec(text.trim().replace(/[\s?.!]+$/, '')) ?? [];
  if (things === '') return null;
  const outcome = ask(`number of ${things}${rest} per ${unit.toLowerCase()}`);
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select' || outcome.plan.groupBy?.length !== 1) return null;
  const counted = outcome.plan.columns.find(({ expr }) => expr.kind === 'aggregate');
  const timed = outcome.plan.columns.some(({ as }) => as === unit.toLowerCase());
  if (counted === undefined || !timed || outcome.plan.limit !== undefined) return null;
  const { orderBy: _order, ...query } = outcome.plan;
  const average: Expr = { kind: 'aggregate', fn: 'avg', arg: { kind: 'column', table: 'counted', column: counted.as } };
  const plan: Select = { kind: 'select', columns: [{ expr: average, as: 'average' }], from: { kind: 'derived', query, as: 'counted' } };
  return { ...outcome, plan, assumptions: [...outcome.assumptions, `The average is over each ${unit.toLowerCase()} that has any.`] };
}

const ASKED =
  /^(?:what (?:is|was|'s) )?(?:the |our )?(?:average|avg|mean) (?:number|nr|count|amount) of ([a-z ]+?) (?:per|a|each|every|by) (day|week|month|quarter|year)( (?:this|last|in|since) .+)?$/i;
