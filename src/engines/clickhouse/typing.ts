import { functionNamed } from '../../plan/functions.ts';
import type { Expr, Query, Select, Source } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { ExprType } from '../../plan/types.ts';
import { freeAlias, type Level, type Named, outerJoined, type Relation, sourcesOf, tableColumns, withNulls } from './level.ts';
import { literalBase } from './literals.ts';
import { aggregateBase, CASTS, COUNTS, MAY_MISS, PARTS, RESULTS, sizeOf } from './result-types.ts';
import { commonShape, INSTANT, isDecimal, isFloat, isInt, type Shape, WIDE_DECIMAL } from './shape.ts';

type Columns = ReadonlyMap<string, Shape>;

/** What every expression and query of one checked plan is to ClickHouse. Each is looked at once. */
export class Typing {
  readonly schema: Schema;
  readonly typeOf: (expr: Expr) => ExprType;
  private readonly known = new WeakMap<Expr, Shape>();
  private readonly levels = new WeakMap<Select, Level>();
  private readonly columns = new WeakMap<Query, Columns>();
  private readonly scopes = new WeakMap<Query, Level>();

  constructor(schema: Schema, typeOf: (expr: Expr) => ExprType) {
    this.schema = schema;
    this.typeOf = typeOf;
  }

  /** What a query gives, by name. */
  ofQuery(query: Query, around: Level): Columns {
    const known = this.columns.get(query);
    if (known) return known;
    const scope = this.scope(query, around);
    const columns = query.kind === 'select' ? this.ofSelect(query, scope) : this.ofSet(query.left, query.right, scope);
    this.columns.set(query, columns);
    return columns;
  }

  /** The level around a query's own sources, with its common table expressions. */
  scope(query: Query, around: Level): Level {
    if (!query.with?.length) return around;
    const known = this.scopes.get(query);
    if (known) return known;
    const ctes = new Map<string, Named>(around.ctes);
    const scope: Level = { ...around, ctes };
    for (const cte of query.with) {
      // A table's own name always means the table: it cannot be qualified here.
      const taken = this.schema.tables.some(({ name }) => name === cte.name);
      const name = taken ? `${cte.name}_expression` : cte.name;
      if (cte.recursive && cte.query.kind === 'set') {
        // What it gives to itself is wide enough for what comes of it.
        const first = this.ofQuery(cte.query.left, scope);
        ctes.set(cte.name, { name, columns: new Map([...first].map(([key, shape]) => [key, recursiveShape(shape)])) });
      }
      ctes.set(cte.name, { name, columns: this.ofQuery(cte.query, scope) });
    }
    this.scopes.set(query, scope);
    return scope;
  }

  /** The level inside a select; `scope` is the one around it, with the select's table expressions. */
  level(select: Select, scope: Level): Level {
    const known = this.levels.get(select);
    if (known) return known;
    const all = sourcesOf(select);
    const sources = new Map<string, Relation>();
    const level: Level = { sources, qualified: all.length > 1 || scope.sources.size > 0, parent: scope, ctes: scope.ctes };
    const empty = outerJoined(select);
    for (const source of all) {
      const columns = this.ofSource(source, level, scope);
      sources.set(source.as, {
        alias: freeAlias(source.as, scope),
        columns: empty.has(source.as) || select.groupingSets ? withNulls(columns) : columns,
      });
    }
    this.levels.set(select, level);
    return level;
  }

  of(expr: Expr, level: Level): Shape {
    const known = this.known.get(expr);
    if (known) return known;
    const shape = this.look(expr, level);
    this.known.set(expr, shape);
    return shape;
  }

  private ofSelect(select: Select, scope: Level): Columns {
    const level = this.level(select, scope);
    return new Map(
      select.columns.map(({ expr, as }) => {
        const shape = this.of(expr, level);
        return [as, { ...shape, base: shape.type === 'boolean' ? 'Bool' : shape.base, nullable: shape.nullable }];
      }),
    );
  }

  private ofSet(left: Query, right: Query, scope: Level): Columns {
    const others = [...this.ofQuery(right, scope).values()];
    return new Map([...this.ofQuery(left, scope)].map(([name, shape], i) => [name, together(shape, others[i] ?? shape)]));
  }

