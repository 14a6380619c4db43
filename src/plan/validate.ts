import { Fault } from '../fault.ts';
import { checkExpr, type ExprContext } from './check-expr.ts';
import { assign, assignable } from './literals.ts';
import { type Delete, type Expr, type Insert, Plan, type Query, type Select, type Source, type Update } from './plan.ts';
import type { Schema, Table } from './schema.ts';
import { type Field, findColumn, findTable, type Relation, relationOf, type Scope } from './scope.ts';
import { type ExprType, meet } from './types.ts';

/** A plan that fits the live schema, with the type of each of its expressions. */
export interface CheckedPlan<P extends Plan = Plan> {
  readonly plan: P;
  /** The type of an expression node of `plan` (by identity). */
  typeOf(expr: Expr): ExprType;
}

const MAX_DEPTH = 64;
const MAX_NODES = 60_000;
/** Postgres binds at most 65,535 values to one statement. */
const MAX_INSERT_VALUES = 50_000;

/**
 * The plan with every name resolved and every expression typed; text literals are read as the type they meet.
 * Fault `schema_mismatch` (unknown name, with the nearest), `invalid_value` (types or values that do not fit)
 * or `llm_failed` (not a plan at all, too deep or too large).
 */
export const validatePlan = (plan: Plan, schema: Schema): Plan => checkPlan(plan, schema).plan;

/** As `validatePlan`, and keeps the types, for compilers. */
export function checkPlan<P extends Plan>(plan: P, schema: Schema): CheckedPlan<P>;
export function checkPlan(plan: Plan, schema: Schema): CheckedPlan {
  checkSize(plan);
  const parsed = Plan.safeParse(plan);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw malformed(`${issue?.path.join('.') || 'plan'}: ${issue?.message ?? 'is not a plan'}`);
  }
  const types = new WeakMap<Expr, ExprType>();
  const context: ExprContext = {
    types,
    checkQuery: (query, scope) => checkQuery(query, scope, schema, context),
  };
  const checked = checkStatement(parsed.data, schema, context);
  return { plan: checked, typeOf: (expr) => types.get(expr) ?? 'other' };
}

function checkStatement(plan: Plan, schema: Schema, context: ExprContext): Plan {
  switch (plan.kind) {
    case 'insert':
      return checkInsert(plan, schema, context);
    case 'update':
      return checkUpdate(plan, schema, context);
    case 'delete':
      return checkDelete(plan, schema, context);
    default:
      return checkQuery(plan, null, schema, context).query;
  }
}

function checkInsert(plan: Insert, schema: Schema, context: ExprContext): Insert {
  const table = writable(schema, plan.table);
  distinctNames(plan.columns, 'column');
  if (plan.rows.length * plan.columns.length > MAX_INSERT_VALUES) throw malformed('too many values in one insert');
  const scope: Scope = { sources: new Map(), parent: null };
  const rows = plan.rows.map((row) => {
    if (row.length !== plan.columns.length) throw malformed('every row needs one value for each column');
    return row.map((value, i) => checkAssignment(value, table, plan.columns[i] ?? '', scope, context));
  });
  for (const column of table.columns) {
    if (column.nullable || column.hasDefault || column.generated || plan.columns.includes(column.name)) continue;
    const reason = `${table.name} needs a value for ${column.name}`;
    throw new Fault('invalid_value', { params: { table: table.name, column: column.name, reason } });
  }
  return { ...plan, rows };
}

function checkUpdate(plan: Update, schema: Schema, context: ExprContext): Update {
  const table = writable(schema, plan.table);
  const scope = ownScope(table);
  distinctNames(
    plan.set.map(({ column }) => column),
    'column',
  );
  const set = plan.set.map(({ column, value }) => ({ column, value: checkAssignment(value, table, column, scope, context) }));
  return plan.where ? { ...plan, set, where: condition(plan.where, scope, context) } : { ...plan, set };
}

function checkDelete(plan: Delete, schema: Schema, context: ExprContext): Delete {
  const table = writable(schema, plan.table);
  return plan.where ? { ...plan, where: condition(plan.where, ownScope(table), context) } : plan;
}

function checkAssignment(value: Expr, table: Table, name: string, scope: Scope, context: ExprContext): Expr {
  const column = findColumn(table, name);
  const params = { table: table.name, column: name };
  if (column.generated) {
    throw new Fault('invalid_value', { params: { ...params, reason: `${name} is computed by the database and cannot be written` } });
  }
  if (value.kind === 'literal') {
    checkExpr(value, scope, context);
    const literal = assign(value, column);
    context.types.set(literal, literal.type);
    return literal;
  }
  const { expr, type } = checkExpr(value, scope, context, { aggregates: false });
  if (!assignable(type, column.type)) {
    throw new Fault('invalid_value', { params: { ...params, reason: `a value of type ${type} does not fit ${name} (${column.type})` } });
  }
  return expr;
}

