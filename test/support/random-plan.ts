import type { Expr, OrderItem, Query, Select, Source } from '../../src/plan/plan.ts';
import { boolean, type Cell, type Draw, literal, type Type, value } from './random-expr.ts';

/** The tables that the plans ask; what is in them is in `random-rows.ts`. */
export const TABLES = {
  items: {
    id: 'integer',
    kind: 'text',
    price: 'decimal',
    qty: 'integer',
    weight: 'float',
    big: 'integer',
    made: 'date',
    seen: 'timestamp',
    sold: 'boolean',
  },
  parts: { id: 'integer', item_id: 'integer', name: 'text', cost: 'decimal', since: 'date' },
  empties: { id: 'integer', label: 'text', amount: 'decimal' },
} as const satisfies Record<string, Record<string, Type>>;

export interface Given {
  readonly query: Query;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
}

export const TYPES: readonly Type[] = ['integer', 'decimal', 'float', 'text', 'boolean', 'date', 'timestamp'];

/** A query whose columns have these types; `around` are the columns of the queries around it. */
export function query(draw: Draw, types: readonly Type[], around: readonly Cell[], depth: number): Query {
  if (depth > 0 && draw.chance(0.15)) {
    const op = draw.pick(['union', 'union', 'intersect', 'except'] as const);
    return {
      kind: 'set',
      op,
      all: draw.chance(0.5),
      left: query(draw, types, around, depth - 1),
      right: query(draw, types, around, depth - 1),
    };
  }
  return select(draw, types, around, depth);
}

/** As `query`; the outermost one is also sorted and cut. */
export function outermost(draw: Draw): { plan: Query; sortedBy: readonly number[]; cut: boolean } {
  const types = Array.from({ length: draw.int(1, 4) }, () => draw.pick(TYPES));
  if (draw.chance(0.25)) return { plan: query(draw, types, [], 2), sortedBy: [], cut: false };
  const inner = query(draw, types, [], 2);
  const columns = types.map((_, i): Expr => ({ kind: 'column', table: 'whole', column: `c${i}` }));
  // A float's last digit depends on the order of a sum: nothing is sorted by floats.
  const sortable = types.flatMap((type, i) => (type === 'float' ? [] : [i]));
  const cut = sortable.length === types.length && draw.chance(0.5);
  const sortedBy = cut ? sortable : sortable.filter(() => draw.chance(0.7));
  const orderBy = sortedBy.map((i) => order(draw, columns[i] ?? literal('integer', 1)));
  const plan: Select = {
    kind: 'select',
    columns: columns.map((expr, i) => ({ expr, as: `c${i}` })),
    from: { kind: 'derived', query: inner, as: 'whole' },
    ...(orderBy.length > 0 ? { orderBy } : {}),
    ...(cut ? { limit: draw.int(0, 7), ...(draw.chance(0.3) ? { offset: draw.int(0, 4) } : {}) } : {}),
    ...(draw.chance(0.2) ? { distinct: true } : {}),
  };
  return { plan, sortedBy, cut };
}

const order = (draw: Draw, expr: Expr): OrderItem => ({ expr, direction: draw.pick(['asc', 'desc']), nulls: draw.pick(['first', 'last']) });

function select(draw: Draw, types: readonly Type[], around: readonly Cell[], depth: number): Select {
  const used = new Set(around.map(({ table }) => table));
  const sources: Source[] = [];
  const cells: Cell[] = [];
  const add = (): void => {
    const { source, columns } = from(draw, `t${used.size + sources.length}`, depth);
    sources.push(source);
    cells.push(...columns);
  };
  add();
  const joins: NonNullable<Select['joins']> = [];
  for (let more = depth > 0 && draw.chance(0.5) ? draw.int(1, 2) : 0; more > 0; more -= 1) {
    const before = [...cells];
    add();
    const source = sources.at(-1);
    if (!source) continue;
    const type = draw.pick(['inner', 'left', 'right', 'full', 'left', 'inner', 'cross'] as const);
    joins.push(type === 'cross' ? { type, source } : { type, source, on: joinedOn(draw, before, cells.slice(before.length), type, depth) });
  }
  const visible = draw.chance(0.6) ? cells : [...cells, ...around];
  const leaf = (type: Type): Expr => column(draw, visible, type);
  const context = { draw, leaf, sub: (kinds: readonly Type[]) => query(draw, kinds, visible, 0), depth: 2 };
  const plain: Select = {
    kind: 'select',
    columns: [],
    ...(sources[0] ? { from: sources[0] } : {}),
    ...(joins.length > 0 ? { joins } : {}),
    ...(draw.chance(0.5) ? { where: boolean({ ...context, sub: depth > 0 ? context.sub : null }, 2) } : {}),
  };
  if (draw.chance(0.35)) return grouped(draw, plain, types, cells);
  const simple = { ...context, sub: depth > 0 && draw.chance(0.3) ? context.sub : null };
  return {
    ...plain,
    columns: types.map((type, i) => ({
      expr: depth > 0 && draw.chance(0.15) ? overWindow(draw, type, cells, leaf) : value(simple, type, 2),
      as: `c${i}`,
    })),
    ...(draw.chance(0.15) ? { distinct: true } : {}),
  };
}

