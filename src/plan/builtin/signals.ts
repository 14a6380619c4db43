import type { Expr, Query, Select } from '../plan.ts';
import type { Candidate } from './candidates.ts';
import type { JoinGraph } from './joins.ts';
import type { Condition, Sketch } from './sketch.ts';

/** What is known of a candidate before its rows are seen; each is a number between 0 and some 5. */
export const SIGNALS = [
  'reading',
  'choice',
  'joins',
  'fans',
  'items',
  'conditions',
  'unnamedValues',
  'grouped',
  'having',
  'ordered',
  'limited',
  'set',
  'nested',
  'distinct',
  'counts',
  'computes',
  'bareEntity',
  'keyShown',
  'words',
] as const;
export type SignalName = (typeof SIGNALS)[number];
export type Signals = Readonly<Record<SignalName, number>>;

export function signalsOf({ plan, sketch, cost, reading }: Omit<Candidate, 'score'>, words: number, graph: JoinGraph): Signals {
  const select = firstSelect(plan);
  const aggregates = select.columns.flatMap(({ expr }) => (expr.kind === 'aggregate' ? [expr] : []));
  const conditions = [...sketch.conditions, ...(sketch.both ?? [])].flat();
  const yes = (fact: boolean) => (fact ? 1 : 0);
  return {
    reading,
    choice: cost - reading,
    joins: select.joins?.length ?? 0,
    fans: fansOf(select, graph),
    items: Math.max(0, sketch.items.length - 1),
    conditions: conditions.length,
    unnamedValues: conditions.filter((one) => one.kind === 'value' && one.near === undefined).length,
    grouped: yes(select.groupBy !== undefined),
    having: yes(select.having !== undefined),
    ordered: yes(select.orderBy !== undefined),
    limited: yes(select.limit !== undefined),
    set: yes(plan.kind === 'set'),
    nested: yes(conditions.some(isNested)),
    distinct: yes(select.distinct === true),
    counts: yes(aggregates.some(({ fn }) => fn === 'count')),
    computes: yes(aggregates.some(({ fn }) => fn !== 'count')),
    bareEntity: yes(
      sketch.items.some(({ of, aggregate }) => of !== null && of !== 'all' && of.kind === 'entity' && aggregate === undefined),
    ),
    keyShown: yes(showsReference(sketch, select)),
    words: words / 10,
  };
}

const firstSelect = (query: Query): Select => (query.kind === 'set' ? firstSelect(query.left) : query);

const isNested = ({ kind }: Condition) => kind === 'has' || kind === 'against';

/** Joins that may repeat the rows before them. */
function fansOf({ joins }: Select, graph: JoinGraph): number {
  return (joins ?? []).filter(({ source }) => {
    if (source.kind !== 'table') return true;
    const arriving = [...graph.edges.values()].flat().filter(({ to }) => to === source.table);
    return !arriving.some(({ toOne }) => toOne);
  }).length;
}

const showsReference = ({ items }: Sketch, { columns }: Select): boolean =>
  items.some(({ of }) => of !== null && of !== 'all') && columns.some(({ expr }) => isColumn(expr) && /(^|_)id$/i.test(expr.column));

const isColumn = (expr: Expr): expr is Expr & { kind: 'column' } => expr.kind === 'column';
