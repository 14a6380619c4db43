import { z } from 'zod';
import { SCALAR_TYPES } from './schema.ts';

/**
 * The typed plan: the only thing that statements on behalf of an ask are compiled from. Engine-neutral.
 * Names are the schema's own; every literal is a value, never SQL text. A table in `from` and `joins` is
 * known inside its query by its `as`; columns are always qualified by it.
 */

const name = z.string().min(1).max(128);

export type Expr =
  | { kind: 'column'; table: string; column: string }
  | { kind: 'literal'; value: string | number | boolean | null; type: (typeof SCALAR_TYPES)[number] | 'null' }
  | { kind: 'star' }
  | { kind: 'call'; fn: FunctionName; args: Expr[] }
  /** `option` is the separator of `string_agg` and the fraction (0..1) of a percentile; a percentile sorts by `arg`. */
  | {
      kind: 'aggregate';
      fn: AggregateName;
      arg: Expr;
      distinct?: boolean | undefined;
      filter?: Expr | undefined;
      orderBy?: OrderItem[] | undefined;
      option?: Expr | undefined;
    }
  | {
      kind: 'window';
      fn: WindowName | AggregateName;
      args: Expr[];
      filter?: Expr | undefined;
      partitionBy?: Expr[] | undefined;
      orderBy?: OrderItem[] | undefined;
      frame?: Frame | undefined;
    }
  /** `/` is the exact quotient; `div` is SQL's own slash: whole numbers divide to a whole number, towards zero. `||` joins text. */
  | { kind: 'arithmetic'; op: ArithmeticOp; left: Expr; right: Expr }
  /** `distinct` and `same` treat NULL as a value (IS [NOT] DISTINCT FROM). */
  | { kind: 'compare'; op: CompareOp | 'distinct' | 'same'; left: Expr; right: Expr }
  | { kind: 'match'; op: 'like' | 'ilike' | 'regex' | 'iregex'; left: Expr; right: Expr }
  | { kind: 'and' | 'or'; args: Expr[] }
  | { kind: 'not'; arg: Expr }
  | { kind: 'isNull'; arg: Expr }
  | { kind: 'between'; arg: Expr; low: Expr; high: Expr }
  | { kind: 'in'; arg: Expr; list: Expr[] }
  | { kind: 'inQuery'; arg: Expr; query: Query }
  | { kind: 'exists'; query: Query }
  | { kind: 'scalarQuery'; query: Query }
  | { kind: 'quantified'; op: CompareOp; quantifier: 'any' | 'all'; left: Expr; query: Query }
  | { kind: 'quantifiedArray'; op: CompareOp; quantifier: 'any' | 'all'; left: Expr; array: Expr }
  | { kind: 'row' | 'array'; items: Expr[] }
  | { kind: 'arrayQuery'; query: Query }
  /** Arrays count from 1. */
  | { kind: 'subscript'; arg: Expr; index: Expr }
  /** 1 for each argument (leftmost is the highest bit) that the row's grouping set leaves out. */
  | { kind: 'grouping'; args: Expr[] }
  | { kind: 'case'; whens: { when: Expr; value: Expr }[]; else?: Expr | undefined }
  /** `precision` and `scale` for decimal alone; `length` (characters) for text alone. */
  | {
      kind: 'cast';
      arg: Expr;
      type: CastType;
      precision?: number | undefined;
      scale?: number | undefined;
      length?: number | undefined;
    };

export const AGGREGATES = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'stddev',
  'stddev_pop',
  'variance',
  'var_pop',
  'bool_and',
  'bool_or',
  'string_agg',
  'array_agg',
  'percentile_cont',
  'percentile_disc',
  'mode',
] as const;
export type AggregateName = (typeof AGGREGATES)[number];

export const WINDOW_FUNCTIONS = [
  'row_number',
  'rank',
  'dense_rank',
  'percent_rank',
  'cume_dist',
  'ntile',
  'lag',
  'lead',
  'first_value',
  'last_value',
  'nth_value',
] as const;
export type WindowName = (typeof WINDOW_FUNCTIONS)[number];

export const ARITHMETIC_OPS = ['+', '-', '*', '/', 'div', '%', '||'] as const;
export type ArithmeticOp = (typeof ARITHMETIC_OPS)[number];
export const COMPARE_OPS = ['=', '<>', '<', '<=', '>', '>='] as const;
export type CompareOp = (typeof COMPARE_OPS)[number];

