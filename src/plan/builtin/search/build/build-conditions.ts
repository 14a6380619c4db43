import type { Expr, Select } from '../../../plan.ts';
import type { Column } from '../../../schema.ts';
import { yearMoment } from '../../english/dates/moments.ts';
import { wordTable } from '../../english/word-table.ts';
import type { CompareOp } from '../../english/words.ts';
import { all, DATED, escapeLike, joinOf, momentCompare, NUMERIC, onOf, text, unfit } from '../../linking/expressions.ts';
import { findPath } from '../../linking/joins.ts';
import type { Mention, Value } from '../../linking/mention.ts';
import { momentColumnOf } from '../../linking/moment-columns.ts';
import { type Condition, EMPTY } from '../sketch.ts';
import { AMBIGUOUS } from './assign.ts';
import { type Context, charge, col, columnOf, entryOf, isKey, single, tableOf } from './build-context.ts';

/** The test that a condition makes of a row. `nested` builds the query for a condition that compares with other rows. */
export function conditionExpr(context: Context, of: Condition): Expr {
  const build: (context: Context, of: never) => Expr = BUILDERS[of.kind];
  return build(context, of as never);
}

type Builders = { [K in Condition['kind']]: (context: Context, of: Condition & { kind: K }) => Expr };

const BUILDERS: Builders = {
  or(context, { args }) {
    if (isTorn(context, args)) return unfit();
    return { kind: 'or', args: args.map((one) => conditionExpr(context, one)) };
  },
  all: (context, { args }) => all(args.map((one) => conditionExpr(context, one))),
  value(context, of) {
    if (of.not && denied(context, of)) return existence(context, conditionTable(context, of) ?? unfit(), true, [{ ...of, not: false }]);
    const hit = context.choice.hit(of.value) ?? unfit();
    if (columnOf(context, hit.table, hit.column).type === 'boolean')
      return { kind: 'compare', op: '=', left: col(hit.table, hit.column), right: { kind: 'literal', value: !of.not, type: 'boolean' } };
    // A flag that is kept as a number.
    if (columnOf(context, hit.table, hit.column).type === 'integer')
      return {
        kind: 'compare',
        op: '=',
        left: col(hit.table, hit.column),
        right: { kind: 'literal', value: of.not ? 0 : 1, type: 'integer' },
      };
    return { kind: 'compare', op: of.not ? '<>' : '=', left: col(hit.table, hit.column), right: text(hit.stored) };
  },
  compare(context, of) {
    if (denied(context, of))
      return existence(context, conditionTable(context, of) ?? unfit(), true, [{ ...of, op: OPPOSITE[of.op], denied: false }]);
    const { expr, column, table } = single(context, of.left);
    return compare(context, expr, of.op, of.value, column, table);
  },
  between(context, of) {
    const { expr, column, table } = single(context, of.left);
    if (column.type === 'text') return unfit();
    return { kind: 'between', arg: expr, low: literal(context, of.low, column, table), high: literal(context, of.high, column, table) };
  },
  match(context, of) {
    const { expr, column } = single(context, of.left);
    if (column.type !== 'text') return unfit();
    const pattern = { anywhere: `%${escapeLike(of.text)}%`, start: `${escapeLike(of.text)}%`, end: `%${escapeLike(of.text)}` }[of.place];
    const matched: Expr = { kind: 'match', op: 'ilike', left: expr, right: text(pattern) };
    return of.not ? { kind: 'not', arg: matched } : matched;
  },
  against(context, of) {
    const { expr, column } = single(context, of.left);
    const measure = of.of ?? of.left;
    const inner = single(context, measure);
    const numeric = NUMERIC.has(column.type) && NUMERIC.has(inner.column.type);
    const dated = DATED.has(column.type) && DATED.has(inner.column.type) && of.aggregate !== 'avg';
    if (!numeric && !dated) return unfit();
    if (of.told === true && of.conditions.length === 0) return unfit();
    const query = context.nested({ ...EMPTY, items: [{ aggregate: of.aggregate, of: measure }] }, of.conditions, inner.table);
    return { kind: 'compare', op: of.op, left: expr, right: { kind: 'scalarQuery', query } };
  },
  columns(context, { left, op, right }) {
    const [one, two] = [single(context, left), single(context, right)];
    const alike = [NUMERIC, DATED].some((types) => types.has(one.column.type) && types.has(two.column.type));
    const keys = isKey(context, one.table, one.column) || isKey(context, two.table, two.column);
    if (!alike || keys || (one.table === two.table && one.column === two.column)) return unfit();
    return { kind: 'compare', op, left: one.expr, right: two.expr };
  },
  tally,
  commonest(context, { of, direction, counted }) {
    const { table, column } = kindOf(context, of);
    if (counted !== undefined && context.choice.table(counted) !== table) return unfit();
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    const query: Select = {
      kind: 'select',
      columns: [{ expr: col(table, column), as: column }],
      from: { kind: 'table', table, as: table },
      groupBy: [col(table, column)],
      orderBy: [{ expr: count, direction, nulls: 'last' }],
      limit: 1,
    };
    return { kind: 'compare', op: '=', left: col(table, column), right: { kind: 'scalarQuery', query } };
  },
  period: (context, of) => period(context, of),
  weekend,
  missing(context, of) {
    const missing: Expr = { kind: 'isNull', arg: single(context, of.left).expr };
    return of.not ? { kind: 'not', arg: missing } : missing;
  },
  has: (context, of) => existence(context, context.choice.table(of.entity), of.not, of.conditions),
  except: unfit,
};

