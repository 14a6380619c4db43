import type { Cte, Delete, Expr, Insert, Plan, Query, Select, Source, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { checkPlan } from '../../plan/validate.ts';
import type { Statement } from '../engine.ts';
import { PostgresExpressions } from './compile-expr.ts';
import type { Names } from './compile-literal.ts';
import { identifier, relationAs } from './quote.ts';

/**
 * A plan as one PostgreSQL statement with bound values. The plan is validated here again, so that nothing
 * unchecked can become SQL; Faults are those of `validatePlan`. The same plan gives the same text.
 */
export function compilePostgres(plan: Plan, schema: Schema): Statement {
  const checked = checkPlan(plan, schema);
  const compiler = new Compiler(schema, checked.typeOf);
  return { sql: compiler.statement(checked.plan), params: compiler.expressions.literals.params };
}

/** What stands around a change of stored rows. */
export interface ChangeOptions {
  /** A condition, as SQL text without parameters, that is added to the change's own. */
  readonly gate: string;
  /** The whole RETURNING list, in place of the plan's. */
  readonly returning: string;
}

/** A write that gives back what `returning` names; an insert has no condition to add the gate to. */
export function compileChange(plan: Insert | Update | Delete, schema: Schema, options: ChangeOptions): Statement {
  const checked = checkPlan({ ...plan, returning: undefined }, schema);
  const compiler = new Compiler(schema, checked.typeOf, options);
  return { sql: compiler.statement(checked.plan), params: compiler.expressions.literals.params };
}

/** `SELECT <columns> FROM <the table> WHERE <the rows that a delete would take> <tail>`. */
export function compileRowsOf(plan: Delete, schema: Schema, { columns, tail }: { columns: string; tail: string }): Statement {
  const checked = checkPlan(plan, schema);
  const compiler = new Compiler(schema, checked.typeOf);
  return { sql: compiler.rowsOf(checked.plan, columns, tail), params: compiler.expressions.literals.params };
}

class Compiler {
  readonly expressions: PostgresExpressions;
  private readonly change: ChangeOptions | null;
  private readonly schema: Schema;

  constructor(schema: Schema, typeOf: (expr: Expr) => ReturnType<ReturnType<typeof checkPlan>['typeOf']>, change?: ChangeOptions) {
    this.change = change ?? null;
    this.schema = schema;
    this.expressions = new PostgresExpressions(schema, typeOf, (query, names) => this.query(query, names));
  }

  statement(plan: Plan): string {
    switch (plan.kind) {
      case 'insert':
        return this.insert(plan);
      case 'update':
        return this.update(plan);
      case 'delete':
        return this.delete(plan);
      default:
        return this.query(plan, null);
    }
  }

  private insert(plan: Insert): string {
    const names: Names = { tables: new Map(), qualified: true, parent: null };
    const rows = plan.rows.map(
      (row) => `(${row.map((value, i) => this.expressions.assigned(value, plan.table, plan.columns[i] ?? '', names)).join(', ')})`,
    );
    const columns = plan.columns.map(identifier).join(', ');
    const source = plan.query ? this.query(plan.query, null) : `VALUES ${rows.join(',\n       ')}`;
    return `INSERT INTO ${this.own(plan.table)} (${columns})\n${source}${this.conflict(plan)}${this.returning(plan, ownNames(plan.table))}`;
  }

  private conflict({ table, onConflict }: Insert): string {
    if (!onConflict) return '';
    const columns = onConflict.columns ? ` (${onConflict.columns.map(identifier).join(', ')})` : '';
    if (onConflict.action === 'nothing') return `\nON CONFLICT${columns} DO NOTHING`;
    const names: Names = {
      tables: new Map([
        [table, table],
        ['excluded', table],
      ]),
      qualified: true,
      parent: null,
    };
    return `\nON CONFLICT${columns} DO UPDATE SET ${this.set(onConflict.set, table, names)}${this.where(onConflict.where, names)}`;
  }

  private update(plan: Update): string {
    const names = ownNames(plan.table);
    const set = this.set(plan.set, plan.table, names);
    return `UPDATE ${this.own(plan.table)}\nSET ${set}${this.gated(plan.where, names)}${this.returning(plan, names)}`;
  }

  private delete(plan: Delete): string {
    const names = ownNames(plan.table);
    return `DELETE FROM ${this.own(plan.table)}${this.gated(plan.where, names)}${this.returning(plan, names)}`;
  }

  rowsOf(plan: Delete, columns: string, tail: string): string {
    return `SELECT ${columns}\nFROM ${this.own(plan.table)}${this.where(plan.where, ownNames(plan.table))}${tail}`;
  }

  /** The table that a write is for, whose expressions call it by its name in the plan. */
  private own(table: string): string {
    return relationAs(table, table, this.schema);
  }

  private gated(where: Expr | undefined, names: Names): string {
    if (!this.change) return this.where(where, names);
    const own = where ? `(${this.expressions.render(where, names)}) AND ` : '';
    return `\nWHERE ${own}${this.change.gate}`;
  }

  private set(set: Update['set'], table: string, names: Names): string {
    return set
      .map(({ column, value }) => `${identifier(column)} = ${this.expressions.assigned(value, table, column, names)}`)
      .join(',\n    ');
  }

  private returning({ returning }: Insert | Update | Delete, names: Names): string {
    if (this.change) return `\nRETURNING ${this.change.returning}`;
    return `\nRETURNING ${returning ? returning.map((column) => this.column(column, names)).join(', ') : '*'}`;
  }

  private query(query: Query, outer: Names | null): string {
    const ctes = this.ctes(query.with, outer);
    if (query.kind === 'select') return `${ctes}${this.select(query, outer)}`;
    const op = `${query.op.toUpperCase()}${query.all ? ' ALL' : ''}`;
    const side = (each: Query, bare: boolean): string => {
      const sql = this.query(each, outer);
      return bare ? sql : `(\n${indent(sql)}\n)`;
    };
    const sameOp = query.left.kind === 'set' && query.left.op === query.op && query.left.all === query.all && !query.left.with;
    return `${ctes}${side(query.left, isPlain(query.left) || sameOp)}\n${op}\n${side(query.right, isPlain(query.right))}`;
  }

  private ctes(list: readonly Cte[] | undefined, outer: Names | null): string {
    if (!list?.length) return '';
    const texts = list.map((cte) => `${identifier(cte.name)} AS (\n${indent(this.query(cte.query, outer))}\n)`);
    return `WITH ${list.some((cte) => cte.recursive) ? 'RECURSIVE ' : ''}${texts.join(', ')}\n`;
  }

  private select(select: Select, outer: Names | null): string {
    const sources = [...(select.from ? [select.from] : []), ...(select.joins ?? []).map((join) => join.source)];
    const names: Names = {
      tables: new Map(sources.map((source) => [source.as, source.kind === 'table' ? source.table : null])),
      // One source and no query around it: a bare column name can mean nothing else.
      qualified: sources.length > 1 || outer !== null,
      parent: outer,
    };
    const expr = (each: Expr): string => this.expressions.render(each, names);
    const list = (each: readonly Expr[]): string => each.map(expr).join(', ');
    // In ORDER BY a bare name means the reply's column first, so there every name is qualified when the two could differ.
    const sorting: Names = { ...names, qualified: names.qualified || hidesColumns(select) };
    const distinct = select.distinctOn ? `DISTINCT ON (${list(select.distinctOn)}) ` : select.distinct ? 'DISTINCT ' : '';
    const lines = [`SELECT ${distinct}${select.columns.map((column) => this.column(column, names)).join(', ')}`];
    if (select.from) lines.push(`FROM ${this.source(select.from, names)}`);
    for (const join of select.joins ?? []) {
      lines.push(`${JOINS[join.type]} ${this.source(join.source, names)}${join.on ? ` ON ${expr(join.on)}` : ''}`);
    }
    if (select.where) lines.push(`WHERE ${expr(select.where)}`);
    if (select.groupBy) lines.push(`GROUP BY ${this.grouping(select, names)}`);
    if (select.having) lines.push(`HAVING ${expr(select.having)}`);
    if (select.orderBy?.length)
      lines.push(`ORDER BY ${select.orderBy.map((item) => this.expressions.orderItem(item, sorting)).join(', ')}`);
    if (select.offset !== undefined && select.withTies) lines.push(`OFFSET ${select.offset}`);
    if (select.limit !== undefined) lines.push(select.withTies ? `FETCH FIRST ${select.limit} ROWS WITH TIES` : `LIMIT ${select.limit}`);
    if (select.offset !== undefined && !select.withTies) lines.push(`OFFSET ${select.offset}`);
    return lines.join('\n');
  }

  private grouping({ groupBy, groupingSets }: Select, names: Names): string {
    const keys = (groupBy ?? []).map((expr) => this.expressions.render(expr, names));
    if (!groupingSets) return keys.join(', ');
    return `GROUPING SETS (${groupingSets.map((set) => `(${set.map((index) => keys[index] ?? '').join(', ')})`).join(', ')})`;
  }

  private column({ expr, as }: Select['columns'][number], names: Names): string {
    const sql = this.expressions.render(expr, names);
    return expr.kind === 'column' && expr.column === as ? sql : `${sql} AS ${identifier(as)}`;
  }

  private source(source: Source, names: Names): string {
    const as = identifier(source.as);
    switch (source.kind) {
      case 'table':
        return relationAs(source.table, source.as, this.schema);
      case 'cte':
        return source.as === source.name ? identifier(source.name) : `${identifier(source.name)} AS ${as}`;
      case 'derived':
        return `${source.lateral ? 'LATERAL ' : ''}(\n${indent(this.query(source.query, source.lateral ? names : names.parent))}\n) AS ${as}`;
      case 'values': {
        const rows = source.rows.map((row) => `(${row.map((value) => this.expressions.render(value, names)).join(', ')})`);
        return `(VALUES ${rows.join(', ')}) AS ${as}(${source.columns.map(identifier).join(', ')})`;
      }
      case 'function': {
        const args = source.args.map((arg) => this.expressions.render(arg, { ...names, qualified: true }));
        const json = source.fn.startsWith('json_') ? source.fn.replace('json_', 'jsonb_') : null;
        return `${json ? `${json}((${args.join(', ')})::jsonb)` : `${source.fn}(${args.join(', ')})`} AS ${as}(${identifier(source.column)})`;
      }
    }
  }

  private where(where: Expr | undefined, names: Names): string {
    return where ? `\nWHERE ${this.expressions.render(where, names)}` : '';
  }
}

const JOINS = { inner: 'JOIN', left: 'LEFT JOIN', right: 'RIGHT JOIN', full: 'FULL JOIN', cross: 'CROSS JOIN' } as const;

const ownNames = (table: string): Names => ({ tables: new Map([[table, table]]), qualified: false, parent: null });

const isPlain = (query: Query): boolean =>
  query.kind === 'select' && !query.with && !query.orderBy?.length && query.limit === undefined && query.offset === undefined;

const hidesColumns = (select: Select): boolean => select.columns.some(({ expr, as }) => !(expr.kind === 'column' && expr.column === as));

const indent = (sql: string): string => sql.replaceAll(/^/gm, '  ');
