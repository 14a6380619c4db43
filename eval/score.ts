import { type ResultRow, sameResult } from './compare.ts';
import type { ScoredQuestion } from './questions.ts';

/** What came back for a question. A `failed` one says something of the machine, not of the answer, and counts as neither. */
export type Answer =
  | { readonly kind: 'rows'; readonly rows: readonly ResultRow[]; readonly sql: string | null }
  | { readonly kind: 'declined' | 'failed'; readonly code: string };

/** What the expected statements give on the same data. */
interface Expected {
  /** One result for each statement that counts as right. */
  readonly results: readonly (readonly ResultRow[])[];
  /** See `CompareOptions.tied`. */
  readonly tied: readonly ResultRow[] | null;
}

export interface Ports {
  /** The one seam to what is measured. */
  answer(question: ScoredQuestion): Promise<Answer>;
  expected(question: ScoredQuestion): Promise<Expected>;
}

export interface Mark {
  readonly question: ScoredQuestion;
  readonly status: 'right' | 'wrong' | 'declined' | 'failed';
  readonly ms: number;
  readonly sql: string | null;
  readonly code: string | null;
}

/** A question with no expected statement is right only when it is declined. */
export async function mark(question: ScoredQuestion, { answer, expected }: Ports): Promise<Mark> {
  const startedAt = performance.now();
  const given = await answer(question);
  const ms = performance.now() - startedAt;
  if (given.kind !== 'rows') return { question, status: given.kind, ms, sql: null, code: given.code };
  const { results, tied } = await expected(question);
  const ordered = question.order_matters && !question.order_ties;
  const right = results.some((rows) => sameResult(rows, given.rows, { ordered, tied }));
  return { question, status: right ? 'right' : 'wrong', ms, sql: given.sql, code: null };
}

export interface Summary {
  readonly asked: number;
  readonly answered: number;
  readonly right: number;
  readonly declined: number;
  readonly failed: number;
  /** right / answered; null when nothing was answered. */
  readonly precision: number | null;
  /** answered / asked. */
  readonly coverage: number;
  /** right / asked. */
  readonly accuracy: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export function summarise(marks: readonly Mark[]): Summary {
  const count = (status: Mark['status']) => marks.filter((one) => one.status === status).length;
  const right = count('right');
  const answered = right + count('wrong');
  const asked = marks.length;
  const times = marks.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10;
  const share = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 1_000) / 1_000;
  return {
    asked,
    answered,
    right,
    declined: count('declined'),
    failed: count('failed'),
    precision: answered === 0 ? null : share(right, answered),
    coverage: share(answered, asked),
    accuracy: share(right, asked),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}
