import { Fault } from '../fault.ts';
import { checkCondition, checkExpr } from './check-expr.ts';
import { assign, assignable } from './literals.ts';
import type { ExprContext } from './operands.ts';
import type { Delete, Expr, Insert, Update } from './plan.ts';
import { type Column, needsValue, type Schema, type Table } from './schema.ts';
import { emptyScope, findColumn, findTable, relationOf, type Scope } from './scope.ts';
import type { ExprType } from './types.ts';

/** Postgres binds at most 65,535 values to one statement. */
const MAX_INSERT_VALUES = 50_000;

/** A write that fits the live schema. Faults as `validatePlan`. */
export function checkWrite(plan: Insert | Update | Delete, schema: Schema, context: ExprContext): Insert | Update | Delete {
  const table = writable(schema, plan.table);
  if (plan.kind === 'insert') return checkInsert(plan, table, context);
  const scope = ownScope(table);
  const where = plan.where && { where: checkCondition(plan.where, scope, context) };
  const returning = checkReturning(plan, scope, context);
  if (plan.kind === 'delete') return { ...plan, ...where, ...returning };
  return { ...plan, set: checkSet(plan.set, table, scope, context), ...where, ...returning };
}

function checkInsert(plan: Insert, table: Table, context: ExprContext): Insert {
  distinctNames(plan.columns);
  const columns = plan.columns.map((name) => writableColumn(table, name));
  for (const column of table.columns) {
    if (!needsValue(column) || plan.columns.includes(column.name)) continue;
    const reason = `${table.name} needs a value for ${column.name}`;
    throw new Fault('invalid_value', { params: { table: table.name, column: column.name, reason } });
  }
  const returning = checkReturning(plan, ownScope(table), context);
  const onConflict = plan.onConflict && { onConflict: checkConflict(plan.onConflict, table, context) };
  if ((plan.rows.length === 0) === (plan.query === undefined)) throw malformed('an insert has rows or a query, and not both');
  if (plan.query) return { ...plan, query: checkInserted(plan.query, table, columns, context), ...onConflict, ...returning };
  if (plan.rows.length * columns.length > MAX_INSERT_VALUES) throw malformed('too many values in one insert');
  const scope = emptyScope();
  const rows = plan.rows.map((row) => {
    if (row.length !== columns.length) throw malformed('every row needs one value for each column');
    return row.map((value, i) => {
      const column = columns[i];
      if (!column) throw malformed('every row needs one value for each column');
      return checkAssignment(value, table, column, scope, context);
    });
  });
  return { ...plan, rows, ...onConflict, ...returning };
}

function checkInserted(query: NonNullable<Insert['query']>, table: Table, columns: readonly Column[], context: ExprContext) {
  const checked = context.checkQuery(query, null);
  const fields = [...checked.fields.values()];
  if (fields.length !== columns.length) throw malformed(`the query gives ${fields.length} columns for ${columns.length} to insert`);
  columns.forEach((column, i) => {
    fits(fields[i]?.type ?? 'null', table, column);
  });
  return checked.query;
}

function checkConflict(conflict: NonNullable<Insert['onConflict']>, table: Table, context: ExprContext): NonNullable<Insert['onConflict']> {
  const keys = [table.primaryKey, ...table.uniques].filter((key) => key.length > 0);
  const named = conflict.columns;
  if (named) for (const name of named) findColumn(table, name);
  const matches = (key: readonly string[]) => key.length === named?.length && key.every((each) => named.includes(each));
  if (named && !keys.some(matches)) {
    const known = keys.map((key) => key.join(', '));
    throw mismatch(`nothing makes ${named.join(', ')} unique in ${table.name}; unique are: ${known.join('; ') || 'no columns'}`);
  }
  if (conflict.action === 'nothing') return conflict;
  const scope = ownScope(table);
  scope.sources.set('excluded', relationOf(table));
  const where = conflict.where && { where: checkCondition(conflict.where, scope, context) };
  return { ...conflict, set: checkSet(conflict.set, table, scope, context), ...where };
}

function checkSet(set: Update['set'], table: Table, scope: Scope, context: ExprContext): Update['set'] {
  distinctNames(set.map(({ column }) => column));
  return set.map(({ column, value }) => ({ column, value: checkAssignment(value, table, writableColumn(table, column), scope, context) }));
}

function checkAssignment(value: Expr, table: Table, column: Column, scope: Scope, context: ExprContext): Expr {
  const { expr, type } = checkExpr(value, scope, context);
  if (expr.kind === 'literal') {
    const literal = assign(expr, column);
    context.types.set(literal, literal.type);
    return literal;
  }
  fits(type, table, column);
  return expr;
}

function fits(type: ExprType, table: Table, column: Column): void {
  if (assignable(type, column.type)) return;
  const reason = `a value of type ${type} does not fit ${column.name} (${column.type})`;
  throw new Fault('invalid_value', { params: { table: table.name, column: column.name, reason } });
}

function writableColumn(table: Table, name: string): Column {
  const column = findColumn(table, name);
  if (!column.generated) return column;
  const reason = `${name} is computed by the database and cannot be written`;
  throw new Fault('invalid_value', { params: { table: table.name, column: name, reason } });
}

function checkReturning({ returning }: Insert | Update | Delete, scope: Scope, context: ExprContext): Pick<Insert, 'returning'> {
  if (!returning) return {};
  distinctNames(returning.map(({ as }) => as));
  return { returning: returning.map(({ expr, as }) => ({ expr: checkExpr(expr, scope, context).expr, as })) };
}

function writable(schema: Schema, name: string): Table {
  const table = findTable(schema, name);
  if (table.kind === 'table') return table;
  const known = schema.tables.filter((each) => each.kind === 'table').map((each) => each.name);
  throw new Fault('schema_mismatch', { params: { table: name, reason: `${name} is a view and cannot be written`, known, nearest: [] } });
}

function ownScope(table: Table): Scope {
  const scope = emptyScope();
  scope.sources.set(table.name, relationOf(table));
  return scope;
}

function distinctNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw malformed(`column ${twice} is there twice`);
}

const malformed = (reason: string): Fault => new Fault('llm_failed', { params: { reason } });
const mismatch = (reason: string): Fault => new Fault('invalid_value', { params: { reason } });
