import type { CompareOp } from '../../plan.ts';

/** A question in a form that means one thing: what `say.ts` says and `read.ts` reads. Tables and columns are by the schema's names. */
export interface Sentence {
  readonly things: string;
  readonly what: What;
  readonly tests: readonly Test[];
}

export type What =
  | { readonly kind: 'list'; readonly order?: Order }
  /** Values of columns of the things, each once where `distinct`. */
  | { readonly kind: 'columns'; readonly columns: readonly Field[]; readonly distinct: boolean; readonly order?: Order }
  /** The first few by a column, or these columns of them. */
  | {
      readonly kind: 'extreme';
      readonly column: Field | Stretch;
      readonly highest: boolean;
      readonly many: number;
      readonly shown?: readonly Field[];
    }
  /** `more` are measures of the same things; `highest` has groups in the order of the measure. */
  | {
      readonly kind: 'measure';
      readonly measure: Measure;
      readonly more?: readonly Measure[];
      readonly by: Group | null;
      readonly highest?: boolean;
    }
  /** The groups that have more, or fewer, than so many of the things, or of whose things a column comes to so much. */
  | ({ readonly kind: 'groups'; readonly by: Group } & Bound)
  /** The groups that come first by what is measured. */
  | { readonly kind: 'top'; readonly measure: Measure; readonly by: Group; readonly highest: boolean; readonly many: number }
  /** The average of how many of the things, or how much of a column of theirs, each of those has that have any. */
  | { readonly kind: 'mean'; readonly sum: Field | null; readonly per: Group }
  /** How many of the things, or how much of a column of theirs, pass the tests, of those that pass `of`. */
  | { readonly kind: 'percentage'; readonly of: readonly Test[]; readonly sum?: Field };

export type Measure =
  | { readonly kind: 'count' }
  /** How many there are of what the things have one of. */
  | { readonly kind: 'different'; readonly of: Group }
  | { readonly kind: 'sum' | 'avg' | 'min' | 'max'; readonly column: Field; readonly times: Field | null }
  /** Days since the last of a date, or until the first. */
  | { readonly kind: 'days'; readonly column: string; readonly since: boolean }
  /** What the stretches from one date to the other come to. */
  | ({ readonly kind: 'between'; readonly fn: Statistic; readonly unit: Unit } & Stretch);

export type Statistic = 'sum' | 'avg' | 'min' | 'max';

/** From one date of each of the things to another. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

export const UNITS = ['minute', 'hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** A table that each of the things has one of, or a column of the things or of such a table, or the months (weeks …) of such a date. */
export interface Group {
  readonly table: string;
  readonly column: string | null;
  readonly span?: Span;
}

export const SPANS = ['day', 'week', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];

/** A column of the things by its name, or one of what each of them has one of. */
export type Field = string | Group;

export interface Order {
  readonly column: string;
  readonly highest: boolean;
}

export type Test =
  | { readonly kind: 'is'; readonly column: string; readonly values: readonly (string | number)[]; readonly not: boolean }
  /** A text has some words in it. */
  | { readonly kind: 'has'; readonly column: string; readonly words: string }
  | { readonly kind: 'compare'; readonly column: string; readonly op: CompareOp; readonly than: number | { readonly column: string } }
  /** From the first day to before the last; either may be open. */
  | { readonly kind: 'when'; readonly column: string; readonly since: string | null; readonly until: string | null }
  /** Of two dates. */
  | { readonly kind: 'after'; readonly column: string; readonly than: string }
  | { readonly kind: 'empty'; readonly column: string; readonly not: boolean }
  | { readonly kind: 'flag'; readonly column: string; readonly is: boolean }
  | { readonly kind: 'either'; readonly tests: readonly Test[] }
  /** By a key of the table to itself: of the row that it leads to, or of one of those that it leads from. */
  | {
      readonly kind: 'self';
      readonly column: string;
      readonly to: boolean;
      readonly tests: readonly Test[];
      /** Of more than so many. */
      readonly over?: number;
    }
  | Related;

export interface Related extends Bound {
  readonly kind: 'related';
  readonly table: string;
  readonly tests: readonly Test[];
  readonly not: boolean;
}

/** How many of some rows there have to be, or how much. */
export interface Bound {
  /** More than so many of them. */
  readonly over: number | null;
  /** Fewer than so many of them, or none. */
  readonly under?: number;
  /** What a column of theirs comes to. */
  readonly total?: { readonly column: string; readonly op: CompareOp; readonly than: number };
}
