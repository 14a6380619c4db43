import type { Expr, Query, Select } from '../../../plan.ts';

/** What can be said of a plan whatever schema it is over; one of each line's is expected, or not, by the words of a question. */
export const TRAITS = {
  columns: ['oneColumn', 'twoColumns', 'threeColumns', 'manyColumns'],
  shown: ['showsCount', 'showsDistinctCount', 'showsSum', 'showsAverage', 'showsLeast', 'showsMost', 'showsPlain'],
  groups: ['distinct', 'grouped', 'groupShown', 'having'],
  order: ['ascending', 'descending', 'byMeasure', 'first', 'cut'],
  sets: ['except', 'intersect', 'union', 'unlike', 'either', 'nested'],
  tests: ['less', 'more', 'between', 'match', 'equalsText', 'equalsNumber', 'untested', 'oneTest', 'twoTests'],
  tables: ['oneTable', 'twoTables', 'threeTables'],
} as const;
export type TraitGroup = keyof typeof TRAITS;
export type Trait = (typeof TRAITS)[TraitGroup][number];
export const ALL_TRAITS: readonly Trait[] = Object.values(TRAITS).flat();

/** The traits of a plan; ways to say the same, such as EXCEPT and NOT IN, have the same ones. `columns` is how many are said. */
export function traitsOf(query: Query, columns?: number): ReadonlySet<Trait> {
  const select = firstSelect(query);
  const sets = setsIn(query);
  const facts = {
    ...shownBy(select, columns ?? select.columns.length),
    ...testedBy(select, sets),
    ...orderedBy(select, sets),
    ...tableCounts(query),
  };
  facts.grouped ||= chosenIn(select, sets).some(({ groupBy }) => groupBy !== undefined);
  return new Set(ALL_TRAITS.filter((trait) => facts[trait]));
}

type Facts<Group extends TraitGroup> = Record<(typeof TRAITS)[Group][number], boolean>;

function shownBy(select: Select, columns: number): Facts<'columns' | 'shown' | 'groups'> {
  const aggregates = select.columns.flatMap(({ expr }) => [...partsOf(expr)]).filter((expr) => expr.kind === 'aggregate');
  const shows = (name: string) => aggregates.some(({ fn }) => fn === name);
  const plain = select.columns.some(({ expr }) => expr.kind === 'column');
  return {
    oneColumn: columns === 1,
    twoColumns: columns === 2,
    threeColumns: columns === 3,
    manyColumns: columns > 3,
    showsCount: shows('count'),
    showsDistinctCount: aggregates.some(({ fn, distinct }) => fn === 'count' && distinct === true),
    showsSum: shows('sum'),
    showsAverage: shows('avg'),
    showsLeast: shows('min'),
    showsMost: shows('max'),
    showsPlain: plain,
    distinct: select.distinct === true || select.distinctOn !== undefined,
    grouped: select.groupBy !== undefined,
    groupShown: select.groupBy !== undefined && plain,
    having: select.having !== undefined,
  };
}

function testedBy(select: Select, sets: readonly SetQuery[]): Facts<'sets' | 'tests'> {
  const tests = testsIn(select, sets).filter((test) => extremeOf(test) === null);
  const compares = tests.filter((test) => test.kind === 'compare');
  const equal = compares.flatMap(({ op, right }) => (op === '=' && right.kind === 'literal' ? [typeof right.value] : []));
  const leaves = tests.filter(({ kind }) => kind !== 'and' && kind !== 'or' && kind !== 'not').length;
  const joined = (op: SetQuery['op']) => sets.some((set) => set.op === op);
  return {
    except: joined('except') || tests.some(isAbsence),
    intersect: joined('intersect') || tests.filter(isPresence).length > 1,
    union: joined('union'),
    unlike: tests.some((test) => (test.kind === 'compare' && test.op === '<>') || (test.kind === 'not' && !isAbsence(test))),
    either: joined('union') || tests.some(({ kind }) => kind === 'or' || kind === 'in'),
    nested: compares.some(({ right }) => right.kind === 'scalarQuery'),
    less: compares.some(({ op }) => op === '<' || op === '<='),
    more: compares.some(({ op }) => op === '>' || op === '>='),
    between: tests.some(({ kind }) => kind === 'between'),
    match: tests.some(({ kind }) => kind === 'match'),
    equalsText: equal.includes('string'),
    equalsNumber: equal.includes('number'),
    untested: leaves === 0,
    oneTest: leaves === 1,
    twoTests: leaves > 1,
  };
}

