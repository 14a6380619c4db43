import type { CompareOp } from '../../plan.ts';

/** A question in a form that means one thing: what `say.ts` says and `read.ts` reads. Tables and columns are by the schema's names. */
export interface Sentence {
  readonly things: string;
  readonly what: What;
  readonly tests: readonly Test[];
}

export type What =
  | { readonly kind: 'list' }
  /** Values of columns of the things, each once where `distinct`. */
  | { readonly kind: 'columns'; readonly columns: readonly string[]; readonly distinct: boolean }
  /** The first few by a column. */
  | { readonly kind: 'extreme'; readonly column: string; readonly highest: boolean; readonly many: number }
  | { readonly kind: 'measure'; readonly measure: Measure; readonly by: Group | null }
  /** The groups that come first by what is measured. */
  | { readonly kind: 'top'; readonly measure: Measure; readonly by: Group; readonly highest: boolean; readonly many: number }
  /** How many of the things pass the tests, of those that pass `of`. */
  | { readonly kind: 'percentage'; readonly of: readonly Test[] };

export type Measure =
  | { readonly kind: 'count' }
  | { readonly kind: 'sum' | 'avg' | 'min' | 'max'; readonly column: string; readonly times: string | null }
  /** The average stretch from one date to the other. */
  | { readonly kind: 'between'; readonly from: string; readonly to: string; readonly unit: Unit };

export const UNITS = ['minute', 'hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** A table that each of the things has one of, or a column of the things or of such a table. */
export interface Group {
  readonly table: string;
  readonly column: string | null;
}

export type Test =
  | { readonly kind: 'is'; readonly column: string; readonly values: readonly (string | number)[]; readonly not: boolean }
  | { readonly kind: 'compare'; readonly column: string; readonly op: CompareOp; readonly than: number | { readonly column: string } }
  /** From the first day to before the last; either may be open. */
  | { readonly kind: 'when'; readonly column: string; readonly since: string | null; readonly until: string | null }
  | { readonly kind: 'empty'; readonly column: string; readonly not: boolean }
  | { readonly kind: 'flag'; readonly column: string; readonly is: boolean }
  | {
      readonly kind: 'related';
      readonly table: string;
      readonly tests: readonly Test[];
      readonly not: boolean;
      /** More than so many of them. */
      readonly over: number | null;
    };
