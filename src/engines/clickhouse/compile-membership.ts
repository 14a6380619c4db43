import type { Expr, Query, Select } from '../../plan/plan.ts';
import { checkCorrelation } from './correlation.ts';
import type { Expressions } from './expressions.ts';
import { asksNotNull, hasAggregate, hasWindow, isCorrelated, type Level } from './level.ts';
import { LEVEL } from './precedence.ts';
import { refused } from './refuse.ts';
import { isInt } from './shape.ts';

type Membership = Extract<Expr, { kind: 'inQuery' | 'quantified' }>;
type Op = Extract<Expr, { kind: 'quantified' }>['op'];

/**
 * A condition that is true exactly where `x IN (query)` or `x op ANY/ALL (query)` is true (`holds`) or false. ClickHouse skips NULLs among
 * the values, where in PostgreSQL one of them leaves NOT IN undecided: so what they change is written out, unless no value can be NULL.
 */
export function membership(to: Expressions, expr: Membership, names: Level, holds: boolean): string {
  const [left, query] = expr.kind === 'inQuery' ? [expr.arg, expr.query] : [expr.left, expr.query];
  const { op, all } = reading(expr, holds);
  if (isCorrelated(query)) return correlated(to, left, op, all, query, names);
  const nullable = left.kind !== 'row' && mayHoldNull(to, query, names);
  const subquery = to.subquery(query, names);
  const value = to.at(left, names, LEVEL.add);
  const edge = (fn: 'min' | 'max'): string => `${value} ${op} (SELECT ${fn}(${VALUES}.${only(query)}) FROM ${subquery} AS ${VALUES})`;
  // The greatest or the least decides for all of them; of `= ALL` and `<> ANY` both do.
  const compared = (): string => {
    if (op === '=' || op === '<>') return `(${edge('min')} ${all ? 'AND' : 'OR'} ${edge('max')})`;
    return edge((op === '>' || op === '>=') === all ? 'max' : 'min');
  };
  if (!all) return op === '=' ? `${value} IN ${subquery}` : compared();
  const within = op === '<>' ? `${value} NOT IN ${subquery}` : compared();
  const known = nullable
    ? `${within} AND NOT EXISTS (SELECT 1 FROM ${subquery} AS ${VALUES} WHERE ${VALUES}.${only(query)} IS NULL)`
    : within;
  // Of nothing at all everything is true, for NULL too; the edge of nothing is NULL.
  const isSure = op === '<>' && left.kind !== 'row' && !to.shape(left, names).nullable;
  return isSure ? known : `(${known} OR NOT ${existence(to, query, names)})`;
}

/** The negation of ANY is ALL with the opposite operator. */
function reading(expr: Membership, holds: boolean): { op: Op; all: boolean } {
  const { op, all } = expr.kind === 'inQuery' ? { op: '=' as const, all: false } : { op: expr.op, all: expr.quantifier === 'all' };
  if (!holds) return { op: OPPOSITE[op], all: !all };
  return { op, all };
}

const OPPOSITE = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const satisfies Record<Op, Op>;

/** Correlated queries stand in EXISTS alone: what they are compared with moves into their condition. */
function correlated(to: Expressions, left: Expr, op: Op, all: boolean, query: Query, names: Level): string {
  if (query.kind !== 'select' || !isPlain(query) || left.kind === 'row')
    throw refused('a comparison with a query that depends on the row and is grouped or cut');
  const column = query.columns[0]?.expr ?? left;
  checkCorrelation(to.typing, query, names, all ? [] : [left, column]);
  if (all && to.shape(left, names).nullable) throw refused('NOT IN with a query that depends on the row, of a value that may be NULL');
  const value = to.at(left, { ...names, qualified: true }, LEVEL.add);
  const also = (inside: Level): string => {
    const own = to.at(column, inside, LEVEL.add);
    if (!all) return `${value} ${op} ${own}`;
    // Not true: false or undecided.
    return `ifNull(NOT (${value} ${op} ${own}), true)`;
  };
  return `${all ? 'NOT ' : ''}EXISTS ${to.subquery(anyRow(query), names, also)}`;
}

/** EXISTS of a query; the row that the set of no keys gives of nothing is only seen in FROM. */
export function existence(to: Expressions, query: Query, names: Level): string {
  if (isCorrelated(query)) checkAlways(query, true);
  const subquery = to.subquery(anyRow(query), names);
  return query.kind === 'select' && query.groupingSets ? `EXISTS (SELECT 1 FROM ${subquery} AS ${VALUES})` : `EXISTS ${subquery}`;
}

/** An aggregate without groups gives a row of nothing too, which a query that depends on the row does not. */
function checkAlways(query: Query, exists = false): void {
  if (query.kind !== 'select' || query.groupBy) return;
  const aggregates = query.columns.some(({ expr }) => hasAggregate(expr));
  if (query.having || (exists && aggregates))
    throw refused('a query that depends on the row and aggregates all it finds, in EXISTS or with HAVING');
}

