import type { ScalarType } from './schema.ts';

/**
 * The typed plan: the only thing that statements on behalf of an ask are compiled from. Engine-neutral.
 * Names are the schema's own; every literal is a value, never SQL text. A table in `from` and `joins` is
 * known inside its query by its `as`; columns are always qualified by it.
 */

export type Expr =
  | { kind: 'column'; table: string; column: string }
  | { kind: 'literal'; value: string | number | boolean | null; type: ScalarType | 'null' }
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
  'text_match',
  'text_rank',
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

/** `lateral` lets a derived source see the sources before it; a function always does. */
export type Source =
  | { kind: 'table'; table: string; as: string }
  | { kind: 'cte'; name: string; as: string }
  | { kind: 'derived'; query: Query; as: string; lateral?: boolean | undefined }
  | { kind: 'values'; rows: Expr[][]; columns: string[]; as: string }
  | { kind: 'function'; fn: TableFunctionName; args: Expr[]; column: string; as: string };

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

/** Rows of values, each with one for each of `columns`; or the rows of `query`, and then `rows` is empty. */
export interface Insert {
  kind: 'insert';
  table: string;
  columns: string[];
  rows: Expr[][];
  query?: Query | undefined;
  /** Upsert: a row that collides on the unique `columns`. In `set` and `where` the new row is the table `excluded`. */
  onConflict?:
    | { action: 'nothing'; columns?: string[] | undefined }
    | { action: 'update'; columns: string[]; set: Assignment[]; where?: Expr | undefined }
    | undefined;
  /** What a write gives back; every column of the table when absent. */
  returning?: { expr: Expr; as: string }[] | undefined;
}

export interface Assignment {
  column: string;
  value: Expr;
}

/**
 * `where` sees the table under its own name. A missing `where` means every row, and has to be meant. What other tables
 * have to say (UPDATE … FROM, DELETE … USING) stands in subqueries: EXISTS in `where`, scalar ones in `set`.
 */
export interface Update {
  kind: 'update';
  table: string;
  set: Assignment[];
  where?: Expr | undefined;
  returning?: { expr: Expr; as: string }[] | undefined;
}

export interface Delete {
  kind: 'delete';
  table: string;
  where?: Expr | undefined;
  returning?: { expr: Expr; as: string }[] | undefined;
}

export type Plan = Query | Insert | Update | Delete;

export const isWrite = (plan: Plan): plan is Insert | Update | Delete =>
  plan.kind === 'insert' || plan.kind === 'update' || plan.kind === 'delete';
