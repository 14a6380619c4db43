import type { Expr, OrderItem, Select } from '../../../plan.ts';
import { all, contradicts, DATED, distinctShown, joinOf, named, type Shown, unfit, unique } from '../../linking/expressions.ts';
import { findPath, type JoinGraph } from '../../linking/joins.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import type { Mention } from '../../linking/mention.ts';
import type { Condition, Item, Ordering, Sketch } from '../sketch.ts';
import type { Assignment } from './assign.ts';
import { conditionExpr, conditionTable, denied } from './build-conditions.ts';
import { aggregated, type Context, charge, col, columnOf, countOf, entryOf, isKey, shown, tableOf } from './build-context.ts';
import { havingOf } from './build-having.ts';
import { countedGroups, counts, groupKeys, isKeyed, subjectKeys } from './group-keys.ts';
import { joinTree } from './join-tree.ts';
import { chargeImplausible } from './plausible.ts';

/** Builds the sketch's query from some of its conditions. `home` is the table to start from where the sketch has no subject. */
export function createBuilder(sketch: Sketch, choice: Assignment, lexicon: Lexicon, graph: JoinGraph, home?: string) {
  const subject = sketch.subject === null ? null : choice.table(sketch.subject);
  const root = home ?? subject ?? choice.tables[0] ?? unfit();
  const context: Context = {
    sketch,
    choice,
    graph,
    lexicon,
    root,
    subject,
    joins: [],
    extra: 0,
    nested(inner, conditions, at) {
      const { plan, cost } = createBuilder(inner, choice, lexicon, graph, at).finish(conditions);
      charge(context, cost - choice.cost);
      return plan;
    },
  };
  return {
    root,
    finish: (conditions: readonly Condition[]) => finish(context, conditions),
    /** Whether a row of the root meets at most one row of the table. */
    holdsOne: (table: string) => (findPath(graph, [root], table)?.edges ?? []).every(({ toOne }) => toOne),
    /** Whether what is shown tells the root's rows apart. */
    names: (items: readonly Item[]) =>
      items.some(({ of }) => {
        if (of === null || of === 'all') return of === 'all';
        const { table, label } = entryOf(context, root);
        const own = shown(context, of).map(({ expr }) => (expr.kind === 'column' && expr.table === root ? expr.column : ''));
        return [table.primaryKey, label].some((key) => key.length > 0 && key.every((column) => own.includes(column)));
      }),
  };
}

function finish(given: Context, conditions: readonly Condition[]): { plan: Select; cost: number } {
  const context = { ...given, sketch: { ...given.sketch, orders: given.sketch.orders.map((order) => decided(given, order)) } };
  const { sketch, root } = context;
  const counted = countedGroups(context);
  if (counted !== null) {
    const before = context.extra;
    const query = context.nested(counted, conditions, root);
    const cost = context.choice.cost + context.extra + 0.05;
    context.extra = before;
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    return { plan: { kind: 'select', columns: [{ expr: count, as: 'count' }], from: { kind: 'derived', query, as: 'found' } }, cost };
  }
  const before = context.extra;
  const { joins } = joinTree(root, neededTables(context, conditions), context.graph, (cost) => charge(context, cost));
  context.joins = joins;
  const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
  const ranked = sketch.having.length > 0 || sketch.orders.some(({ by }) => by !== 'column');
  const plain = sketch.items.filter(({ aggregate }) => aggregate === undefined);
  const each = sketch.groups.some(({ kind }) => kind === 'entity') || aggregates || ranked;
  const grouped = (sketch.groups.length > 0 && each) || (aggregates && plain.length > 0) || ranked;

  const columns = shownColumns(context);
  if (!each) columns.unshift(...sketch.groups.flatMap((mention) => shown(context, mention)));
  const keys: Expr[] = [];
  if (grouped) {
    for (const mention of sketch.groups) keys.push(...groupKeys(context, mention));
    const missing = aggregates && plain.length === 0 && sketch.groups.length > 0;
    if (missing) columns.unshift(...sketch.groups.flatMap((mention) => shown(context, mention)));
    if (sketch.groups.length === 0) keys.push(...subjectKeys(context, plain));
    for (const { expr } of columns) if (expr.kind === 'column' || expr.kind === 'call') keys.push(expr);
    if (columns.length === 0) for (const expr of keys) if (expr.kind === 'column') columns.push({ expr, as: expr.column });
    if (keys.length === 0 || (counts(sketch) && joins.every(({ toOne }) => toOne) && isKeyed(context, keys))) unfit();
  }
  const where = conditions.map((one) => conditionExpr(context, one));
  if (contradicts(where)) unfit();
  const having = havingOf(context);
  const ordered = sketch.orders.map((order) => ordering(context, order));
  // A series is read along time.
  if (grouped && ordered.length === 0)
    for (const mention of sketch.groups)
      if (mention.kind === 'attribute' && mention.bucket !== undefined)
        ordered.push(...shown(context, mention).map(({ expr }) => ({ expr, direction: 'asc' as const, nulls: 'last' as const })));
  const top = grouped || conditions.length > 0 ? null : extremeOf(context, ordered, columns);
  if (top !== null) where.push(top);
  const orders = top === null ? ordered : [];
  const inGroup = (expr: Expr) => expr.kind !== 'column' || keys.some((key) => JSON.stringify(key) === JSON.stringify(expr));
  if (grouped && !orders.every(({ expr }) => inGroup(expr))) unfit();
  if (aggregates && !grouped && orders.length > 0) unfit();
  const isShown = (expr: Expr) => columns.some((column) => JSON.stringify(column.expr) === JSON.stringify(expr));
  const repeated = !grouped && !aggregates && orders.every(({ expr }) => isShown(expr)) && repeatsThings(context, columns);
  const distinct = (sketch.distinct || repeated || asksForValues(context, conditions)) && !(grouped && keys.every(isShown));
  if (distinct && !orders.every(({ expr }) => isShown(expr))) unfit();
  const plan: Select = {
    kind: 'select',
    ...(distinct ? { distinct: true } : {}),
    columns: named(distinctShown(columns)),
    from: { kind: 'table', table: root, as: root },
    ...(joins.length > 0 ? { joins: joins.map(joinOf) } : {}),
    ...(where.length > 0 ? { where: all(where) } : {}),
    ...(grouped ? { groupBy: unique(keys) } : {}),
    ...(having.length > 0 ? { having: all(having) } : {}),
    ...(orders.length > 0 ? { orderBy: [...new Map(orders.map((order) => [JSON.stringify(order.expr), order])).values()] } : {}),
    ...(sketch.limit !== null && top === null ? { limit: sketch.limit } : {}),
  };
  chargeImplausible(context, plan, where);
  const uncounted = joins.length === 0 && sketch.groups.length === 0 && context.subject === root;
  if (uncounted && sketch.orders.some(({ by, of }) => by === 'count' && of === null)) charge(context, 0.7);
  if (sketch.limit !== null && sketch.orders.length === 0) charge(context, 0.8);
  const cost = context.choice.cost + context.extra;
  context.extra = before;
  return { plan, cost };
}

