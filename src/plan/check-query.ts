import { Fault } from '../fault.ts';
import { checkCondition, checkExpr } from './check-expr.ts';
import { checkGrouped } from './check-grouped.ts';
import type { ExprContext } from './operands.ts';
import type { Cte, Expr, Join, OrderItem, Query, Select, SetOperation, Source } from './plan.ts';
import type { Schema } from './schema.ts';
import { emptyScope, type Field, findCte, findTable, type Relation, relationOf, type Scope } from './scope.ts';
import { type ExprType, isMoment, meet } from './types.ts';

export interface CheckedQuery {
  readonly query: Query;
  readonly fields: ReadonlyMap<string, Field>;
}

/** A query that fits the live schema; `around` is what the queries around it offer. Faults as `validatePlan`. */
export function checkQuery(query: Query, around: Scope | null, schema: Schema, context: ExprContext): CheckedQuery {
  const { scope, ctes } = checkCtes(query.with ?? [], around, schema, context);
  const checked = query.kind === 'select' ? checkSelect(query, scope, schema, context) : checkSet(query, scope, schema, context);
  return ctes.length > 0 ? { ...checked, query: { ...checked.query, with: ctes } } : checked;
}

/** Each sees those before it; a recursive one sees itself, with the columns of its first part. */
function checkCtes(list: readonly Cte[], around: Scope | null, schema: Schema, context: ExprContext): { scope: Scope; ctes: Cte[] } {
  const known = new Map(around?.ctes);
  const scope: Scope = { sources: new Map(), parent: around, ctes: known };
  distinct(
    list.map((cte) => cte.name),
    'the table expression',
  );
  const ctes = list.map((cte): Cte => {
    if (cte.recursive && (cte.query.kind !== 'set' || cte.query.op !== 'union')) {
      throw malformed(`${cte.name} is recursive: it has to be a union of a first part and a part that names it`);
    }
    if (cte.recursive && cte.query.kind === 'set') known.set(cte.name, checkQuery(cte.query.left, scope, schema, context));
    const { query, fields } = checkQuery(cte.query, scope, schema, context);
    known.set(cte.name, { fields });
    return { ...cte, query };
  });
  return { scope, ctes };
}

function checkSet(query: SetOperation, scope: Scope, schema: Schema, context: ExprContext): CheckedQuery {
  const left = checkQuery(query.left, scope, schema, context);
  const right = checkQuery(query.right, scope, schema, context);
  if (left.fields.size !== right.fields.size) throw malformed(`both sides of ${query.op} need the same number of columns`);
  const others = [...right.fields.values()];
  const fields = new Map<string, Field>();
  [...left.fields].forEach(([name, field], i) => {
    const type = meet(field.type, others[i]?.type ?? 'null');
    if (!type) throw mismatch(`column ${name} of ${query.op} is ${field.type} on one side and ${others[i]?.type} on the other`);
    fields.set(name, { type, wide: field.wide || others[i]?.wide });
  });
  return { query: { ...query, left: left.query, right: right.query }, fields };
}

function checkSelect(select: Select, around: Scope, schema: Schema, context: ExprContext): CheckedQuery {
  const scope = emptyScope(around);
  const plain = (expr: Expr): Expr => checkExpr(expr, scope, context).expr;
  const shown = (expr: Expr) => checkExpr(expr, scope, context, { aggregates: true, windows: true });
  const from = select.from && addSource(select.from, scope, schema, context);
  if (!from && select.joins?.length) throw malformed('there is nothing to join with');
  const joins = select.joins?.map((join) => checkJoin(join, scope, schema, context));
  const where = select.where && checkCondition(select.where, scope, context);
  const groupBy = select.groupBy?.map(plain);
  const fields = new Map<string, Field>();
  distinct(
    select.columns.map((column) => column.as),
    'column',
  );
  const columns = select.columns.map(({ expr, as }) => {
    const checked = shown(expr);
    fields.set(as, { type: checked.type, wide: context.wide.has(checked.expr) });
    return { expr: checked.expr, as };
  });
  const having = select.having && checkCondition(select.having, scope, context, { aggregates: true });
  const orderBy = select.orderBy?.map((item) => ({ ...item, expr: shown(item.expr).expr }));
  const distinctOn = select.distinctOn?.map(plain);
  const query: Select = { ...select, ...given({ from, joins, where, groupBy, having, orderBy, distinctOn }), columns };
  checkShape(query);
  checkGrouped(query, schema);
  return { query, fields };
}

