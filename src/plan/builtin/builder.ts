import type { AggregateName, Expr, OrderItem, Select } from '../plan.ts';
import type { Column } from '../schema.ts';
import { AMBIGUOUS, type Assignment } from './assign.ts';
import {
  all,
  DATED,
  distinctShown,
  escapeLike,
  joinOf,
  momentCompare,
  NUMERIC,
  named,
  onOf,
  type Shown,
  text,
  unfit,
  unique,
} from './expressions.ts';
import { joinTree } from './join-tree.ts';
import { type Edge, findPath, type JoinGraph } from './joins.ts';
import type { Lexicon, TableEntry } from './lexicon.ts';
import { yearMoment } from './moments.ts';
import type { CompareOp, Condition, Item, Mention, Ordering, Sketch, Value } from './sketch.ts';
import { wordTable } from './word-table.ts';

export function createBuilder(sketch: Sketch, choice: Assignment, lexicon: Lexicon, graph: JoinGraph) {
  let extra = 0;
  const charge = (cost: number) => {
    extra += cost;
  };

  const entry = (table: string): TableEntry => lexicon.byName.get(table) ?? unfit();
  const columnOf = (table: string, column: string): Column => entry(table).table.columns.find(({ name }) => name === column) ?? unfit();
  const col = (table: string, column: string): Expr => ({ kind: 'column', table, column });
  const tableOf = (mention: Mention): string => (mention.kind === 'entity' ? choice.table(mention) : choice.columns(mention).table);

  const subject = sketch.subject === null ? null : choice.table(sketch.subject);
  const root = subject ?? choice.tables[0] ?? unfit();
  let joins: readonly Edge[] = [];

  /** What a mention shows: its columns, or for an entity what names a row. */
  function shown(mention: Mention): Shown[] {
    if (mention.kind === 'attribute') {
      const { table, columns } = choice.columns(mention);
      return columns.map((column) => ({ expr: col(table, column), as: column }));
    }
    const { table, label } = entry(choice.table(mention));
    if (label.length > 0) return label.map((column) => ({ expr: col(table.name, column), as: column }));
    charge(0.5);
    const key = table.primaryKey.length > 0 ? table.primaryKey : unfit();
    return key.map((column) => ({ expr: col(table.name, column), as: column }));
  }

  function single(mention: Mention): { expr: Expr; table: string; column: Column } {
    const [first, ...more] = shown(mention);
    if (first === undefined || more.length > 0 || first.expr.kind !== 'column') return unfit();
    return { expr: first.expr, table: first.expr.table, column: columnOf(first.expr.table, first.expr.column) };
  }

  /** Keys are numbers of no quantity. */
  const isKey = (table: string, column: Column) =>
    entry(table).table.primaryKey.includes(column.name) || entry(table).columns.some((one) => one.column === column && one.reference);

  /** A count of an entity's rows, each once even where joins repeat them. */
  function countOf(of: Mention | null, distinct: boolean, implied = false): Shown {
    const star: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    if (of === null) return { expr: star, as: 'count' };
    if (of.kind === 'attribute') {
      const { expr, column, table } = single(of);
      const quantity = NUMERIC.has(column.type) && !isKey(table, column);
      if (implied && quantity) charge(1);
      return { expr: { kind: 'aggregate', fn: 'count', arg: expr, ...(distinct ? { distinct } : {}) }, as: `count_${column.name}` };
    }
    const table = choice.table(of);
    const repeated = joins.length > 0 && joinTree(table, [root, ...joins.map(({ to }) => to)], graph, () => undefined).multiplied;
    const key = entry(table).table.primaryKey;
    if (!repeated && !distinct) return { expr: star, as: 'count' };
    const only = key.length === 1 ? key[0] : undefined;
    if (only === undefined) return repeated && key.length > 1 ? { expr: star, as: 'count' } : { expr: star, as: 'count' };
    return { expr: { kind: 'aggregate', fn: 'count', arg: col(table, only), distinct: true }, as: 'count' };
  }

  function aggregated({ aggregate, distinct, implied, of }: Item & { aggregate: AggregateName }): Shown {
    if (of === 'all') return unfit();
    if (aggregate === 'count') return countOf(of, distinct === true, implied);
    if (of === null) return unfit();
    const { expr, column, table } = single(of);
    if ((aggregate === 'avg' || aggregate === 'sum') && (!NUMERIC.has(column.type) || isKey(table, column))) return unfit();
    if (column.type === 'text') charge(0.6);
    return {
      expr: { kind: 'aggregate', fn: aggregate, arg: expr, ...(distinct === true ? { distinct } : {}) },
      as: `${aggregate}_${column.name}`,
    };
  }

  function condition(of: Condition): Expr {
    switch (of.kind) {
      case 'or':
        return { kind: 'or', args: of.args.map(condition) };
      case 'value': {
        if (of.not && denied(of)) return existence(conditionTable(of) ?? unfit(), true, [{ ...of, not: false }]);
        const hit = choice.hit(of.value) ?? unfit();
        return { kind: 'compare', op: of.not ? '<>' : '=', left: col(hit.table, hit.column), right: text(hit.stored) };
      }
      case 'compare': {
        if (denied(of)) return existence(conditionTable(of) ?? unfit(), true, [{ ...of, op: OPPOSITE[of.op], denied: false }]);
        const { expr, column, table } = single(of.left);
        return compare(expr, of.op, of.value, column, table);
      }
      case 'between': {
        const { expr, column, table } = single(of.left);
        if (column.type === 'text') return unfit();
        return { kind: 'between', arg: expr, low: literal(of.low, column, table), high: literal(of.high, column, table) };
      }
      case 'match': {
        const { expr, column } = single(of.left);
        if (column.type !== 'text') return unfit();
        const pattern =
          of.place === 'start' ? `${escapeLike(of.text)}%` : of.place === 'end' ? `%${escapeLike(of.text)}` : `%${escapeLike(of.text)}%`;
        const matched: Expr = { kind: 'match', op: 'ilike', left: expr, right: text(pattern) };
        return of.not ? { kind: 'not', arg: matched } : matched;
      }
      case 'average': {
        const { expr, column, table } = single(of.left);
        if (!NUMERIC.has(column.type)) return unfit();
        const inner = `${table}_all`;
        const query: Select = {
          kind: 'select',
          columns: [{ expr: { kind: 'aggregate', fn: of.aggregate, arg: col(inner, column.name) }, as: `${of.aggregate}_${column.name}` }],
          from: { kind: 'table', table, as: inner },
        };
        return { kind: 'compare', op: of.op, left: expr, right: { kind: 'scalarQuery', query } };
      }
      case 'period':
        return period(of);
      case 'missing': {
        const { expr } = single(of.left);
        const missing: Expr = { kind: 'isNull', arg: expr };
        return of.not ? { kind: 'not', arg: missing } : missing;
      }
      case 'has':
        return existence(choice.table(of.entity), of.not, of.conditions);
    }
  }

  function compare(expr: Expr, op: '=' | '<>' | '<' | '<=' | '>' | '>=', value: Value, column: Column, table: string): Expr {
    if (op !== '=' && op !== '<>' && column.type === 'text') return unfit();
    if (op !== '=' && op !== '<>' && isKey(table, column)) charge(1);
    if (DATED.has(column.type) && value.number !== null && (value.number < 1000 || value.number > 2999)) return unfit();
    if (DATED.has(column.type) && value.number !== null) return momentCompare(expr, op, yearMoment(value.number), column);
    return { kind: 'compare', op, left: expr, right: literal(value, column, table) };
  }

  function literal(value: Value, column: Column, table: string): Expr {
    if (NUMERIC.has(column.type)) {
      if (value.number === null) return unfit();
      if (column.type === 'integer' && !Number.isInteger(value.number)) return { kind: 'literal', value: value.number, type: 'decimal' };
      return { kind: 'literal', value: value.number, type: column.type };
    }
    if (column.type === 'text') {
      const stored = value.hits.find((hit) => hit.table === table && hit.column === column.name);
      if (stored === undefined && !value.quoted) charge(value.number === null ? 0.5 : 1);
      if (stored === undefined && value.quoted && value.hits.length > 0) charge(0.4);
      return text(stored?.stored ?? value.text);
    }
    if (column.type === 'boolean') {
      const truth = BOOLEANS[value.text.toLowerCase()];
      return truth === undefined ? unfit() : { kind: 'literal', value: truth, type: 'boolean' };
    }
    if (DATED.has(column.type) && /^\d{4}-\d\d-\d\d/.test(value.text)) return { kind: 'literal', value: value.text, type: column.type };
    return unfit();
  }

  function period(of: Condition & { kind: 'period' }): Expr {
    const { expr, column } = of.left === undefined ? momentColumn() : single(of.left);
    if (of.op === 'between') {
      const to = of.to ?? unfit();
      return { kind: 'and', args: [momentCompare(expr, '>=', of.from, column), momentCompare(expr, '<=', to, column)] };
    }
    return momentCompare(expr, of.op, of.from, column);
  }

  /** The one column of the subject that says when. */
  function momentColumn(): { expr: Expr; column: Column } {
    const dated = (table: string) => entry(table).columns.some(({ column }) => DATED.has(column.type));
    if (choice.tables.filter(dated).length > 1) charge(0.6);
    for (const table of [root, ...choice.tables.filter((name) => name !== root)]) {
      const columns = entry(table).columns.filter(
        ({ column, words }) => DATED.has(column.type) || (column.type === 'integer' && words.includes('year')),
      );
      const [only, ...more] = columns;
      if (only === undefined) continue;
      if (more.length > 0) charge(0.8);
      return { expr: col(table, only.column.name), column: only.column };
    }
    return unfit();
  }

  /** The table that a condition looks at; null when there is none, or several. */
  function conditionTable(of: Condition): string | null {
    if (of.kind === 'value') return choice.hit(of.value)?.table ?? null;
    if (of.kind === 'or' || of.kind === 'has' || of.left === undefined) return null;
    return choice.columns(of.left).table;
  }

  /** A denial of something of which a row may have several: none of them may be it. */
  function denied(of: Condition): boolean {
    const negative = (of.kind === 'value' && of.not) || (of.kind === 'compare' && (of.op === '<>' || of.denied === true));
    const table = negative ? conditionTable(of) : null;
    if (table === null || table === root) return false;
    return (findPath(graph, [root], table)?.edges ?? []).some(({ toOne }) => !toOne);
  }

  /** Another table's rows that belong to the subject's row and meet the conditions, or none of them. */
  function existence(table: string, not: boolean, conditions: readonly Condition[]): Expr {
    const path = findPath(graph, [root], table) ?? unfit();
    const [first, ...rest] = path.edges;
    if (first === undefined) return unfit();
    if (path.ambiguous) charge(AMBIGUOUS);
    charge(path.weight * 0.15);
    const inner = [...rest];
    const reached = new Set(path.edges.map(({ to }) => to));
    for (const of of conditions) {
      const target = conditionTable(of);
      if (target === null || target === root) return unfit();
      const more = findPath(graph, reached, target) ?? unfit();
      charge(more.weight * 0.2 + (more.ambiguous ? 0.4 : 0));
      for (const edge of more.edges) {
        if (edge.to === root) return unfit();
        reached.add(edge.to);
        inner.push(edge);
      }
    }
    const query: Select = {
      kind: 'select',
      columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'found' }],
      from: { kind: 'table', table: first.to, as: first.to },
      ...(inner.length > 0 ? { joins: inner.map(joinOf) } : {}),
      where: all([onOf(first), ...conditions.map(condition)]),
    };
    const exists: Expr = { kind: 'exists', query };
    return not ? { kind: 'not', arg: exists } : exists;
  }

  /** Tables that have to be joined, in the order in which they were chosen. */
  function neededTables(conditions: readonly Condition[]): string[] {
    const needed = new Set<string>();
    const need = (of: Mention | null | 'all') => {
      if (of !== null && of !== 'all') needed.add(tableOf(of));
    };
    const needCondition = (of: Condition) => {
      if (of.kind === 'or') of.args.forEach(needCondition);
      const table = conditionTable(of);
      if (table !== null && !denied(of)) needed.add(table);
    };
    for (const { of } of [...sketch.items, ...sketch.having, ...sketch.orders]) need(of);
    sketch.groups.forEach(need);
    sketch.touches.forEach(need);
    conditions.forEach(needCondition);
    return choice.named.filter((table) => needed.has(table));
  }

  function ordering({ by, of, direction }: Ordering): OrderItem {
    const expr =
      by === 'column'
        ? orderColumn(of ?? unfit())
        : by === 'count'
          ? countOf(of, false).expr
          : aggregated({ aggregate: by, of: of ?? unfit() }).expr;
    return { expr, direction, nulls: 'last' };
  }

  function orderColumn(of: Mention): Expr {
    const first = shown(of)[0] ?? unfit();
    const column = first.expr.kind === 'column' ? columnOf(first.expr.table, first.expr.column) : unfit();
    if (
      sketch.limit !== null &&
      DATED.has(column.type) &&
      !/date|time|year|day|word|recent|latest|newest|earliest|birth|age/.test(of.words)
    )
      charge(0.8);
    if (sketch.limit !== null && column.type === 'text') charge(0.5);
    return first.expr;
  }

  /** A list of things that have no name is more use with all that is known of them than with their keys. */
  const wholeRows = (mention: Mention): boolean =>
    mention.kind === 'entity' &&
    sketch.items.length === 1 &&
    sketch.groups.length === 0 &&
    sketch.having.length === 0 &&
    entry(choice.table(mention)).label.length === 0;

  /** "Show all product sizes": of a column alone each value is meant once. */
  const asksForValues = (conditions: readonly Condition[]): boolean => {
    const [only, ...more] = sketch.items;
    if (only === undefined || more.length > 0 || only.of === null || only.of === 'all' || only.of.kind === 'entity') return false;
    if (only.aggregate !== undefined || only.of.owner !== undefined || sketch.subject !== null || conditions.length > 0) return false;
    if (sketch.groups.length + sketch.having.length + sketch.orders.length + sketch.touches.length > 0 || joins.length > 0) return false;
    const { table, columns } = choice.columns(only.of);
    return columns.every((name) => !entry(table).label.includes(name));
  };

  function finish(conditions: readonly Condition[]): { plan: Select; cost: number } {
    const before = extra;
    ({ joins } = joinTree(root, neededTables(conditions), graph, charge));
    const columns: Shown[] = [];
    const keys: Expr[] = [];
    const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
    const counts = sketch.having.length > 0 || sketch.orders.some(({ by }) => by !== 'column');
    const plain = sketch.items.filter(({ aggregate }) => aggregate === undefined);
    const grouped = sketch.groups.length > 0 || (aggregates && plain.length > 0) || counts;

    for (const item of sketch.items) {
      if (item.aggregate !== undefined) columns.push(aggregated({ ...item, aggregate: item.aggregate }));
      else if (item.of === 'all') columns.push(...allColumns());
      else if (item.of !== null) columns.push(...(wholeRows(item.of) ? allColumns() : shown(item.of)));
    }
    if (grouped) {
      for (const mention of sketch.groups) keys.push(...groupKeys(mention));
      const missing = aggregates && plain.length === 0 && sketch.groups.length > 0;
      if (missing) columns.unshift(...sketch.groups.flatMap((mention) => shown(mention)));
      if (sketch.groups.length === 0) keys.push(...subjectKeys(plain));
      for (const { expr } of columns) if (expr.kind === 'column') keys.push(expr);
      if (keys.length === 0 || (counted() && joins.every(({ toOne }) => toOne) && isKeyed(keys))) unfit();
    }
    const where = conditions.map(condition);
    if (contradicts(where)) unfit();
    const having: Expr[] = sketch.having.map(({ aggregate, of, op, value }) => ({
      kind: 'compare',
      op,
      left: aggregate === 'count' ? countOf(of, false).expr : aggregated({ aggregate, of: of ?? unfit() }).expr,
      right: { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' },
    }));
    const orders = sketch.orders.map(ordering);
    const inGroup = (expr: Expr) => expr.kind !== 'column' || keys.some((key) => JSON.stringify(key) === JSON.stringify(expr));
    if (grouped && !orders.every(({ expr }) => inGroup(expr))) unfit();
    if (aggregates && !grouped && orders.length > 0) unfit();
    const distinct =
      (sketch.distinct || asksForValues(conditions)) &&
      !(grouped && keys.every((key) => columns.some(({ expr }) => JSON.stringify(expr) === JSON.stringify(key))));
    if (distinct && !orders.every(({ expr }) => columns.some((shown) => JSON.stringify(shown.expr) === JSON.stringify(expr)))) unfit();
    const plan: Select = {
      kind: 'select',
      ...(distinct ? { distinct: true } : {}),
      columns: named(distinctShown(columns)),
      from: { kind: 'table', table: root, as: root },
      ...(joins.length > 0 ? { joins: joins.map(joinOf) } : {}),
      ...(where.length > 0 ? { where: all(where) } : {}),
      ...(grouped ? { groupBy: unique(keys) } : {}),
      ...(having.length > 0 ? { having: all(having) } : {}),
      ...(sketch.orders.length > 0 ? { orderBy: orders } : {}),
      ...(sketch.limit !== null ? { limit: sketch.limit } : {}),
    };
    if (sketch.limit !== null && sketch.orders.length === 0) charge(0.8);
    const cost = choice.cost + extra;
    extra = before;
    return { plan, cost };
  }

  /** Whether each group is a single row of the root, by its key or by its name, so that there is nothing to count. */
  function isKeyed(keys: readonly Expr[]): boolean {
    const { table, label } = entry(root);
    const has = (name: string) => keys.some((expr) => expr.kind === 'column' && expr.table === root && expr.column === name);
    const rows = [...sketch.items, ...sketch.having].every((one) => !('aggregate' in one) || one.of === null);
    const names = label.length > 0 && label.every(has) && (subject === root || rows);
    return names || (table.primaryKey.length > 0 && table.primaryKey.every(has));
  }

  const counted = () =>
    sketch.having.some(({ aggregate }) => aggregate === 'count') ||
    sketch.orders.some(({ by }) => by === 'count') ||
    sketch.items.some(({ aggregate }) => aggregate === 'count');

  function allColumns(): Shown[] {
    return entry(root).table.columns.map(({ name }) => ({ expr: col(root, name), as: name }));
  }

  /** A group by an entity is a group by its key, so that two of the same name stay apart. */
  function groupKeys(mention: Mention): Expr[] {
    if (mention.kind === 'attribute') return shown(mention).map(({ expr }) => expr);
    const { table } = entry(choice.table(mention));
    return table.primaryKey.map((column) => col(table.name, column));
  }

  /** With no group named: the rows of the table that the shown columns come from. */
  function subjectKeys(plain: readonly Item[]): Expr[] {
    const owners = new Set(plain.flatMap(({ of }) => (of === null || of === 'all' ? [] : [tableOf(of)])));
    const [owner, ...more] = owners;
    if (owner === undefined || more.length > 0) return [];
    const counted = new Set(
      [...sketch.items, ...sketch.having, ...sketch.orders].flatMap(({ of }) =>
        of !== null && of !== 'all' && of.kind === 'entity' ? [tableOf(of)] : [],
      ),
    );
    const ownRows = counted.size === 0 && joins.length === 0;
    const own =
      subject === owner &&
      !ownRows &&
      !(counted.has(owner) && counted.size === 1 && plain.every(({ of }) => of !== null && of !== 'all' && of.kind === 'attribute'));
    return own ? entry(owner).table.primaryKey.map((column) => col(owner, column)) : [];
  }

  return { finish };
}

const OPPOSITE: Record<CompareOp, CompareOp> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

const BOOLEANS = wordTable<boolean>({ true: true, yes: true, false: false, no: false });

/** Two different values asked of one column of one row. */
function contradicts(where: readonly Expr[]): boolean {
  const seen = new Map<string, string>();
  return where.some((expr) => {
    if (expr.kind !== 'compare' || expr.op !== '=' || expr.right.kind !== 'literal') return false;
    const left = JSON.stringify(expr.left);
    const right = JSON.stringify(expr.right);
    const before = seen.get(left);
    seen.set(left, right);
    return before !== undefined && before !== right;
  });
}