interface CheckedQuery {
  readonly query: Query;
  readonly fields: ReadonlyMap<string, Field>;
}

function checkQuery(query: Query, parent: Scope | null, schema: Schema, context: ExprContext): CheckedQuery {
  if (query.kind === 'select') return checkSelect(query, parent, schema, context);
  const left = checkQuery(query.left, parent, schema, context);
  const right = checkQuery(query.right, parent, schema, context);
  if (left.fields.size !== right.fields.size) throw malformed(`both sides of ${query.op} need the same number of columns`);
  const others = [...right.fields.values()];
  const fields = new Map<string, Field>();
  [...left.fields].forEach(([name, field], i) => {
    const type = meet(field.type, others[i]?.type ?? 'null');
    if (!type) throw mismatch(`column ${name} of ${query.op} is ${field.type} on one side and ${others[i]?.type} on the other`);
    fields.set(name, { type });
  });
  return { query: { ...query, left: left.query, right: right.query }, fields };
}

function checkSelect(select: Select, parent: Scope | null, schema: Schema, context: ExprContext): CheckedQuery {
  const scope: Scope = { sources: new Map(), parent };
  const from = addSource(select.from, scope, schema, context);
  const joins = select.joins?.map((join) => {
    const source = addSource(join.source, scope, schema, context);
    return { ...join, source, on: condition(join.on, scope, context) };
  });
  const where = select.where && condition(select.where, scope, context);
  const free = (expr: Expr): Expr => checkExpr(expr, scope, context, { aggregates: true }).expr;
  const groupBy = select.groupBy?.map((expr) => checkExpr(expr, scope, context, { aggregates: false }).expr);
  distinctNames(
    select.columns.map((column) => column.as),
    'column',
  );
  const fields = new Map<string, Field>();
  const columns = select.columns.map(({ expr, as }) => {
    const checked = checkExpr(expr, scope, context, { aggregates: true });
    fields.set(as, { type: checked.type });
    return { expr: checked.expr, as };
  });
  const having = select.having && condition(select.having, scope, context, true);
  const orderBy = select.orderBy?.map((item) => ({ ...item, expr: free(item.expr) }));
  if (select.distinct && orderBy) checkDistinctOrder(columns, orderBy);
  const query: Select = { ...select, from, columns };
  return { query: { ...query, ...given({ joins, where, groupBy, having, orderBy }) }, fields };
}

function addSource(source: Source, scope: Scope, schema: Schema, context: ExprContext): Source {
  if (scope.sources.has(source.as)) throw malformed(`two sources are both called ${source.as}`);
  if (source.kind === 'table') {
    scope.sources.set(source.as, relationOf(findTable(schema, source.table)));
    return source;
  }
  // A derived table sees the queries around this one, not its siblings.
  const { query, fields } = checkQuery(source.query, scope.parent, schema, context);
  const relation: Relation = { fields };
  scope.sources.set(source.as, relation);
  return { ...source, query };
}

function condition(expr: Expr, scope: Scope, context: ExprContext, aggregates = false): Expr {
  const checked = checkExpr(expr, scope, context, { aggregates });
  if (checked.type !== 'boolean' && checked.type !== 'null') throw mismatch(`a condition is true or false, not ${checked.type}`);
  return checked.expr;
}

/** Postgres sorts a DISTINCT result only by what it shows. */
function checkDistinctOrder(columns: Select['columns'], orderBy: NonNullable<Select['orderBy']>): void {
  const shown = new Set(columns.map(({ expr }) => JSON.stringify(expr)));
  if (orderBy.some(({ expr }) => !shown.has(JSON.stringify(expr)))) throw malformed('a distinct result is sorted by its own columns only');
}

function writable(schema: Schema, name: string): Table {
  const table = findTable(schema, name);
  if (table.kind === 'table') return table;
  const known = schema.tables.filter((each) => each.kind === 'table').map((each) => each.name);
  throw new Fault('schema_mismatch', { params: { table: name, reason: `${name} is a view and cannot be written`, known, nearest: [] } });
}

const ownScope = (table: Table): Scope => ({ sources: new Map([[table.name, relationOf(table)]]), parent: null });

function distinctNames(names: readonly string[], what: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw malformed(`${what} ${twice} is there twice`);
}

/** Walks without recursion, so that a plan nested beyond all reason cannot exhaust the stack. */
function checkSize(plan: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: plan, depth: 0 }];
  let nodes = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue;
    nodes += Array.isArray(item.value) ? 0 : 1;
    // Each level of the plan is an object, or an object inside an array.
    if (item.depth > MAX_DEPTH * 2) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
    if (nodes > MAX_NODES) throw malformed(`more than ${MAX_NODES} parts`);
    for (const value of Object.values(item.value)) stack.push({ value, depth: item.depth + 1 });
  }
}

function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };
}

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
