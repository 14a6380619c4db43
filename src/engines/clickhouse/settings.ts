/**
 * What the compiled SQL relies on, sent with every request: NULL, joins, aggregates over nothing, names and dates mean what
 * they mean on PostgreSQL, and a reply holds every digit.
 */
export const SEMANTICS = {
  session_timezone: 'UTC',
  // Every moment is an instant here: in UTC, and said so, whatever time zone its column is shown in.
  date_time_output_format: 'iso',
  join_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  group_by_use_nulls: 1,
  transform_null_in: 0,
  prefer_column_name_to_alias: 1,
  // A whole number given as a constant is a value here, never a position.
  enable_positional_arguments: 0,
  union_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  allow_experimental_correlated_subqueries: 1,
  // Loses track of an aggregate in `max(x) LIKE 'a%' OR …`.
  optimize_or_like_chain: 0,
  enable_extended_results_for_datetime_functions: 1,
  date_time_overflow_behavior: 'throw',
  decimal_check_overflow: 1,
  lightweight_deletes_sync: 2,
  mutations_sync: 2,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
} as const satisfies Record<string, string | number>;

/** What a caller's own SQL may rely on besides: a number in GROUP BY and ORDER BY is a place in the list of columns. */
export const CALLERS = { enable_positional_arguments: 1 } as const;

/** Bounds of one request. Each is at least 1, since 0 means no bound to ClickHouse. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Rows that the engine makes; the reply may have one block more. */
  readonly rows: number;
  /** Rows that it may read; no bound when absent. */
  readonly readRowsMax?: number;
}

export function boundSettings({ timeoutMs, memoryBytes, threads, rows, readRowsMax }: Bounds): Record<string, string | number> {
  return {
    max_execution_time: atLeastOne(timeoutMs / 1000),
    timeout_overflow_mode: 'throw',
    max_memory_usage: atLeastOne(memoryBytes),
    max_threads: atLeastOne(threads),
    max_result_rows: atLeastOne(rows),
    result_overflow_mode: 'break',
    ...(readRowsMax === undefined ? {} : { max_rows_to_read: atLeastOne(readRowsMax) }),
    max_query_size: 64 * 1024 * 1024,
    max_ast_elements: 1_000_000,
    max_expanded_ast_elements: 1_000_000,
  };
}

const atLeastOne = (value: number): number => Math.max(1, Math.ceil(value));
