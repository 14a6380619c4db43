import type { Expr, Query } from '../../plan/plan.ts';
import { aggregate, grouping, window } from './compile-aggregate.ts';
import { arithmetic } from './compile-arithmetic.ts';
import { call } from './compile-call.ts';
import { cast } from './compile-cast.ts';
import { secondsLiteral } from './compile-interval.ts';
import { existence, ifEmpty, inList, membership, quantifiedArray } from './compile-membership.ts';
import { checkCorrelation } from './correlation.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { Literals } from './literals.ts';
import { LEVEL } from './precedence.ts';
import { identifier } from './quote.ts';
import { refused } from './refuse.ts';
import { asNullable, commonBase, isDecimal, isFloat, isInt, type Shape, scaleOf, WIDE_DECIMAL } from './shape.ts';
import type { Typing } from './typing.ts';

export class ClickHouseExpressions implements Expressions {
  readonly typing: Typing;
  readonly literals = new Literals();
  readonly query: Expressions['query'];

  constructor(typing: Typing, query: Expressions['query']) {
    this.typing = typing;
    this.query = query;
  }

  shape(expr: Expr, names: Level): Shape {
    return this.typing.of(expr, names);
  }

  render(expr: Expr, names: Level): string {
    return this.at(expr, names, LEVEL.or);
  }

  atom(expr: Expr, names: Level): string {
    return this.at(expr, names, LEVEL.atom);
  }

  at(expr: Expr, names: Level, level: number): string {
    const sql = this.text(expr, names);
    return levelOf(expr, sql) < level ? `(${sql})` : sql;
  }

  list(exprs: readonly Expr[], names: Level): string {
    return exprs.map((each) => this.render(each, names)).join(', ');
  }

  condition(expr: Expr, names: Level, level: number = LEVEL.or, holds = true): string {
    const wrap = (sql: string, own: number): string => (own < level ? `(${sql})` : sql);
    if (expr.kind === 'not') return this.condition(expr.arg, names, level, !holds);
    if (expr.kind === 'inQuery' || expr.kind === 'quantified') return wrap(membership(this, expr, names, holds), LEVEL.or);
    if (expr.kind === 'and' || expr.kind === 'or') {
      const joins = (expr.kind === 'and') === holds ? 'AND' : 'OR';
      const own = joins === 'AND' ? LEVEL.and : LEVEL.or;
      // A negation is moved inwards only where it decides how a membership is written.
      if (holds || expr.args.some(isMembership)) {
        return wrap(expr.args.map((arg) => this.condition(arg, names, own + 1, holds)).join(` ${joins} `), own);
      }
    }
    return holds ? this.at(expr, names, level) : wrap(this.negation(expr, names), LEVEL.not);
  }

  unified(exprs: readonly Expr[], names: Level): string[] {
    const base = commonBase(exprs.map((each) => this.shape(each, names)));
    return exprs.map((each) => this.as(each, base, names));
  }

  as(expr: Expr, base: string | null, names: Level): string {
    const shape = this.shape(expr, names);
    if (base === null || shape.base === base || shape.type === 'null') return this.render(expr, names);
    const text = this.render(expr, names);
    // A float as a decimal by way of its text: the shortest one that means the number.
    const from = base.startsWith('Decimal') && isFloat(shape) ? `toString(${text})` : text;
    return `CAST(${from} AS ${asNullable(base, shape.nullable)})`;
  }