/** "in London or Paris" is said of one column where one holds both. */
function isTorn({ choice }: Context, args: readonly Condition[]): boolean {
  const values = args.flatMap((one) => (one.kind === 'value' ? [one.value] : []));
  const [first, ...rest] = values.map((value) => choice.hit(value));
  if (first === undefined || first === null || values.length < args.length) return false;
  const together = values.every(({ hits }) => hits.some(({ table, column }) => table === first.table && column === first.column));
  return together && rest.some((hit) => hit?.table !== first.table || hit.column !== first.column);
}

function compare(context: Context, expr: Expr, op: CompareOp, value: Value, column: Column, table: string): Expr {
  if (op !== '=' && op !== '<>' && column.type === 'text') return unfit();
  if (op !== '=' && op !== '<>' && /year$/i.test(column.name) && value.number !== null && value.number < 1000) charge(context, 1);
  if (op !== '=' && op !== '<>' && isKey(context, table, column)) charge(context, 1);
  if (DATED.has(column.type) && value.number !== null && (value.number < 1000 || value.number > 2999)) return unfit();
  if (DATED.has(column.type) && value.number !== null) return momentCompare(expr, op, yearMoment(value.number), column);
  return { kind: 'compare', op, left: expr, right: literal(context, value, column, table) };
}

function literal(context: Context, value: Value, column: Column, table: string): Expr {
  if (NUMERIC.has(column.type)) {
    if (value.number === null) return unfit();
    if (column.type === 'integer' && !Number.isInteger(value.number)) return { kind: 'literal', value: value.number, type: 'decimal' };
    return { kind: 'literal', value: value.number, type: column.type };
  }
  if (column.type === 'text') {
    const stored = value.hits.find((hit) => hit.table === table && hit.column === column.name);
    if (stored === undefined && !value.quoted) charge(context, value.number === null ? 0.5 : 1);
    if (stored === undefined && value.quoted && value.hits.length > 0) charge(context, 0.4);
    return text(stored?.stored ?? value.text);
  }
  if (column.type === 'boolean') {
    const truth = BOOLEANS[value.text.toLowerCase()];
    return truth === undefined ? unfit() : { kind: 'literal', value: truth, type: 'boolean' };
  }
  if (DATED.has(column.type) && /^\d{4}-\d\d-\d\d/.test(value.text)) return { kind: 'literal', value: value.text, type: column.type };
  return unfit();
}

function period(context: Context, of: Condition & { kind: 'period' }, home?: string): Expr {
  const { expr, column } = of.left === undefined ? momentColumn(context, of.said, home) : single(context, of.left);
  if (of.op === 'between') {
    const to = of.to ?? unfit();
    return { kind: 'and', args: [momentCompare(expr, '>=', of.from, column), momentCompare(expr, '<=', to, column)] };
  }
  return momentCompare(expr, of.op, of.from, column);
}

/** Sundays are 0 and Saturdays 6. */
function weekend(context: Context, { not, said }: Condition & { kind: 'weekend' }): Expr {
  const { expr, column } = momentColumn(context, said);
  if (!DATED.has(column.type)) return unfit();
  const days = [0, 6].map((value): Expr => ({ kind: 'literal', value, type: 'integer' }));
  const within: Expr = { kind: 'in', arg: { kind: 'call', fn: 'weekday', args: [expr] }, list: days };
  return not ? { kind: 'not', arg: within } : within;
}

