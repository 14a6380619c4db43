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
  | { kind: 'aggregate'; fn: AggregateName; arg: Expr; distinct?: boolean | undefined; filter?: Expr | undefined }
  | { kind: 'arithmetic'; op: '+' | '-' | '*' | '/'; left: Expr; right: Expr }
  | { kind: 'compare'; op: '=' | '<>' | '<' | '<=' | '>' | '>='; left: Expr; right: Expr }
  | { kind: 'match'; op: 'like' | 'ilike'; left: Expr; right: Expr }
  | { kind: 'and' | 'or'; args: Expr[] }
  | { kind: 'not'; arg: Expr }
  | { kind: 'isNull'; arg: Expr }
  | { kind: 'between'; arg: Expr; low: Expr; high: Expr }
  | { kind: 'in'; arg: Expr; list: Expr[] }
  | { kind: 'inQuery'; arg: Expr; query: Query }
  | { kind: 'exists'; query: Query }
  | { kind: 'scalarQuery'; query: Query }
  | { kind: 'case'; whens: { when: Expr; value: Expr }[]; else?: Expr | undefined }
  | { kind: 'cast'; arg: Expr; type: CastType };

export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type AggregateName = (typeof AGGREGATES)[number];

/** Scalar functions; `functions.ts` gives each one's argument types and its spelling per engine. */
export const FUNCTIONS = [
  'lower',
  'upper',
  'trim',
  'length',
  'concat',
  'substring',
  'abs',
  'round',
  'floor',
  'ceil',
  'coalesce',
  'nullif',
  'year',
  'quarter',
  'month',
  'day',
  'hour',
  'weekday',
  'date_trunc',
  'today',
  'now',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export const CAST_TYPES = ['integer', 'decimal', 'float', 'text', 'boolean', 'date', 'timestamp'] as const;
export type CastType = (typeof CAST_TYPES)[number];

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
      distinct: z.boolean().optional(),
      filter: Expr.optional(),
    }),
    z.strictObject({ kind: z.literal('arithmetic'), op: z.enum(['+', '-', '*', '/']), left: Expr, right: Expr }),
    z.strictObject({ kind: z.literal('compare'), op: z.enum(['=', '<>', '<', '<=', '>', '>=']), left: Expr, right: Expr }),
    z.strictObject({ kind: z.literal('match'), op: z.enum(['like', 'ilike']), left: Expr, right: Expr }),
    z.strictObject({ kind: z.enum(['and', 'or']), args: z.array(Expr).min(1) }),
    z.strictObject({ kind: z.literal('not'), arg: Expr }),
    z.strictObject({ kind: z.literal('isNull'), arg: Expr }),
    z.strictObject({ kind: z.literal('between'), arg: Expr, low: Expr, high: Expr }),
    z.strictObject({ kind: z.literal('in'), arg: Expr, list: z.array(Expr).min(1) }),
    z.strictObject({ kind: z.literal('inQuery'), arg: Expr, query: Query }),
    z.strictObject({ kind: z.literal('exists'), query: Query }),
    z.strictObject({ kind: z.literal('scalarQuery'), query: Query }),
    z.strictObject({ kind: z.literal('case'), whens: z.array(z.strictObject({ when: Expr, value: Expr })).min(1), else: Expr.optional() }),
    z.strictObject({ kind: z.literal('cast'), arg: Expr, type: z.enum(CAST_TYPES) }),
  ]),
);

export type Source = { kind: 'table'; table: string; as: string } | { kind: 'derived'; query: Query; as: string };

export const Source: z.ZodType<Source> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table'), table: name, as: name }),
    z.strictObject({ kind: z.literal('derived'), query: Query, as: name }),
  ]),
);

export interface OrderItem {
  expr: Expr;
  direction: 'asc' | 'desc';
  nulls: 'first' | 'last';
}

export interface Select {
  kind: 'select';
  distinct?: boolean | undefined;
  /** An `as` is the column's name in the reply. */
  columns: { expr: Expr; as: string }[];
  from: Source;
  joins?: { type: 'inner' | 'left' | 'right' | 'full'; source: Source; on: Expr }[] | undefined;
  where?: Expr | undefined;
  groupBy?: Expr[] | undefined;
  having?: Expr | undefined;
  orderBy?: OrderItem[] | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

export type Query = Select | { kind: 'set'; op: 'union' | 'intersect' | 'except'; all?: boolean | undefined; left: Query; right: Query };

export const Query: z.ZodType<Query> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('select'),
      distinct: z.boolean().optional(),
      columns: z.array(z.strictObject({ expr: Expr, as: name })).min(1),
      from: Source,
      joins: z.array(z.strictObject({ type: z.enum(['inner', 'left', 'right', 'full']), source: Source, on: Expr })).optional(),
      where: Expr.optional(),
      groupBy: z.array(Expr).min(1).optional(),
      having: Expr.optional(),
      orderBy: z.array(z.strictObject({ expr: Expr, direction: z.enum(['asc', 'desc']), nulls: z.enum(['first', 'last']) })).optional(),
      limit: z.int().nonnegative().optional(),
      offset: z.int().nonnegative().optional(),
    }),
    z.strictObject({
      kind: z.literal('set'),
      op: z.enum(['union', 'intersect', 'except']),
      all: z.boolean().optional(),
      left: Query,
      right: Query,
    }),
  ]),
);

/** Rows of literals; every row has one value for each of `columns`. */
export const Insert = z.strictObject({
  kind: z.literal('insert'),
  table: name,
  columns: z.array(name).min(1),
  rows: z.array(z.array(Expr).min(1)).min(1),
});
export type Insert = z.infer<typeof Insert>;

/** `where` sees the table under its own name. A missing `where` means every row, and has to be meant. */
export const Update = z.strictObject({
  kind: z.literal('update'),
  table: name,
  set: z.array(z.strictObject({ column: name, value: Expr })).min(1),
  where: Expr.optional(),
});
export type Update = z.infer<typeof Update>;

export const Delete = z.strictObject({ kind: z.literal('delete'), table: name, where: Expr.optional() });
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
