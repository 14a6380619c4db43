import { functionNamed } from '../../plan/functions.ts';
import type { CastType, Expr, FrameBound, OrderItem, Query } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { ExprType } from '../../plan/types.ts';
import { Literals, type Names } from './compile-literal.ts';
import { identifier } from './quote.ts';

type Of<K extends Expr['kind']> = Extract<Expr, { kind: K }>;

/** Expressions as SQL text. Every value goes to `literals.params`. */
export class PostgresExpressions {
  readonly literals: Literals;
  private readonly typeOf: (expr: Expr) => ExprType;
  private readonly query: (query: Query, names: Names) => string;

  constructor(schema: Schema, typeOf: (expr: Expr) => ExprType, query: (query: Query, names: Names) => string) {
    this.literals = new Literals(schema, typeOf);
    this.typeOf = typeOf;
    this.query = query;
  }

  render(expr: Expr, names: Names): string {
    return this.at(expr, names, LEVEL.or);
  }

  /** A value on its way into a column. */
  assigned(expr: Expr, table: string, column: string, names: Names): string {
    return expr.kind === 'literal' ? this.literals.assigned(expr, table, column) : this.render(expr, names);
  }

  orderItem({ expr, direction, nulls }: OrderItem, names: Names): string {
    const usual = direction === 'asc' ? 'last' : 'first';
    // A bare number in ORDER BY counts the columns shown, and so does a parameter for some of them.
    return `${this.render(expr, names)}${direction === 'desc' ? ' DESC' : ''}${nulls === usual ? '' : ` NULLS ${nulls.toUpperCase()}`}`;
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
        return this.literals.text(expr, beside, names);
      case 'star':
        return '*';
      case 'call':
        return this.call(expr, names);
      case 'aggregate':
        return this.aggregate(expr, names);
      case 'window':
        return this.window(expr, names);
      case 'grouping':
        return `grouping(${this.list(expr.args, names)})`;
      case 'arithmetic':
        return this.arithmetic(expr, names);
      case 'compare':
        return `${this.side(expr.left, names, expr.right)} ${COMPARISONS[expr.op]} ${this.side(expr.right, names, expr.left)}`;
      case 'quantified':
        return `${own(expr.left, LEVEL.add)} ${expr.op} ${expr.quantifier.toUpperCase()} ${this.subquery(expr.query, names)}`;
      case 'quantifiedArray':
        return `${own(expr.left, LEVEL.add)} ${expr.op} ${expr.quantifier.toUpperCase()} (${own(expr.array, LEVEL.or)})`;
      case 'row':
        return `ROW(${this.list(expr.items, names)})`;
      case 'array':
        return `ARRAY[${this.list(expr.items, names)}]`;
      case 'arrayQuery':
        return `ARRAY${this.subquery(expr.query, names)}`;
      case 'subscript':
        return `(${own(expr.arg, LEVEL.or)})[${own(expr.index, LEVEL.or)}]`;
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
        const whens = expr.whens.map(({ when, value }) => `WHEN ${own(when, LEVEL.or)} THEN ${this.worded(value, names, LEVEL.or)}`);
        return `CASE ${whens.join(' ')}${expr.else ? ` ELSE ${this.worded(expr.else, names, LEVEL.or)}` : ''} END`;
      }
      case 'cast':
        return `${own(expr.arg, LEVEL.cast)}::${this.castType(expr)}`;
    }
  }

  /** One side of a comparison, of which all of `others` are the other side. */
  private side(expr: Expr, names: Names, ...others: readonly Expr[]): string {
    return this.enumerated(expr, names, others) ? this.worded(expr, names, LEVEL.add) : this.at(expr, names, LEVEL.add, others[0]);
  }

  /** Whether it is a column of an enumeration, and something else than its own labels and columns of its type is beside it. */
  private enumerated(expr: Expr, names: Names, others: readonly Expr[] | null = null): boolean {
    const column = this.literals.columnOf(expr, names);
    const { labels, nativeType } = column ?? {};
    if (labels === undefined) return false;
    const isOwn = (other: Expr): boolean =>
      other.kind === 'literal'
        ? other.value === null || labels.includes(String(other.value))
        : this.literals.columnOf(other, names)?.nativeType === nativeType;
    return others === null || !others.every(isOwn);
  }

  /** An enumeration takes part in what is for text as its label. */
  private worded(expr: Expr, names: Names, level: number): string {
    return this.enumerated(expr, names) ? `${this.at(expr, names, LEVEL.cast)}::text` : this.at(expr, names, level);
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
      const left = this.worded(expr.left, names, LEVEL.add);
      if (expr.op === 'regex' || expr.op === 'iregex') {
        return `${left} ${not ? '!' : ''}${expr.op === 'regex' ? '~' : '~*'} ${this.at(expr.right, names, LEVEL.add, expr.left)}`;
      }
      return `${left} ${not}${expr.op.toUpperCase()} ${this.at(expr.right, names, LEVEL.add, expr.left)}`;
    }
    if (expr.kind === 'between') {
      const arg = this.side(expr.arg, names, expr.low, expr.high);
      const low = this.at(expr.low, names, LEVEL.add, expr.arg);
      return `${arg} ${not}BETWEEN ${low} AND ${this.at(expr.high, names, LEVEL.add, expr.arg)}`;
    }
    if (expr.kind === 'inQuery') return `${this.at(expr.arg, names, LEVEL.add)} ${not}IN ${this.subquery(expr.query, names)}`;
    const arg = this.enumerated(expr.arg, names, expr.list) ? this.worded(expr.arg, names, LEVEL.add) : this.at(expr.arg, names, LEVEL.add);
    return `${arg} ${not}IN (${expr.list.map((item) => this.at(item, names, LEVEL.or, expr.arg)).join(', ')})`;
  }

  private arithmetic(expr: Of<'arithmetic'>, names: Names): string {
    if (expr.op === '/') return this.quotient(expr, names);
    if (expr.op === 'div' || expr.op === '%') return this.remainder(expr, names, expr.op === 'div' ? '/' : '%');
    const level = expr.op === '*' ? LEVEL.multiply : expr.op === '||' ? LEVEL.other : LEVEL.add;
    return `${this.operand(expr.left, expr.right, names, level)} ${expr.op} ${this.operand(expr.right, expr.left, names, level + 1)}`;
  }

  /** Days are added to a date as integer; there is no date + bigint. */
  private operand(expr: Expr, beside: Expr, names: Names, level: number): string {
    const days = expr.kind !== 'literal' && this.typeOf(expr) === 'integer' && this.typeOf(beside) === 'date';
    if (this.enumerated(expr, names)) return this.worded(expr, names, level);
    return days ? `${this.at(expr, names, LEVEL.cast)}::integer` : this.at(expr, names, level, beside);
  }

  /** Whole numbers divide to a decimal, and nothing is divided by zero: that is an empty answer, not an error. */
  private quotient(expr: Of<'arithmetic'>, names: Names): string {
    const whole = this.typeOf(expr.left) === 'integer' && this.typeOf(expr.right) === 'integer';
    const beside = (each: Expr): Expr | null => (whole || this.typeOf(each) === 'interval' ? null : each);
    const plain = this.at(expr.left, names, whole ? LEVEL.cast : LEVEL.multiply, beside(expr.right));
    return `${whole ? `${plain}::numeric` : plain} / ${this.divisor(expr.right, beside(expr.left), names)}`;
  }

  private remainder({ left, right }: Of<'arithmetic'>, names: Names, op: '/' | '%'): string {
    // There is no remainder of double precision.
    if (op === '%' && (this.typeOf(left) === 'float' || this.typeOf(right) === 'float')) {
      return `${this.at(left, names, LEVEL.cast)}::numeric % NULLIF(${this.at(right, names, LEVEL.cast)}::numeric, 0)`;
    }
    return `${this.at(left, names, LEVEL.multiply, right)} ${op} ${this.divisor(right, left, names)}`;
  }

  private divisor(expr: Expr, beside: Expr | null, names: Names): string {
    if (expr.kind === 'literal' && Number(expr.value) !== 0) return this.at(expr, names, LEVEL.cast, beside);
    return `NULLIF(${this.at(expr, names, LEVEL.or, beside)}, 0)`;
  }

  private call(expr: Extract<Expr, { kind: 'call' }>, names: Names): string {
    const fn = functionNamed(expr.fn);
    const args = expr.args.map((arg, i) => {
      // The unit is one of a fixed list; two-argument round exists for numeric alone.
      if (fn.args[Math.min(i, fn.args.length - 1)] === 'unit' && arg.kind === 'literal') return `'${arg.value}'`;
      if ((expr.fn === 'round' || expr.fn === 'trunc') && i === 0 && this.typeOf(arg) === 'float')
        return `${this.at(arg, names, LEVEL.cast)}::numeric`;
      // A column may be a bigint, for which these functions do not exist.
      if (fn.args[i] === 'integer' && arg.kind !== 'literal') return `${this.at(arg, names, LEVEL.cast)}::integer`;
      // A place in the text takes what it finds around it; `->` and the like do not mind parentheses.
      return fn.postgres?.includes(`{${i}} `) || fn.postgres?.includes(`{${i}}:`)
        ? this.worded(arg, names, LEVEL.cast)
        : this.worded(arg, names, LEVEL.or);
    });
    return (fn.postgres ?? '').replaceAll(/\{(\*|\d)\}/g, (_, which: string) =>
      which === '*' ? args.join(', ') : (args[Number(which)] ?? ''),
    );
  }

  private aggregate(expr: Of<'aggregate'>, names: Names): string {
    const filter = expr.filter ? ` FILTER (WHERE ${this.render(expr.filter, names)})` : '';
    const order = expr.orderBy?.length ? ` ORDER BY ${expr.orderBy.map((item) => this.orderItem(item, names)).join(', ')}` : '';
    if (WITHIN_GROUP.has(expr.fn)) {
      const option = expr.option ? this.at(expr.option, names, LEVEL.cast) : '';
      const fraction = expr.option ? `${option.replace(/::[a-z ]+$/, '')}::double precision` : '';
      return `${expr.fn}(${fraction}) WITHIN GROUP (ORDER BY ${this.render(expr.arg, names)})${filter}`;
    }
    const option = expr.option ? `, ${this.render(expr.option, names)}` : '';
    return `${expr.fn}(${expr.distinct ? 'DISTINCT ' : ''}${this.render(expr.arg, names)}${option}${order})${filter}`;
  }

  private window(expr: Of<'window'>, names: Names): string {
    const args = expr.args.map((arg, i) =>
      ROW_COUNTS[expr.fn] === i ? `${this.at(arg, names, LEVEL.cast)}::integer` : this.render(arg, names),
    );
    const filter = expr.filter ? ` FILTER (WHERE ${this.render(expr.filter, names)})` : '';
    const parts: string[] = [];
    if (expr.partitionBy) parts.push(`PARTITION BY ${this.list(expr.partitionBy, names)}`);
    if (expr.orderBy?.length) parts.push(`ORDER BY ${expr.orderBy.map((item) => this.orderItem(item, names)).join(', ')}`);
    if (expr.frame) {
      const bound = (each: FrameBound): string =>
        'offset' in each ? `${this.render(each.offset, names)} ${BOUNDS[each.kind]}` : BOUNDS[each.kind];
      parts.push(`${expr.frame.unit.toUpperCase()} BETWEEN ${bound(expr.frame.start)} AND ${bound(expr.frame.end)}`);
    }
    return `${expr.fn}(${args.join(', ')})${filter} OVER (${parts.join(' ')})`;
  }

  private list(exprs: readonly Expr[], names: Names): string {
    return exprs.map((each) => this.render(each, names)).join(', ');
  }

  /** Postgres casts between boolean and integer alone, not smallint or bigint. */
  private castType({ arg, type, precision, scale, length }: Of<'cast'>): string {
    const from = this.typeOf(arg);
    if (type === 'boolean' && from === 'integer') return 'integer::boolean';
    if (type === 'bigint' && from === 'boolean') return 'integer::bigint';
    if (length !== undefined) return `varchar(${length})`;
    return precision === undefined ? CASTS[type] : `numeric(${precision}${scale === undefined ? '' : `, ${scale}`})`;
  }

  private subquery(query: Query, names: Names): string {
    return `(\n${this.query(query, names).replaceAll(/^/gm, '  ')}\n)`;
  }

  private column(expr: Extract<Expr, { kind: 'column' }>, names: Names): string {
    // A name from a query around this one is always written out.
    const bare = !names.qualified && names.tables.has(expr.table);
    return bare ? identifier(expr.column) : `${identifier(expr.table)}.${identifier(expr.column)}`;
  }
}

