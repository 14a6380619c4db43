import type { Expr, Query, Select } from '../plan.ts';
import type { Candidates } from './candidates.ts';
import type { JoinGraph } from './joins.ts';
import type { Lexicon } from './lexicon.ts';
import type { Condition, Entity } from './sketch.ts';

/** What is known of the best candidate before its rows are seen, each a number between 0 and about 5. */
export const SIGNALS = [
  'reading',
  'readingSquared',
  'choice',
  'choiceSquared',
  'dear',
  'margin',
  'tight',
  'rivals',
  'words',
  'joins',
  'farJoins',
  'fans',
  'items',
  'columns',
  'conditions',
  'unnamedValues',
  'apart',
  'negated',
  'either',
  'grouped',
  'having',
  'ordered',
  'limited',
  'textRanked',
  'set',
  'nested',
  'distinct',
  'counts',
  'computes',
  'nameless',
] as const;
export type SignalName = (typeof SIGNALS)[number];
export type Signals = Readonly<Record<SignalName, number>>;

export function signalsOf({ candidates, tokens, graph, lexicon }: Extract<Candidates, { kind: 'some' }>): Signals {
  const [best, ...others] = candidates;
  const { plan, sketch, cost, reading } = best;
  const choice = cost - reading;
  const margin = Math.min(1, (others[0]?.cost ?? cost + 1) - cost);
  const select = firstSelect(plan);
  const joins = select.joins ?? [];
  const tested = select.where === undefined ? [] : [...within(select.where)];
  const shown = select.columns.flatMap(({ expr }) => tablesOf(expr));
  const aggregates = select.columns.flatMap(({ expr }) => (expr.kind === 'aggregate' ? [expr.fn] : []));
  const conditions: readonly Condition[] = [...sketch.conditions, ...(sketch.both ?? [])].flat();
  const yes = (fact: boolean) => (fact ? 1 : 0);
  return {
    reading,
    readingSquared: reading ** 2,
    choice,
    choiceSquared: choice ** 2,
    dear: Math.max(0, cost - 2),
    margin,
    tight: yes(margin < 0.1),
    rivals: others.filter((other) => other.cost < cost + 0.3).length,
    words: tokens.length / 10,
    joins: joins.length,
    farJoins: Math.max(0, joins.length - 1),
    fans: joins.filter(({ source }) => source.kind !== 'table' || !isParent(source.table, graph)).length,
    items: sketch.items.length - 1,
    columns: Math.min(6, select.columns.length),
    conditions: conditions.length,
    unnamedValues: conditions.filter((one) => one.kind === 'value' && one.near === undefined).length,
    apart: yes(tested.flatMap((expr) => (expr.kind === 'column' ? [expr.table] : [])).some((table) => !shown.includes(table))),
    negated: yes(tested.some((expr) => expr.kind === 'not' || (expr.kind === 'compare' && expr.op === '<>'))),
    either: yes(tested.some(({ kind }) => kind === 'or')),
    grouped: yes(select.groupBy !== undefined),
    having: yes(select.having !== undefined),
    ordered: yes(select.orderBy !== undefined),
    limited: yes(select.limit !== undefined),
    textRanked: yes(select.limit !== undefined && select.orderBy?.some(({ expr }) => expr.kind === 'column') === true),
    set: yes(plan.kind === 'set'),
    nested: yes(conditions.some(({ kind }) => kind === 'has' || kind === 'against')),
    distinct: yes(select.distinct === true),
    counts: yes(aggregates.includes('count')),
    computes: yes(aggregates.some((fn) => fn !== 'count')),
    nameless: yes(
      sketch.items.some(
        ({ of, aggregate }) =>
          of !== null && of !== 'all' && of.kind === 'entity' && aggregate === undefined && !isNamed(of, shown, lexicon),
      ),
    ),
  };
}

/** Whether a thing that is shown has something to be called by. */
const isNamed = ({ candidates }: Entity, shown: readonly string[], lexicon: Lexicon): boolean =>
  candidates.some(({ table }) => shown.includes(table) && (lexicon.byName.get(table)?.label.length ?? 0) > 0);

const firstSelect = (query: Query): Select => ('left' in query ? firstSelect(query.left) : query);

/** An expression and all that it is made of, but not the queries inside it. */
function* within(expr: Expr): Generator<Expr> {
  yield expr;
  if ('args' in expr) for (const arg of expr.args) yield* within(arg);
  if ('arg' in expr && expr.arg !== undefined) yield* within(expr.arg);
  if ('left' in expr) yield* within(expr.left);
  if ('right' in expr) yield* within(expr.right);
}

const tablesOf = (expr: Expr): string[] => [...within(expr)].flatMap((part) => (part.kind === 'column' ? [part.table] : []));

const isParent = (table: string, graph: JoinGraph): boolean =>
  [...graph.edges.values()].some((edges) => edges.some(({ to, toOne }) => to === table && toOne));