  private text(expr: Expr, names: Level): string {
    switch (expr.kind) {
      case 'column':
        return this.column(expr, names);
      case 'literal':
        if (expr.type === 'interval') throw refused('an interval that is not added to or compared with a time');
        return this.literals.text(expr);
      case 'star':
        return '*';
      case 'call':
        return call(this, expr, names);
      case 'aggregate':
        return aggregate(this, expr, names);
      case 'window':
        return window(this, expr, names);
      case 'grouping':
        return grouping(this, expr, names);
      case 'arithmetic':
        return arithmetic(this, expr, names);
      case 'compare':
        return this.comparison(expr, names);
      case 'match':
        return this.match(expr, names, '');
      case 'between':
        return this.between(expr, names, '');
      case 'in':
        return inList(this, expr, names, '');
      case 'inQuery':
      case 'quantified': {
        const [yes, no] = [membership(this, expr, names, true), membership(this, expr, names, false)];
        return `CASE WHEN ${yes} THEN true WHEN ${no} THEN false END`;
      }
      case 'quantifiedArray':
        return quantifiedArray(this, expr, names);
      case 'row':
        return `tuple(${this.list(expr.items, names)})`;
      case 'array':
        return `[${this.unified(expr.items, names).join(', ')}]`;
      case 'arrayQuery':
        throw refused('an array made of a query (ARRAY(SELECT …))');
      case 'subscript':
        return `arrayElementOrNull(${this.render(expr.arg, names)}, ${this.render(expr.index, names)})`;
      case 'and':
        return expr.args.map((arg) => this.at(arg, names, LEVEL.and)).join(' AND ');
      case 'or':
        return expr.args.map((arg) => this.at(arg, names, LEVEL.and)).join(' OR ');
      case 'not':
        return this.negation(expr.arg, names);
      case 'isNull':
        return `${this.at(expr.arg, names, LEVEL.add)} IS NULL`;
      case 'exists':
        checkCorrelation(this.typing, expr.query, names);
        return existence(this, expr.query, names);
      case 'scalarQuery':
        return ifEmpty(this, expr.query, this.subquery(expr.query, names), names);
      case 'case': {
        const values = this.unified([...expr.whens.map(({ value }) => value), ...(expr.else ? [expr.else] : [])], names);
        const whens = expr.whens.map(({ when }, i) => `WHEN ${this.condition(when, names)} THEN ${values[i]}`);
        return `CASE ${whens.join(' ')}${expr.else ? ` ELSE ${values.at(-1)}` : ''} END`;
      }
      case 'cast':
        return cast(this, expr, names);
    }
  }

  subquery(query: Query, names: Level, also?: (inside: Level) => string): string {
    return `(\n${this.query(query, names, also).replaceAll(/^/gm, '  ')}\n)`;
  }

  private negation(arg: Expr, names: Level): string {
    if (arg.kind === 'isNull') return `${this.at(arg.arg, names, LEVEL.add)} IS NOT NULL`;
    if (arg.kind === 'in') return inList(this, arg, names, 'NOT ');
    if (arg.kind === 'between') return this.between(arg, names, 'NOT ');
    if (arg.kind === 'match') return this.match(arg, names, 'NOT ');
    return `NOT ${this.at(arg, names, LEVEL.atom)}`;
  }

  private comparison(expr: Extract<Expr, { kind: 'compare' }>, names: Level): string {
    const { left, right, op } = expr;
    if (left.kind === 'row' && right.kind === 'row' && (op === '=' || op === '<>')) {
      const parts = left.items.map(
        (item, i) => `${this.at(item, names, LEVEL.add)} = ${this.at(right.items[i] ?? item, names, LEVEL.add)}`,
      );
      return op === '=' ? `(${parts.join(' AND ')})` : `(NOT (${parts.join(' AND ')}))`;
    }
    if (op === 'distinct' || op === 'same' || (op === '=' && this.isApart(left, right, names))) {
      const [first, second] = this.unified([left, right], names);
      return `${first} ${COMPARISONS[op]} ${second}`;
    }
    return `${this.compared(left, right, names)} ${COMPARISONS[op]} ${this.compared(right, left, names)}`;
  }

  /** Numbers with a sign and without have no type of 64 bits in common, nor have those and floats: a join needs one. */
  private isApart(left: Expr, right: Expr, names: Level): boolean {
    if (left.kind === 'literal' || right.kind === 'literal') return false;
    const bases = [left, right].map((each) => this.shape(each, names).base);
    return bases[0] !== bases[1] && (bases.includes('UInt64') || (bases.some((base) => /64$/.test(base)) && bases.includes('Float64')));
  }

