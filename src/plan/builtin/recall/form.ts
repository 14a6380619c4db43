import type { Expr, Select } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import type { Topic } from './topic.ts';

/** What a question was read as. */
export type Reading = Outcome & { readonly search?: Search };

/** A plan that looks for words, as what it is made of: rows that are near to them in meaning may come to it. */
export interface Search {
  readonly table: 'facts' | 'episodes';
  readonly topic: Topic;
  /** The words whose meaning counts. */
  readonly asked: string;
  readonly select: Select;
  /** What rows have to meet besides. */
  readonly conditions: readonly Expr[];
  readonly notes: readonly (string | null)[];
}

/** A way to say a question, whole: the text of a regular expression without its ends, and what its groups mean. Null is not read so. */
export interface Form {
  readonly says: string;
  readonly read: (groups: readonly (string | undefined)[], question: Question) => Reading | null | Promise<Reading | null>;
}
