import type { Cte, Delete, Expr, Insert, Plan, Query, Select, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { checkPlan } from '../../plan/validate.ts';
import type { Statement } from '../engine.ts';
import { orderItem } from './compile-aggregate.ts';
import { ClickHouseExpressions } from './compile-expr.ts';
import { checkGroupingSets, dependentColumns } from './compile-grouping.ts';
import { join, setTargets, source } from './compile-source.ts';
import { type Level, OUTERMOST, sourcesOf, tableColumns } from './level.ts';
import { identifier, tableSql } from './quote.ts';
import { refused } from './refuse.ts';
import { isFloat } from './shape.ts';
import { Typing } from './typing.ts';

type Targets = readonly (string | null)[];

/**
 * A plan as one ClickHouse statement with values for `{p1:Type}`, `{p2:Type}`…, to be run with the settings `SEMANTICS`. The results are
 * those that PostgreSQL gives for the same plan; what cannot be had with the same meaning is a Fault `sql_rejected` whose
 * `params.construct` names it. Known differences: a quotient has 20 digits after the point, however small it is; minus zero is distinct from
 * zero; an array made of no rows is empty, not NULL; whole numbers beyond 64 bits do not fail; a float that no whole number can
 * hold becomes NULL; a table's primary key may repeat. The plan is validated here again; the other Faults are those of `validatePlan`.
 * The same plan gives the same text.
 */
export function compileClickHouse(plan: Plan, schema: Schema): Statement {
  const checked = checkPlan(plan, schema);
  const compiler = new Compiler(new Typing(schema, checked.typeOf));
  return { sql: compiler.statement(checked.plan), params: compiler.expressions.literals.params };
}

/** What an update or a delete says, in pieces, for the counts and samples that show it before it is done. */
export interface WriteParts {
  readonly table: string;
  /** New values by column; none of a delete. */
  readonly set: readonly { readonly column: string; readonly sql: string }[];
  readonly where: string;
  readonly params: readonly unknown[];
}

export function writeParts(plan: Update | Delete, schema: Schema): WriteParts {
  const checked = checkPlan(plan, schema);
  const compiler = new Compiler(new Typing(schema, checked.typeOf));
  const parts = compiler.parts(checked.plan as Update | Delete);
  return { ...parts, params: compiler.expressions.literals.params };
}

class Compiler {
  readonly expressions: ClickHouseExpressions;

  constructor(typing: Typing) {
    this.expressions = new ClickHouseExpressions(typing, (query, around, also) => this.query(query, around, { also }));
  }

  statement(plan: Plan): string {
    switch (plan.kind) {
      case 'insert':
        return this.insert(plan);
      case 'update':
        return this.update(plan);
      case 'delete':
        return this.delete(plan);
      default: {
        const shown = [...this.expressions.typing.ofQuery(plan, OUTERMOST)];
        const interval = shown.find(([, { type }]) => type === 'interval');
        if (interval) throw refused(`an interval in the result (${interval[0]})`);
        return this.query(plan, OUTERMOST, {});
      }
    }
  }

  private insert(plan: Insert): string {
    if (plan.onConflict) throw refused('an insert that looks at rows of the same key (ON CONFLICT)');
    if (plan.returning) throw refused('RETURNING');
    const columns = plan.columns.map(identifier).join(', ');
    const into = `INSERT INTO ${tableSql(this.expressions.typing.schema, plan.table)} (${columns})`;
    if (plan.query) return `${into}\n${this.query(plan.query, OUTERMOST, {})}`;
    const rows = plan.rows.map(
      (row) => `(${row.map((value, i) => this.stored(value, plan.table, plan.columns[i] ?? '', OUTERMOST)).join(', ')})`,
    );
    return `${into}\nVALUES ${rows.join(',\n       ')}`;
  }

  /** Without rewriting parts; tables of this service are made so that they take it. */
  private update(plan: Update): string {
    const { table, set, where } = this.parts(plan);
    return `UPDATE ${table}\nSET ${set.map(({ column, sql }) => `${column} = ${sql}`).join(',\n    ')}\nWHERE ${where}`;
  }

  private delete(plan: Delete): string {
    const { table, where } = this.parts(plan);
    return `DELETE FROM ${table}\nWHERE ${where}`;
  }

  parts(plan: Update | Delete): Omit<WriteParts, 'params'> {
    if (plan.returning) throw refused('RETURNING');
    const level = this.ownLevel(plan.table);
    const set =
      plan.kind === 'update'
        ? plan.set.map(({ column, value }) => ({ column: identifier(column), sql: this.stored(value, plan.table, column, level) }))
        : [];
    return {
      table: tableSql(this.expressions.typing.schema, plan.table),
      set,
      where: plan.where ? this.expressions.condition(plan.where, level) : 'true',
    };
  }

  /** A value on its way into a column, rounded as PostgreSQL rounds it. */
  private stored(value: Expr, table: string, column: string, level: Level): string {
    const target = tableColumns(this.expressions.typing.schema, table).get(column);
    const sql = this.expressions.render(value, level);
    if (!target || (value.kind === 'literal' && value.value === null)) return sql;
    const shape = this.expressions.shape(value, level);
    if (target.type === 'integer' && isFloat(shape)) return `round(${sql})`;
    return target.type === 'decimal' && !isFloat(shape)
      ? `round(${this.expressions.as(value, 'Decimal(76, 20)', level)}, ${target.base.match(/\d+(?=\)$)/)?.[0] ?? 0})`
      : sql;
  }

  private ownLevel(table: string): Level {
    const { schema } = this.expressions.typing;
    return { ...OUTERMOST, sources: new Map([[table, { alias: table, columns: tableColumns(schema, table) }]]), parent: OUTERMOST };
  }

  private query(
    query: Query,
    around: Level,
    how: { targets?: Targets; also?: ((inside: Level) => string) | undefined; recursive?: boolean },
  ): string {
    const scope = this.expressions.typing.scope(query, around);
    const ctes = this.ctes(query.with, scope);
    if (query.kind === 'select') return `${ctes}${this.select(query, scope, how.targets, how.also)}`;
    const own = setTargets(this.expressions, query.left, query.right, scope, how.recursive === true);
    const targets = own.map((target, i) => how.targets?.[i] ?? target);
    const side = (each: Query, bare: boolean): string => {
      const sql = this.query(each, scope, { targets });
      return bare ? sql : `(\n${indent(sql)}\n)`;
    };
    const sameOp = query.left.kind === 'set' && query.left.op === query.op && query.left.all === query.all && !query.left.with;
    const op = `${query.op.toUpperCase()} ${query.all ? 'ALL' : 'DISTINCT'}`;
    return `${ctes}${side(query.left, isPlain(query.left) || sameOp)}\n${op}\n${side(query.right, isPlain(query.right))}`;
  }

  private ctes(list: readonly Cte[] | undefined, scope: Level): string {
    if (!list?.length) return '';
    const texts = list.map((cte) => {
      if (cte.recursive && cte.query.kind === 'set' && !cte.query.all)
        throw refused('a recursive query that leaves out duplicates (UNION without ALL)');
      const name = identifier(scope.ctes.get(cte.name)?.name ?? cte.name);
      return `${name} AS (\n${indent(this.query(cte.query, scope, { recursive: cte.recursive === true }))}\n)`;
    });
    return `WITH ${list.some((cte) => cte.recursive) ? 'RECURSIVE ' : ''}${texts.join(', ')}\n`;
  }

  private select(select: Select, scope: Level, targets: Targets | undefined, also: ((inside: Level) => string) | undefined): string {
    const to = this.expressions;
    const plain = to.typing.level(select, scope);
    const level: Level = also ? { ...plain, qualified: true } : plain;
    const distinct = select.distinctOn ? `DISTINCT ON (${to.list(select.distinctOn, level)}) ` : select.distinct ? 'DISTINCT ' : '';
    const lines = [`SELECT ${distinct}${select.columns.map((column, i) => this.column(column, level, targets?.[i] ?? null)).join(', ')}`];
    const sources = sourcesOf(select);
    if (select.from) lines.push(`FROM ${source(to, select.from, level, scope)}`);
    (select.joins ?? []).forEach((each, i) => {
      lines.push(join(to, each, sources.slice(0, i + 1), level, scope));
    });
    const where = [...(select.where ? [to.condition(select.where, level, also ? 3 : 1)] : []), ...(also ? [also(level)] : [])];
    if (where.length > 0) lines.push(`WHERE ${where.join(' AND ')}`);
    if (select.groupBy) lines.push(`GROUP BY ${this.grouping(select, level)}`);
    const having = this.having(select, level);
    if (having !== '') lines.push(`HAVING ${having}`);
    if (select.orderBy?.length) lines.push(`ORDER BY ${select.orderBy.map((item) => orderItem(to, item, level)).join(', ')}`);
    if (select.limit !== undefined)
      lines.push(
        `LIMIT ${select.limit}${select.offset === undefined ? '' : ` OFFSET ${select.offset}`}${select.withTies ? ' WITH TIES' : ''}`,
      );
    else if (select.offset !== undefined) lines.push(`OFFSET ${select.offset} ROWS`);
    return lines.join('\n');
  }

  /** The set of no keys gives no row where no aggregate is calculated, and one that nobody looks at is not. */
  private having(select: Select, level: Level): string {
    const own = select.having ? this.expressions.condition(select.having, level, 3) : '';
    const counts = select.groupingSets?.some((set) => set.length === 0) ? 'count(*) >= 0' : '';
    return [own, counts].filter((each) => each !== '').join(' AND ');
  }

  private grouping(select: Select, level: Level): string {
    const to = this.expressions;
    const keys = (select.groupBy ?? []).map((expr) => to.render(expr, level));
    if (!select.groupingSets) {
      const more = dependentColumns(select).map((expr) => to.render(expr, level));
      return [...new Set([...keys, ...more])].join(', ');
    }
    checkGroupingSets(select);
    return `GROUPING SETS (${select.groupingSets.map((set) => `(${set.map((index) => keys[index] ?? '').join(', ')})`).join(', ')})`;
  }

  private column({ expr, as }: Select['columns'][number], level: Level, target: string | null): string {
    const to = this.expressions;
    const shape = to.shape(expr, level);
    const sql = shape.type === 'boolean' && shape.base === 'UInt8' ? `toBool(${to.render(expr, level)})` : to.render(expr, level);
    if (target !== null)
      return `CAST(${isFloat(shape) && target.includes('Decimal') ? `toString(${sql})` : sql} AS ${target}) AS ${identifier(as)}`;
    return sql === identifier(as) ? sql : `${sql} AS ${identifier(as)}`;
  }
}

const isPlain = (query: Query): boolean =>
  query.kind === 'select' && !query.with && !query.orderBy?.length && query.limit === undefined && query.offset === undefined;

const indent = (sql: string): string => sql.replaceAll(/^/gm, '  ');
