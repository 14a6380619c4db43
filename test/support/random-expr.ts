import type { Expr, Query } from '../../src/plan/plan.ts';

export type Type = 'integer' | 'decimal' | 'float' | 'text' | 'boolean' | 'date' | 'timestamp';

/** One column that an expression may name. */
export interface Cell {
  readonly table: string;
  readonly column: string;
  readonly type: Type;
}

export interface Draw {
  int(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
}

export interface Context {
  readonly draw: Draw;
  /** A column, or an aggregate where groups are. */
  readonly leaf: (type: Type) => Expr;
  /** A subquery with columns of these types; null where none may stand. */
  readonly sub: ((types: readonly Type[]) => Query) | null;
}

export const literal = (type: Type, value: string | number | boolean | null): Expr =>
  value === null
    ? { kind: 'cast', arg: { kind: 'literal', value: null, type: 'null' }, type: type === 'integer' ? 'integer' : type }
    : { kind: 'literal', value, type };

const call = (fn: Extract<Expr, { kind: 'call' }>['fn'], ...args: Expr[]): Expr => ({ kind: 'call', fn, args });

/** An expression of this type, at most so many levels above its columns. */
export function value(context: Context, type: Type, depth: number): Expr {
  const { draw, leaf, sub } = context;
  if (depth <= 0 || draw.chance(0.3)) return draw.chance(0.75) ? leaf(type) : constant(draw, type);
  const of = (each: Type): Expr => value(context, each, depth - 1);
  const general = draw.int(0, 11);
  if (general === 0)
    return {
      kind: 'case',
      whens: [{ when: boolean(context, depth - 1), value: of(type) }],
      ...(draw.chance(0.6) ? { else: of(type) } : {}),
    };
  if (general === 1) return call('coalesce', of(type), of(type));
  if (general === 2 && type !== 'boolean') return call('nullif', of(type), of(type));
  if (general === 3 && sub && draw.chance(0.5)) return scalarQuery(context, type, depth);
  if (general === 4 && type !== 'boolean' && type !== 'float') return call(draw.pick(['greatest', 'least']), of(type), of(type));
  return draw.pick(BUILDERS[type])(context, of, depth);
}

function scalarQuery({ draw, sub, leaf }: Context, type: Type, _depth: number): Expr {
  const inner = sub?.([type]);
  if (inner?.kind !== 'select' || inner.groupBy || inner.distinct) return leaf(type);
  // One row at most: an aggregate of what the query shows.
  const [shown] = inner.columns;
  if (!shown || JSON.stringify(shown).includes('"window"') || JSON.stringify(shown).includes('"aggregate"') || inner.having)
    return leaf(type);
  const fn = type === 'integer' && draw.chance(0.5) ? 'count' : type === 'boolean' ? 'bool_or' : draw.pick(['min', 'max'] as const);
  // An aggregate of outer columns alone would belong to the query around.
  const text = JSON.stringify(shown.expr);
  if (text.includes('"select"') || !text.includes(`"table":"${inner.from?.as}"`)) return leaf(type);
  return { kind: 'scalarQuery', query: { ...inner, columns: [{ expr: { kind: 'aggregate', fn, arg: shown.expr }, as: 'c0' }] } };
}

type Builder = (context: Context, of: (type: Type) => Expr, depth: number) => Expr;

const arithmetic =
  (ops: readonly ('+' | '-' | '*' | '/' | 'div' | '%')[], left: Type, right: Type): Builder =>
  ({ draw }, of) => ({ kind: 'arithmetic', op: draw.pick(ops), left: of(left), right: of(right) });

const BUILDERS: Record<Type, readonly Builder[]> = {
  integer: [
    arithmetic(['+', '-', '*', 'div', '%'], 'integer', 'integer'),
    arithmetic(['-'], 'date', 'date'),
    (_, of) => call('length', of('text')),
    (_, of) => call('abs', of('integer')),
    ({ draw }, of) =>
      call(
        draw.pick(['year', 'month', 'day', 'quarter', 'week', 'weekday', 'isoweekday', 'dayofyear']),
        of(draw.pick(['date', 'timestamp'])),
      ),
    ({ draw }, of) => call(draw.pick(['hour', 'minute']), of('timestamp')),
    ({ draw }, of) => ({ kind: 'cast', arg: of(draw.pick(['decimal', 'float', 'boolean'])), type: 'integer' }),
    ({ draw }, of) => call('position', of('text'), constant(draw, 'text')),
  ],
  decimal: [
    arithmetic(['+', '-', '*', '/'], 'decimal', 'decimal'),
    arithmetic(['/'], 'integer', 'integer'),
    arithmetic(['+', '*', '/', '%'], 'decimal', 'integer'),
    ({ draw }, of) => call('round', of(draw.pick(['decimal', 'float'])), literal('integer', draw.int(-1, 3))),
    ({ draw }, of) => call(draw.pick(['floor', 'ceil', 'abs', 'trunc']), of('decimal')),
    (_, of) => ({ kind: 'cast', arg: of('integer'), type: 'decimal' }),
    ({ draw }, of) => ({ kind: 'cast', arg: of('decimal'), type: 'decimal', precision: 12, scale: draw.int(0, 3) }),
  ],
  float: [
    arithmetic(['+', '-', '*', '/'], 'float', 'float'),
    arithmetic(['*', '/'], 'float', 'decimal'),
    (_, of) => call('sqrt', call('abs', of('float'))),
    ({ draw }, of) => ({ kind: 'cast', arg: of(draw.pick(['integer', 'decimal'])), type: 'float' }),
  ],
  text: [
    ({ draw }, of) => call(draw.pick(['lower', 'upper', 'trim', 'reverse']), of('text')),
    ({ draw }, of) => call('substring', of('text'), literal('integer', draw.int(-1, 3)), literal('integer', draw.int(0, 3))),
    ({ draw }, of) => call(draw.pick(['left', 'right']), of('text'), literal('integer', draw.int(-2, 3))),
    ({ draw }, of) => call('concat', of('text'), of(draw.pick(['integer', 'text', 'boolean', 'date']))),
    (_, of) => ({ kind: 'arithmetic', op: '||', left: of('text'), right: of('text') }),
    ({ draw }, of) => call('replace', of('text'), literal('text', draw.pick(['a', 'é', '%'])), constant(draw, 'text')),
    ({ draw, leaf }) => ({ kind: 'cast', arg: leaf(draw.pick(['integer', 'boolean', 'date', 'timestamp'])), type: 'text' }),
    ({ draw }, of) =>
      call(
        'to_char',
        of(draw.pick(['date', 'timestamp'])),
        literal('text', draw.pick(['YYYY-MM', 'Mon DD', 'FMDay', 'HH24:MI', 'Month YYYY'])),
      ),
  ],
  boolean: [(context, _, depth) => boolean(context, depth)],
  date: [
    (_, of) => ({ kind: 'cast', arg: of('timestamp'), type: 'date' }),
    ({ draw }, of) => ({ kind: 'arithmetic', op: draw.pick(['+', '-']), left: of('date'), right: literal('integer', draw.int(-40, 400)) }),
  ],
  timestamp: [
    ({ draw }, of) =>
      call(
        'date_trunc',
        literal('text', draw.pick(['hour', 'day', 'week', 'month', 'quarter', 'year'])),
        // Of a date PostgreSQL makes an instant with a time zone, which is written otherwise as text.
        draw.chance(0.5) ? of('timestamp') : { kind: 'cast', arg: of('date'), type: 'timestamp' },
      ),
    ({ draw }, of) => ({
      kind: 'arithmetic',
      op: draw.pick(['+', '-']),
      left: of(draw.pick(['date', 'timestamp'])),
      right: {
        kind: 'literal',
        type: 'interval',
        value: draw.pick(['1 month', '3 days', '2 hours', '1 year 2 months', '90 minutes', '1 day 02:00:00']),
      },
    }),
    (_, of) => ({ kind: 'cast', arg: of('date'), type: 'timestamp' }),
  ],
};

const COMPARABLE: readonly Type[] = ['integer', 'decimal', 'text', 'date', 'timestamp'];

/** A condition: true, false or NULL. */
export function boolean(context: Context, depth: number): Expr {
  const { draw, leaf, sub } = context;
  const of = (each: Type): Expr => value(context, each, depth - 1);
  const type = draw.pick(COMPARABLE);
  switch (draw.int(0, sub ? 13 : 9)) {
    case 0:
      return depth > 0
        ? { kind: draw.pick(['and', 'or']), args: [boolean(context, depth - 1), boolean(context, depth - 1)] }
        : leaf('boolean');
    case 1:
      return depth > 0 ? { kind: 'not', arg: boolean(context, depth - 1) } : leaf('boolean');
    case 2:
      return { kind: 'isNull', arg: of(draw.pick(['integer', 'text', 'boolean', 'decimal'])) };
    case 3:
      return { kind: 'between', arg: of(type), low: constant(draw, type), high: of(type) };
    case 4: {
      const list = Array.from({ length: draw.int(1, 3) }, () => (draw.chance(0.85) ? constant(draw, type) : of(type)));
      return { kind: 'in', arg: of(type), list: draw.chance(0.2) ? [...list, { kind: 'literal', value: null, type: 'null' }] : list };
    }
    case 5:
      return {
        kind: 'match',
        op: draw.pick(['like', 'ilike']),
        left: of('text'),
        right: literal('text', draw.pick(['a%', '%É%', '_', '%\\%%', 'a\\_b', '%', '', '%\\\\%', "it's"])),
      };
    case 6:
      return { kind: 'compare', op: draw.pick(['distinct', 'same']), left: of(type), right: of(type) };
    case 7:
      return {
        kind: 'compare',
        op: draw.pick(['<', '>=', '=']),
        left: of(draw.pick(['integer', 'decimal'])),
        right: of(draw.pick(['integer', 'decimal'])),
      };
    case 10:
      return { kind: 'inQuery', arg: leaf(type), query: sub?.([type]) ?? NOTHING };
    case 11:
      return { kind: 'exists', query: sub?.(['integer']) ?? NOTHING };
    case 12:
      return {
        kind: 'quantified',
        op: draw.pick(['<', '>=', '<>', '=']),
        quantifier: draw.pick(['any', 'all']),
        left: leaf(type),
        query: sub?.([type]) ?? NOTHING,
      };
    case 13:
      return { kind: 'not', arg: { kind: 'inQuery', arg: leaf(type), query: sub?.([type]) ?? NOTHING } };
    default:
      return {
        kind: 'compare',
        op: draw.pick(['=', '<>', '<', '<=', '>', '>=']),
        left: of(type),
        right: draw.chance(0.5) ? constant(draw, type) : of(type),
      };
  }
}

const NOTHING: Query = { kind: 'select', columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'c0' }] };

function constant(draw: Draw, type: Type): Expr {
  return literal(type, draw.pick<string | number | boolean>(CONSTANTS[type]));
}

export const CONSTANTS: Record<Type, readonly (string | number | boolean)[]> = {
  integer: [-7, -1, 0, 1, 2, 3, 10, 1000],
  decimal: ['-2.5', '0.00', '0.5', '1.25', '10.00', '99.995'],
  float: [-1.5, 0.25, 2.5, 1000.125],
  text: ['', 'a', 'A', 'b', 'é', 'a_b', '100%', "it's", 'a\\b', '😀 x', ' a '],
  boolean: [true, false],
  date: ['1931-05-06', '1999-12-31', '2024-01-31', '2024-02-29', '2024-12-30'],
  timestamp: ['1931-05-06 07:08:09', '2024-02-29 23:59:59.5', '2024-03-31 00:00:00', '2025-01-01 12:30:00.000001'],
};