function orderedBy(select: Select, sets: readonly SetQuery[]): Facts<'order'> {
  const extremes = testsIn(select, sets).map(extremeOf);
  const cuts = [select, ...chosenIn(select, sets)];
  const [order] = cuts.flatMap(({ orderBy }) => orderBy ?? []);
  return {
    ascending: order?.direction === 'asc' || extremes.includes('min'),
    descending: order?.direction === 'desc' || extremes.includes('max'),
    byMeasure: order !== undefined && [...partsOf(order.expr)].some(({ kind }) => kind === 'aggregate'),
    first: cuts.some(({ limit }) => limit === 1) || extremes.some((extreme) => extreme !== null),
    cut: select.limit !== undefined && select.limit > 1,
  };
}

/** `x = (SELECT … ORDER BY … LIMIT 1)`: the queries of what is found that way. */
const chosenIn = (select: Select, sets: readonly SetQuery[]): Select[] =>
  testsIn(select, sets).flatMap((test) => {
    const inner = test.kind === 'compare' && test.right.kind === 'scalarQuery' ? firstSelect(test.right.query) : null;
    return inner?.limit === undefined ? [] : [inner];
  });

/** Of different tables, in subqueries as well. */
function tableCounts(query: Query): Facts<'tables'> {
  const tables = new Set<string>();
  JSON.stringify(query, (_key, part: unknown) => {
    if (isTable(part)) tables.add(part.table);
    return part;
  });
  return { oneTable: tables.size === 1, twoTables: tables.size === 2, threeTables: tables.size > 2 };
}

const isTable = (part: unknown): part is { table: string } =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'table' && 'table' in part;

export const firstSelect = (query: Query): Select => ('left' in query ? firstSelect(query.left) : query);

type SetQuery = Extract<Query, { kind: 'set' }>;

const setsIn = (query: Query): SetQuery[] => (query.kind === 'set' ? [query, ...setsIn(query.left), ...setsIn(query.right)] : []);

const testsIn = (select: Select, sets: readonly SetQuery[]): Expr[] =>
  [select, ...sets.map(({ right }) => firstSelect(right))].flatMap(({ where, having }) =>
    [where, having].flatMap((test) => (test === undefined ? [] : [...testsWithin(test)])),
  );

/** Conditions and what they are made of, down into the subqueries that look for rows. */
function* testsWithin(test: Expr): Generator<Expr> {
  yield test;
  if (extremeOf(test) !== null) return;
  if (test.kind === 'and' || test.kind === 'or') for (const arg of test.args) yield* testsWithin(arg);
  if (test.kind === 'not') yield* testsWithin(test.arg);
  if (test.kind === 'exists' || test.kind === 'inQuery') {
    const { where, having } = firstSelect(test.query);
    for (const inner of [where, having]) if (inner !== undefined) for (const part of testsWithin(inner)) if (!isLink(part)) yield part;
  }
}

/** `x = (SELECT max(x) …)`. */
function extremeOf(test: Expr): 'min' | 'max' | null {
  if (test.kind !== 'compare' || test.op !== '=' || test.right.kind !== 'scalarQuery') return null;
  const [shown] = firstSelect(test.right.query).columns;
  const fn = shown?.expr.kind === 'aggregate' ? shown.expr.fn : null;
  return fn === 'min' || fn === 'max' ? fn : null;
}

/** What relates a subquery's rows to those outside. */
const isLink = (test: Expr) => test.kind === 'compare' && test.left.kind === 'column' && test.right.kind === 'column';

const isPresence = (test: Expr) => test.kind === 'exists' || test.kind === 'inQuery';
const isAbsence = (test: Expr) => test.kind === 'not' && isPresence(test.arg);

/** An expression and all that it is made of, but not the queries inside it. */
export function* partsOf(expr: Expr): Generator<Expr> {
  yield expr;
  if ('args' in expr) for (const arg of expr.args) yield* partsOf(arg);
  if ('arg' in expr && expr.arg !== undefined) yield* partsOf(expr.arg);
  if ('left' in expr) yield* partsOf(expr.left);
  if ('right' in expr) yield* partsOf(expr.right);
}
