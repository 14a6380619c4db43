import type { ScoredQuestion } from '../questions.ts';
import type { ResultRow } from '../run/compare.ts';

/** Read and written by a model for this question; null without one. */
interface Cost {
  readonly tokens: number | null;
}

/** What came back for a question. */
export type Answer =
  | (Cost & {
      readonly kind: 'rows';
      readonly rows: readonly ResultRow[];
      readonly sql: string | null;
      /** 0..1, as the planner sees itself; null when it does not say. */
      readonly confidence: number | null;
    })
  /** Done, and compared with what it should have come to. */
  | (Cost & { readonly kind: 'judged'; readonly made: string; readonly flaws: readonly string[] })
  | (Cost & {
      readonly kind: 'declined';
      readonly code: string;
      readonly reason: string | null;
      /** Sentences that were offered in its place. */
      readonly options?: readonly string[];
    })
  /** Understood, and then it went wrong: that is no honest decline, and counts as wrong. */
  | (Cost & { readonly kind: 'error'; readonly code: string; readonly reason: string | null; readonly sql: string | null })
  /** An outage: it says something of the machine and nothing of the answer, and counts as neither. */
  | { readonly kind: 'failed'; readonly code: string };

/** What the gold statements give on the same data. */
export interface Expected {
  /** One result for each statement that counts as right. */
  readonly results: readonly (readonly ResultRow[])[];
  /** See `CompareOptions.tied`. */
  readonly tied: readonly ResultRow[] | null;
  /** Rows are a table's whole contents: compared column by column, without leniency for numbers. */
  readonly exact?: boolean;
}

/** The data of some questions, loaded. */
export interface Opened {
  answer(question: ScoredQuestion): Promise<Answer>;
  expected(question: ScoredQuestion): Promise<Expected>;
  close(): Promise<void>;
}

/** Questions that share their data: a database's, or one write with a copy of its own. */
export interface Group {
  readonly name: string;
  readonly questions: readonly [ScoredQuestion, ...ScoredQuestion[]];
}

/** One way to answer questions: the seam to what is measured. */
export interface Way {
  open(group: Group): Promise<Opened>;
  close(): Promise<void>;
}