/** The column that says when, of what is asked about or of what is joined to it. */
function momentColumn(context: Context, said: readonly string[] = [], home?: string): { expr: Expr; column: Column } {
  const reached = [context.root, ...context.joins.map(({ to }) => to)];
  const tables =
    home !== undefined
      ? [home]
      : [context.root, ...context.choice.tables.filter((name) => name !== context.root && reached.includes(name))];
  const { table, column, cost } =
    momentColumnOf(
      tables.map((name) => entryOf(context, name)),
      said,
      (home !== undefined ? [] : reached.filter((name) => !tables.includes(name))).map((name) => entryOf(context, name)),
    ) ?? unfit();
  charge(context, cost);
  return { expr: col(table, column.name), column };
}

/** "no orders in 2024": said of the orders' date. */
const isUndated = (of: Condition): of is Condition & { kind: 'period' } => of.kind === 'period' && of.left === undefined;

/** The column by which rows are told apart into kinds: the subject's own, or its reference to the table of kinds. */
function kindOf(context: Context, of: Mention): { table: string; column: string } {
  const edges = findPath(context.graph, [context.root], tableOf(context, of))?.edges ?? unfit();
  const last = edges.at(-1);
  if (last === undefined) {
    const { table, column } = of.kind === 'entity' ? unfit() : single(context, of);
    return { table, column: column.name };
  }
  const [pair, ...more] = last.on;
  return pair === undefined || more.length > 0 || !last.toOne ? unfit() : { table: last.from, column: pair.from };
}

/** The table that a condition looks at; null when there is none, or several. */
export function conditionTable(context: Context, of: Condition): string | null {
  const { choice } = context;
  if (of.kind === 'value') return choice.hit(of.value)?.table ?? null;
  if (of.kind === 'commonest') return kindOf(context, of.of).table;
  if (!('left' in of) || of.left === undefined) return null;
  return choice.columns(of.left).table;
}

/** A denial of something of which a row may have several: none of them may be it. */
export function denied(context: Context, of: Condition): boolean {
  const negative = (of.kind === 'value' && of.not) || (of.kind === 'compare' && (of.op === '<>' || of.denied === true));
  const table = negative ? conditionTable(context, of) : null;
  if (table === null || table === context.root) return false;
  return (findPath(context.graph, [context.root], table)?.edges ?? []).some(({ toOne }) => !toOne);
}

/** Another table's rows that belong to the subject's row and meet the conditions, or none of them. */
function existence(context: Context, table: string, not: boolean, conditions: readonly Condition[]): Expr {
  const { graph, root } = context;
  const path = findPath(graph, [root], table) ?? unfit();
  const [first, ...rest] = path.edges;
  if (first === undefined) return unfit();
  if (path.ambiguous) charge(context, AMBIGUOUS);
  charge(context, path.weight * 0.15);
  const inner = [...rest];
  const reached = new Set(path.edges.map(({ to }) => to));
  for (const of of conditions) {
    const target = isUndated(of) ? table : conditionTable(context, of);
    if (target === null || target === root || of.kind === 'columns') return unfit();
    const more = findPath(graph, reached, target) ?? unfit();
    charge(context, more.weight * 0.2 + (more.ambiguous ? 0.4 : 0));
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
    where: all([onOf(first), ...conditions.map((one) => (isUndated(one) ? period(context, one, table) : conditionExpr(context, one)))]),
  };
  const exists: Expr = { kind: 'exists', query };
  return not ? { kind: 'not', arg: exists } : exists;
}

/** None of the subject's rows but those that too many of the entity's belong to. */
function tally(context: Context, { entity, op, value }: Condition & { kind: 'tally' }): Expr {
  const { graph, root, choice } = context;
  const path = findPath(graph, [root], choice.table(entity)) ?? unfit();
  const [first, ...rest] = path.edges;
  const [pair, ...more] = first?.on ?? [];
  if (first === undefined || pair === undefined || more.length > 0 || path.edges.every(({ toOne }) => toOne)) return unfit();
  if (path.ambiguous) charge(context, AMBIGUOUS);
  const key = col(first.to, pair.to);
  const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
  const query: Select = {
    kind: 'select',
    columns: [{ expr: key, as: pair.to }],
    from: { kind: 'table', table: first.to, as: first.to },
    ...(rest.length > 0 ? { joins: rest.map(joinOf) } : {}),
    where: { kind: 'not', arg: { kind: 'isNull', arg: key } },
    groupBy: [key],
    having: { kind: 'compare', op: OPPOSITE[op], left: count, right: { kind: 'literal', value, type: 'integer' } },
  };
  return { kind: 'not', arg: { kind: 'inQuery', arg: col(root, pair.from), query } };
}

const OPPOSITE: Record<CompareOp, CompareOp> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

const BOOLEANS = wordTable<boolean>({ true: true, yes: true, false: false, no: false });