/** "customers with open tickets": a customer with two of them is one customer. */
function repeatsThings({ sketch, joins, lexicon }: Context, columns: readonly Shown[]): boolean {
  const things = sketch.items.every(({ of }) => of !== null && of !== 'all' && of.kind === 'entity');
  if (!things || joins.every(({ toOne }) => toOne)) return false;
  const shown = columns.flatMap(({ expr }) => (expr.kind === 'column' ? [expr] : []));
  const beside = joins.some(({ to, toOne }) => !toOne && shown.some(({ table }) => table === to));
  const json = shown.some(({ table, column }) =>
    lexicon.byName.get(table)?.table.columns.some(({ name, type }) => name === column && type === 'json'),
  );
  return !beside && !json && shown.length === columns.length;
}

/** "Show all product sizes": of a column alone each value is meant once. */
function asksForValues({ sketch, choice, joins, lexicon }: Context, conditions: readonly Condition[]): boolean {
  const [only, ...more] = sketch.items;
  if (only === undefined || more.length > 0 || only.of === null || only.of === 'all' || only.of.kind === 'entity') return false;
  if (only.aggregate !== undefined || only.of.owner !== undefined || sketch.subject !== null || conditions.length > 0) return false;
  if (sketch.groups.length + sketch.having.length + sketch.orders.length + sketch.touches.length > 0 || joins.length > 0) return false;
  const { table, columns } = choice.columns(only.of);
  const entry = lexicon.byName.get(table);
  // "Show all supplier details": of each supplier its own.
  const told = (name: string) =>
    entry?.columns.find(({ column }) => column.name === name)?.words.some((word) => TELLING.has(word)) === true;
  return columns.every((name) => entry?.label.includes(name) === false && !told(name));
}

const TELLING = new Set(['detail', 'description', 'comment', 'note', 'remark']);

/** "the department with the most credits": of several courses, together. */
function decided({ choice, graph, root, sketch }: Context, order: Ordering): Ordering {
  if (order.of?.kind === 'attribute' && order.of.worth !== undefined) return { ...order, by: 'sum' };
  if (order.by !== 'most' || order.of === null || order.of.kind === 'entity')
    return order.by === 'most' ? { ...order, by: 'column' } : order;
  const { table } = choice.columns(order.of);
  const several = (findPath(graph, [root], table)?.edges ?? []).some(({ toOne }) => !toOne);
  const own = sketch.touches.some((touched) => choice.table(touched) === table);
  return { ...order, by: several && !own ? 'sum' : 'column' };
}

