import { functionNamed } from '../../plan/functions.ts';
import { integerRange, type Literal } from '../../plan/literals.ts';
import type { CastType, Expr, Query } from '../../plan/plan.ts';
import type { Column, Schema } from '../../plan/schema.ts';
import { type ExprType, isNumber } from '../../plan/types.ts';
import { identifier } from './quote.ts';

/** How columns are written at one level of a query: what each source stands for, and whether names need it in front. */
export interface Names {
  /** Source → stored table; null for a derived one. */
  readonly tables: ReadonlyMap<string, string | null>;
  readonly qualified: boolean;
  readonly parent: Names | null;
}

/** Expressions as SQL text. Values go to `params`; the same value in the same role is bound once, so that GROUP BY recognises it. */
export class PostgresExpressions {
  private readonly schema: Schema;
  private readonly typeOf: (expr: Expr) => ExprType;
  private readonly params: unknown[];
  private readonly query: (query: Query, names: Names) => string;
  private readonly bound = new Map<string, string>();

  constructor(schema: Schema, typeOf: (expr: Expr) => ExprType, params: unknown[], query: (query: Query, names: Names) => string) {
    this.schema = schema;
    this.typeOf = typeOf;
    this.params = params;
    this.query = query;
  }

  render(expr: Expr, names: Names): string {
    return this.at(expr, names, LEVEL.or);
  }

  /** A value on its way into a column: Postgres infers a parameter's type from the column. */
  assigned(expr: Expr, table: string, column: string, names: Names): string {
    if (expr.kind !== 'literal') return this.render(expr, names);
    return this.literal(expr, this.stored(table, column) ?? null);
  }

  private at(expr: Expr, names: Names, level: number, beside: Expr | null = null): string {
    const sql = this.text(expr, names, beside);
    return levelOf(expr) < level ? `(${sql})` : sql;
  }

  private text(expr: Expr, names: Names, beside: Expr | null): string {
    const own = (each: Expr, level: number): string => this.at(each, names, level);
    switch (expr.kind) {
      case 'column':
        return this.column(expr, names);
      case 'literal':
        return this.literal(expr, beside ? this.context(beside, names) : null);
      case 'star':
        return '*';
      case 'call':
        return this.call(expr, names);
      case 'aggregate': {
        const filter = expr.filter ? ` FILTER (WHERE ${own(expr.filter, LEVEL.or)})` : '';
        return `${expr.fn}(${expr.distinct ? 'DISTINCT ' : ''}${own(expr.arg, LEVEL.or)})${filter}`;
      }
      case 'arithmetic':
        return expr.op === '/' ? this.division(expr, names) : this.arithmetic(expr, names);
      case 'compare':
        return `${this.at(expr.left, names, LEVEL.add, expr.right)} ${expr.op} ${this.at(expr.right, names, LEVEL.add, expr.left)}`;
      case 'match':
      case 'between':
      case 'in':
      case 'inQuery':
        return this.predicate(expr, names, '');
      case 'and':
        return expr.args.map((arg) => own(arg, LEVEL.not)).join(' AND ');
      case 'or':
        return expr.args.map((arg) => own(arg, LEVEL.and)).join(' OR ');
      case 'not':
        return this.negation(expr.arg, names);
      case 'isNull':
        return `${own(expr.arg, LEVEL.add)} IS NULL`;
      case 'exists':
        return `EXISTS ${this.subquery(expr.query, names)}`;
      case 'scalarQuery':
        return this.subquery(expr.query, names);
      case 'case': {
        const whens = expr.whens.map(({ when, value }) => `WHEN ${own(when, LEVEL.or)} THEN ${own(value, LEVEL.or)}`);
        return `CASE ${whens.join(' ')}${expr.else ? ` ELSE ${own(expr.else, LEVEL.or)}` : ''} END`;
      }
      case 'cast':
        return `${own(expr.arg, LEVEL.cast)}::${this.castType(expr)}`;
    }
  }

  private negation(arg: Expr, names: Names): string {
    if (arg.kind === 'isNull') return `${this.at(arg.arg, names, LEVEL.add)} IS NOT NULL`;
    if (arg.kind === 'in' || arg.kind === 'inQuery' || arg.kind === 'between' || arg.kind === 'match') {
      return this.predicate(arg, names, 'NOT ');
    }
    return `NOT ${this.at(arg, names, LEVEL.not)}`;
  }

