import type { Expr, Query, Select } from '../../../plan.ts';
import type { JoinGraph } from '../../linking/joins.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import type { Entity } from '../../linking/mention.ts';
import type { Condition, Sketch } from '../sketch.ts';
import { type Expected, type Likelihoods, likelihoodsOf } from './expected-shape.ts';
import { type NamingName, namingOf, type Spoken } from './naming.ts';
import { firstSelect, partsOf, type Trait, traitsOf } from './shape.ts';

/** What is known of a candidate before its rows are seen: small numbers, of its own and against the others. */
export type Signals = Readonly<Record<SignalName, number>>;
export type SignalName = (typeof PLAIN)[number] | NamingName | keyof Likelihoods;

/** What signals are of: one thing that a question may mean. */
export interface Meant {
  readonly plan: Query;
  readonly sketch: Sketch;
  readonly cost: number;
  readonly reading: number;
}

/** What a question's candidates have in common. */
export interface Asked {
  readonly words: number;
  readonly spoken: Spoken;
  readonly graph: JoinGraph;
  readonly lexicon: Lexicon;
}

const PLAIN = [
  'reading',
  'readingSquared',
  'choice',
  'choiceSquared',
  'costly',
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
const NAMING = [
  'unsaidShown',
  'unsaidTested',
  'dropped',
  'rootDropped',
  'skipped',
  'bare',
  'bareShown',
  'headUnshown',
  'nouns',
  'nounsMissing',
  'qualitiesMissing',
  'tables',
  'shownTables',
  'columnCost',
  'columnRivals',
  'tableCost',
  'homes',
  'lowerCase',
  'echoed',
] as const satisfies readonly NamingName[];

const LIKELIHOODS = [
  'likelyColumns',
  'likelyShown',
  'likelyGroups',
  'likelyOrder',
  'likelySets',
  'likelyTests',
  'likelyTables',
  'likely',
  'leastLikely',
  'threeLeastLikely',
  'clear',
] as const satisfies readonly (keyof Likelihoods)[];

export const SIGNALS: readonly SignalName[] = [...PLAIN, ...NAMING, ...LIKELIHOODS];

/** All signals but those of the shape, which are of the traits and of what the question's words let expect. */
export type Evidence = Readonly<Record<(typeof PLAIN)[number] | NamingName, number>> & { readonly traits: ReadonlySet<Trait> };

export const signalsOf = ({ traits, ...own }: Evidence, expected: Expected): Signals => ({ ...own, ...likelihoodsOf(traits, expected) });

/**
 * The same where things without a name are shown whole: that is what people want to see, though the expected answers of
 * collections name columns.
 */
export const signalsAsShown = (evidence: Evidence, expected: Expected): Signals =>
  evidence.nameless === 0
    ? signalsOf(evidence, expected)
    : signalsOf({ ...evidence, nameless: 0, columns: 1, traits: withOneColumn(evidence.traits) }, expected);

const withOneColumn = (traits: ReadonlySet<Trait>): ReadonlySet<Trait> =>
  new Set<Trait>([...[...traits].filter((trait) => !/Columns$/.test(trait)), 'oneColumn']);

/** `others` are the rest of the candidates. */
export function evidenceOf(candidate: Meant, others: readonly Meant[], { words, spoken, graph, lexicon }: Asked): Evidence {
  const { plan, sketch, cost, reading } = candidate;
  const choice = cost - reading;
  const margin = Math.min(cost + 1, ...others.map((other) => other.cost)) - cost;
  const select = firstSelect(plan);
  const joins = select.joins ?? [];
  const tested = select.where === undefined ? [] : [...partsOf(select.where)];
  const shown = select.columns.flatMap(({ expr }) => tablesOf(expr));
  const aggregates = select.columns.flatMap(({ expr }) => (expr.kind === 'aggregate' ? [expr.fn] : []));
  const only = sketch.items.flatMap((item) => (item.only === undefined ? [] : [item.only]));
  const conditions: readonly Condition[] = [...sketch.conditions, ...only, ...(sketch.both ?? [])].flat();
  // Groups come in their own order though nobody said so.
  const isTidied = sketch.orders.length === 0 && select.limit === undefined;
  const yes = (fact: boolean) => (fact ? 1 : 0);
  return {
    ...namingOf(candidate, spoken, lexicon),
    traits: traitsOf(plan.kind === 'select' && isTidied ? { ...plan, orderBy: undefined } : plan, saidColumns(select, lexicon)),
    reading,
    readingSquared: reading ** 2,
    choice,
    choiceSquared: choice ** 2,
    costly: Math.max(0, cost - 2),
    margin,
    tight: yes(margin < 0.1),
    rivals: others.filter((other) => other.cost < cost + 0.3).length,
    words: words / 10,
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
    ordered: yes(select.orderBy !== undefined && !isTidied),
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

/** A first and a last name are said in one word. */
function saidColumns({ columns }: Select, lexicon: Lexicon): number {
  const keys = new Set(columns.flatMap(({ expr }) => (expr.kind === 'column' ? [`${expr.table} ${expr.column}`] : [])));
  const pairs = lexicon.tables.filter(({ table, label }) => label.length === 2 && label.every((name) => keys.has(`${table.name} ${name}`)));
  return columns.length - pairs.length;
}

/** Whether a thing that is shown has something to be called by. */
const isNamed = ({ candidates }: Entity, shown: readonly string[], lexicon: Lexicon): boolean =>
  candidates.some(({ table }) => shown.includes(table) && (lexicon.byName.get(table)?.label.length ?? 0) > 0);

const tablesOf = (expr: Expr): string[] => [...partsOf(expr)].flatMap((part) => (part.kind === 'column' ? [part.table] : []));

const isParent = (table: string, graph: JoinGraph): boolean =>
  [...graph.edges.values()].some((edges) => edges.some(({ to, toOne }) => to === table && toOne));