/** For EXISTS neither duplicates nor an order matter, and a query that depends on the row cannot have them. */
function anyRow(query: Query): Query {
  if (query.kind !== 'select' || query.limit !== undefined || query.offset !== undefined || query.distinctOn) return query;
  const { distinct: _duplicates, orderBy: _order, ...rest } = query;
  return rest;
}

const isPlain = (query: Select): boolean =>
  !query.groupBy &&
  !query.distinctOn &&
  query.limit === undefined &&
  query.offset === undefined &&
  !query.columns.some(({ expr }) => hasAggregate(expr) || hasWindow(expr));

function mayHoldNull(to: Expressions, query: Query, names: Level): boolean {
  const [shape] = to.typing.ofQuery(query, names).values();
  return shape?.nullable !== false && !asksNotNull(query);
}

const VALUES = 'these';
const only = (query: Query): string => {
  let each = query;
  while (each.kind === 'set') each = each.left;
  return `\`${(each.columns[0]?.as ?? '').replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
};

/** `x IN (…)`: a set of constants where all are alike, else comparisons; a NULL among them leaves the rest undecided. */
export function inList(to: Expressions, expr: Extract<Expr, { kind: 'in' }>, names: Level, not: '' | 'NOT '): string {
  const given = expr.list.filter((item) => !(item.kind === 'literal' && item.value === null));
  const { base, type } = to.shape(expr.arg, names);
  const bases = new Set(given.map((item) => to.shape(item, names).base));
  const constant = given.every((item) => item.kind === 'literal') && bases.size === 1;
  const alike =
    constant &&
    (type === 'text' ||
      type === 'date' ||
      type === 'uuid' ||
      (/^U?Int(8|16|32|64)$/.test(base) && given.every((item) => isInt(to.shape(item, names)))));
  const undecided = given.length < expr.list.length;
  if (given.length === 0) return 'NULL';
  if (alike && !undecided) return `${to.at(expr.arg, names, LEVEL.add)} ${not}IN (${to.list(given, names)})`;
  const tests = given.map((item) => `${to.compared(expr.arg, item, names)} = ${to.compared(item, expr.arg, names)}`);
  const any = [...tests, ...(undecided ? ['NULL'] : [])].join(' OR ');
  return not ? `NOT (${any})` : any.includes(' OR ') ? `(${any})` : any;
}

export function quantifiedArray(to: Expressions, expr: Extract<Expr, { kind: 'quantifiedArray' }>, names: Level): string {
  const [left, array] = [to.render(expr.left, names), to.render(expr.array, names)];
  if (expr.op === '=' && expr.quantifier === 'any') return `has(${array}, ${left})`;
  if (expr.op === '<>' && expr.quantifier === 'all') return `(NOT has(${array}, ${left}))`;
  return `${expr.quantifier === 'any' ? 'arrayExists' : 'arrayAll'}(item -> ${to.at(expr.left, names, LEVEL.add)} ${expr.op} item, ${array})`;
}

/**
 * A subquery that depends on the row and aggregates without groups gives NULL where it finds nothing; what it should give then is
 * its own expression, of a count of 0 and of NULL for every other aggregate.
 */
export function ifEmpty(to: Expressions, query: Query, sql: string, names: Level): string {
  if (!isCorrelated(query)) return sql;
  checkCorrelation(to.typing, query, names);
  checkAlways(query);
  if (query.kind !== 'select' || query.groupBy) return sql;
  const expr = query.columns[0]?.expr;
  if (!expr || !hasAggregate(expr)) return sql;
  if (expr.kind === 'aggregate') return expr.fn === 'count' ? `coalesce(${sql}, 0)` : sql;
  const empty = replaceAggregates(expr);
  if (!mayGiveValue(expr)) return sql;
  const level = to.typing.level(query, to.typing.scope(query, names));
  return `coalesce(${sql}, ${to.render(empty, level)})`;
}

/** Whether it can give a value although its aggregates have none. */
function mayGiveValue(expr: Expr): boolean {
  if (expr.kind === 'aggregate') return expr.fn === 'count';
  if (expr.kind === 'call' && (expr.fn === 'coalesce' || expr.fn === 'concat')) return true;
  if (expr.kind === 'case') return true;
  if (expr.kind === 'arithmetic') return mayGiveValue(expr.left) && mayGiveValue(expr.right);
  if (expr.kind === 'cast') return mayGiveValue(expr.arg);
  if (expr.kind === 'call') return expr.args.length > 0 && expr.args.every(mayGiveValue);
  return expr.kind !== 'column';
}

function replaceAggregates<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(replaceAggregates) as T;
  if ('kind' in node && node.kind === 'aggregate') {
    const isCount = 'fn' in node && node.fn === 'count';
    return { kind: 'literal', value: isCount ? 0 : null, type: isCount ? 'integer' : 'null' } as T;
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaceAggregates(value)])) as T;
}