  private predicate(expr: Extract<Expr, { kind: 'match' | 'between' | 'in' | 'inQuery' }>, names: Names, not: '' | 'NOT '): string {
    if (expr.kind === 'match') {
      const left = this.at(expr.left, names, LEVEL.add);
      return `${left} ${not}${expr.op.toUpperCase()} ${this.at(expr.right, names, LEVEL.add, expr.left)}`;
    }
    if (expr.kind === 'between') {
      const arg = this.at(expr.arg, names, LEVEL.add, expr.low);
      const low = this.at(expr.low, names, LEVEL.add, expr.arg);
      return `${arg} ${not}BETWEEN ${low} AND ${this.at(expr.high, names, LEVEL.add, expr.arg)}`;
    }
    const arg = this.at(expr.arg, names, LEVEL.add);
    if (expr.kind === 'inQuery') return `${arg} ${not}IN ${this.subquery(expr.query, names)}`;
    return `${arg} ${not}IN (${expr.list.map((item) => this.at(item, names, LEVEL.or, expr.arg)).join(', ')})`;
  }

  private arithmetic(expr: Extract<Expr, { kind: 'arithmetic' }>, names: Names): string {
    const level = expr.op === '*' ? LEVEL.multiply : LEVEL.add;
    return `${this.operand(expr.left, expr.right, names, level)} ${expr.op} ${this.operand(expr.right, expr.left, names, level + 1)}`;
  }

  /** Days are added to a date as integer; there is no date + bigint. */
  private operand(expr: Expr, beside: Expr, names: Names, level: number): string {
    const days = expr.kind !== 'literal' && this.typeOf(expr) === 'integer' && this.typeOf(beside) === 'date';
    return days ? `${this.at(expr, names, LEVEL.cast)}::integer` : this.at(expr, names, level, beside);
  }

  /** Whole numbers divide to a decimal, and nothing is divided by zero: that is an empty answer, not an error. */
  private division(expr: Extract<Expr, { kind: 'arithmetic' }>, names: Names): string {
    const whole = this.typeOf(expr.left) === 'integer' && this.typeOf(expr.right) === 'integer';
    const beside = (each: Expr): Expr | null => (whole || this.typeOf(each) === 'interval' ? null : each);
    const plain = this.at(expr.left, names, whole ? LEVEL.cast : LEVEL.multiply, beside(expr.right));
    const left = whole ? `${plain}::numeric` : plain;
    if (expr.right.kind === 'literal' && Number(expr.right.value) !== 0) {
      return `${left} / ${this.at(expr.right, names, LEVEL.cast, beside(expr.left))}`;
    }
    return `${left} / NULLIF(${this.at(expr.right, names, LEVEL.or, beside(expr.left))}, 0)`;
  }

  private call(expr: Extract<Expr, { kind: 'call' }>, names: Names): string {
    const fn = functionNamed(expr.fn);
    const args = expr.args.map((arg, i) => {
      // The unit is one of a fixed list; two-argument round exists for numeric alone.
      if (fn.args[Math.min(i, fn.args.length - 1)] === 'unit' && arg.kind === 'literal') return `'${arg.value}'`;
      if (expr.fn === 'round' && i === 0 && this.typeOf(arg) === 'float') return `${this.at(arg, names, LEVEL.cast)}::numeric`;
      // A column may be a bigint, for which these functions do not exist.
      if (fn.args[i] === 'integer' && arg.kind !== 'literal') return `${this.at(arg, names, LEVEL.cast)}::integer`;
      return this.render(arg, names);
    });
    return fn.postgres.replaceAll(/\{(\*|\d)\}/g, (_, which: string) => (which === '*' ? args.join(', ') : (args[Number(which)] ?? '')));
  }

  /** Postgres casts between boolean and integer alone, not smallint or bigint. */
  private castType({ arg, type }: Extract<Expr, { kind: 'cast' }>): string {
    const from = this.typeOf(arg);
    if (type === 'boolean' && from === 'integer') return 'integer::boolean';
    return type === 'integer' && from === 'boolean' ? 'integer' : CASTS[type];
  }