function checkJoin(join: Join, scope: Scope, schema: Schema, context: ExprContext): Join {
  const source = addSource(join.source, scope, schema, context);
  if ((join.type === 'cross') !== (join.on === undefined)) throw malformed('every join but a cross join has a condition');
  return join.on ? { ...join, source, on: checkCondition(join.on, scope, context) } : { ...join, source };
}

function checkShape(query: Select): void {
  if (query.distinct && query.distinctOn) throw malformed('a result is distinct as a whole or on some columns, not both');
  if (query.distinct && query.orderBy) checkDistinctOrder(query.columns, query.orderBy);
  if (query.distinctOn && query.orderBy) checkFirstOrder(query.distinctOn, query.orderBy);
  if (query.withTies && (query.limit === undefined || !query.orderBy?.length)) throw malformed('ties need an order and a limit');
  const keys = query.groupBy?.length ?? 0;
  if (query.groupingSets?.some((set) => set.some((index) => index >= keys)))
    throw malformed('a grouping set names a key that is not there');
}

function addSource(source: Source, scope: Scope, schema: Schema, context: ExprContext): Source {
  if (scope.sources.has(source.as)) throw malformed(`two sources are both called ${source.as}`);
  const { checked, relation } = readSource(source, scope, schema, context);
  scope.sources.set(source.as, relation);
  return checked;
}

function readSource(source: Source, scope: Scope, schema: Schema, context: ExprContext): { checked: Source; relation: Relation } {
  switch (source.kind) {
    case 'table':
      return { checked: source, relation: relationOf(findTable(schema, source.table)) };
    case 'cte':
      return { checked: source, relation: findCte(scope, source.name) };
    case 'derived': {
      // It sees the queries around this one, and its siblings only when it is lateral.
      const { query, fields } = checkQuery(source.query, source.lateral ? scope : scope.parent, schema, context);
      return { checked: { ...source, query }, relation: { fields } };
    }
    case 'values':
      return values(source, scope.parent ?? emptyScope(), context);
    case 'function': {
      const args = source.args.map((arg) => checkExpr(arg, scope, context));
      const type = seriesType(source, args[0]?.type ?? 'null');
      return {
        checked: { ...source, args: args.map(({ expr }) => expr) },
        relation: { fields: new Map([[source.column, { type }]]) },
      };
    }
  }
}

/** Its expressions see the queries around the one that it is a source of. */
function values(source: Extract<Source, { kind: 'values' }>, around: Scope, context: ExprContext): { checked: Source; relation: Relation } {
  distinct(source.columns, 'column');
  const types: ExprType[] = source.columns.map(() => 'null');
  const rows = source.rows.map((row) => {
    if (row.length !== source.columns.length) throw malformed('every row of values needs one for each column');
    return row.map((value, i) => {
      const { expr, type } = checkExpr(value, around, context);
      const met = meet(types[i] ?? 'null', type);
      if (!met) throw mismatch(`column ${source.columns[i]} of the values is ${types[i]} and ${type}`);
      types[i] = met;
      return expr;
    });
  });
  const fields = new Map(source.columns.map((name, i): [string, Field] => [name, { type: types[i] ?? 'null' }]));
  return { checked: { ...source, rows }, relation: { fields } };
}

function seriesType({ fn, args }: Extract<Source, { kind: 'function' }>, first: ExprType): ExprType {
  const [least, most] = fn === 'generate_series' ? [2, 3] : [1, 1];
  if (args.length < least || args.length > most) throw malformed(`${fn} takes ${least === most ? least : `${least} or ${most}`} arguments`);
  if (fn === 'generate_series') return isMoment(first) ? 'timestamp' : first;
  if (fn === 'unnest') return 'other';
  return fn === 'json_array_elements' ? 'json' : 'text';
}

/** Postgres sorts a DISTINCT result only by what it shows. */
function checkDistinctOrder(columns: Select['columns'], orderBy: readonly OrderItem[]): void {
  const shown = new Set(columns.map(({ expr }) => JSON.stringify(expr)));
  if (orderBy.some(({ expr }) => !shown.has(JSON.stringify(expr)))) throw malformed('a distinct result is sorted by its own columns only');
}

/** The order begins with what is distinct, in any sequence (PostgreSQL manual, SELECT, DISTINCT ON). */
function checkFirstOrder(distinctOn: readonly Expr[], orderBy: readonly OrderItem[]): void {
  const keys = new Set(distinctOn.map((expr) => JSON.stringify(expr)));
  const leading = orderBy.slice(0, keys.size);
  if (leading.some(({ expr }) => !keys.has(JSON.stringify(expr)))) throw malformed('an order begins with the columns that are distinct');
}

function distinct(names: readonly string[], what: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw malformed(`${what} ${twice} is there twice`);
}

function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };
}

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
