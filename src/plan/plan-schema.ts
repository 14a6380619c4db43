import { z } from 'zod';
import type * as plan from './plan.ts';
import { AGGREGATES, ARITHMETIC_OPS, CAST_TYPES, COMPARE_OPS, FUNCTIONS, TABLE_FUNCTIONS, WINDOW_FUNCTIONS } from './plan.ts';
import { SCALAR_TYPES } from './schema.ts';

const name = z.string().min(1).max(128);
const flag = z.boolean().optional();
const compareOp = z.enum(COMPARE_OPS);
const quantifier = z.enum(['any', 'all']);
const size = z.int().positive().max(1_000_000).optional();

const expr: z.ZodType<plan.Expr> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('column'), table: name, column: name }),
    z.strictObject({
      kind: z.literal('literal'),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      type: z.enum([...SCALAR_TYPES, 'null']),
    }),
    z.strictObject({ kind: z.literal('star') }),
    z.strictObject({ kind: z.literal('call'), fn: z.enum(FUNCTIONS), args: z.array(expr) }),
    z.strictObject({
      kind: z.literal('aggregate'),
      fn: z.enum(AGGREGATES),
      arg: expr,
      distinct: flag,
      filter: expr.optional(),
      orderBy: orderBy.optional(),
      option: expr.optional(),
    }),
    z.strictObject({
      kind: z.literal('window'),
      fn: z.enum([...WINDOW_FUNCTIONS, ...AGGREGATES]),
      args: z.array(expr),
      filter: expr.optional(),
      partitionBy: z.array(expr).min(1).optional(),
      orderBy: orderBy.optional(),
      frame: frame.optional(),
    }),
    z.strictObject({ kind: z.literal('arithmetic'), op: z.enum(ARITHMETIC_OPS), left: expr, right: expr }),
    z.strictObject({ kind: z.literal('compare'), op: z.enum([...COMPARE_OPS, 'distinct', 'same']), left: expr, right: expr }),
    z.strictObject({ kind: z.literal('match'), op: z.enum(['like', 'ilike', 'regex', 'iregex']), left: expr, right: expr }),
    z.strictObject({ kind: z.enum(['and', 'or']), args: z.array(expr).min(1) }),
    z.strictObject({ kind: z.literal('not'), arg: expr }),
    z.strictObject({ kind: z.literal('isNull'), arg: expr }),
    z.strictObject({ kind: z.literal('between'), arg: expr, low: expr, high: expr }),
    z.strictObject({ kind: z.literal('in'), arg: expr, list: z.array(expr).min(1) }),
    z.strictObject({ kind: z.literal('inQuery'), arg: expr, query: query }),
    z.strictObject({ kind: z.literal('exists'), query: query }),
    z.strictObject({ kind: z.literal('scalarQuery'), query: query }),
    z.strictObject({ kind: z.literal('quantified'), op: compareOp, quantifier, left: expr, query: query }),
    z.strictObject({ kind: z.literal('quantifiedArray'), op: compareOp, quantifier, left: expr, array: expr }),
    z.strictObject({ kind: z.enum(['row', 'array']), items: z.array(expr).min(1) }),
    z.strictObject({ kind: z.literal('arrayQuery'), query: query }),
    z.strictObject({ kind: z.literal('subscript'), arg: expr, index: expr }),
    z.strictObject({ kind: z.literal('grouping'), args: z.array(expr).min(1).max(30) }),
    z.strictObject({ kind: z.literal('case'), whens: z.array(z.strictObject({ when: expr, value: expr })).min(1), else: expr.optional() }),
    z.strictObject({
      kind: z.literal('cast'),
      arg: expr,
      type: z.enum(CAST_TYPES),
      precision: size,
      scale: z.int().nonnegative().max(1_000).optional(),
      length: size,
    }),
  ]),
);

const orderBy = z.array(z.strictObject({ expr: expr, direction: z.enum(['asc', 'desc']), nulls: z.enum(['first', 'last']) }));

const bound = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['unboundedPreceding', 'currentRow', 'unboundedFollowing']) }),
  z.strictObject({ kind: z.enum(['preceding', 'following']), offset: expr }),
]);
const frame = z.strictObject({ unit: z.enum(['rows', 'range', 'groups']), start: bound, end: bound });

const source: z.ZodType<plan.Source> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table'), table: name, as: name }),
    z.strictObject({ kind: z.literal('cte'), name, as: name }),
    z.strictObject({ kind: z.literal('derived'), query: query, as: name, lateral: flag }),
    z.strictObject({ kind: z.literal('values'), rows: z.array(z.array(expr).min(1)).min(1), columns: z.array(name).min(1), as: name }),
    z.strictObject({ kind: z.literal('function'), fn: z.enum(TABLE_FUNCTIONS), args: z.array(expr).min(1), column: name, as: name }),
  ]),
);

const joins = z.array(z.strictObject({ type: z.enum(['inner', 'left', 'right', 'full', 'cross']), source: source, on: expr.optional() }));

const query: z.ZodType<plan.Query> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('select'),
      with: ctes.optional(),
      distinct: flag,
      distinctOn: z.array(expr).min(1).optional(),
      columns: z.array(z.strictObject({ expr: expr, as: name })).min(1),
      from: source.optional(),
      joins: joins.optional(),
      where: expr.optional(),
      groupBy: z.array(expr).min(1).optional(),
      groupingSets: z.array(z.array(z.int().nonnegative())).min(1).optional(),
      having: expr.optional(),
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
      left: query,
      right: query,
    }),
  ]),
);

const ctes = z.array(z.strictObject({ name, query, recursive: flag })).min(1);
const columns = z.array(name).min(1);
const set = z.array(z.strictObject({ column: name, value: expr })).min(1);
const returning = z
  .array(z.strictObject({ expr: expr, as: name }))
  .min(1)
  .optional();

const insert = z.strictObject({
  kind: z.literal('insert'),
  table: name,
  columns,
  rows: z.array(z.array(expr).min(1)),
  query: query.optional(),
  onConflict: z
    .discriminatedUnion('action', [
      z.strictObject({ action: z.literal('nothing'), columns: columns.optional() }),
      z.strictObject({ action: z.literal('update'), columns, set, where: expr.optional() }),
    ])
    .optional(),
  returning,
});

const update = z.strictObject({
  kind: z.literal('update'),
  table: name,
  set,
  where: expr.optional(),
  returning,
});

const remove = z.strictObject({
  kind: z.literal('delete'),
  table: name,
  where: expr.optional(),
  returning,
});

/** A plan from outside the process (a stored preview, a cached reading): the shapes of `plan.ts` and nothing else. */
export const planSchema: z.ZodType<plan.Plan> = z.union([query, insert, update, remove]);