  private subquery(query: Query, names: Names): string {
    return `(\n${this.query(query, names).replaceAll(/^/gm, '  ')}\n)`;
  }

  private column(expr: Extract<Expr, { kind: 'column' }>, names: Names): string {
    // A name from a query around this one is always written out.
    const bare = !names.qualified && names.tables.has(expr.table);
    return bare ? identifier(expr.column) : `${identifier(expr.table)}.${identifier(expr.column)}`;
  }

  /** The stored column beside a literal, from which Postgres will infer the literal's type; else its type alone. */
  private context(beside: Expr, names: Names): Column | ExprType {
    if (beside.kind === 'literal') return 'null';
    if (beside.kind !== 'column') return this.typeOf(beside);
    for (let level: Names | null = names; level; level = level.parent) {
      const table = level.tables.get(beside.table);
      if (table === undefined) continue;
      return (table === null ? undefined : this.stored(table, beside.column)) ?? this.typeOf(beside);
    }
    return this.typeOf(beside);
  }

  private stored(table: string, column: string): Column | undefined {
    return this.schema.tables.find((each) => each.name === table)?.columns.find((each) => each.name === column);
  }

  private literal(literal: Literal, context: Column | ExprType | null): string {
    const { value, type } = literal;
    if (value === null) return 'NULL';
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
    const column = typeof context === 'object' ? context : null;
    const beside = column ? column.type : (context as ExprType | null);
    const inferred = beside !== null && beside !== 'null' && infers(beside, type) && inRange(literal, column);
    const cast = inferred ? '' : `::${parameterType(literal)}`;
    const role = column && inferred ? column.nativeType : cast || String(beside);
    const key = JSON.stringify([String(value), role]);
    const known = this.bound.get(key);
    if (known !== undefined) return known;
    this.params.push(value);
    const sql = `$${this.params.length}${cast}`;
    this.bound.set(key, sql);
    return sql;
  }
}

const LEVEL = { or: 1, and: 2, not: 3, is: 4, compare: 5, like: 6, add: 8, multiply: 9, cast: 11, atom: 12 } as const;

const LEVELS: Partial<Record<Expr['kind'], number>> = {
  or: LEVEL.or,
  and: LEVEL.and,
  not: LEVEL.not,
  isNull: LEVEL.is,
  compare: LEVEL.compare,
  match: LEVEL.like,
  between: LEVEL.like,
  in: LEVEL.like,
  inQuery: LEVEL.like,
  cast: LEVEL.cast,
};

function levelOf(expr: Expr): number {
  if (expr.kind === 'arithmetic') return expr.op === '*' || expr.op === '/' ? LEVEL.multiply : LEVEL.add;
  if ((expr.kind === 'and' || expr.kind === 'or') && expr.args.length === 1 && expr.args[0]) return levelOf(expr.args[0]);
  return LEVELS[expr.kind] ?? LEVEL.atom;
}

const CASTS = {
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
} as const satisfies Record<CastType, string>;

const PARAMETERS: Partial<Record<ExprType, string>> = {
  decimal: 'numeric',
  float: 'double precision',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
  interval: 'interval',
  uuid: 'uuid',
  json: 'jsonb',
};

function parameterType({ type, value }: Literal): string {
  if (type !== 'integer') return PARAMETERS[type] ?? 'text';
  const { min, max } = integerRange('integer');
  const whole = BigInt(String(value).replace(/^\+/, ''));
  return whole >= min && whole <= max ? 'integer' : 'bigint';
}

/** Whether Postgres, seeing `beside`, gives an untyped parameter a type that its value fits. */
const infers = (beside: ExprType, type: ExprType): boolean =>
  beside === type || beside === 'other' || beside === 'array' || beside === 'binary' || (beside === 'decimal' && isNumber(type));

function inRange({ type, value }: Literal, column: Column | null): boolean {
  if (type !== 'integer' || (column && column.type !== 'integer')) return true;
  const { min, max } = integerRange(column?.nativeType ?? 'integer');
  const whole = BigInt(String(value).replace(/^\+/, ''));
  return whole >= min && whole <= max;
}