function grouped(draw: Draw, plain: Select, types: readonly Type[], cells: readonly Cell[]): Select {
  const keys = draw.chance(0.25) ? [] : Array.from({ length: draw.int(1, 2) }, () => draw.pick(cells));
  const groupBy = [
    ...new Map(
      keys.map(({ table, column: name }): [string, Expr] => [`${table}.${name}`, { kind: 'column', table, column: name }]),
    ).values(),
  ];
  const keyOf = new Map(keys.map((cell) => [`${cell.table}.${cell.column}`, cell]));
  // An aggregate of nothing but outer columns would belong to the query around.
  const inside = { draw, leaf: (type: Type) => column(draw, cells, type), sub: null, depth: 1 };
  const leaf = (type: Type): Expr => {
    const fitting = [...keyOf.values()].filter((cell) => cell.type === type);
    if (fitting.length > 0 && draw.chance(0.5)) {
      const { table, column: name } = draw.pick(fitting);
      return { kind: 'column', table, column: name };
    }
    return aggregate(draw, type, inside);
  };
  const context = { draw, leaf, sub: null, depth: 1 };
  const sets =
    groupBy.length === 2 && draw.chance(0.25)
      ? draw.pick([
          [[0, 1], [0], []],
          [[0], [1]],
          [[0, 1], []],
        ])
      : null;
  return {
    ...plain,
    columns: types.map((type, i) => ({ expr: value(context, type, 1), as: `c${i}` })),
    ...(groupBy.length > 0
      ? { groupBy }
      : {
          having: {
            kind: 'compare',
            op: '>=',
            left: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } },
            right: literal('integer', draw.int(0, 2)),
          },
        }),
    ...(sets ? { groupingSets: sets } : {}),
    ...(groupBy.length > 0 && draw.chance(0.3) ? { having: boolean(context, 1) } : {}),
  };
}

interface Inside {
  readonly draw: Draw;
  readonly leaf: (type: Type) => Expr;
  readonly sub: null;
  readonly depth: number;
}

function aggregate(draw: Draw, type: Type, inside: Inside): Expr {
  const filter = draw.chance(0.2) ? { filter: boolean(inside, 1) } : {};
  const arg = (of: Type): Expr => value(inside, of, 1);
  switch (type) {
    case 'integer':
      if (draw.chance(0.3)) return { kind: 'aggregate', fn: 'count', arg: { kind: 'star' }, ...filter };
      if (draw.chance(0.5))
        return { kind: 'aggregate', fn: 'count', arg: inside.leaf(draw.pick(TYPES)), distinct: draw.chance(0.4), ...filter };
      return { kind: 'aggregate', fn: draw.pick(['min', 'max']), arg: arg('integer'), ...filter };
    case 'decimal':
      if (draw.chance(0.3)) return { kind: 'aggregate', fn: 'avg', arg: arg(draw.pick(['integer', 'decimal'])), ...filter };
      return { kind: 'aggregate', fn: draw.pick(['sum', 'min', 'max']), arg: arg('decimal'), distinct: draw.chance(0.2), ...filter };
    case 'float':
      if (draw.chance(0.2))
        return { kind: 'aggregate', fn: 'percentile_cont', arg: inside.leaf('float'), option: literal('decimal', '0.5'), ...filter };
      return { kind: 'aggregate', fn: draw.pick(['sum', 'avg', 'min', 'max', 'stddev', 'var_pop']), arg: inside.leaf('float'), ...filter };
    case 'boolean':
      return { kind: 'aggregate', fn: draw.pick(['bool_and', 'bool_or']), arg: inside.leaf('boolean'), ...filter };
    case 'text':
      if (draw.chance(0.3)) {
        const each = inside.leaf('text');
        return {
          kind: 'aggregate',
          fn: 'string_agg',
          arg: each,
          option: literal('text', draw.pick([', ', '|', ''])),
          orderBy: [{ expr: each, direction: draw.pick(['asc', 'desc']), nulls: 'last' }],
          ...filter,
        };
      }
      return { kind: 'aggregate', fn: draw.pick(['min', 'max']), arg: arg('text'), ...filter };
    default:
      return { kind: 'aggregate', fn: draw.pick(['min', 'max']), arg: arg(type), ...filter };
  }
}