  private ofSource(source: Source, level: Level, scope: Level): Columns {
    switch (source.kind) {
      case 'table':
        return tableColumns(this.schema, source.table);
      case 'cte':
        return level.ctes.get(source.name)?.columns ?? new Map();
      case 'derived':
        return this.ofQuery(source.query, source.lateral ? level : scope);
      case 'values':
        return new Map(
          source.columns.map((name, i) => {
            const shapes = source.rows.flatMap((row) => (row[i] ? [this.of(row[i], scope)] : []));
            return [name, commonShape(shapes.find(({ type }) => type !== 'null')?.type ?? 'null', shapes)];
          }),
        );
      case 'function': {
        const first = source.args[0] ? this.of(source.args[0], level) : null;
        if (source.fn !== 'generate_series')
          return new Map([[source.column, { type: source.fn === 'unnest' ? 'other' : 'text', base: '', nullable: true }]]);
        const isMoment = first?.type === 'date' || first?.type === 'timestamp';
        return new Map([
          [source.column, { type: isMoment ? 'timestamp' : 'integer', base: isMoment ? INSTANT : 'Int64', nullable: false }],
        ]);
      }
    }
  }

  private look(expr: Expr, level: Level): Shape {
    const type = this.typeOf(expr);
    const of = (each: Expr): Shape => this.of(each, level);
    const shape = (base: string, ...from: Expr[]): Shape => ({ type, base, nullable: from.some((each) => of(each).nullable) });
    const nullable = (base: string): Shape => ({ type, base, nullable: true });
    switch (expr.kind) {
      case 'column':
        return this.column(expr.table, expr.column, level) ?? nullable('');
      case 'literal':
        return { type, base: literalBase(expr), nullable: expr.value === null };
      case 'arithmetic':
        return this.arithmetic(expr, of, type);
      case 'call':
        return this.call(expr, of, type);
      case 'aggregate':
        if (expr.fn === 'count') return { type, base: 'UInt64', nullable: false };
        return nullable(aggregateBase(expr.fn, of(expr.arg)));
      case 'window':
        return this.window(expr, of, type);
      case 'grouping':
        return { type, base: 'UInt64', nullable: false };
      case 'case': {
        const values = [...expr.whens.map(({ value }) => value), ...(expr.else ? [expr.else] : [])].map(of);
        const common = commonShape(type, values);
        return expr.else ? common : { ...common, nullable: true };
      }
      case 'cast':
        return shape(CASTS[expr.type] ?? '', expr.arg);
      case 'scalarQuery': {
        const [first] = this.ofQuery(expr.query, level).values();
        return nullable(first?.base ?? '');
      }
      case 'compare':
        return expr.op === 'distinct' || expr.op === 'same'
          ? { type, base: 'UInt8', nullable: false }
          : shape('UInt8', expr.left, expr.right);
      case 'match':
        return shape('UInt8', expr.left, expr.right);
      case 'and':
      case 'or':
        return shape('UInt8', ...expr.args);
      case 'not':
        return shape('UInt8', expr.arg);
      case 'isNull':
      case 'exists':
        return { type, base: 'UInt8', nullable: false };
      case 'between':
        return shape('UInt8', expr.arg, expr.low, expr.high);
      case 'in':
        return shape('UInt8', expr.arg, ...expr.list);
      case 'inQuery':
      case 'quantified':
      case 'quantifiedArray':
        return nullable('UInt8');
      case 'array':
      case 'arrayQuery':
        return { type, base: 'Array', nullable: false };
      case 'row':
      case 'star':
      case 'subscript':
        return nullable('');
    }
  }

  private column(table: string, column: string, from: Level): Shape | null {
    for (let level: Level | null = from; level; level = level.parent) {
      const relation = level.sources.get(table);
      if (relation) return relation.columns.get(column) ?? null;
    }
    return null;
  }

