import type { Schema } from '../../plan/schema.ts';
import type { Verdict } from '../guard.ts';
import type { BoundTexts } from '../postgres-bound.ts';
import type { Weight } from '../postgres-weight.ts';

/** What of a scope the thread is told: `relations` as a list, and of a schema the names and types alone. */
export interface ToldScope {
  readonly relations: readonly string[] | null;
  readonly schema: Schema | null;
  readonly home?: string;
  readonly explains?: boolean;
}

export type Told =
  /** Each is kept by its number until it is to be forgotten. */
  | { readonly kind: 'scope'; readonly id: number; readonly scope: ToldScope }
  | { readonly kind: 'forget'; readonly id: number }
  | { readonly kind: 'judge'; readonly sql: string; readonly scope: number; readonly values: BoundTexts | null };

export type Said =
  /** It has loaded the parser. */
  { readonly kind: 'ready' } | ({ readonly kind: 'judged' } & Judged);

/** The weight is of the statement that is allowed. */
export interface Judged {
  readonly verdict: Verdict;
  readonly weight: Weight | null;
}