/** Scalar functions; `functions.ts` gives each one's argument types and its spelling per engine. */
export const FUNCTIONS = [
  'lower',
  'upper',
  'initcap',
  'trim',
  'ltrim',
  'rtrim',
  'length',
  'concat',
  'concat_ws',
  'substring',
  'left',
  'right',
  'lpad',
  'rpad',
  'replace',
  'regexp_replace',
  'reverse',
  'repeat',
  'position',
  'starts_with',
  'split_part',
  'to_char',
  'abs',
  'round',
  'trunc',
  'floor',
  'ceil',
  'sign',
  'power',
  'sqrt',
  'exp',
  'ln',
  'log10',
  'greatest',
  'least',
  'random',
  'coalesce',
  'nullif',
  'year',
  'isoyear',
  'quarter',
  'month',
  'week',
  'day',
  'dayofyear',
  'weekday',
  'isoweekday',
  'hour',
  'minute',
  'second',
  'epoch',
  'date_trunc',
  'age',
  'make_date',
  'to_date',
  'to_timestamp',
  'at_time_zone',
  'today',
  'now',
  'json_get',
  'json_text',
  'json_array_length',
  'json_type',
  'json_contains',
  'json_has',
  'array_length',
  'array_position',
  'array_contains',
  'array_overlaps',
  'array_to_string',
  'string_to_array',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Functions that give rows, in FROM. */
export const TABLE_FUNCTIONS = [
  'generate_series',
  'unnest',
  'json_array_elements',
  'json_array_elements_text',
  'json_object_keys',
] as const;
export type TableFunctionName = (typeof TABLE_FUNCTIONS)[number];

/** `integer` is the engine's usual whole number, `bigint` the 64-bit one: their sums have different types. */
export const CAST_TYPES = [
  'integer',
  'bigint',
  'decimal',
  'float',
  'text',
  'boolean',
  'date',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'json',
] as const;
export type CastType = (typeof CAST_TYPES)[number];

export interface OrderItem {
  expr: Expr;
  direction: 'asc' | 'desc';
  nulls: 'first' | 'last';
}

export type FrameBound =
  | { kind: 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing' }
  | { kind: 'preceding' | 'following'; offset: Expr };
export interface Frame {
  unit: 'rows' | 'range' | 'groups';
  start: FrameBound;
  end: FrameBound;
}

const flag = z.boolean().optional();
const compareOp = z.enum(COMPARE_OPS);
const quantifier = z.enum(['any', 'all']);
const size = z.int().positive().max(1_000_000).optional();

export const Expr: z.ZodType<Expr> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('column'), table: name, column: name }),
    z.strictObject({
      kind: z.literal('literal'),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      type: z.enum([...SCALAR_TYPES, 'null']),
    }),
    z.strictObject({ kind: z.literal('star') }),
    z.strictObject({ kind: z.literal('call'), fn: z.enum(FUNCTIONS), args: z.array(Expr) }),
    z.strictObject({
      kind: z.literal('aggregate'),
      fn: z.enum(AGGREGATES),
      arg: Expr,
      distinct: flag,
      filter: Expr.optional(),
      orderBy: orderBy.optional(),
      option: Expr.optional(),
    }),
    z.strictObject({
      kind: z.literal('window'),
      fn: z.enum([...WINDOW_FUNCTIONS, ...AGGREGATES]),
      args: z.array(Expr),
      filter: Expr.optional(),
      partitionBy: z.array(Expr).min(1).optional(),
      orderBy: orderBy.optional(),
      frame: frame.optional(),
    }),
    z.strictObject({ kind: z.literal('arithmetic'), op: z.enum(ARITHMETIC_OPS), left: Expr, right: Expr }),
    z.strictObject({ kind: z.literal('compare'), op: z.enum([...COMPARE_OPS, 'distinct', 'same']), left: Expr, right: Expr }),
    z.strictObject({ kind: z.literal('match'), op: z.enum(['like', 'ilike', 'regex', 'iregex']), left: Expr, right: Expr }),
    z.strictObject({ kind: z.enum(['and', 'or']), args: z.array(Expr).min(1) }),
    z.strictObject({ kind: z.literal('not'), arg: Expr }),
    z.strictObject({ kind: z.literal('isNull'), arg: Expr }),
    z.strictObject({ kind: z.literal('between'), arg: Expr, low: Expr, high: Expr }),
    z.strictObject({ kind: z.literal('in'), arg: Expr, list: z.array(Expr).min(1) }),
    z.strictObject({ kind: z.literal('inQuery'), arg: Expr, query: Query }),
    z.strictObject({ kind: z.literal('exists'), query: Query }),
    z.strictObject({ kind: z.literal('scalarQuery'), query: Query }),
    z.strictObject({ kind: z.literal('quantified'), op: compareOp, quantifier, left: Expr, query: Query }),
    z.strictObject({ kind: z.literal('quantifiedArray'), op: compareOp, quantifier, left: Expr, array: Expr }),
    z.strictObject({ kind: z.enum(['row', 'array']), items: z.array(Expr).min(1) }),
    z.strictObject({ kind: z.literal('arrayQuery'), query: Query }),
    z.strictObject({ kind: z.literal('subscript'), arg: Expr, index: Expr }),
    z.strictObject({ kind: z.literal('grouping'), args: z.array(Expr).min(1).max(30) }),
    z.strictObject({ kind: z.literal('case'), whens: z.array(z.strictObject({ when: Expr, value: Expr })).min(1), else: Expr.optional() }),
    z.strictObject({
      kind: z.literal('cast'),
      arg: Expr,
      type: z.enum(CAST_TYPES),
      precision: size,
      scale: z.int().nonnegative().max(1_000).optional(),
      length: size,
    }),
  ]),
);

