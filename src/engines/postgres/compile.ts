import type { Delete, Expr, Insert, Plan, Query, Select, Source, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { checkPlan } from '../../plan/validate.ts';
import type { Statement } from '../engine.ts';
import { type Names, PostgresExpressions } from './compile-expr.ts';
import { identifier, relation } from './quote.ts';

/**
 * A plan as one PostgreSQL statement with bound values. The plan is validated here again, so that nothing
 * unchecked can become SQL; Faults are those of `validatePlan`. The same plan gives the same text.
 */
export function compilePostgres(plan: Plan, schema: Schema): Statement {
  const checked = checkPlan(plan, schema);
  const compiler = new Compiler(schema, checked.typeOf);
  return { sql: compiler.statement(checked.plan), params: compiler.params };
}

class Compiler {
  readonly params: unknown[] = [];
  private readonly expressions: PostgresExpressions;

  constructor(schema: Schema, typeOf: (expr: Expr) => ReturnType<ReturnType<typeof checkPlan>['typeOf']>) {
    this.expressions = new PostgresExpressions(schema, typeOf, this.params, (query, names) => this.query(query, names));
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
    return `INSERT INTO ${relation(plan.table)} (${columns})\nVALUES ${rows.join(',\n       ')}\nRETURNING *`;
  }

  private update(plan: Update): string {
    const names = ownNames(plan.table);
    const set = plan.set.map(
      ({ column, value }) => `${identifier(column)} = ${this.expressions.assigned(value, plan.table, column, names)}`,
    );
    return `UPDATE ${relation(plan.table)}\nSET ${set.join(',\n    ')}${this.where(plan.where, names)}\nRETURNING *`;
  }

  private delete(plan: Delete): string {
    return `DELETE FROM ${relation(plan.table)}${this.where(plan.where, ownNames(plan.table))}\nRETURNING *`;
  }

  private query(query: Query, outer: Names | null): string {
    if (query.kind === 'select') return this.select(query, outer);
    const op = `${query.op.toUpperCase()}${query.all ? ' ALL' : ''}`;
    const side = (each: Query, bare: boolean): string => {
      const sql = this.query(each, outer);
      return bare ? sql : `(\n${indent(sql)}\n)`;
    };
    const left = side(query.left, isPlain(query.left) || (query.left.kind === 'set' && query.left.op === query.op));
    return `${left}\n${op}\n${side(query.right, isPlain(query.right))}`;
  }

  private select(select: Select, outer: Names | null): string {
    const sources = [select.from, ...(select.joins ?? []).map((join) => join.source)];
    const names: Names = {
      tables: new Map(sources.map((source) => [source.as, source.kind === 'table' ? source.table : null])),
      // One source and no query around it: a bare column name can mean nothing else.
      qualified: sources.length > 1 || outer !== null,
      parent: outer,
    };
    const expr = (each: Expr): string => this.expressions.render(each, names);
    // In ORDER BY a bare name means the reply's column first, so there every name is qualified when the two could differ.
    const sorting: Names = { ...names, qualified: names.qualified || hidesColumns(select) };
    const columns = select.columns.map((column) => this.column(column, names)).join(', ');
    const lines = [`SELECT ${select.distinct ? 'DISTINCT ' : ''}${columns}`, `FROM ${this.source(select.from, outer)}`];
    for (const join of select.joins ?? []) {
      lines.push(`${JOINS[join.type]} ${this.source(join.source, outer)} ON ${expr(join.on)}`);
    }
    if (select.where) lines.push(`WHERE ${expr(select.where)}`);
    if (select.groupBy) lines.push(`GROUP BY ${select.groupBy.map(expr).join(', ')}`);
    if (select.having) lines.push(`HAVING ${expr(select.having)}`);
    if (select.orderBy?.length) lines.push(`ORDER BY ${select.orderBy.map((item) => this.orderItem(item, sorting)).join(', ')}`);
    if (select.limit !== undefined) lines.push(`LIMIT ${select.limit}`);
    if (select.offset !== undefined) lines.push(`OFFSET ${select.offset}`);
    return lines.join('\n');
  }

  private column({ expr, as }: Select['columns'][number], names: Names): string {
    const sql = this.expressions.render(expr, names);
    return expr.kind === 'column' && expr.column === as ? sql : `${sql} AS ${identifier(as)}`;
  }

  private orderItem({ expr, direction, nulls }: NonNullable<Select['orderBy']>[number], names: Names): string {
    const usual = direction === 'asc' ? 'last' : 'first';
    const sql = this.expressions.render(expr, names);
    return `${sql}${direction === 'desc' ? ' DESC' : ''}${nulls === usual ? '' : ` NULLS ${nulls.toUpperCase()}`}`;
  }

  private source(source: Source, outer: Names | null): string {
    if (source.kind === 'derived') return `(\n${indent(this.query(source.query, outer))}\n) AS ${identifier(source.as)}`;
    return source.as === source.table ? relation(source.table) : `${relation(source.table)} AS ${identifier(source.as)}`;
  }

  private where(where: Expr | undefined, names: Names): string {
    return where ? `\nWHERE ${this.expressions.render(where, names)}` : '';
  }
}

const JOINS = { inner: 'JOIN', left: 'LEFT JOIN', right: 'RIGHT JOIN', full: 'FULL JOIN' } as const;

const ownNames = (table: string): Names => ({ tables: new Map([[table, table]]), qualified: false, parent: null });

const isPlain = (query: Query): boolean =>
  query.kind === 'select' && !query.orderBy?.length && query.limit === undefined && query.offset === undefined;

const hidesColumns = (select: Select): boolean => select.columns.some(({ expr, as }) => !(expr.kind === 'column' && expr.column === as));

const indent = (sql: string): string => sql.replaceAll(/^/gm, '  ');