const COMPARISONS = {
  '=': '=',
  '<>': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  distinct: 'IS DISTINCT FROM',
  same: 'IS NOT DISTINCT FROM',
};

const WITHIN_GROUP: ReadonlySet<string> = new Set(['percentile_cont', 'percentile_disc', 'mode']);
/** Arguments that count rows are int4; a bigint fits none of these functions. */
const ROW_COUNTS: Partial<Record<string, number>> = { ntile: 0, lag: 1, lead: 1, nth_value: 1 };
const BOUNDS: Record<FrameBound['kind'], string> = {
  unboundedPreceding: 'UNBOUNDED PRECEDING',
  preceding: 'PRECEDING',
  currentRow: 'CURRENT ROW',
  following: 'FOLLOWING',
  unboundedFollowing: 'UNBOUNDED FOLLOWING',
};

const LEVEL = { or: 1, and: 2, not: 3, is: 4, compare: 5, like: 6, other: 7, add: 8, multiply: 9, cast: 11, atom: 12 } as const;

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
  quantified: LEVEL.like,
  quantifiedArray: LEVEL.like,
  cast: LEVEL.cast,
};

function levelOf(expr: Expr): number {
  if (expr.kind === 'arithmetic') return expr.op === '||' ? LEVEL.other : expr.op === '+' || expr.op === '-' ? LEVEL.add : LEVEL.multiply;
  if ((expr.kind === 'and' || expr.kind === 'or') && expr.args.length === 1 && expr.args[0]) return levelOf(expr.args[0]);
  return LEVELS[expr.kind] ?? LEVEL.atom;
}

const CASTS = {
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
  interval: 'interval',
  uuid: 'uuid',
  json: 'jsonb',
} as const satisfies Record<CastType, string>;