const orderBy = z.array(z.strictObject({ expr: Expr, direction: z.enum(['asc', 'desc']), nulls: z.enum(['first', 'last']) }));

const bound = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['unboundedPreceding', 'currentRow', 'unboundedFollowing']) }),
  z.strictObject({ kind: z.enum(['preceding', 'following']), offset: Expr }),
]);
const frame = z.strictObject({ unit: z.enum(['rows', 'range', 'groups']), start: bound, end: bound });

/** `lateral` lets a derived source see the sources before it; a function always does. */
export type Source =
  | { kind: 'table'; table: string; as: string }
  | { kind: 'cte'; name: string; as: string }
  | { kind: 'derived'; query: Query; as: string; lateral?: boolean | undefined }
  | { kind: 'values'; rows: Expr[][]; columns: string[]; as: string }
  | { kind: 'function'; fn: TableFunctionName; args: Expr[]; column: string; as: string };

export const Source: z.ZodType<Source> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table'), table: name, as: name }),
    z.strictObject({ kind: z.literal('cte'), name, as: name }),
    z.strictObject({ kind: z.literal('derived'), query: Query, as: name, lateral: flag }),
    z.strictObject({ kind: z.literal('values'), rows: z.array(z.array(Expr).min(1)).min(1), columns: z.array(name).min(1), as: name }),
    z.strictObject({ kind: z.literal('function'), fn: z.enum(TABLE_FUNCTIONS), args: z.array(Expr).min(1), column: name, as: name }),
  ]),
);

/** Every join but `cross` has an `on`. */
export interface Join {
  type: 'inner' | 'left' | 'right' | 'full' | 'cross';
  source: Source;
  on?: Expr | undefined;
}

/** A `recursive` one is a union whose right side names itself. */
export interface Cte {
  name: string;
  query: Query;
  recursive?: boolean | undefined;
}

export interface Select {
  kind: 'select';
  with?: Cte[] | undefined;
  distinct?: boolean | undefined;
  /** The first row, in the order of `orderBy`, for each value of these. */
  distinctOn?: Expr[] | undefined;
  /** An `as` is the column's name in the reply. */
  columns: { expr: Expr; as: string }[];
  from?: Source | undefined;
  joins?: Join[] | undefined;
  where?: Expr | undefined;
  groupBy?: Expr[] | undefined;
  /** Each set lists indexes into `groupBy`; rollups and cubes are spelled out as sets. */
  groupingSets?: number[][] | undefined;
  having?: Expr | undefined;
  orderBy?: OrderItem[] | undefined;
  limit?: number | undefined;
  /** Rows that tie with the last one of `limit` come too. */
  withTies?: boolean | undefined;
  offset?: number | undefined;
}

/** A set operation's columns have the names of its left side. To sort or cut it, select from it as a derived source. */
export interface SetOperation {
  kind: 'set';
  with?: Cte[] | undefined;
  op: 'union' | 'intersect' | 'except';
  all?: boolean | undefined;
  left: Query;
  right: Query;
}

export type Query = Select | SetOperation;

const joins = z.array(z.strictObject({ type: z.enum(['inner', 'left', 'right', 'full', 'cross']), source: Source, on: Expr.optional() }));

export const Query: z.ZodType<Query> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('select'),
      with: ctes.optional(),
      distinct: flag,
      distinctOn: z.array(Expr).min(1).optional(),
      columns: z.array(z.strictObject({ expr: Expr, as: name })).min(1),
      from: Source.optional(),
      joins: joins.optional(),
      where: Expr.optional(),
      groupBy: z.array(Expr).min(1).optional(),
      groupingSets: z.array(z.array(z.int().nonnegative())).min(1).optional(),
      having: Expr.optional(),
      orderBy: orderBy.optional(),
      limit: z.int().nonnegative().optional(),
      withTies: flag,
      offset: z.int().nonnegative().optional(),
    }),
    z.strictObject({
      kind: z.literal('set'),
      with: ctes.optional(),
      op: z.enum(['union', 'intersect', 'except']),
      all: flag,
      left: Query,
      right: Query,
    }),
  ]),
);