/** Tables that have to be joined, in the order in which they were chosen. */
function neededTables(context: Context, conditions: readonly Condition[]): string[] {
  const { sketch, choice } = context;
  const needed = new Set<string>();
  const need = (of: Mention | null | 'all') => {
    if (of !== null && of !== 'all') needed.add(tableOf(context, of));
  };
  const needCondition = (of: Condition) => {
    if (of.kind === 'or' || of.kind === 'all') of.args.forEach(needCondition);
    if (of.kind === 'columns') need(of.right);
    const table = conditionTable(context, of);
    if (table !== null && !denied(context, of)) needed.add(table);
  };
  for (const { of } of [...sketch.items, ...sketch.having, ...sketch.orders]) need(of);
  for (const { only } of sketch.items) if (only !== undefined) needCondition(only);
  sketch.groups.forEach(need);
  sketch.touches.forEach(need);
  conditions.forEach(needCondition);
  return [...choice.named.filter((table) => needed.has(table)), ...[...needed].filter((table) => !choice.named.includes(table))];
}

function shownColumns(context: Context): Shown[] {
  const { sketch, root } = context;
  const whole = (): Shown[] => entryOf(context, root).table.columns.map(({ name }) => ({ expr: col(root, name), as: name }));
  // "How many …? List the name and the count.": the count is the one that was asked for.
  const counted = sketch.items.some(({ aggregate, of }) => aggregate === 'count' && of !== null);
  return sketch.items.flatMap(({ aggregate, of, only, ...rest }) => {
    if (counted && aggregate === 'count' && of === null && only === undefined) return [];
    if (aggregate !== undefined) return [narrowed(context, aggregated(context, { ...rest, of, aggregate }), only)];
    if (of === 'all') return whole();
    if (of === null) return [];
    return isWholeRow(context, of) ? whole() : shown(context, of);
  });
}

const narrowed = (context: Context, { expr, as }: Shown, only: Condition | undefined): Shown =>
  only === undefined || expr.kind !== 'aggregate' ? { expr, as } : { expr: { ...expr, filter: conditionExpr(context, only) }, as };

/** A list of things that have no name is more use with all that is known of them than with their keys. */
function isWholeRow(context: Context, mention: Mention): boolean {
  const { items, groups, having } = context.sketch;
  const alone = mention.kind === 'entity' && items.length === 1 && groups.length === 0 && having.length === 0;
  return alone && entryOf(context, context.choice.table(mention)).label.length === 0;
}

function ordering(context: Context, { by, of, direction }: Ordering): OrderItem {
  const expr =
    by === 'column' || by === 'most'
      ? orderColumn(context, of ?? firstShown(context.sketch))
      : by === 'count'
        ? countOf(context, of, false).expr
        : aggregated(context, { aggregate: by, of: of ?? unfit() }).expr;
  return { expr, direction, nulls: 'last' };
}

function orderColumn(context: Context, of: Mention): Expr {
  const first = shown(context, of)[0] ?? unfit();
  const column = first.expr.kind === 'column' ? columnOf(context, first.expr.table, first.expr.column) : unfit();
  if (context.sketch.limit !== null) {
    const much = /^(number|amount)\b/.test(of.words);
    if (DATED.has(column.type) && much) return unfit();
    if (DATED.has(column.type) && !SAYS_WHEN.test(of.words)) charge(context, 0.8);
    if (column.type === 'text') charge(context, much ? 1 : 0.5);
    else if (first.expr.kind === 'column' && isKey(context, first.expr.table, column) && !/\b(id|number|code)/.test(of.words))
      charge(context, 0.6);
  }
  return first.expr;
}

function firstShown({ items }: Sketch): Mention {
  const of = items.find(({ aggregate }) => aggregate === undefined)?.of ?? unfit();
  return of === 'all' ? unfit() : of;
}

/** "the scientists on the project with the most hours": of one project there may be several. */
function extremeOf(context: Context, orders: readonly OrderItem[], columns: readonly Shown[]): Expr | null {
  const [order, ...more] = orders;
  const { root, graph, sketch } = context;
  if (order === undefined || more.length > 0 || sketch.limit !== 1 || order.expr.kind !== 'column' || order.expr.table === root)
    return null;
  const { table, column } = order.expr;
  // One project's scientists, or the project with its scientists beside it.
  const beside = context.joins.some(({ toOne }) => !toOne) && columns.some(({ expr }) => expr.kind === 'column' && expr.table !== root);
  const repeats = table === root ? beside : (findPath(graph, [table], root)?.edges ?? []).some(({ toOne }) => !toOne);
  if (!repeats) return null;
  const query: Select = {
    kind: 'select',
    columns: [{ expr: { kind: 'aggregate', fn: order.direction === 'desc' ? 'max' : 'min', arg: col(table, column) }, as: column }],
    from: { kind: 'table', table, as: table },
  };
  return { kind: 'compare', op: '=', left: order.expr, right: { kind: 'scalarQuery', query } };
}

const SAYS_WHEN = /date|when|old|young|first|last|newest|time|year|day|word|recent|latest|newest|earliest|birth|age/;
