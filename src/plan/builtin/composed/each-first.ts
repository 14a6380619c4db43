import type { Expr, OrderItem, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { UNITS } from '../english/dates/calendar.ts';
import { named } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { type Ask, answered, selectOf } from './ask.ts';
import { keysShown } from './merge.ts';

/**
 * "best selling part per category", "which mechanic does the most jobs of each kind": the first of all is read without the groups,
 * and its rows by the groups alone; what comes first is then taken of each group. Null where either is not read so.
 */
export function readFirstOfEach(text: string, ask: Ask, { byName }: Lexicon): Outcome | null {
  const plain = text.trim().replace(/[\s?.!]+$/, '');
  for (const { rest, group } of [...groupsIn(plain)]) {
    const first = selectOf(ask(rest));
    if (first === null || first.plan.limit !== 1 || first.plan.from?.kind !== 'table' || (first.plan.orderBy ?? []).length === 0) continue;
    const sources = sourcesOf(first.plan);
    const refers = (table: string) => byName.get(table)?.table.foreignKeys.map((key) => key.table) ?? [];
    // Of what is counted, the time is that of the rows counted: those that no others here belong to.
    const timed = first.plan.groupBy !== undefined && UNIT_WORDS.has(group.toLowerCase());
    const counted = sources.filter((table) => !sources.some((other) => other !== table && refers(other).includes(table)));
    for (const table of timed ? (counted.length === 1 ? counted : []) : sources) {
      const groups = selectOf(ask(`number of ${byName.get(table)?.words.join(' ') ?? table} per ${group}`));
      const dated = groups !== null && timed && tablesIn(groups.plan.groupBy).some((one) => tablesIn(first.plan.groupBy).includes(one));
      const plan = groups === null || dated ? null : firstOfEach(first.plan, groups.plan);
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

/** The tables that expressions take columns of. */
const tablesIn = (exprs: readonly Expr[] = []): string[] =>
  [...JSON.stringify(exprs).matchAll(/"table":"([^"]+)"/g)].map(([, table = '']) => table);

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

const UNIT_WORDS = new Set<string>([...UNITS, 'weekday', 'hour', 'season']);

const nameOf = (expr: Expr): string => (expr.kind === 'column' ? expr.column : expr.kind === 'aggregate' ? expr.fn : 'rank');