const ctes = z.array(z.strictObject({ name, query: Query, recursive: flag })).min(1);
const columns = z.array(name).min(1);
const set = z.array(z.strictObject({ column: name, value: Expr })).min(1);
/** What a write gives back; every column of the table when absent. */
const returning = z
  .array(z.strictObject({ expr: Expr, as: name }))
  .min(1)
  .optional();

/** Rows of values, each with one for each of `columns`; or the rows of `query`, and then `rows` is empty. */
export const Insert = z.strictObject({
  kind: z.literal('insert'),
  table: name,
  columns,
  rows: z.array(z.array(Expr).min(1)),
  query: Query.optional(),
  /** Upsert: a row that collides on the unique `columns`. In `set` and `where` the new row is the table `excluded`. */
  onConflict: z
    .discriminatedUnion('action', [
      z.strictObject({ action: z.literal('nothing'), columns: columns.optional() }),
      z.strictObject({ action: z.literal('update'), columns, set, where: Expr.optional() }),
    ])
    .optional(),
  returning,
});
export type Insert = z.infer<typeof Insert>;

/**
 * `where` sees the table under its own name. A missing `where` means every row, and has to be meant. What other tables
 * have to say (UPDATE … FROM, DELETE … USING) stands in subqueries: EXISTS in `where`, scalar ones in `set`.
 */
export const Update = z.strictObject({
  kind: z.literal('update'),
  table: name,
  set,
  where: Expr.optional(),
  returning,
});
export type Update = z.infer<typeof Update>;

export const Delete = z.strictObject({
  kind: z.literal('delete'),
  table: name,
  where: Expr.optional(),
  returning,
});
export type Delete = z.infer<typeof Delete>;

export const Plan = z.union([Query, Insert, Update, Delete]);
export type Plan = Query | Insert | Update | Delete;

export const isWrite = (plan: Plan): plan is Insert | Update | Delete =>
  plan.kind === 'insert' || plan.kind === 'update' || plan.kind === 'delete';

export const COLUMN_TYPES = ['integer', 'decimal', 'float', 'text', 'boolean', 'date', 'timestamp', 'time', 'uuid', 'json'] as const;

/** What the values of a new column have to keep; limits are part of what is allowed. A missing value breaks none. */
export const ColumnCheck = z.discriminatedUnion('kind', [
  /** Of integer, decimal and float columns. */
  z.strictObject({ kind: z.literal('range'), min: z.number().optional(), max: z.number().optional() }),
  /** Of text columns. */
  z.strictObject({ kind: z.literal('oneOf'), values: z.array(z.string().min(1).max(200)).min(1).max(50) }),
  /** Of text columns, in characters. */
  z.strictObject({ kind: z.literal('length'), min: z.int().positive().optional(), max: z.int().positive().optional() }),
]);
export type ColumnCheck = z.infer<typeof ColumnCheck>;

/** What a new column holds when an insert leaves it out; `now` is for date, timestamp and time columns. */
export const ColumnDefault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({ kind: z.literal('value'), value: z.union([z.string().max(500), z.number(), z.boolean()]) }),
]);
export type ColumnDefault = z.infer<typeof ColumnDefault>;

/** A schema to create: tables in any order, foreign keys by name. */
export const CreateSchema = z.strictObject({
  /** Words for the database's slug, such as `coffee-beans`. */
  title: name,
  tables: z
    .array(
      z.strictObject({
        name,
        comment: z.string().max(500).optional(),
        /** Every table also gets an identity primary key `id`, which is not listed here. */
        columns: z.array(
          z.strictObject({
            name,
            type: z.enum(COLUMN_TYPES),
            nullable: z.boolean(),
            unique: z.boolean().optional(),
            check: ColumnCheck.optional(),
            default: ColumnDefault.optional(),
            comment: z.string().max(500).optional(),
          }),
        ),
        /** Columns that only together are unique, such as the two of a table that links others. */
        uniques: z.array(z.array(name).min(2)).optional(),
        /** `column` is one of the columns above and points at the other table's `id`. */
        references: z.array(z.strictObject({ column: name, table: name })).optional(),
      }),
    )
    .min(1)
    .max(64),
});
export type CreateSchema = z.infer<typeof CreateSchema>;