  compared(expr: Expr, beside: Expr, names: Level): string {
    if (expr.kind === 'literal' && expr.type === 'interval') return secondsLiteral(this, expr.value);
    const [own, other] = [this.shape(expr, names), this.shape(beside, names)];
    if (own.type === 'boolean' && other.type === 'boolean' && own.base !== other.base && own.base === 'UInt8') {
      return `toBool(${this.render(expr, names)})`;
    }
    if (isDecimal(own) && isFloat(other)) return `toFloat64(${this.render(expr, names)})`;
    if (isNarrowDecimal(own) && !isSmall(beside, other, own)) {
      return own.base === 'Decimal' ? this.as(expr, WIDE_DECIMAL, names) : `toDecimal256(${this.render(expr, names)}, ${scaleOf(own)})`;
    }
    return this.at(expr, names, LEVEL.add);
  }

  private match(expr: Extract<Expr, { kind: 'match' }>, names: Level, not: '' | 'NOT '): string {
    const left = this.at(expr.left, names, LEVEL.add);
    if (expr.op === 'like' || expr.op === 'ilike') return `${left} ${not}${expr.op.toUpperCase()} ${this.at(expr.right, names, LEVEL.add)}`;
    const pattern = this.render(expr.right, names);
    return `${not}match(${this.render(expr.left, names)}, ${expr.op === 'regex' ? pattern : `concat('(?i)', ${pattern})`})`;
  }

  private between(expr: Extract<Expr, { kind: 'between' }>, names: Level, not: '' | 'NOT '): string {
    const arg = this.compared(expr.arg, expr.low, names);
    return `${arg} ${not}BETWEEN ${this.compared(expr.low, expr.arg, names)} AND ${this.compared(expr.high, expr.arg, names)}`;
  }

  private column(expr: Extract<Expr, { kind: 'column' }>, names: Level): string {
    const alias = relationAlias(expr.table, names);
    const bare = !names.qualified && names.sources.has(expr.table);
    const sql = bare ? identifier(expr.column) : `${identifier(alias)}.${identifier(expr.column)}`;
    const { base } = this.shape(expr, names);
    if (base.startsWith('Enum')) return `toString(${sql})`;
    return base.startsWith('FixedString') ? `toStringCutToZero(${sql})` : sql;
  }
}

function relationAlias(table: string, from: Level): string {
  for (let level: Level | null = from; level; level = level.parent) {
    const relation = level.sources.get(table);
    if (relation) return relation.alias;
  }
  return table;
}

const isMembership = (expr: Expr): boolean =>
  expr.kind === 'inQuery' ||
  expr.kind === 'quantified' ||
  (expr.kind === 'not' && isMembership(expr.arg)) ||
  ((expr.kind === 'and' || expr.kind === 'or') && expr.args.some(isMembership));

const isNarrowDecimal = (shape: Shape): boolean => isDecimal(shape) && !shape.base.startsWith('Decimal(76');

/** Whether a narrow decimal can be compared with it as it is: brought to one scale, the two of them must not outgrow its digits. */
function isSmall(expr: Expr, shape: Shape, beside: Shape): boolean {
  if (shape.base === beside.base || shape.base.startsWith('Decimal(76') || !(isInt(shape) || isDecimal(shape))) return true;
  return expr.kind === 'literal' && isInt(shape) && Math.abs(Number(expr.value)) < 1000;
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
} as const;

const LEVELS: Partial<Record<Expr['kind'], number>> = {
  or: LEVEL.or,
  and: LEVEL.and,
  not: LEVEL.not,
  isNull: LEVEL.compare,
  compare: LEVEL.compare,
  match: LEVEL.compare,
  between: LEVEL.compare,
  in: LEVEL.compare,
};

function levelOf(expr: Expr, sql: string): number {
  if (expr.kind === 'arithmetic') return expr.op === '+' || expr.op === '-' ? LEVEL.add : expr.op === '||' ? LEVEL.atom : LEVEL.multiply;
  if (expr.kind === 'in') return sql.includes(' OR ') || sql.includes(' AND ') ? LEVEL.or : LEVEL.compare;
  if ((expr.kind === 'and' || expr.kind === 'or') && expr.args.length === 1 && expr.args[0]) return levelOf(expr.args[0], sql);
  return LEVELS[expr.kind] ?? LEVEL.atom;
}
