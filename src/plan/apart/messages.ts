import type { Outcome, ValueEntry } from '../planner.ts';
import type { Schema, Table } from '../schema.ts';

/** How a text is read. */
export type Reading = 'question' | 'write' | 'change';

/** What a thread is told. What is large comes in parts, so that sending it holds nobody up; each is kept by its number until it is to be forgotten. */
export type Told =
  | { readonly kind: 'schema'; readonly id: number; readonly schema: Omit<Schema, 'tables'> }
  | { readonly kind: 'tables'; readonly id: number; readonly tables: readonly Table[] }
  | { readonly kind: 'values'; readonly id: number; readonly piece: ValueEntry }
  | { readonly kind: 'forget'; readonly id: number }
  | {
      readonly kind: 'read';
      readonly as: Reading;
      readonly text: string;
      readonly now: Date;
      readonly schema: number;
      readonly values: number;
    }
  /** Nobody waits any more for what it reads. */
  | { readonly kind: 'leave' };

/** What a thread says when it has read. */
export type Said =
  | { readonly kind: 'outcome'; readonly outcome: Outcome | null }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: Error };
