import type { CreateSchema } from './create-schema.ts';
import type { Plan } from './plan.ts';
import type { Schema } from './schema.ts';

export interface Question {
  readonly text: string;
  readonly schema: Schema;
  /** Stored values of text columns, for linking words to columns; empty answers are allowed. */
  readonly values: ValueIndex;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Distinct values of a table's text columns, kept in the service and never sent anywhere. */
export interface ValueIndex {
  /** Columns that hold the value, compared without case; `stored` is the value as it is in the column. */
  find(value: string): readonly { table: string; column: string; stored: string }[];
  /** Distinct values of one column; null when it has too many to index. */
  of(table: string, column: string): readonly string[] | null;
}

export type Outcome =
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      /** 0..1, from the planner's own signals. */
      readonly confidence: number;
      /** What was assumed, in words: "'last month' read as October 2026". */
      readonly assumptions: readonly string[];
    }
  | { readonly kind: 'clarify'; readonly options: readonly { label: string; goal: string }[] }
  | {
      readonly kind: 'declined';
      /** One sentence for a person. */
      readonly reason: string;
      /** Words of the question that found no place. */
      readonly unclear: readonly string[];
    };

/** One way from a question to a plan. The chain asks planners in order until one gives a plan. */
export interface Planner {
  /** `builtin`, or `<provider>/<model>`; becomes `trace.model`. */
  readonly name: string;
  plan(question: Question): Promise<Outcome>;
}

export type Brief =
  | { readonly kind: 'schema'; readonly schema: CreateSchema; readonly assumptions: readonly string[] }
  | { readonly kind: 'declined'; readonly reason: string };

/** One way from a plain-English brief to a schema. */
export interface Designer {
  readonly name: string;
  design(brief: string, signal: AbortSignal): Promise<Brief>;
}