/** Ranks and frames that do not depend on the order of rows that tie. */
function overWindow(draw: Draw, type: Type, cells: readonly Cell[], leaf: (type: Type) => Expr): Expr {
  const all = cells.map(({ table, column: name }): OrderItem => order(draw, { kind: 'column', table, column: name }));
  const partitionBy = draw.chance(0.5) ? { partitionBy: [leaf(draw.pick(['text', 'integer', 'boolean']))] } : {};
  const some = { orderBy: [order(draw, leaf(draw.pick(['integer', 'date', 'decimal'])))], ...partitionBy };
  const every = { orderBy: all, ...partitionBy };
  const frame = draw.chance(0.5)
    ? {
        frame: {
          unit: 'rows' as const,
          start: { kind: 'preceding' as const, offset: literal('integer', draw.int(0, 2)) },
          end: draw.pick([{ kind: 'currentRow' as const }, { kind: 'unboundedFollowing' as const }]),
        },
      }
    : {};
  if (draw.chance(0.4) || type === 'boolean') {
    const fn = draw.pick(['lag', 'lead', 'first_value', 'last_value'] as const);
    return {
      kind: 'window',
      fn,
      args: fn === 'lag' && draw.chance(0.4) ? [leaf(type), literal('integer', draw.int(1, 3))] : [leaf(type)],
      ...every,
    };
  }
  if (type === 'integer') {
    if (draw.chance(0.5)) return { kind: 'window', fn: draw.pick(['rank', 'dense_rank']), args: [], ...some };
    return draw.chance(0.5)
      ? { kind: 'window', fn: draw.pick(['row_number']), args: [], ...every }
      : { kind: 'window', fn: 'count', args: [leaf(type)], ...every, ...frame };
  }
  if (type === 'float') return { kind: 'window', fn: draw.pick(['percent_rank', 'cume_dist']), args: [], ...some };
  if (type === 'decimal')
    return {
      kind: 'window',
      fn: draw.pick(['sum', 'avg', 'max']),
      args: [leaf(type)],
      ...(draw.chance(0.5) ? some : { ...every, ...frame }),
    };
  return { kind: 'window', fn: draw.pick(['min', 'max']), args: [leaf(type)], ...(draw.chance(0.5) ? some : { ...every, ...frame }) };
}

function from(draw: Draw, as: string, depth: number): { source: Source; columns: Cell[] } {
  if (depth > 0 && draw.chance(0.2)) {
    const types = Array.from({ length: draw.int(2, 3) }, () => draw.pick(TYPES));
    return {
      source: { kind: 'derived', query: query(draw, types, [], depth - 1), as },
      columns: types.map((type, i) => ({ table: as, column: `c${i}`, type })),
    };
  }
  const table = draw.pick(['items', 'items', 'parts', 'parts', 'empties'] as const);
  return {
    source: { kind: 'table', table, as },
    columns: Object.entries(TABLES[table]).map(([name, type]) => ({ table: as, column: name, type })),
  };
}

/** PostgreSQL joins FULL only by equalities. */
function joinedOn(draw: Draw, before: readonly Cell[], own: readonly Cell[], type: string, depth: number): Expr {
  const kinds = TYPES.filter(
    (each) => each !== 'float' && before.some((cell) => cell.type === each) && own.some((cell) => cell.type === each),
  );
  const both = { draw, leaf: (each: Type) => column(draw, [...before, ...own], each), sub: null, depth: 1 };
  const kind = kinds.length > 0 ? draw.pick(kinds) : null;
  if (kind === null) return boolean(both, 1);
  const equal: Expr = { kind: 'compare', op: '=', left: column(draw, before, kind), right: column(draw, own, kind) };
  if (type === 'full' || draw.chance(0.6)) return equal;
  return draw.chance(0.5) ? { kind: draw.pick(['and', 'or']), args: [equal, boolean(both, depth > 0 ? 1 : 0)] } : boolean(both, 1);
}

function column(draw: Draw, cells: readonly Cell[], type: Type): Expr {
  const fitting = cells.filter((cell) => cell.type === type);
  if (fitting.length === 0) return literal(type, null);
  const { table, column: name } = draw.pick(fitting);
  return { kind: 'column', table, column: name };
}
