import type { Expr } from '../../plan.ts';

/** What some words may be stored as: whole values, a part of names, or the first and last name of a person. */
export interface Stored {
  readonly words: string;
  readonly places: readonly Place[];
}

export interface Place {
  readonly table: string;
  /** The column of the value; of a person's names the last. */
  readonly column: string;
  readonly test: (alias: string) => Expr;
  readonly whole: boolean;
}
