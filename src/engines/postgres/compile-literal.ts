import { integerRange, type Literal } from '../../plan/literals.ts';
import type { Expr } from '../../plan/plan.ts';
import { baseTypeOf, type Column, type Schema } from '../../plan/schema.ts';
import type { ExprType } from '../../plan/types.ts';

/** How columns are written at one level of a query: what each source stands for, and whether names need it in front. */
export interface Names {
  /** Source → stored table; null for any other source. */
  readonly tables: ReadonlyMap<string, string | null>;
  readonly qualified: boolean;
  readonly parent: Names | null;
}

/** Literals as bound values; the same value in the same role is bound once, so that GROUP BY recognises it. */
export class Literals {
  readonly params: unknown[] = [];
  private readonly schema: Schema;
  private readonly typeOf: (expr: Expr) => ExprType;
  private readonly bound = new Map<string, string>();

  constructor(schema: Schema, typeOf: (expr: Expr) => ExprType) {
    this.schema = schema;
    this.typeOf = typeOf;
  }

  /** With its type written out, unless Postgres takes the right one from `beside`. */
  text(literal: Literal, beside: Expr | null, names: Names): string {
    return this.write(literal, beside ? this.context(beside, names) : null, beside);
  }

  /** A value on its way into a column: Postgres takes its type from there. */
  assigned(literal: Literal, table: string, column: string): string {
    return this.write(literal, this.stored(table, column) ?? null);
  }

  /** The stored column beside a literal, from which Postgres will infer the literal's type; else its type alone. */
  private context(beside: Expr, names: Names): Column | ExprType {
    if (beside.kind === 'literal') return 'null';
    return this.columnOf(beside, names) ?? this.typeOf(beside);
  }

  /** The stored column that an expression is; undefined for any other. */
  columnOf(expr: Expr, names: Names): Column | undefined {
    if (expr.kind !== 'column') return undefined;
    for (let level: Names | null = names; level; level = level.parent) {
      const table = level.tables.get(expr.table);
      if (table !== undefined) return table === null ? undefined : this.stored(table, expr.column);
    }
    return undefined;
  }

  private stored(table: string, column: string): Column | undefined {
    return this.schema.tables.find((each) => each.name === table)?.columns.find((each) => each.name === column);
  }

  private write(literal: Literal, context: Column | ExprType | null, expr: Expr | null = null): string {
    const { value, type } = literal;
    if (value === null) return 'NULL';
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
    const column = typeof context === 'object' ? context : null;
    const beside = column ? column.type : (context as ExprType | null);
    const inferred = beside !== null && beside !== 'null' && infers(beside, type) && inRange(literal, column);
    const cast = inferred ? '' : `::${parameterType(literal)}`;
    // One parameter has one type, and Postgres alone knows how wide a whole number an expression gives.
    const role = column && inferred ? column.nativeType : cast || JSON.stringify(expr);
    const key = JSON.stringify([String(value), role]);
    const known = this.bound.get(key);
    if (known !== undefined) return known;
    this.params.push(value);
    const sql = `$${this.params.length}${cast}`;
    this.bound.set(key, sql);
    return sql;
  }
}

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
  beside === type || beside === 'other' || beside === 'array' || beside === 'binary' || (beside === 'decimal' && type === 'integer');

function inRange({ type, value }: Literal, column: Column | null): boolean {
  if (type !== 'integer' || (column && column.type !== 'integer')) return true;
  const { min, max } = integerRange(column ? baseTypeOf(column) : 'integer');
  const whole = BigInt(String(value).replace(/^\+/, ''));
  return whole >= min && whole <= max;
}
