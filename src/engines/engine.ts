export const ENGINES = ['postgres', 'clickhouse'] as const;
export type EngineName = (typeof ENGINES)[number];

/** One statement with bound values; `sql` holds no string of a user's. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

export interface Rows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly unknown[])[];
  /** True when the engine had more rows than were asked for. */
  readonly truncated: boolean;
  /** Rows changed by a write; null for reads. */
  readonly affected: number | null;
}
