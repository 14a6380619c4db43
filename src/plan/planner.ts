import type { CreateSchema } from '../contract/create-schema.ts';
import type { EngineName } from '../contract/database.ts';
import type { Privacy } from '../contract/egress.ts';
import type { Egress } from './egress.ts';
import type { Plan, Query } from './plan.ts';
import type { Schema, Table } from './schema.ts';
import type { SchemaChange } from './schema-change.ts';

export interface Question {
  readonly text: string;
  readonly schema: Schema;
  /** Stored values of text columns, for linking words to columns; empty answers are allowed. */
  readonly values: ValueIndex;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** What model providers may be told, and where that is written down; without it nothing leaves the service. */
  readonly disclosure?: Disclosure;
  /**
   * Ids of rows of an agent memory that are near to the words in meaning, the nearest first; null where that could not be told
   * now. Without it words alone are looked for.
   */
  readonly nearest?: ((table: 'facts' | 'episodes', words: string) => Promise<readonly string[] | null>) | undefined;
  /** Rows that a plan gives now, of an agent memory alone: its words are too many to be kept as values. */
  readonly rows?: ((plan: Query) => Promise<readonly (readonly unknown[])[]>) | undefined;
  /** Whose turn it is where questions wait for each other. */
  readonly askedBy?: string;
  /** What the text was made of when it goes on from an earlier question. */
  readonly followUp?: FollowUp | null;
}

export interface FollowUp {
  /** The last answered question of its thread. */
  readonly previous: string;
  /** The request's own words. */
  readonly fragment: string;
}

export interface Disclosure {
  readonly engine: EngineName;
  readonly privacy: Privacy;
  /** Requests of the same owner that were answered before, the most alike first. */
  readonly examples: () => Promise<readonly Example[]>;
  readonly egress: Egress;
  /** Where tables are also found by what their names mean. */
  readonly nearTables?: NearTables | undefined;
}

/** How near each table, by its name, is to a request in meaning; null where that cannot be told now. */
export type NearTables = (request: string, tables: readonly Table[]) => Promise<ReadonlyMap<string, number> | null>;

export interface Example {
  readonly question: string;
  readonly sql: string;
}

export interface ValueEntry {
  readonly table: string;
  readonly column: string;
  /** Distinct values of the column, as stored. */
  readonly values: readonly string[];
}

/** Distinct values of a table's text columns, kept in the service and never sent anywhere. */
export interface ValueIndex {
  /** What it was made of. */
  readonly entries: readonly ValueEntry[];
  /** Columns that hold the value, compared without case; `stored` is the value as it is in the column. */
  find(value: string): readonly { table: string; column: string; stored: string }[];
  /** Distinct values of one column; null when it has too many to index. */
  of(table: string, column: string): readonly string[] | null;
}

export type Outcome =
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      /** 0..1, from the planner's own signals; null when it has none that were measured. */
      readonly confidence: number | null;
      /** What was assumed, in words: "'last month' read as October 2026". */
      readonly assumptions: readonly string[];
      /** Who made it, when that is not the planner's own name; becomes `trace.model`. */
      readonly model?: string;
      /** It holds for this once: rows that are named in it were found for it. */
      readonly passing?: true;
      /** What is told where its rows turn out to be none, in place of which of its conditions left none. */
      readonly none?: string;
      /** The name by which the words of a write mean one row: with several of that name it is asked which. */
      readonly oneRow?: string;
    }
  /** Of tables and columns rather than of rows. */
  | {
      readonly kind: 'change';
      readonly change: SchemaChange;
      readonly confidence: number | null;
      readonly assumptions: readonly string[];
      readonly model?: string;
    }
  | { readonly kind: 'clarify'; readonly options: readonly { label: string; goal: string; dropPin?: true }[] }
  | {
      readonly kind: 'declined';
      /** One sentence for a person. */
      readonly reason: string;
      /** Words of the question that found no place. */
      readonly unclear: readonly string[];
      /** Sentences near to it that are understood, each with what sets it apart. */
      readonly options?: readonly { readonly label: string; readonly goal: string }[];
      /** The options are what the question may mean, two or more, rather than questions near to it. */
      readonly close?: boolean;
      /** Until it may do better, where it knows. */
      readonly retryAfterSeconds?: number;
    };

/** One way from a question to a plan. The chain asks planners in order until one gives a plan. */
export interface Planner {
  /** `builtin`, or `<provider>/<model>`; becomes `trace.model`. */
  readonly name: string;
  /** It costs next to nothing to ask: when it declines, stored values are read anew and it is asked once more. */
  readonly local?: true;
  plan(question: Question): Promise<Outcome>;
}

export type Brief =
  | {
      readonly kind: 'schema';
      readonly schema: CreateSchema;
      readonly assumptions: readonly string[];
      /** Who made it, when that is not the designer's own name. */
      readonly model?: string;
    }
  | {
      readonly kind: 'declined';
      readonly reason: string;
      /** The things that the brief names, said as they would be understood. */
      readonly instead?: string;
    };

/** One way from a plain-English brief to a schema. */
export interface Designer {
  readonly name: string;
  /** What it tells a model provider is written into `egress`; without one nothing leaves the service. */
  design(brief: string, signal: AbortSignal, egress?: Egress): Promise<Brief>;
}