  private arithmetic(expr: Extract<Expr, { kind: 'arithmetic' }>, of: (each: Expr) => Shape, type: ExprType): Shape {
    const [left, right] = [of(expr.left), of(expr.right)];
    const divides = expr.op === '/' || expr.op === 'div' || expr.op === '%';
    const mayBeZero = divides && !(expr.right.kind === 'literal' && Number(expr.right.value) !== 0);
    const nullable = left.nullable || right.nullable || mayBeZero;
    if (type === 'text') return { type, base: 'String', nullable };
    if (type === 'date') return { type, base: 'Date32', nullable };
    if (type === 'timestamp') return { type, base: INSTANT, nullable };
    if (isFloat(left) || isFloat(right)) return { type, base: 'Float64', nullable };
    if (expr.op !== '/' && isInt(left) && isInt(right)) {
      const wide = expr.op === '*' && this.bits(expr.left, left) + this.bits(expr.right, right) > 63;
      const unsigned = expr.op !== '-' && left.base.startsWith('U') && right.base.startsWith('U');
      return { type, base: wide ? 'Decimal(76, 0)' : unsigned ? 'UInt64' : 'Int64', nullable };
    }
    if (type === 'integer') return { type, base: 'Int64', nullable };
    if (type === 'decimal' || type === 'interval')
      return { type, base: expr.op === '/' || expr.op === '%' ? WIDE_DECIMAL : 'Decimal', nullable };
    return { type, base: '', nullable };
  }

  /** How many bits a whole number may need: a product of more than 63 is calculated as a decimal. Nobody counts to 2^40. */
  bits(expr: Expr, { base }: Shape): number {
    if (expr.kind === 'literal') return Math.ceil(Math.log2(Math.abs(Number(expr.value)) + 2));
    if (expr.kind === 'aggregate' || expr.kind === 'window')
      return expr.fn === 'sum' ? 56 : expr.fn === 'count' || base === 'UInt64' ? 40 : sizeOf(base);
    if (expr.kind === 'call' && base === 'Int64') return 40;
    return sizeOf(base);
  }

  private call(expr: Extract<Expr, { kind: 'call' }>, of: (each: Expr) => Shape, type: ExprType): Shape {
    const args = expr.args.map(of);
    const nullable = args.some((each) => each.nullable);
    const [first] = args;
    if (expr.fn === 'coalesce') return { ...commonShape(type, args), nullable: args.every((each) => each.nullable) };
    if (expr.fn === 'greatest' || expr.fn === 'least') return { ...commonShape(type, args), nullable: true };
    if (expr.fn === 'nullif') return { ...(first ?? { base: '' }), type, nullable: true };
    if (expr.fn === 'concat') return { type, base: 'String', nullable: false };
    if (expr.fn === 'abs' || expr.fn === 'floor' || expr.fn === 'ceil') {
      return { type, base: first && isInt(first) ? 'Int64' : (first?.base ?? ''), nullable };
    }
    if (expr.fn === 'round' || expr.fn === 'trunc') return { type, base: first && isDecimal(first) ? first.base : WIDE_DECIMAL, nullable };
    if (PARTS.has(expr.fn)) return { type, base: first?.type === 'interval' ? 'Int64' : 'UInt16', nullable };
    if (COUNTS.has(expr.fn)) return { type, base: 'UInt64', nullable: nullable || MAY_MISS.has(expr.fn) };
    const { result } = functionNamed(expr.fn);
    return { type, base: result === 'same' ? (first?.base ?? '') : (RESULTS[result] ?? ''), nullable: nullable || MAY_MISS.has(expr.fn) };
  }

  private window(expr: Extract<Expr, { kind: 'window' }>, of: (each: Expr) => Shape, type: ExprType): Shape {
    const [arg] = expr.args;
    if (expr.fn === 'count') return { type, base: 'UInt64', nullable: false };
    if (['row_number', 'rank', 'dense_rank', 'ntile'].includes(expr.fn)) return { type, base: 'UInt64', nullable: false };
    if (expr.fn === 'percent_rank' || expr.fn === 'cume_dist') return { type, base: 'Float64', nullable: false };
    const base = arg && arg.kind !== 'star' ? of(arg) : null;
    if (!base) return { type, base: '', nullable: true };
    const offset = expr.fn === 'lag' || expr.fn === 'lead' ? expr.args[2] : undefined;
    if (offset) return { ...commonShape(type, [base, of(offset)]), nullable: true };
    return { type, base: aggregateBase(expr.fn, base), nullable: true };
  }
}

function together(left: Shape, right: Shape): Shape {
  const type = left.type === 'null' ? right.type : left.type === 'date' && right.type === 'timestamp' ? 'timestamp' : left.type;
  return commonShape(type, [left, right]);
}

const recursiveShape = (shape: Shape): Shape => ({
  ...shape,
  base: isInt(shape) ? 'Int64' : isDecimal(shape) ? WIDE_DECIMAL : shape.base,
  nullable: true,
});
