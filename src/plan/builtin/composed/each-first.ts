import type { Expr, OrderItem, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { named } from '../expressions.ts';
import { type Ask, answered, selectOf } from './ask.ts';
import { keysShown } from './merge.ts';

/**
 * "best selling part per category", "which mechanic does the most jobs of each kind": the first of all is read without the groups,
 * and its rows by the groups alone; what comes first is then taken of each group. Null where either is not read so.
 */
export function readFirstOfEach(text: string, ask: Ask, nounOf: (table: string) => string): Outcome | null {
  const plain = text.trim().replace(/[\s?.!]+$/, '');
  for (const { rest, group } of [...groupsIn(plain)]) {
    const first = selectOf(ask(rest));
    if (first === null || first.plan.limit !== 1 || first.plan.from?.kind !== 'table' || (first.plan.orderBy ?? []).length === 0) continue;
    for (const table of sourcesOf(first.plan)) {
      const groups = selectOf(ask(`number of ${nounOf(table)} per ${group}`));
      const plan = groups === null ? null : firstOfEach(first.plan, groups.plan);
      if (plan !== null && groups !== null) return answered(plan, [first, groups]);
    }
  }
  return null;
}

/** A question without the words that say of which groups, and the noun of those. */
function* groupsIn(text: string): Generator<{ rest: string; group: string }> {
  const fronted =
    /^(?:for|in|of|from) (?:each|every) ([a-z]+(?: [a-z]+)?),? (?:show |give me |list )?(?:me )?(?:the |their |its )?(.+)$/i.exec(text);
  if (fronted?.[1] !== undefined && fronted[2] !== undefined) yield { group: fronted[1], rest: fronted[2] };
  for (const found of text.matchAll(/ (?:(?:in|for|of|from|on|at|by|within) )?(?:each|every|per) ([a-z]+)\b/gi)) {
    const [whole, group = ''] = found;
    yield { group, rest: `${text.slice(0, found.index)}${text.slice(found.index + whole.length)}` };
  }
}

const sourcesOf = ({ from, joins = [] }: Select): string[] =>
  [from, ...joins.map(({ source }) => source)].flatMap((source) => (source?.kind === 'table' ? [source.table] : []));

function firstOfEach(first: Select, groups: Select): Select | null {
  if (groups.from?.kind !== 'table' || first.from?.kind !== 'table' || groups.groupBy === undefined) return null;
  const { table, as } = groups.from;
  const own = [first.from, ...(first.joins ?? []).map(({ source }) => source)];
  if (groups.where !== undefined || !own.some((source) => source.kind === 'table' && source.table === table && source.as === as))
    return null;
  const joins = [...(first.joins ?? [])];
  for (const join of groups.joins ?? []) {
    const known = joins.find(({ source }) => source.as === join.source.as);
    if (known === undefined) joins.push(join);
    else if (JSON.stringify(known) !== JSON.stringify(join)) return null;
  }
  const keys = groups.groupBy;
  const order = (expr: Expr): OrderItem => ({ expr, direction: 'asc', nulls: 'last' });
  const { limit: _limit, ...rest } = first;
  const shown = keysShown(groups);
  const others = first.columns.filter(({ expr }) => !shown.some((one) => JSON.stringify(one.expr) === JSON.stringify(expr)));
  if (others.length === 0 || shown.length === 0) return null;
  const known = [...shown, ...others].map(({ expr }) => JSON.stringify(expr));
  const ranked = (first.orderBy ?? []).flatMap(({ expr }) => (known.includes(JSON.stringify(expr)) ? [] : [{ expr, as: nameOf(expr) }]));
  return {
    ...rest,
    distinctOn: keys,
    columns: named([...shown, ...others, ...ranked]),
    ...(joins.length > 0 ? { joins } : {}),
    ...(first.groupBy === undefined ? {} : { groupBy: [...keys, ...first.groupBy] }),
    orderBy: [...keys.map(order), ...(first.orderBy ?? [])],
  };
}

const nameOf = (expr: Expr): string => (expr.kind === 'column' ? expr.column : expr.kind === 'aggregate' ? expr.fn : 'rank');
