import type { CompareOp, Expr } from '../../plan.ts';

/** Rows of one table, narrowed. */
export interface Things {
  readonly table: string;
  readonly filters: readonly Filter[];
  /** "the urgent ones": nothing says of what, so that what is said of them has to be near. */
  readonly unnamed?: true;
}

export type Filter =
  /** What holds of a row of a table that belongs to the thing, under the alias that the table has in the query. */
  | {
      readonly kind: 'test';
      readonly table: string;
      readonly test: (alias: string) => Expr;
      readonly not: boolean;
      /** Of a stored value, the column that holds it. */
      readonly column?: string;
      /** It says when. */
      readonly dated?: true;
    }
  /** Whether there are other things that belong to it, or how many. */
  | {
      readonly kind: 'related';
      readonly things: Things;
      readonly not: boolean;
      /** What makes rows of people stand in a role: appearances, of guests. */
      readonly role?: true;
      readonly count?: {
        readonly op: CompareOp;
        readonly value: number;
        /** A column of the row itself that their number is compared with, in place of the value. */
        readonly than?: string;
        /** What is compared in place of their number. */
        readonly of?: { readonly fn: 'avg' | 'sum'; readonly column: string };
      };
    }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'all'; readonly filters: readonly Filter[] };

export const narrowed = (things: Things, ...filters: readonly Filter[]): Things => ({
  ...things,
  filters: [...things.filters, ...filters.filter((one) => one.kind !== 'all' || one.filters.length > 0)],
});
